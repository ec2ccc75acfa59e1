"""Who acts first, who shows first, and what they may do, by game."""

import pytest

from burncard.rules.cards import Seat, rank_value, suit_value
from burncard.rules.hand.questions import upcards
from burncard.rules.outcomes import AwaitAction
from burncard.rules.showdown.hand_values import board_order
from tests.harness.scripted import ScriptedHand, told
from tests.harness.tables import DRAW, FAMILIES, FLOP, HOUSES, ROBERTS, STUD


def doors(hand: ScriptedHand) -> dict[int, tuple[int, int]]:
    """Each seat's door card: rank and suit."""
    assert hand.table.hand is not None
    cards = {int(seat): upcards(hand.table.hand, seat)[0] for seat in hand.table.hand.betting.seats}
    low = hand.game.code == "razz"
    return {seat: (rank_value(card, ace_low=low), suit_value(card)) for seat, card in cards.items()}


@pytest.mark.parametrize("game", ["holdem", "omaha", "lowball-27"])
@HOUSES
def test_betting_holdem_first_round(game: str, house: str) -> None:
    hand = ScriptedHand(game, house=house, players=5)
    hand.until("action")
    assert hand.offer.seat == 3


@FLOP
@HOUSES
def test_betting_big_blind_option(game: str, house: str) -> None:
    hand = ScriptedHand(game, house=house)
    hand.until("action")
    hand.act("call")
    hand.act("call")
    assert (hand.offer.seat, hand.offer.options) == (2, ("check", "raise"))


@FLOP
@pytest.mark.parametrize("street", ["flop", "turn", "river"])
def test_betting_later_rounds_first(game: str, street: str) -> None:
    hand = ScriptedHand(game, players=4)
    hand.until("action")
    while hand.offer.seat != 1:
        hand.step()
    hand.act("fold")
    hand.until("card", street=street)
    hand.until("action")
    assert hand.offer.seat == 2


@pytest.mark.parametrize(("game", "first"), [("lowball-a5", 3), ("lowball-27", 3), ("draw-high", 1), ("jacks", 1)])
def test_betting_button_draw_order(game: str, first: int) -> None:
    hand = ScriptedHand(game, players=5)
    hand.until("action")
    assert hand.offer.seat == first


@pytest.mark.parametrize("game", ["stud5", "stud7", "stud8", "mississippi"])
@pytest.mark.parametrize("seed", range(1, 6))
def test_lowcard_low_brings_in(game: str, seed: int) -> None:
    hand = ScriptedHand(game, seed=seed, players=5)
    hand.until("action")
    shown = doors(hand)
    assert hand.offer.seat == min(shown, key=lambda seat: shown[seat])
    assert "bring-in" in hand.offer.options


@pytest.mark.parametrize("seed", range(1, 6))
def test_lowcard_razz_high_brings_in(seed: int) -> None:
    hand = ScriptedHand("razz", seed=seed, players=5)
    hand.until("action")
    shown = doors(hand)
    assert hand.offer.seat == max(shown, key=lambda seat: shown[seat])


@pytest.mark.parametrize(("game", "first"), [("stud7", 1), ("stud5", 1), ("stud8", 1), ("razz", 3), ("mississippi", 1)])
def test_lowcard_suit_order(game: str, first: int) -> None:
    """Three kings' doors: clubs are lowest, spades highest."""
    down = "" if game == "stud5" else "2h 3h 4h "
    top = f"{down}5h 6h 7h Kc Kd Ks"
    hand = ScriptedHand(game, top=top)
    hand.until("action")
    assert hand.offer.seat == first


@pytest.mark.parametrize("game", ["stud5", "stud7", "stud8", "mississippi"])
@pytest.mark.parametrize("seed", range(1, 6))
def test_stud_high_hand_first(game: str, seed: int) -> None:
    _first_by_board(game, seed, low=False)


@pytest.mark.parametrize("seed", range(1, 6))
def test_stud_razz_low_acts_first(seed: int) -> None:
    _first_by_board("razz", seed, low=True)


def _first_by_board(game: str, seed: int, *, low: bool) -> None:
    hand = ScriptedHand(game, seed=seed, players=4)
    for street in hand.game.streets[1:]:
        hand.until("card", street=street.name)
        hand.until("action")
        assert hand.table.hand is not None
        boards = {Seat(seat): upcards(hand.table.hand, Seat(seat)) for seat in (1, 2, 3, 4)}
        assert hand.offer.seat == board_order(boards, low=low)[0]


