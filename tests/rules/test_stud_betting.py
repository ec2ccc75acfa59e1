"""Stud betting rules by name: the forced bet, the size of a street's bet, who opens, how many raises."""

from typing import Any

import pytest

from burncard.rules.cards import Chips, Seat
from burncard.rules.facts import Action, ChipsMoved
from burncard.rules.games import GAMES
from burncard.rules.outcomes import Counted
from tests.harness.scripted import ScriptedHand, told
from tests.harness.tables import HOUSES, LAST_CARD_DOWN, ROBERTS, SEVEN_CARD_STUD, STUD

SPLIT = pytest.mark.parametrize("game", ["stud8", "razz"])
BIG_BET = pytest.mark.parametrize("structure", ["no-limit", "pot-limit", "half-pot"])
HOLE_CARDS = ["2h", "4d", "7s", "Jh", "5h", "Qd", "8s", "3d"]

DOORS = "5c 8d Kh"
"""The lowest is seat 1's, the highest seat 3's."""


def stud(game: str, doors: str = DOORS, *later: str, **fields: Any) -> ScriptedHand:
    """A hand whose upcards are known: the doors, and the upcards of each later street, in the order of the deal."""
    shown = {card for cards in (doors, *later) for card in cards.split()}
    spare = [card for card in (*HOLE_CARDS, "Th", "Td", "Tc") if card not in shown]
    players = len(doors.split())
    hole = spare[: players * (GAMES[game].starting_count - 1)]
    burns = spare[len(hole) :]
    top = [*hole, *doors.split()]
    for burn, cards in zip(burns, later, strict=False):
        top += [burn, *cards.split()]
    return ScriptedHand(game, top=" ".join(top), players=players, **fields)


def to_the_betting(hand: ScriptedHand, street: str | None = None) -> ScriptedHand:
    if street is None:
        hand.until("action")
    else:
        hand.until_betting(street)
    return hand


def sizes(hand: ScriptedHand) -> tuple[int | None, int | None]:
    return hand.offer.min_to, hand.offer.max_to


# ---- the forced bet --------------------


@pytest.mark.parametrize(("game", "first"), [("stud8", 2), ("razz", 3)])
@HOUSES
def test_lowcard_ace_high_for_bringin(game: str, first: int, house: str) -> None:
    """An ace, a five and a king: in high-low the five is low; in razz, where aces are low, the king must bet."""
    hand = to_the_betting(stud(game, "Ac 5h Kd", house=house))
    assert hand.offer.seat == first
    assert "bring-in" in hand.offer.options


@STUD
@ROBERTS
def test_lowcard_full_bet_option(game: str, house: str) -> None:
    hand = to_the_betting(stud(game, house=house))
    assert (hand.offer.options, sizes(hand)) == (("bring-in", "complete"), (10, 10))
    assert hand.refused("complete", 7) == "lowcard.full-bet-option"
    assert hand.refused("all-in") == "lowcard.full-bet-option"
    assert hand.act("complete", 10) == []
    assert (hand.offer.to_call, hand.offer.options) == (10, ("fold", "call", "raise"))


@STUD
def test_lowcard_minimum_only(game: str) -> None:
    hand = to_the_betting(stud(game, house="general"))
    assert (hand.offer.options, sizes(hand)) == (("bring-in",), (None, None))
    assert hand.refused("complete", 10) == "lowcard.minimum-only"
    assert hand.refused("all-in") == "lowcard.minimum-only"
    hand.act("bring-in", 4)
    assert hand.offer.options == ("fold", "call", "complete")


@pytest.mark.parametrize("game", ["stud7", "stud8"])
@HOUSES
def test_stud_stays_until_bet(game: str, house: str) -> None:
    hand = to_the_betting(stud(game, house=house))
    assert hand.refused("fold") == "stud.stays-until-bet"
    hand.act("bring-in", 4)
    hand.act("fold")
    hand.act("complete", 10)
    assert hand.offer.options == ("fold", "call", "raise")
    assert hand.act("fold") == []


@STUD
@HOUSES
def test_lowcard_completion_not_raise(game: str, house: str) -> None:
    """Four to complete to ten, then three raises; the fourth is refused."""
    hand = to_the_betting(stud(game, house=house))
    hand.act("bring-in", 4)
    for to in (10, 20, 30, 40):
        assert sizes(hand) == (to, to)
        hand.act("complete" if to == 10 else "raise", to)
    assert hand.offer.options == ("fold", "call")


