"""A table at which nothing sees faces says so, and an exposed card is reported with one touch."""

from playwright.sync_api import Page, expect

from burncard.api.desk import Desk
from burncard.controller.views.table_view import table_view
from burncard.simulator.devices.virtual_reader import VirtualReader
from tests.harness.console import Console
from tests.harness.hands import HOLDEM, STUD, Dealer


def test_the_last_card_is_reported_as_exposed_with_one_touch(page: Page) -> None:
    with Desk(HOLDEM, reader=VirtualReader(senses_face=False)) as desk:
        console = Console(page, desk.console())
        desk.load()
        dealer = Dealer(desk)
        view = dealer.deal_until(lambda view: view["next"].get("zone") == "seat:2")
        console.shows(view["number"])
        expect(page.get_by_text("Faces: not seen").first).to_be_visible()
        page.get_by_role("button", name="card is up").click()
        console.stop.wait_for()
        stop = desk.view()["alerts"][0]
        assert stop["rule"].startswith(("misdeal.", "expose."))
        assert console.complaints == []


def test_a_card_that_was_turned_up_is_named_and_play_goes_on(page: Page) -> None:
    with Desk(STUD, reader=VirtualReader(senses_face=False)) as desk:
        console = Console(page, desk.console())
        desk.load()
        dealer = Dealer(desk)
        view = dealer.deal_until(lambda view: view["next"].get("zone") == "seat:2")
        console.shows(view["number"])
        page.get_by_role("button", name="card is up").click()
        console.stop.wait_for()
        console.understood()
        expect(page.get_by_text("Turn up").first).to_be_visible()
        page.get_by_role("button", name="It lies face up").click()
        expect(page.get_by_role("button", name="Nobody can say")).to_have_count(0)
        console.calm()
        page.locator("#report .faces button").first.click()
        expect(page.get_by_role("button", name="It lies face up")).to_have_count(0)
        dealer.deal()
        assert desk.view()["next"]["await"] == "action"
        first = table_view(desk.service, "dealer").seats[0].cards
        assert [(card.card, card.face) for card in first] == [("As", "up"), ("back", "down"), ("back", "down")]
        assert console.complaints == []
