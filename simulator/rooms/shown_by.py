"""By what a dealer's mistake shows: it decides how soon a table can rule on it."""

from typing import Literal

from burncard.controller.perception.deal_of_table import may_be_thrown_in, skips_one
from burncard.rules.cards import MUCK, Zone
from burncard.rules.hand.in_play import HandInPlay

ShownBy = Literal["presence", "absence", "entry"]
"""A card lies where it should not; one does not come where it should, so that a place is passed over; or nobody enters
the fold that would explain where the cards of a hand went."""


def shown_by(hand: HandInPlay, origin: str | None, zone: Zone) -> ShownBy:
    """By what a card shows that is put down by mistake. `origin`: where it lay; None: in the pack."""
    if skips_one(hand, zone):
        return "absence"
    return "entry" if zone == MUCK and origin is not None and may_be_thrown_in(hand, Zone(origin)) else "presence"
