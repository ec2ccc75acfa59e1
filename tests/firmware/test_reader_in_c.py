"""The firmware's reader in virtual time keeps the same promises as the virtual reader, also to a host of version 1."""

from pathlib import Path
from random import Random

import pytest

from burncard.firmware_bridge.device_link import SPEEDS_BAUD, DeviceLink
from burncard.firmware_bridge.driver import MS, SECOND, Nanoseconds
from burncard.firmware_bridge.events import DeviceFault, DeviceIdentified, EventsLost, LinkChanged
from burncard.firmware_bridge.host_link import HostLink
from burncard.firmware_bridge.link_events import CycleDone, TagAt, TagLeft
from burncard.firmware_bridge.link_frames import Frame, FrameReader, encode_frame
from burncard.firmware_bridge.link_messages import (
    Hello,
    Identity,
    Number,
    ReportAll,
    Reset,
    ScanOrder,
    SetSpeed,
    Type,
)
from burncard.simulator.devices.virtual_reader import COMMANDS
from burncard.simulator.memory_link import Trouble
from tests.harness.driver_bench import LINES
from tests.harness.reader_in_c import Bench, OldBench, ReaderInC, uid

TAGS = 60


@pytest.mark.parametrize("name", LINES)
def test_every_event_arrives_once_and_in_order(library: Path, name: str) -> None:
    bench = OldBench(library, LINES[name])
    for number in range(TAGS):
        bench.put(number)
        bench.run(60 * MS)
    assert bench.world.run_until(bench.world.now_ns + 600 * SECOND, lambda: len(bench.read()) == TAGS)
    assert bench.read() == [uid(number) for number in range(TAGS)]
    assert not any(isinstance(event, EventsLost | DeviceFault) for event in bench.events)


def test_unplugged_in_the_middle_of_a_message_nothing_is_lost_or_doubled(library: Path) -> None:
    bench = OldBench(library, Trouble(chunk_bytes=4))
    for number in range(TAGS):
        bench.put(number)
        bench.run(21 * MS)
        if number % 10 == 9:
            bench.world.unplug(bench.line)
            bench.run(SECOND)
            bench.world.plug(bench.line)
    assert bench.world.run_until(bench.world.now_ns + 60 * SECOND, lambda: len(bench.read()) == TAGS)
    assert bench.read() == [uid(number) for number in range(TAGS)]


def test_it_identifies_itself_before_anything_else(library: Path) -> None:
    bench = Bench(library)
    bench.put(1)
    bench.run(SECOND)
    assert [type(event) for event in bench.events[:3]] == [LinkChanged, DeviceIdentified, LinkChanged]
    assert bench.driver.link.state == "ready"


def test_a_card_that_moves_or_turns_is_reported_and_one_that_flickers_is_not(library: Path) -> None:
    bench = OldBench(library)
    bench.put(1)
    bench.run(SECOND)
    bench.told.clear()
    bench.reader.table(f"take {uid(1)}")
    bench.run(200 * MS)
    bench.put(1)
    bench.run(SECOND)
    assert bench.told == []
    bench.reader.table(f"put {uid(1)} 11 up")
    bench.run(SECOND)
    gone, read, ended = bench.told
    assert isinstance(gone, TagLeft)
    assert gone.antenna == 2
    assert isinstance(read, TagAt)
    assert (read.antenna, read.face, read.boxed) == (11, "up", False)
    assert isinstance(ended, CycleDone)
    bench.reader.table(f"put {uid(1)} 11 down boxed")
    bench.run(SECOND)
    turned = bench.host.last_at()
    assert (turned.face, turned.boxed) == ("down", True)
    bench.reader.table(f"take {uid(1)}")
    bench.run(SECOND)
    assert isinstance(bench.told[-2], TagLeft)


def test_a_card_read_across_by_the_next_antenna_stays_where_it_lies(library: Path) -> None:
    bench = OldBench(library)
    bench.put(1)
    bench.run(SECOND)
    bench.told.clear()
    for db in (60, 42, 37):
        assert bench.reader.table(f"across {uid(1)} 1 {db}")
        bench.run(SECOND)
    assert bench.told == []
    assert bench.reader.table(f"across {uid(1)} 1 30")
    bench.run(SECOND)
    moved = bench.host.last_at()
    assert (moved.antenna, moved.rssi_dbm) == (1, -30)


