"""Effects: what a ruling changes in a hand, as values.

A verdict lists its effects in the order in which they are reported and carried out. Each says which steps the dealer
takes (`steps`) and changes the hand (`apply`); both come from the same value, so that they cannot differ. An effect
without steps asks nothing of the dealer: it records something, or moves chips that no step names.

The effects on the plan of the deal are here, those on cards, players and chips in `rules.rulings.marks`.
"""

from abc import abstractmethod
from collections.abc import Iterable
from typing import ClassVar

import msgspec

from burncard.rules.cards import ASIDE, BOARD, OFF
from burncard.rules.games.game import Street
from burncard.rules.hand.changes import reshuffle_in_before, square_board
from burncard.rules.hand.in_play import HandInPlay
from burncard.rules.hand.steps import Cut, Deal, Floor, Item, Move, OpenStreet, Repair, Return, Shuffle, Turn, wait
from burncard.rules.hand.table_card import TableCard


class Effect(msgspec.Struct, frozen=True):
    """One change that a ruling makes to a hand. `records`: it only notes what has happened, whatever is decided."""

    records: ClassVar[bool] = False

    def steps(self) -> tuple[Repair, ...]:
        """The steps that the dealer takes, in order."""
        return ()

    @abstractmethod
    def apply(self, hand: HandInPlay) -> None:
        """Makes the change. The type checker sees to it that each kind of change defines it."""


class Tell(Effect, frozen=True):
    """Something is only told: announced, or done away from the table. No card of the hand waits for it."""

    told: tuple[Repair, ...]

    def steps(self) -> tuple[Repair, ...]:
        return self.told

    def apply(self, hand: HandInPlay) -> None:
        pass


class First(Effect, frozen=True):
    """Steps that come before everything else. `may_wait`: the deal may go on before the cards are moved or turned."""

    due: tuple[Repair, ...]
    may_wait: bool = False

    def steps(self) -> tuple[Repair, ...]:
        return self.due

    def apply(self, hand: HandInPlay) -> None:
        _drop_ways_back(hand, self.due)
        hand.plan.first(self.due)
        for step in self.due if self.may_wait else ():
            if isinstance(step, Move | Turn):
                hand.plan.may_wait(step)


class AfterDeal(Effect, frozen=True):
    """Steps that come after the cards of the street being dealt."""

    due: tuple[Repair, ...]

    def steps(self) -> tuple[Repair, ...]:
        return self.due

    def apply(self, hand: HandInPlay) -> None:
        _drop_ways_back(hand, self.due)
        hand.plan.before_round(self.due)


class AfterTurnRound(Effect, frozen=True):
    """Steps that come after the cards of one time round the table. Those that are due already are put off."""

    round_index: int
    due: tuple[Repair, ...]

    def steps(self) -> tuple[Repair, ...]:
        return self.due

    def apply(self, hand: HandInPlay) -> None:
        for step in self.due:
            if step in hand.plan:
                hand.plan.remove(step)
        hand.plan.after_turn_round(self.round_index, self.due)


class Instead(Effect, frozen=True):
    """The work of a card that was due is done by steps that are taken now."""

    undealt: Deal
    due: tuple[Repair, ...]

    def steps(self) -> tuple[Repair, ...]:
        return self.due

    def apply(self, hand: HandInPlay) -> None:
        hand.plan.remove(self.undealt)
        _drop_ways_back(hand, self.due)
        hand.plan.first(self.due)


class InPlace(Effect, frozen=True):
    """Steps take the place of an item of the plan, and are taken when its turn comes."""

    item: Item
    due: tuple[Repair, ...]

    def steps(self) -> tuple[Repair, ...]:
        return self.due

    def apply(self, hand: HandInPlay) -> None:
        hand.plan.replace(self.item, self.due)


class InsteadOfStreet(Effect, frozen=True):
    """The steps deal what is left of the street, in place of its own cards."""

    due: tuple[Repair, ...]

    def steps(self) -> tuple[Repair, ...]:
        return self.due

    def apply(self, hand: HandInPlay) -> None:
        hand.plan.drop_until_round()
        hand.plan.first(self.due)


