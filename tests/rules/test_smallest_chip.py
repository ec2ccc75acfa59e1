"""The smallest chip in play: chips and parts of a bet that are smaller do not play, and odd chips are of its size."""

from typing import Any

import pytest

from burncard.rules.cards import Chips
from burncard.rules.facts import ChipsMoved
from burncard.rules.games import GAMES
from burncard.rules.outcomes import Counted, Ruling
from burncard.rules.table import Table
from burncard.simulator.pack import stacked
from tests.harness.scripted import ScriptedHand, hand_of, told
from tests.harness.tables import FAMILIES, HOUSES, STUD

OF_FIVE: dict[str, Any] = {"smallest_chip": 5, "bring_in": 5}
RAISES_BY_ODDMENTS = pytest.mark.parametrize("amount", [33, 34, 36])


def at_a_bet(game: str, **fields: Any) -> ScriptedHand:
    """The first seat to act faces a bet of 10, or may make one, in a no-limit game played with chips of five."""
    antes = {} if game in ("holdem", "lowball-27") else {"antes": 5}
    hand = ScriptedHand(game, structure="no-limit", **(OF_FIVE | antes | fields))
    hand.until("action")
    return hand


@FAMILIES
@HOUSES
@RAISES_BY_ODDMENTS
def test_betting_smallest_chip_is_not_divided_in_a_bet(game: str, house: str, amount: int) -> None:
    hand = at_a_bet(game, house=house)
    raise_ = next(one for one in ("raise", "bet", "open") if one in hand.offer.options)
    assert hand.refused(raise_, amount) == "betting.smallest-chip"
    assert hand.act(raise_, 35) == []
    assert hand.finish().ended == "showdown"


@FAMILIES
@HOUSES
def test_betting_smallest_chip_leaves_smaller_ones_out_of_an_all_in(game: str, house: str) -> None:
    """Seats with 503 and 204 chips play 500 and 200; what does not play stays theirs, win or lose."""
    hand = at_a_bet(game, house=house, stacks={1: 503, 2: 204})
    assert hand.table.hand is not None
    assert sorted(hand.table.hand.betting.behind.values()) == [3, 4]
    while hand.next.await_ == "action":  # type: ignore[attr-defined]
        hand.act("all-in")
    result = hand.finish("draw.lowball-open-or-fold")
    assert {seat: chips % 5 for seat, chips in result.stacks.items()} == {1: 3, 2: 4}


@FAMILIES
def test_betting_smallest_chip_does_not_count_smaller_chips_moved_forward(game: str) -> None:
    hand = at_a_bet(game)
    seat = hand.offer.seat
    assert told(hand.give(ChipsMoved(seat=seat, chips=[Chips(2), Chips(3)]))) == (
        f"betting.smallest-chip: refuse note seats={seat} cards= steps="
    )
    assert hand.give(ChipsMoved(seat=seat, chips=[Chips(25), Chips(10), Chips(2)])) == []
    [counted] = [outcome for outcome in hand.outcomes if isinstance(outcome, Counted)]
    assert (counted.amount, counted.rule) == (35, "betting.smallest-chip")
    assert hand.finish().ended == "showdown"


def test_betting_smallest_chip_takes_a_spoken_fraction_off() -> None:
    hand = at_a_bet("holdem")
    moved = ChipsMoved(seat=hand.offer.seat, chips=[Chips(25), Chips(25)], says="raise", amount=Chips(48))
    assert hand.give(moved) == []
    assert [(one.amount, one.rule) for one in hand.outcomes if isinstance(one, Counted)] == [
        (45, "betting.smallest-chip")
    ]


def test_betting_smallest_chip_changes_nothing_where_every_chip_plays() -> None:
    hand = at_a_bet("holdem")
    hand.give(ChipsMoved(seat=hand.offer.seat, chips=[Chips(25), Chips(10)]))
    assert [one.rule for one in hand.outcomes if isinstance(one, Counted)] == ["betting.released-chips"]


@pytest.mark.parametrize(
    ("game", "fields"),
    [
        ("holdem", {"posts": {2: 7, 3: 10}}),
        ("stud7", {"antes": 2}),
        ("stud7", {"antes": {1: 5, 2: 5, 3: 4}}),
        ("razz", {"antes": 5, "bring_in": 4}),
        ("holdem", {"small_bet": 8}),
        ("holdem", {"big_bet": 24}),
        ("lowball-27", {"structure": "no-limit", "min_bet": 12}),
    ],
)
def test_betting_smallest_chip_divides_every_stake(game: str, fields: dict[str, Any]) -> None:
    outcomes = Table().apply(hand_of(GAMES[game], {1: 500, 2: 500, 3: 500}, OF_FIVE | fields))
    assert told(one for one in outcomes if isinstance(one, Ruling)) == (
        "betting.smallest-chip: refuse note seats= cards= steps="
    )


def test_a_seat_without_a_chip_that_plays_is_not_dealt_in() -> None:
    outcomes = Table().apply(hand_of(GAMES["holdem"], {1: 500, 2: 4, 3: 500}, OF_FIVE))
    assert [one.rule for one in outcomes if isinstance(one, Ruling)] == ["table.no-chips"]


@STUD
def test_the_maximum_of_half_the_pot_is_in_chips_that_play(game: str) -> None:
    """Three antes of 5 are 15, and half of that is one chip of 5."""
    hand = ScriptedHand(game, structure="half-pot", antes=5, min_bet=5, **OF_FIVE)
    hand.until("action")
    assert (hand.offer.min_to, hand.offer.max_to) == (5, 5)


@pytest.mark.parametrize(("chip", "forced"), [(1, 3), (2, 2), (5, 5)])
def test_stud_bring_in_amount_that_is_not_set_is_in_chips_that_play(chip: int, forced: int) -> None:
    hand = ScriptedHand("stud7", smallest_chip=chip, antes=0, bring_in=0)
    hand.until("action")
    assert hand.offer.to_call == forced


SPLIT = {
    "holdem": (["Kc Qd", "Kd Qs", "7c 2c"], "As Jh 9d 5s 4h"),
    "omaha8": (["Ac 2d 9h Td", "7c 7h 6c 6h", "Kc Ks Jh Jd"], "3h 4s 8d Kh Qs"),
    "stud7": (["Kc Jd 9c 7d 5c 3c 2d", "Qc Td 8c 6d 4c 3s 2c", "Ks Jc 9s 7s 5h 3h 2s"], ""),
}
WINNERS = {"holdem": (1, 2), "omaha8": (3, 1), "stud7": (3, 1)}  # the one with the odd chip first


@pytest.mark.parametrize("game", SPLIT)
@pytest.mark.parametrize(("rake", "parts"), [(0, (15, 15)), (5, (15, 10)), (2, (18, 10))])
def test_ties_odd_chip_smallest_is_of_the_size_in_play(game: str, rake: int, parts: tuple[int, int]) -> None:
    """A pot of 30 less the rake: 25 are five chips of 5, and what is less than a chip goes with the odd one."""
    holes, board = SPLIT[game]
    fields = {"antes": 5} if game == "stud7" else {}
    hand = ScriptedHand(game, top=stacked(GAMES[game], holes, board), rake=rake, **(OF_FIVE | fields))
    [pot] = hand.finish().pots
    assert dict(pot.awards) == dict(zip(WINNERS[game], parts, strict=True))
