"""What the rulebook says in every game when somebody asks, or when a press tells of something that no sensor sees.

Nothing here changes a hand. Where several rules answer one press, the one for the narrower situation stands first.
"""

from functools import partial

from burncard.rules.book.asked import answered
from burncard.rules.hand.in_play import HandInPlay
from burncard.rules.rulings.irregularities import Pressed
from burncard.rules.rulings.rulebook import ALL, BIG_BET, BUTTON, DRAW_HIGH, ROBERTS

LOW = f"{ROBERTS}, lowball"
SHOWDOWN = f"{ROBERTS}, the showdown"
TIES = f"{ROBERTS}, ties"
BUY_IN = f"{ROBERTS}, the buy-in"
SHUFFLE = f"{ROBERTS}, the shuffle and cut"
IRREGULARITIES = f"{ROBERTS}, irregularities"
GENERAL = "General house rules"
TDA = "Tournament directors' rules (supplement)"
COMMON = "Common practice (supplement)"
TDA_ACTIONS = 2
BUY_IN_BETS = 10
BUY_IN_OPENINGS = 40

_told = partial(answered, subject=__name__)


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

_told(
    "floor-called",
    "ties.no-agreement",
    ("omaha8", "stud8"),
    TIES,
    "the floor is called at the showdown, because players ask to split the pot",
    "The cards divide a pot, not an agreement.",
    when=_both_ways_shown,
    kind="money",
    status="press",
)
_told(
    "floor-called",
    "misdeal.substantial-action-tda",
    ALL,
    TDA,
    "the floor is called on the first round of a tournament after two actions",
    "In some tournaments two actions with chips, or three of any kind, end the time for a misdeal.",
    when=_second_action,
    tournament="tournament",
    kind="advice",
)
_told(
    "floor-called",
    "expose.a5-limit-alternative",
    ("lowball-a5",),
    f"{LOW} (supplement)",
    "the floor is called when a six or a seven was exposed in the deal",
    "Some houses replace an exposed six or seven in limit play too.",
    when=_six_or_seven_exposed,
    structures=("limit",),
    kind="advice",
)
_told(
    "floor-called",
    "deck.defect-freeroll",
    ALL,
    IRREGULARITIES,
    "the floor is called and finds that a seat knew of the pack's fault and bet (`value` true)",
    "Who bet on a pack known to be faulty may lose the refund; the chips may wait for the next hand.",
    when=_knew_of_the_fault,
    kind="money",
    status="press",
)
_told(
    "shuffled-by",
    "shuffle.three-people",
    ALL,
    SHUFFLE,
    "a player is pressed as having shuffled",
    "One player gathers, the next dealer's left neighbour shuffles, the right one cuts.",
    when=_who_shuffled,
)
_told(
    "shuffled-by",
    "shuffle.advice-before-deal",
    ALL,
    SHUFFLE,
    "the dealer is ready to deal",
    "Four riffles, four cards in each part of the cut, the bottom covered, the count right, no boxed or foreign card.",
    kind="advice",
)
_told(
    "seat-change",
    "button.dead-button-eliminated",
    tuple(game for game in BUTTON if game not in DRAW_HIGH),
    COMMON,
    "a blind's player leaves a tournament with a dead button",
    "With a dead button the button may stand at an empty seat, and a hand may have no small blind.",
    tournament="tournament",
)
_told(
    "seat-change",
    "button.moving-or-dead",
    BUTTON,
    COMMON,
    "a blind's player leaves the table",
    "A house moves the button forward always, or lets it stand at an empty seat: one of the two.",
)
_told(
    "showdown",
    "showdown.probable-winner",
    ALL,
    SHOWDOWN,
    "a seat that has not shown is pressed for",
    "A likely winner is shown without delay.",
    when=_player_shows,
    kind="advice",
)
_told(
    "showdown",
    "showdown.side-pot-first",
    ALL,
    SHOWDOWN,
    "the showdown of a hand with a side pot",
    "The side pot's players show before those who are all-in.",
    when=_side_pot,
    kind="showdown",
)
_told(
    "showdown",
    "showdown.kill-losers-first",
    ALL,
    SHOWDOWN,
    "hands have been shown and the pot is to be pushed",
    "Losing hands are mucked before the pot is pushed.",
    when=_losers_shown,
    kind="procedure",
)
_told(
    "showdown",
    "showdown.dealer-reads",
    ALL,
    SHOWDOWN,
    "the showdown",
    "The dealer reads the hands; each player protects the own one until the pot is pushed.",
    kind="showdown",
)
_told(
    "deal-to-decide",
    "ties.draw-for-button",
    ALL,
    TIES,
    "the button or a seat is drawn for (`value` true)",
    "The highest card by rank, then by suit.",
    when=lambda hand, seen: seen.value is True,
    kind="procedure",
)
_told(
    "deal-to-decide",
    "ties.deal-to-decide",
    ALL,
    TIES,
    "a card is dealt to decide",
    "One card each, clockwise from the dealer's left; rank, then suit.",
    kind="procedure",
)
_told(
    "buy-in",
    "buyin.one-short",
    ALL,
    BUY_IN,
    "between hands a second short buy-in is pressed (`value` false)",
    "One short buy-in in a session.",
    when=_second_buy_in,
    decision="refuse",
    kind="advice",
)
_told(
    "buy-in",
    "buyin.limit-minimum",
    ALL,
    BUY_IN,
    "a seat buys in between hands of a limit game",
    f"At least {BUY_IN_BETS} times the largest bet.",
    when=_limit,
    structures=("limit",),
    kind="advice",
)
_told(
    "buy-in",
    "buyin.potlimit-maximum",
    ("holdem",),
    GENERAL,
    "a seat buys in between hands of pot-limit hold'em",
    "Pot-limit usually has a maximum buy-in.",
    when=_big_bet,
    structures=("pot-limit",),
    kind="advice",
)
_told(
    "buy-in",
    "buyin.bigbet-minimum",
    ALL,
    BUY_IN,
    "a seat buys in between hands of a big-bet game",
    f"At least {BUY_IN_OPENINGS} times the smallest opening.",
    when=_big_bet,
    structures=BIG_BET,
    kind="advice",
)


_told(
    "looked",
    "joker.unlooked-liability",
    ALL,
    IRREGULARITIES,
    "a seat is pressed as playing without looking (`value` false)",
    "Who acts without looking bears what is found in the hand later.",
    when=lambda hand, seen: seen.value is False,
    kind="irregularity",
    status="press",
)
