"""The table's lamp, where there is one: an LED of the kernel's LED class, as GPIO pins and USB signal lights are.

It is lit during a stop until a person responds, blinks slowly during a repair, and fast while a fault stops play.
"""

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from time import monotonic
from typing import Final, Literal

from burncard.controller.service import TableService
from burncard.hardware.plain_files import read_text

Shine = Literal["off", "on", "slow", "fast"]

LOOK_S: Final = 0.1
HALF_BLINK_S: Final = {"slow": 1.0, "fast": 0.25}
"""Half of a blink. The kernel's timer is not asked for it: its files belong to root however the LED is given away."""


class LampError(Exception):
    """There is no lamp, or it cannot be switched. The message says why."""


class Lamp:
    """One LED. `folder`: such as `/sys/class/leds/table`. Raises LampError where it cannot be switched."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lit: bool | None = None
        try:
            self._brightest = read_text(folder / "max_brightness").strip()
            self.light(False)
        except (OSError, UnicodeError) as error:
            raise LampError(f"The lamp {folder} cannot be switched: {error}") from error

    def light(self, lit: bool) -> None:
        """Switches it on or off. Raises OSError."""
        if lit == self._lit:
            return
        if self._lit is None:
            self._write("trigger", "none")
        self._lit = None
        self._write("brightness", self._brightest if lit else "0")
        self._lit = lit

    def _write(self, name: str, text: str) -> None:
        """Writes a file of the LED. It is never made, and no link is followed: another folder is left as it is."""
        descriptor = os.open(self._folder / name, os.O_WRONLY | os.O_TRUNC | os.O_NOFOLLOW | os.O_NONBLOCK)
        try:
            os.write(descriptor, text.encode("ascii"))
        finally:
            os.close(descriptor)


def is_lit(shine: Shine, at_s: float) -> bool:
    """Whether a lamp that shines so is lit at a time."""
    half_s = HALF_BLINK_S.get(shine)
    return shine == "on" if half_s is None else at_s % (2 * half_s) < half_s


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
                lamp.light(is_lit(shine_of(service), monotonic()))
            await asyncio.sleep(LOOK_S)

    task = asyncio.create_task(follow())
    try:
        yield
    finally:
        task.cancel()
        with suppress(OSError):
            lamp.light(False)
