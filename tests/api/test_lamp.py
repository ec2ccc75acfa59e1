"""The table's lamp: an LED of the kernel shines while a stop is open, and blinks for a repair and a fault."""

import asyncio
from pathlib import Path

import pytest

from burncard.api.desk import Desk
from burncard.api.lamp import Lamp, LampError, is_lit, shine_of, shining


@pytest.fixture
def led(tmp_path: Path) -> Path:
    (tmp_path / "max_brightness").write_text("255\n")
    for name in ("trigger", "brightness"):
        (tmp_path / name).touch()
    return tmp_path


def said(led: Path, *names: str) -> list[str]:
    return [(led / name).read_text() for name in names]


def test_it_shines_and_goes_out_and_is_taken_from_its_trigger_again_after_it_was_away(led: Path) -> None:
    lamp = Lamp(led)
    lamp.light(True)
    assert said(led, "trigger", "brightness") == ["none", "255"]
    lamp.light(False)
    assert said(led, "trigger", "brightness") == ["none", "0"]
    (led / "brightness").unlink()
    with pytest.raises(FileNotFoundError):
        lamp.light(True)
    (led / "brightness").touch()
    (led / "trigger").write_text("heartbeat")
    lamp.light(True)
    assert said(led, "trigger", "brightness") == ["none", "255"]


def test_it_blinks_slowly_and_fast() -> None:
    quarters = [number / 4 + 0.1 for number in range(8)]
    assert [is_lit("slow", at_s) for at_s in quarters] == [True] * 4 + [False] * 4
    assert [is_lit("fast", at_s) for at_s in quarters] == [True, False] * 4
    assert [is_lit(shine, 0.6) for shine in ("on", "off")] == [True, False]  # type: ignore[arg-type]


def test_what_is_no_led_is_refused(tmp_path: Path) -> None:
    with pytest.raises(LampError, match="cannot be switched"):
        Lamp(tmp_path / "none")


def test_another_folder_is_left_as_it_is(led: Path) -> None:
    victim = led / "victim"
    victim.write_text("kept")
    (led / "trigger").unlink()
    with pytest.raises(LampError, match="cannot be switched"):
        Lamp(led)
    assert not (led / "trigger").exists()
    (led / "trigger").symlink_to(victim)
    with pytest.raises(LampError, match="cannot be switched"):
        Lamp(led)
    assert victim.read_text() == "kept"


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
