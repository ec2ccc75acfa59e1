"""What the camera knows of its table: where the zones are in its pictures, the empty felt, the backs, the paper.

It is a folder: `camera.json`, and pictures that a person can look at. `key` is the secret that the table has given.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from secrets import token_hex
from typing import Final

import cv2
import msgspec
import numpy as np

from burncard.camera.backs import BACK_MIN, FACE_MAX, Deck, Straightened, judge
from burncard.camera.empty_felt import EmptyZone, learn
from burncard.camera.felt_plan import Plan, Watched, watched
from burncard.camera.geometry import (
    Floats,
    Picture,
    Spot,
    ZoneView,
    corners_of,
    felt_to_picture,
    place_on,
    views,
)
from burncard.camera.looker import Card, Looker
from burncard.hardware.layout import Layout

EMPTY_MIN: Final = 3
"""Pictures of the empty felt that are needed to know how much they differ."""
PAPER_PERCENTILE: Final = 75
FINER: Final = 64
"""The mean picture of the felt is stored in sixteen bits, this much finer."""


RECORD: Final = "camera.json"


class BadEnrolmentError(Exception):
    """A picture is of no use, or a folder is no enrolment. The message says what to do."""


class Record(msgspec.Struct, frozen=True):
    """What `camera.json` has. `marks`: in the picture's pixels. `noise`: of each zone, by antenna."""

    serial_number: str
    size: tuple[int, int]
    plan: Plan
    antennas: dict[int, str]
    marks: list[Spot]
    noise: dict[int, float]
    backs: int
    paper: tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Enrolment:
    """A camera's knowledge of its table. `felt`: the mean picture of the empty felt."""

    record: Record
    felt: Floats
    backs: tuple[Picture, ...]

    @property
    def digest(self) -> str:
        """Eight hex digits that another enrolment does not have: a table notices that its camera was taught anew."""
        digest = sha256(msgspec.json.encode(self.record))
        digest.update((self.felt * FINER).astype(np.uint16).tobytes())
        for back in self.backs:
            digest.update(back.tobytes())
        return digest.hexdigest()[:8].upper()

    def looker(self) -> Looker:
        """Looks at this table's pictures."""
        seen = self.views()
        felt = {view.watched.antenna: view for view in seen}
        empty = {antenna: _empty(view, self.felt, self.record.noise[antenna]) for antenna, view in felt.items()}
        return Looker(seen, empty, Deck(self.backs, self.record.paper), self.record.plan.card)

    def views(self) -> list[ZoneView]:
        """The zones."""
        record = self.record
        zones = [Watched(antenna, zone, record.plan.zones[zone]) for antenna, zone in sorted(record.antennas.items())]
        return views(record.plan, zones, felt_to_picture(record.plan.marks, record.marks), record.size)

    def save(self, folder: Path) -> None:
        """Writes it into a folder. Raises OSError."""
        folder.mkdir(parents=True, exist_ok=True)
        (folder / RECORD).write_bytes(msgspec.json.format(msgspec.json.encode(self.record)))
        cv2.imwrite(str(folder / "felt.png"), (self.felt * FINER).astype(np.uint16))
        cv2.imwrite(str(folder / "zones.png"), self.drawn())
        for number, back in enumerate(self.backs, 1):
            cv2.imwrite(str(folder / f"back-{number}.png"), back)

    def drawn(self) -> Picture:
        """The felt with the zones drawn into it, for a person to check."""
        picture = self.felt.astype(np.uint8)
        matrix = felt_to_picture(self.record.plan.marks, self.record.marks)
        for zone in self.record.antennas.values():
            corners = np.round(place_on(matrix, corners_of(self.record.plan.zones[zone]))).astype(np.int32)
            cv2.polylines(picture, [corners], True, (255, 255, 255), 2, cv2.LINE_AA)
            at = (int(corners[0][0]) + 6, int(corners[0][1]) + 24)
            cv2.putText(picture, zone, at, cv2.FONT_HERSHEY_SIMPLEX, 0.7, (255, 255, 255), 2, cv2.LINE_AA)
        return picture


def load(folder: Path) -> Enrolment:
    """Reads an enrolment. Raises BadEnrolmentError."""
    try:
        record = msgspec.json.decode((folder / RECORD).read_bytes(), type=Record)
    except (OSError, ValueError) as error:
        raise BadEnrolmentError(f"{folder}: no enrolment there; make one with burncard camera enrol") from error
    felt = cv2.imread(str(folder / "felt.png"), cv2.IMREAD_UNCHANGED)
    backs = [cv2.imread(str(folder / f"back-{number + 1}.png")) for number in range(record.backs)]
    if felt is None or felt.shape[1::-1] != record.size or any(back is None for back in backs) or not backs:
        raise BadEnrolmentError(f"{folder}: its pictures are damaged; enrol the camera again")
    known = tuple(np.asarray(back, np.uint8) for back in backs)
    return Enrolment(record, np.asarray(felt / np.float32(FINER), np.float32), known)


