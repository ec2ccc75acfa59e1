"""What people are shown and answered while a table has stopped."""

from typing import Any

import pytest

from burncard.api import hub
from burncard.api.desk import Desk
from burncard.api.simulate_command import usual_table
from burncard.api.v1 import table_routes
from burncard.controller.journal.journal import Journal, JournalWriteError
from burncard.firmware_bridge.reader import ReaderDriver
from burncard.rules.facts import Press
from burncard.rules.table import Table
from burncard.simulator.pack import make_pack
from tests.harness.watched_table import Entry, WatchedTable

WITHIN_S = 5.0


def codes(view: dict[str, Any]) -> list[str]:
    return [fault["code"] for fault in view["faults"]]


def test_a_driver_that_fails_stops_the_table(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    desk.load()

    def fails(self: ReaderDriver, data: bytes, now_ns: int) -> None:
        raise ValueError("As")

    monkeypatch.setattr(ReaderDriver, "receive", fails)
    desk.put("As", "seat:1")
    view = desk.wait(lambda view: "program-error" in codes(view), WITHIN_S)
    assert view["state"] == "fault"
    assert "As" not in str(view["faults"])
    monkeypatch.undo()


def test_an_error_in_a_view_is_answered_and_its_text_reaches_nobody(
    desk: Desk, client: Any, monkeypatch: pytest.MonkeyPatch, capfd: Any, caplog: Any
) -> None:
    def fails(*given: object, **named: object) -> Any:
        raise ValueError("As lies face down")

    with client("observer").stream("GET", "/api/v1/events") as streamed:
        lines = streamed.iter_lines()
        next(lines)
        monkeypatch.setattr(table_routes, "view_for", fails)
        answer = client("observer").get("/api/v1/table")
        assert (answer.status_code, answer.json()["code"]) == (500, "request-failed")
        monkeypatch.setattr(hub, "view_for", fails)
        streamed_text = "".join(lines)  # the stream ends: a page that gets no more updates must not look alive
        monkeypatch.undo()
    assert "program-error" in codes(desk.view())
    assert "ValueError in api" in caplog.text
    assert "As lies" not in answer.text + streamed_text + caplog.text + capfd.readouterr().err


def test_an_entry_that_makes_the_program_fail_is_answered(
    desk: Desk, client: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.load()

    apply = Table.apply

    def fails(self: Table, fact: Any) -> Any:
        if isinstance(fact, Press):
            raise KeyError("Kd")
        return apply(self, fact)

    monkeypatch.setattr(Table, "apply", fails)
    answer = client("dealer").post("/api/presses", json={"press": "floor-called"})
    monkeypatch.undo()
    assert (answer.status_code, answer.json()["code"]) == (503, "table-stopped")
    assert "Kd" not in answer.text
    assert "program-error" in codes(desk.view())
    assert client("dealer").post("/api/presses", json={"press": "floor-called"}).status_code == 503
    why = {"operator": "Bea", "reason": "reported"}
    assert client("dealer").post("/api/faults/program-error/clear", json=why).status_code == 403
    assert client("floor").post("/api/faults/program-error/clear", json=why).status_code == 200
    desk.wait(lambda view: codes(view) == [], WITHIN_S)


def test_an_entry_made_before_the_table_stopped_is_told_that_it_stopped(
    desk: Desk, client: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.load()
    before = client("dealer").get("/api/v1/table").json()["number"]
    desk.deal("As", "seat:1")
    monkeypatch.setattr(Table, "apply", lambda self, fact: fact.no_such_field)
    assert client("dealer").post("/api/presses", json={"press": "floor-called"}).status_code == 503
    monkeypatch.undo()
    answer = client("dealer").post("/api/v1/actions", json={"on": before, "seat": 2, "action": "check"})
    assert (answer.status_code, answer.json()["code"]) == (503, "table-stopped")


@pytest.mark.parametrize(
    ("method", "path"),
    [("GET", "/api/v1/exports/log"), ("GET", "/api/v1/exports/phh"), ("POST", "/api/v1/shuffler/clear-jam")],
)
def test_what_cannot_be_written_is_refused_and_stops_the_table(
    method: str, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    red = {card.uid: card.card for card in make_pack("red", joker=False, first_serial=1)}
    blue = {card.uid: card.card for card in make_pack("blue", joker=False, first_serial=0x100)}
    table = WatchedTable(usual_table("holdem", "no-limit", "roberts", 3), red, blue)

    def full(self: Journal, kind: str, body: bytes, at_ns: int) -> int:
        raise JournalWriteError("the disk is full")

    monkeypatch.setattr(Journal, "append_event", full)
    status, _ = table._request(Entry("floor", method, path))
    assert status == 503
    assert table.service.stopping.stopped  # at once, though no device says anything
