"""`burncard calibrate`: leads a technician through the calibration of the running table, over its API."""

import sys
import time
from typing import Final

import typer

from burncard.api.client import asked
from burncard.api.client.tables import Table
from burncard.api.deck_command import taken_over
from burncard.api.v1.messages import BeginCalibration, CalibrationPage, EndCalibration
from burncard.controller.views.models import CalibrationView
from burncard.controller.views.table_model import TableView

LOOK_EVERY_S: Final = 0.1
SETTLE_S: Final = 0.5
TRIES: Final = 3
"""A step that a simulation has laid is left out after so many tries."""
FAILED: Final = 1
HELP: Final = (
    "Enter measures, s leaves a step out, b goes back one, q ends and keeps what was measured; Ctrl-C keeps nothing."
)


def calibrate_table(table: Table, zones: list[str], *, wait: bool) -> None:
    """Goes through all steps. `wait`: for Enter before each; without, each is measured at once."""
    opened_as = taken_over(table)
    table.send(asked.post("/calibration", TableView, BeginCalibration(zones=tuple(zones))))
    keep = False
    try:
        typer.echo(HELP if wait else "Each step is measured as soon as its cards lie there.")
        keep = _go_through(table, wait=wait) and bool(_under_way(table).counted)
        if not keep:
            typer.echo("Nothing was measured, so nothing is kept.")
    except KeyboardInterrupt:
        typer.echo("\nNothing is kept.")
    finally:
        table.send(asked.post("/calibration/end", TableView, EndCalibration(keep=keep)))
        table.mode(opened_as)
    if not keep:
        raise typer.Exit(FAILED)
    show_calibration(table)


def show_calibration(table: Table) -> None:
    """Prints what is known of each antenna."""
    page = table.send(asked.get("/calibration", CalibrationPage))
    typer.echo(
        f"Layout {page.layout}: " + ("calibrated." if page.measured_ns else "never calibrated; the defaults hold.")
    )
    typer.echo("antenna  zone     own cards  neighbours' cards  strength")
    for one in page.items:
        strength = "" if one.strength_dbm is None else f"{one.strength_dbm:.0f} dBm ± {one.noise_db:.1f} dB"
        heard = f"{one.heard:9.1%}  {one.beside:17.1%}  {strength}" if one.measured else "  defaults"
        typer.echo(f"{one.antenna:>7}  {one.zone:<8} {heard}" + (f"  CHANGED: {one.changed}" if one.changed else ""))


def _go_through(table: Table, *, wait: bool) -> bool:
    """Each step in turn; whether what was measured is to be kept."""
    failed = 0
    while (now := _under_way(table)).kind:
        typer.echo(f"\n{now.step + 1}/{now.steps}  {now.prompt}")
        answer = _typed() if wait else ""
        if answer == "q":
            return True
        if answer in ("s", "b"):
            table.send(asked.post(f"/calibration/{'skip' if answer == 's' else 'back'}", TableView))
            continue
        if not wait:
            time.sleep(SETTLE_S)
        problem = _measure(table)
        typer.echo(f"      {problem}" if problem else "      done")
        failed = failed + 1 if problem and not wait else 0
        if failed == TRIES:
            table.send(asked.post("/calibration/skip", TableView))
            failed = 0
    return True


def _measure(table: Table) -> str:
    """Measures one step to its end; why it does not count, empty if it does."""
    table.send(asked.post("/calibration/measure", TableView))
    shown = 0
    while (now := _under_way(table)).measuring:
        if sys.stdout.isatty() and int(now.progress * 20) > shown:
            shown = int(now.progress * 20)
            print(f"\r      {'#' * shown:<20}", end="", flush=True)
        time.sleep(LOOK_EVERY_S)
    if shown:
        print("\r", end="")
    return now.problem


def _under_way(table: Table) -> CalibrationView:
    now = table.view().calibration
    if now is None:
        typer.echo("The calibration was ended from elsewhere.", err=True)
        raise typer.Exit(FAILED)
    return now


def _typed() -> str:
    """The letter typed before Enter. At the end of input: to keep what was measured, and end."""
    line = sys.stdin.readline()
    return line.strip().lower()[:1] if line else "q"
