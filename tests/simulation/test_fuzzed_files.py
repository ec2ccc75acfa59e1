"""Whatever is in a file that a table reads, it is read, or refused as its reader says."""

from pathlib import Path
from random import Random

import pytest

from burncard.hardware.profiles import EXTRA_PROFILES_VARIABLE
from tests.harness.fuzz_files import fuzz, kinds

ROUNDS = 15


def test_no_reader_of_a_file_fails_otherwise_than_it_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(EXTRA_PROFILES_VARIABLE, "")
    failed = [
        f"{kind.name}: {error!r} at {data[:200]!r}"
        for kind in kinds(tmp_path)
        for data, error in fuzz(kind, ROUNDS, Random(f"18 {kind.name}"))
        if error is not None
    ]
    assert not failed, "\n".join(failed)
