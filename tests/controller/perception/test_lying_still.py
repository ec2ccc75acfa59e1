"""Cards that lie still, and are heard badly, or better by the antenna next door: they have not moved."""

import pytest

from burncard.firmware_bridge.driver import MS, SECOND
from tests.harness.scans_by_hand import OWN_DBM, Bench, settled

SEAT, NEXT, MUCK = 3, 4, 5
WITHOUT_STRENGTH = False


def between(own: float, other: float, *, pile: int = 1, seed: int = 1) -> Bench:
    """A card was dealt on a pile, and lies so that its own antenna and the one next door hear it in these shares of
    their scans. The cards of the pile are heard as well."""
    bench = Bench(*[SEAT] * (pile + 1), measures_strength=WITHOUT_STRENGTH, seed=seed)
    for number in range(pile):
        bench.lay(f"below{number}", SEAT, 0.9)
        bench.run(800 * MS)
    bench.lay("c", SEAT, own)
    bench.lay("c", NEXT, other)
    while bench.deal.left:
        bench.run(100 * MS)
    assert bench.reported[-1][:2] == ("c", SEAT)
    return bench


@pytest.mark.parametrize("seed", [0, 1])
@pytest.mark.parametrize(("own", "other"), [(0.5, 0.4), (0.3, 0.3), (0.06, 0.1)])
def test_a_card_that_is_heard_as_it_always_was_has_not_moved_next_door(own: float, other: float, seed: int) -> None:
    bench = between(own, other, pile=4, seed=seed)
    assert bench.run(120 * SECOND) == []


def test_one_that_is_heard_otherwise_from_some_moment_on_has_moved() -> None:
    bench = between(0.9, 0.1)
    bench.run(5 * SECOND)
    bench.lift("c")
    bench.lay("c", NEXT)
    assert bench.run(4 * SECOND) == [("c", NEXT)]


def test_a_card_has_not_left_a_place_whose_last_scan_has_heard_it() -> None:
    bench = settled(1, measures_strength=WITHOUT_STRENGTH)
    bench.lay("c1", MUCK)
    for _ in range(8):  # nobody asks the old place meanwhile
        bench.scan(MUCK)
    assert [told[:2] for told in bench.reported] == [("c1", 1)]
    bench.lift("c1")
    bench.scan(1)
    bench.lay("c1", MUCK)
    assert bench.run(3 * SECOND) == [("c1", MUCK)]


def hand_at(seat: int, *cards: str) -> Bench:
    """A player holds these cards; nobody has folded, and a hand is thrown in whole."""
    bench = Bench(*[seat] * len(cards), measures_strength=WITHOUT_STRENGTH, muck=(MUCK,))
    for uid in cards:
        bench.lay(uid, seat)
        bench.run(600 * MS)
    bench.deal.whole = True
    bench.run(2 * SECOND)
    return bench


def test_a_hand_over_a_seat_folds_nobody_of_whose_cards_the_muck_overhears_one() -> None:
    bench = hand_at(NEXT, "a", "b", "c")
    bench.lay("a", MUCK)
    bench.scan(MUCK)
    for uid in "abc":
        bench.lying[NEXT].pop(uid)  # somebody's hand lies over them
    for _ in range(4):
        bench.scan(NEXT)
    bench.scan(MUCK)
    bench.scan(MUCK)
    bench.lying[MUCK].pop("a")
    for uid in "abc":
        bench.lay(uid, NEXT)
    bench.run(5 * SECOND)
    assert {told[:2] for told in bench.reported} == {("a", NEXT), ("b", NEXT), ("c", NEXT)}


def test_a_hand_that_is_thrown_in_is_in_the_muck_once_two_of_its_cards_are_heard_there() -> None:
    bench = hand_at(NEXT, "a", "b", "c")
    for uid in "abc":
        bench.lift(uid)
        bench.lay(uid, MUCK)
    assert sorted(bench.run(2 * SECOND)) == [("a", MUCK), ("b", MUCK), ("c", MUCK)]


