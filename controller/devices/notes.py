"""Notes for the technician: what a device reports that stops nothing, and tags on the table that belong to no card.

A phone on the table is worth a word, not a fault. It invents an id for each scan, so only its kind and place are kept.
"""

from typing import Final

from burncard.firmware_bridge.driver import SECOND, Nanoseconds
from burncard.firmware_bridge.events import DeviceNote, Scan

STRAY_FORGOTTEN_NS: Final = 10 * SECOND
NOTES_MAX: Final = 16


class Notes:
    """The notes on one device. `lines`: one for each, as a technician reads it."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._told: dict[str, str] = {}
        self._strays: dict[str, Nanoseconds] = {}

    def take(self, note: DeviceNote) -> None:
        """Takes what the device says; a later note of a code replaces the earlier one, one without text ends it."""
        if not note.text:
            if self._told.pop(note.code, None) is not None:
                self._write()
        elif note.code in self._told or len(self._told) < NOTES_MAX:
            self._told[note.code] = f"{note.code}: {note.text}"
            self._write()

    def take_scan(self, scan: Scan, place: str, now_ns: Nanoseconds) -> None:
        """Takes a scan of a place: what answered it and is no card."""
        if not (scan.strays or self._strays):
            return
        before = set(self._strays)
        for stray in scan.strays:
            line = f"no card at {place}: {stray.kind}"
            if line in self._strays or len(self._strays) < NOTES_MAX:
                self._strays[line] = now_ns
        for line in [line for line, heard_ns in self._strays.items() if now_ns - heard_ns > STRAY_FORGOTTEN_NS]:
            del self._strays[line]
        if before != set(self._strays):
            self._write()

    def _write(self) -> None:
        self.lines = [*self._told.values(), *sorted(self._strays)]
