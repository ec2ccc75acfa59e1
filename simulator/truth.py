"""The truth: a twin of the table that is told what really happened, at once and without a reader.

What the table at the devices rules is right when its twin rules the same.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from burncard.rules.facts import Fact, Hand
from burncard.rules.hand.in_play import HandInPlay
from burncard.rules.outcomes import Next, Outcome, Ruling
from burncard.rules.play.boundary import Boundary
from burncard.rules.table import Table


@dataclass(frozen=True, slots=True)
class Ruled:
    """A ruling, and when it was made. `id`: its id at the table that made it."""

    rule: str
    at_ns: int
    stop: bool
    id: str


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of the dealer's, on its way to the table. `accepted`: the twin has accepted it."""

    fact: Fact
    tries: int
    accepted: bool


def rulings_in(outcomes: Iterable[Outcome], at_ns: int) -> list[Ruled]:
    """The rulings among outcomes, without refusals of what somebody entered."""
    return [
        Ruled(outcome.rule, at_ns, outcome.severity == "stop", outcome.id)
        for outcome in outcomes
        if isinstance(outcome, Ruling) and outcome.decision != "refuse"
    ]


def refused(outcomes: Iterable[Outcome]) -> bool:
    """Whether an entry was not accepted."""
    return any(isinstance(outcome, Ruling) and outcome.decision == "refuse" for outcome in outcomes)


@dataclass(slots=True)
class Truth:
    """The twin of one table. `ruled`: its rulings in the current hand."""

    table: Table = field(default_factory=Table)
    ruled: list[Ruled] = field(default_factory=list)
    _since: Boundary | None = field(default=None, init=False)  # where it stood when the hand began
    _facts: list[Fact] = field(default_factory=list, init=False)  # and the facts since

    @property
    def hand(self) -> HandInPlay | None:
        """The hand in play; None between hands."""
        hand = self.table.hand
        return None if hand is None or hand.ended else hand

    def tell(self, fact: Fact, now_ns: int) -> list[Outcome]:
        """Tells the twin what has happened. Its outcomes."""
        if isinstance(fact, Hand):
            if self.hand is not None:  # the other table has gone on without this one
                self.table = Table()
            self._since, self._facts = self.table.boundary, []
            self.ruled.clear()
        self._facts.append(fact)
        outcomes = self.table.apply(fact)
        self.ruled += rulings_in(outcomes, now_ns)
        return outcomes

    def awaited(self) -> Next:
        """What is due next."""
        return self.table.awaited()

    def id_at(self, ruled: Iterable[Ruled], number: str) -> str:
        """The id that the table gave the ruling that is `number` here; `ruled` are the table's rulings.

        Two hands may wait for the same decision: the last of them here is the last there.
        """
        rule = next((each.rule for each in self.ruled if each.id == number), None)
        here = [each.id for each in self.ruled if each.stop and each.rule == rule]
        there = [each.id for each in ruled if each.stop and rule in (None, each.rule)]
        after = here[here.index(number) :] if number in here else [number]
        return there[-min(len(after), len(there))] if there else number

    def belief(self) -> Table:
        """A second twin with the same history, for a dealer who does not know of his own mistake."""
        table = Table(since=self._since)
        for fact in self._facts:
            table.apply(fact)
        return table


def false_and_missing(ruled: Iterable[Ruled], true: Iterable[Ruled]) -> tuple[Counter[str], Counter[str]]:
    """The stops of a table that its twin did not make, and those of the twin that the table did not make."""
    here = Counter(each.rule for each in ruled if each.stop)
    there = Counter(each.rule for each in true if each.stop)
    return here - there, there - here
