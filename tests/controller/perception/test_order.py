"""Which card the table is given next: the due one that lies next door, the cards of a hand that is folded."""

import pytest

from burncard.controller.perception.arrival import Arrival
from burncard.controller.perception.doubt import Between
from burncard.firmware_bridge.driver import MS, SECOND, Nanoseconds
from tests.harness.scans_by_hand import OWN_DBM, Bench, dealt_then_due, settled


def test_cards_that_clearly_lie_next_door_are_not_taken_for_the_one_that_is_due() -> None:
    bench = dealt_then_due(2, 3)
    bench.run(1_000 * MS)
    for uid in "ab":
        bench.lay(uid, 3)
    for _ in range(2):
        bench.scan(3)
    assert not bench.perception.unheard.glimpses.may_lie_at(2)


def test_a_card_is_told_once_to_have_come_where_it_was_due_on_its_way_to_the_pack() -> None:
    bench = Bench(4, pack=(1,))
    bench.lay("c", 4)
    assert bench.run(600 * MS) == [("c", 4)]
    bench.deal.left, bench.deal.from_place = [3], (4,)
    bench.perception.held.cards.append(Arrival("c", 1, 4, bench.now_ns, bench.now_ns, bench.now_ns))
    told = bench.perception.order.release(bench.now_ns)
    assert told is not None
    assert (told.left, told.antenna) == (4, 3)
    bench.deal.left, bench.deal.from_place = [4], (3,)  # it is to go back
    assert bench.perception.order.release(bench.now_ns) is None


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
    bench.perception.order.throwing = 1
    bench.entry_ns = Nanoseconds(bench.now_ns + 3 * SECOND)  # its cards were heard before it was made
    bench.lift("c1")
    bench.lay("c1", 5)
    assert bench.run(3 * SECOND) == []
    bench.perception.order.throwing = bench.entry_ns = None
    assert bench.run(500 * MS) == [("c1", 5)]


def test_a_card_at_the_place_of_that_player_that_is_to_go_elsewhere_comes_before_the_fold() -> None:
    bench = settled(1)
    bench.perception.order.throwing = 1
    bench.deal.left, bench.deal.from_place = [5], (1,)
    bench.entry_ns = Nanoseconds(bench.now_ns + 3 * SECOND)
    bench.lift("c1")
    bench.lay("c1", 5)
    assert bench.run(3 * SECOND) == [("c1", 5)]


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


def stopped_for(uid: str, *, dealt_after_ns: int, then_due: tuple[int, ...] = ()) -> Bench:
    """A card at 3 is to be moved to 2 for a ruling, and has left its place; another one is dealt to 4, so long after
    the ruling. `then_due`: where the cards go that the ruling has interrupted."""
    bench = settled(1, 3)
    bench.deal.left, bench.deal.from_place, bench.deal.interrupted = [2, *then_due], (3,), then_due
    bench.lift("c2")
    bench.run(dealt_after_ns)
    bench.lay(uid, 4)
    return bench


def test_a_card_dealt_before_anybody_noticed_a_ruling_does_not_wait_for_what_it_asks_for() -> None:
    assert stopped_for("x", dealt_after_ns=300 * MS).run(1_000 * MS) == [("x", 4)]


def test_one_dealt_after_that_waits_for_the_card_that_is_to_be_moved() -> None:
    assert stopped_for("x", dealt_after_ns=1_200 * MS).run(1_000 * MS) == []


@pytest.mark.parametrize(("then_due", "asked", "told"), [((), None, [("x", 4)]), ((4,), 2, [])])
def test_that_card_is_asked_for_only_if_one_that_waits_would_be_in_order_after_it(
    then_due: tuple[int, ...], asked: int | None, told: list[tuple[str, int]]
) -> None:
    bench = stopped_for("x", dealt_after_ns=1_200 * MS, then_due=then_due)
    assert bench.run(10 * SECOND) == told
    assert bench.perception.order.unheard_at == asked


@pytest.mark.parametrize(("after_ns", "asked"), [(300 * MS, None), (1_200 * MS, 2)])
def test_that_card_is_asked_for_before_an_entry_only_if_somebody_may_have_noticed_the_ruling(
    after_ns: int, asked: int | None
) -> None:
    bench = stopped_for("x", dealt_after_ns=after_ns)
    bench.lift("x")
    bench.entry_ns = bench.now_ns
    bench.run(500 * MS)
    assert bench.perception.order.due_blindly() == asked


def test_it_waits_for_one_that_was_heard_before_it_and_is_on_its_way() -> None:
    bench = stopped_for("x", dealt_after_ns=300 * MS)
    bench.lift("x")
    bench.lay("w", 5, chance=0.3)
    bench.run_until_heard("w")
    bench.lay("x", 4)
    assert [uid for uid, _ in bench.run(2_000 * MS)] == ["w", "x"]


def test_a_card_dealt_on_comes_after_the_one_before_it_in_the_deal_that_was_silent_at_first() -> None:
    bench = stopped_for("x", dealt_after_ns=100 * MS, then_due=(5, 4))
    bench.run(750 * MS)
    bench.lay("y", 5)
    assert bench.run(2_000 * MS) == [("y", 5), ("x", 4)]