def test_antennas_are_scanned_in_the_order_asked_for(library: Path) -> None:
    bench = OldBench(library)
    bench.run(SECOND)
    bench.host.send(ScanOrder((9, 3)))
    bench.world.pump(bench.line)
    bench.run(SECOND)
    for number in range(15):
        bench.put(number)
    bench.run(SECOND)
    antennas = [message.antenna for message in bench.told if isinstance(message, TagAt)]
    assert antennas == [9, 3, 1, 2, 4, 5, 6, 7, 8, 10, 11, 12, 13, 14, 15]


def test_report_all_reports_every_tag_again(library: Path) -> None:
    bench = OldBench(library)
    for number in range(5):
        bench.put(number)
    bench.run(SECOND)
    bench.host.send(ReportAll())
    bench.world.pump(bench.line)
    bench.run(SECOND)
    assert sorted(bench.read()) == sorted([uid(number) for number in range(5)] * 2)


def test_reset_restarts_with_a_new_boot_number(library: Path) -> None:
    bench = OldBench(library)
    bench.put(1)
    bench.run(SECOND)
    bench.host.send(Reset())
    bench.world.pump(bench.line)
    bench.run(3 * SECOND)
    assert bench.driver.link.state == "ready"
    assert bench.read() == [uid(1)] * 2


def test_a_restart_between_two_greetings_of_one_session_is_noticed(library: Path) -> None:
    """Its counter begins anew with its power, and the session is the same: only the moment of the greeting differs."""
    reader, host = ReaderInC(library), HostLink(session=10)

    def answers() -> bytes:
        return b"".join(map(encode_frame, reader.said()))

    host.connected(Nanoseconds(0))
    greeting = host.take_output()
    reader.receive(greeting, Nanoseconds(3 * MS))
    before = answers()
    reader.restart()
    reader.receive(greeting, Nanoseconds(4 * MS))
    host.receive(before + answers(), Nanoseconds(10 * MS))
    assert host.identity is None
    for now_ns in map(Nanoseconds, range(10 * MS, SECOND, 10 * MS)):
        host.tick(now_ns)
        reader.receive(host.take_output(), now_ns)
        reader.tick(now_ns)
        host.receive(answers(), now_ns)
    assert host.state == "ready"
    assert EventsLost(None) in host.take_events()


def test_events_it_could_not_keep_are_reported_as_lost(library: Path) -> None:
    bench = OldBench(library)
    bench.run(SECOND)
    bench.world.unplug(bench.line)
    for number in range(300):
        bench.reader.table(f"put {uid(1)} {number % 2 + 1} down")
        bench.run(25 * MS)
    bench.world.plug(bench.line)
    bench.run(10 * SECOND)
    lost = [event for event in bench.events if isinstance(event, EventsLost)]
    assert len(lost) == 1
    assert bench.host.last_at().antenna == 2


def test_a_radio_that_fails_is_reported_once_and_its_cards_are_not_taken_for_gone(library: Path) -> None:
    bench = OldBench(library)
    bench.put(1)
    bench.run(SECOND)
    bench.events.clear()
    bench.told.clear()
    bench.reader.table("fail")
    bench.run(2 * SECOND)
    assert [type(event) for event in bench.events] == [DeviceFault]
    bench.reader.table("mend")
    bench.run(SECOND)
    assert [type(event) for event in bench.events] == [DeviceFault]
    assert bench.told == []


@pytest.mark.parametrize(
    "line",
    [
        "",
        "put",
        "put E0",
        f"put {uid(1)} 0",
        f"put {uid(1)} 16",
        f"put {uid(1)} 3 left",
        f"take {uid(1)} now",
        "fail now",
        "putE004010000000001 3",
    ],
)
def test_a_line_of_the_table_that_makes_no_sense_is_refused(library: Path, line: str) -> None:
    assert not ReaderInC(library).table(line)


def frames_of(reader: FrameReader, line: bytes) -> list[Frame]:
    """The frames of a line, without the boot number, which each device draws for itself, and what is proved of it."""
    return [
        Frame(frame.type, frame.number, frame.payload[:5] + bytes(4) + frame.payload[9:])
        if frame.type == Type.IDENTITY
        else Frame(frame.type, frame.number, bytes(len(frame.payload)))
        if frame.type == Type.PROOF
        else frame
        for frame in reader.receive(line)
    ]


