"""Actions out of turn that count at the player's next turn."""

from burncard.rules.games.documents import ROBERTS
from burncard.rules.hand.in_play import HandInPlay
from burncard.rules.rulings.irregularities import ActedEarly
from burncard.rules.rulings.rulebook import ALL, Chapter, Verdict

CHAPTER: Chapter = Chapter(__name__)


@CHAPTER.rule(
    ActedEarly,
    id="betting.checked-out-of-turn",
    title="A player checked out of turn",
    kind="betting",
    games=ALL,
    sources=(ROBERTS.at("betting and raising", 10),),
    window="that player's next turn",
    trigger="the turn comes to a player who checked before it",
    ruling="The player may not bet or raise at that turn.",
)
def checked_out_of_turn(hand: HandInPlay, seen: ActedEarly) -> Verdict | None:
    if seen.action != "check":
        return None
    message = f"Seat {seen.seat} has checked out of turn and may not bet or raise now."
    return Verdict(decision="stands", seats=(seen.seat,), message=message)


@CHAPTER.rule(
    ActedEarly,
    id="betting.out-of-turn",
    title="A player acts out of turn",
    kind="betting",
    games=ALL,
    sources=(ROBERTS.at("betting and raising", 10),),
    window="that player's next turn",
    trigger="the turn comes to a player who acted before it, and no one has bet, called or raised since",
    ruling="Only the player whose turn it is may act. The floor may hold the early action binding if no one has bet, "
    "called or raised since.",
)
def out_of_turn(hand: HandInPlay, seen: ActedEarly) -> Verdict:
    said = seen.action if seen.amount is None else f"{seen.action} {seen.amount}"
    return Verdict(
        decision="stands",
        seats=(seen.seat,),
        message=f"Seat {seen.seat} acted out of turn ({said}), and no one has bet, called or raised since: "
        "the floor may hold it to that.",
    )
