"""A press may name a seat that was not dealt in: it is answered or refused, at any moment of any hand."""

import pytest

from burncard.rules.cards import Card, Seat
from burncard.rules.facts import Press
from burncard.rules.play.presses import PRESSES
from tests.harness.scripted import ScriptedHand


@pytest.mark.parametrize("moment", ["card", "action", "show"])
@pytest.mark.parametrize("game", ["holdem", "stud7", "draw-high", "lowball-27"])
def test_no_press_about_a_seat_that_was_not_dealt_in_fails(game: str, moment: str) -> None:
    hand = ScriptedHand(game)
    hand.until(moment)
    held = hand.table.hand
    for press in sorted(PRESSES - {"void-hand", "retract"}):
        for by in (None, "player", "winner", "dealer", "floor", "seat:9"):
            for value in (None, True, False):
                hand.table.apply(Press(press=press, seat=Seat(9), by=by, value=value, card=Card("As")))
    assert hand.table.hand is held
