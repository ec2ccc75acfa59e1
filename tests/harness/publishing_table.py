"""A table in a process of its own, to be killed: it plays and publishes until it has ended a number of hands.

python -m tests.harness.publishing_table FOLDER NAME CREDENTIALS HANDS
"""

import asyncio
import sys
from pathlib import Path

from burncard.controller.outbox.credentials import read_credentials
from burncard.controller.outbox.outbox import Outbox
from tests.harness.floor_room import play, quick_table, running, until


async def _run(folder: Path, name: str, credentials: Path, hands: int) -> None:
    table = quick_table(folder, name, mistakes=0.05)
    box = Outbox(table.service, read_credentials(credentials))
    async with running(box.run()):
        print("plays", flush=True)
        if (left := hands - table.service.record.ledger.hands) > 0:
            await play(table, left)
        journal = table.journal
        await until(lambda: (box.cursor.facts, box.cursor.heads) == (journal.count, len(journal.heads())))
    table.close()


if __name__ == "__main__":
    asyncio.run(_run(Path(sys.argv[1]), sys.argv[2], Path(sys.argv[3]), int(sys.argv[4])))
