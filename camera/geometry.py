"""From a picture's pixels to the felt's millimetres: each zone is looked at as if from straight above."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, hypot, radians, sin
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from burncard.camera.felt_plan import Area, Plan, Watched

Floats = npt.NDArray[np.float32]
Mask = npt.NDArray[np.uint8]
Picture = npt.NDArray[np.uint8]
Matrix = npt.NDArray[np.float64]
Spot = tuple[float, float]

PX_PER_MM: Final = 0.8
"""Of a zone seen from above: what 1080p over 2.5 m has. More would only be slower."""
MARGIN_MM: Final = 60.0
"""Seen around a zone: a card whose middle is in the zone reaches out by half its diagonal."""
PICTURE_PX_PER_MM_MIN: Final = 0.5
MARKS_OFF_MM: Final = 8.0


class BadMarksError(Exception):
    """The marks do not tell where the felt is. The message says why."""


@dataclass(frozen=True, slots=True)
class ZoneView:
    """A zone as seen from above. `matrix`: from the picture's pixels to the view's; `size`: of the view, in pixels."""

    watched: Watched
    matrix: Matrix
    size: tuple[int, int]

    def of(self, picture: Picture) -> Picture:
        """The view in a picture."""
        seen = cv2.warpPerspective(picture, self.matrix, self.size, flags=cv2.INTER_LINEAR)
        return np.asarray(seen, np.uint8)

    def contains(self, spot: Spot) -> bool:
        """Whether a spot of the view lies in the zone itself."""
        margin = MARGIN_MM * PX_PER_MM
        width, height = self.size
        return margin <= spot[0] <= width - margin and margin <= spot[1] <= height - margin

    def inside(self) -> Mask:
        """The zone itself: 255, its margin 0."""
        mask = np.zeros(self.size[::-1], np.uint8)
        margin = round(MARGIN_MM * PX_PER_MM)
        mask[margin:-margin, margin:-margin] = 255
        return mask

    def on_felt(self, spot: Spot) -> Spot:
        """A spot of the view, in mm on the felt."""
        width, height = self.size
        return _on_felt(self.watched.area, (spot[0] - width / 2) / PX_PER_MM, (height / 2 - spot[1]) / PX_PER_MM)


def felt_to_picture(marks_mm: Sequence[Spot], marks_px: Sequence[Spot]) -> Matrix:
    """From millimetres on the felt to pixels. Raises BadMarksError if the marks do not fit together."""
    if len(marks_mm) != len(marks_px):
        raise BadMarksError(f"the plan has {len(marks_mm)} marks, and {len(marks_px)} were found in the picture")
    felt, picture = np.array(marks_mm, np.float64), np.array(marks_px, np.float64)
    found, _ = cv2.findHomography(felt, picture)
    if found is None or not np.isfinite(found).all() or abs(np.linalg.det(found)) < 1e-12:
        raise BadMarksError("the marks lie in one line")
    matrix = np.asarray(found, np.float64)
    there = cv2.perspectiveTransform(picture[None], np.linalg.inv(matrix))[0]
    off_mm = float(np.hypot(*(there - felt).T).max())
    if off_mm > MARKS_OFF_MM:
        raise BadMarksError(
            f"a mark is {off_mm:.0f} mm off: they were given in another order, or the lens bends too much"
        )
    depths = felt @ matrix[2, :2] + matrix[2, 2]
    if depths.min() * depths.max() <= 0:
        raise BadMarksError("the marks cross: they were given in another order")
    corners = cv2.perspectiveTransform(felt[None], matrix)[0]
    if _turn(felt) * _turn(corners) > 0:  # a picture's y points down
        raise BadMarksError("the marks are mirrored: they were given in another order")
    return matrix


def views(plan: Plan, zones: Sequence[Watched], matrix: Matrix, size: tuple[int, int]) -> list[ZoneView]:
    """The zones in pictures of this size. Raises BadMarksError for one that is not in it, or is too small there."""
    return [_view(watched, matrix, size) for watched in zones]


def place_on(matrix: Matrix, spots: Sequence[Spot]) -> npt.NDArray[np.float64]:
    """Where spots are after a homography."""
    return np.asarray(cv2.perspectiveTransform(np.array([spots], np.float64), matrix)[0], np.float64)


def corners_of(area: Area) -> list[Spot]:
    """An area's corners in mm on the felt."""
    across, along = area.width / 2, area.height / 2
    return [_on_felt(area, x, y) for x, y in ((-across, along), (across, along), (across, -along), (-across, -along))]


def nearest(areas: Sequence[Watched], spot: Spot) -> Watched:
    """The zone whose middle is nearest to a spot on the felt."""
    return min(areas, key=lambda watched: hypot(spot[0] - watched.area.x, spot[1] - watched.area.y))


# ---- inside --------------------


def _on_felt(area: Area, across: float, along: float) -> Spot:
    c, s = cos(radians(area.degrees)), sin(radians(area.degrees))
    return (area.x + across * c - along * s, area.y + across * s + along * c)


def _view(watched: Watched, matrix: Matrix, size: tuple[int, int]) -> ZoneView:
    corners = place_on(matrix, corners_of(watched.area))
    if corners.min() < 0 or corners[:, 0].max() > size[0] or corners[:, 1].max() > size[1]:
        raise BadMarksError(f"{watched.zone} is not in the picture")
    sides = (hypot(*(corners[0] - corners[1])), hypot(*(corners[1] - corners[2])))
    px_per_mm = min(sides[0] / watched.area.width, sides[1] / watched.area.height)
    if px_per_mm < PICTURE_PX_PER_MM_MIN:
        raise BadMarksError(f"{watched.zone} is too small in the picture: {px_per_mm:.2f} pixels to the millimetre")
    c, s = cos(radians(watched.area.degrees)), sin(radians(watched.area.degrees))
    width = round((watched.area.width + 2 * MARGIN_MM) * PX_PER_MM)
    height = round((watched.area.height + 2 * MARGIN_MM) * PX_PER_MM)
    middle = np.array([[1, 0, -watched.area.x], [0, 1, -watched.area.y], [0, 0, 1]], np.float64)
    turned = np.array([[c, s, 0], [-s, c, 0], [0, 0, 1]], np.float64)
    view = np.array([[PX_PER_MM, 0, width / 2], [0, -PX_PER_MM, height / 2], [0, 0, 1]], np.float64)
    return ZoneView(watched, view @ turned @ middle @ np.linalg.inv(matrix), (width, height))


def _turn(corners: npt.NDArray[np.float64]) -> float:
    """Positive for corners that follow each other anticlockwise where y points up."""
    x, y = corners[:, 0], corners[:, 1]
    return float(np.sum(x * np.roll(y, -1) - np.roll(x, -1) * y))
