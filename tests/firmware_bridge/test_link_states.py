"""Both ends of the link joined: on any line, events arrive once and in order or their loss is reported."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from burncard.firmware_bridge.device_link import (
    EVENTS_KEPT_MAX,
    HOST_SILENT_NS,
    OUTPUT_MAX_BYTES,
    WINDOW_EVENTS,
    DeviceLink,
)
from burncard.firmware_bridge.driver import MS, SECOND, Nanoseconds
from burncard.firmware_bridge.events import DeviceFault, DeviceIdentified, Event, EventsLost, LinkChanged
from burncard.firmware_bridge.host_link import (
    COMMAND_TRIES_MAX,
    COMMANDS_MAX,
    EVENTS_WAITING_MAX,
    HELLO_INTERVAL_NS,
    LOST_AFTER_NS,
    HostLink,
)
from burncard.firmware_bridge.link_events import CycleDone
from burncard.firmware_bridge.link_frames import Frame, FrameReader, encode_frame
from burncard.firmware_bridge.link_messages import (
    GoTo,
    Hello,
    Identity,
    Number,
    ReportAll,
    Reset,
    ScanOrder,
    Target,
    Type,
)

IDENTITY = Identity(1, 0, 1, 1, "reader", "1.0.0", "AA", "R1", 15, senses_face=False, senses_boxed=False)
READER_COMMANDS = frozenset({Type.SCAN_ORDER, Type.REPORT_ALL, Type.RESET})
STEP_NS = 20 * MS


class Pair:
    """Both ends, and a line between them that a test may cut, flip or hold in `lose`, `flip` and `plugged`."""

    def __init__(self, seed: int = 1) -> None:
        self.host = HostLink(session=10)
        self.device = DeviceLink(IDENTITY, READER_COMMANDS)
        self.now_ns = Nanoseconds(0)
        self.lose = 0.0
        self.flip = 0.0
        self.plugged = False
        self.history: list[Frame | Event] = []
        self.got: list[Frame] = []
        self.told: list[Event] = []
        self.commands: list[object] = []
        self._rng = Random(seed)

    def plug(self) -> None:
        self.plugged = True
        self.host.connected(self.now_ns)

    def unplug(self) -> None:
        self.plugged = False
        self.host.disconnected(self.now_ns)
        self.device.line_lost()

    def tell(self, count: int = 1) -> None:
        for _ in range(count):
            self.device.tell(CycleDone(self.device.events_told() + 1), self.now_ns)

    def step(self, for_ns: int = STEP_NS, *, take: bool = True) -> None:
        end_ns = self.now_ns + for_ns
        while self.now_ns < end_ns:
            self.now_ns = Nanoseconds(self.now_ns + STEP_NS)
            self.host.tick(self.now_ns)
            self.device.tick(self.now_ns)
            self.device.receive(self._spoilt(self.host.take_output()), self.now_ns)
            self.commands += self.device.take_commands()
            self.host.receive(self._spoilt(self.device.take_output()), self.now_ns)
            if take:
                self.take()

    def take(self) -> None:
        for item in self.host.take_events():
            self.history.append(item)
            if isinstance(item, Frame):
                self.got.append(item)
            else:
                self.told.append(item)

    def numbers(self) -> list[int]:
        return [frame.number for frame in self.got]

    def _spoilt(self, data: bytes) -> bytes:
        if not self.plugged or self._rng.random() < self.lose:
            return b""
        return bytes(byte ^ (1 << self._rng.randrange(8)) if self._rng.random() < self.flip else byte for byte in data)


def ready() -> Pair:
    pair = Pair()
    pair.plug()
    pair.step(SECOND)
    assert pair.host.state == "ready"
    return pair


actions = st.lists(
    st.one_of(
        st.tuples(st.just("tell"), st.integers(1, 60)),
        st.tuples(st.just("wait"), st.integers(1, 100)),
        st.tuples(st.just("trouble"), st.integers(0, 40)),
        st.tuples(st.just("unplug"), st.integers(1, 20)),
        st.tuples(st.just("restart"), st.integers(1, 60)),
    ),
    max_size=30,
)


@settings(max_examples=60, deadline=None)
@given(actions, st.integers(0, 2**16))
def test_events_arrive_once_and_in_order_or_their_loss_is_reported(script: list[tuple[str, int]], seed: int) -> None:
    pair = Pair(seed)
    pair.plug()
    for action, amount in script:
        if action == "tell":
            pair.tell(amount)
        elif action == "wait":
            pair.step(amount * STEP_NS)
        elif action == "trouble":
            pair.lose, pair.flip = amount / 100, amount / 4000
        elif action == "unplug":
            pair.unplug()
            pair.step(amount * STEP_NS)
            pair.plug()
        elif action == "restart":
            pair.device.restart()
            pair.tell(amount)
    pair.lose = pair.flip = 0.0
    pair.step(20 * SECOND)
    accounted = 0
    for item in pair.history:
        if isinstance(item, Frame):
            assert item.number == accounted + 1
            accounted += 1
        elif isinstance(item, EventsLost):
            accounted = 0 if item.count is None else accounted + item.count
    assert accounted == pair.device.events_told()
    assert pair.host.state == "ready"


def test_a_restart_of_the_device_is_noticed_and_its_unsent_events_are_lost() -> None:
    pair = ready()
    pair.tell(3)
    pair.step(SECOND)
    pair.device.restart()
    pair.tell(2)
    pair.step(3 * SECOND)
    assert pair.numbers() == [1, 2, 3, 1, 2]
    assert EventsLost(None) in pair.told
    assert [event.state for event in pair.told if isinstance(event, LinkChanged)] == [
        "identifying",
        "ready",
        "identifying",
        "ready",
    ]


def test_reset_is_done_once_and_the_device_starts_over() -> None:
    pair = ready()
    pair.tell(3)
    pair.host.send(Reset())
    pair.step(STEP_NS)
    assert pair.commands == [Reset()]
    pair.device.restart()
    pair.tell(1)
    pair.step(SECOND)
    assert pair.numbers() == [1, 2, 3, 1]
    assert pair.commands == [Reset()]
    assert pair.host.commands_waiting() == 0


def test_a_command_that_the_device_does_not_know_is_refused_and_not_repeated() -> None:
    pair = ready()
    pair.host.send(GoTo(Target.SHUFFLED))
    pair.host.send(ReportAll())
    pair.step(SECOND)
    assert pair.commands == [ReportAll()]
    assert DeviceFault("command-refused", "the device refuses command go_to: unknown") in pair.told
    assert pair.host.counters.commands_refused == 1
    assert pair.host.counters.command_retries == 0


def test_a_command_with_a_payload_that_is_not_allowed_is_refused() -> None:
    pair = ready()
    pair.host.send(ScanOrder((3, 3)))
    pair.step(SECOND)
    assert pair.commands == []
    assert DeviceFault("command-refused", "the device refuses command scan_order: bad_payload") in pair.told


def test_an_unanswered_command_is_given_up_and_reported() -> None:
    pair = ready()
    pair.host.send(ReportAll())
    for _ in range(COMMAND_TRIES_MAX * 10):
        pair.now_ns = Nanoseconds(pair.now_ns + STEP_NS)
        pair.host.tick(pair.now_ns)
        pair.host.take_output()
        pair.host.receive(encode_frame(Frame(Type.PONG, 0, Number(Type.PONG, 0).pack())), pair.now_ns)
        pair.take()
    assert any(isinstance(event, DeviceFault) and event.code == "command-unanswered" for event in pair.told)
    assert pair.host.commands_waiting() == 0


def test_only_the_newest_scan_order_waits() -> None:
    pair = Pair()
    for antenna in range(1, 31):
        assert pair.host.send(ScanOrder((antenna,)))
    pair.plug()
    pair.step(SECOND)
    assert pair.commands == [ScanOrder((30,))]


def test_commands_that_wait_are_bounded() -> None:
    pair = Pair()
    taken = [pair.host.send(GoTo(Target.COUNTED)) for _ in range(COMMANDS_MAX + 3)]
    assert taken == [True] * COMMANDS_MAX + [False] * 3
    assert pair.host.counters.commands_dropped == 3


def test_a_host_started_again_is_not_taken_for_its_predecessor() -> None:
    pair = ready()
    pair.host.send(ScanOrder((1,)))
    pair.tell(5)
    pair.step(SECOND)
    pair.host = HostLink(session=999)
    pair.host.connected(pair.now_ns)
    pair.host.send(ScanOrder((2,)))
    pair.tell(1)
    pair.step(SECOND)
    assert pair.commands == [ScanOrder((1,)), ScanOrder((2,))]
    assert pair.numbers() == [1, 2, 3, 4, 5, 6]


def test_a_host_that_takes_no_events_leaves_them_with_the_device() -> None:
    pair = ready()
    pair.take()
    pair.tell(EVENTS_WAITING_MAX + 100)
    pair.step(60 * SECOND, take=False)
    assert len(pair.host.take_events()) == EVENTS_WAITING_MAX
    pair.step(20 * SECOND)
    assert pair.numbers() == list(range(EVENTS_WAITING_MAX + 1, EVENTS_WAITING_MAX + 101))
    assert pair.host.counters.events_held_back > 0


def test_a_device_never_writes_more_than_its_bound_nor_keeps_more_events() -> None:
    pair = Pair()
    pair.plug()
    pair.step(SECOND)
    pair.tell(EVENTS_KEPT_MAX * 2)
    for _ in range(100):
        ask = encode_frame(Frame(Type.REPEAT_FROM, 0, Number(Type.REPEAT_FROM, 1).pack()))
        pair.device.receive(ask, pair.now_ns)
    assert len(pair.device.take_output()) <= OUTPUT_MAX_BYTES
    assert pair.device.counters.output_full > 0
    assert pair.device.counters.events_dropped == EVENTS_KEPT_MAX


def test_only_so_many_events_are_under_way_unacknowledged() -> None:
    pair = ready()
    pair.tell(WINDOW_EVENTS * 2)
    frames = FrameReader().receive(pair.device.take_output())
    assert [frame.number for frame in frames] == list(range(1, WINDOW_EVENTS + 1))


def test_a_silent_host_is_forgotten_and_greeted_again() -> None:
    pair = ready()
    pair.now_ns = Nanoseconds(pair.now_ns + HOST_SILENT_NS)
    pair.device.tick(pair.now_ns)
    pair.tell(1)
    assert pair.device.take_output() == b""
    pair.step(2 * SECOND)
    assert pair.host.state == "ready"
    assert pair.numbers() == [1]


def test_a_device_of_another_version_is_reported_once() -> None:
    pair = Pair()
    pair.host.connected(pair.now_ns)
    stranger = Identity(3, 11, 1, 1, "reader", "9", "AA", "R1", 15, senses_face=False, senses_boxed=False)
    for _ in range(3):
        pair.host.receive(encode_frame(Frame(Type.IDENTITY, 0, stranger.pack())), pair.now_ns)
    pair.take()
    faults = [event for event in pair.told if isinstance(event, DeviceFault)]
    assert [fault.code for fault in faults] == ["link-version"]
    assert pair.host.state == "identifying"


def test_a_device_gone_silent_on_an_open_line_is_lost_and_comes_back() -> None:
    pair = ready()
    pair.lose = 1.0
    pair.step(LOST_AFTER_NS + SECOND)
    pair.tell(2)
    pair.lose = 0.0
    pair.step(2 * SECOND)
    states = [event.state for event in pair.told if isinstance(event, LinkChanged)]
    assert states == ["identifying", "ready", "stale", "lost", "ready"]
    assert sum(isinstance(event, DeviceIdentified) for event in pair.told) == 2
    assert pair.numbers() == [1, 2]


def test_frames_of_the_host_and_of_unknown_senders_are_counted_and_ignored() -> None:
    pair = ready()
    for kind in (0x55, 0xEE):
        pair.host.receive(encode_frame(Frame(kind, 0, b"")), pair.now_ns)
    pair.host.receive(encode_frame(Frame(Type.PONG, 0, b"\x01")), pair.now_ns)
    assert pair.host.counters.unknown_types == 2
    assert pair.host.counters.bad_payloads == 1


@pytest.mark.parametrize("kind", [Type.PONG, Type.TAG_READ, Type.EVENTS_GONE, Type.COMMAND_ACK])
def test_nothing_is_believed_before_the_handshake(kind: Type) -> None:
    pair = Pair()
    pair.host.connected(pair.now_ns)
    pair.host.receive(encode_frame(Frame(kind, 1, Number(Type.PONG, 9).pack())), pair.now_ns)
    pair.take()
    assert pair.got == []
    assert pair.told == [LinkChanged("identifying")]


@pytest.mark.parametrize("silent_ns", [0, LOST_AFTER_NS + SECOND])
def test_a_device_that_restarts_finds_a_new_session_number_to_derive_its_boot_from(silent_ns: int) -> None:
    pair = ready()
    before = pair.host.identity
    assert before is not None
    pair.device.line_lost()
    pair.lose = 1.0 if silent_ns else 0.0
    pair.step(silent_ns + SECOND)
    pair.lose = 0.0
    pair.step(3 * SECOND)
    assert pair.host.state == "ready"
    assert pair.host.identity is not None
    assert pair.host.identity.session != before.session


def test_a_device_that_ends_each_session_at_once_begins_few() -> None:
    """The table writes a row for each session."""
    host, now_ns, sessions = HostLink(session=10), 0, 0
    host.connected(Nanoseconds(now_ns))
    while now_ns < 2 * SECOND:
        now_ns += MS
        host.tick(Nanoseconds(now_ns))
        for frame in FrameReader().receive(host.take_output()):
            if frame.type == Type.HELLO:
                sessions += 1
                said = replace(IDENTITY, session=Hello.unpack(frame.payload).session)
                host.receive(encode_frame(Frame(Type.IDENTITY, 0, said.pack())), Nanoseconds(now_ns))
        host.receive(encode_frame(Frame(Type.NO_SESSION, 0, b"")), Nanoseconds(now_ns))
    assert sessions <= 2 * SECOND // HELLO_INTERVAL_NS + 1


def test_a_device_that_restarts_between_two_greetings_is_known_to_have_restarted() -> None:
    """Its events are numbered anew: taken for the one before, it would never be heard."""
    pair = ready()
    pair.tell(9)
    pair.step(SECOND)
    pair.unplug()
    pair.host.connected(pair.now_ns)
    greeting = pair.host.take_output()
    pair.device.receive(greeting, pair.now_ns)
    answer = pair.device.take_output()
    pair.device.restart()
    pair.device.receive(greeting, pair.now_ns)
    pair.host.receive(answer + pair.device.take_output(), pair.now_ns)
    pair.plugged = True
    pair.step(SECOND)
    pair.got.clear()
    pair.tell(1)
    pair.step(SECOND)
    assert pair.host.state == "ready"
    assert [frame.type for frame in pair.got] == [Type.CYCLE_ENDED]
