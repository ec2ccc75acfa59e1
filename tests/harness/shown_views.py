"""The dealer's console in a browser, shown views that no table has sent."""

import msgspec
from playwright.sync_api import Page

from burncard.controller.views import TableView
from tests.harness.shown import NOW_NS

SCRIPTED_STREAM = """
  window.EventSource = class {
    constructor() {
      this.hears = {};
      window.stream = this;
      setInterval(() => this.hears["keep-alive"]?.(), 100); // as a table does, however long a picture takes
    }
    addEventListener(name, call) { this.hears[name] = call; }
    close() {}
  };
"""
WEAR = "css => { const sheet = new CSSStyleSheet(); sheet.replaceSync(css); document.adoptedStyleSheets = [sheet]; }"
STEADY = ".clock, .age { visibility: hidden }"  # what changes by itself is left out of the pictures


class ShownViews:
    """The console in a browser, and what its stream says."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.session = page.context.new_cdp_session(page)
        self._views = 0
        page.clock.set_fixed_time(NOW_NS // 1_000_000)
        page.add_init_script(SCRIPTED_STREAM)
        page.goto(address)
        page.wait_for_function("Boolean(window.stream?.hears.view)")
        page.evaluate(WEAR, STEADY)
        page.evaluate("document.fonts.ready.then(() => null)")

    def show(self, view: TableView) -> None:
        """The table's next view, of a hand of its own."""
        self._views += 1
        view = msgspec.structs.replace(view, number=self._views)
        said = msgspec.json.encode(view).decode().replace('"h1"', f'"h{self._views}"')
        self.page.evaluate("view => window.stream.hears.view({ data: view })", said)
        if view.stops and self.page.locator("#understood").count():
            self.page.locator("#understood:not([aria-disabled])").wait_for()

    def put_away(self) -> None:
        """Closes what was opened by touch."""
        self.page.keyboard.press("Escape")
        for note in self.page.locator(".toast button").all():
            note.click()
