"""The FEIG driver against a virtual reader, over good and bad lines, in every reading mode."""

import pytest

from burncard.firmware_bridge.driver import SECOND, Nanoseconds
from burncard.firmware_bridge.events import (
    CycleEnded,
    DeviceIdentified,
    EventsLost,
    LinkChanged,
    TagGone,
    TagHeard,
    TagRead,
)
from burncard.firmware_bridge.feig.feig_driver import FeigDriver
from burncard.simulator.devices.virtual_feig import Mode, VirtualFeig
from burncard.simulator.memory_link import Trouble
from tests.harness.driver_bench import WORSE_LINES, DriverBench

TAGS = 60
BAUD = 38400
PATIENCE_NS = 4 * 3600 * SECOND


class Bench(DriverBench):
    """A reader at one end of a line, its driver at the other."""

    def __init__(self, trouble: Trouble, mode: Mode = "host", *, multiplexed: bool = True) -> None:
        self.reader = VirtualFeig(0x00C0FFEE, mode=mode, multiplexed=multiplexed)
        self.driver = FeigDriver()
        super().__init__(self.driver, self.reader, BAUD, trouble)

    def put(self, number: int, antenna: int | None = None) -> None:
        self.reader.put_tag(uid(number), antenna or number % 8 + 1, "unknown", self.world.now_ns)
        self.world.pump(self.line)

    def ready(self) -> None:
        assert self.world.run_until(self.world.now_ns + PATIENCE_NS, lambda: self.driver.state == "ready")


def uid(number: int) -> str:
    return f"E00401000000{number & 0xFFFF:04X}"


@pytest.mark.parametrize("name", WORSE_LINES)
def test_every_tag_is_reported_once_and_in_order(name: str) -> None:
    bench = Bench(WORSE_LINES[name])
    bench.ready()
    for number in range(TAGS):
        bench.reader.take_tag(uid(number - 8), bench.world.now_ns)
        bench.put(number)
        assert bench.world.run_until(bench.world.now_ns + PATIENCE_NS, lambda: uid(number) in bench.read())  # noqa: B023
    bench.wait(5)
    assert bench.read() == [uid(number) for number in range(TAGS)]
    assert not lost(bench)


def lost(bench: Bench) -> bool:
    return any(isinstance(event, EventsLost) for event in bench.events)


@pytest.mark.parametrize("mode", ["buffered", "notification"])
@pytest.mark.parametrize("name", WORSE_LINES)
def test_a_reader_that_scans_by_itself_reports_every_tag_once_and_in_order(name: str, mode: Mode) -> None:
    bench = Bench(WORSE_LINES[name], mode)
    bench.ready()
    for number in range(TAGS):
        bench.reader.take_tag(uid(number - 8), bench.world.now_ns)
        bench.put(number)
        assert bench.world.run_until(
            bench.world.now_ns + PATIENCE_NS,
            lambda: uid(number) in bench.read() or lost(bench),  # noqa: B023
        )
        if lost(bench):
            # a loss was told: all that lies there is asked for, and nothing is missing
            bench.events.clear()
            bench.driver.report_all()
            lying = {uid(there) for there in range(max(0, number - 7), number + 1)}
            assert bench.world.run_until(bench.world.now_ns + PATIENCE_NS, lambda: set(bench.read()) >= lying)  # noqa: B023
            return
    bench.wait(20)
    assert bench.read() == [uid(number) for number in range(TAGS)]


def test_unplugged_in_the_middle_of_a_message_nothing_is_doubled_and_the_gap_is_reported() -> None:
    bench = Bench(Trouble(chunk_bytes=4))
    bench.ready()
    for number in range(TAGS):
        bench.put(number)
        bench.world.run_until(bench.world.now_ns + 61_000_000)
        if number % 10 == 9:
            bench.world.unplug(bench.line)
            bench.wait(1)
            bench.world.plug(bench.line)
            bench.ready()
    assert bench.world.run_until(bench.world.now_ns + 60 * SECOND, lambda: len(bench.read()) == TAGS)
    bench.wait(5)
    assert sorted(bench.read()) == [uid(number) for number in range(TAGS)]
    assert sum(isinstance(event, EventsLost) for event in bench.events) == TAGS // 10


