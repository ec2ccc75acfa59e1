"""A visitor at the simulated table: deals, makes mistakes that are caught, and decides where nobody else may."""

import contextlib
from concurrent.futures import Future

import pytest

from burncard.api.simulate_command import usual_table
from burncard.controller.config import SIX_SEATS, TableConfig
from burncard.firmware_bridge.driver import MS, SECOND
from burncard.rules.cards import Seat, Zone
from burncard.rules.facts import Fact, Press
from burncard.rules.outcomes import AwaitAction, AwaitPlain, Outcome
from burncard.simulator import table_sim
from burncard.simulator.fault_plan import FaultPlan
from burncard.simulator.pace import HUMAN
from burncard.simulator.table_sim import Simulation
from burncard.simulator.visitor import PLAYERS_DO, NotNowError, VisitedTable

STEP_NS = 50 * MS


class Visited:
    """A simulated table in virtual time, dealt by the test."""

    def __init__(self, simulation: Simulation, *, visitor: bool) -> None:
        assert isinstance(simulation.table, VisitedTable)
        self.simulation, self.table = simulation, simulation.table
        self.record = simulation.service.record
        if visitor:
            self.table.change_dealer(visitor=True)

    def passes(self, seconds: float) -> None:
        """Time passes."""
        until_ns = self.simulation.world.now_ns + seconds * SECOND
        while self.simulation.world.now_ns < until_ns:
            pause_ns = self.table.step(self.simulation.world.now_ns)
            for line in self.simulation._lines:
                self.simulation.world.pump(line)
            self.simulation._pass_time(min(pause_ns, STEP_NS) or 1)

    def deals_right(self, hands: int) -> None:
        """The visitor does what is due until so many hands have ended."""
        while self.simulation.hands_done < hands:
            if not isinstance(self.record.table.awaited(), PLAYERS_DO):
                with contextlib.suppress(NotNowError):
                    self.table.do_what_is_due()
            self.passes(1.0)


@pytest.fixture
def simulation(monkeypatch: pytest.MonkeyPatch) -> Simulation:
    monkeypatch.setattr(table_sim, "SimulatedTable", VisitedTable)
    return Simulation(TableConfig(seats=SIX_SEATS[:3]), seed=3, mistakes=0.0)


def test_a_visitor_who_does_what_is_due_is_never_stopped(simulation: Simulation) -> None:
    visited = Visited(simulation, visitor=True)
    visited.deals_right(1)
    assert not visited.record.alerts
    assert not visited.table.made


def test_it_is_known_beforehand_whether_what_is_due_can_be_done(simulation: Simulation) -> None:
    visited, reasons = Visited(simulation, visitor=True), set()
    while simulation.hands_done < 2:
        why, refused = visited.table.why_not, ""
        try:
            visited.table.do_what_is_due()
        except NotNowError as error:
            refused = str(error)
        assert refused == why
        reasons.add(why)
        visited.passes(0.5)
    assert reasons >= {"", "a player is due", "the cards are being taken in"}


def test_a_card_put_astray_is_remembered_until_it_is_caught(simulation: Simulation) -> None:
    visited = Visited(simulation, visitor=True)
    while not visited.record.in_hand:
        visited.passes(1.0)
    visited.table.deal(Zone("seat:3"))
    visited.passes(2.0)
    [made] = visited.table.made
    assert made.name == "a card to seat 3"
    assert made.rule == visited.record.alerts[-1].rule
    assert 0 < made.after_ns < SECOND


def test_a_deck_changes_hands_in_the_middle_of_a_deal(simulation: Simulation) -> None:
    visited = Visited(simulation, visitor=False)
    while not visited.record.in_hand:
        visited.passes(1.0)
    with pytest.raises(NotNowError):
        visited.table.deal(Zone("seat:1"))
    visited.table.change_dealer(visitor=True)
    for _ in range(3):
        visited.table.do_what_is_due()
        visited.passes(2.0)
    visited.table.change_dealer(visitor=False)
    while simulation.hands_done < 1:
        visited.passes(1.0)
    assert not visited.record.alerts


def test_players_of_a_draw_game_throw_in_no_more_than_they_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """The reader hears of cards that are thrown in together one by one; none of them is thrown twice."""
    monkeypatch.setattr(table_sim, "SimulatedTable", VisitedTable)
    simulation = Simulation(usual_table("draw-high", "limit", "roberts", 6), 1, 0.0, FaultPlan(), HUMAN.at_speed(4))
    visited = Visited(simulation, visitor=True)
    while simulation.hands_done < 1 and not visited.record.alerts:
        if not isinstance(visited.record.table.awaited(), PLAYERS_DO):
            with contextlib.suppress(NotNowError):
                visited.table.do_what_is_due()
        visited.passes(0.5)
    assert not visited.record.alerts


def test_no_player_acts_again_while_an_entry_waits(simulation: Simulation, monkeypatch: pytest.MonkeyPatch) -> None:
    """It waits for cards that may lie unheard. Another fact, such as a late card, does not mean that it was taken."""
    visited = Visited(simulation, visitor=True)
    while not isinstance(visited.record.table.awaited(), AwaitAction):
        with contextlib.suppress(NotNowError):
            visited.table.do_what_is_due()
        visited.passes(0.5)
    entered: list[Fact] = []

    def waits(fact: Fact, by: str) -> Future[list[Outcome]]:
        entered.append(fact)
        return Future()

    monkeypatch.setattr(simulation.service, "enter", waits)
    visited.passes(6.0)
    simulation.service.submit(Press(press="looked", seat=Seat(1)), "Ann", "dealer")
    visited.passes(9.0)
    assert len(entered) == 1


def test_the_floor_waits_for_a_person_who_is_there(simulation: Simulation) -> None:
    visited = Visited(simulation, visitor=False)
    visited.table.floor_is_there = lambda: True
    while not visited.record.in_hand:
        visited.passes(1.0)
    simulation.service.enter(Press(press="floor-called", seat=None, by="dealer"), "dealer")
    visited.passes(50.0)
    awaited = visited.record.table.awaited()
    assert isinstance(awaited, AwaitPlain)
    assert awaited.await_ == "floor"
    visited.table.floor_is_there = lambda: False
    visited.passes(30.0)
    assert visited.record.table.awaited() != awaited
