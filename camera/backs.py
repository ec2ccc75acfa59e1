"""Face or back: a card, straightened, is compared with the backs that were photographed at the enrolment.

A card that agrees with a back is one. A card that agrees with none, has paper white parts and some ink on them is a
face. Anything else (glare, a cut card, a blank, a card of another make) is neither, and is not reported.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Literal

import cv2
import numpy as np
import numpy.typing as npt

from burncard.camera.geometry import Floats, Mask, Picture
from burncard.camera.outlines import CardShape, Outline

WIDTH_PX: Final = 36
HEIGHT_PX: Final = 50
EDGE_PX: Final = 2
"""Left out around a card: its neighbourhood blurs into it."""
SHIFTS_PX: Final = (-1.2, 0.0, 1.2)
SATURATED: Final = 248
WHOLE_MIN: Final = 0.8
"""A card of which at least this share is visible is judged by how it looks."""
BARE_MIN: Final = 0.22
"""One that is covered more counts as a face if it shows at least this share of paper where a back has ink."""
BARE_ON_BACK_MAX: Final = 0.15
"""And a back at most so much: more is a lamp mirrored in it, or the strip of a face beside it."""
INKED_MIN: Final = 0.05
"""Share of a card that must be seen and have ink on a back, to tell it from one."""
SEEN_MIN: Final = 0.14
"""Share of a card that must be seen to tell its face."""
BACK_MIN: Final = 0.72
KEPT_MIN: Final = 0.3
"""Of a back's white border so much must be there: a sleeve in the back's colour has none."""
TINT_MAX: Final = 0.2
"""A hand is as red as a red back, nearly."""
FACE_MAX: Final = 0.45
RIM_PX: Final = 5
RIM_MIN: Final = 0.6
"""How much of a face's visible rim must be paper. Elsewhere a reflection on a back looks the same."""
INK_MIN: Final = 0.012
COLOURLESS_MAX: Final = 0.17
PAPER_BRIGHT: Final = (0.6, 1.7)
"""How bright paper may be, compared with what is expected there."""
PAPER_EVEN: Final = 0.86
BETWEEN_MAX: Final = (0.35, 0.25)
"""Of a whole card, and of a part: what is neither ink nor paper. A face has it at the borders of its ink
only, a back on which a lamp is mirrored wherever the reflection fades."""
BETWEEN_TO_INK_MAX: Final = 4.0
INKED: Final = 0.62
"""Of the paper's brightness: what is darker is ink."""

_XS = np.tile(np.linspace(-1, 1, WIDTH_PX, dtype=np.float32), HEIGHT_PX)
_YS = np.repeat(np.linspace(-1, 1, HEIGHT_PX, dtype=np.float32), WIDTH_PX)
SMOOTH: Final[Floats] = np.stack([np.ones_like(_XS), _XS, _YS, _XS * _XS, _XS * _YS, _YS * _YS], axis=1)
WITHIN_EDGE: Final = (HEIGHT_PX - 2 * EDGE_PX) * (WIDTH_PX - 2 * EDGE_PX)
ON_RIM: Final = np.ones((HEIGHT_PX, WIDTH_PX), bool)
ON_RIM[RIM_PX:-RIM_PX, RIM_PX:-RIM_PX] = False
ON_RIM.shape = (-1,)

Side = Literal["up", "down"]


@dataclass(frozen=True, slots=True)
class Straightened:
    """A card as if it lay upright, and which of its pixels can be seen (255)."""

    pixels: Picture
    seen: Mask


@dataclass(frozen=True)
class Deck:
    """What cards look like: a picture of each back (upright, colours as at the enrolment), and the colour of paper."""

    backs: tuple[Picture, ...]
    paper: tuple[float, float, float]

    @cached_property
    def inked(self) -> npt.NDArray[np.bool_]:
        """Where each pose has ink: poses by pixels."""
        return np.stack([~_is_paper(pose) for pose in self.poses])

    @cached_property
    def poses(self) -> Floats:
        """Each back, both ways round and slightly shifted, where 1 is paper: poses by pixels by colours."""
        poses = [
            _shifted(turned, dx, dy)
            for back in self.backs
            for turned in (back, np.asarray(back[::-1, ::-1], np.uint8))
            for dx in SHIFTS_PX
            for dy in SHIFTS_PX
        ]
        whole = np.stack([pose.reshape(-1, 3) for pose in poses]).astype(np.float32)
        return np.asarray(whole / np.asarray(self.paper, np.float32), np.float32)


@dataclass(frozen=True, slots=True)
class Judged:
    """How a card looks.

    `seen`: the share of it that is. `likeness`: to the likest back, -1 to 1; `kept`: how much of that back's paper is
    paper here; `tint`: how far their mean colours are apart, in logarithms. `ink`, `between`: its shares of ink, and of
    what is neither ink nor paper. `rim`: the share of paper on its rim. `bare`: how much paper it shows where a back
    has ink, for the back of which that is least.
    """

    seen: float
    likeness: float
    kept: float
    tint: float
    ink: float
    between: float
    rim: float
    bare: float

    @property
    def is_whole(self) -> bool:
        """Whether nearly all of it is seen."""
        return self.seen >= WHOLE_MIN

    @property
    def side(self) -> Side | None:
        """Which side is up; None if that cannot be told."""
        if self.likeness >= BACK_MIN:
            clear = self.kept >= KEPT_MIN and self.tint <= TINT_MAX and self.bare <= BARE_ON_BACK_MAX
            return "down" if clear else None
        if self.likeness > FACE_MAX or self.ink < INK_MIN or self.rim < RIM_MIN:
            return None
        if self.between > BETWEEN_TO_INK_MAX * self.ink:
            return None
        if self.is_whole:
            return "up" if self.between <= BETWEEN_MAX[0] else None
        return "up" if self.between <= BETWEEN_MAX[1] and self.bare >= BARE_MIN else None


