"""Irregularities: what can go wrong with a card, as values.

`rules.dealing` recognises them; the rules in `rules.book` say what follows. One class is one way in which what was seen
differs from what was due. `placed` is the card concerned, already lying where it was seen.
"""

from typing import Literal

import msgspec

from burncard.rules.betting.blinds_owed import Debt
from burncard.rules.cards import Card, Chips, Face, Seat, Zone
from burncard.rules.hand.steps import Deal, Floor, Move, Return, Turn
from burncard.rules.hand.table_card import TableCard


class Irregularity(msgspec.Struct, frozen=True):
    """What every irregularity has: nothing but a name."""


class Exposed(Irregularity, frozen=True):
    """A downcard was shown by the dealer. `how`: when it was dealt, turned over later, flashed, or off the table.

    `others`: further cards of the seat, any of which may be the one, where a press did not say which.
    """

    placed: TableCard
    seat: Seat
    how: Literal["dealt", "turned", "flashed", "off-table"]
    due: Deal | None = None
    others: tuple[TableCard, ...] = ()


class ExposureClaimed(Irregularity, frozen=True):
    """A player who has looked at his or her cards says that the dealer exposed one of them."""

    seat: Seat


class ShownByPlayer(Irregularity, frozen=True):
    """A player let a card of his or her hand be seen, or dropped it."""

    placed: TableCard | None
    seat: Seat
    how: Literal["flashed", "dropped"]


class LaidFaceDown(Irregularity, frozen=True):
    """A card that was due face up lies face down."""

    placed: TableCard


class BoxedCard(Irregularity, frozen=True):
    """A card lay face up in the pack. `due`: the move that it was dealt for, None where none was due or long ago.

    `counted`: it has been taken for one of the cards of the place where it lies.
    """

    placed: TableCard
    due: Deal | None
    counted: bool = False


class SkippedReplacement(Irregularity, frozen=True):
    """The replacement of a boxed card or a stray joker was due and the card went to the following player instead."""

    placed: TableCard
    skipped: Deal
    due: Deal


class StrayJoker(Irregularity, frozen=True):
    """A joker in a game without one. `due` and `counted` as of a boxed card, `others` as of an exposed one."""

    placed: TableCard
    due: Deal | None
    counted: bool = False
    others: tuple[TableCard, ...] = ()


class ForeignBack(Irregularity, frozen=True):
    """A card with another back. `in_stub`: seen on the undealt pack only; `known`: that had been seen before."""

    placed: TableCard
    in_stub: bool
    known: bool
    due: Deal | None


class UnknownTag(Irregularity, frozen=True):
    """A tag that belongs to no deck of the table was read: no card."""

    zone: Zone


class DuplicateCard(Irregularity, frozen=True):
    """There are two of a card. `placed`: the one just seen, None where it lay there unread before."""

    card: Card
    placed: TableCard | None
    zones: tuple[Zone, Zone]


class WrongPlace(Irregularity, frozen=True):
    """A card of the pack went to another place than the one due. `due` None: no card was due at all."""

    placed: TableCard
    due: Deal | None


class ExtraCard(Irregularity, frozen=True):
    """A card more than the starting hands need reached a seat. `count` of them so far."""

    placed: TableCard
    seat: Seat
    count: int


class ExtraShown(Irregularity, frozen=True):
    """The dealer has shown a card too many that waits to be taken back. `others` as of an exposed card."""

    placed: TableCard
    seat: Seat
    others: tuple[TableCard, ...] = ()


class EarlyBurn(Irregularity, frozen=True):
    """A card was burned while a player still had to act."""

    placed: TableCard


class PrematureCard(Irregularity, frozen=True):
    """A card for the board or a seat left the pack while a player still had to act."""

    placed: TableCard


class BoardOverfull(Irregularity, frozen=True):
    """A street's board cards were complete and one more came, before anybody acted on them."""

    placed: TableCard


class MissedBurn(Irregularity, frozen=True):
    """A street's first card came and no card had been burned."""

    placed: TableCard
    due: Deal


class DoubleBurn(Irregularity, frozen=True):
    """A second card was burned for one street. `due`: the card that should have come."""

    placed: TableCard
    due: Deal


class ShortDeal(Irregularity, frozen=True):
    """The first player acted, so the deal has ended, and cards are missing. `missing`: the deals not made."""

    missing: tuple[Deal, ...]


