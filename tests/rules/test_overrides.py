"""The floor decides otherwise than a ruling did: what is left of its repair is taken back, and the deal goes on."""

import pytest

from burncard.rules.facts import Press
from burncard.rules.outcomes import AwaitAction, AwaitCard
from burncard.simulator.every_mistake import make
from tests.harness.exhaustive_mistakes import TableSetup, singles
from tests.harness.scripted import ScriptedHand, told
from tests.harness.tables import FLOP


def decide(hand: ScriptedHand, decision: str) -> str:
    """The floor decides on the ruling given last."""
    return told(hand.press("override", ruling=hand.rulings[-1].id, decision=decision, by="floor"))


@FLOP
def test_a_kept_exposed_card_is_not_the_burn(game: str) -> None:
    hand = ScriptedHand(game, top="2c 7d As")
    hand.deal(2)
    hand.top("seat:3", "up")
    assert decide(hand, "keep") == "expose.holdem-later-hole: keep note seats=3 cards= steps="
    hand.until("card", street="flop")
    assert isinstance(hand.next, AwaitCard)
    assert hand.next.zone == "burn"
    assert hand.finish().ended == "showdown"
    assert "As" in [physical.card for physical in hand.lying("seat:3")]


@FLOP
@pytest.mark.parametrize("board", [0, 3, 4])
def test_an_early_card_that_stands_is_its_streets(game: str, board: int) -> None:
    hand = ScriptedHand(game)
    while len(hand.lying("board")) < board or not isinstance(hand.next, AwaitAction):
        hand.step()
    hand.step()
    hand.top("burn")
    hand.top("board", "up")
    early = hand.lying("board")[-1]
    decide(hand, "stands")
    assert isinstance(hand.next, AwaitAction)
    assert hand.finish().ended == "showdown"
    assert hand.lying("board")[board] == early
    assert (len(hand.lying("board")), len(hand.lying("burn"))) == (5, 3)


@FLOP
def test_an_early_card_that_lies_aside_already_comes_back(game: str) -> None:
    hand = ScriptedHand(game)
    hand.until("card", street="flop")
    hand.until("action")
    hand.step()
    hand.top("burn")
    hand.top("board", "up")
    early = hand.lying("board")[-1]
    hand.step()
    assert decide(hand, "stands") == (f"turn.premature: stands stop seats= cards= steps=move {early.card} aside>board")
    assert hand.finish().ended == "showdown"
    assert hand.lying("board")[3] == early


@FLOP
def test_a_board_card_without_its_burn_stands_and_the_burn_follows_it(game: str) -> None:
    hand = ScriptedHand(game)
    hand.until("card", street="turn", zone="burn")
    hand.top("board", "up")
    turn = hand.lying("board")[-1]
    decide(hand, "stands")
    assert isinstance(hand.next, AwaitCard)
    assert (hand.next.zone, hand.next.street) == ("burn", "turn")
    assert hand.finish().ended == "showdown"
    assert hand.lying("board")[3] == turn
    assert (len(hand.lying("board")), len(hand.lying("burn"))) == (5, 3)


@FLOP
def test_of_two_burns_that_stand_neither_is_the_street(game: str) -> None:
    hand = ScriptedHand(game)
    hand.until("card", street="turn", zone="board")
    hand.top("burn")
    decide(hand, "stands")
    assert isinstance(hand.next, AwaitCard)
    assert (hand.next.zone, hand.next.street) == ("board", "turn")
    assert hand.finish().ended == "showdown"
    assert (len(hand.lying("board")), len(hand.lying("burn"))) == (5, 4)


@FLOP
def test_a_fourth_card_of_the_flop_that_stands_is_the_turn(game: str) -> None:
    hand = ScriptedHand(game)
    hand.until("card", street="flop")
    hand.until("action")
    hand.top("board", "up")
    board = hand.lying("board")
    decide(hand, "stands")
    assert hand.finish().ended == "showdown"
    assert hand.lying("board")[:4] == board
    assert len(hand.lying("board")) == 5


@FLOP
def test_no_hand_is_made_of_a_sixth_card_on_the_board(game: str) -> None:
    hand = ScriptedHand(game)
    hand.until("show")
    hand.top("board", "up")
    decide(hand, "keep")
    assert hand.finish().ended == "showdown"
    assert len(hand.lying("board")) == 6


@FLOP
def test_no_hand_dies_of_a_ruling_that_concerns_none(game: str) -> None:
    hand = ScriptedHand(game)
    hand.until("card", street="flop")
    hand.until("action")
    hand.top("board", "up")
    step = hand.next
    assert decide(hand, "dead-hand") == "table.unknown-decision: refuse note seats= cards= steps="
    assert hand.next == step


