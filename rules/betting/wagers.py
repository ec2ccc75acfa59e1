"""What the player whose turn it is does: a fold, check, call, bet, raise or forced bet, taken or refused."""

from msgspec.structs import replace

from burncard.rules.betting.acts import Call
from burncard.rules.betting.answers import Acted, Refused
from burncard.rules.betting.hand_betting import HandBetting
from burncard.rules.betting.offers import (
    NOBODY_CAN_CALL,
    allowed,
    may_call_the_blind,
    may_open_in_full,
    opens_by_word,
    raise_name,
    sizes_of,
)
from burncard.rules.betting.opening import declare_open
from burncard.rules.betting.sizes import size_rule
from burncard.rules.cards import Chips, Seat
from burncard.rules.facts import Action

RAISES = frozenset({"bet", "raise", "complete", "open"})


def take(betting: HandBetting, action: Action) -> Acted | Refused:
    """Takes an action of the seat on turn, by what it counts as, or refuses it."""
    seat, name = action.seat, action.action
    if name == "fold":
        return _fold(betting, seat)
    if (name == "all-in" or name in RAISES) and opens_by_word(betting.round):
        return _open_by_word(betting, seat)
    if name == "all-in":
        return _all_in(betting, seat)
    if betting.round.forced.due:
        return open_stud(betting, seat, name, action.amount)
    if name == "check":
        return _check(betting, seat)
    if name == "call":
        return _call(betting, seat)
    if name in RAISES:
        assert action.amount is not None
        return _wager(betting, seat, name, action.amount)
    rule = "table.action-not-possible"
    if name == "bring-in" and betting.game.family == "stud":
        rule = _forced_rule(betting) if betting.limit_game else "lowcard.bigbet-high-card-first"
    return Refused(rule, f"{name} is not possible now; {allowed(betting.round, seat)}.")


def _fold(betting: HandBetting, seat: Seat) -> Acted | Refused:
    if betting.round.forced.due and not betting.round.forced.may_fold:
        rule = "stud.stays-until-bet" if betting.game.ruled_as in ("stud7", "stud8") else _forced_rule(betting)
        return Refused(rule, f"The forced bet cannot be folded; {allowed(betting.round, seat)}.")
    if betting.round.may_check:
        betting.idle_folds.append(seat)
    betting.fold(seat)
    betting.record(seat)
    return Acted(seat, "fold", betting.street_in[seat])


def _check(betting: HandBetting, seat: Seat) -> Acted | Refused:
    opening = betting.round.opening
    if betting.round.bet.current > betting.street_in[seat]:
        posted = betting.round.street.first == "left-of-post"
        rule = "betting.preflop-options" if posted else "betting.call-amount"
        if opening == "bet-or-fold" and betting.round.unopened:
            rule = _open_or_fold_rule(betting)
        return Refused(rule, f"There is a bet to call; {allowed(betting.round, seat)}.")
    if opening == "bet-or-fold" and betting.round.bet.current == 0:
        message = f"The pot is not open, so it is bet or fold; {allowed(betting.round, seat)}."
        return Refused(_open_or_fold_rule(betting), message)
    pass_on(betting, seat)
    return Acted(seat, "check", betting.street_in[seat])


def _open_or_fold_rule(betting: HandBetting) -> str:
    return "stud.bigbet-first-round" if betting.game.family == "stud" else "draw.lowball-open-or-fold"


def _call(betting: HandBetting, seat: Seat) -> Acted | Refused:
    chips = betting.round.to_call(seat)
    if chips == 0:
        rule = _open_or_fold_rule(betting) if betting.round.opening == "bet-or-fold" else "table.nothing-to-call"
        return Refused(rule, f"There is nothing to call; {allowed(betting.round, seat)}.")
    if not may_call_the_blind(betting.round, seat):
        message = f"The blind cannot be called here; {allowed(betting.round, seat)}."
        return Refused("draw.lowball-open-size", message)
    betting.round.out_of_turn.forget_wagers()
    call = Call(chips, betting.round.bet.last_act(seat))
    betting.put_in(seat, chips)
    betting.record(seat, call)
    betting.round.to_act.next()
    return Acted(seat, "call", betting.street_in[seat])


def pass_on(betting: HandBetting, seat: Seat) -> None:
    """The seat on turn bets nothing."""
    betting.round.checked.add(seat)
    betting.record(seat)
    betting.round.to_act.next()


def _open_by_word(betting: HandBetting, seat: Seat) -> Acted:
    betting.record(seat)
    declare_open(betting, seat)
    return Acted(seat, "open", betting.street_in[seat])


def _all_in(betting: HandBetting, seat: Seat) -> Acted | Refused:
    everything = betting.round.all_of(seat)
    current = betting.round.bet.current
    if betting.round.forced.due:
        name = "call" if everything <= betting.bring_in_size() else "complete"
        return open_stud(betting, seat, name, everything)
    if everything <= current or (betting.round.to_call(seat) and not betting.round.can_be_raised(seat)):
        return _call(betting, seat)
    return _wager(betting, seat, raise_name(betting.round) if current else "bet", everything)


