"""What a reader hears: everything, or as with real radio, cards that drop out, answer late or disturb each other.

`RadioField` stands between the table and a virtual reader and has the reader's methods. It knows where the cards really
are, and decides what the reader hears and when. It schedules later calls through `at`, the clock of its world.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from random import Random

from burncard.firmware_bridge.driver import MS, SECOND, Nanoseconds
from burncard.firmware_bridge.events import Face
from burncard.simulator.devices.virtual_reader import VirtualReader

SLOT_NS = 60 * MS  # delay by a collision: one scan of the virtual reader


@dataclass(frozen=True, slots=True)
class Radio:
    """The quality of the radio. Chances are from 0 to 1.

    `late_chance`: a card is heard up to `late_max_ns` late. `dropout_chance`: each time a card is put down, one of the
    others is not heard for up to `dropout_max_ns`. `collisions`: a card whose tag shares its slot (its last digit) with
    others at the same antenna is heard one scan later for each of them.
    """

    late_chance: float = 0.0
    late_max_ns: int = SECOND
    dropout_chance: float = 0.0
    dropout_max_ns: int = 300 * MS
    collisions: bool = False


PERFECT = Radio()
ROUGH = Radio(late_chance=0.1, dropout_chance=0.3, collisions=True)


@dataclass(frozen=True, slots=True)
class _Lying:
    antenna: int
    face: Face
    boxed: bool


class RadioField:
    """A virtual reader behind a radio."""

    def __init__(self, reader: VirtualReader, radio: Radio, rng: Random, at: Callable[[int, Callable[[], None]], None]):
        self._reader = reader
        self._radio = radio
        self._rng = rng
        self._at = at
        self._lying: dict[str, _Lying] = {}

    def put_tag(self, uid: str, antenna: int, face: Face, now_ns: Nanoseconds, *, boxed: bool = False) -> None:
        """Puts a card over an antenna, or turns it over there."""
        delay_ns = self._delay_ns(uid, antenna)
        self._lying[uid] = lying = _Lying(antenna, face, boxed)
        if delay_ns:
            self._at(now_ns + delay_ns, partial(self._hear, uid, lying, now_ns + delay_ns))
        else:
            self._hear(uid, lying, now_ns)
        self._drop_out(uid, now_ns)

    def take_tag(self, uid: str, now_ns: Nanoseconds) -> None:
        """Takes a card off the table."""
        self._lying.pop(uid, None)
        self._reader.take_tag(uid, now_ns)

    def lying(self) -> dict[str, tuple[int, Face]]:
        """The cards on the table, heard or not: tag id -> antenna and face."""
        return {uid: (lying.antenna, lying.face) for uid, lying in self._lying.items()}

    def _delay_ns(self, uid: str, antenna: int) -> int:
        delay_ns = 0
        if self._rng.random() < self._radio.late_chance:
            delay_ns += self._rng.randrange(self._radio.late_max_ns)
        if self._radio.collisions:
            here = (other for other, lying in self._lying.items() if lying.antenna == antenna and other != uid)
            delay_ns += SLOT_NS * sum(other[-1] == uid[-1] for other in here)
        return delay_ns

    def _drop_out(self, uid: str, now_ns: Nanoseconds) -> None:
        if self._rng.random() >= self._radio.dropout_chance:
            return
        others = [other for other in self._lying if other != uid]
        if others:
            other = self._rng.choice(others)
            back_ns = now_ns + self._rng.randrange(1, self._radio.dropout_max_ns)
            self._reader.take_tag(other, now_ns)
            self._at(back_ns, partial(self._hear, other, self._lying[other], back_ns))

    def _hear(self, uid: str, lying: _Lying, now_ns: int) -> None:
        """The reader hears a card, if it is still there."""
        if self._lying.get(uid) is lying:
            self._reader.put_tag(uid, lying.antenna, lying.face, Nanoseconds(now_ns), boxed=lying.boxed)
