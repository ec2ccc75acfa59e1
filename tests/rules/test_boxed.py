"""Boxed cards and stray jokers are scraps of paper, in every game and house."""

import msgspec
import pytest

from burncard.rules.cards import Card, Seat, Zone
from burncard.rules.facts import CardSeen
from burncard.rules.outcomes import AwaitRemedy
from burncard.simulator.dealer import fact_of
from tests.harness.scripted import ScriptedHand, told
from tests.harness.tables import FAMILIES, HOUSES, STRAY_JOKER


@FAMILIES
@HOUSES
def test_boxed_scrap_of_paper(game: str, house: str) -> None:
    hand = ScriptedHand(game, house=house, top="2c 7d")
    hand.deal(1)
    given = hand.top("seat:2", "up", boxed=True)
    assert told(given) == (
        "boxed.scrap-of-paper: remove stop seats=2 cards=7d steps=move 7d seat:2>muck, deal seat:2 down"
    )
    assert hand.finish().ended == "showdown"


@pytest.mark.parametrize("zone", ["burn", "board"])
def test_boxed_scrap_of_paper_on_the_flop(zone: str) -> None:
    hand = ScriptedHand("holdem")
    hand.until("card", zone=zone)
    [ruling] = hand.top(zone, "up", boxed=True)
    assert ruling.rule == "boxed.scrap-of-paper"
    assert hand.finish().ended == "showdown"


@FAMILIES
@HOUSES
def test_misdeal_two_boxed(game: str, house: str) -> None:
    hand = ScriptedHand(game, house=house, top="2c 7d 9h Jd")
    hand.top("seat:1", "up", boxed=True)
    hand.step()
    hand.deal(1)
    given = hand.top("seat:2", "up", boxed=True)
    assert told(given) == "misdeal.two-boxed: misdeal stop seats= cards=9h steps=shuffle, cut, return 3"
    assert hand.finish().ended == "misdeal"


@FAMILIES
@HOUSES
def test_boxed_replace_next(game: str, house: str) -> None:
    hand = ScriptedHand(game, house=house, top="2c 7d")
    hand.deal(1)
    given = hand.top("muck", "up", boxed=True)
    assert told(given) == "boxed.replace-next: remove stop seats= cards=7d steps="
    assert hand.finish().ended == "showdown"


@FAMILIES
def test_boxed_replace_next_seen_on_the_pack_first(game: str) -> None:
    """The shoe tells of it, it goes to the muck as it was told to, and counts as one boxed card throughout."""
    hand = ScriptedHand(game, top="2c 7d")
    hand.deal(1)
    boxed = hand.dealer.stub.take()
    on_the_pack = CardSeen(card=boxed.card, zone=Zone("stub"), boxed=True)
    assert told(hand.give(on_the_pack)) == "boxed.replace-next: remove stop seats= cards=7d steps="
    assert hand.give(on_the_pack) == []
    assert hand.do(hand.dealer.put(boxed, Zone("muck"), "up", boxed=True)) == []
    assert hand.finish().ended == "showdown"


@FAMILIES
@HOUSES
def test_boxed_replace_deferred(game: str, house: str) -> None:
    hand = ScriptedHand(game, house=house, top="2c 7d")
    hand.top("seat:1", "up", boxed=True)
    hand.step()
    given = hand.top("seat:2")
    assert told(given) == "boxed.replace-deferred: replace stop seats=1 cards= steps=deal seat:1 down"
    hand.until("remedy")
    assert len(hand.lying("seat:3")) == 1
    assert hand.finish().ended == "showdown"


@FAMILIES
@HOUSES
def test_boxed_replace_deferred_when_it_is_found_late(game: str, house: str) -> None:
    """Seat 1's first card turns out to have been boxed when seat 2 has its own, and when nobody else has a card yet."""
    hand = ScriptedHand(game, house=house, top="2c 7d 9h")
    hand.deal(2)
    found = CardSeen(card=Card("2c"), zone=Zone("seat:1"), boxed=True)
    assert told(hand.give(found)) == (
        "boxed.replace-deferred: replace stop seats=1 cards=2c steps=deal seat:1 down, move 2c seat:1>muck"
    )
    hand.until("remedy")
    assert [len(hand.lying(f"seat:{seat}")) for seat in (1, 2, 3)] == [1, 1, 1]
    assert hand.finish().ended == "showdown"
    at_once = ScriptedHand(game, house=house, top="2c 7d 9h")
    at_once.deal(1)
    assert told(at_once.give(found)) == (
        "boxed.scrap-of-paper: remove stop seats=1 cards=2c steps=move 2c seat:1>muck, deal seat:1 down"
    )
    assert at_once.finish().ended == "showdown"


