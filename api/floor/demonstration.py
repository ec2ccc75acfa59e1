"""A whole room on one machine: servers, the floor, and simulated tables in a process of their own.

Everything lies in one temporary folder, listens on loopback, and is gone when this ends.
"""

import asyncio
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Final

from burncard.api.floor.authority import Authority
from burncard.api.floor.floor_run import run_floor
from burncard.api.floor.floor_settings import FloorSettings
from burncard.api.floor.joining import write_credentials
from burncard.api.floor.local_servers import (
    HOST,
    Cluster,
    Mosquitto,
    Postgres,
    ServerFailedError,
    ends_with_us,
    started,
)
from burncard.api.floor.room_tables import enrolled
from burncard.api.listening import listen

PATIENCE_S: Final = 10.0
ENDED_BY: Final = (signal.SIGINT, signal.SIGTERM)
MEMORY: Final = Path("/dev/shm")


def demonstrate(tables: int, port: int, hands_an_hour: float) -> None:
    """Runs a room until Ctrl-C. Raises ServerMissingError, ServerFailedError (also if the port is taken)."""
    try:
        listen(HOST, port).close()
    except (OSError, OverflowError) as error:
        raise ServerFailedError(f"port {port}: {error}: choose another one with --port") from error
    for number in ENDED_BY:
        signal.signal(number, _interrupted)
    try:
        with tempfile.TemporaryDirectory(prefix="burncard-room-") as name:
            folder = Path(name)
            print("Starting three NATS servers, PostgreSQL and an MQTT broker …", flush=True)
            with (
                started(lambda: Cluster(folder / "nats", "demo")) as cluster,
                started(lambda: Postgres(folder / "postgres")) as postgres,
                started(lambda: Mosquitto(folder / "mosquitto")) as broker,
                tables_running(cluster.authority, folder / "tables", tables, hands_an_hour),
            ):
                settings = FloorSettings(postgres.address, cluster.replicas, broker=f"{HOST}:{broker.port}")
                work = run_floor(folder, cluster.authority, settings, HOST, port, demonstration=True)
                try:
                    asyncio.run(work)
                finally:
                    _ignore_interrupts()
    except KeyboardInterrupt:
        return  # before the floor ran


def _interrupted(number: int, frame: FrameType | None) -> None:
    _ignore_interrupts()
    raise KeyboardInterrupt


def _ignore_interrupts() -> None:
    """The servers are being stopped: a second Ctrl-C would leave some of them running."""
    for number in ENDED_BY:
        signal.signal(number, signal.SIG_IGN)


@contextmanager
def tables_running(authority: Authority, credentials: Path, count: int, hands_an_hour: float) -> Iterator[int]:
    """Simulated tables in one process, whose id this gives. Their journals are in memory if possible.

    `credentials`: a new folder for the credentials of each.
    """
    credentials.mkdir()
    for table in enrolled(authority, count):
        write_credentials(credentials / f"{table.table}.json", table)
    with tempfile.TemporaryDirectory(prefix="burncard-tables-", dir=MEMORY if MEMORY.is_dir() else None) as journals:
        words = [
            *ends_with_us(),
            sys.executable,
            "-m",
            "burncard.api.floor.room_tables",
            str(credentials),
            journals,
            str(hands_an_hour),
        ]
        process = subprocess.Popen(words, stdin=subprocess.DEVNULL, start_new_session=True)
        try:
            yield process.pid
        finally:
            process.terminate()
            try:
                process.wait(PATIENCE_S)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
