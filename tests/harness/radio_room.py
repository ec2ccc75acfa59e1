"""A dealer with a pace of his own over a real radio, and a twin table that is told the truth.

`python -m tests.harness.radio_room --radio typical --hands 300` deals hands of every game. What the dealer does goes to
the twin at once and to the felt; the table hears of it through scans and perception alone. The dealer never waits to be
seen; after a mistake (`--mistakes`) he waits to be stopped. A hand is broken when the two tables' rulings differ.
"""

import argparse
import dataclasses
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from multiprocessing import Pool
from random import Random

from burncard.controller.perception.deal_of_table import DealOfTable
from burncard.controller.perception.perception import Arrival, Perception
from burncard.firmware_bridge.driver import MS, SECOND, Nanoseconds
from burncard.hardware.layout import load_layout
from burncard.rules.cards import ASIDE, JOKER, MUCK, STUB, UNREAD, Card, Face, Zone
from burncard.rules.facts import Action, CardSeen, Fact
from burncard.rules.games import GAMES
from burncard.rules.outcomes import AwaitAction, AwaitDiscard, AwaitDraw, AwaitShow, Outcome, Ruling
from burncard.rules.table import Table
from burncard.simulator.dealer import Dealer, Doing, NewHand, Put, fact_of
from burncard.simulator.expected_rulings import ORDINARY_RULES
from burncard.simulator.mistakes import COPY_PREFIX, JOKER_UID, MISTAKES, Mistake
from burncard.simulator.pack import make_pack
from tests.harness.radio_felt import QUALITIES, Quality, RadioFelt, neighbours_of
from tests.harness.random_hands import random_table

LINK_NS = 5 * MS
"""What the line adds to each scan."""
FACE_NS = 150 * MS
"""How long a face sensor takes to report a card that is turned over."""
ENTRY_PATIENCE_NS = 2_200 * MS
STOPPED_WITHIN_NS = 4 * SECOND
AFTER_HAND_NS = 4 * SECOND
HAND_MAX_NS = 600 * SECOND
MISTAKE_CHANCE = 0.04


@dataclass(slots=True)
class Seen:
    """What became of one hand."""

    number: int
    game: str
    mistake: str = ""
    verdict: str = ""
    true_rules: list[str] = field(default_factory=list)
    rules: list[str] = field(default_factory=list)
    card_delays_ns: list[int] = field(default_factory=list)
    ruling_delay_ns: int | None = None


