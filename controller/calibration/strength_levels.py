"""How strongly each antenna reports its cards at a table that was never calibrated.

Readers show strengths on scales that differ by 10 dB and more, and the antennas of one table by a few. The default
rates know one scale. So each card that lies somewhere for certain counts once: what its antenna reports of it, beside
what was expected. An antenna that has heard few cards is taken to report like the others of its table.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from statistics import fmean
from typing import Final

from burncard.controller.calibration.rates_of import reported_higher
from burncard.controller.perception.beliefs import Beliefs
from burncard.controller.perception.rates import DEFAULT_RATES, Rates
from burncard.firmware_bridge.events import Scan

Antenna = int

USUAL_DBM: Final = DEFAULT_RATES.own.mean_dbm + 3.0
"""How strongly most cards are reported where the default rates hold. Their mean is lower: it includes cards that lie
off the middle of a zone."""
ANSWERS: Final = 3
"""A card counts by so many answers: they are much alike."""
HEIGHT_MAX: Final = 1
"""By how much higher cards are muffled is not known well."""
TABLE_CARDS: Final = 1.0
ANTENNA_CARDS: Final = 2.0
"""The default scale counts for so many cards of a table, the table's level for so many of one antenna."""
CARDS_MAX: Final = 40.0
"""Cards of one antenna that are remembered; older ones count for less."""
CHANGE_DB: Final = 1.0
"""A smaller change makes no difference."""


@dataclass(slots=True)
class _Level:
    """The mean difference between what one antenna has reported of its cards and what was expected."""

    cards: float = 0.0
    mean_db: float = 0.0

    def add(self, difference_db: float) -> None:
        self.cards = min(self.cards + 1, CARDS_MAX)
        self.mean_db += (difference_db - self.mean_db) / self.cards


@dataclass(slots=True)
class _Card:
    """What its antenna reported of one card since it came there."""

    home: Antenna
    answers_db: list[float] = field(default_factory=list)


class StrengthLevels:
    """The levels of one table's antennas. `in_force`: those by which the rates were shifted last, in dB."""

    def __init__(self) -> None:
        self.in_force: dict[Antenna, float] = {}
        self._levels: dict[Antenna, _Level] = {}
        self._cards: dict[str, _Card] = {}
        self._has_changed = False

    def take(self, scan: Scan, beliefs: Beliefs) -> bool:
        """Takes a scan that the beliefs have taken. Whether other rates are due, and no card is being decided on."""
        if scan.antenna not in beliefs.chances.neighbours:
            return False  # the layout has no such antenna
        there = beliefs.at(scan.antenna)
        for tag in scan.tags:
            place = there[tag.uid].home if tag.uid in there and not there[tag.uid].candidates else None
            if place is not None and place.height <= HEIGHT_MAX and tag.rssi_dbm is not None:
                faded_db = DEFAULT_RATES.fade_db * place.height
                self._count(tag.uid, scan.antenna, tag.rssi_dbm + faded_db - USUAL_DBM)
        return self._has_changed and not any(beliefs.unsettled())

    def rates(self, antennas: Iterable[Antenna]) -> dict[Antenna, Rates]:
        """The default rates at the level of each antenna, which are in force from now on."""
        self.in_force = {antenna: self._level_db(antenna) for antenna in antennas}
        self._has_changed = False
        return {antenna: reported_higher(DEFAULT_RATES, level_db) for antenna, level_db in self.in_force.items()}

    def forget(self) -> None:
        """All cards are back in the pack."""
        self._cards.clear()

    def _count(self, uid: str, antenna: Antenna, difference_db: float) -> None:
        card = self._cards.get(uid)
        if card is None or card.home != antenna:
            card = self._cards[uid] = _Card(antenna)
        if len(card.answers_db) < ANSWERS:
            card.answers_db.append(difference_db)
            if len(card.answers_db) == ANSWERS:
                self._levels.setdefault(antenna, _Level()).add(fmean(card.answers_db))
                change_db = self._level_db(antenna) - self.in_force.get(antenna, 0.0)
                self._has_changed = self._has_changed or abs(change_db) > CHANGE_DB

    def _level_db(self, antenna: Antenna) -> float:
        cards = sum(level.cards for level in self._levels.values())
        table_db = sum(level.cards * level.mean_db for level in self._levels.values()) / (cards + TABLE_CARDS)
        own = self._levels.get(antenna, _Level())
        return (own.cards * own.mean_db + ANTENNA_CARDS * table_db) / (own.cards + ANTENNA_CARDS)
