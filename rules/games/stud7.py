"""Seven-card stud: two down and one up, three more up, the last one down; the best five of seven."""

from burncard.rules.games.game import Game, Street

STUD7_STREETS = (
    Street(name="third", faces=("down", "down", "up"), first="bring-in", opening="bring-in"),
    Street(name="fourth", burn=1, faces=("up",), first="high-board"),
    Street(name="fifth", burn=1, faces=("up",), limit="big", first="high-board"),
    Street(name="sixth", burn=1, faces=("up",), limit="big", first="high-board"),
    Street(name="seventh", burn=1, faces=("down",), limit="big", first="high-board"),
)

STUD7 = Game(
    code="stud7",
    name="Seven-card stud",
    family="stud",
    streets=STUD7_STREETS,
    hand_size=7,
    max_seats=8,
    raises=3,
    structures=("limit", "half-pot", "pot-limit", "no-limit"),
    bring_in="low",
    open_pair_doubles=True,
)
