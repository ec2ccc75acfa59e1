"""Scripted hands, played on the rules alone, move by move, following `next` except where the script says otherwise.

A test scripts only what departs from the ordinary course; dealing, passive players, repairs and the showdown follow
`next`, as in every played hand, whose invariants are checked here too.
"""

from collections.abc import Iterable
from typing import Any

from burncard.rules.cards import UNREAD, Face, Seat, Zone
from burncard.rules.facts import Action, CardSeen, Press
from burncard.rules.outcomes import AwaitAction, Ruling, Step
from burncard.simulator.pack import PhysicalCard
from burncard.simulator.played_hand import FACTS_MAX as FACTS_MAX
from burncard.simulator.played_hand import InvariantError as InvariantError
from burncard.simulator.played_hand import PlayedHand
from burncard.simulator.played_hand import conserved as conserved
from burncard.simulator.played_hand import hand_of as hand_of
from burncard.simulator.played_hand import passive as passive


class ScriptedHand(PlayedHand):
    """A played hand with the moves of a script. Keywords: those of a played hand."""

    __slots__ = ()

    @property
    def offer(self) -> AwaitAction:
        """What the seat on turn may do. Raises where no action is due."""
        if not isinstance(self.next, AwaitAction):
            raise InvariantError(f"no action is due: {self.next}")
        return self.next

    def end_log(self) -> list[Ruling]:
        """Ends the log, with which an open sweep is over; returns the rulings on what it had held back."""
        outcomes = self.table.finish()
        return self._take_in(outcomes) if outcomes else []

    def until(self, await_: str, **fields: object) -> None:
        """Does what is due until the table awaits this. Raises InvariantError on a ruling or the end of the hand."""
        while self.next.await_ != await_ or any(  # type: ignore[attr-defined]
            getattr(self.next, name) != value for name, value in fields.items()
        ):
            given = self.step()
            if given or self.result is not None:
                raise InvariantError(f"{await_} {fields} never came: {given or self.result}")

    def until_betting(self, street: str) -> None:
        """Does what is due until the betting on this street. Raises as `until` does."""
        self.until("card", street=street)
        self.until("action")

    def deal(self, count: int = 1) -> None:
        """Deals that many cards as due."""
        for _ in range(count):
            if given := self.step():
                raise InvariantError(f"a due card was ruled on: {given}")

    def stranger(self, zone: str, physical: PhysicalCard, face: Face = "down") -> list[Ruling]:
        """Puts a card from outside the pack in a zone."""
        return self.do(self.dealer.put(physical, Zone(zone), face))

    def unread(self, zone: str, physical: PhysicalCard) -> list[Ruling]:
        """Puts a card face down in a zone, where it cannot be read."""
        self.dealer.put(physical, Zone(zone), "down")
        return self.give(CardSeen(card=UNREAD, zone=Zone(zone), face="down"))

    def move(self, physical: PhysicalCard, zone: str, face: Face | None = None) -> list[Ruling]:
        """Moves a card on the felt to a zone, or turns it over in place."""
        lying = self.dealer.felt[physical.uid]
        return self.do(self.dealer.put(physical, Zone(zone), face or lying.face))

    def act(self, action: str, amount: int | None = None) -> list[Ruling]:
        """The seat on turn acts."""
        return self.give(Action(seat=self.offer.seat, action=action, amount=amount))  # type: ignore[arg-type]

    def refused(self, action: str, amount: int | None = None, seat: int | None = None) -> str:
        """Takes an action that must be refused and change nothing; returns the rule. Default seat: the one on turn."""
        before = self.offer
        acting = before.seat if seat is None else Seat(seat)
        given = self.give(Action(seat=acting, action=action, amount=amount))  # type: ignore[arg-type]
        if [(ruling.decision, ruling.severity) for ruling in given] != [("refuse", "note")] or self.next != before:
            raise InvariantError(f"{action} was not simply refused: {given} {self.next}")
        return given[0].rule

    def press(self, name: str, **fields: Any) -> list[Ruling]:
        """Makes a press."""
        return self.give(Press(press=name, **fields))


def told(rulings: Iterable[Ruling]) -> str:
    """One line per ruling, without its message: `rule: decision severity seats=… cards=… steps=…`."""
    return "\n".join(
        f"{ruling.rule}: {ruling.decision} {ruling.severity} seats={','.join(map(str, ruling.seats))} "
        f"cards={','.join(ruling.cards)} steps={', '.join(_steps_told(ruling))}"
        for ruling in rulings
    )


def _steps_told(ruling: Ruling) -> list[str]:
    """The steps; where all cards are collected, their number instead of their names."""
    steps = ruling.steps
    if ruling.decision not in ("misdeal", "void"):
        return [_step_told(step) for step in steps]
    count = sum(len(step.cards) for step in steps if step.do == "return")
    others = [step.do for step in steps if step.do != "return"]
    return [*others, f"return {count}"]


def _step_told(step: Step) -> str:
    match step.do:
        case "deal":
            return f"deal {step.to} {step.face}"
        case "move":
            return f"move {step.card or '??'} {step.from_}>{step.to}" + (f" {step.face}" if step.face else "")
        case "return":
            return f"return {' '.join(step.cards) or step.text}"
        case "wait":
            return f"wait {step.for_}"
        case _:
            return step.do
