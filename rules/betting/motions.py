"""Chips moved forward: what a motion without clear words counts as."""

from dataclasses import dataclass, replace

import msgspec

from burncard.rules.betting.answers import Refused, Sizes
from burncard.rules.betting.offers import sizes_of
from burncard.rules.betting.round import BettingRound
from burncard.rules.cards import Chips
from burncard.rules.facts import ActionName, ChipsMoved


@dataclass(frozen=True, slots=True)
class Motion:
    """The action that a motion counts as, and the rule that says so."""

    action: ActionName
    amount: Chips | None
    rule: str


def read_motion(betting: BettingRound, fact: ChipsMoved) -> Motion | Refused:
    """Reads the chips of the seat on turn. Chips too small for the game do not play, in any number."""
    playing = _only_playing(betting, fact)
    if fact.chips and not playing.chips and fact.says is None:
        smallest = betting.chips.fact.smallest_chip
        message = f"Seat {fact.seat}'s chips do not play: the smallest chip in play is {smallest}."
        return Refused("betting.smallest-chip", message)
    motion = _read_playing(betting, playing)
    if playing != fact and isinstance(motion, Motion):
        return replace(motion, rule="betting.smallest-chip")
    return motion


def _only_playing(betting: BettingRound, fact: ChipsMoved) -> ChipsMoved:
    """The motion without chips, or the part of a spoken amount, that do not play."""
    smallest = betting.chips.fact.smallest_chip
    chips = [chip for chip in fact.chips if chip >= smallest]
    amount = None if fact.amount is None else betting.chips.playing(fact.amount)
    return fact if smallest == 1 else msgspec.structs.replace(fact, chips=chips, amount=amount)


def _read_playing(betting: BettingRound, fact: ChipsMoved) -> Motion | Refused:
    seat = fact.seat
    total = Chips(sum(fact.chips))
    if total > betting.chips.stacks[seat]:
        return Refused("table.not-enough-chips", f"Seat {seat} has {betting.chips.stacks[seat]} chips.")
    if total == 0 and fact.says is None:
        return Refused("table.no-chips-moved", f"Seat {seat} moved no chips and said nothing.")
    if fact.says == "call":
        return Motion("call", None, "betting.verbal-binding")
    sizes = sizes_of(betting, seat)
    if fact.says is not None:
        return _declared(betting, fact, total, sizes)
    if betting.to_call(seat) == 0:
        return _unasked(betting, fact, total, sizes)
    return _facing_a_bet(betting, fact, total, sizes)


def _declared(betting: BettingRound, fact: ChipsMoved, total: Chips, sizes: Sizes | Refused) -> Motion | Refused:
    """A spoken bet or raise binds; a size that is too small is brought up."""
    action: ActionName = "raise" if betting.bet.current else "bet"
    to = fact.amount if fact.amount is not None else Chips(betting.chips.street_in[fact.seat] + total)
    if isinstance(sizes, Refused):
        return _unmatched(betting, fact, action, to, sizes)
    if to < sizes.low:
        return Motion(action, sizes.low, "betting.undersized-correction")
    return Motion(action, nearest(sizes, to), "betting.verbal-binding")


def _unasked(betting: BettingRound, fact: ChipsMoved, total: Chips, sizes: Sizes | Refused) -> Motion | Refused:
    """Chips with nothing to call are a bet."""
    to = Chips(betting.chips.street_in[fact.seat] + total)
    action: ActionName = "raise" if betting.bet.current else "bet"
    if isinstance(sizes, Refused):
        return _unmatched(betting, fact, action, to, sizes)
    if betting.forced.due and is_forced_bet(betting, fact):
        action, rule = "bring-in", "betting.released-chips"
        if to > betting.chips.bring_in_size():
            rule = "betting.single-chip-call"
        elif to < betting.chips.bring_in_size():
            rule = "betting.undersized-correction"
        return Motion(action, Chips(min(betting.chips.bring_in_size(), betting.chips.stacks[fact.seat])), rule)
    if to < sizes.low:
        return Motion(action, sizes.low, "betting.undersized-correction")
    return Motion(action, nearest(sizes, to), "betting.released-chips")


def _unmatched(
    betting: BettingRound, fact: ChipsMoved, action: ActionName, to: Chips, barred: Refused
) -> Motion | Refused:
    """A bet or raise that is barred: only one that nobody could call counts as something else."""
    return barred if betting.can_be_raised(fact.seat) else Motion(action, to, barred.rule)


def is_forced_bet(betting: BettingRound, fact: ChipsMoved) -> bool:
    """Whether chips of the low card are no more than its forced bet: a single large one is not."""
    one_chip = len(fact.chips) == 1 and fact.chips[0] < betting.chips.stacks[fact.seat]
    return one_chip or sum(fact.chips) <= betting.chips.bring_in_size()


def _facing_a_bet(betting: BettingRound, fact: ChipsMoved, total: Chips, sizes: Sizes | Refused) -> Motion | Refused:
    seat = fact.seat
    call = betting.to_call(seat)
    if total < call:
        return Motion("call", None, "betting.undersized-correction")
    if total == call:
        return Motion("call", None, "betting.released-chips")
    if len(fact.chips) == 1 and total < betting.chips.stacks[seat]:
        return Motion("call", None, "betting.single-chip-call")
    if isinstance(sizes, Refused):
        return Motion("call", None, "betting.released-chips")
    to = Chips(betting.chips.street_in[seat] + total)
    if to == betting.all_of(seat):
        return Motion("all-in", None, "betting.released-chips")
    if betting.chips.limit_game:
        if 2 * (total - call) >= betting.bet.size:
            rule = "betting.released-chips" if sizes.allow(to) else "betting.half-bet-over-call"
            return Motion("raise", nearest(sizes, to), rule)
        return Motion("call", None, "betting.released-chips")
    if to >= sizes.low:
        return Motion("raise", Chips(min(to, sizes.high)), "betting.released-chips")
    if total - min(fact.chips) < call:
        return Motion("call", None, "betting.released-chips")
    half = 2 * (total - call) >= sizes.low - betting.bet.current
    return Motion("raise", sizes.low, "betting.half-bet-over-call" if half else "betting.undersized-correction")


def nearest(sizes: Sizes, to: Chips) -> Chips:
    """The proper size nearest to a total."""
    if sizes.exact:
        return min(sizes.exact, key=lambda size: abs(size - to))
    return Chips(max(sizes.low, min(to, sizes.high)))
