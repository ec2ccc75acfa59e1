"""One headless Chromium for the tests of a module; each test has a page with a profile of its own.

Playwright keeps an event loop running while it is open, so it must not stay open for the tests that follow.
"""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from burncard.api.desk import Desk
from tests.harness.console import chromium, context
from tests.harness.shown_views import ShownViews


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as running:
        yield running


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    profile = context(browser)
    yield profile.new_page()
    profile.close()


@pytest.fixture(scope="module")
def shown(browser: Browser) -> Iterator[ShownViews]:
    """The console of a table, for views of the test's own."""
    with Desk() as desk:
        profile = context(browser)
        yield ShownViews(profile.new_page(), desk.console())
        profile.close()
