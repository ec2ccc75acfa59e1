"""The event stream: everything in order and once, also after a reconnection, and nothing hidden."""

import asyncio
import json
from collections.abc import Callable, Iterator
from typing import Any

import httpx

from burncard.api.attached_devices import steady_clock
from burncard.api.desk import Desk
from burncard.api.stream import QUEUE_MAX, stream
from burncard.controller.config import TableConfig
from burncard.controller.decks.decks import Decks
from burncard.controller.faults import Role
from burncard.controller.journal.journal import Journal
from burncard.controller.service import TableService
from burncard.hardware.layout import load_layout
from burncard.rules.facts import Press

Client = Callable[[Role], httpx.Client]


def told(lines: Iterator[str]) -> Iterator[dict[str, Any]]:
    """The facts of a stream; events that only show the state are passed over."""
    event = ""
    for line in lines:
        if line.startswith("event: "):
            event = line
        elif line.startswith("data: ") and not event:
            yield json.loads(line.removeprefix("data: "))
        elif not line:
            event = ""


def test_a_client_sees_each_fact_with_its_outcomes_at_once(desk: Desk, client: Client) -> None:
    desk.load()
    with client("observer").stream("GET", "/api/events") as answer:
        events = told(answer.iter_lines())
        desk.deal("7c", "seat:1")
        desk.deal("Kd", "seat:2")
        desk.deal("As", "seat:3", "up")
        first, second, third = (next(events) for _ in range(3))
    assert [event["fact"]["zone"] for event in (first, second, third)] == ["seat:1", "seat:2", "seat:3"]
    assert [outcome["type"] for outcome in third["outcomes"]] == ["ruling", "next"]
    assert third["view"]["alerts"][0]["id"] == third["outcomes"][0]["id"]


def test_a_client_that_comes_back_gets_what_it_missed_once(desk: Desk, client: Client) -> None:
    desk.load()
    desk.deal("7c", "seat:1")
    desk.deal("Kd", "seat:2")
    last = desk.service.record.journal.count
    for headers, address in (({"Last-Event-ID": "2"}, "/api/events"), ({}, "/api/events?after=2")):
        with client("dealer").stream("GET", address, headers=headers) as answer:
            events = told(answer.iter_lines())
            assert [next(events)["number"] for _ in range(last - 2)] == list(range(3, last + 1))


def test_a_number_that_is_none_is_not_taken_for_one(desk: Desk, client: Client) -> None:
    with client("dealer").stream("GET", "/api/events", headers={"Last-Event-ID": "9" * 5000}) as answer:
        assert answer.status_code == 200
        assert next(answer.iter_lines()) == "event: state"
    assert client("dealer").get("/api/events?after=-5").status_code == 422


def number_of(event: bytes) -> int:
    return int(event.split(b"\n")[0].removeprefix(b"id: "))


def test_a_client_that_is_too_slow_is_cut_off_with_nothing_left_out() -> None:
    async def facts_before_the_end() -> list[int]:
        service = TableService(TableConfig(), Journal(None), Decks(), load_layout(), steady_clock())
        events = stream(service, "dealer", None, lambda: False)
        assert (await anext(events)).startswith(b"event: state")
        for _ in range(QUEUE_MAX + 5):
            service.submit(Press(press="rap"), "dealer", "dealer")
        numbers = [number_of(await anext(events))]
        service.submit(Press(press="rap"), "dealer", "dealer")
        return numbers + [number_of(event) async for event in events]

    assert asyncio.run(facts_before_the_end()) == list(range(1, QUEUE_MAX + 1))


def test_a_quiet_stream_reports_a_lost_device(desk: Desk, client: Client) -> None:
    with client("dealer").stream("GET", "/api/events") as answer:
        lines = answer.iter_lines()
        assert next(lines) == "event: state"
        desk.unplug("reader")
        states = (json.loads(line.removeprefix("data: ")) for line in lines if line.startswith("data: "))
        lost = next(view for view in states if any(fault["code"] == "reader-lost" for fault in view["faults"]))
    assert lost["faults"][0]["happened"] == "The card reader does not answer."


def test_two_deals_that_differ_only_in_hidden_cards_look_the_same_to_everybody() -> None:
    seen = []
    for cards in (["7c", "Kd", "2s", "3s"], ["Ah", "Ad", "Qs", "Js"]):
        with Desk() as desk:
            desk.load()
            for number, card in enumerate(cards):
                desk.deal(card, f"seat:{number + 1}")
            headers = {"Authorization": f"Bearer {desk.keys.key_of('dealer')}"}
            state = httpx.get(f"{desk.address}/api/state", headers=headers).json()
            with httpx.stream("GET", f"{desk.address}/api/events?after=4", headers=headers) as answer:
                events = told(answer.iter_lines())
                facts = [next(events) for _ in cards]
        seen.append((state, [(event["number"], event["fact"], event["outcomes"]) for event in facts]))
    assert seen[0] == seen[1]
