"""Every state of every family on every screen: nothing cut off, nothing too small, nobody kept out."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from burncard.api.desk import Desk
from tests.harness.console import HEIGHT, SIZES, WIDTH, Console
from tests.harness.hands import FAMILIES, Dealer
from tests.harness.looks import barriers, faults, resize

State = Callable[[Desk, Dealer, Console], None]


def looked_at(page: Page, name: str) -> list[str]:
    """What is wrong with the page at any size, with the state's name."""
    found = []
    for width, height in SIZES:
        resize(page, width, height)
        found += [f"{name} at {width}x{height}: {fault}" for fault in faults(page)]
        if width == WIDTH:
            found += [f"{name} at {width}: {barrier}" for barrier in barriers(page)]
    resize(page, WIDTH, HEIGHT)
    return found


@pytest.mark.parametrize("family", FAMILIES)
def test_the_console_can_be_read_and_touched(family: str, page: Page) -> None:
    with Desk(FAMILIES[family]) as desk:
        console = Console(page, desk.console())
        desk.load()
        dealer = Dealer(desk)
        page.locator(".card.next").wait_for()
        found = looked_at(page, "dealing")
        console.button("Report").click()
        found += looked_at(page, "report")
        console.button("Close").click()
        dealer.deal_until(lambda view: len(view["seats"][1]["cards"]) > 0)
        dealer.card("seat:4", "up")
        console.stop.wait_for()
        page.locator("#understood:not([aria-disabled])").wait_for()
        found += looked_at(page, "stop")
        assert found == []


@pytest.mark.parametrize("family", FAMILIES)
def test_betting_can_be_read_and_touched(family: str, page: Page) -> None:
    with Desk(FAMILIES[family]) as desk:
        console = Console(page, desk.console())
        desk.load()
        Dealer(desk).deal()
        page.locator(".actions").wait_for()
        found = looked_at(page, "betting")
        console.button("Menu").click()
        console.button("Seats").click()
        found += looked_at(page, "seats")
        console.button("Close").click()
        desk.unplug("reader")
        page.locator("#cover").wait_for()
        found += looked_at(page, "cover")
        assert found == []
