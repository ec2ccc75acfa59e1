"""`burncard simulate`: deals hands in virtual time and reports what was caught."""

import sys
import time
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
from burncard.simulator.pace import HUMAN, PATIENT
from burncard.simulator.radio.quality import RADIOS
from burncard.simulator.table_sim import Simulation, StuckError

BAD_ARGUMENTS = 2
PACES = {"patient": PATIENT, "human": HUMAN}
BUY_IN = Chips(500)
ANTE = Chips(2)
BRING_IN = Chips(4)


def simulate_table(
    hands: int,
    seed: int,
    game: str,
    structure: str,
    house: str,
    seats: int,
    mistake_rate: float,
    radio: str,
    pace: str,
    log: str,
) -> int:
    """Deals hands and prints the tally; exit code 1 if a mistake was missed or an alarm was false."""
    problem = _problem(game, structure, house, seats, radio, pace)
    if problem:
        print(problem, file=sys.stderr)
        return BAD_ARGUMENTS
    faults = FaultPlan(radio=RADIOS[radio])
    simulation = Simulation(usual_table(game, structure, house, seats), seed, mistake_rate, faults, PACES[pace])
    started_s = time.perf_counter()
    try:
        _run(simulation, hands)
    except StuckError as error:
        print(f"seed {seed}, hand {simulation.hands_done + 1}: {error}", file=sys.stderr)
        return 1
    took_s = time.perf_counter() - started_s
    if log:
        with Path(log).open("wb") as file:
            file.write(msgspec.json.encode({"type": "log", "name": f"seed {seed}", **SIMULATED}) + b"\n")
            export(simulation.service.record.journal, simulation.decks, file.write, full=True)
    return _report(simulation, hands, seed, took_s)


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


def _problem(game: str, structure: str, house: str, seats: int, radio: str, pace: str) -> str:
    if game not in GAMES:
        return f"unknown game {game}; known: {', '.join(GAMES)}"
    if structure not in GAMES[game].structures:
        return f"{game} cannot be played {structure}; known: {', '.join(GAMES[game].structures)}"
    if radio not in RADIOS:
        return f"unknown radio {radio}; known: {', '.join(RADIOS)}"
    if pace not in PACES:
        return f"unknown pace {pace}; known: {', '.join(PACES)}"
    if house not in HOUSES:
        return f"unknown house {house}; known: {', '.join(HOUSES)}"
    if not GAMES[game].min_seats <= seats <= GAMES[game].max_seats:
        return f"{game} takes {GAMES[game].min_seats} to {GAMES[game].max_seats} players"
    return ""


def _run(simulation: Simulation, hands: int) -> None:
    with Progress(console=Console(stderr=True), disable=not sys.stderr.isatty(), transient=True) as progress:
        task = progress.add_task("dealing", total=hands)
        for _ in range(hands):
            simulation.run_hand()
            progress.advance(task)


def _report(simulation: Simulation, hands: int, seed: int, took_s: float) -> int:
    tally = simulation.table.tally
    table = TextTable("mistake", "made", "caught", "missed", title=f"{hands} hands, seed {seed}")
    for name, made in sorted(tally.made.items()):
        table.add_row(name, str(made), str(tally.caught[name]), str(tally.missed[name]))
    made, caught, missed = (sum(count.values()) for count in (tally.made, tally.caught, tally.missed))
    false = sum(tally.false_alarms.values())
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
        ("hash", simulation.hash()),
    ):
        print(f"{name:17} {value}")
    return 1 if missed or false else 0
