"""The rates of an antenna from what was counted there.

A count corrects what is believed of any antenna; it does not replace it. The default stands for some scans of its own
(a Beta prior), so a few lucky scans change little, and every rate stays within bounds: a technician's mistake must not
make the table worse than one that was never calibrated. What was not measured follows what was: an antenna that hears
its own cards 6 dB weaker hears those on its edge 6 dB weaker, too.
"""

from dataclasses import replace
from math import exp, log, sqrt
from typing import Final

from burncard.controller.calibration.tallies import HEIGHTS, AntennaTally, Heard
from burncard.controller.perception.rates import DEFAULT_RATES, Rates, Strength

PRIOR_SCANS: Final = 20.0
"""Weight of the default rates, in scans."""
DERIVED_LOGIT_MAX: Final = 0.7
"""How far the rates of cards on edges and borders follow what was measured. No two lie alike there, and an explanation
that expects next to no answers would take every silent antenna for its own."""
GHOST_PRIOR_SCANS: Final = 20_000.0
PRIOR_STRENGTHS: Final = 5.0
PLACE_SPREAD_DB: Final = 3.5
"""Cards differ, and lie turned and off the middle; one measured card does not show that."""
SPREAD_MIN_DB: Final = 4.0
SPREAD_MAX_DB: Final = 9.0
CROSS_SPREAD_MIN_DB: Final = 6.0
MISS_MIN: Final = 0.003
MISS_MAX: Final = 0.8
CROSS_MIN: Final = 0.002
CROSS_MAX: Final = 0.6
GHOST_MAX: Final = 1e-3
READ_MIN: Final = 0.05
READ_MAX: Final = 0.98
EDGE_FROM_OWN: Final = 0.6
"""How much of the way from the border to the middle of its zone a card on the edge of it lies."""
EDGE_NEXT_FROM_BORDER: Final = 0.63
"""The same for an edge of the next zone: from the middle of that zone to the border."""


def pile_misses(pile: AntennaTally) -> tuple[float, ...]:
    """The chance that a scan misses a card by its height, at an antenna that hears single cards as usual, where piles
    muffle their cards as much as the one that was laid."""
    found = _misses(pile.own, DEFAULT_RATES)
    usual = DEFAULT_RATES.miss(0)
    rates = (usual, *(1 - (1 - miss) * (1 - usual) / (1 - found[0]) for miss in found[1:]))
    defaults = (DEFAULT_RATES.miss(height) for height in range(HEIGHTS))
    return tuple(
        _moved(known, _bounded(_logit(miss) - _logit(known))) for miss, known in zip(rates, defaults, strict=True)
    )


def rates_of(tally: AntennaTally, default: Rates = DEFAULT_RATES) -> Rates:
    """The rates of the antenna that was counted."""
    beside = _all_of(tally.beside)
    border = _all_of(tally.border)
    misses = _misses(tally.own, default)
    own = _strength(tally.own[0], default.own, SPREAD_MIN_DB, default.own.mean_dbm)
    shift_db = own.mean_dbm - default.own.mean_dbm
    cross = _strength(beside, default.cross, CROSS_SPREAD_MIN_DB, default.cross.mean_dbm + shift_db)
    middle = _strength(border, default.middle_strength, SPREAD_MIN_DB, default.middle_strength.mean_dbm + shift_db)
    middle_db = middle.mean_dbm - default.middle_strength.mean_dbm
    cross_db = cross.mean_dbm - default.cross.mean_dbm
    cross_read = _within(CROSS_MIN, _rate(beside, default.cross_read), CROSS_MAX)
    middle_by = _bounded(_logit(_rate(border, default.middle_read)) - _logit(default.middle_read))
    own_by = _bounded(_logit(1 - misses[0]) - _logit(1 - default.miss(0)))
    cross_by = _bounded(_logit(cross_read) - _logit(default.cross_read))
    edge_by, next_by = _between(middle_by, own_by, EDGE_FROM_OWN), _between(cross_by, middle_by, EDGE_NEXT_FROM_BORDER)
    return replace(
        default,
        miss_by_height=misses,
        cross_read=cross_read,
        ghost=_within(default.ghost, _rate(tally.empty, default.ghost, GHOST_PRIOR_SCANS), GHOST_MAX),
        middle_read=_moved(default.middle_read, middle_by),
        edge_read=_within(READ_MIN, _moved(default.edge_read, edge_by), READ_MAX),
        edge_read_next=_within(READ_MIN, _moved(default.edge_read_next, next_by), READ_MAX),
        own=own,
        cross=cross,
        middle_strength=middle,
        edge_strength=_shifted(default.edge_strength, _between(middle_db, shift_db, EDGE_FROM_OWN)),
        edge_strength_next=_shifted(default.edge_strength_next, _between(cross_db, middle_db, EDGE_NEXT_FROM_BORDER)),
        gap=replace(
            default.gap,
            read=_within(READ_MIN, _moved(default.gap.read, middle_by), READ_MAX),
            read_next=_within(READ_MIN, _moved(default.gap.read_next, middle_by), READ_MAX),
            strength=_shifted(default.gap.strength, middle_db),
            strength_next=_shifted(default.gap.strength_next, middle_db),
        ),
        rim_strength=_shifted(default.rim_strength, shift_db),
    )


