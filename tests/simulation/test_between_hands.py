"""After a hand whose cards were all taken in, no place is named as one where cards still lie."""

import pytest

from burncard.firmware_bridge.driver import MS
from burncard.simulator.radio.quality import TYPICAL, Radio
from burncard.simulator.rooms.room import LINE_NS
from tests.harness.between_hands import CLEAR_NS, BetweenHands

READERS = {"fast": (TYPICAL, LINE_NS), "slow, without strengths": (TYPICAL.without_strength(), 28 * MS)}
MOST = 0.03
"""The share of the moments at which a place is named: a card may be overheard in the pack twice in succession."""


@pytest.mark.parametrize(("radio", "line_ns"), READERS.values(), ids=READERS)
def test_cards_of_a_pack_that_is_shuffled_next_door_are_not_named_as_left_out(radio: Radio, line_ns: int) -> None:
    named: list[bool] = []
    for seed in range(4):
        table = BetweenHands(radio, str(seed), line_ns)
        table.collect()
        named += map(bool, table.shuffle())
    assert len(named) > 200
    assert sum(named) <= MOST * len(named)


def test_the_place_of_a_card_that_was_not_taken_in_is_named() -> None:
    table = BetweenHands(TYPICAL, "left")
    board = [piece for piece in table.air.felt if piece.antenna == table.layout.antenna_of("board")]
    for piece in list(table.air.felt):
        if piece is not board[0]:
            table.air.take(piece.name)
    table.listen(CLEAR_NS)
    assert table.service.cards_out.by_zone() == {"board": 1}
