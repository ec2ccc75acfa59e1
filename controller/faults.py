"""Faults: what keeps the table from dealing until its cause is gone, or until an authorised person clears it.

An open fault is an event in the journal, so it survives a power cut: a table that is started again is still locked,
with the same code.
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
    """What a fault's code means.

    `cleared_by`: the roles that may clear it by hand; empty where it ends only with its cause. `stops_play`: whether a
    hand in play stops too, or only the next one is not dealt. `hint`: what to do.
    """

    cleared_by: frozenset[Role]
    stops_play: bool
    hint: str


_STAFF: Final[frozenset[Role]] = frozenset({"dealer", "floor", "technician"})
_TECHNICIAN: Final[frozenset[Role]] = frozenset({"technician"})
_FLOOR: Final[frozenset[Role]] = frozenset({"floor"})
_DECIDERS: Final[frozenset[Role]] = frozenset({"floor", "technician"})
_CAUSE: Final[frozenset[Role]] = frozenset()

_BY_PRESS: Final = "Faces are not seen: report exposed cards by press."
_LAY_AGAIN: Final = (
    "Lay the last card there down again (then the others), or replace it with the next one. If none lies there, "
    "clear this."
)

FAULT_KINDS: Final[dict[str, FaultKind]] = {
    "reader-lost": FaultKind(_CAUSE, True, "Check the reader's cable and power. Play resumes when it answers."),
    "reader-blind": FaultKind(_CAUSE, True, "Switch the card reader off and on. Play resumes when it scans again."),
    "reader-port-absent": FaultKind(_CAUSE, True, "Plug the card reader in; `burncard devices` lists what is there."),
    "reader-port-busy": FaultKind(_CAUSE, True, "Close the program that has it; `burncard doctor` names a table."),
    "reader-port-unusable": FaultKind(_CAUSE, True, "Call a technician: `burncard doctor` says what to change."),
    "reader-silent": FaultKind(_CAUSE, True, "Switch the card reader on, and check its cable and its speed."),
    "reader-garbled": FaultKind(_CAUSE, True, "Check which device is at the card reader's port, and its speed."),
    "reader-changed": FaultKind(_CAUSE, True, "Plug in the enrolled reader, or have a technician enrol this one."),
    "reader-firmware": FaultKind(
        _TECHNICIAN, True, "Call a technician: the reader's firmware is not the enrolled one."
    ),
    "reader-fault": FaultKind(_DECIDERS, True, "Call a technician: the reader reports an internal fault."),
    "shuffler-lost": FaultKind(_CAUSE, False, "Check the shuffler's cable and power."),
    "shuffler-port-absent": FaultKind(_CAUSE, False, "Plug the shuffler in; `burncard devices` lists what is there."),
    "shuffler-port-busy": FaultKind(_CAUSE, False, "Close the program that has it; `burncard doctor` names a table."),
    "shuffler-port-unusable": FaultKind(_CAUSE, False, "Call a technician: `burncard doctor` says what to change."),
    "shuffler-silent": FaultKind(_CAUSE, False, "Switch the shuffler on, and check its cable and its speed."),
    "shuffler-garbled": FaultKind(_CAUSE, False, "Check which device is at the shuffler's port, and its speed."),
    "shuffler-changed": FaultKind(_CAUSE, False, "Plug in the enrolled shuffler, or have a technician enrol this one."),
    "shuffler-firmware": FaultKind(
        _TECHNICIAN, False, "Call a technician: the shuffler's firmware is not the enrolled one."
    ),
    "shuffler-fault": FaultKind(_DECIDERS, False, "Call a technician: the shuffler reports an internal fault."),
    "shuffler-jam": FaultKind(_CAUSE, False, "Take out the jammed card, then clear the jam."),
    "shuffler-door": FaultKind(_CAUSE, False, "Close the shuffler's door. The pack is shuffled and checked again."),
    "camera-lost": FaultKind(_DECIDERS, False, f"{_BY_PRESS} Check the camera's cable and power."),
    "camera-port-absent": FaultKind(_DECIDERS, False, f"{_BY_PRESS} Plug the camera in."),
    "camera-port-busy": FaultKind(_DECIDERS, False, f"{_BY_PRESS} Close the program that has its port."),
    "camera-port-unusable": FaultKind(_DECIDERS, False, f"{_BY_PRESS} `burncard doctor` says what to change."),
    "camera-silent": FaultKind(_DECIDERS, False, f"{_BY_PRESS} Switch the camera on, and check its cable."),
    "camera-garbled": FaultKind(_DECIDERS, False, f"{_BY_PRESS} Check which device is at the camera's port."),
    "camera-changed": FaultKind(_DECIDERS, False, f"{_BY_PRESS} Plug in the enrolled camera, or enrol this one."),
    "camera-firmware": FaultKind(
        _TECHNICIAN, False, "Call a technician: the camera's firmware is not the enrolled one."
    ),
    "camera-fault": FaultKind(_DECIDERS, False, f"{_BY_PRESS} Call a technician: the camera reports a fault."),
    "deck-wrong": FaultKind(_CAUSE, False, "Replace the pack, or complete it. Only a complete pack is dealt."),
    "tag-in-two-places": FaultKind(_FLOOR, True, "Call the floor: a tag answers here whose card lies elsewhere."),
    "card-unheard": FaultKind(_STAFF, True, _LAY_AGAIN),
    "card-between": FaultKind(_STAFF, True, "Push the card to where it belongs. If it lies as it should, clear this."),
    "felt-differs": FaultKind(_FLOOR, True, "Put the cards back where they were, or call the floor."),
    "journal-damaged": FaultKind(_CAUSE, True, "Stop the table and keep its data folder as evidence."),
    "journal-stopped": FaultKind(_CAUSE, True, "Free the disk, or end what locks the journal. Play resumes by itself."),
    "witness-lost": FaultKind(_CAUSE, False, "Connect the witness's medium. Play goes on by itself."),
    "program-error": FaultKind(_DECIDERS, True, "Call the floor, and report this. Clear it to go on from the journal."),
}


class Fault(msgspec.Struct, frozen=True):
    """An open fault. `text`: the details; never names a hidden card."""

    code: str
    device: str
    text: str

    @property
    def kind(self) -> FaultKind:
        """What its code means."""
        return FAULT_KINDS[self.code]


class Clearing(msgspec.Struct, frozen=True):
    """How a fault ended: who cleared it, and why. `operator` is empty where its cause went away."""

    code: str
    operator: str
    reason: str


class NotAllowedError(Exception):
    """A role may not clear a fault. The message names the fault, the role, and the roles that may."""

    def __init__(self, code: str, role: str, allowed: Iterable[str]) -> None:
        who = ", ".join(sorted(allowed)) or "no role: it ends with its cause"
        super().__init__(f"{role} may not clear {code}; allowed: {who}")
        self.code = code
        self.role = role


class Faults:
    """The open faults of a table. `log` journals an event, given its kind and its body, and answers with its time."""

    def __init__(self, log: Callable[[str, bytes], int]) -> None:
        self._log = log
        self._open: dict[str, Fault] = {}
        self._since_ns: dict[str, int] = {}
        self._held: Fault | None = None

    def forget(self) -> None:
        """Forgets every fault, before they are restored from the journal."""
        self._open.clear()
        self._since_ns.clear()
        self._held = None

    def hold(self, fault: Fault, at_ns: int) -> None:
        """Opens a fault that cannot be journaled now: it stays open until the faults are restored from the journal."""
        self._held = fault
        self._since_ns.setdefault(fault.code, at_ns)

    def restore(self, event: LoggedEvent) -> None:
        """After a restart: replays an event of the journal."""
        if event.kind == OPENED:
            fault = msgspec.json.decode(event.body, type=Fault)
            self._open[fault.code] = fault
            self._since_ns.setdefault(fault.code, event.at_ns)
        elif event.kind == CLEARED:
            code = msgspec.json.decode(event.body, type=Clearing).code
            self._open.pop(code, None)
            self._since_ns.pop(code, None)

    @property
    def open(self) -> list[Fault]:
        """The open faults, oldest first."""
        held = () if self._held is None or self._held.code in self._open else (self._held,)
        return [*self._open.values(), *held]

    def since_ns(self, code: str) -> int:
        """When an open fault was first reported, in ns."""
        return self._since_ns[code]

    def is_open(self, code: str) -> bool:
        """Whether a fault is open."""
        return code in self._open or (self._held is not None and self._held.code == code)

    @property
    def stops_play(self) -> bool:
        """Whether an open fault stops a hand in play."""
        return any(fault.kind.stops_play for fault in self.open)

    def raise_(self, code: str, device: str, text: str = "") -> None:
        """Opens a fault. It is journaled once, however often it is reported."""
        fault = Fault(code, device, text)
        if self._open.get(code) != fault:
            at_ns = self._log(OPENED, msgspec.json.encode(fault))
            self._open[code] = fault
            self._since_ns.setdefault(code, at_ns)

    def gone(self, code: str) -> None:
        """Ends a fault whose cause is gone; does nothing if it is not open."""
        if code in self._open:
            self._end(Clearing(code, "", "the cause is gone"))

    def check(self, code: str, role: Role) -> None:
        """Raises KeyError if a fault is not open, NotAllowedError if a role may not clear it."""
        if not self.is_open(code):
            raise KeyError(code)
        allowed = FAULT_KINDS[code].cleared_by
        if role not in allowed:
            raise NotAllowedError(code, role, allowed)

    def clear(self, code: str, operator: str, role: Role, reason: str) -> None:
        """A person clears a fault. Raises KeyError if it is not open, NotAllowedError if the role may not."""
        self.check(code, role)
        self._end(Clearing(code, operator, reason))

    def _end(self, clearing: Clearing) -> None:
        self._log(CLEARED, msgspec.json.encode(clearing))
        del self._open[clearing.code], self._since_ns[clearing.code]
