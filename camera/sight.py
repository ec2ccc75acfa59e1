"""What a camera has seen at a moment. Plain values: no pictures, and no names of cards."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

CLEAR_PERCENT: Final = 99
DOUBTFUL_PERCENT: Final = 95


@dataclass(frozen=True, slots=True)
class Counts:
    """Cards of a zone by the side that is up, and how sure both numbers are."""

    up: int
    down: int
    sure_percent: int = CLEAR_PERCENT


@dataclass(frozen=True, slots=True)
class Alarm:
    """What is wrong with a camera. `code` and `text` go to the table."""

    code: str
    text: str


@dataclass(frozen=True, slots=True)
class Sight:
    """The zones that were seen, by antenna; none if something is wrong."""

    taken_ns: int
    zones: Mapping[int, Counts]
    alarm: Alarm | None = None
