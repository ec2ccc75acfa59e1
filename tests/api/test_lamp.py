"""The table's lamp: an LED of the kernel shines while a stop is open, and blinks for a repair and a fault."""

import asyncio
from pathlib import Path

import pytest

from burncard.api.desk import Desk
from burncard.api.lamp import Lamp, LampError, shine_of, shining


@pytest.fixture
def led(tmp_path: Path) -> Path:
    (tmp_path / "max_brightness").write_text("255\n")
    return tmp_path


def said(led: Path, *names: str) -> list[str]:
    return [(led / name).read_text() for name in names]


def test_it_shines_blinks_and_goes_out(led: Path) -> None:
    lamp = Lamp(led)
    lamp.show("on")
    assert said(led, "trigger", "brightness") == ["none", "255"]
    lamp.show("slow")
    assert said(led, "trigger", "delay_on", "delay_off") == ["timer", "1000", "1000"]
    lamp.show("off")
    assert said(led, "trigger", "brightness") == ["none", "0"]


def test_what_is_no_led_is_refused(tmp_path: Path) -> None:
    with pytest.raises(LampError, match="cannot be switched"):
        Lamp(tmp_path / "none")


def test_it_follows_a_stop_its_repair_and_a_lost_reader(led: Path) -> None:
    with Desk() as desk:
        desk.load()
        assert shine_of(desk.service) == "off"
        for seat, card in enumerate(("2c", "3c", "4c"), 1):
            desk.deal(card, f"seat:{seat}")
        desk.deal("5c", "seat:4", "up")
        assert shine_of(desk.service) == "on"

        async def shown() -> list[str]:
            async with shining(Lamp(led), desk.service):
                async with asyncio.timeout(10):
                    while said(led, "brightness") != ["255"]:
                        await asyncio.sleep(0.02)
            return said(led, "brightness")

        assert asyncio.run(shown()) == ["0"]
        desk.unplug("reader")
        desk.wait(lambda view: bool(view["faults"]))
        assert shine_of(desk.service) == "on"
