"""The rules searched state by state, in a small slice; docs/benchmarks/closure.md has the whole."""

import pytest

from burncard.rules.cards import BOARD
from burncard.rules.facts import Action, CardSeen, Fact
from burncard.rules.outcomes import Outcome, Ruling
from burncard.rules.table import Table
from burncard.simulator.expected_rulings import EXPOSED
from tests.harness.canonical_form import canonical_form
from tests.harness.closure import Bounds, main, search, seeds_of
from tests.harness.exhaustive_mistakes import TableSetup

GAMES = ("holdem", "stud5", "jacks")
ONE_MISTAKE = Bounds(1)


@pytest.mark.parametrize("game", GAMES)
def test_every_state_after_a_mistake_leads_to_the_end_of_the_hand(game: str) -> None:
    found = search(TableSetup(game, "roberts", 2, seeds_of(game)[0]), ONE_MISTAKE)
    assert [str(bad) for bad in found.bad] == []
    assert found.complete
    assert found.states > 100
    assert found.merged > 0


def test_the_command_searches_and_tells_by_its_exit_code(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["closure", "--game", "jacks", "--house", "roberts", "--mistakes", "0"])
    assert main() == 0
    assert "2 tables" in capsys.readouterr().out


def test_two_hands_of_one_form_differ_in_hidden_cards_and_numbers_only() -> None:
    one, two = TableSetup("holdem", "roberts", 2, seed=1).hand(), TableSetup("holdem", "roberts", 2, seed=2).hand()
    for _ in range(3):
        one.step()
        two.step()
        assert canonical_form(one) == canonical_form(two)
    two.step()
    assert canonical_form(one) != canonical_form(two)
    one.top("seat:2", "up")
    assert canonical_form(one) != canonical_form(two)


# ---- and a bad state anywhere would be found --------------------


class Silent(Table):
    """No ruling on an exposed card is told."""

    def apply(self, fact: Fact) -> list[Outcome]:
        return [told for told in super().apply(fact) if not isinstance(told, Ruling) or told.rule not in EXPOSED]


class Failing(Table):
    """A fold after a ruling fails."""

    def apply(self, fact: Fact) -> list[Outcome]:
        if self.rulings.count and isinstance(fact, Action) and fact.action == "fold":
            raise KeyError(fact.seat)
        return super().apply(fact)


class Deaf(Table):
    """After a ruling the flop is never seen."""

    def apply(self, fact: Fact) -> list[Outcome]:
        if self.rulings.count and isinstance(fact, CardSeen) and fact.zone == BOARD:
            return [self.awaited()]
        return super().apply(fact)


@pytest.mark.parametrize(("rules", "what"), [(Silent, "silence"), (Failing, "KeyError"), (Deaf, "the hand never ends")])
def test_a_bad_state_is_found(rules: type[Table], what: str) -> None:
    found = search(TableSetup("holdem", "roberts", 2, rules=rules), ONE_MISTAKE)
    assert any(what in bad.what for bad in found.bad)
    assert all(bad.made for bad in found.bad)