class RadioRoom:
    """One hand at a table over a radio."""

    def __init__(self, quality: Quality, seed: int, number: int, game: str = "", *, mistakes: bool = False) -> None:
        fact, rng = random_table(number, seed, game)
        joker = GAMES[fact.game].joker
        self.table, self.twin = Table(), Table()
        self.dealer = Dealer(
            make_pack("red", joker=joker, first_serial=1),
            rng,
            make_pack("blue", joker=joker, first_serial=0x100),
            needs_openers=GAMES[fact.game].needs_openers,
        )
        self.dealer.collect()
        self.layout = load_layout()
        self.rng = Random(f"{seed}/{number}/dealer")
        self.known = {card.uid: (card.card, card.back) for card in (*self.dealer.pack, *self.dealer.other_pack)}
        tags = [card.uid for card in self.dealer.pack]
        self.felt = RadioFelt(quality, self.layout, tags, Random(f"{seed}/{number}/radio"))
        at = {zone: self.layout.antenna_of(zone) for zone in (MUCK, ASIDE, STUB)}
        self.perception = Perception(
            DealOfTable(lambda: self.table, self.layout, self.fact),
            neighbours_of(self.layout),
            rest=[antenna for antenna in at.values() if antenna is not None],
            pack=[antenna for antenna in (at[STUB],) if antenna is not None],
        )
        self.seen = Seen(number, fact.game)
        self.now_ns = Nanoseconds(0)
        self._hand_fact = fact
        self._mistakes = mistakes
        self._mistake: Mistake | None = None
        self._moves: Iterator[Doing] | None = None
        self._made_ns: int | None = None
        self._faces: dict[str, Face] = {}
        self._boxed: set[str] = set()
        self._turned: list[tuple[int, str, int]] = []
        self._put_ns: dict[str, int] = {}
        self._entries: list[tuple[int, Fact]] = []

    def run(self) -> Seen:
        """Plays the hand to its end."""
        self._give(self.table, self._hand_fact)
        self.dealer.hear(self._give(self.twin, self._hand_fact))
        dealer_ns: int | None = 500 * MS
        end_ns = HAND_MAX_NS
        while self.now_ns < end_ns and not (self._ended(self.table) and dealer_ns is None):
            antenna = self.perception.next_antenna(self.now_ns)
            scanned_ns = self.now_ns + self.felt.duration_ns(antenna) + LINK_NS
            while dealer_ns is not None and dealer_ns <= scanned_ns:
                self.now_ns = Nanoseconds(max(self.now_ns, dealer_ns))
                dealer_ns = self._deal()
                if dealer_ns is None:
                    end_ns = self.now_ns + AFTER_HAND_NS
                self._tell_table()
            self.now_ns = Nanoseconds(scanned_ns)
            self.perception.take(antenna, self.felt.scan(antenna, self.now_ns), self.now_ns)
            self._tell_table()
        self.seen.mistake = "" if self._mistake is None else self._mistake.name
        self.seen.verdict = self._verdict()
        return self.seen

    def fact(self, arrival: Arrival) -> CardSeen:
        """An arrival as the fact that the table is told."""
        uid = arrival.uid
        card, back = self.known.get(uid, (UNREAD, "red"))
        if uid.startswith(COPY_PREFIX):
            card = next(known[0] for other, known in self.known.items() if other[6:] == uid[6:])
        elif uid == JOKER_UID:
            card = JOKER
        zone = self.layout.zone_of(arrival.antenna)
        assert zone is not None
        face = self._faces.get(uid)
        return CardSeen(card=Card(card), zone=Zone(zone), face=face, back=back, boxed=uid in self._boxed, tag=uid)

    # ---- the dealer --------------------

    def _deal(self) -> int | None:
        """The dealer's or a player's next act; when the one after it comes, None when the hand is over."""
        doing = self._err()
        unseen = doing is None and self._made_ns is not None and not self.seen.rules
        if unseen and self.now_ns < (self._made_ns or 0) + STOPPED_WITHIN_NS:
            return self.now_ns + 50 * MS
        doing = doing or self.dealer.follow(self.twin.awaited())
        if isinstance(doing, NewHand):
            return None
        if isinstance(doing, Put):
            self._put(doing)
            self.dealer.hear(self._give(self.twin, fact_of(doing, tags=True)))
            pitched = self.rng.uniform(50, 200) if isinstance(self.twin.awaited(), AwaitDiscard) else self._pace_ms()
            return self.now_ns + int(pitched) * MS
        fact = fact_of(doing, tags=True)
        self._entries.append((self.now_ns, fact))
        self.dealer.hear(self._give(self.twin, fact))
        return self.now_ns + int(self.rng.uniform(700, 1800)) * MS

    def _pace_ms(self) -> float:
        return self.rng.uniform(400, 600)

    def _err(self) -> Doing | None:
        """The next move of a mistake, which is begun now and then, once a hand."""
        hand = self.twin.hand
        if self._mistakes and self._mistake is None and hand is not None and self.rng.random() < MISTAKE_CHANCE:
            awaited = self.twin.awaited()
            possible = [mistake for mistake in MISTAKES if not hand.ended and mistake.possible(hand, awaited)]
            if possible:
                self._mistake = self.rng.choice(possible)
                self._moves = self._mistake.make(self.dealer, hand, awaited)
        if self._moves is None:
            return None
        doing = next(self._moves, None)
        if doing is None:
            self._moves = None
        else:
            self._made_ns = self.now_ns
        return doing

    def _put(self, put: Put) -> None:
        uid, antenna = put.physical.uid, self.layout.antenna_of(put.zone)
        before = self.felt.tags.get(uid)
        self._faces[uid] = put.face
        if put.boxed:
            self._boxed.add(uid)
        if antenna is None:
            self.felt.lift(uid)
        elif before is not None and before.antenna == antenna:
            self._turned.append((self.now_ns + FACE_NS, uid, antenna))
        else:
            self._put_ns[uid] = self.now_ns
            self.felt.put(uid, antenna, self.now_ns)

    # ---- the table --------------------

    def _tell_table(self) -> None:
        """Gives the table whatever may be told now: cards, faces, and the entries that waited for them."""
        told = True
        while told:
            told = False
            while (arrival := self.perception.release(self.now_ns)) is not None:
                self.seen.card_delays_ns.append(self.now_ns - self._put_ns.get(arrival.uid, self.now_ns))
                self._give(self.table, self.fact(arrival))
                told = True
            for turned in [turned for turned in self._turned if self._is_settled(*turned)]:
                self._turned.remove(turned)
                self._give(self.table, self.fact(Arrival(turned[1], turned[2], None, self.now_ns, self.now_ns)))
                told = True
            while self._entries and self._may_enter(*self._entries[0]):
                self._give(self.table, self._entries.pop(0)[1])
                told = True

    def _is_settled(self, when_ns: int, uid: str, antenna: int) -> bool:
        tag = self.perception.beliefs.tags.get(uid)
        if when_ns > self.now_ns or tag is None or tag.home_antenna != antenna:
            return False
        return all(held.uid != uid for held in self.perception.held)

    def _may_enter(self, made_ns: int, entry: Fact) -> bool:
        """Whether an entry is what the table awaits, or has waited long enough for cards that lie there unseen."""
        awaited = self.table.awaited()
        if not isinstance(entry, Action) or self.now_ns - made_ns > ENTRY_PATIENCE_NS:
            return True
        if entry.action in ("show", "muck"):
            return isinstance(awaited, AwaitShow)
        if entry.action in ("draw", "stand-pat"):
            return isinstance(awaited, AwaitDraw)
        return isinstance(awaited, AwaitAction) and awaited.seat == entry.seat

    def _give(self, table: Table, fact: Fact) -> list[Outcome]:
        outcomes = table.apply(fact)
        rules = [out.rule for out in outcomes if isinstance(out, Ruling) and out.rule not in ORDINARY_RULES]
        if table is self.twin:
            self.seen.true_rules += rules
        else:
            if rules and not self.seen.rules and self._made_ns is not None:
                self.seen.ruling_delay_ns = self.now_ns - self._made_ns
            self.seen.rules += rules
        return outcomes

    def _ended(self, table: Table) -> bool:
        return table.hand is not None and table.hand.ended

    def _verdict(self) -> str:
        true, given = self.seen.true_rules, self.seen.rules
        if true == given:
            return "right" if self._ended(self.table) == self._ended(self.twin) else "stuck"
        if not true:
            return "false"
        if not given:
            return "missed"
        return "broken later" if true[0] == given[0] else "wrong"


