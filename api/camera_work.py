"""What the commands of `burncard camera` do. Imported only by them: it needs OpenCV."""

import asyncio
import os
import signal
import sys
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import cv2
import msgspec

from burncard.camera.alarms import TooFewMarksError
from burncard.camera.camera_enrolment import RECORD, BadEnrolmentError, Enroller, Enrolment, load
from burncard.camera.camera_port import CameraPort
from burncard.camera.device import FaceCamera
from burncard.camera.felt_plan import BadPlanError, read_plan
from burncard.camera.geometry import BadMarksError, Picture, Spot
from burncard.camera.serving import Eye, Serving
from burncard.camera.source import NoSourceError, Source, open_source
from burncard.hardware.layout import BadLayoutError, find_layout
from burncard.hardware.profiles import load_profiles
from burncard.simulator.pty_host import PtyHost

REFUSED: Final = (BadPlanError, BadMarksError, BadEnrolmentError, NoSourceError, BadLayoutError, OSError)
WARM_UP: Final = 10
"""Pictures that a camera needs to find its exposure."""
OF_EACH: Final = 12
PROFILE: Final = "face-camera"
KEY_FILE: Final = "key"
NO_MARKS: Final = "nothing in the picture would show that the camera was moved: let it see the edge of the table"

Photographer = Callable[[str, str], list[Picture]]
"""Takes pictures of a step, by its name and by what a person must do for it."""


@dataclass(frozen=True, slots=True)
class Asked:
    """The options of an enrolment."""

    source: str
    plan: str
    layout: str
    marks: tuple[str, ...]
    backs: int
    pictures: str


def photograph(source: str, file: Path) -> int:
    """Takes one picture; the exit code."""
    try:
        with closing(open_source(source)) as opened:
            picture = _some(opened, 1)[0]
        if not cv2.imwrite(str(file), picture):
            raise NoSourceError(f"{file} cannot be written")
    except (*REFUSED, cv2.error) as error:
        return _refuse(error)
    print(f"{file}: {picture.shape[1]} by {picture.shape[0]} pixels")
    return 0


def enrol(asked: Asked, folder: Path) -> int:
    """Makes an enrolment in a folder; the exit code."""
    try:
        if asked.pictures:
            enrolment = _enrolled(asked, lambda name, _: _in_folder(Path(asked.pictures) / name))
        else:
            with closing(open_source(asked.source)) as opened:
                enrolment = _enrolled(asked, lambda _, prompt: _taken(opened, prompt))
        Eye(enrolment)
        if (folder / RECORD).exists():  # it stays the same device, and keeps its key
            kept = load(folder).record.serial_number
            enrolment = replace(enrolment, record=msgspec.structs.replace(enrolment.record, serial_number=kept))
        enrolment.save(folder)
    except TooFewMarksError:
        return _refuse(NoSourceError(NO_MARKS))
    except REFUSED as error:
        return _refuse(error)
    print(f"enrolled in {folder} as {enrolment.record.serial_number}; check the zones in {folder / 'zones.png'}")
    return 0


def look(source: str, folder: Path, number: int) -> int:
    """Prints what is seen in some pictures; the exit code."""
    try:
        enrolment = load(folder)
        eye, opened = Eye(enrolment), open_source(source)
    except REFUSED as error:
        return _refuse(error)
    zones = enrolment.record.antennas
    with closing(opened):
        for _ in range(number):
            picture, began = opened.next(), time.monotonic()
            sight = None if picture is None else eye.look(picture, time.monotonic_ns())
            took_ms = 1000 * (time.monotonic() - began)
            if sight is None:
                print("no new picture")
            elif sight.alarm is not None:
                print(f"{sight.alarm.code}: {sight.alarm.text}")
            else:
                seen = (f"{zones[at]} {zone.up} up {zone.down} down" for at, zone in sorted(sight.zones.items()))
                print(f"{took_ms:.0f} ms: {', '.join(seen) or 'no zone is seen'}")
    return 0


