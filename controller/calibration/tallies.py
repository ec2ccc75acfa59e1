"""What was counted at each antenna: how many scans heard a card that lay in a known place, and how strongly."""

from math import sqrt
from typing import Final

import msgspec

HEIGHTS: Final = 6
"""Heights in a pile that are told apart; the last also holds for higher cards."""


class Heard(msgspec.Struct):
    """Scans of one antenna, those that heard the card, and the strengths in dBm where they were measured."""

    scans: float = 0.0
    heard: float = 0.0
    strengths: float = 0.0
    mean_dbm: float = 0.0
    squares: float = 0.0

    def add(self, heard: bool, rssi_dbm: float | None) -> None:
        """Counts one scan."""
        self.scans += 1
        self.heard += heard
        if heard and rssi_dbm is not None:
            self.strengths += 1
            away = rssi_dbm - self.mean_dbm
            self.mean_dbm += away / self.strengths
            self.squares += away * (rssi_dbm - self.mean_dbm)

    def fade(self, scans_max: float) -> None:
        """Halves all counts once they exceed `scans_max`, so that older scans count for less."""
        if self.scans > scans_max:
            self.scans /= 2
            self.heard /= 2
            self.strengths /= 2
            self.squares /= 2

    def plus(self, other: "Heard") -> "Heard":
        """Both together."""
        strengths = self.strengths + other.strengths
        mean, squares = self.mean_dbm, self.squares
        if other.strengths:
            away = other.mean_dbm - mean
            mean += away * other.strengths / strengths
            squares += other.squares + away * away * self.strengths * other.strengths / strengths
        return Heard(self.scans + other.scans, self.heard + other.heard, strengths, mean, squares)

    @property
    def rate(self) -> float:
        """The share of scans that heard it; 0 without scans."""
        return self.heard / self.scans if self.scans else 0.0

    @property
    def spread_db(self) -> float:
        """The standard deviation of the strengths; 0 for fewer than two."""
        return sqrt(max(0.0, self.squares) / (self.strengths - 1)) if self.strengths > 1 else 0.0


class AntennaTally(msgspec.Struct):
    """What one antenna heard. `own`: of cards well inside its zone, by height in the pile; `beside`: of cards well
    inside a neighbouring zone, by that zone's antenna; `border`: of cards halfway to it; `empty`: scans that heard
    anything where no card was near."""

    own: list[Heard] = msgspec.field(default_factory=lambda: [Heard() for _ in range(HEIGHTS)])
    beside: dict[int, Heard] = msgspec.field(default_factory=dict)
    border: dict[int, Heard] = msgspec.field(default_factory=dict)
    empty: Heard = msgspec.field(default_factory=Heard)

    def own_at(self, height: int) -> Heard:
        """Of a card that lies so high in the pile."""
        return self.own[min(height, HEIGHTS - 1)]

    def beside_of(self, antenna: int) -> Heard:
        """Of cards that lie inside a neighbouring zone."""
        return self.beside.setdefault(antenna, Heard())

    def border_to(self, antenna: int) -> Heard:
        """Of a card on the border to a neighbouring zone."""
        return self.border.setdefault(antenna, Heard())

    def plus(self, other: "AntennaTally") -> "AntennaTally":
        """Both together."""
        return AntennaTally(
            [mine.plus(theirs) for mine, theirs in zip(self.own, other.own, strict=True)],
            _joined(self.beside, other.beside),
            _joined(self.border, other.border),
            self.empty.plus(other.empty),
        )


def _joined(one: dict[int, Heard], other: dict[int, Heard]) -> dict[int, Heard]:
    return {antenna: one.get(antenna, Heard()).plus(other.get(antenna, Heard())) for antenna in {**one, **other}}
