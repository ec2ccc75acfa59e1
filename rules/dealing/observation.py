"""An observation: what a card fact can be, seen against a hand."""

from enum import Enum, auto

import msgspec

from burncard.rules.cards import Face, Seat
from burncard.rules.hand.steps import Item
from burncard.rules.hand.table_card import TableCard


class Observed(Enum):
    """The ways in which an observation can be understood. Those after `WRONG` are not in order."""

    AGAIN = auto()
    NAMED = auto()
    LAID_DOWN = auto()
    DUE = auto()
    STEP = auto()
    RETURNED = auto()
    FOLD = auto()
    DISCARD = auto()
    SHOW = auto()
    MUCK_AT_SHOWDOWN = auto()
    SWEPT_UP = auto()
    SCRAP_MUCKED = auto()
    PICKED_UP = auto()
    RETRIEVED = auto()
    OVERRULED = auto()
    WITH_ITS_HAND = auto()
    BURNED_EARLY = auto()
    REPLACES_SCRAP = auto()
    JOINS_VOID_BOARD = auto()
    JOINS_VOID_STREET = auto()
    JOINS_EARLY_CARD = auto()
    JOINS_MISTAKE = auto()
    UNKNOWN_TAG = auto()
    WRONG = auto()
    FACE_WRONG = auto()
    TURNED_UP = auto()
    MUCKED_OUT_OF_TURN = auto()
    DROPPED = auto()
    STRAY = auto()
    DUPLICATE = auto()
    FOREIGN = auto()
    JOKER = auto()
    BOXED = auto()


IN_ORDER = frozenset(kind for kind in Observed if kind.value < Observed.WRONG.value)


class Observation(msgspec.Struct, frozen=True):
    """A card fact, understood. `placed`: the card on the felt that it is, if it was there before."""

    kind: Observed
    face: Face
    placed: TableCard | None = None
    item: Item | None = None
    seat: Seat | None = None
