"""Poker Hand History (PHH) files: what is read from them, checked and counted in whole chips.

A `.phh` file is one hand in TOML; a `.phhs` file holds many, each in a table of its own. The format's players are p1,
p2 and so on in the order of the deal: p1 left of the button (heads-up the big blind), in stud left of the dealer.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import Any

from burncard.rules.cards import PACK, UNREAD, Card, Chips

VARIANTS: dict[str, tuple[str, str]] = {
    "FT": ("holdem", "limit"),
    "NT": ("holdem", "no-limit"),
    "PO": ("omaha", "pot-limit"),
    "FO/8": ("omaha8", "limit"),
    "F7S": ("stud7", "limit"),
    "F7S/8": ("stud8", "limit"),
    "FR": ("razz", "limit"),
    "N2L1D": ("lowball-27", "no-limit"),
}
_CARDS = frozenset(PACK) | {UNREAD}


class PhhError(Exception):
    """A hand history that cannot be read. `field` names what is wrong, `reason` why."""

    def __init__(self, field: str, reason: str) -> None:
        super().__init__(f"{field}: {reason}")
        self.field = field
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Move:
    """One line of the actions. `player` is None where the board is dealt; `word` is the format's own."""

    player: int | None
    word: str
    cards: tuple[Card, ...] = ()
    amount: Chips | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class History:
    """One recorded hand. Lists are by player, p1 first; chips in the smallest unit that the hand uses."""

    game: str
    structure: str
    stacks: tuple[Chips, ...]
    antes: tuple[Chips, ...]
    posts: tuple[Chips, ...]
    bring_in: Chips
    small_bet: Chips | None
    big_bet: Chips | None
    min_bet: Chips | None
    moves: tuple[Move, ...]
    seats: tuple[int, ...] | None
    name: str


def read_hands(text: str) -> list[Mapping[str, Any]]:
    """The hands of a file's text, as they are written there: `read_history` makes sense of one. Raises PhhError."""
    try:
        data = tomllib.loads(text, parse_float=Decimal)
    except (tomllib.TOMLDecodeError, InvalidOperation) as error:
        raise PhhError("file", f"not TOML ({error})") from error
    if "variant" in data:
        return [data]
    if not data or not all(isinstance(hand, dict) for hand in data.values()):
        raise PhhError("variant", "missing")
    return [*data.values()]


def read_history(data: Mapping[str, Any]) -> History:
    """One hand. Raises PhhError where a field is missing or makes no sense, or its game is none that is dealt here."""
    variant = data.get("variant")
    if variant not in VARIANTS:
        raise PhhError("variant", f"{variant!r} is none that is dealt here; known are {', '.join(VARIANTS)}")
    game, structure = VARIANTS[variant]
    actions = _strings(data, "actions")
    unit = _units_per_one(data, actions)
    stacks = _chips_list(data, "starting_stacks", unit)
    count = len(stacks)
    antes = _chips_list(data, "antes", unit, count)
    posts = _chips_list(data, "blinds_or_straddles", unit, count) if "blinds_or_straddles" in data else ()
    if count == 2:  # heads-up the format lists the small blind first, whose player is p2
        antes, posts = antes[::-1], posts[::-1]
    seats = data.get("seats")
    if seats is not None and (not isinstance(seats, list) or len(seats) != count):
        raise PhhError("seats", f"not a list of {count} seats")
    return History(
        game=game,
        structure=structure,
        stacks=stacks,
        antes=antes,
        posts=posts or (Chips(0),) * count,
        bring_in=_chips(data, "bring_in", unit) or Chips(0),
        small_bet=_chips(data, "small_bet", unit),
        big_bet=_chips(data, "big_bet", unit),
        min_bet=_chips(data, "min_bet", unit),
        moves=tuple(move for action in actions if (move := _move(action, count, unit)) is not None),
        seats=None if seats is None else tuple(seats),
        name=str(data.get("hand", "")),
    )


# ---- amounts --------------------


def _units_per_one(data: Mapping[str, Any], actions: list[str]) -> int:
    """How many of the smallest unit make one: 1 where all amounts are whole, else a power of ten."""
    amounts = [value for value in data.values() if isinstance(value, Decimal)]
    amounts += [one for value in data.values() if isinstance(value, list) for one in value if isinstance(one, Decimal)]
    amounts += [
        _decimal("actions", words[2]) for action in actions if len(words := action.split()) > 2 and words[1] == "cbr"
    ]
    places = 0
    for amount in amounts:
        exponent = amount.normalize().as_tuple().exponent
        if isinstance(exponent, int):
            places = max(places, -exponent)
    return int(10**places)


def _decimal(field: str, text: str) -> Decimal:
    try:
        return Decimal(text.replace(",", ""))
    except InvalidOperation as error:
        raise PhhError(field, f"{text!r} is no amount") from error


def _whole(field: str, value: object, unit: int) -> Chips:
    if not isinstance(value, int | Decimal) or (isinstance(value, Decimal) and not value.is_finite()):
        raise PhhError(field, f"{value} is no amount of chips")
    return Chips(abs(int(value * unit)))


def _chips(data: Mapping[str, Any], field: str, unit: int) -> Chips | None:
    return _whole(field, data[field], unit) if field in data else None


def _chips_list(data: Mapping[str, Any], field: str, unit: int, count: int | None = None) -> tuple[Chips, ...]:
    values = data.get(field)
    if not isinstance(values, list) or (count is not None and len(values) != count):
        raise PhhError(field, "missing" if values is None else "not one amount for each player")
    return tuple(_whole(field, value, unit) for value in values)


# ---- actions --------------------


def _strings(data: Mapping[str, Any], field: str) -> list[str]:
    values = data.get(field)
    if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
        raise PhhError(field, "missing" if values is None else "not a list of actions")
    return values


def _move(action: str, count: int, unit: int) -> Move | None:
    """One action; None for a line that is a comment only."""
    words = action.partition("#")[0].split()
    match words:
        case []:
            return None
        case ["d", "db", cards]:
            return Move(None, "db", _cards(action, cards))
        case ["d", "dh", player, cards]:
            return Move(_player(action, player, count), "dh", _cards(action, cards))
        case [player, "cbr", amount]:
            return Move(_player(action, player, count), "cbr", amount=Chips(int(_decimal("actions", amount) * unit)))
        case [player, "sm", "-"]:
            return Move(_player(action, player, count), "sm", (UNREAD,))
        case [player, "sd" | "sm" as word, cards]:
            return Move(_player(action, player, count), word, _cards(action, cards))
        case [player, "f" | "cc" | "pb" | "sd" | "sm" as word]:
            return Move(_player(action, player, count), word)
        case _:
            raise PhhError("actions", f"{action!r} is no action")


def _player(action: str, text: str, count: int) -> int:
    if not text.startswith("p") or not text[1:].isdecimal() or not 1 <= int(text[1:]) <= count:
        raise PhhError("actions", f"{action!r} names no player of the hand")
    return int(text[1:]) - 1


def _cards(action: str, text: str) -> tuple[Card, ...]:
    cards = tuple(Card(text[place : place + 2]) for place in range(0, len(text), 2))
    if not cards or not all(card in _CARDS for card in cards):
        raise PhhError("actions", f"{action!r} names no cards")
    return cards