def test_a_reader_is_identified_before_anything_else_is_reported() -> None:
    bench = Bench(Trouble())
    bench.put(1)
    bench.wait(2)
    assert bench.events[:3] == [
        LinkChanged("identifying"),
        DeviceIdentified("reader", "00C0FFEE", "03.15", "", 16, senses_face=False, senses_boxed=False),
        LinkChanged("ready"),
    ]
    assert bench.events[3:] == [TagRead(2, uid(1), None, "unknown", False, 1), CycleEnded(1)]


def test_antennas_where_a_card_is_due_are_scanned_first() -> None:
    bench = Bench(Trouble())
    bench.ready()
    bench.driver.set_scan_order((14, 3))
    bench.wait(2)
    for antenna in range(1, 17):
        bench.put(antenna, antenna)
    bench.wait(2)
    told = [event for event in bench.events if isinstance(event, TagRead)]
    last_cycle = [event.antenna for event in told if event.cycle == 2]
    assert last_cycle[:2] == [14, 3]
    assert last_cycle[2:] == sorted(last_cycle[2:])


def test_a_dropout_is_no_departure_and_a_move_is_reported_at_once() -> None:
    bench = Bench(Trouble())
    bench.put(1, 3)
    bench.wait(3)
    bench.reader.take_tag(uid(1), bench.world.now_ns)
    bench.wait(0.8)
    bench.put(1, 3)
    bench.wait(3)
    assert not any(isinstance(event, TagGone) for event in bench.events)
    bench.put(1, 5)
    bench.wait(1.5)
    assert [event.antenna for event in bench.events if isinstance(event, TagGone)] == [3]
    bench.reader.take_tag(uid(1), bench.world.now_ns)
    bench.wait(4)
    assert [event.antenna for event in bench.events if isinstance(event, TagGone)] == [3, 5]


def test_more_tags_than_one_reply_holds_are_fetched_with_more() -> None:
    bench = Bench(Trouble())
    for number in range(52):
        bench.put(number, 15)
    bench.wait(5)
    assert sorted(bench.read()) == [uid(number) for number in range(52)]
    assert bench.driver.counters()["status_more_data"] > 0


def test_a_reader_that_names_its_antennas_is_asked_for_them() -> None:
    bench = Bench(Trouble(), multiplexed=False)
    bench.put(1, 7)
    bench.wait(2)
    assert [event for event in bench.events if isinstance(event, TagRead)] == [
        TagRead(7, uid(1), -42, "unknown", False, 1)
    ]


def test_a_silent_reader_becomes_stale_and_then_lost_and_comes_back() -> None:
    bench = Bench(Trouble())
    bench.wait(2)
    bench.line.trouble = Trouble(lose_chance=1.0)
    bench.wait(10)
    bench.line.trouble = Trouble()
    bench.wait(5)
    states = [event.state for event in bench.events if isinstance(event, LinkChanged)]
    assert states == ["identifying", "ready", "stale", "lost", "ready"]
    assert lost(bench)


def test_a_full_buffer_is_reported_as_a_loss() -> None:
    bench = Bench(Trouble(), "buffered")
    bench.ready()
    bench.world.unplug(bench.line)
    for number in range(250):
        bench.reader.put_tag(f"E00401000000{number:04X}", 1, "unknown", bench.world.now_ns)
    bench.wait(1)
    bench.world.plug(bench.line)
    bench.wait(10)
    assert len(bench.read()) == len(set(bench.read())) == 250
    assert sum(isinstance(event, EventsLost) for event in bench.events) >= 2


def test_all_tags_are_reported_again_when_asked_for() -> None:
    bench = Bench(Trouble())
    bench.put(1)
    bench.put(2)
    bench.wait(2)
    bench.driver.report_all()
    bench.wait(2)
    assert bench.read() == [uid(1), uid(2)] * 2


