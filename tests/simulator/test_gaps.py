"""The gaps between a dealer's cards."""

from random import Random
from statistics import median, pstdev

from burncard.firmware_bridge.driver import MS
from burncard.simulator.rooms.gaps import HELD_UP_MS, SHORTEST_MS, even, uneven


def test_an_even_dealer_takes_about_half_a_second() -> None:
    rng = Random(1)
    gaps_ns = [even(rng) for _ in range(1_000)]
    assert 400 * MS <= min(gaps_ns) <= max(gaps_ns) <= 600 * MS


def test_an_uneven_one_takes_as_long_on_the_whole_hurries_and_is_held_up() -> None:
    rng = Random(1)
    gaps_ns = [uneven(rng) for _ in range(3_000)]
    assert 470 * MS < median(gaps_ns) < 530 * MS
    assert pstdev(gaps_ns) > 200 * MS
    assert min(gaps_ns) == SHORTEST_MS * MS
    held_up = sum(gap_ns >= HELD_UP_MS[0] * MS for gap_ns in gaps_ns)
    assert 0.02 < held_up / len(gaps_ns) < 0.06
