"""`burncard replay`: prints the outcomes of table logs."""

import gc
import os
import sys
from collections.abc import Callable
from pathlib import Path

import msgspec

from burncard.controller.hand_histories.replay import LogError, replay

BAD_LOG = 2

Write = Callable[[bytes], object]


def replay_logs(names: list[str], jobs: int = 1) -> int:
    """Replays logs in turn; the exit code. Stops at the first bad line, after printing what came before it.

    `jobs`: how many processes replay; what is printed is the same for any number.
    """
    try:
        problem = _in_turn(names) if jobs == 1 or len(names) == 1 else _side_by_side(names, jobs)
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        # the reader of the pipe has gone; do not try to flush the rest at exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    if problem:
        print(problem, file=sys.stderr)
        return BAD_LOG
    return 0


def _in_turn(names: list[str]) -> str:
    """Replays until a log cannot be read; the reason in one line, empty if all were read."""
    for name in names:
        if len(names) > 1:
            _print_name(name)
        problem = _replay_one(name, sys.stdout.buffer.write)
        if problem:
            return problem
    return ""


def _side_by_side(names: list[str], jobs: int) -> str:
    """The same in several processes. Each log's outcomes are kept in a file until those before it are printed."""
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context
    from shutil import copyfileobj
    from tempfile import TemporaryDirectory

    with (
        TemporaryDirectory(prefix="burncard-") as folder,
        ProcessPoolExecutor(min(jobs, len(names)), get_context("spawn")) as pool,
    ):
        files = [Path(folder) / str(number) for number in range(len(names))]
        replayed = [pool.submit(_replay_into, name, file) for name, file in zip(names, files, strict=True)]
        try:
            for name, file, future in zip(names, files, replayed, strict=True):
                problem = future.result()
                _print_name(name)
                with file.open("rb") as outcomes:
                    copyfileobj(outcomes, sys.stdout.buffer)
                file.unlink()
                if problem:
                    return problem
        finally:
            pool.shutdown(cancel_futures=True)
    return ""


def _print_name(name: str) -> None:
    sys.stdout.buffer.write(msgspec.json.encode({"type": "log", "name": name}) + b"\n")


def _replay_into(name: str, outcomes: Path) -> str:
    with outcomes.open("wb") as file:
        return _replay_one(name, file.write)


def _replay_one(name: str, write: Write) -> str:
    """Replays one log; why it cannot be read to its end, in one line, empty if it was."""
    gc.freeze()  # what was imported stays: the collector need not go over it again and again
    try:
        if name == "-":
            replay(sys.stdin.buffer, write)
            return ""
        with Path(name).open("rb") as file:
            replay(file, write)
    except LogError as error:
        return f"{name}: {error}"
    except BrokenPipeError:
        raise
    except OSError as error:
        return f"{name}: cannot be read: {error.strerror}"
    return ""
