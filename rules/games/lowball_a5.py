"""Ace-to-five lowball: five cards, one draw, the lowest hand wins; with the joker unless the table says otherwise."""

from burncard.rules.games.game import Game, Street

LOWBALL_STREETS = (
    Street(name="deal", faces=("down",) * 5, first="left-of-post", opening="bet-or-fold"),
    Street(name="draw", burn=1, draw=True, limit="big", first="left-of-button"),
)

LOWBALL_A5 = Game(
    code="lowball-a5",
    name="Ace-to-five lowball",
    family="draw",
    streets=LOWBALL_STREETS,
    hand_size=5,
    max_seats=8,
    raises=4,
    structures=("limit", "pot-limit", "no-limit"),
    high=False,
    low="a5",
    hole_use="all",
    check_raise_limit=False,
    sevens_rule=True,
    joker=True,
)
