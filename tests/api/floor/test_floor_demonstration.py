"""`burncard floor demo` shows a whole room, and cleans up after itself."""

import asyncio
import os
import re
import signal
from pathlib import Path

import httpx
import pytest

from tests.harness.floor_room import until
from tests.harness.installed import installed
from tests.harness.processes import Processes


def _shared() -> set[Path]:
    return set(Path("/dev/shm").glob("burncard-tables-*"))


def _data_of_postgres(pid: int) -> list[Path]:
    return list(Path("/var/tmp").glob(f"burncard-postgres-{pid}-*"))


def _children(pid: int) -> set[int]:
    """The processes that a process has started, and theirs."""
    found: set[int] = set()
    for file in Path("/proc").glob("[0-9]*/stat"):
        try:
            parent = int(file.read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue
        if parent == pid:
            found |= {int(file.parent.name)} | _children(int(file.parent.name))
    return found


def _ended(client: httpx.Client, address: str) -> set[str]:
    """The tables at which a hand has ended."""
    return {hand["name"] for hand in client.get(address + "hands").json() if hand["ended"]}


def test_the_demonstration_shows_its_tables_and_leaves_nothing_on_the_machine(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name, package in (("nats-server", "nats-server"), ("postgres", "postgresql"), ("mosquitto", "mosquitto")):
        installed(name, package)
    folder = tmp_path / "tmp"
    folder.mkdir()
    monkeypatch.setenv("TMPDIR", str(folder))
    before = _shared()
    processes = Processes()
    try:
        demo = processes.start("floor", "demo", "--tables", "2", "--port", "0", "--hands-an-hour", "3600")
        assert demo.stdout is not None
        link = next(match[1] for line in demo.stdout if (match := re.match(r"Floor: +(\S+)", line)))
        with httpx.Client(follow_redirects=True, timeout=30) as client:
            assert client.get(link).status_code == 200
            address = link.partition("?")[0] + "floor/v1/"
            wanted = {"table-001", "table-002"}
            asyncio.run(until(lambda: _ended(client, address) == wanted))
            assert client.get(address + "reports").json() == []
        children = _children(demo.pid)
        assert len(children) > 5
        assert os.getuid() != 0 or _data_of_postgres(demo.pid)
        demo.send_signal(signal.SIGINT)
        assert demo.wait(60) == 0
        assert not [pid for pid in children if Path(f"/proc/{pid}").exists()]
        assert list(folder.iterdir()) == []
        assert _shared() <= before
        assert not _data_of_postgres(demo.pid)
    finally:
        processes.end()
