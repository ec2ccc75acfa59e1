"""Cards are dealt at a human pace over antennas that hear otherwise than usual, with and without calibration.

`python -m tests.harness.odd_antennas --rounds 200` prints the wrong places and the delays for each kind of antenna.
"""

import argparse
from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from statistics import median

from burncard.controller.calibration.stored_calibration import Calibration
from burncard.controller.calibration.survey import Survey
from burncard.controller.calibration.tallies import AntennaTally, Heard
from burncard.controller.perception.arrival import Arrival
from burncard.controller.perception.chances import Antenna
from burncard.controller.perception.perception import Perception
from burncard.controller.perception.rates import Rates
from burncard.firmware_bridge.driver import MS, SECOND, Nanoseconds
from burncard.firmware_bridge.events import Scan, TagHeard
from burncard.hardware.layout import load_layout
from burncard.simulator.radio.air import Air
from burncard.simulator.radio.antenna_plan import TablePlan
from burncard.simulator.radio.quality import RADIOS, Radio
from burncard.simulator.technician import lay_for

LAYOUT = load_layout()
NEIGHBOURS = LAYOUT.neighbours()
MUCK, ASIDE, STUB = 13, 14, 15
SEATS, BOARD = range(1, 11), 11
LINE_NS = 5 * MS
PACE_NS = 450 * MS
AFTER_NS = 3 * SECOND


@dataclass(frozen=True, slots=True)
class Room:
    """The antennas that are odd, by what is odd about them."""

    gain_db: Mapping[Antenna, float] = field(default_factory=dict)
    shown_db: Mapping[Antenna, float] = field(default_factory=dict)

    def air(self, radio: Radio, seed: object) -> Air:
        """Its air."""
        air = Air(TablePlan(LAYOUT.zones), radio, Random(f"{seed}"))
        air.conditions.gain_db.update(self.gain_db)
        air.conditions.shown_db.update(self.shown_db)
        return air


ROOMS = {
    "usual": Room(),
    "one hears far": Room(gain_db={3: 12.0}),
    "one is weak": Room(gain_db={3: -12.0}),
    "one far, one weak": Room(gain_db={3: 10.0, 4: -10.0}),
    "one shows too much": Room(shown_db={3: 14.0}),
    "one shows too little": Room(shown_db={3: -14.0}),
    "all are weak": Room(gain_db=dict.fromkeys(LAYOUT.zones, -12.0)),
    "all show too little": Room(shown_db=dict.fromkeys(LAYOUT.zones, -20.0)),
}


def card(number: int) -> str:
    """The id of a card's tag."""
    return f"E00401{number * 7919:010X}"


def counted(scans: int, heard: int, dbm: float | None = None) -> Heard:
    """So many scans, the first of which heard a card."""
    tally = Heard()
    for number in range(scans):
        tally.add(number < heard, dbm)
    return tally


def antenna(own: Heard, beside: Heard | None = None, border: Heard | None = None) -> AntennaTally:
    """An antenna with these counts."""
    tally = AntennaTally()
    tally.own[0] = own
    tally.beside = {} if beside is None else {4: beside}
    tally.border = {} if border is None else {4: border}
    return tally


def scan_of(air: Air, antenna: Antenna, now_ns: int) -> Scan:
    """One scan of an antenna, which begins now."""
    heard = air.inventory(antenna, now_ns)
    tags = tuple(TagHeard(answer.uid, None if answer.dbm is None else round(answer.dbm)) for answer in heard.answers)
    return Scan(antenna, now_ns, now_ns + heard.took_ns + LINE_NS, tags, complete=True)


def surveyed(room: Room, radio: Radio, seed: int) -> Calibration:
    """The calibration of a room: every step is done, up to three times, or left out."""
    air = room.air(radio, f"{seed}/survey")
    survey = Survey(NEIGHBOURS, LAYOUT.zones, MUCK)
    now_ns, tries = SECOND, 0
    while (step := survey.step) is not None:
        lay_for(step, air, [card(900 + number) for number in range(5)], now_ns)
        now_ns += 2 * SECOND
        survey.measure()
        while survey.measuring:
            scan = scan_of(air, survey.next_antenna(), now_ns)
            now_ns = scan.ended_ns
            survey.take(scan)
        tries = tries + 1 if survey.problem else 0
        if tries == 3:
            survey.skip()
            tries = 0
    return Calibration(LAYOUT.name, dict(LAYOUT.zones), now_ns, MUCK, survey.result())