def reported_higher(rates: Rates, by_db: float) -> Rates:
    """The same rates of an antenna whose strengths are reported so much higher."""
    gap = rates.gap
    return replace(
        rates,
        own=_shifted(rates.own, by_db),
        cross=_shifted(rates.cross, by_db),
        edge_strength=_shifted(rates.edge_strength, by_db),
        edge_strength_next=_shifted(rates.edge_strength_next, by_db),
        middle_strength=_shifted(rates.middle_strength, by_db),
        rim_strength=_shifted(rates.rim_strength, by_db),
        gap=replace(gap, strength=_shifted(gap.strength, by_db), strength_next=_shifted(gap.strength_next, by_db)),
    )


def held_near(rates: Rates, measured: Rates, logit_max: float, db_max: float) -> Rates:
    """Rates that were learnt in play, no farther from the measured ones than that."""

    def near(read: float, known: float) -> float:
        return _moved(known, _within(-logit_max, _logit(read) - _logit(known), logit_max))

    def heard_near(one: Strength, known: Strength) -> Strength:
        return replace(one, mean_dbm=known.mean_dbm + _within(-db_max, one.mean_dbm - known.mean_dbm, db_max))

    pairs = zip(rates.miss_by_height, measured.miss_by_height, strict=True)
    return replace(
        rates,
        miss_by_height=tuple(near(miss, known) for miss, known in pairs),
        cross_read=near(rates.cross_read, measured.cross_read),
        own=heard_near(rates.own, measured.own),
        cross=heard_near(rates.cross, measured.cross),
        edge_strength=heard_near(rates.edge_strength, measured.edge_strength),
        edge_strength_next=heard_near(rates.edge_strength_next, measured.edge_strength_next),
        middle_strength=heard_near(rates.middle_strength, measured.middle_strength),
        gap=replace(
            rates.gap,
            strength=heard_near(rates.gap.strength, measured.gap.strength),
            strength_next=heard_near(rates.gap.strength_next, measured.gap.strength_next),
        ),
        rim_strength=heard_near(rates.rim_strength, measured.rim_strength),
    )


def _misses(own: list[Heard], default: Rates) -> tuple[float, ...]:
    """The chance that a scan misses a card, by its height. A pile that was not laid is missed as usual, and more where
    the antenna misses single cards more often."""
    found: list[float] = []
    for height, tally in enumerate(own[:HEIGHTS]):
        usual = 1 - default.miss(height)
        if height:
            usual *= min(1.0, (1 - found[0]) / (1 - default.miss(0)))
        miss = _within(MISS_MIN, 1 - _rate(tally, usual), MISS_MAX)
        found.append(max(miss, found[-1]) if found else miss)
    return tuple(found)


def _strength(tally: Heard, default: Strength, spread_min_db: float, expected_dbm: float) -> Strength:
    if not tally.strengths:
        return replace(default, mean_dbm=expected_dbm)
    count = PRIOR_STRENGTHS + tally.strengths
    mean_dbm = (PRIOR_STRENGTHS * expected_dbm + tally.strengths * tally.mean_dbm) / count
    spread_db = sqrt(tally.spread_db**2 + PLACE_SPREAD_DB**2)
    return Strength(mean_dbm, _within(spread_min_db, spread_db, SPREAD_MAX_DB))


def _rate(tally: Heard, default: float, prior_scans: float = PRIOR_SCANS) -> float:
    return (default * prior_scans + tally.heard) / (prior_scans + tally.scans)


def _all_of(tallies: dict[int, Heard]) -> Heard:
    together = Heard()
    for _, tally in sorted(tallies.items()):
        together = together.plus(tally)
    return together


def _shifted(strength: Strength, by_db: float) -> Strength:
    return replace(strength, mean_dbm=strength.mean_dbm + by_db)


def _between(one: float, other: float, share: float) -> float:
    return one + (other - one) * share


def _bounded(by_logit: float) -> float:
    return _within(-DERIVED_LOGIT_MAX, by_logit, DERIVED_LOGIT_MAX)


def _within(least: float, value: float, most: float) -> float:
    return max(least, min(most, value))


def _logit(chance: float) -> float:
    return log(chance / (1 - chance))


def _moved(chance: float, by_logit: float) -> float:
    return 1 / (1 + exp(-_logit(chance) - by_logit))