@pytest.mark.parametrize("game", ["draw-high", "jacks"])
def test_draw_opener_acts_first(game: str) -> None:
    """Seat 2 opens; after the draw it is first, though seat 1 is nearer to the button's left."""
    hand = ScriptedHand(game, top="2c Jc 3h 4d Js 5h 6c 7d 8h 9s Tc Qd Kh 2d 3c")
    hand.until("action")
    hand.act("check")
    hand.act("open", 10)
    hand.until("draw")
    hand.until("action")
    assert hand.offer.seat == 2


@pytest.mark.parametrize("game", ["draw-high", "jacks"])
def test_draw_high_check_or_open(game: str) -> None:
    """Seat 1 may check, open for 10 or open with a raise for 20, behind which three raises are left."""
    hand = ScriptedHand(game)
    hand.until("action")
    assert (hand.offer.options, hand.offer.min_to, hand.offer.max_to) == (("check", "open"), 10, 20)
    [ruling] = hand.act("open", 15)
    assert (ruling.rule, ruling.decision) == ("draw.high-check-or-open", "refuse")
    assert hand.act("raise", 20) == []
    for to in (30, 40, 50):
        assert hand.act("raise", to) == []
    assert hand.offer.options == ("fold", "call")
    plain = ScriptedHand(game)
    plain.until("action")
    plain.act("open", 10)
    for to in (20, 30, 40, 50):
        assert plain.act("raise", to) == []
    assert plain.offer.options == ("fold", "call")


@FAMILIES
@HOUSES
def test_showdown_order_no_bet(game: str, house: str) -> None:
    hand = ScriptedHand(game, house=house)
    last = 0
    while hand.next.await_ != "show":  # type: ignore[attr-defined]
        last = (last or hand.next.seat) if isinstance(hand.next, AwaitAction) else 0
        hand.step()
    assert hand.next.seat == last  # type: ignore[attr-defined]


@FAMILIES
@ROBERTS
def test_showdown_order_last_aggressor(game: str, house: str) -> None:
    assert _shows_after_a_raise(game, house) == "raiser"


@HOUSES
def test_showdown_order_003(house: str) -> None:
    assert _shows_after_a_raise("holdem", house) == ("bettor" if house == "general" else "raiser")


@FAMILIES
@HOUSES
def test_showdown_side_pot_first(game: str, house: str) -> None:
    """Seat 2 is all-in for the main pot only: the others show before it, though it sits between them."""
    hand = ScriptedHand(game, house=house, stacks={1: 500, 2: 60, 3: 500}, structure="no-limit")
    while hand.next.await_ != "show":  # type: ignore[attr-defined]
        raising = isinstance(hand.next, AwaitAction) and hand.next.seat != 2 and hand.next.max_to is not None
        if raising and {"bet", "raise"} & set(hand.offer.options) and not hand.lying("burn"):
            name = next(name for name in ("bet", "raise") if name in hand.offer.options)
            hand.act(name, max(hand.offer.min_to or 0, min(150, hand.offer.max_to or 0)))
        else:
            hand.step()
    shown = []
    while hand.result is None:
        shown.append(int(hand.next.seat))  # type: ignore[attr-defined]
        hand.step()
    assert len(shown) == 3
    assert shown[-1] == 2
    assert len(hand.result.pots) == 2


def _shows_after_a_raise(game: str, house: str) -> str:
    """On the last round one seat bets and the next raises: which of the two must show first."""
    hand = ScriptedHand(game, house=house)
    last = hand.game.streets[-1]
    hand.until("draw") if last.draw else hand.until("card", street=last.name)
    hand.until("action")
    bettor = hand.offer.seat
    hand.act("bet", 20)
    hand.act("raise", 40)
    while hand.next.await_ != "show":  # type: ignore[attr-defined]
        hand.step()
    return "bettor" if hand.next.seat == bettor else "raiser"  # type: ignore[attr-defined]


@STUD
def test_stud_ante(game: str) -> None:
    hand = ScriptedHand(game, antes=3)
    assert hand.table.hand is not None
    assert [hand.table.hand.betting.stacks[Seat(seat)] for seat in (1, 2, 3)] == [497] * 3
    assert hand.rulings == []


@STUD
def test_stud_ante_of_a_seat_that_has_put_none_in(game: str) -> None:
    hand = ScriptedHand(game, antes={1: 3, 3: 3})
    assert told(hand.rulings) == "stud.ante: stands note seats=2 cards= steps="
    assert hand.finish().ended == "showdown"
    assert ScriptedHand(game, antes=0).rulings == []


@DRAW
@pytest.mark.parametrize("house", ["general"])
def test_draw_003_draw_limit(game: str, house: str) -> None:
    hand = ScriptedHand(game, house=house, joker=False, top="Jc 2d 3h Js")
    hand.until("draw")
    assert hand.next.max_discards == 4  # type: ignore[attr-defined]
