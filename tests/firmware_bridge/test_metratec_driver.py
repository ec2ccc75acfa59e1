"""The Metratec driver against virtual readers, over good and bad lines."""

from itertools import pairwise

import pytest

from burncard.firmware_bridge.driver import SECOND
from burncard.firmware_bridge.events import DeviceIdentified, EventsLost, LinkChanged, Scan
from burncard.firmware_bridge.metratec.metratec_driver import MetratecDriver
from burncard.firmware_bridge.metratec.sightings import PROVED_AFTER
from burncard.simulator.devices.virtual_metratec import VirtualMetratec
from burncard.simulator.memory_link import Trouble
from tests.harness.driver_bench import LINES, WORSE_LINES, DriverBench

TAGS = 20
BAUD = 115200
PATIENCE_NS = 24 * 3600 * SECOND
"""On the worst line an id must be read rightly four times in a row, and comes through rightly every other time."""
SERIAL = "2009090314570000"


class Bench(DriverBench):
    """A reader at one end of a line, its driver at the other."""

    def __init__(self, trouble: Trouble, model: str = "QuasarLR", *, crc: bool = False) -> None:
        self.reader = VirtualMetratec(SERIAL, model, crc=crc)
        self.driver = MetratecDriver(crc=crc)
        self.several = model != "DESKID_ISO"
        super().__init__(self.driver, self.reader, BAUD, trouble)

    def put(self, number: int, antenna: int | None = None) -> None:
        self.reader.take_tag(uid(number - (8 if self.several else 1)), self.world.now_ns)
        at = antenna or (number % 8 + 1 if self.several else 1)
        self.reader.put_tag(uid(number), at, "unknown", self.world.now_ns)
        self.world.pump(self.line)

    def ready(self) -> None:
        assert self.world.run_until(self.world.now_ns + PATIENCE_NS, lambda: self.driver.state == "ready")

    def has(self, number: int, line: str) -> bool:
        """Whether a scan has heard a tag: a complete one, but on the line on which few scans are."""
        scans = [scan for scan in self.scans[-40:] if scan.complete or line not in LINES]
        return any(uid(number) in {tag.uid for tag in scan.tags} for scan in scans)

    def lost(self) -> bool:
        return any(isinstance(event, EventsLost) for event in self.events)


def uid(number: int) -> str:
    return f"E00401000000{number & 0xFFFF:04X}"


@pytest.mark.parametrize("model", ["QuasarLR", "DESKID_ISO"])
@pytest.mark.parametrize("name", WORSE_LINES)
def test_every_tag_is_heard_and_no_complete_scan_hears_another(name: str, model: str) -> None:
    bench = Bench(WORSE_LINES[name], model)
    tags = TAGS if name in LINES else TAGS // 4
    bench.ready()
    for number in range(tags):
        bench.put(number)
        assert bench.world.run_until(bench.world.now_ns + PATIENCE_NS, lambda: bench.has(number, name))  # noqa: B023
    bench.wait(5)
    whole = {tag.uid for scan in bench.scans if scan.complete for tag in scan.tags}
    assert whole <= {uid(number) for number in range(tags)}


