"""A card between two places: the table asks for it to be pushed, then reports it there in its original order."""

import pytest

from burncard.controller.perception.decision import EDGE_PATIENCE_MAX_NS
from burncard.controller.perception.doubt import GONE_NS
from burncard.firmware_bridge.driver import MS, SECOND, Nanoseconds
from tests.harness.scans_by_hand import EDGE_DBM, OWN_DBM, Bench, dealt_then_due, settled

ASKED_BY_NS = EDGE_PATIENCE_MAX_NS + 200 * MS
CLEARLY_DB = 6


def lay_between(bench: Bench, uid: str, first: int, second: int, nearer_db: float = 0.0) -> None:
    """A card comes to lie between two places; the first one hears it better by so much."""
    bench.lay(uid, first, rssi_dbm=EDGE_DBM + nearer_db)
    bench.lay(uid, second, rssi_dbm=EDGE_DBM)


def push(bench: Bench, uid: str, antenna: int) -> None:
    bench.lift(uid)
    bench.lay(uid, antenna, rssi_dbm=OWN_DBM)


def asked_about(first: int, second: int, nearer_db: float = 0.0) -> Bench:
    """A card is due at 4, and another place has got one on its edge."""
    bench = dealt_then_due(4)
    bench.run(400 * MS)
    lay_between(bench, "a", first, second, nearer_db)
    assert bench.run(ASKED_BY_NS) == []
    assert bench.perception.doubt.between is not None
    return bench


@pytest.mark.parametrize(("first", "second"), [(2, 3), (3, 2)])
def test_a_card_midway_between_two_places_where_none_is_due_is_asked_about(first: int, second: int) -> None:
    bench = asked_about(first, second)
    assert bench.perception.doubt.between is not None
    assert bench.perception.doubt.between.antennas == (2, 3)


def moved(first: int, second: int, nearer_db: float = 0.0) -> Bench:
    """A card has left its place, 1, and lies between two others."""
    bench = settled(1)
    bench.lift("c1")
    lay_between(bench, "c1", first, second, nearer_db)
    bench.run(5 * SECOND)
    return bench


def test_a_card_that_has_moved_between_two_places_where_nothing_awaits_it_is_asked_about() -> None:
    bench = moved(3, 4)
    assert bench.perception.doubt.between is not None
    push(bench, "c1", 4)
    assert bench.run(1_500 * MS) == [("c1", 4)]


def test_a_card_that_has_moved_to_the_edge_of_where_it_is_awaited_is_not_asked_about() -> None:
    assert moved(4, 5, CLEARLY_DB / 2).reported[-1][:2] == ("c1", 5)


def test_a_card_that_lies_on_the_edge_of_its_place_is_not_asked_about() -> None:
    assert moved(1, 2).perception.doubt.between is None


def test_a_card_that_is_heard_better_next_door_to_where_it_is_due_is_asked_about() -> None:
    asked_about(3, 4, CLEARLY_DB / 2)


def heard_well_where_it_is_due() -> Bench:
    """A card is due at 4. The antenna next door hears one in every scan, and clearly more strongly."""
    bench = dealt_then_due(4)
    bench.run(400 * MS)
    bench.lay("a", 4, 0.45, EDGE_DBM - CLEARLY_DB)
    bench.lay("a", 3, 1.0, OWN_DBM)
    return bench


def test_a_card_that_is_heard_well_where_it_is_due_is_asked_about_until_somebody_has_looked() -> None:
    bench = heard_well_where_it_is_due()
    assert bench.run(3 * ASKED_BY_NS) == []
    assert bench.perception.doubt.between is not None
    assert bench.perception.doubt.between.antennas == (3, 4)
    bench.perception.doubt.looked()
    assert bench.run(1_500 * MS) == [("a", 3)]


@pytest.mark.parametrize("antenna", [3, 4])
def test_it_is_reported_where_it_is_pushed(antenna: int) -> None:
    bench = heard_well_where_it_is_due()
    bench.run(ASKED_BY_NS)
    push(bench, "a", antenna)
    assert bench.run(2 * SECOND) == [("a", antenna)]


def test_a_card_that_is_heard_as_well_where_it_is_due_is_taken_for_the_one_that_is_due() -> None:
    bench = dealt_then_due(4)
    bench.run(400 * MS)
    lay_between(bench, "a", 4, 3, CLEARLY_DB / 12)
    assert bench.run(ASKED_BY_NS) == [("a", 4)]


