"""Chances as standard deviations: what is heard is a threshold in a normal spread."""

from math import erfc, sqrt
from statistics import NormalDist
from typing import Final

from tests.harness.second_radio.effects import LASTING_MAX

NOISES: Final = 2048

_ROOT_2: Final = sqrt(2)
_STANDARD: Final = NormalDist()
_CERTAIN: Final = 40.0

NOISE: Final = [_STANDARD.inv_cdf((number + 0.5) / NOISES) for number in range(NOISES)]
"""Equally likely values of a standard normal: to draw one of them is faster than `gauss`."""


def below(deviations: float) -> float:
    """The chance that a standard normal value is below this."""
    return 0.5 * erfc(-deviations / _ROOT_2)


def deviations_of(chance: float) -> float:
    """The value below which a standard normal lies with this chance, also for 0 and 1."""
    return -_CERTAIN if chance <= 0 else _CERTAIN if chance >= 1 else _STANDARD.inv_cdf(chance)


def clipped(deviations: float) -> float:
    """A lasting deviation, kept from extremes: no card is deaf for ever."""
    return max(-LASTING_MAX, min(LASTING_MAX, deviations))
