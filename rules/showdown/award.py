"""The showdown's money: who shows first, who wins which pot, and where odd chips go."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from burncard.rules.betting.hand_betting import HandBetting
from burncard.rules.betting.pots import is_one_pot, pot_layers
from burncard.rules.cards import Card, Chips, Seat
from burncard.rules.games.game import Game
from burncard.rules.games.houses import House
from burncard.rules.outcomes import Pot
from burncard.rules.showdown.hand_values import Strength, best_high, best_low, by_suit

Share = Literal["all", "high", "low"]


def show_order(betting: HandBetting, house: House, game: Game) -> list[Seat]:
    """The live seats in the order in which they show: the last to bet or raise first, else the first to act.

    Who plays for a side pot shows before those who are all-in for less.
    """
    first = betting.round.bet.last_aggressor
    if house.show_first == "opener" and game.ruled_as == "holdem" and betting.round.bet.opener is not None:
        first = betting.round.bet.opener
    if first is None or first not in betting.live:
        first = betting.round.to_act.first
    in_turn = betting.live_from(betting.seats[0] if first is None else first)
    if is_one_pot(betting):
        return in_turn
    contested = [layer.eligible for layer in pot_layers(betting) if len(layer.eligible) > 1]
    return sorted(in_turn, key=lambda seat: -sum(seat in eligible for eligible in contested))


@dataclass(frozen=True, slots=True)
class Hands:
    """What the contenders' hands are worth in each half; `cards` for the odd chips of stud."""

    high: Mapping[Seat, Strength]
    low: Mapping[Seat, Strength]
    cards: Mapping[Seat, Sequence[Card]]


def read_hands(game: Game, contenders: Mapping[Seat, Sequence[Card]], board: Sequence[Card]) -> Hands:
    """Reads every hand for the halves that the game is won by. A stud hand that is whole needs no common card."""
    boards = {
        seat: () if game.family == "stud" and len(hole) == game.hand_size else board
        for seat, hole in contenders.items()
    }
    high = {seat: best_high(game, hole, boards[seat]) for seat, hole in contenders.items()} if game.high else {}
    low: dict[Seat, Strength] = {}
    if game.low is not None:
        for seat, hole in contenders.items():
            strength = best_low(game, hole, boards[seat])
            if strength is not None:
                low[seat] = strength
    return Hands(high, low, contenders)


def winners(hands: Hands, seats: Sequence[Seat]) -> set[Seat]:
    """Who of these seats wins a pot that they play for, or a share of it."""
    return {*_best(hands.high, seats), *_best(hands.low, seats)}


def award(
    betting: HandBetting,
    game: Game,
    house: House,
    contenders: Mapping[Seat, Sequence[Card]],
    board: Sequence[Card],
    mucked: Sequence[Seat] = (),
) -> tuple[Pot, ...]:
    """Awards every pot and pays the winners. A pot for which no player shows goes to the last of its seats to muck."""
    hands = read_hands(game, contenders, board) if len(contenders) > 1 else Hands({}, {}, contenders)
    pots: list[Pot] = []
    for layer in pot_layers(betting):
        seats = [seat for seat in layer.eligible if seat in contenders]
        seats = seats or [seat for seat in mucked if seat in layer.eligible][-1:] or list(contenders)
        awards = _split(layer.amount, seats, hands, betting, game, house)
        for seat, chips in awards.items():
            betting.stacks[seat] = Chips(betting.stacks[seat] + chips)
        pots.append(Pot(amount=layer.amount, eligible=layer.eligible, awards=awards))
    return tuple(pots)


def _split(
    amount: Chips, seats: Sequence[Seat], hands: Hands, betting: HandBetting, game: Game, house: House
) -> dict[Seat, Chips]:
    shares: dict[Seat, Chips] = {}
    for _, half in split_by_halves(amount, seats, hands, betting, game, house):
        for seat, chips in half.items():
            shares[seat] = Chips(shares.get(seat, Chips(0)) + chips)
    return {seat: shares[seat] for seat in sorted(shares)}


def split_by_halves(
    amount: Chips, seats: Sequence[Seat], hands: Hands, betting: HandBetting, game: Game, house: House
) -> list[tuple[Share, dict[Seat, Chips]]]:
    """How one pot is shared: by its winners of the high half and of the low half, or all of it at once."""
    if len(seats) == 1:
        return [("all", {seats[0]: amount})]
    high = _best(hands.high, seats)
    low = _best(hands.low, seats)
    if not high or not low:
        return [("all", _shared(amount, high or low or list(seats), not high, hands, betting, game, house))]
    if set(high) == set(low) and len(high) > 1:
        return [("all", _shared(amount, high, False, hands, betting, game, house))]
    low_half = betting.playing(Chips(amount // 2))
    return [
        ("high", _shared(Chips(amount - low_half), high, False, hands, betting, game, house)),
        ("low", _shared(low_half, low, True, hands, betting, game, house)),
    ]


def _best(strengths: Mapping[Seat, Strength], seats: Sequence[Seat]) -> list[Seat]:
    held = [seat for seat in seats if seat in strengths]
    best = max((strengths[seat] for seat in held), default=None)
    return [seat for seat in held if strengths[seat] == best]


def _shared(
    amount: Chips, winners: Sequence[Seat], low: bool, hands: Hands, betting: HandBetting, game: Game, house: House
) -> dict[Seat, Chips]:
    """Divides chips equally; each odd chip goes to another winner, in the order that the game and the house give."""
    if len(winners) == 1:
        return {winners[0]: amount} if amount else {}
    chip = betting.fact.smallest_chip
    each, odd = divmod(amount // chip, len(winners))
    shares: dict[Seat, Chips] = {}
    for place, seat in enumerate(_odd_chip_order(winners, low, hands, betting, game, house)):
        won = chip * (each + (1 if place < odd else 0))
        if place == 0:
            won += amount % chip  # carried chips and rake may leave less than a chip
        if won:
            shares[seat] = Chips(won)
    return shares


def _odd_chip_order(
    winners: Sequence[Seat], low: bool, hands: Hands, betting: HandBetting, game: Game, house: House
) -> list[Seat]:
    clockwise = sorted(winners, key=betting.seats.index)
    if game.button:
        return clockwise
    if game.ruled_as == "stud5" and house.odd_chip_stud5 == "last-bettor":
        return sorted(clockwise, key=lambda seat: seat != betting.last_bettor)
    if house.odd_chip_left_of_dealer:
        return clockwise
    if low:
        return sorted(clockwise, key=lambda seat: by_suit(hands.cards[seat], ace_low=True)[-1:])
    return sorted(clockwise, key=lambda seat: by_suit(hands.cards[seat], ace_low=False), reverse=True)
