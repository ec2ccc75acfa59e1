"""Host and device agree on a faster line; whatever goes wrong there, both are back at the first speed soon."""

from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

from burncard.firmware_bridge.device_link import HOST_SILENT_NS
from burncard.firmware_bridge.driver import MS, SECOND, Nanoseconds
from burncard.firmware_bridge.events import DeviceFault, LinkChanged
from burncard.firmware_bridge.host_link import LOST_AFTER_NS
from burncard.firmware_bridge.line_speed import SWITCHES_MAX
from burncard.firmware_bridge.link_messages import SetSpeed, Type
from burncard.firmware_bridge.reader import ReaderDriver
from burncard.simulator.devices.virtual_reader import VirtualReader
from burncard.simulator.memory_link import Trouble
from tests.harness.driver_bench import LINES, DriverBench

FIRST, FAST = 115_200, 921_600
UID = "E004010000000001"
BACK_NS = 2 * SECOND
"""In which a line is in use again after one failed change: docs/link-protocol.md, section "Speed"."""
BOTH_BACK_NS = HOST_SILENT_NS + SECOND
"""In which both ends are at one speed again after either has given up the session."""


class OnTheLine(VirtualReader):
    """A reader whose bytes are noise, both ways, unless the host's end of the line has its speed. `deaf_at`: what its
    cable, or its firmware, cannot do."""

    def __init__(self, driver: ReaderDriver) -> None:
        super().__init__("R1")
        self.driver = driver
        self.deaf_at: int | None = None
        self.asked: list[int] = []

    def receive(self, data: bytes, now_ns: Nanoseconds) -> None:
        if bytes([1, int(Type.SET_SPEED)]) in data and self.driver.baud is None:
            self.asked.append(now_ns)
        super().receive(self._carried(data), now_ns)

    def take_output(self) -> bytes:
        return self._carried(super().take_output())

    def _carried(self, data: bytes) -> bytes:
        same = self.baud == self.driver.baud and (self.baud is None or self.baud != self.deaf_at)
        return data if same else bytes(byte ^ 0x55 for byte in data)


class Bench(DriverBench):
    """A reader and its host, which may go faster, on a line of two speeds."""

    def __init__(self, trouble: Trouble | None = None, seed: int = 5) -> None:
        self.host = ReaderDriver(session=1)
        self.host.may_go_at(FAST)
        self.host.scan_next(lambda now_ns: 3)
        self.reader = OnTheLine(self.host)
        super().__init__(self.host, self.reader, FIRST, trouble, seed)

    def states(self) -> list[str]:
        return [event.state for event in self.events if isinstance(event, LinkChanged)]

    def hears_a_card(self, within_ns: int = SECOND) -> bool:
        """Whether a card that is put down now is heard in time."""
        before = len(self.scans)
        self.reader.put_tag(UID, 3, "up", self.world.now_ns)
        end_ns = self.world.now_ns + within_ns
        return self.world.run_until(end_ns, lambda: any(scan.tags for scan in self.scans[before:]))


def test_both_ends_go_on_at_the_faster_speed_within_one_session() -> None:
    bench = Bench()
    bench.wait(0.1)
    assert (bench.host.baud, bench.reader.baud) == (FAST, FAST)
    assert bench.hears_a_card()
    bench.wait(30)
    assert bench.states() == ["identifying", "ready"]
    assert (bench.host.baud, bench.reader.baud) == (FAST, FAST)


@pytest.mark.parametrize("old", ["host", "device", "firmware without the command"])
def test_an_end_that_knows_of_no_speeds_is_spoken_to_as_before(old: str) -> None:
    bench = Bench()
    if old == "host":
        bench.host.link.speed.fastest = None
    else:
        unable = replace(bench.reader.link.identity, changes_speed=False)
        bench.reader.link.identity = unable
    if old == "firmware without the command":
        bench.host.send(SetSpeed(FAST))  # what a host of a careless program would send: it is refused, and no more
    assert bench.hears_a_card()
    assert (bench.host.baud, bench.reader.baud) == (None, None)


