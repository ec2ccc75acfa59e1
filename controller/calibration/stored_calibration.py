"""The calibration of one layout, as it is kept in the table's data folder."""

import os
import re
from collections.abc import Mapping
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Final

import msgspec

from burncard.controller.calibration.rates_of import held_near, pile_misses, rates_of
from burncard.controller.calibration.tallies import AntennaTally
from burncard.controller.perception.rates import DEFAULT_RATES, Rates
from burncard.hardware.layout import Layout
from burncard.hardware.plain_files import open_private, read_plain

LEARNT_LOGIT_MAX: Final = 1.0
LEARNT_DB_MAX: Final = 4.0
"""How far what is learnt in play may move a rate, or a strength, from what was measured."""


COUNTS_MAX: Final = 1e9
DBM_MAX: Final = 1e3
"""No table scans more often, and no reader, on whatever scale, reports more."""


class BadCalibrationError(Exception):
    """A stored calibration cannot be used. The message says why."""


class Calibration(msgspec.Struct):
    """What was counted with a technician, and what has been counted in play since, for one layout.

    `pile_at`: the antenna on which the pile was laid; how a pile muffles its cards is taken to be alike at all.
    """

    layout: str
    zones: dict[int, str]
    measured_ns: int = 0
    pile_at: int | None = None
    measured: dict[int, AntennaTally] = msgspec.field(default_factory=dict)
    in_play: dict[int, AntennaTally] = msgspec.field(default_factory=dict)

    def rates(self, *, learnt: bool = True) -> dict[int, Rates]:
        """The rates of each antenna of the layout. `learnt`: with what was counted in play, within bounds."""
        usual = self._usual()
        found: dict[int, Rates] = {}
        for antenna in self.zones:
            measured = self.measured.get(antenna, AntennaTally())
            found[antenna] = rates_of(measured, usual)
            if learnt and antenna in self.in_play:
                together = rates_of(measured.plus(self.in_play[antenna]), usual)
                found[antenna] = held_near(together, found[antenna], LEARNT_LOGIT_MAX, LEARNT_DB_MAX)
        return found

    def _usual(self) -> Rates:
        """What is believed of an antenna before anything was counted there."""
        pile = self.measured.get(self.pile_at or 0)
        return DEFAULT_RATES if pile is None else replace(DEFAULT_RATES, miss_by_height=pile_misses(pile))


def file_name(layout: Layout) -> str:
    """The name of a layout's file, whatever the layout is called."""
    return f"calibration-{re.sub(r'[^a-z0-9]+', '-', layout.name.lower()).strip('-') or 'table'}.json"


def read(folder: Path, layout: Layout) -> Calibration | None:
    """The calibration of a layout; None if there is none. Raises BadCalibrationError for a damaged or foreign file."""
    path = folder / file_name(layout)
    try:
        found = msgspec.json.decode(read_plain(path), type=Calibration)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise BadCalibrationError(f"{path.name}: {error.strerror}") from error
    except (ValueError, RecursionError) as error:
        raise BadCalibrationError(f"{path.name} cannot be read") from error
    if not fits(found.zones, layout):
        raise BadCalibrationError(f"{path.name} is of other antennas than the layout {layout.name}")
    if not all(_sound(tally) for part in (found.measured, found.in_play) for tally in part.values()):
        raise BadCalibrationError(f"{path.name} holds counts that there cannot be")
    return found


def write(folder: Path, calibration: Calibration, layout: Layout) -> None:
    """Writes a calibration, replacing the file as a whole. Raises OSError."""
    path = folder / file_name(layout)
    part = path.with_suffix(".part")
    with open_private(part) as file:
        file.write(_text_of(calibration))
        file.flush()
        os.fsync(file.fileno())
    part.replace(path)


def sum_of(calibration: Calibration) -> str:
    """The SHA-256 of the file that a calibration is kept in."""
    return sha256(_text_of(calibration)).hexdigest()


def _text_of(calibration: Calibration) -> bytes:
    return msgspec.json.format(msgspec.json.encode(calibration), indent=1)


def fits(zones: Mapping[int, str], layout: Layout) -> bool:
    """Whether antennas and zones are those of a layout."""
    return dict(zones) == dict(layout.zones)


def _sound(tally: AntennaTally) -> bool:
    counts = (*tally.own, *tally.beside.values(), *tally.border.values(), tally.empty)
    return len(tally.own) > 0 and all(
        0 <= one.heard <= one.scans <= COUNTS_MAX
        and 0 <= one.strengths <= one.scans
        and abs(one.mean_dbm) <= DBM_MAX
        and 0 <= one.squares <= one.strengths * DBM_MAX**2
        for one in counts
    )
