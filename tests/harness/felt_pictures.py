"""Pictures of a table as a camera over it takes them, rendered: as bad as rooms are, without looking at the detector.

What is modelled: where the camera hangs and how it is turned, its lens (blur, barrel distortion, darker corners), its
sensor (noise that grows with light, exposure, white balance, a tone curve, sharpening, JPEG), lamps that light the felt
unevenly and flicker, soft shadows, glare on cards, bent cards, their edges' shadows, a felt with fibres and print,
chips, hands with sleeves, phones and bank cards. Lengths are millimetres on the felt: x to the right, y away from the
dealer, who sits at the bottom of the picture.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from math import cos, radians, sin
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from tests.harness import card_art
from tests.harness.card_art import Picture

Floats = npt.NDArray[np.float32]
Colour = tuple[int, int, int]
Spot = tuple[float, float]

FINER: Final = 2
"""Drawn so many times finer than it is seen."""
SCREEN: Final = 2.5 / 1920
"""1080p over 2.5 m: metres a pixel."""
FELTS: Final[dict[str, Colour]] = {
    "green": (60, 105, 25),
    "blue": (125, 70, 25),
    "red": (35, 30, 120),
    "black": (42, 40, 40),
    "grey": (110, 112, 115),
}
SKINS: Final[tuple[Colour, ...]] = ((135, 165, 215), (100, 135, 190), (60, 85, 130), (40, 55, 85), (150, 180, 230))
SLEEVES: Final[tuple[Colour, ...]] = ((30, 30, 30), (235, 235, 235), (60, 105, 25), (90, 40, 40), (125, 70, 25))
CHIPS: Final[tuple[Colour, ...]] = ((50, 40, 200), (60, 150, 40), (35, 35, 35), (235, 235, 235), (150, 60, 110))

LINEAR: Final[Floats] = ((np.arange(256) / 255) ** 2.2).astype(np.float32)
"""The light that a value of a picture stands for."""


@dataclass(frozen=True, slots=True)
class Laid:
    """A card, or another flat thing: its picture and size, where its middle lies, and how it is turned (degrees).

    `bend`: how far its corners seem to be off, in mm. `glare`: how bright a lamp is mirrored in it, 0 to 1.
    """

    art: Picture
    at: Spot
    degrees: float = 0.0
    size: tuple[float, float] = (63.0, 88.0)
    bend: float = 0.0
    glare: float = 0.0


@dataclass(frozen=True, slots=True)
class Chips:
    """A stack of chips."""

    at: Spot
    high: int = 1
    colour: Colour = CHIPS[0]


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand whose finger tips are at `at`, with an arm that comes from `arm`, outside the picture or not."""

    at: Spot
    arm: Spot
    skin: Colour = SKINS[0]
    sleeve: Colour = SLEEVES[0]


@dataclass(frozen=True, slots=True)
class Scene:
    """What lies on the felt, the lowest first, and what is held over it."""

    things: tuple[Laid | Chips, ...] = ()
    hands: tuple[Hand, ...] = ()


