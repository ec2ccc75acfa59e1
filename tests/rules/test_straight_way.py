"""The straight way of a card comes to the same as the general way, whatever went wrong before it."""

from random import Random

import pytest

import burncard.rules.table as table_module
from burncard.controller.hand_histories.replay import replay
from burncard.controller.hand_histories.table_log import decode_line, encode
from burncard.rules.dealing.straight import take_due_card
from burncard.rules.facts import CardSeen, Fact
from burncard.rules.hand.in_play import HandInPlay
from burncard.rules.outcomes import Outcome
from burncard.rules.table import Table
from tests.golden.golden import Log, stored_hands
from tests.harness.fuzz import any_fact
from tests.harness.scripted import ScriptedHand
from tests.harness.snapshot import COMPILED

DISTURBED_EVERY = 7
pytestmark = pytest.mark.skipif(COMPILED, reason="a function of the compiled engine cannot be replaced")


def replayed(log: Log) -> bytes:
    written: list[bytes] = []
    replay(log, written.append)
    return b"".join(written)


def with_general_way_only(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(hand: HandInPlay, fact: Fact) -> bool:
        return False

    monkeypatch.setattr(table_module, "take_due_card", never)


def test_every_golden_hand_has_the_same_outcomes_either_way(monkeypatch: pytest.MonkeyPatch) -> None:
    straight = {name: replayed(log) for name, log in stored_hands().items()}
    with_general_way_only(monkeypatch)
    assert straight == {name: replayed(log) for name, log in stored_hands().items()}


def test_golden_hands_with_stray_facts_in_them_have_the_same_outcomes_either_way(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    logs = [disturbed(log, Random(name)) for name, log in stored_hands().items()]
    straight = [outcomes_of(log) for log in logs]
    with_general_way_only(monkeypatch)
    assert straight == [outcomes_of(log) for log in logs]


def test_most_cards_of_a_clean_hand_go_the_straight_way(monkeypatch: pytest.MonkeyPatch) -> None:
    taken: list[bool] = []
    straight = take_due_card

    def counted(hand: HandInPlay, fact: Fact) -> bool:
        taken.append(straight(hand, fact))  # type: ignore[arg-type]
        return taken[-1]

    monkeypatch.setattr(table_module, "take_due_card", counted)
    for name, log in stored_hands().items():
        if name.endswith("/clean") and "lowball" not in name and "draw" not in name and "jacks" not in name:
            replayed(log)
    assert sum(taken) > 0.95 * len(taken) > 100


def test_the_joker_of_a_game_goes_the_same_way_as_any_other_card(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else the time that it takes would tell who has it."""
    taken: list[tuple[str, bool]] = []
    straight = take_due_card

    def counted(hand: HandInPlay, fact: CardSeen) -> bool:
        taken.append((fact.card, straight(hand, fact)))
        return taken[-1][1]

    monkeypatch.setattr(table_module, "take_due_card", counted)
    ScriptedHand("lowball-a5", top="2c Jo").deal(2)
    assert taken == [("2c", True), ("Jo", True)]


def disturbed(log: Log, rng: Random) -> list[Fact]:
    """The facts of a hand with others strewn in, and some of its own said twice, early or late."""
    facts = [fact for fact in map(decode_line, log) if fact is not None]
    strewn: list[Fact] = []
    for number, fact in enumerate(facts, 1):
        strewn.append(fact)
        if number > 1 and rng.randrange(DISTURBED_EVERY) == 0:
            strewn.append(rng.choice((any_fact(rng, number), fact, facts[rng.randrange(1, len(facts))])))
    return strewn


def outcomes_of(facts: list[Fact]) -> list[bytes]:
    table = Table()
    told: list[Outcome] = [outcome for fact in facts for outcome in table.apply(fact)]
    return [encode(outcome) for outcome in (*told, *table.finish())]
