"""What a room may post in place of a game's own custom, as fields of the `hand` fact."""

from typing import Any

import pytest

from burncard.controller.config import TableConfig, config_of
from burncard.controller.ledger import Ledger, refused_start
from burncard.rules.cards import Chips
from burncard.rules.facts import ChipsMoved
from burncard.rules.games import GAMES
from burncard.rules.outcomes import Ruling
from burncard.rules.table import Table
from burncard.simulator.pack import stacked
from tests.harness.scripted import ScriptedHand, hand_of, told
from tests.harness.tables import DRAW, HOUSES, LOWBALL

NINE_LOW = {
    "omaha8": (["Ac 2d 9h Td", "Kc Ks Jh Jd"], "3h 4s 9s Kh Qs"),
    "stud8": (["Ac 2d 3h 4s 9d Tc Jd", "Qc Qd Qh Js Jh Th Ts"], ""),
}
HIGH_LOW = pytest.mark.parametrize("game", ["omaha8", "stud8"])
SEVEN = "2c Kd Kh 3c Qd Qh 4c Jd Jh 5c Td Th 7c 9d 9h"


@HIGH_LOW
@HOUSES
@pytest.mark.parametrize(("posted", "halves"), [(None, False), (8, False), (9, True), (0, True)])
def test_game_hilo_qualifier_is_the_posted_one(game: str, house: str, posted: int | None, halves: bool) -> None:
    holes, board = NINE_LOW[game]
    hand = ScriptedHand(game, players=2, top=stacked(GAMES[game], holes, board), house=house, qualifier=posted)
    [pot] = hand.finish().pots
    assert sorted(pot.awards) == ([1, 2] if halves else [2])
    assert hand.rulings == []


@HIGH_LOW
def test_game_hilo_qualifier_that_is_posted_off_lets_a_pair_win_the_low_half(game: str) -> None:
    pairs = {
        "omaha8": (["Kc Kd Qh Qd", "Ac Ad As 2c"], "2h 2s 9s 9h 9d"),
        "stud8": (["2c 2d 3h 3s 4c 4d Kc", "Ac Ad As Kd Kh Ks Qd"], ""),
    }
    holes, board = pairs[game]
    for posted, winners in ((None, 1), (0, 2)):
        hand = ScriptedHand(game, players=2, top=stacked(GAMES[game], holes, board), qualifier=posted)
        [pot] = hand.finish().pots
        assert len(pot.awards) == winners


@HOUSES
def test_lowball_check_raise_a5_limit_where_it_is_posted_as_allowed(house: str) -> None:
    hand = ScriptedHand("lowball-a5", house=house, check_raise=True, sevens_rule=False)
    hand.until("draw")
    hand.until("action")
    hand.act("check")
    hand.act("bet", 20)
    hand.act("fold")
    assert hand.act("raise", 40) == []
    hand.finish()


@HOUSES
@pytest.mark.parametrize(("posted", "stacks"), [(None, {1: 520, 2: 490, 3: 490}), (False, {1: 560, 2: 470, 3: 470})])
def test_lowball_sevens_rule_where_it_is_posted_as_off(house: str, posted: bool | None, stacks: dict[int, int]) -> None:
    """Seat 1 checks a seven, calls, and wins every bet where the rule is off."""
    hand = ScriptedHand("lowball-a5", joker=False, top=SEVEN, house=house, sevens_rule=posted)
    hand.until("draw")
    hand.until("action")
    hand.act("check")
    hand.act("bet", 20)
    assert hand.finish("lowball.sevens-rule").stacks == stacks
    assert [ruling.rule for ruling in hand.rulings] == ([] if posted is False else ["lowball.sevens-rule"])


@LOWBALL
@HOUSES
@pytest.mark.parametrize("structure", ["limit", "no-limit", "pot-limit"])
def test_draw_lowball_open_size_where_the_blind_may_not_be_called(game: str, house: str, structure: str) -> None:
    """Who comes in first opens for twice the blind; then the bet is called like any other."""
    hand = ScriptedHand(game, house=house, structure=structure, players=4, blind_call=False, joker=False)
    hand.until("action")
    assert (hand.offer.options, hand.offer.min_to) == (("fold", "raise"), 20)
    assert hand.refused("call") == "draw.lowball-open-size"
    assert hand.give(ChipsMoved(seat=hand.offer.seat, chips=[Chips(10)]))[0].rule == "draw.lowball-open-size"
    hand.act("fold")
    hand.act("open", 20)
    assert "call" in hand.offer.options
    hand.finish()
    assert {ruling.rule for ruling in hand.rulings} == {"draw.lowball-open-size"}


