"""The models, and the configuration of a FEIG reader: blocks of 14 bytes in RAM, with a copy in EEPROM.

RAM is what the reader goes by. A reset (CPU reset, power) loads it from EEPROM.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal

BLOCK_BYTES: Final = 14
IN_EEPROM: Final = 0x80  # LOC of CFG-ADR
ALL_BLOCKS: Final = 0x40  # MODE of CFG-ADR
NUMBER: Final = 0x3F

INTERFACE, RF_INTERFACE, ANTICOLLISION, READ_MODE = 1, 3, 5, 11
"""The numbers of the blocks that this reader goes by."""

COM_ADDRESS, READER_MODE = 0, 13  # bytes of CFG1
HOST, BUFFERED, NOTIFICATION = 0x00, 0x80, 0xC0  # READER-MODE
ONLY_NEW = 11  # byte of CFG5: bit 0 reports only transponders that are new in the field
TR_DATA1 = 0  # byte of CFG11: the parts of a data set

Mode = Literal["host", "buffered", "notification"]
MODES: Final[Mapping[str, int]] = {"host": HOST, "buffered": BUFFERED, "notification": NOTIFICATION}


@dataclass(frozen=True, slots=True)
class Model:
    """A model. `antennas`: how many outputs it has; `selects`: it has a multiplexer, and MODE bit 4 names antennas.

    `multiplexer`: external multiplexers (0xDD) can be attached. `type_a`: it reads ISO 14443 A too.
    """

    name: str
    hardware: int
    software: int
    antennas: int = 1
    selects: bool = False
    multiplexer: bool = True
    type_a: bool = False
    buffered: bool = True
    receive_bytes: int = 512


MODELS: Final = {
    model.name: model
    for model in (
        Model("pr101", 0x01, 0x51, multiplexer=False, buffered=False, receive_bytes=256),
        Model("mr102", 0x01, 0x47),
        Model("lr2500", 0x01, 0x57, antennas=8, selects=True),
        Model("cpr30", 0x02, 0x86, multiplexer=False, type_a=True),
    )
}


def factory_blocks(model: Model) -> dict[int, bytes]:
    """The configuration as a model leaves the factory."""
    kinds = 0x08 | (0x10 if model.type_a else 0x00)  # one bit for each transponder type: 3 ISO 15693, 4 ISO 14443 A
    blocks = {number: bytearray(BLOCK_BYTES) for number in range(1, 16 if model.buffered else 8)}
    blocks[INTERFACE][2:4] = b"\x08\x01"  # 38400 baud; even parity, 8 data bits, 1 stop bit
    blocks[INTERFACE][6:8] = b"\x00\x1e"  # 3 s response time
    blocks[RF_INTERFACE][0:2] = kinds.to_bytes(2, "big")
    blocks[4][4], blocks[4][13] = 0x0B, 0x04
    blocks[ANTICOLLISION][0], blocks[ANTICOLLISION][ONLY_NEW] = 0x02, 0x01
    if model.buffered:
        blocks[READ_MODE][TR_DATA1] = 0x11  # id and antenna
    return {number: bytes(block) for number, block in blocks.items()}


@dataclass(slots=True)
class Configuration:
    """Both memories of one reader."""

    factory: dict[int, bytes]
    ram: dict[int, bytes] = field(default_factory=dict)
    eeprom: dict[int, bytes] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.eeprom = dict(self.factory)
        self.load()

    def load(self) -> None:
        """As after a reset."""
        self.ram = dict(self.eeprom)

    def byte(self, block: int, place: int) -> int:
        """One byte of what the reader goes by."""
        return self.ram[block][place] if block in self.ram else 0

    def set_byte(self, block: int, place: int, value: int) -> None:
        """Sets one byte of both memories, as a technician has done before."""
        data = bytearray(self.eeprom[block])
        data[place] = value
        self.eeprom[block] = self.ram[block] = bytes(data)

    def read(self, address: int) -> bytes | None:
        """A block; None if it is reserved."""
        return (self.eeprom if address & IN_EEPROM else self.ram).get(address & NUMBER)

    def write(self, address: int, data: bytes) -> bool:
        """Writes a block. False if it is reserved. What is written to EEPROM is loaded too."""
        number = address & NUMBER
        if number not in self.factory:
            return False
        if address & IN_EEPROM:
            self.eeprom[number] = data
        self.ram[number] = data
        return True

    def save(self, address: int) -> None:
        """RAM is copied to EEPROM: one block or all."""
        self._copy(self.ram, self.eeprom, address)

    def reset(self, address: int) -> None:
        """The factory settings are back, in RAM or in both: one block or all."""
        self._copy(self.factory, self.ram, address)
        if address & IN_EEPROM:
            self._copy(self.factory, self.eeprom, address)

    @staticmethod
    def _copy(source: dict[int, bytes], target: dict[int, bytes], address: int) -> None:
        numbers = list(source) if address & ALL_BLOCKS else [address & NUMBER]
        target.update({number: source[number] for number in numbers if number in source})
