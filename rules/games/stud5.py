"""Five-card stud: one down and one up, then three more up; all five cards play."""

from burncard.rules.games.game import Game, Street

STUD5 = Game(
    code="stud5",
    name="Five-card stud",
    family="stud",
    streets=(
        Street(name="second", faces=("down", "up"), first="bring-in", opening="bring-in"),
        Street(name="third", burn=1, faces=("up",), first="high-board"),
        Street(name="fourth", burn=1, faces=("up",), limit="big", first="high-board"),
        Street(name="fifth", burn=1, faces=("up",), limit="big", first="high-board"),
    ),
    hand_size=5,
    max_seats=9,
    raises=3,
    structures=("limit", "half-pot", "pot-limit", "no-limit"),
    hole_use="all",
    bring_in="low",
)
