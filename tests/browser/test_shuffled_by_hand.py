"""A dealer at a table without a shuffler enters on the page what he has done with the pack, also after a misdeal and
during a hand."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page

from burncard.api.desk import Desk
from tests.harness.console import Console
from tests.harness.hands import HOLDEM, Dealer

WORK = ("Riffled 4 times", "52 cards", "It is cut")
FIRST = "Seat 1 face down"


@pytest.fixture
def desk() -> Iterator[Desk]:
    with Desk(HOLDEM) as desk:
        desk.service.shuffling.is_by_hand, desk.service.shuffling.driver = True, None
        yield desk


@pytest.mark.parametrize("is_laid_on_the_pack", [True, False])
def test_a_pack_is_shuffled_counted_and_cut_before_the_first_hand_and_after_a_misdeal(
    is_laid_on_the_pack: bool, page: Page, desk: Desk
) -> None:
    console = Console(page, desk.console())
    for button in WORK:
        console.touch(button)
    console.until_next(FIRST)
    exposed = Dealer(desk).card("seat:1", "up")
    console.stop.wait_for()
    console.understood()
    if is_laid_on_the_pack:
        desk.put(exposed, "stub")
    for button in WORK:
        console.touch(button)
    console.until_next(FIRST)
    assert console.complaints == []


def test_the_pack_is_shuffled_where_a_ruling_asks_for_it(page: Page, desk: Desk) -> None:
    console = Console(page, desk.console())
    for button in WORK:
        console.touch(button)
    console.until_next(FIRST)
    dealer = Dealer(desk)
    dealer.deal()
    dealer.card("burn")
    premature = dealer.card("board", "up")
    console.stop.wait_for()
    console.understood()
    while desk.view()["next"]["await"] == "action":
        console.touch("Call" if console.button("Call").count() else "Check")
        console.calm()
    desk.put(premature, "stub")
    console.touch("Riffled 4 times")
    console.touch("It is cut")
    console.until_next("Board top card, face up")
    assert console.complaints == []
