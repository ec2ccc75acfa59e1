"""The hash chains of a journal, as another program can check them."""

import hashlib
import sqlite3
from pathlib import Path

import pytest

from burncard.controller.journal.journal import Journal


@pytest.mark.parametrize(("chain", "who"), [("facts", "operator"), ("events", "kind")])
def test_a_hash_covers_the_hash_before_it_and_the_row_starting_from_32_zero_bytes(
    tmp_path: Path, chain: str, who: str
) -> None:
    journal = Journal(tmp_path / "journal.db")
    for number in range(3):
        journal.append(b'{"type":"shuffler","event":"cut"}', number, "dealer")
        journal.append_event("door", b"{}", number)
    journal.close()
    database = sqlite3.connect(tmp_path / "journal.db")
    rows = database.execute(f"SELECT number, at_ns, {who}, body, hash FROM {chain} ORDER BY number").fetchall()
    database.close()
    before = bytes(32)
    for number, at_ns, name, body, stored in rows:
        before = hashlib.sha256(before + f"{number}|{at_ns}|{name}|".encode() + body).digest()
        assert stored == before
    assert len(rows) == 3
