"""A floor in a process of its own, to be killed and to stand still: it takes records in, without a desk.

python -m tests.harness.floor_process AUTHORITY DATABASE COPIES LEASE_S
"""

import asyncio
import logging
import sys
from pathlib import Path

from burncard.api.floor.authority import Authority
from burncard.api.floor.floor_run import opened
from burncard.api.floor.room_floor import Room


async def _run(folder: Path, address: str, copies: int, lease_s: float) -> None:
    print("started", flush=True)  # a log without this line is that of a floor that had no processor
    database = await opened(address)
    await Room(Authority.open(folder), database, copies, lease_s=lease_s).run()


if __name__ == "__main__":
    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(message)s")
    asyncio.run(_run(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]), float(sys.argv[4])))
