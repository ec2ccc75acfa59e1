"""Ties and odd chips by rule name, in hands dealt and called to the end."""

from typing import Any

import pytest

from burncard.rules.games import GAMES
from burncard.rules.outcomes import AwaitAction, Pot
from burncard.simulator.pack import stacked
from tests.harness.scripted import ScriptedHand
from tests.harness.tables import HOUSES, ROBERTS

# Hands of one strength, the first with the lower suits, and one that loses to them.
TIED = {
    "holdem": ("Kc Qd", "Kd Qs", "Kh Qc", "7c 2c", "As Jh 9d 5s 4h"),
    "omaha": ("Kc Qd 3c 2d", "Kd Qs 3d 2s", "Kh Qc 3s 2h", "7c 7d 5c 6h", "As Jh Td 9s 4h"),
    "omaha8": ("Kc Qd 3c 2d", "Kd Qs 3d 2s", "Kh Qc 3s 2h", "7c 7d 5c 6h", "As Jh Td 9s 4h"),
    "draw-high": ("Ac Jd 9h 7s 5c", "Ad Jh 9s 7c 5d", "Ah Js 9c 7d 5h", "Kc Qd 4h 3s 2c", ""),
    "jacks": ("Jc Jd 9h 7s 5c", "Jh Js 9s 7c 5d", "Kh Ts 9c 7d 3h", "Kc Qd 4h 3s 2c", ""),
    "lowball-a5": ("8c 7d 4h 3s 2c", "8d 7h 4s 3c 2d", "8h 7s 4c 3d 2h", "Kc Qd Jh Ts 9c", ""),
    "lowball-27": ("8c 7d 4h 3s 2c", "8d 7h 4s 3c 2d", "8h 7s 4c 3d 2h", "Kc Qd Jh Ts 9c", ""),
    "stud5": ("Kc Jd 9c 7d 5c", "Kd Jh 9h 7h 5d", "Ks Jc 9s 7s 5h", "Qc Td 8c 6d 4c", ""),
    "stud7": ("Kc Jd 9c 7d 5c 3c 2d", "Kd Jh 9h 7h 5d 3d 2h", "Ks Jc 9s 7s 5h 3h 2s", "Qc Td 8c 6d 4c 3s 2c", ""),
    "mississippi": ("Kc Jd 9c 7d 5c 3c 2d", "Kd Jh 9h 7h 5d 3d 2h", "Ks Jc 9s 7s 5h 3h 2s", "Qc Td 8c 6d 4c 3s 2c", ""),
    "razz": ("As 2d 3h 4h 7d Kc Ks", "Ad 2h 3d 4d 7h Kd Kh", "Ac 2c 3c 4c 7c Qc Qs", "Jc Td 9c 8d 6c 5s 5d", ""),
}


def pots(game: str, holes: list[str], board: str = "", **fields: Any) -> tuple[Pot, ...]:
    """The pots of a hand that nobody raises. The hands are told from the seat that is dealt to first."""
    top = stacked(GAMES[game], holes, board)
    return ScriptedHand(game, players=len(holes), top=top, joker=False, **fields).finish().pots


def tied(game: str, hands: str, pot: int, **fields: Any) -> dict[int, int]:
    """What the seats win of a pot of that size, seat 1 being dealt to first: `0` to `2` tied hands, `3` a loser."""
    *each, board = TIED[game]
    rake = pots(game, [each[int(hand)] for hand in hands], board, **fields)[0].amount - pot
    [shared] = pots(game, [each[int(hand)] for hand in hands], board, rake=rake, **fields)
    assert shared.amount == pot
    return {int(seat): chips for seat, chips in shared.awards.items()}


BUTTON_GAMES = ["holdem", "omaha", "omaha8", "draw-high", "jacks", "lowball-a5", "lowball-27"]
STUD_GAMES = ["stud5", "stud7", "mississippi", "razz"]
EVERY = pytest.mark.parametrize("game", [*BUTTON_GAMES, *STUD_GAMES])


@pytest.mark.parametrize("game", BUTTON_GAMES)
@HOUSES
def test_ties_odd_chip_button(game: str, house: str) -> None:
    """The winner nearest the button's left takes it: with the button at seat 3, of seats 2 and 3 it is 2."""
    assert tied(game, "301", 15, house=house) == {2: 8, 3: 7}
    assert tied(game, "103", 15, house=house) == {1: 8, 2: 7}


@pytest.mark.parametrize("game", ["holdem", "lowball-27", "draw-high"])
def test_ties_odd_chip_button_counts_from_the_button_and_not_from_seat_1(game: str) -> None:
    """The button is seat 1, so seat 2 is dealt to first; seats 3 and 1 tie."""
    *each, board = TIED[game]
    forced: dict[str, Any] = {"antes": 2} if game == "draw-high" else {"posts": {2: 5, 3: 10}}
    hands = [each[3], each[0], each[1]]
    [pot] = pots(game, hands, board, button=1, rake=1, **forced)
    assert pot.amount % 2 == 1
    assert pot.awards[3] == pot.awards[1] + 1  # type: ignore[index]


