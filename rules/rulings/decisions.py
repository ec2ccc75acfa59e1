"""What a ruling changes when the floor decides it otherwise.

The hand is worked out again from its facts; when it comes to the ruling, the effects here take the place of the rule's
own. `stands` and `keep`: none of its effects, and a card counts where it lies. `dead-hand`: the seats that it names are
out. `correct`, `replace`, `remove`, `redeal-board`: what another rule for the same mistake would do.

A matter that was left to the floor holds the table until it decides: a hand that it keeps then gets its cards back.
"""

from collections.abc import Iterable

import msgspec
from msgspec.structs import replace

from burncard.rules.cards import BOARD, MUCK, OFF, Seat, seat_of, seat_zone
from burncard.rules.facts import Fact, Press
from burncard.rules.hand.in_play import HandInPlay
from burncard.rules.hand.questions import may_give_back, takes_cards, ways_back
from burncard.rules.hand.steps import Floor, Move
from burncard.rules.hand.table_card import TableCard
from burncard.rules.outcomes import Decision, Outcome, Ruling
from burncard.rules.rulings import irregularities as wrong
from burncard.rules.rulings.effects import BoardAsItLies, CountsWhereItLies, Drop, Effect, First
from burncard.rules.rulings.irregularities import Irregularity
from burncard.rules.rulings.marks import GiveBack, HasEarlyCard, Kill, LivesShort
from burncard.rules.rulings.rulebook import Verdict, rulebook_of

KEPT: frozenset[Decision] = frozenset({"stands", "keep"})
ENDINGS: frozenset[Decision] = frozenset({"misdeal", "void"})


class WhyNot(msgspec.Struct, frozen=True):
    """Why the floor cannot decide a ruling as it says: the code of the refusal, and its words."""

    code: str
    words: str


NO_HAND = WhyNot("table.no-hand", "No hand is in progress.")
FLOOR_ONLY = WhyNot("table.floor-only", "Only the floor can override a ruling.")
UNKNOWN_RULING = WhyNot("table.unknown-ruling", "This hand has no ruling of that number.")
UNKNOWN = WhyNot("table.unknown-decision", "There is no such decision.")
NOT_OF_A_HAND = WhyNot(
    "table.unknown-decision", "The ruling changes nothing in the hand: there is nothing to override."
)
REFUSED = WhyNot("table.unknown-decision", "The entry was refused and changed nothing. Enter what the floor decides.")
LEFT_TO_FLOOR = WhyNot("table.unknown-decision", "No rule says how this mistake is repaired.")
NO_SEAT = WhyNot("table.unknown-decision", "The ruling names no seat whose hand could be dead.")
NO_RULE = WhyNot("table.unknown-decision", "No rule for this mistake decides so.")
CANNOT_STAND = WhyNot("table.unknown-decision", "Play cannot go on as it is: something must be decided.")
CARDS_GONE = WhyNot("table.cards-gone", "Cards have moved since, and the ruling can no longer be undone.")
COLLECTED = WhyNot("table.cards-collected", "The cards are being collected: the hand is over.")
CANNOT_RETRACT = WhyNot("table.cannot-retract", "Only a fact of this hand can be taken back, and only once.")
WHY_NOT = (
    NO_HAND,
    FLOOR_ONLY,
    UNKNOWN_RULING,
    UNKNOWN,
    NOT_OF_A_HAND,
    REFUSED,
    LEFT_TO_FLOOR,
    NO_SEAT,
    NO_RULE,
    CANNOT_STAND,
    CARDS_GONE,
    COLLECTED,
)
"""Whatever the floor cannot decide is refused for one of these reasons."""
WHY_NOT_CODES = frozenset(why_not.code for why_not in (*WHY_NOT, CANNOT_RETRACT))
WORKS_OUT_AGAIN = frozenset({"retract", "override"})


def refusal_of(fact: Fact, outcomes: Iterable[Outcome]) -> Ruling | None:
    """The ruling by which a fact was refused; None if it was taken. A hand that is worked out again may refuse older
    entries: those are no refusals of the retraction, or of what the floor has decided."""
    works_out_again = isinstance(fact, Press) and fact.press in WORKS_OUT_AGAIN
    refused = (one for one in outcomes if isinstance(one, Ruling) and one.decision == "refuse")
    return next((one for one in refused if not works_out_again or one.rule in WHY_NOT_CODES), None)


