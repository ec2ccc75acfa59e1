"""Jacks or better and draw high: opening by word when the others have passed, and a false opener's later bets."""

import pytest

from burncard.rules.cards import Chips, Seat
from burncard.rules.facts import Action, ChipsMoved
from burncard.rules.outcomes import AwaitAction
from tests.harness.by_house import account_of
from tests.harness.scripted import ScriptedHand, told
from tests.harness.tables import HOUSES

FOR_SEAT_3 = "2d 3h Jc 5d 6h Jd 7c 8d 9h Tc Qs Kh 4c 6d Ts"
NO_OPENERS = "Jc Ks 3h Qd Kd 6h 7c 8d 9h Tc Qs Kh 4c 6d Ts"
STRUCTURES = pytest.mark.parametrize("structure", ["limit", "no-limit", "pot-limit"])
DRAW_HIGH = pytest.mark.parametrize(
    ("game", "rule"), [("jacks", "jacks.all-in-declare"), ("draw-high", "draw.all-in-open-full-call")]
)


def passed_round(game: str, house: str, structure: str, *, ante: int = 5, last: int = 5) -> ScriptedHand:
    """Seats 1 and 2 have passed; seat 3 has no chips but its ante."""
    stacks = {1: 500, 2: 500, 3: last}
    hand = ScriptedHand(game, house=house, structure=structure, top=FOR_SEAT_3, stacks=stacks, antes=ante)
    hand.until("action")
    assert hand.act("check") == []
    assert hand.act("check") == []
    return hand


@DRAW_HIGH
@HOUSES
@STRUCTURES
@pytest.mark.parametrize("ante", [5, 8])  # all of it, or more than the seat has
def test_the_last_player_may_open_by_word(game: str, rule: str, house: str, structure: str, ante: int) -> None:
    """It is asked before the hand passes; the others then face a whole bet, which the last of them may raise."""
    hand = passed_round(game, house, structure, ante=ante)
    asked = AwaitAction(seat=Seat(3), to_call=Chips(0), options=("check", "open"), min_to=Chips(0), max_to=Chips(0))
    assert hand.next == asked
    assert hand.act("open", 0) == []
    assert (hand.offer.seat, hand.offer.to_call) == (1, 10)
    assert hand.finish().ended == "showdown"
    assert account_of(hand.facts).rulings == []


@DRAW_HIGH
@HOUSES
def test_the_last_player_may_open_by_a_press(game: str, rule: str, house: str) -> None:
    hand = passed_round(game, house, "limit")
    assert told(hand.press("declare-open", seat=3)) == f"{rule}: stands note seats=3 cards= steps="
    assert (hand.offer.seat, hand.offer.to_call) == (1, 10)
    assert hand.finish().ended == "showdown"


@DRAW_HIGH
@HOUSES
@pytest.mark.parametrize("pressed", [True, False])
def test_the_hand_passes_once_the_last_player_has(game: str, rule: str, house: str, pressed: bool) -> None:
    hand = passed_round(game, house, "limit")
    if pressed:
        assert told(hand.press("declare-open", seat=3, value=False)) == f"{rule}: stands note seats=3 cards= steps="
    else:
        hand.act("check")
    assert hand.result is not None
    assert (hand.result.ended, hand.result.carried) == ("passed", 15)


test_jacks_all_in_declare_when_last = test_the_last_player_may_open_by_word
test_draw_all_in_open_full_call_when_last = test_the_last_player_may_open_by_word


@DRAW_HIGH
def test_each_player_without_chips_is_asked_in_turn(game: str, rule: str) -> None:
    """Also the one who has chips when nobody could call them; it opens by word like the others."""
    hand = ScriptedHand(game, top=FOR_SEAT_3, stacks={1: 5, 2: 5, 3: 500}, antes=5)
    for seat in (1, 2):
        hand.until("action", seat=seat)
        hand.act("check")
    assert (hand.offer.seat, hand.offer.options) == (3, ("check", "open"))
    hand.give(Action(seat=Seat(3), action="all-in"))
    result = hand.finish()
    assert (result.ended, [pot.amount for pot in result.pots]) == ("showdown", [15])


def test_jacks_all_in_false_declare_bars_only_a_player_without_chips() -> None:
    hand = ScriptedHand("jacks", top=NO_OPENERS, stacks={1: 500, 2: 5, 3: 5}, antes=5)
    hand.until("action", seat=1)
    hand.act("open", 0)
    hand.finish("jacks.prove-openers")
    assert [ruling.rule for ruling in hand.rulings] == ["jacks.prove-openers"]


