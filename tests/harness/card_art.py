"""Playing cards drawn here, for pictures of a table: faces with little and with much ink, and backs, some nasty.

Pictures are BGR, `PX_PER_MM` to the millimetre, of a poker card (63 by 88 mm).
"""

from collections.abc import Callable
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

Picture = npt.NDArray[np.uint8]

PX_PER_MM: Final = 4
WIDTH: Final = 63 * PX_PER_MM
HEIGHT: Final = 88 * PX_PER_MM
PAPER: Final = (244, 248, 248)
INK: Final = {"s": (30, 25, 25), "h": (40, 30, 200), "d": (40, 30, 200), "c": (30, 25, 25)}
FOUR_COLOURS: Final = INK | {"d": (190, 80, 20), "c": (50, 130, 30)}
RANKS: Final = "A23456789TJQK"
COLUMNS: Final[dict[str, list[tuple[float, float]]]] = {
    "A": [(0.5, 0.5)],
    "2": [(0.5, 0.2), (0.5, 0.8)],
    "3": [(0.5, 0.2), (0.5, 0.5), (0.5, 0.8)],
    "4": [(x, y) for x in (0.3, 0.7) for y in (0.2, 0.8)],
    "5": [(x, y) for x in (0.3, 0.7) for y in (0.2, 0.8)] + [(0.5, 0.5)],
    "6": [(x, y) for x in (0.3, 0.7) for y in (0.2, 0.5, 0.8)],
    "7": [(x, y) for x in (0.3, 0.7) for y in (0.2, 0.5, 0.8)] + [(0.5, 0.35)],
    "8": [(x, y) for x in (0.3, 0.7) for y in (0.2, 0.5, 0.8)] + [(0.5, 0.35), (0.5, 0.65)],
    "9": [(x, y) for x in (0.3, 0.7) for y in (0.2, 0.4, 0.6, 0.8)] + [(0.5, 0.5)],
    "T": [(x, y) for x in (0.3, 0.7) for y in (0.2, 0.4, 0.6, 0.8)] + [(0.5, 0.3), (0.5, 0.7)],
}
"""Where a number card's pips are, as shares of its width and height."""


def _mm(*lengths: float) -> tuple[int, ...]:
    return tuple(round(length * PX_PER_MM) for length in lengths)


def _blank(colour: tuple[int, int, int] = PAPER) -> Picture:
    return np.full((HEIGHT, WIDTH, 3), colour, np.uint8)


def _pip(card: Picture, suit: str, x: float, y: float, size: float, colour: tuple[int, int, int]) -> None:
    """A suit's sign, `size` millimetres wide, around a point in millimetres."""
    r = size / 4

    def dot(dx: float, dy: float) -> None:
        cv2.circle(card, _mm(x + dx, y + dy), _mm(r * 1.1)[0], colour, -1, cv2.LINE_AA)

    def shape(*points: tuple[float, float]) -> None:
        corners = np.array([_mm(x + px * size / 2, y + py * size / 2) for px, py in points], np.int32)
        cv2.fillPoly(card, [corners], colour, cv2.LINE_AA)

    if suit == "d":
        shape((0, -1.2), (0.9, 0), (0, 1.2), (-0.9, 0))
    elif suit == "h":
        dot(-r, -r * 0.7)
        dot(r, -r * 0.7)
        shape((-1, -0.1), (1, -0.1), (0, 1.2))
    elif suit == "s":
        dot(-r, r * 0.6)
        dot(r, r * 0.6)
        shape((-1, 0.2), (1, 0.2), (0, -1.2))
        shape((0, 0.2), (0.4, 1.2), (-0.4, 1.2))
    else:
        dot(-r, r * 0.5)
        dot(r, r * 0.5)
        dot(0, -r)
        shape((0, 0.2), (0.4, 1.2), (-0.4, 1.2))


def _turned_half(card: Picture, draw: Callable[[Picture], None]) -> None:
    """Draws something, and once more upside down."""
    draw(card)
    card[:] = card[::-1, ::-1]
    draw(card)


def face(card: str, *, jumbo: bool = False, four_colours: bool = False) -> Picture:
    """The face of a card such as `Th`: pips, or for a court a framed picture with much ink; an index in two corners."""
    rank, suit = card[0], card[1]
    colour = (FOUR_COLOURS if four_colours else INK)[suit]
    drawn = _blank()
    if rank in COLUMNS:
        for x, y in COLUMNS[rank]:
            _pip(drawn, suit, 63 * x, 88 * y, 26 if rank == "A" else 12, colour)
    else:
        _court(drawn, np.random.default_rng(RANKS.index(rank) * 4 + "shdc".index(suit)))
    scale = 1.7 if jumbo else 1.0
    text = "10" if rank == "T" else rank

    def index(there: Picture) -> None:
        cv2.putText(there, text, _mm(2.5, 3 + 8 * scale), cv2.FONT_HERSHEY_DUPLEX, 1.15 * scale, colour, 3, cv2.LINE_AA)
        _pip(there, suit, 3 + 2.5 * scale, 6 + 11.5 * scale, 5 * scale, colour)

    _turned_half(drawn, index)
    return drawn


