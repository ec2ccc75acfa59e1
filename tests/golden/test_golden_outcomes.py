"""No outcome changes unnoticed: a fixed sample of hands gives the recorded outcomes, message texts aside."""

from burncard.rules.games import GAMES
from burncard.rules.games.houses import HOUSES
from burncard.simulator.mistakes import MISTAKES
from tests.golden.golden import hash_of, stored_hands, stored_hashes


def test_the_outcomes_of_the_sample_are_those_recorded() -> None:
    recorded = stored_hashes()
    changed = [name for name, log in stored_hands().items() if hash_of(log) != recorded.get(name)]
    assert not changed, (
        f"{len(changed)} hands have other outcomes, such as {changed[:5]}. If that is meant, rewrite them with "
        "`python -m tests.golden.golden` and explain the change in the commit."
    )


def test_the_sample_covers_every_game_house_structure_and_mistake() -> None:
    names = {tuple(name.split("/")) for name in stored_hashes()}
    assert names >= {
        (game.code, house, structure, "clean")
        for game in GAMES.values()
        for house in HOUSES
        for structure in game.structures
    }
    assert names >= {(game, house, "fuzzed") for game in GAMES for house in HOUSES}
    assert {name[-1] for name in names} >= {mistake.name for mistake in MISTAKES}
