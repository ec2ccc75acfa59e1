"""Every move that the state machine allows is made by a real table, and no real table makes another.

Each scenario names the moves that it must make; together they are the whole table of moves. The last test has dealers
and devices do everything wrong, in every game: a move beyond the table raises.
"""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from burncard.api.simulate_command import usual_table
from burncard.controller.machine import IN_PLAY, MOVES, TableMachine, TableState
from burncard.rules.facts import Fact, Hand, Press
from burncard.rules.games import GAMES
from burncard.rules.hand.in_play import HandInPlay
from burncard.rules.outcomes import Next, Outcome
from burncard.simulator.fault_plan import NO_FAULTS, drawn
from burncard.simulator.pace import PATIENT
from burncard.simulator.table_sim import Simulation, StuckError
from tests.harness.scripted import ScriptedHand

Moves = set[tuple[str, TableState, TableState]]
Scenario = Callable[[Any], None]

SCENARIOS: dict[str, tuple[Scenario, Moves]] = {}
S = TableState
CUT_PACK = ("deck-in", "shuffled", "verified", "cut")


def makes(*moves: str) -> Callable[[Scenario], Scenario]:
    """Declares a scenario that makes these moves: `source > target: trigger`."""

    def declare(scenario: Scenario) -> Scenario:
        SCENARIOS[scenario.__name__] = (scenario, {parsed(move) for move in moves})
        return scenario

    return declare


def parsed(move: str) -> tuple[str, TableState, TableState]:
    arrow, _, trigger = move.partition(": ")
    source, _, target = arrow.partition(" > ")
    return trigger, TableState(source), TableState(target)


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


class ServedTable:
    """A table's rules with the whole service around them, for a scripted hand."""

    def __init__(self, rig: Any) -> None:
        self.rig = rig

    def apply(self, fact: Fact) -> list[Outcome]:
        """Enters a fact; a `hand` fact is dealt from a pack that has been cut."""
        if isinstance(fact, Hand):
            for event in CUT_PACK:
                self.rig.report(event, count=52)
        outcomes: list[Outcome] = self.rig.service.submit(fact, "dealer")
        if isinstance(fact, Hand):
            self.rig.service.shuffling.next_pack()
        return outcomes

    def awaited(self) -> Next:
        awaited: Next = self.rig.service.record.table.awaited()
        return awaited

    @property
    def hand(self) -> HandInPlay | None:
        hand: HandInPlay | None = self.rig.service.record.table.hand
        return hand


def hand_at(rig: Any, game: str = "holdem", **fields: Any) -> ScriptedHand:
    """A hand that has just begun at the table of a rig."""
    return ScriptedHand(game, table=ServedTable(rig), **fields)  # type: ignore[arg-type]


def finish(hand: ScriptedHand) -> None:
    while hand.result is None:
        hand.step()


# ---- how a hand comes into each state --------------------


def dealing(rig: Any) -> ScriptedHand:
    return hand_at(rig)


def betting(rig: Any) -> ScriptedHand:
    hand = hand_at(rig)
    hand.until("action")
    return hand


def drawing(rig: Any) -> ScriptedHand:
    hand = hand_at(rig, "lowball-27", draws={1: 1})
    hand.until("draw")
    return hand


def showdown(rig: Any) -> ScriptedHand:
    hand = hand_at(rig)
    hand.until("show")
    return hand


def remedy(rig: Any) -> ScriptedHand:
    """The third card of the deal is exposed; when the deal is complete, it is replaced."""
    hand = hand_at(rig)
    hand.deal(2)
    hand.top("seat:3", "up")
    while hand.next.await_ != "remedy":  # type: ignore[attr-defined]
        hand.step()
    return hand


def held(rig: Any) -> ScriptedHand:
    """A card of a live hand lies in the muck, and the floor decides whether the hand is dead."""
    hand = betting(rig)
    hand.move(hand.lying("seat:2")[0], "muck")
    return hand


def muck(hand: ScriptedHand, seat: int) -> None:
    for physical in hand.lying(f"seat:{seat}"):
        hand.move(physical, "muck")


IN: dict[TableState, Callable[[Any], ScriptedHand]] = {
    S.DEALING: dealing,
    S.BETTING: betting,
    S.DRAWING: drawing,
    S.SHOWDOWN: showdown,
    S.REMEDY: remedy,
    S.HELD: held,
}


