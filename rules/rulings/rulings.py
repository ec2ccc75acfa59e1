"""Rulings: a verdict gets its number, is told, and is carried out on the hand."""

from collections import Counter
from dataclasses import replace

import msgspec

from burncard.rules.cards import BURN, Seat
from burncard.rules.facts import Press
from burncard.rules.hand.in_play import HandInPlay
from burncard.rules.hand.plan import Cut, Deal, Item, Move, Repair, Shuffle, returns
from burncard.rules.outcomes import Decision, Outcome, Result, Ruling
from burncard.rules.rulings.effects import AskFloor, Effect, EndHand, InPlace, Instead
from burncard.rules.rulings.irregularities import Irregularity, WrongPlace
from burncard.rules.rulings.marks import BurnMade, refund
from burncard.rules.rulings.rulebook import RULES, Verdict, rulebook_of

TABLE_SOURCE = "Burncard"


class Bench:
    """Gives rulings their numbers, in the order of the log, and remembers which are open.

    `fact` is the number of the fact being worked on. When a hand is worked out again after a retraction, a ruling that
    was given before keeps its number and is not told twice.
    """

    def __init__(self, count: int = 0) -> None:
        self.fact = 0
        self._count = count
        self._given: dict[tuple[int, str, str, int], str] = {}
        self._times: Counter[tuple[int, str, str]] = Counter()
        self._repairs: dict[str, tuple[Repair, ...]] = {}
        self._rules: dict[str, str] = {}
        self._verdicts: dict[str, Verdict] = {}
        self._overruled: dict[str, int] = {}  # misdeals that the floor does not let stand, and the fact that says so

    @property
    def count(self) -> int:
        """Rulings given so far."""
        return self._count

    # ---- telling --------------------

    def rule_on(self, hand: HandInPlay, irregularity: Irregularity, out: list[Outcome]) -> None:
        """Asks the rulebook about an irregularity, tells the ruling and carries it out."""
        judged = rulebook_of(hand).judge(hand, irregularity)
        if judged is None:
            rule_id, source, verdict = "table.unforeseen", TABLE_SOURCE, _unforeseen()
        else:
            rule_id, source, verdict = judged[0].id, judged[0].source, judged[1]
        if self.give(hand, rule_id, source, verdict, out) in self._overruled and isinstance(irregularity, WrongPlace):
            hand.counts_where_it_lies(irregularity.placed)

    def rule_if_any(self, hand: HandInPlay, event: Irregularity, out: list[Outcome]) -> None:
        """Asks the rulebook about an ordinary event, which most rulebooks say nothing about."""
        if rulebook_of(hand).judge(hand, event) is not None:
            self.rule_on(hand, event, out)

    def give(self, hand: HandInPlay, rule_id: str, source: str, verdict: Verdict, out: list[Outcome]) -> str:
        """Tells a verdict as a ruling and carries it out; the ruling's number."""
        ruling_id = self._number(rule_id, verdict.decision)
        verdict = replace(verdict, effects=(*verdict.effects, *_by_decision(hand, verdict.decision, ruling_id)))
        items = verdict.steps()
        self._repairs[ruling_id] = items
        self._verdicts[ruling_id] = verdict
        out.append(
            Ruling(
                id=ruling_id,
                rule=rule_id,
                decision=verdict.decision,
                severity=verdict.weight(),
                seats=verdict.seats,
                cards=verdict.cards,
                steps=tuple(item.step() for item in items),
                message=verdict.message,
                source=source,
            )
        )
        if ruling_id not in self._overruled:
            for effect in verdict.effects:
                effect.apply(hand)
            if verdict.decision in ("misdeal", "void"):
                out.append(_without_award(hand, verdict.decision))
        return ruling_id

    def add_step(self, step: Repair, beside: Item | None, out: list[Outcome]) -> None:
        """One more step of the repair that a ruling asks for: the one with that step, or the one just told."""
        told = {ruling.id: index for index, ruling in enumerate(out) if isinstance(ruling, Ruling)}
        ruling_id = next((one for one, items in self._repairs.items() if any(item is beside for item in items)), None)
        if ruling_id is None:
            ruling_id = next(reversed(told), None)
        if ruling_id is None:
            return
        self._repairs[ruling_id] = (*self._repairs[ruling_id], step)
        if ruling_id in told:
            ruling = out[told[ruling_id]]
            assert isinstance(ruling, Ruling)
            out[told[ruling_id]] = msgspec.structs.replace(ruling, steps=(*ruling.steps, step.step()))

    def refuse(self, rule_id: str, message: str, out: list[Outcome], seats: tuple[Seat, ...] = ()) -> None:
        """A fact is not accepted; nothing changes."""
        source = RULES[rule_id].source if rule_id in RULES else TABLE_SOURCE
        out.append(
            Ruling(
                id=self._number(rule_id, "refuse"),
                rule=rule_id,
                decision="refuse",
                severity="note",
                seats=seats,
                cards=(),
                steps=(),
                message=message,
                source=source,
            )
        )

    def _number(self, rule_id: str, decision: str) -> str:
        said = (self.fact, rule_id, decision)
        self._times[said] += 1
        key = (*said, self._times[said])
        known = self._given.get(key)
        if known is None:
            self._count += 1
            known = self._given[key] = f"r{self._count}"
            self._rules[known] = rule_id
        return known

    # ---- what the staff say to a ruling --------------------

    def knows(self, ruling_id: str | None) -> bool:
        """Whether a ruling of that number was given in this hand."""
        return ruling_id in self._rules

    def rule_of(self, ruling_id: str) -> str:
        """The rule by which a ruling was given."""
        return self._rules[ruling_id]

    def undo(self, hand: HandInPlay, ruling_id: str) -> None:
        """Takes back what is still open of a ruling's repair."""
        if ruling_id in self._repairs:
            undo(hand, self._verdicts[ruling_id], self._repairs[ruling_id])

    def verdict_of(self, ruling_id: str) -> Verdict:
        """What a ruling decided; one that only told something or refused decided that nothing changes."""
        return self._verdicts.get(ruling_id, Verdict(decision="stands", message=""))

    def acknowledge(self, fact: Press, out: list[Outcome]) -> None:
        """An acknowledgement is recorded and decides nothing."""
        known = {f"r{number}" for number in range(1, self._count + 1)}  # a screen may be late by hands
        if fact.ruling is None or fact.ruling not in known:
            named = f"ruling {fact.ruling}" if fact.ruling else "ruling named"
            self.refuse("table.unknown-ruling", f"There is no {named} to acknowledge.", out)

    def tell(self, rule_id: str, verdict: Verdict, out: list[Outcome]) -> None:
        """Tells a verdict that concerns no hand in play: nothing is carried out."""
        out.append(
            Ruling(
                id=self._number(rule_id, verdict.decision),
                rule=rule_id,
                decision=verdict.decision,
                severity=verdict.weight(),
                seats=verdict.seats,
                cards=verdict.cards,
                steps=tuple(item.step() for item in verdict.steps()),
                message=verdict.message,
                source=RULES[rule_id].source,
            )
        )

    # ---- hands --------------------

    def new_hand(self) -> None:
        """A hand begins: rulings of the hands before it can no longer be taken up."""
        self._given.clear()
        self._times.clear()
        self._repairs.clear()
        self._verdicts.clear()
        self._overruled.clear()
        self._rules.clear()

    def overrule(self, ruling_id: str) -> None:
        """The floor does not let a misdeal stand: it ends nothing when the hand is worked out again."""
        self._overruled[ruling_id] = self.fact

    def uphold(self, number: int) -> None:
        """What the floor said with that fact is taken back."""
        self._overruled = {ruling: fact for ruling, fact in self._overruled.items() if fact != number}

    def begin_again(self) -> frozenset[str]:
        """The hand is worked out again: the numbers of the rulings that have been told."""
        self._times.clear()
        self._repairs.clear()
        return frozenset(self._rules)


