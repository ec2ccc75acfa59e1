"""The last entry of a person, which can be taken back."""

from typing import Any, Final

import msgspec

from burncard.controller.record import TableRecord
from burncard.controller.views.models import UndoView
from burncard.controller.views.stops_view import place_name, who
from burncard.firmware_bridge.driver import SECOND
from burncard.rules.cards import UNREAD, spoken
from burncard.rules.facts import Action, CardSeen, ChipsMoved, Fact, Hand, Press, Shuffler

UNDO_NS: Final = 10 * SECOND
"""How long the role that made an entry may take it back; afterwards only the floor may."""

_DOES = {
    "fold": "folds",
    "check": "checks",
    "call": "calls",
    "bet": "bets {0:,}",
    "raise": "raises to {0:,}",
    "complete": "completes to {0:,}",
    "bring-in": "brings in {0:,}",
    "open": "opens for {0:,}",
    "all-in": "is all-in",
    "show": "shows",
    "muck": "mucks",
    "draw": "draws {1}",
    "stand-pat": "stands pat",
}


def undo_view(record: TableRecord) -> UndoView | None:
    """What can be taken back now: the last entry, if nothing has come after it."""
    last = record.ledger.last_entry
    if last is None:
        return None
    by, role = who(last.origin.operator)
    return UndoView(
        fact=last.origin.number,
        text=entry_text(last.fact),
        entry={key: value for key, value in _fields(last.fact).items() if key not in ("t", "sweep", "by")},
        by=by,
        role=role,
        until_ns=last.origin.at_ns + UNDO_NS,
        floor_only=last.floor_only,
    )


def entry_text(fact: Action | ChipsMoved | Press) -> str:
    """An entry in words."""
    match fact:
        case Action():
            return f"Seat {fact.seat} " + _DOES[fact.action].format(fact.amount or 0, fact.discards or 0)
        case ChipsMoved():
            return f"Seat {fact.seat} moves {sum(fact.chips):,} in chips"
        case Press():
            said = fact.press.replace("-", " ").capitalize()
            return f"{said}, seat {fact.seat}" if fact.seat is not None else said


def fact_text(fact: Fact) -> str:
    """A fact in words, as everybody may hear it."""
    match fact:
        case CardSeen():
            card = "A card" if fact.card == UNREAD else f"The {spoken(fact.card)}"
            return f"{card} comes to {place_name(fact.zone)}"
        case Hand():
            return f"Hand {fact.id} begins"
        case Shuffler():
            return f"The shuffler reports: {fact.event}"
        case _:
            return entry_text(fact)


def _fields(fact: Action | ChipsMoved | Press) -> dict[str, Any]:
    fields: dict[str, Any] = msgspec.to_builtins(fact)
    fields.pop("type", None)
    return fields
