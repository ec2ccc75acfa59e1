"""The opening of the pot in draw high: by word, what it came to, and what of it can be taken back."""

from burncard.rules.betting.hand_betting import NOTHING, HandBetting
from burncard.rules.cards import Chips, Seat


def ask_to_open(betting: HandBetting) -> bool:
    """Nobody has bet: the next player who can only declare the pot open is asked. Whether there is one."""
    asked = betting.round
    if asked.opening != "check-or-open" or asked.bet.current or betting.opened.was_none:
        return False
    order = betting.live if asked.to_act.first is None else betting.live_from(asked.to_act.first)
    silent = next((seat for seat in order if seat not in asked.checked), None)
    if silent is not None:
        asked.to_act.ask_first(silent)
    return silent is not None


def declare_open(betting: HandBetting, seat: Seat) -> None:
    """A seat that cannot bet opens by word: the others face a whole bet, which only they put in."""
    betting.opened.by = seat
    betting.opened.by_word = None if betting.stacks[seat] else seat
    betting.round.bet.open_by_word(seat)
    betting.opened.faced = betting.round.bet.current
    betting.round.to_act.all_after(seat)


def opening_was_raised(betting: HandBetting) -> bool:
    """Whether a player has raised the opening bet, or the opener has opened with a raise."""
    with_raise = betting.limit_game and 2 * betting.opened.faced >= 3 * betting.round.bet.size
    return with_raise or betting.round.bet.current > betting.opened.faced


def beyond_opening(betting: HandBetting) -> Chips:
    """What the opener has bet beyond its opening that no player has called."""
    opener, bet = betting.opened.by, betting.round.bet
    if opener is None:
        return NOTHING
    called = any(
        betting.round.bet.last_aggressor == opener and betting.street_in[seat] >= bet.current > 0
        for seat in betting.seats
        if seat != opener
    )
    return NOTHING if called else Chips(max(0, betting.street_in[opener] - betting.opened.bet))


def withdraw_beyond_opening(betting: HandBetting) -> None:
    """The opener takes those chips back; nobody has to match them any more."""
    opener, over = betting.opened.by, beyond_opening(betting)
    assert opener is not None
    betting.put_in(opener, Chips(-over))
    betting.round.bet.lower_to(Chips(max(betting.opened.faced, *betting.street_in.values())))
    betting.round.to_act.skip_who_have_matched(betting.round.bet)


def return_all_but_opening(betting: HandBetting) -> None:
    """The pot turns out not to be open: only the first opening bet stays, and no action is owed."""
    betting.return_bets_but({} if betting.opened.by is None else {betting.opened.by: betting.opened.bet})
    betting.opened.by = None
    betting.opened.was_none = True
    betting.round.to_act.nobody()
