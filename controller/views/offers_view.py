"""What can be entered now by touch: every action that the table would take, with its amounts."""

from collections.abc import Iterator
from typing import Any

from burncard.controller.views.models import Offer, Preset
from burncard.rules.betting.answers import Sizes
from burncard.rules.betting.offers import sizes_of
from burncard.rules.cards import Chips, Seat
from burncard.rules.hand.in_play import HandInPlay
from burncard.rules.outcomes import AwaitAction, AwaitDraw, AwaitShow, Next

WAGERS = frozenset({"bet", "raise", "complete", "open"})


def offers(hand: HandInPlay | None, awaited: Next) -> tuple[Offer, ...]:
    """What the table would take from the seat that it waits for."""
    match awaited:
        case AwaitAction() if hand is not None:
            return tuple(_betting(hand, awaited))
        case AwaitDraw():
            return tuple(_draw(awaited))
        case AwaitShow():
            return tuple(Offer(action=name, entry=_entry(awaited.seat, name)) for name in ("show", "muck"))
        case _:
            return ()


def _entry(seat: Seat, action: str, **more: Any) -> dict[str, Any]:
    return {"seat": seat, "action": action, **more}


def _betting(hand: HandInPlay, awaited: AwaitAction) -> Iterator[Offer]:
    seat, betting = awaited.seat, hand.betting
    for name in awaited.options:
        if name in WAGERS and awaited.min_to is not None:
            yield _wager(hand, awaited, name)
        elif name == "bring-in":
            size = int(awaited.to_call)
            yield Offer(
                action=name,
                entry=_entry(seat, name, amount=size),
                min=size,
                max=size,
                all_in=size == betting.stacks[seat],
            )
        elif name == "call":
            chips = min(awaited.to_call, betting.stacks[seat])
            yield Offer(action=name, entry=_entry(seat, name), chips=chips, all_in=chips == betting.stacks[seat])
        else:
            yield Offer(action=name, entry=_entry(seat, name), free_check=name == "fold" and not awaited.to_call)
    if awaited.to_call == 0 and "fold" not in awaited.options:
        yield Offer(action="fold", entry=_entry(seat, "fold"), free_check=True)


def _wager(hand: HandInPlay, awaited: AwaitAction, name: str) -> Offer:
    seat, betting = awaited.seat, hand.betting
    assert awaited.min_to is not None
    assert awaited.max_to is not None
    low, high = int(awaited.min_to), int(awaited.max_to)
    sizes = sizes_of(betting.round, seat)
    choices = sizes.exact if isinstance(sizes, Sizes) else ()
    everything = betting.street_in[seat] + betting.stacks[seat]
    return Offer(
        action=name,
        entry=_entry(seat, name, amount=low),
        min=low,
        max=high,
        step=int(betting.fact.smallest_chip),
        choices=tuple(int(size) for size in choices),
        presets=() if choices else tuple(_presets(hand, awaited, low, high, everything)),
        all_in=high == everything,
    )


def _presets(hand: HandInPlay, awaited: AwaitAction, low: int, high: int, everything: int) -> Iterator[Preset]:
    """The usual amounts of a big-bet game, each once, within what is allowed."""
    betting = hand.betting
    after_call = betting.pot_total() + awaited.to_call
    named = [
        ("min", low),
        ("half-pot", betting.round.bet.current + betting.playing(Chips(after_call // 2))),
        ("pot", betting.round.bet.current + betting.playing(Chips(after_call))),
    ]
    if high == everything:
        named.append(("all-in", everything))
    seen: set[int] = set()
    for name, amount in named:
        if low <= amount <= high and amount not in seen:
            seen.add(amount)
            yield Preset(name=name, amount=amount)


def _draw(awaited: AwaitDraw) -> Iterator[Offer]:
    seat = awaited.seat
    yield Offer(action="stand-pat", entry=_entry(seat, "stand-pat"))
    if awaited.max_discards:
        yield Offer(action="draw", entry=_entry(seat, "draw", discards=1), min=1, max=awaited.max_discards)
