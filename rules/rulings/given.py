"""What is kept of a ruling that was given, and of what the floor has decided on it."""

import msgspec

from burncard.rules.outcomes import Decision
from burncard.rules.rulings.rulebook import Verdict


class Given(msgspec.Struct, frozen=True):
    """A ruling that was given: by which rule, in which fact, and what the rule itself decided.

    `in_hand`: it is carried out on the hand in play, or was refused there. `decides`: the ruling that the floor has
    decided with this one. `acknowledged`: somebody has understood it.
    """

    rule: str
    fact: int
    verdict: Verdict
    in_hand: bool = True
    decides: str | None = None
    acknowledged: bool = False


class Decided(msgspec.Struct, frozen=True):
    """What the floor has decided on a ruling."""

    ruling: str
    decision: Decision
