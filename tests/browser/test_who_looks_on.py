"""Who may not work at a page is not invited to: an observer is no dealer and no technician."""

from playwright.sync_api import Page, expect

from burncard.api.desk import Desk
from tests.harness.console import Console


def test_the_technicians_page_offers_an_observer_nothing(page: Page) -> None:
    with Desk() as desk:
        console = Console(page, desk.console("observer"))
        page.goto(f"{desk.address}/technician#antennas")
        expect(page.locator("main")).to_contain_text("You are signed in as")
        expect(page.locator("main button")).to_have_count(0)
        expect(page.locator("nav li")).to_have_count(0)
        assert console.complaints == []
