"""Hands and rulings, made from the facts as they come: what the desk searches and counts."""

from dataclasses import dataclass, field, replace
from typing import Annotated, Final, Literal

import msgspec

from burncard.api.floor.database import Transaction, Value
from burncard.controller.outbox.published import FactRow
from burncard.controller.outbox.subjects import TableName
from burncard.controller.views.stops_view import who

HANDS_SQL: Final = (
    "INSERT INTO hands (record, first_fact, last_fact, room, name, hand, game, house, back, dealer, began_ns, "
    "ended_ns, ended, pot, stops) "
    "VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15) "
    "ON CONFLICT (record, first_fact) DO UPDATE SET last_fact = $3, dealer = $10, ended_ns = $12, ended = $13, "
    "pot = $14, stops = $15"
)
RULINGS_SQL: Final = (
    "INSERT INTO rulings VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) ON CONFLICT DO NOTHING"
)
_COLUMNS: Final = "first_fact, last_fact, hand, game, house, back, dealer, began_ns, ended_ns, ended, pot, stops"


Text = Annotated[str, msgspec.Meta(max_length=200, pattern=r"^[^\x00]*$")]
Chips = Annotated[int, msgspec.Meta(ge=0, le=2**53)]


class _Fact(msgspec.Struct, frozen=True):
    """What is needed of a fact."""

    type: Text
    id: Text = ""
    game: Text = ""
    house: Text = "roberts"
    back: Text | None = None


class _Pot(msgspec.Struct, frozen=True):
    amount: Chips


class _Outcome(msgspec.Struct, frozen=True):
    """What is needed of an outcome."""

    type: Text
    id: Text = ""
    rule: Text = ""
    decision: Text = ""
    severity: Literal["", "stop", "note"] = ""
    ended: Text = ""
    pots: list[_Pot] = []


@dataclass(frozen=True, slots=True)
class Read:
    """A fact and its outcomes as far as hands are made of them."""

    row: FactRow
    fact: _Fact
    outcomes: list[_Outcome]


def read(row: FactRow) -> Read:
    """Reads a fact's row. Raises ValueError for one that no table writes."""
    if "\x00" in row.operator:
        raise ValueError("a name with a null character")
    fact = msgspec.json.decode(row.fact, type=_Fact)
    return Read(row, fact, [msgspec.json.decode(outcome, type=_Outcome) for outcome in row.outcomes])


@dataclass(frozen=True, slots=True)
class OpenHand:
    """The latest hand of a record. `ended`: how, empty while in play; `dealer`: who made its entries as dealer."""

    first_fact: int
    last_fact: int
    hand: str
    game: str
    house: str
    back: str
    dealer: str
    began_ns: int
    ended_ns: int = 0
    ended: str = ""
    pot: int = 0
    stops: int = 0

    @classmethod
    async def latest(cls, transaction: Transaction, record: int) -> "OpenHand | None":
        """The latest hand that is kept of a record."""
        sql = f"SELECT {_COLUMNS} FROM hands WHERE record = $1 ORDER BY first_fact DESC LIMIT 1"
        found = await transaction.ask(sql, record)
        return cls(*found[0]) if found else None


@dataclass(slots=True)
class HandsMade:
    """What a batch of facts makes."""

    hands: dict[tuple[int, int], tuple[TableName, OpenHand]] = field(default_factory=dict)
    rulings: list[tuple[Value, ...]] = field(default_factory=list)
    _before: dict[tuple[int, int], OpenHand | None] = field(default_factory=dict)

    def changes(self) -> list[tuple[TableName, OpenHand | None, OpenHand]]:
        """Each hand of the batch: as it was before, if it was there, and as it is now."""
        return [(name, self._before[key], hand) for key, (name, hand) in self.hands.items()]

    def fact(self, record: int, name: TableName, hand: OpenHand | None, read: Read) -> OpenHand | None:
        """A fact has come; the hand that it belongs to."""
        row, fact = read.row, read.fact
        rulings = [one for one in read.outcomes if one.type == "ruling"]
        before = hand
        if fact.type == "hand" and not any(one.decision == "refuse" for one in rulings):
            number = row.number
            hand = OpenHand(number, number, fact.id, fact.game, fact.house, fact.back or "", "", row.at_ns)
            before = None
        if hand is None:
            return None
        self._before.setdefault((record, hand.first_fact), before)
        person, role = who(row.operator)
        hand = replace(hand, last_fact=row.number, dealer=person if role == "dealer" else hand.dealer)
        for ruling in rulings:
            if ruling.decision != "refuse":
                hand = replace(hand, stops=hand.stops + (ruling.severity == "stop"))
                where = record, row.number, ruling.id, hand.first_fact, name.room, name.table, row.at_ns
                what = ruling.rule, ruling.decision, ruling.severity, hand.game, hand.dealer
                self.rulings.append((*where, *what))
        for result in (one for one in read.outcomes if one.type == "result"):
            pot = sum(each.amount for each in result.pots)
            hand = replace(hand, ended=result.ended, ended_ns=row.at_ns, pot=pot)
        self.hands[record, hand.first_fact] = name, hand
        return hand

    def hand_rows(self) -> list[tuple[Value, ...]]:
        """The hands as rows of the database."""
        rows: list[tuple[Value, ...]] = []
        for (record, first), (name, hand) in self.hands.items():
            what = hand.hand, hand.game, hand.house, hand.back, hand.dealer
            how = hand.began_ns, hand.ended_ns, hand.ended, hand.pot, hand.stops
            rows.append((record, first, hand.last_fact, name.room, name.table, *what, *how))
        return rows
