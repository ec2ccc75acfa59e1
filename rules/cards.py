"""Cards, zones and seats: the nouns of the table log, as types.

A card is written rank then suit (`As`, `Td`), the joker `Jo`, a card that was detected but not read `??`. A zone is a
place on the table that can tell which cards lie in it (`seat:4`, `board`, `burn`). Both are strings in the log and
strings here, with types of their own so that one is never taken for the other.
"""

from typing import Final, Literal, NewType

Card = NewType("Card", str)
Zone = NewType("Zone", str)
Seat = NewType("Seat", int)
Chips = NewType("Chips", int)

Face = Literal["up", "down", "unknown"]

RANKS: Final = "23456789TJQKA"
SUITS: Final = "cdhs"  # low to high: used only to break ties for the bring-in and for odd chips
JOKER: Final = Card("Jo")
UNREAD: Final = Card("??")
WILD: Final = Card("**")  # what a wild card counts as when hands are compared: any rank and suit
UNKNOWN_BACK: Final = "unknown"  # the back of a tag that belongs to no deck of the table
CARDS_MOST: Final = 106  # two packs with their jokers: what can lie on one table
PACK: Final[tuple[Card, ...]] = tuple(Card(rank + suit) for suit in SUITS for rank in RANKS)

BOARD: Final = Zone("board")
BURN: Final = Zone("burn")
MUCK: Final = Zone("muck")
ASIDE: Final = Zone("aside")
STUB: Final = Zone("stub")
OFF: Final = Zone("off")

_RANK_VALUES: Final = {rank: value for value, rank in enumerate(RANKS, 2)}
_SUIT_SIGNS: Final = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
_SEAT_ZONES: Final[tuple[Zone, ...]] = tuple(Zone(f"seat:{number}") for number in range(100))
_SEATS: Final[dict[Zone, Seat]] = {zone: Seat(number) for number, zone in enumerate(_SEAT_ZONES)}


def seat_zone(seat: Seat) -> Zone:
    """The zone in front of a seat."""
    return _SEAT_ZONES[seat]


def seat_of(zone: Zone) -> Seat | None:
    """The seat that a zone lies in front of; None for the zones that belong to no seat."""
    return _SEATS.get(zone)


def rank_value(card: Card, *, ace_low: bool = False) -> int:
    """2 to 14 (ace 14, or 1 with `ace_low`). Not for jokers and unread cards."""
    value = _RANK_VALUES[card[0]]
    return 1 if ace_low and value == 14 else value


def suit_value(card: Card) -> int:
    """0 clubs, 1 diamonds, 2 hearts, 3 spades."""
    return SUITS.index(card[1])


def spoken(card: Card) -> str:
    """How a card is written in a sentence: `A♠`, `10♦`, `joker`, `an unread card`."""
    if card == JOKER:
        return "joker"
    if card == UNREAD:
        return "unread card"
    rank = "10" if card[0] == "T" else card[0]
    return rank + _SUIT_SIGNS[card[1]]
