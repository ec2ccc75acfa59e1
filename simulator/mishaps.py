"""Which mistakes a dealer makes, what he then believes, and whether the table ruled on them as its twin did."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

from burncard.rules.cards import BURN
from burncard.rules.facts import CardSeen
from burncard.rules.hand.in_play import HandInPlay
from burncard.rules.outcomes import Next, Ruling
from burncard.simulator.dealer import Dealer, Doing, Put
from burncard.simulator.expected_rulings import ORDINARY_RULES
from burncard.simulator.mistakes import MISTAKES, FacesBy, Mistake, can_be_seen, due_card
from burncard.simulator.pack import PhysicalCard
from burncard.simulator.truth import Ruled, Truth, false_and_missing

NAMED_CHANCE = 0.25  # that a mistake asked for is made at one of the moments when it is possible


@dataclass(slots=True)
class Tally:
    """What was done, and how the table ruled on it."""

    hands: int = 0
    cards: int = 0
    made: Counter[str] = field(default_factory=Counter)
    caught: Counter[str] = field(default_factory=Counter)
    missed: Counter[str] = field(default_factory=Counter)
    false_alarms: Counter[str] = field(default_factory=Counter)
    rulings: Counter[str] = field(default_factory=Counter)


@dataclass(frozen=True, slots=True)
class Wanted:
    """The mistakes to make: with a `rate` at each step, or `named`: this one, once a hand, where it is possible.

    `faces`: what tells faces at the table. Nobody makes mistakes that nothing tells of.
    """

    rate: float = 0.0
    named: str | None = None
    faces: FacesBy = "reader"

    def chosen(self, hand: HandInPlay, awaited: Next, rng: Random) -> Mistake | None:
        """The mistake to make now, if one is to be made."""
        if rng.random() >= (self.rate if self.named is None else NAMED_CHANCE):
            return None
        kinds = [kind for kind in MISTAKES if self.named in (None, kind.name) and can_be_seen(kind, self.faces)]
        possible = [kind for kind in kinds if kind.possible(hand, awaited)]
        return rng.choice(possible) if possible else None


class Mishap:
    """One mistake, from its first move until it has been ruled on. `belief`: the table as the dealer believes it to be.

    He goes on by that until he is stopped.
    """

    def __init__(self, mistake: Mistake, dealer: Dealer, truth: Truth, now_ns: int) -> None:
        hand, awaited = truth.hand, truth.awaited()
        assert hand is not None
        self.mistake = mistake
        self.began_ns = now_ns
        self.belief = truth.belief()
        self._rest: Iterator[Doing] = mistake.make(dealer, hand, awaited)
        self._awaited = awaited
        self._before = len(truth.ruled)

    def next_move(self, dealer: Dealer) -> Doing | None:
        """The next wrong move; None if that was all. The dealer believes to have done what was due."""
        doing = next(self._rest, None)
        if isinstance(doing, Put):
            self._believe(doing.physical, dealer)
        return doing

    def stop(self) -> None:
        """The dealer has been stopped: he makes no more moves of it."""
        self._rest = iter(())

    def ruled_by(self, truth: Truth) -> list[Ruled]:
        """What the twin has ruled since."""
        return truth.ruled[self._before :]

    def _believe(self, physical: PhysicalCard, dealer: Dealer) -> None:
        due, believes = due_card(self._awaited), self.mistake.believes
        if due is None or believes == "nothing":
            return
        believed = physical.card
        if physical not in dealer.pack:
            believed = dealer.stub.bottom().card if len(dealer.stub) else physical.card
        if believes == "burn-and-due":
            self.belief.apply(CardSeen(card=dealer.stub.bottom().card, zone=BURN, face="down"))
            self._awaited = self.belief.awaited()
            due = due_card(self._awaited) or due
        self.belief.apply(CardSeen(card=believed, zone=due.zone, face=due.face, tag=physical.uid))


def count_hand(tally: Tally, mishap: Mishap | None, ruled: list[Ruled], truth: Truth) -> None:
    """Counts what came of a hand: its mistake caught or missed, and the stops for which there was no reason."""
    false, missing = false_and_missing(ruled, truth.ruled)
    tally.false_alarms += false
    if mishap is None:
        return
    of_mistake = mishap.ruled_by(truth)
    right = [each for each in of_mistake if each.rule in mishap.mistake.rules]
    seen = right and right[0].rule in {each.rule for each in ruled}
    (tally.caught if seen and not missing else tally.missed)[mishap.mistake.name] += 1


def unexpected(ruling: Ruling, *, mistaken: bool) -> bool:
    """Whether the twin makes a stop that nothing explains: a bug of the rules, or of this simulator."""
    if ruling.severity != "stop" or ruling.decision == "refuse":
        return False
    return not mistaken and ruling.rule not in ORDINARY_RULES
