"""Payloads: a packed message unpacks to itself, and no payload breaks either end of the link."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from burncard.firmware_bridge.device_link import DeviceLink
from burncard.firmware_bridge.driver import Nanoseconds
from burncard.firmware_bridge.events import TagHeard
from burncard.firmware_bridge.link_decoder import LinkDecoder
from burncard.firmware_bridge.link_events import (
    PLACES_IN_PICTURE_MAX,
    REPORT_EVENTS,
    SCANNED_PARTS_MAX,
    TAGS_IN_REPORT_MAX,
    TAGS_IN_SCANNED_MAX,
    CycleDone,
    EventMessage,
    Faces,
    FacesOf,
    Fault,
    Report,
    Scanned,
    TagAt,
    TagLeft,
    scanned,
    unpack_event,
)
from burncard.firmware_bridge.link_frames import PAYLOAD_MAX_BYTES, Frame, encode_frame
from burncard.firmware_bridge.link_messages import (
    ANTENNAS_MAX,
    LINK_VERSION,
    TEXT_MAX_BYTES,
    BadPayloadError,
    Command,
    GoTo,
    Hello,
    Identity,
    ReportAll,
    Reset,
    ScanAntenna,
    ScanOrder,
    Target,
    Type,
    unpack_command,
    unpack_texts,
)
from burncard.firmware_bridge.reader import ReaderDriver

NOW = Nanoseconds(0)

u8 = st.integers(0, 255)
u32 = st.integers(0, 2**32 - 1)
uids = st.binary(min_size=8, max_size=8).map(lambda raw: raw.hex().upper())
texts = st.text(st.characters(min_codepoint=0x20, max_codepoint=0x7E), max_size=TEXT_MAX_BYTES)
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
heard = st.lists(
    st.builds(
        TagHeard,
        uids,
        st.none() | st.integers(-128, 126),
        st.sampled_from(("up", "down", "unknown")),
        st.booleans(),
    ),
    max_size=TAGS_IN_SCANNED_MAX,
    unique_by=lambda tag: tag.uid,
).map(lambda tags: tuple(sorted(tags, key=lambda tag: tag.uid)))
pictures = st.builds(
    Faces,
    st.integers(0, 2**16 - 1),
    st.lists(
        st.builds(FacesOf, st.integers(1, ANTENNAS_MAX), u8, u8, st.integers(0, 100)),
        max_size=PLACES_IN_PICTURE_MAX,
        unique_by=lambda at: at.antenna,
    ).map(lambda places: tuple(sorted(places, key=lambda at: at.antenna))),
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
        Scanned,
        u32,
        st.integers(1, ANTENNAS_MAX),
        st.integers(0, SCANNED_PARTS_MAX - 2),
        st.integers(0, 2**16 - 1),
        st.booleans(),
        st.booleans(),
        heard,
    ),
    pictures,
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
    st.builds(ScanAntenna, st.integers(1, ANTENNAS_MAX), u32),
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
    identity = Identity(LINK_VERSION, 2, 1, 1, "reader", "1", "A", "R", 15, senses_face=True, senses_boxed=True)
    driver, device = ReaderDriver(session=1), DeviceLink(identity)
    driver.connected(NOW)
    device.receive(driver.take_output(), NOW)
    driver.receive(device.take_output(), NOW)
    assert driver.link.state == "ready"
    driver.scan_next(lambda now_ns: 3)
    driver.tick(NOW)
    driver.receive(line, NOW)
    device.receive(line, NOW)
    driver.take_events()
    device.take_commands()


@pytest.mark.parametrize("said", [b"\x1b[2J", b"a\r\nb", b"\x00", b"\x7f", b"\xff"])
def test_a_text_that_would_command_a_terminal_is_refused(said: bytes) -> None:
    with pytest.raises(BadPayloadError, match="printable"):
        unpack_texts(bytes([len(said)]) + said, 1)


def test_hello_says_a_version_and_a_session() -> None:
    assert Hello.unpack(Hello(1, 7).pack()) == Hello(1, 7)


@given(st.lists(uids, max_size=200), st.booleans())
def test_a_scan_is_reported_in_sorted_parts_that_fit(tags: list[str], complete: bool) -> None:
    parts = list(scanned(9, 4, 30, [TagHeard(uid) for uid in tags], complete=complete))
    assert [part.part for part in parts] == list(range(len(parts)))
    assert [part.more for part in parts] == [True] * (len(parts) - 1) + [False]
    assert [tag.uid for part in parts for tag in part.tags] == sorted(set(tags))
    assert all(part.complete == complete and len(part.pack()) <= PAYLOAD_MAX_BYTES for part in parts)


def test_a_scan_of_too_many_tags_is_cut_off_and_says_so() -> None:
    room = SCANNED_PARTS_MAX * TAGS_IN_SCANNED_MAX
    parts = list(scanned(9, 4, 30, [TagHeard(f"{number:016X}") for number in range(room + 1)], complete=True))
    assert len(parts) == SCANNED_PARTS_MAX
    assert sum(len(part.tags) for part in parts) == room
    assert not any(part.complete for part in parts)
    assert unpack_event(Type.SCANNED, parts[-1].pack()) == parts[-1]


@pytest.mark.parametrize(
    ("what", "payload"),
    [
        ("antenna 0", "0900000000000A000100"),
        ("antenna 33", "0900000021000A000100"),
        ("a flag that does not exist", "0900000003000A000400"),
        ("more after the last part", "09000000031F0A000300"),
        ("nine tags", "0900000003000A000109" + "".join(f"{number:016X}D600" for number in range(9))),
        ("a tag too few", "0900000003000A000101"),
        ("a tag too many", "0900000003000A000100E004010000000001D600"),
        ("tags in another order", "0900000003000A000102E004010000000002D600E004010000000001D600"),
        ("a tag twice", "0900000003000A000102E004010000000001D600E004010000000001D600"),
        ("no such face", "0900000003000A000101E004010000000001D603"),
    ],
)
def test_a_scan_that_cannot_be_is_refused(what: str, payload: str) -> None:
    with pytest.raises(BadPayloadError):
        Scanned.unpack(bytes.fromhex(payload))


@pytest.mark.parametrize(
    ("what", "payload"),
    [
        ("no length", "3C00"),
        ("a zone too few", "3C0001"),
        ("a zone too many", "3C000003000263"),
        ("antenna 0", "3C000100000263"),
        ("antenna 33", "3C000121000263"),
        ("zones in another order", "3C000204000263" + "03000263"),
        ("a zone twice", "3C000203000263" + "03000263"),
        ("surer than sure", "3C000103000265"),
        ("33 zones", "3C0021" + "".join(f"{number:02X}000263" for number in range(1, 34))),
    ],
)
def test_a_picture_that_cannot_be_is_refused(what: str, payload: str) -> None:
    with pytest.raises(BadPayloadError):
        Faces.unpack(bytes.fromhex(payload))
