"""People: signing in with a PIN, being locked out, sessions that end, tokens, and names that nobody chooses."""

from collections.abc import Callable
from typing import Any

import httpx
import pytest

from burncard.api.accounts.people import MACHINE
from burncard.api.accounts.pins import WeakPinError, hash_pin, new_pin, pin_matches
from burncard.api.accounts.throttle import FORGOTTEN_NS, FREE_FAILURES, LONGEST_PAUSE_NS, Throttle
from burncard.api.desk import Desk
from burncard.controller.faults import Role

Client = Callable[[Role], httpx.Client]


def post(client: httpx.Client, address: str, desk: Desk, **body: Any) -> httpx.Response:
    return client.post(f"/api/v1/{address}", json=body, headers={"Origin": desk.address})


@pytest.fixture
def ann(client: Client) -> str:
    """A dealer with a PIN; the PIN."""
    made = client("technician").post("/api/v1/users", json={"name": "Ann", "role": "dealer"})
    assert made.status_code == 200
    return str(made.json()["pin"])


def test_a_person_signs_in_enters_under_the_own_name_and_signs_out(desk: Desk, ann: str) -> None:
    with httpx.Client(base_url=desk.address) as browser:
        answer = post(browser, "session", desk, name="ann", pin=ann)
        assert answer.status_code == 200
        assert (answer.json()["person"], answer.json()["role"]) == ("Ann", "dealer")
        cookies = answer.headers.get_list("set-cookie")
        assert all("httponly" in cookie.lower() and "samesite=strict" in cookie.lower() for cookie in cookies)
        desk.load()
        number = browser.get("/api/v1/table").json()["number"]
        body = {"on": number, "press": "looked", "seat": 1}
        assert post(browser, "presses", desk, **body).status_code == 200
        assert desk.journaled()[-1].operator == "dealer: Ann"
        named = {**body, "operator": "Bo"}
        assert post(browser, "presses", desk, **named).status_code == 422
        browser.delete("/api/v1/session", headers={"Origin": desk.address})
        assert browser.get("/api/v1/table").status_code == 401
    kinds = [event.kind for event in desk.events()]
    assert [kind for kind in kinds if kind.startswith("sign")] == ["sign-in", "sign-out"]


def test_a_change_by_cookie_from_elsewhere_is_refused(desk: Desk, ann: str) -> None:
    with httpx.Client(base_url=desk.address) as browser:
        post(browser, "session", desk, name="Ann", pin=ann)
        body = {"on": 0, "press": "looked", "seat": 1}
        assert browser.post("/api/v1/presses", json=body).json()["code"] == "foreign-host"
        evil = {"Origin": "http://evil.example"}
        assert browser.post("/api/v1/presses", json=body, headers=evil).json()["code"] == "foreign-host"


def test_guessing_is_slowed_down_and_locks_nobody_else_out(desk: Desk, ann: str) -> None:
    with httpx.Client(base_url=desk.address) as console, httpx.Client(base_url=desk.address) as stranger:
        post(console, "session", desk, name="Ann", pin=ann)
        codes = [post(stranger, "session", desk, name="Ann", pin="000000").json()["code"] for _ in range(6)]
        assert codes == ["wrong-pin"] * FREE_FAILURES + ["locked-out"]
        locked = post(stranger, "session", desk, name="Ann", pin=ann)
        assert locked.status_code == 429
        assert 0 < locked.json()["retry_after_s"] <= 30
        assert locked.headers["retry-after"] == str(locked.json()["retry_after_s"])
        assert post(console, "session", desk, name="Ann", pin=ann).status_code == 200
        assert console.get("/api/v1/table").status_code == 200
    failures = [event for event in desk.events() if event.kind == "sign-in-failed"]
    assert len(failures) == FREE_FAILURES
    assert b"000000" not in b"".join(event.body for event in failures)


def test_a_lock_ends_by_itself_and_never_grows_beyond_its_bound() -> None:
    throttle, now_ns = Throttle(), 10**18
    for _ in range(100):
        throttle.failed("ann|10.0.0.9", now_ns)
    assert throttle.pause_ns("ann|10.0.0.9", now_ns) == LONGEST_PAUSE_NS
    assert throttle.pause_ns("ann|10.0.0.9", now_ns + LONGEST_PAUSE_NS) == 0
    assert throttle.pause_ns("ann|10.0.0.8", now_ns) == 0
    throttle.failed("ann|10.0.0.9", now_ns + FORGOTTEN_NS + 1)
    assert throttle.pause_ns("ann|10.0.0.9", now_ns + FORGOTTEN_NS + 1) == 0


