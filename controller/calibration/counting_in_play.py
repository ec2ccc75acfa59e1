"""Counting continues in play: cards whose place is certain show whether the antennas still hear as measured.

Only a tag that is at home well inside a zone, and that is not heard anywhere new, is counted, and only up to a scan of
its own antenna that hears it: scans that miss a card which has left say nothing. What is learnt moves a rate a little
(`stored`); where it goes farther from the measured one than that, the technician is notified.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from math import log, sqrt
from typing import Final

from burncard.controller.calibration.tallies import AntennaTally, Heard
from burncard.controller.perception.beliefs import Beliefs
from burncard.firmware_bridge.events import Scan

Antenna = int

COUNTS_MAX: Final = 4_000.0
"""Scans of one kind that are remembered; older ones count for less."""
OPEN_MAX: Final = 32
"""Scans of a tag that wait for its own antenna to hear it again; with more it has left."""
INSIDE_MIN: Final = 0.8
DRIFT_SCANS: Final = 300.0
DRIFT_LOGIT: Final = 1.0
DRIFT_DB: Final = 6.0
DRIFT_SIGMAS: Final = 4.0


@dataclass(slots=True)
class _Waiting:
    """Scans that may have heard a tag, until its own antenna does. `home`: where it lay meanwhile."""

    home: Antenna
    scans: list[tuple[Antenna, bool, float | None]] = field(default_factory=list)


class InPlay:
    """What has been counted at one table since it was calibrated."""

    def __init__(self, tallies: dict[Antenna, AntennaTally]) -> None:
        self.tallies = tallies
        self._waiting: dict[str, _Waiting] = {}

    def take(self, scan: Scan, beliefs: Beliefs) -> None:
        """Takes a scan that the beliefs have taken."""
        if not scan.complete or scan.antenna not in beliefs.chances.neighbours:
            return
        heard = {tag.uid: tag.rssi_dbm for tag in scan.tags}
        for home in (scan.antenna, *beliefs.chances.neighbours[scan.antenna]):
            for uid, tag in beliefs.at(home).items():
                place = tag.home
                if place is None or tag.candidates or place.inside < INSIDE_MIN:
                    self._waiting.pop(uid, None)
                    continue
                waiting = self._waiting.get(uid)
                if waiting is None or waiting.home != home:
                    waiting = self._waiting[uid] = _Waiting(home)
                waiting.scans.append((scan.antenna, uid in heard, heard.get(uid)))
                if uid in heard and scan.antenna == home:
                    self._count(waiting, place.height)
                elif len(waiting.scans) > OPEN_MAX:
                    waiting.scans.clear()

    def forget(self) -> None:
        """All cards are back in the pack."""
        self._waiting.clear()

    def _count(self, waiting: _Waiting, height: int) -> None:
        for antenna, heard, rssi_dbm in waiting.scans:
            tally = self.tallies.setdefault(antenna, AntennaTally())
            counted = tally.own_at(height) if antenna == waiting.home else tally.beside_of(waiting.home)
            counted.add(heard, rssi_dbm)
            counted.fade(COUNTS_MAX)
        waiting.scans.clear()


@dataclass(frozen=True, slots=True)
class Drift:
    """An antenna no longer hears as measured. `text`: what has changed, from what to what."""

    antenna: Antenna
    text: str


def drifts(measured: Mapping[Antenna, AntennaTally], in_play: Mapping[Antenna, AntennaTally]) -> Iterator[Drift]:
    """The antennas whose hearing has changed, with certainty, by more than play may correct."""
    for antenna, then in sorted(measured.items()):
        now = in_play.get(antenna)
        if now is None:
            continue
        changes = [_changed("its own cards", then.own[0], now.own[0])]
        beside = [
            _changed(f"cards of antenna {other}", then.beside[other], now.beside.get(other)) for other in then.beside
        ]
        texts = [text for text in (*changes, *beside) if text]
        if texts:
            yield Drift(antenna, "; ".join(texts))


def _changed(what: str, then: Heard, now: Heard | None) -> str:
    """What has changed, in words; empty if nothing has."""
    if now is None or min(now.scans, 2 * then.scans) < DRIFT_SCANS / 2 or now.scans < DRIFT_SCANS:
        return ""
    before, after = _smoothed(then), _smoothed(now)
    logit = log(after / (1 - after)) - log(before / (1 - before))
    sigma = sqrt(after * (1 - after) / now.scans + before * (1 - before) / then.scans)
    if abs(logit) > DRIFT_LOGIT and abs(after - before) > DRIFT_SIGMAS * sigma:
        return f"{what} are heard in {after:.0%} of scans instead of {before:.0%}"
    if min(then.strengths, now.strengths) >= 10 and abs(now.mean_dbm - then.mean_dbm) > DRIFT_DB:
        return f"{what} answer at {now.mean_dbm:.0f} dBm instead of {then.mean_dbm:.0f}"
    return ""


def _smoothed(heard: Heard) -> float:
    return (heard.heard + 0.5) / (heard.scans + 1)
