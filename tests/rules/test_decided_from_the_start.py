"""The floor decides otherwise: the hand is then as if the ruling had been the floor's decision from the start."""

from typing import Any

import pytest

from burncard.rules.facts import Press
from burncard.rules.hand.questions import stacks_now
from burncard.rules.hand.steps import Deal, Move, Return, Turn
from burncard.simulator.every_mistake import make
from burncard.simulator.played_hand import PlayedHand
from tests.harness.exhaustive_mistakes import TableSetup, singles
from tests.harness.scripted import ScriptedHand, told

FAMILIES = pytest.mark.parametrize("game", ["holdem", "stud7", "lowball-27"])
DECISIONS = ["stands", "keep", "correct", "replace", "remove", "redeal-board", "dead-hand"]


def decide(hand: ScriptedHand, decision: str, ruling: str | None = None) -> str:
    """The floor decides on a ruling: the one given last, if none is named."""
    return told(hand.press("override", ruling=ruling or hand.rulings[-1].id, decision=decision, by="floor"))


def facing_a_bet(game: str) -> tuple[ScriptedHand, int]:
    """A hand of four at its first bet, and the seat that has to answer it."""
    hand = ScriptedHand(game, players=4)
    hand.until("action")
    while not hand.offer.to_call or "bring-in" in hand.offer.options:
        hand.step()
    return hand, hand.offer.seat


@FAMILIES
@pytest.mark.parametrize("mucked", [0, 1, 2])
def test_a_hand_called_dead_is_live_again_and_its_cards_come_back(game: str, mucked: int) -> None:
    hand, seat = facing_a_bet(game)
    offer, cards = hand.offer, hand.lying(f"seat:{seat}")
    [ruling] = hand.press("clock-expired", seat=seat)
    assert ruling.rule == "dead.clock"
    for card in cards[:mucked]:
        assert hand.move(card, "muck") == []
    decide(hand, "keep", ruling.id)
    for _ in range(mucked):
        assert hand.next.await_ == "remedy"  # type: ignore[attr-defined]
        hand.step()
    assert hand.next == offer
    assert {card.uid for card in hand.lying(f"seat:{seat}")} == {card.uid for card in cards}
    assert hand.finish("stud.folded-keeps-cards").ended == "showdown"


@FAMILIES
def test_what_others_did_after_a_hand_was_called_dead_is_worked_out_again(game: str) -> None:
    hand, seat = facing_a_bet(game)
    [ruling] = hand.press("clock-expired", seat=seat)
    hand.until("action")
    hand.act("call")
    decide(hand, "keep", ruling.id)
    while hand.next.await_ == "remedy":  # type: ignore[attr-defined]
        hand.step()
    assert hand.offer.seat == seat
    assert [one.rule for one in hand.rulings[-2:]] == ["betting.out-of-turn", "dead.clock"]


def test_a_refunded_ante_is_back_in_the_pot_of_a_hand_that_is_kept() -> None:
    hand = ScriptedHand("stud7", top="Tc Js 4h 9c 9d")
    hand.deal(1)
    hand.top("seat:2", "up")
    hand.deal(2)
    [ruling] = hand.top("seat:2", "up")
    assert ruling.rule == "expose.stud-both-hole-up"
    begun = ScriptedHand("stud7").table.hand
    assert begun is not None
    stacks = stacks_now(begun)
    assert decide(hand, "keep") == "expose.stud-both-hole-up: keep note seats=2 cards= steps="
    in_play = hand.table.hand
    assert in_play is not None
    assert in_play.in_hand(ruling.seats[0])
    assert stacks_now(in_play) == stacks
    assert hand.finish("expose.stud-exposed-would-be-low").ended == "showdown"


@FAMILIES
def test_a_hand_that_was_voided_goes_on(game: str) -> None:
    hand = ScriptedHand(game)
    hand.until("action")
    awaited = hand.next
    [ruling] = hand.press("void-hand", reason="alarm", by="floor")
    assert hand.result is not None
    hand.result = None
    decide(hand, "stands", ruling.id)
    assert hand.next == awaited
    assert hand.finish().ended == "showdown"


@FAMILIES
def test_a_hand_that_ended_with_a_ruling_goes_on_without_it(game: str) -> None:
    hand = ScriptedHand(game, players=2)
    hand.until("action")
    while not hand.offer.to_call or "bring-in" in hand.offer.options:
        hand.step()
    offer = hand.offer
    [ruling] = hand.press("clock-expired", seat=offer.seat)
    assert hand.result is not None
    hand.result = None
    decide(hand, "keep", ruling.id)
    assert hand.next == offer
    assert hand.finish().ended == "showdown"


@FAMILIES
def test_the_last_of_several_decisions_holds(game: str) -> None:
    hand, seat = facing_a_bet(game)
    offer = hand.offer
    [ruling] = hand.press("clock-expired", seat=seat)
    decide(hand, "keep", ruling.id)
    decide(hand, "dead-hand", ruling.id)
    assert seat not in (hand.table.hand.betting.live if hand.table.hand else ())
    decide(hand, "misdeal", ruling.id)
    assert hand.result is not None
    hand.result = None
    decide(hand, "keep", ruling.id)
    assert hand.next == offer
    assert hand.finish().ended == "showdown"


@FAMILIES
def test_a_decision_that_is_taken_back_leaves_the_ruling(game: str) -> None:
    hand, seat = facing_a_bet(game)
    [ruling] = hand.press("clock-expired", seat=seat)
    awaited = hand.next
    decide(hand, "keep", ruling.id)
    hand.press("retract", fact=len(hand.facts))
    assert hand.next == awaited


