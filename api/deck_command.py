"""`burncard deck`: enrols a deck card by card, and what else is done with the decks of a running table."""

import json
import select
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from typing import Any, Final

import typer

from burncard.api.client import asked
from burncard.api.client.tables import Table
from burncard.api.enrolled_devices import data_home
from burncard.api.first_start import MACHINE_KEY
from burncard.api.run_command import LIVE
from burncard.api.run_options import HOST
from burncard.api.v1.messages import BeginReplacement, DeckPage, EndEnrolment, NextDeck
from burncard.controller.views.table_model import TableView
from burncard.hardware.plain_files import read_text
from burncard.rules.cards import Card

LOOK_EVERY_S: Final = 0.1
ANSWER_WITHIN_S: Final = 10.0
MAINTENANCE_WITHIN_S: Final = 600.0
TAKE_BACK: Final = "back"
FAILED: Final = 1
BAD_ARGUMENTS: Final = 2

View = dict[str, Any]


class NotDoneError(Exception):
    """The table refused. The message says what happened and what to do next."""


class TableClient:
    """The API of the running table, used with the technician's key."""

    def __init__(self, port: int, key: str) -> None:
        self._base = f"http://{HOST}:{port}/api"
        self._key = key

    def get(self, path: str) -> View:
        """Gets an answer from the table. Raises NotDoneError."""
        return self._ask(path, None)

    def post(self, path: str, **body: object) -> View:
        """Posts an entry to the table; its answer. Raises NotDoneError."""
        return self._ask(path, json.dumps(body).encode())

    def _ask(self, path: str, body: bytes | None) -> View:
        headers = {"Authorization": f"Bearer {self._key}", "Content-Type": "application/json"}
        request = urllib.request.Request(self._base + path, data=body, headers=headers)
        try:
            with urllib.request.urlopen(request, timeout=ANSWER_WITHIN_S) as answer:
                view: View = json.load(answer)
                return view
        except urllib.error.HTTPError as error:
            raise NotDoneError(_explained(error.read())) from error
        except (OSError, ValueError) as error:
            raise NotDoneError(
                f"No table answers at {self._base}. Start one with `burncard run`, or give its --port"
            ) from error


def enrol_deck(back: str, operator: str, data: str, port: int, *, joker: bool) -> int:
    """Has a technician lay a deck on the reader card by card; exit code 0 if enrolled, 1 if not, 2 without a table."""
    path = data_home(data) / LIVE / MACHINE_KEY
    if not path.exists():
        print(f"burncard: {path}: no table has run here yet. Start one with `burncard run`", file=sys.stderr)
        return BAD_ARGUMENTS
    try:
        table = TableClient(port, read_text(path).strip())
        table.post("/mode", mode="maintenance", operator=operator)
        table.post("/enrolment", back=back, joker=joker, operator=operator)
        return _finish(table, operator, whole=_lay_cards(table))
    except (NotDoneError, OSError) as error:
        print(f"burncard: {error}", file=sys.stderr)
        return FAILED


def show_decks(table: Table) -> None:
    """Prints the decks, and where cards of the last hand are still heard."""
    view = table.view()
    for deck in table.send(asked.get("/decks", DeckPage)).items:
        use = "retired" if deck.retired else "in rotation" if deck.in_use else "spare"
        typer.echo(f"{deck.back:<10} {deck.cards:>3} cards  {use}{', comes next' if deck.due else ''}")
    if view.deck.trouble:
        typer.echo(f"The next hand cannot be dealt: {view.deck.trouble}")
    for out in view.deck.out:
        typer.echo(f"Still out: {out.cards} at {out.zone}")


def choose_next(table: Table, back: str) -> None:
    """The next hand is dealt from another deck."""
    table.send(asked.post("/decks/next", TableView, NextDeck(back=back)))
    typer.echo(f"The next hand is dealt from the {back} deck.")


def retire(table: Table, back: str) -> None:
    """Takes a deck out of use, between two hands."""
    mode = taken_over(table)
    try:
        table.send(asked.post(f"/decks/{back}/retire", TableView))
    finally:
        table.mode(mode)
    typer.echo(f"The {back} deck is retired. Its cards count as foreign from now on.")


def replace(table: Table, back: str, card: str) -> None:
    """Has a technician lay the new card on the reader, and keeps it in place of the damaged one."""
    mode, kept = taken_over(table), False
    try:
        table.send(asked.post("/enrolment/card", TableView, BeginReplacement(back=back, card=Card(card))))
        typer.echo(f"Take the damaged {card} away, and lay the new one, alone, on any antenna. Ctrl-C cancels.")
        while (enrolment := table.view().enrolment) is not None and enrolment.due is not None:
            time.sleep(LOOK_EVERY_S)
        if enrolment is None:
            raise NotDoneError("The enrolment was ended from elsewhere")
        for warning in enrolment.warnings:
            typer.echo(f"Warning: {warning}")
        table.send(asked.post("/enrolment/end", TableView, EndEnrolment(keep=True)))
        kept = True
    except KeyboardInterrupt:
        typer.echo("\nNothing was saved.")
    finally:
        table.mode(mode)
    if not kept:
        raise typer.Exit(FAILED)
    typer.echo(f"The new {card} is in the {back} deck.")


def taken_over(table: Table) -> str:
    """Puts the table in maintenance, after the hand in play; the mode that it was in."""
    mode = table.view().mode
    view = table.mode("maintenance")
    until = time.monotonic() + MAINTENANCE_WITHIN_S
    while view.state != "maintenance" and time.monotonic() < until:
        time.sleep(LOOK_EVERY_S)
        view = table.view()
    return mode


def _lay_cards(table: TableClient) -> bool:
    """Prompts for each card until all are read; False if the technician cancels."""
    print(
        f"Lay each card on any antenna. Type `{TAKE_BACK}` and Enter to undo the last card; Ctrl-C cancels.", flush=True
    )
    typed = _lines_of_terminal()
    shown = -1
    try:
        while True:
            enrolment = table.get("/state")["enrolment"]
            if enrolment is None:
                raise NotDoneError("The enrolment was ended from elsewhere")
            if enrolment["due"] is None:
                return True
            if enrolment["count"] != shown:
                shown = enrolment["count"]
                print(f"{shown:>3} read. Next: {enrolment['due']}", flush=True)
            if typed(LOOK_EVERY_S) == TAKE_BACK:
                table.post("/enrolment/take-back")
    except KeyboardInterrupt:
        return False


def _finish(table: TableClient, operator: str, *, whole: bool) -> int:
    ended = table.post("/enrolment/end", keep=whole, operator=operator)
    if not whole:
        print("Nothing was saved. The table is still in maintenance.")
        return FAILED
    for warning in ended["warnings"]:
        print(f"Warning: {warning}")
    table.post("/mode", mode="open", operator=operator)
    print("The deck is enrolled, and the table is open.")
    return 0


def _lines_of_terminal() -> Callable[[float], str]:
    """Returns a function that reads a line typed within a time; it returns nothing after the end of input."""
    ended = False

    def typed(within_s: float) -> str:
        nonlocal ended
        ready, _, _ = select.select([] if ended else [sys.stdin], [], [], within_s)
        if not ready:
            return ""
        line = sys.stdin.readline()
        ended = line == ""
        return line.strip()

    return typed


def _explained(answer: bytes) -> str:
    try:
        error = json.loads(answer)
        return " ".join(filter(None, (error["happened"], error["detail"], error["next"])))
    except (ValueError, RecursionError, KeyError, TypeError):
        return "The table sent an answer that cannot be read"