class Rotation:
    """The deal: two cards to each seat in turn, then the board."""

    def __init__(self) -> None:
        self.places = [*SEATS, *SEATS, BOARD, BOARD, BOARD]
        self.taken = 0

    def moment(self) -> int:
        return self.taken

    def due(self) -> tuple[Antenna, ...]:
        return tuple(dict.fromkeys(self.places[self.taken : self.taken + 4]))

    def count_due(self, antenna: Antenna) -> int:
        return self.places[self.taken : self.taken + 4].count(antenna)

    def shows_a_later_card(self, arrival: Arrival) -> bool:
        """All cards show the same face."""
        return False

    def empty(self) -> tuple[Antenna, ...]:
        return ()

    def kept(self) -> tuple[int, ...]:
        return ()

    def folded(self) -> tuple[int, ...]:
        return ()

    def unused(self) -> tuple[int, ...]:
        return ()

    def turned(self) -> tuple[int, ...]:
        return ()

    def early(self) -> tuple[int, ...]:
        return ()

    def leaving(self) -> dict[Antenna, int]:
        return {}

    def deals_on(self) -> None:
        return None

    def likely(self, uid: str, home: Antenna | None, antenna: Antenna, *, alone: bool = False) -> bool:
        return antenna in self.due() if home is None else antenna == MUCK

    def in_order(self, arrival: Arrival) -> bool:
        return arrival.left is None and arrival.antenna in self.due()[:1]

    def after_one_more(self, arrival: Arrival) -> bool:
        return arrival.antenna in self.places[self.taken + 1 : self.taken + 2]

    def goes_first(self, arrival: Arrival, other: Arrival) -> bool:
        """Nothing is dealt too early."""
        return False


@dataclass(slots=True)
class Tally:
    """What became of the cards that were dealt."""

    cards: int = 0
    wrong: int = 0
    unseen: int = 0
    delays_ns: list[int] = field(default_factory=list)

    @property
    def errors(self) -> int:
        return self.wrong + self.unseen


def deal_round(room: Room, radio: Radio, seed: int, rates: Mapping[Antenna, Rates] | None, tally: Tally) -> None:
    """Deals one round, and then lets the cards lie for a while."""
    air, deal = room.air(radio, seed), Rotation()
    perception = Perception(deal, NEIGHBOURS, rest=(MUCK, ASIDE, STUB), pack=(STUB,), rates=rates)
    landed: dict[str, tuple[Antenna, int]] = {}
    found: dict[str, int] = {}
    now_ns, next_ns = SECOND, SECOND
    end_ns = SECOND + len(deal.places) * PACE_NS + AFTER_NS
    places = iter(list(deal.places))
    while now_ns < end_ns:
        while next_ns is not None and next_ns <= now_ns:
            place = next(places, None)
            if place is None:
                next_ns = end_ns
                break
            uid = card(seed * 100 + len(landed))
            air.lay(uid, place, "down", next_ns)
            landed[uid] = (place, next_ns)
            next_ns += PACE_NS
        scan = scan_of(air, perception.next_antenna(Nanoseconds(now_ns)), now_ns)
        now_ns = scan.ended_ns
        heard = {tag.uid: tag.rssi_dbm for tag in scan.tags if tag.uid in landed}
        perception.take(scan.antenna, heard, Nanoseconds(now_ns), took_ns=scan.ended_ns - scan.began_ns)
        while (arrival := perception.order.release(Nanoseconds(now_ns))) is not None:
            place, landed_ns = landed[arrival.uid]
            tally.wrong += arrival.antenna != place
            deal.taken += arrival.left is None
            if arrival.uid not in found:
                found[arrival.uid] = arrival.antenna
                tally.delays_ns.append(now_ns - landed_ns)
    tally.cards += len(landed)
    tally.unseen += len(landed) - len(found)


def deal(room: Room, radio: Radio, seeds: range, rates: Mapping[Antenna, Rates] | None = None) -> Tally:
    """Deals a round for each seed."""
    tally = Tally()
    for seed in seeds:
        deal_round(room, radio, seed, rates, tally)
    return tally


def main() -> None:
    """Compares the defaults with a calibration, room by room."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=40)
    parser.add_argument("--radio", default="typical", choices=list(RADIOS))
    parser.add_argument("--no-strength", action="store_true")
    parser.add_argument("--first", type=int, default=0)
    given = parser.parse_args()
    radio = RADIOS[given.radio].without_strength() if given.no_strength else RADIOS[given.radio]
    seeds = range(given.first, given.first + given.rounds)
    for name, room in ROOMS.items():
        for words, rates in (("defaults", None), ("calibrated", surveyed(room, radio, given.first).rates())):
            tally = deal(room, radio, seeds, rates)
            late = sorted(tally.delays_ns)[int(len(tally.delays_ns) * 0.99)] // MS
            delay = f"median {median(tally.delays_ns) / MS:.0f} ms, p99 {late} ms"
            print(
                f"{name:22} {words:10} {tally.wrong:4} wrong, {tally.unseen:3} unseen of {tally.cards}; {delay}",
                flush=True,
            )


if __name__ == "__main__":
    main()
