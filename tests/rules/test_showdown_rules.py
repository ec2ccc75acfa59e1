"""Showdown rules by name: who must show what, and where pots and odd chips go."""

from typing import Any

import pytest

from burncard.rules.cards import Seat
from burncard.rules.facts import Action
from burncard.rules.outcomes import AwaitAction, AwaitRemedy, Counted, Result
from tests.harness.scripted import ScriptedHand, told
from tests.harness.tables import FAMILIES, LOWBALL


def seat_due(hand: ScriptedHand) -> Seat:
    """The seat that is due to show or to act; 0 for none."""
    return getattr(hand.next, "seat", Seat(0))


def offer(hand: ScriptedHand) -> AwaitAction:
    assert isinstance(hand.next, AwaitAction)
    return hand.next


def played(game: str, top: str, **fields: Any) -> Result:
    """The result of a hand that is checked and called down, with these cards on top of the pack."""
    return ScriptedHand(game, top=top, **fields).finish()


# Two players; burns are 2d 2h 2s. Seat 1 has aces, seat 2 kings.
ACES = "Ac Kc Ad Kd 2d 3c 4d 8h 2h 9s 2s Jc"


@FAMILIES
def test_showdown_all_cards(game: str) -> None:
    """A hand counts as shown when its last card is face up, not before."""
    hand = ScriptedHand(game)
    hand.until("show")
    seat = seat_due(hand)
    hidden = [put for put in hand.dealer.seat_cards(seat) if put.face != "up"]
    for put in hidden[:-1]:
        assert hand.move(put.physical, f"seat:{seat}", "up") == []
        assert seat_due(hand) == seat
    hand.move(hidden[-1].physical, f"seat:{seat}", "up")
    assert getattr(hand.next, "seat", None) != seat
    assert hand.finish().ended == "showdown"


@pytest.mark.parametrize("game", ["omaha", "omaha8"])
def test_showdown_omaha_four_cards(game: str) -> None:
    hand = ScriptedHand(game)
    hand.until("show")
    seat = seat_due(hand)
    cards = list(hand.lying(f"seat:{seat}"))
    assert len(cards) == 4
    for physical in cards[:3]:
        hand.move(physical, f"seat:{seat}", "up")
    assert seat_due(hand) == seat
    hand.move(cards[3], f"seat:{seat}", "up")
    assert seat_due(hand) != seat


@pytest.mark.parametrize(
    ("game", "top", "winner"),
    [
        ("holdem", ACES, 1),
        ("stud7", "Ac Kc Ad Kd Ah Kh 2d 3c 4d 2h 8h 9s 2s Jc Td 3d 5d 6s", 1),
        ("lowball-27", "Ac 2c Ad 3c Ah 4c As 5d 9d 7h", 2),
    ],
)
def test_showdown_cards_speak(game: str, top: str, winner: int) -> None:
    """Nobody says anything: the better cards win."""
    hand = ScriptedHand(game, players=2, top=top)
    result = hand.finish()
    assert [list(pot.awards) for pot in result.pots] == [[winner]]
    assert hand.rulings == []


@FAMILIES
def test_showdown_all_remaining_show(game: str) -> None:
    """Each live seat shows or mucks before there is a result."""
    hand = ScriptedHand(game)
    hand.until("show")
    asked = []
    while hand.result is None:
        asked.append(seat_due(hand))
        hand.give(Action(seat=asked[-1], action="muck" if len(asked) == 2 else "show"))
    assert sorted(asked) == [1, 2, 3]


@pytest.mark.parametrize("game", ["stud5", "stud7", "razz", "mississippi"])
def test_showdown_sequence_stud(game: str) -> None:
    """Behind the last betting no card is due."""
    hand = ScriptedHand(game)
    hand.until("show")
    assert hand.table.hand is not None
    before = hand.table.hand.stub_count
    assert hand.finish().ended == "showdown"
    assert hand.table.hand.stub_count == before


@FAMILIES
def test_dead_fold_facing_bet(game: str) -> None:
    hand = ScriptedHand(game)
    hand.until("action")
    while "fold" not in offer(hand).options or offer(hand).to_call == 0:
        hand.step()
    seat = seat_due(hand)
    hand.act("fold")
    result = hand.finish()
    assert all(seat not in pot.eligible for pot in result.pots)


# ---- ties --------------------

# Everybody plays the board: A K Q J T of mixed suits.
BOARD_PLAYS = "2c 2h 3c 3h 4c 4h 9d As Kd Qc 9c Jh 9s Ts"


