"""Link frames: an encoded frame decodes to itself, and a damaged one is dropped."""

import json
import os
from importlib.resources import files
from random import Random
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from burncard.firmware_bridge.driver import Nanoseconds
from burncard.firmware_bridge.host_link import HostLink
from burncard.firmware_bridge.link_decoder import LinkDecoder
from burncard.firmware_bridge.link_frames import ENCODED_MAX_BYTES, PAYLOAD_MAX_BYTES, Frame, FrameReader, encode_frame
from burncard.firmware_bridge.link_messages import Type
from burncard.firmware_bridge.protocols import Side

FUZZ_BYTES = int(os.environ.get("BURNCARD_FUZZ_BYTES", "1_000_000"))

frames = st.builds(
    Frame,
    st.integers(0, 255),
    st.integers(0, 2**32 - 1),
    st.binary(max_size=PAYLOAD_MAX_BYTES),
)


@given(st.lists(frames, max_size=8), st.integers(1, 50))
def test_frames_come_back_whatever_the_pieces(sent: list[Frame], piece_bytes: int) -> None:
    line = b"".join(encode_frame(frame) for frame in sent)
    reader = FrameReader()
    got = [
        frame
        for start in range(0, len(line), piece_bytes)
        for frame in reader.receive(line[start : start + piece_bytes])
    ]
    assert got == sent
    assert reader.errors.total() == 0


@given(frames, st.data())
def test_a_flipped_bit_is_never_accepted(frame: Frame, data: st.DataObject) -> None:
    encoded = bytearray(encode_frame(frame))
    place = data.draw(st.integers(0, len(encoded) - 2))
    encoded[place] ^= 1 << data.draw(st.integers(0, 7))
    assert frame not in FrameReader().receive(bytes(encoded))


def test_noise_gives_no_frame_uses_bounded_memory_and_hides_no_later_frame() -> None:
    rng = Random(1)
    reader = FrameReader()
    good = Frame(0x90, 7, b"good")
    for _ in range(FUZZ_BYTES // 1000):
        assert reader.receive(rng.randbytes(1000)) == []
        assert reader.buffered_bytes() <= ENCODED_MAX_BYTES
    assert reader.receive(b"\x00" + encode_frame(good)) == [good]
    assert reader.errors.total() > 0


def test_damaged_frames_give_no_frame_that_was_not_sent_and_the_next_one_is_found() -> None:
    rng = Random(2)
    reader, host = FrameReader(), HostLink(session=0)
    host.connected(Nanoseconds(0))
    sent = {Frame(vector["type"], vector["number"], bytes.fromhex(vector["payload"])) for vector in vectors()["frames"]}
    lines = [bytearray(encode_frame(frame)) for frame in sorted(sent, key=lambda frame: frame.type)]
    fed = 0
    while fed < FUZZ_BYTES:
        line = bytearray(rng.choice(lines))
        for _ in range(rng.randrange(1, 4)):
            line[rng.randrange(len(line))] = rng.randrange(256)
        assert sent.issuperset(reader.receive(bytes(line)))
        host.receive(bytes(line), Nanoseconds(fed))
        host.take_output()
        host.take_events()
        fed += len(line)
    good = Frame(0x90, 7, b"good")
    assert reader.receive(b"\x00" + encode_frame(good))[-1] == good


def test_a_frame_without_end_is_dropped_as_too_long() -> None:
    reader = FrameReader()
    reader.receive(b"\x01" * 10_000 + b"\x00")
    assert reader.errors.too_long == 1


def vectors() -> dict[str, list[dict[str, Any]]]:
    text = files("burncard.hardware").joinpath("vectors", "link.json").read_text(encoding="utf-8")
    return cast(dict[str, list[dict[str, Any]]], json.loads(text))


@pytest.mark.parametrize("vector", vectors()["frames"], ids=lambda vector: vector["what"])
def test_golden_frames_are_what_the_specification_says(vector: dict[str, Any]) -> None:
    line = bytes.fromhex(vector["line"])
    frame = Frame(vector["type"], vector["number"], bytes.fromhex(vector["payload"]))
    assert encode_frame(frame) == line
    assert FrameReader().receive(line) == [frame]
    assert LinkDecoder(vector["from"]).feed(line) == [vector["decoded"]]
    other: Side = "reader" if vector["from"] == "host" else "host"
    assert "error" in LinkDecoder(other).feed(line)[0]


@pytest.mark.parametrize("vector", vectors()["refused"], ids=lambda vector: vector["what"])
def test_bad_golden_frames_are_refused_and_counted_by_reason(vector: dict[str, Any]) -> None:
    reader = FrameReader()
    good = Frame(2, 0, bytes(4))
    assert reader.receive(bytes.fromhex(vector["line"]) + encode_frame(good)) == [good]
    assert getattr(reader.errors, vector["reason"]) == reader.errors.total() == 1


def test_every_message_type_has_a_golden_frame() -> None:
    assert {vector["type"] for vector in vectors()["frames"]} == set(Type)


def test_a_frame_cut_short_is_explained() -> None:
    decoder = LinkDecoder("host")
    assert decoder.feed(encode_frame(Frame(2, 0, bytes(4)))[:-3]) == []
    assert decoder.finish() == [{"error": "frame cut short after 13 bytes", "reason": "cut-short"}]
