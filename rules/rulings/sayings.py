"""Effects of what a player says, or what is said of a hand: they count when the hands are shown."""

from burncard.rules.betting.opening import declare_open
from burncard.rules.betting.wagers import pass_on
from burncard.rules.cards import Seat
from burncard.rules.hand.in_play import HandInPlay
from burncard.rules.rulings.effects import Effect


class OpenByWord(Effect, frozen=True):
    """A seat without chips opens the pot by word."""

    seat: Seat

    def apply(self, hand: HandInPlay) -> None:
        declare_open(hand.betting, self.seat)
        hand.claims.opening_cards = tuple(hand.held(self.seat))


class PassByWord(Effect, frozen=True):
    """A seat that was asked to open by word does not."""

    seat: Seat

    def apply(self, hand: HandInPlay) -> None:
        pass_on(hand.betting, self.seat)


class OpenInPlace(Effect, frozen=True):
    """A seat declares the pot open in place of a false opener."""

    seat: Seat

    def apply(self, hand: HandInPlay) -> None:
        hand.betting.opened.by = self.seat
        hand.claims.opening_cards = tuple(hand.held(self.seat))


class DeclineToOpen(Effect, frozen=True):
    """A seat does not declare the pot open in place of a false opener."""

    seat: Seat

    def apply(self, hand: HandInPlay) -> None:
        hand.claims.declined.add(self.seat)


class OpenersDenied(Effect, frozen=True):
    """The opener had no openers, and the pot plays all the same."""

    def apply(self, hand: HandInPlay) -> None:
        hand.claims.openers_denied = True


class OpenersSplit(Effect, frozen=True):
    """The opener splits its openers."""

    def apply(self, hand: HandInPlay) -> None:
        hand.claims.openers_split = True


class Miscalled(Effect, frozen=True):
    """A hand was called better than it is, while the other one was intact."""

    seat: Seat

    def apply(self, hand: HandInPlay) -> None:
        hand.claims.miscalled = self.seat


class PairAnnounced(Effect, frozen=True):
    """A seat has said that its hand has a pair."""

    seat: Seat

    def apply(self, hand: HandInPlay) -> None:
        hand.claims.pair_announced.add(self.seat)


class PlaysBoard(Effect, frozen=True):
    """A seat has said in time that it plays the board."""

    seat: Seat

    def apply(self, hand: HandInPlay) -> None:
        hand.claims.plays_board.add(self.seat)
