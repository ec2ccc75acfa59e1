"""The games, one file each. A new game that needs no new mechanism is a new file here and its line in `GAMES`."""

from burncard.rules.games.draw_high import DRAW_HIGH
from burncard.rules.games.game import Game
from burncard.rules.games.holdem import HOLDEM
from burncard.rules.games.jacks_or_better import JACKS
from burncard.rules.games.lowball_27 import LOWBALL_27
from burncard.rules.games.lowball_a5 import LOWBALL_A5
from burncard.rules.games.mississippi import MISSISSIPPI
from burncard.rules.games.omaha import OMAHA
from burncard.rules.games.omaha8 import OMAHA8
from burncard.rules.games.razz import RAZZ
from burncard.rules.games.stud5 import STUD5
from burncard.rules.games.stud7 import STUD7
from burncard.rules.games.stud8 import STUD8

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