@pytest.mark.parametrize(
    ("game", "top", "players"),
    [
        ("holdem", BOARD_PLAYS, 3),
        ("lowball-27", "2c 2d 3c 3d 4c 4d 5s 5h 7s 7h", 2),
    ],
)
def test_ties_equal_hands_split(game: str, top: str, players: int) -> None:
    [pot] = played(game, top, players=players).pots
    assert len(pot.awards) == players
    assert max(pot.awards.values()) - min(pot.awards.values()) <= 1


def test_ties_equal_hands_split_in_stud7_whatever_the_suits() -> None:
    """K Q J 8 5 against K Q J 8 5: spades win nothing by being spades."""
    top = "2c 2h 3d 3s Ks Kh 9c Qs Qd 9d Jd Jh 9h 8h 8s 9s 5c 5d"
    [pot] = played("stud7", top, players=2).pots
    assert sorted(pot.awards) == [1, 2]


@pytest.mark.parametrize("game", ["omaha8", "stud8"])
@pytest.mark.parametrize("cause", [None, "ties.no-agreement"])
def test_ties_no_agreement(game: str, cause: str | None) -> None:
    """The cards decide: players who agree to split are told so, and the better hand is paid."""
    hand = ScriptedHand(game)
    hand.until("show")
    [ruling] = hand.press("floor-called", cause=cause)
    assert told([ruling]) == "ties.no-agreement: stands note seats= cards= steps="
    assert hand.finish().ended == "showdown"


@FAMILIES
@pytest.mark.parametrize("thrown", [False, True])
@pytest.mark.parametrize("cause", [None, "dead.false-information"])
@pytest.mark.parametrize("decision", ["keep", "dead-hand"])
def test_dead_false_information(game: str, thrown: bool, cause: str | None, decision: str) -> None:
    """A seat folds and the next one acts: the floor gives the hand back, which then acts, or lets it stay dead."""
    hand = ScriptedHand(game, players=4)
    hand.until("action")
    while "bring-in" in offer(hand).options:
        hand.step()
    seat = seat_due(hand)
    cards = hand.lying(f"seat:{seat}")
    hand.act("fold")
    if thrown:
        assert [one for physical in cards for one in hand.move(physical, "muck")] == []
    hand.act("raise" if "raise" in offer(hand).options else "complete", offer(hand).min_to)
    [ruling] = hand.press("floor-called", seat=seat, cause=cause)
    assert told([ruling]) == f"dead.false-information: floor stop seats={seat} cards= steps="
    [decided] = hand.press("override", ruling=ruling.id, decision=decision, by="floor")
    lives = decision == "keep"
    assert [(step.from_, step.to) for step in decided.steps] == [("muck", f"seat:{seat}")] * (
        len(cards) if thrown and lives else 0
    )
    hand.until("action")
    assert (offer(hand).seat == seat) is lives
    result = hand.finish()
    assert (seat in result.pots[0].eligible) is lives


@FAMILIES
def test_dead_false_information_at_the_showdown(game: str) -> None:
    hand = ScriptedHand(game)
    hand.until("show")
    seat = seat_due(hand)
    cards = hand.lying(f"seat:{seat}")
    for physical in cards:
        hand.move(physical, "muck")
    [ruling] = hand.press("floor-called", seat=seat)
    assert (ruling.rule, ruling.decision) == ("dead.false-information", "floor")
    [decided] = hand.press("override", ruling=ruling.id, decision="keep", by="floor")
    assert len(decided.steps) == len(cards)
    hand.until("show", seat=seat)
    assert hand.finish().ended == "showdown"


@FAMILIES
def test_showdown_ethical_duty(game: str) -> None:
    hand = ScriptedHand(game)
    hand.until("show")
    assert told(hand.press("floor-called", cause="showdown.ethical-duty")) == (
        "showdown.ethical-duty: stands note seats= cards= steps="
    )


@LOWBALL
@pytest.mark.parametrize("by_cards", [True, False])
def test_hands_may_be_shown_while_a_dead_hand_is_still_to_be_taken_away(game: str, by_cards: bool) -> None:
    """A player who shows behind a repair at the showdown has shown, as at any other moment of it."""
    hand = ScriptedHand(game, joker=False)
    hand.until("show")
    assert [ruling.rule for ruling in hand.press("miscall", seat=1)] == ["lowball.miscall-multiway"]
    for seat in (2, 3):
        if by_cards:
            assert not any(hand.move(physical, f"seat:{seat}", "up") for physical in hand.lying(f"seat:{seat}"))
            assert isinstance(hand.outcomes[0], Counted)
        else:
            assert hand.give(Action(seat=Seat(seat), action="show")) == []
    while isinstance(hand.next, AwaitRemedy):
        assert hand.step() == []
    assert hand.result is not None
    assert hand.result.ended == "showdown"
