"""How the program's log looks: lines for people, or, with `BURNCARD_LOG=json`, one JSON object a line for programs.

An error is logged with its kind and the place where it was raised, never with its text, which may name a card that lies
face down. The same holds for an error that ends the program.
"""

import logging
import os
import traceback
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any, Final

import msgspec
from uvicorn.config import LOGGING_CONFIG

ASKED_BY: Final = "BURNCARD_LOG"


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
        if logging.lastResort is not None:  # it writes what no other handler does
            logging.lastResort.addFilter(_WITHOUT_TEXTS)
        handlers = {name: handler | {"filters": ["texts"]} for name, handler in LOGGING_CONFIG["handlers"].items()}
        loggers = LOGGING_CONFIG["loggers"] | quiet
        return LOGGING_CONFIG | filters | {"handlers": handlers, "loggers": loggers}
    handler = {"class": "logging.StreamHandler", "formatter": "json", "stream": "ext://sys.stderr"}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"json": {"()": JsonLines}},
        **filters,
        "handlers": {"json": handler | {"filters": ["texts"]}},
        "root": {"handlers": ["json"], "level": "WARNING"},
        "loggers": {"burncard": {"level": "INFO"}, **quiet},
    }
