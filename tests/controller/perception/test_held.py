"""The cards that have been decided on and not told: which they are, and where the table knows them to lie."""

import pytest

from burncard.controller.perception.arrival import Arrival
from burncard.controller.perception.held import HOLD_FOR_EDGE_NS, HOLD_FOR_SURE_NS, SURE
from burncard.firmware_bridge.driver import MS, Nanoseconds
from tests.harness.scans_by_hand import EDGE_DBM, SCAN_NS, Bench, dealt_then_due


def test_a_card_that_has_left_the_pack_is_on_its_way_though_it_may_only_pass() -> None:
    bench = dealt_then_due(4)
    bench.run(600 * MS)
    bench.lay("new", 3, rssi_dbm=EDGE_DBM + 2)
    bench.run_until_heard("new")
    bench.run(3 * SCAN_NS)
    assert list(bench.perception.beliefs.appearing()) == []
    assert [arrival.uid for arrival in bench.perception.held.new(bench.now_ns)] == ["new"]


@pytest.mark.parametrize(("antenna", "told"), [(4, [("x", 4, 1)]), (1, [])])
def test_a_card_that_is_held_and_turns_out_to_lie_elsewhere_was_never_where_it_was_held(
    antenna: int, told: list[tuple[str, int, int | None]]
) -> None:
    waiting = Bench(2).perception.held
    waiting.add(Arrival("x", 3, 1, 100, 200, 50, was_due=True))
    waiting.add(Arrival("x", antenna, 3, 300, 400, 250))
    assert [(held.uid, held.antenna, held.left) for held in waiting.cards] == told
    assert all(held.was_due for held in waiting.cards), "its arrival where it was due is reported only once"


@pytest.mark.parametrize(("weight", "within_ns"), [(0.5, HOLD_FOR_EDGE_NS), (SURE + 0.01, HOLD_FOR_SURE_NS)])
def test_a_card_that_likely_lies_where_it_seems_to_is_on_its_way_for_longer_than_one_on_an_edge(
    weight: float, within_ns: int
) -> None:
    bench = dealt_then_due(4)
    bench.lay("new", 3, rssi_dbm=EDGE_DBM)
    bench.run_until_heard("new")
    tag = bench.perception.beliefs.tags["new"]
    candidate = tag.candidates[3]
    tag.candidates, tag.pack, candidate.place.ways = {3: candidate}, 1 - weight, [weight]
    held, heard_ns = bench.perception.held, candidate.first_ns
    assert [each.uid for each in held.new(Nanoseconds(heard_ns + within_ns - 1))] == ["new"]
    assert not list(held.new(Nanoseconds(heard_ns + within_ns)))
