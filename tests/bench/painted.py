"""From a ruling in the journal to the pixels of the console: `python -m tests.bench.painted [--rulings 60]`.

Both ends read the system's clock. The page's end is the first frame after the change of its state number; a second page
watches, and so do as many streams as asked for, in a process of their own.
"""

import argparse
import math
import statistics
import threading
import time
import urllib.request
from multiprocessing import get_context

import httpx

from burncard.api.desk import Desk
from burncard.controller.journal.history import TableUpdate
from burncard.rules.facts import CardSeen
from burncard.rules.outcomes import Ruling
from tests.harness.console import Console, chromium, context
from tests.harness.hands import HOLDEM, Dealer

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
    """Exposes a card in each hand and prints how long the stops and the cards took to be seen."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rulings", type=int, default=40)
    parser.add_argument("--streams", type=int, default=0)
    options = parser.parse_args()
    journalled_ms: dict[str, dict[int, float]] = {"rulings": {}, "cards": {}}

    def note(update: TableUpdate) -> None:
        stopped = any(isinstance(outcome, Ruling) and outcome.severity == "stop" for outcome in update.outcomes)
        if stopped or isinstance(update.fact, CardSeen):
            journalled_ms["rulings" if stopped else "cards"][update.number] = time.time() * 1000

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
        for _ in range(options.rulings):
            expose_a_card(desk, console)
        painted: dict[str, float] = console.page.evaluate("window.painted")
    for what, known in journalled_ms.items():
        took = sorted(painted[str(number)] - at for number, at in known.items() if str(number) in painted)
        print(f"{len(took)} of {len(known)} {what} painted, {options.streams} streams besides: ", end="")
        print(
            f"median {statistics.median(took):.0f} ms, 99 in 100 within {took[math.ceil(len(took) * 0.99) - 1]:.0f} ms"
        )


def expose_a_card(desk: Desk, console: Console) -> None:
    """Deals two cards, shows the third, and ends the hand; the next one has begun after it."""
    dealer = Dealer(desk)
    dealer.deal_until(lambda view: view["next"].get("zone") == "seat:3")
    dealer.expose()
    console.stop.wait_for()
    floor = {"Authorization": f"Bearer {desk.keys.key_of('floor')}"}
    void = {"hand": f"h{desk.service.record.ledger.hands}", "reason": "so"}
    httpx.post(f"{desk.address}/api/v1/void", json=void, headers=floor).raise_for_status()
    desk.load()


if __name__ == "__main__":
    main()
