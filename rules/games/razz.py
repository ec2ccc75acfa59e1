"""Razz: seven-card stud for low. The high door card brings it in, the low board acts first later."""

from dataclasses import replace

from burncard.rules.games.stud7 import STUD7, STUD7_STREETS

RAZZ = replace(
    STUD7,
    code="razz",
    name="Razz",
    streets=(STUD7_STREETS[0], *(replace(street, first="low-board") for street in STUD7_STREETS[1:])),
    high=False,
    low="a5",
    bring_in="high",
    open_pair_doubles=False,
)