class Enroller:
    """Makes an enrolment from pictures: of the empty felt, then of cards that lie face down, then face up.

    Raises BadPlanError, BadMarksError and BadEnrolmentError.
    """

    def __init__(self, plan: Plan, layout: Layout, marks: Sequence[Spot], empty: Sequence[Picture]) -> None:
        if len(empty) < EMPTY_MIN:
            raise BadEnrolmentError(f"{EMPTY_MIN} pictures of the empty felt are needed")
        self._plan = plan
        self._marks = list(marks)
        height, width = empty[0].shape[:2]
        self._size = (width, height)
        zones = watched(plan, layout)
        self._views = views(plan, zones, felt_to_picture(plan.marks, marks), self._size)
        self._felt = np.asarray(np.mean(np.stack(empty), axis=0), np.float32)
        self._noise = {view.watched.antenna: learn([view.of(one) for one in empty]).noise for view in self._views}
        self._backs: list[Picture] = []

    def back(self, pictures: Sequence[Picture]) -> int:
        """Learns one design from pictures of its cards face down, at most one in each zone. How many were seen."""
        cards = [card for picture in pictures for card in self._cards(picture)]
        upright: list[Picture] = []
        for card in cards:
            pixels = card.straight.pixels
            upright.append(pixels if not upright or _is_alike(pixels, upright[0]) else pixels[::-1, ::-1])
        self._backs.append(np.asarray(np.mean(np.stack(upright), axis=0), np.uint8))
        return len(cards)

    def faces(self, pictures: Sequence[Picture]) -> Enrolment:
        """Learns what paper looks like from pictures of cards face up, and checks that they differ from the backs."""
        cards = [card.straight for picture in pictures for card in self._cards(picture)]
        papers = [np.percentile(card.pixels.reshape(-1, 3), PAPER_PERCENTILE, axis=0) for card in cards]
        blue, green, red = (float(value) for value in np.median(np.stack(papers), axis=0))
        deck = Deck(tuple(self._backs), (blue, green, red))
        self._check(cards, deck)
        record = Record(
            f"FC-{token_hex(4).upper()}",
            self._size,
            self._plan,
            {view.watched.antenna: view.watched.zone for view in self._views},
            self._marks,
            self._noise,
            len(self._backs),
            deck.paper,
        )
        return Enrolment(record, self._felt, tuple(self._backs))

    # ---- inside --------------------

    def _cards(self, picture: Picture) -> list[Card]:
        """The cards of a picture, one in each zone that has any."""
        blank = Deck((np.zeros((1, 1, 3), np.uint8),), (255.0, 255.0, 255.0))
        empty = {
            view.watched.antenna: _empty(view, self._felt, self._noise[view.watched.antenna]) for view in self._views
        }
        looker = Looker(self._views, empty, blank, self._plan.card)
        cards: list[Card] = []
        for view in self._views:
            there = looker.lying(view, picture)
            if len(there) > 1:
                raise BadEnrolmentError(f"{view.watched.zone}: several cards found; place at most one in each zone")
            cards += there
        if not cards:
            raise BadEnrolmentError("no card found: place one in the centre of a zone; check the marks and the plan")
        return cards

    def _check(self, faces: Sequence[Straightened], deck: Deck) -> None:
        """Raises BadEnrolmentError if a face looks like a back."""
        level = np.ones(3, np.float32)
        for card in faces:
            judged = judge(card, deck, level)
            if judged is not None and judged.likeness >= BACK_MIN:
                raise BadEnrolmentError("a card face up looks like a back: did it lie face down?")
            if judged is not None and judged.likeness > FACE_MAX:
                raise BadEnrolmentError("these backs cannot be told from faces at this distance")


def _empty(view: ZoneView, felt: Floats, noise: float) -> EmptyZone:
    seen = cv2.warpPerspective(felt, view.matrix, view.size, flags=cv2.INTER_LINEAR)
    return EmptyZone(np.asarray(cv2.GaussianBlur(seen, (3, 3), 0), np.float32), noise)


def _is_alike(one: Picture, other: Picture) -> bool:
    """Whether two backs lie the same way round."""
    reference, way, turned = (part.astype(np.float64).ravel() for part in (other, one, one[::-1, ::-1]))
    return float(np.corrcoef(reference, way)[0, 1]) >= float(np.corrcoef(reference, turned)[0, 1])
