"""Many hands of detection, in several processes; each game in turn."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from multiprocessing import get_context
from random import Random

from burncard.controller.config import TableConfig
from burncard.hardware.layout import Layout, load_layout
from burncard.rules.cards import Chips, Seat
from burncard.rules.games import GAMES
from burncard.simulator.mistakes import FacesBy
from burncard.simulator.radio.air import Air
from burncard.simulator.radio.any_air import MakeAir
from burncard.simulator.radio.quality import Radio
from burncard.simulator.rooms.detected import RIGHT, Detected
from burncard.simulator.rooms.gaps import Gaps, even
from burncard.simulator.rooms.room import LINE_NS, DetectionRoom
from burncard.simulator.rooms.unaware import hand_of

HANDS_OF_A_TABLE = 6
"""Hands that one table plays in a row; then another game is played at another table."""
BUY_INS = (60, 150, 500)


@dataclass(frozen=True, slots=True)
class Job:
    """The hands of one table. `unaware`: the dealer does not know of his mistakes, and goes on until he is stopped."""

    radio: Radio
    seed: int
    table: int
    hands: int
    games: tuple[str, ...]
    mistakes: bool
    line_ns: int = LINE_NS
    faces: FacesBy = "reader"
    of_faces: bool = False
    layout: Layout = field(default_factory=load_layout)
    holds_pack: bool = False
    air: MakeAir = Air
    gaps: Gaps = even
    unaware: bool = False


def play(job: Job) -> list[Detected]:
    """Plays one table's hands."""
    if job.unaware:
        return [_unaware(job, number) for number in range(job.hands)]
    seen: list[Detected] = []
    room = None
    for number in range(job.hands):
        if room is None or seen[-1].verdict != RIGHT:  # what a broken hand leaves behind is not counted twice
            room = room_of(job, number)
        seen.append(room.play())
        seen[-1].seed = room.seed
    return seen


def _table_of(job: Job, number: int) -> tuple[str, TableConfig]:
    """The seed and the configuration of the table at which the hands of a job are played, from one of them on."""
    seed = f"{job.seed}/{job.table}/{number}"
    return seed, random_config(job.games[job.table % len(job.games)], Random(f"{seed}/table"))


def _unaware(job: Job, number: int) -> Detected:
    seed, config = _table_of(job, number)
    return hand_of(config, job.radio, seed, number + 1, mistakes=job.mistakes, faces=job.faces)


def room_of(job: Job, number: int) -> DetectionRoom:
    """The table at which the hands of a job are played, from one of them on."""
    seed, config = _table_of(job, number)
    return DetectionRoom(
        config,
        job.radio,
        seed,
        mistakes=job.mistakes,
        line_ns=job.line_ns,
        faces=job.faces,
        of_faces=job.of_faces,
        layout=job.layout,
        holds_pack=job.holds_pack,
        air=job.air,
        gaps=job.gaps,
    )


def random_config(code: str, rng: Random) -> TableConfig:
    """A table for a game: any structure, house, number of players and depth of stacks."""
    game = GAMES[code]
    numbers = sorted(rng.sample(range(1, 11), rng.randint(max(2, game.min_seats), min(10, game.max_seats))))
    blinds = game.button and game.streets[0].first == "left-of-post"
    return TableConfig(
        game=code,
        structure=rng.choice(game.structures),
        house=rng.choice(("roberts", "roberts-early", "general")),
        seats=tuple((Seat(number), Chips(rng.choice(BUY_INS))) for number in numbers),
        ante=Chips(0) if blinds else Chips(2),
        bring_in=Chips(4) if game.bring_in else Chips(0),
        joker=game.joker,
    )


def run(
    radio: Radio,
    hands: int,
    seed: int,
    *,
    game: str = "",
    mistakes: bool = False,
    jobs: int = 1,
    line_ns: int = LINE_NS,
    faces: FacesBy = "reader",
    of_faces: bool = False,
    layout: Layout | None = None,
    holds_pack: bool = False,
    air: MakeAir = Air,
    gaps: Gaps = even,
    unaware: bool = False,
    hands_of_a_table: int = HANDS_OF_A_TABLE,
) -> Iterator[Detected]:
    """Plays hands, in the same order for any number of processes. `game` empty: all games in turn."""
    games = (game,) if game else tuple(GAMES)
    firsts = range(0, hands, hands_of_a_table)
    counts = [min(hands_of_a_table, hands - first) for first in firsts]
    layout = layout or load_layout()
    room = (mistakes, line_ns, faces, of_faces, layout, holds_pack, air, gaps, unaware)
    work = [Job(radio, seed, table, count, games, *room) for table, count in enumerate(counts)]
    if jobs == 1:
        for job in work:
            yield from play(job)
        return
    with get_context("spawn").Pool(jobs) as pool:
        for seen in pool.imap(play, work):
            yield from seen
