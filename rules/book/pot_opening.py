"""Draw high and jacks or better: who may open the pot, with chips, by word, or in place of a false opener."""

from burncard.rules.betting.offers import opens_by_word
from burncard.rules.book.conflicts import C33
from burncard.rules.book.jacks import BEFORE_DRAW, JACKS, OPENERS_SOUGHT
from burncard.rules.games.documents import ROBERTS
from burncard.rules.hand.in_play import HandInPlay
from burncard.rules.rulings.effects import Drop
from burncard.rules.rulings.irregularities import Pressed
from burncard.rules.rulings.rulebook import DRAW_HIGH, Chapter, Verdict
from burncard.rules.rulings.sayings import OpenByWord, OpenInPlace, PassByWord

CHAPTER: Chapter = Chapter(__name__)


@CHAPTER.rule(
    Pressed,
    id="jacks.passed-openers-barred",
    title="A player who passed declares the pot open",
    kind="betting",
    status="press",
    games=JACKS,
    sources=(
        ROBERTS.at("jacks or better", 2),
        ROBERTS.at("no-limit and pot-limit draw", 2),
    ),
    presses=("declare-open",),
    window=BEFORE_DRAW,
    trigger="a player who checked at the first turn is pressed as declaring the pot open",
    ruling="The player passed the right to open, and may not.",
)
def passed_openers_barred(hand: HandInPlay, seen: Pressed) -> Verdict | None:
    if seen.name != "declare-open" or seen.seat not in hand.betting.round.checked or not hand.starting:
        return None
    return Verdict(
        decision="refuse",
        seats=(seen.seat,),
        message=f"Seat {seen.seat} has passed and cannot declare the pot open.",
    )


@CHAPTER.rule(
    Pressed,
    id="jacks.all-in-declare",
    title="A player without chips declares openers",
    kind="betting",
    status="press",
    games=JACKS,
    sources=(
        ROBERTS.at("jacks or better", 5),
        ROBERTS.at("no-limit and pot-limit draw", 5),
    ),
    presses=("declare-open",),
    window="the first round; if no one has bet, such a player is asked before the hand passes",
    trigger="a player whose chips are all in the ante declares the pot open (`open`, or pressed)",
    ruling="The player may open by word and proves openers at the showdown. Callers pay the whole opening bet.",
)
def all_in_declare(hand: HandInPlay, seen: Pressed) -> Verdict | None:
    return _opened_by_word(hand, seen)


@CHAPTER.rule(
    Pressed,
    id="draw.all-in-open-full-call",
    title="An all-in player opens",
    kind="betting",
    status="press",
    games=DRAW_HIGH,
    sources=(ROBERTS.at("draw high", 14),),
    presses=("declare-open",),
    window="the first round; if no one has bet, such a player is asked before the hand passes",
    trigger="a player whose chips are all in the ante declares the pot open (`open`, or pressed)",
    ruling="Every caller pays the whole opening bet.",
)
def all_in_open_full_call(hand: HandInPlay, seen: Pressed) -> Verdict | None:
    return _opened_by_word(hand, seen)


@CHAPTER.rule(
    Pressed,
    id="jacks.openers",
    title="A player opens with openers",
    kind="betting",
    status="press",
    games=JACKS,
    sources=(
        ROBERTS.at("jacks or better", 1),
        ROBERTS.at("no-limit and pot-limit draw", 1),
    ),
    settles=(C33,),
    presses=("declare-open", "prove-openers"),
    window="the first round",
    trigger="openers are pressed as proved, or another player declares the pot open in place of a false opener",
    ruling="A pair of jacks or better opens the pot.",
)
def openers(hand: HandInPlay, seen: Pressed) -> Verdict | None:
    seat = seen.seat
    if seat is None or not hand.in_hand(seat):
        return None
    if seen.name == "prove-openers" and seen.value is not False:
        return Verdict(decision="stands", seats=(seat,), message=f"Seat {seat} has proved its openers.")
    if seen.name != "declare-open" or OPENERS_SOUGHT not in hand.plan:
        return None
    return Verdict(
        decision="stands",
        seats=(seat,),
        effects=(Drop(OPENERS_SOUGHT), OpenInPlace(seat)),
        message=f"Seat {seat} declares the pot open. Play goes on.",
    )


def _opened_by_word(hand: HandInPlay, seen: Pressed) -> Verdict | None:
    seat = seen.seat
    if seen.name != "declare-open" or seat is None or not hand.in_hand(seat):
        return None
    asked = hand.betting.round.turn == seat and opens_by_word(hand.betting.round)
    if asked and seen.value is False:
        return Verdict(
            decision="stands",
            seats=(seat,),
            effects=(PassByWord(seat),),
            message=f"Seat {seat} does not declare the pot open.",
        )
    if seen.value is False:
        return None
    if not hand.starting or hand.betting.opened.by is not None or not hand.betting_open:
        return None
    if hand.betting.stacks[seat] and not asked:
        return None
    return Verdict(
        decision="stands",
        seats=(seat,),
        severity="note",
        effects=(OpenByWord(seat),),
        message=f"Seat {seat} declares the pot open without chips. Callers pay the whole opening bet.",
    )
