"""A whole table in virtual time: device bytes in, rulings out; one seed gives one run."""

import io
import os
import subprocess
import sys
from concurrent.futures import Future
from random import Random
from types import SimpleNamespace

import pytest

from burncard.api.simulate_command import usual_table
from burncard.controller.hand_histories.table_log import decode_line, encode
from burncard.controller.journal.export import export
from burncard.firmware_bridge.driver import SECOND
from burncard.rules.cards import BURN, MUCK, Seat
from burncard.rules.facts import Fact, Press
from burncard.rules.games import GAMES
from burncard.rules.hand.in_play import HandInPlay
from burncard.rules.outcomes import AwaitAction, AwaitCard, Next, Outcome
from burncard.rules.table import Table
from burncard.simulator.devices.virtual_reader import VirtualReader
from burncard.simulator.fault_plan import ROUGH, FaultPlan
from burncard.simulator.mistakes import MISTAKES, Mistake
from burncard.simulator.pace import BRISK, HUMAN, PATIENT
from burncard.simulator.radio.quality import RADIOS
from burncard.simulator.table_sim import Simulation, StuckError

RATE = 0.15
"""Of mistakes, at each step: most hands have one."""


def played(game: str, hands: int, seed: int = 7, house: str = "roberts", faults: FaultPlan | None = None) -> Simulation:
    config = usual_table(game, GAMES[game].structures[0], house, min(6, GAMES[game].max_seats))
    simulation = Simulation(config, seed, RATE, faults or FaultPlan(), PATIENT)
    for _ in range(hands):
        simulation.run_hand()
    return simulation


def assert_nothing_missed(simulation: Simulation) -> None:
    tally = simulation.table.tally
    assert not tally.missed
    assert not tally.false_alarms
    assert tally.caught == tally.made


def test_after_a_restart_no_player_acts_again_while_an_entry_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """It waits for cards that may lie unheard: a dealer who goes by the table still sees the same player's turn."""
    simulation = Simulation(usual_table("holdem", "limit", "roberts", 6), 7, 0.0, FaultPlan(), HUMAN)
    until_ns = None
    entered: list[Fact] = []

    def waits(fact: Fact, by: str) -> Future[list[Outcome]]:
        entered.append(fact)
        return Future()

    while until_ns is None or simulation.world.now_ns < until_ns:
        simulation.step()
        if until_ns is None and isinstance(simulation.service.record.table.awaited(), AwaitAction):
            simulation.table.resume(simulation.world.now_ns)
            monkeypatch.setattr(simulation.service, "enter", waits)
            until_ns = simulation.world.now_ns + 15 * SECOND
    assert len(entered) == 1


def test_a_dealer_who_goes_by_the_table_deals_no_second_card_while_the_first_is_not_heard() -> None:
    """Another fact, such as a card of a hand thrown in just before, does not tell him that his own card was heard."""
    simulation = Simulation(usual_table("holdem", "limit", "roberts", 6), 7, 0.0, FaultPlan(), HUMAN)
    people = simulation.table
    while not isinstance(simulation.service.record.table.awaited(), AwaitAction):
        simulation.step()
    people.resume(simulation.world.now_ns)
    while not people.dealer.in_zone(BURN):
        simulation.step()
    lay = len(people.dealer.felt)
    simulation.service.submit(Press(press="looked", seat=Seat(1)), "Ann", "dealer")
    for now_ns in range(simulation.world.now_ns, simulation.world.now_ns + 20 * SECOND, SECOND // 10):
        people.step(now_ns)  # and no scan reaches the table
    assert len(people.dealer.felt) == lay


def test_a_dealer_does_not_go_by_a_table_that_is_only_slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is behind the felt all the time, and he would deal the card again that it still awaits."""
    monkeypatch.setattr("burncard.simulator.table_sim.line_rate", lambda protocol: 4800)
    config = usual_table("holdem", "limit", "roberts", 2)
    simulation = Simulation(config, 5, 0.0, FaultPlan(radio=RADIOS["typical"]), BRISK, protocol="feig")
    for _ in range(4):
        simulation.run_hand()
    assert_nothing_missed(simulation)


def test_a_dealer_takes_the_pack_out_of_the_machine_before_he_errs(monkeypatch: pytest.MonkeyPatch) -> None:
    """The pack has run out in a draw, and the machine has shuffled what was thrown in."""
    simulation = Simulation(usual_table("lowball-a5", "limit", "roberts", 8), 3, 0.0, FaultPlan(), PATIENT)
    people = simulation.table

    def errs(hand: HandInPlay, awaited: Next, rng: Random) -> Mistake | None:
        is_shuffled = hand.felt.cards_in(MUCK) and isinstance(awaited, AwaitCard) and people.packing.in_machine
        return next((each for each in MISTAKES if each.possible(hand, awaited)), None) if is_shuffled else None

    monkeypatch.setattr(people, "_wanted", SimpleNamespace(chosen=errs))
    while people.mishap is None and people.tally.hands < 3:
        simulation.step()
    assert people.mishap is not None
    simulation.run_hand()
    assert_nothing_missed(simulation)


@pytest.mark.parametrize("game", GAMES)
def test_every_mistake_is_caught_and_nothing_else_in_every_game(game: str) -> None:
    simulation = played(game, 3, seed=list(GAMES).index(game))
    assert_nothing_missed(simulation)
    assert sum(simulation.table.tally.made.values()) >= 2


@pytest.mark.parametrize("house", ["roberts-early", "general"])
def test_every_mistake_is_caught_in_every_house(house: str) -> None:
    assert_nothing_missed(played("holdem", 3, house=house))


def test_a_rough_radio_hides_no_mistake_and_invents_none() -> None:
    assert_nothing_missed(played("stud7", 3, faults=FaultPlan(radio=ROUGH)))


def test_the_log_of_a_run_replays_to_the_same_outcomes() -> None:
    simulation = played("holdem", 2)
    log = io.BytesIO()
    export(simulation.service.record.journal, simulation.decks, log.write, full=True)
    lines = log.getvalue().splitlines()
    table = Table()
    again: list[bytes] = []
    for line in lines:
        fact = decode_line(line)
        if fact is not None:
            again += [line, *(encode(outcome) for outcome in table.apply(fact))]
    assert again == lines


def test_one_seed_gives_one_hash_under_any_hash_seed() -> None:
    program = (
        "from tests.simulator.test_simulated_table import played\n"
        "print(played('holdem', 2).hash(), played('lowball-a5', 1).hash())"
    )
    hashes = {
        subprocess.run(
            [sys.executable, "-c", program],
            env=os.environ | {"PYTHONHASHSEED": seed},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for seed in ("0", "4242")
    }
    assert len(hashes) == 1
    assert hashes == {f"{played('holdem', 2).hash()} {played('lowball-a5', 1).hash()}\n"}


def test_two_seeds_give_two_runs() -> None:
    assert played("holdem", 1, seed=1).hash() != played("holdem", 1, seed=2).hash()


def test_a_stuck_table_is_reported_with_what_it_waits_for() -> None:
    simulation = played("holdem", 1)
    reader = simulation.reader
    assert isinstance(reader, VirtualReader)
    reader.fail("antenna", "antenna 3 is open", simulation.world.now_ns)
    with pytest.raises(StuckError, match="this never happens"):
        for _ in range(2):
            simulation.run_hand()
    simulation.heal()
    before = simulation.hands_done
    simulation.run_hand()
    assert simulation.hands_done == before + 1
    assert simulation.world.now_ns > 100 * SECOND
    assert_nothing_missed(simulation)
