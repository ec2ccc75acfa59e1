"""Which antennas are asked about a card that is not decided on yet."""

from burncard.controller.perception.what_to_ask import questions
from tests.harness.scans_by_hand import Bench


def test_nobody_asks_next_door_to_a_place_where_the_card_was_not_heard() -> None:
    bench = Bench(2)
    bench.perception.take(3, {"c1": -45.0}, bench.now_ns)
    beliefs = bench.perception.beliefs
    assert set(beliefs.tags["c1"].candidates) == {2, 3}
    assert set(questions(beliefs.unsettled(), (2,), (), ())) == {2, 3, 4}
