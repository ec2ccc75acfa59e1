"""For how long a card waits for one that may have come before it."""

import pytest

from burncard.controller.perception.arrival import Arrival
from burncard.controller.perception.dealers_pace import USUAL_NS
from burncard.controller.perception.patience import HOLD_FOR_MISSING_NS, THROWN_WITHIN_NS
from burncard.firmware_bridge.driver import MS, SECOND, Nanoseconds
from tests.harness.scans_by_hand import Bench, dealt_then_due, settled

HIGH = 6
"""So many cards lie at a place where half of the scans miss one more."""


@pytest.mark.parametrize("others_stay", [True, False])
def test_a_card_that_leaves_the_others_of_its_hand_waits_for_no_fold(others_stay: bool) -> None:
    bench = settled(2)
    bench.deal.left = [2]
    bench.lay("c2", 2)
    assert bench.run(600 * MS) == [("c2", 2)]
    bench.deal.thrown = "c1"
    for uid in ("c1",) if others_stay else ("c1", "c2"):
        bench.lift(uid)
        bench.lay(uid, 5)
    assert ("c1", 5) not in bench.run(THROWN_WITHIN_NS)
    assert (("c1", 5) in bench.run(300 * MS)) is others_stay
    assert (("c1", 5) in bench.run(HOLD_FOR_MISSING_NS - THROWN_WITHIN_NS)) is not others_stay


@pytest.mark.parametrize(("due", "scans"), [(2, 8), (4, 3)])
def test_a_moved_card_waits_for_a_due_one_that_may_well_lie_unheard_on_a_pile(due: int, scans: int) -> None:
    bench = settled(*(2,) * HIGH, 1)
    bench.deal.left = [due]
    bench.perception.held.add(Arrival(f"c{HIGH + 1}", 3, 1, bench.now_ns, bench.now_ns))
    needed = 0
    while bench.perception.held.cards:
        bench.scan(due)
        needed += 1
    assert needed == scans


def test_a_misplaced_card_waits_for_one_before_it_that_is_silent_at_first_if_nobody_knows_when_the_deal_began() -> None:
    bench = Bench(2, 4, 1)
    bench.lay("b", 1)
    assert bench.run(HOLD_FOR_MISSING_NS - 200 * MS) == []
    assert bench.run(500 * MS) == [("b", 1)]


@pytest.mark.parametrize(("scans_of_due", "waits_ns"), [(2, 60 * MS), (1, 160 * MS), (0, 340 * MS)])
def test_a_card_out_of_order_waits_less_the_oftener_the_place_that_is_due_was_scanned(
    scans_of_due: int, waits_ns: int
) -> None:
    bench = dealt_then_due(2)
    bench.deal.wrong = "wrong"
    first_ns, decided_ns = bench.now_ns, Nanoseconds(bench.now_ns + 100 * MS)
    bench.perception.held.add(Arrival("wrong", 4, None, first_ns, decided_ns))
    for _ in range(scans_of_due):
        bench.scan(2)
    while bench.perception.held.cards:
        bench.scan(5)
    assert bench.now_ns - first_ns == waits_ns


@pytest.mark.parametrize(("gaps", "asks"), [(0.9, False), (1.9, True)])
def test_no_card_is_asked_for_on_a_pile_if_there_was_no_time_to_deal_it(gaps: float, asks: bool) -> None:
    bench = settled(1)
    for number in range(4):
        bench.perception.beliefs.place(f"b{number}", 2)
        bench.lay(f"b{number}", 2)
    bench.run(1 * SECOND)
    bench.deal.left = [5, 2, 4]
    bench.lay("before", 5)
    bench.run(int(gaps * USUAL_NS))
    bench.lay("later", 4)
    told = bench.run(4 * SECOND)
    assert bench.perception.order.unheard_at == (2 if asks else None)
    assert told == ([] if asks else [("later", 4)])
