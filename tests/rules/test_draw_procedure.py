"""Draw rules by name: how many cards are drawn and when, what may be bet, and for which pot."""

from typing import Any

import msgspec
import pytest

from burncard.rules.cards import Chips, Seat, Zone
from burncard.rules.facts import Action
from burncard.rules.outcomes import AwaitAction, AwaitCard, AwaitDiscard, AwaitDraw
from burncard.simulator.dealer import fact_of
from tests.harness.at_draws import JACKS_FIRST, at_the_draw, refused, says
from tests.harness.scripted import ScriptedHand, told
from tests.harness.tables import DRAW, HOUSES, ROBERTS


def dealt_in_the_draw(game: str, **fields: Any) -> str:
    """The zones that the draw deals to, in order: `b` a burn, a number a seat."""
    hand = at_the_draw(game, **fields)
    zones = ""
    while not isinstance(hand.next, AwaitAction):
        if isinstance(hand.next, AwaitCard):
            zones += "b" if hand.next.zone == "burn" else hand.next.zone.removeprefix("seat:")
        assert hand.step() == []
    assert hand.finish().ended == "showdown"
    assert all(len(hand.lying(f"seat:{seat}")) == 5 for seat in hand.hand.seats)
    return zones


# ---- how many, and when --------------------


@DRAW
@HOUSES
def test_draw_four_consecutive(game: str, house: str) -> None:
    assert dealt_in_the_draw(game, house=house, draws={1: 4, 3: 4}) == "b11113333"
    hand = at_the_draw(game, house=house)
    assert isinstance(hand.next, AwaitDraw)
    assert hand.next.max_discards == (4 if house == "general" else 5)
    says(hand, 1, 2)
    over = [ruling.rule for count in (5, 6) for ruling in says(hand, 1, count)]
    assert over == (["draw.003-draw-limit"] * 2 if house == "general" else ["draw.five-cards"])


@DRAW
@ROBERTS
@pytest.mark.parametrize(
    ("draws", "dealt"),
    [({1: 5, 2: 1, 3: 2}, "b11112331"), ({1: 5, 3: 1}, "b111131"), ({1: 5, 2: 5, 3: 1}, "b11112222312")],
)
def test_draw_five_cards(game: str, house: str, draws: dict[int, int], dealt: str) -> None:
    """Four at once, and the fifth when everybody else has drawn; of two such seats the first has its fifth first."""
    assert dealt_in_the_draw(game, house=house, draws=draws) == dealt


@DRAW
@ROBERTS
@pytest.mark.parametrize(
    ("draws", "dealt"),
    [
        ({3: 5}, "b3333b3"),
        ({1: 2, 3: 5}, "b113333b3"),
        ({1: 5, 3: 5}, "b11113333b31"),
        ({1: 5}, "b1111b1"),
        ({1: 1, 2: 5}, "b12222b2"),
        ({1: 5, 2: 5}, "b1111222212"),
    ],
)
def test_draw_five_cards_last(game: str, house: str, draws: dict[int, int], dealt: str) -> None:
    """Nobody gets five cards off the pack in a row: before the last drawer's fifth a card is burned."""
    assert dealt_in_the_draw(game, house=house, draws=draws) == dealt


@DRAW
@HOUSES
def test_draw_change_until_dealt(game: str, house: str) -> None:
    """The number may change when it is said, and when the discards are in the muck, but not once a card is burned."""
    hand = at_the_draw(game, house=house)
    assert says(hand, 1, 1) == says(hand, 1, 2) == []
    assert hand.next == AwaitDiscard(seat=Seat(1), count=2)
    hand.step()
    hand.step()
    assert isinstance(hand.next, AwaitCard)
    assert refused(hand, Action(seat=Seat(1), action="draw", discards=1)) == "table.discarded"
    assert says(hand, 1, 3) == []
    assert hand.next == AwaitDiscard(seat=Seat(1), count=1)
    hand.step()
    hand.deal()
    assert refused(hand, Action(seat=Seat(1), action="draw", discards=4)) == "draw.change-until-dealt"
    hand.deal(3)
    assert hand.next == AwaitDraw(seat=Seat(2), max_discards=4 if house == "general" else 5)
    assert hand.finish().ended == "showdown"
    assert (len(hand.lying("burn")), len(hand.lying("seat:1"))) == (1, 5)


@DRAW
@HOUSES
def test_burn_draw_is_due_only_if_somebody_draws(game: str, house: str) -> None:
    """The only player who draws throws its hand forward before the burn."""
    hand = at_the_draw(game, house=house, draws={1: 2})
    hand.until("card", zone="burn")
    assert [ruling.rule for ruling in hand.press("fold-forward", seat=1)] == ["dead.forward-motion"]
    assert hand.finish().ended == "showdown"
    assert hand.lying("burn") == []


