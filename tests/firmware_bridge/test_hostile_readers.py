"""Readers on our own link that lie about their antennas, flood, restart in a loop, or answer late."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from burncard.firmware_bridge.driver import MS, SECOND, Nanoseconds
from burncard.firmware_bridge.events import DeviceFault, EventsLost, Scan, TagHeard
from burncard.firmware_bridge.host_link import EVENTS_WAITING_MAX
from burncard.firmware_bridge.link_events import scanned
from burncard.firmware_bridge.link_messages import ScanAntenna
from burncard.firmware_bridge.reader import ReaderDriver
from burncard.simulator.devices.virtual_reader import VirtualReader
from tests.harness.driver_bench import DriverBench

GHOST = TagHeard("E0040100000000FF")
CARD = "E004010000000001"


class Hostile(VirtualReader):
    """A reader that does something else than it is asked for, until it is `tame`."""

    def __init__(self, answer: Callable[["Hostile", ScanAntenna, Nanoseconds], None]) -> None:
        super().__init__()
        self.tame = False
        self._answer = answer

    def _begin_scan(self, now_ns: Nanoseconds) -> None:
        if self.tame or self._next_scan is None:
            super()._begin_scan(now_ns)
            return
        asked, self._next_scan = self._next_scan, None
        self._answer(self, asked, now_ns)

    def say(self, number: int, antenna: int, now_ns: Nanoseconds, *tags: TagHeard) -> None:
        for part in scanned(number, antenna, 10, tags, complete=True):
            self.link.tell(part, now_ns)


def of_another_antenna(reader: Hostile, asked: ScanAntenna, now_ns: Nanoseconds) -> None:
    reader.say(asked.scan, asked.antenna % 15 + 1, now_ns, GHOST)


def of_another_scan(reader: Hostile, asked: ScanAntenna, now_ns: Nanoseconds) -> None:
    reader.say(asked.scan - 1, asked.antenna, now_ns, GHOST)


def flood(reader: Hostile, asked: ScanAntenna, now_ns: Nanoseconds) -> None:
    for number in range(2_000):
        reader.say(number, asked.antenna, now_ns, GHOST)


def claim_a_minute(reader: Hostile, asked: ScanAntenna, now_ns: Nanoseconds) -> None:
    for part in scanned(asked.scan, asked.antenna, 60_000, (), complete=True):
        reader.link.tell(part, now_ns)


def restart(reader: Hostile, asked: ScanAntenna, now_ns: Nanoseconds) -> None:
    reader.power_cycle(now_ns)


@pytest.mark.parametrize("answer", [of_another_antenna, of_another_scan, flood, restart])
def test_nothing_that_was_not_asked_for_is_a_scan_and_a_reader_that_behaves_again_is_read(
    answer: Callable[[Hostile, ScanAntenna, Nanoseconds], None],
) -> None:
    reader = Hostile(answer)
    driver = ReaderDriver(session=1_000_000)
    driver.scan_next(lambda now_ns: 3)
    bench = DriverBench(driver, reader, 115200)
    reader.put_tag(CARD, 3, "up", bench.world.now_ns)
    bench.wait(6)
    assert bench.scans == []
    assert len(driver.link._told) <= EVENTS_WAITING_MAX
    assert sum(isinstance(event, DeviceFault) for event in bench.events) < 5, "a log that fills"
    assert any(isinstance(event, EventsLost) for event in bench.events) == (answer in (flood, restart))
    reader.tame = True
    bench.wait(6)
    heard = {tag.uid for scan in bench.scans for tag in scan.tags}
    assert heard == {CARD}


def test_a_scan_that_is_reported_after_it_was_given_up_is_not_taken_for_the_next() -> None:
    kept: list[ScanAntenna] = []

    def late(reader: Hostile, asked: ScanAntenna, now_ns: Nanoseconds) -> None:
        kept.append(asked)
        if len(kept) > 1:
            reader.say(kept[-2].scan, kept[-2].antenna, now_ns, GHOST)

    driver = ReaderDriver(session=1_000_000)
    driver.scan_next(lambda now_ns: 3)
    bench = DriverBench(driver, Hostile(late), 115200)
    bench.wait(14)
    assert len(kept) >= 5, "it is asked again"
    assert bench.scans == []
    assert driver.counters()["scans_unexpected"] >= 4


@pytest.mark.parametrize("antennas", [0, 1, 32])
def test_a_reader_that_claims_other_antennas_than_the_table_has_is_asked_for_no_more_than_it_claims(
    antennas: int,
) -> None:
    reader = VirtualReader()
    reader.link.identity = replace(reader.link.identity, antennas=antennas)
    driver = ReaderDriver(session=1_000_000)
    driver.scan_next(lambda now_ns: 12)
    bench = DriverBench(driver, reader, 115200)
    bench.wait(3)
    assert {scan.antenna for scan in bench.scans} == ({12} if antennas == 32 else set(range(1, antennas + 1)))


def test_what_a_scan_says_of_its_time_lies_between_the_question_and_the_answer() -> None:
    bench = DriverBench(ReaderDriver(session=1_000_000), Hostile(claim_a_minute), 115200)
    bench.wait(2)
    assert bench.scans
    for before, scan in zip([Scan(1, 0, 0, (), True), *bench.scans], bench.scans, strict=False):
        assert before.ended_ns <= scan.began_ns <= scan.ended_ns
        assert scan.ended_ns - scan.began_ns < 100 * MS
    assert bench.world.now_ns >= 2 * SECOND
