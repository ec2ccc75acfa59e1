"""Who antes in stud and in draw high, and what becomes of the antes when nobody opens."""

from burncard.rules.cards import Seat
from burncard.rules.hand.in_play import HandInPlay
from burncard.rules.rulings.irregularities import HandOpened, NobodyOpened
from burncard.rules.rulings.rulebook import BIG_BET, DRAW_HIGH, ROBERTS, STUD, Verdict, rule

STUD_RULES = f"{ROBERTS}, seven-card stud"
JACKS = ("jacks",)
JACKS_RULES = f"{ROBERTS}, jacks or better"
UNOPENED_DEALS_MAX = 3


@rule(
    HandOpened,
    id="draw.button-and-ante",
    title="Every player antes",
    games=DRAW_HIGH,
    source=f"{ROBERTS}, draw high",
    window="before the deal",
    trigger="a hand begins in which some seats have anted and others, that could, have not",
    ruling="Every player antes; the button marks the dealer's place.",
    kind="money",
)
def button_and_ante(hand: HandInPlay, seen: HandOpened) -> Verdict | None:
    return None if hand.fact.carry else _some_have_not(hand)


@rule(
    HandOpened,
    id="stud.bigbet-required-ante",
    title="Big-bet stud is played with an ante",
    games=STUD,
    structures=BIG_BET,
    source=STUD_RULES,
    window="before the deal",
    trigger="a hand of big-bet stud begins and some seat has not anted",
    ruling="Every form of big-bet stud needs an ante from each player.",
    kind="money",
    status="advice",
)
def big_bet_ante(hand: HandInPlay, seen: HandOpened) -> Verdict | None:
    if not any(hand.betting.antes.values()):
        return Verdict(decision="stands", message="Big-bet stud needs an ante from each player.")
    return _some_have_not(hand)


@rule(
    HandOpened,
    id="stud.ante",
    title="Everybody antes before the cards",
    games=STUD,
    source=STUD_RULES,
    window="before the deal",
    trigger="a hand begins in which some seats have anted and others have not",
    ruling="Who is dealt in puts up the ante first; its size goes with the stakes.",
    kind="money",
)
def stud_ante(hand: HandInPlay, seen: HandOpened) -> Verdict | None:
    return _some_have_not(hand)


@rule(
    HandOpened,
    NobodyOpened,
    id="jacks.ante-limit",
    title="Antes do not go on for ever",
    games=JACKS,
    source=JACKS_RULES,
    window="between deals",
    trigger="nobody opens for the third time in a row, or another hand with antes begins behind three such hands",
    ruling="After three deals without an opening the anteing stops.",
    kind="money",
)
def ante_limit(hand: HandInPlay, seen: HandOpened | NobodyOpened) -> Verdict | None:
    anteing = isinstance(seen, NobodyOpened) or any(hand.betting.antes.values())
    unopened = hand.unopened_before + isinstance(seen, NobodyOpened)
    if not anteing or unopened < UNOPENED_DEALS_MAX:
        return None
    return Verdict(
        decision="stands", message=f"{unopened} deals in a row were not opened: no more antes are due. The pot waits."
    )


def _some_have_not(hand: HandInPlay) -> Verdict | None:
    """The seats that owe an ante where others have put theirs in; without any ante the table plays without."""
    missing: tuple[Seat, ...] = tuple(
        seat for seat in sorted(hand.fact.seats) if not hand.betting.antes[seat] and hand.fact.seats[seat]
    )
    if not missing or len(missing) == len(hand.fact.seats):
        return None
    named = ", ".join(map(str, missing))
    return Verdict(decision="stands", seats=missing, message=f"Seat {named} has not anted; every player does.")
