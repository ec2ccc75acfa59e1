"""Faults of the pack, in every family and house: the ruling, the cards that come back, and the redeal."""

import pytest

from burncard.rules.cards import UNREAD, Card, Zone
from burncard.rules.facts import CardSeen
from burncard.rules.outcomes import Ruling
from burncard.simulator.pack import PhysicalCard
from tests.harness.scripted import ScriptedHand, told
from tests.harness.tables import FAMILIES, HOUSES


def blue(hand: ScriptedHand, card: str) -> PhysicalCard:
    """A card of the deck with the other back."""
    return next(physical for physical in hand.dealer.other_pack if physical.card == Card(card))


@FAMILIES
@HOUSES
def test_deck_duplicate(game: str, house: str) -> None:
    hand = ScriptedHand(game, house=house, top="2c 7d")
    hand.deal(2)
    given = hand.stranger("seat:3", PhysicalCard("E0040200000000FF", Card("2c"), "red"), "down")
    assert told(given) == "deck.duplicate: void stop seats=1,3 cards= steps=refund, return 3"
    assert hand.finish().ended == "void"


def test_a_duplicate_of_a_card_that_lies_open_is_named() -> None:
    hand = ScriptedHand("holdem", top="2c 7d 9h Jd Qs Kh 3c 8c 9c Tc", tags=True)
    while not hand.lying("board"):
        hand.deal()
    given = hand.stranger("board", PhysicalCard("E0040200000000FF", Card("8c"), "red"), "up")
    assert told(given) == "deck.duplicate: void stop seats= cards=8c steps=refund, return 9"
    hand.finish()


@FAMILIES
@HOUSES
def test_deck_foreign_back_in_play(game: str, house: str) -> None:
    hand = ScriptedHand(game, house=house)
    hand.deal(1)
    given = hand.stranger("seat:2", blue(hand, "5h"), "down")
    assert told(given) == "deck.foreign-back-in-play: void stop seats=2 cards= steps=refund, return 2"
    assert hand.finish().ended == "void"


@FAMILIES
@HOUSES
def test_deck_foreign_back_in_stub(game: str, house: str) -> None:
    hand = ScriptedHand(game, house=house)
    hand.deal(1)
    given = hand.stranger("stub", blue(hand, "5h"), "down")
    hand.dealer.stub.take()
    assert told(given) == "deck.foreign-back-in-stub: stands note seats= cards= steps="
    assert hand.finish().ended == "showdown"


@FAMILIES
@HOUSES
def test_deck_foreign_back_reaches_top(game: str, house: str) -> None:
    hand = ScriptedHand(game, house=house)
    hand.deal(1)
    hand.stranger("stub", blue(hand, "5h"), "down")
    given = hand.step()
    assert told(given) == (
        "deck.foreign-back-reaches-top: remove stop seats=2 cards= steps=move ?? seat:2>muck, deal seat:2 down"
    )
    assert hand.finish().ended == "showdown"


@FAMILIES
@pytest.mark.parametrize("read", [False, True])
def test_deck_foreign_back_in_stub_is_reported_once(game: str, read: bool) -> None:
    """On the pack its face need not have been read: the one card with another back that is dealt then is that card."""
    hand = ScriptedHand(game)
    hand.deal(1)
    other = blue(hand, "5h")
    on_the_pack = CardSeen(card=other.card if read else UNREAD, zone=Zone("stub"), back="blue")
    assert [ruling.rule for ruling in hand.give(on_the_pack)] == ["deck.foreign-back-in-stub"]
    assert hand.give(on_the_pack) == []
    assert [ruling.rule for ruling in hand.stranger("seat:2", other, "down")] == ["deck.foreign-back-reaches-top"]
    hand.until("card", zone="seat:3")
    another = hand.stranger("seat:3", blue(hand, "9c"), "down")
    assert [ruling.rule for ruling in another] == ["deck.foreign-back-in-play"]


@FAMILIES
def test_deck_foreign_back_in_play_where_the_hand_does_not_say_which_back_it_has(game: str) -> None:
    """The first card that shows its back says it."""
    hand = ScriptedHand(game, back=None)
    hand.deal(1)
    for seat, card, back in ((2, "5h", "red"), (3, "9c", "blue")):
        given = hand.table.apply(CardSeen(card=Card(card), zone=Zone(f"seat:{seat}"), back=back))
        rules = [outcome.rule for outcome in given if isinstance(outcome, Ruling)]
        assert rules == ([] if back == "red" else ["deck.foreign-back-in-play"])
