"""Other programs of the machine find a running table by the ports that it has."""

import os
from pathlib import Path

from burncard.api.running_tables import RunningTable, announced, running_tables, table_at


def test_a_running_table_is_found_by_each_name_of_its_ports(tmp_path: Path) -> None:
    port, link = tmp_path / "ttyUSB0", tmp_path / "by-serial"
    port.touch()
    link.symlink_to(port)
    folder = tmp_path / "runtime"
    with announced("table-7", "http://127.0.0.1:8777/", (str(link),), folder):
        table = RunningTable("table-7", "http://127.0.0.1:8777/", (str(link), str(port)))
        assert running_tables(folder) == [table]
        assert table_at(str(port), folder) == table_at(str(link), folder) == table
        assert table_at("/dev/ttyUSB9", folder) is None
    assert running_tables(folder) == []


def test_what_a_killed_table_leaves_is_not_taken_for_a_running_one(tmp_path: Path) -> None:
    left = tmp_path / "table-1.json"
    left.write_bytes(b'{"table":"table-1","console":"","ports":["/dev/ttyUSB0"]}')
    (tmp_path / "table-2.json").write_bytes(b"not this")
    assert table_at("/dev/ttyUSB0", tmp_path) is None
    assert not left.exists()


def test_a_table_runs_where_it_cannot_leave_word(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with announced("table-7", "", (), tmp_path / "file"):
        assert running_tables(tmp_path / "file") == []
    assert os.listdir(tmp_path) == ["file"]
