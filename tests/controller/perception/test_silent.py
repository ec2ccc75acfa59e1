"""Where a card that fell silent at its place is looked for."""

import pytest

from burncard.controller.perception.likely_moves import CAME_DUE
from burncard.controller.perception.perception import Perception
from burncard.firmware_bridge.driver import MS, SECOND, Nanoseconds
from tests.harness.scans_by_hand import OWN_DBM, ROW, FakeDeal

OVERHEARD_DBM = -62.0
HOME, MUCK, HAND, EMPTY = 1, 5, 3, 4
"""A card lies at `HAND` as well, and none at `EMPTY`."""


class Felt:
    """A table on which one card lies at `HOME` and one at `HAND`, scanned as a test says."""

    def __init__(self) -> None:
        beside = {antenna: tuple(other for other in (antenna - 1, antenna + 1) if other in ROW) for antenna in ROW}
        self.deal = FakeDeal()
        self.perception = Perception(self.deal, beside, rest=(MUCK,), muck=(MUCK,))
        self.now_ns = Nanoseconds(SECOND)
        self.perception.beliefs.place("taken", HOME)
        self.perception.beliefs.place("left", HAND)
        for antenna in ROW:
            self.scan(antenna, *(["taken"] if antenna == HOME else ["left"] if antenna == HAND else []))

    def scan(self, antenna: int, *heard: str, dbm: float = OWN_DBM) -> None:
        self.now_ns = Nanoseconds(self.now_ns + 30 * MS)
        self.perception.take(antenna, dict.fromkeys(heard, dbm), self.now_ns, took_ns=30 * MS)

    def stayed(self, uid: str) -> float:
        return self.perception.beliefs.tags[uid].stayed

    def worth(self) -> dict[int, float]:
        return self.perception.silent.worth(self.now_ns)


def test_nothing_is_looked_for_while_every_card_is_heard() -> None:
    assert Felt().worth() == {}


def test_a_card_is_looked_for_where_cards_are_thrown_then_at_hands_and_last_where_no_card_lies() -> None:
    felt = Felt()
    felt.scan(HOME)
    felt.scan(HOME)
    worth = felt.worth()
    assert worth[MUCK] > worth[HAND] > worth[EMPTY] > 0


def test_a_place_that_did_not_hear_it_is_worth_less_than_before() -> None:
    felt = Felt()
    felt.scan(HOME)
    felt.scan(HOME)
    before = felt.worth()
    felt.scan(MUCK)
    after = felt.worth()
    assert after[MUCK] < before[MUCK] / 5
    assert after[HAND] > before[HAND]


def test_its_old_place_is_worth_less_with_every_scan_that_misses_it() -> None:
    felt = Felt()
    worth = []
    for _ in range(6):
        felt.scan(HOME)
        worth.append(felt.worth()[HOME])
    assert worth == sorted(worth, reverse=True)
    assert worth[-1] < felt.worth()[MUCK]


def test_a_card_that_has_surely_been_taken_is_looked_for_as_much_as_before() -> None:
    felt = Felt()
    felt.scan(HOME)
    felt.scan(HOME)
    felt.scan(HOME)
    before = felt.worth()
    for _ in range(20):
        felt.scan(HOME)
    assert felt.worth()[MUCK] >= before[MUCK]


def test_a_card_that_is_heard_again_is_not_looked_for() -> None:
    felt = Felt()
    felt.scan(HOME)
    felt.scan(HOME, "taken")
    assert felt.worth() == {}


@pytest.mark.parametrize(("others", "has_left"), [(["other"], True), ([], False)])
def test_a_silence_says_that_a_card_has_left_if_no_hand_lies_over_the_others(others: list[str], has_left: bool) -> None:
    felt = Felt()
    felt.perception.beliefs.place("other", HOME)
    for _ in range(20):
        felt.scan(HOME, *others)
    felt.scan(HAND, "left", "taken", dbm=OVERHEARD_DBM)
    assert (felt.stayed("taken") < 0.5) is has_left


def test_a_card_that_left_and_is_overheard_next_door_to_the_muck_is_believed_to_lie_there() -> None:
    felt = Felt()
    for _ in range(4):
        felt.scan(HOME)
    felt.scan(EMPTY, "taken", dbm=OVERHEARD_DBM)
    for _ in range(4):
        felt.scan(EMPTY)
    candidates = felt.perception.beliefs.tags["taken"].candidates
    assert candidates[MUCK].place.weight > 10 * candidates[EMPTY].place.weight


@pytest.mark.parametrize(("to_leave", "stays"), [(1, True), (2, False)])
def test_a_card_stays_behind_if_as_many_others_as_are_to_leave_have_left_more_surely(
    to_leave: int, stays: bool
) -> None:
    felt = Felt()
    for uid in ("kept", "missed"):
        felt.perception.beliefs.place(uid, HOME)
    felt.deal.from_place, felt.deal.to_leave, felt.deal.left = (HOME,), to_leave, [MUCK]
    for _ in range(20):
        felt.scan(HOME, "kept", "missed")
    felt.scan(HOME, "kept")
    felt.scan(MUCK, "missed", dbm=OVERHEARD_DBM)
    prior = felt.perception.beliefs.tags["missed"].candidates[MUCK].prior
    assert (prior < CAME_DUE) is stays


def test_a_card_that_was_lifted_may_have_been_laid_back_on_the_edge_of_its_place() -> None:
    """Its player has looked at both cards; the other one lies there again."""
    felt = Felt()
    felt.perception.beliefs.place("other", HOME)
    for _ in range(3):
        felt.scan(HOME, "taken", "other")
    for _ in range(5):
        felt.scan(HOME)
    felt.scan(HOME, "other")
    for _ in range(2):
        felt.scan(HOME + 1, "taken", dbm=-53.0)
    assert felt.stayed("taken") > 0.3
