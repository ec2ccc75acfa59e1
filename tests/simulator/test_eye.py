"""A camera's eye: what it sees of cards that lie on each other, under hands, and how often it is wrong."""

from random import Random

from burncard.firmware_bridge.driver import MS, SECOND
from burncard.firmware_bridge.events import FacesAt
from burncard.hardware.layout import load_layout
from burncard.simulator.eye import Eye, looked_at
from burncard.simulator.radio.air import Air
from burncard.simulator.radio.antenna_plan import TablePlan

ZONES = load_layout().zones
UIDS = [f"E0040100000000{number:02X}" for number in range(9)]


def table(right: float = 1.0) -> tuple[Air, Eye]:
    air = Air(TablePlan(ZONES), rng=Random(1))
    seen, _ = looked_at(ZONES)
    return air, Eye(air, Random(2), seen, (), right)


def at(eye: Eye, antenna: int, now_ns: int) -> FacesAt | None:
    return next((place for place in eye.look(now_ns) if place.antenna == antenna), None)


def test_it_sees_up_and_down_and_no_stacked_zone() -> None:
    air, eye = table()
    air.lay(UIDS[0], 11, "up", 0)
    air.lay(UIDS[1], 11, "up", 0)
    air.lay(UIDS[2], 12, "up", 0)
    eye.look(0)
    assert at(eye, 11, SECOND) == FacesAt(11, 2, 0, 1.0)
    assert {ZONES[place.antenna] for place in eye.look(SECOND)}.isdisjoint({"burn", "muck", "stub"})


def test_a_card_is_hidden_under_another_and_comes_to_the_top_when_it_is_turned() -> None:
    air, eye = table()
    for uid in UIDS[:2]:
        air.lay(uid, 3, "down", 0)
        air.felt.pieces[uid].spot = air.plan.sites[3].middle
    eye.look(0)
    assert at(eye, 3, SECOND) == FacesAt(3, 0, 1, 1.0)
    air.lay(UIDS[0], 3, "up", SECOND)
    eye.look(SECOND)
    assert at(eye, 3, 2 * SECOND) == FacesAt(3, 1, 0, 1.0)


def test_the_dealers_hand_is_over_a_zone_after_a_card_has_come() -> None:
    air, eye = table()
    assert at(eye, 3, 0) == FacesAt(3, 0, 0, 1.0)
    air.lay(UIDS[0], 3, "down", SECOND)
    hidden = [at(eye, 3, SECOND + ms * MS) is None for ms in range(0, 400, 10)]
    assert hidden[:5] == [True] * 5
    assert hidden[31:] == [False] * 9
    assert hidden == sorted(hidden, reverse=True)


def test_a_players_hand_is_over_the_cards_from_time_to_time() -> None:
    air = Air(TablePlan(ZONES), rng=Random(1))
    eye = Eye(air, Random(2), *looked_at(ZONES), 1.0)
    seen = [at(eye, 3, number * 100 * MS) is not None for number in range(6000)]
    assert 0.85 < sum(seen) / len(seen) < 0.97
    assert all(at(eye, 11, 600 * SECOND + number * 100 * MS) is not None for number in range(100))


def test_so_many_pictures_of_a_zone_are_wrong_and_by_one_card() -> None:
    air, eye = table(0.99)
    air.lay(UIDS[0], 3, "down", 0)
    eye.look(0)
    wrong = [place for number in range(20_000) if (place := at(eye, 3, SECOND + number * MS)) and place.down != 1]
    assert 0.004 < len(wrong) / 20_000 < 0.016
    assert all(abs(place.up + place.down - 1) <= 1 for place in wrong)
