"""Metratec lines: recorded bytes in both directions, and bytes that are no line."""

import random
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from burncard.firmware_bridge.metratec.lines import LINE_MAX_BYTES, Line, LineReader, RefusedLine, encode_command
from burncard.firmware_bridge.metratec.metratec_decoder import MetratecDecoder
from burncard.firmware_bridge.protocols import Side

RECORDED: list[tuple[Side, bytes, list[Line]]] = [
    (
        "reader",
        b"E0040150954F02B1\rE200600311753E33\rARP 12\rIVF 02\r",
        [
            Line("uid", "E0040150954F02B1"),
            Line("uid", "E200600311753E33"),
            Line("antenna", "ARP 12", 12),
            Line("found", "IVF 02", 2),
        ],
    ),
    (
        "reader",
        b"TDT\r0011112222B7DD\rCOK\rNCL\r",
        [Line("word", "TDT"), Line("data", "0011112222B7DD"), Line("word", "COK"), Line("word", "NCL")],
    ),
    ("reader", b"OK!\r\n", [Line("word", "OK!")]),
    ("reader", b"DESKID_ISO     01000218\r", [Line("identity", "DESKID_ISO     01000218")]),
    ("reader", b"2009090314570000\r", [Line("serial", "2009090314570000")]),
    ("reader", b"UCO\r", [Line("error", "UCO")]),
    ("host", b"INV \r", [Line("command", "INV")]),
    ("host", b"CNR INV\r", [Line("command", "CNR INV")]),
    ("host", b"SRI SS 100\r", [Line("command", "SRI SS 100")]),
    ("host", b"SAP AUT 4 10\r", [Line("command", "SAP AUT 4 10")]),
    ("host", b"SET PWR 4000\r", [Line("command", "SET PWR 4000")]),
    ("host", b"COF 4F5E\r", [Line("command", "COF", crc=True)]),
    ("host", b"WAK 5E70\r", [Line("command", "WAK", crc=True)]),
]
REFUSED: list[tuple[Side, bytes, str]] = [
    ("host", b"COF 4F5F\r", "crc"),
    ("host", b"XYZ\r", "unknown"),
    ("host", b"IN\xff\r", "character"),
    ("reader", b"IVF 2\r", "unknown"),
    ("reader", b"E0040150954F02B\r", "unknown"),
    ("reader", b"hello\r", "unknown"),
    ("reader", b"0" * 600 + b"\r", "too-long"),
]
FUZZ_BYTES = 1_000_000


@pytest.mark.parametrize(("side", "raw", "lines"), RECORDED)
def test_recorded_lines_are_read_whole_in_pieces_and_several_at_once(side: Side, raw: bytes, lines: list[Line]) -> None:
    assert LineReader(side).receive(raw) == lines
    reader = LineReader(side)
    assert [line for byte in raw * 2 for line in reader.receive(bytes([byte]))] == lines * 2
    assert LineReader(side).receive(raw * 3) == lines * 3


@pytest.mark.parametrize(("side", "raw", "reason"), REFUSED)
def test_a_wrong_line_is_refused_with_its_reason_and_the_next_one_is_read(side: Side, raw: bytes, reason: str) -> None:
    reader = LineReader(side)
    good, line = (b"INV\r", Line("command", "INV")) if side == "host" else (b"TNR\r", Line("error", "TNR"))
    refused, after = reader.receive(raw + good)
    assert isinstance(refused, RefusedLine)
    assert refused.reason == reason
    assert getattr(reader.errors, reason.replace("-", "_")) == 1
    assert after == line


def test_a_line_cut_short_is_refused() -> None:
    reader = LineReader("reader")
    assert reader.receive(b"IVF 0") == []
    assert reader.silence() == [RefusedLine("cut-short", "line cut short after 5 bytes", b"IVF 0")]


def test_commands_are_written_with_and_without_their_crc() -> None:
    assert encode_command("INV ") == b"INV \r"
    assert encode_command("COF", crc=True) == b"COF 4F5E\r"
    assert encode_command("WAK", crc=True) == b"WAK 5E70\r"


@given(st.sampled_from(["INV", "CNR INV", "SRI SS 100", "SAP MAN 7", "HBT 2", "REV"]))
def test_a_command_with_its_crc_is_read_as_it_was_written(command: str) -> None:
    assert LineReader("host").receive(encode_command(command, crc=True)) == [Line("command", command, crc=True)]


@given(st.binary(max_size=600), st.sampled_from(["host", "reader"]))
def test_the_decoder_takes_any_bytes(data: bytes, side: Side) -> None:
    decoder = MetratecDecoder(side)
    assert all("error" in item or "frame" in item for item in decoder.feed(data) + decoder.finish())


@pytest.mark.parametrize("side", ["host", "reader"])
def test_a_million_random_bytes_make_no_line_and_hide_none(side: Side) -> None:
    found, good = fuzz(side, FUZZ_BYTES, random.Random(1))
    assert found == good


def fuzz(side: Side, size: int, rng: random.Random) -> tuple[int, int]:
    """Feeds random bytes with a good reply now and then; how many were found, and how many sent."""
    replies = [(raw, lines) for sender, raw, lines in RECORDED if sender == side]
    reader = LineReader(side)
    found = good = fed = 0
    while fed < size:
        noise = rng.randbytes(rng.randrange(1, 2000))
        raw, lines = rng.choice(replies)
        for item in reader.receive(noise + b"\r"):
            assert isinstance(item, RefusedLine), f"{noise.hex()} made {item}"
        assert reader.receive(raw) == lines
        assert reader.buffered_bytes() <= LINE_MAX_BYTES
        found += 1
        good += 1
        fed += len(noise) + len(raw)
    return found, good


if __name__ == "__main__":
    for fuzzed_side in ("host", "reader"):
        began = time.perf_counter()
        print(fuzzed_side, fuzz(fuzzed_side, 10_000_000, random.Random(2)), f"{time.perf_counter() - began:.1f} s")
