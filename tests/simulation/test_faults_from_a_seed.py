"""Failing devices: for any seed, no mistake is missed, no chip lost, and the repaired table goes on."""

from random import Random

import pytest

from burncard.api.simulate_command import usual_table
from burncard.rules.cards import Seat
from burncard.simulator.fault_plan import drawn
from burncard.simulator.pace import PATIENT
from burncard.simulator.table_sim import Simulation, StuckError

HANDS_UNDER_FAULTS = 2
HANDS_HEALED = 1
TABLES = (("holdem", "no-limit", 6), ("stud7", "limit", 5), ("lowball-27", "limit", 5), ("omaha8", "limit", 4))


@pytest.mark.parametrize("seed", range(16))
def test_a_table_is_safe_under_faults_and_goes_on_when_they_end(seed: int) -> None:
    game, structure, seats = TABLES[seed % len(TABLES)]
    faults = drawn(Random(f"{seed}/plan"))
    simulation = Simulation(usual_table(game, structure, "roberts", seats), seed, 0.15, faults, PATIENT)
    try:
        for _ in range(HANDS_UNDER_FAULTS):
            simulation.run_hand()
    except StuckError:
        assert simulation.service.record.faults.open, "it waits without saying why"
    simulation.heal()
    for _ in range(HANDS_HEALED):
        simulation.run_hand()
    tally = simulation.table.tally
    assert (tally.missed, tally.false_alarms) == ({}, {}), faults
    hand = simulation.service.record.table.hand
    assert hand is not None
    assert hand.felt.out_count == len(hand.felt.all_out())
    assert sum(hand.betting.stacks[Seat(seat)] for seat in hand.betting.seats) <= sum(hand.fact.seats.values())
    simulation.service.record.journal.verify()
