"""A hand of each game is dealt from the first card to the pot by touch alone."""

from dataclasses import replace
from functools import reduce

import pytest
from playwright.sync_api import Locator, Page

from burncard.api.desk import Desk
from burncard.controller.config import TableConfig
from burncard.rules.cards import Chips, Seat
from burncard.rules.games import GAMES
from burncard.rules.games.stakes import STUD_STAKES
from tests.harness.console import Console
from tests.harness.hands import DRAW, HEADS_UP, SEATS, STUD, Dealer

GO_ON = {"action": ("Open", "Check", "Call", "Bring in"), "draw": ("Draws 1",), "show": ("Seat",)}
MOST_TOUCHES = 40
QUIET_MS = 400  # a little longer than the console takes no touch after an entry


def config_of(code: str) -> TableConfig:
    """Two players at a game, with limits as it is usually played."""
    game = GAMES[code]
    config = TableConfig(game=code, structure=game.structures[0], seats=SEATS[:2], table="table-7")
    if game.family == "stud":
        return replace(config, **STUD_STAKES["low-ante"].of(1))  # type: ignore[arg-type]
    return replace(config, ante=Chips(1)) if game.needs_openers else config


def held(desk: Desk, seat: int) -> list[str]:
    """The cards that a seat holds, which only the test knows."""
    hand = desk.service.record.table.hand
    assert hand is not None
    return [placed.card for placed in hand.held(Seat(seat))]


def play(desk: Desk, console: Console, dealer: Dealer) -> list[str]:
    """Touches the first thing that goes on with the hand, until its pot is pushed; what was touched."""
    touched: list[str] = []
    while (what := (view := dealer.deal())["next"]["await"]) != "hand":
        assert len(touched) < MOST_TOUCHES
        seat, number = view["next"]["seat"], int(view["number"])
        if what == "discard":
            desk.deal(held(desk, seat)[0], "muck")
            continue
        console.shows(number)
        console.page.clock.fast_forward(QUIET_MS)
        console.calm()
        reduce(Locator.or_, map(console.button, GO_ON[what])).first.wait_for()
        name = next(name for name in GO_ON[what] if console.button(name).count())
        console.button(name).first.click()
        if name == "Open":  # its size is chosen, and then sent
            console.page.locator(".actions .go").click()
        console.shows(number + 1)
        touched.append(name)
        if what == "show":
            for card in held(desk, seat):
                desk.put(card, f"seat:{seat}", "up")
    return touched


def test_a_discard_that_is_not_heard_is_asked_for_by_seat(page: Page) -> None:
    """Before a muck of many cards, the dealer must know whose discards are looked for."""
    with Desk(config_of("lowball-27")) as desk:
        console = Console(page, desk.console())
        desk.load()
        dealer = Dealer(desk)
        while (view := dealer.deal())["next"]["await"] != "draw":
            console.shows(view["number"])
            console.touch("Call" if console.button("Call").count() else "Check")
            console.shows(view["number"] + 1)
        console.touch("Draws 2")
        seat = view["next"]["seat"]
        desk.wait(lambda view: view["next"]["await"] == "discard")
        desk.deal(held(desk, seat)[0], "muck")
        faults = desk.service.record.faults
        desk._loop.call_soon_threadsafe(faults.raise_, "card-unheard", "reader", "muck")
        page.get_by_text(f"Look at the muck. Seat {seat} discards one card more. Deal no card.").wait_for()


@pytest.mark.parametrize("code", GAMES)
def test_a_hand_is_played_to_its_pot(code: str, page: Page) -> None:
    page.clock.install()
    with Desk(config_of(code)) as desk:
        console = Console(page, desk.console())
        desk.load()
        touched = play(desk, console, Dealer(desk))
        assert ("Bring in" in touched) == (GAMES[code].family == "stud")
        assert ("Draws 1" in touched) == (GAMES[code].family == "draw")
        console.button("Pushed").first.wait_for()
        while console.button("Pushed").count():
            page.clock.fast_forward(QUIET_MS)
            console.touch("Pushed")
        console.page.get_by_text("Collect").wait_for()
        assert console.complaints == []


def test_a_raise_takes_two_touches_and_an_undo_one(page: Page) -> None:
    with Desk(HEADS_UP) as desk:
        console = Console(page, desk.console())
        desk.load()
        Dealer(desk).deal()
        first = console.next
        page.locator(".preset", has_text="all-in").click()
        console.page.locator(".touch .go").click()
        page.wait_for_function("before => document.querySelector('#next').textContent !== before", arg=first)
        assert b'"action":"raise"' in desk.journaled()[-1].body
        console.calm()
        console.button("Undo").click()
        console.until_next(first)


def test_an_amount_is_typed_on_the_keypad_or_the_keyboard_and_sent_with_enter(page: Page) -> None:
    with Desk(HEADS_UP) as desk:
        console = Console(page, desk.console())
        desk.load()
        number = Dealer(desk).deal()["number"]
        console.touch("Keypad")
        console.button("8").click()
        page.keyboard.type("5")
        console.button("Raise to 85").wait_for()
        page.locator(".preset", has_text="all-in").click()
        page.keyboard.press("Enter")
        console.shows(number + 1)
        assert b'"action":"raise","amount":1000' in desk.journaled()[-1].body


def test_stud_shows_upcards_in_fans_and_both_sizes_of_the_first_bet(page: Page) -> None:
    with Desk(STUD) as desk:
        console = Console(page, desk.console())
        desk.load()
        Dealer(desk).deal()
        console.button("Bring in 5").wait_for()
        assert console.button("Complete to 10").count() == 1
        assert console.count(".seat .card.face") == 4
        assert console.count(".seat .card.back") == 8


def test_what_a_seat_drew_stands_under_its_plate(page: Page) -> None:
    with Desk(replace(DRAW, seats=SEATS[:2])) as desk:
        console = Console(page, desk.console())
        desk.load()
        dealer = Dealer(desk)
        while (view := dealer.deal())["next"]["await"] == "action":
            console.shows(view["number"])
            console.calm()
            page.locator(".actions button").nth(1).click()
            desk.wait(lambda seen, number=view["number"]: int(seen["number"]) > number)  # type: ignore[misc]
        seat = view["next"]["seat"]
        console.shows(view["number"])
        console.touch("Stands pat")
        console.seat(seat).get_by_text("stands pat").wait_for()
