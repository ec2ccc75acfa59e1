"""The state machine: its table is complete, and says all that it can do."""

from itertools import product
from pathlib import Path

import pytest

from burncard.controller.faults import FAULT_KINDS
from burncard.controller.machine import TRANSITIONS, TRIGGERS, MachineError, TableMachine, TableState, diagram

PLAY = {TableState.DEALING, TableState.BETTING, TableState.DRAWING, TableState.REMEDY, TableState.SHOWDOWN}
ARCHITECTURE = Path(__file__).parents[2] / "docs" / "architecture.md"


def allowed() -> set[tuple[TableState, TableState]]:
    return {(source, target) for _, sources, target in TRANSITIONS for source in sources}


def machine_in(state: TableState) -> TableMachine:
    machine = TableMachine()
    if state is not TableState.CLOSED:
        machine.move_to(state)
    return machine


def test_every_state_has_one_trigger_that_leads_to_it() -> None:
    assert set(TRIGGERS) == set(TableState)
    assert len({name for name, _, _ in TRANSITIONS}) == len(TRANSITIONS) == len(TableState)


@pytest.mark.parametrize(("source", "target"), list(product(TableState, TableState)))
def test_the_machine_moves_as_its_table_says_and_refuses_loudly_else(source: TableState, target: TableState) -> None:
    machine = machine_in(source)
    if source is target or (source, target) in allowed():
        machine.move_to(target)
        assert machine.state is target
    else:
        with pytest.raises(MachineError):
            machine.move_to(target)
        assert machine.state is source


def test_a_hand_is_entered_by_its_deal_or_where_an_entry_that_ended_it_is_taken_back() -> None:
    entering = {(source, target) for source, target in allowed() if target in PLAY and source not in PLAY}
    between = {TableState.CLOSED, TableState.COLLECTING, TableState.SHUFFLING, TableState.DECK_CHECK, TableState.CUT}
    for source in between:
        assert {target for origin, target in entering if origin is source} == PLAY
    assert {target for origin, target in entering if origin is TableState.MAINTENANCE} == {TableState.DEALING}


def test_a_fault_can_come_in_any_state() -> None:
    assert {source for source, target in allowed() if target is TableState.FAULT} == set(TableState)


def test_the_diagram_names_every_state_and_trigger() -> None:
    drawn = diagram()
    assert all(state.value.replace("-", "_") in drawn for state in TableState)
    assert all(f": {name}\n" in drawn + "\n" for name in TRIGGERS.values())


def test_the_documentation_has_the_diagram_of_this_machine() -> None:
    text = ARCHITECTURE.read_text(encoding="utf-8")
    assert f"```mermaid\n{diagram()}\n```" in text


def test_the_documentation_lists_every_fault_with_its_hint() -> None:
    text = ARCHITECTURE.read_text(encoding="utf-8")
    for code, kind in FAULT_KINDS.items():
        meanwhile = "stops the hand" if kind.stops_play else "no next hand"
        by = ", ".join(sorted(kind.cleared_by)) or "its cause only"
        assert f"| `{code}` | {meanwhile} | {by} | {kind.hint} |" in text
