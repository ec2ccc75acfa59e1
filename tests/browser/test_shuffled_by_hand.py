"""A dealer at a table without a shuffler enters on the page what he has done with the pack, also after a misdeal and
during a hand."""

from collections.abc import Iterator

import httpx
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


def misdealt(console: Console, desk: Desk) -> str:
    """The pack is shuffled, and its first card dealt face up; that card, which still lies there."""
    for button in WORK:
        console.touch(button)
    console.until_next(FIRST)
    exposed = Dealer(desk).card("seat:1", "up")
    console.stop.wait_for()
    console.understood()
    return exposed


def deals_on(console: Console, desk: Desk) -> None:
    """The next hand begins, and its first card is in order."""
    console.until_next(FIRST)
    Dealer(desk).card("seat:1")
    console.until_next("Seat 2 face down")
    assert console.complaints == []


def test_a_pack_is_shuffled_counted_and_cut_before_the_first_hand_and_after_a_misdeal(page: Page, desk: Desk) -> None:
    console = Console(page, desk.console())
    exposed = misdealt(console, desk)
    desk.put(exposed, "stub")
    for button in WORK:
        console.touch(button)
    deals_on(console, desk)


def test_a_hand_does_not_begin_while_a_card_lies_beside_its_pack(page: Page, desk: Desk) -> None:
    console = Console(page, desk.console())
    left = misdealt(console, desk)
    for button in WORK:
        console.touch(button)
    console.button("Riffled once").wait_for()
    page.locator("#next", has_text="from seat 1 to the pack").wait_for()
    desk.put(left, "stub")
    for button in ("Riffled once", *WORK[1:]):
        console.touch(button)
    deals_on(console, desk)


def test_a_pack_that_has_been_cut_is_not_to_be_cut_again_while_players_are_missing(page: Page, desk: Desk) -> None:
    console = Console(page, desk.console())
    key = {"Authorization": f"Bearer {desk.keys.key_of('dealer')}"}
    for seat in (2, 3, 4):
        assert httpx.post(f"{desk.address}/api/v1/seats/{seat}/leave", headers=key).status_code == 200
    for button in WORK:
        console.touch(button)
    console.until_next("Deck Texas hold'em needs 2 players, and 1 can be dealt in")
    assert console.button("It is cut").count() == 0
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