def _court(drawn: Picture, rng: np.random.Generator) -> None:
    """A figure's robes: patches of the four inks inside a frame, the same upside down."""
    inks = [(40, 30, 200), (30, 200, 240), (150, 60, 20), (25, 25, 25), PAPER, (40, 30, 200)]
    left, top, right, bottom = _mm(10, 9, 53, 79)
    middle = (top + bottom) // 2

    def robes(there: Picture) -> None:
        part = there[top:middle, left:right]
        for _ in range(70):
            corners = (rng.random((4, 2)) * 0.5 + rng.random((1, 2)) * 0.7) * [right - left, middle - top]
            ink = inks[int(rng.integers(len(inks)))]
            cv2.fillConvexPoly(part, cv2.convexHull(corners.astype(np.int32)), ink, cv2.LINE_AA)

    robes(drawn)
    drawn[middle:bottom, left:right] = drawn[top:middle, left:right][::-1, ::-1]
    cv2.rectangle(drawn, (left, top), (right, bottom), (60, 40, 30), 2, cv2.LINE_AA)


def _lattice(drawn: Picture, colour: tuple[int, int, int], pitch_mm: float, width_px: int) -> None:
    pitch = pitch_mm * PX_PER_MM
    for offset in np.arange(-HEIGHT, WIDTH + HEIGHT, pitch):
        start = int(offset)
        cv2.line(drawn, (start, 0), (start + HEIGHT, HEIGHT), colour, width_px, cv2.LINE_AA)
        cv2.line(drawn, (start, 0), (start - HEIGHT, HEIGHT), colour, width_px, cv2.LINE_AA)


def _bordered(inside: Picture, border_mm: float) -> Picture:
    framed = _blank()
    edge = _mm(border_mm)[0]
    framed[edge:-edge, edge:-edge] = inside[edge:-edge, edge:-edge]
    return framed


def _lattice_back(ground: tuple[int, int, int], line: tuple[int, int, int], pitch: float, border: float) -> Picture:
    drawn = _blank(ground)
    _lattice(drawn, line, pitch, 2)
    return _bordered(drawn, border) if border else drawn


def _emblem_back() -> Picture:
    drawn = _blank((28, 24, 24))
    gold = (80, 170, 205)
    cv2.ellipse(drawn, _mm(31.5, 44), _mm(18, 26), 0, 0, 360, gold, 6, cv2.LINE_AA)
    _pip(drawn, "s", 31.5, 44, 22, gold)
    cv2.rectangle(drawn, _mm(5, 5), _mm(58, 83), gold, 4, cv2.LINE_AA)
    return drawn


def _white_back() -> Picture:
    """Mostly paper, with a round sign in the middle: as white as a face."""
    drawn = _blank()
    cv2.circle(drawn, _mm(31.5, 44), _mm(17)[0], (150, 50, 30), -1, cv2.LINE_AA)
    cv2.circle(drawn, _mm(31.5, 44), _mm(11)[0], PAPER, -1, cv2.LINE_AA)
    _pip(drawn, "d", 31.5, 44, 12, (150, 50, 30))
    return drawn


def _court_back() -> Picture:
    """In the colours of a court card, framed in white like one."""
    drawn = _blank()
    _court(drawn, np.random.default_rng(777))
    return drawn


def _pale_back() -> Picture:
    drawn = _blank((214, 226, 214))
    _lattice(drawn, (180, 200, 176), 5, 5)
    cv2.circle(drawn, _mm(31.5, 44), _mm(12)[0], (160, 185, 150), -1, cv2.LINE_AA)
    return _bordered(drawn, 4)


BACKS: Final[dict[str, Picture]] = {
    "red-bordered": _lattice_back((60, 40, 185), (225, 225, 240), 4, 5),
    "blue-bordered": _lattice_back((165, 80, 30), (240, 225, 215), 3, 4),
    "red-to-the-edge": _lattice_back((55, 35, 190), (215, 215, 235), 4, 0),
    "green-bordered": _lattice_back((70, 110, 30), (200, 220, 200), 4, 5),
    "black-and-gold": _emblem_back(),
    "white-with-sign": _white_back(),
    "like-a-court": _court_back(),
    "pale": _pale_back(),
}


def outline() -> Picture:
    """A card's shape: 255 inside, with round corners."""
    shape = np.zeros((HEIGHT, WIDTH), np.uint8)
    r = _mm(3)[0]
    cv2.rectangle(shape, (r, 0), (WIDTH - r - 1, HEIGHT), 255, -1)
    cv2.rectangle(shape, (0, r), (WIDTH, HEIGHT - r - 1), 255, -1)
    for x in (r, WIDTH - r - 1):
        for y in (r, HEIGHT - r - 1):
            cv2.circle(shape, (x, y), r, 255, -1, cv2.LINE_AA)
    return shape
