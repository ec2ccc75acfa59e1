"""A card exactly halfway between two seats, during the deal, where none is due: what the table makes of it.

`python -m tests.harness.card_between --cases 300 --seed 2` counts the questions and the rulings; `--without-strength`
and `--line-ms 28` make the reader a slow one that measures no strengths. With `--seat 1 --beside muck --share 0.6` the
card is due at a seat, and was pitched too far.
"""

import argparse
from collections import Counter
from contextlib import suppress
from itertools import pairwise
from random import Random
from typing import Final

from burncard.controller.config import TableConfig
from burncard.firmware_bridge.driver import MS, SECOND
from burncard.hardware.layout import load_layout
from burncard.rules.cards import MUCK, Chips, Seat, Zone, seat_zone
from burncard.rules.outcomes import AwaitCard
from burncard.simulator.dealer import Put
from burncard.simulator.radio.air import Air
from burncard.simulator.radio.quality import RADIOS, Radio
from burncard.simulator.rooms.room import LINE_NS, DetectionRoom

SEATS: Final = range(1, 11)
KINDS: Final = {"both dealt in": 2, "one dealt in": 1, "both empty": 0}
"""How many of the two seats are dealt in."""
SETTLES_NS: Final = 1_500 * MS
PATIENCE_NS: Final = 5 * SECOND
LONG_NS: Final = 12 * SECOND


class _DealtError(Exception):
    """As many cards as wanted have been dealt."""


class Deal(DetectionRoom):
    """A deal of hold'em that stops after some cards, or when one is to go to the seat `until`, and leaves the table the
    time to hear them."""

    def __init__(self, radio: Radio, seed: str, line_ns: int, until: Seat | None = None) -> None:
        rng = Random(seed)
        seats = sorted({*rng.sample(SEATS, rng.randint(3, 9)), *(() if until is None else (until,))})
        config = TableConfig(game="holdem", structure="no-limit", seats=tuple((Seat(at), Chips(500)) for at in seats))
        super().__init__(config, radio, seed, line_ns=line_ns, layout=load_layout())
        self._left = rng.randint(1, 2 * len(seats) - 2)
        self._until = None if until is None else seat_zone(until)
        with suppress(_DealtError):
            self.play()
        self.listen(SETTLES_NS)

    def _put(self, put: Put) -> int:
        if put.zone == self._until or (self._until is None and not self._left):
            raise _DealtError
        self._left -= 1
        return super()._put(put)

    @property
    def due(self) -> Zone:
        """Where the next card is due."""
        awaited = self.service.record.table.awaited()
        assert isinstance(awaited, AwaitCard)
        return awaited.zone

    @property
    def asked(self) -> list[str]:
        """Between which places a card lies that somebody is asked to push."""
        return [fault.text for fault in self.service.record.faults.open if fault.code == "card-between"]

    def listen(self, duration_ns: int, *, to_the_end: bool = True) -> None:
        """Scans for so long, or until something is asked or ruled."""
        end_ns = self.now_ns + duration_ns
        while self.now_ns < end_ns and (to_the_end or not (self.asked or self.seen.rules)):
            self._scan(None, end_ns)

    def pair(self, rng: Random, kind: str) -> tuple[Zone, Zone] | None:
        """Two seats next to each other, neither of them due, of this kind; None if there are none."""
        dealt_in = {seat for seat, _ in self.config.seats}
        pairs = [
            (seat_zone(Seat(one)), seat_zone(Seat(two)))
            for one, two in pairwise(SEATS)
            if len(dealt_in & {one, two}) == KINDS[kind]
        ]
        possible = [pair for pair in pairs if self.due not in pair]
        return rng.choice(possible) if possible else None

    def lay_between(self, pair: tuple[Zone, Zone], share: float = 0.5) -> str:
        """Lays a card of the pack halfway between two places, or nearer to one of them; its tag."""
        one, two = (antenna for zone in pair if (antenna := self.layout.antenna_of(zone)) is not None)
        assert isinstance(self.air, Air)
        uid = self.dealer.stub.uids()[0]
        self.air.lay_between(uid, (one, two), "down", self.now_ns, share)
        return uid

    def push(self, uid: str, zone: Zone) -> None:
        """Pushes it well into one of them."""
        antenna = self.layout.antenna_of(zone)
        assert antenna is not None
        self.air.take(uid)
        self.air.lay(uid, antenna, "down", self.now_ns)


def between_two_seats(options: argparse.Namespace, radio: Radio) -> None:
    """Prints what became of so many cards of each kind, exactly halfway between two seats."""
    for kind in KINDS:
        counts = Counter[str]()
        for number in range(options.cases):
            seed = f"{options.seed}/{kind}/{number}"
            deal = Deal(radio, seed, options.line_ms * MS)
            pair = deal.pair(Random(f"{seed}/pair"), kind)
            if pair is None:
                continue
            deal.lay_between(pair)
            deal.listen(PATIENCE_NS, to_the_end=False)
            counts["asked about" if deal.asked else ", ".join(deal.seen.rules) or "still open"] += 1
        print(f"{kind}: {counts.total()} cards, {dict(counts)}", flush=True)


def pitched_too_far(options: argparse.Namespace, radio: Radio) -> None:
    """Prints what became of so many cards that were dealt to a seat and came to lie beside it."""
    counts = Counter[str]()
    for number in range(options.cases):
        deal = Deal(radio, f"{options.seed}/{number}", options.line_ms * MS, until=options.seat)
        uid = deal.lay_between((seat_zone(options.seat), options.beside), options.share)
        deal.listen(LONG_NS, to_the_end=False)
        hand = deal.service.record.table.hand
        is_told = hand is not None and any(card.tag == uid for card in hand.felt.all_out())
        untold = "reported at the seat" if is_told else "not reported"
        counts["asked about" if deal.asked else ", ".join(deal.seen.rules) or untold] += 1
    print(dict(counts))


def main() -> None:
    """Lays cards of the deal between two places, and prints what became of them."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--cases", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--radio", choices=sorted(RADIOS), default="typical")
    parser.add_argument("--without-strength", action="store_true")
    parser.add_argument("--line-ms", type=int, default=LINE_NS // MS)
    parser.add_argument("--seat", type=int, help="the card is due at this seat")
    parser.add_argument("--beside", type=Zone, default=MUCK, help="and lies on the way from there to this place")
    parser.add_argument("--share", type=float, default=0.6, help="at this share of it; the border is at 0.5")
    options = parser.parse_args()
    radio = RADIOS[options.radio]
    radio = radio.without_strength() if options.without_strength else radio
    (between_two_seats if options.seat is None else pitched_too_far)(options, radio)


if __name__ == "__main__":
    main()
