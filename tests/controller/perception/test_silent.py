"""Where a card that fell silent at its place is looked for."""

from burncard.controller.perception.perception import Perception
from burncard.firmware_bridge.driver import MS, SECOND, Nanoseconds
from tests.harness.scans_by_hand import OWN_DBM, ROW, FakeDeal

HOME, MUCK, HAND, EMPTY = 1, 5, 3, 4
"""A card lies at `HAND` as well, and none at `EMPTY`."""


class Felt:
    """A table on which one card lies at `HOME` and one at `HAND`, scanned as a test says."""

    def __init__(self) -> None:
        beside = {antenna: tuple(other for other in (antenna - 1, antenna + 1) if other in ROW) for antenna in ROW}
        self.perception = Perception(FakeDeal(), beside, rest=(MUCK,), muck=(MUCK,))
        self.now_ns = Nanoseconds(SECOND)
        self.perception.beliefs.place("taken", HOME)
        self.perception.beliefs.place("left", HAND)
        for antenna in ROW:
            self.scan(antenna, *(["taken"] if antenna == HOME else ["left"] if antenna == HAND else []))

    def scan(self, antenna: int, *heard: str) -> None:
        self.now_ns = Nanoseconds(self.now_ns + 30 * MS)
        self.perception.take(antenna, dict.fromkeys(heard, OWN_DBM), self.now_ns, took_ns=30 * MS)

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


def test_a_card_that_is_heard_again_is_not_looked_for() -> None:
    felt = Felt()
    felt.scan(HOME)
    felt.scan(HOME, "taken")
    assert felt.worth() == {}
