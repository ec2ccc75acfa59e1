"""What a table keeps of its players from hand to hand: the blinds that they owe, and what else they have used up."""

import msgspec
from msgspec.structs import replace

from burncard.rules.betting.blinds_owed import NOTHING_OWED, BlindsOwed
from burncard.rules.cards import Seat
from burncard.rules.facts import Press

SHORT_BUY_IN = "buyin.one-short"


class Standing(msgspec.Struct, frozen=True):
    """The players' standing at a table, by seat.

    `blinds`: who owes one. `players`: who has had a hand here. `short`: who has made the one short buy-in of a session.
    `may_not_ask`: who has lost the privilege of seeing called hands.
    """

    blinds: BlindsOwed = NOTHING_OWED
    players: frozenset[Seat] = frozenset()
    short: frozenset[Seat] = frozenset()
    may_not_ask: frozenset[Seat] = frozenset()

    def pressed(self, rule: str, press: Press) -> "Standing":
        """The same after a press, which this rule has answered and not refused."""
        now, seat = replace(self, blinds=self.blinds.pressed(press)), press.seat
        if seat is None:
            return now
        match press.press:
            case "buy-in" if rule == SHORT_BUY_IN:
                return replace(now, short=now.short | {seat})
            case "privilege-revoked" if press.value is False:
                return replace(now, may_not_ask=now.may_not_ask - {seat})
            case "privilege-revoked":
                return replace(now, may_not_ask=now.may_not_ask | {seat})
            case "new-player":
                return now._left(seat, None)
            case "seat-change":
                return now._left(seat, press.to)
        return now

    def _left(self, seat: Seat, to: Seat | None) -> "Standing":
        """A player has left a seat, for another one if that is named; who sits down there later is another player."""
        return replace(
            self, players=_moved(self.players, seat, to), short=_moved(self.short, seat, to),
            may_not_ask=_moved(self.may_not_ask, seat, to),
        )  # fmt: skip


def _moved(seats: frozenset[Seat], seat: Seat, to: Seat | None) -> frozenset[Seat]:
    return seats - {seat, to} | ({to} if to is not None and seat in seats else frozenset())
