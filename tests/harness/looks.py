"""Looks at a page as a person with big fingers and tired eyes does: what is cut off, too small, or overlapping."""

from collections.abc import Iterator
from pathlib import Path

from axe_playwright_python.base import AXE_SCRIPT
from PIL import Image
from playwright.sync_api import CDPSession, Page

from tests.harness.console import SIZES
from tests.harness.snapshots import differs_from_kept, sheet_of, small_picture

TARGET_PX, TEXT_PX, STACK_PX = 48, 16, 22

_FAULTS = Path(__file__).with_suffix(".js").read_text(encoding="utf-8")


STILL = "() => { for (let timer = 1; timer < 1000; timer++) clearInterval(timer); }"  # the page is drawn each second
STEADY = """() => {
  const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  let changed = 0;
  while (words.nextNode()) {
    const { currentNode: text } = words;
    const steady = text.data.replace(/\\d+/g, "0");
    if (steady === text.data || text.parentElement.closest(".felt, .card, .mini")) continue;
    text.data = steady;
    changed += 1;
  }
  for (const drawn of document.querySelectorAll(".spark")) {
    changed += drawn.style.visibility !== "hidden";
    drawn.style.visibility = "hidden";
  }
  return changed;
}"""  # times, counts and what was heard by chance are not what the pictures are of
FRAMES = """() => new Promise((done) => {
  requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(done)));
})"""


def resize(page: Page, width: int, height: int) -> None:
    """Gives a page another size; returns when it has been drawn in it."""
    page.set_viewport_size({"width": width, "height": height})
    page.wait_for_function("size => innerWidth === size[0] && innerHeight === size[1]", arg=[width, height])
    page.evaluate(FRAMES)


def steady_picture(page: Page, session: CDPSession, width: int, height: int) -> Image.Image:
    """A small picture without what changes by itself: it is taken again where the page was drawn anew meanwhile."""
    page.evaluate(STEADY)
    while True:
        picture = small_picture(session, width, height)
        if not page.evaluate(STEADY):
            return picture


def faults(page: Page) -> list[str]:
    """What is wrong with how a page looks at its present size, in words."""
    found: list[str] = page.evaluate(_FAULTS, {"target": TARGET_PX, "text": TEXT_PX, "stack": STACK_PX})
    return found


def barriers(page: Page) -> list[str]:
    """What axe-core finds to keep people out: the rule and the elements."""
    if not page.evaluate("Boolean(window.axe)"):
        page.evaluate(AXE_SCRIPT)
    found = page.evaluate("axe.run({ resultTypes: ['violations'] })")["violations"]
    return [f"{one['id']}: {[node['html'][:120] for node in one['nodes']]}" for one in found]


def looked_over(page: Page, session: CDPSession, address: str, name: str) -> Iterator[str]:
    """Everything that is wrong with a page of a desk at any size, and how it differs from its kept picture."""
    page.goto(address)
    page.evaluate(FRAMES)  # a page that is already there begins to ask within a frame
    page.locator("#page[aria-busy=false] nav a[aria-current]").wait_for()
    page.wait_for_timeout(250)
    page.evaluate(STILL)
    page.evaluate("document.fonts.ready.then(() => null)")
    pictures = []
    for width, height in SIZES:
        resize(page, width, height)
        yield from (f"{name} at {width}: {fault}" for fault in faults(page))
        pictures.append(steady_picture(page, session, width, height))
    yield from (f"{name}: {barrier}" for barrier in barriers(page))
    yield from filter(None, [differs_from_kept(name, sheet_of(pictures))])
