"""Attacks on accounts and sessions: stolen and copied files, guessing from many addresses, old pages, floods."""

import asyncio
import json
import time
from collections.abc import Callable
from contextlib import ExitStack
from errno import ENOSPC
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from burncard.api.accounts import guard as guard_module
from burncard.api.accounts.access_record import ROWS_MAX, WITHIN_NS, AccessRecord
from burncard.api.accounts.guard import Guard
from burncard.api.accounts.people import Account, Demonstration, NameTakenError, People, PeopleError
from burncard.api.accounts.pins import hash_pin, pin_matches
from burncard.api.accounts.private_files import NotKeptError, write_private
from burncard.api.accounts.sessions import Sessions
from burncard.api.accounts.sign_in import LockedOutError, SignIn, WrongPinError
from burncard.api.accounts.throttle import COUNTS_MAX, FREE_FAILURES, Throttle, network_of
from burncard.api.desk import Desk
from burncard.api.entry_rate import AT_ONCE, EntryRate
from burncard.api.one_at_a_time import OneAtATime
from burncard.api.request_errors import ApiError
from burncard.api.v1.repeats import Repeats
from burncard.controller.faults import Role

Client = Callable[[Role], httpx.Client]
PIN = "482913"
OTHER_PIN = "730264"
HERE = "127.0.0.1"
PATIENCE_S = 5.0


# ---- files --------------------


def table_in(folder: Path) -> tuple[Path, Guard]:
    """A table's folder with a floor and a dealer, and its guard, which lies elsewhere."""
    (folder / "data").mkdir(parents=True)
    guard = Guard.open(folder / "state" / "table.people")
    people = People.open(folder / "data" / "people.json", guard)
    people.add("Bea", "floor", hash_pin(PIN, people.pepper))
    people.add("Al", "dealer", "")
    return folder / "data" / "people.json", guard


def test_people_of_another_table_and_older_or_changed_ones_are_refused(tmp_path: Path) -> None:
    mine, guard = table_in(tmp_path / "mine")
    other, _ = table_in(tmp_path / "other")
    earlier = mine.read_bytes()
    people = People.open(mine, guard)
    account = people.find("Bea")
    assert account is not None
    people.keep(msgspec.structs.replace(account, active=False))
    latest = mine.read_bytes()
    for body in (other.read_bytes(), earlier, latest.replace(b'"dealer"', b'"floor"'), b"[]"):
        mine.write_bytes(body)
        with pytest.raises(PeopleError, match="of another table"):
            People.open(mine, Guard.open(guard.path))
    mine.unlink()
    with pytest.raises(PeopleError, match="is missing"):
        People.open(mine, Guard.open(guard.path))
    mine.write_bytes(latest)
    assert len(People.open(mine, Guard.open(guard.path))) == 2


def full_disk(fails_at: str) -> Callable[[Path, bytes], None]:
    """A disk on which one file cannot be written any more."""

    def write(path: Path, body: bytes) -> None:
        if path.name == fails_at:
            raise NotKeptError(ENOSPC, "No space left on device")
        write_private(path, body)

    return write


def test_people_from_before_there_were_guards_are_taken_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old = People(tmp_path / "people.json")
    old.keep(Account("Cid", "technician", hash_pin(PIN)))
    guard = Guard.open(tmp_path / "state" / "table.people")
    with monkeypatch.context() as full:
        full.setattr(guard_module, "write_private", full_disk("people.json"))
        with pytest.raises(NotKeptError):
            People.open(tmp_path / "people.json", guard)
    account = People.open(tmp_path / "people.json", guard).find("Cid")
    assert account is not None
    assert pin_matches(PIN, account.pin, guard.pepper)
    (tmp_path / "people.json").write_bytes(b"[]")
    with pytest.raises(PeopleError):
        People.open(tmp_path / "people.json", guard)


def test_a_crash_while_a_guarded_file_is_written_leaves_the_old_or_the_new_one(tmp_path: Path) -> None:
    guard, file = Guard.open(tmp_path / "guard"), tmp_path / "people.json"
    guard.write(file, b"old")
    guard._stored.latest[file.name].append(guard._digest(file, b"new"))
    guard._save()
    again = Guard.open(tmp_path / "guard")
    assert [again.is_latest(file, body) for body in (b"old", b"new", b"other")] == [True, True, False]


