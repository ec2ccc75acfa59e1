"""A card whose tag answers hardly any scan: it is reported once it was heard twice where it is due, and asked for."""

import pytest

from burncard.controller.perception.order import ASK_MAX_NS
from burncard.firmware_bridge.driver import MS, SECOND
from tests.harness.scans_by_hand import Bench, settled

HARDLY = 0.05
LONG_NS = 12 * SECOND


def dealt_past_one(seed: int) -> Bench:
    """Three cards are dealt at a slow reader without strengths; hardly any scan hears the first."""
    bench = Bench(1, 2, 3, measures_strength=False, seed=seed)
    bench.scan_ns = 60 * MS
    bench.lay("c1", 1, chance=HARDLY)
    bench.run(500 * MS)
    bench.lay("c2", 2)
    bench.run(500 * MS)
    bench.lay("c3", 3)
    return bench


def test_a_due_card_that_hardly_any_scan_hears_is_mostly_reported_in_the_end() -> None:
    first = []
    for seed in range(40):
        bench = dealt_past_one(seed)
        bench.run(LONG_NS)
        first += [uid for uid, _, _ in bench.reported[:1]]
    assert set(first) == {"c1"}
    assert len(first) >= 34


@pytest.mark.parametrize("has_stopped", [False, True])
def test_a_card_may_lie_unheard_after_a_pause_in_which_somebody_was_asked_about_another(has_stopped: bool) -> None:
    """After a pause of his own a dealer has left it out."""
    bench = settled(1, 2, 3)
    bench.deal.left = [4, 1, 2]
    bench.lay("c4", 4)
    assert bench.run(300 * MS) == [("c4", 4)]
    if not has_stopped:
        bench.run(500 * MS)
        bench.perception.order.unheard_at = 1
        bench.perception.order.release(bench.now_ns)
        bench.perception.order.unheard_at = None
    bench.run(4 * SECOND)
    bench.lay("later", 2)
    bench.run(ASK_MAX_NS)
    assert (bench.perception.order.unheard_at == 1) is not has_stopped
    assert (("later", 2) in [each[:2] for each in bench.reported]) is has_stopped


@pytest.mark.parametrize("glimpsed", [(), (1,), (1, 4)])
def test_two_cards_that_a_later_one_passes_over_are_asked_for_if_both_were_glimpsed(glimpsed: tuple[int, ...]) -> None:
    bench = Bench(2, 1, 4, 5)
    bench.lay("first", 2)
    assert bench.run(400 * MS) == [("first", 2)]
    for antenna in glimpsed:
        bench.run(400 * MS)
        bench.lay(f"c{antenna}", antenna, rssi_dbm=-60.0)
        bench.scan(antenna)
        bench.lift(f"c{antenna}")
        bench.run(400 * MS)
    bench.lay("last", 5)
    bench.run(ASK_MAX_NS)
    assert (bench.perception.order.unheard_at == 1) is (glimpsed == (1, 4))


@pytest.mark.parametrize(("gaps", "is_asked"), [(1, False), (2, False), (3, True), (5, False)])
def test_two_silent_cards_that_a_later_one_passes_over_are_asked_for_if_there_was_time_for_both(
    gaps: int, is_asked: bool
) -> None:
    bench = settled(1, 2, 3)
    bench.deal.left = [4, 1, 2, 3]
    bench.lay("c4", 4)
    bench.run(gaps * 600 * MS)
    bench.lay("later", 3)
    bench.run(ASK_MAX_NS)
    assert (bench.perception.order.unheard_at == 1) is is_asked
    assert (("later", 3) in [each[:2] for each in bench.reported]) is not is_asked
