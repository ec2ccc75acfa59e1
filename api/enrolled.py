"""The table's own devices: where its data is kept, which devices are enrolled there, and where they are plugged in."""

import os
from pathlib import Path

from burncard.api.attached import Place
from burncard.firmware_bridge.discovery import ask_all, candidates
from burncard.firmware_bridge.enrolment import Enrolment
from burncard.firmware_bridge.events import DeviceRole
from burncard.hardware.profiles import load_profiles

DEVICES_FILE = "devices.json"


def data_home(data: str) -> Path:
    """The directory of everything that a table keeps: the given one, or the user's own."""
    share = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local/share")
    return Path(data).expanduser() if data else share / "burncard"


def open_enrolment(data: str) -> Enrolment:
    """The devices that are enrolled. Raises EnrolmentError, OSError."""
    return Enrolment(data_home(data) / DEVICES_FILE)


async def places_now(enrolment: Enrolment) -> dict[DeviceRole, Place]:
    """Where the enrolled devices are: found by asking, or, where one does not answer now, at its last place."""
    last_places = [device.path for device in enrolment.devices.values()]
    found = enrolment.places(await ask_all(candidates(load_profiles().values(), last_places)))
    return {role: Place(found.get(role, device.path), device.profile) for role, device in enrolment.devices.items()}