@pytest.mark.parametrize("game", [*BUTTON_GAMES, *STUD_GAMES[1:]])
def test_ties_odd_chip_003_left(game: str) -> None:
    """In the general house it is the dealer's left everywhere, but for the last bettor of five-card stud."""
    assert tied(game, "013", 15, house="general") == {1: 8, 2: 7}
    assert tied(game, "103", 15, house="general") == {1: 8, 2: 7}


@EVERY
@HOUSES
def test_ties_odd_chip_smallest(game: str, house: str) -> None:
    """The share is divided to the single chip, whatever larger chips are in use."""
    for pot in (15, 17):
        shares = sorted(tied(game, "013", pot, house=house).values())
        assert shares == [pot // 2, pot // 2 + 1]


@pytest.mark.parametrize("game", [game for game in TIED if game != "jacks"])
@HOUSES
def test_ties_one_odd_chip(game: str, house: str) -> None:
    """Two odd chips among three winners go to two of them."""
    assert sorted(tied(game, "0123", 17, house=house).values()) == [5, 6, 6]


@EVERY
@HOUSES
def test_ties_suit_rank(game: str, house: str) -> None:
    """A higher suit wins nothing of the pot."""
    assert set(tied(game, "013", 16, house=house).values()) == {8}


test_ties_003_no_suit_rank = test_ties_suit_rank


@pytest.mark.parametrize("game", STUD_GAMES)
@ROBERTS
def test_ties_stud_only(game: str, house: str) -> None:
    """In stud suits order the seats for the odd chip: the highest card has it, in razz the lowest."""
    assert tied(game, "013", 15, house=house) == {1: 7, 2: 8}
    assert tied(game, "103", 15, house=house) == {1: 8, 2: 7}


# ---- high and low --------------------

HIGH_ONLY = {"omaha8": "Kc Kd Kh Qs", "stud8": "Kc Kd Kh Qs 9d 9s Ts"}
LOW_ONLY = {"omaha8": "Ac 2d Jd 9d", "stud8": "8c 7d 5h 4c 2d Jh Jd"}
OTHER_LOW = {"omaha8": "Ad 2h Jc 9s", "stud8": "8d 7h 5s 4d 2h Jc Js"}
LOW_BOARD = {"omaha8": "Ks 8h 7c 3s 9c", "stud8": ""}


@pytest.mark.parametrize("game", ["omaha8", "stud8"])
@HOUSES
def test_ties_odd_chip_hilo(game: str, house: str) -> None:
    """One odd chip between the halves is the high hand's, wherever it sits."""
    for high_seat in (1, 2):
        hands = [HIGH_ONLY[game], LOW_ONLY[game]][:: 1 if high_seat == 1 else -1]
        [whole] = pots(game, hands, LOW_BOARD[game], house=house)
        [pot] = pots(game, hands, LOW_BOARD[game], house=house, rake=whole.amount - 15)
        assert {int(seat): chips for seat, chips in pot.awards.items()} == {high_seat: 8, 3 - high_seat: 7}


@pytest.mark.parametrize("game", ["omaha8", "stud8"])
@HOUSES
def test_ties_odd_chip_hilo_within(game: str, house: str) -> None:
    """Seats 2 and 3 tie for low and share 7: in Omaha the first of them has 4, in stud the one with the lowest card."""
    hands = [HIGH_ONLY[game], OTHER_LOW[game], LOW_ONLY[game]]
    [whole] = pots(game, hands, LOW_BOARD[game], house=house)
    [pot] = pots(game, hands, LOW_BOARD[game], house=house, rake=whole.amount - 15)
    lowest_card = game == "stud8" and house != "general"
    assert pot.awards == ({1: 8, 2: 3, 3: 4} if lowest_card else {1: 8, 2: 4, 3: 3})


# ---- side pots --------------------


@pytest.mark.parametrize("game", ["holdem", "stud7", "lowball-27", "draw-high"])
@HOUSES
def test_ties_side_pots_separate(game: str, house: str) -> None:
    """Seat 1, all-in for 11, ties with seat 2 for the main pot; the side pot is shared without it."""
    *each, board = TIED[game]
    top = stacked(GAMES[game], [each[0], each[1], each[3]], board)
    stacks = {1: 11, 2: 500, 3: 500}
    hand = ScriptedHand(game, stacks=stacks, top=top, joker=False, house=house, structure="no-limit")
    while hand.result is None:
        if isinstance(hand.next, AwaitAction) and hand.next.seat == 1:
            hand.act("all-in")
        elif isinstance(hand.next, AwaitAction) and "bet" in hand.next.options:
            hand.act("bet", 20)
        else:
            hand.step()
    main, side = hand.result.pots
    by_suit = game == "stud7" and house != "general"
    assert (main.eligible, main.awards) == ((1, 2, 3), {1: 16, 2: 17} if by_suit else {1: 17, 2: 16})
    assert (side.eligible, side.awards) == ((2, 3), {2: side.amount})
    assert side.amount >= 40
