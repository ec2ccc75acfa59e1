"""Every address of v1, in the order in which the documents list them."""

from burncard.api.v1 import entries, people, reference, rulings, staff, streams, table
from burncard.api.v1.addresses import Address

GROUPS = (table.GROUP, entries.GROUP, rulings.GROUP, staff.GROUP, reference.GROUP, people.GROUP, streams.GROUP)
ADDRESSES: tuple[Address, ...] = tuple(address for group in GROUPS for address in group.addresses)
