"""Random hands played on the rules alone: no devices, no controller, as fast as they go.

`python -m simulator.random_hands --hands 100000` plays clean hands of every game in every house and says how many there
were; any ruling among them is a bug.
"""

import argparse
import time
from dataclasses import dataclass, field
from random import Random

from rules.cards import Chips, Seat
from rules.facts import Fact, Hand
from rules.game import Game
from rules.games import GAMES
from rules.houses import HOUSES
from rules.outcomes import Next, Outcome, Result, Ruling
from rules.table import Table
from simulator.dealer import Dealer, NewHand, fact_of
from simulator.mistakes import ORDINARY_RULES
from simulator.pack import make_pack

BUY_INS = (20, 37, 80, 200, 500)
SMALL, BIG = Chips(10), Chips(20)
FACTS_MAX = 600


@dataclass(slots=True)
class Played:
    """One hand as it was played: its facts, everything that came out, and its result."""

    facts: list[Fact] = field(default_factory=list)
    rulings: list[Ruling] = field(default_factory=list)
    result: Result | None = None


def hand_fact(game: Game, structure: str, house: str, seats: int, rng: Random, number: int = 1) -> Hand:
    """The `hand` fact of a random table: stacks from short to deep, forced bets as the game wants them."""
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
    """Plays one hand as the table awaits it, to its result. Raises RuntimeError where it does not end."""
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


def surprises(played: Played) -> list[Ruling]:
    """The rulings of a clean hand that should not have been given: all but those about a pack or a seat run dry."""
    return [ruling for ruling in played.rulings if ruling.rule not in ORDINARY_RULES]


def main() -> None:
    """Plays many clean hands and prints what came of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=12000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--game", default="")
    options = parser.parse_args()
    rng = Random(options.seed)
    started_s = time.perf_counter()
    games = [GAMES[options.game]] if options.game else list(GAMES.values())
    for number in range(options.hands):
        game = games[number % len(games)]
        house = list(HOUSES)[number // len(games) % len(HOUSES)]
        seats = rng.randint(game.min_seats, game.max_seats)
        fact = hand_fact(game, rng.choice(game.structures), house, seats, rng, number)
        played = play(fact, rng)
        assert played.result is not None
        if surprises(played) or not conserved(fact, played.result):
            print(f"hand {number}: {fact}\n{surprises(played)}\n{played.result}")
            raise SystemExit(1)
    took_s = time.perf_counter() - started_s
    print(f"{options.hands} clean hands, seed {options.seed}: no ruling, {options.hands / took_s:.0f} hands/s")


if __name__ == "__main__":
    main()
