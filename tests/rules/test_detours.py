"""Cards of a repair that are put down on the way, and hands that may or may not come back after a fold."""

import pytest

from burncard.rules.cards import Seat
from burncard.rules.outcomes import AwaitRemedy, AwaitReturn
from tests.harness.scripted import ScriptedHand
from tests.harness.tables import FAMILIES


@FAMILIES
def test_a_fallen_card_that_another_player_picks_up_is_awaited_from_that_seat(game: str) -> None:
    hand = ScriptedHand(game)
    hand.until("action")
    card = hand.lying("seat:1")[0]
    assert [ruling.rule for ruling in hand.move(card, "off")] == ["expose.player-drop"]
    assert hand.move(card, "seat:2") == []
    assert isinstance(hand.next, AwaitRemedy)
    assert (hand.next.step.from_, hand.next.step.to) == ("seat:2", "seat:1")
    assert hand.move(card, "seat:1") == []
    assert not isinstance(hand.table.awaited(), AwaitRemedy)
    assert hand.finish().ended == "showdown"


@pytest.mark.parametrize("later", [False, True])
def test_a_folded_hand_comes_back_only_in_the_round_in_which_it_was_folded(later: bool) -> None:
    hand = ScriptedHand("holdem", players=4)
    hand.until("action")
    folds = hand.offer.seat
    hand.act("fold")
    if later:
        hand.until_betting("flop")
    assert hand.table.hand is not None
    betting = hand.table.hand.betting
    assert betting.unfold(folds) is not later
    assert (folds in betting.live) is not later
    assert betting.live == [seat for seat in map(Seat, (1, 2, 3, 4)) if not later or seat != folds]
    assert (betting.round.turn == folds) is not later


@pytest.mark.parametrize("older_first", [True, False])
def test_of_two_cards_burned_during_a_repair_each_is_asked_for_until_it_is_back(older_first: bool) -> None:
    hand = ScriptedHand("holdem")
    hand.until("card", zone="board")
    hand.deal(3)
    assert [ruling.rule for ruling in hand.top("board", "up")] == ["flop.too-many-cards"]
    burned = [hand.lying("burn")[-1] for _ in range(2) if hand.top("burn")]
    awaited = []
    for card in burned if older_first else reversed(burned):
        hand.move(card, "stub")
        assert isinstance(hand.next, AwaitReturn)
        awaited.append(hand.next.from_)
    assert awaited == ["burn", "board"]


@pytest.mark.parametrize("detour", ["muck", "aside", "board"])
def test_a_card_that_goes_straight_to_the_pack_need_not_be_put_back_where_it_was_first(detour: str) -> None:
    hand = ScriptedHand("holdem")
    hand.until("card", zone="board")
    hand.deal(3)
    hand.top("board", "up")
    hand.top("burn")
    burned = hand.lying("burn")[-1]
    hand.move(burned, detour)
    assert isinstance(hand.next, AwaitRemedy)
    assert (hand.next.step.from_, hand.next.step.to) == (detour, "burn")
    hand.move(burned, "stub")
    assert isinstance(hand.next, AwaitReturn)
    assert hand.next.from_ == "board"
