"""A card that was dealt to the place beside the muck, or beside the cards that are set aside, and that these hear
instead: it was pitched too far."""

import pytest

from burncard.firmware_bridge.driver import MS, SECOND
from tests.harness.scans_by_hand import Bench

SEAT, MUCK, FAR = 2, 3, 5
SLOW_NS = 70 * MS
"""A scan of a reader on a slow line, which hears a card twice before it is reported."""


def asked(bench: Bench) -> tuple[int, ...]:
    between = bench.perception.doubt.between
    return () if between is None else between.antennas


@pytest.mark.parametrize("measures_strength", [True, False])
@pytest.mark.parametrize("place", ["muck", "aside"])
def test_a_new_card_there_next_door_to_where_one_is_due_is_asked_about(place: str, measures_strength: bool) -> None:
    muck, aside = ((MUCK,), ()) if place == "muck" else ((), (MUCK,))
    bench = Bench(SEAT, 1, muck=muck, aside=aside, measures_strength=measures_strength)
    bench.lay("c", MUCK)
    assert (bench.run(5 * SECOND), asked(bench)) == ([], (SEAT, MUCK))
    bench.lift("c")
    bench.lay("c", SEAT)
    assert (bench.run(2 * SECOND), asked(bench)) == ([("c", SEAT)], ())


def test_it_lies_in_the_muck_once_somebody_has_looked_and_left_it() -> None:
    bench = Bench(SEAT, 1, muck=(MUCK,), measures_strength=False)
    bench.deal.wrong = "c"
    bench.lay("c", MUCK)
    bench.run(5 * SECOND)
    bench.perception.doubt.looked()
    assert bench.run(5 * SECOND) == [("c", MUCK)]


def test_a_new_card_in_a_muck_that_is_not_next_door_lies_there() -> None:
    bench = Bench(SEAT, 1, muck=(FAR,), measures_strength=False)
    bench.deal.wrong = "c"
    bench.lay("c", FAR)
    assert (bench.run(5 * SECOND), asked(bench)) == ([("c", FAR)], ())


@pytest.mark.parametrize("measures_strength", [True, False])
def test_a_card_in_the_muck_that_its_seat_has_heard_only_twice_is_asked_about_unless_a_strength_tells(
    measures_strength: bool,
) -> None:
    bench = Bench(SEAT, 1, muck=(MUCK,), measures_strength=measures_strength)
    bench.scan_ns = SLOW_NS
    bench.run(200 * MS)
    bench.lay("c", SEAT)
    while not bench.reported:
        bench.run(SLOW_NS)
    bench.lift("c")
    for antenna in (SEAT, MUCK) * 3:
        bench.scan(antenna)
    bench.lay("c", MUCK)
    told = [("c", MUCK)] if measures_strength else []
    assert (bench.run(5 * SECOND), asked(bench)) == (told, () if measures_strength else (SEAT, MUCK))


def test_one_that_its_seat_has_heard_for_long_was_taken_to_the_muck() -> None:
    bench = Bench(SEAT, 1, muck=(MUCK,), measures_strength=False)
    bench.lay("c", SEAT)
    assert bench.run(2 * SECOND) == [("c", SEAT)]
    bench.lift("c")
    bench.lay("c", MUCK)
    assert (bench.run(5 * SECOND), asked(bench)) == ([("c", MUCK)], ())
