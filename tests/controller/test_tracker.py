"""The tracker: what a reader's tags say about cards."""

import pytest

from burncard.controller.decks.decks import Decks
from burncard.controller.devices.tracker import (
    CONFIRM_NS,
    CROSS_READ_MARGIN_DB,
    SETTLE_NS,
    TWO_PLACES_NS,
    WEAK_DBM,
    Seen,
    Tracker,
    TwoPlaces,
)
from burncard.firmware_bridge.driver import Nanoseconds
from burncard.firmware_bridge.events import CycleEnded, Face, TagGone, TagRead
from burncard.hardware.layout import load_layout
from burncard.rules.cards import Card, Zone
from burncard.rules.facts import CardSeen

LAYOUT = load_layout()
ACE, KING, QUEEN = "E004010000000001", "E004010000000002", "E004010000000003"


class Table:
    """A tracker, and short words for what a reader tells it."""

    def __init__(self) -> None:
        decks = Decks()
        decks.enrol("red", {ACE: Card("As"), KING: Card("Kd"), QUEEN: Card("Qc")})
        self.tracker = Tracker(LAYOUT, decks)
        self.now_ns = Nanoseconds(0)
        self.cycle = 0

    def read(
        self, uid: str, zone: str, rssi_dbm: int | None = -42, face: Face = "down", *, boxed: bool = False
    ) -> None:
        antenna = LAYOUT.antenna_of(zone)
        assert antenna is not None
        assert not self.tracker.take(TagRead(antenna, uid, rssi_dbm, face, boxed, self.cycle), self.now_ns)

    def gone(self, uid: str, zone: str) -> None:
        antenna = LAYOUT.antenna_of(zone)
        assert antenna is not None
        assert not self.tracker.take(TagGone(antenna, uid, self.cycle), self.now_ns)

    def end(self) -> list[tuple[str, str, str | None]]:
        """The scan ends: card, zone and face of what is told."""
        self.cycle += 1
        return said(self.tracker.take(CycleEnded(self.cycle), self.now_ns))

    def wait(self, ns: int) -> list[Seen]:
        self.now_ns = Nanoseconds(self.now_ns + ns)
        return self.tracker.tick(self.now_ns)


def said(seen: list[Seen]) -> list[tuple[str, str, str | None]]:
    return [(fact.card, fact.zone, fact.face) for fact in seen if isinstance(fact, CardSeen)]


@pytest.fixture
def table() -> Table:
    return Table()


def test_a_card_is_reported_at_the_end_of_its_scan(table: Table) -> None:
    table.read(ACE, "seat:1")
    assert table.end() == [("As", "seat:1", "down")]
    assert table.end() == []


def test_a_card_read_again_is_no_news(table: Table) -> None:
    for rssi_dbm in (-42, -50, -41):
        table.read(ACE, "seat:1", rssi_dbm)
        told = table.end()
    assert told == []


def test_a_resting_card_that_drops_out_has_not_moved(table: Table) -> None:
    table.read(ACE, "seat:1")
    table.end()
    table.gone(ACE, "seat:1")
    assert table.end() == []
    assert table.tracker.where(ACE) == "seat:1"
    assert table.tracker.resting() == frozenset()
    table.read(ACE, "seat:1")
    assert table.end() == []
    assert table.tracker.resting() == {ACE}


def test_a_card_turned_over_is_reported_with_its_new_face(table: Table) -> None:
    table.read(ACE, "seat:1")
    table.end()
    table.read(ACE, "seat:1", face="up")
    assert table.end() == [("As", "seat:1", "up")]
    table.read(ACE, "seat:1", face="unknown")
    assert table.end() == []


def test_a_card_that_moves_is_reported_where_it_comes_to_lie(table: Table) -> None:
    table.read(ACE, "seat:1")
    table.end()
    table.gone(ACE, "seat:1")
    table.read(ACE, "muck")
    assert table.end() == [("As", "muck", "down")]


