"""The log, for people and as lines of JSON: one line per record, and no text of an error, which may name a card."""

import asyncio
import gc
import logging
import logging.config
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import msgspec
import pytest

from burncard.api.structured_logs import JsonLines, WithoutTexts, log_config, without_text

CARD = "As"
PATIENCE_S = 20.0


def line(message: str, *values: object, error: BaseException | None = None) -> dict[str, str]:
    """What is written for a record."""
    raised = None if error is None else (type(error), error, None)
    record = logging.LogRecord("burncard.floor", logging.WARNING, "", 1, message, values, raised)
    assert WithoutTexts().filter(record)
    text = JsonLines().format(record)
    assert "\n" not in text
    return msgspec.json.decode(text, type=dict[str, str])


def test_a_record_is_one_line_whatever_is_in_it() -> None:
    said = line('a "name"\nwith %s', "two\r\nlines")
    assert said["message"] == 'a "name"\nwith two\r\nlines'
    assert (said["level"], said["part"]) == ("warning", "burncard.floor")
    assert said["time"].endswith("+00:00")


def raised() -> BaseException:
    """An error whose text names a card, as do the errors before it and within it."""
    try:
        try:
            raise KeyError(CARD)
        except KeyError as error:
            raise ExceptionGroup(CARD, [ValueError(CARD), OSError(98, CARD)]) from error
    except ExceptionGroup as error:
        return error


def test_an_error_is_logged_with_its_kind_and_place_and_never_its_text() -> None:
    said = line("it failed\nexception=KeyError('As')", error=raised())
    assert said["message"] == "it failed"
    assert CARD not in "".join(said.values())
    kinds = [part for part in said["error"].splitlines() if not part.startswith(" ")]
    assert kinds == ["KeyError", "ValueError", "OSError: Address already in use", "ExceptionGroup"]
    assert "in raised" in said["error"]
    cycle = KeyError(CARD)
    cycle.__context__ = ValueError(CARD)
    cycle.__context__.__context__ = cycle
    assert without_text(cycle) == "ValueError\nKeyError"


@contextmanager
def configured() -> Iterator[None]:
    """The log as it is configured, without pytest's handlers; and then as it was."""
    names = (None, "asyncio", "burncard", "uvicorn", "uvicorn.error", "uvicorn.access")
    loggers = [logging.getLogger(name) for name in names]
    before = [(one, one.handlers[:], one.level, one.propagate) for one in loggers]
    logging.getLogger().handlers.clear()
    logging.config.dictConfig(log_config())
    try:
        yield
    finally:
        for handler in (logging.lastResort, *(handler for one in loggers for handler in one.handlers)):
            if handler is not None:
                handler.flush()
        for one, handlers, level, propagate in before:
            one.handlers[:], one.propagate = handlers, propagate
            one.setLevel(level)


@pytest.mark.parametrize("asked", ["", "json"])
def test_the_text_of_an_error_is_in_no_log_of_any_library(
    asked: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("BURNCARD_LOG", asked)

    async def fail() -> None:
        raise raised()

    async def leave() -> None:
        asyncio.ensure_future(fail())  # noqa: RUF006 asyncio logs what nobody awaits
        await asyncio.sleep(0)

    with configured():
        asyncio.run(leave())
        gc.collect()
        for name in ("uvicorn.error", "nats.aio.client", "burncard.floor"):
            logging.getLogger(name).error("it failed", exc_info=raised())
    said = capfd.readouterr().err
    assert said.count("KeyError") >= 4
    assert f"'{CARD}'" not in said
    assert f": {CARD}" not in said


def test_a_standard_error_that_nobody_reads_holds_nothing_up() -> None:
    """A terminal that is held, or a reader of the log that has stopped: the table goes on, and ends when it is to."""
    code = (
        "import logging.config\n"
        "from burncard.api.structured_logs import log_config\n"
        "logging.config.dictConfig(log_config())\n"
        "for _ in range(3000): logging.getLogger('uvicorn.error').error('x' * 100)\n"
        "print('went on')"
    )
    read, write = os.pipe()
    with os.fdopen(read), os.fdopen(write, "w") as unread:
        words = [sys.executable, "-c", code]
        done = subprocess.run(words, stdout=subprocess.PIPE, stderr=unread, timeout=PATIENCE_S, text=True, check=True)
    assert done.stdout == "went on\n"


def test_an_error_that_ends_the_program_is_reported_without_its_text() -> None:
    code = (
        "from burncard.api import command_line\n"
        "command_line.app.command('fail')(lambda: {}['As'])\n"
        "import sys; sys.argv[1:] = ['fail']; command_line.main()"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.endswith("KeyError\n")
    assert "'As'" not in done.stderr.replace("{}['As']", "")