@pytest.mark.parametrize("name", WORSE_LINES)
def test_with_the_crc_on_every_tag_is_reported_too(name: str) -> None:
    bench = Bench(WORSE_LINES[name], crc=True)
    bench.ready()
    for number in range(TAGS // 4):
        bench.put(number)
        assert bench.world.run_until(bench.world.now_ns + PATIENCE_NS, lambda: bench.has(number, name))  # noqa: B023


def test_unplugged_in_the_middle_of_a_message_every_tag_is_heard_and_the_gap_is_reported() -> None:
    bench = Bench(Trouble(chunk_bytes=4))
    bench.ready()
    for number in range(TAGS):
        bench.put(number)
        bench.wait(2)
        if number % 10 == 9:
            bench.world.unplug(bench.line)
            bench.wait(1)
            bench.world.plug(bench.line)
            bench.ready()
    bench.wait(5)
    assert bench.read() == [uid(number) for number in range(TAGS)]
    assert sum(isinstance(event, EventsLost) for event in bench.events) == TAGS // 10


def test_a_reader_is_identified_before_anything_else_is_reported() -> None:
    bench = Bench(Trouble())
    bench.put(1)
    bench.wait(3)
    assert bench.events == [
        LinkChanged("identifying"),
        DeviceIdentified("reader", f"QuasarLR-{SERIAL}", "03.05", "", 16, senses_face=False, senses_boxed=False),
        LinkChanged("ready"),
    ]
    assert [isinstance(event, Scan) for event in bench.said[:4]] == [False, False, False, True]


def test_a_reader_with_one_antenna_sends_by_itself() -> None:
    bench = Bench(Trouble(), "DESKID_ISO")
    bench.put(1)
    bench.wait(3)
    assert {scan.antenna for scan in bench.scans if scan.tags} == {1}
    assert bench.driver.counters()["questions"] < 20


def test_a_reader_left_with_its_crc_on_or_scanning_is_recovered() -> None:
    bench = Bench(Trouble(), crc=True)
    bench.driver = MetratecDriver()
    bench.line.driver = bench.driver
    bench.driver.connected(bench.world.now_ns)
    bench.world.pump(bench.line)
    bench.ready()


def test_a_card_that_is_missed_for_a_moment_is_not_read_twice_again_to_be_sure() -> None:
    bench = Bench(Trouble())
    bench.driver.scan_next(lambda now_ns: 3)
    bench.put(1, 3)
    bench.wait(3)
    for _ in range(10):  # more often than a bad line would have it
        bench.reader.take_tag(uid(1), bench.world.now_ns)
        bench.wait(0.3)
        bench.scans.clear()
        bench.put(1, 3)
        bench.wait(0.3)
        assert all(scan.complete for scan in bench.scans)


def first_scans_of_another_tag(bench: Bench, number: int = 2) -> list[tuple[list[str], bool]]:
    """What the first two scans hear after one more tag was laid on an antenna, and whether they are complete."""
    bench.scans.clear()
    bench.put(number, 3)
    bench.wait(0.5)
    there = next(at for at, scan in enumerate(bench.scans) if not scan.complete or len(scan.tags) == number)
    return [(sorted(tag.uid for tag in scan.tags), scan.complete) for scan in bench.scans[there : there + 2]]


def test_until_a_line_has_proved_good_an_id_is_held_back_until_it_was_read_twice() -> None:
    bench = Bench(Trouble())
    bench.driver.scan_next(lambda now_ns: 3)
    bench.put(1, 3)
    bench.wait(2)
    assert len(bench.scans) < PROVED_AFTER
    assert first_scans_of_another_tag(bench) == [([uid(1)], False), ([uid(1), uid(2)], True)]


def test_on_a_line_that_has_proved_good_an_id_counts_at_once() -> None:
    bench = Bench(Trouble())
    bench.driver.scan_next(lambda now_ns: 3)
    bench.put(1, 3)
    bench.wait(20)
    assert len(bench.scans) > PROVED_AFTER
    assert first_scans_of_another_tag(bench) == [([uid(1), uid(2)], True)] * 2


def test_a_line_that_damages_a_reply_must_prove_good_again() -> None:
    bench = Bench(Trouble())
    bench.driver.scan_next(lambda now_ns: 3)
    bench.put(1, 3)
    bench.wait(20)
    bench.line.trouble = Trouble(flip_chance_per_byte=0.05)
    bench.wait(2)
    bench.line.trouble = Trouble()
    bench.wait(1)
    assert first_scans_of_another_tag(bench) == [([uid(1)], False)] * 2
    bench.world.unplug(bench.line)
    bench.wait(1)
    bench.world.plug(bench.line)
    bench.ready()
    assert first_scans_of_another_tag(bench, 3)[0] == ([uid(1), uid(2)], False)


def test_a_silent_reader_becomes_stale_and_then_lost_and_comes_back() -> None:
    bench = Bench(Trouble())
    bench.wait(3)
    bench.line.trouble = Trouble(lose_chance=1.0)
    bench.wait(20)
    bench.line.trouble = Trouble()
    bench.wait(10)
    states = [event.state for event in bench.events if isinstance(event, LinkChanged)]
    assert states == ["identifying", "ready", "stale", "lost", "ready"]
    assert bench.lost()


@pytest.mark.parametrize("model", ["QuasarLR", "DESKID_ISO"])
def test_a_reader_that_was_reset_is_read_again(model: str) -> None:
    bench = Bench(Trouble(), model)
    bench.wait(3)
    bench.driver.reset()
    bench.put(1)
    bench.wait(10)
    assert bench.read() == [uid(1)]


def test_every_scan_says_which_antenna_heard_which_tags_and_when() -> None:
    bench = Bench(Trouble())
    bench.put(1, 7)
    bench.wait(3)
    first, second, third = [scan for scan in bench.scans if scan.antenna == 7][:3]
    assert not first.tags, "an id without a checksum that was read once"
    assert not first.complete
    assert [tag.uid for tag in second.tags] == [uid(1)]
    assert second.complete
    assert second.tags == third.tags
    assert first.began_ns < first.ended_ns <= second.began_ns < second.ended_ns
    assert {scan.antenna for scan in bench.scans} == set(range(1, 17))


def test_the_host_chooses_each_antenna_to_scan() -> None:
    bench = Bench(Trouble())
    bench.ready()
    bench.driver.scan_next(lambda now_ns: 4)
    bench.wait(1)
    bench.scans.clear()
    bench.put(1, 4)
    bench.wait(1)
    assert {scan.antenna for scan in bench.scans} == {4}
    assert bench.read() == [uid(1)]


def test_a_reader_with_one_antenna_reports_each_inventory_as_a_scan() -> None:
    bench = Bench(Trouble(), "DESKID_ISO")
    bench.put(1)
    bench.wait(3)
    heard = [scan for scan in bench.scans if scan.complete]
    assert len(heard) > 10
    assert all([tag.uid for tag in scan.tags] == [uid(1)] for scan in heard)
    assert all(one.ended_ns <= other.began_ns for one, other in pairwise(heard))


@pytest.mark.parametrize("name", WORSE_LINES)
def test_no_line_makes_a_complete_scan_miss_a_tag_or_hear_another(name: str) -> None:
    bench = Bench(WORSE_LINES[name])
    for number in (1, 2):
        bench.put(number, 4)
    assert bench.world.run_until(PATIENCE_NS, lambda: sum(scan.antenna == 4 for scan in bench.scans) >= 6)
    for scan in bench.scans:
        expected = {uid(1), uid(2)} if scan.antenna == 4 else set()
        assert not scan.complete or {tag.uid for tag in scan.tags} == expected