def test_a_player_asked_to_open_may_push_chips_that_nobody_can_call() -> None:
    hand = ScriptedHand(
        "jacks", top="Jc 3h 2d Jd 6h 5d 7c 8d 9h Tc Qs Kh 4c 6d Ts", stacks={1: 500, 2: 5, 3: 5}, antes=5
    )
    hand.until("action", seat=1)
    hand.give(ChipsMoved(seat=Seat(1), chips=[Chips(10)]))
    assert hand.finish().ended == "showdown"
    assert hand.rulings == []


# ---- false openers --------------------


def reraised(game: str, house: str, structure: str, *, calls: bool = False) -> ScriptedHand:
    """Seat 1 opens, seat 2 raises, seat 3 calls and seat 1 raises again, without openers."""
    hand = ScriptedHand(game, house=house, structure=structure, top=NO_OPENERS, antes=1)
    hand.until("action")
    hand.act("open", 10)
    hand.act("raise", 20)
    hand.act("call")
    hand.act("raise", 30)
    if calls:
        hand.act("call")
    return hand


@HOUSES
@STRUCTURES
def test_jacks_withdraw_other_bets(house: str, structure: str) -> None:
    """The opening bet of 10 stays, 20 go back, and nobody has to match them: the draw is next for the other two."""
    hand = reraised("jacks", house, structure)
    assert told(hand.press("prove-openers", seat=1, value=False)) == (
        "jacks.pot-plays-anyway: stands note seats=1 cards= steps="
    )
    [ruling] = hand.press("wager-withdrawn", seat=1)
    assert (ruling.rule, ruling.decision, ruling.seats) == ("jacks.withdraw-other-bets", "dead-hand", (1,))
    assert [step.do for step in ruling.steps] == ["refund", *["move"] * 5]
    result = hand.finish()
    assert (result.ended, result.stacks[Seat(1)]) == ("showdown", 489)
    assert sum(pot.amount for pot in result.pots) >= 3 + 10 + 20 + 20
    assert [one["rule"] for one in account_of(hand.facts).rulings] == [one.rule for one in hand.rulings]


@HOUSES
@STRUCTURES
def test_jacks_withdraw_other_bets_that_were_called(house: str, structure: str) -> None:
    hand = reraised("jacks", house, structure, calls=True)
    hand.press("prove-openers", seat=1, value=False)
    assert told(hand.press("wager-withdrawn", seat=1)) == (
        "jacks.withdraw-other-bets: refuse note seats=1 cards= steps="
    )
    assert 1 not in {seat for pot in hand.finish("jacks.prove-openers").pots for seat in pot.awards}


def test_jacks_withdraw_other_bets_only_of_a_false_opener() -> None:
    given = reraised("jacks", "roberts", "limit").press("wager-withdrawn", seat=1)
    assert [ruling.rule for ruling in given] == ["betting.unaware-of-raise"]


@HOUSES
@pytest.mark.parametrize(("to", "plays"), [(20, True), (10, False)])
def test_jacks_pot_plays_anyway_after_an_opening_with_a_raise(house: str, to: int, plays: bool) -> None:
    hand = ScriptedHand("jacks", house=house, top=NO_OPENERS, antes=1)
    hand.until("action")
    hand.act("open", to)
    [ruling] = hand.press("prove-openers", seat=1, value=False)
    assert ruling.rule == ("jacks.pot-plays-anyway" if plays else "jacks.false-opener")


@HOUSES
def test_jacks_pot_plays_anyway_after_the_opener_has_raised_again(house: str) -> None:
    hand = reraised("jacks", house, "no-limit")
    assert [ruling.rule for ruling in hand.press("prove-openers", seat=1, value=False)] == ["jacks.pot-plays-anyway"]


def test_jacks_pot_plays_anyway_after_two_calls_of_which_one_is_all_in() -> None:
    hand = ScriptedHand("jacks", top=NO_OPENERS, stacks={1: 500, 2: 500, 3: 5, 4: 500}, antes=1)
    hand.until("action")
    hand.act("open", 10)
    hand.act("call")
    hand.act("call")
    assert [ruling.rule for ruling in hand.press("prove-openers", seat=1, value=False)] == ["jacks.pot-plays-anyway"]