@STUD
@HOUSES
def test_lowcard_wrong_low_corrected(game: str, house: str) -> None:
    """The bet of the wrong seat comes back, and the forced seat still has to bet."""
    hand = to_the_betting(stud(game, house=house))
    wrong = 2
    forced = hand.offer.seat
    assert hand.refused("bring-in", 4, seat=wrong) == "lowcard.wrong-low-corrected"
    hand.act("bring-in", 4)
    hand.until("card", zone="burn")
    result = hand.finish()
    assert forced in (1, 3)
    assert sum(pot.amount for pot in result.pots) == 3 * (2 + 4)


@STUD
@HOUSES
@pytest.mark.parametrize(("chips", "bet"), [([4], 4), ([5, 5], 10), ([25], 4)])
def test_lowcard_wrong_low_corrected_where_chips_were_moved(game: str, house: str, chips: list[int], bet: int) -> None:
    """The wrong seat pushes chips forward; the seat behind it calls, and so they stand."""
    doors = "5c 8d 9h 6s" if game != "razz" else "Kc 8d 9h 6s"
    hand = to_the_betting(stud(game, doors, house=house))
    given = hand.give(ChipsMoved(seat=Seat(2), chips=[Chips(chip) for chip in chips]))
    assert told(given) == "lowcard.wrong-low-corrected: refuse note seats=2 cards= steps="
    given = hand.give(Action(seat=Seat(3), action="call"))
    assert told(given) == "lowcard.wrong-low-stands: stands note seats=2,1 cards= steps="
    assert (hand.offer.seat, hand.offer.to_call) == (4, bet)


@STUD
@HOUSES
@pytest.mark.parametrize(
    ("chips", "rule"),
    [([4], "betting.released-chips"), ([3], "betting.undersized-correction"), ([25], "betting.single-chip-call")],
)
def test_the_forced_bet_in_chips(game: str, house: str, chips: list[int], rule: str) -> None:
    """One large chip without a word is no more than the forced bet."""
    hand = to_the_betting(stud(game, house=house))
    low = hand.offer.seat
    hand.give(ChipsMoved(seat=low, chips=[Chips(chip) for chip in chips]))
    assert hand.outcomes[0] == Counted(seat=low, action="bring-in", amount=Chips(4), rule=rule)


@STUD
@HOUSES
@pytest.mark.parametrize("amount", [4, 10])
def test_lowcard_wrong_low_stands(game: str, house: str, amount: int) -> None:
    """The seat behind the wrong one calls: the bet stands, and the forced seat may fold like anybody."""
    hand = to_the_betting(stud(game, "5c 8d 9h 6s" if game != "razz" else "Kc 8d 9h 6s", house=house))
    assert hand.offer.seat == 1
    hand.give(Action(seat=Seat(2), action="bring-in" if amount == 4 else "complete", amount=amount))  # type: ignore[arg-type]
    given = hand.give(Action(seat=Seat(3), action="call"))
    assert told(given) == "lowcard.wrong-low-stands: stands note seats=2,1 cards= steps="
    assert (hand.offer.seat, hand.offer.to_call) == (4, amount)
    hand.act("call")
    assert (hand.offer.seat, hand.offer.options[0]) == (1, "fold")
    hand.act("fold")
    result = hand.finish()
    assert result.stacks[Seat(1)] == 498
    assert sum(pot.amount for pot in result.pots) == 4 * 2 + 3 * amount


@STUD
def test_lowcard_wrong_low_stands_when_the_forced_seat_itself_is_next_and_folds(game: str) -> None:
    hand = to_the_betting(stud(game, "8d 5c 9h" if game != "razz" else "8d Kc 9h"))
    hand.give(Action(seat=Seat(1), action="bring-in", amount=4))  # type: ignore[arg-type]
    given = hand.act("fold")
    assert told(given) == "lowcard.wrong-low-stands: stands note seats=1,2 cards= steps="
    assert (hand.offer.seat, hand.offer.to_call) == (3, 4)
    assert hand.finish().stacks[Seat(2)] == 498


@STUD
@HOUSES
def test_stud_bring_in_amount(game: str, house: str) -> None:
    hand = to_the_betting(stud(game, house=house, bring_in=3))
    assert hand.offer.to_call == 3
    assert hand.refused("bring-in", 5) == "stud.bring-in-amount"
    hand.act("bring-in", 3)
    assert hand.offer.to_call == 3


@SEVEN_CARD_STUD
def test_stud_bring_in_amount_where_the_table_names_none(game: str) -> None:
    hand = to_the_betting(stud(game, bring_in=0, small_bet=15, big_bet=30))
    assert hand.offer.to_call == 5


