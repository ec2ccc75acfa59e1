"""The health of the table's devices: whether each is connected, which device it is, and what it reports of itself.

It also compares the felt: after a gap each card must be heard again where the journal has it, or the table stops.
"""

from dataclasses import dataclass, field

import msgspec

from burncard.controller.devices.card_watch import CardWatch
from burncard.controller.devices.face_watch import FaceWatch
from burncard.controller.devices.notes import Notes
from burncard.controller.devices.report_rate import ReportRate
from burncard.controller.journal.journal import LoggedEvent
from burncard.controller.record import TableRecord
from burncard.firmware_bridge.driver import SECOND, Nanoseconds, Scanning
from burncard.firmware_bridge.events import (
    DeviceFault,
    DeviceIdentified,
    DeviceNote,
    Event,
    EventsLost,
    LinkChanged,
    LinkTrouble,
    Scan,
    ShufflerReport,
)

IDENTIFIED = "device"
CHANGED = "device-changed"
FAULT_OF = {"device-changed": "changed", "device-unproved": "changed", "firmware-changed": "firmware"}
"""Faults of a device that is not the enrolled one. Any other is its own, and ends when somebody has seen to it."""
BOUNDED = EventsLost | DeviceFault | ShufflerReport
"""Reports that a device may make at any time, and that are written."""
BLIND = "reader-blind"
BLIND_NS = 5 * SECOND
"""A reader that answers, and of which no scan has told anything for so long in a hand, sees nothing. Our choice."""
LATE_NS = SECOND // 2
"""A table that looks so much too late has stood still itself, at a slow disk for instance: scans wait to be taken."""
TROUBLES = ("port-absent", "port-busy", "port-unusable", "silent", "garbled")
"""Why there is no device at its port: each is a fault of that device."""


Reported = LinkChanged | LinkTrouble | DeviceIdentified | EventsLost | DeviceFault | DeviceNote
"""What a device, or the port to it, says of itself."""


@dataclass(slots=True)
class DeviceHealth:
    """What is known of a device. `notes`: what a technician should know, and what stops nothing."""

    link: str = "absent"
    serial_number: str = ""
    firmware: str = ""
    fault: str = ""
    events_lost: int = 0
    senses_face: bool | None = None
    notes: list[str] = field(default_factory=list)