def test_a_reader_that_was_reset_is_read_again() -> None:
    bench = Bench(Trouble())
    bench.wait(2)
    bench.driver.reset()
    bench.put(1)
    bench.wait(5)
    assert bench.read() == [uid(1)]


@pytest.mark.parametrize("multiplexed", [True, False])
def test_every_scan_says_which_antenna_heard_which_tags_and_when(multiplexed: bool) -> None:
    bench = Bench(Trouble(), multiplexed=multiplexed)
    bench.put(1, 7)
    bench.put(2, 7)
    bench.wait(2)
    first, second = [scan for scan in bench.scans if scan.antenna == 7][:2]
    assert {tag.uid for tag in first.tags} == {uid(1), uid(2)}
    assert first.complete
    assert first.began_ns < first.ended_ns <= second.began_ns
    assert {tag.rssi_dbm for tag in first.tags} == ({None} if multiplexed else {-42})
    assert all(not scan.tags for scan in bench.scans if scan.antenna != 7)
    assert {scan.antenna for scan in bench.scans} == set(range(1, 17 if multiplexed else 9))


@pytest.mark.parametrize("multiplexed", [True, False])
def test_the_host_chooses_each_antenna_to_scan(multiplexed: bool) -> None:
    bench = Bench(Trouble(), multiplexed=multiplexed)
    bench.ready()
    bench.wait(1)
    chosen: list[int] = []

    def choose(now_ns: Nanoseconds) -> int:
        assert now_ns <= bench.world.now_ns
        chosen.append(3 if len(chosen) % 2 else 5)
        return chosen[-1]

    bench.driver.scan_next(choose)
    bench.wait(1)
    bench.scans.clear()
    chosen.clear()
    bench.put(1, 5)
    bench.wait(1)
    assert [scan.antenna for scan in bench.scans][1:20] == chosen[:19]
    assert bench.read() == [uid(1)]
    bench.driver.scan_next(None)
    bench.scans.clear()
    bench.wait(2)
    assert {scan.antenna for scan in bench.scans} == set(range(1, 17 if multiplexed else 9))


def test_an_antenna_that_the_reader_lacks_leaves_it_its_own_order() -> None:
    bench = Bench(Trouble())
    bench.ready()
    bench.driver.scan_next(lambda now_ns: 99)
    bench.wait(3)
    assert {scan.antenna for scan in bench.scans} == set(range(1, 17))


def test_tags_beyond_one_reply_are_in_one_scan() -> None:
    bench = Bench(Trouble())
    for number in range(52):
        bench.put(number, 15)
    bench.wait(5)
    last = [scan for scan in bench.scans if scan.antenna == 15][-1]
    assert len(last.tags) == 52
    assert last.complete


@pytest.mark.parametrize("mode", ["buffered", "notification"])
def test_a_reader_that_scans_by_itself_gives_incomplete_scans(mode: Mode) -> None:
    bench = Bench(Trouble(), mode)
    bench.ready()
    bench.put(1, 4)
    bench.wait(2)
    (scan,) = bench.scans
    assert (scan.antenna, scan.tags, scan.complete) == (4, (TagHeard(uid(1), scan.tags[0].rssi_dbm),), False)


@pytest.mark.parametrize("name", WORSE_LINES)
def test_no_line_makes_a_complete_scan_miss_a_tag_or_hear_another(name: str) -> None:
    bench = Bench(WORSE_LINES[name])
    for number in range(3):
        bench.put(number, 4)
    assert bench.world.run_until(PATIENCE_NS, lambda: sum(scan.antenna == 4 for scan in bench.scans) >= 3)
    for scan in bench.scans:
        expected = {uid(number) for number in range(3)} if scan.antenna == 4 else set()
        assert not scan.complete or {tag.uid for tag in scan.tags} == expected
        assert scan.began_ns < scan.ended_ns