@dataclass(frozen=True, slots=True)
class Room:
    """A camera over a felt and the light there. `shift`: how far the camera has been moved, in pixels and degrees."""

    felt: Colour
    size: tuple[int, int] = (1920, 1080)
    span_mm: float = 2500.0
    middle: Spot = (0.0, 0.0)
    lean: Spot = (0.0, 0.0)  # degrees from the vertical, sideways and away from the dealer
    roll: float = 0.0
    barrel: float = 0.0
    blur_px: float = 0.6
    darker_corners: float = 0.2
    lamps: tuple[tuple[float, float, float, float], ...] = ((0, 0, 900, 1.0),)  # x, y, reach, brightness
    warm: float = 1.0
    noise: float = 2.0
    sharpen: float = 0.3
    jpeg: int = 85
    shift: tuple[float, float, float] = (0.0, 0.0, 0.0)
    seed: int = 1
    shadows: tuple[tuple[float, float, float, float], ...] = ()  # x, y, radius, depth
    exposure: float = 1.0

    def homography(self) -> npt.NDArray[np.float64]:
        """From millimetres on the felt to pixels, without the lens."""
        width, height = self.size
        focal, far = 1.1 * width, 1.1 * self.span_mm
        tilt, sideways, roll = radians(self.lean[1]), radians(self.lean[0]), radians(self.roll + self.shift[2])
        about_x = np.array([[1, 0, 0], [0, cos(tilt), -sin(tilt)], [0, sin(tilt), cos(tilt)]])
        about_y = np.array([[cos(sideways), 0, sin(sideways)], [0, 1, 0], [-sin(sideways), 0, cos(sideways)]])
        about_z = np.array([[cos(roll), -sin(roll), 0], [sin(roll), cos(roll), 0], [0, 0, 1]])
        turned = about_z @ about_x @ about_y
        flat = np.array([[1, 0, -self.middle[0]], [0, -1, self.middle[1]], [0, 0, 0]], np.float64)
        placed = turned @ flat
        placed[2, 2] += far
        lens = np.array([[focal, 0, width / 2 + self.shift[0]], [0, focal, height / 2 + self.shift[1]], [0, 0, 1]])
        return np.asarray(lens @ placed, np.float64)

    def pixel(self, spot: Spot) -> tuple[float, float]:
        """Where a spot of the felt is in the picture."""
        x, y, w = self.homography() @ [spot[0], spot[1], 1]
        x, y = x / w, y / w
        width, height = self.size
        dx, dy = (x - width / 2) / width, (y - height / 2) / width
        shrink = 1 - self.barrel * (dx * dx + dy * dy) * 4
        return (width / 2 + dx * width * shrink, height / 2 + dy * width * shrink)


def draw_room(rng: np.random.Generator, felt: str = "", **fixed: object) -> Room:
    """A room as it may be. `fixed`: what is not drawn."""
    felts = list(FELTS)
    colour = FELTS[felt or felts[int(rng.integers(len(felts)))]]
    lamps = tuple(
        (
            float(rng.uniform(-900, 900)),
            float(rng.uniform(-500, 500)),
            float(rng.uniform(500, 1300)),
            float(rng.uniform(0.3, 0.9)),
        )
        for _ in range(int(rng.integers(1, 4)))
    )
    shadows = tuple(
        (
            float(rng.uniform(-1000, 1000)),
            float(rng.uniform(-500, 500)),
            float(rng.uniform(60, 250)),
            float(rng.uniform(0.1, 0.45)),
        )
        for _ in range(int(rng.integers(0, 5)))
    )
    room = Room(
        colour,
        lean=(float(rng.uniform(-8, 8)), float(rng.uniform(-15, 15))),
        roll=float(rng.uniform(-5, 5)),
        barrel=float(rng.uniform(0, 0.01)),
        blur_px=float(rng.uniform(0.4, 1.1)),
        darker_corners=float(rng.uniform(0, 0.4)),
        lamps=lamps,
        warm=float(rng.uniform(0.85, 1.2)),
        noise=float(rng.uniform(1, 4)),
        sharpen=float(rng.uniform(0, 0.8)),
        jpeg=int(rng.integers(65, 95)),
        seed=int(rng.integers(1 << 30)),
        shadows=shadows,
    )
    return replace(room, **fixed)  # type: ignore[arg-type]


@dataclass(slots=True)
class Studio:
    """Takes pictures in one room. What does not change from one to the next is drawn once."""

    room: Room
    _empty: Picture = field(init=False)

    def __post_init__(self) -> None:
        self._empty = _felt(self.room)

    def still(self, scene: Scene) -> Floats:
        """The light that reaches the sensor, before noise: 1 is white."""
        canvas = self._empty.copy()
        matrix = np.diag([FINER, FINER, 1]) @ self.room.homography()
        for thing in scene.things:
            if isinstance(thing, Laid):
                _lay(canvas, matrix, thing)
            else:
                _stack(canvas, matrix, thing)
        light = _light(self.room)
        for hand in scene.hands:
            _reach(canvas, light, matrix, hand)
        width, height = self.room.size
        seen = cv2.resize(canvas, (width, height), interpolation=cv2.INTER_AREA)
        lit = np.asarray(LINEAR[seen] * light, np.float32)
        return _through_lens(self.room, lit)

    def shot(self, still: Floats, rng: np.random.Generator) -> Picture:
        """One picture: flicker, the tone curve, noise, sharpening, JPEG."""
        room = self.room
        lit = np.clip(still * (room.exposure * rng.uniform(0.95, 1.05)), 0, None)
        toned = (lit / (1 + 0.15 * lit) * 1.15) ** (1 / 2.2) * 255
        grain = room.noise * (0.5 + np.sqrt(np.clip(toned, 0, 255) / 255))
        toned += rng.standard_normal(toned.shape, np.float32) * grain
        if room.sharpen:
            toned += room.sharpen * (toned - cv2.GaussianBlur(toned, (0, 0), 1.5))
        done = np.clip(toned, 0, 255).astype(np.uint8)
        packed = cv2.imencode(".jpg", done, [cv2.IMWRITE_JPEG_QUALITY, room.jpeg])[1]
        return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)

    def picture(self, scene: Scene, rng: np.random.Generator) -> Picture:
        """One picture of a scene."""
        return self.shot(self.still(scene), rng)


