"""Every move that the state machine allows is made by a real table, and no real table makes another.

Each scenario names the moves that it must make; together they are the whole table of moves. The last test has dealers
and devices do everything wrong, in every game: a move beyond the table raises.
"""

from random import Random
from typing import Any

import pytest

from burncard.api.simulate_command import usual_table
from burncard.controller.machine import IN_PLAY, MOVES, TableMachine, TableState
from burncard.rules.facts import Press
from burncard.rules.games import GAMES
from burncard.simulator.fault_plan import NO_FAULTS, drawn
from burncard.simulator.pace import PATIENT
from burncard.simulator.table_sim import Simulation, StuckError
from tests.harness.moves_of_a_hand import CUT_PACK, IN, SCENARIOS, Moves, betting, dealing, hand_at, held, makes, void

S = TableState


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> Moves:
    """The moves that tables make during a test."""
    moves: Moves = set()
    pull = TableMachine._pull

    def watched(machine: TableMachine, trigger: str, target: TableState) -> None:
        source = machine.state
        pull(machine, trigger, target)
        moves.add((trigger, source, target))

    monkeypatch.setattr(TableMachine, "_pull", watched)
    return moves


# ---- the next pack --------------------


def pack_in(rig: Any, state: TableState) -> None:
    """The pack is on its way through the shuffler, as far as this state; the last hand's cards have been collected."""
    if state is S.CLOSED:
        rig.service.set_mode("closed", "Bea")
        return
    if state is S.MAINTENANCE:
        rig.service.set_mode("maintenance", "Cid")
        return
    reports = {S.COLLECTING: 0, S.SHUFFLING: 1, S.DECK_CHECK: 2, S.CUT: 3}[state]
    for event in CUT_PACK[:reports]:
        rig.report(event, count=52)
    assert rig.service.machine.state is state


PACK_STATES = (S.COLLECTING, S.SHUFFLING, S.DECK_CHECK, S.CUT)
EVERYWHERE_ELSE = (*PACK_STATES, S.CLOSED, S.MAINTENANCE)


def after_a_hand(rig: Any) -> None:
    """A table whose first hand has ended."""
    if rig.service.record.table.hand is None:
        dealing(rig)
    if rig.service.record.in_hand:
        void(rig)
    rig.service.set_mode("open", "Bea")
    rig.report("deck-out")


@makes("collecting > shuffling: load", "shuffling > deck-check: check", "deck-check > cut: pass_check")
def a_pack_goes_through_the_shuffler(rig: Any) -> None:
    after_a_hand(rig)
    rig.load()


@makes("deck-check > shuffling: reshuffle", "cut > shuffling: reshuffle")
def a_pack_is_sorted_again(rig: Any) -> None:
    for state in (S.DECK_CHECK, S.CUT):
        after_a_hand(rig)
        pack_in(rig, state)
        rig.report("sorted")


@makes("cut > deck-check: check")
def a_pack_is_shuffled_again(rig: Any) -> None:
    after_a_hand(rig)
    pack_in(rig, S.CUT)
    rig.report("shuffled")


@makes(*(f"{state.value} > collecting: take_out" for state in PACK_STATES[1:]))
def a_pack_is_taken_out(rig: Any) -> None:
    for state in PACK_STATES[1:]:
        after_a_hand(rig)
        pack_in(rig, state)
        rig.report("deck-out")


@makes("collecting > deck-check: change_packs", "collecting > cut: change_packs")
def the_other_pack_is_prepared_during_the_hand(rig: Any) -> None:
    for reports in (2, 4):
        dealing(rig)
        for event in CUT_PACK[:reports]:
            rig.report(event, count=52)
        void(rig)


# ---- people --------------------


@makes(*(f"{state.value} > closed: close" for state in (*PACK_STATES, S.MAINTENANCE)))
def the_table_is_closed(rig: Any) -> None:
    for state in (*PACK_STATES, S.MAINTENANCE):
        after_a_hand(rig)
        pack_in(rig, state)
        rig.service.set_mode("closed", "Bea")


@makes(*(f"{state.value} > maintenance: maintain" for state in (*PACK_STATES, S.CLOSED, S.FAULT)))
def the_table_is_given_to_the_technician(rig: Any) -> None:
    for state in (*PACK_STATES, S.CLOSED):
        after_a_hand(rig)
        pack_in(rig, state)
        rig.service.set_mode("maintenance", "Cid")
    after_a_hand(rig)
    lose(rig, "shuffler")
    rig.service.set_mode("maintenance", "Cid")


@makes(*(f"{source} > {state.value}: open" for source in ("closed", "maintenance") for state in PACK_STATES))
def the_table_is_opened(rig: Any) -> None:
    for mode in ("closed", "maintenance"):
        for state in PACK_STATES:
            after_a_hand(rig)
            pack_in(rig, state)
            rig.service.set_mode(mode, "Bea")
            rig.service.set_mode("open", "Bea")


# ---- faults --------------------


def lose(rig: Any, device: str) -> None:
    rig.link(device, "ready")
    rig.link(device, "lost")


@makes(
    *(f"{state.value} > fault: fail" for state in (*IN_PLAY, *PACK_STATES, S.CLOSED)),
    *(f"fault > {state.value}: resume" for state in (*IN_PLAY, *PACK_STATES, S.CLOSED)),
)
def a_device_is_lost_and_found(rig: Any) -> None:
    for state in IN_PLAY:
        IN[state](rig)
        lose(rig, "reader")
        rig.link("reader", "ready")
        void(rig)
    for state in (*PACK_STATES, S.CLOSED):
        after_a_hand(rig)
        pack_in(rig, state)
        lose(rig, "shuffler")
        rig.link("shuffler", "ready")


