"""Scans over our own link: the host asks for one after the other, and each tells the truth or is not reported."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from burncard.firmware_bridge.device_link import DeviceLink
from burncard.firmware_bridge.driver import MS, SECOND, Nanoseconds
from burncard.firmware_bridge.events import DeviceFault, EventsLost, TagHeard
from burncard.firmware_bridge.link_events import CycleDone, Scanned, TagAt, unpack_event
from burncard.firmware_bridge.link_frames import Frame, FrameReader, encode_frame
from burncard.firmware_bridge.link_messages import Hello, Identity, Number, Refusal, ScanAntenna, Type
from burncard.firmware_bridge.reader import ReaderDriver
from burncard.simulator.devices.virtual_reader import COMMANDS, RSSI_DBM, VirtualReader
from burncard.simulator.memory_link import Trouble
from burncard.simulator.radio.anticollision import inventory_ns
from tests.harness.driver_bench import LINES, DriverBench

BAUD = 115200
NOW = Nanoseconds(0)


class Bench(DriverBench):
    """A reader at one end of a line, its driver at the other. `chosen`: the antennas that the host chose, in turn."""

    def __init__(self, trouble: Trouble | None = None) -> None:
        self.reader = VirtualReader()
        self.driver = ReaderDriver(session=1)
        self.chosen: list[int] = []
        self._rng = Random(1)
        super().__init__(self.driver, self.reader, BAUD, trouble)

    def put(self, number: int, antenna: int) -> None:
        self.reader.put_tag(uid(number), antenna, "down", self.world.now_ns)

    def choose(self, now_ns: Nanoseconds) -> int:
        self.chosen.append(self._rng.randint(1, 4))
        return self.chosen[-1]


def uid(number: int) -> str:
    return f"E00401{number:010X}"


def tags(*numbers: int) -> tuple[TagHeard, ...]:
    return tuple(TagHeard(uid(number), RSSI_DBM, "down") for number in numbers)


LYING = {1: (), 2: (1,), 3: (2, 3), 4: tuple(range(10, 40))}


def laid(trouble: Trouble | None = None) -> Bench:
    bench = Bench(trouble)
    for antenna, numbers in LYING.items():
        for number in numbers:
            bench.put(number, antenna)
    bench.driver.scan_next(bench.choose)
    return bench


@pytest.mark.parametrize("name", LINES)
def test_on_any_line_each_scan_says_what_lies_there_and_the_order_is_the_hosts(name: str) -> None:
    bench = laid(LINES[name])
    assert bench.world.run_until(3600 * SECOND, lambda: len(bench.scans) >= 60)
    for scan in bench.scans:
        assert scan.complete
        assert scan.tags == tags(*LYING[scan.antenna])
        assert scan.began_ns < scan.ended_ns
    left = iter(bench.chosen)
    assert all(scan.antenna in left for scan in bench.scans), "another order than chosen"


def test_a_scan_is_asked_for_when_the_one_before_is_reported_and_takes_its_time() -> None:
    bench = laid()
    bench.wait(10)
    assert [scan.antenna for scan in bench.scans] == bench.chosen[: len(bench.scans)]
    assert len(bench.chosen) - len(bench.scans) <= 1
    for scan in bench.scans:
        assert scan.ended_ns - scan.began_ns == pytest.approx(inventory_ns(tag.uid for tag in scan.tags), abs=2 * MS)
    spent_ns = sum(scan.ended_ns - scan.began_ns for scan in bench.scans)
    assert spent_ns > 0.75 * 10 * SECOND, "the reader is idle between scans"
    assert bench.driver.counters()["scans_unanswered"] == bench.driver.counters()["scans_unexpected"] == 0


def test_where_the_host_chooses_nothing_all_antennas_are_scanned_in_turn() -> None:
    bench = Bench()
    bench.wait(3)
    assert [scan.antenna for scan in bench.scans[:17]] == [*range(1, 16), 1, 2]
    bench.driver.scan_next(lambda now_ns: 7)
    bench.wait(1)
    bench.driver.scan_next(lambda now_ns: None)
    bench.wait(1)
    bench.scans.clear()
    bench.wait(3)
    first = bench.scans[0].antenna
    assert [scan.antenna for scan in bench.scans[:15]] == [*range(first, 16), *range(1, first)]


def test_a_reader_that_is_asked_for_scans_reports_nothing_else() -> None:
    bench = laid()
    bench.wait(5)
    assert bench.reader.link.events_told() >= len(bench.scans) > 10
    kinds = {frame.type for frame in bench.reader.link._kept}
    assert kinds <= {Type.SCANNED}
    assert bench.driver.counters()["scans_unexpected"] == 0


def test_a_tag_reported_by_itself_to_a_host_that_asks_is_no_scan() -> None:
    bench = Bench()
    bench.wait(1)
    bench.reader.link.tell(TagAt(3, uid(9), None, "down", False, 1), bench.world.now_ns)
    bench.reader.link.tell(CycleDone(1), bench.world.now_ns)
    bench.wait(2)
    assert all(scan.tags == () for scan in bench.scans)
    assert not any(isinstance(event, DeviceFault) for event in bench.events)


def test_an_antenna_that_the_reader_lacks_is_never_asked_for() -> None:
    bench = Bench()
    bench.driver.scan_next(lambda now_ns: 16)
    bench.wait(2)
    assert {scan.antenna for scan in bench.scans} == set(range(1, 16))


actions = st.lists(
    st.one_of(
        st.tuples(st.just("wait"), st.integers(1, 20)),
        st.tuples(st.just("trouble"), st.sampled_from(range(len(LINES)))),
        st.tuples(st.just("unplug"), st.integers(1, 60)),
        st.tuples(st.just("restart"), st.integers(1, 3)),
        st.tuples(st.just("another host"), st.integers(1, 2**32 - 1)),
    ),
    max_size=10,
)


@settings(max_examples=25, deadline=None)
@given(actions)
def test_whatever_happens_no_scan_lies_and_the_scans_go_on(script: list[tuple[str, int]]) -> None:
    bench = laid()
    for action, amount in script:
        if action == "wait":
            bench.wait(amount / 10)
        elif action == "trouble":
            bench.line.trouble = list(LINES.values())[amount]
        elif action == "restart":
            bench.reader.power_cycle(bench.world.now_ns)
        else:
            bench.world.unplug(bench.line)
            bench.wait(amount % 60 / 10)
            if action == "another host":
                bench.driver = bench.line.driver = ReaderDriver(amount)
                bench.driver.scan_next(bench.choose)
            bench.world.plug(bench.line)
    bench.line.trouble = Trouble()
    bench.wait(10)
    before = len(bench.scans)
    bench.wait(2)
    assert len(bench.scans) > before + 2
    assert all(scan.complete and scan.tags == tags(*LYING[scan.antenna]) for scan in bench.scans)


def test_a_scan_whose_first_part_is_lost_is_not_reported() -> None:
    bench = Bench()
    bench.driver.scan_next(lambda now_ns: 2)
    bench.wait(1)
    asked = bench.driver._asked
    assert asked is not None
    bench.scans.clear()
    late = Scanned(asked.number, 2, 1, 10, complete=True, more=False, tags=())
    bench.reader.link.tell(late, bench.world.now_ns)
    bench.world.pump(bench.line)
    bench.world.run_until(bench.world.now_ns + 5 * MS)
    assert bench.scans == []
    assert bench.driver.counters()["scans_unanswered"] == 1
    bench.wait(1)
    assert bench.scans


def test_a_reader_of_version_1_is_asked_for_no_scan_and_its_tags_stand_where_it_says() -> None:
    bench = Bench()
    bench.reader.link.identity = replace(bench.reader.link.identity, version=1)
    bench.driver.scan_next(bench.choose)
    bench.put(1, 3)
    bench.wait(5)
    assert {scan.antenna for scan in bench.scans} == set(bench.chosen)  # reported as scans, each where the host looks
    bench.scans.clear()
    bench.wait(1)
    assert {(scan.antenna == 3, tuple(tag.uid for tag in scan.tags)) for scan in bench.scans} == {
        (True, (uid(1),)),
        (False, ()),
    }
    assert not any(isinstance(event, DeviceFault) for event in bench.events)


def test_what_a_reader_of_version_1_could_not_report_is_asked_for() -> None:
    bench = Bench()
    bench.reader.link.identity = replace(bench.reader.link.identity, version=1)
    bench.driver.scan_next(lambda now_ns: 3)
    bench.put(1, 3)
    bench.put(2, 3)
    bench.wait(3)
    assert {tag.uid for tag in bench.scans[-1].tags} == {uid(1), uid(2)}
    bench.world.unplug(bench.line)
    bench.reader.take_tag(uid(2), bench.world.now_ns)
    for number in range(600):  # more than it keeps
        bench.put(100, number % 2 + 3)
        bench.wait(0.1)
    bench.put(100, 3)
    bench.world.plug(bench.line)
    bench.wait(5)
    assert any(isinstance(event, EventsLost) for event in bench.events)
    assert {tag.uid for tag in bench.scans[-1].tags} == {uid(1), uid(100)}


def test_a_scan_that_is_lost_with_the_readers_memory_is_asked_for_again() -> None:
    bench = laid()
    bench.wait(1)
    bench.reader.power_cycle(bench.world.now_ns)
    bench.scans.clear()
    bench.wait(8)
    assert any(isinstance(event, EventsLost) for event in bench.events)
    assert len(bench.scans) > 10


def device(version: int = 2) -> DeviceLink:
    identity = Identity(version, 0, 1, 1, "reader", "1", "A", "R", 15, senses_face=True, senses_boxed=True)
    return DeviceLink(identity, COMMANDS)


def answers(link: DeviceLink, kind: Type, number: int, payload: bytes) -> list[Frame]:
    link.receive(encode_frame(Frame(kind, number, payload)), NOW)
    return FrameReader().receive(link.take_output())


@pytest.mark.parametrize(("host", "reader"), [(1, 2), (2, 1), (1, 1), (2, 2)])
def test_both_ends_settle_on_the_lower_version(host: int, reader: int) -> None:
    link = device(reader)
    (identity,) = answers(link, Type.HELLO, 0, Hello(host, 7).pack())
    assert Identity.unpack(identity.payload).version == min(host, reader)
    (answer,) = answers(link, Type.SCAN, 1, ScanAntenna(3, 1).pack())
    assert answer.type == (Type.COMMAND_ACK if host == reader == 2 else Type.COMMAND_REFUSED)
    if answer.type == Type.COMMAND_REFUSED:
        assert answer.payload[4] == Refusal.UNKNOWN


def test_a_host_of_version_1_gets_no_scan_and_waits_for_none() -> None:
    link = device()
    answers(link, Type.HELLO, 0, Hello(2, 7).pack())
    kept = Scanned(1, 3, 0, 14, complete=True, more=False, tags=tags(1))
    link.tell(kept, NOW)
    (frame,) = FrameReader().receive(link.take_output())
    assert unpack_event(Type.SCANNED, frame.payload) == kept
    (identity,) = answers(link, Type.HELLO, 0, Hello(1, 8).pack())
    assert Identity.unpack(identity.payload).first_event == 2
    link.tell(kept, NOW)
    assert link.events_told() == 1
    (gone,) = answers(link, Type.REPEAT_FROM, 0, Number(Type.REPEAT_FROM, 1).pack())
    assert gone.type == Type.EVENTS_GONE
    assert Number.unpack(Type.EVENTS_GONE, gone.payload).value == 2
