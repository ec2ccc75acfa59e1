"""A headless Chromium of this test's own, that talks to nobody but the table."""

from collections.abc import Iterator
from pathlib import Path
from shutil import which

import pytest
from selenium import webdriver
from selenium.webdriver.chrome.service import Service

WIDTH, HEIGHT = 1280, 800
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
    "--no-first-run",
    "--no-default-browser-check",
    f"--window-size={WIDTH},{HEIGHT}",
)


@pytest.fixture
def browser(tmp_path: Path) -> Iterator[webdriver.Chrome]:
    chromium, driver = which("chromium"), which("chromedriver")
    assert chromium is not None, "the package chromium is missing; `make test` installs it"
    assert driver is not None, "the package chromium-driver is missing; `make test` installs it"
    options = webdriver.ChromeOptions()
    options.binary_location = chromium
    for flag in FLAGS:
        options.add_argument(flag)
    options.add_argument(f"--user-data-dir={tmp_path / 'profile'}")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    running = webdriver.Chrome(options=options, service=Service(driver))
    frame = running.execute_script("return window.outerHeight - window.innerHeight")
    running.set_window_size(WIDTH, HEIGHT + int(frame))
    yield running
    running.quit()
