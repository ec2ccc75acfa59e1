"""What the floor has found and somebody must look at, as rows of its database."""

import hashlib
from typing import Final

from burncard.api.floor.database import Value
from burncard.controller.outbox.subjects import TableName

DETAIL_MAX: Final = 400
DAY_NS: Final = 86_400 * 1_000_000_000
REPORT_SQL: Final = (
    "INSERT INTO reports (id, at_ns, room, name, code, detail, times, seen_by) VALUES ($1, $2, $3, $4, $5, $6, 1, '') "
    "ON CONFLICT (id) DO UPDATE SET times = reports.times + 1, at_ns = CASE WHEN reports.detail = excluded.detail "
    "THEN reports.at_ns ELSE excluded.at_ns END, seen_by = CASE WHEN reports.detail = excluded.detail "
    "THEN reports.seen_by ELSE '' END, detail = excluded.detail"
)
"""A report that says something new is open again, and of that moment."""


def report_row(name: TableName, code: str, detail: str, at_ns: int, cause: str | int = "") -> tuple[Value, ...]:
    """A report as a row. One of the same `cause`, or which says the same, is counted and not repeated: a journal that
    differs does so row by row. On another day (UTC) it is a new one."""
    key = f"{name}|{code}|{cause or detail}|{at_ns // DAY_NS}"
    shown = hashlib.sha256(key.encode()).hexdigest()[:20]
    return shown, at_ns, name.room, name.table, code, detail[:DETAIL_MAX]
