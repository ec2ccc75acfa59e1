"""In which order cards go to the table: which one came first, and for how long one waits for another."""

import pytest

from burncard.controller.perception.arrival import Arrival
from burncard.controller.perception.dealers_pace import USUAL_NS
from burncard.controller.perception.order import HOLD_FOR_MISSING_NS, THROWN_WITHIN_NS
from burncard.firmware_bridge.driver import MS, SECOND, Nanoseconds
from tests.harness.scans_by_hand import EDGE_DBM, SCAN_NS, Bench, dealt_then_due, settled

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


def test_a_card_dealt_to_the_wrong_place_goes_before_the_due_one_that_a_dealer_had_time_to_deal_since() -> None:
    bench = Bench(2, 4)
    bench.lay("b", 4)
    bench.run(700 * MS)
    bench.lay("a", 2)
    assert bench.run(800 * MS) == [("b", 4), ("a", 2)]


def test_a_card_that_comes_at_the_dealers_pace_is_not_the_one_that_was_asked_for() -> None:
    bench = Bench(2, 3, 4)
    for uid, antenna, pause_ns in (("b", 3, 3_200 * MS), ("c", 4, 400 * MS)):
        bench.lay(uid, antenna)
        bench.run(pause_ns)
    assert bench.perception.order.unheard_at == 2
    bench.lay("a", 2)
    assert bench.run(800 * MS)[0] == ("b", 3)


def test_a_card_that_has_left_the_pack_is_on_its_way_though_it_may_only_pass() -> None:
    bench = dealt_then_due(4)
    bench.run(600 * MS)
    bench.lay("new", 3, rssi_dbm=EDGE_DBM + 2)
    bench.run_until_heard("new")
    bench.run(3 * SCAN_NS)
    assert list(bench.perception.beliefs.appearing()) == []
    assert [arrival.uid for arrival in bench.perception.order.new(bench.now_ns)] == ["new"]


def test_a_card_that_was_heard_once_where_it_was_due_goes_first_when_it_is_heard_again_though_others_followed() -> None:
    bench = Bench(2, 3, 4, measures_strength=False)
    bench.lay("a", 2)
    bench.run_until_heard("a")
    bench.lift("a")
    bench.run(700 * MS)
    for uid, antenna in (("b", 3), ("c", 4)):
        bench.lay(uid, antenna)
        assert bench.run(450 * MS) == []
    bench.lay("a", 2)
    assert bench.run(800 * MS) == [("a", 2), ("b", 3), ("c", 4)]


@pytest.mark.parametrize("goes_on", [True, False])
def test_a_card_that_was_asked_for_goes_first_if_the_dealer_would_have_dealt_the_next_one_elsewhere(
    goes_on: bool,
) -> None:
    bench = Bench(2, 3, 4, *((1,) if goes_on else ()))
    for uid, antenna, pause_ns in (("b", 3, 3_200 * MS), ("c", 4, 400 * MS)):
        bench.lay(uid, antenna)
        bench.run(pause_ns)
    bench.lay("a", 2)
    assert bench.run(800 * MS)[0] == (("a", 2) if goes_on else ("b", 3))


def test_cards_that_clearly_lie_next_door_are_not_taken_for_the_one_that_is_due() -> None:
    bench = dealt_then_due(2, 3)
    bench.run(1_000 * MS)
    for uid in "ab":
        bench.lay(uid, 3)
    for _ in range(2):
        bench.scan(3)
    assert not bench.perception.unheard.is_glimpsed(2)


@pytest.mark.parametrize("fits", [True, False])
def test_a_card_that_shows_the_wrong_face_waits_for_the_due_one_before_a_card_that_was_heard_first(fits: bool) -> None:
    bench = dealt_then_due(2, 3, 2)
    bench.run(400 * MS)
    bench.lay("late", 2, chance=0.0)
    bench.run(450 * MS)
    bench.lay("next", 3)
    bench.run(450 * MS)
    bench.deal.wrong = "" if fits else "face up"
    bench.lay("face up", 2)
    bench.run(80 * MS)
    bench.lay("late", 2)
    told = [uid for uid, _, _ in bench.reported if uid != "c1"] + [uid for uid, _ in bench.run(1_500 * MS)]
    assert (told[0] == "face up") is fits


@pytest.mark.parametrize(("pace", "waits"), [(0.9, False), (1.8, True)])
def test_a_card_that_shows_the_wrong_face_waits_for_one_under_it_that_there_was_time_to_deal(
    pace: float, waits: bool
) -> None:
    bench = dealt_then_due(2, 3)
    bench.run(int(pace * USUAL_NS))
    bench.deal.wrong = "face up"
    bench.lay("face up", 2)
    assert (bench.run(400 * MS) == []) is waits
    bench.lay("silent", 2)
    told = [uid for uid, _, _ in bench.reported] + [uid for uid, _ in bench.run(1_500 * MS)]
    assert ("silent" in told and told.index("silent") < told.index("face up")) is waits


def test_a_card_is_told_once_to_have_come_where_it_was_due_on_its_way_to_the_pack() -> None:
    bench = Bench(4, pack=(1,))
    bench.lay("c", 4)
    assert bench.run(600 * MS) == [("c", 4)]
    bench.deal.left, bench.deal.from_place = [3], (4,)
    bench.perception.order.held.append(Arrival("c", 1, 4, bench.now_ns, bench.now_ns, bench.now_ns))
    told = bench.perception.order.release(bench.now_ns)
    assert told is not None
    assert (told.left, told.antenna) == (4, 3)
    bench.deal.left, bench.deal.from_place = [4], (3,)  # it is to go back
    assert bench.perception.order.release(bench.now_ns) is None