@DRAW
@HOUSES
def test_burn_draw_before_anybody_has_named_a_number(game: str, house: str) -> None:
    """The burn may come as soon as the betting is over; it fixes no number but those named before it, and is the only
    one."""
    hand = at_the_draw(game, house=house, draws={3: 2})
    assert hand.top("burn") == []
    assert isinstance(hand.next, AwaitDraw)
    assert says(hand, 1, 1) == says(hand, 1, 2) == []
    assert told(hand.top("burn")) == "burn.draw: correct stop seats= cards= steps=return ??"
    hand.until("card")
    assert isinstance(hand.next, AwaitCard)
    assert hand.next.zone == "seat:1"
    assert hand.finish().ended == "showdown"
    assert len(hand.lying("burn")) == 1
    named = at_the_draw(game, house=house)
    says(named, 1, 2)
    assert named.top("burn") == []
    assert refused(named, Action(seat=Seat(1), action="draw", discards=1)) == "draw.change-until-dealt"
    assert named.next == AwaitDiscard(seat=Seat(1), count=2)
    assert named.finish().ended == "showdown"


@DRAW
@HOUSES
def test_draw_change_until_acted(game: str, house: str) -> None:
    """Once another player has said a number, before or behind it in turn, the number stays."""
    hand = at_the_draw(game, house=house)
    says(hand, 1, 2)
    assert says(hand, 2, 1) == []
    assert refused(hand, Action(seat=Seat(1), action="draw", discards=3)) == "draw.change-until-acted"
    assert says(hand, 2, 2) == []
    assert hand.finish().ended == "showdown"
    early = at_the_draw(game, house=house)
    says(early, 2, 2)
    says(early, 1, 1)
    assert refused(early, Action(seat=Seat(2), action="draw", discards=3)) == "draw.change-until-acted"
    assert early.finish().ended == "showdown"


@DRAW
@HOUSES
@pytest.mark.parametrize(("discards", "dealt"), [(0, 1), (2, 3)])
def test_draw_short_after_action(game: str, house: str, discards: int, dealt: int) -> None:
    """The button never got its fifth card, and the floor had play go on: the draw makes up its hand."""
    hand = ScriptedHand(game, house=house, joker=False, top=JACKS_FIRST if game == "jacks" else "", draws={3: discards})
    hand.deal(14)
    low = game.startswith("low")
    first = Action(seat=Seat(3), action="call") if low else Action(seat=Seat(1), action="open", amount=Chips(10))
    [ruling] = hand.give(first)
    hand.press("override", ruling=ruling.id, decision="stands", by="floor")
    hand.until("draw", seat=3)
    assert isinstance(hand.next, AwaitDraw)
    assert (hand.next.max_discards, len(hand.lying("seat:3"))) == (4, 4)
    hand.step()
    for _ in range(discards):
        hand.step()
    due = 0
    while isinstance(hand.next, AwaitCard):
        due += hand.next.zone == "seat:3"
        hand.deal()
    assert due == dealt
    assert hand.finish().ended == "showdown"
    assert len(hand.lying("seat:3")) == 5


@DRAW
@HOUSES
def test_deal_draw_replacements_by_the_discards_alone(game: str, house: str) -> None:
    """Cards thrown in turn before a word are discards, up to what the house lets a player draw; then the number is
    said, with or without a figure."""
    most = 4 if house == "general" else 5
    hand = at_the_draw(game, house=house)
    for thrown in (1, 2):
        assert hand.move(hand.lying("seat:1")[0], "muck") == []
        assert hand.next == AwaitDraw(seat=Seat(1), max_discards=most)
        assert len(hand.lying("muck")) == thrown
    assert refused(hand, Action(seat=Seat(1), action="check")) == "table.cards-due"
    assert hand.give(Action(seat=Seat(1), action="draw")) == []
    assert isinstance(hand.next, AwaitCard)
    assert hand.finish().ended == "showdown"
    assert len(hand.lying("seat:1")) == 5


@DRAW
@HOUSES
@pytest.mark.parametrize("sweep", [None, 1])
def test_deal_draw_replacements_without_a_word(game: str, house: str, sweep: int | None) -> None:
    """Seat 1 throws two cards, a card is burned and it is dealt two, in one reader cycle or in several."""
    hand = at_the_draw(game, house=house)
    thrown = [hand.dealer.put(physical, Zone("muck"), "down") for physical in hand.lying("seat:1")[:2]]
    dealt = [hand.dealer.put(hand.dealer.stub.take(), Zone(zone), "down") for zone in ("burn", "seat:1", "seat:1")]
    for put in (*thrown, *dealt):
        assert hand.give(msgspec.structs.replace(fact_of(put, tags=False), sweep=sweep)) == []
    assert says(hand, 2, 1) == []
    assert hand.next == AwaitDiscard(seat=Seat(2), count=1)
    assert hand.finish().ended == "showdown"
    assert (len(hand.lying("seat:1")), len(hand.lying("burn"))) == (5, 1)