# ---- inside --------------------


def _felt(room: Room) -> Picture:
    rng = np.random.default_rng(room.seed)
    width, height = room.size[0] * FINER, room.size[1] * FINER
    matrix = np.diag([FINER, FINER, 1]) @ room.homography()

    def world(amount: float, mm: float, *colours: int) -> Floats:
        """What varies from place to place of the room, over so many mm."""
        cells = (round(4000 / mm), round(4000 / mm))
        rough = rng.standard_normal((*cells, *colours), np.float32) * amount
        from_cells = np.array([[mm, 0, -2000], [0, -mm, 2000], [0, 0, 1]], np.float64)
        seen = cv2.warpPerspective(rough, matrix @ from_cells, (width, height), flags=cv2.INTER_LINEAR)
        return np.asarray(seen, np.float32)

    rough = world(5, 100) + world(9, 2.5)
    canvas = np.empty((height, width, 3), np.float32)
    canvas[:] = (45, 60, 85)  # the rail and what is beyond it
    canvas += world(14, 16, 3)
    inside = np.zeros((height, width), np.uint8)
    cv2.fillPoly(inside, [_outline_of(matrix, 1150, 560)], 255, cv2.LINE_AA)
    share = (inside.astype(np.float32) / 255)[..., None]
    canvas *= 1 - share
    canvas += np.array(room.felt, np.float32) * share
    canvas += rough[..., None] * (0.4 + 0.6 * share)
    done = np.clip(canvas, 0, 255).astype(np.uint8)
    light = tuple(min(255, channel + 60) for channel in room.felt)
    cv2.polylines(done, [_outline_of(matrix, 700, 270)], True, light, 2 * FINER, cv2.LINE_AA)
    cv2.polylines(done, [_outline_of(matrix, 1100, 510)], True, (70, 120, 160), 3 * FINER, cv2.LINE_AA)
    for x in range(-140, 141, 70):
        corners = [(x + dx, -10 + dy) for dx, dy in ((-33, -46), (33, -46), (33, 46), (-33, 46))]
        cv2.polylines(done, [_points(matrix, corners)], True, light, FINER, cv2.LINE_AA)
    x, y = (int(value) for value in _points(matrix, [(-120.0, 130.0)])[0])
    cv2.putText(done, "BURNCARD", (x, y), cv2.FONT_HERSHEY_DUPLEX, 1.6 * FINER, light, 2 * FINER, cv2.LINE_AA)
    return done


def _outline_of(matrix: npt.NDArray[np.float64], half_width: float, half_height: float) -> npt.NDArray[np.int32]:
    around = np.linspace(0, 2 * np.pi, 120)
    power = 0.6
    xs = half_width * np.sign(np.cos(around)) * np.abs(np.cos(around)) ** power
    ys = half_height * np.sign(np.sin(around)) * np.abs(np.sin(around)) ** power
    return _points(matrix, list(zip(xs, ys, strict=True)))


def _points(matrix: npt.NDArray[np.float64], spots: Sequence[Spot]) -> npt.NDArray[np.int32]:
    places = cv2.perspectiveTransform(np.array([spots], np.float64), matrix)[0]
    return np.asarray(np.round(np.clip(places, -20000, 20000)), np.int32)


