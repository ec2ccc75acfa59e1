"""A recorded line replays to the same events, at once and without the device."""

import io
from pathlib import Path

import pytest

from burncard.firmware_bridge.driver import MS, SECOND, Nanoseconds
from burncard.firmware_bridge.events import Event, Scan
from burncard.firmware_bridge.protocols import protocol
from burncard.firmware_bridge.trace import BadTraceError, Recorder, read_trace, replay
from burncard.simulator.devices.virtual_reader import VirtualReader

SESSION = 77


def recorded(path: Path) -> list[Event]:
    """A driver and a virtual reader joined by hand, with a recorder between; the events that were told."""
    driver, reader = protocol("burncard-reader")[1].new_driver(SESSION), VirtualReader()
    file = io.BytesIO()
    recorder = Recorder(file, "burncard-reader", SESSION, 0)
    events: list[Event] = []
    recorder("opened", b"", 0)
    driver.connected(Nanoseconds(0))
    for now in range(0, 5 * SECOND, 10 * MS):
        now_ns = Nanoseconds(now)
        if now % SECOND == 0:
            reader.put_tag(f"E00401000000{now // SECOND:04X}", 3, "up", now_ns)
        driver.tick(now_ns)
        reader.tick(now_ns)
        to_reader = driver.take_output()
        if to_reader:
            recorder("host", to_reader, now)
            reader.receive(to_reader, now_ns)
        to_host = reader.take_output()
        if to_host:
            recorder("reader", to_host, now)
            driver.receive(to_host, now_ns)
        events += driver.take_events()
    path.write_bytes(file.getvalue())
    return events


def test_a_replayed_trace_gives_the_recorded_events(tmp_path: Path) -> None:
    path = tmp_path / "line.trace"
    told = recorded(path)
    header, pieces = read_trace(path)
    assert header.protocol == "burncard-reader"
    replayed = [event for _, event in replay(pieces, protocol(header.protocol)[1].new_driver(header.session))]
    assert replayed == told
    heard = {tag.uid for event in replayed if isinstance(event, Scan) for tag in event.tags}
    assert len(heard) == 5


@pytest.mark.parametrize(
    ("content", "place"),
    [
        (b"", "empty"),
        (b"\x00\xff\n", "line 1"),
        (b'{"trace":2,"protocol":"x","session":1}\n', "version 2"),
        (b'{"trace":1,"protocol":"x","session":1}\n{"at_ns":1,"heard":"reader","hex":"0"}\n', "line 2"),
        (b'{"trace":1,"protocol":"x","session":1}\n{"at_ns":1,"heard":"nobody"}\n', "line 2"),
    ],
)
def test_a_bad_trace_is_refused_with_its_line(tmp_path: Path, content: bytes, place: str) -> None:
    path = tmp_path / "line.trace"
    path.write_bytes(content)
    with pytest.raises(BadTraceError, match=place):
        read_trace(path)
