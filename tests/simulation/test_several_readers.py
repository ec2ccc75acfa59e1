"""Several readers under one table, and several antennas under one zone: they count as one reader."""

from collections.abc import Collection
from random import Random
from typing import cast

from burncard.firmware_bridge.driver import SECOND, ChooseAmong, Nanoseconds, Reader
from burncard.firmware_bridge.events import (
    DeviceFault,
    DeviceIdentified,
    Event,
    EventsLost,
    LinkChanged,
    Scan,
    TagHeard,
)
from burncard.firmware_bridge.feig.feig_driver import FeigDriver
from burncard.firmware_bridge.metratec.metratec_driver import MetratecDriver
from burncard.firmware_bridge.reader_group import ReaderGroup
from burncard.hardware.layout import Layout, Site, load_layout
from burncard.rules.outcomes import Ruling
from burncard.simulator.devices.factory import Options
from burncard.simulator.devices.registry import make_from_factory
from burncard.simulator.rooms.room_readers import Commanded
from tests.harness.factory_table import FactoryReader, FactoryTable, results

LAYOUT = Layout(
    "three readers",
    {1: "seat:1", 2: "seat:2", 257: "board", 261: "burn", 513: "muck"},
    {"board": ("burn",)},
    {257: (Site(1, 1), Site(1, 2), Site(1, 3)), 513: (Site(2, 1),)},
)
FEIG_BAUD, METRATEC_BAUD = 38400, 115200


def readers() -> list[FactoryReader]:
    made = [
        make_from_factory("feig", "1", Random(1), Options("lr2500", "buffered", 2)),
        make_from_factory("feig", "2", Random(2), Options("mr102", "host", 5)),
        make_from_factory("metratec", "3", Random(3), Options("deskid")),
    ]
    return [cast(FactoryReader, reader) for reader in made]


def table() -> FactoryTable:
    first, second, third = readers()
    further: list[tuple[FactoryReader, Reader, int]] = [
        (second, FeigDriver(), FEIG_BAUD),
        (third, MetratecDriver(), METRATEC_BAUD),
    ]
    return FactoryTable(first, FeigDriver(), FEIG_BAUD, 0, LAYOUT, further)


def test_a_hand_is_dealt_over_three_readers_and_a_board_of_three_antennas_one_of_them_unplugged_midway() -> None:
    dealt = table()

    def pull(count: int) -> None:
        if count == 6:  # two cards of the flop lie there
            line = dealt.reader_lines[1]
            dealt.world.unplug(line)
            dealt.wait(3)
            assert {fault.code for fault in dealt.service.record.faults.open} >= {"reader-lost"}
            dealt.world.plug(line)
            dealt.until(lambda: not dealt.service.record.faults.open)

    dealt.enrol()
    dealt.deal_hand(pull)
    assert len(results(dealt.told)) == 1
    assert [outcome for outcome in dealt.told if isinstance(outcome, Ruling) and outcome.severity == "stop"] == []
    assert dealt.service.record.faults.open == []


def test_a_board_of_three_antennas_is_scanned_as_often_as_the_burn_beside_it() -> None:
    dealt = table()
    dealt.enrol()
    dealt.wait(5)
    watch, now = dealt.service.watch, dealt.service.record.now
    since_ns = watch.looked_ns(now())
    dealt.wait(2)
    scans = [watch.perception.polling.scans_since(antenna, since_ns) for antenna in (257, 261)]
    assert min(scans) > max(scans) / 2


class Group:
    """Two readers; the second has two of the board's three antennas."""

    def __init__(self) -> None:
        sites: dict[int, tuple[Site, ...]] = {3: (Site(0, 3), Site(1, 1), Site(1, 2))}
        self.readers = [Commanded(), Commanded()]
        self.told: list[Event] = []
        self.group = ReaderGroup(
            Layout("two", {1: "seat:1", 2: "seat:2", 3: "board"}, {}, sites),
            self.readers,
            self.told.append,
        )

    def chosen(self, reader: int) -> int | None:
        choose = self.readers[reader].choose
        assert choose is not None
        return choose(Nanoseconds(0))

    def scan(self, reader: int, antenna: int, *tags: TagHeard, ends: int = 2, complete: bool = True) -> None:
        self.group.take(reader, Scan(antenna, ends - 1, ends, tags, complete))


def identity(serial_number: str) -> DeviceIdentified:
    return DeviceIdentified("reader", serial_number, "1", "A", 4, senses_face=False, senses_boxed=False)


def test_a_zone_is_heard_once_each_of_its_antennas_has_been() -> None:
    pair = Group()
    weak, strong = TagHeard("E1", -60), TagHeard("E1", -40)
    pair.scan(0, 3, weak, ends=10)
    pair.scan(1, 1, TagHeard("E2"), ends=12)
    pair.scan(0, 1, ends=13)
    assert pair.told == [Scan(1, 12, 13, (), True)]
    pair.scan(1, 2, strong, ends=14, complete=False)
    assert pair.told[1:] == [Scan(3, 11, 14, (strong, TagHeard("E2")), False)], "it took three times 1 ns"


