"""Jokers: one that the game uses, one that it does not, and one as the cut card."""

import pytest

from burncard.rules.cards import Card, Zone
from burncard.rules.facts import CardSeen
from tests.harness.scripted import ScriptedHand, told
from tests.harness.tables import FAMILIES, HOUSES, STRAY_JOKER


@FAMILIES
@HOUSES
def test_joker_scrap(game: str, house: str) -> None:
    hand = ScriptedHand(game, house=house)
    hand.deal(1)
    given = hand.stranger("seat:2", STRAY_JOKER)
    assert told(given) == "joker.scrap: remove stop seats=2 cards=Jo steps=move Jo seat:2>muck, deal seat:2 down"
    assert hand.finish().ended == "showdown"


@FAMILIES
def test_joker_scrap_that_goes_straight_to_the_muck(game: str) -> None:
    hand = ScriptedHand(game)
    hand.deal(1)
    assert told(hand.stranger("muck", STRAY_JOKER, "up")) == "joker.scrap: remove stop seats= cards=Jo steps="
    hand.deal(1)
    assert hand.finish().ended == "showdown"


def test_a_stray_joker_was_one_card_more_than_the_pack_has() -> None:
    """Seven players and a joker: the last street has as many cards as without it."""
    hand = ScriptedHand("stud7", players=7)
    hand.stranger("seat:1", STRAY_JOKER)
    hand.until("card")
    hand.until("action")
    assert hand.table.hand is not None
    assert hand.table.hand.stub_count == 52 - 21


def test_a_joker_belongs_in_ace_to_five_lowball() -> None:
    hand = ScriptedHand("lowball-a5", top="2c Jo")
    hand.deal(2)
    assert hand.finish().ended == "showdown"
    assert hand.rulings == []


@FAMILIES
@HOUSES
def test_boxed_joker_replace_deferred(game: str, house: str) -> None:
    hand = ScriptedHand(game, house=house)
    hand.deal(1)
    hand.stranger("seat:2", STRAY_JOKER)
    hand.step()
    given = hand.top("seat:3")
    assert told(given) == "boxed.joker-replace-deferred: replace stop seats=2 cards= steps=deal seat:2 down"
    hand.until("remedy")
    assert len(hand.lying("seat:1")) == len(hand.lying("seat:3")) == len(hand.lying("seat:2")) + 1
    assert hand.finish().ended == "showdown"


def test_boxed_joker_same_path_where_ace_to_five_is_played_without_one() -> None:
    hand = ScriptedHand("lowball-a5", joker=False)
    hand.deal(1)
    given = hand.stranger("seat:2", STRAY_JOKER)
    assert told(given) == (
        "boxed.joker-same-path: remove stop seats=2 cards=Jo steps=move Jo seat:2>muck, deal seat:2 down"
    )
    assert hand.finish().ended == "showdown"


@FAMILIES
@HOUSES
def test_joker_cut_card(game: str, house: str) -> None:
    """A joker under the pack is no card of it; dealt, it is scrap."""
    hand = ScriptedHand(game, house=house)
    hand.until("action")
    [advice] = hand.press("floor-called", cause="joker.cut-card")
    assert (advice.rule, advice.decision, advice.severity) == ("joker.cut-card", "stands", "note")
    hand.until("card") if game != "lowball-27" else hand.until("draw")
    assert hand.finish().ended == "showdown"
    dealt = ScriptedHand(game, house=house)
    assert [ruling.rule for ruling in dealt.stranger("seat:1", STRAY_JOKER)] == ["joker.scrap"]


@FAMILIES
@HOUSES
def test_joker_cut_card_seen_with_the_pack(game: str, house: str) -> None:
    """It is told once, and scrap when it is dealt all the same; one that lies face up in the pack is no cut card."""
    hand = ScriptedHand(game, house=house)
    on_the_pack = CardSeen(card=Card("Jo"), zone=Zone("stub"))
    assert told(hand.give(on_the_pack)) == "joker.cut-card: stands note seats= cards=Jo steps="
    assert hand.give(on_the_pack) == []
    assert [ruling.rule for ruling in hand.stranger("seat:1", STRAY_JOKER)] == ["joker.scrap"]
    assert hand.finish().ended == "showdown"
    boxed = ScriptedHand(game, house=house).give(CardSeen(card=Card("Jo"), zone=Zone("stub"), boxed=True))
    assert [ruling.rule for ruling in boxed] == ["joker.scrap"]


@pytest.mark.parametrize("game", ["draw-high", "jacks"])
def test_joker_wild_added(game: str) -> None:
    """A joker that the table plays with is one of the pack's cards: it is dealt, and wins as an ace."""
    hand = ScriptedHand(game, house="general", joker=True, top="Jo Kc 2h Ac Kd 4h 9d Qs 6h 8c 7s 3h 4d 5c Js")
    hand.until("action")
    hand.act("open", 10)
    result = hand.finish()
    assert hand.rulings == []
    assert result.pots[0].awards == {1: result.pots[0].amount}
    assert [ruling.rule for ruling in ScriptedHand(game).press("floor-called", cause="joker.wild-added")] == [
        "table.unknown-rule"
    ]
