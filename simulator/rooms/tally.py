"""What many hands say of how well a table detects, with the bounds that so many hands allow."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from math import exp, lgamma, log, log1p
from typing import Any, Final

from burncard.firmware_bridge.driver import MS
from burncard.simulator.rooms.detected import RIGHT, Detected

CONFIDENCE: Final = 0.95
BY_ABSENCE: Final = frozenset({"no burn", "deal stopped a card short"})
"""Mistakes that show by a card that does not come. So does a place that was passed over: the card that lies at the next
one is right if the first was not heard."""


def bounds(hits: int, of: int, confidence: float = CONFIDENCE) -> tuple[float, float]:
    """The Clopper-Pearson bounds of a chance of which `hits` in `of` tries were seen, two-sided."""
    if of == 0:
        return (0.0, 1.0)
    tail = (1 - confidence) / 2
    low = 0.0 if hits == 0 else _root(lambda p: 1 - _at_most(hits - 1, of, p) - tail)
    high = 1.0 if hits == of else _root(lambda p: tail - _at_most(hits, of, p))
    return (low, high)


def _at_most(hits: int, of: int, p: float) -> float:
    """The chance of at most so many hits."""
    if p <= 0:
        return 1.0
    if p >= 1:
        return float(hits >= of)
    logs = (
        lgamma(of + 1) - lgamma(k + 1) - lgamma(of - k + 1) + k * log(p) + (of - k) * log1p(-p) for k in range(hits + 1)
    )
    return sum(exp(value) for value in logs)


def _root(of: Any) -> float:
    """Where a function that rises from below 0 to above 0 is 0, between 0 and 1."""
    low, high = 0.0, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if of(middle) < 0 else (low, middle)
    return (low + high) / 2


@dataclass(slots=True)
class DetectionTally:
    """The hands of one run. A hand is broken when the table ruled otherwise than its twin."""

    hands: int = 0
    verdicts: Counter[str] = field(default_factory=Counter)
    broken: list[Detected] = field(default_factory=list)
    made: Counter[str] = field(default_factory=Counter)
    ruled: Counter[str] = field(default_factory=Counter)
    card_delays_ns: list[int] = field(default_factory=list)
    ruling_delays_ns: defaultdict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    prompts: int = 0

    def add(self, seen: Detected) -> None:
        """Counts one hand."""
        self.hands += 1
        self.verdicts[seen.verdict] += 1
        self.card_delays_ns += seen.card_delays_ns
        self.prompts += seen.prompts
        if seen.verdict != RIGHT:
            self.broken.append(seen)
        if seen.mistake and seen.true_rules:
            self.made[seen.mistake] += 1
            first_right = seen.rules[:1] == seen.true_rules[:1]
            self.ruled[seen.mistake] += first_right
            if first_right and seen.ruling_delay_ns is not None:
                kind = "absence" if seen.mistake in BY_ABSENCE else seen.shows
                self.ruling_delays_ns[kind].append(seen.ruling_delay_ns)

    def report(self) -> dict[str, Any]:
        """The figures, JSON-ready. Chances come with their bounds, times are in ms."""
        made, ruled = self.made.total(), self.ruled.total()
        return {
            "hands": self.hands,
            "broken": _chance(len(self.broken), self.hands),
            "verdicts": dict(self.verdicts),
            "recall": _chance(ruled, made),
            "kinds": {kind: _chance(self.ruled[kind], count) for kind, count in sorted(self.made.items())},
            "card_ms": _times(self.card_delays_ns),
            "by_presence_ms": _times(self.ruling_delays_ns["presence"]),
            "by_absence_ms": _times(self.ruling_delays_ns["absence"]),
            "by_entry_ms": _times(self.ruling_delays_ns["entry"]),
            "prompts": self.prompts,
            "broken_hands": [
                {"game": hand.game, "mistake": hand.mistake, "verdict": hand.verdict, "true": hand.true_rules[:3]}
                | {"ruled": hand.rules[:3], "seed": hand.seed, "number": hand.number}
                for hand in self.broken
            ],
        }


def _chance(hits: int, of: int) -> dict[str, Any]:
    low, high = bounds(hits, of)
    return {"count": hits, "of": of, "low": low, "high": high}


def _times(delays_ns: Iterable[int]) -> dict[str, int]:
    delays = sorted(delays_ns)
    if not delays:
        return {}
    return {
        "count": len(delays),
        "median": delays[len(delays) // 2] // MS,
        "p99": delays[len(delays) * 99 // 100] // MS,
        "worst": delays[-1] // MS,
    }