def test_a_speed_that_the_device_has_not_is_refused_and_no_fault() -> None:
    bench = Bench()
    bench.host.may_go_at(250_000)
    assert bench.hears_a_card()
    bench.wait(10)
    assert (bench.host.baud, bench.reader.baud) == (None, None)
    assert not [event for event in bench.events if isinstance(event, DeviceFault)]
    assert len(bench.reader.asked) == 1


def test_a_cable_that_cannot_carry_it_costs_little_and_is_not_tried_for_ever() -> None:
    bench = Bench()
    bench.reader.deaf_at = FAST
    bench.wait(0.05)
    assert bench.hears_a_card(SWITCHES_MAX * BACK_NS)
    bench.wait(60)
    assert (bench.host.baud, bench.reader.baud) == (None, None)
    assert len(bench.reader.asked) <= SWITCHES_MAX * 3
    assert bench.states()[-1] == "ready"
    assert bench.hears_a_card()


def test_a_line_that_is_plugged_in_again_is_given_another_chance() -> None:
    bench = Bench()
    bench.reader.deaf_at = FAST
    bench.wait(20)
    bench.reader.deaf_at = None
    bench.world.unplug(bench.line)
    bench.world.plug(bench.line)
    bench.wait(1)
    assert (bench.host.baud, bench.reader.baud) == (FAST, FAST)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("line", [name for name in LINES if name != "whole writes"])
def test_on_a_bad_line_every_card_is_heard_all_the_same(line: str, seed: int) -> None:
    bench = Bench(LINES[line], seed)
    assert bench.hears_a_card(20 * SECOND)
    bench.wait(10)
    assert bench.world.run_until(bench.world.now_ns + BOTH_BACK_NS, lambda: bench.host.baud == bench.reader.baud)


def test_a_device_that_claims_a_speed_and_goes_silent_is_left_at_the_first_one() -> None:
    bench = Bench()
    take_output: Callable[[], bytes] = bench.reader.take_output

    def mute() -> bytes:
        said = take_output()
        return said if bench.host.baud is None else b""

    bench.reader.take_output = mute  # type: ignore[method-assign]
    bench.world.run_until(Nanoseconds(SECOND), lambda: bench.host.baud is not None)
    assert bench.host.baud == FAST
    assert bench.world.run_until(bench.world.now_ns + 500 * MS, lambda: bench.host.baud is None)
    assert bench.hears_a_card(SWITCHES_MAX * BACK_NS)
    bench.wait(60)
    assert {bench.host.baud, bench.reader.baud} == {None}
    assert bench.states()[-1] == "ready"


def test_a_device_that_restarts_at_the_faster_speed_is_found_again() -> None:
    bench = Bench()
    bench.wait(1)
    bench.reader.power_cycle(bench.world.now_ns)
    assert bench.hears_a_card(LOST_AFTER_NS + BACK_NS)
    bench.wait(1)
    assert (bench.host.baud, bench.reader.baud) == (FAST, FAST)


def test_a_host_that_restarts_finds_a_device_that_is_still_fast() -> None:
    bench = Bench()
    bench.wait(1)
    again = ReaderDriver(session=1000)
    again.may_go_at(FAST)
    again.scan_next(lambda now_ns: 3)
    bench.line.driver = bench.reader.driver = bench.host = again
    again.connected(bench.world.now_ns)
    assert bench.hears_a_card(7 * SECOND)
    assert (bench.host.baud, bench.reader.baud) == (FAST, FAST)


def test_a_pulled_plug_brings_both_ends_back() -> None:
    bench = Bench()
    bench.wait(1)
    bench.world.unplug(bench.line)
    assert bench.reader.baud is None or bench.reader.link.take_output() == b""
    bench.world.plug(bench.line)
    assert bench.hears_a_card()


def test_speeds_are_asked_for_in_whatever_order_a_hostile_host_likes() -> None:
    rng, bench = Random(3), Bench()
    for _ in range(60):
        bench.host.send(SetSpeed(rng.choice([0, 1, FIRST, FAST, 2**32 - 1])))
        bench.wait(rng.choice([0.001, 0.02, 0.2, 0.6]))
    bench.wait(10)
    assert bench.host.baud == bench.reader.baud
    assert bench.hears_a_card(LOST_AFTER_NS + 4 * BACK_NS)
