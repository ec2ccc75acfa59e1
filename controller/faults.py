"""Faults: what keeps the table from dealing, until its cause is gone or a person entitled to it says so.

An open fault is an event in the journal, so it outlives a power cut: a table started again is still locked, with
the same code, until the cause is confirmed gone.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final, Literal

import msgspec

from burncard.controller.journal.journal import LoggedEvent

Role = Literal["dealer", "floor", "technician", "auditor", "observer"]

OPENED: Final = "fault-opened"
CLEARED: Final = "fault-cleared"


@dataclass(frozen=True, slots=True)
class FaultKind:
    """What a fault's code stands for.

    `cleared_by`: the roles that may clear it by hand; none where only its cause can. `stops_play`: whether a hand in
    play stops too, or only the next one does not begin. `hint`: what to do.
    """

    cleared_by: frozenset[Role]
    stops_play: bool
    hint: str


_STAFF: Final[frozenset[Role]] = frozenset({"dealer", "floor", "technician"})
_FLOOR: Final[frozenset[Role]] = frozenset({"floor"})
_NOBODY: Final[frozenset[Role]] = frozenset()

FAULT_KINDS: Final[dict[str, FaultKind]] = {
    "reader-lost": FaultKind(_NOBODY, True, "Check the reader's cable and power. Play resumes when it answers."),
    "reader-fault": FaultKind(_STAFF, True, "Call a technician: the reader reports an internal fault."),
    "shuffler-lost": FaultKind(_NOBODY, False, "Check the shuffler's cable and power."),
    "shuffler-fault": FaultKind(_STAFF, False, "Call a technician: the shuffler reports an internal fault."),
    "shuffler-jam": FaultKind(_NOBODY, False, "Take out the jammed card, then clear the jam."),
    "shuffler-door": FaultKind(_NOBODY, False, "Close the shuffler's door. The pack is shuffled and checked again."),
    "deck-wrong": FaultKind(_NOBODY, False, "Replace the pack, or complete it. Only a complete pack is dealt."),
    "tag-in-two-places": FaultKind(_FLOOR, True, "Call the floor: one tag answers at two places, so one is a copy."),
    "felt-differs": FaultKind(_FLOOR, True, "Put the cards back where they were, or call the floor."),
    "journal-damaged": FaultKind(_NOBODY, True, "Stop the table and keep its data folder as evidence."),
}


class Fault(msgspec.Struct, frozen=True):
    """An open fault. `text`: what exactly was seen; never names a hidden card."""

    code: str
    device: str
    text: str

    @property
    def kind(self) -> FaultKind:
        """What its code stands for."""
        return FAULT_KINDS[self.code]


class Clearing(msgspec.Struct, frozen=True):
    """How a fault ended: by whom, and why."""

    code: str
    operator: str
    reason: str


class NotAllowedError(Exception):
    """A role may not do what was asked. `code`, `role` and what it would take are told."""

    def __init__(self, code: str, role: str, allowed: Iterable[str]) -> None:
        who = ", ".join(sorted(allowed)) or "nobody: it ends when its cause is gone"
        super().__init__(f"{code} cannot be cleared by {role}; allowed: {who}")
        self.code = code
        self.role = role


class Faults:
    """The open faults of a table. `log` journals an event: its kind and its body."""

    def __init__(self, log: Callable[[str, bytes], object]) -> None:
        self._log = log
        self._open: dict[str, Fault] = {}

    def restore(self, event: LoggedEvent) -> None:
        """Takes an event of the journal into account."""
        if event.kind == OPENED:
            fault = msgspec.json.decode(event.body, type=Fault)
            self._open[fault.code] = fault
        elif event.kind == CLEARED:
            self._open.pop(msgspec.json.decode(event.body, type=Clearing).code, None)

    @property
    def open(self) -> list[Fault]:
        """The open faults, the oldest first."""
        return list(self._open.values())

    def is_open(self, code: str) -> bool:
        """Whether a fault is there."""
        return code in self._open

    @property
    def stops_play(self) -> bool:
        """Whether one of them stops a hand in play."""
        return any(fault.kind.stops_play for fault in self._open.values())

    def raise_(self, code: str, device: str, text: str = "") -> None:
        """A fault is there; it is journaled once, however often it is reported."""
        fault = Fault(code, device, text)
        if self._open.get(code) != fault:
            self._open[code] = fault
            self._log(OPENED, msgspec.json.encode(fault))

    def gone(self, code: str) -> None:
        """The cause of a fault is gone."""
        if code in self._open:
            self._end(Clearing(code, "", "the cause is gone"))

    def clear(self, code: str, operator: str, role: Role, reason: str) -> None:
        """A person ends a fault. Raises KeyError if it is not open, NotAllowedError if the role may not."""
        allowed = self._open[code].kind.cleared_by
        if role not in allowed:
            raise NotAllowedError(code, role, allowed)
        self._end(Clearing(code, operator, reason))

    def _end(self, clearing: Clearing) -> None:
        del self._open[clearing.code]
        self._log(CLEARED, msgspec.json.encode(clearing))
