"""The board: too many or too few flop cards, two cards on one street, a card after the river."""

import msgspec
import pytest

from burncard.rules.cards import Seat, Zone
from burncard.rules.facts import Action
from burncard.simulator.dealer import fact_of
from tests.harness.scripted import ScriptedHand, told
from tests.harness.tables import FLOP, HOUSES, ROBERTS


def board_of(hand: ScriptedHand) -> list[str]:
    return [str(physical.card) for physical in hand.lying("board")]


def betting_on(hand: ScriptedHand, board: int) -> ScriptedHand:
    """Plays on to the betting that follows that many board cards."""
    while len(board_of(hand)) < board or hand.next.await_ != "action":  # type: ignore[attr-defined]
        hand.deal()
    return hand


@FLOP
@ROBERTS
def test_flop_too_many_cards(game: str, house: str) -> None:
    hand = betting_on(ScriptedHand(game, house=house), 3)
    given = hand.top("board", "up")
    cards = board_of(hand)
    assert told(given) == (
        f"flop.too-many-cards: redeal-board stop seats= cards={','.join(cards)} "
        f"steps=return {' '.join(cards)}, shuffle, cut, deal board up, deal board up, deal board up"
    )
    hand.until("action")
    assert len(board_of(hand)) == 3
    assert len(hand.lying("burn")) == 1
    assert hand.finish().ended == "showdown"


@FLOP
def test_flop_any_error_reshuffle(game: str) -> None:
    hand = betting_on(ScriptedHand(game, house="general"), 3)
    [ruling] = hand.top("board", "up")
    assert (ruling.rule, ruling.decision) == ("flop.any-error-reshuffle", "redeal-board")
    assert len(ruling.cards) == 4
    assert hand.finish().ended == "showdown"


@FLOP
def test_flop_any_error_reshuffle_for_a_missing_burn(game: str) -> None:
    hand = ScriptedHand(game, house="general")
    hand.until("card", street="flop", zone="burn")
    [ruling] = hand.top("board", "up")
    assert (ruling.rule, ruling.decision) == ("flop.any-error-reshuffle", "redeal-board")
    assert hand.finish().ended == "showdown"


@FLOP
@ROBERTS
def test_flop_too_few_cards(game: str, house: str) -> None:
    hand = ScriptedHand(game, house=house)
    hand.until("card", street="flop", zone="board")
    hand.deal(2)
    given = hand.top("burn")
    assert told(given) == "flop.too-few-cards: correct stop seats= cards= steps=move ?? burn>board"
    hand.until("action")
    assert len(board_of(hand)) == 3
    assert hand.finish().ended == "showdown"


@FLOP
def test_flop_too_few_cards_in_the_general_house_is_dealt_again(game: str) -> None:
    hand = ScriptedHand(game, house="general")
    hand.until("card", street="flop", zone="board")
    hand.deal(2)
    [ruling] = hand.top("burn")
    assert (ruling.rule, ruling.decision) == ("flop.too-few-cards", "redeal-board")
    assert hand.finish().ended == "showdown"


@FLOP
@HOUSES
def test_turn_two_cards(game: str, house: str) -> None:
    hand = betting_on(ScriptedHand(game, house=house), 4)
    [ruling] = hand.top("board", "up")
    extra = board_of(hand)[-1]
    assert told([ruling]).startswith(f"turn.two-cards: remove stop seats= cards={extra} steps=move {extra} board>aside")
    assert hand.finish().ended == "showdown"
    assert len(board_of(hand)) == 5
    assert len(hand.lying("burn")) == 2


@FLOP
@HOUSES
def test_turn_two_cards_on_the_river(game: str, house: str) -> None:
    """No street follows: the second card stays out of play."""
    hand = betting_on(ScriptedHand(game, house=house), 5)
    [ruling] = hand.top("board", "up")
    extra = board_of(hand)[-1]
    assert told([ruling]) == f"turn.two-cards: remove stop seats= cards={extra} steps=move {extra} board>aside"
    assert hand.finish().ended == "showdown"
    assert (len(board_of(hand)), len(hand.lying("burn"))) == (5, 3)


