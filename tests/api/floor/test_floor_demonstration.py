"""`burncard floor demo` shows a whole room, and cleans up after itself."""

import asyncio
import os
import re
import signal
import socket
import subprocess
import time
from pathlib import Path

import httpx
import pytest

from tests.harness.floor_room import until
from tests.harness.installed import installed
from tests.harness.processes import BURNCARD, Processes


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


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the demonstration puts its files, if all servers are installed."""
    for name, package in (("nats-server", "nats-server"), ("postgres", "postgresql"), ("mosquitto", "mosquitto")):
        installed(name, package)
    folder = tmp_path / "tmp"
    folder.mkdir()
    monkeypatch.setenv("TMPDIR", str(folder))
    return folder


def _end(demo: "subprocess.Popen[str]", folder: Path, shared: set[Path]) -> None:
    """Presses Ctrl-C until the program has ended; nothing is left of it."""
    children = _children(demo.pid)
    until_s = time.monotonic() + 60
    while demo.poll() is None and time.monotonic() < until_s:
        demo.send_signal(signal.SIGINT)
        time.sleep(0.05)
    assert demo.wait(1) == 0
    while (left := [pid for pid in children if Path(f"/proc/{pid}").exists()]) and time.monotonic() < until_s:
        time.sleep(0.05)  # one that was killed is there until the system has reaped it
    assert not left
    assert list(folder.iterdir()) == []
    assert _shared() <= shared
    assert not _data_of_postgres(demo.pid)


def test_the_demonstration_shows_its_tables_and_leaves_nothing_on_the_machine(folder: Path) -> None:
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
        assert len(_children(demo.pid)) > 5
        assert os.getuid() != 0 or _data_of_postgres(demo.pid)
        _end(demo, folder, before)
    finally:
        processes.end()


def test_the_demonstration_leaves_nothing_when_it_is_stopped_while_it_starts(folder: Path) -> None:
    before, processes = _shared(), Processes()
    try:
        demo = processes.start("floor", "demo", "--tables", "2", "--port", "0")
        assert demo.stdout is not None
        assert demo.stdout.readline().startswith("Starting")
        asyncio.run(until(lambda: bool(_children(demo.pid))))
        _end(demo, folder, before)
    finally:
        processes.end()


def test_the_demonstration_starts_nothing_when_its_port_is_taken(folder: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        words = [*BURNCARD, "floor", "demo", "--port", str(taken.getsockname()[1])]
        done = subprocess.run(words, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout) == (1, "")
    assert "in use" in done.stderr
    assert list(folder.iterdir()) == []
