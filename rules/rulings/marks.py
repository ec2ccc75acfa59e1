"""Effects on cards, players and chips: what a ruling records of them, and the chips that it moves."""

from collections.abc import Sequence
from dataclasses import dataclass
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


@dataclass(frozen=True, slots=True)
class MarkExposed(Effect):
    """The dealer has shown this card: a second one may end the deal."""

    records: ClassVar[bool] = True
    placed: TableCard

    def apply(self, hand: HandInPlay) -> None:
        self.placed.exposed = True


@dataclass(frozen=True, slots=True)
class NoneExtra(Effect):
    """No card is one too many any more."""

    def apply(self, hand: HandInPlay) -> None:
        for placed in extra_cards(hand):
            placed.extra = False


@dataclass(frozen=True, slots=True)
class MarkEarly(Effect):
    """This card was dealt before the betting was over."""

    placed: TableCard

    def apply(self, hand: HandInPlay) -> None:
        self.placed.early = True


@dataclass(frozen=True, slots=True)
class SetAsideEarly(Effect):
    """A card of a stud street dealt too early lies aside; when the betting is over, one more for each seat without."""

    placed: TableCard
    street: Street

    def steps(self) -> tuple[Repair, ...]:
        away = Move(self.placed, self.placed.zone, ASIDE, "up")
        return (away, wait("the betting"), Deal(ASIDE, "down", self.street.name))

    def apply(self, hand: HandInPlay) -> None:
        hand.dealing.burns_made = 0
        set_aside_early(hand, self.placed)


@dataclass(frozen=True, slots=True)
class WayBack(Effect):
    """A card of a live hand lies where hands end; if the floor lets the hand live, it goes back."""

    move: Move

    def apply(self, hand: HandInPlay) -> None:
        assert self.move.placed is not None
        self.move.placed.thrown = Thrown(self.move.origin, self.move.to, self.move.face)


@dataclass(frozen=True, slots=True)
class BoardsChanged(Effect):
    """The cards that show have changed: who opens the round is asked again."""

    def apply(self, hand: HandInPlay) -> None:
        boards_have_changed(hand)


# ---- burns --------------------


@dataclass(frozen=True, slots=True)
class BurnMade(Effect):
    """A card that a repair takes to the burns is the next street's burn."""

    def apply(self, hand: HandInPlay) -> None:
        hand.dealing.burns_made += 1


@dataclass(frozen=True, slots=True)
class EarlyBurnLost(Effect):
    """A burn made before the betting was over does not serve the street that follows."""

    def apply(self, hand: HandInPlay) -> None:
        if hand.dealing.early_burn is not None:
            hand.dealing.burns_made = 0


@dataclass(frozen=True, slots=True)
class EarlyBurnServes(Effect):
    """A burn made before the betting was over is that of the street that follows."""

    placed: TableCard

    def apply(self, hand: HandInPlay) -> None:
        burned_early(hand, self.placed)


# ---- players --------------------


@dataclass(frozen=True, slots=True)
class Kill(Effect):
    """A hand is dead; its chips stay in the pot."""

    seat: Seat

    def apply(self, hand: HandInPlay) -> None:
        kill(hand, self.seat)


@dataclass(frozen=True, slots=True)
class GiveBack(Effect):
    """A hand that was folded or given up is live again. `shown`: it has been shown, too."""

    seat: Seat
    shown: bool = False

    def apply(self, hand: HandInPlay) -> None:
        give_back(hand, self.seat)
        if self.shown:
            hand.players[self.seat].shown = True


@dataclass(frozen=True, slots=True)
class KeepsLastCard(Effect):
    """A seat keeps a last card dealt too early: it gets no other, and may not raise in this round."""

    seat: Seat

    def apply(self, hand: HandInPlay) -> None:
        has_card_of_next(hand, self.seat)
        hand.betting.round.bet.may_only_call.add(self.seat)


@dataclass(frozen=True, slots=True)
class HasEarlyCard(Effect):
    """A seat has its card of the next street already."""

    seat: Seat

    def apply(self, hand: HandInPlay) -> None:
        has_card_of_next(hand, self.seat)


@dataclass(frozen=True, slots=True)
class LivesShort(Effect):
    """A hand lives with the number of cards that it has."""

    seat: Seat

    def apply(self, hand: HandInPlay) -> None:
        hand.players[self.seat].lives_short = True


@dataclass(frozen=True, slots=True)
class HoleCardIsUpcard(Effect):
    """A seat's hole card is its upcard; the upcard that is due comes down."""

    seat: Seat

    def apply(self, hand: HandInPlay) -> None:
        hand.players[self.seat].hole_card_is_upcard = True


# ---- the draw --------------------


@dataclass(frozen=True, slots=True)
class OwedAfterDraw(Effect):
    """A card that is dealt when everybody has drawn."""

    deal: Deal

    def steps(self) -> tuple[Repair, ...]:
        return (self.deal,)

    def apply(self, hand: HandInPlay) -> None:
        assert hand.draw is not None
        hand.draw.owe(self.deal)
        reopen_draw(hand)


@dataclass(frozen=True, slots=True)
class Reshuffled(Effect):
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


@dataclass(frozen=True, slots=True)
class RefundAnte(Effect):
    """A dead hand takes its ante back."""

    seat: Seat

    def steps(self) -> tuple[Repair, ...]:
        return (refund(self.seat),)

    def apply(self, hand: HandInPlay) -> None:
        hand.betting.refund_ante(self.seat)


@dataclass(frozen=True, slots=True)
class RefundRound(Effect):
    """What some seats put in during the round that is closed goes back to them."""

    seats: Sequence[Seat]

    def steps(self) -> tuple[Repair, ...]:
        return (refund(),)

    def apply(self, hand: HandInPlay) -> None:
        hand.betting.return_calls(self.seats)


@dataclass(frozen=True, slots=True)
class RefundAllButOpening(Effect):
    """The pot was never open: every bet but the opening one goes back."""

    def steps(self) -> tuple[Repair, ...]:
        return (refund(),)

    def apply(self, hand: HandInPlay) -> None:
        return_all_but_opening(hand.betting)


@dataclass(frozen=True, slots=True)
class WithdrawBeyondOpening(Effect):
    """A false opener takes back what it has bet beyond the opening."""

    seat: Seat

    def steps(self) -> tuple[Repair, ...]:
        return (refund(self.seat),)

    def apply(self, hand: HandInPlay) -> None:
        withdraw_beyond_opening(hand.betting)


@dataclass(frozen=True, slots=True)
class ForfeitBringIn(Effect):
    """The forced bet of a player who is away is taken from the stack."""

    def apply(self, hand: HandInPlay) -> None:
        hand.betting.forfeit_bring_in()


@dataclass(frozen=True, slots=True)
class WithdrawCall(Effect):
    """The last call is taken back, and its seat acts again."""

    def apply(self, hand: HandInPlay) -> None:
        hand.betting.withdraw_call()


@dataclass(frozen=True, slots=True)
class ActionStopped(Effect):
    """A player has called time: nobody's acting behind it costs it the right to act in this round."""

    seat: Seat

    def apply(self, hand: HandInPlay) -> None:
        hand.betting.round.out_of_turn.stopped_by.add(self.seat)


@dataclass(frozen=True, slots=True)
class DeclareAllIn(Effect):
    """A seat plays on for what is in the pot."""

    seat: Seat

    def apply(self, hand: HandInPlay) -> None:
        hand.betting.declare_all_in(self.seat)