@makes("maintenance > fault: fail")
def the_technician_leaves_a_fault_behind(rig: Any) -> None:
    rig.service.set_mode("maintenance", "Cid")
    lose(rig, "shuffler")
    rig.service.set_mode("open", "Cid")


# ---- restarts --------------------


@makes(*(f"closed > {state.value}: recover" for state in (*IN_PLAY, S.COLLECTING, S.FAULT, S.MAINTENANCE)))
def the_table_is_started_again_in_every_state(rig: Any) -> None:
    for state in IN_PLAY:
        IN[state](rig)
        rig.reopen()
        assert rig.service.machine.state is state
        void(rig)
    for state in EVERYWHERE_ELSE:
        after_a_hand(rig)
        pack_in(rig, state)
        rig.reopen()
        forgotten = state in PACK_STATES  # a pack that was being prepared has to be prepared again
        assert rig.service.machine.state is (S.COLLECTING if forgotten else state)
    after_a_hand(rig)
    lose(rig, "shuffler")
    rig.reopen()


# ---- hands that are worked out again --------------------


@makes(*(f"{source.value} > {state.value}: rework" for source in (*EVERYWHERE_ELSE, S.FAULT) for state in IN_PLAY))
def an_entry_that_ended_the_hand_is_retracted_in_every_state(rig: Any) -> None:
    for state in IN_PLAY:
        for source in (*EVERYWHERE_ELSE, S.FAULT):
            after_a_hand(rig)
            IN[state](rig)
            void(rig)
            ended_by = rig.journal.count
            if source is S.FAULT:
                lose(rig, "shuffler")
            else:
                pack_in(rig, source)
            rig.service.submit(Press(press="retract", fact=ended_by, by="floor"), "Bea", "floor")
            assert rig.service.machine.state is state
            rig.link("shuffler", "ready")


@makes(
    "dealing > betting: rework",
    "remedy > dealing: rework",
    "held > betting: rework",
    "betting > dealing: rework",
    "drawing > betting: rework",
    "showdown > betting: rework",
)
def the_last_entry_is_retracted_in_every_state_of_a_hand(rig: Any) -> None:
    before_it = {S.BETTING: S.DEALING, S.DRAWING: S.BETTING, S.SHOWDOWN: S.BETTING, S.HELD: S.BETTING}
    for state, before in before_it.items():
        hand = IN[state](rig)
        hand.press("retract", fact=rig.journal.count, by="floor")
        assert rig.service.machine.state is before
        void(rig)
    hand = hand_at(rig)
    hand.until("card", street="flop")
    hand.top("aside")
    hand.press("retract", fact=rig.journal.count, by="floor")
    void(rig)
    hand = hand_at(rig)
    hand.until("card", street="flop")
    hand.press("retract", fact=rig.journal.count, by="floor")


@makes("maintenance > fault: fail", "fault > betting: resume")
def a_hand_comes_back_while_the_reader_is_lost(rig: Any) -> None:
    betting(rig)
    void(rig)
    ended_by = rig.journal.count
    lose(rig, "reader")
    rig.service.set_mode("maintenance", "Cid")
    rig.service.submit(Press(press="retract", fact=ended_by, by="floor"), "Bea", "floor")
    assert rig.service.machine.state is S.FAULT
    rig.link("reader", "ready")


@makes("held > betting: rework", "held > remedy: rework")
def the_floor_overrides_a_ruling(rig: Any) -> None:
    hand = held(rig)
    hand.press("override", ruling=hand.rulings[-1].id, decision="dead-hand", by="floor", reason="folded")
    void(rig)
    hand = held(rig)
    hand.press("override", ruling=hand.rulings[-1].id, decision="keep", by="floor", reason="not folded")


# ---- all of them --------------------


@pytest.mark.parametrize("name", SCENARIOS)
def test_a_scenario_makes_its_moves(rig: Any, made: Moves, name: str) -> None:
    scenario, moves = SCENARIOS[name]
    scenario(rig)
    assert moves <= made


def test_the_scenarios_make_every_move_of_the_table() -> None:
    """Of the reworks within a hand each state is left and reached: which pairs come depends on what is taken back."""
    declared: Moves = set().union(*(moves for _, moves in SCENARIOS.values()))
    table = {(move.trigger, *pair) for move in MOVES for pair in move.pairs}
    within = {(trigger, *pair) for trigger, *pair in table if trigger == "rework" and set(pair) <= set(IN_PLAY)}
    assert declared <= table
    assert table - within == declared - within
    assert {source for _, source, _ in declared & within} == set(IN_PLAY)


@pytest.mark.parametrize("game", GAMES)
def test_no_mistake_and_no_fault_makes_another_move(made: Moves, game: str) -> None:
    for faults in (NO_FAULTS, drawn(Random(game))):
        simulation = Simulation(usual_table(game, GAMES[game].structures[0], "roberts", 5), 3, 0.15, faults, PATIENT)
        try:
            for _ in range(4):
                simulation.run_hand()
        except StuckError:
            assert simulation.service.record.faults.open
    assert ("end", S.DEALING, S.COLLECTING) in made or ("end", S.SHOWDOWN, S.COLLECTING) in made
