"""What the dealer's console says is so: who opens a table, whether the floor is called, what an answer means."""

import msgspec
import pytest
from playwright.sync_api import expect

from burncard.api.error_advice import ADVICE
from burncard.controller.views import TableView
from burncard.controller.views.models import FaultView, Looking, PlaceDue, StepView
from tests.harness.console import PHONE
from tests.harness.looks import faults, resize
from tests.harness.shown import GAME_OF, NOW_NS, between_hands, states_of
from tests.harness.shown_views import ShownViews


def changed(view: TableView, **fields: object) -> TableView:
    return msgspec.structs.replace(view, **fields)


def changed_step(step: StepView, from_: str, to: str) -> StepView:
    """A step from elsewhere to elsewhere, if it moves anything."""
    return step if step.from_ is None else msgspec.structs.replace(step, from_=from_, to=to)


def asking(code: str, places: str) -> TableView:
    """A table on which somebody is asked to look at places."""
    told = ADVICE[code]
    fault = FaultView(
        code=code,
        device="reader",
        text=places,
        happened=told.happened,
        hint=told.next,
        since_ns=NOW_NS,
        stops_play=True,
        clearable=True,
    )
    return changed(states_of("flop")["card: seat"], faults=(fault,))


def test_a_closed_table_is_opened_by_the_floor(shown: ShownViews) -> None:
    closed = between_hands()["between hands, closed"]
    shown.show(changed(closed, mode="closed"))
    expect(shown.page.locator("#next")).to_have_text("The floor opens it")
    shown.show(changed(closed, mode="open"))
    expect(shown.page.locator("#next")).to_have_text("Load the shuffler to begin")


def test_the_last_hand_says_that_the_table_closes_after_it(shown: ShownViews) -> None:
    shown.show(changed(states_of("flop")["card: seat"], mode="closed"))
    expect(shown.page.locator(".then")).to_contain_text("The table closes after this hand")
    resize(shown.page, *PHONE)
    assert "Last hand" in shown.page.locator(".then").inner_text()
    assert faults(shown.page) == []
    resize(shown.page, 1280, 800)


def test_the_floor_is_called_once(shown: ShownViews) -> None:
    flop = states_of("flop")
    stopped, called = flop["stop: remove"], flop["stop: floor"].stops
    for view in (stopped, flop["card: seat"]):
        shown.show(view)
        expect(shown.page.get_by_role("button", name="Call floor")).to_have_count(1)
        repairing = tuple(msgspec.structs.replace(one, status="repair") for one in called)
        shown.show(changed(view, stops=(*view.stops, *(called if view is stopped else repairing))))
        expect(shown.page.get_by_text("The floor is called")).to_be_visible()
        expect(shown.page.get_by_role("button", name="Call floor")).to_have_count(0)


@pytest.mark.parametrize(
    ("code", "places", "text", "answer"),
    [
        ("card-unheard", "seat:2", "Look at seat 2. Deal no card elsewhere.", "No card lies there"),
        ("card-unheard", "stub", "Look at the pack. Deal no card.", "No card lies there"),
        ("card-between", "seat:2 and seat:3", "Look at seat 2 and seat 3. Deal no card.", "It lies as it should"),
    ],
)
def test_a_question_is_answered_in_its_own_words(
    code: str, places: str, text: str, answer: str, shown: ShownViews
) -> None:
    shown.show(asking(code, places))
    expect(shown.page.locator("#cover-text")).to_have_text(text)
    expect(shown.page.locator("#cover button")).to_have_text(answer)
    replaces = "replace it with the next one" in shown.page.locator("#cover").inner_text()
    assert replaces == (places == "seat:2")


def test_no_place_is_marked_while_a_card_is_missed_before_those_that_have_come(shown: ShownViews) -> None:
    due = states_of("flop")["card: seat"]
    shown.show(due)
    gold = shown.page.locator(".felt .card.next, .felt .seat.lit")
    expect(gold).not_to_have_count(0)
    shown.show(changed(due, looking=Looking(since_ns=NOW_NS, entries=0)))
    expect(shown.page.locator("#next")).to_have_text("Wait, deal no card")
    expect(gold).to_have_count(0)


def test_a_phone_says_from_where_to_where_and_what_was_decided(shown: ShownViews) -> None:
    stop = states_of("flop")["stop: dead-hand"]
    resize(shown.page, *PHONE)
    shown.show(stop)
    rest = stop.stops[0].message.partition(". ")[2]
    assert rest
    expect(shown.page.locator("#stop-why")).to_contain_text(rest)
    expect(shown.page.locator("#stop-why")).to_be_visible()
    assert shown.page.locator(".steps .way").count()
    for way in shown.page.locator(".steps .way").all():
        expect(way).to_be_visible()
    assert faults(shown.page) == []
    resize(shown.page, 1280, 800)


def test_a_phone_names_the_place_after_the_next_card(shown: ShownViews) -> None:
    due = states_of("stud")["card: seat"]
    due = changed(
        due,
        awaited=msgspec.structs.replace(due.awaited, of=18, dealt=0, then=(PlaceDue(place="seat:10", face="down"),)),
    )
    resize(shown.page, *PHONE)
    shown.show(due)
    cut = "all => all.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent)"
    assert shown.page.locator(".then > span, .bar .street").evaluate_all(cut) == []
    resize(shown.page, 1280, 800)


def test_every_stop_fits_a_phone_with_its_places(shown: ShownViews) -> None:
    resize(shown.page, *PHONE)
    found = []
    for family in GAME_OF:
        for name, view in states_of(family).items():
            if name.startswith("stop"):
                shown.show(view)
                found += [f"{family}, {name}: {fault}" for fault in faults(shown.page)]
    assert found == []
    resize(shown.page, 1280, 800)


@pytest.mark.parametrize("seat", ["seat:1", "seat:2", "seat:5", "seat:6"])
@pytest.mark.parametrize("pile", ["stub", "muck", "burn"])
def test_on_a_phone_the_number_of_a_step_leaves_the_labels_of_the_piles_free(
    seat: str, pile: str, shown: ShownViews
) -> None:
    """A table of six, the only one whose piles are labelled on a phone."""
    view = states_of("flop")["stop: misdeal"]
    [stop] = view.stops
    resize(shown.page, *PHONE)
    for from_, to in ((seat, pile), (pile, seat)):
        steps = tuple(changed_step(step, from_, to) for step in stop.steps)
        six = tuple(one for one in view.seats if one.seat <= 6)
        shown.show(changed(view, places=6, seats=six, stops=(msgspec.structs.replace(stop, steps=steps),)))
        assert shown.page.locator(".mark").count()
        assert faults(shown.page) == []
    resize(shown.page, 1280, 800)
