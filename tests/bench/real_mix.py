"""Hands as they are played, for the benchmarks: most end before the flop, few reach a showdown.

The policy of the players is set so that a table of hold'em plays as published figures say (`TARGETS`); `make_up` counts
what a mix came to, and every benchmark prints it. `python -m tests.bench.real_mix --hands 2000` prints it alone.
"""

import argparse
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Final

import msgspec

from burncard.rules.cards import Chips, Seat
from burncard.rules.facts import Action, ActionName, Fact, Hand
from burncard.rules.games import GAMES
from burncard.rules.games.game import Game
from burncard.rules.outcomes import AwaitAction, Next, Outcome, Result
from burncard.rules.table import Table
from burncard.simulator.dealer import Dealer, NewHand, fact_of
from burncard.simulator.pack import make_pack

TARGETS: Final = {"no showdown": 0.757}
"""Of 103,273,484 hands of hold'em for money, 75.7 % had no showdown: Hope and McCulloch, Statistical Analysis of Texas
Hold'em, Cigital 2009."""

ROTATION: Final = (
    *[("holdem", "no-limit")] * 12,
    *[("holdem", "limit")] * 3,
    *[("omaha", "pot-limit")] * 3,
    ("omaha8", "limit"),
    ("stud7", "limit"),
    ("stud8", "limit"),
    ("razz", "limit"),
    ("stud5", "limit"),
    ("mississippi", "limit"),
    ("lowball-a5", "limit"),
    ("lowball-27", "no-limit"),
    ("draw-high", "limit"),
    ("jacks", "limit"),
)
"""Of 28 hands, 15 are hold'em, and every game is dealt."""

HOUSES: Final = ("roberts", "roberts-early", "general")
STACK_BLINDS: Final = (15, 40, 60, 100, 100, 100, 200)
SMALL, BIG = Chips(5), Chips(10)
FACTS_MAX: Final = 700

_FOLDS_FIRST: Final = 0.74
_FOLDS_LATER: Final = 0.38
_RAISES_FIRST: Final = 0.55
_RAISES_LATER: Final = 0.2
_BETS: Final = 0.33
_ALL_IN: Final = 0.03


@dataclass(slots=True)
class PlayedHand:
    """A hand of the mix: its facts, and what became of it."""

    facts: list[Fact] = field(default_factory=list)
    streets: int = 1
    showdown: bool = False
    all_in: bool = False


