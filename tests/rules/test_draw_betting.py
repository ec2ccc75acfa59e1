"""Bets, antes and forced bets of the draw games."""

from typing import Any

import pytest

from burncard.rules.cards import Chips, Seat
from burncard.rules.facts import Action
from burncard.rules.games import GAMES
from burncard.rules.outcomes import AwaitAction, AwaitCard, Ruling
from burncard.rules.table import Table
from tests.harness.at_draws import at_the_draw, refused, says
from tests.harness.scripted import ScriptedHand, hand_of, told
from tests.harness.tables import DRAW, HOUSES, LOWBALL

HIGH = pytest.mark.parametrize("game", ["draw-high", "jacks"])


NO_PAIR_FIRST = "Jc Ks 3h Qd Kd 6h 7c 8d 9h Tc Qs Kh 4c 6d Ts"


# ---- what may be bet --------------------


@DRAW
@HOUSES
def test_draw_limit_doubles(game: str, house: str) -> None:
    hand = at_the_draw(game, house=house)
    hand.until("action")
    assert isinstance(hand.next, AwaitAction)
    assert (hand.next.min_to, hand.next.max_to) == (20, 20)
    assert refused(hand, Action(seat=hand.next.seat, action="bet", amount=Chips(10))) == "draw.limit-doubles"
    hand.act("bet", 20)
    assert (hand.next.min_to, hand.next.max_to) == (40, 40)


@LOWBALL
@HOUSES
@pytest.mark.parametrize("forced", [{"posts": {}, "antes": 2}, {}])
def test_draw_lowball_open_or_fold(game: str, house: str, forced: dict[str, Any]) -> None:
    hand = ScriptedHand(game, house=house, **forced)
    hand.until("action")
    assert isinstance(hand.next, AwaitAction)
    assert "check" not in hand.next.options
    assert refused(hand, Action(seat=hand.next.seat, action="check")) == "draw.lowball-open-or-fold"
    hand.step()
    assert isinstance(hand.next, AwaitAction)
    assert refused(hand, Action(seat=hand.next.seat, action="check")) == "betting.preflop-options"


@HOUSES
def test_draw_open_any_holding(house: str) -> None:
    """What jacks or better has to prove plain draw high does not ask: seat 1 opens on king high and may win."""
    ruled = {}
    for game in ("draw-high", "jacks"):
        hand = ScriptedHand(game, house=house, top=NO_PAIR_FIRST)
        hand.until("action")
        assert hand.act("open", 10) == []
        result = hand.finish("jacks.prove-openers")
        assert result.ended == "showdown"
        ruled[game] = [ruling.rule for ruling in hand.rulings]
    assert ruled == {"draw-high": [], "jacks": ["jacks.prove-openers"]}


@LOWBALL
@HOUSES
@pytest.mark.parametrize(("structure", "most"), [("limit", 20), ("no-limit", 500)])
def test_draw_lowball_open_size(game: str, house: str, structure: str, most: int) -> None:
    """The blind of 10 may be called, or opened for twice as much."""
    hand = ScriptedHand(game, house=house, structure=structure)
    hand.until("action")
    assert isinstance(hand.next, AwaitAction)
    assert (hand.next.options, hand.next.to_call) == (("fold", "call", "raise"), 10)
    assert (hand.next.min_to, hand.next.max_to) == (20, most)
    assert refused(hand, Action(seat=Seat(3), action="open", amount=Chips(15))) == "draw.lowball-open-size"
    assert hand.act("open", 20) == []
    assert isinstance(hand.next, AwaitAction)
    assert (hand.next.to_call, hand.next.min_to) == (15, 30)


# ---- forced bets --------------------


def begun(game: str, stacks: dict[int, int], **fields: Any) -> str:
    """What is ruled on when a hand begins."""
    outcomes = Table().apply(hand_of(GAMES[game], stacks, fields))
    return told(outcome for outcome in outcomes if isinstance(outcome, Ruling))


@HIGH
@HOUSES
def test_draw_button_and_ante(game: str, house: str) -> None:
    three = dict.fromkeys((1, 2, 3), 500)
    assert begun(game, three, house=house) == ""
    assert begun(game, three, house=house, button=None) == "draw.button-and-ante: refuse note seats= cards= steps="
    left_out = ScriptedHand(game, house=house, antes={1: 2, 3: 2})
    assert told(left_out.rulings) == "draw.button-and-ante: stands note seats=2 cards= steps="
    hand = ScriptedHand(game, house=house)
    assert hand.table.hand is not None
    assert hand.table.hand.betting.pot_total() == 6
    hand.until("action")
    assert isinstance(hand.next, AwaitAction)
    assert (hand.next.seat, hand.next.to_call) == (1, 0)


