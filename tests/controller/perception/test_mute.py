"""Tags that were not heard for hands: the card that is due may be one of them, and nothing is ruled unasked."""

import pytest

from burncard.controller.perception.mute import Mute
from burncard.controller.perception.order import ASK_MAX_NS
from burncard.firmware_bridge.driver import MS, SECOND
from tests.harness.scans_by_hand import Bench, settled

DECK = [f"t{number}" for number in range(52)]


def after_hands(hands: int, heard: int) -> Mute:
    """So many hands in each of which so many tags of the deck were heard, the same ones, and one that begins."""
    mute = Mute()
    mute.new_hand(DECK)
    for _ in range(hands):
        mute.scanned(DECK[:heard])
        mute.new_hand(DECK)
    return mute


@pytest.mark.parametrize(("hands", "heard", "is_any"), [(1, 51, False), (2, 51, True), (10, 20, False), (15, 20, True)])
def test_a_tag_is_mute_once_it_is_unlikely_that_it_was_missed_for_so_many_hands(
    hands: int, heard: int, is_any: bool
) -> None:
    assert after_hands(hands, heard).is_any() is is_any


def test_a_tag_that_is_heard_again_is_mute_no_more() -> None:
    mute = after_hands(2, 51)
    mute.scanned(DECK[51:])
    assert not mute.is_any()
    mute.new_hand(DECK)
    assert not mute.is_any()


@pytest.mark.parametrize(("hands", "heard", "dead"), [(4, 51, 0), (5, 51, 1), (15, 20, 0), (35, 20, 32)])
def test_it_is_dead_only_if_that_is_unlikelier_still(hands: int, heard: int, dead: int) -> None:
    mute = after_hands(hands, heard)
    assert (mute.dead(DECK), mute.dead(["of another deck"])) == (dead, 0)
    mute.scanned(DECK)
    assert mute.dead(DECK) == 0


def test_a_deck_that_lies_in_the_shuffler_is_not_mute() -> None:
    mute = after_hands(2, 52)
    for _ in range(9):
        mute.new_hand(["other"])
        mute.scanned(["other"])
    mute.new_hand(DECK)
    assert not mute.is_any()


def with_a_mute_tag(bench: Bench) -> Bench:
    bench.perception.unheard.mute = after_hands(2, 51)
    return bench


@pytest.mark.parametrize("is_mute", [True, False])
def test_the_first_card_of_a_street_is_asked_for_if_a_tag_of_the_deck_is_mute(is_mute: bool) -> None:
    bench = settled(1, 2, 3)
    if is_mute:
        with_a_mute_tag(bench)
    bench.run(3 * SECOND)  # a round of betting, in which no card is due
    bench.deal.left = [4, 5]
    bench.lay("second", 5)
    bench.run(ASK_MAX_NS)
    assert (bench.perception.order.unheard_at == 4) is is_mute
    assert (("second", 5) in [each[:2] for each in bench.reported]) is not is_mute


@pytest.mark.parametrize("is_mute", [True, False])
def test_so_is_one_before_a_card_that_comes_after_a_pause(is_mute: bool) -> None:
    bench = settled(1, 2, 3)
    if is_mute:
        with_a_mute_tag(bench)
    bench.deal.left = [4, 1, 2]
    bench.lay("first", 4)
    bench.run(5 * SECOND)
    bench.lay("later", 2)
    bench.run(ASK_MAX_NS)
    assert (bench.perception.order.unheard_at == 1) is is_mute


def test_but_not_where_there_was_no_time_for_it() -> None:
    bench = with_a_mute_tag(settled(1, 2, 3))
    bench.deal.left = [4, 1, 2]
    bench.lay("first", 4)
    bench.run(580 * MS)
    bench.lay("later", 2)
    bench.run(ASK_MAX_NS)
    assert ("later", 2) in [each[:2] for each in bench.reported]


@pytest.mark.parametrize("is_mute", [True, False])
def test_so_is_the_last_card_of_the_deal_when_somebody_acts_at_once(is_mute: bool) -> None:
    bench = settled(1, 2, 3)
    if is_mute:
        with_a_mute_tag(bench)
    bench.deal.left = [4, 1]
    bench.lay("first", 4)
    bench.run(200 * MS)
    bench.entry_ns = bench.now_ns
    bench.run(200 * MS)
    assert bench.perception.order.due_blindly() == (1 if is_mute else None)