@pytest.mark.parametrize("fails_at", ["guard", "people.json"])
def test_people_that_cannot_be_written_stay_as_they_were(
    fails_at: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    guard, file = Guard.open(tmp_path / "guard"), tmp_path / "people.json"
    people = People.open(file, guard)
    people.add("Al", "dealer", "")
    monkeypatch.setattr(guard_module, "write_private", full_disk(fails_at))
    for _ in range(2):
        with pytest.raises(NotKeptError):
            people.add("Eve", "floor", "")
    assert people.find("Eve") is None
    assert [one.name for one in People.open(file, Guard.open(tmp_path / "guard")).all()] == ["Al"]
    monkeypatch.undo()
    people.add("Bea", "floor", "")
    assert len(People.open(file, Guard.open(tmp_path / "guard"))) == 2


def test_a_session_that_ends_on_a_full_disk_does_not_come_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It has ended for good, or its end is refused: then the person is still signed in, and sees it."""
    path, guard = table_in(tmp_path)
    people, file = People.open(path, guard), tmp_path / "sessions.json"
    sessions = Sessions(people, file, guard)
    secret, _ = sessions.begin("Bea", 0, "127.0.0.1")
    with monkeypatch.context() as full:
        full.setattr(guard_module, "write_private", full_disk("sessions.json"))
        for end in (lambda: sessions.end(secret), lambda: sessions.end_all_of("Bea"), sessions.end_all):
            with pytest.raises(NotKeptError):
                end()
            assert sessions.find(secret, 1, "127.0.0.1") is not None
    assert sessions.end(secret) == "Bea"
    assert Sessions(people, file, guard).find(secret, 1, "127.0.0.1") is None


ANN = "Ann Müller"
WRITTEN = (" Ann Müller", "ann  müller ", "\uff21nn Müller", "Ann Mu\u0308ller", "\U0001d400nn MÜLLER")


@pytest.mark.parametrize("name", WRITTEN)
def test_a_name_that_looks_like_another_is_that_one(name: str) -> None:
    """A second person under it would have replaced the first, and each way to write it had tries of its own."""
    people = People(accounts=[Account(ANN, "technician")])
    with pytest.raises(NameTakenError):
        people.new(name, "dealer", "")
    found = people.find(name)
    assert found is not None
    assert found.role == "technician"
    signing_in = SignIn(people, Sessions(people), lambda: 0, lambda *_, **__: None, AccessRecord(print, lambda: 0))
    assert signing_in.is_device_of(ANN, signing_in.device_mark(name))


def test_guesses_count_for_a_person_however_the_name_is_written() -> None:
    people = People(accounts=[Account(ANN, "dealer", hash_pin(PIN))])
    access = AccessRecord(lambda *_, **__: None, lambda: 0)
    signing_in = SignIn(people, Sessions(people), lambda: 0, lambda *_, **__: None, access)

    async def guess() -> None:
        for name in (ANN, *WRITTEN[:-1]):
            with pytest.raises(WrongPinError):
                await signing_in.with_pin(name, "111222", "10.0.0.1", "")
        with pytest.raises(LockedOutError):
            await signing_in.with_pin(WRITTEN[-1], PIN, "10.0.0.1", "")

    asyncio.run(guess())


def test_pins_of_a_stolen_file_cannot_be_guessed_without_the_guard(tmp_path: Path) -> None:
    path, guard = table_in(tmp_path)
    account = People.open(path, guard).find("Bea")
    assert account is not None
    assert not pin_matches(PIN, account.pin)
    assert not pin_matches(PIN, account.pin, b"another table's")
    assert pin_matches(PIN, account.pin, guard.pepper)


def test_a_session_that_was_written_into_the_file_signs_nobody_in(tmp_path: Path) -> None:
    people, path, guard = Demonstration(), tmp_path / "sessions.json", Guard.open(tmp_path / "state" / "guard")
    secret, _ = Sessions(people, path, guard).begin("Dealer", 1000, HERE)
    assert Sessions(people, path, guard).find(secret, 2000, HERE) is not None
    stored = json.loads(path.read_bytes())
    stored[next(iter(stored))]["name"] = "Floor"
    path.write_text(json.dumps(stored))
    assert Sessions(people, path, guard).find(secret, 2000, HERE) is None


# ---- guessing and floods --------------------


@pytest.mark.parametrize(
    ("one", "other"),
    [("127.0.0.1", "127.8.9.10"), ("::1", "127.0.0.1"), ("::ffff:127.0.0.5", "::1"), ("2001:db8::1", "2001:db8::f:2")],
)
def test_the_addresses_of_one_machine_count_as_one(one: str, other: str) -> None:
    assert network_of(one) == network_of(other)
    assert network_of("192.0.2.7") != network_of("192.0.2.8")


def test_refusals_are_recorded_but_cannot_fill_the_disk() -> None:
    rows: list[dict[str, Any]] = []
    now_ns = 0
    record = AccessRecord(lambda kind, **fields: rows.append(fields), lambda: now_ns)
    for _ in range(10_000):
        record.refused("refused", operator="observer: Wall")
    assert len(rows) == ROWS_MAX
    now_ns = WITHIN_NS
    record.refused("refused", operator="observer: Wall")
    assert rows[-1]["left_out"] == 10_000 - ROWS_MAX


@pytest.mark.parametrize("address", ["presses", "v1/void", "faults/felt-differs/clear", "v1/faults/felt-differs/clear"])
def test_every_refused_role_is_in_the_record(desk: Desk, client: Client, address: str) -> None:
    desk._loop.call_soon_threadsafe(desk.service.record.faults.raise_, "felt-differs", "reader")
    desk.wait(lambda view: bool(view["faults"]))
    body = {"press": "void-hand", "reason": "x", "hand": "h1"} if "clear" not in address else {"reason": "x"}
    if address == "v1/void":
        del body["press"]
    if address == "presses":
        del body["hand"]
    assert client("dealer").post(f"/api/{address}", json=body).status_code == 403
    event = desk.events()[-1]
    assert (event.kind, json.loads(event.body)["operator"]) == ("refused", "dealer: Dealer")


def test_entries_of_one_person_are_bounded_and_others_enter_meanwhile() -> None:
    now_ns = 0
    rate = EntryRate(lambda: now_ns)
    for _ in range(AT_ONCE):
        rate.take("Al")
    with pytest.raises(ApiError):
        rate.take("Al")
    rate.take("Bea")
    now_ns = 1_000_000_000
    rate.take("Al")


def test_an_entry_that_is_sent_again_before_its_answer_is_made_once() -> None:
    repeats, turns, made = Repeats(), OneAtATime(), []

    async def enter() -> int:
        async with turns.alone(("Al", "key")):
            if (before := repeats.known("Al", "key", b"fold")) is not None:
                return before.status
            await asyncio.sleep(0)
            made.append(1)
            repeats.keep("Al", "key", b"fold", 200, b"", "")
            return 200

    async def both() -> list[int]:
        return await asyncio.gather(*(enter() for _ in range(5)))

    assert asyncio.run(both()) == [200] * 5
    assert len(made) == 1
    assert turns._turns == {}


def test_invented_names_do_not_end_a_pause() -> None:
    throttle = Throttle()
    for _ in range(FREE_FAILURES):
        throttle.failed("Ann|here", 0)
    for number in range(2 * COUNTS_MAX):
        throttle.failed(f"nobody {number}|here", 0)
    assert throttle.pause_ns("Ann|here", 0) > 0
    assert len(throttle._counts) == COUNTS_MAX


# ---- old pages --------------------


@pytest.mark.parametrize("address", ["/api/v1/events", "/api/events"])
def test_a_page_left_open_ends_with_the_session(desk: Desk, client: Client, address: str) -> None:
    made = client("technician").post("/api/v1/users", json={"name": "Bea", "role": "floor", "pin": PIN})
    assert made.status_code == 200
    origin = {"Origin": desk.address}
    with httpx.Client(base_url=desk.address, headers=origin, timeout=PATIENCE_S) as browser:
        assert browser.post("/api/v1/session", json={"name": "Bea", "pin": PIN}).status_code == 200
        with browser.stream("GET", address) as page:
            parts = page.iter_bytes()
            assert next(parts)
            client("technician").patch("/api/v1/users/Bea", json={"role": "observer"})
            until_s = time.monotonic() + PATIENCE_S
            for _ in parts:
                assert time.monotonic() < until_s, "the page goes on with a role that its person no longer has"


def test_a_person_who_takes_all_streams_gives_one_up(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    from burncard.api import hub

    monkeypatch.setattr(hub, "STREAMS_MAX", 3)
    people, streams = desk.keys, hub.Hub(desk.service, lambda: False, demonstration=True)
    observer, dealer = (people.find(name).person for name in ("Observer", "Dealer"))  # type: ignore[union-attr]
    with ExitStack() as opened:
        taken = [opened.enter_context(streams.place_for(observer, lambda: True)) for _ in range(3)]
        with pytest.raises(hub.TooManyStreamsError):
            opened.enter_context(streams.place_for(observer, lambda: True))
        place = opened.enter_context(streams.place_for(dealer, lambda: True))
        assert [one.ended for one in taken] == [True, False, False]
        assert not place.ended


# ---- a hand whose cards were exported --------------------


@pytest.mark.parametrize("export", ["exports/log?full=true", "exports/phh", "hands/h1/log?full=true"])
def test_a_hand_is_not_voided_exported_and_played_on(desk: Desk, client: Client, export: str) -> None:
    desk.load()
    desk.deal("As", "seat:1")
    floor = client("floor")
    assert floor.post("/api/v1/void", json={"hand": "h1", "reason": "a look"}).status_code == 200
    void = desk.service.record.journal.count
    assert floor.get(f"/api/v1/{export}").status_code == 200
    for address, body in (
        ("v1/retract", {"fact": void, "reason": "never mind"}),
        ("v1/undo", {"fact": void}),
        ("presses", {"press": "retract", "fact": void, "reason": "never mind"}),
    ):
        answer = floor.post(f"/api/{address}", json=body)
        assert answer.status_code == 409
        assert answer.json()["code"] in ("hand-named", "nothing-to-undo")
    assert not desk.service.record.in_hand


def test_a_guesser_cannot_say_where_he_is(desk: Desk) -> None:
    """The header of a proxy was believed from this machine: each guess came from a machine of its own."""
    answers = [
        httpx.post(
            f"{desk.address}/api/v1/session",
            json={"name": "Floor", "pin": "583104"},
            headers={"X-Forwarded-For": f"203.0.113.{number}", "X-Forwarded-Proto": "https"},
        )
        for number in range(6)
    ]
    assert [answer.status_code for answer in answers] == [401] * 5 + [429]
    failed = [event for event in desk.events() if event.kind == "sign-in-failed"]
    assert [msgspec.json.decode(event.body)["address"] for event in failed] == ["127.0.0.1"] * 5
