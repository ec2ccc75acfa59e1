"""Settings in a reader's own memory: written with the technician's consent, and never without."""

import asyncio
import time
from pathlib import Path

import pytest

from burncard.api.set_up_command import set_up_with
from burncard.simulator.pty_host import PtyHost
from tests.harness.factory_feig import FACTORY, FactoryFeig


def set_up(reader: FactoryFeig, link: Path, *, agrees: bool) -> tuple[int, list[str]]:
    """The exit code of a setup, and what the technician was asked about."""
    asked: list[str] = []

    def consent(missing: list[str]) -> bool:
        asked.extend(missing)
        return agrees

    async def run() -> int:
        host = PtyHost(reader, 38400, time.monotonic_ns, link)
        host.plug()
        try:
            return await set_up_with(str(link), "feig", consent)
        finally:
            host.unplug()

    return asyncio.run(run()), asked


def test_nothing_is_written_without_consent(tmp_path: Path) -> None:
    reader = FactoryFeig()
    code, asked = set_up(reader, tmp_path / "reader", agrees=False)
    assert code == 0
    assert any("ONT" in line for line in asked)
    assert reader.eeprom == reader.ram == FACTORY
    assert not any(request[0] == 0x81 for request in reader.heard)


def test_with_consent_the_settings_outlast_a_restart(tmp_path: Path) -> None:
    reader = FactoryFeig(mode=0x80)
    code, asked = set_up(reader, tmp_path / "reader", agrees=True)
    assert code == 0
    assert {line[:4] for line in asked} == {"CFG1", "CFG3", "CFG5"}
    reader.restart()
    assert not reader.only_new
    assert not reader.scans_by_itself
    code, asked = set_up(reader, tmp_path / "reader", agrees=True)
    assert (code, asked) == (0, [])


def test_a_reader_with_a_password_keeps_what_it_has(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    reader = FactoryFeig(locked=True)
    code, asked = set_up(reader, tmp_path / "reader", agrees=True)
    assert code == 1
    assert asked == ["CFG1 cannot be read", "CFG3 cannot be read", "CFG5 cannot be read"]
    assert reader.eeprom == FACTORY
    assert "has not taken" in capsys.readouterr().out


def test_a_port_without_a_device_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert asyncio.run(set_up_with(str(tmp_path / "none"), "feig", lambda missing: True)) == 1
    assert str(tmp_path / "none") in capsys.readouterr().err


def test_a_device_that_keeps_no_settings_is_not_touched() -> None:
    assert asyncio.run(set_up_with("/dev/null", "metratec", lambda missing: True)) == 2
