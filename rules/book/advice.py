"""What is answered in every game when a player asks, or when a press reports what no sensor sees.

Nothing here changes a hand. Where several rules answer one press, the one for the narrower situation stands first.
"""

from burncard.rules.book.conflicts import C24, C38
from burncard.rules.book.open_questions import A20
from burncard.rules.cards import UNREAD
from burncard.rules.games.documents import COMMON_PRACTICE, ROBERTS, ROBERTS_LATER, TOURNAMENT_DIRECTORS
from burncard.rules.hand.in_play import HandInPlay
from burncard.rules.hand.questions import betting_is_over, exposed_cards
from burncard.rules.rulings.irregularities import Pressed
from burncard.rules.rulings.rulebook import ALL, BUTTON, DRAW_HIGH, LIMIT, Chapter, Verdict
from burncard.rules.showdown.showing import has_lost

CHAPTER: Chapter = Chapter(__name__)

TDA_ACTIONS = 2

# ---- situations --------------------


def _second_action(hand: HandInPlay, seen: Pressed) -> bool:
    return hand.starting and hand.betting.acted_count >= TDA_ACTIONS


def _six_or_seven_exposed(hand: HandInPlay, seen: Pressed) -> bool:
    return hand.starting and any((placed.told or UNREAD)[0] in "67" for placed in exposed_cards(hand))


def _knew_of_the_fault(hand: HandInPlay, seen: Pressed) -> bool:
    return seen.value is True and seen.seat is not None


def _player_shows(hand: HandInPlay, seen: Pressed) -> bool:
    showing = betting_is_over(hand) and not hand.ended
    return showing and seen.seat is not None and not hand.players.of(seen.seat).shown


def _side_pot(hand: HandInPlay, seen: Pressed) -> bool:
    return not hand.ended and betting_is_over(hand) and len({hand.betting.bets[seat] for seat in hand.betting.live}) > 1


def _both_ways_shown(hand: HandInPlay, seen: Pressed) -> bool:
    return betting_is_over(hand) and seen.seat is None and not hand.ended


# ---- answers --------------------

CHAPTER.note(
    id="ties.no-agreement",
    title="Players ask to split the pot",
    kind="money",
    status="press",
    games=("omaha8", "stud8"),
    sources=(ROBERTS.at("seven-card stud high-low", 8),),
    presses=("floor-called",),
    when=_both_ways_shown,
    window="the showdown",
    trigger="the floor is called at the showdown because players ask to split the pot",
    ruling="The cards decide the pot, not an agreement.",
)
CHAPTER.note(
    id="misdeal.substantial-action-tda",
    title="A misdeal is claimed after two actions in a tournament",
    kind="advice",
    status="advice",
    games=ALL,
    tournament="tournament",
    sources=(TOURNAMENT_DIRECTORS.at(),),
    settles=(C38,),
    presses=("floor-called",),
    when=_second_action,
    window="the first betting round",
    trigger="the floor is called on the first round of a tournament after two actions",
    ruling="In some tournaments two actions with chips, or any three actions, end the time for a misdeal.",
)
CHAPTER.note(
    id="expose.a5-limit-alternative",
    title="A six or a seven was exposed in limit ace-to-five",
    kind="advice",
    status="advice",
    games=("lowball-a5",),
    structures=LIMIT,
    sources=(ROBERTS_LATER.at("ace-to-five lowball"),),
    settles=(C24,),
    presses=("floor-called",),
    when=_six_or_seven_exposed,
    window="until the draw",
    trigger="the floor is called after a six or a seven was exposed in the deal",
    ruling="Some houses replace an exposed six or seven in limit games too.",
)
CHAPTER.note(
    id="deck.defect-freeroll",
    title="A player bets knowing that the deck is defective",
    kind="money",
    status="press",
    games=ALL,
    sources=(ROBERTS.at("irregularities", 5),),
    presses=("floor-called",),
    between_hands=True,
    when=_knew_of_the_fault,
    window="any time",
    trigger="the floor finds that a player knew of the defect and bet (`value` true)",
    ruling="A player who bet on a deck known to be defective may lose the refund; the chips may stay for the next "
    "hand.",
)
CHAPTER.note(
    id="shuffle.advice-before-deal",
    title="The dealer is ready to deal",
    kind="advice",
    status="advice",
    games=ALL,
    sources=(
        ROBERTS.at("the shuffle and cut", 1),
        ROBERTS.at("misdeals", 4),
        ROBERTS.at("irregularities", 7),
    ),
    presses=("shuffled-by",),
    between_hands=True,
    window="before the deal",
    trigger="the dealer is pressed as having shuffled",
    ruling="Check for four riffles, a cut of at least four cards in each part, a covered bottom card, the right "
    "count, and no boxed or foreign card.",
)
CHAPTER.note(
    id="button.dead-button-eliminated",
    title="A player in a blind leaves a tournament with a dead button",
    kind="procedure",
    status="advice",
    games=tuple(game for game in BUTTON if game not in DRAW_HIGH),
    tournament="tournament",
    sources=(COMMON_PRACTICE.at("dead button"),),
    presses=("seat-change",),
    between_hands=True,
    window="between hands",
    trigger="a player due a blind leaves a tournament with a dead button",
    ruling="The button may stand at an empty seat, and a hand may have no small blind.",
)
CHAPTER.note(
    id="button.moving-or-dead",
    title="A player in a blind leaves the table",
    kind="procedure",
    status="advice",
    games=BUTTON,
    sources=(ROBERTS_LATER.at("button and blind use"),),
    presses=("seat-change",),
    between_hands=True,
    window="between hands",
    trigger="a player due a blind leaves the table",
    ruling="A house either always moves the button forward or lets it stand at an empty seat.",
)
CHAPTER.note(
    id="showdown.probable-winner",
    title="A player has not shown yet",
    kind="advice",
    status="advice",
    games=ALL,
    sources=(ROBERTS.at("the showdown", 7),),
    presses=("showdown",),
    when=_player_shows,
    window="the showdown",
    trigger="a player who has not shown is pressed for",
    ruling="The likely winner shows without delay.",
)
CHAPTER.note(
    id="showdown.side-pot-first",
    title="A hand with a side pot is shown down",
    kind="showdown",
    games=ALL,
    sources=(ROBERTS.at("the showdown", 7),),
    presses=("showdown",),
    when=_side_pot,
    window="the showdown",
    trigger="hands are due to be shown, or the showdown is pressed, in a hand with a side pot",
    ruling="Players in the side pot show before those who are all-in.",
)


