"""The table log's contract on outcomes: their numbers, their order, and the effect of a retracted fact."""

import re
from pathlib import Path

import pytest

from burncard.controller.hand_histories.table_log import decode_line
from burncard.rules.cards import Card, Zone
from burncard.rules.facts import Fact, Press
from burncard.rules.outcomes import AwaitAction, AwaitCard, Next, Outcome, Ruling
from burncard.rules.play.presses import BETWEEN_HANDS
from burncard.rules.table import Table
from burncard.simulator.pack import PhysicalCard
from tests.harness.scripted import ScriptedHand


def fact(line: str) -> Fact:
    read = decode_line(line.encode())
    assert read is not None
    return read


def rulings(outcomes: list[Outcome]) -> list[Ruling]:
    return [outcome for outcome in outcomes if isinstance(outcome, Ruling)]


def test_every_ruling_of_a_log_has_a_number_of_its_own() -> None:
    """Before the first hand too, and where two of a kind come with one fact."""
    table = Table()
    given = []
    for _ in range(3):
        given += rulings(table.apply(fact('{"type":"card","card":"As","zone":"board"}')))
        given += rulings(table.apply(fact('{"type":"press","press":"void-hand","by":"floor"}')))
    assert [ruling.id for ruling in given] == ["r1", "r2", "r3", "r4", "r5", "r6"]


def test_the_guide_names_the_presses_that_are_answered_between_hands() -> None:
    guide = (Path(__file__).parents[2] / "docs" / "table-log.md").read_text(encoding="utf-8")
    (listed,) = re.findall(r"Answered between hands as well: ([^.]+)\.", guide)
    assert set(re.findall(r"`([^`]+)`", listed)) == BETWEEN_HANDS


def test_a_ruling_may_be_acknowledged_when_the_next_hand_has_begun() -> None:
    first = ScriptedHand("holdem")
    first.deal(1)
    first.top("seat:2", "up", boxed=True)
    first.finish()
    later = ScriptedHand("holdem", table=first.table, id="h2", button=1)
    assert later.press("ack", ruling="r1") == []
    for unknown in ("r2", "r0", "r01", "", None):
        [ruling] = later.press("ack", ruling=unknown)
        assert ruling.rule == "table.unknown-ruling"


def test_a_sweep_that_a_retraction_closed_stays_closed() -> None:
    """What the sweep held back is ruled on once, not again with the fact behind the retraction."""
    hand = ScriptedHand("holdem")
    hand.until("action")
    hand.act("fold")
    fold = len(hand.facts)
    card = hand.dealer.stub.take().card
    table = hand.table
    held = table.apply(fact(f'{{"type":"card","card":"{card}","zone":"board","sweep":7}}'))
    assert not rulings(held)
    [early] = rulings(table.apply(Press(press="retract", fact=fold)))
    assert not table.holds_back
    after = table.apply(Press(press="ack", ruling=early.id))
    assert not rulings(after)
    assert isinstance(after[-1], Next)


def test_an_entry_that_is_refused_while_the_last_door_is_missing_does_not_open_the_betting() -> None:
    """The forced bet is the lowest card's, and that one is dealt last."""
    hand = ScriptedHand("stud7", top="Kc Kd Kh Qc Qd Qh 9c 8c 2c")
    hand.deal(8)
    [early] = hand.give(fact('{"type":"action","seat":1,"action":"bring-in","amount":4}'))
    assert early.decision == "refuse"
    hand.deal(1)
    assert isinstance(hand.next, AwaitAction)
    assert (hand.next.seat, hand.next.options) == (3, ("bring-in", "complete"))


def test_no_action_is_awaited_while_the_first_seat_is_unknown() -> None:
    """A door that is not read may be the low card: the deal does not end with an entry then."""
    hand = ScriptedHand("stud7", top="Kc Kd Kh Qc Qd Qh 9c 8c 2c")
    hand.deal(6)
    hand.dealer.stub.take()
    hand.give(fact('{"type":"card","card":"??","zone":"seat:1","face":"up"}'))
    hand.deal(1)
    [early] = hand.give(fact('{"type":"action","seat":2,"action":"bring-in","amount":4}'))
    assert (early.rule, early.decision) == ("table.cards-due", "refuse")
    assert hand.next == AwaitCard(zone=Zone("seat:3"), face="up", street="third")


def test_chips_of_a_seat_that_is_not_in_the_hand_are_refused() -> None:
    hand = ScriptedHand("stud7")
    hand.until("action")
    [ruling] = hand.give(fact('{"type":"chips","seat":11,"chips":[10]}'))
    assert (ruling.rule, ruling.decision) == ("table.not-in-hand", "refuse")
    assert hand.finish().ended == "showdown"


@pytest.mark.parametrize("game", ["holdem", "lowball-a5"])
def test_a_joker_that_is_pressed_as_found_and_lies_in_no_hand_starts_no_repair(game: str) -> None:
    hand = ScriptedHand(game)
    hand.until("action")
    hand.stranger("muck", PhysicalCard("E0040200000000FF", Card("Jo"), "red")) if game == "holdem" else None
    before = hand.next
    hand.press("joker-found", seat=2)
    assert hand.next == before
