"""The scale on which a table's antennas report strengths is learnt from the cards that lie there."""

from statistics import fmean

from burncard.controller.calibration.strength_levels import ANSWERS, USUAL_DBM, StrengthLevels
from burncard.controller.perception.beliefs import Beliefs
from burncard.controller.perception.chances import Chances
from burncard.controller.perception.rates import DEFAULT_RATES
from burncard.firmware_bridge.driver import MS, Nanoseconds
from burncard.firmware_bridge.events import Scan, TagHeard
from burncard.hardware.layout import load_layout
from burncard.rules.games import GAMES
from burncard.simulator.radio.air import Air
from burncard.simulator.radio.quality import TYPICAL
from burncard.simulator.rooms.many_hands import Job, room_of
from tests.harness.odd_antennas import NEIGHBOURS


class Table:
    """Cards that lie, and the levels that are learnt of them."""

    def __init__(self) -> None:
        self.beliefs = Beliefs(Chances(NEIGHBOURS, dict.fromkeys(NEIGHBOURS, DEFAULT_RATES)))
        self.levels = StrengthLevels()
        self.now_ns = 0

    def hears(self, antenna: int, uid: str, dbm: float | None, times: int = ANSWERS) -> bool:
        """Some scans of an antenna hear a card. Returns whether new rates were due in the end."""
        is_due = False
        for _ in range(times):
            self.now_ns += 20 * MS
            tag = TagHeard(uid, None if dbm is None else round(dbm))
            self.beliefs.scanned(antenna, {uid: dbm}, Nanoseconds(self.now_ns), lambda tag, antenna: 0.001)
            scan = Scan(antenna, Nanoseconds(self.now_ns), Nanoseconds(self.now_ns), (tag,), True)
            is_due = self.levels.take(scan, self.beliefs)
        return is_due

    def hears_cards(self, antenna: int, count: int, dbm: float) -> bool:
        """An antenna hears so many cards, each beside the others and for as long as it counts."""
        is_due = False
        for number in range(count):
            uid = f"{antenna}.{number}"
            self.beliefs.place(uid, antenna)
            home = self.beliefs.tags[uid].home
            assert home is not None
            home.height = 0
            is_due = self.hears(antenna, uid, dbm)
        return is_due

    def levels_db(self) -> dict[int, float]:
        """By how much each antenna's rates are shifted from now on."""
        rates = self.levels.rates(NEIGHBOURS)
        return {antenna: rates[antenna].own.mean_dbm - DEFAULT_RATES.own.mean_dbm for antenna in rates}


def test_cards_that_are_reported_as_usual_change_nothing() -> None:
    table = Table()
    assert not table.hears_cards(3, 5, USUAL_DBM)
    assert set(table.levels_db().values()) == {0.0}


def test_what_one_antenna_reports_holds_for_those_that_have_heard_no_card() -> None:
    table = Table()
    assert table.hears_cards(3, 5, USUAL_DBM - 10)
    levels_db = table.levels_db()
    assert -10 < levels_db[3] <= levels_db[4] == levels_db[1] < -8


def test_an_antenna_that_reports_lower_than_the_others_has_a_level_of_its_own() -> None:
    table = Table()
    for antenna in (2, 4, 5, 6):
        table.hears_cards(antenna, 4, USUAL_DBM)
    assert table.hears_cards(3, 4, USUAL_DBM - 9)
    levels_db = table.levels_db()
    assert levels_db[3] < -6
    assert levels_db[2] > -1


def test_every_strength_is_shifted_alike() -> None:
    table = Table()
    table.hears_cards(3, 8, USUAL_DBM - 10)
    by_db, rates = table.levels_db()[3], table.levels.rates(NEIGHBOURS)[3]
    for name in ("cross", "edge_strength", "edge_strength_next", "middle_strength", "rim_strength"):
        assert getattr(rates, name).mean_dbm == getattr(DEFAULT_RATES, name).mean_dbm + by_db
    assert rates.gap.strength.mean_dbm == DEFAULT_RATES.gap.strength.mean_dbm + by_db
    assert rates.gap.strength_next.mean_dbm == DEFAULT_RATES.gap.strength_next.mean_dbm + by_db
    assert rates.miss_by_height == DEFAULT_RATES.miss_by_height


def test_a_card_counts_once_however_long_it_lies_there() -> None:
    table = Table()
    table.hears_cards(3, 1, USUAL_DBM - 10)
    once_db = table.levels_db()[3]
    table.hears(3, "3.0", USUAL_DBM - 10, times=200)
    assert table.levels_db()[3] == once_db


def test_a_card_that_is_not_known_to_lie_there_counts_for_nothing() -> None:
    table = Table()
    assert not table.hears(3, "new", USUAL_DBM - 10, times=20)
    for number in range(5):
        table.beliefs.place(f"pile{number}", 4)
        if number > 1:
            table.hears(4, f"pile{number}", USUAL_DBM - 10)
    table.hears(4, "pile0", None, times=20)
    assert set(table.levels_db().values()) == {0.0}


def test_a_card_that_may_have_moved_counts_for_nothing() -> None:
    table = Table()
    table.beliefs.place("A", 3)
    for _ in range(2 * ANSWERS):
        table.hears(4, "A", USUAL_DBM - 8, times=1)
        assert "A" in {tag.uid for tag in table.beliefs.unsettled()}
        table.hears(3, "A", USUAL_DBM - 10, times=1)
    assert set(table.levels_db().values()) == {0.0}


def test_a_card_that_was_moved_counts_where_it_lies_now_as_well() -> None:
    table = Table()
    table.hears_cards(3, 1, USUAL_DBM - 10)
    before_db = table.levels_db()
    table.beliefs.settle(table.beliefs.tags["3.0"], 5)
    table.hears(5, "3.0", USUAL_DBM - 10)
    levels_db = table.levels_db()
    assert levels_db[5] < before_db[5]
    assert levels_db[5] == levels_db[3]


def test_no_rates_change_while_a_card_is_being_decided_on() -> None:
    table = Table()
    table.hears_cards(3, 5, USUAL_DBM - 10)
    table.hears(5, "new", USUAL_DBM, times=1)
    assert any(table.beliefs.unsettled())
    assert not table.hears(3, "3.0", USUAL_DBM - 10, times=1)


def test_a_table_learns_in_one_hand_that_its_reader_reports_10_db_lower() -> None:
    room = room_of(Job(TYPICAL, 5, 0, 1, tuple(GAMES), False, 5 * MS, "reader", False, load_layout(), False), 0)
    assert isinstance(room.air, Air)
    for antenna in room.air.plan.sites:
        room.air.conditions.shown_db[antenna] = -10.0
    room.play()
    rates = room.service.watch.perception.beliefs.chances.rates
    levels_db = [known.own.mean_dbm - DEFAULT_RATES.own.mean_dbm for known in rates.values()]
    assert -12 < fmean(levels_db) < -8
    assert -15 < min(levels_db) <= max(levels_db) < -5