def test_a_boxed_card_is_reported_boxed_once(table: Table) -> None:
    table.read(ACE, "seat:1", boxed=True)
    first = table.tracker.take(CycleEnded(1), table.now_ns)
    assert [fact.boxed for fact in first if isinstance(fact, CardSeen)] == [True]
    table.read(ACE, "seat:1")
    assert table.end() == []


def test_cards_of_one_scan_are_one_sweep_and_a_card_alone_is_none(table: Table) -> None:
    sweeps: list[set[int | None]] = []
    for uids in ((ACE, KING), (QUEEN,), ()):
        for uid in uids:
            table.read(uid, "board", face="up")
        facts = table.tracker.take(CycleEnded(1), table.now_ns)
        sweeps.append({fact.sweep for fact in facts if isinstance(fact, CardSeen)})
    table.tracker.restore_sweep(7)
    for uid in (ACE, KING):
        table.gone(uid, "board")
        table.read(uid, "stub")
    facts = table.tracker.take(CycleEnded(1), table.now_ns)
    sweeps.append({fact.sweep for fact in facts if isinstance(fact, CardSeen)})
    assert sweeps == [{1}, {None}, set(), {8}]


# ---- neighbours --------------------


def test_a_card_heard_at_two_antennas_lies_where_it_is_heard_best(table: Table) -> None:
    table.read(ACE, "seat:2", -66)
    table.read(ACE, "seat:1", -45)
    table.read(ACE, "seat:3", -68)
    assert table.end() == [("As", "seat:1", "down")]


def test_a_resting_card_that_a_neighbour_hears_too_stays(table: Table) -> None:
    table.read(ACE, "seat:1", -45)
    table.end()
    for rssi_dbm in (-60, -50, -44):
        table.read(ACE, "seat:2", rssi_dbm)
        assert table.end() == []


def test_a_clearly_better_place_is_a_move_even_before_the_old_one_falls_silent(table: Table) -> None:
    table.read(ACE, "seat:1", -60)
    table.end()
    table.read(ACE, "muck", -42)
    assert table.end() == [("As", "muck", "down")]


def test_a_move_between_equally_strong_places_is_reported_when_the_old_one_falls_silent(table: Table) -> None:
    table.read(ACE, "seat:1", -42)
    table.end()
    table.read(ACE, "seat:2", -42)
    assert table.end() == []
    table.gone(ACE, "seat:1")
    assert table.end() == [("As", "seat:2", "down")]


def test_a_reader_that_measures_nothing_is_taken_at_its_last_word(table: Table) -> None:
    table.read(ACE, "seat:1", None)
    table.end()
    table.read(ACE, "muck", None)
    assert table.end() == [("As", "muck", "down")]


def test_a_weak_first_read_waits_for_a_better_one(table: Table) -> None:
    table.read(ACE, "seat:2", -78)
    assert table.end() == []
    table.read(ACE, "seat:1", -45)
    assert table.end() == [("As", "seat:1", "down")]


def test_a_weak_read_that_stays_alone_is_believed_after_a_moment(table: Table) -> None:
    table.read(ACE, "seat:2", -78)
    assert table.end() == []
    assert table.tracker.next_due_ns() == SETTLE_NS
    assert table.wait(SETTLE_NS - 1) == []
    assert said(table.wait(1)) == [("As", "seat:2", "down")]
    assert table.tracker.next_due_ns() is None


def test_a_weak_read_that_vanishes_was_nothing(table: Table) -> None:
    table.read(ACE, "seat:2", -78)
    table.end()
    table.gone(ACE, "seat:2")
    table.end()
    assert table.wait(SETTLE_NS) == []
    assert table.tracker.where(ACE) is None
    assert table.tracker.next_due_ns() is None


def test_a_weak_read_after_one_that_vanished_waits_again(table: Table) -> None:
    table.read(ACE, "seat:2", -78)
    table.end()
    table.gone(ACE, "seat:2")
    table.end()
    table.wait(2 * SETTLE_NS)
    table.read(ACE, "seat:2", -78)
    assert table.end() == []
    assert said(table.wait(SETTLE_NS)) == [("As", "seat:2", "down")]


