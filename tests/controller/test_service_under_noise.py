"""The table service under noise: any order of events and entries leaves a valid table that can resume."""

import re
from contextlib import suppress
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from burncard.controller.config import TableConfig
from burncard.controller.journal.history import TableUpdate
from burncard.controller.stopping import TableStoppedError
from burncard.firmware_bridge.events import (
    DeviceFault,
    DeviceIdentified,
    EventsLost,
    LinkChanged,
    Scan,
    ShufflerReport,
    TagHeard,
)
from burncard.rules.cards import Chips, Seat
from burncard.rules.facts import Action, CardSeen, ChipsMoved, Press
from burncard.simulator.table_sim import Simulation

UIDS = st.integers(1, 60).map(lambda number: f"E00401{number:010X}")
ANTENNAS = st.integers(0, 16)
LINKS = st.sampled_from(["absent", "opening", "identifying", "ready", "stale", "lost"])
REPORTS = st.sampled_from(["deck-in", "deck-out", "shuffled", "verified", "cut", "delivered", "jam", "recovered"]) | (
    st.sampled_from(["counted", "sorted", "progress", "door-open", "door-closed", "fault", "self-tested", "cancelled"])
)
TAGS = st.builds(
    TagHeard,
    UIDS,
    st.sampled_from([None, -42, -60, -80]),
    st.sampled_from(["up", "down", "unknown"]),
    st.booleans(),
)
READER = st.one_of(
    st.builds(
        Scan,
        ANTENNAS,
        st.just(0),
        st.just(1),
        st.lists(TAGS, max_size=3, unique_by=lambda tag: tag.uid).map(tuple),
        st.booleans(),
    ),
    st.builds(EventsLost, st.integers(0, 3)),
    st.builds(DeviceFault, st.just("E1"), st.just("coil")),
    st.builds(LinkChanged, LINKS),
    st.just(DeviceIdentified("reader", "VR-1", "1", "AB", 15, True, True)),
)
SHUFFLER = st.one_of(
    st.builds(ShufflerReport, REPORTS, st.just(52)),
    st.builds(ShufflerReport, REPORTS, st.integers(50, 54), st.frozensets(UIDS, max_size=2)),
    st.builds(LinkChanged, LINKS),
)
SEATS = st.integers(1, 6).map(Seat)
ENTRIES = st.one_of(
    st.builds(
        Action,
        seat=SEATS,
        action=st.sampled_from(["fold", "check", "call", "raise", "bet", "show", "muck", "all-in"]),
        amount=st.integers(0, 60).map(Chips),
    ),
    st.builds(ChipsMoved, seat=SEATS, chips=st.lists(st.integers(1, 30).map(Chips), max_size=3)),
    st.builds(
        Press,
        press=st.sampled_from(["ack", "override", "void-hand", "misdeal-called", "floor-called", "retract"]),
        by=st.sampled_from(["dealer", "floor"]),
        ruling=st.sampled_from([None, "r1", "r2"]),
        decision=st.sampled_from([None, "stands", "misdeal"]),
        fact=st.none() | st.integers(1, 20),
    ),
)
MOVES = st.lists(
    st.one_of(
        st.tuples(st.just("reader"), READER),
        st.tuples(st.just("shuffler"), SHUFFLER),
        st.tuples(st.just("entry"), ENTRIES),
        st.tuples(st.just("step"), st.none()),
        st.tuples(st.just("step"), st.none()),
        st.tuples(st.just("load"), st.none()),
        st.tuples(st.just("mode"), st.sampled_from(["open", "closed", "maintenance"])),
        st.tuples(st.just("wait"), st.sampled_from([1, 300_000_000, 4_000_000_000])),
    ),
    max_size=60,
)


def do(rig: Any, kind: str, what: Any) -> None:
    match kind:
        case "entry":
            with suppress(TableStoppedError):
                rig.service.submit(what, "Ann", "dealer")
        case "step":
            playing = rig.service.record.in_hand and not rig.service.record.faults.stops_play
            if playing and isinstance(rig.service.record.table.awaited().await_, str):
                rig.step() if rig.service.record.table.awaited().await_ in ("card", "action", "show") else None
        case "load":
            rig.load()
        case "mode":
            rig.service.set_mode(what, "Bea")
        case "wait":
            rig.now_ns += what
            rig.service.tick()
        case device:
            rig.service.on_event(device, what)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@example([("reader", Scan(0, 0, 1, (), True))])  # an antenna that the layout does not have
@given(MOVES)
def test_any_order_of_events_and_entries_leaves_a_table_that_resumes(open_rig: Any, moves: list[Any]) -> None:
    rig = open_rig()
    rig.load()
    for kind, what in moves:
        do(rig, kind, what)
        hand = rig.service.record.table.hand
        if hand is not None and not hand.ended:
            chips = hand.betting.pot_total() + sum(hand.betting.stacks.values())
            assert chips == sum(hand.fact.seats.values())
    assert not rig.service.stopping.stopped
    rig.journal.verify()
    table, ledger, faults = (
        rig.service.record.table.awaited(),
        vars(rig.service.record.ledger),
        rig.service.record.faults.open,
    )
    rig.reopen()
    assert rig.service.record.table.awaited() == table
    assert vars(rig.service.record.ledger) == ledger
    assert rig.service.record.faults.open == faults


@pytest.mark.parametrize("house", ["roberts", "general"])
def test_no_outcome_names_a_card_that_the_table_has_not_seen(house: str) -> None:
    simulation = Simulation(TableConfig(house=house), 11, 0.08)
    named = 0

    def hear(told: TableUpdate) -> None:
        nonlocal named
        if isinstance(told.fact, CardSeen) and told.fact.face != "up":
            assert told.fact.card == "??" or told.fact.zone == "board"
        hand = simulation.service.record.table.hand
        if hand is None:
            return
        seen = {placed.card for placed in hand.felt.all_out() if placed.seen} | seen_before
        text = msgspec.json.encode(told.outcomes).decode()
        for card in re.findall(r'"([2-9TJQKA][cdhs])"', text):
            named += 1
            assert card in seen, text
        seen_before.update(seen)

    seen_before: set[Any] = set()
    simulation.service.record.subscribe(hear)
    for _ in range(20):
        seen_before.clear()
        simulation.run_hand()
    assert named > 5
