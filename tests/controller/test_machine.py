"""The state machine's table: what it allows, what it refuses, and the diagram that is made from it."""

from collections import Counter
from itertools import permutations
from pathlib import Path

import pytest

from burncard.controller.faults import FAULT_KINDS
from burncard.controller.machine import (
    IN_PLAY,
    MOVES,
    NEXT_PACK,
    MachineError,
    TableMachine,
    TableState,
    diagram,
    state_for,
)
from burncard.rules.outcomes import AwaitPlain

S = TableState
NAMED_EXITS = ("recover", "rework")
ARCHITECTURE = Path(__file__).parents[2] / "docs" / "architecture.md"
PAIRS = list(permutations(TableState, 2))


def pairs_of(*triggers: str) -> set[tuple[TableState, TableState]]:
    return {pair for move in MOVES if move.trigger in triggers for pair in move.pairs}


ORDINARY = pairs_of(*(move.trigger for move in MOVES if move.trigger not in NAMED_EXITS))


def machine_in(state: TableState) -> TableMachine:
    machine = TableMachine()
    machine.state = state
    return machine


def test_the_machine_has_no_move_but_those_of_its_table() -> None:
    assert not [name for name in dir(TableMachine()) if name.startswith("to_")]


@pytest.mark.parametrize(("source", "target"), PAIRS)
def test_the_machine_moves_as_its_table_says_and_refuses_the_rest(source: TableState, target: TableState) -> None:
    machine = machine_in(source)
    if (source, target) in ORDINARY:
        machine.move_to(target)
        assert machine.state is target
    else:
        with pytest.raises(MachineError, match=f"from {source.value} to {target.value}"):
            machine.move_to(target)
        assert machine.state is source


@pytest.mark.parametrize(("source", "target"), PAIRS)
def test_the_named_exits_lead_where_the_table_says_and_nowhere_else(source: TableState, target: TableState) -> None:
    for trigger in NAMED_EXITS:
        machine = machine_in(source)
        leave = machine.recover_to if trigger == "recover" else machine.rework_to
        if (source, target) in pairs_of(trigger):
            leave(target)
            assert machine.state is target
        else:
            with pytest.raises(MachineError):
                leave(target)
            assert machine.state is source


@pytest.mark.parametrize("source", TableState)
def test_only_a_hand_in_play_ends(source: TableState) -> None:
    machine = machine_in(source)
    if source in IN_PLAY:
        machine.end_hand()
        assert machine.state is S.COLLECTING
    else:
        with pytest.raises(MachineError):
            machine.end_hand()


def test_staying_where_it_is_moves_nothing() -> None:
    for state in TableState:
        machine = machine_in(state)
        machine.move_to(state)
        machine.recover_to(state)
        machine.rework_to(state)
        assert machine.state is state


def test_every_ordinary_move_has_one_trigger() -> None:
    counted = Counter(pair for move in MOVES if move.trigger not in NAMED_EXITS for pair in move.pairs)
    assert set(counted.values()) == {1}


def test_a_hand_begins_from_a_cut_pack_only() -> None:
    entering = {(source, target) for source, target in ORDINARY if target in IN_PLAY and source not in IN_PLAY}
    assert {source for source, _ in entering} == {S.CUT, S.FAULT}


def test_a_hand_in_play_is_left_by_its_end_or_a_fault_only() -> None:
    leaving = {target for source, target in ORDINARY if source in IN_PLAY and target not in IN_PLAY}
    assert leaving == {S.COLLECTING, S.FAULT}


def test_a_fault_can_come_in_any_state_and_ends_in_any() -> None:
    others = set(TableState) - {S.FAULT}
    assert {source for source, target in ORDINARY if target is S.FAULT} == others
    assert {target for source, target in ORDINARY if source is S.FAULT} == others


def test_a_recovered_table_never_takes_an_old_pack_for_prepared() -> None:
    assert {target for _, target in pairs_of("recover")}.isdisjoint(set(NEXT_PACK) - {S.COLLECTING})


def test_a_hand_in_play_does_not_await_the_next_hand() -> None:
    with pytest.raises(MachineError):
        state_for(AwaitPlain(await_="hand"))


def test_the_documentation_has_the_diagram_of_this_machine() -> None:
    text = ARCHITECTURE.read_text(encoding="utf-8")
    assert f"```mermaid\n{diagram()}\n```" in text


def test_the_diagram_has_an_arrow_for_every_move() -> None:
    frames = {"in_play": IN_PLAY, "next_pack": NEXT_PACK}
    drawn: set[tuple[str, TableState, TableState]] = set()
    states = {state.value.replace("-", "_"): (state,) for state in TableState} | frames
    for line in diagram().splitlines():
        if " --> " in line and not line.strip().startswith("[*]"):
            arrow, _, triggers = line.strip().partition(": ")
            source, _, target = arrow.partition(" --> ")
            pairs = {(one, other) for one in states[source] for other in states[target] if one is not other}
            drawn |= {(trigger, *pair) for trigger in triggers.split(", ") for pair in pairs}
    assert drawn == {(move.trigger, *pair) for move in MOVES for pair in move.pairs}


def test_the_documentation_lists_every_fault_with_its_hint() -> None:
    text = ARCHITECTURE.read_text(encoding="utf-8")
    for code, kind in FAULT_KINDS.items():
        meanwhile = "stops the hand" if kind.stops_play else "no next hand"
        by = ", ".join(sorted(kind.cleared_by)) or "its cause only"
        assert f"| `{code}` | {meanwhile} | {by} | {kind.hint} |" in text
