"""How often the deal was stopped: counted by rule, dealer, game and hour, with bounds that say how sure it is."""

from collections.abc import Callable
from typing import Any

import httpx
import pytest

from burncard.api.desk import Desk
from burncard.controller.faults import Role
from burncard.controller.views.mistake_rates import HandStops, rates

Client = Callable[[Role], httpx.Client]


def mistakes(client: Client, by: str) -> list[dict[str, Any]]:
    answer = client("floor").get("/api/v1/mistakes", params={"by": by})
    assert answer.status_code == 200
    return list(answer.json()["items"])


def test_a_stopped_hand_is_counted_under_its_rule_its_dealer_and_its_game(desk: Desk, client: Client) -> None:
    desk.load()
    desk.deal("7c", "seat:1")
    desk.deal("As", "seat:2", "up")
    [stop] = desk.view()["alerts"]
    assert client("dealer").post(f"/api/v1/rulings/{stop['id']}/ack").status_code == 200
    [kind] = mistakes(client, "kind")
    assert (kind["key"], kind["count"], kind["hands"]) == (stop["rule"], 1, 1)
    assert [(one["key"], one["count"]) for one in mistakes(client, "dealer")] == [("Dealer", 1)]
    assert [(one["key"], one["count"]) for one in mistakes(client, "game")] == [("holdem", 1)]
    assert (kind["words"], mistakes(client, "game")[0]["words"]) == (
        "The first or second card is exposed",
        "Texas hold'em",
    )
    assert mistakes(client, "hour")[0]["hands"] == 1


def test_a_hand_without_a_stop_lowers_the_rate() -> None:
    hands = [HandStops("Ann", "holdem", 21, ("expose.button",)), *[HandStops("Ann", "holdem", 22, ())] * 9]
    [ann] = rates(hands, "dealer")
    assert ann.rate == pytest.approx(10.0)
    low, high = ann.bounds
    assert (round(low, 1), round(high, 1)) == (1.8, 40.4)  # Wilson's interval for 1 in 10
    assert [(one.key, one.stops, one.hands) for one in rates(hands, "hour")] == [("21", 1, 1), ("22", 0, 9)]