def random_message(rng: Random) -> Frame:
    """A host's message as it should be, or nearly so."""
    number = rng.choice([0, 1, 2, 3, rng.randrange(40), rng.getrandbits(32)])
    kind = rng.choice([1, 2, 3, 4, 5, 0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x20, 0x7F, 0x80, 0x90])
    size = {1: 5, 2: 4, 3: 4, 4: 4, 5: 16, 0x14: 32, 0x15: 4, 0x10: rng.randrange(5), 0x13: 5, 0x20: 1}.get(kind, 0)
    payload = rng.choice(
        [bytes(size), bytes([rng.choice([1, 2]), rng.randrange(3), 0, 0, 0])[:size], rng.randbytes(size)]
    )
    if kind == Type.SET_SPEED and rng.random() < 0.5:
        payload = SetSpeed(rng.choice([9_600, 115_200, 230_400, 460_800, 921_600])).pack()
    if rng.random() < 0.1:
        payload = rng.randbytes(rng.randrange(60))
    return Frame(kind, number, payload)


def test_it_answers_any_host_as_device_link_does(library: Path) -> None:
    rng = Random(21)
    in_c, said_in_c, said = ReaderInC(library), FrameReader(), FrameReader()
    texts = ("reader", "1.0.0", "5EED5EED", "HOST-1")
    identity = Identity(2, 0, 0, 1, *texts, 15, senses_face=True, senses_boxed=True, proves=True, changes_speed=True)
    link = DeviceLink(identity, COMMANDS)
    seen: set[int] = set()
    speeds: set[int | None] = set()
    for _ in range(20_000):
        message = encode_frame(random_message(rng))
        in_c.receive(message, Nanoseconds(0))
        link.receive(message, Nanoseconds(0))
        expected = frames_of(said, link.take_output())
        assert frames_of(said_in_c, in_c.take_output() + in_c.take_output()) == expected, message.hex()
        assert link.take_output() == b""
        assert link.baud == in_c.baud
        seen |= {frame.type for frame in expected}
        speeds.add(link.baud)
    answers = {Type.IDENTITY, Type.PONG, Type.COMMAND_ACK, Type.EVENTS_GONE, Type.NO_SESSION, Type.COMMAND_REFUSED}
    assert seen == answers | {Type.PROOF}
    assert speeds == {None} | SPEEDS_BAUD


def test_it_changes_its_speed_and_goes_back_from_one_at_which_nobody_speaks(library: Path) -> None:
    bench = Bench(library)
    bench.driver.may_go_at(921_600)
    bench.put(1)
    bench.run(SECOND)
    assert (bench.driver.baud, bench.reader.baud) == (921_600, 921_600)
    assert uid(1) in bench.read()
    alone = ReaderInC(library)
    alone.ask(Type.HELLO, 0, Hello(2, 77).pack())
    assert alone.ask(Type.SET_SPEED, 1, SetSpeed(921_600).pack())[0].type == Type.COMMAND_ACK
    assert alone.baud == 921_600
    alone.step(499)
    assert alone.baud == 921_600
    alone.step(500)
    assert alone.baud is None


def test_noise_on_the_line_does_no_harm(library: Path) -> None:
    rng = Random(22)
    bench = Bench(library)
    for _ in range(300):
        noise = rng.randbytes(1000) + encode_frame(random_message(rng))
        bench.reader.receive(noise, bench.world.now_ns)
        bench.run(10 * MS)
    bench.put(1)
    assert bench.world.run_until(bench.world.now_ns + 20 * SECOND, lambda: uid(1) in bench.read())


def test_after_four_gigabytes_every_byte_still_goes_out_once(library: Path) -> None:
    reader, said = ReaderInC(library), FrameReader()
    reader.receive(encode_frame(Frame(Type.HELLO, 0, Hello(1, 7).pack())), Nanoseconds(0))
    assert [frame.type for frame in said.receive(reader.take_output() + reader.take_output())] == [Type.IDENTITY]
    reader.has_sent(2**32 - 5_000)
    for number in range(1_000):
        reader.receive(encode_frame(Frame(Type.PING, 0, Number(Type.PING, 0).pack())), Nanoseconds(0))
        assert [frame.type for frame in said.receive(reader.take_output())] == [Type.PONG], number
        assert reader.take_output() == b""
