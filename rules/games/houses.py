"""House profiles as data: the documents a house plays by, and the numbers and choices that its rules need.

A house with rules of its own says so beside those rules (`houses` and `replaces` in their declarations).
"""

from dataclasses import dataclass
from functools import cache
from typing import Literal

from burncard.rules.games.documents import GENERAL, ROBERTS, ROBERTS_EARLY, Document


@dataclass(frozen=True, slots=True, kw_only=True)
class House:
    """A house profile.

    `documents`: the house's own rule documents. `parent`: the house whose rules it has where its own say nothing.
    `first_exposed_misdeals`: how many of the first cards off the pack make a misdeal when shown (flop games).
    `two_exposed_misdeals`: whether a second exposed hole card does. `full_opening`: the forced stud bettor may open for
    a full bet. `short_pack_common_card`: a short stud pack goes straight to the common card.
    `holdem_ante`: whether hold'em may have one.
    `wild_cards`: whether cards of the pack may be named wild.
    `show_first`: who shows first after betting in hold'em. `max_draw`: most cards drawn.
    """

    code: str
    name: str
    documents: tuple[Document, ...]
    parent: str | None = None
    first_exposed_misdeals: int
    two_exposed_misdeals: bool = True
    full_opening: bool = True
    short_pack_common_card: bool = False
    show_first: Literal["last-aggressor", "opener"] = "last-aggressor"
    odd_chip_stud5: Literal["high-card", "last-bettor"] = "high-card"
    odd_chip_left_of_dealer: bool = False
    max_draw: int = 5
    short_after_draw_misdeals: bool = False
    flop_error_redealt: bool = False
    holdem_ante: bool = True
    wild_cards: bool = False


HOUSES: dict[str, House] = {
    house.code: house
    for house in (
        House(code="roberts", name="Robert's Rules", documents=(ROBERTS,), first_exposed_misdeals=2),
        House(
            code="roberts-early",
            name="Robert's Rules, early edition",
            documents=(ROBERTS_EARLY,),
            parent="roberts",
            first_exposed_misdeals=1,
        ),
        House(
            code="general",
            name="General house rules",
            documents=(GENERAL,),
            parent="roberts",
            first_exposed_misdeals=1,
            two_exposed_misdeals=False,
            full_opening=False,
            short_pack_common_card=True,
            show_first="opener",
            odd_chip_stud5="last-bettor",
            odd_chip_left_of_dealer=True,
            max_draw=4,
            short_after_draw_misdeals=True,
            flop_error_redealt=True,
            holdem_ante=False,
            wild_cards=True,
        ),
    )
}


@cache
def lineage(house: str) -> tuple[House, ...]:
    """The house, its parent, and so on: the nearest one that has a rule decides."""
    line = [HOUSES[house]]
    while (parent := line[-1].parent) is not None:
        line.append(HOUSES[parent])
    return tuple(line)
