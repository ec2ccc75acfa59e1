"""Jacks or better: openers before and after the draw, and presses about them."""

from typing import Any

import pytest

from burncard.rules.cards import Chips, Seat
from burncard.rules.facts import ChipsMoved
from burncard.rules.games import GAMES
from burncard.rules.outcomes import AwaitAction, Ruling
from burncard.rules.table import Table
from tests.harness.scripted import ScriptedHand, hand_of, told

OPENERS = "Jc 2d 3h Jd 5d 6h 7c 8d 9h Tc Qs Kh 4c 6d Ts"
NO_OPENERS = "Jc Ks 3h Qd Kd 6h 7c 8d 9h Tc Qs Kh 4c 6d Ts"


def opened(top: str = NO_OPENERS, **fields: object) -> ScriptedHand:
    """Seat 1 has opened for 10."""
    hand = ScriptedHand("jacks", top=top, players=4 if top == "" else 3, antes=1, **fields)  # type: ignore[arg-type]
    hand.until("action")
    hand.act("open", 10)
    return hand


def drawn(top: str = OPENERS) -> ScriptedHand:
    hand = opened(top)
    hand.until("draw")
    hand.until("action")
    return hand


def test_jacks_false_opener_and_another_declares_the_pot_open() -> None:
    hand = opened()
    hand.act("call")
    [ruling] = hand.press("prove-openers", seat=1, value=False)
    assert (ruling.rule, ruling.decision, ruling.severity) == ("jacks.false-opener", "dead-hand", "stop")
    assert [step.do for step in ruling.steps] == ["move"] * 5 + ["call-floor"]
    while hand.next.await_ != "floor":  # type: ignore[attr-defined]
        hand.step()
    assert told(hand.press("declare-open", seat=2)) == "jacks.openers: stands note seats=2 cards= steps="
    result = hand.finish()
    assert (result.ended, result.stacks[Seat(1)]) == ("showdown", 489)


def test_jacks_false_opener_and_nobody_declares() -> None:
    hand = opened()
    hand.act("call")
    hand.press("prove-openers", seat=1, value=False)
    while hand.next.await_ != "floor":  # type: ignore[attr-defined]
        hand.step()
    given = hand.press("declare-open", value=False)
    assert told(given) == "jacks.false-opener: correct stop seats= cards= steps=refund"
    assert hand.result is not None
    assert (hand.result.ended, hand.result.carried) == ("passed", 13)
    assert hand.result.stacks == {1: 489, 2: 499, 3: 499}


def test_jacks_false_opener_asks_each_player_who_may_open() -> None:
    """What one player declines another may still declare; the last to decline leaves the pot unopened."""
    for last in (True, False):
        hand = opened()
        hand.act("call")
        hand.press("prove-openers", seat=1, value=False)
        given = hand.press("declare-open", seat=2, value=False)
        assert told(given) == "jacks.false-opener: stands note seats=2 cards= steps="
        if last:
            assert told(hand.press("declare-open", seat=3)) == "jacks.openers: stands note seats=3 cards= steps="
            assert hand.finish("jacks.prove-openers").ended == "showdown"
        else:
            given = hand.press("declare-open", seat=3, value=False)
            assert told(given) == "jacks.false-opener: correct stop seats= cards= steps=refund"
            result = hand.finish()
            assert (result.ended, result.carried) == ("passed", 13)


def test_jacks_pot_plays_anyway() -> None:
    hand = opened()
    hand.act("raise", 20)
    assert told(hand.press("prove-openers", seat=1, value=False)) == (
        "jacks.pot-plays-anyway: stands note seats=1 cards= steps="
    )
    result = hand.finish("jacks.prove-openers")
    assert 1 not in {seat for pot in result.pots for seat in pot.awards}


def test_jacks_pot_plays_anyway_once_the_first_round_is_over() -> None:
    """The pot plays on; at the showdown the opener cannot win it, with whatever it has by then."""
    hand = drawn(NO_OPENERS)
    assert told(hand.press("prove-openers", seat=1, value=False)) == (
        "jacks.pot-plays-anyway: stands note seats=1 cards= steps="
    )
    result = hand.finish("jacks.prove-openers")
    assert [ruling.rule for ruling in hand.rulings[-1:]] == ["jacks.prove-openers"]
    assert 1 not in {seat for pot in result.pots for seat in pot.awards}


def test_jacks_prove_openers_by_a_press_at_the_showdown() -> None:
    hand = drawn(NO_OPENERS)
    hand.until("show")
    assert told(hand.press("prove-openers", seat=1, value=False)) == (
        "jacks.prove-openers: dead-hand stop seats=1 cards= steps="
    )
    assert 1 not in {seat for pot in hand.finish().pots for seat in pot.awards}