@pytest.mark.parametrize("antenna", [2, 3])
def test_a_card_that_was_pushed_is_told_where_it_lies_since(antenna: int) -> None:
    bench = asked_about(2, 3)
    push(bench, "a", antenna)
    assert bench.run(1_500 * MS) == [("a", antenna)]
    assert bench.perception.doubt.between is None


def test_what_came_after_a_card_that_is_asked_about_is_told_after_it() -> None:
    bench = asked_about(2, 3)
    bench.lay("b", 4)
    assert bench.run(1_000 * MS) == []
    push(bench, "a", 3)
    assert bench.run(3_000 * MS) == [("a", 3), ("b", 4)]


def test_a_card_that_was_pushed_came_when_it_was_first_heard() -> None:
    bench = asked_about(2, 3)
    bench.lay("b", 1)
    bench.run(2 * ASKED_BY_NS)
    push(bench, "a", 3)
    assert bench.run(4_000 * MS) == [("a", 3), ("b", 1)]


@pytest.mark.parametrize("chance", [0.7, 0.9])
def test_a_card_that_was_pushed_and_looked_at_came_when_it_was_first_heard(chance: float) -> None:
    bench = asked_about(2, 3)
    bench.lay("b", 1)
    bench.run(2 * ASKED_BY_NS)
    bench.lift("a")
    bench.lay("a", 3, chance)
    bench.perception.doubt.looked()
    assert bench.run(4_000 * MS) == [("a", 3), ("b", 1)]


def test_nothing_is_held_for_long_for_a_card_that_somebody_has_looked_at_and_taken_away() -> None:
    bench = asked_about(2, 3)
    bench.lift("a")
    bench.lay("b", 1)
    bench.run(ASKED_BY_NS)
    bench.perception.doubt.looked()
    assert bench.run(3 * SECOND) == [("b", 1)]


@pytest.mark.parametrize(("heard_after_ns", "counts_from_then"), [(SECOND, False), (GONE_NS + SECOND, True)])
def test_a_card_that_was_heard_nowhere_for_long_after_the_answer_came_when_it_is_heard_again(
    heard_after_ns: int, counts_from_then: bool
) -> None:
    bench = asked_about(2, 3)
    bench.lift("a")
    bench.perception.doubt.looked()
    heard_ns = bench.now_ns + heard_after_ns
    assert (bench.perception.doubt.first_ns("a", heard_ns) == heard_ns) is counts_from_then


def test_a_card_that_somebody_leaves_as_it_lies_counts_where_it_is_heard_better() -> None:
    bench = asked_about(2, 3, CLEARLY_DB / 4)
    bench.perception.doubt.looked()
    assert bench.run(4 * SECOND) == [("a", 2)]


def test_nothing_is_held_for_a_card_that_was_taken_away() -> None:
    bench = asked_about(2, 3)
    bench.lift("a")
    bench.lay("b", 4)
    assert bench.run(GONE_NS + ASKED_BY_NS) == [("b", 4)]
    assert bench.perception.doubt.between is None


def test_two_cards_between_places_are_asked_about_one_after_the_other() -> None:
    bench = dealt_then_due(5)
    bench.run(400 * MS)
    lay_between(bench, "a", 1, 2)
    bench.run(500 * MS)
    lay_between(bench, "b", 3, 4)
    bench.run(2 * ASKED_BY_NS)
    for uid, antenna in (("a", 2), ("b", 4)):
        assert bench.perception.doubt.between is not None
        assert bench.perception.doubt.between.uid == uid
        push(bench, uid, antenna)
        bench.run(ASKED_BY_NS + 500 * MS)
    assert [(uid, antenna) for uid, antenna, _ in bench.reported[-2:]] == [("a", 2), ("b", 4)]


def test_a_card_that_somebody_left_halfway_between_two_places_is_where_a_card_is_awaited_sooner() -> None:
    bench = Bench(1, 3)
    bench.lay("c", 3, 0.7, EDGE_DBM - 1)
    bench.lay("c", 4, 0.7, EDGE_DBM)
    bench.run(3 * SECOND)
    assert bench.perception.held.cards == []
    bench.perception.doubt.looked()
    bench.run(3 * SECOND)
    assert [(held.uid, held.antenna) for held in bench.perception.held.cards] == [("c", 3)]


def test_a_card_that_the_place_due_next_door_hears_as_well_is_asked_about_however_strong_it_is_elsewhere() -> None:
    """Antennas differ, and level off near a coil: a stronger answer does not say to which of two places it belongs."""
    bench = Bench(2, 3)
    bench.run(300 * MS)
    bench.lay("b", 3, rssi_dbm=EDGE_DBM)
    bench.lay("b", 4)
    bench.run(2 * SECOND)
    assert (bench.reported, bench.perception.held.cards) == ([], [])
    between = bench.perception.doubt.between
    assert between is not None
    assert set(between.antennas) == {3, 4}
    bench.perception.doubt.looked()
    bench.run(3 * SECOND)
    held = bench.perception.held.cards
    assert [*bench.reported, *((each.uid, each.antenna) for each in held)][0][:2] == ("b", 4)