class ShortBoard(Irregularity, frozen=True):
    """A card was burned before the street's board cards were complete. `due`: the board card that was due."""

    placed: TableCard
    due: Deal


class StrayMove(Irregularity, frozen=True):
    """A card on the felt went where nothing lets it go. `origin`: the zone that it left."""

    placed: TableCard
    origin: Zone
    was_face: Face


class MuckedOutOfTurn(Irregularity, frozen=True):
    """Cards of a live hand reached the muck when it was not that seat's turn."""

    placed: TableCard
    seat: Seat
    was_face: Face


class BrokenRepair(Irregularity, frozen=True):
    """A card left the pack while a step of a repair was open."""

    placed: TableCard
    step: Move | Turn | Return | Floor


class WrongCount(Irregularity, frozen=True):
    """A live hand holds a number of cards that its game does not allow, at the moment when that counts."""

    seat: Seat
    held: int
    moment: Literal["showdown", "after-draw", "street"]


class ButtonOutOfPlace(Irregularity, frozen=True):
    """The button is not where the hand before put it."""

    expected: Seat
    found: Seat


class ButtonPutRight(Irregularity, frozen=True):
    """The button stood wrong in the hand before, it was said, and is now where it would not have come from there."""

    found: Seat


class HandOpened(Irregularity, frozen=True):
    """A hand begins."""


class BlindUnpaid(Irregularity, frozen=True):
    """A hand of lowball begins, and players are dealt in who have not posted the blind that they owe.

    `debt`: why they owe it; `next`: the player before was short of the only blind. `single`: the hand has only one.
    `kill_chips`: what kills the pot.
    """

    debt: Debt | Literal["next"]
    seats: tuple[Seat, ...]
    single: bool
    kill_chips: Chips


class MisdealCalled(Irregularity, frozen=True):
    """A misdeal was called; `cause` is the rule that was named."""

    cause: str | None


class PackShort(Irregularity, frozen=True):
    """The pack cannot give every player a card of a stud street. Counts as stub, needed, burns and cards aside."""

    stub: int
    needed: int
    burns: int
    aside: int


class DrawPackShort(Irregularity, frozen=True):
    """The pack cannot give a seat the cards that it draws. `late`: the cards due when everybody has drawn."""

    seat: Seat
    needed: int
    stub: int
    late: bool = False


class ForcedSeatExempt(Irregularity, frozen=True):
    """The seat that would have to bring it in need not: the dealer exposed its card."""

    seat: Seat
    first: Seat


class ActedEarly(Irregularity, frozen=True):
    """The turn has come to a seat that acted before it, and nobody has bet, called or raised since, or it checked."""

    seat: Seat
    action: str
    amount: Chips | None = None


class ActionNotStopped(Irregularity, frozen=True):
    """Players have acted after the seat on turn, which has neither acted nor called time."""

    seat: Seat
    behind: tuple[Seat, ...]


class UpcardsLaidDown(Irregularity, frozen=True):
    """A stud player who faces a bet has turned all upcards face down."""

    seat: Seat


class FoldedWithoutBet(Irregularity, frozen=True):
    """A stud hand was folded with nothing to call."""

    seat: Seat


class FalseOpener(Irregularity, frozen=True):
    """The hand that opened in jacks or better is shown, and had no openers when it opened."""

    seat: Seat


class CheckedSeven(Irregularity, frozen=True):
    """The best hand of limit ace-to-five is a seven or better that checked after the draw, and more money went in."""

    seat: Seat


class SevenOnlyCalled(Irregularity, frozen=True):
    """The best hand of limit ace-to-five is a seven or better that called a short all-in, and others called after."""

    seat: Seat
    behind: tuple[Seat, ...]


class PairSpread(Irregularity, frozen=True):
    """The only hand left at a lowball showdown has a pair, was spread without a word, and others then gave up."""

    seat: Seat
    gave_up: tuple[Seat, ...]


class NobodyOpened(Irregularity, frozen=True):
    """Everybody checked the opening round of a draw game."""


class Pressed(Irregularity, frozen=True):
    """A press that a rule answers by itself."""

    name: str
    seat: Seat | None = None
    card: Card | None = None
    by: str | None = None
    value: bool | None = None
    text: str | None = None
    amount: Chips | None = None
