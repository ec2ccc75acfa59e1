"""The radio model: what the reader hears late or never, and where the cards really are."""

from collections.abc import Callable
from random import Random

from burncard.firmware_bridge.driver import MS, SECOND, Nanoseconds
from burncard.simulator.devices.virtual_reader import VirtualReader
from burncard.simulator.radio import PERFECT, SLOT_NS, Radio, RadioField

ONE, SAME_SLOT, OTHER = "E004010000000001", "E004010000000011", "E004010000000002"
ZERO = Nanoseconds(0)


class Clock:
    """What is to be called later, called by hand."""

    def __init__(self) -> None:
        self.later: list[tuple[int, Callable[[], None]]] = []

    def at(self, when_ns: int, call: Callable[[], None]) -> None:
        self.later.append((when_ns, call))

    def run(self) -> None:
        for _, call in sorted(self.later, key=lambda item: item[0]):
            call()
        self.later.clear()


def field(radio: Radio) -> tuple[RadioField, VirtualReader, Clock]:
    reader, clock = VirtualReader(), Clock()
    return RadioField(reader, radio, Random(1), clock.at), reader, clock


def test_a_perfect_radio_hears_a_card_at_once() -> None:
    table, reader, clock = field(PERFECT)
    table.put_tag(ONE, 3, "down", ZERO)
    assert reader.lying() == table.lying() == {ONE: (3, "down")}
    assert not clock.later
    table.take_tag(ONE, ZERO)
    assert reader.lying() == table.lying() == {}


def test_a_late_card_is_heard_within_its_time() -> None:
    table, reader, clock = field(Radio(late_chance=1.0))
    table.put_tag(ONE, 3, "up", ZERO)
    assert table.lying() == {ONE: (3, "up")}
    assert reader.lying() == {}
    assert 0 < clock.later[0][0] < SECOND
    clock.run()
    assert reader.lying() == {ONE: (3, "up")}


def test_a_late_card_that_has_moved_on_is_not_heard_where_it_was() -> None:
    table, reader, clock = field(Radio(late_chance=1.0))
    table.put_tag(ONE, 3, "down", ZERO)
    table.take_tag(ONE, ZERO)
    clock.run()
    assert reader.lying() == {}


def test_a_card_that_drops_out_comes_back() -> None:
    table, reader, clock = field(Radio(dropout_chance=1.0))
    table.put_tag(ONE, 3, "down", ZERO)
    table.put_tag(OTHER, 4, "down", ZERO)
    assert reader.lying() == {OTHER: (4, "down")}
    assert set(table.lying()) == {ONE, OTHER}
    assert clock.later[0][0] < 300 * MS
    clock.run()
    assert set(reader.lying()) == {ONE, OTHER}


def test_tags_of_one_slot_at_one_antenna_are_heard_one_scan_after_another() -> None:
    table, reader, clock = field(Radio(collisions=True))
    table.put_tag(ONE, 11, "up", ZERO)
    table.put_tag(OTHER, 11, "up", ZERO)
    assert set(reader.lying()) == {ONE, OTHER}
    table.put_tag(SAME_SLOT, 11, "up", ZERO)
    assert [when for when, _ in clock.later] == [SLOT_NS]
    assert SAME_SLOT not in reader.lying()
