"""Hands that die by what happens to their cards, and cards that go back to where they lay."""

import pytest

from rules.cards import Seat
from simulator.scripted import ScriptedHand, told

FAMILIES = pytest.mark.parametrize("game", ["holdem", "stud7", "lowball-27"])
FLOP = pytest.mark.parametrize("game", ["holdem", "omaha", "omaha8"])
HOUSES = pytest.mark.parametrize("house", ["roberts", "roberts-early", "general"])


def others(hand: ScriptedHand) -> int:
    """A live seat that is not on turn."""
    return next(seat for seat in (1, 2, 3) if seat != getattr(hand.next, "seat", None))


def played_to_first_action(game: str, house: str) -> ScriptedHand:
    hand = ScriptedHand(game, house=house)
    hand.until("action")
    return hand


@FAMILIES
@HOUSES
def test_dead_mucked(game: str, house: str) -> None:
    hand = played_to_first_action(game, house)
    seat = others(hand)
    given = hand.move(hand.lying(f"seat:{seat}")[0], "muck")
    assert told(given) == f"dead.mucked: floor stop seats={seat} cards= steps="
    hand.press("override", ruling=given[0].id, decision="dead-hand", by="floor")
    assert Seat(seat) not in (hand.table.hand.betting.live if hand.table.hand else ())
    assert hand.finish().ended == "showdown"


@FAMILIES
@HOUSES
def test_dead_into_other_hand(game: str, house: str) -> None:
    hand = played_to_first_action(game, house)
    seat = others(hand)
    other = next(s for s in (1, 2, 3) if s != seat)
    [ruling] = hand.move(hand.lying(f"seat:{seat}")[0], f"seat:{other}")
    assert (ruling.rule, ruling.decision, ruling.seats) == ("dead.into-other-hand", "dead-hand", (seat,))
    assert hand.finish("stud.folded-keeps-cards").ended == "showdown"


@FLOP
def test_dead_touches_board(game: str) -> None:
    hand = ScriptedHand(game, house="general")
    hand.until("card", street="flop", zone="board")
    hand.until("action")
    seat = others(hand)
    [ruling] = hand.move(hand.lying(f"seat:{seat}")[0], "board", "down")
    assert (ruling.rule, ruling.decision, ruling.seats) == ("dead.touches-board", "dead-hand", (seat,))
    assert hand.finish().ended == "showdown"
    assert len(hand.lying("board")) == 5


@FAMILIES
@HOUSES
def test_deal_gate_on_betting(game: str, house: str) -> None:
    """A burn that slips back onto the pack (in draw games: a hole card) returns to its place."""
    hand = played_to_first_action(game, house)
    zone = f"seat:{others(hand)}"
    if game != "lowball-27":
        while not hand.lying("burn"):
            hand.deal()
        hand.until("action")
        zone = "burn"
    given = hand.move(hand.lying(zone)[0], "aside")
    seats = "" if zone == "burn" else zone[5:]
    assert told(given) == f"deal.gate-on-betting: correct stop seats={seats} cards= steps=move ?? aside>{zone}"
    assert hand.finish().ended == "showdown"


@pytest.mark.parametrize("game", ["holdem", "omaha8"])
@HOUSES
def test_dead_wrong_count(game: str, house: str) -> None:
    """A card too many once two players have acted: too late for a misdeal, so the hand dies."""
    hand = ScriptedHand(game, house=house, players=4)
    hand.until("action")
    hand.step()
    hand.step()
    [ruling] = hand.top("seat:2")
    assert (ruling.rule, ruling.decision, ruling.seats) == ("dead.wrong-count", "dead-hand", (2,))
    assert hand.finish().ended == "showdown"


@pytest.mark.parametrize("game", ["stud5", "stud7"])
@HOUSES
def test_dead_wrong_count_at_a_stud_showdown(game: str, house: str) -> None:
    """A stud hand that lacks a card at the showdown, because one was mucked and the floor let it live, is dead."""
    hand = ScriptedHand(game, house=house)
    hand.until("action")
    [ruling] = hand.move(hand.lying("seat:2")[0], "muck")
    hand.press("override", ruling=ruling.id, decision="stands", by="floor")
    while hand.result is None and hand.rulings[-1].rule != "dead.wrong-count":
        hand.step()
    assert (hand.rulings[-1].decision, hand.rulings[-1].seats) == ("dead-hand", (2,))
    assert hand.finish().ended == "showdown"
