"""A headless Chromium for these tests, which connects only to the table."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from selenium import webdriver

from tests.harness.console import chromium


@pytest.fixture
def browser(tmp_path: Path) -> Iterator[webdriver.Chrome]:
    with chromium(tmp_path / "profile") as running:
        yield running
