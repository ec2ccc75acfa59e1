"""A floor that is set up with its commands, and a table that joins it with a code: as an operator would."""

import asyncio
import os
import re
import subprocess
import sys
from pathlib import Path

import httpx

from burncard.api.floor.local_servers import Process, free_ports
from tests.harness.floor_room import PATIENCE_S, until
from tests.harness.installed import installed
from tests.harness.processes import BURNCARD, Processes


def did(folder: Path, *words: str) -> str:
    """What a command prints, which succeeds."""
    environment = os.environ | {"XDG_DATA_HOME": str(folder / "share"), "COLUMNS": "200"}
    done = subprocess.run([*BURNCARD, *words], capture_output=True, text=True, env=environment, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def line_with(process: "subprocess.Popen[str]", pattern: str) -> str:
    assert process.stdout is not None
    return next(match[1] for line in process.stdout if (match := re.search(pattern, line)))


def test_a_table_joins_and_its_hands_are_at_the_desk(tmp_path: Path) -> None:
    nats = installed("nats-server", "nats-server")
    (port,) = free_ports(1)
    port = port % 20_000 + 20_000  # two more ports follow from it
    folder, credentials = tmp_path / "floor", tmp_path / "floor.json"
    did(tmp_path, "floor", "init", "room", "--server", f"a=127.0.0.1:{port}", "--folder", str(folder),
        "--servers-data", str(tmp_path / "nats"))  # fmt: skip
    assert folder.stat().st_mode & 0o077 == 0
    pin = re.search(r"PIN (\d+)", did(tmp_path, "floor", "person", "Bea", "floor", "--folder", str(folder)))
    assert pin is not None
    server, processes = Process([nats, "-c", str(folder / "nats-a.conf")], tmp_path / "log", port), Processes()
    server.start()
    try:
        floor = processes.start("floor", "run", "--folder", str(folder), "--port", "0")
        address = line_with(floor, r"(http://\S+)")
        code = did(tmp_path, "floor", "enrol", "one", "--folder", str(folder)).split()[0]
        did(tmp_path, "floor", "join", address, code, "--file", str(credentials))
        again = subprocess.run([*BURNCARD, "floor", "join", address, code], capture_output=True, text=True, check=False)
        assert (again.returncode, "refused" in again.stderr) == (1, True)
        assert credentials.stat().st_mode & 0o077 == 0
        table = processes.start("run", "--data", str(tmp_path / "table"), "--simulated", "--port", "0", "--speed", "20",
                                "--floor", str(credentials))  # fmt: skip
        line_with(table, r"(Ctrl-C)")
        with httpx.Client(base_url=address, timeout=PATIENCE_S) as desk:
            assert desk.post("/api/v1/session", json={"name": "Bea", "pin": pin[1]}).json()["role"] == "floor"
            asyncio.run(until(lambda: bool(desk.get("/floor/v1/hands").json())))
            (hand, *_) = desk.get("/floor/v1/hands").json()
            assert hand["name"] == "one"
            assert desk.get("/floor/v1/reports").json() == []
            did(tmp_path, "floor", "revoke", "one", "--folder", str(folder))
            (known,) = desk.get("/floor/v1/room").json()["tables"]
            assert known["kept"]["revoked"]
    finally:
        processes.end()
        server.kill()


def test_without_the_packages_of_the_floor_a_command_says_what_to_install() -> None:
    hidden = "import sys; sys.modules['asyncpg'] = None; from burncard.api.command_line import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", hidden, "floor", "enrol", "one"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert "asyncpg is not installed: pip install 'burncard[floor]'" in done.stderr
