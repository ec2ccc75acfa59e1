"""Looks at a page as a person with big fingers and tired eyes does: what is cut off, too small, or overlapping."""

from pathlib import Path

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

TARGET_PX, TEXT_PX, STACK_PX = 48, 16, 22

_FAULTS = Path(__file__).with_suffix(".js").read_text(encoding="utf-8")


FRAMES = """() => new Promise((done) => {
  requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(done)));
})"""


def resize(page: Page, width: int, height: int) -> None:
    """Gives a page another size; returns when it has been drawn in it."""
    page.set_viewport_size({"width": width, "height": height})
    page.wait_for_function("size => innerWidth === size[0] && innerHeight === size[1]", arg=[width, height])
    page.evaluate(FRAMES)


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
