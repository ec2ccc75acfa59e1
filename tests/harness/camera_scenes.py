"""Hands as they lie on the felt of the standard table, and what a camera should see of them."""

from dataclasses import dataclass
from math import cos, radians, sin
from typing import Final

import numpy as np

from burncard.camera.camera_enrolment import Enroller, Enrolment
from burncard.camera.felt_plan import Watched, read_plan, watched
from burncard.hardware.layout import load_layout
from tests.harness import card_art
from tests.harness.card_art import Picture
from tests.harness.felt_pictures import CHIPS, SKINS, SLEEVES, Chips, Hand, Laid, Scene, Studio

CARDS: Final = tuple(rank + suit for rank in card_art.RANKS for suit in "shdc")
EMPTY: Final = 4
FACES_SHOWN: Final = ("7h", "Ks", "Qd", "Ac", "Jh", "Ts", "2d", "Kc", "Qh", "9s", "Jd", "Kh")


@dataclass(frozen=True, slots=True)
class Pile:
    """What lies in one zone. `cards`: their outline's corners, and whether they lie face up, the lowest first."""

    things: tuple[Laid | Chips, ...]
    up: int
    down: int
    hidden: bool = False


class Dealer:
    """Lays cards in one room, with one deck."""

    def __init__(
        self, studio: Studio, back: Picture, rng: np.random.Generator, *, jumbo: bool, four_colours: bool
    ) -> None:
        self.studio = studio
        self.rng = rng
        self.back = back
        self.zones = watched(read_plan(None), load_layout())
        self._jumbo, self._four = jumbo, four_colours

    def enrolled(self) -> Enrolment:
        """An enrolment as a technician makes it."""
        plan, room = read_plan(None), self.studio.room
        still = self.studio.still(Scene())
        empty = [self.studio.shot(still, self.rng) for _ in range(EMPTY)]
        marks = [tuple(float(round(value)) for value in room.pixel(mark)) for mark in plan.marks]
        enroller = Enroller(plan, load_layout(), [(x, y) for x, y in marks], empty)
        enroller.back([self._one_in_each([self.back])])
        return enroller.faces([self._one_in_each([self.face(card) for card in FACES_SHOWN])])

    def face(self, card: str = "") -> Picture:
        """A card's face."""
        name = card or CARDS[int(self.rng.integers(len(CARDS)))]
        return card_art.face(name, jumbo=self._jumbo, four_colours=self._four)

    def card(self, at: tuple[float, float], degrees: float, *, up: bool) -> Laid:
        """A card, more or less flat, which may mirror a lamp."""
        rng = self.rng
        glare = float(rng.choice([0, 0, 0, 0, 0, 0, 0, 0.25, 0.5, 0.8]))
        art = self.face() if up else self.back
        return Laid(art, at, degrees, bend=float(abs(rng.normal(0, 0.7))), glare=glare)

    def pile(self, watched: Watched, *, up_share: float = 0.4) -> Pile:
        """Cards as they lie in a zone: hole cards, a row of a stud hand, or a board, with chips beside or upon them."""
        rng, area = self.rng, watched.area
        if watched.zone == "board":
            return self._row(watched, [True] * int(rng.integers(0, 6)), 70.0, 0.0, 3.0)
        kind = rng.random()
        if kind < 0.12:
            return Pile((), 0, 0)
        if kind < 0.3:
            ups = [bool(rng.random() < 0.6) for _ in range(int(rng.integers(2, 5)))]
            return self._row(watched, ups, 45.0, float(rng.uniform(0, 360)), 4.0)
        x, y = area.x + rng.normal(0, 18), area.y + rng.normal(0, 18)
        ups = [bool(rng.random() < up_share) for _ in range(int(rng.choice([1, 2, 2, 2, 3])))]
        cards = [
            self.card((x + float(rng.normal(0, 22)), y + float(rng.normal(0, 22))), float(rng.uniform(0, 360)), up=up)
            for up in ups
        ]
        chips: tuple[Chips, ...] = ()
        if rng.random() < 0.25:
            colour = CHIPS[int(rng.integers(len(CHIPS)))]
            spot = (x, y) if rng.random() < 0.4 else (x + 90.0, y - 70.0)
            chips = (Chips((float(spot[0]), float(spot[1])), 1, colour),)
        return Pile((*cards, *chips), *seen_of(cards, ups))

    def hand_over(self, watched: Watched) -> Hand:
        """A hand that reaches into a zone from outside the table."""
        rng, area = self.rng, watched.area
        out = np.array([area.x, area.y]) / max(1.0, float(np.hypot(area.x, area.y)))
        arm = np.array([area.x, area.y]) + out * 900 + rng.normal(0, 150, 2)
        skin, sleeve = (some[int(rng.integers(len(some)))] for some in (SKINS, SLEEVES))
        at = (float(area.x + rng.normal(0, 15)), float(area.y + rng.normal(0, 15)))
        return Hand(at, (float(arm[0]), float(arm[1])), skin, sleeve)

    # ---- inside --------------------

    def _row(self, watched: Watched, ups: list[bool], pitch: float, degrees: float, scatter: float) -> Pile:
        rng, area = self.rng, watched.area
        cards = []
        for number, up in enumerate(ups):
            off = (number - (len(ups) - 1) / 2) * pitch
            x = area.x + off * cos(radians(degrees)) + float(rng.normal(0, scatter / 2))
            y = area.y + off * sin(radians(degrees)) + float(rng.normal(0, scatter / 2))
            cards.append(self.card((x, y), degrees + float(rng.normal(0, scatter)), up=up))
        return Pile(tuple(cards), *seen_of(cards, ups))

    def _one_in_each(self, arts: list[Picture]) -> Picture:
        rng = self.rng
        laid = [
            Laid(
                arts[number % len(arts)],
                (watched.area.x + float(rng.normal(0, 10)), watched.area.y + float(rng.normal(0, 10))),
                float(rng.uniform(0, 360)),
            )
            for number, watched in enumerate(self.zones)
        ]
        return self.studio.picture(Scene(tuple(laid)), rng)


def seen_of(cards: list[Laid], ups: list[bool]) -> tuple[int, int]:
    """How many cards lie face up, and how many face down, of those that are covered by less than four fifths."""
    grid = np.stack(np.meshgrid(np.linspace(-30.5, 30.5, 17), np.linspace(-43, 43, 23)), axis=-1).reshape(-1, 2)
    up = down = 0
    for number, card in enumerate(cards):
        spots = _to_felt(card, grid)
        free = np.ones(len(spots), bool)
        for above in cards[number + 1 :]:
            local = _from_felt(above, spots)
            free &= ~((np.abs(local[:, 0]) < 31.5) & (np.abs(local[:, 1]) < 44))
        if free.mean() >= 0.2:
            up, down = up + ups[number], down + (not ups[number])
    return up, down


def _turn(card: Laid) -> np.ndarray:
    c, s = cos(radians(card.degrees)), sin(radians(card.degrees))
    return np.array([[c, s], [-s, c]])


def _to_felt(card: Laid, spots: np.ndarray) -> np.ndarray:
    return np.asarray(spots @ _turn(card) + card.at)


def _from_felt(card: Laid, spots: np.ndarray) -> np.ndarray:
    return np.asarray((spots - np.asarray(card.at)) @ _turn(card).T)
