"""Entries of API v1: the state they were made on, repeats, undo, and the floor's decisions."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest

from burncard.api.desk import Desk
from burncard.api.states import ANOTHER
from burncard.controller.faults import Role

Client = Callable[[Role], httpx.Client]
HOLE = ("7c", "Kd", "2s", "3s", "4s", "5s", "8c", "9c", "Tc", "Jc", "Qc", "Kc")


def deal_hole_cards(desk: Desk) -> None:
    desk.load()
    for number, card in enumerate(HOLE):
        desk.deal(card, f"seat:{number % 6 + 1}")


def view(client: Client, role: Role = "dealer") -> Any:
    return client(role).get("/api/v1/table").json()


def enter(client: Client, role: Role, address: str, **body: Any) -> httpx.Response:
    return client(role).post(f"/api/v1/{address}", json=body)


def call_before_the_last_card(desk: Desk, client: Client) -> dict[str, Any]:
    """A call that is entered while the last hole card is not dealt yet, for which it waits."""
    desk.load()
    for number, card in enumerate(HOLE[:-1]):
        desk.deal(card, f"seat:{number % 6 + 1}")
    return {"on": view(client)["number"], "seat": 3, "action": "call"}


def test_two_taps_on_the_same_button_never_act_for_two_players(desk: Desk, client: Client) -> None:
    deal_hole_cards(desk)
    shown = view(client)
    call = next(offer for offer in shown["offers"] if offer["action"] == "call")
    entry = {**call["entry"], "on": shown["number"]}
    first, second = (client("dealer").post("/api/v1/actions", json=entry) for _ in range(2))
    assert first.status_code == 200
    assert (second.status_code, second.json()["code"]) == (409, "stale-entry")
    assert second.headers["content-type"] == "application/problem+json"
    called = [seat["seat"] for seat in view(client)["seats"] if seat["bet"] == 10 and not seat["blind"]]
    assert called == [call["entry"]["seat"]]


def test_an_entry_on_an_older_state_that_means_the_same_is_taken(desk: Desk, client: Client) -> None:
    deal_hole_cards(desk)
    shown = view(client)
    assert enter(client, "floor", "presses", on=shown["number"], press="looked", seat=5).status_code == 200
    entry = shown["offers"][1]["entry"]
    assert enter(client, "dealer", "actions", on=shown["number"], **entry).status_code == 200


def test_an_action_made_before_its_last_card_was_heard_is_taken(desk: Desk, client: Client) -> None:
    desk.load()
    for number, card in enumerate(HOLE[:-1]):
        desk.deal(card, f"seat:{number % 6 + 1}")
    before = view(client)["number"]
    desk.deal(HOLE[-1], "seat:6")
    entry = {"on": before, "seat": 3, "action": "call"}
    assert enter(client, "dealer", "actions", **{**entry, "seat": 4}).json()["code"] == "stale-entry"
    assert enter(client, "dealer", "actions", **entry).status_code == 200
    again = enter(client, "dealer", "actions", **{**entry, "seat": 4})
    assert (again.status_code, again.json()["code"]) == (409, "stale-entry")


def test_an_action_that_a_fault_refused_may_be_made_again_on_the_same_state(desk: Desk, client: Client) -> None:
    """It waits for the last card, which is not dealt yet, when the table stops."""
    entry = call_before_the_last_card(desk, client)
    with ThreadPoolExecutor() as waiting:
        refused = waiting.submit(enter, client, "dealer", "actions", **entry)
        desk.wait(lambda shown: bool(shown["looking"]))
        desk._loop.call_soon_threadsafe(desk.service.record.faults.raise_, "felt-differs", "reader")
        assert (refused.result().status_code, refused.result().json()["code"]) == (503, "table-stopped")
    assert enter(client, "floor", "faults/felt-differs/clear", reason="it lies there").status_code == 200
    desk.deal(HOLE[-1], "seat:6")
    assert enter(client, "dealer", "actions", **entry).status_code == 200


def test_who_acts_again_while_the_first_action_waits_for_a_card_is_told_so(desk: Desk, client: Client) -> None:
    entry = call_before_the_last_card(desk, client)
    with ThreadPoolExecutor() as waiting:
        first = waiting.submit(enter, client, "dealer", "actions", **entry)
        desk.wait(lambda shown: bool(shown["looking"]))
        again = enter(client, "dealer", "actions", **entry).json()
        assert (again["code"], again["detail"]) == ("stale-entry", ANOTHER)
        desk.deal(HOLE[-1], "seat:6")
        assert first.result().status_code == 200


def test_a_press_that_names_its_card_is_taken_although_another_came(desk: Desk, client: Client) -> None:
    desk.load()
    for number, card in enumerate(HOLE[:8]):
        desk.deal(card, f"seat:{number % 6 + 1}")
    before = view(client)["number"]
    desk.deal(HOLE[8], "seat:3")
    press = {"on": before, "press": "card-flashed", "seat": 3}
    refused = enter(client, "dealer", "presses", **press)
    assert (refused.status_code, refused.json()["detail"]) == (409, "What it is about has changed.")
    assert enter(client, "dealer", "presses", **press, nth=1).status_code == 200


def test_an_entry_without_its_state_is_no_entry(desk: Desk, client: Client) -> None:
    deal_hole_cards(desk)
    answer = enter(client, "dealer", "actions", seat=3, action="call")
    assert (answer.status_code, answer.json()["code"]) == (422, "bad-body")
    assert "on" in answer.json()["detail"]


def test_the_same_key_enters_once_and_answers_the_same(desk: Desk, client: Client) -> None:
    deal_hole_cards(desk)
    body = {"seat": 3, "action": "call", "on": view(client)["number"]}
    headers = {"Idempotency-Key": "tap-1"}
    first, again = (client("dealer").post("/api/v1/actions", json=body, headers=headers) for _ in range(2))
    assert (first.status_code, again.status_code) == (200, 200)
    assert first.content == again.content
    assert again.headers["idempotent-replayed"] == "true"
    other = client("dealer").post("/api/v1/actions", json={**body, "action": "fold"}, headers=headers)
    assert (other.status_code, other.json()["code"]) == (422, "key-reused")
    someone = client("floor").post("/api/v1/actions", json=body, headers=headers)
    assert someone.json()["code"] == "stale-entry"


def test_a_refusal_says_the_rule_and_what_comes_first(desk: Desk, client: Client) -> None:
    desk.load()
    answer = enter(client, "dealer", "actions", on=view(client)["number"], seat=3, action="show")
    problem = answer.json()
    assert (answer.status_code, problem["code"], problem["rule"]) == (409, "refused", "table.show-not-due")
    assert problem["outcomes"][-1]["await"] == "card"
    assert problem["detail"]
    assert problem["instance"] == "/api/v1/actions"


def test_the_last_entry_is_undone_by_the_role_that_made_it(desk: Desk, client: Client) -> None:
    deal_hole_cards(desk)
    before = view(client)
    entered = enter(client, "dealer", "actions", on=before["number"], **before["offers"][1]["entry"]).json()
    undo = entered["view"]["undo"]
    assert (undo["fact"], undo["by"], undo["role"]) == (entered["number"], "Dealer", "dealer")
    assert enter(client, "dealer", "undo", fact=1).json()["code"] == "nothing-to-undo"
    undone = enter(client, "dealer", "undo", fact=undo["fact"])
    assert undone.status_code == 200
    after = undone.json()["view"]
    assert after["next"] == before["next"]
    assert after["seats"] == before["seats"]
    assert after["undo"] is None
    assert enter(client, "dealer", "undo", fact=undo["fact"]).json()["code"] == "nothing-to-undo"


def test_after_ten_seconds_only_the_floor_undoes(desk: Desk, client: Client) -> None:
    deal_hole_cards(desk)
    shown = view(client)
    enter(client, "dealer", "actions", on=shown["number"], seat=3, action="fold")
    fact = view(client)["undo"]["fact"]
    late_ns = 11_000_000_000
    clock = desk.service.record._clock_ns
    desk.service.record._clock_ns = lambda: clock() + late_ns
    assert enter(client, "dealer", "undo", fact=fact).json()["code"] == "undo-too-late"
    assert enter(client, "floor", "undo", fact=fact).status_code == 200


def test_a_stop_has_an_id_and_the_floor_releases_the_held_table(desk: Desk, client: Client) -> None:
    deal_hole_cards(desk)
    number = view(client)["number"]
    assert enter(client, "dealer", "presses", on=number, press="floor-called", seat=4).status_code == 200
    [stop] = view(client)["stops"]
    assert (stop["status"], stop["decision"], stop["seats"]) == ("floor", "floor", [4])
    assert enter(client, "dealer", f"rulings/{stop['id']}/ack").status_code == 200
    assert view(client)["stops"][0]["status"] == "floor"
    assert enter(client, "dealer", f"rulings/{stop['id']}/override", decision="stands", reason="x").status_code == 403
    done = enter(client, "floor", f"rulings/{stop['id']}/override", decision="stands", reason="play on")
    assert done.status_code == 200
    assert done.json()["view"]["stops"] == []
    assert done.json()["view"]["awaited"]["what"] == "action"
    decided = client("dealer").get(f"/api/v1/rulings/{stop['id']}").json()["decided"]
    assert (decided["by"], decided["role"], decided["decision"], decided["reason"]) == (
        "Floor",
        "floor",
        "stands",
        "play on",
    )


def test_a_dead_hand_on_a_call_of_the_floor_needs_a_seat_and_kills_it(desk: Desk, client: Client) -> None:
    deal_hole_cards(desk)
    enter(client, "dealer", "presses", on=view(client)["number"], press="floor-called")
    [stop] = view(client)["stops"]
    address = f"rulings/{stop['id']}/override"
    asked = enter(client, "floor", address, decision="dead-hand", reason="threw it in")
    assert (asked.status_code, asked.json()["code"]) == (422, "which-seat")
    done = enter(client, "floor", address, decision="dead-hand", reason="threw it in", seat=4)
    assert done.status_code == 200
    seats = {seat["seat"]: seat["status"] for seat in done.json()["view"]["seats"]}
    assert (seats[4], seats[5]) == ("dead", "in")


@pytest.mark.parametrize("role", ["dealer", "technician", "observer", "auditor"])
def test_only_the_floor_voids_and_only_the_hand_that_it_names(desk: Desk, client: Client, role: Role) -> None:
    desk.load()
    assert enter(client, role, "void", hand="h1", reason="x").status_code == 403
    assert enter(client, "floor", "void", hand="h7", reason="x").json()["code"] == "no-such-hand"
    assert enter(client, "floor", "void", hand="h1", reason="fire").json()["view"]["hand"]["ended"] == "void"


def test_an_unknown_field_is_an_error_and_not_a_default(desk: Desk, client: Client) -> None:
    deal_hole_cards(desk)
    answer = enter(client, "dealer", "actions", on=view(client)["number"], seat=3, action="call", ammount=40)
    assert (answer.status_code, answer.json()["code"]) == (422, "bad-body")


def test_an_entry_with_a_number_that_clients_cannot_hold_is_refused(desk: Desk, client: Client) -> None:
    deal_hole_cards(desk)
    number = view(client)["number"]
    for entry in ({"action": "raise", "amount": 2**53}, {"chips": [10**400]}):
        address = "chips" if "chips" in entry else "actions"
        answer = enter(client, "dealer", address, on=number, seat=3, **entry)
        assert (answer.status_code, answer.json()["code"]) == (422, "bad-body")
    answer = enter(client, "dealer", "presses", on=number, press="\x1b]0;paid\x07")
    assert answer.status_code == 422, "a terminal would take it for a command"
    assert desk.service.record.journal.count == number


def test_what_has_not_changed_is_not_sent_again(desk: Desk, client: Client) -> None:
    desk.load()
    dealer = client("dealer")
    tag = dealer.get("/api/v1/table").headers["etag"]
    assert dealer.get("/api/v1/table", headers={"If-None-Match": tag}).status_code == 304
    desk.deal("7c", "seat:1")
    assert dealer.get("/api/v1/table", headers={"If-None-Match": tag}).status_code == 200


def test_a_wrong_method_is_answered_with_those_that_are_taken(client: Client) -> None:
    answer = client("dealer").get("/api/v1/actions")
    assert (answer.status_code, answer.headers["allow"], answer.json()["code"]) == (405, "POST", "wrong-method")
    assert client("dealer").put("/api/v1/session").headers["allow"] == "DELETE, GET, POST"


def test_a_retraction_is_taken_although_the_hand_without_it_refuses_a_later_entry(desk: Desk, client: Client) -> None:
    deal_hole_cards(desk)
    shown = view(client)
    call = next(offer for offer in shown["offers"] if offer["action"] == "call")
    assert enter(client, "dealer", "actions", **call["entry"], on=shown["number"]).status_code == 200
    assert enter(client, "dealer", "actions", on=view(client)["number"], seat=4, action="call").status_code == 200
    taken = enter(client, "floor", "retract", fact=shown["number"], reason="no card came")
    assert taken.status_code == 200
    rulings = [one for one in taken.json()["outcomes"] if one["type"] == "ruling"]
    assert "refuse" in [one["decision"] for one in rulings]
    again = enter(client, "floor", "retract", fact=shown["number"], reason="no card came")
    assert (again.status_code, again.json()["rule"]) == (409, "table.cannot-retract")


def test_a_ruling_that_the_floor_confirms_stays_until_its_repair_is_done(desk: Desk, client: Client) -> None:
    deal_hole_cards(desk)
    desk.deal("3s", "seat:5")
    [stop] = view(client)["stops"]
    assert (stop["decision"], stop["status"]) == ("dead-hand", "open")
    done = enter(client, "floor", f"rulings/{stop['id']}/override", decision="dead-hand", reason="I saw it")
    assert done.status_code == 200
    [stop] = done.json()["view"]["stops"]
    assert (stop["status"], stop["acknowledged"]["by"], stop["decided"]["by"]) == ("repair", "Floor", "Floor")
    desk.deal("3s", "muck")
    assert sorted(step["state"] for step in view(client)["stops"][0]["steps"]) == ["done", "open"]
    desk.deal("Jc", "muck")
    assert view(client)["stops"] == []
