"""Lines of the Metratec ASCII protocol.

    host    COMMAND [PARAMETER…] [CRC] CR
    reader  one or more lines, each ended by CR; in end-of-frame mode the last one by CR LF

The reply to an inventory lists ids of 16 hex digits, then `ARP nn` if the reader reports its antenna, then `IVF nn`,
the number of tags found. The CRC is optional: four hex digits over the command and the space after it; a reply may have
one too. Ids of other lengths, or of another beginning than E0, are those of tags that are no cards. Commands, replies
and errors are those of Metratec's protocol guide for its HF readers.
"""

import re
from dataclasses import dataclass, field
from typing import Literal

from burncard.firmware_bridge.crc16 import crc16
from burncard.firmware_bridge.protocols import Side

CR = 0x0D
LF = 0x0A
LINE_MAX_BYTES = 512  # longest line accepted; our choice

UID = re.compile(r"[0-9A-F]{16}")
FOUND = re.compile(r"IVF (\d\d|[1-9]\d\d)")
ANTENNA = re.compile(r"ARP (\d\d)")
IDENTITY = re.compile(r"([A-Za-z][A-Za-z0-9_]*) +(\d{4})?(\d{4})")
"""Name, hardware version (in the reply to REV only) and version."""
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
    "TDT": "tag data follows",
    "COK": "CRC of the tag right",
    "NCL": "no collision",
    "LOW": "input low",
    "HI!": "input high",
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
    "MOD": "kind of tags",
    "SET": "setting",
    "REQ": "tag request",
    "WRQ": "tag write request",
    "RIP": "read input",
    "WOP": "write output",
    "VBL": "verbosity",
}

TAKE_FOUR_DIGITS = frozenset({"REQ", "WRQ", "SET", "WOP"})
"""Commands whose last parameter can look like a CRC: four hex digits after a space."""

LineKind = Literal["uid", "found", "antenna", "identity", "serial", "word", "error", "data", "command"]
LineError = Literal["character", "too-long", "crc", "unknown", "cut-short"]


@dataclass(frozen=True, slots=True)
class Line:
    """One line: its kind, its text without the line end, and its value (number of tags found, or antenna)."""

    kind: LineKind
    text: str
    value: int = 0
    crc: bool = False


@dataclass(frozen=True, slots=True)
class RefusedLine:
    """Bytes that are not a line, and why."""

    reason: LineError
    text: str
    data: bytes


@dataclass(slots=True)
class LineErrors:
    """Number of lines refused, by reason."""

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
    """A command as bytes on the line. The CRC covers the command and the space after it."""
    if crc:
        command = f"{command} "
        command += f"{crc16(command.encode('ascii')):04X}"
    return command.encode("ascii") + b"\r"


def split_crc(text: str) -> tuple[str, bool | None]:
    """A command without its CRC, and whether the CRC was valid; None if there is none."""
    match = WITH_CRC.fullmatch(text)
    if match is None:
        return text, None
    return match[1][:-1], crc16(match[1].encode("ascii", "replace")) == int(match[2], 16)


@dataclass(slots=True)
class LineReader:
    """Takes the bytes that one side sent, in pieces of any size. Returns its lines and the bytes refused.

    A line ends with CR; the LF of end-of-frame mode belongs to the line before it. It keeps at most `LINE_MAX_BYTES`.
    """

    side: Side
    errors: LineErrors = field(default_factory=LineErrors)
    _buffer: bytearray = field(default_factory=bytearray)
    _overflowing: bool = False

    def receive(self, data: bytes) -> list[Line | RefusedLine]:
        """Takes bytes. Returns the lines that they complete."""
        lines: list[Line | RefusedLine] = []
        *ended, rest = data.split(b"\r")
        for piece in ended:
            self._add(piece)
            lines += self._finish()
        self._add(rest)
        return lines

    def silence(self) -> list[Line | RefusedLine]:
        """No more bytes will come: an unfinished line is refused."""
        raw = bytes(self._buffer)
        self._buffer.clear()
        if raw in (b"", b"\n"):
            return []
        return [self._refuse("cut-short", f"line cut short after {len(raw)} bytes", raw)]

    def buffered_bytes(self) -> int:
        """Size of the unfinished line, in bytes."""
        return len(self._buffer)

    def _add(self, piece: bytes) -> None:
        room = LINE_MAX_BYTES - len(self._buffer)
        self._overflowing = self._overflowing or len(piece) > room
        self._buffer += piece[:room]

    def _finish(self) -> list[Line | RefusedLine]:
        raw = bytes(self._buffer)
        self._buffer.clear()
        # the LF that ends a reply follows its CR, so it precedes the next line
        raw = raw.removeprefix(b"\n")
        if self._overflowing:
            self._overflowing = False
            return [self._refuse("too-long", f"more than {LINE_MAX_BYTES} bytes without a CR", raw)]
        if not raw:
            return []
        if any(not 0x20 <= byte < 0x7F for byte in raw):
            return [self._refuse("character", "a byte that is not printable ASCII", raw)]
        text = raw.decode("ascii")
        return [self._command(text, raw) if self.side == "host" else self._reply(text, raw)]

    def _command(self, text: str, raw: bytes) -> Line | RefusedLine:
        command, right = split_crc(text)
        known = command[:3] in COMMANDS and (COMMAND.fullmatch(command) is not None)
        if right is False and command[:3] not in TAKE_FOUR_DIGITS:
            return self._refuse("crc", f"wrong CRC of {command!r}", raw)
        if not known:
            return self._refuse("unknown", f"{text!r} is not a command", raw)
        return Line("command", command.rstrip() if right else text.rstrip(), crc=bool(right))

    def _reply(self, text: str, raw: bytes) -> Line | RefusedLine:
        without, right = split_crc(text)
        line = read_reply(without if right else text)
        if line is not None:
            return line
        if right is False and read_reply(without) is not None:
            return self._refuse("crc", f"wrong CRC of {without!r}", raw)
        return self._refuse("unknown", f"{text!r} is not a reply", raw)

    def _refuse(self, reason: LineError, text: str, raw: bytes) -> RefusedLine:
        self.errors.add(reason)
        return RefusedLine(reason, text, raw)


def read_reply(text: str) -> Line | None:
    """A line from a reader; None if it is not a known reply."""
    word = text.split(" ", 1)[0]
    if word in WORDS:
        return Line("word", text) if text == word else None
    if word in ERRORS:
        return Line("error", text)
    if SERIAL.fullmatch(text):
        # not a tag: ISO 15693 ids start with E0, so they contain a letter
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
