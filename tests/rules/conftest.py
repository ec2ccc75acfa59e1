"""Every ruling that any test of the rules brings is checked: it is data, and it does what it tells."""

from dataclasses import fields, is_dataclass
from functools import wraps
from typing import Any

import msgspec
import pytest

from burncard.rules.hand.in_play import HandInPlay
from burncard.rules.hand.steps import Deal, Drawing, Floor, Item, OpenStreet, Return, Say
from burncard.rules.hand.table_card import TableCard
from burncard.rules.outcomes import Outcome, Ruling
from burncard.rules.rulings.effects import BoardAsItLies, EndHand, Quietly, ShuffleBack, Tell
from burncard.rules.rulings.irregularities import Irregularity
from burncard.rules.rulings.marks import OwedAfterDraw, SetAsideEarly
from burncard.rules.rulings.rulebook import Verdict
from burncard.rules.rulings.rulings import Rulings


@pytest.fixture(autouse=True)
def rulings_are_data_and_do_what_they_tell(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wraps the one place where rulings are given. The compiled engine has it fixed: there the answers are compared."""
    give = Rulings.give

    @wraps(give)
    def checked(
        rulings: Rulings,
        hand: HandInPlay,
        rule_id: str,
        source: str,
        verdict: Verdict,
        out: list[Outcome],
        seen: Irregularity | None = None,
        *,
        decides: str | None = None,
    ) -> str:
        before = list(hand.plan)
        ruling_id = give(rulings, hand, rule_id, source, verdict, out, seen, decides=decides)
        assert_data(verdict)
        ruling = next(one for one in out if isinstance(one, Ruling) and one.id == ruling_id)
        if rulings.holds(ruling_id) is None:
            assert_told_is_done(hand, rulings.given(ruling_id).verdict, ruling, before)
        return ruling_id

    monkeypatch.setattr(Rulings, "give", checked)


def assert_data(value: Any) -> None:
    """No function anywhere in it, and nothing that could be changed but the cards that it names."""
    if isinstance(value, msgspec.Struct) and value.__struct_config__.frozen:
        for name in value.__struct_fields__:
            assert_data(getattr(value, name))
    elif is_dataclass(value) and not isinstance(value, type):
        for field in fields(value):
            assert_data(getattr(value, field.name))
    elif isinstance(value, tuple | frozenset):
        for part in value:
            assert_data(part)
    else:
        assert value is None or isinstance(value, str | int | TableCard), value


def assert_told_is_done(hand: HandInPlay, verdict: Verdict, ruling: Ruling, before: list[Item]) -> None:
    """The steps told are the effects' own; each is due now, or later on, and nothing else is."""
    told = verdict.steps()
    assert ruling.steps == tuple(step.step() for step in told)
    later = [step for item in hand.plan if isinstance(item, OpenStreet) for step in item.before]
    for effect in verdict.effects:
        due = [step for step in effect.steps() if not isinstance(step, Say)]
        match effect:
            case Tell() | EndHand() | OwedAfterDraw():
                pass  # away from the table; over; dealt when the draw reaches it
            case SetAsideEarly():
                assert due[0] in hand.plan
            case ShuffleBack():
                assert any(isinstance(step, Return) and effect.placed in step.placed for step in later)
            case _:
                assert all(step in hand.plan or step in later for step in due), effect
    quiet = [effect.effect for effect in verdict.effects if isinstance(effect, Quietly)]
    known = [*before, *told, *(step for effect in quiet for step in effect.steps()), Floor(ruling.id)]
    new = [item for item in hand.plan if item not in known and not isinstance(item, OpenStreet | Drawing)]
    squared = any(isinstance(effect, BoardAsItLies) for effect in verdict.effects)
    assert all(squared and isinstance(item, Deal) for item in new), new
    steps_later = [step for step in later if not any(step in getattr(item, "before", ()) for item in before)]
    shuffled = any(isinstance(effect, ShuffleBack) for effect in verdict.effects)
    assert all(step in told or quiet or shuffled for step in steps_later)
