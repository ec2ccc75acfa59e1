"""The reader itself: what it answers to each command, and what it does by itself when it reads in the background."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from burncard.firmware_bridge.driver import MS, SECOND, Nanoseconds
from burncard.firmware_bridge.events import Face
from burncard.simulator.devices.antenna_field import OverAntennas
from burncard.simulator.devices.feig import settings
from burncard.simulator.devices.feig.line import ANY_ADDRESS, Line, Request, reply
from burncard.simulator.devices.feig.settings import ANTICOLLISION, INTERFACE, RF_INTERFACE, Configuration, Model
from burncard.simulator.devices.feig.tags import NearTag, inventory_records, is_card, table_records
from burncard.simulator.radio.air import Air

OK, NO_TAG, PARAMETER, LOGIN_REQUEST, LOGIN_ERROR = 0x00, 0x01, 0x11, 0x13, 0x14
READ_PROTECTED, WRITE_PROTECTED = 0x15, 0x16
UNKNOWN, LENGTH, NOT_NOW, NO_DATA, OVERFLOW, MORE = 0x80, 0x81, 0x82, 0x92, 0x93, 0x94

CHANNELS: Final = 8  # of an external multiplexer
REPLY_SETS_MAX: Final = 24  # data sets in one reply; then status MORE
TABLE_SIZE: Final = 256
ANSWER_NS: Final = 4 * MS  # of a command that needs no radio
SWITCH_NS: Final = 3 * MS  # an external multiplexer switches
FIELD_OFF_NS: Final = 15 * MS  # RF reset
RESET_NS: Final = 300 * MS  # a reader that starts hears nothing
AGAIN_NS: Final = 5 * SECOND  # until an unacknowledged notification is repeated
VALID_NS: Final = SECOND  # that a transponder must be gone until it counts as new

Answer = tuple[int, bytes, int]
"""Status, data, and the time that it takes in ns."""


@dataclass(slots=True)
class Table:
    """The data buffer of the read modes. `given`: sets of the last reply, which a clear removes."""

    sets: list[NearTag] = field(default_factory=list)
    given: int = 0
    overflowed: bool = False
    seen_ns: dict[tuple[str, int], int] = field(default_factory=dict)


class FeigReader(OverAntennas):
    """One reader. `password`: a login is needed before its configuration can be read or written.

    With factory settings it reports only transponders that are new in the field, and, if its model reads them, phones
    and bank cards too.
    """

    def __init__(
        self, model: Model, device_id: int, air: Air | None = None, *, address: int = 0, password: bytes = b""
    ) -> None:
        super().__init__(air, model.antennas if model.selects else 2 * CHANNELS)
        self.model = model
        self.configuration = Configuration(settings.factory_blocks(model))
        self.configuration.set_byte(INTERFACE, settings.COM_ADDRESS, address)
        self.table = Table()
        self.phones: dict[str, int] = {}
        self._id = device_id.to_bytes(4, "big")
        self._password = password
        self._logged_in = not password
        self._line = Line()
        self._output = bytearray()
        self._later: list[tuple[int, bytes]] = []
        self._busy_ns = self._deaf_ns = 0
        self._antenna = 1
        self._field_on = True
        self._quiet: set[tuple[str, int]] = set()
        self._left: list[NearTag] = []
        self._scan_ns = 0
        self._next_antenna = 1
        self._notify_ns: int | None = None

    # ---- what people do at the table --------------------

    def put_tag(self, uid: str, antenna: int, face: Face, now_ns: Nanoseconds, *, boxed: bool = False) -> None:
        """A card comes to lie over an antenna; an id of 4, 7 or 10 bytes is a phone or a bank card.

        Raises ValueError for an antenna or an id that there cannot be.
        """
        if len(bytes.fromhex(uid)) in (4, 7, 10):
            self.phones[uid] = antenna
        elif not is_card(uid):
            raise ValueError(f"tag {uid!r} is not 16 hex digits that begin with E0")
        else:
            super().put_tag(uid, antenna, face, now_ns, boxed=boxed)

    def take_tag(self, uid: str, now_ns: Nanoseconds) -> None:
        """A tag leaves the table."""
        self.phones.pop(uid, None)
        super().take_tag(uid, now_ns)

    # ---- the line --------------------

    def receive(self, data: bytes, now_ns: Nanoseconds) -> None:
        """Bytes of the host."""
        if now_ns < self._deaf_ns:
            return
        for request in self._line.receive(data, now_ns):
            if request.address in (ANY_ADDRESS, self._address):
                status, answer, work_ns = self._obey(request, now_ns)
                self._say(request.control, status, answer, now_ns, work_ns, advanced=request.advanced)

    def tick(self, now_ns: Nanoseconds) -> None:
        """Answers what is ready, and reads in the background."""
        self._line.pause(now_ns)
        if self._mode != settings.HOST and now_ns >= max(self._scan_ns, self._deaf_ns):
            self._read_in_background(now_ns)
        if self._notify_ns is not None and now_ns >= self._notify_ns:
            self._notify(now_ns)
        while self._later and self._later[0][0] <= now_ns:
            self._output += self._later.pop(0)[1]

    def next_due_ns(self) -> Nanoseconds | None:
        """When `tick` has something to do."""
        due = [when for when, _ in self._later[:1]]
        if self._mode != settings.HOST:
            due.append(max(self._scan_ns, self._deaf_ns))
        if self._notify_ns is not None:
            due.append(self._notify_ns)
        return Nanoseconds(min(due)) if due else None

    def take_output(self) -> bytes:
        """Bytes for the host."""
        output = bytes(self._output)
        self._output.clear()
        return output

    def line_lost(self) -> None:
        """The plug was pulled, and the power with it."""
        self._line.clear()
        self._output.clear()
        self._restart()

    @property
    def _address(self) -> int:
        return self.configuration.byte(INTERFACE, settings.COM_ADDRESS)

    @property
    def _mode(self) -> int:
        return self.configuration.byte(INTERFACE, settings.READER_MODE) if self.model.buffered else settings.HOST

    def _say(
        self, control: int, status: int, data: bytes, now_ns: int, work_ns: int, *, advanced: bool = False
    ) -> None:
        self._busy_ns = max(self._busy_ns, now_ns) + work_ns
        self._later.append((self._busy_ns, reply(self._address, control, status, data, advanced=advanced)))

    # ---- commands --------------------

    def _obey(self, request: Request, now_ns: int) -> Answer:
        commands: dict[int, tuple[tuple[int, ...], Callable[[bytes, int], Answer]]] = {
            0x22: ((2,), self._read_buffer),
            0x31: ((0,), self._buffer_info),
            0x32: ((0,), self._clear),
            0x33: ((0,), self._initialise),
            0x63: ((0,), self._reset),
            0x64: ((0, 1), self._reset),
            0x65: ((0,), lambda data, at_ns: (OK, self._version, ANSWER_NS)),
            0x66: ((1,), self._info),
            0x69: ((0,), self._field_reset),
            0x6A: ((1,), self._field_switch),
            0x72: (tuple(range(1, 33)), lambda data, at_ns: (OK, b"", ANSWER_NS)),
            0x74: ((0,), lambda data, at_ns: (OK, b"\x00", ANSWER_NS)),
            0x80: ((1,), self._read_configuration),
            0x81: ((1 + settings.BLOCK_BYTES,), self._write_configuration),
            0x82: ((1,), self._save_configuration),
            0x83: ((1,), self._default_configuration),
            0xA0: ((4,), self._login),
            0xB0: ((2, 3), self._iso),
            0xDD: ((3,), self._multiplex),
        }
        if request.control not in commands:
            return UNKNOWN, b"", ANSWER_NS
        lengths, obey = commands[request.control]
        if len(request.data) not in lengths or len(request.data) + 7 > self.model.receive_bytes:
            return LENGTH, b"", ANSWER_NS
        return obey(request.data, now_ns)

    @property
    def _version(self) -> bytes:
        return bytes([2, 4, 0, self.model.hardware, self.model.software]) + self.configuration.ram[RF_INTERFACE][:2]

    def _info(self, data: bytes, now_ns: int) -> Answer:
        if data[0] == 0x00:
            size = self.model.receive_bytes.to_bytes(2, "big")
            return OK, self._version + size + size, ANSWER_NS
        if data[0] == 0x80:
            return OK, self._id + bytes(13), ANSWER_NS
        return PARAMETER, b"", ANSWER_NS

    def _login(self, data: bytes, now_ns: int) -> Answer:
        self._logged_in = not self._password or data == self._password
        return (OK if self._logged_in else LOGIN_ERROR), b"", ANSWER_NS

    def _restart(self) -> None:
        self.configuration.load()
        self.table = Table()
        self._logged_in = not self._password
        self._field_on, self._antenna = True, 1
        self._quiet.clear()
        self._left.clear()
        self._notify_ns = None

    def _reset(self, data: bytes, now_ns: int) -> Answer:
        self._restart()
        self._deaf_ns = now_ns + ANSWER_NS + RESET_NS
        return OK, b"", ANSWER_NS

    def _field_reset(self, data: bytes, now_ns: int) -> Answer:
        self._quiet.clear()
        return OK, b"", FIELD_OFF_NS

    def _field_switch(self, data: bytes, now_ns: int) -> Answer:
        if data[0] > (self.model.antennas if self.model.selects else 1):
            return PARAMETER, b"", ANSWER_NS
        self._field_on = bool(data[0])
        self._quiet.clear()
        return OK, b"", ANSWER_NS

    # ---- configuration --------------------

    def _read_configuration(self, data: bytes, now_ns: int) -> Answer:
        if not self._logged_in:
            return LOGIN_REQUEST, b"", ANSWER_NS
        block = self.configuration.read(data[0])
        return (READ_PROTECTED, b"", ANSWER_NS) if block is None else (OK, block, ANSWER_NS)

    def _write_configuration(self, data: bytes, now_ns: int) -> Answer:
        if not self._logged_in:
            return LOGIN_REQUEST, b"", ANSWER_NS
        number = data[0] & settings.NUMBER
        if number == INTERFACE and (data[1] == ANY_ADDRESS or not 5 <= data[3] <= 10 or data[4] > 2):
            return PARAMETER, b"", ANSWER_NS
        return (OK if self.configuration.write(data[0], data[1:]) else WRITE_PROTECTED), b"", ANSWER_NS

    def _save_configuration(self, data: bytes, now_ns: int) -> Answer:
        self.configuration.save(data[0])
        return OK, b"", 10 * ANSWER_NS

    def _default_configuration(self, data: bytes, now_ns: int) -> Answer:
        self.configuration.reset(data[0])
        return OK, b"", 10 * ANSWER_NS

    # ---- reading on request --------------------

    def _multiplex(self, data: bytes, now_ns: int) -> Answer:
        if not self.model.multiplexer:
            return UNKNOWN, b"", ANSWER_NS
        if self._mode != settings.HOST:
            return NOT_NOW, b"", ANSWER_NS
        address, first, second = data
        channel = address * CHANNELS + first
        if first > CHANNELS or second > CHANNELS or channel > max(self.air.plan.sites):
            return PARAMETER, b"", ANSWER_NS
        self._antenna = channel if first else 0
        return OK, b"", SWITCH_NS

    def _iso(self, data: bytes, now_ns: int) -> Answer:
        if self._mode != settings.HOST:
            return NOT_NOW, b"", ANSWER_NS
        if data[0] != 0x01:
            return UNKNOWN, b"", ANSWER_NS
        selects = self.model.selects and bool(data[1] & 0x10)
        if len(data) != (3 if selects else 2):
            return LENGTH, b"", ANSWER_NS
        work_ns = ANSWER_NS
        if not data[1] & 0x80:
            self._left = []
            for antenna in self._selected(data[2] if selects else None):
                found, took_ns = self._inventory(antenna, now_ns + work_ns)
                self._left += found
                work_ns += took_ns
        told, self._left = self._left[:REPLY_SETS_MAX], self._left[REPLY_SETS_MAX:]
        if not told:
            return NO_TAG, b"", work_ns
        return MORE if self._left else OK, inventory_records(told, antennas=selects), work_ns

    def _selected(self, mask: int | None) -> list[int]:
        if mask is None:
            return [self._antenna]
        return [antenna for antenna in range(1, self.model.antennas + 1) if mask >> antenna - 1 & 1]

    def _inventory(self, antenna: int, now_ns: int) -> tuple[list[NearTag], int]:
        """What one antenna finds, and the time. A transponder that has been found keeps quiet until the field is reset,
        unless the reader resets it before each inventory (ONT 0)."""
        if not self._field_on or not antenna:
            return [], ANSWER_NS
        kinds = int.from_bytes(self.configuration.ram[RF_INTERFACE][:2], "big")
        heard = self.air.inventory(antenna, now_ns)
        took_ns = heard.took_ns if kinds & 0x08 else 0
        there = [NearTag.card(answer, antenna) for answer in heard.answers] if kinds & 0x08 else []
        if kinds & 0x10:
            there += [NearTag.phone(uid, antenna) for uid, at in self.phones.items() if at == antenna]
            took_ns += FIELD_OFF_NS  # the other protocol is tried too
        if not self.configuration.byte(ANTICOLLISION, settings.ONLY_NEW) & 1:
            return there, took_ns + FIELD_OFF_NS
        lying = {piece.uid for piece in self.air.felt} | set(self.phones)
        self._quiet = {(uid, at) for uid, at in self._quiet if uid in lying}
        new = [tag for tag in there if (tag.uid, antenna) not in self._quiet]
        self._quiet |= {(tag.uid, antenna) for tag in new}
        return new, took_ns

    # ---- reading in the background --------------------

    def _read_in_background(self, now_ns: int) -> None:
        antenna = self._next_antenna
        antennas = max(self.air.plan.sites) if self.model.multiplexer else self.model.antennas
        self._next_antenna = antenna % antennas + 1
        heard, took_ns = self._inventory(antenna, now_ns)
        self._quiet.clear()
        self._scan_ns = now_ns + took_ns + SWITCH_NS
        for tag in heard:
            last_ns = self.table.seen_ns.get((tag.uid, antenna))
            self.table.seen_ns[tag.uid, antenna] = now_ns
            if last_ns is not None and now_ns - last_ns < VALID_NS:
                continue
            if len(self.table.sets) >= TABLE_SIZE:
                self.table.overflowed = True
            else:
                self.table.sets.append(tag)
        if self._mode == settings.NOTIFICATION and self.table.sets and self._notify_ns is None:
            self._notify(now_ns)

    def _notify(self, now_ns: int) -> None:
        """Sends its data sets, and again until they are cleared."""
        status, data, work_ns = self._sets(REPLY_SETS_MAX)
        self._say(0x22, status, data, now_ns, work_ns)
        self._notify_ns = now_ns + AGAIN_NS

    def _sets(self, wanted: int) -> Answer:
        table = self.table
        table.given = min(wanted, REPLY_SETS_MAX, len(table.sets))
        if not table.sets:
            return NO_DATA, b"", ANSWER_NS
        status = OVERFLOW if table.overflowed else MORE if table.given < len(table.sets) else OK
        parts = self.configuration.byte(settings.READ_MODE, settings.TR_DATA1)
        return status, table_records(table.sets[: table.given], parts), ANSWER_NS

    def _read_buffer(self, data: bytes, now_ns: int) -> Answer:
        if self._mode != settings.BUFFERED:
            return NOT_NOW, b"", ANSWER_NS
        return self._sets(int.from_bytes(data, "big"))

    def _buffer_info(self, data: bytes, now_ns: int) -> Answer:
        if self._mode == settings.HOST:
            return NOT_NOW, b"", ANSWER_NS
        numbers = (TABLE_SIZE, 0, len(self.table.sets))
        return OK, b"".join(number.to_bytes(2, "big") for number in numbers), ANSWER_NS

    def _clear(self, data: bytes, now_ns: int) -> Answer:
        if self._mode == settings.HOST:
            return NOT_NOW, b"", ANSWER_NS
        table = self.table
        del table.sets[: table.given]
        table.given, table.overflowed = 0, False
        self._notify_ns = now_ns + ANSWER_NS if self._mode == settings.NOTIFICATION and table.sets else None
        return OK, b"", ANSWER_NS

    def _initialise(self, data: bytes, now_ns: int) -> Answer:
        if self._mode == settings.HOST:
            return NOT_NOW, b"", ANSWER_NS
        self.table = Table()
        self._notify_ns = None
        return OK, b"", ANSWER_NS
