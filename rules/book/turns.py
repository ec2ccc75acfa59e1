"""Actions out of turn that count at the player's next turn."""

from burncard.rules.games.documents import ROBERTS
from burncard.rules.hand.in_play import HandInPlay
from burncard.rules.rulings.irregularities import CheckedEarly
from burncard.rules.rulings.rulebook import ALL, Chapter, Verdict

CHAPTER = Chapter(__name__)


@CHAPTER.rule(
    CheckedEarly,
    id="betting.checked-out-of-turn",
    title="A player checked out of turn",
    kind="betting",
    games=ALL,
    sources=(ROBERTS.at("betting and raising", 10),),
    window="that player's next turn",
    trigger="the turn comes to a player who checked before it",
    ruling="The player may not bet or raise at that turn.",
)
def checked_out_of_turn(hand: HandInPlay, seen: CheckedEarly) -> Verdict | None:
    message = f"Seat {seen.seat} has checked out of turn and may not bet or raise now."
    return Verdict(decision="stands", seats=(seen.seat,), message=message)
