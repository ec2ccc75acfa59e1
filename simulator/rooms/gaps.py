"""How long a dealer takes from one card to the next, in ns: evenly, or like one who hurries, dawdles and is held up."""

from collections.abc import Callable
from random import Random

from burncard.firmware_bridge.driver import MS

EVEN_MS = (400, 600)
UNEVEN_MS = 500
SPREAD = 0.35
SHORTEST_MS, LONGEST_MS = 220, 2_500
HELD_UP = 0.03
HELD_UP_MS = (1_500, 6_000)

Gaps = Callable[[Random], int]


def even(rng: Random) -> int:
    """A steady hand."""
    return int(rng.uniform(*EVEN_MS)) * MS


def uneven(rng: Random) -> int:
    """A log-normal time around half a second; one card in thirty waits for an answer to somebody's question."""
    if rng.random() < HELD_UP:
        return int(rng.uniform(*HELD_UP_MS)) * MS
    drawn_ms = UNEVEN_MS * rng.lognormvariate(0.0, SPREAD)
    return int(min(LONGEST_MS, max(SHORTEST_MS, drawn_ms))) * MS
