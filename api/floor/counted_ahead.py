"""Hands and stops counted ahead, as their rows come, so that the desk counts no million of hands when it is asked."""

from collections import Counter
from collections.abc import Iterable
from typing import Final

from burncard.api.floor.database import Value
from burncard.api.floor.hands_made import OpenHand
from burncard.controller.outbox.subjects import TableName

HOUR_NS: Final = 3_600_000_000_000
TALLIES_SQL: Final = (
    "INSERT INTO tallies VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (hour, room, name, game, dealer) "
    "DO UPDATE SET hands = tallies.hands + $6, stopped = tallies.stopped + $7, stops = tallies.stops + $8"
)
DECKS_SQL: Final = (
    "INSERT INTO decks VALUES ($1, $2, $3, $4, $5) ON CONFLICT (room, name, back) DO UPDATE SET "
    "hands = decks.hands + $4, last_ns = CASE WHEN decks.last_ns > $5 THEN decks.last_ns ELSE $5 END"
)

Change = tuple[TableName, OpenHand | None, OpenHand]


def tally_rows(changes: Iterable[Change]) -> list[tuple[Value, ...]]:
    """What is to be added to each tally, from hands as they were before and as they are now."""
    sums: dict[tuple[int, str, str, str, str], Counter[str]] = {}
    for name, before, now in changes:
        for hand, sign in ((before, -1), (now, 1)):
            if hand is None:
                continue
            key = hand.began_ns // HOUR_NS, name.room, name.table, hand.game, hand.dealer
            counted = sums.setdefault(key, Counter())
            counted["hands"] += sign
            counted["stopped"] += sign * (hand.stops > 0)
            counted["stops"] += sign * hand.stops
    return [
        (*key, counted["hands"], counted["stopped"], counted["stops"])
        for key, counted in sums.items()
        if any(counted.values())
    ]


def deck_rows(changes: Iterable[Change]) -> list[tuple[Value, ...]]:
    """New hands of each deck, and when the last of them began."""
    found: dict[tuple[str, str, str], tuple[int, int]] = {}
    for name, before, now in changes:
        if before is None:
            key = name.room, name.table, now.back
            hands, last_ns = found.get(key, (0, 0))
            found[key] = hands + 1, max(last_ns, now.began_ns)
    return [(*key, *counted) for key, counted in found.items()]
