"""How far the deal of a street is."""

import msgspec

from burncard.rules.cards import Zone
from burncard.rules.games.game import Street
from burncard.rules.hand.table_card import TableCard


class Dealing(msgspec.Struct):
    """The street that the hand is on, as far as it has been dealt.

    `round_open`: the street whose betting round was opened last. `burns_made`: burns that lie there for the street to
    come. `burnless`: the street that is dealt without a burn, after a shuffle. `early_burn`: the burn made while a
    player still had to act. `premature_board`: the street's board was dealt too early, and goes back. `starting_dealt`:
    cards of the starting deal that have come. `mistake_in_sweep`: a card of the reader cycle was ruled on.
    """

    street: Street
    round_open: str | None = None
    burns_made: int = 0
    burnless: str | None = None
    early_burn: TableCard | None = None
    premature_board: bool = False
    last_dealt_zone: Zone | None = None
    starting_dealt: int = 0
    mistake_in_sweep: bool = False
