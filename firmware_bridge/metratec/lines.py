"""Lines of the Metratec ASCII protocol.

    host    COMMAND [PARAMETER…] [CRC] CR
    reader  one or more lines, each with a CR; in end-of-frame mode the last one has CR LF

An inventory's reply lists ids of 16 hex digits, then `ARP nn` where the reader reports its antennas, then `IVF nn`, the
number of tags found. The CRC is optional: four hex digits over the command with its space behind it.
"""

import re
from dataclasses import dataclass, field
from typing import Literal

from burncard.firmware_bridge.crc16 import crc16
from burncard.firmware_bridge.protocols import Side

CR = 0x0D
LF = 0x0A
LINE_MAX_BYTES = 512

UID = re.compile(r"[0-9A-F]{16}")
FOUND = re.compile(r"IVF (\d\d|[1-9]\d\d)")
ANTENNA = re.compile(r"ARP (\d\d)")
IDENTITY = re.compile(r"([A-Za-z][A-Za-z0-9_]*) +(\d{4})(\d{4})")
SERIAL = re.compile(r"\d{16}")
TAG_DATA = re.compile(r"(?:[0-9A-F]{2}){3,}")
COMMAND = re.compile(r"[A-Z]{3}(?: [\x20-\x7E]*)?")
WITH_CRC = re.compile(r"(.* )([0-9A-F]{4})")

ERRORS = {
    "UCO": "unknown command",
    "UPA": "unknown parameter",
    "CCE": "wrong CRC",
    "NOS": "not supported",
    "NOR": "number out of range",
    "EDX": "no decimal number",
    "EHX": "no hexadecimal number",
    "TNR": "no tag answers",
    "CDT": "collision",
    "RDL": "data of the tag too long",
    "RXE": "tag data too long or too short",
    "RNW": "radio not configured",
    "CLD": "collision",
    "CER": "wrong CRC of the tag",
    "NRF": "no radio field",
    "FLE": "FIFO length",
    "URE": "radio hardware",
    "BOD": "brownout",
    "BOF": "buffer overflow",
    "CRT": "command receive time-out",
    "WDT": "restarted by its watchdog",
    "DNS": "did not sleep",
    "NCM": "not in continuous mode",
}
WORDS = {
    "OK!": "done",
    "BRA": "continuous mode stopped",
    "HBT": "heartbeat",
    "GMO": "awake",
    "GN8": "asleep",
    "SRT": "restarted",
    "TDT": "tag data follow",
    "COK": "CRC of the tag right",
    "NCL": "no collision",
}
COMMANDS = {
    "INV": "inventory",
    "CNR": "repeat continuously",
    "BRK": "stop continuous mode",
    "REV": "revision",
    "RSN": "serial number",
    "HWR": "hardware revision",
    "RFW": "firmware revision",
    "RHR": "hardware revision",
    "SRI": "radio",
    "SAP": "antennas",
    "HBT": "heartbeat",
    "EOF": "end-of-frame mode on",
    "NEF": "end-of-frame mode off",
    "CON": "CRC on",
    "COF": "CRC off",
    "WAK": "wake",
    "STB": "standby",
    "RST": "reset",
    "MOD": "mode",
    "SET": "setting",
    "REQ": "tag request",
    "WRQ": "tag write request",
    "RIP": "read input",
    "WOP": "write output",
    "VBL": "verbosity",
}

TAKE_FOUR_DIGITS = frozenset({"REQ", "WRQ", "SET", "WOP"})
"""Commands whose last parameter can look like a CRC."""

LineKind = Literal["uid", "found", "antenna", "identity", "serial", "word", "error", "data", "command"]
LineError = Literal["character", "too-long", "crc", "unknown", "cut-short"]


@dataclass(frozen=True, slots=True)
class Line:
    """One line: what it is, its text without its end, and its value: the number of tags found, the antenna."""

    kind: LineKind
    text: str
    value: int = 0
    crc: bool = False


@dataclass(frozen=True, slots=True)
class RefusedLine:
    """Bytes that are no line, and why."""

    reason: LineError
    text: str
    data: bytes


@dataclass(slots=True)
class LineErrors:
    """How many lines were refused, by reason."""

    character: int = 0
    too_long: int = 0
    crc: int = 0
    unknown: int = 0
    cut_short: int = 0

    def add(self, reason: LineError) -> None:
        """Counts one more."""
        name = reason.replace("-", "_")
        setattr(self, name, getattr(self, name) + 1)


