"""Random hands played on the rules alone, without devices or controller.

`python -m tests.harness.random_hands --hands 100000` plays hands of every game in every house and prints a tally.
`--kind` is `clean` (no ruling may come), `mistaken` (one mistake, one ruling, a clean end after its repair) or `fuzzed`
(arbitrary facts lose no card and no chip).
"""

import argparse
import time
from collections import Counter
from dataclasses import dataclass, field
from random import Random

import msgspec

from burncard.rules.cards import Chips, Seat
from burncard.rules.facts import Fact, Hand
from burncard.rules.games import GAMES
from burncard.rules.games.game import Game
from burncard.rules.games.houses import HOUSES
from burncard.rules.outcomes import Next, Outcome, Result, Ruling
from burncard.rules.table import Table
from burncard.simulator.dealer import Dealer, NewHand, fact_of
from burncard.simulator.expected_rulings import ORDINARY_RULES
from burncard.simulator.pack import make_pack
from tests.harness.fuzz import fuzz_hand
from tests.harness.mistaken_hands import play_mistaken
from tests.harness.scripted import InvariantError, conserved
from tests.harness.slices import Slice, in_slices

BUY_INS = (20, 37, 80, 200, 500)
SMALL, BIG = Chips(10), Chips(20)
FACTS_MAX = 600


@dataclass(slots=True)
class Played:
    """A played hand: its facts, rulings and result."""

    facts: list[Fact] = field(default_factory=list)
    rulings: list[Ruling] = field(default_factory=list)
    result: Result | None = None


def hand_fact(game: Game, structure: str, house: str, seats: int, rng: Random, number: int = 1) -> Hand:
    """The `hand` fact of a random table: stacks from short to deep, forced bets as the game requires."""
    numbers = sorted(rng.sample(range(1, 11), seats))
    stacks = {Seat(seat): Chips(rng.choice(BUY_INS)) for seat in numbers}
    button = Seat(rng.choice(numbers)) if game.button else None
    posts: dict[Seat, Chips] = {}
    if button is not None and game.streets[0].first == "left-of-post":
        order = [Seat(seat) for seat in (*[n for n in numbers if n > button], *[n for n in numbers if n <= button])]
        if len(order) == 2:
            order.reverse()
        posts = {order[0]: Chips(5), order[1]: SMALL}
    return Hand(
        id=f"h{number}",
        game=game.code,
        structure=structure,
        house=house,
        button=button,
        seats=stacks,
        posts=posts,
        antes=Chips(0) if posts else Chips(2),
        bring_in=Chips(4) if game.bring_in else Chips(0),
        small_bet=SMALL,
        big_bet=BIG,
        min_bet=SMALL,
        back="red",
    )


def play(fact: Hand, rng: Random, table: Table | None = None) -> Played:
    """Plays a hand to its result, following `next`. Raises RuntimeError if it does not end."""
    table = table or Table()
    game = GAMES[fact.game]
    dealer = Dealer(make_pack("red", joker=game.joker, first_serial=1), rng, needs_openers=game.needs_openers)
    dealer.collect()
    played = Played()
    outcomes = _apply(table, fact, played)
    while played.result is None:
        awaited = outcomes[-1]
        assert isinstance(awaited, Next)
        doing = dealer.follow(awaited)
        if isinstance(doing, NewHand) or len(played.facts) > FACTS_MAX:
            raise RuntimeError(f"the hand does not end: {outcomes[-1]}")
        outcomes = _apply(table, fact_of(doing, tags=False), played)
        dealer.hear(outcomes)
    return played


def _apply(table: Table, fact: Fact, played: Played) -> list[Outcome]:
    played.facts.append(fact)
    outcomes = table.apply(fact)
    for outcome in outcomes:
        if isinstance(outcome, Ruling):
            played.rulings.append(outcome)
        elif isinstance(outcome, Result):
            played.result = outcome
    return outcomes


def unexpected_rulings(played: Played) -> list[Ruling]:
    """The rulings that a clean hand must not have: all but those on ordinary procedure, such as an empty pack."""
    return [ruling for ruling in played.rulings if ruling.rule not in ORDINARY_RULES]


