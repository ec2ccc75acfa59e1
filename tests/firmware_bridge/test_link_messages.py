"""Payloads: a packed message unpacks to itself, and no payload breaks either end of the link."""

from hypothesis import given
from hypothesis import strategies as st

from burncard.firmware_bridge.device_link import DeviceLink
from burncard.firmware_bridge.driver import Nanoseconds
from burncard.firmware_bridge.link_decoder import LinkDecoder
from burncard.firmware_bridge.link_events import (
    REPORT_EVENTS,
    TAGS_IN_REPORT_MAX,
    CycleDone,
    EventMessage,
    Fault,
    Report,
    TagAt,
    TagLeft,
    unpack_event,
)
from burncard.firmware_bridge.link_frames import PAYLOAD_MAX_BYTES, Frame, encode_frame
from burncard.firmware_bridge.link_messages import (
    ANTENNAS_MAX,
    TEXT_MAX_BYTES,
    Command,
    GoTo,
    Hello,
    Identity,
    ReportAll,
    Reset,
    ScanOrder,
    Target,
    Type,
    unpack_command,
)
from burncard.firmware_bridge.reader import ReaderDriver

NOW = Nanoseconds(0)

u8 = st.integers(0, 255)
u32 = st.integers(0, 2**32 - 1)
uids = st.binary(min_size=8, max_size=8).map(lambda raw: raw.hex().upper())
texts = st.text(st.characters(max_codepoint=127), max_size=TEXT_MAX_BYTES)
tag_sets = st.frozensets(uids, max_size=TAGS_IN_REPORT_MAX // 3)
antennas = st.lists(st.integers(1, 255), max_size=ANTENNAS_MAX, unique=True).map(tuple)

identities = st.builds(
    Identity,
    version=u8,
    session=u32,
    boot=u32,
    first_event=u32,
    kind=texts,
    firmware_version=texts,
    firmware_hash=texts,
    serial_number=texts,
    antennas=st.integers(0, ANTENNAS_MAX),
    senses_face=st.booleans(),
    senses_boxed=st.booleans(),
)
events: st.SearchStrategy[EventMessage] = st.one_of(
    st.builds(
        TagAt,
        u8,
        uids,
        st.none() | st.integers(-128, 126),
        st.sampled_from(("up", "down", "unknown")),
        st.booleans(),
        u32,
    ),
    st.builds(TagLeft, u8, uids, u32),
    st.builds(CycleDone, u32),
    st.builds(Fault, texts, texts),
    st.builds(
        Report,
        st.sampled_from(REPORT_EVENTS),
        u8,
        u8,
        u8,
        u8,
        st.tuples(u8, u8),
        u8,
        texts,
        tag_sets,
        tag_sets,
        tag_sets,
    ),
)
commands: st.SearchStrategy[Command] = st.one_of(
    st.builds(ScanOrder, antennas),
    st.builds(ReportAll),
    st.builds(Reset),
    st.builds(GoTo, st.sampled_from(Target)),
)


@given(events)
def test_an_event_packed_is_unpacked(event: EventMessage) -> None:
    assert len(event.pack()) <= PAYLOAD_MAX_BYTES
    assert unpack_event(event.TYPE, event.pack()) == event


@given(commands)
def test_a_command_packed_is_unpacked(command: Command) -> None:
    assert unpack_command(command.TYPE, command.pack()) == command


@given(identities)
def test_an_identity_packed_is_unpacked(identity: Identity) -> None:
    assert Identity.unpack(identity.pack()) == identity


@given(st.integers(0, 255) | st.sampled_from(list(Type)), u32, st.binary(max_size=60))
def test_no_payload_breaks_an_end_or_the_decoder(kind: int, number: int, payload: bytes) -> None:
    line = encode_frame(Frame(kind, number, payload))
    for side in ("host", "reader"):
        (decoded,) = LinkDecoder("host" if side == "host" else "reader").feed(line)
        assert decoded
    identity = Identity(1, 2, 1, 1, "reader", "1", "A", "R", 15, senses_face=True, senses_boxed=True)
    driver, device = ReaderDriver(session=1), DeviceLink(identity)
    driver.connected(NOW)
    device.receive(driver.take_output(), NOW)
    driver.receive(device.take_output(), NOW)
    assert driver.link.state == "ready"
    driver.receive(line, NOW)
    device.receive(line, NOW)
    driver.take_events()
    device.take_commands()


def test_hello_says_a_version_and_a_session() -> None:
    assert Hello.unpack(Hello(1, 7).pack()) == Hello(1, 7)
