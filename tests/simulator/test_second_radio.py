"""The second model of the radio: it keeps to the rates of a radio's quality in the mean, and has effects that last."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from statistics import mean

import pytest

from burncard.firmware_bridge.driver import MS, SECOND
from burncard.hardware.layout import load_layout
from burncard.simulator.radio.antenna_plan import TablePlan
from burncard.simulator.radio.quality import PERFECT, POOR, TYPICAL
from burncard.simulator.rooms.detected import RIGHT
from burncard.simulator.rooms.many_hands import Job, room_of
from tests.harness.second_radio.air import Air

PLAN = TablePlan(load_layout().zones)
MUCK, STUB = 13, 15
SCAN_NS = 100 * MS
CALM = replace(TYPICAL, border_chance=0.0, late_chance=0.0, passing_chance=0.0, dropout_every_ns=None)
"""The typical radio without what happens to a card once, when it is laid down, and without drop-outs."""


def uid(number: int) -> str:
    return f"E00401{number:010X}"


def heard(air: Air, antenna: int, at_ns: int) -> set[str]:
    return {answer.uid for answer in air.inventory(antenna, at_ns).answers}


def piles(rooms: int, cards: int, of_a_room: int = 1) -> Iterator[Air]:
    """Airs with a pile of cards in the muck, each pile of other cards."""
    for seed in range(rooms):
        air = Air(PLAN, CALM, Random(seed))
        for nth in range(of_a_room):
            uids = [uid(10_000 * seed + 100 * nth + number) for number in range(cards)]
            for each in uids:
                air.lay(each, MUCK, "down", nth * 10 * SECOND)
            yield air
            for each in uids:
                air.take(each)


def scans_of(air: Air, antenna: int, count: int) -> list[set[str]]:
    """What each of many scans hears, from the time on at which the last card was laid down."""
    last_ns = max(piece.lands_ns for piece in air.felt)
    return [heard(air, antenna, last_ns + scan * SCAN_NS) for scan in range(1, count + 1)]


def test_with_a_perfect_radio_an_antenna_hears_exactly_the_cards_of_its_zone() -> None:
    air = Air(PLAN, PERFECT, Random(1))
    for number in range(52):
        air.lay(uid(number), number % 15 + 1, "down", number)
    air.take(uid(0))
    for antenna in PLAN.sites:
        assert heard(air, antenna, 100) == {piece.uid for piece in air.felt if piece.antenna == antenna}


def test_a_card_is_missed_as_often_as_its_height_in_the_pile_says() -> None:
    """Within 25 % of the rate, or 0.015: some cards are hidden by the one above as if they lay under one more, which
    counts where the rates rise fivefold from one height to the next."""
    missed: list[list[bool]] = [[] for _ in TYPICAL.misses]
    for air in piles(rooms=40, cards=len(missed), of_a_room=20):
        for scan in scans_of(air, MUCK, 10):
            for piece in air.felt:
                missed[piece.below].append(piece.uid not in scan)
    for height, expected in enumerate(TYPICAL.misses):
        assert mean(missed[height]) == pytest.approx(expected, rel=0.25, abs=0.015)


def test_a_card_in_a_high_pile_that_was_missed_is_missed_again() -> None:
    """If scans were independent, these correlations would be about 0."""
    rows = []
    for air in piles(rooms=20, cards=12):
        scans = scans_of(air, MUCK, 60)
        rows += [[piece.uid not in scan for scan in scans] for piece in air.felt if piece.below >= 4]
    rate = mean(mean(row) for row in rows)
    for later in (1, 30):
        pairs = [(row[scan] - rate) * (row[scan + later] - rate) for row in rows for scan in range(60 - later)]
        assert mean(pairs) / (rate * (1 - rate)) > 0.2


def test_few_cards_are_overheard_next_door_and_those_often() -> None:
    """One card lies in each zone. The rate is that of all neighbours; single pairs of antennas differ."""
    rates = []
    for seed in range(60):
        air = Air(PLAN, CALM, Random(seed))
        for zone in PLAN.sites:
            air.lay(uid(100 * seed + zone), zone, "down", 0)
        for antenna in PLAN.sites:
            scans = scans_of(air, antenna, 20)
            beside = [uid(100 * seed + zone) for zone in PLAN.neighbours(antenna)]
            rates += [mean(each in scan for scan in scans) for each in beside]
    often = [rate for rate in rates if rate > 0.25]
    assert mean(rates) == pytest.approx(TYPICAL.cross_chance, rel=0.25)
    assert mean(rate == 0 for rate in rates) > 0.85
    assert len(often) < 0.04 * len(rates)
    assert sum(often) > 0.5 * sum(rates)


def test_a_card_that_is_returned_to_the_pack_is_taken_up_with_it() -> None:
    air = Air(PLAN, PERFECT, Random(6))
    air.lay_pack([uid(number) for number in range(39)], STUB)
    air.lay(uid(39), STUB, "down", 0)
    assert len(heard(air, STUB, SECOND)) == 40
    air.lay_pack((), STUB)
    assert not heard(air, STUB, SECOND)


def test_the_same_rng_gives_the_same_answers() -> None:
    def answers(seed: int) -> list[object]:
        air = Air(PLAN, POOR, Random(seed))
        told: list[object] = []
        for number in range(60):
            now_ns = number * SECOND
            air.throw(uid(number), STUB, number % 13 + 1, now_ns, now_ns + 200 * MS)
            air.lay(uid(number), number % 13 + 1, "down", now_ns + 200 * MS)
            air.cover(number % 13 + 1, now_ns, now_ns + SECOND)
            air.lay_pack([uid(card) for card in range(100, 150 - number % 7)], STUB)
            told += [air.inventory(antenna, now_ns + antenna * 50 * MS) for antenna in PLAN.sites]
        return told

    assert answers(1) == answers(1) != answers(2)


def test_a_table_in_such_a_room_follows_a_clean_hand_to_its_end() -> None:
    room = room_of(Job(TYPICAL, 3, 0, 1, ("holdem",), mistakes=False, air=Air), 0)
    played = room.play()
    assert isinstance(room.air, Air)
    assert (played.verdict, played.rules) == (RIGHT, [])
    assert room.service.record.table.hand is not None
    assert room.service.record.table.hand.ended
