"""Alerts while a table is under attack: stalled and live streams, unfinished requests, a flood of unknown tags.

`python -m tests.bench.loads` runs each load for a minute (`--seconds`) against a table with a real pty, a journal on
disk and its own server; the clients are another process. A card is exposed again and again. It prints, for each load,
the time from the bytes of the scan that decided to the alert at a client, whether every fact is in the journal, the
memory, and the load of the machine. `--only NAME` runs one: quiet, streams, half-open, tags.
"""

import argparse
import asyncio
import multiprocessing
import os
import resource
import tempfile
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from multiprocessing.synchronize import Event
from pathlib import Path
from random import Random
from typing import Final

import httpx

from burncard.api import desk as desk_module
from burncard.api.desk import Desk
from burncard.controller.journal.history import TableUpdate
from burncard.controller.journal.journal import Journal
from burncard.firmware_bridge.driver import MS, Nanoseconds
from burncard.firmware_bridge.events import Scan
from burncard.rules.cards import PACK
from burncard.rules.outcomes import Ruling
from burncard.simulator.devices.virtual_reader import VirtualReader, _Scanning
from burncard.simulator.radio.air import Answer, Inventory

STALLED: Final = 200
LIVE: Final = 200
HALF_OPEN: Final = 1100
UNKNOWN_TAGS: Final = 250
AGAIN_S: Final = 5.0
FLOOD_NS: Final = 5 * MS
FLOOD_BAUD: Final = 12_000_000
"""As fast as USB at full speed. At 921,600 bit/s no line can tell more than 7,000 tags a second."""
SEATS: Final = 6
VOID: Final = {"press": "void-hand", "by": "floor", "operator": "bench", "reason": "measured"}


class Flooded(Inventory):
    """An inventory that takes no longer than one of a few tags: no radio is so fast, but a line can be."""

    __slots__ = ()

    @property
    def took_ns(self) -> int:
        """The time that it takes."""
        return FLOOD_NS


class TimedReader(VirtualReader):
    """A reader that notes when it gave out each scan. `unknown`: tags of no deck that answer each scan."""

    def __init__(self, unknown: int = 0) -> None:
        super().__init__()
        self._gave: deque[tuple[int, int]] = deque()
        self.told = 0
        if unknown:
            self.air.inventory = self._flooded(self.air.inventory, unknown)  # type: ignore[method-assign]
            self.link.identity = replace(self.link.identity, changes_speed=False)  # which would make the line slower

    def gave_ns(self, antenna: int) -> int:
        """When the scan of an antenna was given out that has just been taken."""
        while self._gave:
            given, at_ns = self._gave.popleft()
            if given == antenna:  # of those before it the frames were lost
                return at_ns
        return time.perf_counter_ns()  # it was under way when the bench began

    def begin(self) -> None:
        """The scans that were given out until now are of no interest."""
        self._gave.clear()

    def _end_scan(self, done: _Scanning, now_ns: Nanoseconds) -> None:
        self._gave.append((done.asked.antenna, time.perf_counter_ns()))
        super()._end_scan(done, now_ns)

    def _flooded(self, inventory: Callable[..., Inventory], unknown: int) -> Callable[..., Inventory]:
        strays = [Answer(f"E00499{number:010X}", None, None) for number in range(unknown)]

        def answers(antenna: int, now_ns: int) -> Inventory:
            heard = inventory(antenna, now_ns)
            self.told += unknown
            return Flooded((*heard.answers, *strays))

        return answers


class Deciding:
    """Notes when the scan was given out that brought the last alert."""

    def __init__(self, desk: Desk, reader: TimedReader) -> None:
        self._reader = reader
        self._reader.begin()
        self._take = desk.service.watch.take
        self._scan_ns = self.alert_ns = 0
        desk.service.watch.take = self._scanned  # type: ignore[method-assign]
        desk.service.record.subscribe(self._told)

    def _scanned(self, scan: Scan, now_ns: Nanoseconds) -> None:
        self._scan_ns = self._reader.gave_ns(scan.antenna)
        self._take(scan, now_ns)

    def _told(self, update: TableUpdate) -> None:
        if any(isinstance(one, Ruling) and one.rule.startswith("expose.") for one in update.outcomes):
            self.alert_ns = self._scan_ns


@dataclass(slots=True)
class Measured:
    """What a minute under one load gave. `lost`: facts that streams were told and that the journal lacks."""

    took_ms: list[float]
    facts: int
    lost: int
    memory_mib: float
    tags: int

    def __str__(self) -> str:
        took = sorted(self.took_ms)
        at = took[max(0, round(len(took) * 0.99) - 1)]
        return (
            f"{len(took)} alerts, median {took[len(took) // 2]:.1f} ms, p99 {at:.1f} ms, longest {took[-1]:.1f} ms, "
            f"{self.facts} facts, {self.lost} lost, {self.memory_mib:.0f} MiB, {self.tags} tags told"
        )


