"""How the program's log looks: lines for people, or, with `BURNCARD_LOG=json`, one JSON object a line for programs.

An error is logged with its kind and the place where it was raised, never with its text, which may name a card that lies
face down. The same holds for an error that ends the program.
"""

import logging
import os
import traceback
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from queue import Full, Queue
from threading import Thread
from time import monotonic, sleep
from typing import Any, Final

import msgspec
from uvicorn.config import LOGGING_CONFIG

ASKED_BY: Final = "BURNCARD_LOG"
LINES_WAITING_MAX: Final = 1000
ENDS_S: Final = 1.0
LOOK_S: Final = 0.005
STANDARD_ERROR: Final = 2


def without_text(error: BaseException) -> str:
    """An error without its text: its kind, what the system said of it, where it was raised, and the errors before."""
    return "\n".join(_lines(error, set()))


def _lines(error: BaseException, known: set[int]) -> Iterator[str]:
    known.add(id(error))
    before = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    inside = error.exceptions if isinstance(error, BaseExceptionGroup) else ()
    for other in (before, *inside):
        if other is not None and id(other) not in known:
            yield from _lines(other, known)
    yield from "".join(traceback.format_tb(error.__traceback__)).splitlines()
    number = error.errno if isinstance(error, OSError) else None
    yield type(error).__qualname__ + (f": {os.strerror(number)}" if isinstance(number, int) else "")


class WithoutTexts(logging.Filter):
    """Removes the texts of errors from a record. Only the first line of its message stays, since asyncio writes the
    error into the lines after it."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Changes the record, and lets it through."""
        error = record.exc_info[1] if record.exc_info else None
        if error is not None:
            record.msg, record.args = record.getMessage().partition("\n")[0], ()
            record.exc_text = without_text(error)
        return True


class UnhurriedHandler(logging.StreamHandler[Any]):
    """Writes to the standard error on a thread of its own: whoever reads that may have stopped, and a terminal may be
    held (Ctrl-S). The table does not stand still with them; lines that find no place are left out."""

    def __init__(self) -> None:
        super().__init__()
        self._lines: Queue[str] = Queue(LINES_WAITING_MAX)
        self._written = Thread(target=self._write, name="log", daemon=True)

    def emit(self, record: logging.LogRecord) -> None:
        """Takes a record; it is written a moment later."""
        if self._written.ident is None:
            self._written.start()
        with suppress(Full):
            self._lines.put_nowait(self.format(record) + self.terminator)

    def flush(self) -> None:
        """Waits for what was taken to be written, for a moment at most."""
        until_s = monotonic() + ENDS_S
        while self._lines.unfinished_tasks and monotonic() < until_s:
            sleep(LOOK_S)

    def _write(self) -> None:
        while True:
            line = self._lines.get().encode(errors="replace")
            with suppress(OSError):
                while line:  # not through `sys.stderr`: a thread that waits in there keeps the program from ending
                    line = line[os.write(STANDARD_ERROR, line) :]
            self._lines.task_done()


class JsonLines(logging.Formatter):
    """A record as one line of JSON: when (UTC), how grave, from which part, what; and the error, if there is one."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        said = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "part": record.name,
            "message": record.getMessage(),
        }
        if record.exc_text:
            said["error"] = record.exc_text
        return msgspec.json.encode(said).decode()


_WITHOUT_TEXTS: Final = WithoutTexts()


def log_config() -> dict[str, Any]:
    """The configuration of the log that the environment asks for, for `logging.config.dictConfig`."""
    quiet = {"asyncio": {"level": "ERROR"}}  # it warns of every TLS connection that the other side ends
    filters = {"filters": {"texts": {"()": WithoutTexts}}}
    if os.environ.get(ASKED_BY) != "json":
        _write_the_rest()
        handlers = {
            name: {"()": UnhurriedHandler, "formatter": handler["formatter"], "filters": ["texts"]}
            for name, handler in LOGGING_CONFIG["handlers"].items()
        }
        loggers = LOGGING_CONFIG["loggers"] | quiet
        return LOGGING_CONFIG | filters | {"handlers": handlers, "loggers": loggers}
    handler = {"()": UnhurriedHandler, "formatter": "json"}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"json": {"()": JsonLines}},
        **filters,
        "handlers": {"json": handler | {"filters": ["texts"]}},
        "root": {"handlers": ["json"], "level": "WARNING"},
        "loggers": {"burncard": {"level": "INFO"}, **quiet},
    }


def _write_the_rest() -> None:
    """What no other handler writes is written like the rest."""
    if not isinstance(logging.lastResort, UnhurriedHandler):
        logging.lastResort = UnhurriedHandler()
        logging.lastResort.setLevel(logging.WARNING)
        logging.lastResort.addFilter(_WITHOUT_TEXTS)
