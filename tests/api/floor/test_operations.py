"""The files for operation: valid for the programs that read them, and about metrics and commands that exist."""

import asyncio
import json
import re
import subprocess
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest
from nats.aio.client import Client
from nats.aio.msg import Msg
from typer.main import get_command

from burncard.api.command_line import app
from burncard.api.floor.authority import Authority
from burncard.api.floor.database import Database, DatabaseError, database_at, migrations
from burncard.api.floor.floor_metrics import exposition
from burncard.api.floor.floor_run import run_floor
from burncard.api.floor.floor_settings import FloorSettings
from burncard.api.floor.local_servers import Cluster, Postgres
from burncard.api.floor.room_floor import Heard, Room
from burncard.controller.outbox.ending import end
from burncard.controller.outbox.published import Cursor
from burncard.controller.outbox.subjects import TableName
from burncard.controller.outbox.table_status import OpenFault, status_of
from tests.harness.floor_room import floor_rows, is_whole, journal_rows, outbox, play, quick_table, running, until
from tests.harness.installed import installed

FOLDER = Path(__file__).parents[3] / "api" / "floor" / "deploy"
UNITS = sorted(FOLDER.glob("*.service"))
METRIC = re.compile(r"burncard_[a-z_]+")


def checked(package: str, *words: str, text: str = "") -> str:
    """What a program says about a file, or a text, that it takes."""
    words = installed(words[0], package), *words[1:]
    done = subprocess.run(words, input=text, capture_output=True, text=True, timeout=60, cwd=FOLDER, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


def test_the_alert_rules_are_rules_of_prometheus() -> None:
    assert "14 rules found" in checked("prometheus", "promtool", "check", "rules", "alerts.yml")
    assert "SUCCESS" in checked("prometheus", "promtool", "check", "config", "prometheus.yml")


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_systemd_takes_each_unit_without_a_word(unit: Path, tmp_path: Path) -> None:
    copy = tmp_path / unit.name.replace("@.", "@one.")
    text = re.sub(r"ExecStart=/\S+", "ExecStart=/bin/true", unit.read_text())
    copy.write_text(text)
    assert checked("systemd", "systemd-analyze", "verify", "--man=no", str(copy)) == ""


def test_units_and_images_start_commands_that_exist() -> None:
    known = get_command(app)
    for path in [*UNITS, FOLDER / "Containerfile", FOLDER / "compose.yaml"]:
        text = re.sub(r'"burncard"|[",]', " ", path.read_text())
        for words in re.findall(r"(?:burncard|CMD \[|command: \[)\s+((?:floor )?(?:run|init|join))\b", text):
            command: Any = known
            for word in words.split():
                command = command.commands[word]


def _exposed(tmp_path: Path) -> set[str]:
    """The names of all metrics of a room with a table that has a fault."""
    room = Room(Authority.make(tmp_path / "authority", "room", [], ["127.0.0.1"]), database_at(str(tmp_path / "no.db")))
    table = quick_table(tmp_path, "one")
    status = status_of(table.service, "room", "one", Cursor())
    fault = OpenFault("reader-lost", "reader", "", 0, False)
    room.heard[TableName("room", "one")] = Heard(msgspec.structs.replace(status, faults=[fault]), 0.0)
    text = exposition(room).decode()
    table.close()
    checked("prometheus", "promtool", "check", "metrics", text=text)
    return {line.split("{")[0].split(" ")[0] for line in text.splitlines() if not line.startswith("#")}


def test_alerts_and_the_dashboard_ask_for_metrics_that_there_are(tmp_path: Path) -> None:
    exposed = _exposed(tmp_path)
    asked = set(METRIC.findall(re.sub(r"job=\S+|- job_name.*", "", (FOLDER / "alerts.yml").read_text())))
    asked |= set(METRIC.findall((FOLDER / "dashboard.json").read_text()))
    assert asked <= exposed


def test_the_dashboard_is_one_that_grafana_can_lay_out() -> None:
    """Its structure; Grafana's own schema is in no package of Debian."""
    board = msgspec.json.decode((FOLDER / "dashboard.json").read_bytes())
    panels = board["panels"]
    assert len({panel["id"] for panel in panels}) == len(panels) == 12
    taken: set[tuple[int, int]] = set()
    for panel in panels:
        place = panel["gridPos"]
        assert 0 <= place["x"] <= place["x"] + place["w"] <= 24
        across, down = range(place["x"], place["x"] + place["w"]), range(place["y"], place["y"] + place["h"])
        cells = {(x, y) for x in across for y in down}
        assert not cells & taken
        taken |= cells
        assert {"title", "type", "targets", "fieldConfig", "datasource"} <= panel.keys()
        assert len({target["refId"] for target in panel["targets"]}) == len(panel["targets"])
    assert [each["name"] for each in board["templating"]["list"]] == ["source"]
    assert board["uid"]
    assert board["schemaVersion"] >= 36


# ---- versions, backup and restore --------------------


def test_the_files_of_the_schema_are_numbered_without_a_gap() -> None:
    assert list(migrations()) == list(range(1, len(migrations()) + 1))


def test_an_older_database_is_brought_up_to_date_and_a_newer_one_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    every = migrations()

    async def upgrade() -> None:
        first, second = (database_at(str(tmp_path / "floor.db")) for _ in range(2))
        with monkeypatch.context() as older:
            older.setattr("burncard.api.floor.database.migrations", lambda: {1: every[1]})
            await first.open()
        await first.change("INSERT INTO rejected VALUES (7, 1, 'burncard.room.one.record', 'unreadable', '{')")
        await first.close()
        await second.open()
        assert await second.ask("SELECT count(*) FROM codes") == [(0,)]
        assert await second.ask("SELECT sequence, code FROM rejected") == [(7, "unreadable")]
        await second.change("INSERT INTO migrations VALUES (99)")
        await second.close()
        with pytest.raises(DatabaseError, match="newer version"):
            await database_at(str(tmp_path / "floor.db")).open()

    asyncio.run(upgrade())


async def _drill(cluster: Cluster, postgres: Postgres, folder: Path) -> None:
    """The database is backed up, goes on, is lost, and is restored: what came since follows by itself."""
    table = quick_table(folder, "drill", mistakes=0.05)
    box = outbox(cluster.authority, table, "drill")

    def floor(database: Database) -> Room:
        return Room(cluster.authority, database, cluster.replicas)

    async with running(box.run()):
        first = database_at(postgres.address)
        await first.open()
        async with running(floor(first).run()):
            await play(table)
            await until(lambda: is_whole(first, table, "drill"))
            postgres.dump(folder / "backup")
            await play(table)
            await until(lambda: is_whole(first, table, "drill"))
        await first.change("DELETE FROM entries")
        await first.close()
        postgres.restore(folder / "backup")
        second = database_at(postgres.address)
        await second.open()
        assert not await is_whole(second, table, "drill")
        async with running(floor(second).run()):
            await play(table)
            await until(lambda: is_whole(second, table, "drill"))
    assert await floor_rows(second, "drill") == journal_rows(table)
    codes = {code for (code,) in await second.ask("SELECT code FROM reports WHERE name = 'drill'")}
    assert codes == {"gap"}
    await second.close()
    table.close()


def test_a_restored_backup_of_the_database_gets_what_it_lacks_from_the_tables(
    cluster: Cluster, postgres: Postgres, tmp_path: Path
) -> None:
    asyncio.run(_drill(cluster, postgres, tmp_path))


def test_a_floor_whose_intake_fails_ends_with_that_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(self: Room) -> None:
        raise RuntimeError("the intake has failed")

    monkeypatch.setattr(Room, "run", fail)
    authority = Authority.make(tmp_path / "authority", "room", [], ["127.0.0.1"])
    with pytest.raises(RuntimeError, match="the intake has failed"):
        asyncio.run(run_floor(tmp_path, authority, FloorSettings(), "127.0.0.1", 0, demonstration=True))


@pytest.mark.parametrize("number", [-1, 2**63, 10**40])
def test_a_status_with_a_number_that_no_table_has_is_left_out(number: int, tmp_path: Path) -> None:
    """The desk, Prometheus and MQTT could not pass it on."""
    room = Room(Authority.make(tmp_path / "authority", "room", [], ["127.0.0.1"]), database_at(str(tmp_path / "no.db")))
    with closing(quick_table(tmp_path, "one")) as table:
        status = msgspec.to_builtins(status_of(table.service, "room", "one", Cursor()))
    subject = TableName("room", "one").status
    asyncio.run(room._hear(Msg(Client(), subject, data=json.dumps(status | {"hands": number}).encode())))
    assert not room.heard
    asyncio.run(room._hear(Msg(Client(), subject, data=json.dumps(status).encode())))
    assert room.heard


def test_a_cancelled_change_changes_nothing(tmp_path: Path) -> None:
    """The rest of its rows would be written on their own if they came after the end of their transaction."""

    async def cancel() -> list[tuple[int]]:
        database = database_at(str(tmp_path / "floor.db"))
        await database.open()
        rows = [(f"table-{number}",) for number in range(200_000)]

        async def change() -> None:
            async with database.transaction() as transaction:
                await transaction.change("INSERT INTO tables VALUES ('room', $1, '', '', 0, 0)", rows)

        for yields in range(4, 12):
            changing = asyncio.create_task(change())
            for _ in range(yields):
                await asyncio.sleep(0.001)
            await end(changing)
        found = await database.ask("SELECT count(*) FROM tables")
        await database.close()
        return found

    assert asyncio.run(cancel()) == [(0,)]