def straighten(view: Picture, card: Outline, shape: CardShape, others: Sequence[Outline], trust: Mask) -> Straightened:
    """A card cut out of a view. Where another card is, or `trust` is 0, it does not count as seen."""
    free = trust.copy()
    for other in others:
        shape.draw(free, other, 0)
    upright = np.array([(0, 0), (WIDTH_PX, 0), (WIDTH_PX, HEIGHT_PX), (0, HEIGHT_PX)], np.float32)
    matrix = cv2.getPerspectiveTransform(shape.corners(card), upright)
    pixels = cv2.warpPerspective(
        view, matrix, (WIDTH_PX, HEIGHT_PX), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    seen = cv2.warpPerspective(free, matrix, (WIDTH_PX, HEIGHT_PX), flags=cv2.INTER_NEAREST)
    seen[:EDGE_PX], seen[-EDGE_PX:], seen[:, :EDGE_PX], seen[:, -EDGE_PX:] = 0, 0, 0, 0
    if others:
        seen = cv2.erode(seen, np.ones((3, 3), np.uint8))
    return Straightened(np.asarray(pixels, np.uint8), np.asarray(seen, np.uint8))


def judge(card: Straightened, deck: Deck, gain: Floats) -> Judged | None:
    """How a card looks in light that is `gain` times the enrolment's; None if too little of it is seen."""
    seen = card.seen.reshape(-1) > 0
    if seen.mean() < SEEN_MIN:
        return None
    pixels = card.pixels.reshape(-1, 3)
    colours = np.asarray(pixels / (gain * np.asarray(deck.paper, np.float32)), np.float32)
    unglared = seen & ~(pixels.min(axis=1) >= SATURATED)
    likeness, pose = max(_likeness(colours, part, deck.poses) for part in (seen, unglared) if part.mean() >= SEEN_MIN)
    paper = _is_paper(colours)
    level = float(np.median(colours[seen & paper].max(axis=1))) if (seen & paper).any() else 0.0
    least = colours[seen].min(axis=1)
    ink = float((least < INKED * level).mean())
    between = float(((least >= INKED * level) & (least < PAPER_EVEN * level)).mean())
    rim = float(paper[seen & ON_RIM].mean()) if (seen & ON_RIM).any() else 0.0
    margin = ~deck.inked[pose] & seen
    kept = float(paper[margin].mean()) if margin.sum() >= INKED_MIN * margin.size else 1.0
    ratios = np.log((colours[seen].mean(axis=0) + 0.01) / (deck.poses[pose][seen].mean(axis=0) + 0.01))
    tint = float(np.abs(ratios - ratios.mean()).max())
    inked = deck.inked & seen
    enough = inked.mean(axis=1) >= INKED_MIN
    bare = (
        float(((inked & paper).sum(axis=1) / np.maximum(1, inked.sum(axis=1)))[enough].min()) if enough.all() else 0.0
    )
    return Judged(float(seen.sum() / WITHIN_EDGE), likeness, kept, tint, ink, between, rim, bare)


# ---- inside --------------------


def _shifted(back: Picture, dx: float, dy: float) -> Picture:
    matrix = np.array([[1, 0, dx], [0, 1, dy]], np.float64)
    moved = cv2.warpAffine(back, matrix, (WIDTH_PX, HEIGHT_PX), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(moved, np.uint8)


def _likeness(colours: Floats, part: npt.NDArray[np.bool_], poses: Floats) -> tuple[float, int]:
    """The best correlation with a pose of a back, over pixels and colours together, and which pose that is.

    What varies smoothly and alike in all colours is taken out of both first: it may be light, or a lamp's reflection.
    """
    smooth = SMOOTH[part]
    own = _without(colours[part][None], smooth)[0]
    there = _without(poses[:, part], smooth)
    sizes = np.sqrt((there * there).sum(axis=1) * float(own @ own)) + 1e-3
    likeness = there @ own / sizes
    best = int(np.argmax(likeness))
    return float(likeness[best]), best


def _without(pictures: Floats, smooth: Floats) -> Floats:
    """Pictures (pictures by pixels by colours) without their smooth part, each as one row."""
    greys = (pictures[..., 0] + pictures[..., 1] + pictures[..., 2]) / 3
    light = np.linalg.solve(smooth.T @ smooth, smooth.T @ greys.T).T @ smooth.T
    return np.asarray((pictures - light[..., None]).reshape(len(pictures), -1), np.float32)


def _is_paper(colours: Floats) -> npt.NDArray[np.bool_]:
    """Which pixels are as white as paper, and as bright."""
    blue, green, red = colours[:, 0], colours[:, 1], colours[:, 2]
    bright = np.maximum(np.maximum(blue, green), red)
    colourless = bright - np.minimum(np.minimum(blue, green), red) < COLOURLESS_MAX * bright
    return np.asarray(colourless & (bright > PAPER_BRIGHT[0]) & (bright < PAPER_BRIGHT[1]))
