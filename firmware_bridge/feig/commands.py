"""Commands and status codes of the ISO-Host protocol, with the bytes of an inventory.

The numbers are those of FEIG's manual of the protocol (H20800, ISO-Host mode). All bytes below are hexadecimal; a
complete inventory on the line, with frame (LEN ADR CMD … CRC) and data:

    host    07 FF B0 01 00 1C 56              B0 ISO 15693, 01 inventory, 00 mode
    reader  06 00 B0 01 5C 63                 status 01: no tag
    reader  11 00 B0 00 01 03 00 E0…78 D8 35  status 00, 01 tag: 03 ISO 15693, 00 DSFID, 8 bytes of id

    host    08 FF B0 01 10 FF DB 7D           mode 10: name the antennas; FF: antennas 1 to 8, one bit each
    reader  17 00 B0 00 01 00 03 00 08 E0…78 00 03 00 2A 5F D7
            one tag: flags, 03 ISO 15693, DSFID, 08 bytes of id, the id, reserved, antenna 03, its status, RSSI 2A

Mode bit 80 asks for more tags after a reply with status 94. Bit 10 is not used by all readers: others ignore it,
or refuse the longer request. `records.read_inventory` reads both kinds of reply; `is_inventory` recognises the request.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum

from burncard.firmware_bridge.feig.records import Listing, read_buffer, read_inventory


class Command(IntEnum):
    """The commands that have a name here; a reader may have others."""

    READ_BUFFER = 0x22
    READ_BUFFER_MODE = 0x2B
    BUFFER_INFO = 0x31
    CLEAR_BUFFER = 0x32
    INITIALISE_BUFFER = 0x33
    BAUD_RATE_DETECTION = 0x52
    CPU_RESET = 0x63
    SYSTEM_RESET = 0x64
    SOFTWARE_VERSION = 0x65
    READER_INFO = 0x66
    RF_RESET = 0x69
    RF_ON_OFF = 0x6A
    DIAGNOSTIC = 0x6E
    SET_OUTPUT = 0x71
    SET_OUTPUTS = 0x72
    GET_INPUTS = 0x74
    READ_CONFIGURATION = 0x80
    WRITE_CONFIGURATION = 0x81
    SAVE_CONFIGURATION = 0x82
    RESET_CONFIGURATION = 0x83
    LOGIN = 0xA0
    ISO_15693 = 0xB0
    ISO_15693_CUSTOM = 0xB1
    ISO_14443 = 0xB2
    SET_MULTIPLEXER = 0xDD


class Status(IntEnum):
    """The first byte of a reply's data. The numbers are those of the manuals' index of status bytes."""

    OK = 0x00
    NO_TAG = 0x01
    DATA_FALSE = 0x02
    WRITE_ERROR = 0x03
    ADDRESS_ERROR = 0x04
    WRONG_TAG_TYPE = 0x05
    AUTHENTICATION_ERROR = 0x08
    GENERAL_ERROR = 0x0E
    BUSY = 0x0F
    EEPROM_FAILURE = 0x10
    PARAMETER_RANGE = 0x11
    LOGIN_REQUEST = 0x13
    LOGIN_ERROR = 0x14
    READ_PROTECTED = 0x15
    WRITE_PROTECTED = 0x16
    FIRMWARE_ACTIVATION = 0x17
    UNKNOWN_COMMAND = 0x80
    LENGTH_ERROR = 0x81
    NOT_AVAILABLE_NOW = 0x82
    RF_COMMUNICATION = 0x83
    RF_WARNING = 0x84
    NO_VALID_DATA = 0x92
    BUFFER_OVERFLOW = 0x93
    MORE_DATA = 0x94
    ISO_15693_ERROR = 0x95
    ISO_14443_ERROR = 0x96
    CRYPTO_ERROR = 0x97
    HARDWARE_WARNING = 0xF1
    INITIALISATION_WARNING = 0xF2


STATUS_WITH_DATA = frozenset(
    {
        Status.OK,
        Status.RF_COMMUNICATION,
        Status.RF_WARNING,
        Status.BUFFER_OVERFLOW,
        Status.MORE_DATA,
        Status.ISO_15693_ERROR,
    }
)

INVENTORY = 0x01  # first data byte of ISO_15693: request an inventory
MODE_MORE = 0x80  # inventory mode: the tags that the last reply had no room for
MODE_ANTENNA = 0x10  # inventory mode: a byte with the antennas follows, and the reply names them
ALL_SETS = 0xFF  # READ_BUFFER: as many data sets as fit into a reply
CONFIGURATION_BYTES = 14  # of one configuration block
IN_EEPROM = 0x80  # added to a block's number: the block in EEPROM instead of RAM
INFO_FIRMWARE = 0x00  # READER_INFO: firmware version
INFO_DEVICE_ID = 0x80  # READER_INFO: the reader's serial number


@dataclass(frozen=True, slots=True)
class Shape:
    """Possible data lengths, in bytes, of a command's request and of its reply with status OK."""

    request: frozenset[int]
    reply: frozenset[int]


