"""What became of one hand: the rulings of the table beside those of a table that knows the truth."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from burncard.simulator.rooms.shown_by import ShownBy

RIGHT = "right"


@dataclass(slots=True)
class Detected:
    """What became of one hand. `verdict`: right, false, missed, wrong, broken later, stuck, never begun. `shows`: by
    what the mistake shows."""

    game: str
    number: int
    mistake: str = ""
    verdict: str = ""
    true_rules: list[str] = field(default_factory=list)
    rules: list[str] = field(default_factory=list)
    card_delays_ns: list[int] = field(default_factory=list)
    ruling_delay_ns: int | None = None
    prompts: int = 0
    seed: str = ""
    shows: ShownBy = "presence"


def compared(true: Sequence[str], given: Sequence[str]) -> str:
    """The verdict on a hand with these rulings, those of the twin first."""
    if Counter(true) == Counter(given):
        return RIGHT  # also two mistakes that were heard in another order
    if not true:
        return "false"
    if not given:
        return "missed"
    return "broken later" if true[0] == given[0] else "wrong"
