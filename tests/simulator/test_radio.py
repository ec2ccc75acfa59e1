"""The radio model: its effects happen as often as they should, and one seed gives one room."""

from collections import Counter
from dataclasses import replace
from random import Random
from statistics import mean

import pytest

from burncard.firmware_bridge.driver import MS, SECOND
from burncard.hardware.layout import load_layout
from burncard.simulator.radio.air import Air
from burncard.simulator.radio.antenna_plan import TablePlan
from burncard.simulator.radio.anticollision import colliding, inventory_ns
from burncard.simulator.radio.quality import GOOD, PERFECT, POOR, RADIOS, TYPICAL, Radio

PLAN = TablePlan(load_layout().zones)
SEAT_3, SEAT_4, SEAT_8, BOARD, BURN, MUCK, STUB = 3, 4, 8, 11, 12, 13, 15
NOISY = [GOOD, TYPICAL, POOR]
EACH_NOISY = pytest.mark.parametrize("radio", NOISY, ids=lambda radio: radio.name)


def uid(number: int) -> str:
    return f"E00401{number:010X}"


def heard(air: Air, antenna: int, at_ns: int) -> set[str]:
    return {answer.uid for answer in air.inventory(antenna, at_ns).answers}


def rate(air: Air, antenna: int, number: int, scans: int = 4000) -> float:
    """How often an antenna hears a tag. The scans are far apart, so that drop-outs fall on few of them."""
    return mean(uid(number) in heard(air, antenna, SECOND * (10 + scan)) for scan in range(scans))


def without_accidents(radio: Radio) -> Radio:
    """The radio without what happens to a card once, when it is laid down."""
    return replace(radio, border_chance=0.0, late_chance=0.0, passing_chance=0.0, dropout_every_ns=None)


def test_a_perfect_radio_hears_each_card_in_its_zone_only() -> None:
    air = Air(PLAN, PERFECT, Random(1))
    for number in range(52):
        air.lay(uid(number), number % 15 + 1, "down", number)
    for antenna in PLAN.sites:
        lying = {piece.uid for piece in air.felt if piece.antenna == antenna}
        assert heard(air, antenna, 100) == lying
    assert air.steady(0)
    air.take(uid(0))
    assert heard(air, 1, 200) == {uid(15), uid(30), uid(45)}


@EACH_NOISY
def test_a_card_is_missed_as_often_as_its_height_in_the_pile_says(radio: Radio) -> None:
    rates: dict[int, list[float]] = {height: [] for height in range(len(radio.misses))}
    for seed in range(6):
        air = Air(PLAN, without_accidents(radio), Random(seed))
        for number in range(len(radio.misses)):
            air.lay(uid(number), MUCK, "down", 0)
        for number, piece in enumerate(list(air.felt)):
            rates[piece.below].append(1 - rate(air, MUCK, number, 1500))
    for height, expected in enumerate(radio.misses):
        assert mean(rates[height]) == pytest.approx(expected, rel=0.3, abs=0.004)


@EACH_NOISY
def test_a_neighbour_hears_a_card_across_as_often_as_it_should_and_others_do_not(radio: Radio) -> None:
    near, far = [], []
    for seed in range(30):
        air = Air(PLAN, without_accidents(radio), Random(seed))
        air.lay(uid(1), SEAT_3, "down", 0)
        near.append(rate(air, SEAT_4, 1, 1000))
        far.append(rate(air, SEAT_8, 1, 300))
    assert mean(near) == pytest.approx(radio.cross_chance, rel=0.35, abs=0.001)
    assert mean(far) < 0.002


def test_a_card_dealt_on_a_pile_lies_on_it_and_board_cards_lie_side_by_side() -> None:
    air = Air(PLAN, without_accidents(TYPICAL), Random(3))
    for number in range(5):
        air.lay(uid(number), BOARD, "up", 0)
        air.lay(uid(10 + number), BURN, "down", 0)
    below = {piece.uid: piece.below for piece in air.felt}
    assert [below[uid(number)] for number in range(5)] == [0] * 5
    assert sum(below[uid(10 + number)] for number in range(5)) >= 8
    air.take(uid(10))
    assert sum(piece.below for piece in air.felt if piece.antenna == BURN) < sum(below.values())


@EACH_NOISY
def test_a_resting_card_drops_out_as_often_and_as_long_as_it_should(radio: Radio) -> None:
    assert radio.dropout_every_ns is not None
    air = Air(
        PLAN, replace(without_accidents(radio), misses=(1e-9,), dropout_every_ns=radio.dropout_every_ns), Random(4)
    )
    air.lay(uid(1), SEAT_3, "down", 0)
    silent = [uid(1) not in heard(air, SEAT_3, at * 20 * MS) for at in range(3600 * 50)]
    begins = sum(now and not before for before, now in zip([False, *silent], silent, strict=False))
    expected = 3600 * SECOND / radio.dropout_every_ns
    assert begins == pytest.approx(expected, rel=0.3)
    lengths = "".join("x" if each else " " for each in silent).split()
    assert max(map(len, lengths)) <= 15 or radio is POOR  # where one drop-out may follow another
    assert mean(map(len, lengths)) == pytest.approx(7.5, rel=0.3)


