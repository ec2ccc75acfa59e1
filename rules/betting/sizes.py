"""Sizes: what a bet or a raise may come to, one function a structure."""

from collections.abc import Callable

from burncard.rules.betting.answers import Sizes
from burncard.rules.betting.round import BettingRound
from burncard.rules.cards import Chips, Seat


def sizes_for(betting: BettingRound, seat: Seat) -> Sizes:
    """The sizes of the structure, the seat's chips not considered."""
    return _STRUCTURES[betting.chips.fact.structure](betting, seat)


def _limit(betting: BettingRound, seat: Seat) -> Sizes:
    size = betting.bet.size
    if betting.to_be_completed:
        return Sizes(size, size, (size,))
    if betting.bet.current == 0:
        totals = [size]
        if betting.opening == "check-or-open":
            totals.append(Chips(2 * size))
        elif betting.doubled:
            totals.append(betting.chips.fact.big_bet or size)
        return Sizes(totals[0], totals[-1], tuple(totals))
    base = betting.bet.full
    if not betting.doubled:
        return Sizes(Chips(base + size), Chips(base + size), (Chips(base + size),))
    return _open_pair(betting, base)


def _open_pair(betting: BettingRound, base: Chips) -> Sizes:
    """Fourth street with an open pair: either limit, until the larger one has been used."""
    small = betting.bet.size
    big = betting.chips.fact.big_bet or small
    steps = (big,) if betting.bet.used_big_limit else (small, big)
    totals = tuple(Chips(base + step) for step in steps)
    return Sizes(totals[0], totals[-1], totals)


def _no_limit(betting: BettingRound, seat: Seat) -> Sizes:
    everything = betting.all_of(seat)
    low = _big_bet_low(betting)
    return Sizes(low, Chips(max(low, everything)))


def _pot_limit(betting: BettingRound, seat: Seat) -> Sizes:
    return _of_the_pot(betting, seat, 1)


def _half_pot(betting: BettingRound, seat: Seat) -> Sizes:
    return _of_the_pot(betting, seat, 2)


def _of_the_pot(betting: BettingRound, seat: Seat, parts: int) -> Sizes:
    after_call = betting.chips.pot_total() + betting.bet.current - betting.chips.street_in[seat]
    low = _big_bet_low(betting)
    return Sizes(low, max(low, betting.chips.playing(Chips(betting.bet.current + after_call // parts))))


def _big_bet_low(betting: BettingRound) -> Chips:
    if betting.bet.current == 0:
        return betting.chips.minimum_bet()
    return Chips(betting.bet.current + betting.bet.step_min)


_STRUCTURES: dict[str, Callable[[BettingRound, Seat], Sizes]] = {
    "limit": _limit,
    "no-limit": _no_limit,
    "pot-limit": _pot_limit,
    "half-pot": _half_pot,
}

_CAP_RULES = {"draw-high": "betting.draw-cap-four", "jacks": "betting.draw-cap-four", "stud5": "stud5.raise-cap"}
_SIZE_RULES = {
    "holdem": "betting.holdem-limits",
    "omaha": "betting.omaha-limits",
    "omaha8": "betting.omaha-limits",
    "stud5": "stud5.limits-by-street",
    "mississippi": "stud.mississippi-bet-sizes",
    "stud7": "stud.low-limit-streets",
    "stud8": "stud.low-limit-streets",
    "razz": "stud.low-limit-streets",
}
_OPENING_RULES: dict[str, str] = {
    "bet-or-fold": "draw.lowball-open-size",
    "check-or-open": "draw.high-check-or-open",
}
_MAXIMUM_RULES = {
    "no-limit": "betting.nolimit-maximum",
    "pot-limit": "betting.potlimit-maximum",
    "half-pot": "betting.halfpot-maximum",
}


def cap_rule(betting: BettingRound) -> str:
    """The rule that caps the raising of a limit game."""
    if betting.chips.fact.tournament and len(betting.chips.live) == 2:
        return "betting.tournament-heads-up-cap"
    code = betting.chips.game.ruled_as
    if code.startswith("lowball"):
        return "lowball.cap-four"
    return _CAP_RULES.get(code, "betting.limit-cap-three")


def size_rule(betting: BettingRound, sizes: Sizes, to: Chips) -> str:
    """The rule that a wager of a wrong size breaks."""
    game, fact = betting.chips.game, betting.chips.fact
    opens = game.family == "draw" and betting.opening in _OPENING_RULES and betting.unopened
    if opens and (betting.chips.limit_game or to < sizes.low):
        return _OPENING_RULES[betting.opening]
    if not betting.chips.limit_game:
        if game.family == "stud" and betting.opening == "bet-or-fold" and betting.bet.current == 0:
            return "stud.bigbet-opening-size"
        return "betting.minimum-wager" if to < sizes.low else _MAXIMUM_RULES[fact.structure]
    if betting.doubled:
        return "stud.open-pair-increment"
    if game.ruled_as in ("stud8", "razz") and betting.street.name == "fourth" and to == fact.big_bet:
        return "stud.no-open-pair-in-split"
    return _SIZE_RULES.get(game.ruled_as, "draw.limit-doubles")
