"""What a room, or many, will need: from figures that were measured, to tables, hands and days of keeping."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from burncard.api.floor.capacity_measured import (
    BYTES_A_HAND,
    FLOOR_S_A_MESSAGE,
    MESSAGES_A_HAND,
    NATS_S_A_MESSAGE,
    POSTGRES_S_A_MESSAGE,
    STATUS_BYTES,
)

REPLICAS: Final = 3
STATUSES_A_SECOND: Final = 1.0
ROOM_TABLES: Final = 240
"""Tables of one cluster. More tables are more rooms, each with its own servers and floor."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What is planned. `keep_days`: how long the streams keep records; the database keeps them for good."""

    tables: int
    hands_an_hour: float = 40.0
    hours_a_day: float = 20.0
    keep_days: int = 7


@dataclass(frozen=True, slots=True)
class Needed:
    """What that needs in one room, or in each of `rooms`."""

    rooms: int
    tables: int
    messages_a_second: float
    network_bytes_a_second: float
    stream_bytes: float
    processors: dict[str, float]


def needed(asked: Asked) -> Needed:
    """Works out what each room needs. Tables are spread evenly over rooms of up to 240."""
    rooms = -(-asked.tables // ROOM_TABLES)
    tables = -(-asked.tables // rooms)
    hands_a_second = tables * asked.hands_an_hour / 3600
    messages_a_second = hands_a_second * MESSAGES_A_HAND
    hands_a_day = tables * asked.hands_an_hour * asked.hours_a_day
    crossings = 1 + (REPLICAS - 1) + 1  # in, to the other copies, and out to the floor
    record_bytes = hands_a_second * BYTES_A_HAND * crossings
    return Needed(
        rooms=rooms,
        tables=tables,
        messages_a_second=messages_a_second,
        network_bytes_a_second=record_bytes + tables * STATUSES_A_SECOND * STATUS_BYTES * 2,
        stream_bytes=hands_a_day * asked.keep_days * BYTES_A_HAND * REPLICAS,
        processors={
            "NATS": messages_a_second * NATS_S_A_MESSAGE,
            "floor": messages_a_second * FLOOR_S_A_MESSAGE,
            "PostgreSQL": messages_a_second * POSTGRES_S_A_MESSAGE,
        },
    )


def lines(asked: Asked) -> Iterator[str]:
    """The answer, as it is printed."""
    found = needed(asked)
    yield f"{asked.tables} tables at {asked.hands_an_hour:g} hands an hour, {asked.hours_a_day:g} hours a day"
    yield f"{found.rooms} room{'s' if found.rooms > 1 else ''} of {found.tables} tables; each of them needs"
    yield f"  messages              {found.messages_a_second:.1f} a second"
    yield f"  network               {found.network_bytes_a_second / 1e6:.2f} MB a second, between all parts"
    yield f"  streams               {found.stream_bytes / 1e9:.1f} GB for {asked.keep_days} days, in {REPLICAS} copies"
    for part, processors in found.processors.items():
        yield f"  {part + ' processors':<21} {processors:.3f}"
