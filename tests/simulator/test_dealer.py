"""The virtual dealer does what is awaited, and reports when it cannot."""

import pytest

from burncard.rules.facts import Press
from burncard.simulator.dealer import NotThereError
from tests.harness.scripted import ScriptedHand


def test_an_awaited_card_that_lies_nowhere_is_reported() -> None:
    """Five cards are discarded, and the floor takes the last one back by word alone."""
    hand = ScriptedHand("lowball-27", draws={1: 5})
    hand.until("discard", seat=1)
    for _ in range(5):
        hand.step()
    hand.give(Press(press="retract", fact=len(hand.facts), by="floor"))
    with pytest.raises(NotThereError):
        hand.step()
