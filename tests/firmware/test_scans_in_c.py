"""The firmware scans one antenna at a time, and reports the scans that the host asks for."""

from pathlib import Path

import pytest

from burncard.firmware_bridge.driver import SECOND, Nanoseconds
from burncard.firmware_bridge.events import TagHeard
from burncard.firmware_bridge.link_events import Scanned, unpack_event
from burncard.firmware_bridge.link_frames import Frame
from burncard.firmware_bridge.link_messages import Hello, Identity, Number, ScanAntenna, Type
from burncard.firmware_bridge.reader import ReaderDriver
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

    assert isinstance(bench.driver, ReaderDriver)
    bench.driver.scan_next(choose)
    assert bench.world.run_until(bench.world.now_ns + 600 * SECOND, lambda: len(bench.scans) >= 60)
    assert all(scan.complete and scan.tags == lying[scan.antenna] for scan in bench.scans)
    left = iter(chosen)
    assert all(scan.antenna in left for scan in bench.scans), "another order than chosen"
    bench.driver.scan_next(None)
    assert bench.world.run_until(bench.world.now_ns + 60 * SECOND, lambda: len(set(bench.read())) == 23)


def test_nothing_is_scanned_unasked_and_a_scan_is_reported_at_the_next_pass(library: Path) -> None:
    reader = ReaderInC(library)
    for number in range(15):
        reader.table(f"put {uid(number)} {number + 1} down")
    reader.ask(Type.HELLO, 0, Hello(2, 7).pack())
    assert [reader.step(100 + 10 * number) for number in range(50)] == [False] * 50
    assert reader.said() == []
    (ack,) = reader.ask(Type.SCAN, 1, ScanAntenna(9, 77).pack())
    assert ack.type == Type.COMMAND_ACK
    assert reader.step(705)
    assert reader.said() == []
    assert not reader.step(724)
    (frame,) = reader.said()
    assert unpack_event(Type(frame.type), frame.payload) == Scanned(
        77, 9, 0, 19, complete=True, more=False, tags=(TagHeard(uid(8), -42, "down"),)
    )


def test_a_host_of_version_1_is_told_of_all_tags_whoever_came_before_it(library: Path) -> None:
    reader = ReaderInC(library)
    for number in range(15):
        reader.table(f"put {uid(number)} {number + 1} down")
    taken = 0
    for session, version in ((1, 1), (2, 2), (3, 1)):
        reader.ask(Type.HELLO, 0, Hello(version, session).pack())
        steps = [reader.step(1000 * session + number) for number in range(15)]
        assert steps == ([True] * 14 + [False] if version == 1 else [False] * 15)
        told = [frame for frame in reader.said() if frame.number > taken]
        assert [frame.type for frame in told] == ([Type.TAG_READ] * 15 + [Type.CYCLE_ENDED] if version == 1 else [])
        taken = max((frame.number for frame in told), default=taken)
        reader.ask(Type.EVENT_ACK, 0, Number(Type.EVENT_ACK, taken).pack())


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