# ---- strangers and copies --------------------


def test_a_tag_of_no_deck_is_a_card_of_an_unknown_back(table: Table) -> None:
    table.read("E00401FFFFFFFFFF", "seat:1")
    facts = table.tracker.take(CycleEnded(1), table.now_ns)
    assert [(fact.card, fact.back) for fact in facts if isinstance(fact, CardSeen)] == [("??", "unknown")]


def test_an_antenna_that_the_table_does_not_use_is_not_heard(table: Table) -> None:
    assert table.tracker.take(TagRead(99, ACE, -42, "down", False, 0), table.now_ns) == []
    assert table.end() == []


def test_one_tag_that_goes_on_answering_at_two_places_is_an_alarm(table: Table) -> None:
    table.read(ACE, "seat:1")
    table.end()
    table.read(ACE, "seat:5")
    assert table.end() == []
    assert table.wait(TWO_PLACES_NS - 1) == []
    assert table.wait(1) == [TwoPlaces((Zone("seat:5"), Zone("seat:1")))]
    assert table.wait(TWO_PLACES_NS) == []


def test_a_card_on_its_way_is_no_alarm(table: Table) -> None:
    table.read(ACE, "seat:1")
    table.end()
    table.read(ACE, "muck")
    table.end()
    table.wait(TWO_PLACES_NS - 1)
    table.gone(ACE, "seat:1")
    assert table.end() == [("As", "muck", "down")]
    assert table.wait(TWO_PLACES_NS) == []


def test_next_seats_that_both_hear_a_card_are_no_alarm(table: Table) -> None:
    table.read(ACE, "seat:1")
    table.read(ACE, "seat:2")
    table.end()
    assert table.wait(2 * TWO_PLACES_NS) == []


# ---- restarts and new hands --------------------


def test_a_restored_card_is_no_news_where_it_lay_and_news_elsewhere(table: Table) -> None:
    table.tracker.restore(ACE, Zone("seat:1"), "down")
    table.tracker.restore(KING, Zone("seat:1"), "down")
    table.read(ACE, "seat:1")
    table.read(KING, "seat:2")
    assert table.end() == [("Kd", "seat:2", "down")]


def test_what_the_reader_does_not_confirm_in_time_is_named_but_not_in_the_piles(table: Table) -> None:
    table.tracker.restore(ACE, Zone("seat:1"), "down")
    table.tracker.restore(KING, Zone("seat:2"), "down")
    table.tracker.restore(QUEEN, Zone("muck"), "down")
    table.tracker.expect_all(table.now_ns)
    table.read(KING, "seat:2")
    table.end()
    assert table.tracker.unconfirmed(Nanoseconds(CONFIRM_NS - 1)) == []
    assert table.tracker.unconfirmed(Nanoseconds(CONFIRM_NS)) == ["seat:1"]
    table.tracker.confirm_all()
    assert table.tracker.unconfirmed(Nanoseconds(CONFIRM_NS)) == []


def test_after_a_hand_every_card_is_dealt_anew(table: Table) -> None:
    table.read(ACE, "seat:1")
    table.end()
    table.tracker.forget()
    table.read(ACE, "seat:1")
    assert table.end() == [("As", "seat:1", "down")]


# ---- exactly where each threshold is --------------------


@pytest.mark.parametrize(
    ("better_by_db", "zone"), [(CROSS_READ_MARGIN_DB - 1, "seat:1"), (CROSS_READ_MARGIN_DB, "muck")]
)
def test_another_place_is_clearly_better_from_the_margin_on(table: Table, better_by_db: int, zone: str) -> None:
    table.read(ACE, "seat:1", -60)
    table.end()
    table.read(ACE, "muck", -60 + better_by_db)
    table.end()
    assert table.tracker.where(ACE) == zone


