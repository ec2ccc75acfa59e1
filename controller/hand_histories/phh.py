"""Poker Hand History (PHH) files: the fields of a hand, checked and counted in whole chips.

A `.phh` file is one hand in TOML; a `.phhs` file holds many, each in a table of its own. The format numbers the
players p1, p2 and so on in the order of the deal: p1 sits left of the button (heads-up p1 is the big blind), in stud
left of the dealer. This module reads what the fields say and rejects values that make no sense on their own; whether
the actions follow from each other is for `recorded_hand` to find out.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import Any

from burncard.hardware.toml_text import parse_toml
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
STUD = frozenset({"F7S", "F7S/8", "FR"})
STAKES = ("blinds_or_straddles", "bring_in", "small_bet", "big_bet", "min_bet")
AMOUNT_FIELDS = ("antes", *STAKES, "starting_stacks", "finishing_stacks", "winnings")
DECIMALS_MAX = 6
CHIPS_MAX = 10**15  # in the smallest unit; beyond it, JSON readers that use doubles lose chips
SEAT_NUMBER_MAX = 99
_CARDS = frozenset(PACK) | {UNREAD}
_AMOUNT = re.compile(r"(\d+|\d{1,3}(,\d{3})+)(\.\d+)?", re.ASCII)


class PhhError(Exception):
    """A hand history that is wrong.

    `field` names the field, `index` the element of its list (from 0, None for the whole field), `reason` what is wrong.
    """

    def __init__(self, field: str, reason: str, index: int | None = None) -> None:
        super().__init__(f"{field}: {reason}")
        self.field = field
        self.reason = reason
        self.index = index


@dataclass(frozen=True, slots=True)
class Move:
    """One action of a record, comments removed.

    `index` is its place in `actions`, `text` its words there. `player` counts from 0 and is None for a board. `word` is
    the format's: `dh`, `db`, `f`, `cc`, `cbr`, `pb`, `sd`, `sm`. A show without cards (`sm`) is a muck.
    """

    index: int
    text: str
    player: int | None
    word: str
    cards: tuple[Card, ...] = ()
    amount: Chips | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class History:
    """One recorded hand. Lists are by player, p1 first; chips are counted in the smallest unit that the hand uses."""

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
    finishing_stacks: tuple[Chips, ...] | None
    winnings: tuple[Chips, ...] | None
    name: str


def read_hands(text: str) -> dict[str, Mapping[str, Any]]:
    """The hands of a file's text as they are written there, by table name; "" for a file of one hand.

    Raises PhhError for text that is not TOML or holds no hand.
    """
    try:
        data = parse_toml(text, Decimal)
    except (ValueError, InvalidOperation, RecursionError) as error:
        raise PhhError("file", f"not TOML: {error}") from error
    if not data:
        raise PhhError("file", "holds no hand")
    if all(isinstance(hand, dict) for hand in data.values()):
        return data
    return {"": data}


def read_history(data: Mapping[str, Any]) -> History:
    """One hand. Raises PhhError for a field that is missing or wrong, and for a game that is not dealt here."""
    variant = data.get("variant")
    if not isinstance(variant, str) or variant not in VARIANTS:
        missing = "missing" if variant is None else f"{variant!r} is not dealt here"
        raise PhhError("variant", f"{missing}; known variants are {', '.join(VARIANTS)}")
    game, structure = VARIANTS[variant]
    _check_stakes_fit(data, variant, structure)
    actions = _actions(data)
    unit = _units_per_one(data, actions)
    stacks = _chips_list(data, "starting_stacks", unit)
    for index, stack in enumerate(stacks):
        if stack == 0:
            raise PhhError("starting_stacks", f"p{index + 1} has no chips", index)
    count = len(stacks)
    antes = _chips_list(data, "antes", unit, count)
    posts = (Chips(0),) * count if variant in STUD else _posts(data, unit, count)
    if count == 2:  # heads-up the format lists the small blind first, and its player is p2
        antes, posts = antes[::-1], posts[::-1]
    _check_descriptions(data, count)
    return History(
        game=game,
        structure=structure,
        stacks=stacks,
        antes=antes,
        posts=posts,
        bring_in=_bet(data, "bring_in", unit) or Chips(0),
        small_bet=_bet(data, "small_bet", unit),
        big_bet=_bet(data, "big_bet", unit),
        min_bet=_bet(data, "min_bet", unit),
        moves=tuple(_move(index, action, count, unit) for index, action in enumerate(actions) if _words(action)),
        seats=_seats(data, count),
        finishing_stacks=_optional_chips(data, "finishing_stacks", unit, count),
        winnings=_optional_chips(data, "winnings", unit, count),
        name=str(data.get("hand", "")),
    )


# ---- fields --------------------


def _check_stakes_fit(data: Mapping[str, Any], variant: str, structure: str) -> None:
    """Each variant has its own stakes, and the format forbids the others."""
    needed = {"bring_in"} if variant in STUD else {"blinds_or_straddles"}
    needed |= {"small_bet", "big_bet"} if structure == "limit" else {"min_bet"}
    for field in STAKES:
        if field in needed and field not in data:
            raise PhhError(field, f"missing, and {variant} needs it")
        if field in data and field not in needed:
            raise PhhError(field, f"{variant} has none")
    if structure == "limit" and _number("big_bet", data["big_bet"]) < _number("small_bet", data["small_bet"]):
        raise PhhError("big_bet", f"{data['big_bet']} is below the small bet of {data['small_bet']}")
    if variant in STUD and _number("bring_in", data["bring_in"]) > _number("small_bet", data["small_bet"]):
        raise PhhError("bring_in", f"{data['bring_in']} is above the small bet of {data['small_bet']}")


def _check_descriptions(data: Mapping[str, Any], count: int) -> None:
    """Fields that the import does not use must still be what the format says, where they describe the players."""
    players = data.get("players")
    if players is not None and not _is_list_of(players, str, count):
        raise PhhError("players", f"not a list of {count} names")
    if not isinstance(data.get("hand", ""), str | int) or isinstance(data.get("hand"), bool):
        raise PhhError("hand", f"{data['hand']} is neither a name nor a number")
    if not isinstance(data.get("currency", ""), str):
        raise PhhError("currency", f"{data['currency']} is not a currency code")
    if not isinstance(data.get("ante_trimming_status", False), bool):
        raise PhhError("ante_trimming_status", f"{data['ante_trimming_status']} is neither true nor false")


def _is_list_of(values: object, kind: type, count: int) -> bool:
    return isinstance(values, list) and len(values) == count and all(type(value) is kind for value in values)


def _seats(data: Mapping[str, Any], count: int) -> tuple[int, ...] | None:
    """The players' seats, which must go clockwise from p1, and fit the number of seats where that is given."""
    seat_count = data.get("seat_count")
    if seat_count is not None and (type(seat_count) is not int or not count <= seat_count <= SEAT_NUMBER_MAX):
        raise PhhError("seat_count", f"{seat_count} is not a number of seats for {count} players")
    seats = data.get("seats")
    if seats is None:
        return None
    if not _is_list_of(seats, int, count):
        raise PhhError("seats", f"not a list of {count} seat numbers")
    last = seat_count or SEAT_NUMBER_MAX
    for index, seat in enumerate(seats):
        if not 1 <= seat <= last:
            raise PhhError("seats", f"p{index + 1}'s seat {seat} is not one of 1 to {last}", index)
        if seat in seats[:index]:
            raise PhhError("seats", f"seat {seat} is p{seats.index(seat) + 1}'s and p{index + 1}'s", index)
    lowest = seats.index(min(seats))
    if seats[lowest:] + seats[:lowest] != sorted(seats):
        raise PhhError("seats", f"{', '.join(map(str, seats))} is not the players' order clockwise")
    return tuple(seats)


