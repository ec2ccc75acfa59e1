"""The table log's promises about outcomes: their numbers, their order, and what a fact taken back leaves behind."""

from controller.table_log import decode_line
from rules.facts import Fact, Press
from rules.outcomes import Next, Outcome, Ruling
from rules.table import Table
from simulator.scripted import ScriptedHand


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
