"""Snapshots: a hand can be resumed from one any number of times."""

from burncard.rules.outcomes import Result
from tests.harness.scripted import ScriptedHand
from tests.harness.snapshot import Snapshot


def played_out(hand: ScriptedHand) -> tuple[Result, list[object]]:
    result = hand.finish()
    return result, [*hand.facts, *hand.outcomes]


def test_copies_go_on_alike_and_apart_from_the_hand_and_from_each_other() -> None:
    hand = ScriptedHand("lowball-27", draws={1: 2, 2: 1}, tags=True)
    hand.until("draw")
    before = Snapshot(hand)
    first = before.hand()
    assert first.top("board", "up")
    assert first.table.hand is not hand.table.hand
    assert not hand.rulings
    ended = played_out(hand)
    assert played_out(before.hand()) == ended == played_out(before.hand())
    assert first.rulings


def test_the_rules_and_the_pack_are_not_copied() -> None:
    hand = ScriptedHand("holdem")
    copy = Snapshot(hand).hand()
    assert copy.table.hand is not None
    assert hand.table.hand is not None
    assert copy.table.hand.game is hand.table.hand.game
    assert copy.table.hand.fact is hand.table.hand.fact
    assert copy.dealer.pack[0] is hand.dealer.pack[0]
