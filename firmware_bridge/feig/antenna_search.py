"""Finds the antennas of a FEIG reader by asking, since no reply gives their number.

Each antenna is a `Port`: what to select before its inventory, and the inventory's mode.
"""

from dataclasses import dataclass

from burncard.firmware_bridge.conversation import Script
from burncard.firmware_bridge.feig.commands import INVENTORY, MODE_ANTENNA, Command, Status
from burncard.firmware_bridge.feig.configuration import Asking
from burncard.firmware_bridge.feig.frames import Frame
from burncard.firmware_bridge.feig.records import read_inventory

CHANNELS_MAX = 8  # of one multiplexer (manual)
MULTIPLEXERS_MAX = 8  # addresses of multiplexers (manual)
SELECTED_MAX = 8  # antennas that a reader can select by itself: one byte, one bit each (manual)
REFUSALS = frozenset(
    {Status.DATA_FALSE, Status.PARAMETER_RANGE, Status.UNKNOWN_COMMAND, Status.LENGTH_ERROR, Status.NOT_AVAILABLE_NOW}
)
"""Statuses of an inventory that names an antenna which is not there, or that is not known in this form."""


@dataclass(frozen=True, slots=True)
class Port:
    """One antenna. `select`: the data of SET_MULTIPLEXER, empty if there is none; `mode`: that of the inventory.

    `named`: the inventory names its antenna, so its reply must too.
    """

    select: bytes = b""
    mode: bytes = b"\x00"

    @property
    def named(self) -> bool:
        """Whether the reply must name the antenna."""
        return bool(self.mode[0] & MODE_ANTENNA)


def nothing_to_select() -> tuple[Port, ...]:
    """The only antenna of a reader that cannot select any."""
    return (Port(),)


def multiplexed(ask: Asking) -> Script[Frame, tuple[Port, ...]]:
    """The channels of all multiplexers, in the order of their addresses: those that are not out of range."""
    ports: list[Port] = []
    for address in range(MULTIPLEXERS_MAX):
        found = len(ports)
        for channel in range(1, CHANNELS_MAX + 1):
            select = bytes([address, channel, 0])
            reply = yield from ask(Command.SET_MULTIPLEXER, select)
            if reply.status != Status.OK:
                break
            ports.append(Port(select))
        if len(ports) == found:
            break
    return tuple(ports)


def named(ask: Asking) -> Script[Frame, tuple[tuple[Port, ...], bool]]:
    """The antennas that inventories can name, and whether their number is certain.

    It is not certain as long as no antenna was refused and no reply has named one: a reader that does not know this
    form may ignore it.
    """
    ports: list[Port] = []
    certain = False
    for antenna in range(SELECTED_MAX):
        mode = bytes([MODE_ANTENNA, 1 << antenna])
        reply = yield from ask(Command.ISO_15693, bytes([INVENTORY]) + mode)
        if reply.status in REFUSALS:
            return tuple(ports), True
        heard = {tag.antenna for tag in read_inventory(reply.data).tags}
        if None in heard:
            return (), True
        certain = certain or bool(heard)
        ports.append(Port(mode=mode))
    return tuple(ports), certain
