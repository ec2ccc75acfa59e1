"""What the table knows of a card's face: cards once seen, faces that the reader does not sense, cards read late."""

import pytest

from burncard.rules.cards import BURN, MUCK, Card, Zone
from burncard.rules.facts import Action, CardSeen
from burncard.rules.hand.felt import Felt
from burncard.rules.outcomes import Ruling
from tests.harness.scripted import ScriptedHand, passive, told


def test_a_card_that_was_seen_stays_known_when_it_is_laid_down_elsewhere() -> None:
    felt = Felt()
    upcard = felt.put(Card("As"), Zone("seat:1"), "up", back=None, tag=None, boxed=False)
    downcard = felt.put(Card("Kd"), Zone("seat:1"), "down", back=None, tag=None, boxed=False)
    for card in (upcard, downcard):
        felt.move(card, Zone("muck"), "down")
    assert (upcard.seen, downcard.seen) == (True, False)


def test_a_face_that_is_not_sensed_is_the_face_that_was_due() -> None:
    hand = ScriptedHand("holdem")

    def deal_unsensed(zone: str) -> str:
        card = hand.dealer.stub.take()
        hand.dealer.put(card, Zone(zone), "down" if zone != "board" else "up")
        assert hand.give(CardSeen(card=card.card, zone=Zone(zone), face="unknown")) == []
        assert hand.table.hand is not None
        [placed] = [placed for placed in hand.table.hand.felt.all_out() if placed.card == card.card]
        return placed.face

    assert deal_unsensed("seat:1") == "down"
    hand.until("card", zone="board")
    assert deal_unsensed("board") == "up"


@pytest.mark.parametrize("game", ["holdem", "stud7", "lowball-27"])
def test_a_burn_found_to_be_boxed_is_taken_away_and_made_again(game: str) -> None:
    hand = ScriptedHand(game, draws={1: 1})
    hand.until("card", zone="burn")
    hand.deal()
    [burn] = hand.lying("burn")
    given = hand.give(CardSeen(card=burn.card, zone=BURN, face="up", boxed=True))
    assert told(given) == (
        f"boxed.scrap-of-paper: remove stop seats= cards={burn.card} steps=move {burn.card} burn>muck, burn"
    )
    assert hand.finish().ended == "showdown"


@pytest.mark.parametrize("game", ["holdem", "stud7", "lowball-27"])
def test_a_fold_entered_after_its_cards_ended_the_hand_says_nothing_new(game: str) -> None:
    hand = ScriptedHand(game)
    hand.until("action")
    assert hand.table.hand is not None
    while len(hand.table.hand.betting.live) > 2:
        offer = hand.offer
        hand.give(Action(seat=offer.seat, action="fold") if "fold" in offer.options else passive(offer))
    last = hand.table.hand.betting.round.turn
    assert last is not None
    for put in list(hand.lying(f"seat:{last}")):
        hand.give(CardSeen(card=put.card, zone=MUCK, face="down"))
    assert hand.table.hand.ended
    assert hand.give(Action(seat=last, action="fold")) == []
    [refused] = hand.give(Action(seat=last, action="fold"))
    assert isinstance(refused, Ruling)
    assert refused.rule == "table.no-hand"
