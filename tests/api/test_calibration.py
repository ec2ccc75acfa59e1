"""Calibration over the API: the technician is led through the steps, and what was counted is in force and kept."""

import time
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest
from typer.testing import CliRunner

from burncard.api import calibrate_command
from burncard.api.command_line import app
from burncard.api.desk import Desk
from burncard.controller.calibration import survey
from burncard.controller.calibration.stored_calibration import read
from burncard.controller.faults import Role

Client = Callable[[Role], httpx.Client]


@pytest.fixture(autouse=True)
def few_scans(monkeypatch: pytest.MonkeyPatch) -> None:
    """A step takes seconds in earnest. Three reads tell that a card was left; the first scans may begin before it lies
    there."""
    monkeypatch.setattr(survey, "EMPTY_SCANS", 6)
    monkeypatch.setattr(survey, "CARD_SCANS", 6)


def measure(desk: Desk, technician: httpx.Client) -> str:
    """Measures a step with its cards laid down; why it does not count."""
    desk.lay_for_survey()
    technician.post("/api/v1/calibration/measure")
    under_way = desk.service.maintenance.calibrating.survey
    assert under_way is not None
    desk.wait(lambda view: not under_way.measuring)
    return str(technician.get("/api/v1/table").json()["calibration"]["problem"])


def test_an_antenna_is_calibrated_step_by_step(desk: Desk, client: Client, tmp_path: Path) -> None:
    technician = client("technician")
    desk.service.maintenance.calibrating.keep_in(tmp_path)
    refused = technician.post("/api/v1/calibration", json={"zones": ["seat:3"]})
    assert (refused.status_code, refused.json()["code"]) == (409, "calibration-not-now")
    technician.post("/api/v1/table/mode", json={"mode": "maintenance"})
    assert technician.post("/api/v1/calibration", json={"zones": ["seat:33"]}).json()["code"] == "no-such-zone"
    assert client("dealer").post("/api/v1/calibration", json={"zones": []}).status_code == 403
    begun = technician.post("/api/v1/calibration", json={"zones": ["seat:3"]}).json()["calibration"]
    assert (begun["kind"], begun["step"], begun["measuring"]) == ("empty", 0, False)
    assert technician.post("/api/v1/enrolment", json={"back": "green"}).json()["code"] == "deck-not-now"
    desk.put("As", "board")
    technician.post("/api/v1/calibration/measure")
    under_way = desk.service.maintenance.calibrating.survey
    assert under_way is not None
    desk.wait(lambda view: not under_way.measuring)
    assert "board" in technician.get("/api/v1/table").json()["calibration"]["problem"]
    desk.put("As", "off")
    assert measure(desk, technician) == ""
    now = technician.get("/api/v1/table").json()["calibration"]
    assert (now["kind"], now["zone"]) == ("middle", "seat:3")
    assert measure(desk, technician) == ""
    while technician.get("/api/v1/table").json()["calibration"]["kind"]:
        technician.post("/api/v1/calibration/skip")
    ended = technician.post("/api/v1/calibration/end", json={"keep": True}).json()
    assert ended["calibration"] is None
    page = {one["zone"]: one for one in client("auditor").get("/api/v1/calibration").json()["items"]}
    assert (page["seat:3"]["measured"], page["seat:3"]["heard"]) == (True, 1.0)
    assert not page["seat:5"]["measured"]
    kept, in_force = read(tmp_path, desk.service.layout), desk.service.maintenance.calibrating.calibration
    assert kept is not None
    assert in_force is not None
    assert kept.measured == in_force.measured
    assert technician.post("/api/v1/calibration/skip").json()["code"] == "calibration-not-now"


def test_a_calibration_that_measured_nothing_is_not_kept(desk: Desk, client: Client) -> None:
    technician = client("technician")
    technician.post("/api/v1/table/mode", json={"mode": "maintenance"})
    technician.post("/api/v1/calibration", json={"zones": ["seat:3"]})
    assert technician.post("/api/v1/calibration/skip").json()["calibration"]["counted"] == 0
    refused = technician.post("/api/v1/calibration/end", json={"keep": True})
    assert (refused.status_code, refused.json()["code"]) == (409, "nothing-measured")
    assert technician.get("/api/v1/table").json()["calibration"]["step"] == 1
    assert technician.post("/api/v1/calibration/end", json={"keep": False}).status_code == 200
    assert desk.service.maintenance.calibrating.calibration is None


def test_a_calibration_given_up_changes_nothing(desk: Desk, client: Client) -> None:
    technician = client("technician")
    technician.post("/api/v1/table/mode", json={"mode": "maintenance"})
    technician.post("/api/v1/calibration", json={})
    technician.post("/api/v1/table/mode", json={"mode": "open"})
    assert technician.get("/api/v1/table").json()["calibration"] is None
    assert technician.get("/api/v1/calibration").json()["measured_ns"] is None
    desk.load()
    desk.deal("As", "seat:1")  # scans count for the hand again


def test_the_command_leads_through_a_whole_calibration(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calibrate_command, "SETTLE_S", 0.0)
    monkeypatch.setattr(time, "sleep", lambda seconds: desk.lay_for_survey())
    options = ["--address", desk.address, "--token", desk.keys.key_of("technician")]
    done = CliRunner().invoke(app, ["calibrate", "--yes", "--zone", "burn", *options])
    assert done.exit_code == 0, done.output
    assert "Lay one card, and no other, in the middle of the burn pile." in done.output
    [burn] = [line for line in done.output.splitlines() if line.split()[1:2] == ["burn"]]
    assert "dBm" in burn
    assert desk.view("technician")["state"] != "maintenance"
    shown = CliRunner().invoke(app, ["calibrate", "--show", *options])
    assert burn in shown.output


def test_what_a_technician_types_leaves_out_and_ends(desk: Desk) -> None:
    options = ["--address", desk.address, "--token", desk.keys.key_of("technician")]
    done = CliRunner().invoke(app, ["calibrate", *options], input="s\nb\ns\ns\nq\n")
    assert done.exit_code == 1, done.output
    assert done.output.count("1/") >= 2
    assert "Nothing was measured, so nothing is kept." in done.output
    assert desk.service.maintenance.calibrating.survey is None