def encode_command(command: str, *, crc: bool = False) -> bytes:
    """A command as bytes on the line. The CRC is over the command and the space before it."""
    if crc:
        command = f"{command} "
        command += f"{crc16(command.encode('ascii')):04X}"
    return command.encode("ascii") + b"\r"


def split_crc(text: str) -> tuple[str, bool | None]:
    """A command without its CRC, and whether that was right; None where there is none."""
    match = WITH_CRC.fullmatch(text)
    if match is None:
        return text, None
    return match[1][:-1], crc16(match[1].encode("ascii", "replace")) == int(match[2], 16)


@dataclass(slots=True)
class LineReader:
    """Takes the bytes that one side sent, in pieces of any size, and gives its lines and what was refused.

    A line ends with CR; the LF of the end-of-frame mode belongs to the line before it. At most `LINE_MAX_BYTES` are
    kept.
    """

    side: Side
    errors: LineErrors = field(default_factory=LineErrors)
    _buffer: bytearray = field(default_factory=bytearray)
    _overflowing: bool = False

    def receive(self, data: bytes) -> list[Line | RefusedLine]:
        """Takes bytes; the lines that they end."""
        lines: list[Line | RefusedLine] = []
        *ended, rest = data.split(b"\r")
        for piece in ended:
            self._add(piece)
            lines += self._finish()
        self._add(rest)
        return lines

    def silence(self) -> list[Line | RefusedLine]:
        """No more bytes will come: a line that has begun is refused."""
        raw = bytes(self._buffer)
        self._buffer.clear()
        if raw in (b"", b"\n"):
            return []
        return [self._refuse("cut-short", f"line cut short after {len(raw)} bytes", raw)]

    def buffered_bytes(self) -> int:
        """How much of a line has come."""
        return len(self._buffer)

    def _add(self, piece: bytes) -> None:
        room = LINE_MAX_BYTES - len(self._buffer)
        self._overflowing = self._overflowing or len(piece) > room
        self._buffer += piece[:room]

    def _finish(self) -> list[Line | RefusedLine]:
        raw = bytes(self._buffer)
        self._buffer.clear()
        # the LF of a frame's end comes behind its CR, and so before the next line
        raw = raw.removeprefix(b"\n")
        if self._overflowing:
            self._overflowing = False
            return [self._refuse("too-long", f"more than {LINE_MAX_BYTES} bytes without a CR", raw)]
        if not raw:
            return []
        if any(not 0x20 <= byte < 0x7F for byte in raw):
            return [self._refuse("character", "a byte that is no printable character", raw)]
        text = raw.decode("ascii")
        return [self._command(text, raw) if self.side == "host" else self._reply(text, raw)]

    def _command(self, text: str, raw: bytes) -> Line | RefusedLine:
        command, right = split_crc(text)
        known = command[:3] in COMMANDS and (COMMAND.fullmatch(command) is not None)
        if right is False and command[:3] not in TAKE_FOUR_DIGITS:
            return self._refuse("crc", f"wrong CRC of {command!r}", raw)
        if not known:
            return self._refuse("unknown", f"{text!r} is no command", raw)
        return Line("command", command.rstrip() if right else text.rstrip(), crc=bool(right))

    def _reply(self, text: str, raw: bytes) -> Line | RefusedLine:
        return read_reply(text) or self._refuse("unknown", f"{text!r} is no reply", raw)

    def _refuse(self, reason: LineError, text: str, raw: bytes) -> RefusedLine:
        self.errors.add(reason)
        return RefusedLine(reason, text, raw)


def read_reply(text: str) -> Line | None:
    """What a reader's line says; None where it says nothing that is known."""
    word = text.split(" ", 1)[0]
    if word in WORDS:
        return Line("word", text) if text == word else None
    if word in ERRORS:
        return Line("error", text)
    if SERIAL.fullmatch(text):
        # no tag of ISO 15693 has an id without a letter: they begin with E0
        return Line("serial", text)
    if UID.fullmatch(text):
        return Line("uid", text)
    found, antenna = FOUND.fullmatch(text), ANTENNA.fullmatch(text)
    if found:
        return Line("found", text, int(found[1]))
    if antenna:
        return Line("antenna", text, int(antenna[1]))
    if IDENTITY.fullmatch(text):
        return Line("identity", text)
    return Line("data", text) if TAG_DATA.fullmatch(text) else None
