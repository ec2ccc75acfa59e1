"""Clean hands as a reader without order reports them: the cards come in sweeps, and some of them are not read.

A hand is played card by card, then told again: consecutive cards form sweeps of random size and order, some cards are
`??`, and some of those are named later. Nothing in it is a mistake, so nothing may be ruled on.

`python -m tests.harness.swept_hands --hands 10000` plays hands of every game in every house and prints a tally.
"""

import argparse
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import groupby
from random import Random

import msgspec

from burncard.rules.cards import MUCK, STUB, UNREAD, Card
from burncard.rules.facts import CardSeen, Fact, Hand
from burncard.rules.games import GAMES
from burncard.rules.games.game import Game
from burncard.rules.outcomes import AwaitRead, Next, Outcome, Result, Ruling
from burncard.rules.table import Table
from burncard.simulator.expected_rulings import ORDINARY_RULES
from tests.harness.random_hands import play, random_table
from tests.harness.scripted import InvariantError

SWEEP_MAX = 12


@dataclass(slots=True)
class Reader:
    """Reports the cards of a hand. `lying`: each card out of the pack as it was last seen; `unread`: those not read.

    `misses`: the share of cards that are not read where they first lie. `tags`: whether a report carries the tag.
    """

    rng: Random
    misses: float
    tags: bool
    lying: dict[Card, CardSeen] = field(default_factory=dict)
    unread: list[Card] = field(default_factory=list)
    last_sweep: int = 0

    def sweeps(self, cards: list[CardSeen]) -> Iterator[list[CardSeen]]:
        """Consecutive cards as sweeps of random size and order."""
        waiting = list(cards)
        while waiting:
            group: list[CardSeen] = []
            most = self.rng.randint(1, SWEEP_MAX)
            while waiting and len(group) < most and not _needs_a_ruling(group, waiting[0]):
                group.append(waiting.pop(0))
            self.last_sweep += 1
            self.rng.shuffle(group)
            told = [self._report(fact) for fact in group]
            yield [msgspec.structs.replace(fact, sweep=self.last_sweep) for fact in told]

    def _report(self, fact: CardSeen) -> CardSeen:
        """What is read of a card that is put somewhere."""
        known = fact.card in self.lying and fact.card not in self.unread
        self.lying[fact.card] = fact
        if not known and self.rng.random() < (0.7 if fact.card in self.unread else self.misses):
            if fact.card not in self.unread:
                self.unread.append(fact.card)
        elif fact.card in self.unread:
            self.unread.remove(fact.card)
        told = self._tagged(fact, UNREAD if fact.card in self.unread else fact.card)
        if fact.zone == STUB:
            del self.lying[fact.card]
            self.unread = [card for card in self.unread if card != fact.card]
        return told

    def _tagged(self, fact: CardSeen, name: Card) -> CardSeen:
        return msgspec.structs.replace(fact, card=name, tag=f"E0{fact.card}" if self.tags else None)

    def named(self, card: Card) -> CardSeen:
        """A card that lies unread is read."""
        self.unread.remove(card)
        return msgspec.structs.replace(self._tagged(self.lying[card], card), was=UNREAD)

    def surely_lying(self) -> list[Card]:
        """The cards that can be seen again without doubt: without tags, `??` in the muck could be a discard."""
        return [card for card, at in self.lying.items() if self.tags or at.zone != MUCK or card not in self.unread]

    def read_again(self, card: Card) -> CardSeen:
        """A card is seen once more where it lies, read or not as before."""
        return self._tagged(self.lying[card], UNREAD if card in self.unread else card)


def _needs_a_ruling(group: list[CardSeen], card: CardSeen) -> bool:
    """Whether a card returns to the pack, or has done so, by a ruling that comes when the sweep has closed."""
    return any(fact.card == card.card or (fact.zone == STUB) != (card.zone == STUB) for fact in group)


@dataclass(slots=True)
class Told:
    """A hand as it was told to a table, and what the table said."""

    facts: list[Fact]
    rulings: list[Ruling] = field(default_factory=list)
    result: Result | None = None


def tell(facts: list[Fact], rng: Random, *, misses: float, tags: bool) -> Told:
    """Tells a recorded hand to a table in sweeps, cards unread; names what it awaits to be read."""
    reader, table, told = Reader(rng, misses, tags), Table(), Told([])
    game = next(GAMES[fact.game] for fact in facts if isinstance(fact, Hand))

    def give(fact: Fact) -> None:
        told.facts.append(fact)
        hear(table.apply(fact))

    def hear(outcomes: list[Outcome]) -> None:
        told.rulings += [one for one in outcomes if isinstance(one, Ruling) and one.rule not in ORDINARY_RULES]
        told.result = next((one for one in outcomes if isinstance(one, Result)), told.result)

    def read(wanted: Next) -> bool:
        zone = wanted.zone if isinstance(wanted, AwaitRead) else None
        lying = [card for card in reader.unread if reader.lying[card].zone == zone]
        for card in lying:
            give(reader.named(card))
        return bool(lying)

    for are_cards, group in groupby(facts, lambda fact: isinstance(fact, CardSeen)):
        if not are_cards:
            for fact in group:
                give(fact)
                while told.result is None and read(table.awaited()):
                    pass
            continue
        cards = [fact for fact in group if isinstance(fact, CardSeen)]
        for sweep in reader.sweeps(cards):
            for fact in sweep:
                give(fact)
            for card in list(reader.unread):
                if rng.random() < 0.05:
                    give(reader.named(card))
        for card in [card for card in reader.unread if _decides_who_acts(game, reader.lying[card])]:
            give(reader.named(card))
        for card in rng.sample(reader.surely_lying(), min(2, len(reader.surely_lying()))):
            give(msgspec.structs.replace(reader.read_again(card), sweep=reader.last_sweep))
    hear(table.finish())
    while told.result is None and read(table.awaited()):
        pass
    return told


def _decides_who_acts(game: Game, fact: CardSeen) -> bool:
    return game.family == "stud" and fact.face == "up"


def check_swept(fact: Hand, rng: Random) -> str:
    """Plays a hand and tells it in sweeps. Raises InvariantError if it is ruled on, or ends otherwise."""
    played = play(fact, rng)
    # Without tags nobody can say which of two unread cards an opener held before the draw, or which went back.
    went_back = any(isinstance(one, CardSeen) and one.zone == STUB for one in played.facts)
    tags, misses = GAMES[fact.game].needs_openers or went_back or rng.random() < 0.5, rng.choice((0.0, 0.1, 0.5, 1.0))
    told = tell(played.facts, rng, misses=misses, tags=tags)
    if told.rulings or told.result != played.result:
        lines = "\n".join(msgspec.json.encode(one).decode() for one in told.facts)
        raise InvariantError(f"{lines}\n{told.rulings}\n{told.result}\nas played: {played.result}")
    return f"{'tags' if tags else 'no tags'}, {misses:.0%} unread"


def main() -> None:
    """Plays many hands and prints a tally."""
    parser = argparse.ArgumentParser(description="Clean hands told in sweeps, with unread cards.")
    parser.add_argument("--hands", type=int, default=3600)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--game", default="")
    options = parser.parse_args()
    tally: Counter[str] = Counter()
    for number in range(options.hands):
        fact, rng = random_table(number, options.seed, options.game)
        try:
            tally[check_swept(fact, rng)] += 1
        except InvariantError as error:
            raise SystemExit(f"hand {number} of seed {options.seed}:\n{error}") from error
    for what, count in sorted(tally.items()):
        print(f"{count:8} {what}")


if __name__ == "__main__":
    main()
