"""A read that no due move explains costs nobody a hand: it is removed, put back or noted, in every game and house."""

import pytest

from burncard.rules.cards import UNREAD, Zone
from burncard.rules.facts import CardSeen
from burncard.rules.games import GAMES
from burncard.rules.outcomes import AwaitAction
from tests.harness.scripted import ScriptedHand, told
from tests.harness.tables import FAMILIES, HOUSES

WITHOUT_OPENERS = pytest.mark.parametrize("game", [code for code, game in GAMES.items() if not game.needs_openers])
REMOVED = "deal.gate-on-betting: remove stop seats=2 cards= steps=move ?? seat:2>muck"
READ = pytest.mark.parametrize("read", [True, False])


def on_the_last_street(game: str, house: str) -> ScriptedHand:
    """Four players at the betting of the last street, where every hand is complete."""
    hand = ScriptedHand(game, house=house, players=4, draws={1: 1})
    hand.until_betting(GAMES[game].streets[-1].name)
    return hand


def add(hand: ScriptedHand, zone: str, *, read: bool) -> str:
    """One more card from the pack is seen in a zone, by name or unread; what is ruled."""
    if read:
        return told(hand.top(zone))
    return told(hand.unread(zone, hand.dealer.stub.take()))


@WITHOUT_OPENERS
@HOUSES
@READ
def test_a_card_beside_a_full_hand_is_removed_and_the_hand_plays(game: str, house: str, read: bool) -> None:
    hand = on_the_last_street(game, house)
    assert add(hand, "seat:2", read=read) == REMOVED
    result = hand.finish()
    assert (result.ended, {seat for pot in result.pots for seat in pot.eligible}) == ("showdown", {1, 2, 3, 4})


@WITHOUT_OPENERS
@HOUSES
@READ
def test_two_cards_beside_a_full_hand_are_both_removed(game: str, house: str, read: bool) -> None:
    hand = on_the_last_street(game, house)
    for card_is_read in (True, read):  # an unread one beside another would be its re-read
        assert add(hand, "seat:2", read=card_is_read) == REMOVED
    assert hand.finish().ended == "showdown"


@pytest.mark.parametrize("game", [code for code, game in GAMES.items() if game.family == "flop"])
@HOUSES
@READ
def test_a_card_beside_a_full_hand_on_the_flop_is_removed(game: str, house: str, read: bool) -> None:
    hand = ScriptedHand(game, house=house)
    hand.until_betting("flop")
    assert add(hand, "seat:2", read=read) == REMOVED
    assert hand.finish().ended == "showdown"


@WITHOUT_OPENERS
@HOUSES
@READ
def test_no_card_found_late_at_an_empty_seat_is_dealt_again(game: str, house: str, read: bool) -> None:
    hand = on_the_last_street(game, house)
    for card_is_read in (True, read):  # an unread one beside another would be its re-read
        physical = hand.dealer.stub.take()
        given = hand.stranger("seat:7", physical) if card_is_read else hand.unread("seat:7", physical)
        assert told(given) == "misdeal.no-redeal-after-action: remove stop seats=7 cards= steps=move ?? seat:7>muck"
    assert hand.finish().ended == "showdown"


@FAMILIES
@HOUSES
def test_deck_unknown_tag(game: str, house: str) -> None:
    """It is reported once, is not taken for the card that is due, and voids nothing."""
    hand = ScriptedHand(game, house=house)
    hand.deal(1)
    due = hand.next
    stray = CardSeen(card=UNREAD, zone=Zone("seat:2"), back="unknown", tag="E0040100000000FF")
    assert told(hand.give(stray)) == "deck.unknown-tag: stands note seats=2 cards= steps="
    assert hand.next == due
    assert hand.give(stray) == []
    hand.until("action")
    assert isinstance(hand.next, AwaitAction)
    assert told(hand.give(CardSeen(card=UNREAD, zone=Zone("board"), back="unknown"))) == (
        "deck.unknown-tag: stands note seats= cards= steps="
    )
    assert hand.finish().ended == "showdown"


@FAMILIES
@HOUSES
def test_a_tag_of_no_deck_in_a_sweep_changes_nothing_in_it(game: str, house: str) -> None:
    hand = ScriptedHand(game, house=house)
    hand.deal(1)
    given = hand.give(CardSeen(card=UNREAD, zone=Zone("seat:3"), back="unknown", sweep=5))
    assert told(given) == "deck.unknown-tag: stands note seats=3 cards= steps="
    assert hand.finish().ended == "showdown"


@FAMILIES
@HOUSES
def test_a_ghost_read_that_is_retracted_leaves_nothing_to_do(game: str, house: str) -> None:
    hand = on_the_last_street(game, house)
    before = hand.next
    ghost = CardSeen(card=UNREAD, zone=Zone("seat:2"))
    assert told(hand.give(ghost)) == REMOVED
    hand.press("retract", fact=len(hand.facts))
    assert hand.next == before
    assert hand.finish().ended == "showdown"
