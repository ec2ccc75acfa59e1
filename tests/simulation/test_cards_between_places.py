"""A card that lies halfway between two seats is asked about, and ruled on only where it was pushed."""

from random import Random

import pytest

from burncard.firmware_bridge.driver import MS, SECOND
from burncard.rules.cards import ASIDE, MUCK, Seat, Zone, seat_zone
from burncard.simulator.radio.quality import TYPICAL, Radio
from burncard.simulator.rooms.room import LINE_NS
from tests.harness.card_between import KINDS, LONG_NS, PATIENCE_NS, Deal

CARDS = 6
READERS = {"fast": (TYPICAL, LINE_NS), "slow, without strengths": (TYPICAL.without_strength(), 28 * MS)}
NEARER = 0.65
"""So far on the way from the place where the card is due to the one beside it."""
MINUTES_NS = 180 * SECOND
PUSHED_NS = 6 * SECOND


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("radio", "line_ns"), READERS.values(), ids=READERS)
def test_a_card_between_two_seats_where_none_is_due_is_asked_about(radio: Radio, line_ns: int, kind: str) -> None:
    asked = 0
    for seed in range(CARDS):
        deal = Deal(radio, f"{kind}/{seed}", line_ns)
        if pair := deal.pair(Random(seed), kind):
            deal.lay_between(pair)
            deal.listen(PATIENCE_NS, to_the_end=False)
            assert (deal.seen.rules, deal.asked) == ([], [" and ".join(pair)]), seed
            asked += 1
    assert asked


@pytest.mark.parametrize(("seat", "beside"), [(1, MUCK), (8, ASIDE)])
@pytest.mark.parametrize(("radio", "line_ns"), READERS.values(), ids=READERS)
def test_a_card_that_was_pitched_too_far_is_asked_about(radio: Radio, line_ns: int, seat: int, beside: Zone) -> None:
    pair, asked = (seat_zone(Seat(seat)), beside), 0
    for seed in range(CARDS):
        deal = Deal(radio, f"far/{seed}", line_ns, until=Seat(seat))
        deal.lay_between(pair, NEARER)
        deal.listen(LONG_NS, to_the_end=False)
        assert deal.seen.rules == [], seed
        assert {part for text in deal.asked for part in text.split(" and ")} <= set(pair), seed
        asked += bool(deal.asked)
    assert asked == CARDS


def test_nothing_is_ruled_while_a_card_lies_between_two_seats_for_minutes_and_then_where_it_was_pushed() -> None:
    deal = Deal(TYPICAL, "minutes", LINE_NS)
    pair = deal.pair(Random(1), "one dealt in")
    assert pair is not None
    uid = deal.lay_between(pair)
    deal.listen(MINUTES_NS)
    assert (deal.seen.rules, deal.asked) == ([], [" and ".join(pair)])
    deal.push(uid, pair[1])
    deal.listen(PUSHED_NS)
    assert (len(deal.seen.rules), deal.asked) == (1, [])
