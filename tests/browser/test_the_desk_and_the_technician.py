"""The floor's desk and the technician's pages: they open for their roles, fit their screens, and keep nobody out."""

from dataclasses import replace

import httpx
import pytest
from playwright.sync_api import Page, Route, expect

from burncard.api.accounts.people import Person
from burncard.api.desk import Desk
from burncard.api.peers import Heard, Peer
from burncard.api.role_view import view_for
from burncard.controller.calibration import survey
from burncard.rules.cards import Seat
from burncard.rules.facts import Action
from tests.harness.console import Console
from tests.harness.hands import HEADS_UP, HOLDEM, Dealer
from tests.harness.looks import barriers, faults, looked_over

PAGES = {
    "floor": (
        "desk#tables",
        "desk#rulings",
        "desk#ruling/r1",
        "desk#hands",
        "desk#hand/h1",
        "desk#game",
        "desk#mistakes",
        "desk#report",
        "desk#people",
        "desk#house",
    ),
    "technician": (
        "technician#devices",
        "technician#antennas",
        "technician#decks",
        "technician#logs",
        "technician#people",
    ),
}


def in_one_order(route: Route) -> None:
    """Answers with the log's real entries, each kind of a device once: when a device answers, and how often, varies."""
    answer = route.fetch()
    entries = {
        (entry["kind"], str(entry["details"].get("device")), str(entry["details"].get("code"))): entry
        for entry in answer.json()["items"]
    }
    route.fulfill(response=answer, json={"items": [entries[kind] for kind in sorted(entries)], "next": None})


@pytest.mark.parametrize("role", PAGES)
def test_every_page_can_be_read_and_touched_and_looks_as_before(role: str, page: Page) -> None:
    with Desk(HOLDEM) as desk:
        console = Console(page, desk.console("floor" if role == "floor" else "technician"))
        desk.load()
        dealer = Dealer(desk)
        dealer.deal_until(lambda view: view["next"].get("zone") == "seat:3")
        dealer.expose()
        found: list[str] = []
        session = page.context.new_cdp_session(page)
        page.route("**/api/v1/log?*", in_one_order)
        for address in PAGES[role]:
            kept = address.replace("#", "/").replace("/r1", "/decide")
            found += looked_over(page, session, f"{desk.address}/{address}", kept)
        if found:
            pytest.fail("\n".join(found), pytrace=False)
        assert not [line for line in console.complaints if "404" not in line]


def test_an_answer_for_a_page_that_was_left_is_dropped(page: Page) -> None:
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    with Desk(HOLDEM) as desk:
        Console(page, desk.console("technician"))
        page.goto(f"{desk.address}/technician#decks")
        page.locator("#page[aria-busy=false] h1", has_text="Decks").wait_for()
        facts = page.locator("header .facts")
        count = facts.inner_text()
        page.route("**/api/v1/log?*", hold)
        with page.expect_request("**/api/v1/log?*"):
            page.goto(f"{desk.address}/technician#logs")
        page.goto(f"{desk.address}/technician#decks")
        page.locator("#page[aria-busy=true] h1", has_text="Decks").wait_for()
        held[0].continue_()
        page.locator("#page[aria-busy=false]").wait_for()
        assert facts.inner_text() == count


def test_a_deck_is_enrolled_card_by_card(page: Page) -> None:
    with Desk(HOLDEM) as desk:
        Console(page, desk.console("technician"))
        page.goto(f"{desk.address}/technician#decks")
        page.get_by_role("button", name="Take the table").click()
        page.get_by_role("button", name="The blue deck").click()
        page.locator(".pack-grid .card.next").wait_for()
        assert page.locator(".pack-grid .card.free").count() == 51
        desk.put("2c", "board")
        expect(page.locator(".pack-grid .card.face")).to_have_count(1)
        expect(page.get_by_text("1 of 52")).to_be_visible()
        assert page.locator(".pack-grid > *").first.get_attribute("aria-label") == "two of clubs"
        assert page.locator(".pack-grid .free .mini").last.get_attribute("aria-label") == "ace of spades"
        assert faults(page) == []
        page.get_by_role("button", name="Stop without keeping").click()
        page.get_by_text("Nothing was kept").wait_for()


