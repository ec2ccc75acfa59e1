"""Reports for the floor and figures for the technician: they say what happened, and nothing that is hidden."""

from collections.abc import Callable

import httpx

from burncard.api.desk import Desk
from burncard.controller.faults import Role

Client = Callable[[Role], httpx.Client]
API = "/api/v1"


def stopped(desk: Desk, client: Client) -> None:
    """A hand that the floor has voided after a stop."""
    desk.load()
    desk.deal("As", "seat:1")
    desk.deal("Kd", "seat:2")
    desk.deal("2c", "seat:3", "up")
    ruling = client("floor").get(f"{API}/rulings").json()["items"][0]["id"]
    body = {"decision": "void", "reason": "the deck is torn"}
    assert client("floor").post(f"{API}/rulings/{ruling}/override", json=body).status_code == 200


def test_a_shift_report_counts_hands_and_says_what_was_decided(desk: Desk, client: Client) -> None:
    stopped(desk, client)
    report = client("floor").get(f"{API}/reports/shift?hours=1").json()
    assert (report["hands"], report["ended"]) == (1, {"void": 1})
    (stop,) = report["stops"]
    assert stop["hand"] == "h1"
    assert stop["decided"] == "Floor: the hand is void (the deck is torn)"
    pages = client("floor").get(f"{API}/reports/shift.pdf")
    assert pages.headers["content-type"] == "application/pdf"
    assert pages.content.startswith(b"%PDF-")
    assert pages.content.rstrip().endswith(b"%%EOF")


def test_the_log_has_links_and_sign_ins_and_no_card(desk: Desk, client: Client) -> None:
    stopped(desk, client)
    technician = client("technician")
    page = technician.get(f"{API}/log?limit=200").json()
    kinds = {one["kind"] for one in page["items"]}
    assert {"power", "link", "device"} <= kinds
    assert not kinds & {"hand", "seat", "deck-check"}
    newest = technician.get(f"{API}/log?limit=1").json()
    older = technician.get(f"{API}/log?limit=1&after={newest['next']}").json()
    assert older["items"][0]["number"] < newest["items"][0]["number"]


def test_each_antenna_says_how_often_it_hears_its_cards(desk: Desk, client: Client) -> None:
    desk.load()
    desk.deal("As", "seat:1")
    desk.deal("Kd", "seat:2")
    places = {one["zone"]: one for one in client("technician").get(f"{API}/antennas").json()["items"]}
    assert (places["seat:1"]["cards"], places["seat:1"]["heard"]) == (1, 1.0)
    assert places["seat:1"]["minute"][-1] == 1.0
    assert (places["board"]["cards"], places["board"]["heard"]) == (0, None)
    for role in ("dealer", "observer"):
        assert client(role).get(f"{API}/antennas").status_code == 403, "a worn tag shows where its card lies"


def test_the_shuffler_tests_itself_when_the_technician_asks(desk: Desk, client: Client) -> None:
    assert client("technician").post(f"{API}/shuffler/self-test").status_code == 200
    assert any(event.kind == "self-test" for event in desk.events())


def test_a_hand_that_was_not_signed_says_so(desk: Desk, client: Client) -> None:
    stopped(desk, client)
    answer = client("auditor").get(f"{API}/hands/h1/signed")
    assert (answer.status_code, answer.json()["code"]) == (409, "hand-unsigned")
