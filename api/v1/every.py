"""Every address of v1, in the order in which the documents list them."""

from burncard.api.v1 import (
    calibration,
    entries,
    exports,
    hands,
    mistakes,
    people,
    play,
    reference,
    rulings,
    seats,
    staff,
    streams,
    table,
)
from burncard.api.v1.addresses import Address

MODULES = (
    table,
    entries,
    rulings,
    hands,
    mistakes,
    seats,
    staff,
    calibration,
    exports,
    reference,
    people,
    play,
    streams,
)
ADDRESSES: tuple[Address, ...] = tuple(address for module in MODULES for address in module.GROUP.addresses)
