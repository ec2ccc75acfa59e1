"""Effects of what a player says, or what is said of a hand: they count when the hands are shown."""

from dataclasses import dataclass

from burncard.rules.betting.opening import declare_open
from burncard.rules.betting.wagers import pass_on
from burncard.rules.cards import Seat
from burncard.rules.hand.in_play import HandInPlay
from burncard.rules.rulings.effects import Effect


@dataclass(frozen=True, slots=True)
class OpenByWord(Effect):
    """A seat without chips opens the pot by word."""

    seat: Seat

    def apply(self, hand: HandInPlay) -> None:
        declare_open(hand.betting, self.seat)
        hand.claims.opening_cards = tuple(hand.held(self.seat))


@dataclass(frozen=True, slots=True)
class PassByWord(Effect):
    """A seat that was asked to open by word does not."""

    seat: Seat

    def apply(self, hand: HandInPlay) -> None:
        pass_on(hand.betting, self.seat)


@dataclass(frozen=True, slots=True)
class OpenInPlace(Effect):
    """A seat declares the pot open in place of a false opener."""

    seat: Seat

    def apply(self, hand: HandInPlay) -> None:
        hand.betting.opened.by = self.seat
        hand.claims.opening_cards = tuple(hand.held(self.seat))


@dataclass(frozen=True, slots=True)
class DeclineToOpen(Effect):
    """A seat does not declare the pot open in place of a false opener."""

    seat: Seat

    def apply(self, hand: HandInPlay) -> None:
        hand.claims.declined.add(self.seat)


@dataclass(frozen=True, slots=True)
class OpenersDenied(Effect):
    """The opener had no openers, and the pot plays all the same."""

    def apply(self, hand: HandInPlay) -> None:
        hand.claims.openers_denied = True


@dataclass(frozen=True, slots=True)
class OpenersSplit(Effect):
    """The opener splits its openers."""

    def apply(self, hand: HandInPlay) -> None:
        hand.claims.openers_split = True


@dataclass(frozen=True, slots=True)
class Miscalled(Effect):
    """A hand was called better than it is, while the other one was intact."""

    seat: Seat

    def apply(self, hand: HandInPlay) -> None:
        hand.claims.miscalled = self.seat


@dataclass(frozen=True, slots=True)
class PairAnnounced(Effect):
    """A seat has said that its hand has a pair."""

    seat: Seat

    def apply(self, hand: HandInPlay) -> None:
        hand.claims.pair_announced.add(self.seat)


@dataclass(frozen=True, slots=True)
class PlaysBoard(Effect):
    """A seat has said in time that it plays the board."""

    seat: Seat

    def apply(self, hand: HandInPlay) -> None:
        hand.claims.plays_board.add(self.seat)
