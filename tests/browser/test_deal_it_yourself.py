"""`burncard play`: the visitor deals by touch and by drag, makes mistakes on purpose, and the table stops them."""

import re
from collections.abc import Iterator

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.harness.console import Console
from tests.harness.looks import barriers, faults, resize
from tests.harness.processes import Processes
from tests.harness.taps import tap_at_random

LINK = re.compile(r"Deal it yourself.*?(http\S+)")
PACK_MS = 90_000  # not a measure: how long a busy machine may take to shuffle
TAPS = 200
SIZES = ((390, 844), (1280, 800), (1920, 1080))


@pytest.fixture
def said() -> Iterator[list[str]]:
    """What a table for visitors says when it starts."""
    processes = Processes()
    process = processes.start("play", "--port", "0", "--radio", "perfect", "--seed", "5", "--speed", "4")
    assert process.stdout is not None
    lines: list[str] = []
    for line in process.stdout:
        lines.append(line)
        if "Ctrl-C" in line:
            break
    yield lines
    processes.end()


@pytest.fixture
def link(said: list[str]) -> str:
    return next(found.group(1) for line in said if (found := LINK.search(line)))


def number_of(page: Page) -> int:
    return int(page.evaluate("document.documentElement.dataset.number"))


def deal(console: Console) -> None:
    before = number_of(console.page)
    console.page.locator("#due").click()
    console.shows(before + 1)


def a_touch_deals_the_card_that_is_due(console: Console) -> None:
    assert console.next == "Seat 1 face down"
    console.button("Pause").click()
    deal(console)
    console.until_next("Seat 2 face down")
    console.page.locator('[data-zone="seat:2"] .plate').click()
    console.until_next("Seat 3 face down")


def a_drag_takes_the_top_card_to_a_place(console: Console) -> None:
    page = console.page
    pack, seat = page.locator(".pile.stub .card").bounding_box(), console.seat(3).bounding_box()
    assert pack is not None
    assert seat is not None
    page.mouse.move(pack["x"] + 10, pack["y"] + 10)
    page.mouse.down()
    page.mouse.move(seat["x"] + seat["width"] / 2, seat["y"] + seat["height"] / 2, steps=5)
    assert page.locator(".carried.back").count() == 1
    page.mouse.up()
    console.until_next("Seat 4 face down")
    assert page.locator(".carried").count() == 0


def the_page_can_be_read_and_touched(console: Console) -> None:
    found = []
    for width, height in SIZES:
        resize(console.page, width, height)
        found += [f"{width}: {fault}" for fault in faults(console.page)]
        if console.page.locator(".drawer").is_visible():
            console.page.locator(".drawer").click()
            found += [f"{width}, drawer: {fault}" for fault in faults(console.page)]
            console.page.locator(".drawer").click()
    resize(console.page, 1280, 800)
    assert found + barriers(console.page) == []


def a_mistake_is_said_before_it_is_made_and_caught_after_it(console: Console) -> None:
    page = console.page
    page.get_by_role("button", name="Expose it").click()
    expect(page.locator(".armed-words")).to_have_text("The next card will be shown")
    page.locator("#due").click()
    console.stop.wait_for()
    expect(page.locator(".caught h2")).to_contain_text("1 of 1")
    expect(page.locator(".caught li").first).to_contain_text("Expose it, in ")
    console.understood()
    while "Repair" not in page.locator(".why").inner_text():
        deal(console)
    deal(console)
    deal(console)
    expect(page.locator(".why")).not_to_contain_text("Repair")


def the_players_stand_still_while_paused_and_then_act_by_themselves(console: Console) -> None:
    page = console.page
    while page.locator("#due").count():
        deal(console)
    before = number_of(page)
    page.wait_for_timeout(1500)
    assert number_of(page) == before
    page.get_by_role("button", name="Go on").click()
    console.shows(before + 2)


def a_mistake_is_made_while_the_players_act(console: Console) -> None:
    page = console.page
    while page.locator("#due").count():
        deal(console)
    page.get_by_role("button", name="Turn a hole card").click()
    page.locator("#due").click()
    expect(page.locator(".caught h2")).to_contain_text("2 of 2")


def another_game_takes_a_second_of_holding_while_a_hand_is_in_play(console: Console) -> None:
    page = console.page
    page.get_by_label("Game").select_option("razz")
    hold = page.get_by_role("button", name="Hold: void this hand")
    hold.click()
    assert page.locator(".bar .game").inner_text().startswith("Texas")
    hold.dispatch_event("pointerdown")
    expect(page.locator(".bar .game")).to_contain_text("Razz", timeout=PACK_MS)
    page.locator(".card.next").wait_for(timeout=PACK_MS)
    assert console.complaints == []


def random_taps_void_no_hand(console: Console, link: str) -> None:
    tap_at_random(console.page, TAPS)
    address, _, query = link.partition("/?key=")
    headers = {"Authorization": f"Bearer {query.partition('&')[0]}"}
    hands = httpx.get(f"{address}/api/v1/hands", headers=headers).json()["items"]
    assert [hand["ended"] for hand in hands].count("void") == 1  # the one that was ended by holding


def an_observer_is_no_dealer(console: Console, observer: str) -> None:
    other = console.page.context.browser
    assert other is not None
    profile = other.new_context()
    page = profile.new_page()
    page.goto(f"{observer}&to=play")
    expect(page.get_by_role("heading", name="You look on")).to_be_visible()
    assert page.get_by_text("You are the dealer").count() == 0
    expect(page.locator("#panel button:not(.drawer)")).to_have_count(0)
    profile.close()


def test_a_table_for_visitors_says_that_nothing_is_kept(said: list[str]) -> None:
    assert said[-1] == "Open an address in a browser. Ctrl-C stops the table; nothing of it is kept.\n"


def test_a_visitor_deals_errs_and_chooses_another_game(page: Page, said: list[str], link: str) -> None:
    console = Console(page, link)
    page.locator(".card.next").wait_for(timeout=PACK_MS)
    an_observer_is_no_dealer(console, next(line.split()[1] for line in said if line.startswith("Observer:")))
    a_touch_deals_the_card_that_is_due(console)
    a_drag_takes_the_top_card_to_a_place(console)
    the_page_can_be_read_and_touched(console)
    a_mistake_is_said_before_it_is_made_and_caught_after_it(console)
    the_players_stand_still_while_paused_and_then_act_by_themselves(console)
    another_game_takes_a_second_of_holding_while_a_hand_is_in_play(console)
    random_taps_void_no_hand(console, link)
