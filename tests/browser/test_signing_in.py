"""Signing in: without a session nothing is shown, and a name with its PIN leads to the page of the role."""

from playwright.sync_api import Page, expect

from burncard.api.desk import Desk
from tests.harness.looks import barriers, faults, resize


def test_without_a_session_the_page_asks_for_a_name_and_a_pin(page: Page) -> None:
    with Desk() as desk:
        page.goto(desk.address)
        expect(page.get_by_role("heading", name="Sign in")).to_be_visible()
        page.get_by_label("Name").fill("Nobody")
        for digit in "482913":
            page.get_by_role("button", name=digit, exact=True).click()
        assert page.locator(".pins .full").count() == 6
        page.get_by_role("button", name="Sign in").click()
        page.locator(".wrong").wait_for()
        assert page.locator(".pins .full").count() == 0
        assert page.locator(".felt").count() == 0


def test_a_lock_out_counts_down_and_is_gone_when_the_wait_is_over(page: Page) -> None:
    problem = {"code": "locked-out", "title": "Too many tries have failed.", "next": "-", "retry_after_s": 28}
    page.clock.install()
    with Desk() as desk:
        page.goto(desk.address)
        page.route("**/api/v1/session", lambda route: route.fulfill(status=429, json=problem))
        page.get_by_label("Name").fill("Nobody")
        page.get_by_role("button", name="1", exact=True).click()
        page.get_by_role("button", name="Sign in").click()
        expect(page.locator(".wrong")).to_have_text("Too many tries have failed. Wait 28 s.")
        expect(page.get_by_role("button", name="Sign in")).to_be_disabled()
        page.clock.run_for(30_000)
        expect(page.locator(".wrong")).to_have_count(0)
        expect(page.get_by_role("button", name="Sign in")).to_be_enabled()


def test_the_sign_in_page_fits_every_screen(page: Page) -> None:
    with Desk() as desk:
        page.goto(desk.address)
        page.locator(".pad").wait_for()
        for width, height in ((390, 844), (1280, 800), (1920, 1080)):
            resize(page, width, height)
            assert faults(page) == []
        assert barriers(page) == []


def test_the_page_says_why_it_asks_and_nothing_of_any_account(page: Page) -> None:
    with Desk() as desk:
        why = page.locator("form [role=status]")
        page.goto(desk.address)
        page.locator(".pad").wait_for()
        assert why.count() == 0
        page.goto(f"{desk.address}/?key=of-an-earlier-start")
        expect(why).to_contain_text("This link is no longer good")
        for person in ("Dealer", "Nobody"):
            page.evaluate("name => localStorage.setItem('person', name)", person)
            page.goto(f"{desk.address}/desk")
            expect(why).to_contain_text("You are not signed in here any more")
            assert faults(page) == []
