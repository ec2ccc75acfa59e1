"""Checks the signed head of a hand: the floor is the witness that the table's owner cannot rewrite."""

from dataclasses import dataclass
from typing import Final

from burncard.controller.outbox.published import Cursor, HeadRow

FORGED: Final = "forged-head"


@dataclass(frozen=True, slots=True)
class Wrong:
    """What is wrong with a head."""

    code: str
    detail: str


def check_head(row: HeadRow, journal: str, key: str, before: str, cursor: Cursor) -> Wrong | None:
    """What is wrong with the next head of a record, but for the log of its hand; None if nothing is.

    `key`: the public key of the journal's seal, in hex; `before`: the digest of the head before; `cursor`: how far the
    record is kept here.
    """
    signed = row.signed
    try:
        is_signed = signed.is_of(bytes.fromhex(key))
        head = signed.head
    except ValueError:
        return Wrong(FORGED, "it cannot be read")
    if not is_signed:
        return Wrong(FORGED, "it is not signed with the table's key")
    if head.journal != journal or head.number != row.number:
        return Wrong(FORGED, f"it is head {head.number} of journal {head.journal}")
    if head.before != before:
        return Wrong("head-chain", "it does not follow the head before it")
    if head.facts > cursor.facts or head.events > cursor.events:
        return Wrong("head-chain", f"it covers {head.facts} facts and {head.events} events, and fewer have come")
    return None
