"""The games, one file each. A new game that needs no new mechanism is a new file here and its line in `GAMES`."""

from rules.game import Game
from rules.games.draw_high import DRAW_HIGH
from rules.games.holdem import HOLDEM
from rules.games.jacks import JACKS
from rules.games.lowball_27 import LOWBALL_27
from rules.games.lowball_a5 import LOWBALL_A5
from rules.games.mississippi import MISSISSIPPI
from rules.games.omaha import OMAHA
from rules.games.omaha8 import OMAHA8
from rules.games.razz import RAZZ
from rules.games.stud5 import STUD5
from rules.games.stud7 import STUD7
from rules.games.stud8 import STUD8

GAMES: dict[str, Game] = {
    game.code: game
    for game in (
        HOLDEM,
        OMAHA,
        OMAHA8,
        STUD5,
        STUD7,
        STUD8,
        RAZZ,
        MISSISSIPPI,
        LOWBALL_A5,
        LOWBALL_27,
        DRAW_HIGH,
        JACKS,
    )
}