def hand_of_mix(number: int, rng: Random) -> Hand:
    """The `hand` fact of hand `number`: six to nine seats where the game has them, stacks of 15 to 200 big blinds."""
    code, structure = ROTATION[number % len(ROTATION)]
    game = GAMES[code]
    count = min(game.max_seats, rng.choice((6, 6, 6, 8, 9)))
    seats = sorted(rng.sample(range(1, 11), count))
    button = Seat(rng.choice(seats)) if game.button else None
    posts: dict[Seat, Chips] = {}
    if button is not None and game.streets[0].first == "left-of-post":
        order = [*[seat for seat in seats if seat > button], *[seat for seat in seats if seat <= button]]
        posts = {Seat(order[0]): SMALL, Seat(order[1]): BIG}
    return Hand(
        id=f"m{number}",
        game=code,
        structure=structure,
        house=HOUSES[number // len(ROTATION) % len(HOUSES)],
        button=button,
        seats={Seat(seat): Chips(rng.choice(STACK_BLINDS) * BIG) for seat in seats},
        posts=posts,
        antes=Chips(0) if posts else Chips(1),
        bring_in=Chips(3) if game.bring_in else Chips(0),
        small_bet=BIG,
        big_bet=Chips(2 * BIG),
        min_bet=BIG,
        back="red",
    )


def play_hand(fact: Hand, rng: Random) -> PlayedHand:
    """Plays a hand to its result. Raises RuntimeError if it does not end."""
    game, table, played = GAMES[fact.game], Table(), PlayedHand()
    dealer = Dealer(make_pack("red", joker=game.joker, first_serial=1), rng, needs_openers=game.needs_openers)
    dealer.collect()
    outcomes: list[Outcome] = table.apply(fact)
    played.facts.append(fact)
    while not any(isinstance(outcome, Result) for outcome in outcomes):
        awaited = outcomes[-1]
        assert isinstance(awaited, Next)
        if isinstance(awaited, AwaitAction):
            doing: object = _choose(awaited, rng, _street(table), may_open=dealer.may_open(awaited.seat))
        else:
            doing = dealer.follow(awaited)
        if isinstance(doing, NewHand) or len(played.facts) > FACTS_MAX:
            raise RuntimeError(f"the hand does not end: {awaited}")
        step = fact_of(doing, tags=False)  # type: ignore[arg-type]
        played.facts.append(step)
        outcomes = table.apply(step)
        dealer.hear(outcomes)
        _note(played, table, step)
    return played


def mix(hands: int, seed: int) -> Iterator[PlayedHand]:
    """So many hands of the mix, the same for a seed."""
    for number in range(hands):
        rng = Random(f"{seed}/{number}")
        yield play_hand(hand_of_mix(number, rng), rng)


def make_up(hands: list[PlayedHand]) -> list[str]:
    """What a mix came to, in lines: hands by game, streets reached, showdowns, all-ins, facts a hand."""
    holdem = [hand for hand in hands if _game(hand).code == "holdem"]
    lines = [f"{len(hands)} hands: {_counted(Counter(_game(hand).code for hand in hands), len(hands))}"]
    for name, group in (("hold'em", holdem), ("all games", hands)):
        if group:
            shown = sum(hand.showdown for hand in group) / len(group)
            ended = _counted(Counter(f"street {hand.streets}" for hand in group), len(group))
            all_in = sum(hand.all_in for hand in group) / len(group)
            facts = sum(len(hand.facts) for hand in group) / len(group)
            lines.append(
                f"{name}: ended on {ended}; showdown {shown:.1%}; all-in {all_in:.1%}; {facts:.1f} facts a hand"
            )
    return lines


def _counted(counts: Counter[str], total: int) -> str:
    return ", ".join(f"{name} {count / total:.0%}" for name, count in sorted(counts.items()))


def _game(hand: PlayedHand) -> Game:
    fact = hand.facts[0]
    assert isinstance(fact, Hand)
    return GAMES[fact.game]


def _street(table: Table) -> int:
    """Which street is dealt, or bet on: 0 for the first."""
    assert table.hand is not None
    return table.hand.game.streets.index(table.hand.street)


def _note(played: PlayedHand, table: Table, step: Fact) -> None:
    if isinstance(step, Action):
        played.showdown |= step.action in ("show", "muck")
        if table.hand is not None:
            played.all_in |= table.hand.betting.stacks.get(step.seat) == 0
    if table.hand is not None:
        played.streets = max(played.streets, _street(table) + 1)


def _choose(offer: AwaitAction, rng: Random, street: int, *, may_open: bool) -> Action:
    """An action for the seat to act: most players fold at first, and fewer later."""
    options = [option for option in offer.options if may_open or option != "open"]
    first = street == 0
    name = "check" if "check" in options else "call"
    if "fold" in options and offer.to_call and rng.random() < (_FOLDS_FIRST if first else _FOLDS_LATER):
        name = "fold"
    else:
        bolder = next((option for option in ("raise", "complete", "bet", "open") if option in options), None)
        chance = (_RAISES_FIRST if first else _RAISES_LATER) if offer.to_call else _BETS
        if bolder is not None and rng.random() < chance:
            name = bolder
    if name not in options:
        name = "bring-in" if "bring-in" in options else options[0]
    amount = None
    if name in ("bet", "raise", "complete", "open"):
        amount = _size(offer, rng)
    elif name == "bring-in":
        amount = offer.to_call
    return Action(seat=offer.seat, action=_named(name), amount=amount)


def _size(offer: AwaitAction, rng: Random) -> Chips:
    assert offer.min_to is not None
    assert offer.max_to is not None
    if rng.random() < _ALL_IN:
        return offer.max_to
    return Chips(min(offer.max_to, offer.min_to * rng.choice((1, 1, 2, 2, 3))))


def _named(name: str) -> ActionName:
    action: ActionName = msgspec.convert(name, ActionName)
    return action


def main() -> None:
    """Prints what a mix comes to."""
    parser = argparse.ArgumentParser(description="What the mix of the benchmarks comes to.")
    parser.add_argument("--hands", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    print("\n".join(make_up(list(mix(options.hands, options.seed)))))


if __name__ == "__main__":
    main()
