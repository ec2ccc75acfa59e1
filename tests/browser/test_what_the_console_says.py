"""What the dealer's console says is so: who opens a table, whether the floor is called."""

from collections.abc import Iterator

import msgspec
import pytest
from playwright.sync_api import Browser, expect

from burncard.api.desk import Desk
from burncard.controller.views import TableView
from tests.browser.test_every_size import Shown
from tests.harness.console import PHONE, context
from tests.harness.looks import faults, resize
from tests.harness.shown import between_hands, states_of


@pytest.fixture(scope="module")
def shown(browser: Browser) -> Iterator[Shown]:
    with Desk() as desk:
        profile = context(browser)
        yield Shown(profile.new_page(), desk.console())
        profile.close()


def changed(view: TableView, **fields: object) -> TableView:
    return msgspec.structs.replace(view, **fields)


def test_a_closed_table_is_opened_by_the_floor(shown: Shown) -> None:
    closed = between_hands()["between hands, closed"]
    shown.show(changed(closed, mode="closed"))
    expect(shown.page.locator("#next")).to_have_text("The floor opens it")
    shown.show(changed(closed, mode="open"))
    expect(shown.page.locator("#next")).to_have_text("Load the shuffler to begin")


def test_the_last_hand_says_that_the_table_closes_after_it(shown: Shown) -> None:
    shown.show(changed(states_of("flop")["card: seat"], mode="closed"))
    expect(shown.page.locator(".then")).to_contain_text("The table closes after this hand")
    resize(shown.page, *PHONE)
    assert "Last hand" in shown.page.locator(".then").inner_text()
    assert faults(shown.page) == []
    resize(shown.page, 1280, 800)


def test_the_floor_is_called_once(shown: Shown) -> None:
    flop = states_of("flop")
    stopped, called = flop["stop: remove"], flop["stop: floor"].stops
    for view in (stopped, flop["card: seat"]):
        shown.show(view)
        expect(shown.page.get_by_role("button", name="Call floor")).to_have_count(1)
        repairing = tuple(msgspec.structs.replace(one, status="repair") for one in called)
        shown.show(changed(view, stops=(*view.stops, *(called if view is stopped else repairing))))
        expect(shown.page.get_by_text("The floor is called")).to_be_visible()
        expect(shown.page.get_by_role("button", name="Call floor")).to_have_count(0)
