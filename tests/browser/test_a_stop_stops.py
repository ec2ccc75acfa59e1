"""A stop holds the screen until it is answered, repaired or decided; nothing else takes it away."""

from playwright.sync_api import Page, expect

from burncard.api.desk import Desk
from tests.harness.console import Console, context, make_endless
from tests.harness.hands import HEADS_UP, HOLDEM, Dealer

HOLD_MS = 1000
READ_MS = 600


def stopped(desk: Desk, console: Console) -> Dealer:
    """A table where seat 3's first card was turned up."""
    dealer = Dealer(desk)
    desk.load()
    dealer.deal_until(lambda view: view["next"].get("zone") == "seat:3")
    dealer.expose()
    console.stop.wait_for()
    return dealer


def test_the_sheet_says_what_happened_and_lights_where(page: Page) -> None:
    with Desk(HOLDEM) as desk:
        console = Console(page, desk.console())
        stopped(desk, console)
        assert console.stop.get_attribute("role") == "alertdialog"
        assert page.evaluate("document.activeElement.id") == "stop-what"
        assert console.count(".seat.stop") == 1
        assert console.count(".lines .mark") >= 1
        console.stop.get_by_text("Robert's Rules").first.wait_for()


def test_it_stays_while_other_cards_are_dealt(page: Page) -> None:
    with Desk(HOLDEM) as desk:
        console = Console(page, desk.console())
        dealer = stopped(desk, console)
        what = page.locator("#stop-what").inner_text()
        view = dealer.deal()
        console.shows(view["number"])
        assert page.locator("#stop-what").inner_text() == what
        assert console.count(".steps .open") == 1


def test_several_stops_wait_behind_each_other(page: Page) -> None:
    with Desk(HEADS_UP) as desk:
        console = Console(page, desk.console())
        desk.load()
        dealer = Dealer(desk)
        for touch in ("Call", "Check"):
            console.shows(dealer.deal()["number"])
            console.touch(touch)
        desk.wait(lambda view: view["next"].get("zone") == "burn")
        dealer.card("board", "up")
        expect(page.locator("#stop-what")).to_contain_text("without a burn")
        dealer.card("seat:1")
        expect(page.locator(".band .count")).to_have_text("1 of 2 stops")
        page.locator("#understood:not([aria-disabled])").click()
        expect(page.locator("#stop-what")).to_contain_text("without a burn")


def test_a_stray_tap_or_key_does_not_answer_it(page: Page) -> None:
    with Desk(HOLDEM) as desk:
        console = Console(page, desk.console())
        desk.load()
        dealer = Dealer(desk)
        dealer.deal_until(lambda view: len(view["seats"][1]["cards"]) > 0)
        make_endless(page, READ_MS)
        dealer.expose()
        console.stop.wait_for()
        page.locator("#understood").dispatch_event("click")
        page.keyboard.press("Enter")
        page.keyboard.press("Escape")
        page.keyboard.press("c")
        page.wait_for_timeout(300)
        assert console.stop.is_visible()
        assert b'"type":"card"' in desk.journaled()[-1].body


def test_understood_turns_it_into_a_repair_that_ticks_itself(page: Page) -> None:
    with Desk(HOLDEM) as desk:
        console = Console(page, desk.console())
        dealer = stopped(desk, console)
        console.understood()
        assert b'"press":"ack"' in desk.journaled()[-1].body
        dealer.deal()
        page.locator(".dock.repair").wait_for()
        assert "Repair, step" in page.locator(".why").inner_text()
        view = desk.view()
        step = view["next"]["step"]
        dealer.card(step["to"])
        expect(page.locator(".why")).to_have_text("Repair, last step")
        step = desk.view()["next"]["step"]
        desk.deal(step["card"], step["to"], "up")
        page.locator(".dock.repair").wait_for(state="detached")
        assert console.complaints == []


def test_the_floor_takes_it_away_and_the_dealer_is_told(page: Page) -> None:
    with Desk(HOLDEM) as desk:
        console = Console(page, desk.console())
        stopped(desk, console)
        floor = context(page.context.browser).new_page()  # type: ignore[arg-type]
        floor.goto(desk.console("floor"))
        floor.goto(f"{desk.address}/desk#tables")
        floor.get_by_role("link", name="Look").first.click()
        floor.get_by_role("radio", name="as the rule says").wait_for()
        floor.get_by_role("radio", name="It stands").click()
        floor.get_by_label("Reason").fill("nobody saw it")
        hold = floor.get_by_role("button", name="Hold to decide")
        make_endless(floor, HOLD_MS)
        hold.dispatch_event("pointerdown")
        hold.dispatch_event("pointerup")
        floor.evaluate("window.endless.clear()")
        assert console.stop.is_visible()
        hold.dispatch_event("pointerdown")
        page.locator(".decided").wait_for()
        assert "decided: Play goes on" in page.locator(".decided").inner_text()
        floor.context.close()


def test_a_card_at_a_place_where_nobody_sits_is_drawn_there(page: Page) -> None:
    with Desk(HEADS_UP) as desk:
        console = Console(page, desk.console())
        desk.load()
        dealer = Dealer(desk)
        dealer.card("seat:9")
        console.stop.wait_for()
        assert console.seat(9).locator(".card").count() == 1
        assert console.complaints == []
