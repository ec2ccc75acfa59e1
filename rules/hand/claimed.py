"""What players have said of their hands, or what was found of them, that counts when the hands are shown."""

import msgspec

from burncard.rules.cards import Seat
from burncard.rules.facts import Press
from burncard.rules.hand.table_card import TableCard


class Claims(msgspec.Struct):
    """The claims of one hand.

    `opening_cards`: what the opener held when it opened, where openers are needed. `openers_denied`: it was found to
    have none, when the pot played all the same. `openers_split`: it has said that it splits them. `miscalled`: whose
    hand was called better than it is, while the other hand was still intact. `plays_board`: who said so in time.
    `declined`: who was asked to open in place of a false opener, and would not. `button_doubted`: the button was said
    to stand wrong. `spread`: by seat, how many had given their hands up when its hand was shown. `pair_announced`: who
    has said that the hand has a pair. `winner_ruled_on`: what the shown hands brought to light has been ruled on.
    `won`: who has won a pot, or a share of one. `pressed`: each press that was not refused, with the
    rule that has answered it.
    """

    opening_cards: tuple[TableCard, ...] = ()
    openers_denied: bool = False
    openers_split: bool = False
    miscalled: Seat | None = None
    plays_board: set[Seat] = set()
    pressed: list[tuple[str, Press]] = []
    declined: set[Seat] = set()
    button_doubted: bool = False
    spread: dict[Seat, int] = {}
    pair_announced: set[Seat] = set()
    winner_ruled_on: bool = False
    won: set[Seat] = set()
