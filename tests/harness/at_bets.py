"""Scripted hands at a bet: what is offered, what is refused, and what chips count as."""

from typing import Any

from burncard.rules.cards import Seat
from burncard.rules.facts import Action, ChipsMoved
from burncard.rules.outcomes import AwaitAction, Counted
from tests.harness.scripted import ScriptedHand


def offered(hand: ScriptedHand) -> AwaitAction:
    assert isinstance(hand.next, AwaitAction)
    return hand.next


def sizes(hand: ScriptedHand) -> tuple[int | None, int | None]:
    return offered(hand).min_to, offered(hand).max_to


def refused(hand: ScriptedHand, seat: int, action: str, amount: int | None = None) -> str:
    """The rule by which an action is refused, which then changes nothing."""
    before = hand.next
    [ruling] = hand.give(Action(seat=Seat(seat), action=action, amount=amount))  # type: ignore[arg-type]
    assert (ruling.decision, ruling.severity) == ("refuse", "note")
    assert hand.next == before
    return ruling.rule


def at_bet(game: str, **fields: Any) -> ScriptedHand:
    """The first round; in stud the forced bet is in."""
    hand = ScriptedHand(game, players=4, **fields)
    hand.until("action")
    if "bring-in" in offered(hand).options:
        hand.step()
    return hand


def on_street(game: str, street: str, **fields: Any) -> ScriptedHand:
    hand = ScriptedHand(game, **fields)
    hand.until("card", street=street)
    hand.until("action")
    return hand


def counted(hand: ScriptedHand, chips: list[int], says: str | None = None, amount: int | None = None) -> Counted:
    """What chips of the seat on turn count as."""
    seat = offered(hand).seat
    hand.give(ChipsMoved(seat=seat, chips=list(chips), says=says, amount=amount))  # type: ignore[arg-type]
    return next(outcome for outcome in hand.outcomes if isinstance(outcome, Counted))
