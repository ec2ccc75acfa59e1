"""`burncard play`: a simulated table at which a visitor deals; its record is thrown away when it stops."""

import secrets
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from burncard.api.run_command import run_table
from burncard.api.run_options import Options, Simulated
from burncard.rules.games import GAMES
from burncard.rules.games.stakes import STUD_STAKES

BUY_IN = 500
SEED_BITS = 31


@dataclass(frozen=True, slots=True)
class Played:
    """The command's options. `seed` 0: a new one."""

    game: str
    structure: str
    house: str
    seats: int
    radio: str
    speed: float
    seed: int
    port: int


def play_table(played: Played) -> int:
    """Runs the table until it is stopped; the exit code."""
    with TemporaryDirectory(prefix="burncard-play-") as folder:
        table = Path(folder) / "table.toml"
        table.write_text(_table_file(played), encoding="utf-8")
        options = Options(
            data=folder,
            table=str(table),
            house=played.house,
            port=played.port,
            reader=None,
            shuffler=None,
            seed=played.seed or secrets.randbits(SEED_BITS),
            mistakes=0.0,
            speed=played.speed,
            simulate=True,
            simulated_as=Simulated(radio=played.radio),
            play=True,
        )
        return run_table(options)


def _table_file(played: Played) -> str:
    """The table as a file, as `burncard run --table` takes it."""
    game = GAMES.get(played.game)
    structure = played.structure or ("limit" if game is None else game.structures[0])
    seats = ", ".join(f"[{seat}, {BUY_IN}]" for seat in range(1, played.seats + 1))
    lines = [f'game = "{played.game}"', f'structure = "{structure}"', f"seats = [{seats}]"]
    if game is not None and game.family == "stud":
        lines.append(f'stakes = "{next(iter(STUD_STAKES))}"')
    if game is not None and game.needs_openers:
        lines.append("ante = 1")
    return "\n".join(lines) + "\n"
