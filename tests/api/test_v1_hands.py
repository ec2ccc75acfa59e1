"""Past hands, rulings and choices of API v1: as they were, without a hidden card."""

from collections.abc import Callable
from typing import Any

import httpx

from burncard.api.desk import Desk
from burncard.controller.faults import Role

Client = Callable[[Role], httpx.Client]
HOLE = ("7c", "Kd", "2s", "3s", "4s", "5s", "8c", "9c", "Tc", "Jc", "Qc", "Kc")


def get(client: Client, role: Role, address: str) -> Any:
    answer = client(role).get(f"/api/v1/{address}")
    assert answer.status_code == 200, answer.text
    return answer.json()


def fold_a_hand(desk: Desk, client: Client) -> None:
    desk.load()
    for card in HOLE:
        desk.deal(card, get(client, "dealer", "table")["awaited"]["place"])
    for _ in range(5):
        seat = get(client, "dealer", "table")["awaited"]["seat"]
        assert client("dealer").post("/api/actions", json={"seat": seat, "action": "fold"}).status_code == 200


def test_hands_are_listed_the_latest_first_and_in_parts(desk: Desk, client: Client) -> None:
    for _ in range(3):
        fold_a_hand(desk, client)
    listed = get(client, "observer", "hands?limit=2")
    assert [(hand["id"], hand["ended"], hand["winners"]) for hand in listed["items"]] == [
        ("h3", "uncontested", [4]),
        ("h2", "uncontested", [3]),
    ]
    rest = get(client, "observer", f"hands?limit=2&after={listed['next']}")
    assert ([hand["id"] for hand in rest["items"]], rest["next"]) == (["h1"], None)


def test_a_hand_is_seen_as_it_stood_at_any_fact_and_names_no_hidden_card(desk: Desk, client: Client) -> None:
    desk.load()
    live = {}
    for number, card in enumerate(HOLE[:5]):
        desk.deal(card, f"seat:{number + 1}")
        view = get(client, "observer", "table")
        live[view["number"]] = view
    then = {number: get(client, "observer", f"hands/h1/at/{number}") for number in live}
    for number, view in live.items():
        assert then[number]["past"]
        assert then[number]["offers"] == []
        for part in ("seats", "board", "next", "awaited", "stops", "hand", "street", "pot_total", "limits"):
            assert then[number][part] == view[part], part
    detail = client("auditor").get("/api/v1/hands/h1").text
    assert not any(f'"{card}"' in detail for card in HOLE)
    assert client("auditor").get("/api/v1/hands/h1/at/999").json()["code"] == "no-such-fact"
    assert client("auditor").get("/api/v1/hands/h9").json()["code"] == "no-such-hand"


def test_the_facts_of_a_hand_say_who_did_what(desk: Desk, client: Client) -> None:
    fold_a_hand(desk, client)
    facts = get(client, "observer", "hands/h1")["facts"]
    assert [fact["kind"] for fact in facts[:2]] == ["hand", "card"]
    assert (facts[1]["by"], facts[1]["text"]) == ("reader", "A card comes to seat 1")
    assert (facts[-1]["by"], facts[-1]["role"], facts[-1]["text"]) == ("Dealer", "dealer", "Seat 1 folds")


def test_past_rulings_are_found_with_what_became_of_them(desk: Desk, client: Client) -> None:
    desk.load()
    desk.deal("7c", "seat:1")
    desk.deal("As", "seat:2", "up")
    [stop] = get(client, "dealer", "rulings")["items"]
    client("floor").post(f"/api/v1/rulings/{stop['id']}/ack")
    desk.load()
    assert get(client, "dealer", "rulings")["items"] == []
    past = get(client, "auditor", "rulings?state=past")["items"]
    assert [(one["id"], one["rule"]["id"]) for one in past] == [(stop["id"], stop["rule"]["id"])]
    assert past[0]["acknowledged"]["by"] == "Floor"
    assert get(client, "auditor", f"rulings/{stop['id']}")["message"] == stop["message"]
    assert client("auditor").get("/api/v1/rulings/r99").json()["code"] == "no-such-ruling"


def test_the_floor_sees_what_each_choice_would_do_before_it_decides(desk: Desk, client: Client) -> None:
    desk.load()
    for number, card in enumerate(HOLE):
        desk.deal(card, f"seat:{number % 6 + 1}")
    number = get(client, "dealer", "table")["number"]
    client("dealer").post("/api/v1/presses", json={"on": number, "press": "floor-called", "seat": 4})
    [stop] = get(client, "floor", "rulings")["items"]
    choices = {one["decision"]: one for one in get(client, "floor", f"rulings/{stop['id']}/choices")["items"]}
    assert set(choices) == set(stop["decisions"])
    assert choices["void"]["chips"] == {str(seat): 500 for seat in range(1, 7)}
    assert choices["stands"]["possible"]
    assert get(client, "dealer", "table")["number"] == number + 1
    assert client("dealer").get(f"/api/v1/rulings/{stop['id']}/choices").status_code == 403
