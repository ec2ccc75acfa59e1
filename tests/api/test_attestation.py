"""`burncard attest`: what was changed since a manifest was made is named; a manifest of another key is refused."""

import importlib.util
import marshal
import py_compile
import sys
from pathlib import Path

import msgspec
import pytest
from typer.testing import CliRunner

from burncard.api.attestation import Attested, check_installed, differences, manifest_now, wrong_caches
from burncard.api.command_line import app
from burncard.controller.journal.seal import Seal
from burncard.rules import table


def command(*words: str) -> tuple[int, str]:
    result = CliRunner().invoke(app, ["attest", *words])
    return result.exit_code, result.output


def test_what_was_changed_is_named(tmp_path: Path) -> None:
    table = tmp_path / "table.toml"
    table.write_text('game = "holdem"\n')
    seal = Seal.make(tmp_path / "seal")
    manifest = tmp_path / "manifest.json"
    words = ["--configuration", str(table)]
    assert command("--out", str(manifest), "--seal", str(seal.path), *words)[0] == 0
    assert command("--against", str(manifest), *words)[0] == 0
    table.write_text('game = "omaha"\n')
    assert command("--against", str(manifest), *words) == (1, "configuration: table.toml was changed\n")
    assert check_installed(manifest, []) == ["configuration: table.toml is missing"]


def test_changed_and_added_files_and_packages_are_differences() -> None:
    now = manifest_now([])
    assert "rules/table.py" in now.files
    assert "msgspec" in now.packages
    other = msgspec.structs.replace(
        now, files=now.files | {"rules/table.py": "00"}, packages=now.packages | {"evil": "1"}
    )
    assert differences(now, other) == ["files: rules/table.py was changed", "packages: evil was added"]


def test_a_compiled_file_that_is_another_program_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its header says that it is the source's: Python would run it."""
    monkeypatch.setattr(sys, "pycache_prefix", str(tmp_path))
    assert wrong_caches() == []
    source = Path(table.__file__)
    cached = Path(importlib.util.cache_from_source(str(source)))
    cached.parent.mkdir(parents=True)
    py_compile.compile(str(source), str(cached), doraise=True)
    assert wrong_caches() == []
    evil = source.read_text().replace("self.fact_count += 1", "self.fact_count += 2")
    cached.write_bytes(cached.read_bytes()[:16] + marshal.dumps(compile(evil, str(source), "exec")))
    assert wrong_caches() == ["files: the compiled rules/table.py is another program"]
    cached.write_bytes(b"")
    assert wrong_caches() == []


def test_changed_code_of_a_package_and_what_python_runs_at_its_start_are_differences() -> None:
    now = manifest_now([])
    assert len(set(now.package_sums.values())) > len(now.package_sums) // 2
    other = msgspec.structs.replace(
        now,
        package_sums=now.package_sums | {"msgspec": "00"},
        at_start=now.at_start | {"evil.pth": "00"},
    )
    assert differences(now, other) == ["package_sums: msgspec was changed", "at_start: evil.pth was added"]
    before = msgspec.structs.replace(now, package_sums={}, at_start={})
    assert differences(before, now) == []


def test_a_manifest_that_was_changed_is_found_by_its_signature(tmp_path: Path) -> None:
    manifest, seal = tmp_path / "manifest.json", Seal.make(tmp_path / "seal")
    command("--out", str(manifest), "--seal", str(seal.path))
    attested = msgspec.json.decode(manifest.read_bytes(), type=Attested)
    changed = msgspec.structs.replace(attested, body=attested.body.replace('"python":"3', '"python":"4'))
    manifest.write_bytes(msgspec.json.encode(changed))
    code, said = command("--against", str(manifest))
    assert (code, "signature is wrong" in said) == (1, True)


def test_the_packages_are_listed_for_other_tools(tmp_path: Path) -> None:
    bill = tmp_path / "bill.json"
    assert command("--out", str(tmp_path / "manifest.json"), "--bill", str(bill))[0] == 0
    document = msgspec.json.decode(bill.read_bytes())
    assert document["bomFormat"] == "CycloneDX"
    assert "msgspec" in [one["name"] for one in document["components"]]
