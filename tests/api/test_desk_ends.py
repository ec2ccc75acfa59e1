"""A desk leaves nothing behind: neither when it ends, nor when it cannot start."""

import os
import threading
from pathlib import Path

import pytest

from burncard.api import desk as desk_module
from burncard.api.desk import Desk
from burncard.controller.journal.journal import JournalDamagedError


def opened_by(desk: Desk) -> set[str]:
    """The ttys and the files that a desk has open in this process."""
    names = set()
    for link in Path("/proc/self/fd").iterdir():
        try:
            names.add(os.readlink(link))
        except FileNotFoundError:
            continue  # it was closed meanwhile
    ours = {host.path for host in desk._hosts.values()} if hasattr(desk, "_hosts") else set()
    return {name for name in names if name in ours or name.startswith(str(desk._journal))}


def test_a_desk_that_ends_leaves_no_file_and_no_thread(tmp_path: Path) -> None:
    with Desk(journal=tmp_path / "journal.db") as desk:
        assert len(opened_by(desk)) >= 3
    assert opened_by(desk) == set()
    assert not desk._thread.is_alive()


def test_a_desk_that_cannot_start_leaves_nothing_and_says_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "damaged.db").write_bytes(b"no journal" * 1000)
    with pytest.raises(JournalDamagedError):
        Desk(journal=tmp_path / "damaged.db").__enter__()

    def fails(context: object) -> None:
        raise RuntimeError("no app")

    monkeypatch.setattr(desk_module, "create_app", fails)
    desk = Desk(journal=tmp_path / "journal.db")
    with pytest.raises(RuntimeError, match="no app"):
        desk.__enter__()
    assert opened_by(desk) == set()
    assert "desk" not in [thread.name for thread in threading.enumerate()]
