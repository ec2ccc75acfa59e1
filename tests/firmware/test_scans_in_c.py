"""The firmware scans one antenna at a time, and reports the scans that the host asks for."""

from pathlib import Path

import pytest

from burncard.firmware_bridge.driver import MS, SECOND, Nanoseconds
from burncard.firmware_bridge.events import DeviceFault, TagGone, TagHeard
from burncard.firmware_bridge.link_events import Scanned, unpack_event
from burncard.firmware_bridge.link_frames import Frame
from burncard.firmware_bridge.link_messages import Hello, Identity, Number, ScanAntenna, Type
from tests.harness.driver_bench import LINES
from tests.harness.reader_in_c import Bench, ReaderInC, uid


@pytest.mark.parametrize("name", LINES)
def test_the_host_is_told_of_each_scan_that_it_asks_for(library: Path, name: str) -> None:
    bench = Bench(library, LINES[name])
    lying: dict[int, tuple[TagHeard, ...]] = dict.fromkeys(range(1, 16), ())
    for number, antenna in enumerate([2, 3, 3, *[4] * 20]):
        assert bench.reader.table(f"put {uid(number)} {antenna} {'up' if antenna == 3 else 'down boxed'}")
        tag = TagHeard(uid(number), -42, "up" if antenna == 3 else "down", antenna != 3)
        lying[antenna] += (tag,)
    chosen: list[int] = []

    def choose(now_ns: Nanoseconds) -> int:
        chosen.append(len(chosen) * 7 % 5 + 1)
        return chosen[-1]

    bench.driver.scan_next(choose)
    assert bench.world.run_until(bench.world.now_ns + 600 * SECOND, lambda: len(bench.scans) >= 60)
    assert all(scan.complete and scan.tags == lying[scan.antenna] for scan in bench.scans)
    left = iter(chosen)
    assert all(scan.antenna in left for scan in bench.scans), "another order than chosen"
    bench.driver.scan_next(None)
    assert bench.world.run_until(bench.world.now_ns + 60 * SECOND, lambda: len(set(bench.read())) == 23)


def test_a_cycle_goes_on_while_the_host_chooses(library: Path) -> None:
    bench = Bench(library)
    bench.driver.scan_next(lambda now_ns: None)
    for number in range(30):
        bench.put(number)
        bench.run(700 * MS)
    assert bench.read() == [uid(number) for number in range(30)]
    assert not any(isinstance(event, TagGone | DeviceFault) for event in bench.events)


def test_each_pass_scans_one_antenna_and_a_scan_asked_for_comes_before_the_rest_of_the_cycle(library: Path) -> None:
    reader = ReaderInC(library)
    for number in range(15):
        reader.table(f"put {uid(number)} {number + 1} down")
    reader.ask(Type.HELLO, 0, Hello(2, 7).pack())
    assert [reader.step(100) for _ in range(15)] == [True] * 14 + [False]
    assert [frame.type for frame in reader.said()] == [Type.TAG_READ] * 15 + [Type.CYCLE_ENDED]
    assert [reader.step(200) for _ in range(3)] == [True] * 3
    (ack,) = reader.ask(Type.SCAN, 1, ScanAntenna(9, 77).pack())
    assert ack.type == Type.COMMAND_ACK
    assert reader.step(205)
    assert reader.said() == []
    reader.step(224)
    (frame,) = reader.said()
    assert unpack_event(Type(frame.type), frame.payload) == Scanned(
        77, 9, 0, 19, complete=True, more=False, tags=(TagHeard(uid(8), -42, "down"),)
    )
    assert not reader.step(230), "the host chooses"
    assert [reader.step(500) for _ in range(11)] == [True] * 10 + [False], "the rest of the cycle"


def test_a_scan_that_fails_or_of_no_antenna_is_incomplete(library: Path) -> None:
    reader = ReaderInC(library)
    reader.ask(Type.HELLO, 0, Hello(2, 7).pack())
    reader.table("fail")
    said: list[Frame] = []
    for number, antenna in enumerate((3, 16), start=1):
        said += reader.ask(Type.SCAN, number, ScanAntenna(antenna, number).pack())
        while reader.step(100):
            pass
        said += reader.said()
    scans = [unpack_event(Type(frame.type), frame.payload) for frame in said if frame.type == Type.SCANNED]
    assert scans == [
        Scanned(number, antenna, 0, 0, complete=False, more=False, tags=()) for number, antenna in ((1, 3), (2, 16))
    ]


def test_a_host_of_version_1_gets_no_scan_and_waits_for_none(library: Path) -> None:
    reader = ReaderInC(library)
    reader.ask(Type.HELLO, 0, Hello(2, 7).pack())
    reader.ask(Type.SCAN, 1, ScanAntenna(3, 1).pack())
    while reader.step(100):
        pass
    assert [frame.type for frame in reader.said()] == [Type.SCANNED]
    (frame,) = reader.ask(Type.HELLO, 0, Hello(1, 8).pack())
    identity = Identity.unpack(frame.payload)
    assert (identity.version, identity.first_event) == (1, 2)
    (refused,) = reader.ask(Type.SCAN, 1, ScanAntenna(3, 2).pack())
    assert refused.type == Type.COMMAND_REFUSED
    (gone,) = reader.ask(Type.REPEAT_FROM, 0, Number(Type.REPEAT_FROM, 1).pack())
    assert Number.unpack(Type.EVENTS_GONE, gone.payload).value == 2
