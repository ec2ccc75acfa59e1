"""Random hands with one mistake, played on the rules alone.

A mistake must be ruled on exactly once, at the move that makes it visible. Following the ruling's steps must end the
hand (or, after a misdeal or void hand, the redeal) with no other ruling and every card and chip accounted for.
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
from burncard.simulator.expected_rulings import ORDINARY_RULES
from burncard.simulator.mistakes import MISTAKES, Mistake
from tests.harness.scripted import InvariantError, ScriptedHand


@dataclass(frozen=True, slots=True)
class Mistaken:
    """A mistake and the ruling on it; `name` is empty if the hand gave no opportunity for a mistake."""

    name: str
    ruling: Ruling | None


def scripted(fact: Hand, seed: int, *, tags: bool, at_random: bool) -> ScriptedHand:
    """A scripted hand that starts with this fact."""
    game: Game = GAMES[fact.game]
    fields: dict[str, Any] = {
        name: value
        for name, value in msgspec.structs.asdict(fact).items()
        if name not in ("game", "seats", "t", "sweep")
    }
    stacks = {int(seat): int(chips) for seat, chips in fact.seats.items()}
    return ScriptedHand(game, stacks=stacks, seed=seed, tags=tags, at_random=at_random, **fields)


def play_mistaken(fact: Hand, rng: Random) -> Mistaken:
    """Plays a hand with one mistake, of any kind or of one kind drawn beforehand. Raises InvariantError."""
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
            raise InvariantError(f"ruled without a mistake: {given}")
    return Mistaken("", None)


def _possible(hand: ScriptedHand, mistake: Mistake) -> bool:
    return hand.table.hand is not None and not hand.table.hand.ended and mistake.possible(hand.table.hand, hand.next)


def make(hand: ScriptedHand, mistake: Mistake) -> Ruling:
    """Makes a mistake; returns the ruling on it. Raises InvariantError for no ruling, several, or a wrong one.

    After a note the dealer makes the rest of the mistake; a ruling of severity `stop` ends it.
    """
    assert hand.table.hand is not None
    ruling: Ruling | None = None
    for doing in mistake.make(hand.dealer, hand.table.hand, hand.next):
        given = hand.do(doing)
        if len(given) > 1 or any(one.rule not in mistake.rules for one in given):
            raise InvariantError(f"{mistake.name}: {[(one.rule, one.message) for one in given]}")
        if given:
            ruling = given[0]
            if ruling.severity == "stop":
                return ruling
    if ruling is None:
        raise InvariantError(f"{mistake.name}: no ruling")
    return ruling


def tally(mistaken: list[Mistaken]) -> Counter[tuple[str, str]]:
    """Counts by mistake and rule."""
    return Counter((one.name, one.ruling.rule) for one in mistaken if one.ruling is not None)
