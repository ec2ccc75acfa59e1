"""The tables of a journal: made and brought up to date by numbered scripts, which are only added to."""

import sqlite3
from contextlib import closing
from importlib.resources import files
from typing import Final

DEFINED: Final = "SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY name"


def migrate(db: sqlite3.Connection) -> None:
    """Runs the scripts that a database has not had yet. Raises sqlite3.Error."""
    version = db.execute("PRAGMA user_version").fetchone()[0]
    folder = files("burncard.controller").joinpath("journal", "schema")
    scripts = sorted((entry for entry in folder.iterdir() if entry.name.endswith(".sql")), key=lambda entry: entry.name)
    for number, script in enumerate(scripts, start=1):
        if number > version:
            text = script.read_text(encoding="utf-8")
            db.executescript(f"BEGIN; {text} PRAGMA user_version={number}; COMMIT;")


def is_as_defined(db: sqlite3.Connection) -> bool:
    """Whether a database's tables are those that the scripts make."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as fresh:
        migrate(fresh)
        return bool(db.execute(DEFINED).fetchall() == fresh.execute(DEFINED).fetchall())