def test_a_card_is_found_next_door_after_a_push_though_it_was_heard_there_before_and_is_overheard_now_and_then() -> (
    None
):
    bench = settled(1, 1)
    bench.lay("c2", 2, rssi_dbm=EDGE_DBM)
    bench.run(4 * SECOND)
    assert bench.perception.doubt.between is None
    bench.lift("c2")
    bench.lay("c2", 2)
    bench.lay("c2", 1, chance=0.02, rssi_dbm=EDGE_DBM)
    bench.run(2 * ASKED_BY_NS)
    assert bench.perception.doubt.between is not None
    assert bench.run(6 * SECOND) == [("c2", 2)]


def asked_whether_a_card_is_the_next_but_one(seed: int, chance: float) -> Bench:
    """Cards are due at 1, 2 and 3 in turn. Only a card at 2 is heard, in so many of its scans."""
    bench = Bench(5, 1, 2, 3, measures_strength=False, seed=seed)
    bench.lay("before", 5)
    bench.run(500 * MS)
    bench.scan_ns = 60 * MS
    bench.lay("second", 2, chance=chance)
    until_ns = bench.now_ns + 10 * SECOND
    while bench.perception.doubt.between is None:
        assert bench.now_ns < until_ns
        assert bench.run(20 * MS) == []
    return bench


@pytest.mark.parametrize(("seed", "chance"), [(3, 0.85), (1, 0.7), (3, 0.7)])
def test_a_card_laid_where_one_is_due_after_the_question_comes_first(seed: int, chance: float) -> None:
    bench = asked_whether_a_card_is_the_next_but_one(seed, chance)
    bench.lay("first", 1, chance=0.9)
    assert bench.run(4 * SECOND) == [("first", 1), ("second", 2)]
    assert bench.perception.doubt.between is None


def test_no_card_is_asked_about_for_a_place_where_the_card_that_is_due_has_come() -> None:
    bench = asked_whether_a_card_is_the_next_but_one(3, 0.5)
    bench.lay("first", 1, chance=0.9)
    assert len(bench.run(8 * SECOND)) == 2
    assert bench.perception.doubt.between is None


def test_a_card_that_came_first_is_asked_about_before_a_later_one_is_reported_where_it_may_lie() -> None:
    bench = Bench(2, 3, measures_strength=False)
    bench.scan_ns = Nanoseconds(45 * MS)
    bench.lay("burn", 2)
    bench.run(900 * MS)
    bench.reported.clear()
    bench.lay("second burn", 2, chance=0.93)
    bench.lay("second burn", 3, chance=0.47)
    bench.run(690 * MS)
    bench.lay("board", 3)
    assert bench.run(2 * SECOND) == []
    assert bench.perception.doubt.between is not None
    push(bench, "second burn", 2)
    assert bench.run(4 * SECOND) == [("second burn", 2), ("board", 3)]


def left_on_the_edge() -> Bench:
    """One of two cards at 1 lies midway to 2; somebody has looked, and has left it there."""
    bench = settled(1, 1)
    bench.lift("c2")
    lay_between(bench, "c2", 1, 2)
    bench.run(100 * MS)
    tag = bench.perception.beliefs.tags["c2"]
    bench.perception.doubt.ask(tag, tag.candidates[2], (1,), bench.now_ns)
    bench.perception.doubt.looked()
    return bench


def test_a_card_that_somebody_left_on_an_edge_does_not_move_as_long_as_it_is_heard_there() -> None:
    bench = left_on_the_edge()
    assert bench.run(20 * SECOND) == []
    assert bench.perception.quiet


def test_a_card_that_somebody_left_on_an_edge_is_found_when_it_is_moved_across_later() -> None:
    bench = left_on_the_edge()
    bench.run(3 * SECOND)
    push(bench, "c2", 2)
    assert bench.run(6 * SECOND) == [("c2", 2)]


def test_a_hand_over_a_card_that_somebody_left_on_an_edge_is_no_move() -> None:
    bench = left_on_the_edge()
    bench.run(3 * SECOND)
    bench.lying[1].clear()
    assert bench.run(6 * SECOND) == []
    assert bench.perception.beliefs.tags["c2"].beside == 2