def serve(source: str, folder: Path, port: str, link: str, baud: int) -> int:
    """Serves until SIGINT or SIGTERM; the exit code."""
    try:
        enrolment = load(folder)
        eye, opened = Eye(enrolment), open_source(source)
    except REFUSED as error:
        return _refuse(error)
    key_file = folder / KEY_FILE
    device = FaceCamera(
        enrolment.record.serial_number,
        enrolment.digest,
        max(enrolment.record.antennas),
        bytes.fromhex(key_file.read_text(encoding="ascii").strip()) if key_file.exists() else b"",
        lambda key: _keep(key_file, key),
    )
    try:
        return asyncio.run(_serve(_Served(eye, opened, device, port, link, baud or load_profiles()[PROFILE].baud)))
    finally:
        opened.close()


# ---- inside --------------------


@dataclass(frozen=True, slots=True)
class _Served:
    """What is served where: at a port, or on a tty of its own at a link."""

    eye: Eye
    source: Source
    device: FaceCamera
    port: str
    link: str
    baud: int

    def plug(self) -> Callable[[], None]:
        """Opens the line; what closes it. Raises OSError."""
        if self.link:
            host = PtyHost(self.device, self.baud, time.monotonic_ns, Path(self.link))
            host.plug()
            return host.unplug
        line = CameraPort(self.device, self.port, self.baud, time.monotonic_ns)
        line.start()
        if line.trouble is not None:
            print(f"burncard: {line.trouble}; it is tried again", file=sys.stderr)
        return line.close


async def _serve(served: _Served) -> int:
    loop = asyncio.get_running_loop()
    ended: asyncio.Future[Exception | None] = loop.create_future()

    def end(error: Exception | None = None) -> None:
        if not ended.done():
            ended.set_result(error)

    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, end)

    def failed(error: Exception) -> None:
        loop.call_soon_threadsafe(end, error)

    serving = Serving(served.eye, served.source, served.device, time.monotonic_ns, failed)
    try:
        unplug = served.plug()
    except OSError as unusable:
        return _refuse(unusable)
    serving.start()
    print(f"face camera on {served.port or served.link}; Ctrl-C stops it.", flush=True)
    error = await ended
    unplug()
    serving.close()
    return 0 if error is None else _refuse(error)


def _enrolled(asked: Asked, photographer: Photographer) -> Enrolment:
    plan = read_plan(Path(asked.plan) if asked.plan else None)
    layout = find_layout(asked.layout)
    marks = [_spot(mark) for mark in asked.marks]
    enroller = Enroller(plan, layout, marks, photographer("empty", "Clear the table."))
    for number in range(1, asked.backs + 1):
        design = f" of design {number}" if asked.backs > 1 else ""
        prompt = f"Place one card{design} face down in the centre of each zone. A few zones are enough."
        print(f"{enroller.back(photographer(f'back-{number}', prompt))} cards face down seen")
    return enroller.faces(photographer("faces", "Replace them with face-up cards, including some court cards."))


def _spot(text: str) -> Spot:
    x, comma, y = text.partition(",")
    try:
        return (float(x), float(y if comma else "?"))
    except ValueError as error:
        raise BadMarksError(f"--mark {text}: expected X,Y in pixels") from error


def _taken(source: Source, prompt: str) -> list[Picture]:
    input(f"{prompt} Then take your hands away and press Enter. ")
    return _some(source, OF_EACH)


def _some(source: Source, number: int) -> list[Picture]:
    """Some pictures, after those that a camera needs to find its exposure."""
    pictures = [picture for _ in range(WARM_UP + number) if (picture := source.next()) is not None]
    if len(pictures) < number:
        raise NoSourceError("the camera gives no pictures")
    return pictures[-number:]


def _in_folder(folder: Path) -> list[Picture]:
    read = [(path, cv2.imread(str(path))) for path in sorted(folder.iterdir())]
    pictures = [picture for _, picture in read if picture is not None]
    if not pictures:
        raise NoSourceError(f"{folder} has no pictures")
    return pictures  # type: ignore[return-value]


def _keep(file: Path, key: bytes) -> None:
    """Stores the key where nobody else reads it."""
    with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="ascii") as opened:
        opened.write(key.hex())


def _refuse(error: Exception) -> int:
    print(f"burncard: {error}", file=sys.stderr)
    return 2
