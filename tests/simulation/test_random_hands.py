"""Random hands on the rules alone: a clean hand has no ruling, and one mistake has one ruling and a clean end."""

from random import Random

import pytest

from burncard.rules.facts import Hand
from burncard.rules.games import GAMES
from burncard.rules.games.houses import HOUSES
from tests.harness import exhaustive_mistakes
from tests.harness.mistaken_hands import play_mistaken
from tests.harness.random_hands import hand_fact, unexpected_rulings
from tests.harness.random_hands import play as play_clean
from tests.harness.scripted import conserved
from tests.harness.swept_hands import check_swept

GAME_AND_HOUSE = pytest.mark.parametrize("house", list(HOUSES))
EACH_GAME = pytest.mark.parametrize("game", list(GAMES))
CLEAN_HANDS_EACH = 90  # with twelve games in three houses: 3,240
SWEPT_HANDS_EACH = 12
MISTAKEN_HANDS_EACH = 28
FIRSTS = 6
SECONDS = 4


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
        assert unexpected_rulings(played) == []
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
    firsts = rng.sample(list(exhaustive_mistakes.singles(exhaustive_mistakes.TableSetup(game, house, 3))), FIRSTS)
    assert {exhaustive_mistakes.play(case) for case in firsts} <= set(exhaustive_mistakes.PASSED)
    for first in firsts:
        pairs = list(exhaustive_mistakes.followed_by(first))
        assert {exhaustive_mistakes.play(case) for case in rng.sample(pairs, min(SECONDS, len(pairs)))} <= set(
            exhaustive_mistakes.PASSED
        )


@EACH_GAME
@GAME_AND_HOUSE
def test_a_clean_hand_told_in_sweeps_with_unread_cards_is_never_ruled_on(game: str, house: str) -> None:
    rng = Random(f"swept {game} {house}")
    for _ in range(SWEPT_HANDS_EACH):
        check_swept(some_hand(game, house, rng), rng)
