"""Attacks on sessions: taken cookies, races with a change, a clock set back, sign-ins that crowd others out."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from starlette.requests import Request

from burncard.api.accounts import sessions as sessions_module
from burncard.api.accounts.access_record import ROWS_MAX, AccessRecord
from burncard.api.accounts.guard import Guard
from burncard.api.accounts.people import Account, Demonstration, People
from burncard.api.accounts.pins import hash_pin
from burncard.api.accounts.sessions import SESSION_NS, Sessions
from burncard.api.accounts.sign_in import WAITING_EACH_MAX, LockedOutError, SignIn, WrongPinError
from burncard.api.accounts.throttle import FREE_FAILURES
from burncard.api.context import Context
from burncard.api.first_start import machine_key
from burncard.api.request_errors import ApiError
from burncard.api.run_command import _check_clock
from burncard.api.signed_in import signed_in
from burncard.api.simulate_command import usual_table
from burncard.controller.journal.journal import JournalWriteError
from burncard.rules.facts import Press
from burncard.simulator.pack import make_pack
from tests.harness.watched_table import LOOP, Entry, WatchedTable, request

PIN, OTHER_PIN = "482913", "730264"
HERE, THERE = "192.0.2.7", "192.0.2.8"


@pytest.fixture
def table() -> WatchedTable:
    red = {card.uid: card.card for card in make_pack("red", joker=False, first_serial=1)}
    return WatchedTable(usual_table("holdem", "no-limit", "roberts", 2), red, {})


def kinds(table: WatchedTable) -> list[str]:
    return [event.kind for event in table.journal.events()]


# ---- a cookie that was taken --------------------


@pytest.fixture
def cookies(table: WatchedTable) -> tuple[Context, str]:
    """A table's context, and the cookie of its dealer, who signed in at one machine."""
    context = Context(table.service, table.keys)
    return context, context.sessions.begin("Dealer", table.service.record.now(), HERE)[0]


def asked_with(secret: str, address: str = HERE) -> Request:
    headers = [(b"host", b"127.0.0.1:80"), (b"cookie", f"burncard-80={secret}".encode())]
    server, client = ("127.0.0.1", 80), (address, 1)
    scope = {"method": "GET", "scheme": "http", "path": "/", "query_string": b"", "server": server, "client": client}
    return Request({"type": "http", "headers": headers, **scope})


def test_a_cookie_that_is_sent_from_another_machine_signs_nobody_in(cookies: tuple[Context, str], table: Any) -> None:
    context, secret = cookies
    assert signed_in(context, asked_with(secret)).name == "Dealer"
    with pytest.raises(ApiError, match="no-key"):
        signed_in(context, asked_with(secret, THERE))
    event = list(table.journal.events())[-1]
    assert (event.kind, json.loads(event.body)) == ("session-elsewhere", {"name": "Dealer", "address": THERE})
    assert signed_in(context, asked_with(secret)).name == "Dealer", "its own machine is signed out"


def test_a_cookie_is_good_at_its_own_table_until_it_is_signed_out_or_ends(cookies: tuple[Context, str]) -> None:
    context, secret = cookies
    elsewhere = Sessions(Demonstration()).begin("Dealer", 0, HERE)[0]
    with pytest.raises(ApiError, match="no-key"):
        signed_in(context, asked_with(elsewhere))
    assert context.sessions.find(secret, SESSION_NS * 2, HERE) is None
    context.sessions.end(secret)
    with pytest.raises(ApiError, match="no-key"):
        signed_in(context, asked_with(secret))


def test_a_sign_in_over_a_session_ends_it(table: WatchedTable) -> None:
    context = table.served.context
    LOOP.run_until_complete(request(table.app, table.keys, sent("POST", "users", name="Bea", role="floor", pin=PIN)))
    old = context.sessions.begin("Dealer", 0, "127.0.0.1")[0]
    entry = Entry(None, "POST", "/api/v1/session", json.dumps({"name": "Bea", "pin": PIN}).encode())
    status, _ = LOOP.run_until_complete(request(table.app, table.keys, entry, cookie=f"burncard-8777={old}"))
    assert status == 200
    assert context.sessions.find(old, 1, "127.0.0.1") is None


def test_a_program_that_signs_out_again_and_again_fills_no_record(table: WatchedTable) -> None:
    entry, before = Entry("observer", "DELETE", "/api/v1/session"), kinds(table)
    assert LOOP.run_until_complete(request(table.app, table.keys, entry))[0] == 204
    assert kinds(table) == before
    someone = table.served.context.sessions.begin("Dealer", 0, "127.0.0.1")[0]
    LOOP.run_until_complete(request(table.app, table.keys, entry, cookie=f"burncard-8777={someone}"))
    assert json.loads(list(table.journal.events())[-1].body) == {"name": "Dealer"}