@LOWBALL
def test_draw_lowball_open_size_does_not_keep_out_who_can_only_call(game: str) -> None:
    """With the last chips the blind may be called; and by default it may be called by all."""
    hand = ScriptedHand(game, stacks={1: 500, 2: 500, 3: 8}, blind_call=False, joker=False)
    hand.until("action", seat=3)
    assert hand.act("call") == []
    for blind_call in (None, True):
        hand = ScriptedHand(game, blind_call=blind_call, joker=False)
        hand.until("action")
        assert "call" in hand.offer.options


@DRAW
@HOUSES
def test_draw_limit_doubles_not_where_the_stakes_say_so(game: str, house: str) -> None:
    top = "Jc 2d 3h Jd 5d 6h 7c 8d 9h Tc Qs Kh 4c 6d Ts"
    hand = ScriptedHand(game, house=house, big_bet=10, joker=False, top=top)
    hand.until("draw")
    hand.until("action")
    assert (hand.offer.min_to, hand.offer.max_to) == (10, 10)
    assert hand.finish().ended == "showdown"


def test_what_is_posted_holds_when_the_hand_is_worked_out_again() -> None:
    hand = ScriptedHand("lowball-a5", joker=False, top=SEVEN, sevens_rule=False)
    hand.until("draw")
    hand.until("action")
    hand.act("check")
    hand.act("bet", 20)
    hand.press("floor-called")
    hand.press("retract", fact=len(hand.facts))
    assert hand.finish().stacks == {1: 560, 2: 470, 3: 470}


@pytest.mark.parametrize(
    ("game", "fields", "name"),
    [
        ("omaha", {"qualifier": 8}, "qualifier"),
        ("razz", {"qualifier": 0}, "qualifier"),
        ("lowball-27", {"check_raise": True}, "check_raise"),
        ("holdem", {"check_raise": False}, "check_raise"),
        ("holdem", {"structure": "no-limit", "raises": 2}, "raises"),
        ("lowball-27", {"sevens_rule": False}, "sevens_rule"),
        ("holdem", {"blind_call": False}, "blind_call"),
        ("draw-high", {"blind_call": True}, "blind_call"),
        ("omaha", {"structure": "pot-limit", "buy_in_max": 500}, "buy_in_max"),
        ("holdem", {"buy_in_max": 500}, "buy_in_max"),
    ],
)
def test_nothing_can_be_posted_that_a_game_does_not_have(game: str, fields: dict[str, Any], name: str) -> None:
    outcomes = Table().apply(hand_of(GAMES[game], {1: 500, 2: 500, 3: 500}, fields))
    assert told(one for one in outcomes if isinstance(one, Ruling)).startswith("table.posting: refuse")
    assert name in next(one.message for one in outcomes if isinstance(one, Ruling))


@HOUSES
@pytest.mark.parametrize(
    ("stakes", "unit", "ante", "bring_in", "full"),
    [("low-ante", 1, 1, 2, 10), ("high-ante", 1, 4, 5, 10), ("low-ante", 5, 5, 10, 50), ("high-ante", 3, 12, 15, 30)],
)
def test_stud_stakes_by_ante(house: str, stakes: str, unit: int, ante: int, bring_in: int, full: int) -> None:
    config = config_of({"game": "mississippi", "house": house, "stakes": stakes, "unit": unit})
    fact = Ledger(config).next_hand("red")
    fields = {name: getattr(fact, name) for name in ("house", "antes", "bring_in", "small_bet", "big_bet")}
    hand = ScriptedHand("mississippi", **fields)
    hand.until("action")
    assert (fact.antes, hand.offer.to_call, hand.offer.max_to) == (ante, bring_in, None if house == "general" else full)
    hand.act("bring-in", bring_in)
    assert hand.offer.min_to == full
    hand.until_betting("sixth")
    assert hand.offer.min_to == 2 * full
    hand.finish()


def test_an_amount_beside_the_stakes_takes_precedence() -> None:
    assert config_of({"stakes": "low-ante", "ante": 3}).ante == 3
    assert config_of({}) == TableConfig()
    for wrong in ({"stakes": "middling"}, {"stakes": "low-ante", "unit": 0}):
        with pytest.raises(ValueError, match=r"stakes|unit"):
            config_of(wrong)


def test_a_table_does_not_start_with_what_its_game_does_not_have() -> None:
    assert refused_start(TableConfig()) == ""
    assert "qualifier" in refused_start(TableConfig(qualifier=8))
    assert refused_start(TableConfig(game="omaha8", qualifier=0)) == ""
