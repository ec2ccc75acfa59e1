"""Latency from the reader's bytes on the tty to the alert at an HTTP client, stage by stage.

    .venv/bin/python -m tests.bench.alert_latency [ALERTS] [--slow] [--streams N]

The last line is the disk alone, after each alert: as many bytes as an append writes, over a file that already has them,
and their sync. No journal can be faster than that.

Everything is real: a virtual reader on a pty, which goes at the speed that the host asks for unless it is `--slow`,
pyserial, the link, perception, the rules, the journal on disk (synced at every fact), the event stream, and HTTP
clients in a process of their own. The clock starts when the reader gives out the scan that decides, before its first
byte is on the tty, and stops when the client has the line of the event with the ruling. The exposed card is the third
of a hand; the floor then voids the hand.
"""

import argparse
import asyncio
import multiprocessing
import os
import platform
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from multiprocessing.queues import Queue
from pathlib import Path
from random import Random
from typing import Any

import httpx

from burncard.api.desk import BAUD, Desk
from burncard.api.latency_trace import LatencyTrace, Stamps
from burncard.controller.record import Passed
from burncard.firmware_bridge.protocols import protocol
from burncard.rules.cards import PACK
from burncard.rules.outcomes import Ruling
from burncard.simulator.devices.virtual_reader import VirtualReader

ALERTS = 1000
SHOWN_EVERY = 100
SEATS = 6
VOID = {"press": "void-hand", "by": "floor", "operator": "bench", "reason": "measured"}
PAGE_BYTES = 4120
"""What an append writes: one frame of the write-ahead file."""
PLACES: tuple[Passed, ...] = ("heard", "weighed", "decided", "written", "told")
STAGES = ("line and link", "perception", "rules", "journal", "views and streams", "client", "all")


class TimedReader(VirtualReader):
    """A reader that notes when it last gave out a scan, and at which speed."""

    def __init__(self, *, slow: bool) -> None:
        super().__init__()
        self.link.identity = replace(self.link.identity, changes_speed=not slow)
        self.gave_ns = self.went_at_baud = 0
        self._decoder = protocol("burncard-reader")[1].decoder("reader")

    def take_output(self) -> bytes:
        """The bytes to send, as any reader's."""
        data = super().take_output()
        now_ns = time.perf_counter_ns()
        if data and any(frame.get("frame") == "scanned" for frame in self._decoder.feed(data)):
            self.gave_ns, self.went_at_baud = now_ns, self.baud or BAUD
        return data


# ---- the clients, in a process of their own --------------------


def listen(address: str, key: str, streams: int, arrivals: "Queue[int]") -> None:
    """Puts 0 once every stream is open, then the time at which each alert arrives at the first of them."""
    asyncio.run(_listen(address, key, streams, arrivals))


async def _listen(address: str, key: str, streams: int, arrivals: "Queue[int]") -> None:
    host, port = address.removeprefix("http://").split(":")
    request = f"GET /api/events HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {key}\r\n\r\n".encode()
    readers = []
    for _ in range(streams):
        reader, writer = await asyncio.open_connection(host, int(port), limit=2**20)
        writer.write(request)
        await reader.readuntil(b"\r\n\r\n")
        readers.append((reader, writer))
    arrivals.put(0)
    await asyncio.gather(_time(readers[0][0], arrivals), *(_read(reader) for reader, _ in readers[1:]))


async def _time(reader: asyncio.StreamReader, arrivals: "Queue[int]") -> None:
    async for line in reader:
        if line.startswith(b'data: {"number"') and b'"rule":"expose.' in line.partition(b'"view"')[0]:
            arrivals.put(time.perf_counter_ns())


async def _read(reader: asyncio.StreamReader) -> None:
    while await reader.read(65536):
        pass


# ---- the bench --------------------


