"""The stops of a table: a queue that nothing leaves before it has been answered or its repair is done.

A stop is answered when a person acknowledges it and nothing is left to do, when its repair has been done, or when the
floor decides otherwise. Another card or another ruling answers nothing, and no hand begins while a stop is unanswered.
"""

from dataclasses import dataclass, field, replace
from typing import Literal

from burncard.rules.facts import Fact, Hand, Press
from burncard.rules.hand.in_play import HandInPlay
from burncard.rules.hand.steps import Floor
from burncard.rules.outcomes import Outcome, Ruling
from burncard.rules.rulings.decisions import refusal_of
from burncard.rules.rulings.repairs import RepairStep
from burncard.rules.table import Table

StopStatus = Literal["open", "repair", "floor", "done", "overruled"]


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a fact comes from: its number, its time in ns, and who entered it."""

    number: int
    at_ns: int
    operator: str


@dataclass(frozen=True, slots=True)
class Decided:
    """What the floor decided on a ruling."""

    origin: Origin
    decision: str
    reason: str


@dataclass(frozen=True, slots=True)
class Stop:
    """A ruling that was given, and what has become of it.

    `gone`: the hand was worked out again and came out without it. `held`: the table waits for the floor's word on it.
    `returned`: the cards that it called back are in the shuffler.
    """

    ruling: Ruling
    hand: str | None
    origin: Origin
    steps: tuple[RepairStep, ...] = ()
    acknowledged: Origin | None = None
    decided: Decided | None = None
    gone: bool = False
    held: bool = False
    returned: bool = False

    @property
    def left(self) -> bool:
        """Whether a step of its repair is still to be done."""
        return not self.returned and any(step.state in ("open", "later") for step in self.steps)

    @property
    def seen_steps(self) -> bool:
        """Whether it has steps that the table can see being done."""
        return any(step.state != "told" for step in self.steps)

    @property
    def status(self) -> StopStatus:
        """How far it is."""
        if self.gone:
            return "overruled"
        if self.decided is not None and self.decided.decision != self.ruling.decision:
            return "overruled"
        if self.decided is not None and not self.left:
            return "done"
        if self.held:
            return "floor"
        if self.left:
            return "open" if self.acknowledged is None else "repair"
        return "open" if self.acknowledged is None and not self.seen_steps else "done"

    @property
    def open(self) -> bool:
        """Whether it is still in the queue: a note never is."""
        return self.ruling.severity == "stop" and self.status in ("open", "repair", "floor")


@dataclass(slots=True)
class Stops:
    """The rulings of the hand in play, and the stops that are still open from before."""

    given: dict[str, Stop] = field(default_factory=dict)

    @property
    def queue(self) -> list[Stop]:
        """The open stops: the one whose repair is due now first, then the oldest."""
        return sorted(
            (stop for stop in self.given.values() if stop.open),
            key=lambda stop: not any(step.state == "open" for step in stop.steps),
        )

    @property
    def unanswered(self) -> list[Stop]:
        """The open stops that nobody has acknowledged."""
        return [stop for stop in self.given.values() if stop.open and stop.acknowledged is None]

    def note(self, table: Table, fact: Fact, outcomes: list[Outcome], origin: Origin) -> None:
        """Notes a fact and its outcomes; works out how far each repair is."""
        rulings = [outcome for outcome in outcomes if isinstance(outcome, Ruling)]
        refused = refusal_of(fact, outcomes) is not None
        hand = table.hand
        if isinstance(fact, Hand) and not refused:
            self.given = {}  # every card has come back, and a table deals no hand while a stop is unanswered
        for ruling in rulings:
            self.given[ruling.id] = Stop(ruling, None if hand is None else hand.fact.id, origin)
        if isinstance(fact, Press) and not refused and (said := self.given.get(fact.ruling or "")) is not None:
            if fact.press == "ack" and said.acknowledged is None:
                self.given[said.ruling.id] = replace(said, acknowledged=origin, returned=fact.by == "shuffler")
            elif fact.press == "override":
                decided = Decided(origin, fact.decision or "stands", fact.reason or "")
                acknowledged = said.acknowledged or origin  # who decides has read it
                self.given[said.ruling.id] = replace(said, decided=decided, acknowledged=acknowledged)
        if hand is not None:
            self._follow(table, hand)

    def _follow(self, table: Table, hand: HandInPlay) -> None:
        held = {item.ruling for item in hand.plan if isinstance(item, Floor)} if not hand.ended else set()
        for stop in list(self.given.values()):
            if stop.hand == hand.fact.id and (stop.open or stop.gone):
                steps = table.rulings.repair(hand, stop.ruling.id) or _told(stop.ruling)
                gone = not table.rulings.in_force(stop.ruling.id)
                self.given[stop.ruling.id] = replace(stop, steps=steps, gone=gone, held=stop.ruling.id in held)


def _told(ruling: Ruling) -> tuple[RepairStep, ...]:
    """The steps of a ruling that concerns no hand: nothing sees them done."""
    return tuple(RepairStep(step, "told") for step in ruling.steps)
