"""The table's lamp, where there is one: an LED of the kernel's LED class, as GPIO pins and USB signal lights are.

It shines during a stop until somebody answers, blinks slowly while a repair is done, and fast while a fault stops play.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Final, Literal

from burncard.controller.service import TableService

Shine = Literal["off", "on", "slow", "fast"]

LOOK_S: Final = 0.1
BLINK_MS: Final = {"slow": 1000, "fast": 250}


class LampError(Exception):
    """There is no lamp, or it cannot be switched. The message says why."""


class Lamp:
    """One LED. `folder`: such as `/sys/class/leds/table`. Raises LampError where it cannot be switched."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._shine: Shine | None = None
        try:
            self._brightest = (folder / "max_brightness").read_text(encoding="ascii").strip()
            self.show("off")
        except (OSError, UnicodeDecodeError) as error:
            raise LampError(f"The lamp {folder} cannot be switched: {error}") from error

    def show(self, shine: Shine) -> None:
        """Switches it. Raises OSError."""
        if shine == self._shine:
            return
        blink_ms = BLINK_MS.get(shine)
        self._write("trigger", "none" if blink_ms is None else "timer")
        if blink_ms is None:
            self._write("brightness", self._brightest if shine == "on" else "0")
        else:
            self._write("delay_on", str(blink_ms))
            self._write("delay_off", str(blink_ms))
        self._shine = shine

    def _write(self, name: str, text: str) -> None:
        (self._folder / name).write_text(text, encoding="ascii")


def shine_of(service: TableService) -> Shine:
    """How the lamp of a table shines now."""
    record = service.record
    if record.alerts:
        return "on"
    if service.stopping.stopped or (record.in_hand and record.faults.stops_play):
        return "fast"
    return "slow" if record.in_hand and record.ledger.stops.queue else "off"


@asynccontextmanager
async def shining(lamp: Lamp | None, service: TableService) -> AsyncIterator[None]:
    """While this lasts the lamp follows the table; then it is off. One that was pulled out is tried again."""
    if lamp is None:
        yield
        return

    async def follow() -> None:
        while True:
            with suppress(OSError):
                lamp.show(shine_of(service))
            await asyncio.sleep(LOOK_S)

    task = asyncio.create_task(follow())
    try:
        yield
    finally:
        task.cancel()
        with suppress(OSError):
            lamp.show("off")
