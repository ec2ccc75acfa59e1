"""A game that needs no new mechanism is one value of `Game`."""

from dataclasses import replace
from random import Random

import pytest

from burncard.rules.cards import Chips, Seat, seat_zone
from burncard.rules.facts import Hand
from burncard.rules.games import GAMES
from burncard.rules.games.game import Game
from burncard.rules.games.omaha import OMAHA
from burncard.rules.games.razz import RAZZ
from burncard.rules.outcomes import Next, Outcome, Result, Ruling
from burncard.rules.table import Table
from burncard.simulator.dealer import Dealer, fact_of
from burncard.simulator.pack import make_pack

FIVE_CARD_OMAHA = replace(
    OMAHA,
    code="omaha5",
    name="Five-card Omaha",
    rules_of="omaha",
    streets=(replace(OMAHA.streets[0], faces=("down",) * 5), *OMAHA.streets[1:]),
    hand_size=5,
    max_seats=8,
)
HIGH_ANTE_RAZZ = replace(RAZZ, code="razz-high-ante", name="Razz with a high ante", rules_of="razz")


def play(game: Game, fact: Hand, rng: Random) -> tuple[list[Ruling], Result]:
    table = Table({**GAMES, game.code: game})
    dealer = Dealer(make_pack("red", joker=False, first_serial=1), rng)
    dealer.collect()
    outcomes: list[Outcome] = table.apply(fact)
    rulings: list[Ruling] = []
    while True:
        rulings += [outcome for outcome in outcomes if isinstance(outcome, Ruling)]
        for outcome in outcomes:
            if isinstance(outcome, Result):
                return rulings, outcome
        awaited = outcomes[-1]
        assert isinstance(awaited, Next)
        outcomes = table.apply(fact_of(dealer.follow(awaited), tags=False))


@pytest.mark.parametrize("seed", range(20))
def test_five_card_omaha_is_a_value(seed: int) -> None:
    fact = Hand(
        id="h1",
        game="omaha5",
        structure="pot-limit",
        button=Seat(4),
        seats={Seat(number): Chips(300) for number in range(1, 5)},
        posts={Seat(1): Chips(5), Seat(2): Chips(10)},
        min_bet=Chips(10),
    )
    rulings, result = play(FIVE_CARD_OMAHA, fact, Random(seed))
    assert rulings == []
    assert sum(result.stacks.values()) == 1200


def test_five_card_omaha_has_omahas_rules() -> None:
    table = Table({**GAMES, "omaha5": FIVE_CARD_OMAHA})
    seats = {Seat(number): Chips(300) for number in range(1, 5)}
    posts = {Seat(1): Chips(5), Seat(2): Chips(10)}
    table.apply(
        Hand(id="h1", game="omaha5", structure="pot-limit", button=Seat(4), seats=seats, posts=posts, min_bet=Chips(10))
    )
    dealer = Dealer(make_pack("red", joker=False, first_serial=1), Random(1))
    outcomes = table.apply(fact_of(dealer.put(dealer.stub.take(), seat_zone(Seat(1)), "up"), tags=False))
    ruling = outcomes[0]
    assert isinstance(ruling, Ruling)
    assert ruling.rule == "misdeal.first-or-second-exposed"


@pytest.mark.parametrize("seed", range(20))
def test_razz_with_another_ante_is_a_value(seed: int) -> None:
    fact = Hand(
        id="h1",
        game="razz-high-ante",
        structure="limit",
        button=None,
        seats={Seat(number): Chips(300) for number in range(1, 7)},
        antes=Chips(5),
        bring_in=Chips(5),
        small_bet=Chips(10),
        big_bet=Chips(20),
    )
    rulings, result = play(HIGH_ANTE_RAZZ, fact, Random(seed))
    assert {ruling.rule for ruling in rulings} <= {"stud.folded-keeps-cards"}
    assert sum(result.stacks.values()) == 1800
