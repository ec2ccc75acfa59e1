"""How a place is weighed against the ones next door."""

import pytest

from burncard.controller.perception.beliefs import Beliefs
from burncard.controller.perception.chances import Chances
from burncard.controller.perception.rates import DEFAULT_RATES
from burncard.firmware_bridge.driver import MS, Nanoseconds
from tests.harness.scans_by_hand import EDGE_DBM, ROW

BESIDE = {antenna: tuple(other for other in (antenna - 1, antenna + 1) if other in ROW) for antenna in ROW}


def heard_alike(here: int, there: int) -> tuple[Beliefs, Nanoseconds]:
    """A card that two antennas have heard equally strongly."""
    beliefs = Beliefs(Chances(BESIDE, dict.fromkeys(ROW, DEFAULT_RATES)), frozenset(), frozenset())
    now_ns = 0
    for antenna in (here, there, there, here):
        now_ns += 20 * MS
        beliefs.scanned(antenna, {"c": EDGE_DBM}, Nanoseconds(now_ns), lambda *_: 0.2)
    return beliefs, Nanoseconds(now_ns)


def test_a_silence_at_one_of_two_antennas_that_hear_a_card_alike_does_not_speak_for_that_one() -> None:
    beliefs, now_ns = heard_alike(2, 3)
    lead = beliefs.tags["c"].candidates[2].contest.lead
    before = lead(3)
    for number in range(1, 5):
        beliefs.scanned(2, {}, Nanoseconds(now_ns + number * 30 * MS), lambda *_: 0.2)
    assert lead(3) <= before


@pytest.mark.parametrize(("here", "there"), [(1, 2), (2, 1), (2, 3)])
def test_a_place_with_more_neighbours_is_no_unlikelier_than_the_one_next_door(here: int, there: int) -> None:
    beliefs, _ = heard_alike(here, there)
    assert abs(beliefs.tags["c"].candidates[here].contest.lead(there)) < 0.1