def _wager(betting: HandBetting, seat: Seat, name: str, to: Chips) -> Acted | Refused:
    """A bet, opening, completion or raise to a total."""
    if not betting.round.can_be_raised(seat):
        return _matched(betting, seat, to)
    name = _meant(betting, name)
    current = betting.round.bet.current
    if name == "bet" and current:
        return Refused("table.bet-faces-bet", f"There is a bet already; {allowed(betting.round, seat)}.")
    if name == "raise" and not current:
        return Refused("table.nothing-to-raise", f"There is no bet to raise; {allowed(betting.round, seat)}.")
    wrong = _wrong_size(betting, seat, to)
    if wrong is not None:
        return wrong
    betting.round.out_of_turn.forget_wagers()
    betting.put_in(seat, Chips(to - betting.street_in[seat]))
    betting.record(seat)
    betting.raise_to(seat, to)
    return Acted(seat, name, to)


def _wrong_size(betting: HandBetting, seat: Seat, to: Chips, rule: str | None = None) -> Refused | None:
    """Why a seat cannot bet or raise to a total; None where it can. `rule`: what a wrong size breaks, if not the
    structure's own rule."""
    sizes = sizes_of(betting.round, seat)
    if isinstance(sizes, Refused):
        return sizes
    if to != betting.playing(to):
        message = f"{to} cannot be bet: the smallest chip in play is {betting.fact.smallest_chip}"
        return Refused("betting.smallest-chip", f"{message}; {allowed(betting.round, seat)}.")
    if not sizes.allow(to):
        broken = rule or size_rule(betting.round, sizes, to)
        return Refused(broken, f"{to} is not a proper size: {sizes.spoken()}; {allowed(betting.round, seat)}.")
    return None


def _matched(betting: HandBetting, seat: Seat, to: Chips) -> Acted | Refused:
    """A bet or raise that nobody left could call: it is the call, or a check where nothing is to be called."""
    everything = betting.round.all_of(seat)
    if to > everything:
        return Refused("table.not-enough-chips", f"Seat {seat} can have {everything} in, not {to}.")
    answer = _call(betting, seat) if betting.round.to_call(seat) else _check(betting, seat)
    return answer if isinstance(answer, Refused) else replace(answer, rule=NOBODY_CAN_CALL)


def _meant(betting: HandBetting, name: str) -> str:
    """`bet` stands for `open` and `raise` for `complete` where only those are possible."""
    if not betting.round.bet.current:
        if betting.round.opening == "check-or-open":  # or open with a raise
            return "open" if name in ("bet", "raise") else name
        return "bet" if name == "open" else name
    if name in ("raise", "complete"):
        return raise_name(betting.round)
    if name == "open":  # opening a draw game over a blind is a raise
        return "raise" if betting.game.family == "draw" and betting.round.unopened else "bet"
    return name


# ---- stud's forced bet --------------------


def open_stud(
    betting: HandBetting, seat: Seat, name: str, amount: Chips | None, *, by_mistake: bool = False
) -> Acted | Refused:
    """The forced bet of limit stud, or a full opening instead of it.

    `by_mistake`: by a seat that did not owe the forced bet, and may open in full in any house.
    """
    due = Chips(min(betting.bring_in_size(), betting.stacks[seat]))
    if name in ("bring-in", "call") or (name == "bet" and amount == due):
        if name == "bring-in" and amount is not None and amount != due:
            rule = _bring_in_rule(betting)
            return Refused(rule, f"The forced bet is {due}; {allowed(betting.round, seat)}.")
        betting.bring_in(seat)
        return Acted(seat, "bring-in", betting.street_in[seat])
    if name not in RAISES:
        return Refused(_forced_rule(betting), f"The forced bet comes first; {allowed(betting.round, seat)}.")
    if not may_open_in_full(betting.round) and not by_mistake:
        return Refused("lowcard.minimum-only", f"The forced bet is the minimum; {allowed(betting.round, seat)}.")
    assert amount is not None
    return _open_in_full(betting, seat, amount)


def _open_in_full(betting: HandBetting, seat: Seat, to: Chips) -> Acted | Refused:
    """The low card completes at once. It has not acted of its own will by that."""
    if not betting.round.can_be_raised(seat):
        return _matched(betting, seat, to)
    wrong = _wrong_size(betting, seat, to, "lowcard.full-bet-option")
    if wrong is not None:
        return wrong
    betting.round.forced.due = False
    betting.round.out_of_turn.forget_wagers()
    betting.put_in(seat, Chips(to - betting.street_in[seat]))
    betting.round.acted += 1
    betting.raise_to(seat, to)
    return Acted(seat, "complete", to)


def _forced_rule(betting: HandBetting) -> str:
    return "lowcard.razz-high-brings-in" if betting.game.bring_in == "high" else "lowcard.low-brings-in"


def _bring_in_rule(betting: HandBetting) -> str:
    """By which rule the forced bet has its size: five-card stud's half of the small bet, or what the table says."""
    half = betting.game.ruled_as == "stud5" and 2 * betting.bring_in_size() == betting.round.bet.size
    return "stud5.bring-in-half" if half else "stud.bring-in-amount"