class DiskAlone:
    """A file that is only overwritten, whose sync therefore costs what the disk costs."""

    def __init__(self, path: Path) -> None:
        self.took_ms: list[float] = []
        self._file = os.open(path, os.O_RDWR | os.O_CREAT)
        os.write(self._file, bytes(PAGE_BYTES))
        os.fsync(self._file)

    def write(self) -> None:
        """Writes and syncs once."""
        data = os.urandom(PAGE_BYTES)
        began_ns = time.perf_counter_ns()
        os.pwrite(self._file, data, 0)
        os.fdatasync(self._file)
        self.took_ms.append((time.perf_counter_ns() - began_ns) / 1e6)

    def close(self) -> None:
        """Closes the file."""
        os.close(self._file)


def expose_third_card(desk: Desk, rng: Random) -> None:
    """Deals a hand up to its third card, which is exposed."""
    desk.load()
    first = int(desk.view()["next"]["zone"].removeprefix("seat:"))
    seats = [(first - 1 + offset) % SEATS + 1 for offset in range(3)]
    cards = rng.sample(PACK, 3)
    desk.deal(cards[0], f"seat:{seats[0]}")
    desk.deal(cards[1], f"seat:{seats[1]}")
    desk.put(cards[2], f"seat:{seats[2]}", "up")


def measure(
    alerts: int, reader: TimedReader, streams: int, journal: Path, disk: DiskAlone
) -> Iterator[tuple[float, ...]]:
    """How long each stage of each alert took, in ms; after each of them, the disk alone."""
    rng, spawned = Random(1), multiprocessing.get_context("spawn")
    arrivals: Queue[int] = spawned.Queue()
    alerts_ns: list[tuple[int, ...]] = []

    def told(stamps: Stamps, stop: Ruling) -> None:
        alerts_ns.append((reader.gave_ns, *(stamps[place] for place in PLACES)))

    with Desk(journal=journal, reader=reader) as desk:
        LatencyTrace(desk.service.record, told)
        key = desk.keys.key_of("floor")
        clients = spawned.Process(target=listen, args=(desk.address, key, streams, arrivals), daemon=True)
        clients.start()
        arrivals.get()
        with httpx.Client(base_url=desk.address, headers={"Authorization": f"Bearer {key}"}, timeout=30) as floor:
            for count in range(1, alerts + 1):
                expose_third_card(desk, rng)
                arrived_ns = arrivals.get(timeout=30)
                passed_ns = (*alerts_ns[count - 1], arrived_ns)
                each_ns = (after - before for before, after in pairwise(passed_ns))
                yield (*(took_ns / 1e6 for took_ns in each_ns), (arrived_ns - passed_ns[0]) / 1e6)
                disk.write()
                floor.post("/api/presses", json=VOID).raise_for_status()
                if count % SHOWN_EVERY == 0:
                    print(f"{count} alerts", file=sys.stderr)
        clients.terminate()
        clients.join()


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("alerts", type=int, nargs="?", default=ALERTS)
    parser.add_argument("--slow", action="store_true", help="a reader that cannot change the speed of its line")
    parser.add_argument("--streams", type=int, default=1, metavar="N", help="clients that read the event stream")
    given: Any = parser.parse_args()
    reader = TimedReader(slow=given.slow)
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as directory:
        disk = DiskAlone(Path(directory) / "disk")
        journal = Path(directory) / "journal.db"
        took = list(zip(*measure(given.alerts, reader, given.streams, journal, disk), strict=True))
        disk.close()
    print(f"alerts   {given.alerts} at {reader.went_at_baud} baud, {given.streams} streams")
    for stage, each_ms in (*zip(STAGES, took, strict=True), ("disk alone", disk.took_ms)):
        ordered = sorted(each_ms)
        p99 = ordered[max(0, int(len(ordered) * 0.99) - 1)]
        print(f"{stage:18} median {statistics.median(ordered):6.2f} ms  p99 {p99:6.2f} ms  max {ordered[-1]:6.2f} ms")
    print(f"machine  {platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}")


if __name__ == "__main__":
    main()
