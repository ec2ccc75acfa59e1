"""Scripted hands at the draw: what a player says there, and what is refused."""

from typing import Any

from burncard.rules.cards import Seat
from burncard.rules.facts import Action
from burncard.rules.outcomes import Ruling
from tests.harness.scripted import ScriptedHand

# Three players; seat 1 has jacks, and seat 3 no pair.
JACKS_FIRST = "Jc 2d 3h Jd 5d 6h 7c 8d 9h Tc Qs Kh 4c 6d Ts"


def at_the_draw(game: str, **fields: Any) -> ScriptedHand:
    hand = ScriptedHand(game, top=JACKS_FIRST if game == "jacks" else "", joker=False, **fields)
    hand.until("draw")
    return hand


def says(hand: ScriptedHand, seat: int, discards: int) -> list[Ruling]:
    return hand.give(Action(seat=Seat(seat), action="draw", discards=discards))


def refused(hand: ScriptedHand, fact: Action) -> str:
    """The rule by which an action is refused, which then changes nothing."""
    before = hand.next
    [ruling] = hand.give(fact)
    assert (ruling.decision, ruling.severity) == ("refuse", "note")
    assert hand.next == before
    return ruling.rule
