"""Where the fields of a PHH file stand: the line of each field, and of each element of its list.

The TOML reader of the standard library keeps no positions, so the text is scanned once more, after it has proved to be
valid TOML. Only what is needed for an error message is found: tables, their keys, and the elements of a key's list.
"""

import re
import tomllib
from dataclasses import dataclass, field

_TOKEN = re.compile(
    r'(?P<string>"""(?:\\.|[^\\])*?"""|\'\'\'.*?\'\'\'|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\')'
    r"|(?P<comment>\#[^\n]*)|(?P<newline>\n)|(?P<open>[\[{])|(?P<close>[\]}])|(?P<equals>=)|(?P<comma>,)"
    r"|(?P<space>[ \t\r]+)|(?P<word>[^\s\"'#\[\]{}=,]+)",
    re.DOTALL,
)


@dataclass(slots=True)
class _Field:
    line: int
    elements: list[int] = field(default_factory=list)


class FileLines:
    """The lines of one file's fields."""

    def __init__(self, text: str) -> None:
        self._tables: dict[str, int] = {}
        self._fields: dict[tuple[str, str], _Field] = {}
        self._scan(text)

    def of(self, table: str, name: str = "", index: int | None = None) -> int:
        """The line (from 1) of an element of a field, else of the field, else of the table that lacks it."""
        found = self._fields.get((table, name))
        if found is None:
            return self._tables.get(table, 1)
        if index is None or index >= len(found.elements):
            return found.line
        return found.elements[index]

    def _scan(self, text: str) -> None:
        table, line, depth = "", 1, 0
        words: list[str] = []  # since the start of the line, outside values
        current: _Field | None = None
        element_open = True
        for token in _TOKEN.finditer(f"{text}\n"):
            kind, written = token.lastgroup, token.group()
            if depth == 0 and kind == "newline":
                if current is None and words and words[0] == "[":
                    table = _first_key("".join(words))
                    self._tables.setdefault(table, line)
                words, current = [], None
            elif current is None and kind == "equals":
                current = self._fields.setdefault((table, _first_key(f"[{''.join(words)}]")), _Field(line))
                element_open = True
            elif current is None and kind not in ("comment", "newline"):
                words.append(written)
            elif kind == "open":
                depth += 1
            elif kind == "close":
                depth -= 1
            elif kind == "comma":
                element_open = element_open or depth == 1
            elif current is not None and kind in ("string", "word") and depth and element_open:
                current.elements.append(line)
                element_open = False
            line += written.count("\n")


def _first_key(header: str) -> str:
    """The first key of a table header such as `[1]` or `["a.b"]`."""
    return next(iter(tomllib.loads(header.strip())), "")