# ---- amounts --------------------


def _units_per_one(data: Mapping[str, Any], actions: list[str]) -> int:
    """How many of the smallest unit make one: 1 where all amounts are whole, else a power of ten."""
    amounts: list[tuple[str, int | None, Decimal]] = []
    for field in AMOUNT_FIELDS:
        values = data.get(field)
        for index, value in enumerate(values if isinstance(values, list) else [values]):
            if isinstance(value, Decimal) and value.is_finite():
                amounts.append((field, index, value))
    for index, action in enumerate(actions):
        words = _words(action)
        if words[1:2] == ["cbr"] and len(words) == 3:
            amounts.append(("actions", index, _spoken_amount(index, words[2])))
    places = 0
    for field, place, amount in amounts:
        exponent = amount.normalize().as_tuple().exponent
        assert isinstance(exponent, int)
        if -exponent > DECIMALS_MAX:
            raise PhhError(field, f"{amount} has more than {DECIMALS_MAX} decimals", place)
        places = max(places, -exponent)
    return int(10**places)


def _spoken_amount(index: int, text: str) -> Decimal:
    """An amount in an action: digits, perhaps with commas between thousands and a decimal point."""
    if not _AMOUNT.fullmatch(text):
        raise PhhError("actions", f"{text!r} is not an amount", index)
    return Decimal(text.replace(",", ""))