# ---- the clients, in a process of their own --------------------


def clients(kind: str, port: int, key: str, stop: Event) -> None:
    """Keeps a load up until told to stop."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, max(soft, 4096)), hard))
    asyncio.run(_clients(kind, port, key, stop))


async def _clients(kind: str, port: int, key: str, stop: Event) -> None:
    head = f"HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAuthorization: Bearer {key}\r\n"
    stream = f"GET /api/v1/events {head}\r\n".encode()
    half = f"POST /api/presses {head}Content-Length: 9\r\n\r\n{{".encode()
    if kind == "streams":
        work = [_keep(port, stream, reads=False) for _ in range(STALLED)]
        work += [_keep(port, stream, reads=True) for _ in range(LIVE)]
    else:
        work = [_keep(port, half, reads=True) for _ in range(HALF_OPEN)]
    tasks = [asyncio.create_task(one) for one in work]
    while not stop.is_set():
        await asyncio.sleep(0.2)
    for task in tasks:
        task.cancel()


async def _keep(port: int, words: bytes, *, reads: bool) -> None:
    """One connection after the other, each as long as the table lets it be."""
    while True:
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=4096)
            writer.write(words)
            while reads and await reader.read(65536):
                pass
            while not reads and not writer.transport.is_closing():
                writer.transport.pause_reading()  # type: ignore[attr-defined]
                await asyncio.sleep(1)
            writer.close()
        except OSError:
            pass
        await asyncio.sleep(AGAIN_S)


# ---- one load --------------------


def measure(kind: str, seconds: float, folder: Path) -> Measured:
    """Exposes cards under a load for so long."""
    desk_module.BAUD = FLOOD_BAUD if kind == "tags" else 115200
    reader = TimedReader(UNKNOWN_TAGS if kind == "tags" else 0)
    stop = multiprocessing.get_context("spawn").Event()
    with Desk(journal=folder / f"{kind}.db", reader=reader) as desk:
        port = int(desk.address.rpartition(":")[2])
        loading = None
        if kind in ("streams", "half-open"):
            words = (kind, port, desk.keys.key_of("observer"), stop)
            loading = multiprocessing.get_context("spawn").Process(target=clients, args=words)
            loading.start()
            time.sleep(3)
        try:
            took_ms = list(_exposures(desk, reader, time.monotonic() + seconds))
        finally:
            stop.set()
            if loading is not None:
                loading.join(10)
        facts = desk.service.record.journal.count
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    journal = Journal(folder / f"{kind}.db")
    journal.verify()
    lost = facts - journal.count
    journal.close()
    return Measured(took_ms, facts, lost, memory, reader.told)


def _exposures(desk: Desk, reader: TimedReader, until_s: float) -> Iterator[float]:
    """The times in ms from the reader's bytes to the alert at a client."""
    rng, heard, arrived = Random(1), threading.Event(), [0]
    deciding = Deciding(desk, reader)
    key = {"Authorization": f"Bearer {desk.keys.key_of('floor')}"}
    with httpx.Client(base_url=desk.address, headers=key, timeout=30) as client:

        def listen(answer: httpx.Response) -> None:
            with suppress(httpx.HTTPError):  # the table is gone at the end
                for line in answer.iter_lines():
                    if line.startswith('data: {"number"') and '"rule":"expose.' in line.partition('"view"')[0]:
                        arrived[0] = time.perf_counter_ns() - deciding.alert_ns
                        heard.set()

        with client.stream("GET", "/api/events") as answer:
            threading.Thread(target=listen, args=(answer,), daemon=True).start()
            while time.monotonic() < until_s:
                heard.clear()
                _expose(desk, rng)
                if not heard.wait(30):
                    raise TimeoutError("an exposed card brought no alert")
                yield arrived[0] / 1e6
                client.post("/api/presses", json=VOID).raise_for_status()


def _expose(desk: Desk, rng: Random) -> None:
    desk.load()
    first = int(desk.view()["next"]["zone"].removeprefix("seat:"))
    seats = [(first - 1 + offset) % SEATS + 1 for offset in range(3)]
    cards = rng.sample(PACK, 3)
    desk.deal(cards[0], f"seat:{seats[0]}")
    desk.deal(cards[1], f"seat:{seats[1]}")
    desk.put(cards[2], f"seat:{seats[2]}", "up")


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--only", choices=["quiet", "streams", "half-open", "tags"], action="append")
    given = parser.parse_args()
    for kind in given.only or ["quiet", "streams", "half-open", "tags"]:
        with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder:
            measured = measure(kind, given.seconds, Path(folder))
        load = ", ".join(f"{one:.1f}" for one in os.getloadavg())
        print(f"{kind}: {measured}; load of the machine {load} on {os.cpu_count()} cores", flush=True)


if __name__ == "__main__":
    main()
