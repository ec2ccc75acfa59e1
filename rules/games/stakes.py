"""Stakes as data: what ante, forced bet and limits come to in the two usual structures of limit stud."""

from dataclasses import dataclass

from burncard.rules.cards import Chips


@dataclass(frozen=True, slots=True, kw_only=True)
class Stakes:
    """The stakes of a limit stud game, in units; `of` gives them in chips."""

    ante: int
    bring_in: int
    small_bet: int
    big_bet: int

    def of(self, unit_chips: int) -> dict[str, Chips]:
        """The amounts in chips, by the name of the field that holds each in a table's configuration."""
        amounts = {"ante": self.ante, "bring_in": self.bring_in, "small_bet": self.small_bet, "big_bet": self.big_bet}
        return {name: Chips(units * unit_chips) for name, units in amounts.items()}


STUD_STAKES = {
    "low-ante": Stakes(ante=1, bring_in=2, small_bet=10, big_bet=20),
    "high-ante": Stakes(ante=4, bring_in=5, small_bet=10, big_bet=20),
}
