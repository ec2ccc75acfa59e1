"""The copy of the tree that the wheels are built from."""

import shutil
from pathlib import Path

import pytest

from tests.packaging.building import PACKED, ROOT


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the tree, its links kept, so that building leaves nothing in the real one."""
    folder = tmp_path_factory.mktemp("source")
    for name in PACKED:
        if (ROOT / name).is_file():
            shutil.copy(ROOT / name, folder)
        else:
            ignored = shutil.ignore_patterns("__pycache__", "*.egg-info", "build")
            shutil.copytree(ROOT / name, folder / name, symlinks=True, ignore=ignored)
    return folder
