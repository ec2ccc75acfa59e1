"""Whether a recorded hand ends as it does when it is played: stacks, winners and rake."""

from collections.abc import Sequence
from math import gcd

from burncard.controller.hand_histories.phh import History, PhhError
from burncard.controller.hand_histories.recorded_hand import PlayedRecord
from burncard.rules.cards import Chips, Seat

RAKE_SHARE_MAX = 10  # the house's rake is at most a tenth of the pot


def rake_of(history: History) -> Chips:
    """What the finishing stacks lack of the starting stacks. Raises PhhError where they have more."""
    if history.finishing_stacks is None:
        return Chips(0)
    rake = sum(history.stacks) - sum(history.finishing_stacks)
    if rake < 0:
        raise PhhError("finishing_stacks", f"they hold {-rake} more than the starting stacks")
    return Chips(rake)


def check_settlement(history: History, order: Sequence[Seat], played: PlayedRecord) -> None:
    """Compares the result with what the record says of it. Raises PhhError.

    Finishing stacks must agree to the chip, except between players who share a pot: there the odd chip may have gone
    another way, so each may differ by less than one chip for every pot shared. A chip is the largest amount of which
    all amounts of the record are multiples. Where rake was taken, the record does not say from which pot, so players
    who were paid may differ by the rake as well. Of the winnings only who won is compared: sites write them with and
    without the rake and the uncalled bet.
    """
    _check_rake(history, played)
    paid = {seat for pot in played.result.pots for seat, chips in pot.awards.items() if chips}
    if history.winnings is not None:
        for index, (seat, won) in enumerate(zip(order, history.winnings, strict=True)):
            if (won > 0) != (seat in paid):
                happened = "wins" if seat in paid else "wins nothing"
                raise PhhError("winnings", f"p{index + 1} {happened} when the hand is played", index)
    if history.finishing_stacks is not None:
        _check_stacks(history.finishing_stacks, history, order, played)
    elif history.winnings is None:
        _check_winners_seen(order, played)


def _check_rake(history: History, played: PlayedRecord) -> None:
    rake = rake_of(history)
    pots = sum(pot.amount for pot in played.result.pots) + rake
    if rake * RAKE_SHARE_MAX > pots:
        raise PhhError("finishing_stacks", f"they lack {rake} of the starting stacks, more than a tenth of the pot")


def _check_stacks(recorded: Sequence[Chips], history: History, order: Sequence[Seat], played: PlayedRecord) -> None:
    chip = _chip(history)
    for index, (seat, chips) in enumerate(zip(order, recorded, strict=True)):
        shared = sum(seat in pot.awards and len(pot.awards) > 1 for pot in played.result.pots)
        paid = any(pot.awards.get(seat) for pot in played.result.pots)
        allowed = shared * (chip - 1) + (rake_of(history) if paid else 0)
        expected = played.result.stacks[seat]
        if abs(chips - expected) > allowed:
            raise PhhError("finishing_stacks", f"p{index + 1} has {chips}, and {expected} when played", index)


def _chip(history: History) -> int:
    amounts = [*history.stacks, *history.antes, *history.posts, *(history.finishing_stacks or ())]
    return gcd(*amounts, *(move.amount for move in history.moves if move.amount))


def _check_winners_seen(order: Sequence[Seat], played: PlayedRecord) -> None:
    """A pot of which no contender showed goes to the last to muck: the record must say somewhere that it did."""
    if played.result.ended != "showdown":
        return
    for pot in played.result.pots:
        if len(pot.eligible) > 1 and not played.shown.intersection(pot.eligible):
            players = " and ".join(f"p{order.index(seat) + 1}" for seat in pot.eligible)
            raise PhhError("actions", f"none of {players} shows a hand, so the record does not say who wins")
