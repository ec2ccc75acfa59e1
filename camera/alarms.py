"""What makes a camera's pictures worthless: they stand still, it is dark, or the camera was moved.

A sensor's pictures are never the same twice, to the last bit: those that are come from a program that stands still. How
the camera hangs is seen at fixed marks, which are corners of what is on the table and around it, chosen at the
enrolment: most of those that can be found must be where they were.
"""

from math import hypot
from typing import Final

import cv2
import numpy as np

from burncard.camera.geometry import Picture
from burncard.camera.sight import Alarm
from burncard.firmware_bridge.driver import MS, SECOND

FROZEN_NS: Final = SECOND
DARK_SHARE: Final = 0.2
"""Of the empty felt's brightness."""
WRONG_NS: Final = 2 * SECOND
"""For so long it must be dark, or the camera hang otherwise, before that is reported: a head may be in between."""
MARKS: Final = 32
MARKS_MIN: Final = 6
QUALITY_MIN: Final = 0.06
"""Of the best corner: the felt's own roughness makes none."""
PATCH_PX: Final = 12
WAY_PX: Final = 10
ALIKE_MIN: Final = 0.6
MOVED_PX: Final = 3.0
FOUND_MIN: Final = 0.35
"""Share of the marks that must be found: people stand before the others."""
CHECK_NS: Final = 200 * MS
SMALLER: Final = 2
"""Marks are sought in a picture so many times smaller."""


FROZEN: Final = Alarm("frozen", "its picture stands still")
DARK: Final = Alarm("dark", "it is too dark to see")
MOVED: Final = Alarm("moved", "it was moved: enrol it again")
ABSENT: Final = Alarm("no-picture", "it gives no picture")
SIZE: Final = Alarm("other-size", "pictures not as enrolled")


class TooFewMarksError(Exception):
    """The camera sees nothing by which it could be noticed that it was moved."""


class Anchors:
    """Fixed marks in the pictures of a camera. Raises TooFewMarksError."""

    def __init__(self, felt: Picture) -> None:
        grey = _small(felt)
        height, width = grey.shape
        edge = PATCH_PX + WAY_PX
        allowed = np.zeros_like(grey)
        allowed[edge : height - edge, edge : width - edge] = 255
        apart = max(24, width // 16)
        found = cv2.goodFeaturesToTrack(grey, MARKS, QUALITY_MIN, apart, mask=allowed, blockSize=9)
        spots = [] if found is None else [(round(float(x)), round(float(y))) for x, y in found.reshape(-1, 2)]
        if len(spots) < MARKS_MIN:
            raise TooFewMarksError
        self._marks = [
            (x, y, grey[y - PATCH_PX : y + PATCH_PX + 1, x - PATCH_PX : x + PATCH_PX + 1].copy()) for x, y in spots
        ]

    def hold(self, picture: Picture) -> bool:
        """Whether the camera hangs where it did."""
        grey = _small(picture)
        found, still = 0, 0
        reach = PATCH_PX + WAY_PX
        for x, y, patch in self._marks:
            around = grey[y - reach : y + reach + 1, x - reach : x + reach + 1]
            likeness = cv2.matchTemplate(around, patch, cv2.TM_CCOEFF_NORMED)
            _, best, _, (dx, dy) = cv2.minMaxLoc(likeness)
            if best >= ALIKE_MIN:
                found += 1
                still += hypot(dx - WAY_PX, dy - WAY_PX) * SMALLER <= MOVED_PX
        return found >= FOUND_MIN * len(self._marks) and still > found / 2


class Watchman:
    """Watches the pictures of a camera. `felt`: the mean picture of the empty felt."""

    def __init__(self, felt: Picture) -> None:
        self._anchors = Anchors(felt)
        self._dark = float(_small(felt).mean()) * DARK_SHARE
        self._before: Picture | None = None
        self._changed_ns = 0
        self._checked_ns: int | None = None
        self._held_ns = 0
        self._lit_ns = 0
        self.is_repeated = False
        """Whether the last picture was the one before once more, which shows nothing new."""

    def check(self, picture: Picture, now_ns: int) -> Alarm | None:
        """What is wrong with the pictures up to this one; None if nothing is."""
        before, self._before = self._before, picture
        self.is_repeated = before is not None and np.array_equal(before, picture)
        if before is None:
            self._held_ns = self._lit_ns = now_ns
        if not self.is_repeated:
            self._changed_ns = now_ns
        if self._checked_ns is None or now_ns - self._checked_ns >= CHECK_NS:
            self._checked_ns = now_ns
            if float(_small(picture).mean()) > self._dark:
                self._lit_ns = now_ns
            if self._anchors.hold(picture):
                self._held_ns = now_ns
        if now_ns - self._changed_ns >= FROZEN_NS:
            return FROZEN
        if now_ns - self._lit_ns >= WRONG_NS:
            return DARK
        return MOVED if now_ns - self._held_ns >= WRONG_NS else None

    @property
    def is_in_doubt(self) -> bool:
        """Whether something was wrong at the last check. It may pass; until then the pictures do not count."""
        return self._checked_ns is not None and min(self._held_ns, self._lit_ns) < self._checked_ns


def _small(picture: Picture) -> Picture:
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    small = cv2.resize(grey, None, fx=1 / SMALLER, fy=1 / SMALLER, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.GaussianBlur(small, (0, 0), 1.2), np.uint8)
