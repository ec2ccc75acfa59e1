"""The last streets of stud: who opens after a common card, an early last card, reserved cards."""

from typing import Any

import pytest

from burncard.rules.cards import PACK
from burncard.rules.outcomes import AwaitAction
from tests.harness.scripted import ScriptedHand, told
from tests.harness.tables import HOUSES, LAST_CARD_DOWN, ROBERTS

# ---- the common card --------------------


def rotated(ranks: str, first_suit: int) -> list[str]:
    """A board of these ranks, each of another suit."""
    return [rank + "cdhs"[(first_suit + place) % 4] for place, rank in enumerate(ranks)]


def check_common_card(game: str, house: str, boards: list[list[str]], short: list[str]) -> None:
    """Eight players stay; one card and three burns are left, and whichever of them is turned makes seat 2 the first."""
    known = {card for cards in (*boards, short) for card in cards}
    hole = [card for card in PACK if card not in known][:16]
    rows = [[board[street] for board in boards] for street in range(4)]
    top = [*hole, *rows[0], *(card for row, burn in zip(rows[1:], short, strict=False) for card in (burn, *row))]
    hand = ScriptedHand(game, players=8, house=house, top=" ".join([*top, short[3]]))
    hand.until_betting("sixth")
    assert hand.offer.seat == 1
    while not (hand.lying("board") and isinstance(hand.next, AwaitAction)):
        hand.step()
    assert [ruling.rule for ruling in hand.rulings] == ["stud.common-card-one-left"]
    assert hand.offer.seat == 2
    assert hand.finish().ended == "showdown"


@pytest.mark.parametrize("game", ["stud7", "stud8"])
@HOUSES
def test_stud_common_first_to_act(game: str, house: str) -> None:
    """Seat 1 shows a pair of threes; the common card pairs seat 2's king or queen."""
    others = [rotated("258J", turn) for turn in range(3)] + [rotated("469A", turn) for turn in range(3)]
    check_common_card(
        game, house, [["3c", "3d", "7h", "Ts"], ["Kc", "Qd", "7s", "Th"], *others], ["Kd", "Kh", "Qh", "Qs"]
    )


@pytest.mark.parametrize("game", ["razz"])
@HOUSES
def test_stud_common_first_razz(game: str, house: str) -> None:
    """Seat 1 shows ace to four; the common card pairs it, and seat 2's eight is the lowest board."""
    others = [rotated("9TJQ", turn) for turn in range(3)] + [rotated("567K", turn) for turn in (1, 2, 3)]
    check_common_card(game, house, [rotated("A234", 0), rotated("5678", 0), *others], ["Ad", "2h", "3s", "4c"])


# ---- cards dealt too early --------------------


def last_card_too_early(game: str, **fields: Any) -> ScriptedHand:
    """On sixth street, seat 2 is dealt its last card before seat 3 has acted, and looks at it."""
    hand = ScriptedHand(game, **fields)
    hand.until_betting("sixth")
    while hand.offer.seat == 2:
        hand.step()
    hand.top("burn")
    assert [ruling.rule for ruling in hand.top("seat:2")] == ["premature.stud"]
    assert told(hand.press("looked", seat=2)) == "premature.stud-final-kept: keep note seats=2 cards= steps="
    return hand


@LAST_CARD_DOWN
@HOUSES
def test_premature_stud_final_no_raise(game: str, house: str) -> None:
    """Who kept an early last card checks or calls on sixth street; on seventh it bets like the others."""
    hand = last_card_too_early(game, house=house)
    while hand.offer.seat != 2:
        bet = "check" not in hand.offer.options
        hand.act("call" if bet else "bet", None if bet else 20)
    assert hand.offer.options == ("fold", "call")
    assert hand.refused("raise", 40) == "premature.stud-final-no-raise"
    hand.act("call")
    while not hand.lying("seat:3")[6:]:
        hand.step()
    hand.until("action")
    while hand.offer.seat != 2:
        hand.act("check")
    assert hand.offer.options == ("check", "bet")
    assert hand.finish().ended == "showdown"
    assert all(len(hand.lying(f"seat:{seat}")) == 7 for seat in (1, 2, 3))


@LAST_CARD_DOWN
@ROBERTS
def test_premature_stud_reserve(game: str, house: str) -> None:
    """Six players, a street dealt too early: its cards are shuffled in when the pack cannot give a last card to all."""
    hand = ScriptedHand(game, players=6, house=house)
    hand.until("action")
    hand.step()
    hand.top("burn")
    hand.top("seat:1", "up")
    while hand.rulings[-1].rule == "premature.stud":
        hand.step()
    assert len(hand.lying("aside")) == 6
    assert hand.rulings[-1].rule == "stud.out-of-cards"
    assert hand.finish().ended == "showdown"
    assert hand.lying("aside") == []
    assert all(len(hand.lying(f"seat:{seat}")) == 7 for seat in range(1, 7))


@LAST_CARD_DOWN
@HOUSES
def test_premature_stud_reserve_before_the_last_street(game: str, house: str) -> None:
    """Seven players, sixth street dealt too early: seven cards are left, one too few, and seven more lie aside."""
    hand = ScriptedHand(game, players=7, house=house)
    hand.until_betting("fifth")
    hand.top("burn")
    hand.top("seat:1", "up")
    while hand.rulings[-1].rule == "premature.stud":
        hand.step()
    assert len(hand.dealer.stub) == 7
    early = hand.rulings[1].cards[0]
    assert told(hand.rulings[-1:]) == (
        f"premature.stud-reserve: correct stop seats= cards= steps=return {early} ?? ?? ?? ?? ?? ??, shuffle, cut"
    )
    hand.until("action")
    assert (len(hand.dealer.stub), len(hand.lying("aside")), len(hand.lying("burn"))) == (6, 0, 4)
    assert hand.finish("stud.out-of-cards", "stud.common-card").ended == "showdown"


@pytest.mark.parametrize("game", ["stud8", "razz"])
@HOUSES
def test_stud_inherits_seven_card(game: str, house: str) -> None:
    """The variants have no rules of their own for a card dealt too early or a downcard shown: stud's are applied."""
    given = []
    for code in ("stud7", game):
        hand = ScriptedHand(code, house=house, top="Tc Js 4h 9c 9d 9h 8c 8d Qh")
        hand.deal(1)
        shown = hand.top("seat:2", "up")
        hand.until("action")
        hand.step()
        given.append(told([*shown, *hand.top("burn"), *hand.top("seat:1", "up")]))
    assert given[0] == given[1]
    assert "premature.stud:" in given[0]
