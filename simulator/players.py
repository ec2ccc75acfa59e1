"""Players: they pick at random from the actions that the table offers."""

from random import Random

from burncard.rules.cards import Chips
from burncard.rules.facts import Action, ActionName
from burncard.rules.outcomes import AwaitAction, AwaitDraw

# How often each action is picked, relative to the others on offer.
_WEIGHTS: dict[str, float] = {
    "fold": 1.2,
    "check": 5,
    "call": 5,
    "bet": 1.5,
    "raise": 1.0,
    "complete": 1.5,
    "open": 3,
    "bring-in": 5,
}


def choose(offer: AwaitAction, rng: Random, *, may_open: bool = True) -> Action:
    """An action for the seat to act: mostly calls and checks, so that hands reach the later streets."""
    options = [option for option in offer.options if may_open or option != "open"]
    name = rng.choices(options, [_WEIGHTS[option] for option in options])[0]
    amount: Chips | None = None
    if name in ("bet", "raise", "complete", "open"):
        amount = _size(offer, rng)
    elif name == "bring-in":
        amount = offer.to_call
    return Action(seat=offer.seat, action=_named(name), amount=amount)


def _size(offer: AwaitAction, rng: Random) -> Chips:
    low, high = offer.min_to, offer.max_to
    assert low is not None
    assert high is not None
    if low == high or rng.random() < 0.6:
        return low
    if rng.random() < 0.08:
        return high
    return Chips(min(high, low * rng.randint(1, 3)))


def _named(name: str) -> ActionName:
    return name  # type: ignore[return-value]


def draw(offer: AwaitDraw, rng: Random) -> int:
    """The number of cards that the seat discards."""
    return min(offer.max_discards, rng.choices((0, 1, 2, 3, 4, 5), (3, 3, 3, 3, 1, 0.5))[0])
