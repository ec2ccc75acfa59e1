"""The floor's desk: what each role may see and decide, hands found and replayed, mistakes counted, tables let in."""

import asyncio
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from burncard.api.floor.authority import Authority
from burncard.api.floor.database import Database, database_at
from burncard.api.floor.floor_app import Floor, create_floor_app
from burncard.api.floor.floor_people import FloorPeople
from burncard.api.floor.intake import Arrived, Intake
from burncard.api.floor.joining import Applicant, Joined
from burncard.api.floor.room_floor import Room
from burncard.controller.faults import Role
from burncard.controller.outbox.subjects import TableName
from burncard.simulator.quick_table import QuickTable
from tests.harness.floor_room import journal_rows, messages_of, quick_table

NAMES = ("one", "two")
ROLES: tuple[Role, ...] = ("dealer", "floor", "technician", "auditor", "observer")
HANDS = 3


class FloorDesk:
    """A desk over two tables' records, without servers."""

    def __init__(self, folder: Path) -> None:
        self.tables: dict[str, QuickTable] = {}
        self.database: Database = database_at(str(folder / "floor.db"))
        self.room = Room(Authority.make(folder / "authority", "room", [], ["127.0.0.1"]), self.database)
        self.people = FloorPeople(self.database, None)
        self.runner = asyncio.Runner()
        self.runner.run(self._fill(folder))
        self.app = create_floor_app(Floor(self.room, self.database, self.people, demonstration=True))
        self.client = self.browser()

    def browser(self) -> httpx.AsyncClient:
        """Another browser on this machine."""
        transport = httpx.ASGITransport(self.app, client=("127.0.0.1", 1))
        return httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1:8787", follow_redirects=True)

    def send(
        self, method: str, address: str, client: httpx.AsyncClient | None = None, **options: Any
    ) -> httpx.Response:
        return self.runner.run((client or self.client).request(method, address, **options))

    async def _fill(self, folder: Path) -> None:
        await self.database.open()
        intake, sequence = Intake(self.database), 0
        for number, name in enumerate(NAMES):
            table = self.tables[name] = quick_table(folder, name, seed=number, mistakes=0.05)
            for _ in range(HANDS):
                table.play_hand()
            subject = TableName("room", name)
            batch = []
            for sequence, message in enumerate(messages_of(table, subject), sequence + 1):  # noqa: B020
                batch.append(Arrived(sequence, subject.record, msgspec.json.encode(message)))
            await intake.take(batch)

    def ask(self, role: Role, method: str, address: str, body: Any = None) -> httpx.Response:
        key = self.people.people.key_of(role)  # type: ignore[attr-defined]
        content = None if body is None else msgspec.json.encode(body)
        return self.send(method, address, content=content, headers={"Authorization": f"Bearer {key}"})

    def get(self, address: str) -> Any:
        answer = self.ask("floor", "GET", address)
        assert answer.status_code == 200
        return answer.json()


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FloorDesk]:
    made = FloorDesk(tmp_path_factory.mktemp("desk"))
    yield made
    made.runner.run(made.client.aclose())
    made.runner.run(made.database.close())
    made.runner.close()


def test_any_hand_is_found_and_replayed_fact_by_fact(desk: FloorDesk) -> None:
    found = desk.get("/floor/v1/hands")
    assert Counter(hand["name"] for hand in found) == dict.fromkeys(NAMES, HANDS)
    assert [hand["began_ns"] for hand in found] == sorted((hand["began_ns"] for hand in found), reverse=True)
    for name, table in desk.tables.items():
        rows = [msgspec.json.decode(row) for row in journal_rows(table)["fact"]]
        hands = desk.get(f"/floor/v1/hands?table={name}")[::-1]
        replayed = [row for hand in hands for row in desk.get(_address(hand))["rows"]]
        assert replayed == rows[hands[0]["first_fact"] - 1 :]
        assert all(hand["ended"] for hand in hands)


def _address(hand: dict[str, Any]) -> str:
    return f"/floor/v1/hands/{hand['record']}/{hand['first_fact']}"


