"""How long an ISO 15693 inventory takes: 16 slots, and again for each slot in which several tags answered.

A tag answers in the slot of the lowest four bits of its id that the mask has not yet fixed, so two given tags collide
in the same way each time. Times are those of ISO 15693-3 at the high data rate, 1 out of 4 coding, one subcarrier.
"""

from collections import defaultdict
from collections.abc import Iterable
from typing import Final

REQUEST_NS: Final = 2_500_000  # flags, command, mask length, mask and CRC at 26.48 kbit/s
EMPTY_SLOT_NS: Final = 450_000  # end of frame, and the time in which no answer begins
ANSWER_NS: Final = 4_450_000  # start of frame, 12 bytes at 26.48 kbit/s, end of frame, and the pauses
SLOTS: Final = 16
NIBBLES: Final = 16  # of an id


def inventory_ns(uids: Iterable[str]) -> int:
    """The time to read these tags, each once. Tags with the same id answer as one."""
    return _round_ns(sorted(set(uids)), 1)


def _round_ns(uids: list[str], nibble: int) -> int:
    slots: defaultdict[str, list[str]] = defaultdict(list)
    for uid in uids:
        slots[uid[-nibble]].append(uid)
    spent_ns = REQUEST_NS + (SLOTS - len(slots)) * EMPTY_SLOT_NS + len(slots) * ANSWER_NS
    collided = (there for there in slots.values() if len(there) > 1 and nibble < NIBBLES)
    return spent_ns + sum(_round_ns(there, nibble + 1) for there in collided)


def colliding(uids: Iterable[str]) -> list[tuple[str, ...]]:
    """The groups of tags that share a slot of the first round."""
    slots: defaultdict[str, list[str]] = defaultdict(list)
    for uid in sorted(set(uids)):
        slots[uid[-1]].append(uid)
    return [tuple(there) for there in slots.values() if len(there) > 1]
