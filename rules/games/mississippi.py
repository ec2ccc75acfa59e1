"""Mississippi stud: two down and one up, two up together, one up, one up; the last card is dealt face up."""

from dataclasses import replace

from burncard.rules.games.game import Street
from burncard.rules.games.stud7 import STUD7, STUD7_STREETS

MISSISSIPPI = replace(
    STUD7,
    code="mississippi",
    name="Mississippi stud",
    streets=(
        STUD7_STREETS[0],
        Street(name="fourth-and-fifth", burn=1, faces=("up", "up"), together=True, first="high-board"),
        Street(name="sixth", burn=1, faces=("up",), limit="big", first="high-board"),
        Street(name="seventh", burn=1, faces=("up",), limit="big", first="high-board"),
    ),
    max_seats=7,
    open_pair_doubles=False,
)