def test_a_held_card_that_the_due_place_overhears_stays_where_it_was_heard_all_the_time() -> None:
    bench = Bench(2, 3, 4, measures_strength=WITHOUT_STRENGTH)
    bench.lay("c", 3)
    held = bench.perception.held.cards
    while not held:
        assert bench.run(100 * MS) == []
    assert [(arrival.uid, arrival.antenna) for arrival in held] == [("c", 3)]
    bench.lay("c", 2)
    bench.scan(2)
    bench.scan(2)
    bench.lift("c")
    bench.lay("c", 3)
    for antenna in (3, 2, 3, 4) * 3:
        bench.scan(antenna)
        assert [(arrival.uid, arrival.antenna) for arrival in held] == [("c", 3)]


@pytest.mark.parametrize("is_heard_where_due", [True, False])
def test_a_new_card_that_the_due_place_hears_as_well_is_asked_about(is_heard_where_due: bool) -> None:
    bench = Bench(2, 4, measures_strength=WITHOUT_STRENGTH)
    for number in range(40):
        is_heard = {3: number % 4 != 1 or not is_heard_where_due, 2: is_heard_where_due and number % 3 == 0, 4: False}
        for antenna in (3, 2, 4):
            bench.lift("c")
            if is_heard[antenna]:
                bench.lay("c", antenna)
            bench.scan(antenna)
        if bench.reported or bench.perception.doubt.between:
            break
    assert (bench.perception.doubt.between is not None) is is_heard_where_due
    assert bool(bench.reported) is not is_heard_where_due


def test_a_card_that_is_always_heard_badly_is_not_missing_after_two_scans() -> None:
    bench = between(0.3, 0.0)
    bench.run(10 * SECOND)
    bench.lying[SEAT].pop("c")
    silent = bench.perception.silent
    place = bench.perception.beliefs.tags["c"].home
    assert place is not None
    while place.misses < 3:
        bench.scan(SEAT)
    assert not silent.has_left(place)
    while place.misses < 15:
        bench.scan(SEAT)
    assert silent.has_left(place)


def test_the_muck_alone_is_searched_for_a_card_that_was_taken() -> None:
    bench = hand_at(2, "a", "b")
    kept = (2,)
    for uid in "ab":
        bench.lift(uid)
    for _ in range(3):
        bench.scan(2)
    assert bench.perception.silent.is_astray(kept, bench.now_ns)
    for _ in range(20):
        bench.scan(MUCK)
    assert not bench.perception.silent.is_astray(kept, bench.now_ns)


@pytest.mark.parametrize("measures_strength", [True, False])
def test_a_card_that_creeps_to_the_next_place_is_found_out(measures_strength: bool) -> None:
    bench = Bench(SEAT, measures_strength=measures_strength)
    bench.lay("c", SEAT)
    assert bench.run(3 * SECOND) == [("c", SEAT)]
    for percent in range(0, 101, 4):  # somebody pushes it a little every ten seconds
        bench.lay("c", SEAT, 1 - percent / 100, OWN_DBM - 0.15 * percent)
        bench.lay("c", NEXT, percent / 100, OWN_DBM - 0.15 * (100 - percent))
        bench.run(10 * SECOND)
    bench.run(20 * SECOND)
    assert bench.reported[-1][:2] == ("c", NEXT)


def test_a_card_that_has_just_come_and_is_pushed_onto_the_next_hand_is_found_out() -> None:
    bench = Bench(SEAT, measures_strength=False)
    for number in range(6):
        bench.perception.beliefs.place(f"below{number}", NEXT)
        bench.lay(f"below{number}", NEXT, 0.9)
    bench.lay("c", SEAT)
    while not bench.reported:
        bench.run(30 * MS)
    bench.lift("c")
    bench.lay("c", NEXT, 0.5)  # half of the scans miss it on that pile
    assert bench.run(3 * SECOND) == [("c", NEXT)]


@pytest.mark.parametrize("measures_strength", [True, False])
def test_a_card_that_is_pushed_until_both_places_hear_it_is_asked_about(measures_strength: bool) -> None:
    bench = Bench(SEAT, measures_strength=measures_strength)
    bench.lay("c", SEAT)
    assert bench.run(3 * SECOND) == [("c", SEAT)]
    bench.lay("c", SEAT, 0.6, OWN_DBM - 8)
    bench.lay("c", NEXT, 0.8, OWN_DBM - 8)
    assert bench.run(5 * SECOND) == []
    assert bench.perception.doubt.between is not None
    assert bench.perception.doubt.between.antennas == (SEAT, NEXT)


