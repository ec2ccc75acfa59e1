"""Openers, blinds and sevens of the draw games."""

from typing import Any

import pytest

from burncard.rules.table import Table
from tests.harness.scripted import ScriptedHand, told
from tests.harness.tables import DRAW_WITHOUT_OPENERS, HOUSES, LOWBALL

OPENERS = "Jc 2d 3h Jd 5d 6h 7c 8d 9h Tc Qd Kh 4c 6d Ts"
NO_OPENERS = "Jc 2d 3h Qd 5d 6h 7c 8d 9h Tc Qs Kh 4c 6d Ts"


def test_jacks_prove_openers() -> None:
    hand = ScriptedHand("jacks", top=NO_OPENERS)
    hand.until("action")
    hand.act("open", 10)
    while not hand.result and not hand.rulings:
        hand.step()
    assert told(hand.rulings) == "jacks.prove-openers: dead-hand stop seats=1 cards= steps="
    result = hand.finish()
    assert 1 not in {seat for pot in result.pots for seat in pot.awards}


def test_an_opener_with_jacks_is_believed() -> None:
    hand = ScriptedHand("jacks", top=OPENERS)
    assert hand.finish().ended == "showdown"
    assert hand.rulings == []


def test_lowball_sevens_rule() -> None:
    """Seat 1 checks 7-5-4-3-2 after the draw and calls a bet: it wins only what was in before the draw."""
    hand = ScriptedHand("lowball-a5", joker=False, top="2c Kd Kh 3c Qd Qh 4c Jd Jh 5c Td Th 7c 9d 9h")
    hand.until("draw")
    hand.until("action")
    hand.act("check")
    hand.act("bet", 20)
    while not hand.rulings:
        hand.step()
    [ruling] = hand.rulings
    assert (ruling.rule, ruling.decision, ruling.seats) == ("lowball.sevens-rule", "correct", (1,))
    result = hand.finish()
    assert result.stacks == {1: 520, 2: 490, 3: 490}


SEVEN = "2c Kd Kh 3c Qd Qh 4c Jd Jh 5c Td Th 7c 9d 9h"


def test_lowball_sevens_full_bet() -> None:
    """Seat 1 checks a seven, and makes a short all-in a full bet: it has done what it must."""
    hand = ScriptedHand("lowball-a5", joker=False, top=SEVEN, stacks={1: 500, 2: 15, 3: 500})
    hand.until("draw")
    hand.until("action")
    hand.act("check")
    hand.act("all-in")
    hand.act("call")
    hand.act("raise", 20)
    while not hand.rulings:
        hand.step()
    assert told(hand.rulings) == "lowball.sevens-full-bet: stands note seats=1 cards= steps="
    assert hand.finish().stacks == {1: 545, 2: 0, 3: 470}


def test_lowball_sevens_all_in_under_half() -> None:
    """Seat 2 is all-in for 5 of 20; seat 3 calls it too, and gets its 5 back when the seven wins."""
    hand = ScriptedHand("lowball-a5", joker=False, top=SEVEN, stacks={1: 500, 2: 15, 3: 500})
    hand.until("draw")
    hand.until("action")
    hand.act("check")
    hand.act("all-in")
    hand.act("call")
    while not hand.rulings:
        hand.step()
    [ruling] = hand.rulings
    assert (ruling.rule, ruling.decision, ruling.seats) == ("lowball.sevens-all-in-under-half", "correct", (1,))
    assert hand.finish().stacks == {1: 525, 2: 0, 3: 490}


@LOWBALL
@pytest.mark.parametrize("structure", [{"structure": "limit", "min_bet": None}, {"structure": "no-limit"}])
@pytest.mark.parametrize("posted", [None, 10])
@pytest.mark.parametrize(("chips", "rule"), [(4, "lowball.short-blind-hand"), (5, "lowball.half-blind-counts")])
def test_the_only_blind_is_short(
    game: str, structure: dict[str, Any], posted: int | None, chips: int, rule: str
) -> None:
    """The blind is 10, whether the hand says what was due or what there was."""
    stacks = {1: chips, 2: 500, 3: 500}
    hand = ScriptedHand(game, stacks=stacks, posts={1: posted or chips}, **structure)
    assert told(hand.rulings) == f"{rule}: stands note seats=1 cards= steps="
    assert hand.finish().ended == "showdown"
    assert ScriptedHand(game, posts={1: 10}, **structure).rulings == []