def undo(hand: HandInPlay, verdict: Verdict, items: tuple[Repair, ...]) -> None:
    """What is still open of a repair is dropped, and what it took the place of is due again."""
    still_open = [item for item in items if any(item is due for due in hand.plan)]
    for effect in verdict.effects:
        if isinstance(effect, InPlace) and effect.due[0] in still_open and not isinstance(effect.item, Move):
            if effect.item.step() == effect.due[0].step():  # type: ignore[union-attr]
                continue  # the deal has ended: a hand that is short stays short
            still_open.remove(effect.due[0])
            hand.plan.replace(effect.due[0], [effect.item])
    for item in still_open:
        hand.plan.drop(item)
    for item in items:
        if isinstance(item, Deal) and hand.drawing is not None:
            hand.drawing.not_late(item)
    for effect in verdict.effects:
        if isinstance(effect, Instead) and effect.due[0] in still_open:
            _due_again(hand, effect.undealt, effect.due[0])
        if isinstance(effect, BurnMade) and any(isinstance(item, Move) and item.to == BURN for item in still_open):
            hand.burns_made -= 1


def _due_again(hand: HandInPlay, due: Deal, step: Repair) -> None:
    """A card that stays where it lies is the one due there; what was due in its stead comes next."""
    there = step.placed.zone if isinstance(step, Move) and step.placed is not None else None
    own = next((deal for deal in hand.plan.deals_of_street() if deal.zone == there), None)
    if own is None:
        hand.plan.first([due])
    else:
        hand.plan.replace(own, [due])


def _by_decision(hand: HandInPlay, decision: Decision, ruling_id: str) -> tuple[Effect, ...]:
    """What a decision alone brings: cards and chips come back; or the floor is asked."""
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
        stacks=hand.stacks_before(),
        ended="misdeal" if decision == "misdeal" else "void",
        carried=hand.fact.carry or msgspec.UNSET,
    )


def _unforeseen() -> Verdict:
    return Verdict(
        decision="floor",
        message="No rule foresees what was seen. The floor decides.",
    )
