"""Rulings: a verdict gets its number, is reported, and is carried out on the hand."""

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from burncard.rules.cards import MUCK, Seat
from burncard.rules.compiling import mypyc_attr
from burncard.rules.facts import Press
from burncard.rules.hand.in_play import HandInPlay
from burncard.rules.hand.overruled import Overruled
from burncard.rules.hand.questions import stacks_before
from burncard.rules.hand.steps import Cut, Item, Move, Read, Repair, Shuffle, returns
from burncard.rules.outcomes import Decision, Outcome, Result, Ruling
from burncard.rules.rulings.decisions import ENDINGS, WhyNot, as_decided
from burncard.rules.rulings.effects import AskFloor, Effect, EndHand
from burncard.rules.rulings.given import Decided, Given
from burncard.rules.rulings.irregularities import Exposed, Irregularity
from burncard.rules.rulings.marks import Kill, refund
from burncard.rules.rulings.repairs import RepairStep, repair_steps
from burncard.rules.rulings.rulebook import RULES, Verdict, rulebook_of

TABLE_SOURCE = "Burncard"


@mypyc_attr(allow_interpreted_subclasses=True)
class Rulings:
    """Gives rulings their numbers, in the order of the log, and carries them out as the floor has decided.

    `fact` is the number of the fact being worked on. When a hand is worked out again, after a retraction or because
    the floor has decided a ruling otherwise, a ruling that was given before keeps its number and is not told twice.
    """

    __slots__ = (
        "_count",
        "_decided",
        "_given",
        "_in_force",
        "_numbers",
        "_refused",
        "_standing",
        "_steps",
        "_times",
        "fact",
        "senseless",
    )

    def __init__(self, count: int = 0) -> None:
        self.fact = 0
        self.senseless: WhyNot | None = None  # why a ruling cannot be decided as the floor has
        self._count = count
        self._numbers: dict[tuple[int, str, str, int], str] = {}
        self._times: dict[tuple[int, str, str], int] = {}
        self._given: dict[str, Given] = {}
        self._refused: dict[int, str] = {}  # the first refusal of a fact
        self._standing: set[str] = set()  # given in the facts as they stand: not the rulings on a fact taken back
        self._steps: dict[str, tuple[Repair, ...]] = {}
        self._in_force: set[str] = set()
        self._decided: dict[int, Decided] = {}  # by the number of the fact in which the floor has said so

    @property
    def count(self) -> int:
        """Rulings given so far."""
        return self._count

    # ---- telling --------------------

    def rule_on(self, hand: HandInPlay, irregularity: Irregularity, out: list[Outcome]) -> None:
        """Asks the rulebook about an irregularity, tells the ruling and carries it out."""
        judged = rulebook_of(hand).judge(hand, irregularity)
        if judged is not None and judged[1].needs_card and isinstance(irregularity, Exposed):
            shown = irregularity
            hand.plan.first([Read(shown.placed, shown.seat, shown.how, shown.due)])
            return
        if judged is None:
            self.give(hand, "table.unforeseen", TABLE_SOURCE, _unforeseen(), out, irregularity)
        else:
            self.give(hand, judged[0].id, judged[0].source, judged[1], out, irregularity)

    def rule_if_any(self, hand: HandInPlay, event: Irregularity, out: list[Outcome]) -> None:
        """Asks the rulebook about an ordinary event, which most rulebooks say nothing about."""
        if rulebook_of(hand).judge(hand, event) is not None:
            self.rule_on(hand, event, out)

    def give(
        self,
        hand: HandInPlay,
        rule_id: str,
        source: str,
        verdict: Verdict,
        out: list[Outcome],
        seen: Irregularity | None = None,
        *,
        decides: str | None = None,
    ) -> str:
        """Tells a verdict as a ruling and carries it out; the ruling's number.

        `seen`: what is ruled on. `decides`: the earlier ruling that the floor has decided with this one.
        """
        ruling_id = self._number(rule_id, verdict.decision)
        if brought := _by_decision(hand, verdict.decision, ruling_id):
            verdict = replace(verdict, effects=(*verdict.effects, *brought))
        self._record(ruling_id, Given(rule_id, self.fact, verdict, decides=decides))
        steps = verdict.steps()
        out.append(_ruling(ruling_id, rule_id, source, verdict, steps))
        decided = self._as_decided(hand, seen, verdict, ruling_id)
        self._steps[ruling_id] = steps if decided is verdict else decided.steps()
        for effect in decided.effects:
            effect.apply(hand)
        if decided.decision in ENDINGS:
            out.append(_without_award(hand, decided.decision))
        return ruling_id

    def _as_decided(self, hand: HandInPlay, seen: Irregularity | None, ruled: Verdict, ruling_id: str) -> Verdict:
        """The verdict as the floor has decided it, where it has."""
        decision = self.holds(ruling_id)  # what the floor ends is ended when it says so
        if decision is None or ruled.decision == "floor":
            return ruled
        decided = as_decided(hand, seen, ruled, decision)
        if isinstance(decided, WhyNot):
            self.senseless = decided
            return ruled
        if decided is not ruled:
            hand.overruled[ruling_id] = Overruled(_moves_of(hand, ruled, decided))
        return decided

    def tell(self, rule_id: str, verdict: Verdict, out: list[Outcome]) -> None:
        """Tells a verdict that concerns no hand in play: nothing is carried out."""
        ruling_id = self._number(rule_id, verdict.decision)
        self._record(ruling_id, Given(rule_id, self.fact, verdict, in_hand=False))
        out.append(_ruling(ruling_id, rule_id, _source_of(rule_id), verdict, verdict.steps()))

    def refuse(self, rule_id: str, message: str, out: list[Outcome], seats: tuple[Seat, ...] = ()) -> None:
        """A fact is not accepted; nothing changes."""
        verdict = Verdict(decision="refuse", message=message, seats=seats)
        ruling_id = self._number(rule_id, "refuse")
        self._record(ruling_id, Given(rule_id, self.fact, verdict))
        out.append(_ruling(ruling_id, rule_id, _source_of(rule_id), verdict, verdict.steps()))

    def add_step(self, step: Repair, beside: Item | None, out: list[Outcome]) -> None:
        """One more step of the repair that a ruling asks for: the one with that step, or the one just told."""
        told = {ruling.id: index for index, ruling in enumerate(out) if isinstance(ruling, Ruling)}
        ruling_id = next((one for one, items in self._steps.items() if any(item is beside for item in items)), None)
        if ruling_id is None:
            ruling_id = next(reversed(told), None)
        if ruling_id is None:
            return
        self._steps[ruling_id] = (*self._steps.get(ruling_id, ()), step)
        if ruling_id in told:
            ruling = out[told[ruling_id]]
            assert isinstance(ruling, Ruling)
            out[told[ruling_id]] = msgspec.structs.replace(ruling, steps=(*ruling.steps, step.step()))

    def _number(self, rule_id: str, decision: str) -> str:
        said = (self.fact, rule_id, decision)
        times = self._times[said] = 1 + self._times.get(said, 0)
        key = (*said, times)
        known = self._numbers.get(key) or self._goes_on(rule_id, decision)
        if known is None:
            self._count += 1
            known = f"r{self._count}"
        self._numbers[key] = known
        self._in_force.add(known)
        return known

    def _goes_on(self, rule_id: str, decision: str) -> str | None:
        """The ruling that a new one, given when the hand is worked out again, is no more than the rest of.

        A mistake that the floor has decided on goes on in the facts before it said so; a fact is refused once.
        """
        for number, decided in self._decided.items():
            given = self._given[decided.ruling]
            if given.rule == rule_id and given.fact <= self.fact < number:
                return decided.ruling
        return self._refused.get(self.fact) if decision == "refuse" else None

    def _record(self, ruling_id: str, given: Given) -> None:
        self._given[ruling_id] = given
        self._standing.add(ruling_id)
        if given.verdict.decision == "refuse":
            self._refused.setdefault(given.fact, ruling_id)

    # ---- what the staff say to a ruling --------------------

    def knows(self, ruling_id: str | None) -> bool:
        """Whether a ruling of that number was given in this hand, and its fact has not been taken back."""
        return ruling_id in self._standing

    @property
    def known(self) -> frozenset[str]:
        """The numbers of the rulings given in this hand."""
        return frozenset(self._given)

    def given(self, ruling_id: str) -> Given:
        """A ruling of this hand."""
        return self._given[ruling_id]

    def asked_first(self, ruling_id: str) -> str:
        """The ruling that is decided on: where the floor's own decision is named, the one that it was about."""
        about = self._given[ruling_id].decides if ruling_id in self._given else None
        return ruling_id if about is None else self.asked_first(about)

    def decision_on(self, ruling_id: str) -> Decision:
        """What holds now: what the floor has decided, or else the rule."""
        floor = [one.decision for one in self._decided.values() if one.ruling == ruling_id]
        return floor[-1] if floor else self._given[ruling_id].verdict.decision

    def open_steps(self, hand: HandInPlay, ruling_id: str) -> tuple[Repair, ...]:
        """The steps of a ruling's repair that are still due."""
        return tuple(step for step in self._steps.get(ruling_id, ()) if any(step is due for due in hand.plan))

    def repair(self, hand: HandInPlay, ruling_id: str) -> tuple[RepairStep, ...]:
        """All steps of a ruling's repair, each with how far it is."""
        return repair_steps(hand, self._steps.get(ruling_id, ()))

    def in_force(self, ruling_id: str) -> bool:
        """Whether the hand still has a ruling: a hand that is worked out again may come out without it."""
        return ruling_id in self._in_force

    def acknowledge(self, fact: Press, out: list[Outcome]) -> None:
        """An acknowledgement is recorded and decides nothing."""
        known = {f"r{number}" for number in range(1, self._count + 1)}  # a screen may be late by hands
        if fact.ruling is None or fact.ruling not in known:
            named = f"ruling {fact.ruling}" if fact.ruling else "ruling named"
            self.refuse("table.unknown-ruling", f"There is no {named} to acknowledge.", out)
        elif fact.ruling in self._given:
            self._given[fact.ruling] = msgspec.structs.replace(self._given[fact.ruling], acknowledged=True)

    def decide(self, ruling_id: str, decision: Decision) -> None:
        """The floor has decided on a ruling, in the fact being worked on."""
        self._decided[self.fact] = Decided(ruling_id, decision)

    def said(self, number: int) -> Decided | None:
        """What the floor has decided in a fact."""
        return self._decided.get(number)

    def is_last(self, number: int) -> bool:
        """Whether the floor has not decided on the same ruling again since."""
        ruling = self._decided[number].ruling
        return not any(one.ruling == ruling for other, one in self._decided.items() if other > number)

    def holds(self, ruling_id: str) -> Decision | None:
        """What the floor has decided last on a ruling, but for ending the hand."""
        said = [one.decision for one in self._decided.values() if one.ruling == ruling_id]
        return next((one for one in reversed(said) if one not in ENDINGS), None)

    def uphold(self, number: int) -> None:
        """What the floor said in that fact is taken back."""
        self._decided.pop(number, None)

    # ---- hands --------------------

    def new_hand(self) -> None:
        """A hand begins: rulings of the hands before it can no longer be taken up."""
        self._numbers.clear()
        self._times.clear()
        self._given.clear()
        self._refused.clear()
        self._standing.clear()
        self._steps.clear()
        self._in_force.clear()
        self._decided.clear()

    def again(self) -> "Rulings":
        """The same for a hand that is worked out again: it knows the rulings that were given, and the decisions."""
        again = Rulings(self._count)
        again._numbers = dict(self._numbers)
        again._given = dict(self._given)
        again._refused = dict(self._refused)
        again._decided = dict(sorted(self._decided.items()))
        return again


