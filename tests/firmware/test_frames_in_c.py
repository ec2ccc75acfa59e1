"""The firmware's frames follow the specification: every golden frame both ways, every refusal, and noise."""

import json
import subprocess
from importlib.resources import files
from pathlib import Path
from random import Random
from typing import Any

from burncard.firmware_bridge.link_frames import Frame, FrameReader, encode_frame

FUZZ_BYTES = 1_000_000
VECTORS: dict[str, list[dict[str, Any]]] = json.loads(
    files("burncard.hardware").joinpath("vectors/link.json").read_text()
)


def read_in_c(host_build: Path, line: bytes) -> list[str]:
    """What the firmware's frame reader says of a line. Memory errors and undefined behaviour end it with a failure."""
    result = subprocess.run([host_build / "frames"], input=line, capture_output=True, check=False)
    assert result.returncode == 0, result.stderr.decode()
    return result.stdout.decode().splitlines()


def test_every_golden_frame_is_read_and_written_alike(host_build: Path) -> None:
    lines = "".join(vector["line"] for vector in VECTORS["frames"])
    assert read_in_c(host_build, bytes.fromhex(lines)) == [
        f"whole {vector['type']:02X} {vector['number']:08X} {vector['payload']} {vector['line']}"
        for vector in VECTORS["frames"]
    ]


def test_every_bad_golden_frame_is_refused_for_its_reason(host_build: Path) -> None:
    bad = [vector for vector in VECTORS["refused"] if "reason" in vector]
    assert bad
    for vector in bad:
        assert read_in_c(host_build, bytes.fromhex(vector["line"])) == [f"refused {vector['reason']}"], vector["what"]


def test_it_agrees_with_the_bridge_on_a_million_bytes_of_damaged_line(host_build: Path) -> None:
    rng = Random(11)
    line = bytearray()
    while len(line) < FUZZ_BYTES:
        frame = encode_frame(Frame(rng.randrange(256), rng.getrandbits(32), rng.randbytes(rng.randrange(241))))
        choice = rng.randrange(4)
        if choice == 1:
            frame = frame[: rng.randrange(len(frame))]
        elif choice == 2:
            place = rng.randrange(len(frame))
            frame = frame[:place] + bytes([rng.randrange(256)]) + frame[place + 1 :]
        elif choice == 3:
            frame = rng.randbytes(rng.randrange(600))
        line += frame
    line += b"\x00"
    reader = FrameReader()
    expected = [
        f"whole {frame.type:02X} {frame.number:08X} {frame.payload.hex().upper()}"
        for frame in reader.receive(bytes(line))
    ]
    said = read_in_c(host_build, bytes(line))
    assert [words.rsplit(" ", 1)[0] for words in said if words.startswith("whole")] == expected
    for reason in ("cobs", "short", "crc", "version", "too_long"):
        assert said.count(f"refused {reason}") == getattr(reader.errors, reason), reason
