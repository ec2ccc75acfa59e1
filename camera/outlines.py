"""Cards in a mask of things that are not felt: rectangles of a card's size that explain its outline.

One card is its smallest rectangle. Where cards overlap, each is sought at the corners of the outline: the rectangle
that explains most of the outline and lies within the mask is taken away, and so on with the rest, until nothing is left
that a card could be seen in. What then is left is something else.
"""

from dataclasses import dataclass
from itertools import product
from math import cos, degrees, pi, radians, sin
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from burncard.camera.geometry import PX_PER_MM, Mask

SIZE_OFF_MAX: Final = 0.07
"""How far a card's side may be off: the lens, the marks, a bent card."""
WITHIN_MIN: Final = 0.93
"""Share of a card that must lie in the mask."""
NEW_MIN: Final = 0.14
"""Share of a card that must not be covered by those already found: a strip of 12 mm."""
SQUARE_OFF_DEGREES: Final = 16.0
EDGE_MIN_PX: Final = 8.0
ROUND_MAX_PX: Final = 9.0
"""A corner may be rounded by so much."""
NEAR_PX: Final = 1.6
CARDS_MAX: Final = 12
POSES_MAX: Final = 160
TRIED: Final = 6
"""Of the poses so many are tried nearby, the likeliest ones."""

Points = npt.NDArray[np.float64]
Pose = tuple[float, float, float]
"""A card's middle, and how it is turned in radians."""


@dataclass(frozen=True, slots=True)
class Outline:
    """Where a card lies in a view: its middle, and by how much its long side is turned clockwise from the vertical."""

    x: float
    y: float
    degrees: float


@dataclass(frozen=True, slots=True)
class Found:
    """The cards in a mask, and what of the mask is something else."""

    cards: list[Outline]
    rest: Mask


class CardShape:
    """A card's size in a view, and points on its border and in it, around its middle."""

    def __init__(self, card_mm: tuple[float, float]) -> None:
        self.width, self.height = card_mm[0] * PX_PER_MM, card_mm[1] * PX_PER_MM
        across, along = self.width / 2, self.height / 2
        round_px = 4.0 * PX_PER_MM
        xs, ys = (
            np.linspace(-across + round_px, across - round_px, 15),
            np.linspace(-along + round_px, along - round_px, 21),
        )
        sides = [[(x, y) for x in xs for y in (-along, along)], [(x, y) for y in ys for x in (-across, across)]]
        self.border: Points = np.array(sides[0] + sides[1])
        inner = product(np.linspace(-across + 1.5, across - 1.5, 11), np.linspace(-along + 1.5, along - 1.5, 15))
        self.within: Points = np.array([(x, y) for x, y in inner if abs(x) < across - 3 or abs(y) < along - 3])

    @property
    def area(self) -> float:
        """In square pixels."""
        return self.width * self.height

    def corners(self, card: Outline) -> npt.NDArray[np.float32]:
        """A card's corners, from the top left one clockwise, as it is read."""
        across, along = self.width / 2, self.height / 2
        at = np.array([(-across, -along), (across, -along), (across, along), (-across, along)])
        return np.asarray(_moved(at, np.array([[card.x, card.y, radians(card.degrees)]]))[0], np.float32)

    def draw(self, mask: Mask, card: Outline, value: int) -> None:
        """Fills a card."""
        cv2.fillConvexPoly(mask, np.round(self.corners(card) * 8).astype(np.int32), value, shift=3)


def find_cards(things: Mask, shape: CardShape) -> Found:
    """The cards of a view."""
    cards: list[Outline] = []
    rest = np.zeros_like(things)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(things, connectivity=4)
    for label in range(1, count):
        left, top, width, height, area = (int(value) for value in stats[label])
        if area < NEW_MIN * shape.area / 2:
            continue
        x0, y0 = max(0, left - 2), max(0, top - 2)
        part = np.asarray(labels[y0 : top + height + 2, x0 : left + width + 2] == label, np.uint8) * 255
        found = _in_part(part, shape)
        cards += [Outline(card.x + x0, card.y + y0, card.degrees) for card in found.cards]
        rest[y0 : top + height + 2, x0 : left + width + 2] |= found.rest
    return Found(cards, rest)


# ---- inside --------------------


def _in_part(part: Mask, shape: CardShape) -> Found:
    """The cards of one connected part."""
    outline = cv2.findContours(part, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0]
    alone = _alone(np.asarray(outline[0], np.int32), float(cv2.countNonZero(part)), shape)
    if alone is not None:
        return Found([alone], np.zeros_like(part))
    if cv2.countNonZero(part) < (1 - SIZE_OFF_MAX) ** 2 * shape.area * 0.9:
        return Found([], part)
    left = part.copy()
    unexplained = np.full_like(part, 255)
    cv2.drawContours(unexplained, outline, -1, 0, 1)
    cards: list[Outline] = []
    inner = np.asarray(cv2.distanceTransform(part, cv2.DIST_L2, 3), np.float32)
    while len(cards) < CARDS_MAX and cv2.countNonZero(left) > NEW_MIN * shape.area:
        card = _best(left, inner, unexplained, shape)
        if card is None:
            break
        cards.append(card)
        shape.draw(left, card, 0)
        near = np.zeros_like(part)
        cv2.polylines(near, [np.round(shape.corners(card) * 8).astype(np.int32)], True, 255, 5, shift=3)
        unexplained |= near
        left = np.asarray(cv2.morphologyEx(left, cv2.MORPH_OPEN, np.ones((4, 4), np.uint8)), np.uint8)
    return Found(cards, left)


