"""Lowball: a hand with a pair is spread."""

from burncard.rules.book.conflicts import C31
from burncard.rules.games.documents import ROBERTS
from burncard.rules.hand.in_play import HandInPlay
from burncard.rules.hand.questions import betting_is_over
from burncard.rules.rulings.irregularities import PairSpread, Pressed
from burncard.rules.rulings.rulebook import LOWBALL, Chapter, Verdict
from burncard.rules.rulings.sayings import PairAnnounced
from burncard.rules.showdown.hand_values import has_pair

CHAPTER: Chapter = Chapter(__name__)


@CHAPTER.rule(
    PairSpread,
    Pressed,
    id="lowball.announce-pair",
    title="A hand with a pair is spread without a word",
    kind="showdown",
    games=LOWBALL,
    sources=(ROBERTS.at("lowball", 30),),
    settles=(C31,),
    presses=("showdown",),
    window="the showdown",
    trigger="a hand with a pair is shown, it is not pressed as announced (`showdown` with the seat and `value` true), "
    "and every other player then gives up a hand that was not shown",
    ruling="A pair is announced. A player who says nothing wins by the cards, but may lose the pot by the floor's "
    "decision if another hand was fouled by it.",
    repair="the floor may overrule it with `dead-hand`",
)
def announce_pair(hand: HandInPlay, seen: PairSpread | Pressed) -> Verdict | None:
    if isinstance(seen, PairSpread):
        others = ", ".join(map(str, seen.gave_up))
        spread = f"Seat {seen.seat} spread a hand with a pair without a word, and seat {others} gave up after it. "
        message = f"{spread}It wins by the cards, unless the floor takes the pot from it."
        return Verdict(decision="stands", seats=(seen.seat,), message=message)
    seat = seen.seat
    if seat is None or hand.ended or not betting_is_over(hand) or not hand.in_hand(seat):
        return None
    if seen.value is True:
        said = f"Seat {seat} has announced a pair."
        return Verdict(decision="stands", seats=(seat,), effects=(PairAnnounced(seat),), message=said)
    if not has_pair(placed.card for placed in hand.held(seat) if placed.seen):
        return None
    message = "Announce the pair. Staying silent can cost the pot if another hand is fouled by it."
    return Verdict(decision="stands", seats=(seat,), message=message)
