"""`burncard replay`: prints the outcomes of table logs."""

import os
import sys
from pathlib import Path

import msgspec

from burncard.controller.hand_histories.replay import LogError, replay

BAD_LOG = 2


def replay_logs(names: list[str]) -> int:
    """Replays logs in turn; the exit code. Stops at the first bad line, after printing what came before it."""
    try:
        problem = _replay_all(names)
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        # the reader of the pipe has gone; do not try to flush the rest at exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    if problem:
        print(problem, file=sys.stderr)
        return BAD_LOG
    return 0


def _replay_all(names: list[str]) -> str:
    """Replays until a log cannot be read; the reason in one line, empty if all were read."""
    for name in names:
        if len(names) > 1:
            sys.stdout.buffer.write(msgspec.json.encode({"type": "log", "name": name}) + b"\n")
        try:
            _replay_one(name)
        except LogError as error:
            return f"{name}: {error}"
        except BrokenPipeError:
            raise
        except OSError as error:
            return f"{name}: cannot be read: {error.strerror}"
    return ""


def _replay_one(name: str) -> None:
    if name == "-":
        replay(sys.stdin.buffer, sys.stdout.buffer.write)
        return
    with Path(name).open("rb") as file:
        replay(file, sys.stdout.buffer.write)
