"""Where a deal began: at the place that is due, or at the wrong seat."""

import pytest

from burncard.controller.perception.deal_start import TELLS_NS
from burncard.firmware_bridge.driver import MS, SECOND
from tests.controller.perception.test_mute import after_hands
from tests.harness.scans_by_hand import Bench

GAP_NS = 400 * MS


def dealt(bench: Bench, *antennas: int) -> list[tuple[str, int]]:
    """Deals `c1`, `c2` and so on to these antennas, at a dealer's pace. Returns what was reported."""
    for number, antenna in enumerate(antennas, start=1):
        bench.lay(f"c{number}", antenna)
        bench.run(GAP_NS)
    return [(uid, antenna) for uid, antenna, _ in bench.reported]


@pytest.mark.parametrize("seats", [(2, 4), (2, 3, 4)])
@pytest.mark.parametrize("measures_strength", [True, False])
def test_a_deal_that_goes_on_from_the_wrong_seat_began_there(
    seats: tuple[int, ...], *, measures_strength: bool
) -> None:
    bench = Bench(*seats, *seats, measures_strength=measures_strength)
    dealt(bench, *(seats[1:] + seats[:1]) * 2)
    bench.run(400 * MS)
    assert bench.reported[0][:2] == ("c1", seats[1])


def test_nothing_is_ruled_on_until_the_next_card_tells_where_the_deal_began() -> None:
    bench = Bench(2, 4, 2, 4)
    assert dealt(bench, 4, 2) == []


@pytest.mark.parametrize("silent_ns", [300 * MS, 700 * MS, 1_000 * MS])
def test_a_first_card_that_was_silent_at_first_is_the_one_that_is_due(silent_ns: int) -> None:
    bench = Bench(2, 4, 2, 4)
    bench.lay("c1", 2, chance=0.0)
    bench.run(GAP_NS)
    bench.lay("c2", 4)
    bench.run(silent_ns - GAP_NS if silent_ns > GAP_NS else GAP_NS)
    bench.lay("c1", 2)
    bench.lay("c3", 2)
    bench.run(GAP_NS)
    bench.lay("c4", 4)
    bench.run(SECOND)
    assert [antenna for _, antenna, _ in bench.reported] == [2, 4, 2, 4]


def test_a_deal_that_does_not_go_on_began_where_a_card_is_due() -> None:
    bench = Bench(2, 4, 2, 4)
    dealt(bench, 4, 2)
    bench.run(TELLS_NS)
    assert [antenna for _, antenna, _ in bench.reported] == [2, 4]


def test_cards_of_a_street_do_not_come_back_to_the_first_seat_and_are_weighed_one_by_one() -> None:
    bench = Bench(2, 4)
    bench.lay("c1", 4)
    bench.run(300 * MS)
    bench.lay("c2", 2)
    assert bench.run(600 * MS) == [("c2", 2), ("c1", 4)]


@pytest.mark.parametrize("is_mute", [True, False])
def test_a_deal_whose_first_card_may_be_a_mute_one_did_not_begin_at_the_wrong_seat(is_mute: bool) -> None:
    bench = Bench(2, 4, 2, 4)
    if is_mute:
        bench.perception.unheard.mute = after_hands(2, heard=51)
    dealt(bench, 4, 2, 4)
    bench.run(2 * SECOND)
    assert (bench.reported[0][:2] == ("c1", 4)) is not is_mute
