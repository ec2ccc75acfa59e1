"""TOML that anybody may have written: some kilobytes of it can take all memory of the parser."""

import tomllib
from collections.abc import Callable
from typing import Any, Final

DOTS_MAX: Final = 1000
"""In one line. The parser keeps each beginning of a dotted key: a key of a hundred thousand parts takes gigabytes."""


def parse_toml(text: str, parse_float: Callable[[str], Any] = float) -> dict[str, Any]:
    """The tables of a text. Raises ValueError, RecursionError."""
    for number, line in enumerate(text.split("\n"), start=1):
        if line.count(".") > DOTS_MAX:
            raise ValueError(f"more than {DOTS_MAX} dots (at line {number})")
    return tomllib.loads(text, parse_float=parse_float)
