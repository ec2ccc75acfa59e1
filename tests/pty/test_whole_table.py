"""A table as a technician sets it up: devices on ttys are enrolled, then a deck, and a hand is dealt on them."""

import json
import re
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest

from burncard.hardware.layout import load_layout
from burncard.rules.cards import PACK
from tests.harness.processes import BURNCARD, Processes

PATIENCE_S = 60.0  # the virtual shuffler takes as long as a real one
ANY_ANTENNA = 11
ANOTHER_ANTENNA = 12
TAGS = {str(card): f"E00401{number * 7 + 1:010X}" for number, card in enumerate(PACK)}

View = dict[str, Any]


class Site(Processes):
    """The processes of one table: two devices, the table itself, and commands beside it."""

    def __init__(self, folder: Path) -> None:
        self.data = str(folder / "data")
        super().__init__(errors=subprocess.STDOUT)
        self.clients = ExitStack()
        self.reader, self.reader_link = self._serve("burncard-reader", folder / "reader")
        self.shuffler, self.shuffler_link = self._serve("burncard-shuffler", folder / "shuffler")
        self.camera, self.camera_link = self._serve("face-camera", folder / "camera")

    def _serve(self, protocol: str, link: Path) -> tuple[subprocess.Popen[str], str]:
        process = self.start("device", "serve", protocol, "--link", str(link), "--serial-number", protocol.upper())
        line(process)
        return process, str(link)

    def open_table(self) -> None:
        self.table = self.start("run", "--data", self.data, "--port", "0")
        said = ""
        while "Ctrl-C" not in said:
            said += line(self.table)
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", said)
        assert found is not None
        self.port = found[1]
        pin = re.search(r"PIN +(\d+)", said)
        if pin is not None:
            self.token = self._first_dealer(pin[1])
        headers = {"Authorization": f"Bearer {self.token}"}
        dealer = httpx.Client(base_url=f"http://127.0.0.1:{self.port}", headers=headers)
        self.dealer = self.clients.enter_context(dealer)

    def _first_dealer(self, pin: str) -> str:
        """The technician of the first start signs in and adds a dealer; a token of the dealer's."""
        address = f"http://127.0.0.1:{self.port}"
        with httpx.Client(base_url=address, headers={"Origin": address}) as browser:
            assert browser.post("/api/v1/session", json={"name": "technician", "pin": pin}).status_code == 200
            browser.post("/api/v1/users", json={"name": "Ann", "role": "dealer"})
            made = browser.post("/api/v1/users/Ann/tokens", json={"label": "test"}).json()
        return str(made["token"])

    def wait(self, holds: Callable[[View], bool]) -> View:
        end = time.monotonic() + PATIENCE_S
        while time.monotonic() < end:
            view: View = self.dealer.get("/api/state").json()
            if holds(view):
                return view
            time.sleep(0.02)
        raise AssertionError(f"never came: {view}")

    def deal(self, card: str, face: str = "down") -> View:
        """Lays the next card where it is due; the view that follows."""
        view = self.dealer.get("/api/state").json()
        antenna = load_layout().antenna_of(view["next"]["zone"])
        tell(self.reader, f"put {TAGS[card]} {antenna} {face}")
        return self.wait(lambda now: bool(now["number"] > view["number"]))

    def end(self) -> None:
        self.clients.close()
        super().end()


def line(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    text = process.stdout.readline()
    assert text, "it ended"
    return text


def tell(process: subprocess.Popen[str], words: str) -> None:
    assert process.stdin is not None
    process.stdin.write(words + "\n")
    process.stdin.flush()


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    site = Site(tmp_path)
    yield site
    site.end()


def test_enrolled_devices_and_an_enrolled_deck_deal_a_hand(site: Site) -> None:
    links = (site.reader_link, site.shuffler_link, site.camera_link)
    ports = [word for link in links for word in ("--port", link)]
    enrolled = site.start("devices", *ports, "--enrol", "--data", site.data)
    said, _ = enrolled.communicate(timeout=PATIENCE_S)
    assert enrolled.returncode == 0, said
    site.open_table()
    ready = site.wait(lambda view: all(view["devices"][name]["link"] == "ready" for name in ("reader", "camera")))
    assert ready["faults"] == []
    enrol_deck(site)

    tell(site.shuffler, "load " + " ".join(TAGS.values()))
    view = site.wait(lambda view: bool(view["hand"]))
    assert view["next"] == {"type": "next", "await": "card", "zone": "seat:1", "face": "down", "street": "preflop"}
    for card in ("7c", "Kd", "2h"):
        view = site.deal(card)
    assert view["alerts"] == []
    assert not any(card in json.dumps(view) for card in ("7c", "Kd", "2h"))
    [alert] = site.deal("As", "up")["alerts"]
    assert (alert["rule"], alert["cards"]) == ("expose.holdem-later-hole", ["As"])

    site.table.send_signal(signal.SIGINT)
    rest, _ = site.table.communicate(timeout=PATIENCE_S)
    assert site.table.returncode == 0
    assert rest.endswith("Burncard has stopped.\n")


def enrol_deck(site: Site) -> None:
    deck = site.start("deck", "--back", "red", "--operator", "Tim", "--data", site.data, "--port", site.port)
    line(deck)
    for count, card in enumerate(PACK):
        assert line(deck) == f"{count:>3} read. Next: {card}\n"
        if count == 1:  # the first card was laid down by mistake
            tell(deck, "back")
            assert line(deck) == f"{0:>3} read. Next: {PACK[0]}\n"
            tell(site.reader, f"put {TAGS[PACK[0]]} {ANOTHER_ANTENNA}")
            assert line(deck) == f"{1:>3} read. Next: {PACK[1]}\n"
        tell(site.reader, f"put {TAGS[card]} {ANY_ANTENNA}")
        if count:
            tell(site.reader, f"take {TAGS[PACK[count - 1]]}")
    assert line(deck) == "The deck is enrolled, and the table is open.\n"
    tell(site.reader, f"take {TAGS[PACK[-1]]}")
    assert deck.wait(PATIENCE_S) == 0


def test_without_a_table_the_deck_command_says_what_to_do(tmp_path: Path) -> None:
    done = subprocess.run(
        [*BURNCARD, "deck", "--back", "red", "--data", str(tmp_path)],
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "Start one with `burncard run`" in done.stderr
