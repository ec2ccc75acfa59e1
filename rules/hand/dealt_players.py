"""The players who were dealt in."""

from burncard.rules.cards import Seat
from burncard.rules.hand.player import Player


class Players(dict[Seat, Player]):
    """The players of a hand by seat."""

    def of(self, seat: Seat | None) -> Player:
        """The player at a seat; one who has done nothing at a seat that was not dealt in."""
        return Player() if seat is None else self.get(seat) or Player()

    def mucked(self) -> list[Seat]:
        """The seats that gave their hands up at the showdown, in that order."""
        mucked = [seat for seat, player in self.items() if player.mucked]
        return sorted(mucked, key=lambda seat: self[seat].mucked) if len(mucked) > 1 else mucked

    def shown(self) -> list[Seat]:
        """The seats that have shown their hands, or given them up."""
        return [seat for seat, player in self.items() if player.shown]
