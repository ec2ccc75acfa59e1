"""Deck enrolment: a technician lays the 52 cards on the reader in new-pack order."""

from collections.abc import Callable

import httpx

from burncard.api.desk import Desk
from burncard.controller.faults import Role
from burncard.rules.cards import PACK

Client = Callable[[Role], httpx.Client]


def test_a_deck_is_enrolled_card_by_card(desk: Desk, client: Client) -> None:
    technician = client("technician")
    assert technician.post("/api/enrolment", json={"back": "green"}).json()["code"] == "deck-not-now"
    technician.post("/api/mode", json={"mode": "maintenance"})
    begun = technician.post("/api/enrolment", json={"back": "red", "operator": "Tim"}).json()
    assert begun["enrolment"] == {"back": "red", "count": 0, "due": PACK[0]}
    early = technician.post("/api/enrolment/end", json={"keep": True})
    assert (early.status_code, early.json()["code"]) == (409, "deck-incomplete")
    for count, card in enumerate(PACK, start=1):
        desk.put(card, "board", "up")
        wait_for_count(desk, count)
        desk.put(card, "off")
    assert technician.post("/api/enrolment/end", json={"keep": True}).json()["enrolment"] is None
    assert technician.post("/api/enrolment/take-back").json()["code"] == "deck-not-now"
    assert client("dealer").post("/api/enrolment", json={"back": "red"}).status_code == 403


def wait_for_count(desk: Desk, count: int) -> None:
    desk.wait(lambda view: bool(view["enrolment"]["count"] == count))
