"""Offers: what a seat may do, and the totals that it may bet or raise to."""

from burncard.rules.betting.answers import Refused, Sizes
from burncard.rules.betting.round import BettingRound
from burncard.rules.betting.sizes import cap_rule, sizes_for
from burncard.rules.cards import Chips, Seat
from burncard.rules.games.houses import HOUSES
from burncard.rules.outcomes import AwaitAction

NOBODY_CAN_CALL = "betting.all-in-call-for-less"
BY_WORD = ("check", "open")
"""What a seat may do that can bet nothing, but declare the pot open."""


def offer(betting: BettingRound) -> AwaitAction:
    """What the seat on turn may do."""
    seat = betting.turn
    assert seat is not None
    if opens_by_word(betting):
        unchanged = betting.chips.street_in[seat]
        return AwaitAction(seat=seat, to_call=Chips(0), options=BY_WORD, min_to=unchanged, max_to=unchanged)
    sizes = sizes_of(betting, seat)
    options = _options(betting, seat, sizes)
    low, high = (None, None) if isinstance(sizes, Refused) else (sizes.low, sizes.high)
    call = betting.to_call(seat)
    if betting.forced.due:
        call = Chips(min(betting.chips.bring_in_size(), betting.chips.stacks[seat]))
        if "complete" not in options:
            low = high = None
    return AwaitAction(seat=seat, to_call=call, options=options, min_to=low, max_to=high)


def _options(betting: BettingRound, seat: Seat, sizes: Sizes | Refused) -> tuple[str, ...]:
    """What a seat may do that may bet or raise to these totals."""
    chips, can_raise = betting.chips, isinstance(sizes, Sizes)
    if betting.forced.due:
        fold = ("fold",) if betting.forced.may_fold else ()
        in_full = may_open_in_full(betting) and chips.stacks[seat] > chips.bring_in_size()
        return (*fold, "bring-in", *(("complete",) if in_full else ()))
    if can_raise and not may_call_the_blind(betting, seat):
        return ("fold", "raise")
    if betting.bet.current > chips.street_in[seat]:
        return ("fold", "call", raise_name(betting)) if can_raise else ("fold", "call")
    if betting.bet.current > 0:
        return ("check", "raise") if can_raise else ("check",)
    if betting.opening == "bet-or-fold":
        return ("fold", "bet") if can_raise else ("fold",)
    bet = "open" if betting.opening == "check-or-open" else "bet"
    return ("check", bet) if can_raise else ("check",)


def allowed(betting: BettingRound, seat: Seat) -> str:
    """What a seat may do, in words for a refusal."""
    options = BY_WORD if opens_by_word(betting) else _options(betting, seat, sizes_of(betting, seat))
    *some, last = (option.replace("-", " ") for option in options)
    return f"seat {seat} may {', '.join(some)} or {last}" if some else f"seat {seat} may {last}"


def sizes_of(betting: BettingRound, seat: Seat) -> Sizes | Refused:
    """The totals that a seat may bet or raise to, or the rule by which it may not."""
    barred = _raise_barred(betting, seat)
    if barred is not None:
        return barred
    sizes = sizes_for(betting, seat)
    everything = betting.all_of(seat)
    return sizes.within(everything)


def _raise_barred(betting: BettingRound, seat: Seat) -> Refused | None:
    if not betting.can_be_raised(seat):
        return Refused(NOBODY_CAN_CALL, "Nobody is left who could call more.")
    limit, game = betting.chips.limit_game, betting.chips.game
    if limit and betting.bet.capped:
        return Refused(cap_rule(betting), f"The raising is capped at a bet and {game.raises} raises.")
    if seat in betting.bet.may_only_call:
        return Refused("premature.stud-final-no-raise", "A seat that kept its last card early may only call.")
    if seat in betting.out_of_turn.checked:
        return Refused("betting.checked-out-of-turn", "A seat that checked out of turn may not bet or raise now.")
    completes = game.sevens_rule and limit and 0 < betting.bet.current < betting.bet.size
    if seat in betting.checked and limit and not game.check_raise_limit and not completes:
        return Refused("lowball.check-raise-a5-limit", "Check-raise is not allowed here.")
    if not betting.bet.may_raise_again(seat) and not completes:
        rule = "betting.short-all-in" if limit else "betting.bigbet-reopening"
        return Refused(rule, "The all-in was too small to open the raising again for a seat that has acted.")
    return None


def opens_by_word(betting: BettingRound) -> bool:
    """Whether the seat on turn, with no chips or against none, can only declare the pot open."""
    if betting.opening != "check-or-open" or betting.bet.current:
        return False
    turn = betting.turn
    return turn is not None and not betting.can_be_raised(turn)


def may_call_the_blind(betting: BettingRound, seat: Seat) -> bool:
    """Whether a seat may call what stands: where the room has posted otherwise, not a blind that nobody has raised.

    It may with its last chips, or if nobody could call a raise.
    """
    chips = betting.chips
    if (
        chips.fact.blind_call is not False
        or not betting.bet.current
        or not betting.unopened
        or betting.opening != "bet-or-fold"
    ):
        return True
    return betting.to_call(seat) in (0, chips.stacks[seat]) or not betting.can_be_raised(seat)


def raise_name(betting: BettingRound) -> str:
    """What a raise is called: a completion, while the bet is not a full one."""
    return "complete" if betting.to_be_completed else "raise"


def may_open_in_full(betting: BettingRound) -> bool:
    """Whether the forced seat may bet in full: by the house, or because it acts in the low card's place."""
    return HOUSES[betting.chips.fact.house].full_opening or betting.forced.may_fold
