"""Where a table stands between two hands."""

import msgspec

from burncard.rules.play.pack_reports import PackState
from burncard.rules.play.start import ButtonBefore, Carried


class Boundary(msgspec.Struct, frozen=True):
    """What a table takes with it from one hand to the next: with it, a hand can be followed without those before it.

    The record keeps it as JSON. So it and all that it holds are structs, whose types a compiled engine still knows.
    """

    fact_count: int
    ruling_count: int
    button_before: ButtonBefore | None
    carried: Carried = msgspec.field(default_factory=Carried)
    pack: PackState = msgspec.field(default_factory=PackState)
