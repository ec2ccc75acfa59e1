"""What a table keeps of its players from hand to hand: the blinds that they owe, and what else they have used up."""

from dataclasses import dataclass, field, replace

from burncard.rules.betting.blinds_owed import BlindsOwed
from burncard.rules.facts import Press


@dataclass(frozen=True, slots=True)
class Standing:
    """The players' standing at a table, by seat. `blinds`: who owes one."""

    blinds: BlindsOwed = field(default_factory=BlindsOwed)

    def pressed(self, press: Press) -> "Standing":
        """The same after a press that was not refused."""
        return replace(self, blinds=self.blinds.pressed(press))
