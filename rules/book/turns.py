"""What a seat did before its turn: refused then, and remembered until the turn comes round to it."""

from rules.hand import HandInPlay
from rules.irregularities import ActedEarly
from rules.rulebook import ALL, ROBERTS, Verdict, rule

BETTING = f"{ROBERTS}, betting and raising"


@rule(
    ActedEarly,
    id="betting.checked-out-of-turn",
    title="Checked before its turn",
    games=ALL,
    source=BETTING,
    window="that seat's next turn",
    trigger="the turn comes to a seat that has checked before it",
    ruling="Who checked out of turn may not bet or raise at that turn.",
    kind="betting",
)
def checked_early(hand: HandInPlay, seen: ActedEarly) -> Verdict | None:
    if seen.action != "check":
        return None
    may = "it checks" if seen.bound else "it may call or fold"
    message = f"Seat {seen.seat} has checked out of turn and may not bet or raise now: {may}."
    return Verdict(decision="stands", seats=(seen.seat,), message=message)


@rule(
    ActedEarly,
    id="betting.out-of-turn",
    title="Acted before its turn",
    games=ALL,
    source=BETTING,
    window="each betting round",
    trigger="a seat acts that is not due; then the turn comes to it, and nobody has bet, called or raised since",
    ruling="Only the seat on turn acts. What another one did is refused, but it is held to it when its turn comes, "
    "unless somebody has bet, called or raised in between.",
    kind="betting",
)
def acted_early(hand: HandInPlay, seen: ActedEarly) -> Verdict | None:
    message = (
        f"Nobody has bet, called or raised since seat {seen.seat} acted out of turn: its {seen.action} is binding."
    )
    return Verdict(decision="stands", seats=(seen.seat,), message=message)