@HOUSES
@pytest.mark.parametrize("game", ["stud5"])
def test_stud5_bring_in_half(game: str, house: str) -> None:
    hand = to_the_betting(stud(game, house=house, bring_in=0))
    assert hand.offer.to_call == 5
    assert hand.refused("bring-in", 3) == "stud5.bring-in-half"
    hand.act("bring-in")
    assert (hand.offer.to_call, hand.offer.options) == (5, ("fold", "call", "complete"))


@pytest.mark.parametrize("game", ["stud5"])
@HOUSES
def test_stud5_ante_by_stakes(game: str, house: str) -> None:
    """A small game has no ante and nothing is said of it; a large one takes what it names from everybody."""
    small = stud(game, house=house, antes=0, small_bet=2, big_bet=4, bring_in=1)
    assert small.rulings == []
    assert small.finish().ended == "showdown"
    large = to_the_betting(stud(game, house=house, antes=1))
    assert large.table.hand is not None
    assert large.table.hand.betting.pot_total() == 3


# ---- what a bet is --------------------


def check_sizes(game: str, bets: dict[str, int], rule: str) -> None:
    """The bet of each street: what is offered, and by which rule another size is refused."""
    for street, bet in bets.items():
        hand = to_the_betting(stud(game), street)
        assert sizes(hand) == (bet, bet), street
        assert hand.refused("bet", bet + 5) == rule
        hand.act("bet", bet)
        assert sizes(hand) == (2 * bet, 2 * bet)
        assert hand.refused("raise", 2 * bet + 5) == rule


@LAST_CARD_DOWN
def test_stud_low_limit_streets(game: str) -> None:
    check_sizes(game, {"fourth": 10, "fifth": 20, "sixth": 20, "seventh": 20}, "stud.low-limit-streets")


@pytest.mark.parametrize("game", ["stud5"])
def test_stud5_limits_by_street(game: str) -> None:
    check_sizes(game, {"third": 10, "fourth": 20, "fifth": 20}, "stud5.limits-by-street")


@pytest.mark.parametrize("game", ["mississippi"])
def test_stud_mississippi_bet_sizes(game: str) -> None:
    check_sizes(game, {"fourth-and-fifth": 10, "sixth": 20, "seventh": 20}, "stud.mississippi-bet-sizes")


@pytest.mark.parametrize("game", ["mississippi"])
@pytest.mark.parametrize(("ante", "bring_in"), [(1, 2), (4, 5)])
def test_stud_mississippi_bet_sizes_with_a_low_and_a_high_ante(game: str, ante: int, bring_in: int) -> None:
    hand = to_the_betting(stud(game, antes=ante, bring_in=bring_in))
    assert hand.offer.to_call == bring_in
    hand.act("bring-in", bring_in)
    assert sizes(hand) == (10, 10)


@pytest.mark.parametrize("game", ["stud5"])
@HOUSES
@pytest.mark.parametrize("tournament", [False, True])
def test_stud5_raise_cap(game: str, house: str, tournament: bool) -> None:
    hand = to_the_betting(stud(game, house=house, tournament=tournament), "third")
    for to in (10, 20, 30, 40):
        hand.act("raise" if to > 10 else "bet", to)
    assert hand.offer.options == ("fold", "call")
    assert hand.refused("raise", 50) == "stud5.raise-cap"


# ---- an open pair on fourth street --------------------


def fourth_street(game: str, upcards: str = "5d 9c 2s", **fields: Any) -> ScriptedHand:
    """Fourth street: seat 1 has a pair of fives, unless other cards are named."""
    return to_the_betting(stud(game, DOORS, upcards, **fields), "fourth")


@pytest.mark.parametrize("game", ["stud7"])
@HOUSES
def test_stud_open_pair_double_bet(game: str, house: str) -> None:
    hand = fourth_street(game, house=house)
    assert (hand.offer.seat, sizes(hand)) == (1, (10, 20))
    assert hand.refused("bet", 15) == "stud.open-pair-increment"
    hand.act("bet", 20)
    assert hand.offer.to_call == 20
    assert sizes(fourth_street(game, "6d 9c 2s", house=house)) == (10, 10)


@pytest.mark.parametrize("game", ["stud7"])
def test_stud_open_pair_increment(game: str) -> None:
    """Ten is bet: it is called or raised by ten or twenty; once by twenty, only by twenty."""
    hand = fourth_street(game)
    hand.act("bet", 10)
    assert sizes(hand) == (20, 30)
    hand.act("raise", 30)
    assert sizes(hand) == (50, 50)
    assert hand.refused("raise", 40) == "stud.open-pair-increment"


