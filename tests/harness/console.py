"""The dealer's console in a headless Chromium that talks to nobody but the table."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import which

from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.wait import WebDriverWait

PATIENCE_S = 10
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


@contextmanager
def chromium(profile: Path) -> Iterator[webdriver.Chrome]:
    """A browser whose page is WIDTH by HEIGHT pixels. `profile`: an empty folder."""
    browser, driver = which("chromium"), which("chromedriver")
    assert browser is not None, "the package chromium is missing; `make test` installs it"
    assert driver is not None, "the package chromium-driver is missing; `make test` installs it"
    options = webdriver.ChromeOptions()
    options.binary_location = browser
    for flag in FLAGS:
        options.add_argument(flag)
    options.add_argument(f"--user-data-dir={profile}")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    running = webdriver.Chrome(options=options, service=Service(driver))
    try:
        frame = running.execute_script("return window.outerHeight - window.innerHeight")
        running.set_window_size(WIDTH, HEIGHT + int(frame))
        yield running
    finally:
        running.quit()


class Page:
    """The console in a browser."""

    def __init__(self, browser: webdriver.Chrome, address: str) -> None:
        self.browser = browser
        browser.get(address)

    def of(self, name: str) -> WebElement:
        """The element with this id."""
        return self.browser.find_element(By.ID, name)

    def until(self, done: Callable[[], object]) -> None:
        """Waits until the page looks as wanted. Raises TimeoutException."""
        WebDriverWait(self.browser, PATIENCE_S, poll_frequency=0.02).until(lambda _: done())

    def until_next(self, text: str) -> None:
        """Waits until the page says that this is due next."""
        self.until(lambda: self.of("next").text == text)

    def count(self, selector: str) -> int:
        """How many elements match a CSS selector."""
        return len(self.browser.find_elements(By.CSS_SELECTOR, selector))

    def type(self, keys: str) -> None:
        """Presses keys, wherever the focus is."""
        self.browser.switch_to.active_element.send_keys(keys)

    def complaints(self) -> list[str]:
        """What the browser's console says, except the sign-in page's own status."""
        return [str(line["message"]) for line in self.browser.get_log("browser") if "401" not in line["message"]]  # type: ignore[no-untyped-call]
