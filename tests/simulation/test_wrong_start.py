"""A deal that begins at the wrong seat is a misdeal by its own rule, though the dealer deals on."""

import pytest

from burncard.firmware_bridge.driver import MS
from burncard.simulator.radio.quality import TYPICAL
from burncard.simulator.rooms.room import LINE_NS
from tests.harness.wrong_start import PLAYERS, DealtByHand

LINES = {"fast": LINE_NS, "slow": 15 * MS}
DEALS = 3


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("line_ns", LINES.values(), ids=LINES)
def test_a_deal_that_begins_at_the_wrong_seat_is_a_misdeal_whoever_was_dealt_to_since(
    line_ns: int, players: int
) -> None:
    for seed in range(DEALS):
        assert DealtByHand(TYPICAL, f"wrong/{seed}", line_ns, players).deal(skip=1) == "misdeal.first-card-wrong-seat"


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("line_ns", LINES.values(), ids=LINES)
def test_a_deal_that_begins_at_the_right_seat_is_none(line_ns: int, players: int) -> None:
    for seed in range(DEALS):
        assert DealtByHand(TYPICAL, f"right/{seed}", line_ns, players).deal() == ""