def test_jacks_prove_openers_of_two() -> None:
    """The other one has the pot, by the showdown and not for want of anybody else."""
    hand = ScriptedHand("jacks", top="2c Jc 3d 9d 4h 5d 9s 8d Tc Kh", players=2, antes=1)
    hand.until("action")
    hand.act("check")
    hand.act("open", 10)
    result = hand.finish("jacks.prove-openers")
    assert (result.ended, [dict(pot.awards) for pot in result.pots]) == ("showdown", [{1: 22}])


def between_two() -> ScriptedHand:
    """Seat 2 has opened against seat 1, which has checked, and has shown that it had no openers."""
    hand = ScriptedHand("jacks", top="Jc 2d Kd 4h 5s 6c Th 8s 9c Qd", players=2, antes=1)
    hand.until("action")
    hand.act("check")
    hand.act("open", 10)
    [ruling] = hand.press("prove-openers", seat=2, value=False)
    assert (ruling.rule, ruling.decision) == ("jacks.false-opener", "dead-hand")
    return hand


def test_jacks_false_opener_against_one() -> None:
    """The only player left has passed: it cannot declare the pot open, and does not win it either."""
    hand = between_two()
    while hand.next.await_ != "floor":  # type: ignore[attr-defined]
        assert hand.step() == []
    assert [ruling.rule for ruling in hand.press("declare-open", seat=1)] == ["jacks.passed-openers-barred"]
    assert (
        told(hand.press("declare-open", value=False)) == "jacks.false-opener: correct stop seats= cards= steps=refund"
    )
    assert hand.result is not None
    assert (hand.result.ended, hand.result.carried, hand.result.stacks) == ("passed", 12, {1: 499, 2: 489})


def test_jacks_prove_openers_of_a_pot_opened_with_chips() -> None:
    hand = ScriptedHand("jacks", top=NO_OPENERS, antes=1)
    hand.until("action")
    assert hand.give(ChipsMoved(seat=Seat(1), chips=[Chips(10)])) == []
    hand.finish("jacks.prove-openers")
    assert [ruling.rule for ruling in hand.rulings] == ["jacks.prove-openers"]


def test_jacks_openers() -> None:
    hand = drawn()
    assert told(hand.press("prove-openers", seat=1, value=True)) == "jacks.openers: stands note seats=1 cards= steps="
    assert hand.finish().ended == "showdown"


def test_jacks_passed_openers_barred() -> None:
    hand = ScriptedHand("jacks", top=OPENERS, antes=1)
    hand.until("action")
    hand.act("check")
    assert told(hand.press("declare-open", seat=1)) == "jacks.passed-openers-barred: refuse note seats=1 cards= steps="
    assert isinstance(hand.next, AwaitAction)
    assert hand.next.seat == 2


@pytest.mark.parametrize(
    ("game", "rule"), [("jacks", "jacks.all-in-declare"), ("draw-high", "draw.all-in-open-full-call")]
)
def test_an_all_in_player_opens_by_word(game: str, rule: str) -> None:
    hand = ScriptedHand(game, top=OPENERS, stacks={1: 5, 2: 500, 3: 500}, antes=5)
    hand.until("action")
    assert told(hand.press("declare-open", seat=1)) == f"{rule}: stands note seats=1 cards= steps="
    assert isinstance(hand.next, AwaitAction)
    assert (hand.next.seat, hand.next.to_call) == (2, 10)
    result = hand.finish()
    assert (result.pots[0].amount, result.pots[0].eligible) == (15, (1, 2, 3))


test_jacks_all_in_declare = test_an_all_in_player_opens_by_word
test_draw_all_in_open_full_call = test_an_all_in_player_opens_by_word


def declared_falsely() -> ScriptedHand:
    """Seat 1, all-in for its ante of 5, has declared the pot open."""
    hand = ScriptedHand("jacks", top=NO_OPENERS, stacks={1: 5, 2: 500, 3: 500}, antes=5)
    hand.until("action")
    hand.press("declare-open", seat=1)
    return hand


