"""A step of a repair brings a card to a seat face down, and it is laid there face up: it is exposed as any other."""

import pytest

from burncard.rules.cards import Zone
from tests.harness.scripted import ScriptedHand, told
from tests.harness.tables import DRAW_WITHOUT_OPENERS, FAMILIES, FLOP, HOUSES, LAST_CARD_DOWN, ROBERTS


def _with_exposed(game: str, house: str) -> ScriptedHand:
    """Seat 1's extra card is to replace seat 3's exposed ace."""
    hand = ScriptedHand(game, house=house, top="2c 7d As")
    hand.deal(2)
    hand.top("seat:3", "up")
    hand.until("remedy")
    [ruling] = hand.top("seat:1")
    assert ruling.rule == "extra.with-exposed"
    return hand


@FLOP
@ROBERTS
def test_misdeal_two_exposed_where_the_second_is_the_extra_card_that_replaces(game: str, house: str) -> None:
    hand = _with_exposed(game, house)
    extra = hand.lying("seat:1")[-1]
    [ruling] = hand.move(extra, "seat:3", "up")
    assert (ruling.rule, ruling.decision, ruling.cards) == ("misdeal.two-exposed", "misdeal", ("As", extra.card))
    assert hand.finish().ended == "misdeal"


@FLOP
def test_in_the_general_house_that_card_is_replaced_too(game: str) -> None:
    hand = _with_exposed(game, "general")
    extra = hand.lying("seat:1")[-1]
    given = hand.move(extra, "seat:3", "up")
    assert told(given) == (
        f"expose.holdem-later-hole: replace stop seats=3 cards={extra.card} "
        f"steps=deal seat:3 down, move {extra.card} seat:3>muck"
    )
    assert hand.finish().ended == "showdown"
    assert [physical.card for physical in hand.lying("burn")][:1] == ["As"]


@DRAW_WITHOUT_OPENERS
@HOUSES
@pytest.mark.parametrize("wrong", ["seat:2", "burn"])
def test_expose_on_the_draw_where_the_card_came_from_a_wrong_place(game: str, house: str, wrong: str) -> None:
    hand = ScriptedHand(game, house=house, draws={1: 2})
    hand.until("card", street="draw", zone="seat:1")
    hand.top(wrong)
    card = hand.lying(wrong)[-1]
    given = hand.move(card, "seat:1", "up")
    assert told(given) == (
        f"expose.on-the-draw: replace stop seats=1 cards={card.card} steps=move {card.card} seat:1>muck, "
        "deal seat:1 down"
    )
    assert hand.finish().ended == "showdown"


@LAST_CARD_DOWN
@HOUSES
def test_expose_stud_last_up_where_the_card_came_from_a_wrong_place(game: str, house: str) -> None:
    hand = ScriptedHand(game, house=house)
    hand.until("card", street="seventh", zone="seat:1")
    hand.top("seat:3")
    card = hand.lying("seat:3")[-1]
    [ruling] = hand.move(card, "seat:1", "up")
    assert (ruling.rule, ruling.decision, ruling.cards) == ("expose.stud-last-up-multiway", "keep", (card.card,))
    assert hand.finish().ended == "showdown"


@FAMILIES
@HOUSES
def test_a_card_put_back_face_up_is_ruled_on_as_one_turned_over_at_its_seat(game: str, house: str) -> None:
    rulings = []
    for way in (("burn", "seat:2"), ("seat:2",)):
        hand = ScriptedHand(game, house=house, players=4)
        hand.until("action")
        card = next(card for card in hand.lying("seat:2") if hand.dealer.felt[card.uid].face == "down")
        for zone in way[:-1]:
            hand.move(card, zone)
        [ruling] = hand.move(card, way[-1], "up")
        rulings.append((ruling.rule, ruling.decision, ruling.seats, ruling.cards))
        hand.finish()
    assert rulings[0] == rulings[1]


@FAMILIES
@HOUSES
def test_a_card_that_its_player_dropped_plays_face_up_too(game: str, house: str) -> None:
    hand = ScriptedHand(game, house=house, players=4)
    hand.until("action")
    card = next(card for card in hand.lying("seat:2") if hand.dealer.felt[card.uid].face == "down")
    hand.move(card, "off")
    given = hand.move(card, "seat:2", "up")
    assert told(given) == f"expose.player-flash: keep note seats=2 cards={card.card} steps="
    assert hand.finish().ended == "showdown"


@FLOP
@HOUSES
def test_a_card_that_the_table_knows_already_is_exposed_no_second_time(game: str, house: str) -> None:
    hand = ScriptedHand(game, house=house, players=4)
    hand.until("action")
    card = hand.lying("seat:2")[0]
    hand.move(card, "burn", "up")
    assert hand.move(card, "seat:2", "down") == []
    hand.move(card, "burn", "down")
    assert hand.move(card, "seat:2", "up") == []
    assert hand.dealer.felt[card.uid].zone == Zone("seat:2")
    assert hand.finish().ended == "showdown"
