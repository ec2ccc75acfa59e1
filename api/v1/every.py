"""Every address of v1, in the order in which the documents list them."""

from burncard.api.v1 import (
    calibration_routes,
    entry_routes,
    export_routes,
    hand_routes,
    mistake_routes,
    people_routes,
    play_routes,
    reference_routes,
    report_routes,
    room_routes,
    ruling_routes,
    seat_routes,
    staff_routes,
    stream_routes,
    table_routes,
    technician_routes,
)
from burncard.api.v1.addresses import Address

MODULES = (
    table_routes,
    room_routes,
    entry_routes,
    ruling_routes,
    hand_routes,
    mistake_routes,
    seat_routes,
    staff_routes,
    technician_routes,
    calibration_routes,
    export_routes,
    report_routes,
    reference_routes,
    people_routes,
    play_routes,
    stream_routes,
)
ADDRESSES: tuple[Address, ...] = tuple(address for module in MODULES for address in module.GROUP.addresses)
