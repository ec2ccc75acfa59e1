"""When a card that was thrown in or moved is taken to lie where it went, scan by scan."""

import pytest

from burncard.controller.perception.decision import EDGE_PATIENCE_MAX_NS, FLIGHT_NS
from burncard.firmware_bridge.driver import MS, SECOND, Nanoseconds
from tests.harness.scans_by_hand import EDGE_DBM, OWN_DBM, Bench, dealt_then_due, settled

MUCK = 4
WEAK_DBM = -58.0
UNDER_IT = tuple(f"m{number}" for number in range(8))


def scans(bench: Bench, antenna: int, *heard: str, times: int = 1) -> None:
    """Scans an antenna by hand; `x` is heard weakly."""
    for _ in range(times):
        bench.now_ns = Nanoseconds(bench.now_ns + 30 * MS)
        answers = {uid: WEAK_DBM if uid == "x" else OWN_DBM for uid in heard}
        bench.perception.take(antenna, answers, bench.now_ns, took_ns=30 * MS)


def thrown_in(*under_it: str, is_muck: bool = True) -> Bench:
    """A card of a hand at 1, `x`, has been missed there and heard three times, weakly, on a pile at 4."""
    bench = Bench(muck=(MUCK,) if is_muck else ())
    for uid in under_it:
        bench.perception.beliefs.place(uid, MUCK)
    for uid in ("x", "y"):
        bench.perception.beliefs.place(uid, 1)
    for _ in range(3):
        scans(bench, 1, "y", times=6)
        scans(bench, MUCK, *under_it, "x")
    return bench


def is_decided(bench: Bench) -> bool:
    return [(arrival.uid, arrival.antenna) for arrival in bench.perception.held.cards] == [("x", MUCK)]


def test_misses_on_a_high_pile_do_not_speak_against_a_card_that_was_heard_there() -> None:
    bench = thrown_in(*UNDER_IT)
    scans(bench, MUCK, *UNDER_IT, times=2)
    for next_door in (3, 5) * 4:
        scans(bench, next_door)
    assert is_decided(bench)


def test_a_card_that_lies_low_and_is_missed_again_and_again_was_overheard() -> None:
    bench = thrown_in(*UNDER_IT[:1])
    scans(bench, MUCK, *UNDER_IT[:1], times=2)
    for next_door in (3, 5) * 6:
        scans(bench, next_door)
    assert not is_decided(bench)


def test_a_card_that_was_in_play_is_decided_on_sooner_where_cards_are_thrown() -> None:
    def scans_next_door(*, is_muck: bool) -> int:
        bench = thrown_in(*UNDER_IT, is_muck=is_muck)
        for number in range(1, 20):
            scans(bench, 3)
            scans(bench, 5)
            if is_decided(bench):
                return number
        raise AssertionError("never decided")

    assert scans_next_door(is_muck=True) < scans_next_door(is_muck=False)


def flying(ends_after_ns: int) -> tuple[Bench, list[tuple[str, int]]]:
    """The second of two cards that are first heard together flies over the place of the first for a while."""
    bench = Bench(2, 3, 4, 1)
    bench.lay("a", 2)
    bench.lay("b", 2)
    bench.run_until_heard("b")
    told = bench.run(ends_after_ns)
    return bench, told


def test_a_card_that_comes_sooner_than_this_dealer_deals_may_be_on_its_way() -> None:
    bench, told = flying(FLIGHT_NS - 80 * MS)
    bench.lift("b")
    bench.lay("b", 3)
    assert told + bench.run(1 * SECOND) == [("a", 2), ("b", 3)]


@pytest.mark.parametrize(("heard_for_ns", "lies_there"), [(120 * MS, False), (800 * MS, True)])
def test_a_card_that_is_heard_where_one_is_due_after_a_later_one_may_fly_over_that_place(
    heard_for_ns: int, lies_there: bool
) -> None:
    """The dealer has dealt the card of seat 2 to seat 3, and deals that one's own past seat 2."""
    bench = dealt_then_due(2, 3, 4)
    bench.run(400 * MS)
    bench.lay("a", 3)
    bench.run(400 * MS)
    bench.lay("b", 2)
    bench.run_until_heard("b")
    bench.run(heard_for_ns)
    bench.lift("b")
    bench.lay("b", 3)
    bench.run(3 * SECOND)
    assert (("b", 2) in [each[:2] for each in bench.reported]) is lies_there
    assert (bench.perception.order.unheard_at == 2) is not lies_there


