"""Random hands with one mistake, played on the rules alone, and held to what a mistake must lead to.

One mistake brings one ruling, at the move that makes it visible; carrying out its steps ends in a hand (this one, or
the next after a misdeal or a void hand) in which nothing else is ruled on and every card and chip is accounted for.
"""

from collections import Counter
from dataclasses import dataclass
from random import Random
from typing import Any

import msgspec

from burncard.rules.facts import Hand
from burncard.rules.games import GAMES
from burncard.rules.games.game import Game
from burncard.rules.outcomes import Ruling
from burncard.simulator.mistakes import MISTAKES, ORDINARY_RULES, Mistake
from tests.harness.scripted import BrokenPromiseError, ScriptedHand


@dataclass(frozen=True, slots=True)
class Mistaken:
    """What one mistake led to; `name` is empty where the hand gave no occasion for one."""

    name: str
    ruling: Ruling | None


def scripted(fact: Hand, seed: int, *, tags: bool, at_random: bool) -> ScriptedHand:
    """A hand that begins with this fact."""
    game: Game = GAMES[fact.game]
    fields: dict[str, Any] = {
        name: value
        for name, value in msgspec.structs.asdict(fact).items()
        if name not in ("game", "seats", "t", "sweep")
    }
    stacks = {int(seat): int(chips) for seat, chips in fact.seats.items()}
    return ScriptedHand(game, stacks=stacks, seed=seed, tags=tags, at_random=at_random, **fields)


def play_mistaken(fact: Hand, rng: Random) -> Mistaken:
    """Plays one hand with one mistake, of any kind or of one drawn before. Raises BrokenPromiseError."""
    kinds: tuple[Mistake, ...] = (rng.choice(MISTAKES),) if rng.random() < 0.5 else MISTAKES
    chance = rng.choice((0.01, 0.03, 0.1)) if kinds is MISTAKES else rng.choice((0.3, 1.0))
    hand = scripted(fact, rng.getrandbits(32), tags=rng.random() < 0.5, at_random=True)
    while hand.result is None:
        possible = [mistake for mistake in kinds if _possible(hand, mistake)] if rng.random() < chance else []
        if possible:
            mistake = rng.choice(possible)
            ruling = make(hand, mistake)
            hand.finish(*ORDINARY_RULES)
            return Mistaken(mistake.name, ruling)
        given = [ruling for ruling in hand.step() if ruling.rule not in ORDINARY_RULES]
        if given:
            raise BrokenPromiseError(f"ruled without a mistake: {given}")
    return Mistaken("", None)


def _possible(hand: ScriptedHand, mistake: Mistake) -> bool:
    return hand.table.hand is not None and not hand.table.hand.ended and mistake.possible(hand.table.hand, hand.next)


def make(hand: ScriptedHand, mistake: Mistake) -> Ruling:
    """Makes a mistake; the ruling that it brought. Raises BrokenPromiseError for none, too many, or a wrong one.

    A note does not stop a dealer, who then makes the rest of the mistake; a ruling that stops ends it.
    """
    assert hand.table.hand is not None
    ruling: Ruling | None = None
    for doing in mistake.make(hand.dealer, hand.table.hand, hand.next):
        given = hand.do(doing)
        if len(given) > 1 or any(one.rule not in mistake.rules for one in given):
            raise BrokenPromiseError(f"{mistake.name}: {[(one.rule, one.message) for one in given]}")
        if given:
            ruling = given[0]
            if ruling.severity == "stop":
                return ruling
    if ruling is None:
        raise BrokenPromiseError(f"{mistake.name}: nothing was said")
    return ruling


def tally(mistaken: list[Mistaken]) -> Counter[tuple[str, str]]:
    """How often each mistake brought each ruling."""
    return Counter((one.name, one.ruling.rule) for one in mistaken if one.ruling is not None)