@pytest.mark.parametrize(("rssi_dbm", "told"), [(WEAK_DBM, [("As", "seat:1", "down")]), (WEAK_DBM - 1, [])])
def test_a_first_read_is_weak_below_the_limit(table: Table, rssi_dbm: int, told: list[tuple[str, str, str]]) -> None:
    table.read(ACE, "seat:1", rssi_dbm)
    assert table.end() == told


def test_one_good_read_among_weak_ones_is_enough(table: Table) -> None:
    table.read(ACE, "seat:1", -78)
    table.read(ACE, "seat:2", -60)
    assert table.end() == [("As", "seat:2", "down")]


def test_a_read_without_a_measure_is_not_weak(table: Table) -> None:
    table.read(ACE, "seat:1", None)
    assert table.end() == [("As", "seat:1", "down")]


def test_a_weak_read_of_a_card_that_lies_there_is_not_waited_for(table: Table) -> None:
    table.read(ACE, "seat:1", -60)
    table.end()
    table.gone(ACE, "seat:1")
    table.read(ACE, "muck", -78)
    assert table.end() == [("As", "muck", "down")]
    assert table.tracker.next_due_ns() is None


@pytest.mark.parametrize(("apart_db", "alarms"), [(CROSS_READ_MARGIN_DB - 1, 1), (CROSS_READ_MARGIN_DB, 0)])
def test_a_copy_answers_about_as_well_as_the_card(table: Table, apart_db: int, alarms: int) -> None:
    table.read(ACE, "seat:1", -42)
    table.read(ACE, "seat:5", -42 - apart_db)
    table.end()
    assert len(table.wait(TWO_PLACES_NS)) == alarms


@pytest.mark.parametrize(
    ("first", "second", "alarms"),
    [
        ("seat:1", "seat:2", 0),
        ("seat:2", "seat:1", 0),
        ("seat:1", "seat:3", 1),
        ("seat:3", "seat:1", 1),
        ("muck", "burn", 0),
        ("stub", "muck", 0),
        ("board", "burn", 1),
        ("muck", "board", 1),
        ("seat:1", "muck", 1),
        ("burn", "seat:1", 1),
    ],
)
def test_neighbours_may_hear_the_same_card_and_others_may_not(
    table: Table, first: str, second: str, alarms: int
) -> None:
    table.read(ACE, first)
    table.read(ACE, second)
    table.end()
    assert len(table.wait(TWO_PLACES_NS)) == alarms


def test_of_several_things_due_the_first_is_named(table: Table) -> None:
    table.read(ACE, "seat:1")
    table.read(ACE, "seat:5")
    table.end()
    assert table.tracker.next_due_ns() == TWO_PLACES_NS
    table.wait(TWO_PLACES_NS - 2 * SETTLE_NS)
    table.read(KING, "seat:2", -78)
    table.end()
    assert table.tracker.next_due_ns() == TWO_PLACES_NS - SETTLE_NS
    assert said(table.wait(SETTLE_NS)) == [("Kd", "seat:2", "down")]
    assert table.tracker.next_due_ns() == TWO_PLACES_NS


def test_the_wait_for_two_places_starts_once_and_starts_again_after_a_pause(table: Table) -> None:
    table.read(ACE, "seat:1")
    table.read(ACE, "seat:5")
    table.end()
    table.wait(TWO_PLACES_NS - 1)
    table.read(ACE, "seat:5")
    table.end()
    assert table.tracker.next_due_ns() == TWO_PLACES_NS
    table.gone(ACE, "seat:5")
    table.end()
    assert table.tracker.next_due_ns() is None
    table.read(ACE, "seat:5")
    table.end()
    assert table.tracker.next_due_ns() == table.now_ns + TWO_PLACES_NS


def test_a_tag_that_was_never_heard_does_not_go(table: Table) -> None:
    table.gone(ACE, "seat:1")
    assert table.end() == []
    assert table.tracker.where(ACE) is None


def test_a_card_that_moves_keeps_the_face_last_seen(table: Table) -> None:
    table.read(ACE, "seat:1", face="up")
    table.end()
    table.gone(ACE, "seat:1")
    table.read(ACE, "muck", face="unknown")
    assert table.end() == [("As", "muck", "up")]