def _corners(thing: Laid) -> npt.NDArray[np.float64]:
    width, height = thing.size
    c, s = cos(radians(thing.degrees)), sin(radians(thing.degrees))
    corners = np.array([(-width, height), (width, height), (width, -height), (-width, -height)], np.float64) / 2
    bent = np.array([(1, 0.4), (-0.3, 0.8), (0.6, -0.9), (-0.8, -0.2)]) * thing.bend
    turned = (corners + bent) @ np.array([[c, s], [-s, c]])
    return np.asarray(turned + thing.at)


def _lay(canvas: Picture, matrix: npt.NDArray[np.float64], thing: Laid) -> None:
    corners = cv2.perspectiveTransform(_corners(thing)[None], matrix)[0]
    left, top = np.floor(corners.min(axis=0)).astype(int) - 8
    right, bottom = np.ceil(corners.max(axis=0)).astype(int) + 8
    height, width = canvas.shape[:2]
    x0, y0, x1, y1 = max(0, left), max(0, top), min(width, right), min(height, bottom)
    if x0 >= x1 or y0 >= y1:
        return
    art = cv2.resize(thing.art, (126, 176), interpolation=cv2.INTER_AREA)
    shape = cv2.resize(card_art.outline(), (126, 176), interpolation=cv2.INTER_AREA)
    source = np.array([(0, 0), (126, 0), (126, 176), (0, 176)], np.float32)
    place = cv2.getPerspectiveTransform(source, (corners - [x0, y0]).astype(np.float32))
    size = (int(x1 - x0), int(y1 - y0))
    seen = cv2.warpPerspective(art, place, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    alpha = (cv2.warpPerspective(shape, place, size, flags=cv2.INTER_LINEAR).astype(np.float32) / 255)[..., None]
    there = canvas[y0:y1, x0:x1].astype(np.float32)
    around = cv2.GaussianBlur(alpha[..., 0], (0, 0), 2.0)
    there *= 1 - 0.35 * np.roll(around, (2, 1), (0, 1))[..., None]
    shown = seen.astype(np.float32)
    if thing.glare:
        ys, xs = np.mgrid[0 : size[1], 0 : size[0]].astype(np.float32)
        middle = corners.mean(axis=0) - [x0, y0]
        way = np.array([thing.bend * 12 - 12, 10])
        dx, dy = xs - middle[0] - way[0], ys - middle[1] - way[1]
        shown = shown + (np.exp(-(dx * dx / 900 + dy * dy / 2500 - dx * dy / 3000)) * 330 * thing.glare)[..., None]
    canvas[y0:y1, x0:x1] = np.clip(there * (1 - alpha) + shown * alpha, 0, 255).astype(np.uint8)


def _stack(canvas: Picture, matrix: npt.NDArray[np.float64], chips: Chips) -> None:
    """Chips are 39 mm wide and 3.3 high; the higher ones seem to lie farther out."""
    x, y = chips.at
    for number in range(chips.high):
        lean = 1 + 0.0012 * number * 3.3
        circle = [(x * lean + 19.5 * cos(a), y * lean + 19.5 * sin(a)) for a in np.linspace(0, 6.28, 40)]
        rim = tuple(int(channel * 0.6) for channel in chips.colour)
        cv2.fillPoly(canvas, [_points(matrix, circle)], chips.colour, cv2.LINE_AA)
        cv2.polylines(canvas, [_points(matrix, circle)], True, rim, FINER, cv2.LINE_AA)
        for a in np.linspace(0, 6.28, 7)[:-1]:
            spot = [
                (x * lean + r * cos(a + d), y * lean + r * sin(a + d))
                for r, d in ((19, -0.12), (19, 0.12), (14, 0.12), (14, -0.12))
            ]
            cv2.fillPoly(canvas, [_points(matrix, spot)], (235, 235, 235), cv2.LINE_AA)
    inner = [(x * lean + 11 * cos(a), y * lean + 11 * sin(a)) for a in np.linspace(0, 6.28, 30)]
    cv2.polylines(canvas, [_points(matrix, inner)], True, (225, 225, 225), FINER, cv2.LINE_AA)


def _reach(canvas: Picture, light: Floats, matrix: npt.NDArray[np.float64], hand: Hand) -> None:
    """Fingers, the back of the hand, a cuff and a sleeve, with their shadow on what lies below."""
    tip, arm = np.array(hand.at, np.float64), np.array(hand.arm, np.float64)
    way = (arm - tip) / max(1.0, float(np.hypot(*(arm - tip))))
    side = np.array([-way[1], way[0]])

    def part(start: npt.NDArray[np.float64], end: npt.NDArray[np.float64], wide: float, colour: Colour) -> None:
        (x0, y0), (x1, y1) = _points(matrix, [tuple(start), tuple(end)])
        scale = float(np.hypot(*(_points(matrix, [tuple(start + 100 * side)])[0] - [x0, y0]))) / 100
        cv2.line(canvas, (int(x0), int(y0)), (int(x1), int(y1)), colour, max(1, round(wide * scale)), cv2.LINE_AA)

    dark: Colour = (int(hand.skin[0] * 0.8), int(hand.skin[1] * 0.8), int(hand.skin[2] * 0.8))
    shade = np.ones(light.shape[:2], np.float32)
    (x0, y0), (x1, y1) = _points(np.diag([1 / FINER, 1 / FINER, 1]) @ matrix, [tuple(tip + 15), tuple(arm + 15)])
    cv2.line(shade, (int(x0), int(y0)), (int(x1), int(y1)), 0.55, 70)
    light *= cv2.GaussianBlur(shade, (0, 0), 14)[..., None]
    part(tip + 190 * way, arm, 110, hand.sleeve)
    part(tip + 160 * way, tip + 195 * way, 70, hand.skin)
    part(tip + 80 * way, tip + 140 * way, 85, hand.skin)
    for finger, length in enumerate((0, -8, -4, 12)):
        offset = side * (finger - 1.5) * 21
        part(tip + offset - length * way, tip + offset * 0.9 + 80 * way, 18, hand.skin)
        part(tip + offset * 1.25 + 20 * way, tip + offset * 1.1 + 70 * way, 2, dark)
    part(tip + 95 * way + side * 30, tip + 40 * way + side * 62, 21, hand.skin)


def _light(room: Room) -> Floats:
    """How bright it is at each pixel, and in which colour."""
    width, height = room.size
    ys, xs = np.mgrid[0:height:8, 0:width:8].astype(np.float64)
    spots = np.stack([xs.ravel(), ys.ravel()], axis=1)[None]
    on_felt = cv2.perspectiveTransform(spots, np.linalg.inv(room.homography()))[0]
    x, y = on_felt[:, 0].reshape(xs.shape), on_felt[:, 1].reshape(xs.shape)
    bright = np.full(xs.shape, 0.35)
    for lamp_x, lamp_y, reach, power in room.lamps:
        bright += power / (1 + ((x - lamp_x) ** 2 + (y - lamp_y) ** 2) / reach**2)
    for shadow_x, shadow_y, radius, depth in room.shadows:
        bright *= 1 - depth * np.exp(-((((x - shadow_x) ** 2 + (y - shadow_y) ** 2) / radius**2) ** 2))
    off = ((xs - width / 2) ** 2 + (ys - height / 2) ** 2) / (width / 2) ** 2
    bright *= 1 - room.darker_corners * off / 1.3
    bright /= np.percentile(bright, 80) * 1.05
    whole = cv2.resize(bright.astype(np.float32), (width, height), interpolation=cv2.INTER_LINEAR)
    return np.asarray(whole[..., None] * np.array([1 / room.warm, 1.0, room.warm], np.float32), np.float32)


def _through_lens(room: Room, lit: Floats) -> Floats:
    if room.barrel:
        width, height = room.size
        ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
        dx, dy = (xs - width / 2) / width, (ys - height / 2) / width
        grow = 1 + room.barrel * (dx * dx + dy * dy) * 4
        at_x, at_y = (
            (width / 2 + dx * width * grow).astype(np.float32),
            (height / 2 + dy * width * grow).astype(np.float32),
        )
        lit = np.asarray(cv2.remap(lit, at_x, at_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.float32)
    return np.asarray(cv2.GaussianBlur(lit, (0, 0), room.blur_px), np.float32)
