"""`burncard deck`: a technician enrols a deck at the table that runs on this machine, card by card, from a terminal."""

import json
import select
import sys
import urllib.error
import urllib.request
from collections.abc import Callable
from typing import Any, Final

from burncard.api.access import Keys, KeysError
from burncard.api.enrolled import data_home
from burncard.api.run_command import HOST, LIVE

LOOK_EVERY_S: Final = 0.1
ANSWER_WITHIN_S: Final = 10.0
TAKE_BACK: Final = "back"
FAILED: Final = 1
BAD_ARGUMENTS: Final = 2

View = dict[str, Any]


class NotDoneError(Exception):
    """The table would not do it. The message says what happened and what to do next."""


class TableClient:
    """The running table, spoken to as its technician."""

    def __init__(self, port: int, key: str) -> None:
        self._base = f"http://{HOST}:{port}/api"
        self._key = key

    def get(self, path: str) -> View:
        """An answer of the table. Raises NotDoneError."""
        return self._ask(path, None)

    def post(self, path: str, **body: object) -> View:
        """An entry at the table. Raises NotDoneError."""
        return self._ask(path, json.dumps(body).encode())

    def _ask(self, path: str, body: bytes | None) -> View:
        headers = {"Authorization": f"Bearer {self._key}", "Content-Type": "application/json"}
        request = urllib.request.Request(self._base + path, data=body, headers=headers)
        try:
            with urllib.request.urlopen(request, timeout=ANSWER_WITHIN_S) as answer:
                view: View = json.load(answer)
                return view
        except urllib.error.HTTPError as error:
            raise NotDoneError(_told(error.read())) from error
        except (OSError, ValueError) as error:
            raise NotDoneError(
                f"No table answers at {self._base}. Start it with `burncard run`, or give --port"
            ) from error


def enrol_deck(back: str, operator: str, data: str, port: int, *, joker: bool) -> int:
    """Has the cards of a deck laid on the reader one by one; 0 when it is enrolled, 1 if not, 2 without a table."""
    path = data_home(data) / LIVE / "keys.json"
    if not path.exists():
        print(f"burncard: {path}: no table has run here yet; start one with `burncard run`", file=sys.stderr)
        return BAD_ARGUMENTS
    try:
        table = TableClient(port, Keys.open(path).key_of("technician"))
        table.post("/mode", mode="maintenance", operator=operator)
        table.post("/enrolment", back=back, joker=joker, operator=operator)
        return _finish(table, operator, whole=_lay_cards(table))
    except (NotDoneError, KeysError, OSError) as error:
        print(f"burncard: {error}", file=sys.stderr)
        return FAILED


def _lay_cards(table: TableClient) -> bool:
    """Says which card is due until all are read; False if the technician breaks off."""
    print(
        f"Lay each card on any antenna. `{TAKE_BACK}` and Enter takes the last one back; Ctrl-C breaks off.", flush=True
    )
    typed = _lines_of_terminal()
    told = -1
    try:
        while True:
            enrolment = table.get("/state")["enrolment"]
            if enrolment is None:
                raise NotDoneError("Somebody else has ended the enrolment")
            if enrolment["due"] is None:
                return True
            if enrolment["count"] != told:
                told = enrolment["count"]
                print(f"{told:>3} read. Next: {enrolment['due']}", flush=True)
            if typed(LOOK_EVERY_S) == TAKE_BACK:
                table.post("/enrolment/take-back")
    except KeyboardInterrupt:
        return False


def _finish(table: TableClient, operator: str, *, whole: bool) -> int:
    ended = table.post("/enrolment/end", keep=whole, operator=operator)
    if not whole:
        print("Nothing is kept. The table is still in maintenance.")
        return FAILED
    for warning in ended["warnings"]:
        print(f"Warning: {warning}")
    table.post("/mode", mode="open", operator=operator)
    print("The deck is enrolled, and the table is open.")
    return 0


def _lines_of_terminal() -> Callable[[float], str]:
    """What is typed within a time; nothing for ever after the end of standard input."""
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


def _told(answer: bytes) -> str:
    try:
        error = json.loads(answer)
        return " ".join(filter(None, (error["happened"], error["detail"], error["next"])))
    except (ValueError, KeyError, TypeError):
        return "The table gave an answer that makes no sense"
