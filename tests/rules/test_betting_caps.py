"""How often a bet may be raised, and what an all-in raise of less than a full bet allows."""

from typing import Any

import pytest

from burncard.rules.cards import Chips, Seat
from burncard.rules.facts import Action
from burncard.rules.outcomes import AwaitAction
from tests.harness.scripted import ScriptedHand
from tests.harness.tables import HOUSES

THREE_RAISES = ("holdem", "omaha", "omaha8", "stud7", "stud8", "razz", "mississippi")
SIX_GAMES = pytest.mark.parametrize("game", ["holdem", "omaha8", "stud7", "razz", "lowball-27", "draw-high"])


def last_round(game: str, stacks: dict[int, int], **fields: Any) -> ScriptedHand:
    """A hand at its last betting round; all have put in as much."""
    hand = ScriptedHand(game, stacks=stacks, joker=False, **fields)
    if hand.game.family == "draw":
        hand.until("draw")
    else:
        hand.until("card", street=hand.game.streets[-1].name)
    hand.until("action")
    return hand


def in_order(hand: ScriptedHand) -> list[Seat]:
    """The seats in the order in which they act."""
    first = offered(hand).seat
    seats = sorted(hand.hand.seats)
    return seats[seats.index(first) :] + seats[: seats.index(first)]


def offered(hand: ScriptedHand) -> AwaitAction:
    assert isinstance(hand.next, AwaitAction)
    return hand.next


def may(hand: ScriptedHand) -> tuple[tuple[str, ...], int | None, int | None]:
    return offered(hand).options, offered(hand).min_to, offered(hand).max_to


def refused(hand: ScriptedHand, action: str, amount: int) -> str:
    """The rule by which the seat on turn may not do this."""
    fact = Action(seat=offered(hand).seat, action=action, amount=Chips(amount))  # type: ignore[arg-type]
    before = hand.next
    [ruling] = hand.give(fact)
    assert (ruling.decision, hand.next) == ("refuse", before)
    return ruling.rule


def raised(hand: ScriptedHand, times: int) -> None:
    for _ in range(times):
        assert hand.act("raise", offered(hand).min_to) == []


def all_in_for(game: str, place: int, chips: int, players: int = 3, **fields: Any) -> ScriptedHand:
    """A last round in which the seat that acts in that place has only so many chips left, and the others have many."""
    many = last_round(game, dict.fromkeys(range(1, players + 1), 500), **fields)
    assert many.table.hand is not None
    short = in_order(many)[place]
    paid = 500 - many.table.hand.betting.stacks[short]
    return last_round(game, dict.fromkeys(range(1, players + 1), 500) | {int(short): paid + chips}, **fields)


# ---- how often --------------------


@pytest.mark.parametrize("game", THREE_RAISES)
@HOUSES
def test_betting_limit_cap_three(game: str, house: str) -> None:
    hand = last_round(game, dict.fromkeys((1, 2, 3), 500), house=house)
    hand.act("bet", 20)
    raised(hand, 3)
    assert may(hand) == (("fold", "call"), None, None)
    assert refused(hand, "raise", 100) == "betting.limit-cap-three"
    assert hand.finish().ended == "showdown"


@SIX_GAMES
@HOUSES
def test_betting_heads_up_unlimited(game: str, house: str) -> None:
    """Two who are left before the raising is capped raise on; two who are left behind the cap do not."""
    hand = last_round(game, dict.fromkeys((1, 2, 3), 500), house=house)
    hand.act("bet", 20)
    raised(hand, 1)
    hand.act("fold")
    raised(hand, 8)
    capped = last_round(game, dict.fromkeys((1, 2, 3), 500), house=house)
    capped.act("bet", 20)
    raised(capped, capped.game.raises)
    capped.act("fold")
    assert may(capped) == (("fold", "call"), None, None)
    assert capped.finish().ended == "showdown"


# ---- all-ins at limit --------------------


@SIX_GAMES
@HOUSES
def test_betting_short_all_in(game: str, house: str) -> None:
    """A bet of 20, all-in for 29: who has not acted may make it 40, who has may only fold or call."""
    hand = all_in_for(game, 1, 29, house=house)
    hand.act("bet", 20)
    hand.act("all-in")
    assert may(hand) == (("fold", "call", "raise"), 40, 40)
    hand.act("call")
    assert (may(hand), offered(hand).to_call) == ((("fold", "call"), None, None), 9)
    assert refused(hand, "raise", 40) == "betting.short-all-in"
    assert hand.finish().ended == "showdown"


@SIX_GAMES
@HOUSES
@pytest.mark.parametrize(("chips", "raise_to"), [(9, 20), (10, 30), (15, 35)])
def test_betting_half_all_in_counts(game: str, house: str, chips: int, raise_to: int) -> None:
    """An opening all-in of half a bet is a bet that can be raised by a full one; of less, it is completed."""
    hand = all_in_for(game, 1, chips, house=house)
    hand.act("check")
    hand.act("all-in")
    assert may(hand) == (("fold", "call", "raise"), raise_to, raise_to)
    hand.act("raise", raise_to)
    assert hand.finish().ended == "showdown"


@SIX_GAMES
def test_betting_half_all_in_counts_for_who_has_acted(game: str) -> None:
    """A bet of 20, all-in for 30: the bettor may raise again, to 50."""
    hand = all_in_for(game, 1, 30)
    hand.act("bet", 20)
    hand.act("all-in")
    hand.act("call")
    assert may(hand) == (("fold", "call", "raise"), 50, 50)


# ---- all-ins in big-bet games --------------------


@SIX_GAMES
@pytest.mark.parametrize("structure", ["no-limit", "pot-limit"])
@HOUSES
def test_betting_bigbet_reopening(game: str, structure: str, house: str) -> None:
    """Bet 20, raised all-in to 39: not by a full 20. Whoever has acted calls or folds; a full raise opens it again."""
    hand = all_in_for(game, 2, 39, players=4, structure=structure, house=house)
    hand.act("bet", 20)
    hand.act("call")
    hand.act("all-in")
    assert (offered(hand).options, offered(hand).min_to) == (("fold", "call", "raise"), 59)
    hand.act("call")
    assert (may(hand), offered(hand).to_call) == ((("fold", "call"), None, None), 19)
    assert refused(hand, "raise", 59) == "betting.bigbet-reopening"
    assert hand.finish().ended == "showdown"
    full = all_in_for(game, 2, 40, players=4, structure=structure, house=house)
    full.act("bet", 20)
    full.act("call")
    full.act("all-in")
    full.act("call")
    assert (offered(full).options, offered(full).min_to) == (("fold", "call", "raise"), 60)
