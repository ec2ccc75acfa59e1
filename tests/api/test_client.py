"""The client and the pytest plugin: typed, in step with the addresses, and short to use."""

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest

from burncard.api.client import asked
from burncard.api.desk import Desk
from burncard.api.table_commands import hands, summary
from burncard.api.v1.addresses import PREFIX
from burncard.api.v1.every import ADDRESSES
from burncard.client import AsyncTable, Table, TableError

HOLE = ("7c", "Kd", "2s", "3s", "4s", "5s", "8c", "9c", "Tc", "Jc", "Qc", "Kc")
BURNCARD = str(Path(sys.executable).with_name("burncard"))


def dealt(desk: Desk) -> None:
    desk.load()
    for number, card in enumerate(HOLE):
        desk.deal(card, f"seat:{number % 6 + 1}")


def test_a_program_plays_a_hand_with_the_client(desk: Desk) -> None:
    dealt(desk)
    with Table(desk.address, desk.keys.key_of("dealer")) as table:
        view = table.view()
        seat = view.awaited.seat
        assert seat is not None
        entered = table.act(seat, "raise", 20)
        assert entered.view.seats[seat - 1].bet == 20
        assert entered.view.undo is not None
        assert table.undo(entered.view.undo.fact).view.awaited.seat == seat
        with pytest.raises(TableError) as refused:
            table.act(seat, "show")
        assert (refused.value.code, refused.value.rule) == ("refused", "table.show-not-due")
        assert table.sit(8, "Osprey", 700).seats[7].name == "Osprey"
        assert f"> {seat:>2} " in summary(table.view())


def test_an_entry_on_what_the_client_has_not_seen_is_refused(desk: Desk) -> None:
    dealt(desk)
    with (
        Table(desk.address, desk.keys.key_of("dealer")) as table,
        Table(desk.address, desk.keys.key_of("floor")) as other,
    ):
        table.view()
        other.view()
        other.act(3, "fold")
        with pytest.raises(TableError, match="stale-entry"):
            table.act(4, "fold")


def test_an_awaited_client_hears_what_happens(desk: Desk) -> None:
    async def hear() -> tuple[str, int]:
        async with AsyncTable(desk.address, desk.keys.key_of("observer")) as table:
            view = await table.view()
            events = table.events()
            kind, first = await anext(events)
            assert (kind, first["number"]) == ("view", view.number)
            await asyncio.to_thread(desk.put, "7c", "seat:1")
            kind, told = await anext(events)
            await events.aclose()  # type: ignore[attr-defined]
            return kind, told["number"] - view.number

    desk.load()
    assert asyncio.run(hear()) == ("fact", 1)


def test_every_request_of_the_client_is_an_address_with_that_body_and_answer() -> None:
    requests = [
        asked.view(),
        asked.stops(),
        asked.hands(20),
        asked.ruling("r1"),
        asked.act(1, 2, "raise", 40, None),
        asked.press(1, "looked", seat=2),
        asked.acknowledge("r1"),
        asked.override("r1", "stands", "x", None),
        asked.undo(3),
        *(asked.seat(1, what, None) for what in ("sit", "leave", "chips", "away", "move")),
        asked.mode("open"),
    ]
    known = {f"{one.method} {one.path}": one for one in ADDRESSES}
    for request in requests:
        path = request.path.removeprefix(PREFIX).partition("?")[0].replace("/r1", "/{id}").replace("/1/", "/{n}/")
        assert known[f"{request.method} {path}"].answer is request.answer, path


def test_the_command_line_shows_a_table(desk: Desk) -> None:
    dealt(desk)
    command = [BURNCARD, "table", "state", "--address", desk.address, "--token", desk.keys.key_of("dealer")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "waits for action" in done.stdout
    wrong = subprocess.run([*command[:-1], "nobody"], capture_output=True, text=True, timeout=60, check=False)
    assert (wrong.returncode, wrong.stderr.count("\n")) == (1, 1)
    assert "no-key" in wrong.stderr


def test_the_command_line_lists_hands(desk: Desk, capsys: pytest.CaptureFixture[str]) -> None:
    dealt(desk)
    hands(desk.address, desk.keys.key_of("observer"))
    assert capsys.readouterr().out.split() == ["h1", "holdem", "pot", "0", "in", "play", "stops", "0"]


ELSEWHERE = """
import pytest


@pytest.mark.burncard_house("general")
@pytest.mark.burncard_radio("good", seed=3)
def test_an_exposed_card_stops_my_screen(desk):
    desk.load()
    desk.deal("As", "seat:1", "up")
    assert desk.view()["alerts"] and desk.view()["house"] == "general"
"""


def test_a_test_of_another_project_is_under_ten_lines(tmp_path: Path) -> None:
    test = tmp_path / "test_elsewhere.py"
    test.write_text(ELSEWHERE)
    assert len([line for line in ELSEWHERE.splitlines() if line]) < 10
    command = [sys.executable, "-m", "pytest", "-q", "--strict-markers", str(test)]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stdout


def test_both_clients_can_do_the_same() -> None:
    methods = [{name for name in vars(kind) if not name.startswith("_")} for kind in (Table, AsyncTable)]
    assert methods[0] - methods[1] == {"close"}
    assert methods[1] <= methods[0]