def test_a_card_that_the_due_place_hears_in_few_of_many_scans_is_overheard_there() -> None:
    bench = settled(1, 4, measures_strength=False)
    bench.deal.left = [2, 3]
    for uid in "xa":
        bench.lay(uid, 3)
    for number in range(40):
        bench.lying[2] = {"x": (1.0, OWN_DBM)} if number in (1, 20) else {}
        bench.scan(2)
        bench.scan(3)
    assert ("x", 2) not in [told[:2] for told in bench.reported]


@pytest.mark.parametrize("is_one_more", [True, False])
def test_no_card_is_awaited_that_would_leave_more_cards_elsewhere_than_are_due_there(is_one_more: bool) -> None:
    bench = dealt_then_due(2, 3, 2, 3)  # two players
    bench.run(800 * MS)  # there was time for the card at 2
    bench.lay("a", 3)
    bench.run(400 * MS)
    if is_one_more:
        bench.lay("b", 3)
    bench.run(500 * MS)
    bench.lay("c", 2)
    bench.run(500 * MS)
    bench.lay("d", 3)
    bench.run(400 * MS)
    assert [uid for uid, _, _ in bench.reported[1:2]] == (["a"] if is_one_more else [])


@pytest.mark.parametrize("ends", ["heard", "entry gone", "looked", ""])
def test_what_an_entry_has_asked_for_is_asked_until_it_is_heard_or_answered(ends: str) -> None:
    bench = dealt_then_due(2)
    order = bench.perception.order
    bench.entry_ns, order.unheard_at = Nanoseconds(bench.now_ns + 60 * SECOND), 2
    bench.run(3 * SECOND)
    assert order.unheard_at == 2
    bench.lift("c1")
    bench.lay("c1", 5)  # thrown in
    assert bench.run(2 * SECOND) == [("c1", 5)]
    assert order.unheard_at == 2
    match ends:
        case "heard":
            bench.lay("c2", 2)
        case "entry gone":
            bench.entry_ns = None
        case "looked":
            order.looked(2)
    bench.run(300 * MS)
    assert order.unheard_at == (None if ends else 2)


@pytest.mark.parametrize("chance", [0.4, 0.9])
def test_a_card_that_was_laid_down_again_goes_first_though_somebody_says_at_once_that_he_has_looked(
    chance: float,
) -> None:
    bench = dealt_then_due(2, 4)
    bench.run(900 * MS)
    bench.lay("b", 4)
    bench.run(10 * SECOND)
    assert bench.perception.order.unheard_at == 2
    bench.lay("a", 2, chance)
    bench.perception.order.looked(2)
    assert bench.run(3 * SECOND) == [("a", 2), ("b", 4)]


@pytest.mark.parametrize(("goes_to", "is_asked_for"), [(2, True), (5, False)])
def test_a_place_that_somebody_has_looked_at_is_asked_about_again_once_a_card_was_moved_there(
    goes_to: int, is_asked_for: bool
) -> None:
    bench = dealt_then_due(2)
    order = bench.perception.order
    order.looked(2)
    bench.perception.held.add(Arrival("c1", goes_to, 1, bench.now_ns, bench.now_ns))
    order._released(bench.perception.held.cards[0], bench.now_ns)
    assert (order.due_blindly(insists=True) == 2) is is_asked_for


@pytest.mark.parametrize("has_come", [True, False])
def test_a_card_that_a_later_one_has_passed_over_is_asked_for_before_an_entry(has_come: bool) -> None:
    bench = settled(1)
    bench.deal.left = [2, 4]
    bench.entry_ns = bench.now_ns
    if has_come:
        bench.lay("later", 4)
    bench.scan(4)
    assert bench.perception.order.due_blindly() == (2 if has_come else None)


@pytest.mark.parametrize("below_ns", [-100 * MS, 100 * MS])
def test_a_card_out_of_order_waits_for_the_one_that_was_heard_before_it_at_the_same_place(below_ns: int) -> None:
    bench = settled(1)
    bench.deal.left, bench.deal.wrong = [2], "wrong"
    heard_ns = bench.now_ns
    below, wrong = (Arrival(uid, 2, None, heard_ns + ns, heard_ns) for uid, ns in (("due", below_ns), ("wrong", 0)))
    bench.perception.held.cards.extend((below, wrong))
    long_after_ns = Nanoseconds(heard_ns + 10 * SECOND)
    assert bench.perception.order._patience.may_be_preceded(wrong, long_after_ns) is (below_ns < 0)


@pytest.mark.parametrize(("due", "is_told"), [(2, True), (3, False)])
def test_while_a_card_is_to_be_pushed_those_that_are_due_elsewhere_before_it_are_told(due: int, is_told: bool) -> None:
    bench = settled(1)
    bench.deal.left = [due]
    bench.perception.doubt.between = Between("pushed", (3, 4), bench.now_ns, bench.now_ns)
    bench.lay("new", due)
    assert bench.run(SECOND) == ([("new", due)] if is_told else [])


