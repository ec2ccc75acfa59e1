"""Seven-card stud high-low: as stud, half of each pot to the best low of eight or better; no limit doubles."""

from dataclasses import replace

from burncard.rules.games.stud7 import STUD7

STUD8 = replace(
    STUD7,
    code="stud8",
    name="Seven-card stud high-low, eight or better",
    low="a5",
    qualifier=8,
    open_pair_doubles=False,
)