@FAMILIES
@HOUSES
@pytest.mark.parametrize("early", [False, True])
def test_boxed_replace_deferred_while_the_boxed_card_still_lies_there(game: str, house: str, early: bool) -> None:
    """The card below it has gone on: the boxed one is mucked at the end, or whenever the dealer gets to it."""
    hand = ScriptedHand(game, house=house, top="2c 7d 9h")
    hand.top("seat:1", "up", boxed=True)
    assert told(hand.top("seat:2")) == (
        "boxed.replace-deferred: replace stop seats=1 cards= steps=deal seat:1 down, move 2c seat:1>muck"
    )
    if early:
        assert hand.move(hand.lying("seat:1")[0], "muck", "up") == []
    hand.until("remedy")
    assert len(hand.lying("seat:3")) == 1
    assert hand.finish().ended == "showdown"


def test_boxed_replace_deferred_where_the_upcard_that_went_on_lies_face_down() -> None:
    hand = ScriptedHand("stud7")
    hand.deal(6)
    hand.top("seat:1", "up", boxed=True)
    [ruling] = hand.top("seat:2", "down")
    assert (ruling.rule, [step.do for step in ruling.steps]) == ("boxed.replace-deferred", ["move", "deal", "move"])
    hand.until("action")
    assert [sum(put.face == "up" for put in hand.dealer.seat_cards(Seat(seat))) for seat in (1, 2, 3)] == [1, 1, 1]
    assert hand.finish().ended == "showdown"


@FAMILIES
@HOUSES
def test_boxed_replace_next_before_the_boxed_card_is_mucked(game: str, house: str) -> None:
    hand = ScriptedHand(game, house=house, top="2c 7d 9h")
    hand.deal(1)
    hand.top("seat:2", "up", boxed=True)
    assert hand.top("seat:2") == []
    hand.until("card", zone="seat:3")
    assert len(hand.lying("muck")) == 1
    assert hand.finish().ended == "showdown"


@pytest.mark.parametrize("zone", ["burn", "board"])
def test_boxed_replace_next_on_the_flop_before_the_boxed_card_is_mucked(zone: str) -> None:
    hand = ScriptedHand("holdem")
    hand.until("card", zone=zone)
    hand.top(zone, "up", boxed=True)
    assert hand.top(zone, "up" if zone == "board" else "down") == []
    assert hand.finish().ended == "showdown"


def late(hand: ScriptedHand, zone: str, place: int = -1) -> list[str]:
    """A card that lies there turns out to have been boxed; the steps of what is ruled."""
    boxed = CardSeen(card=hand.lying(zone)[place].card, zone=Zone(zone), boxed=True)
    return [step.do for ruling in hand.give(boxed) for step in ruling.steps]


def test_a_card_that_a_repair_takes_away_already_is_not_replaced_again_for_being_boxed() -> None:
    hand = ScriptedHand("holdem", top="2c 7d As")
    hand.deal(2)
    hand.top("seat:3", "up")
    assert late(hand, "seat:3") == []
    joker = ScriptedHand("holdem")
    joker.stranger("seat:1", STRAY_JOKER)
    assert late(joker, "seat:1") == []
    for each in (hand, joker):
        each.until("action")
        assert {len(each.lying(f"seat:{seat}")) for seat in (1, 2, 3)} == {2}
        assert each.finish().ended == "showdown"


def test_a_boxed_card_of_a_hand_that_dies_meanwhile_goes_to_the_muck_once() -> None:
    hand = ScriptedHand("stud7", top="2c 7d 9h Jd")
    hand.top("seat:1", "up")
    hand.deal(3)
    hand.top("seat:1", "up", boxed=True)
    [ruling] = hand.press("card-flashed", seat=1, card="Jd", by="dealer")
    assert ruling.rule == "expose.stud-both-hole-up"
    hand.until("card", zone="seat:2")
    assert len(hand.lying("muck")) == 3
    assert hand.finish().ended == "showdown"


@pytest.mark.parametrize("flashed", [False, True])
def test_a_boxed_card_that_was_to_be_the_upcard_is_replaced_by_an_upcard(flashed: bool) -> None:
    hand = ScriptedHand("stud7", top="2c")
    hand.top("seat:1", "down" if flashed else "up")
    if flashed:
        hand.press("card-flashed", seat=1, card="2c", by="dealer")
    assert late(hand, "seat:1") == ["move", "deal"]
    hand.until("action")
    assert [sum(put.face == "up" for put in hand.dealer.seat_cards(Seat(seat))) for seat in (1, 2, 3)] == [1, 1, 1]
    assert hand.finish().ended == "showdown"


def test_a_card_kept_for_its_rank_is_replaced_face_down_when_it_was_boxed() -> None:
    hand = ScriptedHand("lowball-27", top="2c 7d 3s")
    hand.deal(2)
    hand.top("seat:3", "up")
    hand.deal(1)
    assert late(hand, "seat:3", 0) == ["deal", "move"]
    hand.until("remedy")
    assert isinstance(hand.next, AwaitRemedy)
    assert hand.next.step.face == "down"
    assert hand.finish().ended == "showdown"


@FAMILIES
def test_boxed_scrap_of_paper_where_a_joker_still_waits_to_be_mucked(game: str) -> None:
    """Two scraps for one card: the seat gets one card for them, not two."""
    hand = ScriptedHand(game)
    hand.deal(1)
    hand.stranger("seat:2", STRAY_JOKER)
    assert [ruling.rule for ruling in hand.top("seat:2", "up", boxed=True)] == ["boxed.scrap-of-paper"]
    hand.until("card", zone="seat:3")
    assert len(hand.lying("seat:2")) == 1
    assert hand.finish().ended == "showdown"


