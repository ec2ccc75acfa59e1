"""Where a table stands between two hands."""

from dataclasses import dataclass, field

from burncard.rules.play.pack_reports import PackState
from burncard.rules.play.start import ButtonBefore, Carried


@dataclass(frozen=True, slots=True)
class Boundary:
    """What a table takes with it from one hand to the next: with it, a hand can be followed without those before it."""

    fact_count: int
    ruling_count: int
    button_before: ButtonBefore | None
    carried: Carried = field(default_factory=Carried)
    pack: PackState = field(default_factory=PackState)
