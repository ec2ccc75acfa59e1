"""Whole tables that differ in hidden cards only tell the same to everybody, whatever people enter at them."""

from collections.abc import Callable
from typing import Any

import pytest

from burncard.controller import record
from burncard.controller.hand_histories.table_log import encode
from burncard.controller.maintenance import Maintenance
from burncard.controller.record import TableRecord
from burncard.controller.views import cards_view
from burncard.firmware_bridge.driver import Nanoseconds
from burncard.rules.facts import CardSeen, Fact, Press
from burncard.rules.outcomes import Outcome
from burncard.rules.table import Table
from tests.harness.curious_tables import compare_all

GAMES = 30
OTHERS = 4
PAIRS = GAMES * OTHERS
GAMES_OF_A_LEAK = 40
GAME_WITH_ANOTHER_DECK = 400040
"""A card of the other deck lies face down on the table, at some tables with the name of one that is there."""


def test_what_comes_out_of_a_table_depends_on_no_hidden_card() -> None:
    total = compare_all(range(GAMES), OTHERS)
    assert [str(found) for found in total.differences] == []
    assert dict(total.exceptions) == {}
    assert total.pairs == PAIRS
    assert total.hidden > 30 * PAIRS, "hidden cards were not exchanged"


def test_a_hidden_card_of_another_deck_takes_the_same_work_whatever_its_name_is() -> None:
    total = compare_all(range(GAME_WITH_ANOTHER_DECK, GAME_WITH_ANOTHER_DECK + 1))
    assert [str(found) for found in total.differences] == []


# ---- and a leak anywhere would be found --------------------


def _view_of_a_back(patch: pytest.MonkeyPatch) -> None:
    """A role may see a card that lies face down."""
    patch.setattr(cards_view, "is_shown", lambda hand, placed: True)


def _named_fact(patch: pytest.MonkeyPatch) -> None:
    """The event stream names a card."""
    patch.setattr(record, "public", lambda fact: fact)


def _named_row(patch: pytest.MonkeyPatch) -> None:
    """The journal names a card."""
    patch.setattr(record, "to_stored", lambda fact, decks, hand: encode(fact))


def _confirmed_claim(patch: pytest.MonkeyPatch) -> None:
    """A press about a card is answered only where the card is the one that was said."""
    take = TableRecord.take

    def answer(self: TableRecord, fact: Fact, operator: str) -> list[Outcome]:
        outcomes = take(self, fact, operator)
        hand = self.table.hand
        said = fact.card if isinstance(fact, Press) else None
        lies = hand is not None and any(placed.card == said for placed in hand.felt.all_out())
        return outcomes if said is None or not lies else outcomes[-1:] * 2

    patch.setattr(TableRecord, "take", answer)


def _telling_scan(patch: pytest.MonkeyPatch) -> None:
    """The reader is commanded otherwise after an ace."""
    choose = Maintenance.choose

    def scan(self: Maintenance, now_ns: Nanoseconds) -> int:
        hand = self.record.table.hand
        ace = hand is not None and any(placed.card.startswith("A") for placed in hand.felt.all_out())
        return choose(self, now_ns) if not ace else 1

    patch.setattr(Maintenance, "choose", scan)


def _longer_work(patch: pytest.MonkeyPatch) -> None:
    """An entry takes longer where an ace lies face down somewhere."""
    apply = Table.apply

    def slow(self: Any, fact: Fact) -> list[Outcome]:
        if self.hand is not None and not isinstance(fact, CardSeen):
            for placed in self.hand.felt.all_out():
                _ = placed.card.startswith("A") and cards_view.is_shown(self.hand, placed)
        return apply(self, fact)

    patch.setattr(Table, "apply", slow)


def _shorter_search(patch: pytest.MonkeyPatch) -> None:
    """An entry looks no further where an ace lies face down somewhere."""
    apply = Table.apply
    looks = "for placed in lying:\n    if placed.card.startswith('A'):\n        break\n"
    code = compile(looks, cards_view.__file__, "exec")

    def quick(self: Any, fact: Fact) -> list[Outcome]:
        if self.hand is not None and not isinstance(fact, CardSeen):
            exec(code, {"lying": self.hand.felt.all_out()})
        return apply(self, fact)

    patch.setattr(Table, "apply", quick)


@pytest.mark.parametrize(
    "leak", [_view_of_a_back, _named_fact, _named_row, _confirmed_claim, _telling_scan, _longer_work, _shorter_search]
)
def test_a_leak_is_found(leak: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch) -> None:
    leak(monkeypatch)
    for seed in range(GAMES_OF_A_LEAK):
        if compare_all(range(seed, seed + 1), others=2).differences:
            return
    pytest.fail(f"no table differs in {GAMES_OF_A_LEAK} games")