def play(job: tuple[Quality, int, int, str, bool]) -> Seen:
    """Plays one hand: quality, seed, number, game (empty: all in turn), with a mistake."""
    quality, seed, number, game, mistakes = job
    return RadioRoom(quality, seed, number, game, mistakes=mistakes).run()


def main() -> None:
    """Plays many hands and prints what came of them."""
    parser = argparse.ArgumentParser(description="Hands over a radio, judged by a table that knows the truth.")
    parser.add_argument("--radio", default="typical", choices=QUALITIES)
    parser.add_argument("--hands", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--game", default="", choices=["", *GAMES])
    parser.add_argument("--mistakes", action="store_true")
    parser.add_argument("--no-strength", action="store_true")
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args()
    quality = dataclasses.replace(QUALITIES[options.radio], measures_strength=not options.no_strength)
    jobs = [(quality, options.seed, number, options.game, options.mistakes) for number in range(options.hands)]
    started_s = time.perf_counter()
    verdicts: Counter[str] = Counter()
    cards: list[int] = []
    rulings: list[int] = []
    with Pool(options.jobs) as pool:
        for seen in pool.imap(play, jobs, chunksize=4):
            verdicts[seen.verdict] += 1
            cards += seen.card_delays_ns
            if seen.verdict != "right":
                print(
                    seen.number, seen.game, seen.mistake, seen.verdict, seen.true_rules[:2], seen.rules[:2], flush=True
                )
            elif seen.ruling_delay_ns is not None:
                rulings.append(seen.ruling_delay_ns)
    print(f"{options.radio}, seed {options.seed}: {dict(verdicts)} of {options.hands} hands")
    for what, delays in (("card", cards), ("ruling", rulings)):
        if delays:
            delays.sort()
            median, late = delays[len(delays) // 2] // MS, delays[len(delays) * 99 // 100] // MS
            print(f"{what} reported after {median} ms median, {late} ms p99, {delays[-1] // MS} ms worst")
    print(f"{options.hands / (time.perf_counter() - started_s):.1f} hands/s")


if __name__ == "__main__":
    main()
