"""Whole tables in real time on a typical radio, over ttys at their baud rate: nothing is ruled without a reason."""

import asyncio

from burncard.simulator.readers import READERS
from tests.harness.real_time import deal_all

HANDS = 2


def test_every_protocol_carries_hands_in_real_time_without_a_false_ruling() -> None:
    for dealt in asyncio.run(deal_all(list(READERS), HANDS, "typical", 1, 0.0)):
        assert dealt.stuck == ""
        assert dealt.hands >= HANDS
        assert dealt.tally.cards > HANDS * 4
        assert dealt.tally.false_alarms == {}, dealt.protocol