@HIGH
@HOUSES
def test_draw_ante_only_player(game: str, house: str) -> None:
    """Seat 1 has its ante and no more: the antes are the only pot that it can win."""
    top = "Ac 2d 3h Ad 5d 6h As Jd 9h Tc Js Kh 4c 6d Ts"
    hand = ScriptedHand(game, house=house, top=top, stacks={1: 2, 2: 500, 3: 500})
    hand.until("action")
    assert isinstance(hand.next, AwaitAction)
    assert hand.next.seat == 2
    result = hand.finish()
    assert [(pot.amount, pot.eligible) for pot in result.pots] == [(6, (1, 2, 3)), (20, (2, 3))]
    assert result.stacks[Seat(1)] == 6


@HIGH
@pytest.mark.parametrize("antes", [2, {2: 2, 3: 2}])
def test_draw_ante_only_player_after_a_hand_that_nobody_opened(game: str, antes: Any) -> None:
    """Without a chip it is dealt in again, for the antes of the deal before alone."""
    top = "Ac 2d 3h Ad 5d 6h As Jd 9h Tc Js Kh 4c 6d Ts"
    hand = ScriptedHand(game, top=top, stacks={1: 0, 2: 498, 3: 498}, antes=antes, carry=6)
    assert hand.rulings == []
    result = hand.finish()
    assert [(pot.amount, pot.eligible) for pot in result.pots] == [(6, (1, 2, 3)), (24, (2, 3))]
    assert result.stacks[Seat(1)] == 6
    assert begun(game, {1: 0, 2: 500, 3: 500}).startswith("table.no-chips: refuse")


@LOWBALL
@HOUSES
def test_lowball_blinds_and_ante(game: str, house: str) -> None:
    """The blinds count towards the call and the ante does not; both are in the pot."""
    hand = ScriptedHand(game, house=house, antes=1)
    assert hand.table.hand is not None
    assert hand.table.hand.betting.pot_total() == 18
    hand.until("action")
    assert isinstance(hand.next, AwaitAction)
    assert (hand.next.seat, hand.next.to_call) == (3, 10)
    hand.step()
    assert isinstance(hand.next, AwaitAction)
    assert (hand.next.seat, hand.next.to_call) == (1, 5)


# ---- what one section takes from another --------------------


def story(game: str, structure: str) -> list[str]:
    """What is ruled, refused and paid in a hand with mistakes for which neither section has words of its own."""
    hand = ScriptedHand(game, structure=structure, joker=False, draws={1: 5, 3: 1}, seed=7)
    hand.deal(13)
    hand.give(Action(seat=Seat(3), action="check"))
    hand.until("action")
    hand.until("draw")
    says(hand, 1, 5)
    says(hand, 2, 0)
    says(hand, 1, 3)
    while not (isinstance(hand.next, AwaitCard) and hand.next.zone == "seat:3"):
        hand.step()
    hand.top("seat:3", "up")
    hand.finish()
    return [*told(hand.rulings).splitlines(), *(str(len(hand.lying(zone))) for zone in ("burn", "muck"))]


@pytest.mark.parametrize("structure", ["no-limit", "pot-limit"])
@LOWBALL
def test_lowball_bigbet_inherits(game: str, structure: str) -> None:
    """Short hands, checks before the pot is open, numbers of cards: as at limit; only the exposed card has its own."""
    limit = story(game, "limit")
    assert len(limit) == 6
    renamed = [line.replace("expose.on-the-draw", "expose.bigbet-on-draw") for line in limit]
    assert story(game, structure) == renamed


@pytest.mark.parametrize("structure", ["limit", "no-limit"])
def test_lowball_27_inherits(structure: str) -> None:
    assert story("lowball-27", structure) == story("lowball-a5", structure)


@pytest.mark.parametrize("structure", ["no-limit", "pot-limit"])
@HOUSES
def test_jacks_nlpl_section(structure: str, house: str) -> None:
    """Openers are needed as at limit; the smallest bet does not double after the draw, and there is no fixed one."""
    hand = ScriptedHand("jacks", house=house, structure=structure, top=NO_PAIR_FIRST, antes=10)
    hand.until("action")
    hand.act("open", 25)
    hand.until("draw")
    hand.until("action")
    assert isinstance(hand.next, AwaitAction)
    assert (hand.next.seat, hand.next.min_to) == (1, 10)
    assert hand.next.max_to == (465 if structure == "no-limit" else 105)
    hand.finish("jacks.prove-openers")
    assert [ruling.rule for ruling in hand.rulings] == ["jacks.prove-openers"]
