"""Pots: the chips of a hand in layers, each with the seats that can win it."""

from dataclasses import dataclass

from burncard.rules.betting.stacks import HandChips
from burncard.rules.cards import Chips, Seat


@dataclass(frozen=True, slots=True)
class Layer:
    """One pot before it is awarded."""

    amount: Chips
    eligible: tuple[Seat, ...]


def pot_layers(chips: HandChips) -> list[Layer]:
    """The main pot first. Antes are dead money of the main pot, but for a seat that could not pay its ante in full."""
    live = chips.live
    if is_one_pot(chips):
        return _less_rake([Layer(chips.pot_total(), tuple(sorted(live)))], chips.fact.rake)
    layers = _ante_layers(chips)
    below = Chips(0)
    for level in sorted({chips.bets[seat] for seat in live if chips.bets[seat] > 0}):
        amount = sum(min(chips.bets[seat], level) - min(chips.bets[seat], below) for seat in chips.seats)
        layers.append(Layer(Chips(amount), tuple(sorted(seat for seat in live if chips.bets[seat] >= level))))
        below = level
    above = sum(max(0, chips.bets[seat] - below) for seat in chips.seats)
    if above:
        layers.append(Layer(Chips(above), layers[-1].eligible if layers else tuple(sorted(live))))
    return _less_rake(_merged(layers), chips.fact.rake)


def is_one_pot(chips: HandChips) -> bool:
    """Whether the live seats have bet alike and paid their antes in full: each of them can win all that is in."""
    even = len({chips.bets[seat] for seat in chips.live}) == 1
    return even and (not chips.fact.antes or all(chips.antes[seat] >= chips.ante_due(seat) for seat in chips.live))


def _ante_layers(chips: HandChips) -> list[Layer]:
    """The antes and carried chips: one layer, or one for each amount at which a short ante ends."""
    live = chips.live
    if not chips.fact.antes and not chips.fact.carry:
        return [Layer(Chips(0), tuple(sorted(live)))]
    short = sorted({chips.antes[seat] for seat in live if chips.antes[seat] < chips.ante_due(seat)})
    layers: list[Layer] = []
    below = Chips(0)
    for level in short:
        amount = sum(min(paid, level) - min(paid, below) for paid in chips.antes.values())
        layers.append(Layer(Chips(amount), tuple(sorted(s for s in live if _pays(chips, s, level)))))
        below = level
    rest = sum(paid - min(paid, below) for paid in chips.antes.values())
    full = tuple(sorted(s for s in live if chips.antes[s] >= chips.ante_due(s)))
    if rest or not layers:
        layers.append(Layer(Chips(rest), full or tuple(sorted(live))))
    if chips.fact.carry:
        layers[0] = Layer(Chips(layers[0].amount + chips.fact.carry), layers[0].eligible)
    return layers


def _pays(chips: HandChips, seat: Seat, level: Chips) -> bool:
    return chips.antes[seat] >= min(level, chips.ante_due(seat))


def _merged(layers: list[Layer]) -> list[Layer]:
    """Neighbouring layers that the same seats can win are one pot; empty ones are none."""
    pots: list[Layer] = []
    for layer in layers:
        if pots and (pots[-1].eligible == layer.eligible or pots[-1].amount == 0):
            pots[-1] = Layer(Chips(pots[-1].amount + layer.amount), layer.eligible)
        elif layer.amount or not pots:
            pots.append(layer)
    return pots


def _less_rake(pots: list[Layer], rake: Chips) -> list[Layer]:
    if not rake:
        return pots
    left = rake
    raked: list[Layer] = []
    for pot in pots:
        taken = min(left, pot.amount)
        left = Chips(left - taken)
        raked.append(Layer(Chips(pot.amount - taken), pot.eligible))
    return raked
