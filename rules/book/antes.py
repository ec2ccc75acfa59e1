"""Draw high: who antes, and what becomes of the antes when nobody opens."""

from rules.hand import HandInPlay
from rules.irregularities import HandOpened, NobodyOpened
from rules.rulebook import DRAW_HIGH, ROBERTS, Verdict, rule

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
    missing = tuple(seat for seat in sorted(hand.fact.seats) if not hand.betting.antes[seat] and hand.fact.seats[seat])
    if not missing or len(missing) == len(hand.fact.seats) or hand.fact.carry:
        return None
    named = ", ".join(map(str, missing))
    return Verdict(decision="stands", seats=missing, message=f"Seat {named} has not anted; every player does.")


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


@rule(
    NobodyOpened,
    id="jacks.nobody-opens",
    title="Nobody opens",
    games=JACKS,
    source=JACKS_RULES,
    window="between deals",
    trigger="everybody checks the opening round",
    ruling="The antes stay in the pot; the button moves and everybody antes again.",
    kind="procedure",
)
def nobody_opens(hand: HandInPlay, seen: NobodyOpened) -> Verdict | None:
    return Verdict(
        decision="stands",
        message="Nobody opened. The antes stay for the next deal; the button moves on and everybody antes again.",
    )