def as_decided(hand: HandInPlay, seen: Irregularity | None, ruled: Verdict, decision: Decision) -> Verdict | WhyNot:
    """A verdict as the floor has decided it, or why that decision makes no sense. `seen`: what was ruled on."""
    if decision == ruled.decision:
        return ruled
    effects = _effects(hand, seen, ruled, decision)
    return effects if isinstance(effects, WhyNot) else replace(ruled, decision=decision, effects=effects)


def _effects(
    hand: HandInPlay, seen: Irregularity | None, ruled: Verdict, decision: Decision
) -> tuple[Effect, ...] | WhyNot:
    settled = tuple(effect for effect in ruled.effects if effect.records)
    if decision == "dead-hand":
        if not ruled.seats:
            return NO_SEAT
        lies = _where_it_lies(hand, seen) or ()
        return (*settled, *lies, *(Kill(seat) for seat in ruled.seats), BoardAsItLies())
    if decision in KEPT:
        stands = _where_it_lies(hand, seen)
        return CANNOT_STAND if stands is None else (*settled, *stands, BoardAsItLies())
    other = None if seen is None else rulebook_of(hand).verdict(hand, seen, decision)
    return NO_RULE if other is None else (*settled, *other.effects)


def as_floor_says(hand: HandInPlay, ruling: str, seats: tuple[Seat, ...], decision: Decision) -> tuple[Effect, ...]:
    """What is done when the floor decides a matter that was left to it; until then the table was held."""
    asked = tuple(Drop(item) for item in hand.plan if isinstance(item, Floor) and item.ruling == ruling)
    if not asked:
        return ()
    thrown = ways_back(hand, seats)
    on_board = tuple(back for back in thrown if back.origin == BOARD)
    if decision in ("keep", "correct"):
        lives = (seat for seat in seats if hand.in_hand(seat) or may_give_back(hand, seat))
        back = tuple(GiveBack(seat) for seat in seats)
        return (*asked, *back, First(ways_back(hand, tuple(lives))), BoardAsItLies())
    if decision == "dead-hand":
        muck = First(tuple(replace(back, to=MUCK) for back in on_board), may_wait=True)
        return (*asked, *(Kill(seat) for seat in seats), muck, BoardAsItLies())
    return (*asked, First(on_board), BoardAsItLies())


def _where_it_lies(hand: HandInPlay, seen: Irregularity | None) -> tuple[Effect, ...] | None:
    """How a mistake that the floor lets stand counts; None where play could not go on."""
    match seen:
        case wrong.PackShort() | wrong.DrawPackShort():
            return None
        case wrong.WrongCount():
            return (LivesShort(seen.seat),)
        case wrong.ShortDeal():
            return tuple(Drop(deal) for deal in seen.missing)
        case wrong.Exposed() | wrong.ShownByPlayer():
            return () if seen.placed is None else _from_off_the_table(hand, seen.placed, seen.seat)
        case wrong.PrematureCard() if (seat := seat_of(seen.placed.zone)) is not None and hand.game.family == "stud":
            return (HasEarlyCard(seat),)
        case (
            wrong.WrongPlace()
            | wrong.MissedBurn()
            | wrong.DoubleBurn()
            | wrong.ShortBoard()
            | wrong.BrokenRepair()
            | wrong.SkippedReplacement()
        ):
            return (CountsWhereItLies(seen.placed),)
        case wrong.DuplicateCard() if seen.placed is not None:
            return (CountsWhereItLies(seen.placed),)
        case wrong.BoxedCard() | wrong.StrayJoker() if seen.due is None and not seen.counted:
            return (CountsWhereItLies(seen.placed),)
        case _:
            return None if type(seen) is Irregularity else ()


def _from_off_the_table(hand: HandInPlay, placed: TableCard, seat: Seat) -> tuple[Effect, ...]:
    if placed.zone != OFF or not takes_cards(hand, seat):
        return ()
    return (First((Move(placed, OFF, seat_zone(seat), "up" if placed.seen else "down"),)),)
