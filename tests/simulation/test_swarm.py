"""Seeds of the swarm: safe under faults, and hands end when the faults do. What is found stays here as a seed."""

from random import Random
from types import SimpleNamespace

import pytest

from burncard.api.swarm_command import run_one, table_of
from burncard.controller.config import TableConfig
from burncard.firmware_bridge.driver import MS, SECOND
from burncard.firmware_bridge.link_messages import Target
from burncard.simulator.swarm.checks import Checks, UnsafeError
from burncard.simulator.swarm.drawn_faults import STEP_FAULTS, WRITE_FAULTS, SwarmPlan, drawn_plan
from burncard.simulator.table_sim import Simulation

SEEDS = (0, 13, 50258, 100786, 105130)
"""0: a row whose sync had failed was written and never announced. 13: a crash, a reset of the shuffler, retracts.
50258: the table stops as a hand begins, and goes on before the simulated dealer has looked.
100786: a card that went back to the pack is to be taken out of it again, after a restart.
105130: an exposed card, which was to be burned, goes into the muck with its hand, and the hand is dead."""


@pytest.mark.parametrize("seed", SEEDS)
def test_a_seed_is_safe_and_its_hands_end(seed: int) -> None:
    outcome = run_one(seed)
    assert outcome.failure == ""
    assert outcome.hands > 0


def test_a_shuffler_that_loses_its_power_while_it_shuffles_is_commanded_again() -> None:
    simulation = Simulation(TableConfig(), 3, 0.0)
    while simulation.shuffler.state != "shuffling":
        pause_ns = simulation.table.step(simulation.world.now_ns)
        simulation._pass_time(min(pause_ns, 50 * MS))
    simulation.shuffler.power_cycle(simulation.world.now_ns)
    simulation.run_hand()
    assert simulation.hands_done == 1


@pytest.mark.parametrize("code", ["shuffler-door", "shuffler-jam"])
def test_what_was_put_right_while_nobody_could_be_told_is_asked_about(code: str) -> None:
    simulation = Simulation(TableConfig(), 3, 0.0)
    line, faults, shuffler = simulation._lines[1], simulation.service.record.faults, simulation.shuffler
    simulation._pass_time(SECOND)
    if code == "shuffler-door":
        shuffler.open_door(simulation.world.now_ns)
    else:
        shuffler.jam("exit", simulation.world.now_ns)
    simulation._pass_time(SECOND)
    assert faults.is_open(code)
    simulation.world.unplug(line)
    if code == "shuffler-door":
        shuffler.close_door(simulation.world.now_ns)
    else:
        shuffler._go_to(Target.JAM_CLEARED, simulation.world.now_ns)  # by its own buttons
    shuffler.power_cycle(simulation.world.now_ns)
    simulation.world.plug(line)
    simulation._pass_time(5 * SECOND)
    assert not faults.is_open(code)


def test_a_door_that_is_open_still_after_a_restart_is_still_a_fault() -> None:
    simulation = Simulation(TableConfig(), 3, 0.0)
    simulation._pass_time(SECOND)
    simulation.shuffler.open_door(simulation.world.now_ns)
    simulation._pass_time(SECOND)
    simulation.shuffler.power_cycle(simulation.world.now_ns)
    simulation._pass_time(5 * SECOND)
    assert simulation.service.record.faults.is_open("shuffler-door")


def test_a_seed_draws_the_same_faults_each_time_and_each_kind_is_drawn() -> None:
    assert table_of(11) == table_of(11)
    drawn = {kind for seed in range(60) for kind in drawn_plan(Random(seed)).kinds}
    assert drawn >= STEP_FAULTS.keys() | WRITE_FAULTS.keys()


def test_a_plan_shrinks_to_no_fault() -> None:
    plan = drawn_plan(Random(5))
    for kind in plan.kinds:
        plan = plan.without(kind)
    assert plan.kinds == ()
    assert SwarmPlan().kinds == ()


def test_a_fact_that_is_lost_is_found() -> None:
    checks = Checks()
    checks._announced[1] = b"x"

    service = SimpleNamespace(record=SimpleNamespace(journal=SimpleNamespace(count=0)))
    with pytest.raises(UnsafeError, match="1 facts were announced, 0 are left"):
        checks.check_recovered(service)  # type: ignore[arg-type]
