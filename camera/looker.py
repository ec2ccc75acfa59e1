"""One picture: how many cards lie face up and how many face down in each zone.

A zone is left out unless all that lies in it is understood: a hand, a sleeve, a phone, a card whose side cannot be told
make it one that is not seen. Single chips and what is as small may lie beside cards, or on them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import pi
from typing import Final

import cv2
import numpy as np

from burncard.camera.backs import Deck, Judged, Straightened, judge, straighten
from burncard.camera.empty_felt import EmptyZone, Seen, take_apart
from burncard.camera.geometry import PX_PER_MM, Floats, Mask, Picture, ZoneView, nearest
from burncard.camera.outlines import CardShape, Found, Outline, find_cards
from burncard.camera.sight import CLEAR_PERCENT, DOUBTFUL_PERCENT, Counts

BESIDE_CARDS_MAX_MM2: Final = 400.0
"""Something else that touches a card may be so large: a third of a chip, or what a shadow adds."""
THING_MAX_MM2: Final = 2000.0
"""Something else apart from cards may be so large: a chip has 1200 mm²."""
SETTLED: Final = 3
COARSE: Final = 10
LEVEL: Final = 100.0
CHANGED_MIN: Final = 14.0
"""A zone has changed if any square of COARSE pixels has, by so many steps where LEVEL is the mean: noise makes less."""
CHIP_RADIUS_MAX_MM: Final = 23.5
ROUND_MIN: Final = 0.6
"""Share of the circle around it that a chip fills, or what is seen of one beside a card."""


@dataclass(frozen=True, slots=True)
class Card:
    """A card in a view: where it lies, and its picture."""

    outline: Outline
    straight: Straightened


@dataclass(frozen=True, slots=True)
class _Read:
    """What was read of a zone the last times, and how it looked then, in coarse squares."""

    coarse: Floats
    counts: Counts | None
    times: int


class Looker:
    """Looks at pictures of one table. `empty`: each zone without cards, by antenna."""

    def __init__(
        self, views: Sequence[ZoneView], empty: dict[int, EmptyZone], deck: Deck, card_mm: tuple[float, float]
    ) -> None:
        self._views = views
        self._empty = empty
        self._deck = deck
        self._shape = CardShape(card_mm)
        self._insides = {view.watched.antenna: view.inside() for view in views}
        self._zones = [view.watched for view in views]
        self._last: dict[int, _Read] = {}

    def look(self, picture: Picture) -> dict[int, Counts]:
        """The cards of each zone that can be seen, by antenna."""
        return {
            view.watched.antenna: counts for view in self._views if (counts := self.look_at(view, picture)) is not None
        }

    def look_at(self, view: ZoneView, picture: Picture) -> Counts | None:
        """The cards of one zone; None if it cannot be seen. A zone that was read alike SETTLED times is not read again
        until it changes."""
        pixels, antenna = view.of(picture), view.watched.antenna
        coarse = cv2.resize(pixels, None, fx=1 / COARSE, fy=1 / COARSE, interpolation=cv2.INTER_AREA).astype(np.float32)
        coarse *= LEVEL / (float(coarse.mean()) + 1)  # lamps flicker
        last = self._last.get(antenna)
        still = last is not None and float(cv2.absdiff(coarse, last.coarse).max()) < CHANGED_MIN
        if last is not None and still and last.times >= SETTLED:
            return last.counts
        counts = self._read(view, pixels)
        times = last.times + 1 if last is not None and still and counts == last.counts else 1
        self._last[antenna] = _Read(
            last.coarse if last is not None and still else np.asarray(coarse, np.float32), counts, times
        )
        return counts

    def lying(self, view: ZoneView, picture: Picture) -> list[Card]:
        """The cards that belong to a zone."""
        pixels = view.of(picture)
        things = take_apart(pixels, self._empty[view.watched.antenna]).things
        return self._cards(view, pixels, things, find_cards(things, self._shape))

    # ---- inside --------------------

    def _read(self, view: ZoneView, pixels: Picture) -> Counts | None:
        seen = take_apart(pixels, self._empty[view.watched.antenna])
        inside = self._insides[view.watched.antenna]
        if cv2.countNonZero(_reaching_in(seen.things) & inside) > THING_MAX_MM2 * PX_PER_MM**2:
            return None
        found = find_cards(seen.things, self._shape)
        if self._is_covered(inside, found):
            return None
        return self._counted(view, pixels, seen, found)

    def _counted(self, view: ZoneView, pixels: Picture, seen: Seen, found: Found) -> Counts | None:
        """The cards of a zone by their side; None if one of them cannot be told.

        A card that looks like a back all over lies on top of those that it overlaps, and may hide them; if two do, the
        one that does so more. Of the others only what lies under and over no card is judged.
        """

        def judged(card: Outline, others: list[Outline]) -> Judged | None:
            return judge(straighten(pixels, card, self._shape, others, seen.things), self._deck, seen.gain)

        wholes = [
            (whole.likeness, card) for card in found.cards if (whole := judged(card, [])) and whole.side == "down"
        ]
        on_top: list[Outline] = []
        for _, card in sorted(wholes, key=lambda found: -found[0]):
            free = judged(card, on_top)
            if free is not None and free.side == "down":
                on_top.append(card)
        up, down, sure = 0, 0, CLEAR_PERCENT
        for card in found.cards:
            if not self._is_of(view, card):
                continue
            if card in on_top:
                down += 1
                continue
            part = judged(card, [other for other in found.cards if other is not card])
            if part is None and judged(card, on_top) is None:
                continue  # it is hidden by backs
            if part is None or part.side is None:
                return None
            up, down = up + (part.side == "up"), down + (part.side == "down")
            if part.side == "up" and not part.is_whole:
                sure = DOUBTFUL_PERCENT
        return Counts(up, down, sure)

    def _cards(self, view: ZoneView, pixels: Picture, things: Mask, found: Found) -> list[Card]:
        cards = []
        for card in found.cards:
            if self._is_of(view, card):
                others = [other for other in found.cards if other is not card]
                cards.append(Card(card, straighten(pixels, card, self._shape, others, things)))
        return cards

    def _is_of(self, view: ZoneView, card: Outline) -> bool:
        """Whether a card belongs to a zone: its middle is in it, and in no other that it is nearer to."""
        spot = (card.x, card.y)
        return view.contains(spot) and nearest(self._zones, view.on_felt(spot)) is view.watched

    def _is_covered(self, inside: Mask, found: Found) -> bool:
        """Whether something that is no card, and larger than a chip, lies in a zone."""
        if not cv2.countNonZero(found.rest & inside):
            return False
        cards = np.zeros_like(inside)
        for card in found.cards:
            self._shape.draw(cards, card, 255)
        near_cards = cv2.dilate(cards, np.ones((5, 5), np.uint8))
        _, labels, stats, _ = cv2.connectedComponentsWithStats(found.rest, connectivity=8)
        for label in np.unique(labels[(inside > 0) & (labels > 0)]):
            thing = np.asarray(labels == label, np.uint8)
            touches = bool((near_cards[thing > 0] > 0).any())
            area_mm2 = float(stats[label][cv2.CC_STAT_AREA]) / PX_PER_MM**2
            if area_mm2 > (BESIDE_CARDS_MAX_MM2 if touches else THING_MAX_MM2) and not _may_be_chip(thing):
                return True
        return False


def _reaching_in(things: Mask) -> Mask:
    """What reaches in from outside the view: an arm does, and the cards of a zone do not."""
    _, labels = cv2.connectedComponents(things, connectivity=8)
    border = np.unique(np.concatenate([labels[0], labels[-1], labels[:, 0], labels[:, -1]]))
    return np.asarray(np.isin(labels, border[border > 0]), np.uint8)


def _may_be_chip(thing: Mask) -> bool:
    """Whether something is round, or a part of what is, and no larger than a chip."""
    outline = max(cv2.findContours(thing, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0], key=len)
    _, radius = cv2.minEnclosingCircle(outline)
    return radius <= CHIP_RADIUS_MAX_MM * PX_PER_MM and cv2.countNonZero(thing) >= ROUND_MIN * pi * radius**2