class Devices:
    """The health of one table's devices. `reader`: the driver that is commanded, if one is attached.

    `there`: the devices that the table has: a reader, and mostly a shuffler; some have a camera.
    """

    def __init__(self, record: TableRecord, watch: CardWatch, eye: FaceWatch) -> None:
        self.reader: Scanning | None = None
        self.health = {device: DeviceHealth() for device in ("reader", "shuffler", "camera")}
        self._notes = {device: Notes() for device in self.health}
        self.there = frozenset({"reader", "shuffler"})
        self._record = record
        self._watch = watch
        self._eye = eye
        self._rate = ReportRate(record.now)
        self._serves_since_ns = 0

    def restore(self, event: LoggedEvent) -> None:
        """After a restart: takes an event of the journal into account."""
        if event.kind in (IDENTIFIED, CHANGED):
            fields = msgspec.json.decode(event.body)
            self.health[fields["device"]].serial_number = fields["serial_number"]

    def on_event(self, device: str, event: Reported) -> None:
        """Takes what a device, or the link to it, reports of itself."""
        health = self.health[device]
        match event:
            case LinkChanged():
                self._link_changed(device, event.state)
            case LinkTrouble():
                self._trouble(device, event.code, event.text)
            case DeviceNote():
                self.note(device, event)
            case DeviceIdentified():
                self._identified(device, event)
            case EventsLost():
                health.events_lost += event.count or 1
                self._record.log("events-lost", device=device, count=event.count)
                self._read_all(device)
            case DeviceFault():
                health.fault = event.code
                code = FAULT_OF.get(event.code, "fault")
                self._record.faults.raise_(f"{device}-{code}", device, f"{event.code} {event.text}".strip())

    def is_too_much(self, device: str, event: Event) -> bool:
        """Whether a device reports without end: what it says then is left alone, and it is at fault."""
        if not isinstance(event, BOUNDED) or not self._rate.is_over(device):
            return False
        if not self._record.faults.is_open(f"{device}-fault"):
            self._record.faults.raise_(f"{device}-fault", device, "it reports without end")
        self._read_all(device)
        return True

    def note(self, device: str, note: DeviceNote) -> None:
        """Takes a note for the technician; one without text ends an earlier one of its code."""
        self._notes[device].take(note)
        self.health[device].notes = self._notes[device].lines

    def on_scan(self, scan: Scan, place: str) -> None:
        """Takes what answered a scan of the reader and is no card."""
        notes = self._notes["reader"]
        notes.take_scan(scan, place, self._record.now())
        self.health["reader"].notes = notes.lines

    def expect_all(self) -> None:
        """The devices are about to be opened: one that does not answer is lost from the start."""
        for device, health in self.health.items():
            if health.link != "ready" and device in self.there:
                self._record.faults.raise_(f"{device}-lost", device, "it has not answered since the start")

    def follow_link(self, device: str, event: Event) -> None:
        """While nothing can be journaled, only whether a link has been lost is noted."""
        health = self.health[device]
        if isinstance(event, LinkChanged) and (event.state == "ready" or health.link == "ready"):
            health.link = event.state if event.state in ("ready", "stale") else "lost"

    def attached(self, *, shuffler: bool, camera: bool) -> None:
        """What the table has from now on besides its reader. Faults of others, from an earlier start, are over."""
        has = {"reader": True, "shuffler": shuffler, "camera": camera}
        self.there = there = frozenset(device for device, is_there in has.items() if is_there)
        for fault in [fault for fault in self._record.faults.open if fault.device in self.health.keys() - there]:
            self._record.faults.gone(fault.code)

    @property
    def faces_sensed(self) -> bool | None:
        """Whether faces are seen now, by the reader or by a camera; None before the reader has said that it cannot."""
        if "camera" in self.there:
            sees = self.health["camera"].link in ("ready", "stale") and not self._record.faults.is_open("camera-fault")
            return bool(self.health["reader"].senses_face) or sees
        return self.health["reader"].senses_face

    def read_again(self) -> None:
        """The table was made anew from its journal: its links are as they are, and the felt is compared.

        While it was stopped it took no scan, so the reader is given time for one.
        """
        self._serves_since_ns = self._record.now()
        for device, health in self.health.items():
            if health.link == "lost" and device in self.there:
                self._record.faults.raise_(f"{device}-lost", device)
            elif health.link == "ready":
                self._record.faults.gone(f"{device}-lost")
        self._read_all("reader")

    @property
    def next_due_ns(self) -> Nanoseconds | None:
        """When the reader counts as blind unless a scan ends before; None while that is not watched, or is known."""
        scans = self.reader is not None and self.health["reader"].link == "ready"
        if not scans or not self._record.in_hand or self._record.faults.is_open(BLIND):
            return None
        return Nanoseconds(max(self._serves_since_ns, self._watch.told_ns or 0) + BLIND_NS)

    def look_after(self) -> None:
        """Checks that the reader scans, and hears the cards that lie there. Also to be called when time has passed. If
        no antenna hears any, they are compared as after a gap."""
        due_ns, now_ns = self.next_due_ns, self._record.now()
        if due_ns is not None and now_ns >= due_ns + LATE_NS:
            self._serves_since_ns = now_ns
        elif due_ns is not None and now_ns >= due_ns:
            self._record.faults.raise_(BLIND, "reader", "it answers, but finishes no scan")
        elif self._record.faults.is_open(BLIND) and self._sees():
            self._record.faults.gone(BLIND)
            self._read_all("reader")
        if self._record.in_hand and self._watch.has_gone_silent(now_ns):
            self._read_all("reader")
        self._compare_felt()

    def _sees(self) -> bool:
        """Whether a scan has told something lately."""
        told_ns = self._watch.told_ns
        return told_ns is not None and self._record.now() - told_ns < BLIND_NS

    def _compare_felt(self) -> None:
        """After a gap: a card that the reader does not hear where it should be stops the table."""
        record, watch, now_ns = self._record, self._watch, self._record.now()
        if watch.confirm_by_ns is None:
            return
        missing = watch.unconfirmed(now_ns) if record.in_hand else []
        if missing:
            record.faults.raise_("felt-differs", "reader", f"no card is heard at {', '.join(dict.fromkeys(missing))}")
        elif watch.all_confirmed or not record.in_hand:
            watch.confirm_all()
            record.faults.gone("felt-differs")

    def _link_changed(self, device: str, state: str) -> None:
        before, self.health[device].link = self.health[device].link, state
        self._record.log("link", device=device, state=state)
        if state == "ready":
            if device == "reader":
                self._serves_since_ns = self._record.now()
            self._record.faults.gone(f"{device}-lost")
            self._trouble(device, "", "")
        elif state == "lost" or (state == "absent" and before != "absent"):
            self._record.faults.raise_(f"{device}-lost", device)
            if device == "camera":
                self._eye.lost()

    def _trouble(self, device: str, code: str, text: str) -> None:
        """There is no device, for this reason and no other; for none where `code` is empty."""
        for other in TROUBLES:
            if other != code:
                self._record.faults.gone(f"{device}-{other}")
        if code:
            self._record.faults.raise_(f"{device}-{code}", device, text)

    def _identified(self, device: str, event: DeviceIdentified) -> None:
        health = self.health[device]
        changed = bool(health.serial_number) and health.serial_number != event.serial_number
        health.serial_number, health.firmware = event.serial_number, event.firmware_version
        health.senses_face = event.senses_face
        if event.is_virtual:
            self._record.note_virtual(device, "it says so")
        self._record.faults.gone(f"{device}-changed")
        health.fault = health.fault if device == "shuffler" else ""
        if device == "reader":
            self._watch.limit(event.antennas)
        self._record.log(
            CHANGED if changed else IDENTIFIED,
            device=device,
            serial_number=event.serial_number,
            firmware_version=event.firmware_version,
            firmware_hash=event.firmware_hash,
        )
        self._read_all(device)

    def _read_all(self, device: str) -> None:
        """The reader may have missed something: the felt is compared with its next scans."""
        if device == "reader" and self.reader is not None:
            self._watch.expect_all(self._record.now())
