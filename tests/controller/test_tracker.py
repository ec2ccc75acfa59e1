"""The tracker: what a reader's tags say about cards."""

import pytest

from burncard.controller.decks.decks import Decks
from burncard.controller.devices.tracker import CONFIRM_NS, SETTLE_NS, TWO_PLACES_NS, Seen, Tracker, TwoPlaces
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