def test_an_antenna_is_calibrated_on_the_technicians_page(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(survey, "EMPTY_SCANS", 2)
    monkeypatch.setattr(survey, "CARD_SCANS", 3)
    with Desk(HOLDEM) as desk:
        Console(page, desk.console("technician"))
        page.goto(f"{desk.address}/technician#antennas")
        page.get_by_role("button", name="Take the table").click()
        page.get_by_role("button", name="Calibrate the antennas").click()
        for prompt in ("Take every card off", "in the middle of seat 1"):
            page.locator(".loud", has_text=prompt).wait_for()
            keeps = page.get_by_role("button", name="Keep what was measured")
            expect(keeps).to_have_count(0 if prompt.startswith("Take") else 1)
            desk.lay_for_survey()
            page.get_by_role("button", name="It is empty: listen" if prompt.startswith("Take") else "It lies").click()
        page.locator(".loud", has_text="in the middle of seat 2").wait_for()
        assert faults(page) == []
        page.get_by_role("button", name="Keep what was measured").click()
        page.get_by_role("cell", name="100 %").first.wait_for()
        assert page.get_by_role("cell", name="not measured").count() == 14


def test_the_floor_changes_the_level_of_the_next_hand(page: Page) -> None:
    with Desk(HOLDEM) as desk:
        Console(page, desk.console("floor"))
        page.goto(f"{desk.address}/desk#game")
        page.get_by_label("Small blind").fill("25")
        page.get_by_label("Big blind").fill("50")
        page.get_by_role("button", name="From the next hand on").click()
        page.get_by_text("It counts from the next hand on").wait_for()
        assert (desk.service.record.config.small_blind, desk.service.record.config.big_blind) == (25, 50)


def test_the_floor_that_was_called_lets_play_go_on(page: Page) -> None:
    with Desk(HOLDEM) as desk:
        desk.load()
        Dealer(desk).deal()
        Console(page, desk.console("dealer"))
        page.get_by_role("button", name="Report").click()
        page.get_by_role("button", name="Floor called").click()
        desk.wait(lambda view: view["next"]["await"] == "floor")
        Console(page, desk.console("floor"))
        page.goto(f"{desk.address}/desk#ruling/r1")
        choices = page.get_by_role("radio")
        choices.first.click()
        assert choices.first.inner_text().startswith("It stands: play goes on")
        assert page.get_by_role("radio", name="as the rule says").count() == 0
        page.get_by_label("Reason, for the record").fill("The deck is whole")
        page.get_by_role("button", name="Hold to decide").dispatch_event("pointerdown")
        desk.wait(lambda view: view["next"]["await"] == "action")


def test_the_desk_shows_another_tables_stop_and_leads_there(page: Page) -> None:
    with Desk(HOLDEM) as other, Desk(replace(HEADS_UP, table="table-8")) as own:
        other.load()
        Dealer(other).card("seat:1", "up")
        heard = Heard(Peer(other.address, other.keys.key_of("observer")))
        heard.view, heard.trouble = view_for(other.service, Person("Observer", "observer")), ""
        own.context.peers = (heard, Heard(Peer("http://table-9", "x"), trouble="no answer"))
        Console(page, own.console("floor"))
        page.goto(f"{own.address}/desk#tables")
        page.get_by_text("3 tables · 1 stopped · 1 not heard").wait_for()
        assert page.get_by_role("link", name="Look").get_attribute("href") == f"{other.address}/desk#ruling/r1"
        assert faults(page) == []
        assert barriers(page) == []


def test_what_the_floor_decides_stands_apart_from_what_the_dealer_puts_right(page: Page) -> None:
    with Desk(HOLDEM) as desk:
        desk.load()
        dealer = Dealer(desk)
        Console(page, desk.console("floor"))
        page.goto(f"{desk.address}/desk#tables")
        dealer.card(desk.view()["next"]["zone"], "up")
        dealers = page.locator("section", has=page.get_by_role("heading", name="With the dealer"))
        dealers.get_by_role("link", name="Look").wait_for()
        page.get_by_text("Nothing to decide.").wait_for()
        presses = f"{desk.address}/api/v1/presses"
        body = {"on": desk.service.record.journal.count, "press": "floor-called"}
        bearer = {"Authorization": f"Bearer {desk.keys.key_of('dealer')}"}
        assert httpx.post(presses, json=body, headers=bearer).status_code == 200
        due = page.locator("section", has=page.get_by_role("heading", name="Waiting for you"))
        due.get_by_role("link", name="Decide").wait_for()


def test_what_the_rule_says_already_needs_no_reason(page: Page) -> None:
    """A person who acknowledges a ruling enters no text, so none is asked for."""
    with Desk(HOLDEM) as desk:
        desk.load()
        dealer = Dealer(desk)
        dealer.deal_until(lambda view: view["next"].get("zone") == "seat:3")
        dealer.expose()
        Console(page, desk.console("floor"))
        page.goto(f"{desk.address}/desk#ruling/r1")
        page.get_by_role("radio", name="as the rule says").click()
        assert page.get_by_label("Reason").count() == 0
        page.get_by_role("button", name="Hold to decide").dispatch_event("pointerdown")
        desk.wait(lambda view: not view["alerts"])


def test_the_choices_for_a_hand_in_the_muck_say_what_becomes_of_it(page: Page) -> None:
    with Desk(HOLDEM) as desk:
        desk.load()
        seat = desk.view()["next"]["zone"].replace(":", " ")
        Dealer(desk).deal()
        desk.deal("2c", "muck")
        Console(page, desk.console("floor"))
        page.set_viewport_size({"width": 1920, "height": 1080})
        page.goto(f"{desk.address}/desk#ruling/r1")
        page.get_by_role("radio", name="It is put right").get_by_text(f"from the muck to {seat}").wait_for()
        page.get_by_role("radio", name="It stands").get_by_text(f"{seat} plays on with 1 card").click()
        assert page.get_by_role("radio", name="The card stays").count() == 0
        below = "element => element.getBoundingClientRect().bottom <= innerHeight"
        assert page.get_by_role("button", name="Hold to decide").evaluate(below)


def test_past_rulings_say_in_words_what_became_of_them(page: Page) -> None:
    with Desk(HOLDEM) as desk:
        desk.load()
        desk.service.submit(Action(seat=Seat(1), action="check"), "dealer: Ann", "dealer")
        Console(page, desk.console("floor"))
        page.goto(f"{desk.address}/desk#rulings")
        row = page.get_by_role("row", name="An entry was not taken")
        assert row.get_by_role("cell").last.inner_text() == "not entered"
        page.goto(f"{desk.address}/desk#hands")
        page.get_by_role("cell", name="Texas hold'em").or_(page.get_by_role("cell", name="Hold'em")).wait_for()


def test_the_desk_of_an_observer_shows_the_table(page: Page) -> None:
    with Desk(HOLDEM) as desk:
        Console(page, desk.console("observer"))
        page.goto(f"{desk.address}/desk")
        page.get_by_role("heading", name="Tables").wait_for()
        assert page.get_by_role("link", name="Shift report").count() == 0


def test_a_technician_gives_a_person_who_forgot_it_a_new_pin(page: Page) -> None:
    with Desk(HOLDEM) as desk:
        Console(page, desk.console("technician"))
        page.goto(f"{desk.address}/technician#people")
        page.get_by_role("row", name="Dealer dealer").get_by_role("button", name="New PIN").click()
        page.locator(".once", has_text="Dealer signs in with the PIN").wait_for()
        body = {"name": "Dealer", "pin": page.locator(".once b").inner_text()}
        session = httpx.post(f"{desk.address}/api/v1/session", json=body, headers={"Origin": desk.address})
        assert session.status_code == 200
