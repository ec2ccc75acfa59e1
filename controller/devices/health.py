"""The table's devices: whether they are there, which they are, and whether the reader hears what the journal has."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from burncard.firmware_bridge.driver import Reader
from burncard.firmware_bridge.events import DeviceFault, DeviceIdentified, EventsLost, LinkChanged

if TYPE_CHECKING:
    from burncard.controller.service import TableService


@dataclass(slots=True)
class DeviceHealth:
    """What is known of a device."""

    link: str = "absent"
    serial_number: str = ""
    firmware: str = ""
    fault: str = ""
    events_lost: int = 0


class Links:
    """The links to one table's reader and shuffler."""

    def __init__(self, service: "TableService") -> None:
        self.reader: Reader | None = None
        self._service = service

    def on_event(self, device: str, event: LinkChanged | DeviceIdentified | EventsLost | DeviceFault) -> None:
        """Takes what a device, or the link to it, tells of itself."""
        health = self._service.devices[device]
        match event:
            case LinkChanged():
                self._changed(device, event.state)
            case DeviceIdentified():
                self._identified(device, event)
            case EventsLost():
                health.events_lost += event.count or 1
                self._service.log("events-lost", device=device, count=event.count)
                self._read_all(device)
            case DeviceFault():
                health.fault = event.code
                self._service.faults.raise_(f"{device}-fault", device, f"{event.code} {event.text}".strip())

    def compare_felt(self) -> None:
        """The reader was asked for everything: a card that it does not hear where it should be stops the table."""
        service, tracker, now_ns = self._service, self._service.tracker, self._service.now()
        if tracker.confirm_by_ns is None:
            return
        missing = tracker.unconfirmed(now_ns) if service.in_hand else []
        if missing:
            service.faults.raise_("felt-differs", "reader", f"no card is heard at {', '.join(dict.fromkeys(missing))}")
        elif tracker.all_confirmed or now_ns >= tracker.confirm_by_ns:
            tracker.confirm_all()
            service.faults.gone("felt-differs")

    def _changed(self, device: str, state: str) -> None:
        service = self._service
        before, service.devices[device].link = service.devices[device].link, state
        service.log("link", device=device, state=state)
        if state == "ready":
            service.faults.gone(f"{device}-lost")
        elif state == "lost" or (state == "absent" and before != "absent"):
            service.faults.raise_(f"{device}-lost", device)
            if device == "shuffler":
                service.shuffling.stopped()

    def _identified(self, device: str, event: DeviceIdentified) -> None:
        health = self._service.devices[device]
        changed = bool(health.serial_number) and health.serial_number != event.serial_number
        health.serial_number, health.firmware = event.serial_number, event.firmware_version
        health.fault = "" if device == "reader" else health.fault
        self._service.log(
            "device-changed" if changed else "device",
            device=device,
            serial_number=event.serial_number,
            firmware_version=event.firmware_version,
            firmware_hash=event.firmware_hash,
        )
        self._read_all(device)

    def _read_all(self, device: str) -> None:
        """The reader may have missed something: it tells of every tag, and the felt is compared."""
        if device == "reader" and self.reader is not None:
            self._service.tracker.expect_all(self._service.now())
            self.reader.report_all()
