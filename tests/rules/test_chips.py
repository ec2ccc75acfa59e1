"""Presses about chips and words: each is ruled on once, and the hand ends cleanly."""

from burncard.rules.cards import Seat
from burncard.rules.facts import Action
from burncard.rules.outcomes import AwaitAction
from tests.harness.scripted import ScriptedHand, told
from tests.harness.tables import FAMILIES


def at_a_bet(game: str) -> tuple[ScriptedHand, Seat]:
    """A seat on turn that has chips to call, with others to act behind it."""
    hand = ScriptedHand(game, players=4)
    hand.until("action")
    hand.step()
    assert isinstance(hand.next, AwaitAction)
    assert hand.next.to_call > 0
    return hand, hand.next.seat


@FAMILIES
def test_betting_forward_motion_limit(game: str) -> None:
    hand, seat = at_a_bet(game)
    [ruling] = hand.press("chips-forward", seat=seat)
    assert (ruling.rule, ruling.decision, ruling.seats) == ("betting.forward-motion-limit", "floor", (seat,))
    hand.press("override", ruling=ruling.id, decision="stands", by="floor")
    assert hand.finish().ended == "showdown"


@FAMILIES
def test_betting_stop_the_action(game: str) -> None:
    hand, seat = at_a_bet(game)
    assert told(hand.press("time-called", seat=seat)) == (
        f"betting.stop-the-action: stands note seats={seat} cards= steps="
    )
    assert hand.finish().ended == "showdown"


@FAMILIES
def test_betting_unaware_of_raise(game: str) -> None:
    hand, seat = at_a_bet(game)
    before = hand.next
    assert not hand.give(Action(seat=seat, action="call"))
    assert told(hand.press("wager-withdrawn", seat=seat)) == (
        f"betting.unaware-of-raise: correct note seats={seat} cards= steps="
    )
    assert hand.next == before
    assert not hand.give(Action(seat=seat, action="fold"))
    assert hand.finish().ended == "showdown"


@FAMILIES
def test_betting_unaware_of_raise_after_another_has_acted(game: str) -> None:
    hand, seat = at_a_bet(game)
    hand.give(Action(seat=seat, action="call"))
    hand.step()
    behind = hand.next
    assert told(hand.press("wager-withdrawn", seat=seat)) == (
        f"betting.unaware-of-raise: stands note seats={seat} cards= steps="
    )
    assert hand.next == behind
    assert hand.finish().ended == "showdown"


@FAMILIES
def test_betting_smallest_chip(game: str) -> None:
    hand, seat = at_a_bet(game)
    assert told(hand.press("small-chips", seat=seat)) == (
        f"betting.smallest-chip: stands note seats={seat} cards= steps="
    )
    assert hand.finish().ended == "showdown"


@FAMILIES
def test_buyin_add_between_hands(game: str) -> None:
    hand, seat = at_a_bet(game)
    assert told(hand.press("buy-in", seat=seat)) == (f"buyin.add-between-hands: refuse note seats={seat} cards= steps=")
    assert hand.finish().ended == "showdown"