class Drop(Effect, frozen=True):
    """An item of the plan is no longer due."""

    item: Item

    def apply(self, hand: HandInPlay) -> None:
        hand.plan.remove(self.item)


class DropStreetDeals(Effect, frozen=True):
    """The cards of the street that have not come are not due any more; those of a repair are."""

    def apply(self, hand: HandInPlay) -> None:
        for item in [item for item in hand.plan if isinstance(item, Deal) and not item.repair]:
            hand.plan.remove(item)


class TakenAsDealt(Effect, frozen=True):
    """The card just seen is the one that was due, as a card of the starting deal."""

    due: Deal

    def apply(self, hand: HandInPlay) -> None:
        hand.plan.remove(self.due)
        hand.dealing.starting_dealt += 1


class RedealLater(Effect, frozen=True):
    """A street that was dealt too early is dealt by repair, when the betting is over."""

    opening: OpenStreet
    due: tuple[Repair, ...]

    def steps(self) -> tuple[Repair, ...]:
        return (wait("the betting"), *self.due)

    def apply(self, hand: HandInPlay) -> None:
        hand.dealing.premature_board = True
        hand.dealing.burns_made = 0
        hand.plan.replace(self.opening, [OpenStreet(self.opening.street, 0, self.due, dealt_by_repair=True)])


class ShuffleBack(Effect, frozen=True):
    """A card set aside is shuffled back before a street, which is dealt without a burn. `ahead`: what comes before.

    `mixed`: the shuffle and the cut, which are those of an earlier card that is due back then as well.
    """

    before: Street
    placed: TableCard
    mixed: tuple[Shuffle, Cut]
    ahead: tuple[Repair, ...] = ()

    def steps(self) -> tuple[Repair, ...]:
        back = Return((self.placed,), ASIDE)
        return (*self.ahead, back, *self.mixed, Deal(BOARD, "up", self.before.name))

    def apply(self, hand: HandInPlay) -> None:
        reshuffle_in_before(hand, self.before.name, self.placed, self.mixed)


class Quietly(Effect, frozen=True):
    """A change of what is due that is shown by `next` alone, when its turn comes."""

    effect: Effect

    def apply(self, hand: HandInPlay) -> None:
        self.effect.apply(hand)


class CountsWhereItLies(Effect, frozen=True):
    """A card of the pack that went astray is its zone's own next one; the one due stays due."""

    placed: TableCard

    def apply(self, hand: HandInPlay) -> None:
        own = next((deal for deal in hand.plan.deals_of_street() if deal.zone == self.placed.zone), None)
        if own is not None:
            hand.plan.drop(own)


class BoardAsItLies(Effect, frozen=True):
    """The board cards still due on this street are those that are not there yet."""

    def apply(self, hand: HandInPlay) -> None:
        if hand.game.family == "flop":
            square_board(hand)


class AskFloor(Effect, frozen=True):
    """The table is held until the floor has decided on a ruling."""

    ruling: str

    def apply(self, hand: HandInPlay) -> None:
        hand.plan.first([Floor(self.ruling)])


class EndHand(Effect, frozen=True):
    """The hand is over for nothing: every chip goes back, and every card comes back to the pack."""

    collected: tuple[Repair, ...]

    def steps(self) -> tuple[Repair, ...]:
        return self.collected

    def apply(self, hand: HandInPlay) -> None:
        hand.ended_as = "for nothing"
        hand.betting.refund_all()


def _drop_ways_back(hand: HandInPlay, items: Iterable[Repair]) -> None:
    """A card is taken where the last ruling on it says, once: from off the table, or to one place. None is turned."""
    for item in items:
        if not isinstance(item, Move) or item.placed is None:
            continue
        older = hand.plan.move_of(item.placed)
        if older is not None and (older.origin == OFF or older.to == item.to):
            hand.plan.drop(older)
        for turn in [due for due in hand.plan if isinstance(due, Turn) and due.placed is item.placed]:
            hand.plan.drop(turn)
