"""What `burncard run` and `burncard play` start with."""

import fcntl
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO, Final

from burncard.api.attached_devices import Place
from burncard.firmware_bridge.enrolment import Enrolled
from burncard.firmware_bridge.events import DeviceRole
from burncard.hardware.plain_files import open_shared

HOST: Final = "127.0.0.1"
LOOPBACK: Final = ("127.0.0.1", "localhost", "::1")


class StartError(Exception):
    """The table cannot start. `code` is a key of `ADVICE`; the message has the details."""

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(detail)
        self.code = code


@dataclass(frozen=True, slots=True, kw_only=True)
class Beside:
    """What belongs to a table besides its devices: files of the room's other tables and of its floor, a lamp, and
    whether the times of its alerts are written."""

    peers: str = ""
    floor: str = ""
    lamp: str = ""
    trace_latency: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Simulated:
    """What simulated devices are like: the profile of the reader, its radio, and whether a camera sees the faces."""

    reader: str = "burncard-reader"
    radio: str = "typical"
    camera: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The command's options. `reader` and `shuffler` are None for the enrolled devices, or simulated ones if none are
    enrolled; `simulate` ignores the enrolled ones. `play`: a visitor deals from the start. `by_hand`: there is no
    shuffler, the dealer shuffles."""

    data: str
    table: str
    house: str
    port: int
    reader: Place | None
    shuffler: Place | None
    camera: Place | None = None
    seed: int
    mistakes: float
    speed: float
    simulate: bool
    simulated_as: Simulated = field(default_factory=Simulated)
    layout: str = ""
    listen: str = HOST
    certificate: str = ""
    key: str = ""
    enrolled: Mapping[DeviceRole, Enrolled] = field(default_factory=dict)
    seal: str = ""
    witness: str = ""
    manifest: str = ""
    beside: Beside = field(default_factory=Beside)
    play: bool = False
    by_hand: bool = False

    @property
    def in_network(self) -> bool:
        """Whether other machines can reach the table."""
        return self.listen not in LOOPBACK

    @property
    def simulated(self) -> bool:
        """Whether the devices are simulated."""
        return self.reader is None or (self.shuffler is None and not self.by_hand)


def locked(directory: Path) -> BinaryIO:
    """Locks the data directory for one table; the kernel releases it however the process ends.

    Raises StartError.
    """
    try:
        lock = os.fdopen(open_shared(directory / "lock"), "rb")
    except OSError as error:
        raise StartError("data-folder", f"{directory}: {error.strerror}") from error
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        lock.close()
        raise StartError("data-in-use", str(directory)) from error
    return lock
