"""What can be entered, and how invalid requests are answered."""

from collections.abc import Callable

import httpx
import pytest

from burncard.api.desk import Desk
from burncard.controller.faults import Role

Client = Callable[[Role], httpx.Client]
HOLE = ["7c", "Kd", "As", "2h", "9s", "4d", "Qc", "Jh", "8d", "5s", "6c", "Th"]


def deal_hole_cards(desk: Desk) -> None:
    desk.load()
    for number, card in enumerate(HOLE):
        desk.deal(card, f"seat:{number % 6 + 1}")


def test_the_state_says_what_is_due(desk: Desk, client: Client) -> None:
    desk.load()
    state = client("observer").get("/api/state").json()
    assert state["next"] == {"type": "next", "await": "card", "zone": "seat:1", "face": "down", "street": "preflop"}
    assert state["simulated"] is True
    assert state["devices"] == {}
    assert set(client("dealer").get("/api/state").json()["devices"]) == {"reader", "shuffler"}


def test_an_action_in_turn_is_taken_and_one_out_of_turn_refused(desk: Desk, client: Client) -> None:
    deal_hole_cards(desk)
    dealer = client("dealer")
    assert dealer.get("/api/state").json()["next"]["seat"] == 3
    early = dealer.post("/api/actions", json={"seat": 5, "action": "call"})
    assert early.status_code == 409
    assert early.json()["outcomes"][0]["decision"] == "refuse"
    in_turn = dealer.post("/api/actions", json={"seat": 3, "action": "call", "operator": "Ann"})
    assert in_turn.status_code == 200
    assert in_turn.json()["outcomes"][-1]["seat"] == 4
    chips = dealer.post("/api/chips", json={"seat": 4, "chips": [25]})
    assert chips.json()["outcomes"][0]["type"] == "counted"
    assert [entry.operator for entry in desk.journaled()][-2:] == ["dealer: Dealer", "dealer: Dealer"]


def test_an_alert_is_acknowledged_and_overridden(desk: Desk, client: Client) -> None:
    desk.load()
    desk.deal("7c", "seat:1")
    desk.deal("Kd", "seat:2")
    desk.deal("As", "seat:3", "up")
    alert = client("observer").get("/api/state").json()["alerts"][0]
    assert (alert["rule"], alert["cards"]) == ("expose.holdem-later-hole", ["As"])
    assert client("dealer").post(f"/api/rulings/{alert['id']}/ack").status_code == 200
    assert client("dealer").get("/api/state").json()["alerts"] == []
    floor = client("floor")
    body = {"decision": "stands", "operator": "Bo", "reason": "all agreed"}
    done = floor.post(f"/api/rulings/{alert['id']}/override", json=body)
    assert done.status_code == 200
    assert "all agreed" in done.json()["outcomes"][0]["message"]
    assert floor.post("/api/rulings/r99/override", json=body).status_code == 409


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b'"x"',
        b"\xff\xfe",
        b'{"seat": "three", "action": "call"}',
        b'{"seat": 3, "action": "dance"}',
        b'{"seat": 3, "action": "raise"}',
        b'{"seat": 3, "action": "raise", "amount": -1}',
        b'{"seat": 3, "action": "raise", "amount": 9007199254740992}',
        b"[" * 4000,
    ],
)
def test_a_body_that_is_no_action_is_reported_and_not_journaled(desk: Desk, client: Client, body: bytes) -> None:
    number = desk.service.record.journal.count
    answer = client("dealer").post("/api/actions", content=body)
    assert (answer.status_code, answer.json()["code"]) == (422, "bad-body")
    assert desk.service.record.journal.count == number


def test_other_mistakes_are_answered_in_the_same_shape(client: Client) -> None:
    dealer = client("dealer")
    found = {
        dealer.get("/api/nothing").json()["code"],
        dealer.get("/api/actions").json()["code"],
        dealer.get("/api/events?after=x").json()["code"],
        dealer.post("/api/actions", content=b"x" * 20_000).json()["code"],
        dealer.post("/api/faults/reader-lost/clear", json={"operator": "A", "reason": "b"}).json()["code"],
        client("floor").post("/api/mode", json={"mode": "party"}).json()["code"],
    }
    assert found == {"no-such-address", "wrong-method", "bad-body", "body-too-large", "no-such-fault"}


def test_an_incomplete_pack_is_not_dealt_and_told(desk: Desk, client: Client) -> None:
    desk.load(missing=("As",))
    state = client("dealer").get("/api/state").json()
    assert state["state"] == "fault"
    assert [(fault["code"], fault["happened"]) for fault in state["faults"]] == [
        ("deck-wrong", "The pack is not complete.")
    ]
    assert "As" not in client("dealer").get("/api/state").text


def test_the_log_replays_to_the_same_outcomes(desk: Desk, client: Client) -> None:
    deal_hole_cards(desk)
    for seat in (3, 4, 5, 6, 1):
        client("dealer").post("/api/actions", json={"seat": seat, "action": "fold"})
    assert client("dealer").get("/api/log").status_code == 403
    lines = client("auditor").get("/api/log").text.splitlines()
    assert any('"type":"result"' in line and '"uncontested"' in line for line in lines)
    assert not any(card in line for line in lines for card in HOLE)
