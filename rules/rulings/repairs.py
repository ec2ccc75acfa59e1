"""How far a repair has come: the steps of a ruling, and which of them are done.

The steps of a ruling are items of the plan. One that is still in the plan is due; one that is not has been done, or has
become void. Nothing is changed here.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

import msgspec
from msgspec.structs import replace

from burncard.rules.cards import MUCK
from burncard.rules.hand.in_play import HandInPlay
from burncard.rules.hand.script import burn_of, street_deals
from burncard.rules.hand.steps import (
    Cut,
    Deal,
    Floor,
    Gather,
    Item,
    Move,
    OpenStreet,
    Repair,
    Return,
    Say,
    Shuffle,
    Turn,
)
from burncard.rules.outcomes import Step

StepState = Literal["done", "open", "later", "void", "told"]


class RepairStep(msgspec.Struct, frozen=True):
    """One step of a repair. `told`: it is only an announcement, which the table cannot see. `count`: cards it moves."""

    step: Step
    state: StepState
    count: int = 1


def repair_steps(hand: HandInPlay, items: Sequence[Repair]) -> tuple[RepairStep, ...]:
    """The steps of a ruling's repair, each with its state."""
    if not items:
        return ()
    due = list(_due(hand.plan)) if not hand.ended else []
    now = _open_now(hand) if due else []
    steps = ((_as_it_stands(item, due), _state(hand, item, due, now)) for item in items)
    return tuple(RepairStep(_step(item), state, _count(item)) for item, state in steps)


def _due(items: Iterable[Item]) -> Iterator[Item]:
    """The items of a plan, and those that a street will bring when it is reached."""
    for item in items:
        yield item
        if isinstance(item, OpenStreet):
            yield from _due(item.before)
            if not item.dealt_by_repair:
                yield from (burn_of(item.street), *street_deals(item.street, ()))


def _open_now(hand: HandInPlay) -> list[Item]:
    """What can be done now: the head of the plan, and if that may wait, what comes after it."""
    waiting = hand.plan.waiting
    after = next((item for item in hand.plan if not any(item is other for other in waiting)), None)
    return waiting if after is None else [*waiting, after]


def _state(hand: HandInPlay, item: Repair, due: list[Item], now: list[Item]) -> StepState:
    if isinstance(item, Say):
        return "told"
    if any(_is_same(item, other) for other in now):
        return "open"
    if any(_is_same(item, other) for other in due):
        return "later"
    return _after(hand, item)


def _as_it_stands(item: Repair, due: list[Item]) -> Repair:
    """A move from where its card lies now; a return with the cards that are still out, also those that joined it."""
    same = next((other for other in due if _is_same(item, other)), item)
    if isinstance(same, Return) and isinstance(item, Return):
        left = same.still_out()
        return replace(same, placed=left) if left else item
    return same if isinstance(same, Move) else item


def _is_same(item: Repair, other: Item) -> bool:
    """Whether an item of the plan is this step; cards that come back may have been exchanged for others like them."""
    if isinstance(item, Return) and isinstance(other, Return):
        return any(placed in other.placed for placed in item.placed)
    if isinstance(item, Gather) and isinstance(other, Return):
        return len(other.placed) > 0 and other.step().to == item.step().to
    if isinstance(item, Move) and isinstance(other, Move) and item.placed is not None:
        return item.placed is other.placed and item.to == other.to
    if isinstance(item, Deal) and not item.repair:
        return item == other  # a card that the street has anyway
    return item is other


def _after(hand: HandInPlay, item: Repair) -> StepState:
    """What has become of a step that is not due any more."""
    match item:
        case Return() if hand.ended:
            return "open" if item.still_out() else "done"
        case Shuffle() | Cut() if hand.ended:
            return "told"  # the next pack's
        case Floor():
            return "void" if hand.ended else "done"
        case Move(placed=None):
            return "void" if hand.ended else "done"
        case Move() if item.placed is not None and item.placed.zone == item.origin:
            return "open" if item.to == MUCK and not hand.ended else "void"
        case Turn() if item.placed.zone == item.step().from_ and item.placed.face != item.face:
            return "done" if item.face == "up" and item.placed.said_up else "void"
        case _:
            return "done"


def _step(item: Repair) -> Step:
    step = item.step()
    return replace(step, from_=None) if step.do == "return" and step.from_ == step.to else step


def _count(item: Repair) -> int:
    match item:
        case Return():
            return max(1, len(item.still_out()))
        case Gather():
            return max(1, len(item.cards))
        case _:
            return 1