def _alone(outline: npt.NDArray[np.int32], area: float, shape: CardShape) -> Outline | None:
    """The card whose outline this is, if it is one."""
    (x, y), (width, height), turned = cv2.minAreaRect(outline)
    width, height = width + 1, height + 1
    if width > height:
        width, height, turned = height, width, turned + 90
    fits = abs(width / shape.width - 1) < SIZE_OFF_MAX and abs(height / shape.height - 1) < SIZE_OFF_MAX
    if not fits or area < WITHIN_MIN * width * height:
        return None
    return Outline(x, y, turned)


def _moved(points: Points, poses: Points) -> Points:
    """Points of a card at each of some poses (x, y, radians): poses by points by 2."""
    c, s = np.cos(poses[:, 2])[:, None], np.sin(poses[:, 2])[:, None]
    x, y = points[:, 0][None], points[:, 1][None]
    return np.stack([x * c - y * s + poses[:, 0][:, None], x * s + y * c + poses[:, 1][:, None]], axis=2)


def _looked_up(values: npt.NDArray[np.float32] | Mask, spots: Points, outside: float) -> npt.NDArray[np.float32]:
    """The values at some spots; `outside` beyond the picture."""
    x, y = (np.ascontiguousarray(spots[..., axis], np.float32) for axis in (0, 1))
    found = cv2.remap(values, x, y, cv2.INTER_NEAREST, borderMode=cv2.BORDER_CONSTANT, borderValue=(outside,))
    return np.asarray(found, np.float32)


def _best(left: Mask, inner: npt.NDArray[np.float32], unexplained: Mask, shape: CardShape) -> Outline | None:
    """The pose of the card that explains most of the outline."""
    poses = _hypotheses(left, shape)
    if not len(poses):
        return None
    far = np.asarray(cv2.distanceTransform(unexplained, cv2.DIST_L2, 3), np.float32)

    def judge(some: Points) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.bool_]]:
        explained = np.clip(NEAR_PX + 1 - _looked_up(far, _moved(shape.border, some), 99), 0, 1).mean(axis=1)
        spots = _moved(shape.within, some)
        within = (_looked_up(inner, spots, 0) > 0).mean(axis=1)
        new = (_looked_up(left, spots, 0) > 0).mean(axis=1)
        ok = (within >= WITHIN_MIN) & (new >= NEW_MIN)
        return explained + 0.25 * new + 0.5 * within, ok

    scores, _ = judge(poses)
    best: tuple[float, Points] | None = None
    for pose in poses[np.argsort(-scores)[:TRIED]]:
        tried = pose[None]
        for step, turn in ((2.5, 3.0), (1.2, 1.5), (0.6, 0.7)):
            moves = np.array(list(product((-step, 0, step), (-step, 0, step), (-radians(turn), 0, radians(turn)))))
            near = tried + moves
            marks, _ = judge(near)
            tried = near[[int(np.argmax(marks))]]
        marks, fits = judge(tried)
        if fits[0] and (best is None or marks[0] > best[0]):
            best = (float(marks[0]), tried[0])
    if best is None:
        return None
    x, y, turned = best[1]
    return Outline(float(x), float(y), degrees(float(turned)))


def _hypotheses(left: Mask, shape: CardShape) -> Points:
    """Poses to try: a card centred on each outline that is left, and a card fitted to each of its corners."""
    poses: list[Pose] = []
    for outline in cv2.findContours(left, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0]:
        if len(outline) < 20:
            continue
        (x, y), _, turned = cv2.minAreaRect(outline)
        for extra in (0, 90):
            poses.append((x, y, radians(turned + extra)))
        spots = cv2.approxPolyDP(outline, 2.0, True)[:, 0].astype(np.float64)
        edges = [
            (spot, after)
            for spot, after in zip(spots, np.roll(spots, -1, axis=0), strict=True)
            if np.hypot(*(after - spot)) >= EDGE_MIN_PX
        ]
        for number, edge in enumerate(edges):
            poses += _at_corner(edges[number - 1], edge, shape)
    return np.array(poses[:POSES_MAX]).reshape(-1, 3)


def _at_corner(edge: tuple[Points, Points], following: tuple[Points, Points], shape: CardShape) -> list[Pose]:
    """The poses of a card with the corner at which two edges of an outline would meet: upright and lying, and along
    either edge."""
    back, on = edge[0] - edge[1], following[1] - following[0]
    turn = float(back[0] * on[1] - back[1] * on[0])
    straight = abs(float(back @ on)) / float(np.hypot(*back) * np.hypot(*on))
    apart = following[0] - edge[1]
    # OpenCV goes round an outline anticlockwise as seen: at a card's own corner the way turns to one side only
    if turn <= 0 or straight > sin(radians(SQUARE_OFF_DEGREES)) or np.hypot(*apart) > ROUND_MAX_PX:
        return []
    corner = edge[1] + back * float(apart[0] * on[1] - apart[1] * on[0]) / turn
    poses = []
    for way in (float(np.arctan2(back[1], back[0])), float(np.arctan2(on[1], on[0])) - pi / 2):
        other = way + pi / 2
        for across, along in ((shape.width, shape.height), (shape.height, shape.width)):
            x = corner[0] + across / 2 * cos(way) + along / 2 * cos(other)
            y = corner[1] + across / 2 * sin(way) + along / 2 * sin(other)
            poses.append((float(x), float(y), way if across == shape.width else other))
    return poses
