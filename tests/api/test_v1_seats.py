"""Seats of API v1: nobody sits down without chips."""

from collections.abc import Callable

import httpx

from burncard.controller.faults import Role


def test_nobody_sits_down_without_chips(client: Callable[[Role], httpx.Client]) -> None:
    refused = client("dealer").post("/api/v1/seats/8/sit", json={"name": "Osprey", "chips": 0})
    assert (refused.status_code, refused.json()["code"]) == (422, "chips-needed")
    assert all(seat["name"] != "Osprey" for seat in client("dealer").get("/api/v1/seats").json()["items"])
    assert client("dealer").post("/api/v1/seats/8/sit", json={"name": "Osprey", "chips": 1}).status_code == 200