def first_of(*wanted: int) -> ChooseAmong:
    """Chooses the first of these places that may be scanned."""

    def choose(now_ns: Nanoseconds, among: Collection[int] | None = None) -> int | None:
        return next((place for place in wanted if among is None or place in among), None)

    return choose


def test_each_reader_is_asked_for_its_own_antennas_first_for_those_not_heard_yet() -> None:
    pair = Group()
    pair.group.scan_next(first_of(3, 2))
    assert pair.chosen(0) == 3
    pair.scan(0, 3)
    assert pair.chosen(1) == 1
    pair.scan(1, 1)
    assert pair.chosen(0) == 2, "its antenna under the board is done"
    pair.scan(0, 2)
    assert pair.chosen(1) == 2
    assert pair.told == [Scan(2, 1, 2, (), True)]


def test_a_zone_that_was_begun_is_scanned_to_its_end_unless_its_reader_does_not_answer() -> None:
    pair = Group()
    pair.group.scan_next(first_of(3))
    assert pair.chosen(1) == 1
    pair.scan(1, 1)
    pair.group.scan_next(first_of(2, 1, 3))
    assert [pair.chosen(0), pair.chosen(1)] == [3, 2]
    pair.group.scan_next(first_of(2, 1))
    assert [pair.chosen(0), pair.chosen(1)] == [2, None], "both were asked, and neither has answered"


def test_no_reader_scans_beside_an_antenna_that_another_one_scans() -> None:
    told: list[Event] = []
    readers = [Commanded(), Commanded()]
    group = ReaderGroup(load_layout("two-readers"), readers, told.append)
    group.scan_next(first_of(5, 6, 257, 258, 4))
    one, other = (reader.choose for reader in readers)
    assert one is not None
    assert other is not None
    assert one(Nanoseconds(0)) == 5
    assert other(Nanoseconds(0)) == 2, "seat 6, number 257, is next to seat 5"
    group.take(0, Scan(5, 0, 1, (), True))
    assert one(Nanoseconds(1)) == 5, "the board borders on seat 6 and not on seat 7, but seat 5 is wanted first"
    group.take(1, Scan(2, 0, 2, (), True))
    group.take(0, Scan(5, 1, 3, (), True))
    assert other(Nanoseconds(3)) == 1
    assert one(Nanoseconds(3)) == 4, "seat 5 and the board border on seat 6"


def test_a_reader_that_ends_no_scan_holds_up_no_other() -> None:
    readers = [Commanded(), Commanded()]
    group = ReaderGroup(load_layout("two-readers"), readers, lambda event: None)
    group.scan_next(first_of(5, 257, 258))
    one, other = (reader.choose for reader in readers)
    assert one is not None
    assert other is not None
    assert [one(Nanoseconds(0)), other(Nanoseconds(0))] == [5, 2]
    group.take(1, Scan(2, 0, 1, (), True))
    assert other(Nanoseconds(2 * SECOND)) == 1, "seat 6, next to seat 5"


def test_a_reader_whose_only_place_borders_on_one_that_is_scanned_scans_it_all_the_same() -> None:
    pair = Group()
    pair.group.scan_next(first_of(2, 3))
    assert (pair.chosen(0), pair.chosen(1)) == (2, 1)


def test_the_group_is_as_ready_as_its_worst_reader_and_says_which_one_has_a_fault() -> None:
    pair = Group()
    for reader in (0, 1):
        pair.group.take(reader, LinkChanged("identifying"))
        pair.group.take(reader, identity(f"R{reader + 1}"))
        pair.group.take(reader, LinkChanged("ready"))
    states = [event.state for event in pair.told if isinstance(event, LinkChanged)]
    assert states == ["identifying", "ready"]
    (known,) = [event for event in pair.told if isinstance(event, DeviceIdentified)]
    assert (known.serial_number, known.antennas) == ("R1+R2", 0)
    pair.told.clear()
    pair.group.take(1, DeviceFault("E7", "antenna"))
    pair.group.take(1, LinkChanged("lost"))
    pair.group.take(0, EventsLost(None))
    assert pair.told == [DeviceFault("E7", "reader 2: antenna"), LinkChanged("lost"), EventsLost(None)]


def test_what_was_heard_before_a_reader_was_lost_makes_no_zone_whole() -> None:
    pair = Group()
    pair.scan(0, 3, ends=10)
    pair.scan(1, 1, ends=int(SECOND))
    pair.group.take(1, LinkChanged("lost"))
    pair.scan(1, 2, ends=int(9 * SECOND))
    assert [event for event in pair.told if isinstance(event, Scan)] == []
