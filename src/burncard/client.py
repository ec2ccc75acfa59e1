"""A client of a table's API: `Table`, and `AsyncTable` for a program with an event loop."""

from burncard.api.client.tables import AsyncTable, Table, TableError

__all__ = ["AsyncTable", "Table", "TableError"]
