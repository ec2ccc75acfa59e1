"""What the floor may change between hands: the game, the house and the stakes."""

from dataclasses import replace
from typing import Any, Final

from burncard.controller.config import TableConfig
from burncard.rules.games import GAMES
from burncard.rules.games.houses import HOUSES

STAKES: Final = "stakes"
"""The kind of the journaled event."""
CHANGEABLE: Final = frozenset(
    {
        "game",
        "structure",
        "house",
        "small_blind",
        "big_blind",
        "ante",
        "bring_in",
        "small_bet",
        "big_bet",
        "rake",
        "tournament",
        "joker",
    }
)


class StakesError(Exception):
    """The table cannot be played so. The message says why."""


def changed(config: TableConfig, changes: dict[str, Any]) -> TableConfig:
    """A configuration with other stakes. Raises StakesError for a game or a house that does not exist."""
    if changes.get("game", config.game) not in GAMES:
        raise StakesError(f"There is no game {changes['game']}.")
    if changes.get("house", config.house) not in HOUSES:
        raise StakesError(f"There is no house {changes['house']}.")
    config = replace(config, **{name: value for name, value in changes.items() if name in CHANGEABLE})
    game = GAMES[config.game]
    if config.structure not in game.structures:
        raise StakesError(f"{game.name} is played {', '.join(game.structures)}.")
    return config