@FAMILIES
def test_a_ruling_on_a_fact_that_was_taken_back_cannot_be_decided(game: str) -> None:
    hand, seat = facing_a_bet(game)
    [ruling] = hand.press("clock-expired", seat=seat)
    hand.press("retract", fact=len(hand.facts))
    awaited = hand.next
    assert decide(hand, "dead-hand", ruling.id) == "table.unknown-ruling: refuse note seats= cards= steps="
    assert hand.next == awaited


def test_what_can_no_longer_be_undone_is_refused() -> None:
    """The exposed card was replaced: it cannot be kept any more."""
    hand = ScriptedHand("holdem", top="2c 7d As")
    hand.deal(2)
    hand.top("seat:3", "up")
    [ruling] = hand.rulings
    hand.until("action")
    awaited = hand.next
    assert decide(hand, "keep", ruling.id) == "table.cards-gone: refuse note seats= cards= steps="
    assert hand.next == awaited
    assert hand.finish().ended == "showdown"


@FAMILIES
@pytest.mark.parametrize("thrown", [0, 2])
def test_retrieve_hand_gives_a_folded_hand_back(game: str, thrown: int) -> None:
    hand, seat = facing_a_bet(game)
    cards, offered = hand.lying(f"seat:{seat}"), hand.offer
    hand.act("fold")
    for card in cards[:thrown]:
        assert hand.move(card, "muck") == []
    [ruling] = hand.press("retrieve-hand", seat=seat, by="floor")
    assert (ruling.rule, ruling.decision) == ("dead.false-information", "correct")
    assert len(ruling.steps) == thrown
    for _ in range(thrown):
        hand.step()
    assert hand.next == offered
    assert hand.finish().ended == "showdown"


@FAMILIES
def test_retrieve_hand_is_refused_for_a_hand_folded_in_a_round_that_is_over(game: str) -> None:
    hand, seat = facing_a_bet(game)
    hand.act("fold")
    street = hand.table.hand.street if hand.table.hand else None
    while hand.table.hand is not None and hand.table.hand.street is street:
        hand.step()
    [ruling] = hand.press("retrieve-hand", seat=seat, by="floor")
    assert (ruling.rule, ruling.decision) == ("dead.false-information", "refuse")
    assert hand.finish().ended == "showdown"


@FAMILIES
@pytest.mark.parametrize("by", ["floor", "dealer"])
def test_retrieve_hand_is_refused_where_there_is_no_hand_to_give_back(game: str, by: str) -> None:
    hand, seat = facing_a_bet(game)
    before = hand.next
    for live_or_empty in (seat, 9, None):
        assert told(hand.press("retrieve-hand", seat=live_or_empty, by=by)) == (
            "table.press-needs: refuse note seats= cards= steps="
        )
    assert hand.next == before
    assert hand.finish().ended == "showdown"


@FAMILIES
def test_retrieve_hand_by_another_is_a_matter_for_the_floor(game: str) -> None:
    hand, seat = facing_a_bet(game)
    hand.act("fold")
    [ruling] = hand.press("retrieve-hand", seat=seat, by="player")
    assert (ruling.rule, ruling.decision) == ("dead.false-information", "floor")
    decide(hand, "keep", ruling.id)
    assert hand.offer.seat == seat


# ---- every mistake, every decision --------------------


def state(hand: PlayedHand) -> Any:
    """What makes the state of a hand: its chips, who is in it, what lies where, and what is due."""
    in_play = hand.table.hand
    assert in_play is not None
    betting = in_play.betting
    lying = {zone: sorted(str(card.uid) for card in hand.lying(zone)) for zone in _zones(hand)}
    due = [(type(item).__name__, item.step()) for item in in_play.plan if isinstance(item, Deal | Move | Turn | Return)]
    if in_play.ended:
        return stacks_now(in_play), tuple(betting.live)
    return stacks_now(in_play), tuple(betting.live), betting.round.turn, hand.next, due, lying


def _zones(hand: PlayedHand) -> set[str]:
    return {put.zone for put in hand.dealer.felt.values()}


@pytest.mark.parametrize("decision", DECISIONS)
@pytest.mark.parametrize("game", ["holdem", "stud7", "lowball-27", "jacks"])
def test_decided_at_once_or_after_the_repair_has_begun_the_state_is_the_same(game: str, decision: str) -> None:
    """A step of the repair is made before the floor says so: then it is undone, or the decision is refused."""
    compared = 0
    for case in singles(TableSetup(game, "roberts", 3), named=True):
        at_once, late = case.before.hand(), case.before.hand()
        given = make(at_once, case.mistakes[-1].name)
        if len(given) != 1 or at_once.result is not None or given[0].decision in (decision, "floor"):
            continue
        make(late, case.mistakes[-1].name)
        if late.next.await_ != "remedy" or late.next.step.do != "move":  # type: ignore[attr-defined]
            continue
        late.step()
        press = Press(press="override", ruling=given[0].id, decision=decision, by="floor")
        if any(one.decision == "refuse" for one in (*at_once.give(press), *late.give(press))):
            continue
        steps = 0
        while state(late) != state(at_once):
            assert late.next.await_ == "remedy", (case, at_once.next, late.next)  # type: ignore[attr-defined]
            late.step()
            steps += 1
            assert steps < 4, case
        compared += 1
    assert compared or decision not in ("stands", "keep")
