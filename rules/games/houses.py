"""House profiles as data: what the three houses decide differently.

A rule that a house does not have is switched off beside the rule itself (`off` in its declaration); the numbers and
choices that a rule needs are here.
"""

from dataclasses import dataclass
from typing import Literal

HouseCode = Literal["roberts", "roberts-early", "general"]


@dataclass(frozen=True, slots=True, kw_only=True)
class House:
    """A house profile.

    `first_exposed_misdeals`: how many of the first cards off the pack make a misdeal when shown (flop games).
    `two_exposed_misdeals`: whether a second exposed hole card does. `full_opening`: the forced stud bettor may open for
    a full bet. `short_pack_common_card`: a short stud pack goes straight to the common card.
    `holdem_ante`: whether hold'em may have one.
    `show_first`: who shows first after betting in hold'em. `max_draw`: most cards drawn.
    """

    code: HouseCode
    name: str
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


HOUSES: dict[str, House] = {
    house.code: house
    for house in (
        House(code="roberts", name="Robert's Rules", first_exposed_misdeals=2),
        House(code="roberts-early", name="Robert's Rules, early edition", first_exposed_misdeals=1),
        House(
            code="general",
            name="General house rules",
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
        ),
    )
}
