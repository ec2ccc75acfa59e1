"""What is not felt: a view of a zone is compared with the empty zone.

The light may be brighter by a gain for each colour, and shadows may lie on the felt, which darken all colours alike. So
each pixel is taken for felt under some brightness: it is something else if its colour does not fit, if it is brighter
than felt, or darker than a shadow. Outlines are filled: what felt encloses in a card's border is the card's.
"""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from burncard.camera.geometry import Floats, Mask, Picture

BRIGHTNESS: Final = (0.42, 1.25)
"""Of felt in the deepest shadow, and in more light than the rest of its zone."""
COLOUR_OFF_MAX: Final = 0.11
"""Of a pixel's brightness."""
OFF_MAX: Final = 9.0
"""Besides, in steps of the picture (0 to 255)."""
NOISES: Final = 4.0
"""And so many times the noise."""
SMALLEST_PX: Final = 7


@dataclass(frozen=True, slots=True)
class EmptyZone:
    """A zone without cards: its picture, and the standard deviation of a pixel from one picture to the next."""

    mean: Floats
    noise: float


@dataclass(frozen=True, slots=True)
class Seen:
    """A view taken apart. `things`: 255 where it is not felt. `gain`: how many times brighter it is than at the
    enrolment, by colour."""

    things: Mask
    gain: Floats


def learn(views: list[Picture]) -> EmptyZone:
    """An empty zone from some pictures of it."""
    smooth = np.stack([_smooth(view) for view in views])
    smooth *= np.median(smooth, axis=(0, 1, 2)) / np.median(smooth, axis=(1, 2), keepdims=True)
    return EmptyZone(np.asarray(smooth.mean(axis=0), np.float32), float(smooth.std(axis=0).mean()))


def take_apart(view: Picture, empty: EmptyZone) -> Seen:
    """What of a view is not felt."""
    pixels = _smooth(view)
    gain = np.median((pixels[::4, ::4] / (empty.mean[::4, ::4] + 1)).reshape(-1, 3), axis=0).astype(np.float32)
    own, felt = cv2.split(pixels), [plane * factor for plane, factor in zip(cv2.split(empty.mean), gain, strict=True)]
    blue, green, red = felt
    bright = (own[0] * blue + own[1] * green + own[2] * red) / (blue * blue + green * green + red * red + 1)
    level = cv2.max(cv2.max(blue, green), red)
    off = cv2.max(
        cv2.max(cv2.absdiff(own[0], blue * bright), cv2.absdiff(own[1], green * bright)),
        cv2.absdiff(own[2], red * bright),
    )
    slack = OFF_MAX + NOISES * empty.noise
    other = (
        (off > slack + COLOUR_OFF_MAX * level * bright)
        | ((bright - BRIGHTNESS[1]) * level > slack)
        | ((BRIGHTNESS[0] - bright) * level > slack)
    )
    mask = cv2.morphologyEx(other.astype(np.uint8) * 255, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
    outlines, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    filled = np.zeros_like(mask)
    cv2.drawContours(filled, outlines, -1, 255, -1)
    smallest = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (SMALLEST_PX, SMALLEST_PX))
    return Seen(np.asarray(cv2.morphologyEx(filled, cv2.MORPH_OPEN, smallest), np.uint8), gain)


def _smooth(view: Picture) -> Floats:
    return np.asarray(cv2.GaussianBlur(view, (3, 3), 0), np.float32)
