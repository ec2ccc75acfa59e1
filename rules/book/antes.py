"""Antes in stud and draw high, and what happens to them when no one opens."""

from burncard.rules.book.conflicts import C35
from burncard.rules.cards import Seat
from burncard.rules.games.documents import GENERAL, ROBERTS
from burncard.rules.hand.in_play import HandInPlay
from burncard.rules.rulings.irregularities import HandOpened, NobodyOpened
from burncard.rules.rulings.rulebook import BIG_BET, DRAW_HIGH, STUD, Chapter, Verdict

CHAPTER: Chapter = Chapter(__name__)

JACKS = ("jacks",)
UNOPENED_DEALS_MAX = 3


@CHAPTER.rule(
    HandOpened,
    id="draw.button-and-ante",
    title="Some players have not anted",
    kind="money",
    games=DRAW_HIGH,
    sources=(
        ROBERTS.at("draw high"),
        ROBERTS.at("jacks or better"),
        ROBERTS.at("no-limit and pot-limit draw"),
    ),
    window="before the deal",
    trigger="a hand begins in which some players have anted and others, who could, have not",
    ruling="Every player antes; the button marks the dealer's position.",
)
def button_and_ante(hand: HandInPlay, seen: HandOpened) -> Verdict | None:
    return None if hand.fact.carry else _some_have_not(hand)


CHAPTER.kept(
    id="stud.bigbet-required-ante",
    title="An ante is missing in big-bet stud",
    kind="money",
    games=STUD,
    structures=BIG_BET,
    sources=(ROBERTS.at("Mississippi stud, big-bet structures", 1),),
    window="before the deal",
    trigger="a hand of big-bet stud begins and a player has not anted",
    ruling="Every form of big-bet stud needs an ante from each player; without it no hand begins.",
)


@CHAPTER.rule(
    HandOpened,
    id="stud.ante",
    title="An ante is missing in stud",
    kind="money",
    games=STUD,
    sources=(
        ROBERTS.at("seven-card stud, betting rounds"),
        ROBERTS.at("Mississippi stud", 2),
        ROBERTS.at("Mississippi stud, big-bet structures", 1),
        GENERAL.at("seven-card stud"),
        GENERAL.at("seven-card stud, sequence of play"),
        GENERAL.at("seven-card stud high-low, sequence of play"),
    ),
    settles=(C35,),
    window="before the deal",
    trigger="a hand begins in which some players have anted and others have not",
    ruling="Every player who is dealt in antes first. The size of the ante depends on the stakes.",
)
def ante(hand: HandInPlay, seen: HandOpened) -> Verdict | None:
    return _some_have_not(hand)


@CHAPTER.rule(
    HandOpened,
    NobodyOpened,
    id="jacks.ante-limit",
    title="Three deals pass without an opener",
    kind="money",
    games=JACKS,
    sources=(
        ROBERTS.at("jacks or better", 1),
        ROBERTS.at("no-limit and pot-limit draw", 1),
    ),
    window="between deals",
    trigger="no one opens for the third time in a row, or another hand with antes begins after three such hands",
    ruling="No more antes are added after three deals without an opener.",
)
def ante_limit(hand: HandInPlay, seen: HandOpened | NobodyOpened) -> Verdict | None:
    anteing = isinstance(seen, NobodyOpened) or any(hand.betting.antes.values())
    unopened = hand.before.unopened + isinstance(seen, NobodyOpened)
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
