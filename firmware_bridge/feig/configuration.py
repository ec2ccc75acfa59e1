"""What a FEIG reader has to be set to, and how it is set.

A reader keeps its configuration in blocks (CFG0, CFG1, …) of 14 bytes, once in RAM and once in EEPROM, from which RAM
is filled after a reset. At the factory it is set for a door, not for a table: it reports only tags that are new
(`ONT`), looks for phones and bank cards too, or scans by itself. Burncard changes that in RAM each time it finds a
reader. It writes to EEPROM only when a technician says so (`burncard device setup`).

Where a parameter is depends on the family, which a reader names in its software type. Each setting is some bits of one
byte; the others are left as they are. A block that cannot be read or written (older models, a password) is left alone:
the driver then resets the field before each scan and works with what it gets.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from burncard.firmware_bridge.conversation import Script
from burncard.firmware_bridge.feig.commands import CONFIGURATION_BYTES, IN_EEPROM, Command, Status
from burncard.firmware_bridge.feig.frames import Frame

Asking = Callable[[Command, bytes], Script[Frame, Frame]]
"""Sends a command with its data, until there is a reply."""


@dataclass(frozen=True, slots=True)
class Setting:
    """Some bits of one byte of a block, and what they must be. `why`: for a technician."""

    block: int
    byte: int
    mask: int
    value: int
    why: str

    def holds(self, block: bytes) -> bool:
        """Whether the block is set so."""
        return block[self.byte] & self.mask == self.value

    def applied(self, block: bytes) -> bytes:
        """The block with this setting."""
        changed = block[self.byte] & ~self.mask & 0xFF | self.value
        return block[: self.byte] + bytes([changed]) + block[self.byte + 1 :]


HOST_MODE = Setting(1, 13, 0xC1, 0, "the reader answers questions instead of scanning by itself")
DRIVERS = (
    Setting(3, 0, 0xFF, 0x00, "it looks for no other kind of tag"),
    Setting(3, 1, 0xFF, 0x08, "it looks for ISO 15693 tags only"),
)
ALL_TAGS = Setting(5, 11, 0x01, 0, "it reports every tag in each scan, not only new ones (ONT)")
ANTICOLLISION = Setting(5, 11, 0x04, 0x04, "it reads several tags at once")
NO_PERSISTENCE = (
    Setting(16, 2, 0xFF, 0, "it reports every tag in each scan"),
    Setting(16, 3, 0xFF, 0, "it reports every tag in each scan"),
)


@dataclass(frozen=True, slots=True)
class Family:
    """What differs between families. `all_tags`: those of its settings that make it report each tag in each scan."""

    settings: tuple[Setting, ...]
    all_tags: tuple[Setting, ...]


SHORT_RANGE = Family((HOST_MODE, *DRIVERS, ALL_TAGS), (ALL_TAGS,))
"""M02, MR100/101, PR100/101, PRH100/101/200 and the older CPR readers."""
CLASSIC_PRO = Family((HOST_MODE, *DRIVERS, ALL_TAGS, ANTICOLLISION), (ALL_TAGS,))
"""CPR30, CPR40, CPR44 and later."""
LR200 = Family(
    (
        Setting(10, 0, 0x03, 0, HOST_MODE.why),
        *DRIVERS,
        Setting(13, 11, 0x01, 0, ALL_TAGS.why),
        Setting(10, 0, 0x04, 0x04, ANTICOLLISION.why),
    ),
    (Setting(13, 11, 0x01, 0, ALL_TAGS.why),),
)
LONG_RANGE = Family((HOST_MODE, *DRIVERS, ANTICOLLISION, *NO_PERSISTENCE), NO_PERSISTENCE)
"""MR102, LR1002, LR2500: a time after which a tag is reported again takes the place of ONT."""
LR2000 = Family((HOST_MODE, *DRIVERS, ALL_TAGS, ANTICOLLISION), (ALL_TAGS,))
"""LR2000 and MR200."""
UNKNOWN = SHORT_RANGE

FAMILIES: dict[int, Family] = {
    **dict.fromkeys((31, 33, 60, 61, 64, 71, 72, 73, 74, 76, 78, 80, 81), SHORT_RANGE),
    **dict.fromkeys((82, 83, 84, 85, 86, 87), CLASSIC_PRO),
    41: LR200,
    **dict.fromkeys((42, 75), LR2000),
    **dict.fromkeys((43, 44, 45, 77), LONG_RANGE),
}
"""By software type."""
SOFTWARE_TYPE_BYTE = 4
"""Of the reply to SOFTWARE_VERSION."""


def family_of(version: bytes) -> Family:
    """The family that the reply to SOFTWARE_VERSION names."""
    return FAMILIES.get(version[SOFTWARE_TYPE_BYTE], UNKNOWN) if len(version) > SOFTWARE_TYPE_BYTE else UNKNOWN


@dataclass(slots=True)
class Configuration:
    """The blocks that matter, as they are now, and the settings that are not made.

    `changed`: the numbers of blocks that were changed; `unread`: of those that cannot be read.
    """

    blocks: dict[int, bytes] = field(default_factory=dict)
    changed: list[int] = field(default_factory=list)
    missing: list[Setting] = field(default_factory=list)
    unread: list[int] = field(default_factory=list)

    def holds(self, setting: Setting) -> bool:
        """Whether a setting is known to be made."""
        return setting.block in self.blocks and setting.holds(self.blocks[setting.block])


def configure(ask: Asking, settings: tuple[Setting, ...], *, lasting: bool = False) -> Script[Frame, Configuration]:
    """Makes the settings that are not yet made: in RAM, or with `lasting` in EEPROM. Raises LostError.

    What was written is read again: a reader may accept a block and not take it.
    """
    where = IN_EEPROM if lasting else 0
    done = Configuration()
    for number, wanted in _by_block(settings):
        before = yield from read_block(ask, number | where)
        if before is None:
            done.unread.append(number)
            done.missing += wanted
            continue
        done.blocks[number] = before
        for parts in (wanted, *([setting] for setting in wanted)):
            # all at once; where the reader refuses that, one after the other
            if all(setting.holds(done.blocks[number]) for setting in parts):
                continue
            done.blocks[number] = yield from _write(ask, number | where, done.blocks[number], parts)
        done.changed += [number] if done.blocks[number] != before else []
        done.missing += [setting for setting in wanted if not setting.holds(done.blocks[number])]
    return done


def examine(ask: Asking, settings: tuple[Setting, ...]) -> Script[Frame, Configuration]:
    """The settings that EEPROM does not have, without changing anything. Raises LostError."""
    found = Configuration()
    for number, wanted in _by_block(settings):
        block = yield from read_block(ask, number | IN_EEPROM)
        if block is None:
            found.unread.append(number)
        else:
            found.blocks[number] = block
            found.missing += [setting for setting in wanted if not setting.holds(block)]
    return found


def read_block(ask: Asking, address: int) -> Script[Frame, bytes | None]:
    """One block; None if the reader does not give it."""
    reply = yield from ask(Command.READ_CONFIGURATION, bytes([address]))
    whole = reply.status == Status.OK and len(reply.data) == CONFIGURATION_BYTES
    return reply.data if whole else None


def _write(ask: Asking, address: int, before: bytes, settings: list[Setting]) -> Script[Frame, bytes]:
    """Writes a block with some settings; the block as it is then."""
    block = before
    for setting in settings:
        block = setting.applied(block)
    yield from ask(Command.WRITE_CONFIGURATION, bytes([address]) + block)
    after = yield from read_block(ask, address)
    return before if after is None else after


def _by_block(settings: tuple[Setting, ...]) -> Iterator[tuple[int, list[Setting]]]:
    for number in dict.fromkeys(setting.block for setting in settings):
        yield number, [setting for setting in settings if setting.block == number]
