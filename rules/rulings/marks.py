"""Effects on cards, players and chips: what a ruling records of them, and the chips that it moves."""

from collections.abc import Sequence
from typing import ClassVar

from burncard.rules.betting.opening import return_all_but_opening, withdraw_beyond_opening
from burncard.rules.cards import ASIDE, Seat
from burncard.rules.games.game import Street
from burncard.rules.hand.changes import (
    boards_have_changed,
    burned_early,
    give_back,
    has_card_of_next,
    kill,
    reopen_draw,
    set_aside_early,
)
from burncard.rules.hand.in_play import HandInPlay
from burncard.rules.hand.questions import extra_cards
from burncard.rules.hand.steps import Deal, Move, Repair, Say, wait
from burncard.rules.hand.table_card import TableCard, Thrown
from burncard.rules.outcomes import Step
from burncard.rules.rulings.effects import Effect

# ---- cards --------------------


class MarkExposed(Effect, frozen=True):
    """The dealer has shown this card: a second one may end the deal."""

    records: ClassVar[bool] = True
    placed: TableCard

    def apply(self, hand: HandInPlay) -> None:
        self.placed.exposed = True


class NoneExtra(Effect, frozen=True):
    """No card is one too many any more."""

    def apply(self, hand: HandInPlay) -> None:
        for placed in extra_cards(hand):
            placed.extra = False


class MarkEarly(Effect, frozen=True):
    """This card was dealt before the betting was over."""

    placed: TableCard

    def apply(self, hand: HandInPlay) -> None:
        self.placed.early = True


class SetAsideEarly(Effect, frozen=True):
    """A card of a stud street dealt too early lies aside; when the betting is over, one more for each seat without."""

    placed: TableCard
    street: Street

    def steps(self) -> tuple[Repair, ...]:
        away = Move(self.placed, self.placed.zone, ASIDE, "up")
        return (away, wait("the betting"), Deal(ASIDE, "down", self.street.name))

    def apply(self, hand: HandInPlay) -> None:
        hand.dealing.burns_made = 0
        set_aside_early(hand, self.placed)


class WayBack(Effect, frozen=True):
    """A card of a live hand lies where hands end; if the floor lets the hand live, it goes back."""

    move: Move

    def apply(self, hand: HandInPlay) -> None:
        assert self.move.placed is not None
        self.move.placed.thrown = Thrown(self.move.origin, self.move.to, self.move.face)


class BoardsChanged(Effect, frozen=True):
    """The cards that show have changed: who opens the round is asked again."""

    def apply(self, hand: HandInPlay) -> None:
        boards_have_changed(hand)


# ---- burns --------------------


class BurnMade(Effect, frozen=True):
    """A card that a repair takes to the burns is the next street's burn."""

    def apply(self, hand: HandInPlay) -> None:
        hand.dealing.burns_made += 1


class EarlyBurnLost(Effect, frozen=True):
    """A burn made before the betting was over does not serve the street that follows."""

    def apply(self, hand: HandInPlay) -> None:
        if hand.dealing.early_burn is not None:
            hand.dealing.burns_made = 0


class EarlyBurnServes(Effect, frozen=True):
    """A burn made before the betting was over is that of the street that follows."""

    placed: TableCard

    def apply(self, hand: HandInPlay) -> None:
        burned_early(hand, self.placed)


# ---- players --------------------


class Kill(Effect, frozen=True):
    """A hand is dead; its chips stay in the pot."""

    seat: Seat

    def apply(self, hand: HandInPlay) -> None:
        kill(hand, self.seat)


class GiveBack(Effect, frozen=True):
    """A hand that was folded or given up is live again. `shown`: it has been shown, too."""

    seat: Seat
    shown: bool = False

    def apply(self, hand: HandInPlay) -> None:
        give_back(hand, self.seat)
        if self.shown:
            hand.players[self.seat].shown = True