def silent_where_it_lies() -> Bench:
    """A card that the antenna next door has always heard as well falls silent where it lies."""
    bench = between(0.95, 1.0)
    bench.run(5 * SECOND)
    bench.lying[SEAT].pop("c")
    assert bench.run(5 * SECOND) == []
    return bench


def test_a_card_that_the_next_place_has_always_heard_is_asked_about_when_its_own_hears_it_no_more() -> None:
    bench = silent_where_it_lies()
    assert bench.perception.doubt.between is not None
    assert bench.perception.doubt.between.antennas == (SEAT, NEXT)


def test_nobody_is_asked_any_more_once_its_own_place_hears_it_again() -> None:
    bench = silent_where_it_lies()
    bench.lay("c", SEAT)
    assert bench.run(2 * SECOND) == []
    assert bench.perception.doubt.between is None


def test_it_stays_where_it_was_if_somebody_looks_and_leaves_it_there() -> None:
    bench = silent_where_it_lies()
    bench.perception.doubt.looked()
    assert bench.run(20 * SECOND) == []
    assert bench.perception.doubt.between is None


def test_it_is_reported_where_it_is_taken_after_somebody_has_looked() -> None:
    bench = silent_where_it_lies()
    bench.perception.doubt.looked()
    bench.lift("c")
    bench.lay("c", MUCK)
    assert bench.run(5 * SECOND) == [("c", MUCK)]


def test_it_is_reported_next_door_once_it_is_to_go_there() -> None:
    bench = silent_where_it_lies()
    bench.perception.doubt.looked()
    bench.deal.likely = lambda uid, home, antenna, *, alone=False: (home, antenna) == (SEAT, NEXT)  # type: ignore[method-assign]
    bench.deal.thrown = "another moment"
    bench.deal.left = [NEXT]
    bench.lift("c")
    bench.lay("c", NEXT)
    assert bench.run(5 * SECOND) == [("c", NEXT)]


@pytest.mark.parametrize(("before", "is_moved"), [(0.0, True), (0.9, False)])
def test_a_card_that_is_to_go_next_door_has_gone_to_the_edge_if_it_was_not_heard_there_before(
    before: float, is_moved: bool
) -> None:
    """Its old place hears it still, and better."""
    bench = between(1.0, before)
    bench.run(5 * SECOND)
    bench.deal.left, bench.deal.from_place = [NEXT], (SEAT,)
    bench.deal.likely = lambda uid, home, antenna, *, alone=False: (home, antenna) == (SEAT, NEXT)  # type: ignore[method-assign]
    bench.deal.thrown = "another moment"
    bench.lay("c", NEXT, 0.9)
    assert bench.run(5 * SECOND) == ([("c", NEXT)] if is_moved else [])


def test_a_card_that_the_next_place_hears_as_often_as_before_is_not_ruled_on_when_its_own_hears_it_no_more() -> None:
    bench = between(0.9, 0.6)
    bench.run(10 * SECOND)
    bench.lying[SEAT].pop("c")
    assert bench.run(5 * SECOND) == []


def test_a_card_that_was_looked_at_and_laid_back_on_the_edge_of_its_place_is_not_moved_after_three_reads() -> None:
    bench = settled(1, 2, 1)
    for uid in ("c1", "c3"):
        bench.lift(uid)
    bench.deal.whole = True
    bench.run(1_000 * MS)
    bench.scan_ns = 60 * MS
    bench.lay("c1", 2, rssi_dbm=-45.5)
    for antenna in (2, 1, 3):
        bench.scan(antenna)
    bench.lay("c1", 2, rssi_dbm=-50.5)
    bench.lay("c3", 1)
    for antenna in (2, 1, 2, 3):
        bench.scan(antenna)
    assert bench.reported[3:] == []
    bench.lift("c1")
    bench.lay("c1", 1, rssi_dbm=-53.5)
    bench.run(5_000 * MS)
    assert bench.reported[3:] == []