def caused_by(outcome: Outcome, number: int) -> Outcome:
    """An outcome of an earlier fact, which was held back until now: a ruling names that fact."""
    return msgspec.structs.replace(outcome, fact=number) if isinstance(outcome, Ruling) else outcome


def _source_of(rule_id: str) -> str:
    return RULES[rule_id].source if rule_id in RULES else TABLE_SOURCE


def _ruling(ruling_id: str, rule_id: str, source: str, verdict: Verdict, steps: Sequence[Repair]) -> Ruling:
    return Ruling(
        id=ruling_id,
        rule=rule_id,
        decision=verdict.decision,
        severity=verdict.weight(),
        seats=verdict.seats,
        cards=verdict.cards,
        steps=tuple([step.step() for step in steps]),
        message=verdict.message,
        source=source,
    )


def _moves_of(hand: HandInPlay, ruled: Verdict, decided: Verdict) -> list[Move]:
    """The moves that a ruling brings and the floor's decision does not, the cards of hands that die counted."""
    still = {(step.placed, step.to) for step in decided.steps() if isinstance(step, Move)}
    moves = [step for step in ruled.steps() if isinstance(step, Move) and (step.placed, step.to) not in still]
    moved = [move.placed for move in moves]
    killed = [effect.seat for effect in ruled.effects if isinstance(effect, Kill)]
    held = [placed for seat in killed for placed in hand.held(seat) if placed not in moved]
    return moves + [Move(placed, placed.zone, MUCK, placed.face) for placed in held]


def _by_decision(hand: HandInPlay, decision: Decision, ruling_id: str) -> tuple[Effect, ...]:
    """What a decision alone brings: cards and chips come back, or the floor is asked."""
    if decision == "misdeal":
        return (EndHand((*returns(hand.felt.all_out()), Shuffle(), Cut())),)
    if decision == "void":
        return (EndHand((refund(), *returns(hand.felt.all_out()))),)
    return (AskFloor(ruling_id),) if decision == "floor" else ()


def _without_award(hand: HandInPlay, decision: Decision) -> Result:
    """The result of a misdeal or a void hand; chips of earlier hands wait for the next one."""
    return Result(
        hand=hand.fact.id,
        pots=(),
        stacks=stacks_before(hand),
        ended="misdeal" if decision == "misdeal" else "void",
        carried=hand.fact.carry or msgspec.UNSET,
    )


def _unforeseen() -> Verdict:
    return Verdict(decision="floor", message="No rule foresees what was seen. The floor decides.")
