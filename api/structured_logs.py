"""How the program's log looks: lines for people, or, with `BURNCARD_LOG=json`, one JSON object a line for programs."""

import logging
import os
from datetime import UTC, datetime
from typing import Any, Final

import msgspec
from uvicorn.config import LOGGING_CONFIG

ASKED_BY: Final = "BURNCARD_LOG"


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
        if record.exc_info:
            said["error"] = self.formatException(record.exc_info)
        return msgspec.json.encode(said).decode()


def log_config() -> dict[str, Any]:
    """The configuration of the log that the environment asks for, for `logging.config.dictConfig`."""
    quiet = {"asyncio": {"level": "ERROR"}}  # it warns of every TLS connection that the other side ends
    if os.environ.get(ASKED_BY) != "json":
        return LOGGING_CONFIG | {"loggers": LOGGING_CONFIG["loggers"] | quiet}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"json": {"()": JsonLines}},
        "handlers": {"json": {"class": "logging.StreamHandler", "formatter": "json", "stream": "ext://sys.stderr"}},
        "root": {"handlers": ["json"], "level": "WARNING"},
        "loggers": {"burncard": {"level": "INFO"}, **quiet},
    }