def test_a_person_who_signs_in_again_and_again_ends_only_their_own_sessions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sessions_module, "SESSIONS_MAX", 5)
    sessions = Sessions(Demonstration())
    floor = sessions.begin("Floor", 0, HERE)[0]
    assert all(sessions.begin("Dealer", 0, THERE) for _ in range(20))
    assert sessions.find(floor, 1, HERE) is not None


def test_a_clock_that_was_set_back_while_the_table_was_closed_ends_all_sessions(table: WatchedTable) -> None:
    sessions = Sessions(table.keys)
    secret = sessions.begin("Dealer", 0, HERE)[0]
    _check_clock(table.service, sessions)
    assert sessions.find(secret, 1, HERE) is not None
    table.journal.append_event("link", b"{}", table.world.now_ns + 1)
    _check_clock(table.service, sessions)
    assert sessions.find(secret, 1, HERE) is None
    assert kinds(table)[-1] == "clock-set-back"


# ---- races with a change --------------------


def sent(method: str, path: str, **body: Any) -> Entry:
    return Entry("technician", method, f"/api/v1/{path}", json.dumps(body).encode())


def test_an_account_that_is_closed_while_its_pin_is_hashed_stays_closed(table: WatchedTable) -> None:
    slow = LOOP.create_task(request(table.app, table.keys, sent("PATCH", "users/Dealer", pin=PIN)))
    LOOP.run_until_idle()
    assert not slow.done(), "nothing was hashed meanwhile"
    closing = LOOP.create_task(request(table.app, table.keys, sent("PATCH", "users/Dealer", active=False)))
    LOOP.run_until_complete(closing)
    LOOP.run_until_complete(slow)
    account = table.keys.find("Dealer")
    assert account is not None
    assert not account.active
    assert account.pin


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("PATCH", "users/Dealer", {"role": "floor"}),
        ("POST", "users", {"name": "Eve", "role": "floor", "pin": PIN}),
        ("POST", "users/Dealer/tokens", {"label": "bot"}),
        ("DELETE", "users/Dealer/tokens/demo", {}),
    ],
)
def test_no_account_is_changed_that_the_record_does_not_know_of(
    method: str, path: str, body: dict[str, Any], table: WatchedTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = table.keys.all()

    def fails(*given: Any) -> int:
        raise JournalWriteError("disk full")

    monkeypatch.setattr(table.journal, "append_event", fails)
    status, _ = LOOP.run_until_complete(request(table.app, table.keys, sent(method, path, **body)))
    assert status == 503
    assert table.keys.all() == before


def test_a_pin_that_is_changed_while_it_is_checked_signs_nobody_in() -> None:
    async def change_meanwhile() -> None:
        people, sign_in = people_with("Ann")
        asked = asyncio.create_task(sign_in.with_pin("Ann", PIN, HERE, ""))
        while not sign_in._one.locked():
            await asyncio.sleep(0)
        people.keep(Account("Ann", "dealer", hash_pin(OTHER_PIN)))
        with pytest.raises(WrongPinError):
            await asked

    asyncio.run(change_meanwhile())


# ---- crowding others out --------------------


def sign_in_of(people: People) -> SignIn:
    access = AccessRecord(lambda kind, **fields: None, lambda: 0)
    return SignIn(people, Sessions(people), lambda: 0, lambda kind, **fields: None, access)


def people_with(name: str) -> tuple[People, SignIn]:
    people = People(accounts=[Account(name, "dealer", hash_pin(PIN))])
    return people, sign_in_of(people)


async def outcome(sign_in: SignIn, name: str, pin: str, address: str, device: str = "") -> str:
    try:
        await sign_in.with_pin(name, pin, address, device)
    except (WrongPinError, LockedOutError) as error:
        return type(error).__name__
    return "signed in"


def test_guesses_that_are_sent_at_once_are_counted_one_by_one() -> None:
    _, sign_in = people_with("Ann")
    for _ in range(FREE_FAILURES - 1):
        sign_in._throttle.failed(f"ann|{HERE}", 0)

    async def all_at_once() -> list[str]:
        return await asyncio.gather(*(outcome(sign_in, "Ann", OTHER_PIN, HERE) for _ in range(WAITING_EACH_MAX)))

    assert sorted(asyncio.run(all_at_once())) == ["LockedOutError"] * (WAITING_EACH_MAX - 1) + ["WrongPinError"]


def test_strangers_who_try_all_the_time_keep_nobody_out_at_a_browser_that_is_known() -> None:
    _, sign_in = people_with("Ann")
    mark = sign_in.device_mark("Ann")

    async def crowd() -> tuple[str, str]:
        many = [asyncio.create_task(outcome(sign_in, f"x{n}", PIN, f"198.51.100.{n}")) for n in range(20)]
        same = [asyncio.create_task(outcome(sign_in, f"y{n}", PIN, THERE)) for n in range(20)]
        await asyncio.sleep(0)
        known = await outcome(sign_in, "Ann", PIN, THERE, mark)
        for task in (*many, *same):
            task.cancel()
        await asyncio.gather(*many, *same, return_exceptions=True)
        return known, await outcome(sign_in, "Ann", PIN, HERE)

    assert asyncio.run(crowd()) == ("signed in", "signed in")
    assert not sign_in._waiting


def test_one_machine_does_not_take_every_place_in_the_line() -> None:
    _, sign_in = people_with("Ann")

    async def crowd() -> str:
        tasks = [asyncio.create_task(outcome(sign_in, f"y{n}", PIN, THERE)) for n in range(20)]
        await asyncio.sleep(0)
        elsewhere = await outcome(sign_in, "Ann", PIN, HERE)
        await asyncio.gather(*tasks)
        return elsewhere

    assert asyncio.run(crowd()) == "signed in"


def test_a_browser_is_known_after_a_restart_and_at_no_other_table(tmp_path: Path) -> None:
    def started(folder: str) -> SignIn:
        return sign_in_of(People(tmp_path / folder / "people.json", guard=Guard.open(tmp_path / folder / "guard")))

    mark = started("mine").device_mark("Ann")
    assert started("mine").is_device_of("ann", mark)
    assert not started("mine").is_device_of("Bea", mark)
    assert not started("other").is_device_of("Ann", mark)


def test_nobody_hides_the_refusals_of_another() -> None:
    rows: list[dict[str, Any]] = []
    record = AccessRecord(lambda kind, **fields: rows.append(fields), lambda: 0)
    for _ in range(2 * ROWS_MAX):
        record.refused("sign-in-failed", name="")
        record.refused("refused", operator="observer: Wall")
    record.refused("refused", operator="dealer: Al")
    assert len(rows) == 2 * ROWS_MAX + 1
    assert rows[-1] == {"operator": "dealer: Al"}


# ---- what is valid at one place only --------------------


@pytest.mark.parametrize(
    ("address", "server", "known"), [(HERE, HERE, True), ("127.0.0.1", HERE, True), (THERE, HERE, False)]
)
def test_the_key_of_commands_on_this_machine_works_on_no_other(
    address: str, server: str, known: bool, table: WatchedTable, tmp_path: Path
) -> None:
    people = People()
    key = machine_key(people, tmp_path)
    context = Context(table.service, people)
    headers = [(b"host", b"127.0.0.1:80"), (b"authorization", f"Bearer {key}".encode())]
    scope = {"method": "GET", "scheme": "http", "path": "/", "query_string": b"", "server": (server, 80)}
    asked = Request({"type": "http", "headers": headers, "client": (address, 1), **scope})
    if known:
        assert signed_in(context, asked).role == "technician"
    else:
        with pytest.raises(ApiError):
            signed_in(context, asked)
        assert kinds(table)[-1] == "token-elsewhere"


def test_the_mark_of_a_browser_is_valid_for_one_name_only() -> None:
    _, sign_in = people_with("Ann")
    nonce, _, signed = sign_in.device_mark("x|Ann").partition(".")
    assert sign_in.is_device_of("x|Ann", f"{nonce}.{signed}")
    assert not sign_in.is_device_of("Ann", f"{nonce}|x.{signed}")


def test_a_stream_sends_nothing_after_a_sign_out(table: WatchedTable) -> None:
    context, signed_in_still = Context(table.service, table.keys), [True]
    who = table.keys.find("Floor")
    assert who is not None

    async def follow() -> list[str]:
        told: list[str] = []
        async for waiting in context.hub.listen(who.person, None, lambda: signed_in_still[0]):
            told += [one.kind for one in waiting]
        return told

    following = LOOP.create_task(follow())
    LOOP.run_until_idle()
    signed_in_still[0] = False
    table.service.submit(Press(press="ack", ruling="r99", by="floor"), "floor")
    assert LOOP.run_until_complete(following) == ["view"]