@EACH_NOISY
def test_a_few_cards_lie_between_two_zones_and_their_own_antenna_hears_them_best(radio: Radio) -> None:
    hands, borders = 4000, Counter[bool]()
    air = Air(PLAN, replace(without_accidents(radio), border_chance=radio.border_chance), Random(5))
    for number in range(hands):
        piece = air.lay(uid(number), number % 10 + 1, "down", 0)
        own = PLAN.sites[number % 10 + 1].distance(piece.spot)
        borders[own > 0.3] += 1
        assert all(site.distance(piece.spot) > own for antenna, site in PLAN.sites.items() if antenna != piece.antenna)
        air.take(uid(number))
    assert borders[True] / hands == pytest.approx(radio.border_chance, rel=0.35)


@EACH_NOISY
def test_a_few_cards_are_heard_late_by_a_second_at_most(radio: Radio) -> None:
    air = Air(PLAN, replace(without_accidents(radio), misses=(1e-9,), late_chance=radio.late_chance), Random(6))
    late = 0
    for number in range(6000):
        at_ns = number * 2 * SECOND
        air.lay(uid(number), SEAT_3, "down", at_ns)
        late += uid(number) not in heard(air, SEAT_3, at_ns)
        assert uid(number) in heard(air, SEAT_3, at_ns + SECOND)
        air.take(uid(number))
    assert late / 6000 == pytest.approx(radio.late_chance, rel=0.45)


@EACH_NOISY
def test_some_throws_are_heard_on_their_way_and_never_after(radio: Radio) -> None:
    air = Air(PLAN, radio, Random(7))
    passing = 0
    for number in range(3000):
        now_ns = number * SECOND
        air.throw(uid(number), SEAT_3, MUCK, now_ns, now_ns + 300 * MS)
        steps = [now_ns + ms * MS for ms in (80, 150, 220, 290)]
        over = [antenna for antenna in PLAN.sites for at_ns in steps if uid(number) in heard(air, antenna, at_ns)]
        passing += bool(over)
        assert len(set(over)) <= 1
        assert not any(uid(number) in heard(air, antenna, now_ns + 301 * MS) for antenna in PLAN.sites)
    assert passing / 3000 == pytest.approx(radio.passing_chance, rel=0.35)


def test_a_ghost_is_nobodys_tag_another_card_or_a_damaged_id() -> None:
    air = Air(PLAN, POOR, Random(8))
    air.lay(uid(1), SEAT_8, "down", 0)
    ghosts = [ghost for scan in range(60_000) for ghost in heard(air, BURN, scan * SECOND)]
    assert len(ghosts) / 60_000 == pytest.approx(POOR.ghost_chance, rel=0.4)
    assert 0.15 < ghosts.count(uid(1)) / len(ghosts) < 0.5
    assert len(set(ghosts)) > len(ghosts) // 2


def test_strength_tells_the_zone_and_is_left_out_where_a_reader_has_none() -> None:
    air = Air(PLAN, POOR, Random(9))
    air.lay(uid(1), SEAT_3, "down", 0)
    here, across = (strengths(air, antenna) for antenna in (SEAT_3, SEAT_4))
    assert mean(here) > mean(across) + 15
    air = Air(PLAN, POOR.without_strength(), Random(9))
    air.lay(uid(1), SEAT_3, "down", 0)
    assert {answer.dbm for scan in range(50) for answer in air.inventory(SEAT_3, scan * SECOND).answers} == {None}


def strengths(air: Air, antenna: int) -> list[float]:
    answers = [answer for scan in range(2000) for answer in air.inventory(antenna, scan * SECOND).answers]
    return [answer.dbm for answer in answers if answer.dbm is not None and answer.uid == uid(1)]


def test_an_inventory_takes_as_long_as_one_of_real_tags() -> None:
    rng = Random(10)
    for tags, ms in ((1, 14), (2, 19), (5, 39), (10, 82), (52, 483)):
        rounds = [inventory_ns(uid(rng.getrandbits(40)) for _ in range(tags)) / MS for _ in range(400)]
        assert mean(rounds) == pytest.approx(ms, rel=0.07)
    apart, together = inventory_ns([uid(1), uid(2)]), inventory_ns([uid(0x11), uid(0x21)])
    assert together > apart + 10 * MS
    assert inventory_ns([uid(1), uid(1)]) == inventory_ns([uid(1)])
    assert colliding([uid(0x11), uid(0x21), uid(2)]) == [(uid(0x11), uid(0x21))]


