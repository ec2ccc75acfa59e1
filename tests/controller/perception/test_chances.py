"""What a scan says of a card, given where it lies."""

from burncard.controller.perception.chances import Chances, Reading
from burncard.controller.perception.rates import DEFAULT_RATES

ROW: dict[int, tuple[int, ...]] = {1: (2,), 2: (1, 3), 3: (2, 4), 4: (3,)}


def test_what_is_overheard_beside_one_of_two_places_says_nothing_of_which_a_card_between_them_belongs_to() -> None:
    chances = Chances(ROW, dict.fromkeys(ROW, DEFAULT_RATES))
    for heard, dbm in ((True, -62.0), (True, None), (False, None)):
        reading = Reading(4, heard, dbm)
        assert chances.between(reading, 2, 3) == chances.between(reading, 3, 2)
        assert chances.on_edge(reading, 2, 3, 0) == chances.on_edge(reading, 3, 2, 0)
        assert chances.apart(reading, 2, 3) == chances.apart(reading, 3, 2)
        assert chances.far_off(reading, 2, 3) == chances.far_off(reading, 3, 2)
    inside = chances.resting(Reading(4, heard=True), 2, 0)
    assert chances.between(Reading(4, heard=True), 2, 3) > 5 * inside
