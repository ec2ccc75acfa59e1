"""Any entry at any time is taken or refused: no exception, no chip lost, and the hand still ends."""

from random import Random

import pytest

from burncard.rules.cards import Chips, Seat
from burncard.rules.facts import Action, ActionName, ChipsMoved, Fact, Press
from burncard.rules.games import GAMES
from burncard.rules.games.houses import HOUSES
from burncard.rules.outcomes import AwaitAction, AwaitDraw, AwaitShow, Next, Outcome, Result, Ruling
from burncard.rules.table import Table
from burncard.simulator.dealer import Dealer, NewHand, fact_of
from burncard.simulator.pack import make_pack
from tests.harness.random_hands import hand_fact
from tests.harness.scripted import conserved

HANDS_PER_GAME = 40
ODD_ENTRY_CHANCE = 0.25
FACTS_MAX = 900
ACTIONS: tuple[ActionName, ...] = (
    "fold",
    "check",
    "call",
    "bet",
    "raise",
    "complete",
    "bring-in",
    "all-in",
    "open",
)
PRESSES = ("wager-withdrawn", "rap", "time-called", "small-chips")


def odd_entry(seats: list[Seat], rng: Random) -> Fact:
    """An action, a motion with chips or a press that may make no sense at all."""
    seat = rng.choice(seats)
    amount = rng.choice((None, Chips(0), Chips(4), Chips(10), Chips(20), Chips(rng.randint(0, 500))))
    kind = rng.random()
    if kind < 0.5:
        return Action(seat=seat, action=rng.choice(ACTIONS), amount=amount)
    if kind < 0.9:
        chips = [Chips(rng.choice((0, 1, 5, 10, 25, 100))) for _ in range(rng.randint(0, 4))]
        return ChipsMoved(seat=seat, chips=chips, says=rng.choice((None, None, "call", "raise", "bet")), amount=amount)
    return Press(press=rng.choice(PRESSES), seat=seat)


@pytest.mark.parametrize("code", GAMES)
def test_any_entry_is_answered_and_the_hand_ends_with_every_chip(code: str) -> None:
    rng = Random(code)
    game = GAMES[code]
    for _ in range(HANDS_PER_GAME):
        seats = rng.randint(game.min_seats, game.max_seats)
        fact = hand_fact(game, rng.choice(game.structures), rng.choice(list(HOUSES)), seats, rng)
        table = Table()
        dealer = Dealer(make_pack("red", joker=game.joker, first_serial=1), rng)
        dealer.collect()
        outcomes: list[Outcome] = table.apply(fact)
        last_ruling: str | None = None
        result: Result | None = None
        for _ in range(FACTS_MAX):
            awaited = outcomes[-1]
            assert isinstance(awaited, Next)
            for outcome in outcomes:
                if isinstance(outcome, Ruling):
                    last_ruling = outcome.id
                elif isinstance(outcome, Result):
                    result = outcome
            if result is not None:
                break
            if isinstance(awaited, AwaitAction | AwaitDraw | AwaitShow) and rng.random() < ODD_ENTRY_CHANCE:
                outcomes = table.apply(odd_entry([awaited.seat, *fact.seats], rng))
            else:
                doing = dealer.follow(awaited, last_ruling)
                assert not isinstance(doing, NewHand)
                outcomes = table.apply(fact_of(doing, tags=False))
            dealer.hear(outcomes)
            assert table.hand is not None
            assert min(table.hand.betting.stacks.values()) >= 0
        assert result is not None
        assert conserved(fact, result)