@pytest.mark.parametrize(("antenna", "told"), [(4, [("x", 4, 1)]), (1, [])])
def test_a_card_that_is_held_and_turns_out_to_lie_elsewhere_was_never_where_it_was_held(
    antenna: int, told: list[tuple[str, int, int | None]]
) -> None:
    order = Bench(2).perception.order
    order.hold(Arrival("x", 3, 1, 100, 200, 50, was_due=True))
    order.hold(Arrival("x", antenna, 3, 300, 400, 250))
    assert [(held.uid, held.antenna, held.left) for held in order.held] == told
    assert all(held.was_due for held in order.held), "its arrival where it was due is reported only once"


@pytest.mark.parametrize(("due", "scans"), [(2, 8), (4, 3)])
def test_a_moved_card_waits_for_a_due_one_that_may_well_lie_unheard_on_a_pile(due: int, scans: int) -> None:
    bench = settled(*(2,) * HIGH, 1)
    bench.deal.left = [due]
    bench.perception.order.hold(Arrival(f"c{HIGH + 1}", 3, 1, bench.now_ns, bench.now_ns))
    needed = 0
    while bench.perception.order.held:
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
    bench.perception.order.hold(Arrival("wrong", 4, None, first_ns, decided_ns))
    for _ in range(scans_of_due):
        bench.scan(2)
    while bench.perception.order.held:
        bench.scan(5)
    assert bench.now_ns - first_ns == waits_ns


def burned_short(*flop: str) -> Bench:
    """A burn falls short, so that the antenna of the board, next door, hears it in every scan, and its own one in some;
    the flop follows."""
    bench = settled(1, measures_strength=False)
    bench.deal.left = [2, 3, 3, 3]
    bench.lay("burned", 3)
    bench.lay("burned", 2, chance=0.2)
    bench.run_until_heard("burned")
    bench.run(500 * MS)
    for uid in flop:
        bench.lay(uid, 3)
    bench.run(2_000 * MS)
    return bench


def test_a_card_that_is_heard_where_one_is_due_is_that_one_if_the_others_fill_the_place_next_door() -> None:
    bench = burned_short("a", "b", "c")
    assert bench.reported[-4][:2] == ("burned", 2)
    assert {(uid, antenna) for uid, antenna, _ in bench.reported[-3:]} == {("a", 3), ("b", 3), ("c", 3)}
    count = len(bench.reported)
    bench.run(10_000 * MS)
    assert len(bench.reported) == count, "what its neighbour hears of it is no move"


def test_it_is_not_while_fewer_cards_than_are_due_have_come_next_door() -> None:
    assert ("burned", 2) not in [(uid, antenna) for uid, antenna, _ in burned_short("a", "b").reported]


def test_nor_is_one_that_was_never_heard_where_one_is_due() -> None:
    bench = settled(1, measures_strength=False)
    bench.deal.left = [2, 3, 3, 3]
    for uid in ("x", "a", "b", "c"):
        bench.lay(uid, 3)
    bench.run(3_000 * MS)
    assert 2 not in [antenna for _, antenna, _ in bench.reported]


def test_the_cards_of_a_player_whose_fold_waits_follow_it() -> None:
    bench = settled(1)
    bench.perception.order.folding = 1
    bench.entry_ns = Nanoseconds(bench.now_ns + 3 * SECOND)  # its cards were heard before it was made
    bench.lift("c1")
    bench.lay("c1", 5)
    assert bench.run(3 * SECOND) == []
    bench.perception.order.folding = bench.entry_ns = None
    assert bench.run(500 * MS) == [("c1", 5)]


def test_a_card_at_the_place_of_that_player_that_is_to_go_elsewhere_comes_before_the_fold() -> None:
    bench = settled(1)
    bench.perception.order.folding = 1
    bench.deal.left = [5]
    bench.entry_ns = Nanoseconds(bench.now_ns + 3 * SECOND)
    bench.lift("c1")
    bench.lay("c1", 5)
    assert bench.run(3 * SECOND) == [("c1", 5)]


def test_a_card_that_came_before_later_ones_came_before_those_that_nothing_awaits_after_them() -> None:
    bench = settled(1)
    bench.deal.left = [2, 3, 4]
    bench.deal.wrong = "extra"
    for number in range(5):  # the card at 2 is not heard on this pile
        bench.perception.beliefs.place(f"below{number}", 2)
        bench.lay(f"below{number}", 2)
    bench.run(900 * MS)
    for uid, antenna in (("later", 3), ("last", 4), ("extra", 1)):
        bench.lay(uid, antenna)
        bench.run(500 * MS)
    bench.lay("due", 2)
    bench.run(1 * SECOND)
    assert [uid for uid, _, _ in bench.reported[1:]] == ["due", "later", "last", "extra"]


def test_a_card_that_the_due_place_has_overheard_once_is_not_the_one_that_is_due() -> None:
    bench = settled(1, measures_strength=False)
    bench.deal.left = [2, 3]
    bench.deal.wrong = "extra"
    bench.lay("extra", 3)
    bench.lay("extra", 2)
    bench.scan(2)
    bench.lift("extra")
    bench.lay("extra", 3)
    bench.run(600 * MS)
    bench.lay("other", 3)
    bench.run(4 * SECOND)
    assert ("extra", 2) not in [told[:2] for told in bench.reported]