@FLOP
def test_a_decision_that_is_the_rulings_own_leaves_its_repair(game: str) -> None:
    hand = ScriptedHand(game)
    hand.until("action")
    hand.top("seat:1")
    step = hand.next
    assert decide(hand, "correct") == "extra.holdem-first-player: correct note seats=1 cards= steps="
    assert hand.next == step
    assert hand.finish().ended == "showdown"
    assert len(hand.lying("burn")) == 3


@pytest.mark.parametrize("decision", ["stands", "keep", "correct", "dead-hand"])
@pytest.mark.parametrize("game", ["holdem", "omaha8", "stud7"])
def test_whatever_the_floor_decides_on_any_mistake_the_hand_comes_to_its_end(game: str, decision: str) -> None:
    decided = 0
    for case in singles(TableSetup(game, "roberts", 3), named=True):
        hand = case.before.hand()
        given = make(hand, case.mistakes[-1].name)
        if not given or hand.result is not None:
            continue
        decided += 1
        hand.give(Press(press="override", ruling=given[-1].id, decision=decision, by="floor"))
        facts = len(hand.facts)
        while hand.result is None:
            hand.step()
            assert len(hand.facts) < facts + 200
    assert decided > 50


# ---- misdeals that do not stand --------------------


@pytest.mark.parametrize("game", ["holdem", "omaha8", "stud7", "draw-high"])
def test_a_misdeal_that_the_floor_does_not_let_stand_is_played_on(game: str) -> None:
    """The card that went astray is the hand's own next one, and what was due is still due."""
    hand = ScriptedHand(game)
    hand.deal(2)
    hand.top("seat:2")
    assert hand.result is not None
    hand.result = None
    assert decide(hand, "stands") == "misdeal.out-of-sequence: stands note seats=2,3 cards= steps="
    assert isinstance(hand.next, AwaitCard)
    assert hand.next.zone == "seat:3"
    assert hand.finish().ended == "showdown"


@FLOP
def test_an_overruled_misdeal_for_cards_shown_leaves_them_where_they_lie(game: str) -> None:
    hand = ScriptedHand(game, top="As")
    hand.top("seat:1", "up")
    hand.result = None
    assert decide(hand, "keep") == "misdeal.first-or-second-exposed: keep note seats=1 cards= steps="
    assert hand.finish().ended == "showdown"
    assert "As" in [physical.card for physical in hand.lying("seat:1")]


def test_a_misdeal_stands_once_its_cards_are_being_collected() -> None:
    hand = ScriptedHand("holdem")
    hand.deal(2)
    hand.top("seat:2")
    hand.step()
    assert decide(hand, "stands") == "table.cards-collected: refuse note seats= cards= steps="


@pytest.mark.parametrize("game", ["holdem", "omaha8", "stud7", "draw-high"])
def test_a_card_in_the_air_at_a_misdeal_is_not_a_collected_one(game: str) -> None:
    """The next card was on its way as the misdeal was ruled; the floor lets the deal stand, and that card counts."""
    hand = ScriptedHand(game)
    hand.deal(2)
    hand.top("seat:2")
    assert hand.result is not None
    hand.top("seat:3")
    hand.result = None
    assert decide(hand, "stands") == "misdeal.out-of-sequence: stands note seats=2,3 cards= steps="
    assert isinstance(hand.next, AwaitCard)
    assert hand.next.zone == "seat:1"
    assert hand.finish().ended == "showdown"


def test_an_overruled_misdeal_stands_again_when_the_entry_is_taken_back() -> None:
    hand = ScriptedHand("holdem")
    hand.deal(2)
    hand.top("seat:2")
    hand.result = None
    decide(hand, "stands")
    hand.deal(1)
    hand.press("retract", fact=len(hand.facts) - 1)
    assert hand.result is not None
    assert hand.result.ended == "misdeal"


def test_only_the_floor_has_a_misdeal_played_on() -> None:
    hand = ScriptedHand("holdem")
    hand.deal(2)
    hand.top("seat:2")
    [ruling] = hand.press("override", ruling="r1", decision="stands", by="dealer")
    assert (ruling.rule, ruling.decision) == ("table.no-hand", "refuse")


def test_a_misdeal_may_be_overruled_while_its_cards_only_lie_there() -> None:
    """A card that the reader sees once more where it lies is not being collected."""
    hand = ScriptedHand("holdem")
    hand.deal(2)
    hand.top("seat:2")
    hand.result = None
    lying = hand.lying("seat:1")[0]
    assert hand.move(lying, "seat:1") == []
    assert decide(hand, "stands").startswith("misdeal.out-of-sequence: stands note")
    assert hand.finish().ended == "showdown"
