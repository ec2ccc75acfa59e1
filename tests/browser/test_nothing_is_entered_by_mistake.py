"""Double taps, lost connections, refusals and hasty fingers enter nothing that was not meant."""

import time
from contextlib import suppress

from playwright.sync_api import Page, Route, expect
from playwright.sync_api import TimeoutError as UndecidedError

from burncard.api.desk import Desk
from tests.harness.console import Console
from tests.harness.hands import HOLDEM, Dealer
from tests.harness.taps import tap_at_random

TAPS = 120
STANDS_STILL_S = 4.5
GOES_ON_MS = 20_000
"""A reader that the table has not heard for so long is called again, which takes it some seconds now and then."""
PUSHES = 4
PUSHED_MS = 6_000
"""After a push the table has decided where the card lies within this time."""
CLOCK_SET_BACK = "() => { const now = Date.now; Date.now = () => now() - 3_600_000; }"

PAGES = {
    "dealer": ("/",),
    "floor": ("/", "/desk#rulings", "/desk#ruling/r1", "/desk#hand/h1"),
    "technician": ("/technician#devices", "/technician#decks"),
}


def checking(body: str | None) -> str:
    """An entry with another action than the one that was touched, as a confused program would send it."""
    return (body or "").replace("call", "check")


def to_act(desk: Desk, page: Page) -> Console:
    console = Console(page, desk.console())
    desk.load()
    Dealer(desk).deal()
    page.locator(".actions").wait_for()
    return console


def test_a_double_tap_calls_for_one_player(page: Page) -> None:
    with Desk(HOLDEM) as desk:
        console = to_act(desk, page)
        number = desk.view()["number"]
        page.evaluate("performance.now = () => 1e6")  # the moment after a touch, however slow this machine is
        call = console.button("Call 10")
        call.dblclick()
        console.shows(number + 1)
        call.first.dispatch_event("click")
        page.wait_for_timeout(500)
        assert desk.view()["number"] == number + 1


def test_two_screens_that_call_at_once_call_once(page: Page) -> None:
    with Desk(HOLDEM) as desk:
        to_act(desk, page)
        other = page.context.new_page()
        other.goto(desk.console())
        other.locator(".actions").wait_for()
        number = desk.view()["number"]
        held: list[Route] = []
        page.context.route("**/api/v1/actions", lambda route: held.append(route))
        for screen in (page, other):
            screen.locator(".actions button").nth(1).click()
        while len(held) < 2:
            page.wait_for_timeout(20)
        for entry in held:
            entry.continue_()
        other.locator(".toast.refused").wait_for()
        assert desk.view()["number"] == number + 1


def test_an_entry_whose_answer_is_lost_is_asked_after_and_entered_once(page: Page) -> None:
    with Desk(HOLDEM) as desk:
        console = to_act(desk, page)
        number, losses = desk.view()["number"], [1, 2]

        def lose_the_answer(route: Route) -> None:
            if losses:
                losses.pop()
                route.fetch()
                route.abort()
            else:
                route.continue_()

        page.route("**/api/v1/actions", lose_the_answer)
        console.touch("Call 10")
        toast = page.locator(".toast")
        expect(toast).to_contain_text("Not known whether it was entered: The connection broke.")
        console.shows(number + 1)
        console.button("Call 10").first.dispatch_event("click")  # again, while it is not known
        expect(toast).to_have_text("It was entered, onceOK")
        console.calm()
        assert desk.view()["number"] == number + 1
        assert console.complaints == ["Failed to load resource: net::ERR_FAILED"] * 2


def test_an_entry_of_which_no_answer_tells_is_not_called_refused(page: Page) -> None:
    with Desk(HOLDEM) as desk:
        console = to_act(desk, page)
        number = desk.view()["number"]
        sent: list[dict[str, str]] = []

        def forget(route: Route) -> None:
            headers = {**route.request.headers, "idempotency-key": f"key {len(sent)}"}  # as a table started again does
            sent.append(headers)
            if len(sent) == 1:
                route.fetch(headers=headers)
                route.abort()
            else:
                route.continue_(headers=headers)

        page.route("**/api/v1/actions", forget)
        console.touch("Call 10")
        expect(page.locator(".toast")).to_contain_text("See what the table shows")
        assert page.locator(".toast").inner_text().startswith("Not known whether it was entered:")
        assert desk.view()["number"] == number + 1


def test_entries_are_busy_from_the_touch_until_the_table_answers(page: Page) -> None:
    with Desk(HOLDEM) as desk:
        console = to_act(desk, page)
        held: list[Route] = []
        page.route("**/api/v1/actions", lambda route: held.append(route))
        console.touch("Call 10")
        assert console.count(".touch[aria-busy]") == 1
        while not held:
            page.wait_for_timeout(20)
        held[0].continue_()
        console.shows(desk.view()["number"])
        console.calm()