def test_jacks_all_in_false_declare() -> None:
    """Found out at once: another player declares the pot open and bets, or every ante waits for the next hand."""
    hand = declared_falsely()
    [ruling] = hand.press("prove-openers", seat=1, value=False)
    assert (ruling.rule, ruling.decision, ruling.seats) == ("jacks.all-in-false-declare", "dead-hand", (1,))
    assert [step.do for step in ruling.steps] == ["move"] * 5 + ["call-floor"]
    while hand.next.await_ != "floor":  # type: ignore[attr-defined]
        hand.step()
    assert [ruling.rule for ruling in hand.press("declare-open", seat=2)] == ["jacks.openers"]
    assert isinstance(hand.next, AwaitAction)
    assert (hand.next.seat, hand.next.to_call) == (2, 10)
    result = hand.finish("jacks.prove-openers")
    assert (result.ended, result.stacks[Seat(1)]) == ("showdown", 0)
    nobody = declared_falsely()
    nobody.press("prove-openers", seat=1, value=False)
    while nobody.next.await_ != "floor":  # type: ignore[attr-defined]
        nobody.step()
    nobody.press("declare-open", value=False)
    assert nobody.result is not None
    assert (nobody.result.ended, nobody.result.carried, nobody.result.stacks) == ("passed", 15, {1: 0, 2: 495, 3: 495})


def test_jacks_all_in_false_declare_is_out_until_a_pot_is_won() -> None:
    """Even with new chips, and also where the table is taken up again between the hands."""
    hand = declared_falsely()
    hand.press("prove-openers", seat=1, value=False)
    while hand.next.await_ != "floor":  # type: ignore[attr-defined]
        hand.step()
    hand.press("declare-open", value=False)
    three = hand_of(GAMES["jacks"], {1: 500, 2: 495, 3: 495}, {"id": "h2", "button": 1, "carry": 15, "antes": 5})
    for table in (hand.table, Table(since=hand.table.boundary)):
        assert told(outcome for outcome in table.apply(three) if isinstance(outcome, Ruling)) == (
            "jacks.all-in-false-declare: refuse note seats= cards= steps="
        )
    two = {2: 495, 3: 495}
    without = ScriptedHand(
        "jacks", table=hand.table, stacks=two, top="2c Jc 3d Jd 4h 5d 9s 8d Tc Kh", antes=5, carry=15
    )
    assert without.finish().ended == "showdown"
    assert ScriptedHand("jacks", table=hand.table, top=OPENERS, antes=5).rulings == []


def test_jacks_all_in_false_declare_shown() -> None:
    """The others have called the whole opening bet, so the pot plays; the hand that is shown had no openers."""
    hand = declared_falsely()
    hand.until("show")
    result = hand.finish("jacks.all-in-false-declare")
    assert [(ruling.rule, ruling.decision, ruling.seats) for ruling in hand.rulings[1:]] == [
        ("jacks.all-in-false-declare", "dead-hand", (1,))
    ]
    assert result.stacks[Seat(1)] == 0


def test_jacks_no_withdrawal_after_action() -> None:
    hand = drawn()
    assert told(hand.press("wager-withdrawn", seat=1)) == (
        "jacks.no-withdrawal-after-action: refuse note seats=1 cards= steps="
    )
    assert hand.finish().ended == "showdown"


def test_jacks_no_refund_cannot_beat_openers() -> None:
    hand = drawn()
    assert told(hand.press("wager-withdrawn", seat=2)) == (
        "jacks.no-refund-cannot-beat-openers: refuse note seats=2 cards= steps="
    )
    assert hand.finish().ended == "showdown"


def test_jacks_retrieve_opener_hand() -> None:
    hand = drawn()
    [ruling] = hand.press("retrieve-hand", seat=1)
    assert (ruling.rule, ruling.decision, ruling.severity) == ("jacks.retrieve-opener-hand", "floor", "stop")
    hand.press("override", ruling=ruling.id, decision="stands", by="floor")
    assert hand.finish().ended == "showdown"


def test_jacks_keep_openers_aside() -> None:
    hand = opened(OPENERS)
    assert told(hand.press("retain-openers", seat=2)) == ("jacks.keep-openers-aside: stands note seats=2 cards= steps=")
    assert hand.finish().ended == "showdown"


def test_jacks_split_openers() -> None:
    hand = opened(OPENERS)
    hand.until("draw")
    [ruling] = hand.press("split-openers", seat=1)
    assert (ruling.rule, ruling.decision, ruling.severity) == ("jacks.split-openers", "stands", "note")
    assert [step.do for step in ruling.steps] == ["announce"]
    assert hand.finish().ended == "showdown"


