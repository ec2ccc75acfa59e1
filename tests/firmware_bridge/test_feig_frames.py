"""FEIG ISO-Host frames: recorded bytes in both directions, and bytes that are no frame."""

import random
import time

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from burncard.firmware_bridge.crc16 import crc16
from burncard.firmware_bridge.feig.commands import Status
from burncard.firmware_bridge.feig.feig_decoder import FeigDecoder
from burncard.firmware_bridge.feig.frames import ADVANCED_MAX_BYTES, Frame, FrameReader, Refused, encode
from burncard.firmware_bridge.feig.records import (
    Listing,
    TagRecord,
    build_buffer,
    build_inventory,
    read_buffer,
    read_inventory,
)
from burncard.firmware_bridge.protocols import Side

RECORDED: list[tuple[Side, str, Frame]] = [
    ("host", "07FFB001001C56", Frame(0xFF, 0xB0, b"\x01\x00")),
    ("reader", "1100B000010300E01680FF080050248075", Frame(0, 0xB0, bytes.fromhex("010300E01680FF08005024"), 0)),
    ("reader", "0600B0015C63", Frame(0, 0xB0, b"", 1)),
    ("reader", "0700B08300B22C", Frame(0, 0xB0, b"\x00", 0x83)),
    ("host", "05FF63D3AE", Frame(0xFF, 0x63)),
    ("reader", "060063008607", Frame(0, 0x63, b"", 0)),
    (
        "host",
        "14FF81810000080100050004000000000000" + "31CA",
        Frame(0xFF, 0x81, bytes.fromhex("810000080100050004000000000000")),
    ),
    ("reader", "06008100AFDD", Frame(0, 0x81, b"", 0)),
    ("host", "020007FF746660", Frame(0xFF, 0x74, advanced=True)),
    ("host", "02000AFF2B0000FF89EB", Frame(0xFF, 0x2B, b"\x00\x00\xff", advanced=True)),
    ("reader", "020008FFB0844FDB", Frame(0xFF, 0xB0, b"", 0x84, advanced=True)),
]
FUZZ_BYTES = 1_000_000


def test_the_crc_is_that_of_the_check_string() -> None:
    assert crc16(b"123456789") == 0x6F91


@pytest.mark.parametrize(("side", "text", "frame"), RECORDED)
def test_recorded_frames_are_read_and_written_to_the_byte(side: Side, text: str, frame: Frame) -> None:
    assert FrameReader(side).receive(bytes.fromhex(text)) == [frame]
    assert encode(frame).hex().upper() == text


@pytest.mark.parametrize(("side", "text", "frame"), RECORDED)
def test_frames_may_come_byte_by_byte_and_several_at_once(side: Side, text: str, frame: Frame) -> None:
    raw = bytes.fromhex(text)
    reader = FrameReader(side)
    assert [item for byte in raw * 2 for item in reader.receive(bytes([byte]))] == [frame, frame]
    assert FrameReader(side).receive(raw * 3) == [frame] * 3


