"""The journal: the durable part of a table's record, its history and its export."""
