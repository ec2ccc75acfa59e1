"""Random hands on the rules alone: clean ones bring no ruling, one mistake brings one, rubbish breaks nothing."""

from random import Random

import pytest

from burncard.rules.cards import PACK, Card, Chips, Seat, Zone
from burncard.rules.facts import Action, CardSeen, ChipsMoved, Fact, Hand, Press, Shuffler
from burncard.rules.games import GAMES
from burncard.rules.games.houses import HOUSES
from burncard.rules.outcomes import AwaitPlain, AwaitReturn, Next, Result, Ruling
from burncard.rules.play.presses import PRESSES
from burncard.rules.table import Table
from tests.harness import exhaustive_mistakes as every_mistake
from tests.harness.mistaken_hands import play_mistaken
from tests.harness.random_hands import hand_fact, surprises
from tests.harness.random_hands import play as play_clean
from tests.harness.scripted import conserved

GAME_AND_HOUSE = pytest.mark.parametrize("house", list(HOUSES))
EACH_GAME = pytest.mark.parametrize("game", list(GAMES))
ACTIONS = (
    "fold",
    "check",
    "call",
    "bet",
    "raise",
    "complete",
    "bring-in",
    "all-in",
    "show",
    "muck",
    "draw",
    "stand-pat",
)
ZONES = ("board", "burn", "muck", "aside", "stub", "off", *(f"seat:{seat}" for seat in range(1, 6)))
CLEAN_HANDS_EACH = 280  # with twelve games in three houses: 10,080
MISTAKEN_HANDS_EACH = 28
FIRSTS = 12
SECONDS = 12


def some_hand(game: str, house: str, rng: Random) -> Hand:
    structures = GAMES[game].structures
    players = rng.randint(GAMES[game].min_seats, GAMES[game].max_seats)
    return hand_fact(GAMES[game], rng.choice(structures), house, players, rng)


@EACH_GAME
@GAME_AND_HOUSE
def test_a_clean_hand_is_never_ruled_on(game: str, house: str) -> None:
    rng = Random(f"{game} {house}")
    for _ in range(CLEAN_HANDS_EACH):
        fact = some_hand(game, house, rng)
        played = play_clean(fact, rng)
        assert played.result is not None
        assert surprises(played) == []
        assert conserved(fact, played.result)


@EACH_GAME
@GAME_AND_HOUSE
def test_one_mistake_brings_one_ruling_and_a_clean_end(game: str, house: str) -> None:
    rng = Random(f"{house} {game}")
    for _ in range(MISTAKEN_HANDS_EACH):
        play_mistaken(some_hand(game, house, rng), rng)


@EACH_GAME
@GAME_AND_HOUSE
def test_a_sample_of_every_mistake_at_every_step_and_of_second_ones(game: str, house: str) -> None:
    rng = Random(f"{game}, {house}")
    firsts = rng.sample(list(every_mistake.singles(every_mistake.Table(game, house, 3))), FIRSTS)
    assert {every_mistake.play(case) for case in firsts} <= set(every_mistake.FINE)
    for first in firsts:
        behind = list(every_mistake.seconds(first))
        assert {every_mistake.play(case) for case in rng.sample(behind, min(SECONDS, len(behind)))} <= set(
            every_mistake.FINE
        )


def rubbish(rng: Random) -> Fact:
    """A fact that is well formed and means nothing."""
    seat = Seat(rng.randint(1, 6))
    match rng.randrange(6):
        case 0 | 1 | 2:
            card = rng.choice((*PACK, Card("Jo"), Card("??")))
            return CardSeen(
                card=card,
                zone=Zone(rng.choice(ZONES)),
                face=rng.choice(("up", "down", "unknown", None)),
                back=rng.choice((None, None, "red", "blue")),
                boxed=rng.random() < 0.1,
                tag=rng.choice((None, None, f"E004{rng.randrange(60):012X}")),
                was=rng.choice((None, None, None, Card("??"))),
                sweep=rng.choice((None, None, 1, 2)),
            )
        case 3:
            amount = Chips(rng.randrange(600))
            return Action(seat=seat, action=rng.choice(ACTIONS), amount=amount, discards=rng.randrange(6))  # type: ignore[arg-type]
        case 4:
            if rng.random() < 0.3:
                return ChipsMoved(seat=seat, chips=[Chips(rng.randrange(200)) for _ in range(rng.randint(0, 3))])
            return Shuffler(event=rng.choice(("verified", "shuffled", "cut", "fault")), count=rng.randrange(60))
        case _:
            return Press(
                press=rng.choice(sorted(PRESSES - {"void-hand"})),
                seat=rng.choice((None, seat)),
                card=rng.choice((None, rng.choice(PACK))),
                by=rng.choice((None, "dealer", "player", "floor", "winner", "seat:2")),
                value=rng.choice((None, True, False)),
                ruling=rng.choice((None, "r1", "r2")),
                decision=rng.choice((None, "keep", "dead-hand", "misdeal", "stands")),
                fact=rng.choice((None, rng.randint(1, 40))),
            )


@EACH_GAME
@pytest.mark.parametrize("seed", range(6))
def test_rubbish_never_breaks_the_table_and_a_void_hand_clears_it(game: str, seed: int) -> None:
    rng = Random(f"{game} {seed}")
    table = Table()
    hand = some_hand(game, rng.choice(list(HOUSES)), rng)
    table.apply(hand)
    for _ in range(120):
        outcomes = table.apply(rubbish(rng))
        assert isinstance(outcomes[-1], Next)
        if any(isinstance(outcome, Result) for outcome in outcomes):
            table.apply(hand)
    outcomes = table.apply(Press(press="void-hand", by="floor", reason="rubbish"))
    assert [outcome.decision for outcome in outcomes if isinstance(outcome, Ruling)][-1:] in (["void"], ["refuse"])
    for _ in range(80):
        awaited = table.awaited()
        if not isinstance(awaited, AwaitReturn):
            break
        assert table.hand is not None
        placed = table.hand.felt.all_out()[0]
        table.apply(CardSeen(card=placed.card, zone=awaited.to, tag=placed.tag))
    assert table.awaited() == AwaitPlain(await_="hand")