def test_a_forgotten_pin_is_renewed_by_a_technician_and_by_nobody_else(desk: Desk, client: Client, ann: str) -> None:
    with httpx.Client(base_url=desk.address) as browser:
        post(browser, "session", desk, name="Ann", pin=ann)
        for role in ("dealer", "floor", "auditor", "observer"):
            assert client(role).post("/api/v1/users/Ann/pin").status_code == 403
        assert browser.get("/api/v1/table").status_code == 200
        renewed = client("technician").post("/api/v1/users/Ann/pin")
        assert renewed.status_code == 200
        pin = renewed.json()["pin"]
        assert browser.get("/api/v1/table").status_code == 401
        assert post(browser, "session", desk, name="Ann", pin=ann).json()["code"] == "wrong-pin"
        assert post(browser, "session", desk, name="Ann", pin=pin).status_code == 200
    assert pin not in client("technician").get("/api/v1/users").text
    event = next(event for event in desk.events() if event.kind == "pin-renewed")
    assert b"technician: Technician" in event.body
    assert b"Ann" in event.body
    assert not any(pin.encode() in event.body for event in desk.events())


@pytest.mark.parametrize("name", ["Nobody", MACHINE])
def test_only_a_person_has_a_pin_to_renew(desk: Desk, client: Client, name: str) -> None:
    desk.keys.add(MACHINE, "technician", "")
    assert client("technician").post(f"/api/v1/users/{name}/pin").json()["code"] == "no-such-user"


def test_a_new_role_or_pin_ends_the_sessions(desk: Desk, client: Client, ann: str) -> None:
    with httpx.Client(base_url=desk.address) as browser:
        post(browser, "session", desk, name="Ann", pin=ann)
        assert client("technician").patch("/api/v1/users/Ann", json={"role": "observer"}).status_code == 200
        assert browser.get("/api/v1/table").status_code == 401
        post(browser, "session", desk, name="Ann", pin=ann)
        assert browser.get("/api/v1/session").json()["role"] == "observer"
        client("technician").patch("/api/v1/users/Ann", json={"active": False})
        assert browser.get("/api/v1/table").status_code == 401
        assert post(browser, "session", desk, name="Ann", pin=ann).json()["code"] == "wrong-pin"


def test_a_token_is_shown_once_and_ends(desk: Desk, client: Client, ann: str) -> None:
    technician = client("technician")
    made = technician.post("/api/v1/users/Ann/tokens", json={"label": "wall"}).json()
    bearer = {"Authorization": f"Bearer {made['token']}"}
    assert httpx.get(f"{desk.address}/api/v1/session", headers=bearer).json()["person"] == "Ann"
    listed = technician.get("/api/v1/users").text
    assert made["token"] not in listed
    assert made["id"] in listed
    assert technician.delete(f"/api/v1/users/Ann/tokens/{made['id']}").status_code == 204
    assert httpx.get(f"{desk.address}/api/v1/session", headers=bearer).status_code == 401


def test_the_last_technician_stays(client: Client) -> None:
    answer = client("technician").patch("/api/v1/users/Technician", json={"role": "dealer"})
    assert (answer.status_code, answer.json()["code"]) == (409, "last-technician")


@pytest.mark.parametrize("pin", ["12345", "111111", "123456", "987654", "12a456", "1" * 13])
def test_a_weak_pin_is_refused(client: Client, pin: str) -> None:
    answer = client("technician").post("/api/v1/users", json={"name": "Bo", "role": "floor", "pin": pin})
    assert answer.status_code == 422
    with pytest.raises(WeakPinError):
        hash_pin(pin)


@pytest.mark.parametrize("name", ["dealer: Bo", " ", "A\u0000", "x" * 41])
def test_a_name_that_could_pass_for_another_is_refused(client: Client, name: str) -> None:
    assert client("technician").post("/api/v1/users", json={"name": name, "role": "floor"}).status_code == 422
    taken = client("technician").post("/api/v1/users", json={"name": "dEALER", "role": "floor"})
    assert taken.json()["code"] == "name-taken"


def test_a_pin_is_kept_as_a_slow_hash_only() -> None:
    pin = new_pin()
    hashed = hash_pin(pin)
    assert hashed.startswith("scrypt$32768$8$1$")
    assert pin not in hashed
    assert hash_pin(pin) != hashed
    assert pin_matches(pin, hashed)
    assert not pin_matches(new_pin() + "0", hashed)
    assert not pin_matches(pin, "")
