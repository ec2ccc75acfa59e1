"""The survey: a technician lays cards where the steps say, and each step's scans are counted.

The table is surveyed empty first. Then each antenna gets one card in the middle of its zone, one on each border, and a
pile. If the scans show that a step's cards are misplaced (none or two are heard, a card was left on the table, another
antenna hears it better), the step is not counted and says why; it can be repeated or skipped. Sans-IO.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final, Literal

from burncard.controller.calibration.tallies import HEIGHTS, AntennaTally, Heard
from burncard.firmware_bridge.events import Scan

Kind = Literal["empty", "middle", "border", "pile"]
Antenna = int

EMPTY_SCANS: Final = 30
CARD_SCANS: Final = 80
ELSEWHERE_SCANS: Final = 2
"""Scans of each other antenna while a card lies in the middle, to find antennas that were swapped."""
PILE_CARDS: Final = HEIGHTS - 1
LEFT_MIN: Final = 3
"""Reads of a tag on an empty table from which it counts as a card that was left there."""
HEARD_MIN: Final = 0.05
WELL_HEARD: Final = 0.9
"""Share of scans that must hear a card in the middle; below it the card probably lay off-centre and is laid again."""
AGAIN: Final = 0.1
"""If laying the card again raises its share of reads by less than this, the antenna itself is weak."""
BORDER_DB: Final = 3.0
"""Minimum difference in strength between a card in the middle and one on a border."""
SECOND_MIN: Final = 0.3
"""Share of scans from which a second tag counts as lying there too."""


class CalibrationError(Exception):
    """Nothing can be calibrated now. `code`: `calibration-not-now`, `no-such-zone` for a zone without an antenna, or
    `nothing-measured` where nothing can be kept."""

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(reason)
        self.code = code


@dataclass(frozen=True, slots=True)
class Step:
    """What the technician lays down, and where. `neighbour`: of a border; `cards`: of a pile."""

    kind: Kind
    antenna: Antenna = 0
    neighbour: Antenna = 0
    cards: int = 0


@dataclass(slots=True)
class _Count:
    """The scans of one step: how many of each antenna, and what they heard of each tag."""

    scans: dict[Antenna, int] = field(default_factory=dict)
    tags: dict[str, dict[Antenna, Heard]] = field(default_factory=dict)

    def add(self, scan: Scan) -> None:
        self.scans[scan.antenna] = self.scans.get(scan.antenna, 0) + 1
        for tag in scan.tags:
            self.tags.setdefault(tag.uid, {}).setdefault(scan.antenna, Heard()).add(True, tag.rssi_dbm)

    def reads(self, uid: str, antenna: Antenna) -> float:
        return self.tags.get(uid, {}).get(antenna, Heard()).heard

    def rate(self, uid: str, antenna: Antenna) -> float:
        return self.reads(uid, antenna) / max(1, self.scans.get(antenna, 0))

    def loudest_at(self, antenna: Antenna, known: Iterable[str] = ()) -> list[str]:
        """The tags heard at an antenna, without those that are known, most often heard first."""
        there = [uid for uid in self.tags if uid not in set(known) and self.reads(uid, antenna)]
        return sorted(there, key=lambda uid: -self.reads(uid, antenna))

    def heard(self, uid: str, antenna: Antenna) -> Heard:
        """What an antenna heard of a tag, with all the scans that it made."""
        found = self.tags.get(uid, {}).get(antenna, Heard())
        scans = float(self.scans.get(antenna, 0))
        return Heard(scans, found.heard, found.strengths, found.mean_dbm, found.squares)


class Survey:
    """One calibration of a table, step by step. `antennas`: those to be measured; `problem`: why the last step did not
    count; empty if it did; `tries`: how often the step was measured."""

    def __init__(
        self,
        neighbours: Mapping[Antenna, tuple[Antenna, ...]],
        antennas: Iterable[Antenna],
        pile_at: Antenna | None = None,
    ) -> None:
        self._neighbours = neighbours
        self._antennas = tuple(sorted(neighbours))
        self.pile_at = pile_at
        self.steps = tuple(_steps(neighbours, tuple(antennas), pile_at))
        self.at = 0
        self.measuring = False
        self.problem = ""
        self._count = _Count()
        self.tries = 0
        self._weak: dict[Antenna, float] = {}
        self._done: dict[int, dict[Antenna, AntennaTally]] = {}
        self._piled: dict[int, str] = {}

    @property
    def step(self) -> Step | None:
        """What is measured now, or next; None when all steps are done."""
        return self.steps[self.at] if self.at < len(self.steps) else None

    @property
    def counted(self) -> int:
        """How many steps count."""
        return len(self._done)

    @property
    def has_pile(self) -> bool:
        """Whether a pile has been measured."""
        return any(self.steps[at].kind == "pile" for at in self._done)

    @property
    def progress(self) -> float:
        """Of the step that is being measured, from 0 to 1."""
        wanted = self._wanted()
        done = sum(min(self._count.scans.get(antenna, 0), scans) for antenna, scans in wanted.items())
        return done / max(1, sum(wanted.values())) if self.measuring else 0.0

    def measure(self) -> None:
        """The cards lie as the step says: its scans count from now on."""
        self.measuring, self.problem, self._count = self.step is not None, "", _Count()
        self.tries += 1

    def back(self) -> None:
        """The step before is done again; one that is being measured begins anew."""
        if not self.measuring and not self.problem:
            self.at = max(0, self.at - 1)
        self._done.pop(self.at, None)
        self.measuring, self.problem, self.tries = False, "", 0

    def skip(self) -> None:
        """The step is left out: its antenna keeps what is known of it, or the defaults."""
        if self.step is not None:
            self._done.pop(self.at, None)
            self.at += 1
        self.measuring, self.problem, self.tries = False, "", 0

    def next_antenna(self, among: Collection[Antenna] | None = None) -> Antenna:
        """The antenna to scan next: the one that lacks the largest share of its scans, if possible one of `among`."""
        wanted = self._wanted() if self.measuring else dict.fromkeys(self._antennas, 1)
        there = wanted if among is None else wanted.keys() & among or wanted
        return min(there, key=lambda antenna: self._count.scans.get(antenna, 0) / wanted[antenna])

    def take(self, scan: Scan) -> None:
        """Takes a scan; the step ends with the last one that it needs."""
        if not self.measuring:
            self._count.scans[scan.antenna] = self._count.scans.get(scan.antenna, 0) + 1
            return
        if scan.complete:
            self._count.add(scan)
        if all(self._count.scans.get(antenna, 0) >= scans for antenna, scans in self._wanted().items()):
            self._end_step()

    def result(self) -> dict[Antenna, AntennaTally]:
        """What all steps that count have counted, by antenna.

        A card in the middle that was heard no better than one on a border did not lie in the middle: it is left out.
        """
        found: dict[Antenna, AntennaTally] = {}
        for tallies in self._done.values():
            for antenna, tally in tallies.items():
                found[antenna] = found[antenna].plus(tally) if antenna in found else tally
        for antenna in filter(lambda one: _is_doubtful(found[one]), list(found)):
            found[antenna].own[0] = Heard()
            for other in self._neighbours[antenna]:
                if other in found:
                    found[other].beside.pop(antenna, None)
        return found

    # ---- inside --------------------

    def _wanted(self) -> dict[Antenna, int]:
        """How many scans of each antenna the step needs."""
        step = self.step
        if step is None:
            return dict.fromkeys(self._antennas, 1)
        if step.kind == "empty":
            return dict.fromkeys(self._antennas, EMPTY_SCANS)
        if step.kind == "border":
            return dict.fromkeys((step.antenna, step.neighbour), CARD_SCANS)
        if step.kind == "pile":
            return {step.antenna: CARD_SCANS}
        near = (step.antenna, *self._neighbours[step.antenna])
        return dict.fromkeys(self._antennas, ELSEWHERE_SCANS) | dict.fromkeys(near, CARD_SCANS)

    def _end_step(self) -> None:
        step, self.measuring = self.step, False
        assert step is not None
        tallies: dict[Antenna, AntennaTally] = {}
        ends = {"empty": self._empty, "middle": self._middle, "border": self._border, "pile": self._pile}
        self.problem = ends[step.kind](step, tallies)
        if not self.problem:
            self._done[self.at] = tallies
            self.at += 1
            self.tries = 0

    def _empty(self, step: Step, tallies: dict[Antenna, AntennaTally]) -> str:
        for antenna in self._antennas:
            if any(self._count.reads(uid, antenna) >= LEFT_MIN for uid in self._count.tags):
                return f"card-left:{antenna}"
            ghosts = sum(self._count.reads(uid, antenna) for uid in self._count.tags)
            tallies[antenna] = AntennaTally(empty=Heard(float(self._count.scans[antenna]), ghosts))
        return ""

    def _middle(self, step: Step, tallies: dict[Antenna, AntennaTally]) -> str:
        here, card = step.antenna, self._only_card(step.antenna)
        best = max(
            self._antennas, key=lambda one: max((self._count.rate(uid, one) for uid in self._count.tags), default=0)
        )
        if card is None:
            elsewhere = any(self._count.rate(uid, best) >= SECOND_MIN for uid in self._count.tags)
            return f"heard-elsewhere:{best}" if elsewhere else f"not-heard:{here}"
        if self._two_lie_at(here, card):
            return f"two-cards:{here}"
        louder = [one for one in self._antennas if one != here and self._sounds_better(card, one, here)]
        if louder:
            return f"heard-elsewhere:{louder[0]}"
        before, rate = self._weak.pop(here, None), self._count.rate(card, here)
        if rate < WELL_HEARD and (before is None or rate > before + AGAIN):
            self._weak[here] = rate
            return f"badly-heard:{here}"
        tallies[here] = AntennaTally()
        tallies[here].own[0] = self._count.heard(card, here)
        for neighbour in self._neighbours[here]:
            tallies[neighbour] = AntennaTally(beside={here: self._count.heard(card, neighbour)})
        return ""

    def _border(self, step: Step, tallies: dict[Antenna, AntennaTally]) -> str:
        ends = (step.antenna, step.neighbour)
        card = next(
            iter(sorted(self._count.tags, key=lambda uid: -min(self._count.rate(uid, one) for one in ends))), None
        )
        for end in ends:
            if card is None or self._count.rate(card, end) < HEARD_MIN:
                return f"not-heard:{end}"
            if self._two_lie_at(end, card):
                return f"two-cards:{end}"
        assert card is not None
        for here, there in (ends, ends[::-1]):
            tallies[here] = AntennaTally(border={there: self._count.heard(card, here)})
        return ""

    def _pile(self, step: Step, tallies: dict[Antenna, AntennaTally]) -> str:
        """One card more on the pile: the one that was not heard there before is the topmost."""
        height = step.cards - 1
        below = [uid for at, uid in self._piled.items() if at < height]
        new = self._count.loudest_at(step.antenna, below)
        if not new:
            return f"not-heard:{step.antenna}"
        if len(new) > 1 and self._count.rate(new[1], step.antenna) >= SECOND_MIN:
            return f"two-cards:{step.antenna}"
        self._piled[height] = new[0]
        tallies[step.antenna] = AntennaTally()
        tallies[step.antenna].own[height] = self._count.heard(new[0], step.antenna)
        return ""

    def _only_card(self, antenna: Antenna) -> str | None:
        """The card that lies at an antenna: the tag that it hears most, if it hears it often enough for no ghost."""
        card = next(iter(self._count.loudest_at(antenna)), None)
        return card if card is not None and self._count.rate(card, antenna) >= HEARD_MIN else None

    def _two_lie_at(self, antenna: Antenna, card: str) -> bool:
        others = self._count.loudest_at(antenna, [card])
        return bool(others) and self._count.rate(others[0], antenna) >= SECOND_MIN

    def _sounds_better(self, card: str, one: Antenna, other: Antenna) -> bool:
        """Whether one antenna hears a card both more often and more strongly than another."""
        here, there = self._count.heard(card, other), self._count.heard(card, one)
        stronger = not here.strengths or (bool(there.strengths) and there.mean_dbm > here.mean_dbm)
        return stronger and there.rate > here.rate + 0.1


def _is_doubtful(tally: AntennaTally) -> bool:
    """Whether the card in the middle sounded like one on a border."""
    middle = tally.own[0]
    for border in tally.border.values():
        both = middle.strengths and border.strengths
        if middle.scans and border.rate > middle.rate + AGAIN:
            return True
        if both and border.mean_dbm > middle.mean_dbm - BORDER_DB:
            return True
    return False


def _steps(
    neighbours: Mapping[Antenna, tuple[Antenna, ...]], antennas: tuple[Antenna, ...], pile_at: Antenna | None
) -> Iterable[Step]:
    yield Step("empty")
    yield from (Step("middle", antenna) for antenna in antennas)
    borders = {tuple(sorted((one, other))) for one in antennas for other in neighbours[one]}
    yield from (Step("border", one, other) for one, other in sorted(borders))
    if pile_at is not None:
        yield from (Step("pile", pile_at, cards=cards) for cards in range(1, PILE_CARDS + 1))