def test_a_lost_connection_covers_the_screen_and_offers_nothing(page: Page) -> None:
    with Desk(HOLDEM) as desk:
        console = Console(page, desk.console())
        desk.load()
        dealer = Dealer(desk)
        dealer.deal_until(lambda view: view["next"].get("zone") == "seat:3")
        dealer.expose()
        console.stop.wait_for()
    expect(page.locator("#cover-title")).to_have_text("No connection to the table")
    assert page.evaluate("document.querySelector('.below').inert") is True
    assert page.evaluate("document.activeElement.closest('#cover') !== null") is True
    page.keyboard.press("Enter")
    page.evaluate("document.querySelector('#understood')?.click()")
    page.get_by_role("button", name="Try now").wait_for()
    assert console.stop.count() == 1


def test_a_table_that_stands_still_covers_the_screen_until_it_goes_on(page: Page) -> None:
    with Desk(HOLDEM) as desk:
        to_act(desk, page)
        desk._loop.call_soon_threadsafe(time.sleep, STANDS_STILL_S)  # as on a disk that does not answer
        page.evaluate(CLOCK_SET_BACK)
        expect(page.locator("#cover-title")).to_have_text("No connection to the table")
        assert page.evaluate("document.querySelector('.below').inert") is True
        expect(page.locator("#cover-title")).to_have_count(0, timeout=GOES_ON_MS)


def test_a_silent_reader_covers_the_screen_and_says_what_to_do(page: Page) -> None:
    with Desk(HOLDEM) as desk:
        console = to_act(desk, page)
        desk.unplug("reader")
        expect(page.locator("#cover-title")).to_have_text("The card reader does not answer.")
        assert "cable" in page.locator("#cover").inner_text()
        assert page.evaluate("document.querySelector('.below').inert") is True
        assert console.complaints == []


def test_a_card_between_two_seats_covers_the_screen_until_it_is_pushed_to_one_of_them(page: Page) -> None:
    with Desk(HOLDEM, radio="typical", seed=4) as desk:
        console = Console(page, desk.console())
        desk.load()
        dealer = Dealer(desk)
        dealer.deal_until(lambda view: view["next"].get("zone") == "seat:3")
        desk.put_between("As", "seat:7", "seat:8")
        title = page.locator("#cover-title")
        expect(title).to_have_text("A card lies between these two places, and may belong to either.", timeout=10_000)
        expect(page.locator("#cover-text")).to_have_text("Look at seat 7 and seat 8. Deal no card.")
        assert "Leave every card" not in page.locator("#cover").inner_text()
        assert desk.view()["alerts"] == []
        for _ in range(PUSHES):  # one card in fifty comes to lie on a border again
            desk.put("As", "seat:8")
            with suppress(UndecidedError):
                title.wait_for(state="detached", timeout=PUSHED_MS)
                break
        expect(title).to_have_count(0)
        console.stop.wait_for()


def test_a_refusal_says_what_was_not_entered(page: Page) -> None:
    with Desk(HOLDEM) as desk:
        console = to_act(desk, page)
        page.route("**/api/v1/actions", lambda route: route.continue_(post_data=checking(route.request.post_data)))
        console.touch("Call")
        toast = page.locator(".toast.refused")
        toast.wait_for()
        assert toast.inner_text().startswith("Not entered:")


def test_hundreds_of_random_taps_override_and_void_nothing(page: Page) -> None:
    with Desk(HOLDEM) as desk:
        console = Console(page, desk.console())
        desk.load()
        dealer = Dealer(desk)
        dealer.deal_until(lambda view: view["next"].get("zone") == "seat:3")
        dealer.expose()
        console.stop.wait_for()
        for role, addresses in PAGES.items():
            for address in addresses:
                page.goto(desk.console(role))  # type: ignore[arg-type]
                page.goto(f"{desk.address}{address}")
                page.locator("#page h1").first.wait_for()
                tap_at_random(page, TAPS)
        bodies = b"".join(entry.body for entry in desk.journaled())
        assert not any(press in bodies for press in (b"override", b"void-hand", b"retract"))


def test_an_observer_can_touch_nothing(page: Page) -> None:
    with Desk(HOLDEM) as desk:
        console = Console(page, desk.console("observer"))
        desk.load()
        Dealer(desk).deal()
        page.wait_for_function("document.querySelector('#next')?.textContent.includes('to call')")
        assert console.count(".touch button") == 0