def test_jacks_split_openers_with_the_discards_under_a_chip() -> None:
    hand = ScriptedHand("jacks", top=OPENERS, antes=1, draws={1: 2})
    hand.until("action")
    hand.act("open", 10)
    hand.until("draw")
    hand.press("split-openers", seat=1)
    hand.until("discard")
    for physical in list(hand.lying("seat:1"))[:2]:
        assert hand.move(physical, "aside") == []
    hand.until("action")
    assert (len(hand.lying("seat:1")), len(hand.lying("aside"))) == (5, 2)
    assert hand.finish().ended == "showdown"


def test_jacks_split_openers_that_there_cannot_have_been() -> None:
    hand = opened(draws={1: 1})
    hand.until("draw")
    hand.press("split-openers", seat=1)
    while not hand.result and len(hand.rulings) < 2:
        hand.step()
    assert told(hand.rulings[1:]) == "jacks.split-openers: dead-hand stop seats=1 cards= steps="
    assert 1 not in {seat for pot in hand.finish().pots for seat in pot.awards}


@pytest.mark.parametrize("keeps", [True, False])
def test_jacks_not_splitting(keeps: bool) -> None:
    """The opener says so; the table does not look whether it is true before the hands are shown."""
    hand = ScriptedHand("jacks", top=OPENERS, antes=1, draws={1: 1})
    hand.until("action")
    hand.act("open", 10)
    hand.until("discard")
    keep = {"Jc", "Jd"} if keeps else set()
    thrown = next(physical for physical in hand.lying("seat:1") if physical.card not in keep)
    hand.move(thrown, "muck")
    assert told(hand.press("split-openers", seat=1)).startswith("jacks.split-openers: stands note")
    given = hand.press("split-openers", seat=1, value=False)
    assert told(given) == "jacks.not-splitting: stands note seats=1 cards= steps="


def test_jacks_ante_limit() -> None:
    """The third unopened deal in a row ends the anteing, and a fourth hand with antes is told so."""
    table = Table()
    begun, ended = [], []
    for button in (3, 1, 2, 3):
        hand = ScriptedHand("jacks", antes=1, table=table, button=button)
        begun.append(told(hand.rulings))
        while hand.result is None:
            given = hand.act("check") if isinstance(hand.next, AwaitAction) else hand.step()
        ended.append(told(given))
        assert hand.result.ended == "passed"
    limit = "jacks.ante-limit: stands note seats= cards= steps="
    assert (begun, ended) == (["", "", "", limit], ["", "", limit, limit])
    without = ScriptedHand("jacks", antes=0, carry=12, table=table, button=1)
    assert without.rulings == []


@pytest.mark.parametrize("game", ["jacks", "draw-high"])
def test_draw_pay_ante_anytime_and_no_seat_change_with_antes_in_the_pot(game: str) -> None:
    """Nobody has opened: a newcomer may pay the antes and play, but nobody may change seats."""
    hand = ScriptedHand(game, antes=1)
    while hand.result is None:
        hand.act("check") if isinstance(hand.next, AwaitAction) else hand.step()
    assert told(hand.press("new-player", seat=4)) == "draw.pay-ante-anytime: stands note seats=4 cards= steps="
    assert told(hand.press("seat-change", seat=2)) == "draw.seat-change-antes: refuse note seats=2 cards= steps="


def test_pot_carryover_eligible_after_a_false_opener() -> None:
    """A false opener's bet waits for those who were in that hand."""
    hand = between_two()
    while hand.next.await_ != "floor":  # type: ignore[attr-defined]
        hand.step()
    hand.press("declare-open", value=False)
    assert told(hand.press("new-player", seat=3)) == "pot.carryover-eligible: refuse note seats=3 cards= steps="
    assert told(hand.press("seat-change", seat=2)) == "draw.seat-change-antes: refuse note seats=2 cards= steps="
    given: dict[str, Any] = {"id": "h2", "carry": 12, "antes": 1}
    newcomer = hand_of(GAMES["jacks"], {1: 499, 2: 489, 3: 500}, given)
    assert told(outcome for outcome in hand.table.apply(newcomer) if isinstance(outcome, Ruling)) == (
        "pot.carryover-eligible: refuse note seats= cards= steps="
    )
    same = ScriptedHand("jacks", table=hand.table, stacks={1: 499, 2: 489}, button=1, top=OPENERS, **given)
    assert same.rulings == []


@pytest.mark.parametrize("game", ["jacks", "draw-high"])
def test_draw_pay_ante_anytime_once_the_carried_chips_are_won(game: str) -> None:
    hand = ScriptedHand(game, top=OPENERS, carry=6)
    assert hand.finish().ended == "showdown"
    assert [ruling.rule for ruling in hand.press("new-player", seat=4)] == ["draw.pay-ante-anytime"]