def random_table(number: int, seed: int, only: str = "") -> tuple[Hand, Random]:
    """The `hand` fact of hand `number` of a run (each game in each house in rotation), and its random generator."""
    rng = Random(f"{seed}/{number}")
    games = [GAMES[only]] if only else list(GAMES.values())
    game = games[number % len(games)]
    house = list(HOUSES)[number // len(games) % len(HOUSES)]
    fact = hand_fact(game, rng.choice(game.structures), house, rng.randint(game.min_seats, game.max_seats), rng, number)
    return msgspec.structs.replace(fact, tournament=rng.random() < 0.25), rng


def check_clean(fact: Hand, rng: Random) -> str:
    """Plays a hand without a mistake. Raises InvariantError if there is an unexpected ruling or a chip is lost."""
    played = play(fact, rng)
    assert played.result is not None
    if unexpected_rulings(played) or not conserved(fact, played.result):
        raise InvariantError(f"{unexpected_rulings(played)} {played.result}")
    return f"clean: {played.result.ended}"


def check_mistaken(fact: Hand, rng: Random) -> str:
    """Plays a hand with one mistake; returns the mistake and the rule that ruled on it. Raises InvariantError."""
    mistaken = play_mistaken(fact, rng)
    return "no opportunity" if mistaken.ruling is None else f"{mistaken.name}: {mistaken.ruling.rule}"


def check_fuzzed(fact: Hand, rng: Random) -> str:
    """Gives a table arbitrary facts. Raises InvariantError."""
    fuzz_hand(fact, rng, rng.choice((10, 40, 150)))
    return "fuzzed"


CHECKS = {"clean": check_clean, "mistaken": check_mistaken, "fuzzed": check_fuzzed}


@dataclass(frozen=True, slots=True)
class Run:
    """Many hands of one kind, from a seed. `game`: only this one, if it is not empty."""

    hands: int
    seed: int
    kind: str = "clean"
    game: str = ""

    def played(self, part: Slice) -> tuple[Counter[str], tuple[int, str] | None]:
        """Plays a part of the hands up to the first that violates an invariant: a tally, and that hand."""
        outcomes: Counter[str] = Counter()
        for number in range(part.place, self.hands, part.every):
            fact, rng = random_table(number, self.seed, self.game)
            try:
                outcomes[CHECKS[self.kind](fact, rng)] += 1
            except InvariantError as error:
                return outcomes, (number, f"hand {number} of seed {self.seed}: {fact}\n{error}")
        return outcomes, None


def play_all(run: Run, jobs: int) -> tuple[Counter[str], str]:
    """Plays the hands in so many processes: a tally, and the first hand that violates an invariant, in words."""
    parts = in_slices(run.played, Slice(0, 1), jobs)
    outcomes: Counter[str] = sum((tally for tally, _ in parts), Counter())
    failures = [failure for _, failure in parts if failure is not None]
    return outcomes, min(failures)[1] if failures else ""


def main() -> None:
    """Plays many hands and prints a tally; stops at the first that violates an invariant."""
    parser = argparse.ArgumentParser(description="Random hands of every game in every house, on the rules alone.")
    parser.add_argument("--hands", type=int, default=12000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--game", default="", choices=["", *GAMES])
    parser.add_argument("--kind", default="clean", choices=list(CHECKS))
    parser.add_argument("--jobs", type=int, default=1, help="processes; the result is the same for any number")
    options = parser.parse_args()
    started_s = time.perf_counter()
    outcomes, failure = play_all(Run(options.hands, options.seed, options.kind, options.game), options.jobs)
    if failure:
        raise SystemExit(failure)
    for what, count in sorted(outcomes.items()):
        print(f"{count:8} {what}")
    rate = options.hands / (time.perf_counter() - started_s)
    print(f"{options.hands} {options.kind} hands, seed {options.seed}: no violation, {rate:.0f}/s")


if __name__ == "__main__":
    main()
