"""One headless Chromium for these tests; each test has a page with a profile of its own."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.harness.console import chromium, context


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with chromium() as running:
        yield running


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    profile = context(browser)
    yield profile.new_page()
    profile.close()
