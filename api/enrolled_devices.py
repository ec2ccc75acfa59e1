"""The table's own devices: where its data is, which devices are enrolled there, and at which ports they are."""

import os
from pathlib import Path

from burncard.api.attached_devices import Place
from burncard.firmware_bridge.discovery import ask_all, candidates
from burncard.firmware_bridge.enrolment import Enrolment
from burncard.firmware_bridge.events import DeviceRole
from burncard.hardware.profiles import load_profiles

DEVICES_FILE = "devices.json"


def data_home(data: str) -> Path:
    """The table's data directory: the given one, or the default in the user's home."""
    share = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local/share")
    return Path(data).expanduser() if data else share / "burncard"


def open_enrolment(data: str) -> Enrolment:
    """The enrolled devices. Raises EnrolmentError, OSError."""
    return Enrolment(data_home(data) / DEVICES_FILE)


async def places_now(enrolment: Enrolment) -> dict[DeviceRole, Place]:
    """Where the enrolled devices are: found by probing, or the last known port of one that does not answer."""
    last_places = [device.path for device in enrolment.devices.values()]
    found = enrolment.places(await ask_all(candidates(load_profiles().values(), last_places)))
    return {role: Place(found.get(role, device.path), device.profile) for role, device in enrolment.devices.items()}
