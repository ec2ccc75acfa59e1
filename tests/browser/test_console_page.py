"""The dealer's console in a real browser: an exposed card stops the deal, and after its repair the deal goes on."""

from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from burncard.api.desk import Desk
from tests.harness.console import Page

FIRST = ["7c", "Kd", "9h"]
SECOND = ["2h", "9s", "4d", "Jc", "8s", "3d"]


def test_an_exposed_card_stops_the_deal_and_the_repair_is_followed(browser: webdriver.Chrome) -> None:
    with Desk() as desk:
        page = Page(browser, desk.console())
        desk.load()
        page.until_next("Deal to seat 1")
        assert page.of("simulated").text == "SIMULATED"
        for seat, card in enumerate(FIRST, start=1):
            desk.deal(card, f"seat:{seat}")
        page.until(lambda: page.count(".seat .card.back") == 3)

        desk.deal("As", "seat:4", "up")
        page.until(lambda: page.of("alert").is_displayed())
        assert "A♠" in page.of("alert-message").text
        assert "expose.holdem-later-hole" in page.of("alert-rule").text
        assert [step.text for step in page.of("alert-steps").find_elements(By.TAG_NAME, "li")] == [
            "Deal the top card to seat 4, face down",
            "Move the A♠ from seat 4 to the burn pile",
        ]
        assert browser.switch_to.active_element.get_attribute("id") == "alert-ack"

        browser.switch_to.active_element.send_keys(Keys.ENTER)
        page.until(lambda: not page.of("alert").is_displayed())
        page.until_next("Deal to seat 5")
        desk.deal("Qs", "seat:5")
        desk.deal("Td", "seat:6")
        for seat, card in enumerate(SECOND, start=1):
            desk.deal(card, f"seat:{seat}")
        page.until_next("Deal the top card to seat 4, face down")
        assert page.of("repair").text == "Repair, step 1 of 2"
        desk.deal("Qc", "seat:4")
        page.until_next("Move the A♠ from seat 4 to the burn pile")
        desk.deal("As", "burn", "up")
        page.until_next("Seat 3 to act — 10 to call")
        assert page.count(".seat .card.back") == 12
        hidden = [card for card in (*FIRST, *SECOND, "Qc") if card in browser.page_source]
        assert hidden == []
        assert page.complaints() == []


def test_actions_are_entered_by_touch_and_by_key_and_the_flop_is_dealt(browser: webdriver.Chrome) -> None:
    with Desk() as desk:
        page = Page(browser, desk.console())
        desk.load()
        for number, card in enumerate([*FIRST, "As", "Qs", "Td", *SECOND]):
            desk.deal(card, f"seat:{number % 6 + 1}")
        page.until_next("Seat 3 to act — 10 to call")
        page.of("entry").find_elements(By.TAG_NAME, "button")[1].click()
        for seat in (4, 5, 6, 1):
            page.until_next(f"Seat {seat} to act — {5 if seat == 1 else 10} to call")
            browser.find_element(By.TAG_NAME, "body").send_keys("c")
        page.until_next("Seat 2 to act")
        browser.find_element(By.TAG_NAME, "body").send_keys("k")
        page.until_next("Burn the top card")
        assert page.of("pot").text == "Pot 60"
        desk.deal("2c", "burn")
        for card in ("5h", "6s", "Ac"):
            desk.deal(card, "board", "up")
        page.until(lambda: page.count("#board .card.face") == 3)
        assert page.count("#board .card.slot") == 2


def test_a_lost_reader_is_reported_with_what_to_do(browser: webdriver.Chrome) -> None:
    with Desk() as desk:
        page = Page(browser, desk.console())
        page.until(lambda: page.count(".device") == 2)
        desk.unplug("reader")
        page.until(lambda: page.of("faults").is_displayed())
        assert "The card reader does not answer." in page.of("faults").text
        assert "Check the reader's cable and power." in page.of("faults").text


def test_the_floor_decides_otherwise_with_a_name_and_a_reason(browser: webdriver.Chrome) -> None:
    with Desk() as desk:
        page = Page(browser, desk.console("floor"))
        desk.load()
        for seat, card in enumerate([*FIRST[:2], "As"], start=1):
            desk.deal(card, f"seat:{seat}", "up" if card == "As" else "down")
        page.until(lambda: page.of("alert-decide").is_displayed())
        page.of("alert-decide").click()
        page.of("decide-name").send_keys("Ann")
        page.of("decide-reason").send_keys("seen by nobody", Keys.ENTER)
        page.until(lambda: not page.of("alert").is_displayed())
        page.until(lambda: "seen by nobody" in page.of("notes").text)
        assert desk.journaled()[-1].operator == "floor: Ann"


def test_a_fault_is_put_right_by_whoever_may(browser: webdriver.Chrome) -> None:
    with Desk() as desk:
        page = Page(browser, desk.console("floor"))
        desk.load()
        desk.fail_shuffler("motor")
        page.until(lambda: page.count("#faults button") == 1)
        browser.find_element(By.CSS_SELECTOR, "#faults button").click()
        page.of("decide-name").send_keys("Ann")
        page.of("decide-reason").send_keys("belt put back", Keys.ENTER)
        page.until(lambda: not page.of("faults").is_displayed())


def test_without_a_key_the_page_asks_for_one(browser: webdriver.Chrome) -> None:
    with Desk() as desk:
        page = Page(browser, desk.address)
        browser.find_element(By.NAME, "key").send_keys(desk.keys.key_of("observer"), Keys.ENTER)
        page.until(lambda: browser.find_elements(By.ID, "felt"))
        page.until(lambda: page.of("link").text == "live")
        assert page.of("entry").find_elements(By.TAG_NAME, "button") == []