def test_two_cards_dealt_at_once_to_a_place_are_reported_once_none_of_them_can_be_on_its_way() -> None:
    _, told = flying(FLIGHT_NS + 100 * MS)
    assert told == [("a", 2), ("b", 2)]


def test_a_card_on_the_edge_of_the_laid_packs_place_does_not_wait_for_long_scans_of_it() -> None:
    pack, there = 4, 5
    bench = Bench(pack=(pack,))
    bench.deal.from_place = (1,)
    cards = tuple(f"p{number}" for number in range(40))
    for uid in ("x", "y"):
        bench.perception.beliefs.place(uid, 1)
    scans(bench, pack, *cards)
    scans(bench, 1, "y", times=3)
    for _ in range(20):
        scans(bench, there, "x")
        scans(bench, there)
    assert [(arrival.uid, arrival.antenna) for arrival in bench.perception.held.cards] == [("x", there)]


def heard_next_to_the_muck(misses: int) -> Bench:
    """A card of a folded hand was heard for a second on the edge of 4, and missed so often on the pile of the muck."""
    bench = Bench(muck=(5,))
    bench.deal.folded_at = (1,)
    for uid in UNDER_IT:
        bench.perception.beliefs.place(uid, 5)
    for uid in ("x", "y"):
        bench.perception.beliefs.place(uid, 1)
    scans(bench, 1, "y", times=3)
    for number in range(20):
        scans(bench, 4, "x")
        scans(bench, 3)
        if number < misses:
            scans(bench, 5, *UNDER_IT)
    return bench


@pytest.mark.parametrize("misses", [7, 20])
def test_a_folded_card_that_only_the_seat_beside_the_muck_hears_is_asked_about(misses: int) -> None:
    bench = heard_next_to_the_muck(misses)
    assert bench.perception.held.cards == []
    bench.perception.decide(Nanoseconds(bench.now_ns + EDGE_PATIENCE_MAX_NS))
    assert bench.perception.doubt.between is not None
    assert bench.perception.doubt.between.antennas == (4, 5)


def test_it_counts_as_thrown_in_once_somebody_has_looked_and_left_it() -> None:
    bench = heard_next_to_the_muck(20)
    bench.perception.decide(Nanoseconds(bench.now_ns + EDGE_PATIENCE_MAX_NS))
    bench.perception.doubt.looked()
    for _ in range(20):
        scans(bench, 4, "x")
        scans(bench, 3)
        scans(bench, 5, *UNDER_IT)
    assert [(arrival.uid, arrival.antenna) for arrival in bench.perception.held.cards] == [("x", 5)]


@pytest.mark.parametrize(("rssi_dbm", "is_decided_at_once"), [(OWN_DBM + 3, True), (OWN_DBM - 2, False)])
def test_a_due_card_is_decided_on_without_a_scan_next_door_only_if_it_was_heard_strongly(
    rssi_dbm: float, is_decided_at_once: bool
) -> None:
    bench = Bench(3, 5, 1)
    bench.lay("c", 3, rssi_dbm=rssi_dbm)
    bench.scan(3)
    bench.scan(3)
    assert bool(bench.reported) is is_decided_at_once
    bench.scan(2)
    bench.scan(4)
    assert [told[:2] for told in bench.reported] == [("c", 3)]


def test_a_card_that_was_thrown_in_needs_no_scan_next_door_to_the_muck() -> None:
    bench = settled(1)
    bench.lift("c1")
    bench.lay("c1", 5, rssi_dbm=OWN_DBM - 2)
    for antenna in (1, 1, 5, 5):
        bench.scan(antenna)
    assert bench.reported[-1][:2] == ("c1", 5)


