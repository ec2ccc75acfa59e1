"""The pack shuffled on the stub's antenna after a hand, all cards collected: which places the table names as not clear.

`python -m tests.harness.between_hands --hands 20 --seed c` counts the moments at which it names any.
"""

import argparse
from collections import Counter
from random import Random
from typing import Final

from burncard.controller.config import TableConfig
from burncard.controller.views import table_view
from burncard.firmware_bridge.driver import MS, SECOND
from burncard.hardware.layout import load_layout
from burncard.rules.cards import STUB, Chips, Seat, Zone
from burncard.simulator.radio.quality import RADIOS, Radio
from burncard.simulator.rooms.room import LINE_NS, DetectionRoom

MOMENT_NS: Final = 250 * MS
SWEEP_NS: Final = 60 * MS
"""How long the dealer takes to take in one card."""
CLEAR_NS: Final = 4 * SECOND
"""So long after the last card was taken in, the table is to know that all have gone."""
SHUFFLED_NS: Final = 16 * SECOND
LIES_MS: Final = (2000, 8000)
"""For so long the pack lies there, or is in the dealer's hands."""


class BetweenHands(DetectionRoom):
    """A hand of hold'em that has ended, and what follows it at a table where the dealer shuffles."""

    def __init__(self, radio: Radio, seed: str, line_ns: int = LINE_NS) -> None:
        rng = Random(seed)
        seats = sorted(rng.sample(range(1, 11), rng.randint(3, 9)))
        config = TableConfig(game="holdem", structure="no-limit", seats=tuple((Seat(at), Chips(500)) for at in seats))
        super().__init__(config, radio, seed, line_ns=line_ns, layout=load_layout())
        self.play()
        self._shuffles = Random(f"{seed}/shuffle")

    def listen(self, duration_ns: int) -> None:
        """Scans for so long."""
        end_ns = self.now_ns + duration_ns
        while self.now_ns < end_ns:
            self._scan(None, end_ns)

    def collect(self) -> None:
        """The dealer takes in all cards, one after the other."""
        for piece in list(self.air.felt):
            self.air.take(piece.name)
            self.listen(SWEEP_NS)

    def shuffle(self) -> list[frozenset[Zone]]:
        """The pack is laid down, taken up, and so on; the places that are named at each moment once they are clear."""
        stub = self.layout.antenna_of(STUB)
        assert stub is not None
        tags = sorted(self.decks.tags_of("red"))
        named: list[frozenset[Zone]] = []
        began_ns, turn_ns, lies = self.now_ns, int(self.now_ns), True
        while self.now_ns < began_ns + CLEAR_NS + SHUFFLED_NS:
            if self.now_ns >= turn_ns:
                lies = not lies
                self._shuffles.shuffle(tags)
                self.air.lay_pack(tags if lies else (), stub)
                turn_ns = self.now_ns + self._shuffles.randint(*LIES_MS) * MS
            self.listen(MOMENT_NS)
            if self.now_ns >= began_ns + CLEAR_NS:
                named.append(frozenset(Zone(out.zone) for out in table_view(self.service, "dealer").deck.out))
        return named


def main() -> None:
    """Prints how many moments there were, at how many of them a place was named, and which."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--hands", type=int, default=20)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--radio", choices=sorted(RADIOS), default="typical")
    parser.add_argument("--without-strength", action="store_true")
    parser.add_argument("--line-ms", type=int, default=LINE_NS // MS)
    options = parser.parse_args()
    radio = RADIOS[options.radio]
    radio = radio.without_strength() if options.without_strength else radio
    moments: list[frozenset[Zone]] = []
    for number in range(options.hands):
        table = BetweenHands(radio, f"{options.seed}/{number}", options.line_ms * MS)
        table.collect()
        moments += table.shuffle()
    places = Counter(zone for named in moments for zone in named)
    print(f"moments {len(moments)}, with a place named {sum(map(bool, moments))}: {dict(places)}")


if __name__ == "__main__":
    main()