@pytest.mark.parametrize("game", ["stud7"])
@pytest.mark.parametrize("raised_to", [(20, 30, 40), (30, 50, 70), (20, 40, 60)])
def test_stud_open_pair_increment_counts_a_large_raise_once(game: str, raised_to: tuple[int, ...]) -> None:
    """A bet and three raises, of whichever size they are."""
    hand = fourth_street(game)
    hand.act("bet", 10)
    for amount in raised_to:
        hand.act("raise", amount)
    assert hand.refused("raise", raised_to[-1] + 20) == "betting.limit-cap-three"


@pytest.mark.parametrize("game", ["stud7"])
def test_stud_open_pair_check(game: str) -> None:
    hand = fourth_street(game)
    hand.act("check")
    assert sizes(hand) == (10, 20)
    hand.act("bet", 20)
    assert sizes(hand) == (40, 40)


@SPLIT
def test_stud_no_open_pair_in_split(game: str) -> None:
    hand = fourth_street(game)
    assert sizes(hand) == (10, 10)
    assert hand.refused("bet", 20) == "stud.no-open-pair-in-split"


def test_an_open_pair_changes_nothing_in_mississippi() -> None:
    hand = to_the_betting(stud("mississippi", DOORS, "5d 9c 2s 6d 9h 3s"), "fourth-and-fifth")
    assert (hand.offer.seat, sizes(hand)) == (2, (10, 10))
    paired_door = stud("mississippi", DOORS, "5d 9c 6s 6d Ah 3s")
    assert sizes(to_the_betting(paired_door, "fourth-and-fifth")) == (10, 10)


# ---- who opens a street --------------------


@STUD
@HOUSES
def test_stud_tie_by_position(game: str, house: str) -> None:
    """Seats 2 and 3 show the same ranks; seat 2 was dealt to first, whatever the suits."""
    doors, upcards = ("5c 8d 8h", "2d Ac As") if game != "razz" else ("Kc 8d 8h", "Qd Ac As")
    if game == "mississippi":  # two upcards at once
        upcards = "2d Ac As 3d Kh Ks"
    hand = stud(game, doors, upcards, house=house)
    assert to_the_betting(hand, GAMES[game].streets[1].name).offer.seat == 2


# ---- big-bet stud --------------------


@STUD
@BIG_BET
@HOUSES
def test_lowcard_bigbet_high_card_first(game: str, structure: str, house: str) -> None:
    """No bring-in: the king acts first; in razz it does as well, aces being low."""
    hand = to_the_betting(stud(game, "5c Kd 8h" if game != "razz" else "Ac Kd 8h", structure=structure, house=house))
    assert (hand.offer.seat, hand.offer.options) == (2, ("fold", "bet"))
    assert hand.offer.to_call == 0
    assert hand.refused("bring-in", 4) == "lowcard.bigbet-high-card-first"


@STUD
@BIG_BET
def test_stud_bigbet_first_round(game: str, structure: str) -> None:
    hand = to_the_betting(stud(game, structure=structure))
    assert hand.refused("check") == "stud.bigbet-first-round"
    assert hand.refused("call") == "stud.bigbet-first-round"
    hand.act("fold")
    assert hand.offer.options == ("fold", "bet")


@STUD
@pytest.mark.parametrize(("structure", "most"), [("half-pot", 7), ("pot-limit", 15), ("no-limit", 495)])
@HOUSES
def test_stud_bigbet_opening_size(game: str, structure: str, most: int, house: str) -> None:
    """Three antes of five: from one ante to half of them, to all of them, or to everything."""
    hand = to_the_betting(stud(game, structure=structure, antes=5, min_bet=None, house=house))
    assert sizes(hand) == (5, most)
    assert hand.refused("bet", 4) == "stud.bigbet-opening-size"
    assert hand.refused("bet", most + 1) == "stud.bigbet-opening-size"
    hand.act("bet", most)
    assert hand.offer.to_call == most


@STUD
@BIG_BET
def test_stud_bigbet_later_rounds(game: str, structure: str) -> None:
    """Seat 1 pairs its door (in razz the others do): it acts first and may check."""
    up = ("5d 9c 2s" if game != "razz" else "6d 8c Kc") + (" 6h Qc Js" if game == "mississippi" else "")
    hand = to_the_betting(stud(game, "5c 8d Kh", up, structure=structure), GAMES[game].streets[1].name)
    assert (hand.offer.seat, hand.offer.options) == (1, ("check", "bet"))
    hand.act("check")
    assert hand.offer.options == ("check", "bet")
