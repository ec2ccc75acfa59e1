"""Which games and houses a test runs in: the parametrizations that more than one test module uses.

Each is derived from the games and houses of the product, so that a new game or house is tested wherever its kind is.
"""

import pytest

from burncard.rules.cards import Card
from burncard.rules.games import GAMES
from burncard.rules.games.houses import HOUSES as ALL_HOUSES
from burncard.simulator.pack import PhysicalCard

FLOP_GAMES = tuple(code for code, game in GAMES.items() if game.family == "flop")
STUD_GAMES = tuple(code for code, game in GAMES.items() if game.family == "stud")
DRAW_GAMES = tuple(code for code, game in GAMES.items() if game.family == "draw")

HOUSES = pytest.mark.parametrize("house", list(ALL_HOUSES))
ROBERTS = pytest.mark.parametrize("house", [house for house in ALL_HOUSES if house.startswith("roberts")])

FAMILIES = pytest.mark.parametrize("game", ["holdem", "stud7", "lowball-27"])  # one game of each
FLOP = pytest.mark.parametrize("game", FLOP_GAMES)
STUD = pytest.mark.parametrize("game", STUD_GAMES)
DRAW = pytest.mark.parametrize("game", DRAW_GAMES)
LOWBALL = pytest.mark.parametrize("game", [code for code in DRAW_GAMES if not GAMES[code].high])
DRAW_WITHOUT_OPENERS = pytest.mark.parametrize("game", [code for code in DRAW_GAMES if not GAMES[code].needs_openers])
SEVEN_CARD_STUD = pytest.mark.parametrize("game", [code for code in STUD_GAMES if len(GAMES[code].streets) == 5])
LAST_CARD_DOWN = pytest.mark.parametrize(
    "game", [code for code in STUD_GAMES if GAMES[code].streets[-1].faces == ("down",)]
)

STRAY_JOKER = PhysicalCard("E0040200000000FF", Card("Jo"), "red")