@CHAPTER.rule(
    Pressed,
    id="showdown.kill-losers-first",
    title="The pot is to be pushed",
    kind="procedure",
    status="press",
    games=ALL,
    sources=(ROBERTS.at("the showdown", 4),),
    presses=("showdown",),
    between_hands=True,
    window="from the showdown until the cards are collected",
    trigger="hands have been shown and the pot is to be pushed: the losing hands that still lie there are named",
    ruling="Muck the losing hands before pushing the pot.",
)
def kill_losers_first(hand: HandInPlay, seen: Pressed) -> Verdict | None:
    if seen.name != "showdown" or not betting_is_over(hand) or len(hand.players.shown()) < 2:
        return None
    losers = tuple(seat for seat in sorted(hand.betting.live) if hand.held(seat) and has_lost(hand, seat))
    if not losers:
        message = "Muck the losing hands before pushing the pot."
    else:
        whose = ", ".join(f"seat {seat}" for seat in losers)
        hands = "hand" if len(losers) == 1 else "hands"
        message = f"Before pushing the pot, muck the losing {hands} of {whose}."
    return Verdict(decision="stands", seats=losers or (() if seen.seat is None else (seen.seat,)), message=message)


CHAPTER.note(
    id="showdown.dealer-reads",
    title="A hand is shown down",
    kind="showdown",
    status="advice",
    games=ALL,
    sources=(ROBERTS.at("the showdown", 2),),
    presses=("showdown",),
    when=lambda hand, seen: not hand.ended,
    window="the showdown",
    trigger="the showdown is pressed",
    ruling="The dealer reads the hands; each player protects a hand until the pot is pushed.",
)
CHAPTER.note(
    id="ties.draw-for-button",
    title="The button or a seat is drawn for",
    kind="procedure",
    status="press",
    games=ALL,
    sources=(ROBERTS.at("ties", 2),),
    settles=(A20,),
    presses=("deal-to-decide",),
    between_hands=True,
    when=lambda hand, seen: seen.value is True,
    window="between hands",
    trigger="a draw for the button or a seat is pressed (`value` true; `seats` where others take part than in the last "
    "hand), and then each of them has drawn a card",
    ruling="Each player draws a card, in any order; the highest card wins by rank, then by suit.",
)
CHAPTER.note(
    id="ties.deal-to-decide",
    title="A card is dealt to decide",
    kind="procedure",
    status="press",
    games=ALL,
    sources=(ROBERTS.at("ties", 2),),
    presses=("deal-to-decide",),
    between_hands=True,
    window="between hands",
    trigger="a deal to decide something is pressed (`seats` where others take part than in the last hand), and then "
    "each of them has a card",
    ruling="Deal one card each, clockwise from the dealer's left; the highest wins by rank, then by suit.",
)
CHAPTER.note(
    id="joker.unlooked-liability",
    title="A player acts without looking",
    status="press",
    games=ALL,
    sources=(
        ROBERTS.at("irregularities", 9),
        ROBERTS.at("dead hands", 6),
    ),
    presses=("looked",),
    when=lambda hand, seen: seen.value is False,
    window="until the hand is over",
    trigger="a player is pressed as playing without looking (`value` false)",
    ruling="The player is liable for whatever is found in the hand later.",
)
