"""Thousands of taps by nobody who looks: `python -m tests.harness.taps [TAPS]` taps a running table's pages.

The table is that of `burncard play`, the pages are those of the dealer, the visitor, the floor and the technician. It
ends with an error if a hand was overridden, voided or taken back. A small number of the same taps is a test.
"""

import re
import sys
from random import Random

import httpx
from playwright.sync_api import Page

from tests.harness.console import chromium, context
from tests.harness.processes import Processes

TAP = """async (places) => {
  for (const [x, y] of places) {
    const at = { bubbles: true, isPrimary: true, clientX: x * innerWidth, clientY: y * innerHeight };
    const touched = document.elementFromPoint(at.clientX, at.clientY)?.closest("button, [data-zone]");
    for (const kind of ["pointerdown", "pointerup"]) touched?.dispatchEvent(new PointerEvent(kind, at));
    if (!/Sign out/.test(touched?.textContent || "")) touched?.click?.();
    await new Promise((done) => setTimeout(done, 4));
  }
}"""
LINK = re.compile(r"^(\w+).*?(http://[^/]+)/\?key=([\w-]+)")
DESK = ("tables", "rulings", "ruling/r1", "hands", "hand/h1", "mistakes", "report", "people", "house", "game")
TECHNICIAN = ("antennas", "decks", "logs", "people", "devices")
PAGES = (
    *(("Console", ""), ("Floor", ""), ("Floor", "play")),
    *(("Floor", f"desk#{name}") for name in DESK),
    *(("Technician", f"technician#{name}") for name in TECHNICIAN),
)


def tap_at_random(page: Page, count: int, seed: int = 16) -> None:
    """Taps whatever lies at random places of a page, except where it signs out."""
    random = Random(seed)
    page.evaluate(TAP, [[random.random(), random.random()] for _ in range(count)])


def main() -> None:
    """Taps the pages of a simulated table at which mistakes are made."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    processes = Processes()
    run = processes.start("play", "--port", "0", "--radio", "perfect", "--speed", "4")
    assert run.stdout is not None
    keys: dict[str, str] = {}
    while "Deal" not in keys:
        if found := LINK.search(run.stdout.readline()):
            name, address, keys[name] = found.groups()
    with chromium() as browser, httpx.Client(headers={"Authorization": f"Bearer {keys['Floor']}"}) as client:
        page = context(browser).new_page()
        for number, (who, name) in enumerate(PAGES):
            page.goto(f"{address}/?key={keys[who]}")
            page.goto(f"{address}/{name}")
            page.locator("#page h1").first.wait_for(timeout=60_000)
            tap_at_random(page, count // len(PAGES), number)
        hands = client.get(f"{address}/api/v1/hands?limit=200").json()["items"]
        decided = [
            one["id"] for one in client.get(f"{address}/api/v1/rulings?state=past").json()["items"] if one["decided"]
        ]
        log = client.get(f"{address}/api/v1/exports/log").text
    processes.end()
    decided += ["retract"] * log.count('"press":"retract"')
    void = [hand["id"] for hand in hands if hand["ended"] == "void"]
    print(f"{count} taps, {len(hands)} hands: {len(void)} void, {len(decided)} rulings decided or facts taken back")
    sys.exit(bool(void or decided))


if __name__ == "__main__":
    main()
