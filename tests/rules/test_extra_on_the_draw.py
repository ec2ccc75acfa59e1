"""A card too many in the draw, shown or not: it is put right while the draw lasts, and costs nobody a hand after it."""

import pytest

from burncard.rules.outcomes import AwaitCard, AwaitDiscard, AwaitDraw
from tests.harness.scripted import ScriptedHand, told
from tests.harness.tables import HOUSES, LOWBALL

GAMES = pytest.mark.parametrize("game", ["lowball-a5", "lowball-27", "draw-high", "jacks"])
FACES = pytest.mark.parametrize("face", ["down", "up"])
OPENERS = "Jc 2d 3h Jd 5d 6h As 2h 9h Tc Js Kh 4c 6d Ts"


def drawing(game: str, house: str = "roberts") -> ScriptedHand:
    """Seat 1 draws two cards, seats 2 and 3 one each; the burn has been made."""
    hand = ScriptedHand(game, house=house, draws={1: 2, 2: 1, 3: 1}, top=OPENERS if game == "jacks" else "")
    hand.until("card", street="draw")
    hand.deal(1)
    return hand


@GAMES
@HOUSES
@FACES
def test_a_third_card_for_two_goes_back_on_the_pack(game: str, house: str, face: str) -> None:
    hand = drawing(game, house)
    hand.deal(2)
    given = hand.top("seat:1", face)  # type: ignore[arg-type]
    named = hand.lying("seat:1")[-1].card if face == "up" else ""
    assert told(given) == f"deal.rotation: correct stop seats=1 cards={named} steps=return {named or '??'}"
    hand.step()
    assert isinstance(hand.next, AwaitDraw | AwaitDiscard | AwaitCard)
    assert len(hand.lying("seat:1")) == 5
    assert hand.finish().ended == "showdown"


@GAMES
def test_each_of_two_cards_too_many_goes_back(game: str) -> None:
    hand = drawing(game)
    hand.deal(2)
    hand.top("seat:1")
    hand.top("seat:1")
    for _ in range(2):
        assert hand.next.await_ == "return"  # type: ignore[attr-defined]
        hand.step()
    assert len(hand.lying("seat:1")) == 5
    assert hand.finish().ended == "showdown"


@GAMES
def test_a_card_for_the_wrong_drawer_goes_back_before_the_right_one_gets_it(game: str) -> None:
    hand = drawing(game)
    hand.deal(2)
    given = hand.top("seat:3")
    assert told(given) == "deal.rotation: correct stop seats=3 cards= steps=return ??"
    assert hand.finish().ended == "showdown"


@GAMES
@HOUSES
@FACES
def test_a_card_that_reaches_a_full_hand_after_the_draw_is_out_of_play(game: str, house: str, face: str) -> None:
    hand = drawing(game, house)
    hand.until("action")
    hand.top("seat:1", face)  # type: ignore[arg-type]
    [ruling] = hand.rulings
    assert (ruling.rule, ruling.decision, ruling.seats) == ("deal.gate-on-betting", "remove", (1,))
    hand.step()
    assert len(hand.lying("seat:1")) == 5
    assert hand.finish().ended == "showdown"


@LOWBALL
def test_in_lowball_an_exposed_card_burns_and_the_card_too_many_is_out_of_play(game: str) -> None:
    """The exposed card must be replaced by the pack's next one, not by the extra card, and only one card can burn."""
    hand = ScriptedHand(game, top="2c 3d Kh")
    hand.deal(2)
    exposed = hand.top("seat:3", "up")
    assert exposed[0].decision == "replace"
    while hand.next.await_ == "card":  # type: ignore[attr-defined]
        hand.step()
    given = hand.top("seat:1")
    assert told(given) == "extra.one-card-before-betting: correct stop seats=1 cards= steps=move ?? seat:1>muck"
    hand.until("action")
    assert [len(hand.lying(f"seat:{seat}")) for seat in (1, 2, 3)] == [5, 5, 5]
    assert [physical.card for physical in hand.lying("burn")] == ["Kh"]
    assert hand.finish().ended == "showdown"
