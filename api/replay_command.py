"""`burncard replay`."""

import sys
from collections.abc import Iterable
from pathlib import Path

import msgspec

from controller.replay import LogError, replay

BAD_LOG = 2


def replay_logs(names: list[str]) -> int:
    """Replays logs in turn; the exit code. What came before a bad line is printed, and the rest is not read."""
    out = sys.stdout.buffer
    for name in names:
        if len(names) > 1:
            out.write(msgspec.json.encode({"type": "log", "name": name}) + b"\n")
        try:
            _replay_one(name)
        except LogError as error:
            out.flush()
            print(f"{name}: {error}", file=sys.stderr)
            return BAD_LOG
        except OSError as error:
            out.flush()
            print(f"{name}: cannot be read: {error.strerror}", file=sys.stderr)
            return BAD_LOG
        except BrokenPipeError:
            return 0
    out.flush()
    return 0


def _replay_one(name: str) -> None:
    write = sys.stdout.buffer.write
    if name == "-":
        replay(sys.stdin.buffer, write)
        return
    with Path(name).open("rb") as file:
        lines: Iterable[bytes] = file
        replay(lines, write)
