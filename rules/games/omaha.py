"""Omaha high: four hole cards, of which exactly two play, with exactly three of the board."""

from burncard.rules.games.game import Game, Street
from burncard.rules.games.holdem import FLOP_GAME_STREETS

OMAHA = Game(
    code="omaha",
    name="Omaha high",
    family="flop",
    streets=(Street(name="preflop", faces=("down",) * 4, first="left-of-post", opening="posted"), *FLOP_GAME_STREETS),
    hand_size=4,
    max_seats=10,
    raises=3,
    structures=("limit", "no-limit", "pot-limit"),
    hole_use="two",
)
