"""The simulated dealer's mistakes: each is possible in some hand, and each names existing rules."""

from random import Random

from burncard.rules import book as book
from burncard.rules.rulings.rulebook import RULES
from burncard.simulator.expected_rulings import ORDINARY_RULES
from burncard.simulator.mistakes import MISTAKES
from tests.harness.mistaken_hands import play_mistaken
from tests.harness.random_hands import random_table

HANDS = 1500


def test_every_ruling_that_a_mistake_may_bring_is_in_the_rulebook() -> None:
    for mistake in MISTAKES:
        assert mistake.rules <= RULES.keys(), mistake.name
    assert RULES.keys() >= ORDINARY_RULES


def test_every_mistake_has_a_name_of_its_own() -> None:
    assert len({mistake.name for mistake in MISTAKES}) == len(MISTAKES)


def test_every_mistake_happens_and_is_ruled_on() -> None:
    made = {play_mistaken(*random_table(number, seed=3)).name for number in range(HANDS)}
    assert {mistake.name for mistake in MISTAKES} <= made


def test_a_hand_with_a_mistake_is_the_same_for_the_same_seed() -> None:
    def played() -> list[object]:
        return [play_mistaken(*random_table(number, seed=4)) for number in range(50)]

    assert played() == played()
    assert Random("4/0").random() == Random("4/0").random()
