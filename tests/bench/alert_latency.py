"""Latency from the reader's bytes on the tty to the alert at an HTTP client, over 1,000 alerts.

    .venv/bin/python tests/bench/alert_latency.py [ALERTS]

Everything is real: a virtual reader on a pty at 115,200 baud, pyserial, the link, the tracker, the rules, the journal
on disk (synced at every fact), the event stream, an HTTP client on a socket. The clock starts when the reader gives out
the frame that reports the exposed card, before its first byte is on the tty, and stops when the client has the line of
the event with the ruling. The exposed card is the third of a hand; the floor then voids the hand.
"""

import os
import platform
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import httpx

from burncard.api.desk import Desk
from burncard.firmware_bridge.protocols import protocol
from burncard.rules.cards import PACK
from burncard.simulator.devices.virtual_reader import VirtualReader

ALERTS = 1000
SHOWN_EVERY = 100
SEATS = 6
VOID = {"press": "void-hand", "by": "floor", "operator": "bench", "reason": "measured"}


class TimedReader(VirtualReader):
    """A reader that notes when it last gave out the report of a card."""

    def __init__(self) -> None:
        super().__init__()
        self.reported_ns = 0
        self._decoder = protocol("burncard-reader")[1].decoder("reader")

    def take_output(self) -> bytes:
        """The bytes to send, as any reader's."""
        data = super().take_output()
        now_ns = time.perf_counter_ns()
        if data and any(frame.get("frame") == "tag_read" for frame in self._decoder.feed(data)):
            self.reported_ns = now_ns
        return data


def arrivals_of(answer: httpx.Response) -> Iterator[int]:
    """The times at which alerts for an exposed card arrive."""
    for line in answer.iter_lines():
        if line.startswith('data: {"number"') and '"rule":"expose.' in line.partition('"view"')[0]:
            yield time.perf_counter_ns()


def expose_third_card(desk: Desk, rng: Random) -> None:
    """Deals a hand up to its third card, which is exposed."""
    desk.load()
    first = int(desk.view()["next"]["zone"].removeprefix("seat:"))
    seats = [(first - 1 + offset) % SEATS + 1 for offset in range(3)]
    cards = rng.sample(PACK, 3)
    desk.deal(cards[0], f"seat:{seats[0]}")
    desk.deal(cards[1], f"seat:{seats[1]}")
    desk.put(cards[2], f"seat:{seats[2]}", "up")


def measure(alerts: int, journal: Path) -> list[float]:
    """The latencies in ms, in the order of the alerts."""
    rng, reader, took_ms = Random(1), TimedReader(), []
    with Desk(journal=journal, reader=reader) as desk:
        key = {"Authorization": f"Bearer {desk.keys.key_of('floor')}"}
        with (
            httpx.Client(base_url=desk.address, headers=key, timeout=30) as client,
            client.stream("GET", "/api/events") as answer,
        ):
            arrivals = arrivals_of(answer)
            for count in range(1, alerts + 1):
                expose_third_card(desk, rng)
                took_ms.append((next(arrivals) - reader.reported_ns) / 1e6)
                client.post("/api/presses", json=VOID).raise_for_status()
                if count % SHOWN_EVERY == 0:
                    print(f"{count} alerts", file=sys.stderr)
    return took_ms


def main() -> None:
    """Measures and prints."""
    alerts = int(sys.argv[1]) if len(sys.argv) > 1 else ALERTS
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as directory:
        took_ms = sorted(measure(alerts, Path(directory) / "journal.db"))
    print(f"alerts   {len(took_ms)}")
    print(f"median   {statistics.median(took_ms):.2f} ms")
    print(f"p99      {took_ms[max(0, int(len(took_ms) * 0.99) - 1)]:.2f} ms")
    print(f"max      {took_ms[-1]:.2f} ms")
    print(f"machine  {platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}")


if __name__ == "__main__":
    main()
