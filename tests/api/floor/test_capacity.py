"""What a room will need follows from measured figures, and grows with tables, hands and days alone."""

from dataclasses import replace

import pytest

from burncard.api.floor.capacity import ROOM_TABLES, Asked, needed

ROOM = Asked(ROOM_TABLES)


def test_more_tables_than_a_room_holds_are_more_rooms_of_that_size() -> None:
    many = needed(replace(ROOM, tables=10 * ROOM_TABLES))
    assert (many.rooms, many.tables) == (10, ROOM_TABLES)
    assert many.processors == needed(ROOM).processors
    assert needed(replace(ROOM, tables=ROOM_TABLES + 2)).tables == ROOM_TABLES // 2 + 1


HALVES = (
    replace(ROOM, tables=ROOM_TABLES // 2),
    replace(ROOM, hands_an_hour=ROOM.hands_an_hour / 2),
    replace(ROOM, hours_a_day=ROOM.hours_a_day / 2),
)


@pytest.mark.parametrize("asked", HALVES)
def test_what_is_kept_is_linear(asked: Asked) -> None:
    half, whole = needed(asked), needed(ROOM)
    assert half.stream_bytes == pytest.approx(whole.stream_bytes / 2)


def test_a_table_that_plays_nothing_still_costs_its_status() -> None:
    idle = needed(replace(ROOM, hands_an_hour=0.0))
    assert idle.messages_a_second == 0
    assert idle.network_bytes_a_second > 0
