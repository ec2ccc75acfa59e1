"""What the rulebook says in every game when somebody asks, or when a press tells of something that no sensor sees.

Nothing here changes a hand. Where several rules answer one press, the one for the narrower situation stands first.
"""

from burncard.rules.book.conflicts import A20, C17, C24, C38
from burncard.rules.games.documents import COMMON_PRACTICE, GENERAL, ROBERTS, ROBERTS_LATER, TOURNAMENT_DIRECTORS
from burncard.rules.hand.in_play import HandInPlay
from burncard.rules.rulings.irregularities import Pressed
from burncard.rules.rulings.rulebook import ALL, BIG_BET, BUTTON, DRAW_HIGH, LIMIT, Chapter

CHAPTER = Chapter(__name__)

TDA_ACTIONS = 2

# ---- situations --------------------


def _second_action(hand: HandInPlay, seen: Pressed) -> bool:
    return hand.starting and hand.acted_count >= TDA_ACTIONS


def _six_or_seven_exposed(hand: HandInPlay, seen: Pressed) -> bool:
    return hand.starting and any(placed.card[0] in "67" for placed in hand.exposed)


def _knew_of_the_fault(hand: HandInPlay, seen: Pressed) -> bool:
    return seen.value is True and seen.seat is not None


def _who_shuffled(hand: HandInPlay, seen: Pressed) -> bool:
    return seen.seat is not None


def _player_shows(hand: HandInPlay, seen: Pressed) -> bool:
    return hand.betting_is_over and seen.seat is not None and seen.seat not in hand.shown


def _side_pot(hand: HandInPlay, seen: Pressed) -> bool:
    return hand.betting_is_over and len({hand.betting.bets[seat] for seat in hand.betting.live}) > 1


def _losers_shown(hand: HandInPlay, seen: Pressed) -> bool:
    return hand.betting_is_over and len(hand.shown) > 1


def _second_buy_in(hand: HandInPlay, seen: Pressed) -> bool:
    return hand.ended and seen.value is False


def _limit(hand: HandInPlay, seen: Pressed) -> bool:
    return hand.ended and hand.fact.structure == "limit" and not _second_buy_in(hand, seen)


def _big_bet(hand: HandInPlay, seen: Pressed) -> bool:
    return hand.ended and not _second_buy_in(hand, seen)


def _both_ways_shown(hand: HandInPlay, seen: Pressed) -> bool:
    return hand.betting_is_over and seen.seat is None and not hand.ended


# ---- answers --------------------

