"""The names of things on the way between tables and floor: subjects, streams, and what they are called after."""

import re
from dataclasses import dataclass
from typing import Final

STREAM: Final = "TABLES"
"""The durable stream of everything that the tables of a room have recorded."""
KEPT_STREAM: Final = "KEPT"
"""How far the floor has each table's record: one message a table."""
ROOT: Final = "burncard"
_NAME: Final = re.compile(r"[A-Za-z0-9_-]{1,40}")


@dataclass(frozen=True, slots=True)
class TableName:
    """One table of an operator. Raises ValueError for a name that is no part of a subject."""

    room: str
    table: str

    def __post_init__(self) -> None:
        for name in (self.room, self.table):
            if not _NAME.fullmatch(name):
                raise ValueError(f"{name!r:.60}: up to 40 letters, digits, - and _ make a name")

    def __str__(self) -> str:
        return f"{self.room}/{self.table}"

    @property
    def record(self) -> str:
        """Where the table publishes its record; kept in `STREAM`."""
        return f"{ROOT}.{self.room}.{self.table}.record"

    @property
    def status(self) -> str:
        """Where the table publishes its status; stored nowhere."""
        return f"{ROOT}.{self.room}.{self.table}.status"

    @property
    def command(self) -> str:
        """Where the floor's commands to the table arrive."""
        return f"{ROOT}.{self.room}.{self.table}.command"

    @property
    def kept(self) -> str:
        """Where the floor confirms how far it has the table's record; kept in `KEPT_STREAM`."""
        return f"{ROOT}.{self.room}.{self.table}.kept"

    @property
    def inbox(self) -> str:
        """Where answers to the table arrive. No other table may listen there."""
        return f"_INBOX.{self.room}.{self.table}"


def named_in(subject: str) -> TableName:
    """The table of a subject. Raises ValueError."""
    parts = subject.split(".")
    if len(parts) != 4 or parts[0] != ROOT:
        raise ValueError(f"{subject!r:.60} is no table's subject")
    return TableName(parts[1], parts[2])