def _number(field: str, value: object, index: int | None = None) -> Decimal:
    if isinstance(value, bool) or not isinstance(value, int | Decimal):
        raise PhhError(field, f"{value!r} is not an amount", index)
    number = Decimal(value)
    if not number.is_finite():
        raise PhhError(field, f"{value} is unknown, and the table counts every chip", index)
    return number


def _whole(field: str, value: object, unit: int, index: int | None = None) -> Chips:
    number = _number(field, value, index)
    if number < 0:
        raise PhhError(field, f"{value} is negative", index)
    if number * unit > CHIPS_MAX:
        raise PhhError(field, f"{value} is more than can be counted", index)
    return Chips(int(number * unit))


def _bet(data: Mapping[str, Any], field: str, unit: int) -> Chips | None:
    if field not in data:
        return None
    size = _whole(field, data[field], unit)
    if size == 0:
        raise PhhError(field, "is zero")
    return size


def _chips_list(data: Mapping[str, Any], field: str, unit: int, count: int | None = None) -> tuple[Chips, ...]:
    return tuple(_whole(field, value, unit, index) for index, value in enumerate(_amounts(data, field, count)))


def _amounts(data: Mapping[str, Any], field: str, count: int | None) -> list[Any]:
    values = data.get(field)
    if values is None:
        raise PhhError(field, "missing")
    if not isinstance(values, list):
        raise PhhError(field, "not a list")
    if count is not None and len(values) != count:
        raise PhhError(field, f"{len(values)} amounts for {count} players")
    return values


def _posts(data: Mapping[str, Any], unit: int, count: int) -> tuple[Chips, ...]:
    """Blinds and straddles. PokerKit writes a newcomer's post, which is not a blind, as a negative amount."""
    field = "blinds_or_straddles"
    values = _amounts(data, field, count)
    numbers = [_number(field, value, index) for index, value in enumerate(values)]
    largest = max([Decimal(0), *numbers])
    for index, number in enumerate(numbers):
        if number < -largest:
            raise PhhError(field, f"{values[index]} is a newcomer's post above the largest blind", index)
    return tuple(_whole(field, abs(number), unit, index) for index, number in enumerate(numbers))


def _optional_chips(data: Mapping[str, Any], field: str, unit: int, count: int) -> tuple[Chips, ...] | None:
    return _chips_list(data, field, unit, count) if field in data else None


# ---- actions --------------------


def _actions(data: Mapping[str, Any]) -> list[str]:
    values = data.get("actions")
    if values is None:
        raise PhhError("actions", "missing")
    if not isinstance(values, list):
        raise PhhError("actions", "not a list")
    for index, value in enumerate(values):
        if not isinstance(value, str):
            raise PhhError("actions", f"{value!r} is not an action", index)
    return values


def _words(action: str) -> list[str]:
    """The words of an action; none for one that is only a comment."""
    return action.partition("#")[0].split()


def _move(index: int, action: str, count: int, unit: int) -> Move:
    words = _words(action)
    text = " ".join(words)

    def move(player: str | None, word: str, cards: str = "", amount: Chips | None = None) -> Move:
        number = None if player is None else _player(index, player, count)
        return Move(index, text, number, word, _cards(index, cards) if cards else (), amount)

    match words:
        case ["d", "db", cards]:
            return move(None, "db", cards)
        case ["d", "dh", player, cards]:
            return move(player, "dh", cards)
        case [player, "cbr", amount]:
            return move(player, "cbr", amount=_whole("actions", _spoken_amount(index, amount), unit, index))
        case [player, "sm", "-"]:
            return move(player, "sm", UNREAD)
        case [player, "sd" | "sm" as word, cards]:
            return move(player, word, cards)
        case [player, "f" | "cc" | "pb" | "sd" | "sm" as word]:
            return move(player, word)
        case _:
            raise PhhError("actions", f"{text!r} is not an action of the format", index)


def _player(index: int, text: str, count: int) -> int:
    if not re.fullmatch(r"p[1-9][0-9]?", text) or int(text[1:]) > count:
        raise PhhError("actions", f"{text!r} is not a player of the hand; they are p1 to p{count}", index)
    return int(text[1:]) - 1


def _cards(index: int, text: str) -> tuple[Card, ...]:
    cards = tuple(Card(text[place : place + 2]) for place in range(0, len(text), 2))
    for card in cards:
        if card not in _CARDS:
            raise PhhError("actions", f"{card!r} in {text!r} is not a card", index)
    return cards
