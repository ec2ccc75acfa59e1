"""Installed packages that a list of known weaknesses names, off line."""

import zipfile
from pathlib import Path
from typing import Any

import msgspec
import pytest
from typer.testing import CliRunner

from burncard.api.advisories import known_weaknesses, read_advisories
from burncard.api.command_line import app

INSTALLED = {"Py.Serial": "3.5", "fastapi": "0.115.2"}


def advisory(name: str, events: list[dict[str, str]], **more: Any) -> bytes:
    affected = {
        "package": {"name": name, "ecosystem": "PyPI"},
        "ranges": [{"type": "ECOSYSTEM", "events": events}],
    }
    return msgspec.json.encode({"id": "PYSEC-1", "summary": "reads too far", "affected": [affected]} | more)


def found(tmp_path: Path, *parts: bytes) -> list[str]:
    (tmp_path / "list.jsonl").write_bytes(b"\n".join(parts))
    return known_weaknesses(INSTALLED, read_advisories(tmp_path / "list.jsonl"))


@pytest.mark.parametrize(
    ("name", "events", "named"),
    [
        ("pyserial", [{"introduced": "0"}], False),
        ("py-serial", [{"introduced": "0"}], True),
        ("PY_serial", [{"introduced": "3.0"}, {"fixed": "3.5"}], False),
        ("py-serial", [{"introduced": "3.0"}, {"fixed": "3.10"}], True),
        ("py-serial", [{"introduced": "0"}, {"last_affected": "3.5"}], True),
        ("py-serial", [{"introduced": "0"}, {"fixed": "2.0"}, {"introduced": "3.4"}], True),
        ("py-serial", [{"introduced": "0"}, {"fixed": "2.0"}, {"introduced": "3.6"}], False),
        ("fastapi", [{"introduced": "0.115.3rc1"}], False),
    ],
)
def test_a_package_is_named_where_its_version_is_affected(
    name: str, events: list[dict[str, str]], named: bool, tmp_path: Path
) -> None:
    assert bool(found(tmp_path, advisory(name, events))) == named


def test_a_withdrawn_advisory_and_one_of_elsewhere_name_nothing(tmp_path: Path) -> None:
    everything = [{"introduced": "0"}]
    elsewhere = advisory("fastapi", everything).replace(b"PyPI", b"npm")
    assert found(tmp_path, advisory("fastapi", everything, withdrawn="2026-01-01T00:00:00Z"), elsewhere) == []


def test_the_command_reads_files_folders_and_archives_and_tells_by_its_exit_code(tmp_path: Path) -> None:
    bad, good = advisory("msgspec", [{"introduced": "0"}]), advisory("msgspec", [{"introduced": "999"}])
    (tmp_path / "bad").mkdir()
    (tmp_path / "bad" / "one.json").write_bytes(bad)
    (tmp_path / "good.json").write_bytes(b"[" + good + b"]")
    with zipfile.ZipFile(tmp_path / "all.zip", "w") as archive:
        archive.writestr("one.json", bad)
    for path, code in (("bad", 1), ("all.zip", 1), ("good.json", 0), ("missing.json", 2)):
        result = CliRunner().invoke(app, ["attest", "--advisories", str(tmp_path / path)])
        assert result.exit_code == code, path
        assert ("PYSEC-1 reads too far" in result.output) == (code == 1)