@FLOP
@pytest.mark.parametrize("street", ["turn", "river"])
@pytest.mark.parametrize(("first", "decision"), [(0, "correct"), (1, "correct"), (0, "stands"), (0, "dead-hand")])
def test_turn_two_cards_of_one_sweep_are_the_floors(game: str, street: str, first: int, decision: str) -> None:
    """Nobody knows which of them came first: the floor has either of them put aside."""
    hand = ScriptedHand(game)
    hand.until("card", street=street, zone="board")
    cards = [hand.dealer.stub.take() for _ in range(2)]
    for physical in cards:
        put = hand.dealer.put(physical, Zone("board"), "up")
        assert hand.give(msgspec.structs.replace(fact_of(put, tags=False), sweep=6)) == []
    [ruling] = [one for one in hand.press("ack", ruling="r1") if one.decision != "refuse"]
    assert told([ruling]) == f"turn.two-cards: floor stop seats= cards={cards[0].card},{cards[1].card} steps="
    hand.press("override", ruling=ruling.id, decision=decision, by="floor")
    assert hand.move(cards[1 - first], "aside") == []
    assert hand.finish().ended == "showdown"
    assert cards[first] in hand.lying("board")
    assert len(board_of(hand)) == 5


@FLOP
@HOUSES
def test_showdown_sequence_flop_games(game: str, house: str) -> None:
    hand = betting_on(ScriptedHand(game, house=house), 5)
    hand.until("show")
    given = hand.top("board", "up")
    extra = board_of(hand)[-1]
    assert (
        told(given) == f"showdown.sequence-flop-games: remove stop seats= cards={extra} steps=move {extra} board>muck"
    )
    assert hand.finish().ended == "showdown"


@FLOP
@pytest.mark.parametrize("zone", ["seat:2", "muck", "aside", "off"])
def test_flop_any_error_reshuffle_for_a_card_that_went_elsewhere(game: str, zone: str) -> None:
    hand = ScriptedHand(game, house="general")
    hand.until("card", street="flop", zone="board")
    hand.deal(1)
    [first] = board_of(hand)
    [ruling] = hand.top(zone)
    assert (ruling.rule, ruling.decision, ruling.cards) == ("flop.any-error-reshuffle", "redeal-board", (first,))
    assert hand.finish().ended == "showdown"
    assert (len(board_of(hand)), len(hand.lying("burn"))) == (5, 3)


@FLOP
@HOUSES
@pytest.mark.parametrize("action", ["fold", "check"])
@pytest.mark.parametrize("lying", [1, 2])
def test_an_action_on_a_flop_that_is_not_complete_is_refused_and_the_flop_goes_on(
    game: str, house: str, action: str, lying: int
) -> None:
    hand = ScriptedHand(game, house=house)
    hand.until("card", zone="board", street="flop")
    hand.deal(lying)
    due = hand.next
    [refused] = hand.give(Action(seat=Seat(1), action=action))  # type: ignore[arg-type]
    assert (refused.rule, refused.decision) == ("table.cards-due", "refuse")
    assert hand.next == due
    hand.deal(3 - lying)
    assert hand.offer.seat == 1
    hand.act("check")
    assert hand.finish().ended == "showdown"


@FLOP
@HOUSES
def test_a_fold_on_a_flop_of_two_cards_is_refused_and_the_third_card_is_right(game: str, house: str) -> None:
    hand = ScriptedHand(game, house=house)
    hand.until("card", zone="board")
    hand.deal(2)
    [refused] = hand.give(Action(seat=Seat(1), action="fold"))
    assert (refused.rule, refused.decision) == ("table.cards-due", "refuse")
    assert hand.top("board", "up") == []
    assert hand.next.await_ == "action"  # type: ignore[attr-defined]
    assert len(board_of(hand)) == 3