@pytest.mark.parametrize(("side", "text", "frame"), RECORDED)
def test_any_flipped_bit_is_refused_and_the_next_frame_is_found(side: Side, text: str, frame: Frame) -> None:
    raw = bytes.fromhex(text)
    for bit in range(len(raw) * 8):
        wrong = bytearray(raw)
        wrong[bit // 8] ^= 1 << bit % 8
        reader = FrameReader(side)
        found = reader.receive(bytes(wrong)) + reader.silence()
        assert [item for item in found if isinstance(item, Frame)] == []
        assert [type(item) for item in found] == [Refused]
        assert reader.receive(raw) == [frame]


def test_the_same_bytes_mean_another_thing_from_the_other_side() -> None:
    raw = encode(Frame(0, 0x31, b"", 0))
    assert FrameReader("reader").receive(raw) == [Frame(0, 0x31, b"", 0)]
    assert FrameReader("host").receive(raw) == [Frame(0, 0x31, b"\x00")]


def test_a_reply_of_more_than_255_bytes_is_advanced() -> None:
    frame = Frame(0, 0xB0, bytes(300), 0)
    raw = encode(frame)
    assert raw[:3] == bytes([2, 308 >> 8, 308 & 0xFF])
    assert FrameReader("reader").receive(raw) == [Frame(0, 0xB0, bytes(300), 0, advanced=True)]
    with pytest.raises(ValueError, match="4096 at most"):
        encode(Frame(0, 0xB0, bytes(ADVANCED_MAX_BYTES), 0))


def test_a_frame_after_a_false_beginning_is_found_when_the_line_falls_silent() -> None:
    good = bytes.fromhex(RECORDED[1][1])
    reader = FrameReader("reader")
    assert reader.receive(b"\xf0" + good) == []
    assert reader.silence() == [Refused("cut-short", "frame cut short after 18 bytes", b"\xf0"), RECORDED[1][2]]
    assert reader.errors.cut_short == 1


def test_a_right_crc_among_wrong_bytes_makes_no_frame_without_sense() -> None:
    nonsense = encode(Frame(0, 0x99, b"\x01\x02", 0))
    assert FrameReader("reader").receive(nonsense) == [Frame(0, 0x99, b"\x01\x02", 0)]
    reader = FrameReader("reader")
    found = reader.receive(b"\x01" + nonsense) + reader.silence()
    assert [type(item) for item in found] == [Refused]


UIDS = st.binary(min_size=7, max_size=7).map(lambda raw: "E0" + raw.hex().upper())


@given(st.lists(st.builds(TagRecord, UIDS, st.none(), st.none(), st.integers(0, 255)), max_size=200))
def test_inventories_are_read_as_they_are_written(tags: list[TagRecord]) -> None:
    assert read_inventory(build_inventory(tags)) == Listing(tuple(tags))


@given(
    st.lists(st.builds(TagRecord, UIDS, st.integers(0, 255), st.integers(0, 255), st.integers(0, 255)), max_size=200)
)
def test_inventories_with_antennas_are_read_as_they_are_written(tags: list[TagRecord]) -> None:
    assert read_inventory(build_inventory(tags)) == Listing(tuple(tags))


@given(st.lists(st.builds(TagRecord, UIDS, st.integers(0, 255), st.none(), st.integers(0, 255)), max_size=200))
def test_buffered_reads_are_read_as_they_are_written(tags: list[TagRecord]) -> None:
    assert read_buffer(build_buffer(tags)) == Listing(tuple(tags))


STRAYS = st.one_of(
    st.binary(min_size=7, max_size=7).map(lambda uid: b"\x04\x20\x00" + uid),
    st.binary(min_size=10, max_size=10).map(lambda uid: b"\x04\x24\x00" + uid),
    st.binary(min_size=9, max_size=9).map(lambda uid: b"\x05" + uid),
    st.binary(min_size=6, max_size=6).map(lambda uid: b"\x08\x00\x00" + uid),
    st.binary(min_size=0, max_size=20).map(lambda uid: b"\x84\x01" + bytes([len(uid)]) + uid),
)


@given(st.lists(UIDS.map(lambda uid: b"\x03\x00" + bytes.fromhex(uid)) | STRAYS, max_size=20))
def test_every_card_among_other_tags_is_found(records: list[bytes]) -> None:
    listing = read_inventory(bytes([len(records)]) + b"".join(records))
    assert [tag.uid for tag in listing.cards()] == [record[2:].hex().upper() for record in records if record[0] == 3]
    assert listing.whole
    assert len(listing.tags) == len(records)


@given(st.lists(UIDS, min_size=1, max_size=5), st.binary(min_size=1, max_size=12).filter(lambda raw: 0xE0 not in raw))
@example(["E000000000000000"], bytes.fromhex("001000000000000000"))  # sensible with antenna numbers too, without a card
def test_a_record_of_an_unknown_type_ends_where_the_next_card_begins(uids: list[str], unknown: bytes) -> None:
    cards = [b"\x03\x00" + bytes.fromhex(uid) for uid in uids]
    listing = read_inventory(bytes([len(cards) + 1]) + cards[0] + b"\x55" + unknown + b"".join(cards[1:]))
    assert [tag.uid for tag in listing.cards()] == uids
    assert [tag.kind for tag in listing.strays()] == ["unreadable-55"]
    assert listing.whole


@given(st.lists(UIDS, max_size=8), st.integers(0, 80))
@example(["E000000000000000"] * 3, 18)
@example(["E000000000000000"] * 2, 11)
@example(["E000000000000000"], 2)
@example(["E000000000000000"], 3)
def test_a_reply_that_ends_early_gives_the_cards_before_its_end(uids: list[str], size: int) -> None:
    data = bytes([len(uids)]) + b"".join(b"\x03\x00" + bytes.fromhex(uid) for uid in uids)
    listing = read_inventory(data[:size])
    assert [tag.uid for tag in listing.cards()] == uids[: max(0, size - 1) // 10]
    assert listing.whole == (size >= len(data) or size == 0)


def test_an_antenna_record_with_several_antennas_gives_the_tag_at_each() -> None:
    uid = "E00401000000000A"
    heard = bytes.fromhex("01002A0000000002002B00000000")
    record = b"\x11\x03\x00\x08" + bytes.fromhex(uid) + b"\x02" + heard
    deaf = b"\x10" + bytes.fromhex("03830000000000")
    assert read_inventory(b"\x02" + record + deaf) == Listing((TagRecord(uid, 1, 42, 0), TagRecord(uid, 2, 43, 0)))


@given(st.binary(max_size=600))
def test_no_bytes_make_reading_records_fail(data: bytes) -> None:
    for listing in (read_inventory(data), read_buffer(data)):
        assert all(tag.kind == "iso15693" for tag in listing.cards())
        assert len(listing.tags) <= 2 * len(data)


def test_statuses_are_named_as_in_the_manuals() -> None:
    names = {status.value: status.name for status in Status}
    assert names[0x01] == "NO_TAG"
    assert [names[code] for code in (0x10, 0x11)] == ["EEPROM_FAILURE", "PARAMETER_RANGE"]
    named = ["LOGIN_REQUEST", "LOGIN_ERROR", "READ_PROTECTED", "WRITE_PROTECTED", "FIRMWARE_ACTIVATION"]
    assert [names[code] for code in range(0x13, 0x18)] == named
    assert 0x12 not in names


def test_a_buffered_read_with_timer_blocks_and_a_turned_id() -> None:
    record = bytes.fromhex("030008") + bytes.fromhex("E01680FF08005024")[::-1]
    for blocks in ("000104AABBCCDD", "0104AABBCCDD"):
        # the number of blocks has two bytes in the manuals, one in older firmware
        whole = record + bytes.fromhex(blocks) + bytes.fromhex("00000001") + b"\x05"
        data = bytes([0x01 | 0x02 | 0x08 | 0x10 | 0x20, 0, 1]) + (len(whole) + 2).to_bytes(2, "big") + whole
        assert read_buffer(data) == Listing((TagRecord("E01680FF08005024", 5, None, 0),))


@given(st.binary(max_size=600), st.sampled_from(["host", "reader"]))
def test_records_and_decoder_take_any_bytes(data: bytes, side: Side) -> None:
    decoder = FeigDecoder(side)
    assert all("error" in item or "frame" in item for item in decoder.feed(data) + decoder.finish())


@given(st.integers(0, 255), st.integers(0, 255), st.binary(max_size=400), st.none() | st.integers(0, 255))
def test_every_frame_is_read_as_it_is_written(address: int, command: int, data: bytes, status: int | None) -> None:
    frame = Frame(address, command, data, status)
    advanced = len(data) + (5 if status is None else 6) > 255
    assert FrameReader(frame.side).receive(encode(frame)) == [Frame(address, command, data, status, advanced)]


@pytest.mark.parametrize("side", ["host", "reader"])
def test_a_million_random_bytes_make_no_frame_and_hide_none(side: Side) -> None:
    found, good = fuzz(side, FUZZ_BYTES, random.Random(1))
    assert found == good


def fuzz(side: Side, size: int, rng: random.Random) -> tuple[int, int]:
    """Feeds random bytes with a good frame now and then; how many frames were found, and how many good ones sent."""
    frames = [
        (bytes.fromhex(text), frame) for sender, text, frame in RECORDED if sender == side and frame.command != 0x2B
    ]
    reader = FrameReader(side)
    found = good = fed = 0
    while fed < size:
        noise = rng.randbytes(rng.randrange(1, 20_000))
        raw, frame = rng.choice(frames)
        for item in reader.receive(noise) + reader.silence():
            assert not isinstance(item, Frame), f"{noise.hex()} made {item}"
        items = reader.receive(raw) + reader.silence()
        assert [item for item in items if isinstance(item, Frame)] == [frame]
        found += 1
        good += 1
        fed += len(noise) + len(raw)
        assert reader.buffered_bytes() <= ADVANCED_MAX_BYTES
    return found, good


if __name__ == "__main__":
    for fuzzed_side in ("host", "reader"):
        began = time.perf_counter()
        print(fuzzed_side, fuzz(fuzzed_side, 10_000_000, random.Random(2)), f"{time.perf_counter() - began:.1f} s")