def test_hands_are_found_by_dealer_game_name_and_rule(desk: FloorDesk) -> None:
    everything = desk.get("/floor/v1/hands")
    dealer = everything[0]["dealer"]
    assert dealer
    assert desk.get(f"/floor/v1/hands?dealer={dealer}") == [one for one in everything if one["dealer"] == dealer]
    assert desk.get("/floor/v1/hands?game=holdem&hand=h2") == [one for one in everything if one["hand"] == "h2"]
    assert desk.get("/floor/v1/hands?game=razz") == []
    stopped = desk.get("/floor/v1/hands?stopped=1")
    assert stopped == [one for one in everything if one["stops"]]
    rules = [rate["key"] for rate in desk.get("/floor/v1/mistakes")]
    assert rules
    assert all(
        set(map(_address, desk.get(f"/floor/v1/hands?rule={rule}"))) <= set(map(_address, stopped)) for rule in rules
    )


def test_mistakes_are_counted_alike_by_everything(desk: FloorDesk) -> None:
    stops = sum(
        outcome["severity"] == "stop" and outcome["decision"] != "refuse"
        for table in desk.tables.values()
        for row in journal_rows(table)["fact"]
        for outcome in msgspec.json.decode(row)["outcomes"]
        if outcome["type"] == "ruling"
    )
    assert stops
    for by in ("kind", "dealer", "game", "hour", "table"):
        assert sum(rate["stops"] for rate in desk.get(f"/floor/v1/mistakes?by={by}")) == stops
    assert desk.get(f"/floor/v1/mistakes?after_ns={time.time_ns()}") == []
    assert {(deck["table"], deck["hands"]) for deck in desk.get("/floor/v1/decks")} == {("one", HANDS), ("two", HANDS)}


ASKED = ("room", "hands", "hands/1/2", "mistakes", "decks", "reports", "commands")


@pytest.mark.parametrize("role", ROLES)
def test_who_may_ask(role: Role, desk: FloorDesk) -> None:
    may = role in ("floor", "technician", "auditor")
    statuses = {desk.ask(role, "GET", f"/floor/v1/{address}").status_code for address in ASKED}
    assert (statuses <= {200, 404}) if may else statuses == {403}
    assert {desk.send("GET", f"/floor/v1/{address}").status_code for address in ASKED} == {401}


DECISION = {"journal": "j", "does": "close"}
DONE: tuple[tuple[str, Any, Role, int], ...] = (
    ("tables/one/decisions", DECISION, "floor", 504),  # no table listens
    ("reports/none/seen", {}, "floor", 404),
    ("enrolments", {"table": "nine"}, "technician", 200),
    ("tables/none/revoke", {}, "technician", 404),
)


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize(("address", "body", "allowed", "status"), DONE)
def test_who_may_decide(address: str, body: Any, allowed: Role, status: int, role: Role, desk: FloorDesk) -> None:
    answer = desk.ask(role, "POST", f"/floor/v1/{address}", body)
    assert answer.status_code == (status if role == allowed else 403)


@pytest.mark.parametrize(
    "body",
    [b"", b"[]", b"{", b"\xff", b"{}", b'{"journal":"j","does":"explode"}', b'{"journal":"j","does":"resend"}',
     b'{"journal":"j","does":"override","on":"r1","decision":"stands"}', b"[" * 10_000, b"x" * 20_000],
)  # fmt: skip
def test_a_decision_that_is_none_is_refused_before_anything_is_sent(body: bytes, desk: FloorDesk) -> None:
    key = desk.people.people.key_of("floor")  # type: ignore[attr-defined]
    answer = desk.send(
        "POST", "/floor/v1/tables/one/decisions", content=body, headers={"Authorization": f"Bearer {key}"}
    )
    assert answer.status_code in (413, 422)


ODD = (
    *("hands?limit=x", "hands?before_ns=-1", "hands?after_ns=99999999999999999999", "hands?table=%00", "mistakes?by=x"),
    *("hands/0/0", "hands/99999999999999999999999/1", "hands?rule=' OR 1=1 --"),
)


@pytest.mark.parametrize("asked", ODD)
def test_a_question_that_is_none_is_no_error_of_the_floor(asked: str, desk: FloorDesk) -> None:
    assert desk.ask("floor", "GET", f"/floor/v1/{asked}").status_code in (200, 404, 422)