@pytest.mark.parametrize(("left", "is_told"), [(1, True), (2, False)])
def test_of_the_cards_thrown_in_after_an_entry_only_those_that_are_due_come_before_it(left: int, is_told: bool) -> None:
    bench = settled(1, 2)
    bench.deal.left, bench.deal.from_place = [5], (1,)
    bench.entry_ns = bench.now_ns
    bench.run(500 * MS)
    bench.lift(f"c{left}")
    bench.lay(f"c{left}", 5)
    assert bench.run(3 * SECOND) == ([(f"c{left}", 5)] if is_told else [])


@pytest.mark.parametrize(("left", "is_asked"), [(1, False), (2, True)])
def test_a_card_that_comes_from_elsewhere_is_not_the_one_that_was_asked_for(left: int, is_asked: bool) -> None:
    bench = settled(1, 2)
    order = bench.perception.order
    bench.deal.left, bench.deal.from_place, order.unheard_at = [5], (1,), 5
    arrival = Arrival(f"c{left}", 5, left, bench.now_ns, bench.now_ns)
    bench.perception.held.cards.append(arrival)
    order._looks_for(arrival, bench.now_ns)
    assert (order.unheard_at == 5) is is_asked


@pytest.mark.parametrize(("places", "is_asked"), [((3, 3, 4), True), ((3, 3, 4, 4), False), ((3, 3, 3), False)])
def test_if_two_cards_come_next_door_and_none_to_the_due_place_somebody_is_asked(
    places: tuple[int, ...], is_asked: bool
) -> None:
    bench = settled(1, 2)
    bench.deal.left = [2, 3, 4]
    for number, antenna in enumerate(places):
        bench.lay(f"x{number}", antenna)
    told = bench.run(4 * SECOND)
    assert bench.perception.order.unheard_at == (2 if is_asked else None)
    assert bool(told) is not is_asked


@pytest.mark.parametrize("has_left", [True, False])
def test_a_card_that_has_left_its_place_unheard_is_asked_for_before_a_moved_one_is_ruled_on(has_left: bool) -> None:
    bench = settled(1, 2)
    bench.deal.left, bench.deal.from_place, bench.deal.wrong = [5], (1,), "c2"
    if has_left:
        bench.lift("c1")
    bench.lift("c2")
    bench.lay("c2", 4)
    told = bench.run(10 * SECOND)
    assert bench.perception.order.unheard_at == (5 if has_left else None)
    assert told == ([] if has_left else [("c2", 4)])


@pytest.mark.parametrize(
    ("muck", "reads", "folds", "was_there"),
    [(5, 2, False, True), (5, 1, False, False), (3, 2, False, False), (3, 2, True, True)],
)
def test_a_card_in_the_muck_that_the_due_place_has_heard_was_dealt_there_first(
    muck: int, reads: int, folds: bool, was_there: bool
) -> None:
    bench = Bench(2, 1, 2, muck=(muck,), measures_strength=False)
    bench.run(200 * MS)
    both = ("c1", "c2")  # so that either may be the one next door
    for uid in both:
        bench.lay(uid, 2)
    for _ in range(reads):
        bench.scan(2)
    for uid in both:
        bench.lift(uid)
    for _ in range(4):
        bench.scan(2)
    for uid in both:
        bench.lay(uid, muck)
    assert bench.reported == []
    bench.perception.order.throwing = 2 if folds else None
    bench.deal.thrown = "c1"
    assert (("c1", 2) in bench.run(3_000 * MS)) is was_there


@pytest.mark.parametrize(("below", "is_asked"), [(6, True), (0, False)])
def test_a_card_that_may_be_drowned_by_others_is_asked_for_before_a_moved_one_is_ruled_on(
    below: int, is_asked: bool
) -> None:
    """The moved one, such as a burn that goes back to the pack, would be in order after it."""
    bench = settled(2)
    for number in range(below):
        bench.perception.beliefs.place(f"below{number}", 1)
        bench.lay(f"below{number}", 1, 0.9)
    bench.deal.left, bench.deal.thrown = [1], "c1"
    bench.lift("c1")
    bench.lay("c1", 4)
    bench.run(4 * SECOND)
    assert bench.perception.order.unheard_at == (1 if is_asked else None)
    assert [told[:2] for told in bench.reported[1:]] == ([] if is_asked else [("c1", 4)])


def test_cards_in_the_muck_are_decided_on_sooner_while_a_fold_waits() -> None:
    def decided_after_ns(seed: int, *, folds: bool) -> int:
        bench = Bench(2, 1, 2, muck=(5,), measures_strength=False, seed=seed)
        bench.run(200 * MS)
        bench.perception.order.throwing = 2 if folds else None
        for uid in ("c1", "c2"):
            bench.lay(uid, 5, chance=0.8)
        bench.run_until_heard("c1")
        heard_ns = bench.now_ns
        while len(bench.reported) + len(bench.perception.held.cards) < 2:
            bench.run(20 * MS)
        return bench.now_ns - heard_ns

    usually, folding = (sum(decided_after_ns(seed, folds=folds) for seed in range(8)) for folds in (False, True))
    assert folding < 0.9 * usually