def test_what_is_wrong_in_a_room_is_heard_until_it_is_put_right() -> None:
    air = Air(PLAN, without_accidents(TYPICAL), Random(11))
    for number in range(1, 5):
        air.lay(uid(number), SEAT_3, "down", 0)
    air.conditions.dead_tags.add(uid(1))
    assert rate(air, SEAT_3, 1, 200) == 0
    air.conditions.dead_antennas.add(SEAT_3)
    assert rate(air, SEAT_3, 2, 200) == 0
    air.conditions.dead_antennas.clear()
    assert rate(air, SEAT_3, 2, 200) > 0.9
    air.cover(SEAT_3, 0, 100 * SECOND, loss_db=40.0)
    assert not any(heard(air, SEAT_3, second * SECOND) for second in range(10, 100))
    assert heard(air, SEAT_3, 101 * SECOND)


def share_of_the_pack(air: Air, antenna: int, scans: int = 400) -> float:
    """How many of the cards of the pack an antenna hears in a scan, on the mean."""
    return mean(len(heard(air, antenna, SECOND * scan)) for scan in range(scans)) / len(air.pack.uids)


@EACH_NOISY
def test_a_pack_that_is_laid_down_is_heard_in_part_and_overheard_next_door(radio: Radio) -> None:
    air = Air(PLAN, replace(without_accidents(radio), ghost_chance=0.0), Random(6))
    air.lay_pack([uid(number) for number in range(40)], STUB)
    answering = mean(1 - radio.miss(height) for height in range(40))
    assert share_of_the_pack(air, STUB) == pytest.approx(answering, abs=0.03)
    for beside in (BURN, MUCK):
        assert share_of_the_pack(air, beside) == pytest.approx(radio.cross_chance * answering, rel=0.4)
    air.lay_pack((), STUB)
    assert not any(heard(air, antenna, SECOND) for antenna in PLAN.sites)


def test_a_card_that_is_returned_to_the_pack_is_taken_up_with_it() -> None:
    air = Air(PLAN, PERFECT, Random(6))
    air.lay_pack([uid(number) for number in range(39)], STUB)
    air.lay(uid(39), STUB, "down", 0)
    air.lay_pack([uid(number) for number in range(40)], STUB)
    assert len(air.pack.uids) == 39  # the returned card lies on it as it was laid there
    assert len(heard(air, STUB, SECOND)) == 40
    air.lay_pack((), STUB)
    assert not heard(air, STUB, SECOND)


def test_a_perfect_radio_hears_a_pack_where_it_lies_only() -> None:
    air = Air(PLAN, PERFECT, Random(6))
    air.lay_pack([uid(number) for number in range(40)], STUB)
    assert {antenna: len(heard(air, antenna, SECOND)) for antenna in PLAN.sites if heard(air, antenna, 0)} == {STUB: 40}


def test_a_copy_answers_in_two_places_and_its_name_tells_which_is_meant() -> None:
    air = Air(PLAN, without_accidents(TYPICAL), Random(12))
    air.lay(uid(1), SEAT_3, "down", 0)
    air.lay(uid(1), SEAT_8, "down", 0, name="a copy")
    assert rate(air, SEAT_3, 1, 200) > 0.9
    assert rate(air, SEAT_8, 1, 200) > 0.9
    air.take("a copy")
    assert rate(air, SEAT_8, 1, 200) == 0


def test_a_card_held_between_two_zones_is_heard_by_both_until_it_is_laid_down() -> None:
    air = Air(PLAN, without_accidents(TYPICAL), Random(13))
    air.lay(uid(1), SEAT_3, "down", 0)
    air.hold(uid(1), (SEAT_3, SEAT_4), SECOND)
    held = [rate(air, antenna, 1, 500) for antenna in (SEAT_3, SEAT_4)]
    assert all(0.2 < share < 0.8 for share in held)
    air.lay(uid(1), SEAT_3, "down", 600 * SECOND)
    assert mean(uid(1) in heard(air, SEAT_3, (601 + second) * SECOND) for second in range(200)) > 0.95


def test_a_card_turned_over_in_its_place_stays_there() -> None:
    air = Air(PLAN, TYPICAL, Random(14))
    before = air.lay(uid(1), SEAT_3, "down", 0)
    spot = before.spot
    assert air.lay(uid(1), SEAT_3, "up", SECOND) is before
    assert (before.spot, before.face) == (spot, "up")


@pytest.mark.parametrize("name", RADIOS)
def test_one_seed_gives_one_room(name: str) -> None:
    def run() -> list[tuple[str, float | None]]:
        air = Air(PLAN, RADIOS[name], Random(15))
        for number in range(20):
            air.lay(uid(number), number % 15 + 1, "down", number * SECOND)
        scans = [air.inventory(antenna, 30 * SECOND + antenna) for antenna in PLAN.sites]
        return [(answer.uid, answer.dbm) for scan in scans for answer in scan.answers]

    assert run() == run()