def _shape(request: tuple[int, ...], reply: tuple[int, ...]) -> Shape:
    return Shape(frozenset(request), frozenset(reply))


SHAPES: dict[int, Shape] = {
    Command.READ_BUFFER_MODE: _shape((3,), ()),
    Command.BUFFER_INFO: _shape((0,), (6,)),
    Command.CLEAR_BUFFER: _shape((0,), (0,)),
    Command.INITIALISE_BUFFER: _shape((0,), (0,)),
    Command.READ_BUFFER: _shape((2,), ()),
    Command.BAUD_RATE_DETECTION: _shape((1,), (0,)),
    Command.CPU_RESET: _shape((0,), (0,)),
    Command.SYSTEM_RESET: _shape((0, 1), (0,)),
    Command.SOFTWARE_VERSION: _shape((0,), (7,)),
    Command.READER_INFO: _shape((1,), (11, 17)),
    Command.RF_RESET: _shape((0,), (0,)),
    Command.RF_ON_OFF: _shape((1,), (0,)),
    Command.GET_INPUTS: _shape((0,), (1,)),
    Command.READ_CONFIGURATION: _shape((1,), (CONFIGURATION_BYTES,)),
    Command.WRITE_CONFIGURATION: _shape((1 + CONFIGURATION_BYTES,), (0,)),
    Command.SAVE_CONFIGURATION: _shape((1,), (0,)),
    Command.RESET_CONFIGURATION: _shape((1,), (0,)),
    Command.SET_MULTIPLEXER: _shape((3,), (0,)),
}

LISTS: dict[int, Callable[[bytes], Listing]] = {
    Command.ISO_15693: read_inventory,
    Command.READ_BUFFER: read_buffer,
}
"""Commands whose replies list tags."""


COMMANDS = frozenset(Command)
STATUSES = frozenset(Status)


def makes_sense(command: int, status: int | None, data: bytes) -> bool:
    """Whether data fits the request (`status` None) or reply of its command. False if the form is not known."""
    if status is None:
        return is_inventory(command, data) or _fits(command, lambda shape: len(data) in shape.request)
    if command not in COMMANDS or status not in STATUSES:
        return False
    if not data and status != Status.OK:
        return True
    if command in LISTS:
        return LISTS[command](data).sensible
    return status in STATUS_WITH_DATA and _fits(command, lambda shape: len(data) in shape.reply)


def _fits(command: int, fits: Callable[[Shape], bool]) -> bool:
    shape = SHAPES.get(command)
    return shape is not None and fits(shape)


def is_inventory(command: int, data: bytes) -> bool:
    """Whether a request is an inventory: 01, the mode, and one byte of antennas if the mode has MODE_ANTENNA."""
    if command != Command.ISO_15693 or len(data) < 2 or data[0] != INVENTORY:
        return False
    return len(data) == (3 if data[1] & MODE_ANTENNA else 2)


def listing_of(command: int, data: bytes) -> Listing:
    """The tags in the data of a reply; none for a command that lists no tags."""
    return LISTS[command](data) if command in LISTS else Listing()