def test_a_change_by_cookie_comes_from_a_page_of_this_floor(desk: FloorDesk) -> None:
    key = desk.people.people.key_of("floor")  # type: ignore[attr-defined]
    browser, post = desk.browser(), "/floor/v1/tables/one/decisions"
    assert desk.send("GET", f"/?key={key}", browser).status_code == 200
    origins = [({}, 403), ({"Origin": "http://evil.example"}, 403), ({"Origin": "http://127.0.0.1:8787"}, 504)]
    for headers, status in origins:
        assert desk.send("POST", post, browser, json=DECISION, headers=headers).status_code == status
    assert desk.send("GET", "/", browser, headers={"Host": "evil.example"}).status_code == 403
    desk.runner.run(browser.aclose())


def test_a_page_elsewhere_on_this_machine_reads_nothing_of_the_room(desk: FloorDesk) -> None:
    browser = desk.browser()
    desk.send("GET", f"/?key={desk.people.people.key_of('floor')}", browser)  # type: ignore[attr-defined]
    for site, status in (("same-site", 403), ("cross-site", 403), ("same-origin", 200), ("none", 200)):
        headers = {"Sec-Fetch-Site": site}
        assert desk.send("GET", "/floor/v1/hands", browser, headers=headers).status_code == status
        assert desk.send("GET", "/", browser, headers=headers).status_code == 200
    desk.runner.run(browser.aclose())


def test_a_table_that_cannot_be_cut_off_now_can_be_cut_off_later(desk: FloorDesk) -> None:
    enrol = "INSERT INTO tables VALUES ('room', 'lost', 'U', '', 0, NULL)"
    desk.runner.run(desk.database.change(enrol))
    for _ in range(2):
        answer = desk.ask("technician", "POST", "/floor/v1/tables/lost/revoke")
        assert (answer.status_code, answer.json()["code"]) == (503, "servers-unreachable")
    assert not next(one for one in desk.get("/floor/v1/room")["tables"] if one["table"] == "lost")["kept"]["revoked"]
    desk.runner.run(desk.database.change("DELETE FROM tables WHERE name = 'lost'"))


def test_a_sign_out_is_recorded_where_a_session_has_ended(desk: FloorDesk) -> None:
    def recorded() -> int:
        found = desk.runner.run(desk.database.ask("SELECT count(*) FROM access WHERE kind = 'sign-out'"))
        return int(found[0][0])

    before = recorded()
    assert desk.ask("auditor", "DELETE", "/api/v1/session").status_code == 204
    assert recorded() == before
    key = desk.people.people.key_of("floor")  # type: ignore[attr-defined]
    browser = desk.browser()
    assert desk.send("GET", f"/?key={key}", browser).status_code == 200
    origin = {"Origin": "http://127.0.0.1:8787"}
    assert desk.send("DELETE", "/api/v1/session", browser, headers=origin).status_code == 204
    assert recorded() == before + 1
    desk.runner.run(browser.aclose())


def test_a_table_joins_over_http_and_a_wrong_code_says_nothing(desk: FloorDesk) -> None:
    code = desk.ask("technician", "POST", "/floor/v1/enrolments", {"table": "five"}).json()["code"]
    wrong = Applicant(code[:4] + "AAAAAAAA")
    unknown = Applicant("AAAA" + code[4:])
    said = {
        desk.send("POST", "/floor/v1/join", content=msgspec.json.encode(one.joining)).text for one in (wrong, unknown)
    }
    assert len(said) == 1
    applicant = Applicant(code)
    answer = desk.send("POST", "/floor/v1/join", content=msgspec.json.encode(applicant.joining))
    credentials = applicant.credentials(msgspec.json.decode(answer.content, type=Joined))
    assert credentials.name == TableName("room", "five")
    tables = desk.get("/floor/v1/room")["tables"]
    assert [table["table"] for table in tables] == ["five", "one", "two"]


def test_health_says_what_is_missing_and_metrics_name_nobody(desk: FloorDesk) -> None:
    assert desk.send("GET", "/healthz").status_code == 200
    ready = desk.send("GET", "/readyz")
    assert (ready.status_code, ready.json()) == (503, {"database": True, "servers": False, "leads": True})
    metrics = desk.ask("observer", "GET", "/metrics").text
    assert "burncard_floor_connected 0.0" in metrics
    assert desk.send("GET", "/console/secrets.json").status_code == 404
    assert desk.send("GET", "/console/..%2Ffloor_command.py").status_code == 404
