"""Lowball: the seven that has to bet."""

from burncard.rules.book.open_questions import A25
from burncard.rules.games.documents import ROBERTS
from burncard.rules.hand.in_play import HandInPlay
from burncard.rules.rulings.irregularities import CheckedSeven, SevenOnlyCalled
from burncard.rules.rulings.marks import RefundRound
from burncard.rules.rulings.rulebook import LIMIT, Chapter, Verdict

CHAPTER: Chapter = Chapter(__name__)


@CHAPTER.rule(
    CheckedSeven,
    id="lowball.sevens-full-bet",
    title="A seven that checked makes a full bet",
    kind="betting",
    games=("lowball-a5",),
    structures=LIMIT,
    sources=(ROBERTS.at("ace-to-five lowball", 5),),
    window="after the draw",
    trigger="the seven that checked has completed the bet to a full one",
    ruling="It has met its duty to bet.",
)
def sevens_full_bet(hand: HandInPlay, seen: CheckedSeven) -> Verdict | None:
    if hand.betting.round.bet.last_aggressor != seen.seat:
        return None
    return Verdict(decision="stands", seats=(seen.seat,), message=f"Seat {seen.seat} made it a full bet and wins all.")


@CHAPTER.rule(
    CheckedSeven,
    SevenOnlyCalled,
    id="lowball.sevens-all-in-under-half",
    title="A seven calls a short all-in",
    kind="betting",
    games=("lowball-a5",),
    structures=LIMIT,
    sources=(ROBERTS.at("ace-to-five lowball", 5),),
    window="after the draw",
    trigger="the only bet after the draw was an all-in of less than half a bet, and a seven called it that had "
    "checked or has players behind it",
    ruling="The seven wins it. Losing players who called after it get that call back, as does every other caller if "
    "the seven had checked.",
)
def sevens_all_in_under_half(hand: HandInPlay, seen: CheckedSeven | SevenOnlyCalled) -> Verdict | None:
    betting = hand.betting
    bettor = betting.short_all_in()
    if bettor is None:
        return None
    others = seen.behind if isinstance(seen, SevenOnlyCalled) else betting.seats
    over = [seat for seat in others if seat not in (seen.seat, bettor) and betting.street_in[seat]]
    return Verdict(
        decision="correct" if over else "stands",
        seats=(seen.seat,),
        effects=(RefundRound(tuple(over)),) if over else (),
        message=f"The all-in was less than half a bet: seat {seen.seat} wins it."
        + (" Return the calls of the others." if over else ""),
    )


@CHAPTER.rule(
    CheckedSeven,
    id="lowball.sevens-rule",
    title="A seven or better checks after the draw",
    kind="betting",
    games=("lowball-a5",),
    structures=LIMIT,
    sources=(ROBERTS.at("ace-to-five lowball", 5),),
    settles=(A25,),
    window="after the draw; ruled on at the showdown",
    trigger="the best hand is a seven low or better that checked after the draw, more chips went in, and the room has "
    "not posted that the rule is off",
    ruling="It wins what was in the pot before the draw. Later bets are returned.",
    repair="the chips bet after the draw are returned",
)
def sevens_rule(hand: HandInPlay, seen: CheckedSeven) -> Verdict | None:
    return Verdict(
        decision="correct",
        seats=(seen.seat,),
        effects=(RefundRound(tuple(hand.betting.seats)),),
        message=f"Seat {seen.seat} checked a seven or better: it wins only the pot from before the draw. "
        "Return the chips bet since.",
    )
