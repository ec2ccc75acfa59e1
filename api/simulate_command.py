"""`burncard simulate`: deals hands in virtual time and reports what was caught."""

import hashlib
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields
from multiprocessing import get_context
from pathlib import Path

import msgspec
from rich.console import Console
from rich.progress import Progress
from rich.table import Table as TextTable

from burncard.controller.config import TableConfig
from burncard.controller.hand_histories.table_log import SIMULATED
from burncard.controller.journal.export import export
from burncard.rules.cards import Chips, Seat
from burncard.rules.games import GAMES
from burncard.rules.games.houses import HOUSES
from burncard.simulator.fault_plan import FaultPlan
from burncard.simulator.mishaps import Tally
from burncard.simulator.pace import HUMAN, PATIENT
from burncard.simulator.radio.quality import RADIOS
from burncard.simulator.readers import READERS, SEES_FACES
from burncard.simulator.table_sim import Simulation, StuckError

BAD_ARGUMENTS = 2
PACES = {"patient": PATIENT, "human": HUMAN}
BUY_IN = Chips(500)
ANTE = Chips(2)
BRING_IN = Chips(4)


@dataclass(frozen=True, slots=True)
class Asked:
    """The options of a run. `tables`: each deals so many hands, the first with `seed`, the next with `seed` + 1."""

    hands: int
    seed: int
    game: str
    structure: str
    house: str
    seats: int
    mistake_rate: float
    radio: str
    pace: str
    log: str
    tables: int = 1
    jobs: int = 1
    reader_protocol: str = SEES_FACES


@dataclass(frozen=True, slots=True)
class Dealt:
    """What came of one table. `stuck`: what it waited for that never came; empty if every hand ended."""

    tally: Tally
    hash: str
    stuck: str = ""


def simulate_table(asked: Asked) -> int:
    """Deals hands and prints the tally; exit code 1 if a mistake was missed or an alarm was false."""
    problem = _problem(asked)
    if problem:
        print(problem, file=sys.stderr)
        return BAD_ARGUMENTS
    started_s = time.perf_counter()
    with Progress(console=Console(stderr=True), disable=not sys.stderr.isatty(), transient=True) as progress:
        task = progress.add_task("dealing", total=asked.hands * asked.tables)
        if asked.tables == 1:
            dealt = [_deal(asked, asked.seed, lambda: progress.advance(task))]
        else:
            dealt = []
            for one in _at_many_tables(asked):
                dealt.append(one)
                progress.advance(task, asked.hands)
    stuck = [one.stuck for one in dealt if one.stuck]
    for words in stuck:
        print(words, file=sys.stderr)
    return 1 if stuck else _report(dealt, asked, time.perf_counter() - started_s)


def _at_many_tables(asked: Asked) -> Iterator[Dealt]:
    """Each table's run, in the order of their seeds for any number of processes."""
    work = [(asked, asked.seed + table) for table in range(asked.tables)]
    if asked.jobs == 1:
        yield from (_deal(*one) for one in work)
        return
    with get_context("spawn").Pool(asked.jobs) as pool:
        yield from pool.imap(_deal_one, work)


def _deal_one(work: tuple[Asked, int]) -> Dealt:
    return _deal(*work)


def _deal(asked: Asked, seed: int, dealt_one: Callable[[], None] = lambda: None) -> Dealt:
    """Deals one table's hands."""
    config = usual_table(asked.game, asked.structure, asked.house, asked.seats)
    faults = FaultPlan(radio=RADIOS[asked.radio])
    simulation = Simulation(config, seed, asked.mistake_rate, faults, PACES[asked.pace], protocol=asked.reader_protocol)
    stuck = ""
    try:
        for _ in range(asked.hands):
            simulation.run_hand()
            dealt_one()
    except StuckError as error:
        stuck = f"seed {seed}, hand {simulation.hands_done + 1}: {error}"
    if asked.log and not stuck:
        with Path(asked.log).open("wb") as file:
            file.write(msgspec.json.encode({"type": "log", "name": f"seed {seed}", **SIMULATED}) + b"\n")
            export(simulation.service.record.journal, simulation.decks, file.write, full=True)
    return Dealt(simulation.table.tally, simulation.hash(), stuck)


def usual_table(game: str, structure: str, house: str, seats: int) -> TableConfig:
    """The usual table for a game: antes if it has no blinds, a bring-in and a joker if the game has them."""
    blinds = GAMES[game].button and GAMES[game].streets[0].first == "left-of-post"
    return TableConfig(
        game=game,
        structure=structure,
        house=house,
        seats=tuple((Seat(number), BUY_IN) for number in range(1, seats + 1)),
        ante=Chips(0) if blinds else ANTE,
        bring_in=BRING_IN if GAMES[game].bring_in else Chips(0),
        joker=GAMES[game].joker,
    )


def _problem(asked: Asked) -> str:
    for name, value, known in (
        ("game", asked.game, GAMES),
        ("radio", asked.radio, RADIOS),
        ("pace", asked.pace, PACES),
        ("house", asked.house, HOUSES),
        ("reader-protocol", asked.reader_protocol, READERS),
    ):
        if value not in known:
            return f"unknown {name} {value}; known: {', '.join(known)}"
    game = GAMES[asked.game]
    if asked.structure not in game.structures:
        return f"{asked.game} cannot be played {asked.structure}; known: {', '.join(game.structures)}"
    if not game.min_seats <= asked.seats <= game.max_seats:
        return f"{asked.game} takes {game.min_seats} to {game.max_seats} players"
    if asked.tables < 1 or asked.jobs < 1:
        return "at least one table and one process"
    if asked.log and asked.tables > 1:
        return "a log is of one table"
    return ""


def _report(dealt: list[Dealt], asked: Asked, took_s: float) -> int:
    tally = _together([one.tally for one in dealt])
    hands = asked.hands * asked.tables
    at = "" if asked.tables == 1 else f" at {asked.tables} tables"
    table = TextTable("mistake", "made", "caught", "missed", title=f"{hands} hands{at}, seed {asked.seed}")
    for name, made in sorted(tally.made.items()):
        table.add_row(name, str(made), str(tally.caught[name]), str(tally.missed[name]))
    made, caught, missed = (count.total() for count in (tally.made, tally.caught, tally.missed))
    false = tally.false_alarms.total()
    table.add_section()
    table.add_row("all", str(made), str(caught), str(missed))
    console = Console()
    console.print(table)
    for name, value in (
        ("hands", str(hands)),
        ("cards", str(tally.cards)),
        ("mistakes", str(made)),
        ("caught", str(caught)),
        ("missed", str(missed)),
        ("false alarms", str(false)),
        ("hands per second", f"{hands / took_s:.1f}"),
        ("hash", _hash_of(dealt)),
    ):
        print(f"{name:17} {value}")
    return 1 if missed or false else 0


def _together(tallies: list[Tally]) -> Tally:
    """The sums of several tallies: all their fields are numbers or counters."""
    total = Tally()
    for tally in tallies:
        for one in fields(Tally):
            setattr(total, one.name, getattr(total, one.name) + getattr(tally, one.name))
    return total


def _hash_of(dealt: list[Dealt]) -> str:
    """The hash of one table's run; of several tables, that of their hashes."""
    hashes = [one.hash for one in dealt]
    return hashes[0] if len(hashes) == 1 else hashlib.sha256("".join(hashes).encode()).hexdigest()
