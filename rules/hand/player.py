"""What one player has done in a hand, and what was ruled of it."""

import msgspec


class Player(msgspec.Struct):
    """One seat that was dealt in.

    `dead`: a ruling has killed its hand. `folded_by_cards`: its cards reached the muck as its fold, which a `fold`
    action may still repeat. `keeps_cards`: it folded with nothing to call, and is dealt to until there is a bet.
    `lives_short`: its hand counts with the number of cards that it has.
    """

    dead: bool = False
    folded_by_cards: bool = False
    keeps_cards: bool = False
    looked: bool = False
    shown: bool = False
    mucked: int = 0
    """Its place among those who gave their hands up at the showdown, from 1."""
    lives_short: bool = False

    hole_card_is_upcard: bool = False
    """Stud: an exposed hole card is its upcard, and its next upcard is dealt down."""
    early_cards: int = 0
    """Stud: its cards of a street dealt too early that were set aside."""
    has_card_of: str | None = None
    """Stud: the street of which it has its card already."""

    drawn: int | None = None
    """Cards that it drew."""
    reshuffled: bool = False
    """The discards have been shuffled in for its draw."""
    reshuffled_late: bool = False
    """The same for a card owed to it when everybody had drawn."""