test_lowball_short_blind_hand = test_lowball_half_blind_counts = test_the_only_blind_is_short


OWED = "lowball.short-blind-owed: stands note seats=1 cards= steps="


def played(table: Table, game: str, *, ending: str = "", **fields: Any) -> str:
    """What is told when the next hand of a table begins; it is played to its end, or the floor makes it void."""
    hand = ScriptedHand(game, table=table, **fields)
    at_the_start = told(hand.rulings)
    if ending == "void":
        hand.press("void-hand", reason="x", by="floor")
    hand.finish(*[ruling.rule for ruling in hand.rulings], deal_again=False)
    return at_the_start


@LOWBALL
@HOUSES
@pytest.mark.parametrize("structure", ["limit", "no-limit"])
@pytest.mark.parametrize(("chips", "owed"), [(4, OWED), (5, ""), (10, ""), (500, "")])
def test_lowball_short_blind_owed(game: str, house: str, structure: str, chips: int, owed: str) -> None:
    """Seat 1 was all-in for less than half of the only blind: it owes one until it has posted it."""
    table = Table()
    common: dict[str, Any] = {"house": house, "structure": structure, "min_bet": 10}
    played(table, game, stacks={1: chips, 2: 500, 3: 500}, posts={1: 10}, button=3, **common)
    assert played(table, game, posts={2: 10}, button=1, **common) == owed
    assert played(table, game, stacks={2: 500, 3: 500}, posts={3: 10}, button=2, **common) == ""
    assert played(table, game, posts={2: 10}, button=3, ending="void", **common) == owed
    assert played(table, game, posts={1: 10}, button=3, ending="void", **common) == ""
    assert played(table, game, posts={2: 10}, button=3, **common) == owed
    assert played(table, game, posts={1: 10}, button=1, **common) == ""
    assert played(table, game, posts={2: 10}, button=2, **common) == ""


@LOWBALL
def test_lowball_short_blind_owed_is_carried_into_a_table_that_begins_at_that_hand(game: str) -> None:
    table = Table()
    played(table, game, stacks={1: 4, 2: 500, 3: 500}, posts={1: 10}, button=3)
    assert played(Table(since=table.boundary), game, posts={2: 10}, button=1) == OWED
    assert played(Table(), game, posts={2: 10}, button=1) == ""


@DRAW_WITHOUT_OPENERS
@HOUSES
def test_deal_rotation_of_a_card_too_many_in_the_draw(game: str, house: str) -> None:
    """It goes back on the pack, whether the seat has drawn, as seat 1 has, or is still to draw."""
    hand = ScriptedHand(game, house=house, draws={1: 1, 3: 1})
    hand.until("draw", seat=2)
    given = hand.top("seat:2")
    assert told(given) == "deal.rotation: correct stop seats=2 cards= steps=return ??"
    hand.until("draw", seat=2)
    given = hand.top("seat:1")
    assert told(given) == "deal.rotation: correct stop seats=1 cards= steps=return ??"
    result = hand.finish()
    assert (result.ended, [pot.eligible for pot in result.pots]) == ("showdown", [(1, 2, 3)])


@DRAW_WITHOUT_OPENERS
@HOUSES
@pytest.mark.parametrize("press", ["card-exposed", "card-flashed"])
def test_expose_on_the_draw_is_about_the_cards_drawn(game: str, house: str, press: str) -> None:
    """A card of the dealt hand that is shown while others draw is played: its time to be replaced is over."""
    hand = ScriptedHand(game, house=house, draws={1: 2, 2: 1})
    hand.until("card", street="draw", zone="seat:1")
    [ruling] = hand.press(press, seat=2, card=hand.lying("seat:2")[0].card, by="dealer")
    assert (ruling.rule, ruling.decision, ruling.seats) == ("expose.no-option", "keep", (2,))
    assert hand.finish().ended == "showdown"
