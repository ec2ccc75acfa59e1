"""The FEIG driver against a virtual reader, over good and bad lines, in every reading mode."""

from dataclasses import replace

import pytest

from burncard.firmware_bridge.driver import SECOND, Nanoseconds
from burncard.firmware_bridge.events import DeviceIdentified, EventsLost, LinkChanged, Scan
from burncard.firmware_bridge.feig.feig_driver import FeigDriver
from burncard.simulator.devices.feig.feig_reader import TABLE_SIZE, FeigReader
from burncard.simulator.devices.feig.settings import INTERFACE, MODELS, MODES, READER_MODE, Mode
from burncard.simulator.devices.feig.tags import STRONGEST
from burncard.simulator.memory_link import Trouble
from tests.harness.driver_bench import LINES, WORSE_LINES, DriverBench

TAGS = 60
BAUD = 38400
PATIENCE_NS = 4 * 3600 * SECOND


class Bench(DriverBench):
    """A reader at one end of a line, its driver at the other."""

    def __init__(self, trouble: Trouble, mode: Mode = "host", *, multiplexed: bool = True) -> None:
        model = MODELS["mr102"] if multiplexed else replace(MODELS["lr2500"], multiplexer=False)
        # the driver cannot tell it to do otherwise without the password
        password = b"" if mode == "host" else b"\x12\x34\x56\x78"
        self.reader = FeigReader(model, 0x00C0FFEE, password=password)
        self.reader.configuration.set_byte(INTERFACE, READER_MODE, MODES[mode])
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
def test_every_tag_is_heard_and_no_other(name: str) -> None:
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
def test_of_a_reader_that_scans_by_itself_every_tag_is_heard_and_no_other(name: str, mode: Mode) -> None:
    bench = Bench(WORSE_LINES[name], mode)
    bench.ready()
    tags = TAGS if name in LINES else TAGS // 10
    for number in range(tags):
        bench.reader.take_tag(uid(number - 8), bench.world.now_ns)
        bench.put(number)
        assert bench.world.run_until(
            bench.world.now_ns + PATIENCE_NS,
            lambda: uid(number) in bench.read(),  # noqa: B023
        )
    bench.wait(20)
    assert bench.read() == [uid(number) for number in range(tags)]


def test_unplugged_in_the_middle_of_a_message_every_tag_is_heard_and_the_gap_is_reported() -> None:
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
        DeviceIdentified("reader", "00C0FFEE", "02.04", "", 16, senses_face=False, senses_boxed=False),
        LinkChanged("ready"),
    ]
    assert [isinstance(event, Scan) for event in bench.said[:4]] == [False, False, False, True]


def test_more_tags_than_one_reply_holds_are_fetched_with_more() -> None:
    bench = Bench(Trouble())
    for number in range(52):
        bench.put(number, 15)
    bench.wait(5)
    assert sorted(bench.read()) == [uid(number) for number in range(52)]
    assert bench.driver.counters()["status_more_data"] > 0


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


def test_a_full_buffer_is_reported_as_a_loss_and_every_tag_is_heard() -> None:
    bench = Bench(Trouble(), "buffered")
    bench.ready()
    bench.world.unplug(bench.line)
    for number in range(TABLE_SIZE + 40):
        bench.reader.put_tag(f"E00401000000{number:04X}", number % 16 + 1, "unknown", bench.world.now_ns)
    bench.wait(30)
    bench.world.plug(bench.line)
    bench.wait(60)
    assert len(bench.read()) == TABLE_SIZE + 40
    assert sum(isinstance(event, EventsLost) for event in bench.events) >= 2


@pytest.mark.parametrize("mode", ["buffered", "notification"])
def test_a_tag_that_has_left_a_reader_that_scans_by_itself_falls_silent(mode: Mode) -> None:
    bench = Bench(Trouble(), mode)
    bench.put(1, 3)
    bench.wait(4)
    assert {scan.antenna for scan in bench.scans[-100:] if scan.tags} == {3}
    bench.put(1, 5)
    bench.wait(4)
    assert {scan.antenna for scan in bench.scans[-100:] if scan.tags} == {5}
    bench.reader.take_tag(uid(1), bench.world.now_ns)
    bench.wait(6)
    assert not any(scan.tags for scan in bench.scans[-100:])


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
    assert {tag.rssi_dbm for tag in first.tags} == ({None} if multiplexed else {-STRONGEST})
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
    assert [scan.antenna for scan in bench.scans][1:15] == chosen[:14]
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
