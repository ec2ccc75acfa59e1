"""Access control: who may sign in, and what each role may do."""

import json
from collections.abc import Callable

import httpx
import pytest

from burncard.api.desk import Desk
from burncard.controller.faults import Role

Client = Callable[[Role], httpx.Client]


def test_no_key_no_answer(desk: Desk) -> None:
    for address in ("/api/state", "/api/events", "/api/log"):
        answer = httpx.get(desk.address + address)
        assert answer.status_code == 401
        assert answer.json()["code"] == "no-key"
        assert httpx.get(desk.address + address, headers={"Authorization": "Bearer x"}).status_code == 401


@pytest.mark.parametrize(
    ("role", "address", "status"),
    [
        ("observer", "actions", 403),
        ("auditor", "presses", 403),
        ("technician", "chips", 403),
        ("dealer", "rulings/r1/override", 403),
        ("dealer", "mode", 403),
        ("observer", "faults/reader-lost/clear", 403),
        ("technician", "mode", 200),
        ("floor", "mode", 200),
    ],
)
def test_each_role_does_its_own_work_only(client: Client, role: Role, address: str, status: int) -> None:
    assert client(role).post(f"/api/{address}", json={"mode": "open"}).status_code == status


def test_a_dealer_cannot_void_a_hand_nor_pass_for_the_floor(desk: Desk, client: Client) -> None:
    desk.load()
    body = {"press": "void-hand", "by": "floor", "operator": "Ann", "reason": "fight"}
    assert client("dealer").post("/api/presses", json=body).json()["code"] == "not-allowed"
    unnamed = client("floor").post("/api/presses", json={"press": "void-hand", "by": "floor", "operator": "Ann"})
    assert (unnamed.status_code, unnamed.json()["code"]) == (422, "name-needed")
    done = client("floor").post("/api/presses", json=body)
    assert done.status_code == 200
    assert any(outcome["type"] == "result" and outcome["ended"] == "void" for outcome in done.json()["outcomes"])
    assert [entry.operator for entry in desk.journaled()][-1] == "floor: Floor"


@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "evil.example"},
        {"Host": "127.0.0.1.evil.example:80"},
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1:1"},
        {"Host": "127.0.0.1:1@evil.example"},
    ],
)
def test_foreign_hosts_and_origins_are_refused(client: Client, headers: dict[str, str]) -> None:
    answer = client("dealer").get("/api/state", headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (403, "foreign-host")


def test_its_own_page_is_let_in(desk: Desk, client: Client) -> None:
    assert client("dealer").get("/api/state", headers={"Origin": desk.address}).status_code == 200


def test_the_printed_address_signs_in_with_a_cookie_that_scripts_cannot_read(desk: Desk) -> None:
    with httpx.Client(base_url=desk.address) as browser:
        assert browser.get("/").status_code == 401
        answer = browser.get("/", params={"key": desk.keys.key_of("observer")})
        assert answer.status_code == 303
        cookie = answer.headers["set-cookie"].lower()
        assert "httponly" in cookie
        assert "samesite=strict" in cookie
        assert browser.get("/").status_code == 200
        assert browser.get("/api/state").json()["role"] == "observer"


def test_a_page_elsewhere_on_this_machine_reads_nothing_and_makes_no_export(desk: Desk) -> None:
    with httpx.Client(base_url=desk.address) as browser:
        browser.get("/", params={"key": desk.keys.key_of("floor")})
        for site in ("same-site", "cross-site"):
            headers = {"Sec-Fetch-Site": site}
            for address in ("/api/v1/exports/log?full=true", "/api/v1/events", "/api/state"):
                assert browser.get(address, headers=headers).status_code == 403
            assert browser.get("/desk", headers=headers).status_code == 200, "another table's page may lead here"
        assert browser.get("/api/state", headers={"Sec-Fetch-Site": "same-origin"}).status_code == 200
        assert browser.get("/api/state", headers={"Sec-Fetch-Site": "none"}).status_code == 200


def test_answers_carry_careful_headers(client: Client) -> None:
    headers = client("dealer").get("/").headers
    assert headers["cache-control"] == "no-store"
    assert "default-src 'self'" in headers["content-security-policy"]
    assert headers["referrer-policy"] == "no-referrer"


def test_only_the_consoles_own_files_are_served(client: Client) -> None:
    for name in ("../app.py", "..%2fapp.py", "console.py", "index.html"):
        answer = client("dealer").get(f"/console/{name}")
        assert answer.status_code == 404
        assert json.loads(answer.content)["code"] == "no-such-address"
