"""Decks over the API and from the command line: change, replace a card, retire, shuffle by hand."""

import threading
from collections.abc import Callable
from errno import ENOSPC

import httpx
import pytest
from typer.testing import CliRunner

from burncard.api.command_line import app
from burncard.api.desk import Desk
from burncard.controller.faults import Role

Client = Callable[[Role], httpx.Client]
NEW = "E0040100000ABCDE"


def run(desk: Desk, *words: str, role: Role = "technician") -> str:
    """What a command prints."""
    done = CliRunner().invoke(app, [*words, "--address", desk.address, "--token", desk.keys.key_of(role)])
    return f"{done.exit_code} {done.output}"


def test_the_next_hand_is_dealt_from_another_deck(desk: Desk) -> None:
    assert run(desk, "deck", "next", "blue", role="dealer").startswith("0 ")
    assert desk.view()["deck_trouble"] == ""
    listed = run(desk, "deck", "list")
    assert "blue        52 cards  spare, comes next" in listed
    assert run(desk, "deck", "next", "green", role="dealer").startswith("1 ")


def test_a_deck_whose_change_cannot_be_saved_is_unchanged(
    desk: Desk, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full() -> None:
        raise OSError(ENOSPC, "no space left")

    technician, decks = client("technician"), desk.service.record.decks
    before = decks.tags_of("blue")
    technician.post("/api/mode", json={"mode": "maintenance"})
    monkeypatch.setattr(desk.context, "save_decks", full)
    assert technician.post("/api/v1/decks/blue/retire").status_code == 500
    assert decks.tags_of("blue") == before
    assert len(before) >= 52


def test_a_retired_deck_is_no_longer_dealt_from(desk: Desk, client: Client) -> None:
    technician = client("technician")
    refused = technician.post("/api/v1/decks/blue/retire")
    assert (refused.status_code, refused.json()["code"]) == (409, "deck-not-now")
    assert client("dealer").post("/api/v1/decks/blue/retire").status_code == 403
    assert run(desk, "deck", "retire", "blue").startswith("0 ")
    assert "retired" in run(desk, "deck", "list")
    assert run(desk, "deck", "next", "blue", role="dealer").startswith("1 ")
    assert desk.view("dealer")["state"] != "maintenance"


def test_a_damaged_card_is_replaced_from_the_command_line(desk: Desk) -> None:
    printed: list[str] = []
    command = threading.Thread(target=lambda: printed.append(run(desk, "deck", "replace", "red", "As")))
    command.start()
    desk.wait(lambda view: view["state"] == "maintenance" and desk.service.maintenance.enrolment is not None)
    desk.put("Kd", "seat:2")  # a card that is enrolled may lie about
    desk.put_tag(NEW, "board")
    command.join(20)
    assert printed
    assert printed[0].startswith("0 ")
    assert "The new As is in the red deck." in printed[0]
    found = desk.service.record.decks.find(NEW)
    assert found is not None
    assert (found.card, found.back) == ("As", "red")


def test_a_card_that_no_deck_has_cannot_be_replaced(desk: Desk, client: Client) -> None:
    technician = client("technician")
    technician.post("/api/v1/table/mode", json={"mode": "maintenance"})
    for body in ({"back": "green", "card": "As"}, {"back": "red", "card": "Jo"}):
        answer = technician.post("/api/v1/enrolment/card", json=body)
        assert answer.status_code in (404, 422), answer.text


def test_the_dealer_of_a_table_with_a_shuffler_enters_no_shuffle(desk: Desk, client: Client) -> None:
    answer = client("dealer").post("/api/v1/pack", json={"what": "riffled", "number": 4})
    assert (answer.status_code, answer.json()["code"]) == (409, "deck-not-now")
    assert client("technician").post("/api/v1/pack", json={"what": "cut"}).status_code == 403