# ---- hands --------------------


@makes(
    "cut > dealing: deal",
    "dealing > betting: bet",
    "betting > dealing: deal",
    "betting > showdown: show",
    "showdown > collecting: end",
)
def a_hand_is_played_to_its_showdown(rig: Any) -> None:
    finish(hand_at(rig))


@makes("betting > drawing: draw", "drawing > dealing: deal", "dealing > drawing: draw")
def cards_are_drawn_one_seat_after_the_other(rig: Any) -> None:
    finish(hand_at(rig, "lowball-27", draws={1: 1, 2: 1, 3: 1}))


@makes("drawing > betting: bet")
def everybody_stands_pat(rig: Any) -> None:
    finish(hand_at(rig, "lowball-27"))


@makes("dealing > showdown: show")
def the_board_is_dealt_out_after_an_all_in(rig: Any) -> None:
    finish(hand_at(rig, stacks={1: 10, 2: 10, 3: 10}))


@makes("drawing > showdown: show")
def everybody_is_all_in_and_stands_pat(rig: Any) -> None:
    finish(hand_at(rig, "lowball-27", stacks={1: 10, 2: 10, 3: 10}))


@makes("dealing > remedy: repair", "remedy > betting: bet")
def an_exposed_card_is_replaced_after_the_deal(rig: Any) -> None:
    finish(remedy(rig))


@makes("remedy > dealing: deal")
def a_card_dealt_beside_the_flop_is_put_right_and_the_deal_goes_on(rig: Any) -> None:
    hand = hand_at(rig)
    hand.until("card", street="flop")
    hand.top("aside")
    finish(hand)


@makes("betting > remedy: repair")
def a_board_card_comes_before_the_betting_is_over(rig: Any) -> None:
    hand = betting(rig)
    hand.top("board", "up")
    finish(hand)


@makes("drawing > remedy: repair", "remedy > drawing: draw")
def a_card_falls_on_the_board_in_a_draw(rig: Any) -> None:
    hand = drawing(rig)
    hand.top("board", "up")
    finish(hand)


@makes("showdown > remedy: repair", "remedy > showdown: show")
def a_sixth_board_card_is_taken_away_at_the_showdown(rig: Any) -> None:
    hand = showdown(rig)
    hand.top("board", "up")
    finish(hand)


def _held_and_told(rig: Any, state: TableState, seat: int) -> None:
    """A live hand is mucked in this state; the floor is to decide, until it is known that the player folded it."""
    hand = IN[state](rig)
    muck(hand, seat)
    hand.press("fold-forward", seat=seat)


@makes("dealing > held: hold", "held > dealing: deal")
def a_hand_is_mucked_during_the_deal(rig: Any) -> None:
    hand = hand_at(rig)
    hand.deal(4)
    muck(hand, 2)
    hand.press("fold-forward", seat=2)


@makes("betting > held: hold", "held > betting: bet")
def a_hand_is_mucked_out_of_turn(rig: Any) -> None:
    _held_and_told(rig, S.BETTING, 2)


@makes("drawing > held: hold", "held > drawing: draw")
def a_hand_is_mucked_during_the_draw(rig: Any) -> None:
    _held_and_told(rig, S.DRAWING, 3)


@makes("showdown > held: hold")
def a_hand_is_miscalled(rig: Any) -> None:
    hand = showdown(rig)
    hand.press("miscall", seat=2)


@makes("remedy > held: hold", "held > remedy: repair")
def a_hand_is_mucked_during_a_repair(rig: Any) -> None:
    _held_and_told(rig, S.REMEDY, 2)


@makes("cut > remedy: repair")
def a_pack_that_was_cut_too_thinly_is_cut_again_before_the_deal(rig: Any) -> None:
    for event in ("deck-in", "shuffled", "verified"):
        rig.report(event, count=52)
    rig.report("cut", parts=(50, 2))
    rig.report("delivered", count=52)


@makes(*(f"{state.value} > collecting: end" for state in IN_PLAY))
def the_floor_voids_a_hand_in_every_state(rig: Any) -> None:
    for state in IN_PLAY:
        IN[state](rig)
        void(rig)


def void(rig: Any) -> None:
    rig.service.submit(Press(press="void-hand", by="floor", reason="fire alarm"), "Bea", "floor")


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
