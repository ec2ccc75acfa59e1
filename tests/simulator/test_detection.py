"""One hand beside its twin: on a perfect radio they rule the same, and one seed gives one run."""

import pytest

from burncard.api.simulate_command import usual_table
from burncard.controller.faults import OPENED
from burncard.rules.games import GAMES
from burncard.simulator.detection import run_hand
from burncard.simulator.fault_plan import FaultPlan
from burncard.simulator.mistakes import MISTAKES
from burncard.simulator.radio.quality import PERFECT, TYPICAL
from burncard.simulator.table_sim import Simulation

HOLDEM = usual_table("holdem", "limit", "roberts", 5)


@pytest.mark.parametrize("game", GAMES)
def test_a_clean_hand_brings_no_ruling_that_its_twin_does_not_make(game: str) -> None:
    run = run_hand(usual_table(game, GAMES[game].structures[0], "roberts", 4), 5, PERFECT)
    assert (run.mistake, run.broken, run.missing) == (None, False, ())


IN_STUD = ("upcard laid face down", "later card to the wrong seat")


@pytest.mark.parametrize("mistake", [one.name for one in MISTAKES])
def test_a_mistake_is_ruled_on_as_its_twin_rules_and_the_dealer_puts_it_right(mistake: str) -> None:
    game = "stud7" if mistake in IN_STUD else "holdem"
    config = usual_table(game, "limit", "roberts", 5)
    made = (run for seed in range(20) if (run := run_hand(config, seed, PERFECT, mistake)).mistake is not None)
    found = next(made, None)
    assert found is not None, "it was never possible"
    assert (found.false, found.missing, found.stuck) == ((), (), "")
    assert found.delay_ns is not None
    assert 0 <= found.delay_ns < 2_000_000_000


def test_the_same_arguments_give_the_same_run() -> None:
    assert run_hand(HOLDEM, 3, PERFECT, "no burn") == run_hand(HOLDEM, 3, PERFECT, "no burn")
    assert run_hand(HOLDEM, 3, PERFECT) != run_hand(HOLDEM, 4, PERFECT)


def test_without_eyes_no_mistake_is_made_that_only_an_eye_sees() -> None:
    assert run_hand(HOLDEM, 1, PERFECT, "downcard shown", faces="none").mistake is None


def test_a_camera_sees_what_the_reader_does_not() -> None:
    run = run_hand(HOLDEM, 3, TYPICAL, "downcard shown", faces="camera")
    assert (run.mistake, run.false, run.missing, run.stuck) == ("downcard shown", (), (), "")
    assert run.delay_ns is not None
    assert 300_000_000 < run.delay_ns < 1_200_000_000


@pytest.mark.parametrize("seed", [3, 7, 8, 10, 26])
def test_a_dead_antenna_under_a_seat_is_named_and_nothing_is_ruled(seed: int) -> None:
    simulation = Simulation(HOLDEM, seed, 0.0, FaultPlan(radio=TYPICAL))
    simulation.air.conditions.dead_antennas.add(2)
    simulation.run_hand()
    opened = [event.body for event in simulation.service.record.journal.latest(OPENED)]
    assert b'{"code":"card-unheard","device":"reader","text":"seat:2"}' in opened
    assert [ruled.rule for ruled in simulation.table.ruled if ruled.stop] == ["table.void-hand"]
