"""From a fact in the journal to the pixels of the console: `python -m tests.bench.painted [--facts 60]`.

Both ends read the system's clock. The page's end is the first frame after the change of its state number; a second page
watches, and so do as many streams as asked for, in a process of their own.
"""

import argparse
import statistics
import threading
import time
import urllib.request
from multiprocessing import get_context

from burncard.api.desk import Desk
from burncard.controller.journal.history import TableUpdate
from tests.harness.console import Console, chromium, context
from tests.harness.hands import HOLDEM, PACK, Dealer

WATCH = """() => {
  window.painted = {};
  let shown = document.documentElement.dataset.number;
  new MutationObserver(() => {
    const number = document.documentElement.dataset.number;
    if (number === shown) return;
    shown = number;
    requestAnimationFrame(() => { const channel = new MessageChannel();
      channel.port1.onmessage = () => { window.painted[number] = Date.now(); };
      channel.port2.postMessage(0); });
  }).observe(document.documentElement, { attributes: true, attributeFilter: ["data-number"] });
}"""


def watch(address: str, key: str) -> None:
    """Reads one stream and throws it away."""
    opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
    opener.open(f"{address}/?key={key}")
    with opener.open(f"{address}/api/v1/events") as stream:
        while stream.readline():
            pass


def watch_often(address: str, key: str, streams: int) -> None:
    """Reads as many streams."""
    for _ in range(streams):
        threading.Thread(target=watch, args=(address, key), daemon=True).start()
    threading.Event().wait()


def main() -> None:
    """Deals cards and prints how long each took to be seen."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--facts", type=int, default=40)
    parser.add_argument("--streams", type=int, default=0)
    options = parser.parse_args()
    journalled_ms: dict[int, float] = {}

    def note(update: TableUpdate) -> None:
        journalled_ms[update.number] = time.time() * 1000

    with chromium() as browser, Desk(HOLDEM) as desk:
        key = desk.console("observer").partition("key=")[2]
        console = Console(context(browser).new_page(), desk.console())
        Console(context(browser).new_page(), desk.console("floor"))
        watching = get_context("spawn").Process(
            target=watch_often, args=(desk.address, key, options.streams), daemon=True
        )
        watching.start()
        desk.load()
        console.page.locator(".card.next").wait_for()
        console.page.evaluate(WATCH)
        desk.service.record.subscribe(note)
        dealer = Dealer(desk, PACK * 2)
        while len(journalled_ms) < options.facts:
            if dealer.deal()["next"]["await"] != "action":
                break
            console.touch("C")
            time.sleep(0.3)
        painted: dict[str, float] = console.page.evaluate("window.painted")
        took = sorted(painted[str(number)] - at for number, at in journalled_ms.items() if str(number) in painted)
    print(f"{len(took)} facts, {options.streams} streams besides: median {statistics.median(took):.0f} ms, ", end="")
    print(f"99 in 100 within {took[int(len(took) * 0.99) - 1]:.0f} ms")


if __name__ == "__main__":
    main()