def test_a_card_whose_face_was_never_seen_has_none(table: Table) -> None:
    table.read(ACE, "seat:1", face="unknown")
    assert table.end() == [("As", "seat:1", None)]


def test_a_boxed_card_is_boxed_though_a_later_read_of_the_scan_does_not_say_so(table: Table) -> None:
    table.read(ACE, "seat:1", boxed=True)
    table.read(ACE, "seat:2", -78)
    facts = table.tracker.take(CycleEnded(1), table.now_ns)
    assert [fact.boxed for fact in facts if isinstance(fact, CardSeen)] == [True]


def test_a_restored_card_has_its_face(table: Table) -> None:
    table.tracker.restore(ACE, Zone("seat:1"), "up")
    table.read(ACE, "seat:1", face="up")
    assert table.end() == []
    table.read(ACE, "seat:1", face="down")
    assert table.end() == [("As", "seat:1", "down")]


def test_a_card_that_lay_in_no_zone_is_not_restored(table: Table) -> None:
    table.tracker.restore(ACE, Zone("off"), "down")
    assert table.tracker.where(ACE) is None
    assert table.tracker.all_confirmed


def test_the_highest_sweep_of_a_journal_counts(table: Table) -> None:
    for sweep in (7, 3):
        table.tracker.restore_sweep(sweep)
    for uid in (ACE, KING):
        table.read(uid, "board", face="up")
    facts = table.tracker.take(CycleEnded(1), table.now_ns)
    assert {fact.sweep for fact in facts if isinstance(fact, CardSeen)} == {8}


def test_a_reader_asked_for_all_tags_has_to_be_heard_again(table: Table) -> None:
    for uid in (ACE, KING):
        table.read(uid, "seat:1")
    table.end()
    assert table.tracker.all_confirmed
    assert table.tracker.confirm_by_ns is None
    table.wait(5)
    table.tracker.expect_all(table.now_ns)
    assert table.tracker.resting() == frozenset()
    assert table.tracker.confirm_by_ns == 5 + CONFIRM_NS
    assert not table.tracker.all_confirmed
    table.read(ACE, "seat:1")
    assert not table.tracker.all_confirmed
    table.read(KING, "seat:1")
    assert table.tracker.all_confirmed
    assert table.end() == []


def test_confirming_the_felt_confirms_every_card(table: Table) -> None:
    table.tracker.restore(ACE, Zone("seat:1"), "down")
    table.tracker.expect_all(table.now_ns)
    table.tracker.confirm_all()
    assert table.tracker.all_confirmed
    assert table.tracker.confirm_by_ns is None


def test_several_unconfirmed_zones_are_named_in_order(table: Table) -> None:
    table.tracker.restore(ACE, Zone("seat:3"), "down")
    table.tracker.restore(KING, Zone("board"), "up")
    table.tracker.restore(QUEEN, Zone("burn"), "down")
    assert table.tracker.unconfirmed(Nanoseconds(10 * CONFIRM_NS)) == []  # nobody has asked the reader
    table.tracker.expect_all(table.now_ns)
    assert table.tracker.unconfirmed(Nanoseconds(CONFIRM_NS)) == ["board", "seat:3"]


def test_forgetting_the_cards_forgets_what_was_due(table: Table) -> None:
    table.read(ACE, "seat:1", -78)
    table.end()
    table.tracker.expect_all(table.now_ns)
    table.tracker.forget()
    assert table.tracker.next_due_ns() is None
    assert table.tracker.confirm_by_ns is None
    assert table.wait(SETTLE_NS) == []


def test_a_weak_read_that_vanished_is_waited_for_again(table: Table) -> None:
    table.read(ACE, "seat:2", -78)
    table.end()
    table.gone(ACE, "seat:2")
    table.end()
    table.wait(2 * SETTLE_NS)
    table.read(ACE, "seat:2", -78)
    assert table.end() == []
    assert table.tracker.next_due_ns() == 3 * SETTLE_NS
