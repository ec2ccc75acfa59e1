"""Enrolled devices: which reader and which shuffler belong to this table, by serial number.

Events of other devices are ignored. The file is JSON, one object per role. It holds the keys with which devices prove
which they are, so only its owner can read it. It is replaced atomically, so that a power failure leaves the old file or
the new one.
"""

import os
from collections.abc import Callable, Iterable
from pathlib import Path

import msgspec

from burncard.firmware_bridge.discovery import Answer
from burncard.firmware_bridge.events import DeviceFault, DeviceIdentified, DeviceRole, Event, LinkChanged, LinkTrouble
from burncard.hardware.plain_files import open_private, read_plain


class Enrolled(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One device of the table. `path` is the stable name under which it was last seen; `key`, in hex, what it was given
    at its enrolment, empty where its protocol has no such thing."""

    profile: str
    serial_number: str
    firmware_hash: str
    path: str
    key: str = ""


class EnrolmentError(ValueError):
    """The file of enrolled devices cannot be read. The message names it and says why."""


class Enrolment:
    """The devices of a table, by role, in a file."""

    def __init__(self, file: Path) -> None:
        """Reads the file; without one, no device is enrolled. Raises EnrolmentError, OSError."""
        self._file = file
        self.devices: dict[DeviceRole, Enrolled] = {}
        try:
            text = read_plain(file)
        except FileNotFoundError:
            return
        try:
            self.devices = msgspec.json.decode(text, type=dict[DeviceRole, Enrolled])
        except (ValueError, RecursionError) as error:
            raise EnrolmentError(f"{file}: {error}") from error

    def enrol(self, role: DeviceRole, answer: Answer) -> Enrolled:
        """Enrols a device that has answered. Raises ValueError if it is of the wrong kind or did not answer."""
        if answer.identity is None or answer.profile is None:
            raise ValueError(f"{answer.candidate.path}: no device answered")
        if answer.profile.kind != role:
            raise ValueError(f"{answer.candidate.path} is a {answer.profile.kind}, not a {role}")
        before = self.devices.get(role)
        same = before is not None and before.serial_number == answer.identity.serial_number
        enrolled = Enrolled(
            profile=answer.profile.name,
            serial_number=answer.identity.serial_number,
            firmware_hash=answer.identity.firmware_hash,
            path=answer.candidate.stable_path,
            key=before.key if same and before is not None else "",
        )
        self.devices[role] = enrolled
        self._save()
        return enrolled

    def keep_key(self, role: DeviceRole, key: bytes) -> None:
        """Keeps the key that an enrolled device has been given."""
        self.devices[role] = msgspec.structs.replace(self.devices[role], key=key.hex())
        self._save()

    def remove(self, role: DeviceRole) -> None:
        """Removes a device, if one is enrolled."""
        if self.devices.pop(role, None) is not None:
            self._save()

    def places(self, answers: Iterable[Answer]) -> dict[DeviceRole, str]:
        """The current port of each enrolled device, found by serial number: swapped adapters do no harm."""
        by_serial = {
            (answer.profile.name, answer.identity.serial_number): answer.candidate.stable_path
            for answer in answers
            if answer.profile is not None and answer.identity is not None
        }
        sought = {role: (device.profile, device.serial_number) for role, device in self.devices.items()}
        return {role: by_serial[key] for role, key in sought.items() if key in by_serial}

    def _save(self) -> None:
        self._file.parent.mkdir(parents=True, exist_ok=True)
        draft = self._file.with_suffix(".new")
        with open_private(draft) as file:
            file.write(msgspec.json.format(msgspec.json.encode(self.devices)))
            file.flush()
            os.fsync(file.fileno())
        draft.replace(self._file)


class Guard:
    """Passes the events of the enrolled device on to the table, and of no other.

    A different serial number is reported as the fault `device-changed`, different firmware as `firmware-changed`. Until
    the enrolled device is back, only faults and the link's state pass, and that state is never `ready`.
    """

    def __init__(self, enrolled: Enrolled, tell: Callable[[Event], None]) -> None:
        self._enrolled = enrolled
        self._tell = tell
        self._trusted = False

    def __call__(self, event: Event) -> None:
        """Takes an event from the port."""
        if isinstance(event, DeviceIdentified):
            self._identified(event)
        elif self._trusted or isinstance(event, DeviceFault | LinkTrouble) or self._is_not_ready(event):
            self._tell(event)

    @staticmethod
    def _is_not_ready(event: Event) -> bool:
        return isinstance(event, LinkChanged) and event.state != "ready"

    def _identified(self, identity: DeviceIdentified) -> None:
        self._trusted = identity.serial_number == self._enrolled.serial_number
        if not self._trusted:
            text = f"{self._enrolled.serial_number} is enrolled, but {identity.serial_number} answered"
            self._tell(DeviceFault("device-changed", text))
            return
        if identity.firmware_hash != self._enrolled.firmware_hash:
            text = f"firmware {self._enrolled.firmware_hash} was enrolled, but {identity.firmware_hash} runs"
            self._tell(DeviceFault("firmware-changed", text))
        self._tell(identity)
