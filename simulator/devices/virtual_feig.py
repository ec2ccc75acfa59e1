"""A virtual FEIG reader in ISO-Host mode, with the habits of real ones.

It does not answer a bad frame, or one with a pause of more than 12 ms. A reply of more than 255 bytes is an advanced
frame, and an advanced request gets an advanced reply. A full reply says that there are more tags. A reader that scans
by itself refuses host commands, and sends the next sets of its buffer only after the last ones were cleared.
"""

from dataclasses import dataclass, field
from random import Random
from typing import Literal

from burncard.firmware_bridge.driver import MS, SECOND, Nanoseconds
from burncard.firmware_bridge.events import Face
from burncard.firmware_bridge.feig.commands import (
    CONFIGURATION_BYTES,
    INFO_DEVICE_ID,
    INFO_FIRMWARE,
    INVENTORY,
    MODE_ANTENNA,
    MODE_MORE,
    SHAPES,
    Command,
    Status,
)
from burncard.firmware_bridge.feig.frames import ANY_READER, INTER_BYTE_MAX_NS, Frame, FrameReader, encode
from burncard.firmware_bridge.feig.records import TagRecord, build_buffer, build_inventory

CHANNELS = 8  # of one multiplexer (manual)
ANTENNAS_MAX = 16  # two multiplexers
REPLY_TAGS_MAX = 30  # our choice: small enough that a full table needs more than one reply
BUFFER_MAX = 200  # data sets kept; our choice
RSSI = 42
INVENTORY_NS = 5 * MS  # time of an inventory, and for each tag; our choice
INVENTORY_TAG_NS = 9 * MS
REPLY_NS = 6 * MS  # time of any other command; our choice
SCAN_NS = 50 * MS  # between scans of a reader that scans by itself; our choice
ACKNOWLEDGE_NS = 5 * SECOND  # until an unacknowledged notification is repeated (manual)
REVISION = bytes([3, 0x15, 0, 0, 0x5C, 0, 0x08])

Mode = Literal["host", "buffered", "notification"]


@dataclass(slots=True)
class _Inventory:
    """Tags of the last inventory that are not reported yet."""

    left: list[TagRecord] = field(default_factory=list)


