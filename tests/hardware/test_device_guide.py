"""The device guide's worked example works: one module and one profile add a reader."""

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from burncard.firmware_bridge.driver import SECOND, Driver, Nanoseconds, Reader
from burncard.firmware_bridge.events import DeviceIdentified, LinkChanged, Scan, TagHeard
from burncard.firmware_bridge.protocols import protocol
from burncard.hardware.profiles import EXTRA_PROFILES_VARIABLE

GUIDE = (Path(__file__).parents[2] / "docs" / "devices.md").read_text(encoding="utf-8")
UID = "E004010000000001"
START = Nanoseconds(SECOND)


@pytest.fixture
def _installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    for language, name in (("toml", "tally.toml"), ("python", "tally.py")):
        *_, block = re.findall(rf"```{language}\n(.*?)```", GUIDE, re.DOTALL)
        (tmp_path / name).write_text(block)
    monkeypatch.setenv(EXTRA_PROFILES_VARIABLE, str(tmp_path))
    monkeypatch.syspath_prepend(str(tmp_path))
    yield
    sys.modules.pop("tally", None)


def ready() -> Driver:
    driver = protocol("tally")[1].new_driver(1)
    driver.connected(START)
    assert driver.take_output() == b"I?\r"
    driver.receive(b"I T7 2.1\r", START)
    assert driver.take_events() == [
        LinkChanged("identifying"),
        DeviceIdentified("reader", "T7", "2.1", "", 15, senses_face=False, senses_boxed=False),
        LinkChanged("ready"),
    ]
    return driver


def say(driver: Driver, line: str) -> None:
    for byte in line.encode():
        driver.receive(bytes([byte]), START)


@pytest.mark.usefixtures("_installed")
def test_the_example_is_a_reader_and_scans_the_antennas_that_the_host_chooses() -> None:
    driver = ready()
    assert isinstance(driver, Reader)
    driver.scan_next(lambda now_ns: 3)
    driver.tick(START)
    assert driver.take_output() == b"S 3\r"
    say(driver, f"+ {UID}\r. 3\r")
    assert driver.take_events() == [Scan(3, START, START, (TagHeard(UID),), True)]
    driver.scan_next(None)
    for antenna in (4, 5):
        driver.tick(START)
        assert driver.take_output() == f"S {antenna}\r".encode()
        say(driver, f". {antenna}\r")
        assert driver.take_events() == [Scan(antenna, START, START, (), True)]


@pytest.mark.usefixtures("_installed")
def test_noise_is_counted_and_a_scan_with_noise_in_it_is_incomplete() -> None:
    driver = ready()
    driver.tick(START)
    rng = Random(3)
    for _ in range(100):
        driver.receive(rng.randbytes(1000), START)
    assert driver.take_events() == []
    assert driver.counters()["lines_refused"] > 0
    driver.receive(b"\r. 1\r", START)
    assert driver.take_events() == [Scan(1, START, START, (), False)]


@pytest.mark.usefixtures("_installed")
def test_a_silent_device_is_noticed() -> None:
    driver = ready()
    driver.tick(START)
    driver.take_output()
    driver.tick(Nanoseconds(START + 5 * SECOND))
    assert driver.take_events() == [LinkChanged("lost")]
    assert driver.take_output() == b"I?\r"


@pytest.mark.usefixtures("_installed")
def test_the_decoder_explains_its_lines() -> None:
    decoder = protocol("tally")[1].decoder("reader")
    assert decoder.feed(f"+ {UID}\r?\r".encode()) == [
        {"uid": UID},
        {"error": "no line of Tally: b'?'"},
    ]
