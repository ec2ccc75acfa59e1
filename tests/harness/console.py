"""The pages in a headless Chromium that talks to nobody but the table."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from shutil import which
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Locator, Page, sync_playwright

PATIENCE_MS = 10_000
WIDTH, HEIGHT = 1280, 800
PHONE = (390, 844)
SIZES = (PHONE, (1280, 800), (1920, 1080), (3840, 2160))
TABLET = (800, 1280)
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
)


TIMERS = """
  const real = window.setTimeout;
  window.endless = new Set();
  window.setTimeout = (call, ms, ...more) => real(call, window.endless.has(ms) ? 1e8 : ms, ...more);
"""


@contextmanager
def chromium() -> Iterator[Browser]:
    """Debian's Chromium, driven by Playwright; none is downloaded."""
    installed = which("chromium")
    assert installed is not None, "the package chromium is missing; `make test` installs it"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=installed, args=list(FLAGS))
        try:
            yield browser
        finally:
            browser.close()


def context(browser: Browser, **more: Any) -> BrowserContext:
    """A fresh profile with a screen of WIDTH by HEIGHT on which nothing moves, unless `more` says otherwise."""
    options = {"viewport": {"width": WIDTH, "height": HEIGHT}, "reduced_motion": "reduce", **more}
    made = browser.new_context(**options)
    made.set_default_timeout(PATIENCE_MS)
    made.add_init_script(TIMERS)
    return made


def make_endless(page: Page, wait_ms: int) -> None:
    """No wait of this length that the page begins from now on ever ends, however slow this machine is."""
    page.evaluate("ms => window.endless.add(ms)", wait_ms)


class Console:
    """The dealer's console in a browser, used as a person uses it."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.complaints: list[str] = []
        page.on("console", lambda line: self._hear(line.text) if line.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: self._hear(str(error)))
        page.goto(address)

    def _hear(self, text: str) -> None:
        self.complaints.append(text)

    @property
    def next(self) -> str:
        """What the page says is due now."""
        return self.page.locator("#next").inner_text()

    @property
    def stop(self) -> Locator:
        """The sheet of an open stop."""
        return self.page.locator("#stop")

    def until_next(self, text: str) -> None:
        """Waits until the page says that this is due now."""
        self.page.wait_for_function(
            "text => document.querySelector('#next')?.textContent.replaceAll('\\u00a0', ' ') === text", arg=text
        )

    def button(self, name: str) -> Locator:
        """A button by the beginning of what stands on it."""
        return self.page.get_by_role("button", name=re.compile(f"^{re.escape(name)}"))

    def shows(self, number: int) -> None:
        """Waits until the page shows the table after this many facts."""
        self.page.wait_for_function("number => Number(document.documentElement.dataset.number) >= number", arg=number)

    def touch(self, name: str) -> None:
        """Touches a button, as soon as touches count again."""
        self.calm()
        self.button(name).first.click()

    def calm(self) -> None:
        """Waits until touches count again: after an entry none does for a moment."""
        self.page.locator(".touch:not([aria-busy])").wait_for()

    def understood(self) -> None:
        """Answers a stop as soon as it can be answered."""
        self.page.locator("#understood:not([aria-disabled])").click()
        self.stop.wait_for(state="detached")

    def seat(self, number: int) -> Locator:
        """A seat on the felt."""
        return self.page.locator(".seats > li").nth(number - 1)

    def count(self, selector: str) -> int:
        """How many elements match a CSS selector."""
        return self.page.locator(selector).count()