class VirtualFeig:
    """One reader. `mode`: it waits for requests, fills a buffer, or sends notifications.

    `multiplexed`: its antennas are the channels of external multiplexers; otherwise it names them in its replies on
    request.
    """

    def __init__(self, device_id: int, address: int = 0, mode: Mode = "host", *, multiplexed: bool = True) -> None:
        self.mode = mode
        self.antenna = 1
        self._id = device_id.to_bytes(4, "big")
        self._address = address
        self._multiplexed = multiplexed
        self._reader = FrameReader("host")
        self._output = bytearray()
        self._later: list[tuple[int, Frame]] = []
        self._lying: dict[str, int] = {}
        self._seen: dict[str, int] = {}
        self._buffer: list[TagRecord] = []
        self._given = 0
        self._overflowed = False
        self._inventory = _Inventory()
        self._configuration: dict[int, bytes] = {}
        self._heard_ns = 0
        self._busy_until_ns = 0
        self._scan_ns = 0
        self._notify_ns: int | None = None

    # ---- what people do at the table --------------------

    def put_tag(self, uid: str, antenna: int, face: Face, now_ns: Nanoseconds, *, boxed: bool = False) -> None:
        """A tag comes to lie over an antenna. Raises ValueError for an antenna or a tag id that there cannot be. Radio
        sees no face."""
        if not 1 <= antenna <= ANTENNAS_MAX:
            raise ValueError(f"antenna {antenna}; there are 1 to {ANTENNAS_MAX}")
        if len(bytes.fromhex(uid)) != 8 or not uid.startswith("E0"):
            raise ValueError(f"tag {uid!r} is not 16 hex digits that begin with E0")
        self._lying[uid] = antenna

    def take_tag(self, uid: str, now_ns: Nanoseconds) -> None:
        """A tag leaves the table."""
        self._lying.pop(uid, None)
        self._seen.pop(uid, None)

    # ---- the line --------------------

    def receive(self, data: bytes, now_ns: Nanoseconds) -> None:
        """Bytes of the host."""
        self._pause(now_ns)
        self._heard_ns = now_ns
        for item in self._reader.receive(data):
            if isinstance(item, Frame) and item.address in (ANY_READER, self._address):
                self._obey(item, now_ns)

    def tick(self, now_ns: Nanoseconds) -> None:
        """Answers what has been worked out, and scans."""
        self._pause(now_ns)
        if self.mode != "host" and now_ns >= self._scan_ns:
            self._scan(now_ns)
        if self._notify_ns is not None and now_ns >= self._notify_ns:
            self._notify(now_ns)
        while self._later and self._later[0][0] <= now_ns:
            self._output += encode(self._later.pop(0)[1])

    def next_due_ns(self) -> Nanoseconds | None:
        """When `tick` has something to do."""
        due = [when for when, _ in self._later[:1]]
        if self._reader.buffered_bytes():
            due.append(self._heard_ns + INTER_BYTE_MAX_NS)
        if self.mode != "host":
            due.append(self._scan_ns)
        if self._notify_ns is not None:
            due.append(self._notify_ns)
        return Nanoseconds(min(due)) if due else None

    def take_output(self) -> bytes:
        """Bytes for the host."""
        output = bytes(self._output)
        self._output.clear()
        return output

    def line_lost(self) -> None:
        """The line was pulled."""
        self._reader = FrameReader("host")
        self._output.clear()
        self._later.clear()

    def _pause(self, now_ns: Nanoseconds) -> None:
        if self._reader.buffered_bytes() and now_ns - self._heard_ns >= INTER_BYTE_MAX_NS:
            self._reader = FrameReader("host")

    # ---- commands --------------------

    def _obey(self, request: Frame, now_ns: Nanoseconds) -> None:
        status, data, work_ns = self._answer(request, now_ns)
        reply = Frame(self._address, request.command, data, status, request.advanced)
        self._busy_until_ns = max(self._busy_until_ns, now_ns) + work_ns
        self._later.append((self._busy_until_ns, reply))

    def _answer(self, request: Frame, now_ns: Nanoseconds) -> tuple[int, bytes, int]:
        shape = SHAPES.get(request.command)
        if shape is not None and len(request.data) not in shape.request:
            return Status.LENGTH_ERROR, b"", REPLY_NS
        match request.command:
            case Command.ISO_15693:
                return self._iso(request.data)
            case Command.SET_MULTIPLEXER:
                return self._multiplex(request.data), b"", REPLY_NS
            case Command.READ_BUFFER | Command.BUFFER_INFO | Command.CLEAR_BUFFER | Command.INITIALISE_BUFFER:
                return *self._buffered(request, now_ns), REPLY_NS
            case Command.READ_CONFIGURATION | Command.WRITE_CONFIGURATION:
                return *self._configure(request), REPLY_NS
        return *self._own_business(request, now_ns), REPLY_NS

    def _own_business(self, request: Frame, now_ns: Nanoseconds) -> tuple[int, bytes]:
        match request.command:
            case Command.SOFTWARE_VERSION:
                return Status.OK, REVISION
            case Command.READER_INFO:
                if request.data[0] == INFO_FIRMWARE:
                    return Status.OK, REVISION + bytes([2, 0, 2, 0])
                if request.data[0] == INFO_DEVICE_ID:
                    return Status.OK, self._id + bytes(13)
                return Status.PARAMETER_RANGE, b""
            case Command.CPU_RESET | Command.SYSTEM_RESET:
                self._restart()
                return Status.OK, b""
            case Command.GET_INPUTS:
                return Status.OK, b"\x00"
            case Command.RF_RESET | Command.RF_ON_OFF | Command.BAUD_RATE_DETECTION | Command.SAVE_CONFIGURATION:
                return Status.OK, b""
        return Status.UNKNOWN_COMMAND, b""

    def _restart(self) -> None:
        self.antenna = 1
        self._buffer.clear()
        self._seen.clear()
        self._given = 0
        self._inventory.left.clear()
        self._notify_ns = None

    def _configure(self, request: Frame) -> tuple[int, bytes]:
        block = request.data[0] & 0x3F
        if request.command == Command.READ_CONFIGURATION:
            return Status.OK, self._configuration.get(block, bytes(CONFIGURATION_BYTES))
        self._configuration[block] = request.data[1:]
        return Status.OK, b""

    def _multiplex(self, data: bytes) -> int:
        if not self._multiplexed:
            return Status.UNKNOWN_COMMAND
        if self.mode != "host":
            return Status.NOT_AVAILABLE_NOW
        multiplexer, channel, second = data
        if multiplexer >= ANTENNAS_MAX // CHANNELS or channel > CHANNELS or second > CHANNELS:
            return Status.PARAMETER_RANGE
        self.antenna = multiplexer * CHANNELS + channel if channel else 0
        return Status.OK

    def _iso(self, data: bytes) -> tuple[int, bytes, int]:
        if self.mode != "host":
            return Status.NOT_AVAILABLE_NOW, b"", REPLY_NS
        if len(data) < 2:
            return Status.LENGTH_ERROR, b"", REPLY_NS
        if data[0] != INVENTORY:
            return Status.PARAMETER_RANGE, b"", REPLY_NS
        selects = bool(data[1] & MODE_ANTENNA)
        if selects and self._multiplexed:
            return Status.PARAMETER_RANGE, b"", REPLY_NS
        if len(data) != (3 if selects else 2):
            return Status.LENGTH_ERROR, b"", REPLY_NS
        work_ns = REPLY_NS
        if not data[1] & MODE_MORE:
            self._inventory.left = self._found(data[2] if selects else None)
            work_ns = INVENTORY_NS + INVENTORY_TAG_NS * max(1, len(self._inventory.left))
        told, self._inventory.left = self._inventory.left[:REPLY_TAGS_MAX], self._inventory.left[REPLY_TAGS_MAX:]
        if not told:
            return Status.NO_TAG, b"", work_ns
        return Status.MORE_DATA if self._inventory.left else Status.OK, build_inventory(told), work_ns

    def _found(self, mask: int | None) -> list[TagRecord]:
        if mask is None:
            return [TagRecord(uid) for uid, antenna in self._lying.items() if antenna == self.antenna]
        return [
            TagRecord(uid, antenna, RSSI)
            for uid, antenna in self._lying.items()
            if antenna <= CHANNELS and mask >> antenna - 1 & 1
        ]

    # ---- scanning by itself --------------------

    def _scan(self, now_ns: Nanoseconds) -> None:
        self._scan_ns = now_ns + SCAN_NS
        for uid, antenna in self._lying.items():
            if self._seen.get(uid) == antenna:
                continue
            if len(self._buffer) >= BUFFER_MAX:
                self._overflowed = True
                return
            self._seen[uid] = antenna
            self._buffer.append(TagRecord(uid, antenna))
        if self.mode == "notification" and self._buffer and self._notify_ns is None:
            self._notify(now_ns)

    def _notify(self, now_ns: Nanoseconds) -> None:
        """Sends what it has found, and again until the host clears it."""
        status, data = self._sets(REPLY_TAGS_MAX)
        self._later.append((now_ns, Frame(self._address, Command.READ_BUFFER, data, status)))
        self._notify_ns = now_ns + ACKNOWLEDGE_NS

    def _sets(self, wanted: int) -> tuple[int, bytes]:
        if not self._buffer:
            return Status.NO_VALID_DATA, b""
        self._given = min(wanted, REPLY_TAGS_MAX, len(self._buffer))
        if self._overflowed:
            status = Status.BUFFER_OVERFLOW
        else:
            status = Status.MORE_DATA if self._given < len(self._buffer) else Status.OK
        return status, build_buffer(self._buffer[: self._given])

    def _buffered(self, request: Frame, now_ns: Nanoseconds) -> tuple[int, bytes]:
        if self.mode == "host":
            return Status.NOT_AVAILABLE_NOW, b""
        match request.command:
            case Command.READ_BUFFER:
                if self.mode == "notification":
                    return Status.NOT_AVAILABLE_NOW, b""
                return self._sets(int.from_bytes(request.data, "big"))
            case Command.BUFFER_INFO:
                numbers = (BUFFER_MAX, 0, len(self._buffer))
                return Status.OK, b"".join(number.to_bytes(2, "big") for number in numbers)
            case Command.INITIALISE_BUFFER:
                self._buffer.clear()
                self._seen.clear()
        del self._buffer[: self._given]
        if self._given:
            self._overflowed = False
        self._given = 0
        self._notify_ns = now_ns if self.mode == "notification" and self._buffer else None
        return Status.OK, b""


def make(serial_number: str, rng: Random) -> VirtualFeig:
    """A virtual reader just powered up. Its device id is the number in its serial number, drawn where there is none."""
    digits = "".join(character for character in serial_number if character.isdigit())
    return VirtualFeig(int(digits) & 0xFFFFFFFF if digits else rng.getrandbits(32))
