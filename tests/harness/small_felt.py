"""A corner of the standard table under a camera, small enough to be drawn quickly: seats 1 to 3."""

from dataclasses import replace
from functools import cache
from pathlib import Path

import cv2
import numpy as np

from burncard.camera.camera_enrolment import Enroller, Enrolment
from burncard.camera.felt_plan import Plan, Watched, read_plan, watched
from burncard.camera.looker import Looker
from burncard.camera.sight import Counts
from burncard.hardware.layout import load_layout
from tests.harness import card_art
from tests.harness.card_art import Picture
from tests.harness.felt_pictures import Chips, Hand, Laid, Room, Scene, Studio, draw_room

MARKS = [(-900.0, 250.0), (-420.0, 250.0), (-420.0, -420.0), (-900.0, -420.0)]
SHOWN = ("7h", "Ks", "Qd")
ROOM = {"size": (600, 700), "span_mm": 781.0, "middle": (-670.0, -80.0), "lean": (4.0, -6.0), "exposure": 1.0}


def plan() -> Plan:
    """The zones that can be seen."""
    zones = {zone: area for zone, area in read_plan(None).zones.items() if zone in ("seat:1", "seat:2", "seat:3")}
    return Plan(MARKS, zones)


def zones() -> list[Watched]:
    """The same, with their antennas: 1 to 3."""
    return watched(plan(), load_layout())


@cache
def studio(felt: str = "green", seed: int = 5) -> Studio:
    """A room with this felt."""
    return Studio(draw_room(np.random.default_rng(seed), felt, **ROOM))


def moved(by: Studio, right_px: float) -> Studio:
    """The same room with the camera pushed aside."""
    return Studio(replace(by.room, shift=(right_px, 0.0, 0.0)))


def marks(room: Room) -> list[tuple[float, float]]:
    """The marks in the room's pictures, as a person reads them: in whole pixels."""
    return [(float(round(x)), float(round(y))) for x, y in (room.pixel(mark) for mark in MARKS)]


def at(zone: int, dx: float = 0.0, dy: float = 0.0) -> tuple[float, float]:
    """A spot in a zone, from its middle."""
    area = zones()[zone - 1].area
    return (area.x + dx, area.y + dy)


@cache
def empty(felt: str = "green") -> list[Picture]:
    """Pictures of the empty felt."""
    rng, still = np.random.default_rng(1), studio(felt).still(Scene())
    return [studio(felt).shot(still, rng) for _ in range(3)]


def enroller(felt: str = "green") -> Enroller:
    """An enrolment that has begun with pictures of the empty felt."""
    return Enroller(plan(), load_layout(), marks(studio(felt).room), empty(felt))


def laid_out(room: Studio, arts: list[Picture], seed: int = 2) -> Picture:
    """A picture with one card in each zone."""
    rng = np.random.default_rng(seed)
    return room.picture(Scene(tuple(Laid(art, at(n), 40.0 * n) for n, art in enumerate(arts, 1))), rng)


@cache
def enrolled(back: str = "red-bordered", felt: str = "green") -> Enrolment:
    """A camera that knows this deck on this felt."""
    room = studio(felt)
    begun = enroller(felt)
    begun.back([laid_out(room, [card_art.BACKS[back]] * 3)])
    return begun.faces([laid_out(room, [card_art.face(card) for card in SHOWN])])


@cache
def looker(back: str = "red-bordered", felt: str = "green") -> Looker:
    """What looks at such a table."""
    return enrolled(back, felt).looker()


def seen(
    *things: Laid | Chips, hands: tuple[Hand, ...] = (), back: str = "red-bordered", felt: str = "green", seed: int = 3
) -> dict[int, Counts]:
    """What is read in one picture of these things."""
    room = studio(felt)
    return looker(back, felt).look(room.picture(Scene(things, hands), np.random.default_rng(seed)))


def photograph(folder: Path) -> None:
    """Writes what a technician photographs, the plan, and pictures of play with a card down in zone 1, up in zone 3."""
    room, rng = studio(), np.random.default_rng(1)
    back = card_art.BACKS["red-bordered"]
    play = room.still(Scene((Laid(back, at(1), 9), Laid(card_art.face("Kc"), at(3), 9))))
    pictures = {
        "empty": empty(),
        "back-1": [laid_out(room, [back] * 3)],
        "faces": [laid_out(room, [card_art.face(card) for card in SHOWN])],
        "play": [room.shot(play, rng) for _ in range(5)],
    }
    for name, taken in pictures.items():
        (folder / name).mkdir()
        for number, picture in enumerate(taken):
            cv2.imwrite(str(folder / name / f"{number}.png"), picture)
    areas = [
        f'"{zone}" = {{x = {a.x}, y = {a.y}, width = {a.width}, height = {a.height}}}'
        for zone, a in plan().zones.items()
    ]
    text = "\n".join([f"marks = {[list(mark) for mark in MARKS]}", "[zones]", *areas])
    (folder / "plan.toml").write_text(text, encoding="utf-8")