CHAPTER.note(
    id="ties.no-agreement",
    title="The cards divide a pot, not an agreement",
    kind="money",
    status="press",
    games=("omaha8", "stud8"),
    sources=(ROBERTS.at("seven-card stud high-low", 8),),
    presses=("floor-called",),
    when=_both_ways_shown,
    window="the floor is called at the showdown, because players ask to split the pot",
    trigger="the floor is called at the showdown, because players ask to split the pot",
    ruling="The cards divide a pot, not an agreement.",
)
CHAPTER.note(
    id="misdeal.substantial-action-tda",
    title="In some tournaments two actions with chips, or three of any kind, end the time for a misdeal",
    kind="advice",
    status="advice",
    games=ALL,
    tournament="tournament",
    sources=(TOURNAMENT_DIRECTORS.at(),),
    settles=(C38,),
    presses=("floor-called",),
    when=_second_action,
    window="the floor is called on the first round of a tournament after two actions",
    trigger="the floor is called on the first round of a tournament after two actions",
    ruling="In some tournaments two actions with chips, or three of any kind, end the time for a misdeal.",
)
CHAPTER.note(
    id="expose.a5-limit-alternative",
    title="Some houses replace an exposed six or seven in limit play too",
    kind="advice",
    status="advice",
    games=("lowball-a5",),
    structures=LIMIT,
    sources=(ROBERTS_LATER.at("ace-to-five lowball"),),
    settles=(C24,),
    presses=("floor-called",),
    when=_six_or_seven_exposed,
    window="the floor is called when a six or a seven was exposed in the deal",
    trigger="the floor is called when a six or a seven was exposed in the deal",
    ruling="Some houses replace an exposed six or seven in limit play too.",
)
CHAPTER.note(
    id="deck.defect-freeroll",
    title="Who bet on a pack known to be faulty may lose the refund",
    kind="money",
    status="press",
    games=ALL,
    sources=(ROBERTS.at("irregularities", 5),),
    presses=("floor-called",),
    between_hands=True,
    when=_knew_of_the_fault,
    window="the floor is called and finds that a seat knew of the pack's fault and bet (`value` true)",
    trigger="the floor is called and finds that a seat knew of the pack's fault and bet (`value` true)",
    ruling="Who bet on a pack known to be faulty may lose the refund; the chips may wait for the next hand.",
)
CHAPTER.note(
    id="shuffle.three-people",
    title="One player gathers, the next dealer's left neighbour shuffles, the right one cuts",
    kind="procedure",
    status="advice",
    games=ALL,
    sources=(ROBERTS.at("the shuffle and cut", 1),),
    presses=("shuffled-by",),
    between_hands=True,
    when=_who_shuffled,
    window="a player is pressed as having shuffled",
    trigger="a player is pressed as having shuffled",
    ruling="One player gathers, the next dealer's left neighbour shuffles, the right one cuts.",
)
CHAPTER.note(
    id="shuffle.advice-before-deal",
    title="Four riffles, four cards in each part of the cut, the bottom covered, the count right, no boxed or "
    "foreign card",
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
    window="the dealer is ready to deal",
    trigger="the dealer is ready to deal",
    ruling="Four riffles, four cards in each part of the cut, the bottom covered, the count right, no boxed or "
    "foreign card.",
)
CHAPTER.note(
    id="button.dead-button-eliminated",
    title="With a dead button the button may stand at an empty seat, and a hand may have no small blind",
    kind="procedure",
    status="advice",
    games=tuple(game for game in BUTTON if game not in DRAW_HIGH),
    tournament="tournament",
    sources=(COMMON_PRACTICE.at("dead button"),),
    presses=("seat-change",),
    between_hands=True,
    window="a blind's player leaves a tournament with a dead button",
    trigger="a blind's player leaves a tournament with a dead button",
    ruling="With a dead button the button may stand at an empty seat, and a hand may have no small blind.",
)
CHAPTER.note(
    id="button.moving-or-dead",
    title="A house moves the button forward always, or lets it stand at an empty seat",
    kind="procedure",
    status="advice",
    games=BUTTON,
    sources=(ROBERTS_LATER.at("button and blind use"),),
    presses=("seat-change",),
    between_hands=True,
    window="a blind's player leaves the table",
    trigger="a blind's player leaves the table",
    ruling="A house moves the button forward always, or lets it stand at an empty seat: one of the two.",
)
CHAPTER.note(
    id="showdown.probable-winner",
    title="A likely winner is shown without delay",
    kind="advice",
    status="advice",
    games=ALL,
    sources=(ROBERTS.at("the showdown", 7),),
    presses=("showdown",),
    when=_player_shows,
    window="a seat that has not shown is pressed for",
    trigger="a seat that has not shown is pressed for",
    ruling="A likely winner is shown without delay.",
)
CHAPTER.note(
    id="showdown.side-pot-first",
    title="The side pot's players show before those who are all-in",
    kind="showdown",
    status="advice",
    games=ALL,
    sources=(ROBERTS.at("the showdown", 7),),
    presses=("showdown",),
    when=_side_pot,
    window="the showdown of a hand with a side pot",
    trigger="the showdown of a hand with a side pot",
    ruling="The side pot's players show before those who are all-in.",
)
CHAPTER.note(
    id="showdown.kill-losers-first",
    title="Losing hands are mucked before the pot is pushed",
    kind="procedure",
    status="advice",
    games=ALL,
    sources=(ROBERTS.at("the showdown", 4),),
    presses=("showdown",),
    when=_losers_shown,
    window="hands have been shown and the pot is to be pushed",
    trigger="hands have been shown and the pot is to be pushed",
    ruling="Losing hands are mucked before the pot is pushed.",
)
CHAPTER.note(
    id="showdown.dealer-reads",
    title="The dealer reads the hands",
    kind="showdown",
    status="advice",
    games=ALL,
    sources=(ROBERTS.at("the showdown", 2),),
    presses=("showdown",),
    window="the showdown",
    trigger="the showdown",
    ruling="The dealer reads the hands; each player protects the own one until the pot is pushed.",
)
CHAPTER.note(
    id="ties.draw-for-button",
    title="The highest card by rank, then by suit",
    kind="procedure",
    status="advice",
    games=ALL,
    sources=(ROBERTS.at("ties", 2),),
    settles=(A20,),
    presses=("deal-to-decide",),
    between_hands=True,
    when=lambda hand, seen: seen.value is True,
    window="the button or a seat is drawn for (`value` true)",
    trigger="the button or a seat is drawn for (`value` true)",
    ruling="The highest card by rank, then by suit.",
)
CHAPTER.note(
    id="ties.deal-to-decide",
    title="One card each, clockwise from the dealer's left",
    kind="procedure",
    status="advice",
    games=ALL,
    sources=(ROBERTS.at("ties", 2),),
    presses=("deal-to-decide",),
    between_hands=True,
    window="a card is dealt to decide",
    trigger="a card is dealt to decide",
    ruling="One card each, clockwise from the dealer's left; rank, then suit.",
)
CHAPTER.note(
    id="buyin.one-short",
    title="One short buy-in in a session",
    kind="advice",
    status="advice",
    games=ALL,
    sources=(ROBERTS.at("the buy-in", 2),),
    presses=("buy-in",),
    between_hands=True,
    when=_second_buy_in,
    decision="refuse",
    window="between hands a second short buy-in is pressed (`value` false)",
    trigger="between hands a second short buy-in is pressed (`value` false)",
    ruling="One short buy-in in a session.",
)
CHAPTER.note(
    id="buyin.limit-minimum",
    title="At least 10 times the largest bet",
    kind="advice",
    status="advice",
    games=ALL,
    structures=LIMIT,
    sources=(ROBERTS.at("the buy-in", 1),),
    settles=(C17,),
    presses=("buy-in",),
    between_hands=True,
    when=_limit,
    window="a seat buys in between hands of a limit game",
    trigger="a seat buys in between hands of a limit game",
    ruling="At least 10 times the largest bet.",
)
CHAPTER.note(
    id="buyin.potlimit-maximum",
    title="Pot-limit usually has a maximum buy-in",
    kind="advice",
    status="advice",
    games=("holdem",),
    structures=("pot-limit",),
    sources=(GENERAL.at("hold'em, betting structures"),),
    settles=(C17,),
    presses=("buy-in",),
    between_hands=True,
    when=_big_bet,
    window="a seat buys in between hands of pot-limit hold'em",
    trigger="a seat buys in between hands of pot-limit hold'em",
    ruling="Pot-limit usually has a maximum buy-in.",
)
CHAPTER.note(
    id="buyin.bigbet-minimum",
    title="At least 40 times the smallest opening",
    kind="advice",
    status="advice",
    games=ALL,
    structures=BIG_BET,
    sources=(ROBERTS.at("the buy-in", 1),),
    settles=(C17,),
    presses=("buy-in",),
    between_hands=True,
    when=_big_bet,
    window="a seat buys in between hands of a big-bet game",
    trigger="a seat buys in between hands of a big-bet game",
    ruling="At least 40 times the smallest opening.",
)


CHAPTER.note(
    id="joker.unlooked-liability",
    title="Who acts without looking bears what is found in the hand later",
    status="press",
    games=ALL,
    sources=(
        ROBERTS.at("irregularities", 9),
        ROBERTS.at("dead hands", 6),
    ),
    presses=("looked",),
    when=lambda hand, seen: seen.value is False,
    window="a seat is pressed as playing without looking (`value` false)",
    trigger="a seat is pressed as playing without looking (`value` false)",
    ruling="Who acts without looking bears what is found in the hand later.",
)
