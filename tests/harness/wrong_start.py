"""Deals of hold'em laid down by hand, at an even pace, by a dealer who does not stop: what the table makes of them.

`python -m tests.harness.wrong_start --cases 60 --seed 1 --line-ms 15` begins each at the seat after the one that is
due; with `--rightly` where it should. The dealer is heard by the radio `typical`.
"""

import argparse
from collections import Counter
from contextlib import suppress
from random import Random
from typing import Final

from burncard.controller.config import TableConfig
from burncard.firmware_bridge.driver import MS
from burncard.hardware.layout import load_layout
from burncard.rules.cards import Chips, Seat, Zone, seat_zone
from burncard.simulator.radio.air import Air
from burncard.simulator.radio.quality import RADIOS, Radio
from burncard.simulator.rooms.room import LINE_NS, DetectionRoom
from tests.harness.card_between import Deal

PLAYERS: Final = (2, 3, 4, 5, 6, 9)
GAP_NS: Final = 400 * MS
UNEVEN: Final = 0.2
"""How much a dealer's gaps differ, as the standard deviation of their logarithms."""
SETTLES_NS: Final = 2_500 * MS
HOLE_CARDS: Final = 2
QUESTIONS: Final = {"card-unheard", "card-between"}


class DealtByHand(Deal):
    """A table of so many players that awaits the first card, and the deal of two cards each."""

    def __init__(self, radio: Radio, seed: str, line_ns: int, players: int) -> None:
        self._rng = Random(seed)
        self._seats = tuple(map(Seat, sorted(self._rng.sample(range(1, 11), players))))
        config = TableConfig(game="holdem", structure="no-limit", seats=tuple((at, Chips(500)) for at in self._seats))
        DetectionRoom.__init__(self, config, radio, seed, line_ns=line_ns, layout=load_layout())
        self._left, self._until = 0, None
        with suppress(_BeginsError):
            self.play()

    def _put(self, put: object) -> int:
        raise _BeginsError

    def deal(self, skip: int = 0) -> str:
        """Deals from the seat so many after the one that is due on, whatever is asked. Returns the rules that were
        ruled by; the codes of what is asked if none was; empty: neither."""
        places = [seat_zone(seat) for seat in self._seats]
        begins = places.index(self.due) + skip
        order = [places[(begins + turn) % len(places)] for turn in range(HOLE_CARDS * len(places))]
        for uid, zone in zip(self.dealer.stub.uids(), order, strict=False):
            self._lay(uid, zone)
            self.listen(int(GAP_NS * self._rng.lognormvariate(0, UNEVEN)), to_the_end=False)
            if self.seen.rules:
                break
        else:
            self.listen(SETTLES_NS)
        codes = {fault.code for fault in self.service.record.faults.open} & QUESTIONS
        return ", ".join(dict.fromkeys(self.seen.rules) or sorted(codes))

    def _lay(self, uid: str, zone: Zone) -> None:
        antenna = self.layout.antenna_of(zone)
        assert antenna is not None
        assert isinstance(self.air, Air)
        self.air.lay(uid, antenna, "down", self.now_ns)


class _BeginsError(Exception):
    """The first card is due."""


def main() -> None:
    """Prints what became of the deals, by the number of players."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--cases", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--line-ms", type=int, default=LINE_NS // MS)
    parser.add_argument("--rightly", action="store_true", help="begin where the first card is due")
    options = parser.parse_args()
    counts = {players: Counter[str]() for players in PLAYERS}
    for number in range(options.cases):
        players = PLAYERS[number % len(PLAYERS)]
        deal = DealtByHand(RADIOS["typical"], f"{options.seed}/{number}", options.line_ms * MS, players)
        counts[players][deal.deal(0 if options.rightly else 1) or "nothing"] += 1
    for players, counted in counts.items():
        print(f"{players} players: {dict(counted)}")


if __name__ == "__main__":
    main()