def test_no_mistake_is_found_before_the_place_next_door_where_the_card_is_due_was_scanned() -> None:
    bench = Bench(2)
    bench.lay("c", 3, rssi_dbm=OWN_DBM + 8)  # so near an antenna all cards sound alike
    bench.lay("c", 2, rssi_dbm=OWN_DBM + 8)
    for antenna in (3, 4) * 3:
        bench.scan(antenna)
    assert bench.perception.held.cards == []
    assert bench.run(3 * SECOND) == [("c", 2)]


@pytest.mark.parametrize(("rssi_dbm", "asked"), [(EDGE_DBM - 4, (2, 3)), (OWN_DBM, None)])
def test_a_card_that_is_heard_weakly_next_door_to_the_place_that_is_due_is_asked_about(
    rssi_dbm: float, asked: tuple[int, int] | None
) -> None:
    bench = settled(2)  # so that its antenna is known to hear cards
    bench.deal.left = [2]
    bench.lay("c", 3, rssi_dbm=rssi_dbm)
    told = bench.run(3 * SECOND)
    between = bench.perception.doubt.between
    assert (between and between.antennas) == asked
    assert told == ([] if asked else [("c", 3)])
    bench.perception.doubt.looked()
    assert bench.run(3 * SECOND) == ([("c", 3)] if asked else [])


def test_nor_before_the_place_of_the_card_after_that_one_was_scanned() -> None:
    bench = Bench(5, 2)
    bench.lay("c", 3, rssi_dbm=OWN_DBM + 8)
    for antenna in (3, 4) * 6:
        bench.scan(antenna)
    assert bench.perception.held.cards == []
    bench.scan(2)
    assert [(arrival.uid, arrival.antenna) for arrival in bench.perception.held.cards] == [("c", 3)]


def test_a_card_that_two_antennas_hear_unlike_by_no_more_than_antennas_differ_is_no_mistake() -> None:
    bench = settled(2)
    bench.deal.left = [2]
    bench.lay("c", 2, chance=0.75, rssi_dbm=EDGE_DBM - 9)
    bench.lay("c", 3, rssi_dbm=EDGE_DBM - 1)
    assert ("c", 3) not in bench.run(3 * SECOND)


@pytest.mark.parametrize("measures_strength", [True, False])
@pytest.mark.parametrize(
    ("empty", "aside", "pack"),
    [((3,), (), ()), ((), (3,), ()), ((), (3,), (3,))],
    ids=["an empty seat", "cards are set aside", "the stub"],
)
def test_a_card_that_only_a_place_next_door_hears_where_nobody_plays_has_not_moved_until_somebody_has_looked(
    empty: tuple[int, ...], aside: tuple[int, ...], pack: tuple[int, ...], measures_strength: bool
) -> None:
    bench = Bench(2, measures_strength=measures_strength, aside=aside, pack=pack)
    bench.deal.empty_seats = empty
    bench.lay("c1", 2)
    bench.run(600 * MS)
    bench.lift("c1")
    bench.lay("c1", 3)
    assert bench.run(20 * SECOND) == []
    assert bench.perception.doubt.between is not None
    bench.perception.doubt.looked()
    assert bench.run(20 * SECOND) == []
    assert bench.perception.doubt.between is None


@pytest.mark.parametrize(("rssi_dbm", "lies_there"), [(-50.0, False), (OWN_DBM, True)])
def test_a_new_card_where_none_is_due_may_lie_between_two_places_though_two_scans_missed_it_there(
    rssi_dbm: float, lies_there: bool
) -> None:
    bench = Bench(1, 2, 1, 2)
    scans(bench, 1, times=2)
    for next_door in (3, 5) * 2:
        for antenna, heard in ((MUCK, {"x": rssi_dbm}), (next_door, {}), (MUCK, {"x": rssi_dbm})):
            bench.now_ns = Nanoseconds(bench.now_ns + 30 * MS)
            bench.perception.take(antenna, heard, bench.now_ns, took_ns=30 * MS)
    assert is_decided(bench) is lies_there
