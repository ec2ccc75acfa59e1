"""How fast people are. Each time is drawn anew from a range, because nobody deals to a clock."""

from dataclasses import dataclass, replace
from random import Random
from typing import Final

from burncard.firmware_bridge.driver import MS

SPEED_OF_HANDS_MAX: Final = 2.0
Range = tuple[int, int]
"""The shortest and the longest time, in ms."""


@dataclass(frozen=True, slots=True)
class Pace:
    """The times of a dealer and of players.

    `card`: from one card dealt to the next. `flight`: a pitched card in the air. `by_hand`: a card that is laid down.
    `spread`: from one card of a flop to the next. `together`: between cards thrown at once. `think`: a player, before
    he acts. `enter`: from what a player does until the dealer has entered it. `notice`: until the dealer sees a stop.
    `read`: a ruling on the screen. `repair`: from one card to the next, put right by hand. `gather`: the same when
    cards are taken in. `patient`: the dealer waits until each card is seen, as nobody does at a table. `speed`: how
    many times as fast as people everything is done.
    """

    card: Range = (400, 600)
    flight: Range = (150, 350)
    by_hand: Range = (60, 140)
    spread: Range = (120, 250)
    together: Range = (20, 90)
    think: Range = (700, 2200)
    enter: Range = (400, 1200)
    notice: Range = (400, 1200)
    read: Range = (1500, 4000)
    repair: Range = (500, 900)
    gather: Range = (120, 300)
    patient: bool = False
    speed: float = 1.0

    def draw(self, rng: Random, span: Range) -> int:
        """A time of this range, in ns."""
        return self.scaled(rng.randint(*span) * MS)

    def scaled(self, time_ns: int) -> int:
        """A time of people, at this speed."""
        return int(time_ns / self.speed)

    def at_speed(self, speed: float) -> "Pace":
        """The same people, so many times as fast. Faster than hands can be, they wait until each card is seen."""
        return replace(self, speed=speed, patient=self.patient or speed > SPEED_OF_HANDS_MAX)


HUMAN: Final = Pace()
BRISK: Final = Pace(think=(300, 700), enter=(300, 500), read=(800, 1500))
"""Players who act at once: for tests in real time."""
PATIENT: Final = Pace(patient=True)
