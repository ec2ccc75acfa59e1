"""Limit ace-to-five: what a seven or better may win after it only called a bet after the draw."""

import pytest

from tests.harness.scripted import ScriptedHand, told

SEATS = (1, 2, 3)
CALLED = ("all-in", "call", "call")


@pytest.mark.parametrize(
    ("chips", "seven", "actions", "returned"),
    [
        (5, 2, CALLED, True),
        (5, 3, CALLED, False),
        (5, 3, ("check", *CALLED), True),
        (9, 2, CALLED, True),
        (10, 2, CALLED, False),
    ],
)
def test_lowball_sevens_all_in_under_half_called_by_a_seven_that_had_not_checked(
    chips: int, seven: int, actions: tuple[str, ...], returned: bool
) -> None:
    """It may just call less than half a bet and wins it; who calls behind it and loses has that call back."""
    bettor = actions.index("all-in") + 1
    low, high = ("2c", "3c", "4c", "5c", "7c"), ("K", "Q", "J", "T", "9")
    top = [low[turn] if seat == seven else high[turn] + "cdhs"[seat] for turn in range(5) for seat in SEATS]
    stacks = dict.fromkeys(SEATS, 500) | {bettor: 10 + chips}
    hand = ScriptedHand("lowball-a5", joker=False, top=" ".join(top), stacks=stacks)
    hand.until("draw")
    hand.until("action")
    for action in actions:
        hand.act(action)
    result = hand.finish("lowball.sevens-all-in-under-half")
    rule = f"lowball.sevens-all-in-under-half: correct stop seats={seven} cards= steps=refund"
    assert told(hand.rulings) == (rule if returned else "")
    other = sum(SEATS) - seven - bettor
    lost = 10 if returned else 10 + chips
    assert result.stacks == {bettor: 0, other: 500 - lost, seven: 500 + 10 + chips + lost}
