"""The last entry of a person: what can be taken back before anything has come of it."""

from dataclasses import dataclass
from typing import Final

from burncard.controller.ledger.stops import Origin
from burncard.rules.facts import Action, ChipsMoved, Fact, Press

PEOPLE: Final = frozenset({"dealer", "floor"})
DECISIONS: Final = frozenset({"override", "void-hand", "retract"})
"""Presses that decide something: they are not taken back, but decided again."""


@dataclass(frozen=True, slots=True)
class LastEntry:
    """An entry and where it came from. `floor_only`: what it did is out, so only the floor may take it back."""

    fact: Action | ChipsMoved | Press
    origin: Origin
    floor_only: bool


def last_entry_after(before: LastEntry | None, fact: Fact, origin: Origin, *, refused: bool) -> LastEntry | None:
    """The last entry that can be taken back, once a fact has been taken."""
    if refused or (isinstance(fact, Press) and fact.press == "ack"):
        return before
    by_person = origin.operator.partition(":")[0] in PEOPLE
    decides = isinstance(fact, Press) and fact.press in DECISIONS
    if not isinstance(fact, Action | ChipsMoved | Press) or decides or not by_person:
        return None
    return LastEntry(fact, origin, isinstance(fact, Action) and fact.action == "show")