@FAMILIES
@pytest.mark.parametrize("boxed", [False, True])
def test_a_scrap_where_no_card_was_due_replaces_no_card(game: str, boxed: bool) -> None:
    hand = ScriptedHand(game)
    hand.deal(1)
    given = hand.top("seat:3", "up", boxed=True) if boxed else hand.stranger("seat:3", STRAY_JOKER)
    assert [[step.do for step in ruling.steps] for ruling in given] == [["move"]]
    hand.until("action")
    assert {len(hand.lying(f"seat:{seat}")) for seat in (1, 2, 3)} == {hand.game.starting_count}
    assert hand.finish().ended == "showdown"


@pytest.mark.parametrize("street", ["flop", "turn", "river"])
@pytest.mark.parametrize("acted", [False, True])
def test_boxed_scrap_of_paper_found_late_on_the_board(street: str, acted: bool) -> None:
    """The board is never a card short for it."""
    hand = ScriptedHand("holdem")
    hand.until_betting(street)
    if acted:
        hand.step()
    boxed, count = hand.lying("board")[-1], len(hand.lying("board"))
    given = hand.give(CardSeen(card=boxed.card, zone=Zone("board"), boxed=True))
    assert [[step.do for step in ruling.steps] for ruling in given] == [["move", "deal"]]
    hand.until("action")
    assert len(hand.lying("board")) == count
    assert hand.finish().ended == "showdown"


def test_a_boxed_card_of_a_board_that_goes_back_is_not_replaced() -> None:
    hand = ScriptedHand("holdem")
    hand.until_betting("flop")
    hand.top("board", "up")
    boxed = hand.lying("board")[-1]
    given = hand.give(CardSeen(card=boxed.card, zone=Zone("board"), boxed=True))
    assert [[step.do for step in ruling.steps] for ruling in given] == [["move"]]


@pytest.mark.parametrize("mucked", [False, True])
@pytest.mark.parametrize("house", ["roberts", "general"])
def test_the_card_that_replaces_a_boxed_one_is_the_first_exposed(house: str, mucked: bool) -> None:
    hand = ScriptedHand("holdem", house=house, top="2c 3c 7d Ks")
    hand.deal(2)
    hand.top("seat:3", "up", boxed=True)
    if mucked:
        hand.step()
    assert told(hand.top("seat:3", "up")) == (
        "expose.holdem-later-hole: replace stop seats=3 cards=Ks steps=deal seat:3 down, move Ks seat:3>burn"
    )
    assert hand.finish().ended == "showdown"


@FAMILIES
@pytest.mark.parametrize(("dealt", "zone"), [(1, "seat:1"), (2, "seat:7"), (None, "seat:1")])
def test_boxed_scrap_of_paper_where_no_card_was_due(game: str, dealt: int | None, zone: str) -> None:
    """At a seat not due, at one that is not in the deal, when all hands are complete: nothing takes its place there."""
    hand = ScriptedHand(game)
    if dealt is None:
        hand.until("action")
    else:
        hand.deal(dealt)
    [ruling] = hand.top(zone, "up", boxed=True)
    scrap = hand.lying(zone)[-1].card
    assert told([ruling]).endswith(f"cards={scrap} steps=move {scrap} {zone}>muck")
    assert (ruling.rule, ruling.decision) == ("boxed.scrap-of-paper", "remove")
    assert hand.finish().ended == "showdown"


@FAMILIES
@HOUSES
def test_boxed_scrap_of_paper_mucked_when_the_deal_has_gone_on(game: str, house: str) -> None:
    """The replacement has come, so the next card is for the next player, wherever the scrap lies."""
    hand = ScriptedHand(game, house=house)
    hand.deal(1)
    hand.top("seat:2", "up", boxed=True)
    scrap = hand.lying("seat:2")[0]
    assert hand.top("seat:2") == []
    assert hand.top("seat:3") == []
    assert hand.next.step.to == "muck"  # type: ignore[attr-defined]
    assert hand.move(scrap, "muck") == []
    assert hand.finish().ended == "showdown"


@FAMILIES
@HOUSES
def test_boxed_scrap_of_paper_of_a_sweep_that_brought_its_replacement(game: str, house: str) -> None:
    """It only has to be taken away, and the deal goes on meanwhile."""
    hand = ScriptedHand(game, house=house)
    hand.deal(1)
    for boxed in (True, False):
        doing = hand.dealer.put(hand.dealer.stub.take(), Zone("seat:2"), "up" if boxed else "down", boxed=boxed)
        hand.give(msgspec.structs.replace(fact_of(doing, tags=False), sweep=5))
    scrap = hand.lying("seat:2")[0]
    assert [ruling.rule for ruling in hand.top("seat:3")] == ["boxed.scrap-of-paper"]
    assert hand.top("seat:1") == []
    assert hand.move(scrap, "muck") == []
    assert hand.finish().ended == "showdown"
