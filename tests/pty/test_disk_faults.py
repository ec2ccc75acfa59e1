"""A real table, in a process of its own, whose disk fails or does not answer: it shows it, and resumes from what is on
disk."""

import json
import os
import shutil
import sqlite3
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from burncard.controller.journal.journal import Journal
from tests.harness.processes import BURNCARD

PATIENCE_S = 20.0
LOOK_S = 0.02


class Running:
    """`burncard run` on simulated devices, with syncs that fail while `flag` exists."""

    def __init__(self, data: Path, library: Path) -> None:
        self.data, self.flag, self.hung = data, data.parent / "fail-sync", data.parent / "hang-sync"
        options = ["--simulated", "--port", "0", "--speed", "20", "--mistakes", "0", "--data", str(data)]
        self.process = subprocess.Popen(
            [*BURNCARD, "run", *options],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env=os.environ | {"LD_PRELOAD": str(library), "FAIL_SYNC": str(self.flag), "HANG_SYNC": str(self.hung)},
        )
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if line.startswith("Console:"):
                self.address, _, self.key = line.split()[1].partition("?key=")
                return
        raise AssertionError("the table did not start")

    def ask(self, path: str, body: object = None) -> tuple[int, dict[str, Any]]:
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.address + path, data, {"Authorization": f"Bearer {self.key}"})
        try:
            with urllib.request.urlopen(request, timeout=5) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as error:
            return error.code, json.load(error)

    def wait(self, wanted: Any) -> dict[str, Any]:
        until_s = time.monotonic() + PATIENCE_S
        while not wanted(state := self.ask("api/state")[1]):
            assert time.monotonic() < until_s, json.dumps(state)[-1500:]
            time.sleep(LOOK_S)
        return state

    def end(self) -> None:
        self.process.kill()
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Running]:
    compiler = shutil.which("cc") or shutil.which("gcc")
    assert compiler is not None, "a C compiler is missing; `make test` installs it"
    library = tmp_path / "failing_sync.so"
    source = Path(__file__).with_name("failing_sync.c")
    subprocess.run([compiler, "-shared", "-fPIC", "-o", str(library), str(source), "-ldl"], check=True)
    table = Running(tmp_path / "data", library)
    yield table
    table.end()


def is_stopped(state: dict[str, Any]) -> bool:
    return state["state"] == "fault" and "journal-stopped" in [fault["code"] for fault in state["faults"]]


def test_a_disk_that_fails_to_sync_stops_the_table_until_it_syncs_again(running: Running) -> None:
    running.wait(lambda state: state["number"] > 20)
    running.flag.touch()
    stopped = running.wait(is_stopped)
    status, answer = running.ask("api/presses", {"press": "ack", "ruling": "r99"})
    assert (status, answer["code"]) == (503, "journal-unwritten")
    assert running.ask("api/state")[1]["number"] == stopped["number"]
    running.flag.unlink()
    running.wait(lambda state: not is_stopped(state) and state["number"] > stopped["number"] + 30)
    running.end()
    journal = Journal(running.data / "simulated" / "journal.db")
    journal.verify()
    assert [event.kind for event in journal.events()].count("resumed") == 1
    journal.close()


def test_another_programs_lock_stops_the_table_until_it_ends(running: Running) -> None:
    running.wait(lambda state: state["number"] > 20)
    other = sqlite3.connect(running.data / "simulated" / "journal.db", isolation_level=None, timeout=5)
    other.execute("BEGIN IMMEDIATE")
    stopped = running.wait(is_stopped)
    other.execute("ROLLBACK")
    other.close()
    running.wait(lambda state: not is_stopped(state) and state["number"] > stopped["number"] + 30)


def test_a_disk_that_does_not_answer_is_shown_and_play_resumes_when_it_does(running: Running) -> None:
    running.wait(lambda state: state["number"] > 20)
    running.hung.touch()
    stopped = running.wait(is_stopped)
    assert "does not answer" in json.dumps(stopped["faults"])
    status, answer = running.ask("api/presses", {"press": "ack", "ruling": "r99"})
    assert (status, answer["code"]) == (503, "journal-unwritten")
    assert running.ask("api/state")[1]["number"] == stopped["number"] == facts_of(running.data)
    running.hung.unlink()
    running.wait(lambda state: not is_stopped(state) and state["number"] > stopped["number"] + 5)


def facts_of(data: Path) -> int:
    """How many facts another program finds in the journal: what is still being written is not there."""
    with closing(sqlite3.connect(data / "simulated" / "journal.db")) as journal:
        return int(journal.execute("SELECT count(*) FROM facts").fetchone()[0])