class KeepsLastCard(Effect, frozen=True):
    """A seat keeps a last card dealt too early: it gets no other, and may not raise in this round."""

    seat: Seat

    def apply(self, hand: HandInPlay) -> None:
        has_card_of_next(hand, self.seat)
        hand.betting.round.bet.may_only_call.add(self.seat)


class HasEarlyCard(Effect, frozen=True):
    """A seat has its card of the next street already."""

    seat: Seat

    def apply(self, hand: HandInPlay) -> None:
        has_card_of_next(hand, self.seat)


class LivesShort(Effect, frozen=True):
    """A hand lives with the number of cards that it has."""

    seat: Seat

    def apply(self, hand: HandInPlay) -> None:
        hand.players[self.seat].lives_short = True


class HoleCardIsUpcard(Effect, frozen=True):
    """A seat's hole card is its upcard; the upcard that is due comes down."""

    seat: Seat

    def apply(self, hand: HandInPlay) -> None:
        hand.players[self.seat].hole_card_is_upcard = True


# ---- the draw --------------------


class OwedAfterDraw(Effect, frozen=True):
    """A card that is dealt when everybody has drawn."""

    deal: Deal

    def steps(self) -> tuple[Repair, ...]:
        return (self.deal,)

    def apply(self, hand: HandInPlay) -> None:
        assert hand.draw is not None
        hand.draw.owe(self.deal)
        reopen_draw(hand)


class Reshuffled(Effect, frozen=True):
    """The discards have been shuffled in for a seat's draw, once (`late`: for a card owed to it after the draw)."""

    seat: Seat
    late: bool

    def apply(self, hand: HandInPlay) -> None:
        player = hand.players[self.seat]
        player.reshuffled = player.reshuffled or not self.late
        player.reshuffled_late = player.reshuffled_late or self.late


# ---- chips --------------------


def refund(seat: Seat | None = None) -> Say:
    """The step that gives chips back: to one seat, or to all who have some to get."""
    return Say(Step(do="refund", seat=seat))


class RefundAnte(Effect, frozen=True):
    """A dead hand takes its ante back."""

    seat: Seat

    def steps(self) -> tuple[Repair, ...]:
        return (refund(self.seat),)

    def apply(self, hand: HandInPlay) -> None:
        hand.betting.refund_ante(self.seat)


class RefundRound(Effect, frozen=True):
    """What some seats put in during the round that is closed goes back to them."""

    seats: Sequence[Seat]

    def steps(self) -> tuple[Repair, ...]:
        return (refund(),)

    def apply(self, hand: HandInPlay) -> None:
        hand.betting.return_calls(self.seats)


class RefundAllButOpening(Effect, frozen=True):
    """The pot was never open: every bet but the opening one goes back."""

    def steps(self) -> tuple[Repair, ...]:
        return (refund(),)

    def apply(self, hand: HandInPlay) -> None:
        return_all_but_opening(hand.betting)


class WithdrawBeyondOpening(Effect, frozen=True):
    """A false opener takes back what it has bet beyond the opening."""

    seat: Seat

    def steps(self) -> tuple[Repair, ...]:
        return (refund(self.seat),)

    def apply(self, hand: HandInPlay) -> None:
        withdraw_beyond_opening(hand.betting)


class ForfeitBringIn(Effect, frozen=True):
    """The forced bet of a player who is away is taken from the stack."""

    def apply(self, hand: HandInPlay) -> None:
        hand.betting.forfeit_bring_in()


class WithdrawCall(Effect, frozen=True):
    """The last call is taken back, and its seat acts again."""

    def apply(self, hand: HandInPlay) -> None:
        hand.betting.withdraw_call()


class ActionStopped(Effect, frozen=True):
    """A player has called time: nobody's acting behind it costs it the right to act in this round."""

    seat: Seat

    def apply(self, hand: HandInPlay) -> None:
        hand.betting.round.out_of_turn.stopped_by.add(self.seat)


class DeclareAllIn(Effect, frozen=True):
    """A seat plays on for what is in the pot."""

    seat: Seat

    def apply(self, hand: HandInPlay) -> None:
        hand.betting.declare_all_in(self.seat)
