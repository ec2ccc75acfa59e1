"""The seats in the menu: the form says what is missing, and what was asked for after the hand is shown."""

from dataclasses import replace

from playwright.sync_api import Page, expect

from burncard.api.desk import Desk
from tests.harness.console import Console
from tests.harness.hands import HOLDEM, Dealer


def opened(page: Page, address: str) -> Console:
    console = Console(page, address)
    for name in ("Menu", "Seats"):
        console.touch(name)
    return console


def test_a_player_sits_down_with_chips_only(page: Page) -> None:
    with Desk(replace(HOLDEM, places=9)) as desk:
        console = opened(page, desk.console())
        page.locator(".seat-list button").nth(8).click()
        for typed, told in (
            ("", "Not entered: Say first how many chips."),
            ("abc", "Not entered: “abc” is no number"),
            ("0", "Not entered: “0” is no number"),
        ):
            page.get_by_label("Chips").fill(typed)
            console.touch("Sit down")
            expect(page.locator(".toast")).to_contain_text(told)
        expect(page.locator(".seat-list .chosen")).to_contain_text("empty")
        page.get_by_label("Chips").fill("500")
        console.touch("Sit down")
        expect(page.locator(".toast")).to_contain_text("Seat 9 is dealt in with the next hand")
        console.touch("Name the player")
        expect(page.locator(".toast")).to_contain_text("Not entered: Enter a name first.")
        assert console.complaints == []


def test_what_a_player_asked_for_during_the_hand_is_shown(page: Page) -> None:
    with Desk(HOLDEM) as desk:
        desk.load()
        Dealer(desk).deal()
        console = opened(page, desk.console())
        page.locator(".seat-list button").nth(2).click()
        page.get_by_label("Chips").fill("200")
        console.touch("Add chips")
        expect(page.locator(".menu")).to_contain_text("After this hand the player has 200 more chips.")
        console.touch("Is away")
        expect(page.locator(".menu")).to_contain_text("After this hand the player is away and has 200 more chips.")
        console.touch("Is back")
        expect(console.button("Is away")).to_be_visible()
        console.touch("Leaves")
        expect(page.locator(".menu")).to_contain_text("After this hand the player leaves.")
        expect(console.button("Is away")).to_have_count(0)
        expect(page.locator(".seat-list .chosen")).to_contain_text("leaves")
