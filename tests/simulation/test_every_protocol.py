"""Whole tables in virtual time, a reader of each protocol on its line: on a typical radio nothing is ruled wrongly."""

from collections import Counter

import pytest

from burncard.api.simulate_command import usual_table
from burncard.simulator.fault_plan import FaultPlan
from burncard.simulator.pace import HUMAN
from burncard.simulator.radio.quality import TYPICAL
from burncard.simulator.readers import READERS
from burncard.simulator.table_sim import Simulation

HANDS, SEED = 6, 60001


@pytest.mark.parametrize("protocol", READERS)
def test_a_reader_of_any_protocol_carries_hands_without_a_false_ruling(protocol: str) -> None:
    config = usual_table("holdem", "limit", "roberts", 2)
    simulation = Simulation(config, SEED, 0.0, FaultPlan(radio=TYPICAL), HUMAN, protocol=protocol)
    for _ in range(HANDS):
        simulation.run_hand()
    assert simulation.table.tally.false_alarms == Counter()
    assert simulation.table.tally.cards > HANDS * 4
