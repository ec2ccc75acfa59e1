"""Which of two cards came first."""

import pytest

from burncard.controller.perception.dealers_pace import USUAL_NS
from burncard.firmware_bridge.driver import MS, SECOND
from tests.harness.scans_by_hand import Bench, dealt_then_due, settled


def test_a_card_dealt_to_the_wrong_place_goes_before_the_due_one_that_a_dealer_had_time_to_deal_since() -> None:
    bench = Bench(2, 4)
    bench.lay("b", 4)
    bench.run(800 * MS)
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


@pytest.mark.parametrize(("wrong", "later"), [("", ""), ("top", ""), ("top", "top")])
def test_only_a_card_that_shows_a_later_one_waits_for_the_due_one_before_a_card_that_was_heard_first(
    wrong: str, later: str
) -> None:
    bench = dealt_then_due(2, 3, 2)
    bench.run(400 * MS)
    bench.lay("late", 2, chance=0.0)
    bench.run(450 * MS)
    bench.lay("next", 3)
    bench.run(450 * MS)
    bench.deal.wrong, bench.deal.later = wrong, later
    bench.lay("top", 2)
    bench.run(80 * MS)
    bench.lay("late", 2)
    told = [uid for uid, _, _ in bench.reported if uid != "c1"] + [uid for uid, _ in bench.run(1_500 * MS)]
    assert (told[0] == "top") is (later == "")


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


@pytest.mark.parametrize(("after_ns", "is_due"), [(200 * MS, True), (700 * MS, False)])
def test_a_place_that_is_said_to_be_empty_is_believed_to_be_soon(after_ns: int, is_due: bool) -> None:
    """Somebody may have laid the card there again as he said so. Else the dealer deals the one that is asked for."""
    bench = Bench(2, 3, 4, 1)
    for uid, antenna, pause_ns in (("b", 3, 3_200 * MS), ("c", 4, 400 * MS)):
        bench.lay(uid, antenna)
        bench.run(pause_ns)
    assert bench.perception.order.unheard_at == 2
    bench.perception.order.looked(2)
    told = bench.run(after_ns)
    bench.lay("a", 2)
    told += bench.run(800 * MS)
    assert told[0] == (("a", 2) if is_due else ("b", 3))


@pytest.mark.parametrize("has_two", [True, False])
def test_the_card_of_a_place_that_was_passed_over_is_the_one_too_many_elsewhere(has_two: bool) -> None:
    """Where each place has one, and it is not known which came first, the first place has got it."""
    bench = settled(1)
    bench.deal.left = [2, 3, 4, 5]
    bench.run(400 * MS)
    bench.lay("x", 4)
    bench.run_until_heard("x")
    bench.lay("b", 3)
    bench.run(400 * MS)
    if has_two:
        bench.lay("y", 4)
    told = bench.run(3 * SECOND)
    assert told[0] == (("x", 4) if has_two else ("b", 3))
