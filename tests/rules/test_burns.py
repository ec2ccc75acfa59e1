"""Missing burns and double burns, in games with a board."""

import pytest

from tests.harness.scripted import ScriptedHand, told
from tests.harness.tables import DRAW_WITHOUT_OPENERS, FLOP, HOUSES, ROBERTS

LATER = pytest.mark.parametrize("street", ["turn", "river"])


@FLOP
@ROBERTS
def test_burn_flop_error_before_flop(game: str, house: str) -> None:
    hand = ScriptedHand(game, house=house)
    hand.until("card", street="flop", zone="board")
    given = hand.top("burn")
    assert told(given) == "burn.flop-error-before-flop: correct stop seats= cards= steps=move ?? burn>board"
    hand.until("action")
    assert (len(hand.lying("board")), len(hand.lying("burn"))) == (3, 1)
    assert hand.finish().ended == "showdown"


@FLOP
@ROBERTS
def test_burn_flop_error_before_flop_once_a_card_is_seen(game: str, house: str) -> None:
    hand = ScriptedHand(game, house=house)
    hand.until("card", street="flop", zone="burn")
    [ruling] = hand.top("board", "up")
    assert (ruling.rule, ruling.decision) == ("burn.flop-error-before-flop", "redeal-board")
    assert ruling.cards == (hand.lying("board")[0].card,)
    assert hand.finish().ended == "showdown"
    assert len(hand.lying("board")) == 5


@FLOP
@HOUSES
@LATER
def test_burn_flop_game_error_later(game: str, house: str, street: str) -> None:
    hand = ScriptedHand(game, house=house)
    hand.until("card", street=street, zone="burn")
    given = hand.top("board", "up")
    card = hand.lying("board")[-1].card
    assert told(given) == f"burn.flop-game-error-later: correct stop seats= cards={card} steps=move {card} board>burn"
    assert hand.finish().ended == "showdown"
    assert (len(hand.lying("board")), len(hand.lying("burn"))) == (5, 3)


@FLOP
@HOUSES
@LATER
def test_burn_flop_game_error_later_for_a_second_burn(game: str, house: str, street: str) -> None:
    hand = ScriptedHand(game, house=house)
    hand.until("card", street=street, zone="board")
    given = hand.top("burn")
    assert told(given) == "burn.flop-game-error-later: correct stop seats= cards= steps=move ?? burn>board"
    assert hand.finish().ended == "showdown"
    assert (len(hand.lying("board")), len(hand.lying("burn"))) == (5, 3)


@FLOP
def test_the_second_burn_is_laid_up_on_the_board(game: str) -> None:
    hand = ScriptedHand(game)
    hand.until("card", street="turn", zone="board")
    hand.top("burn")
    given = hand.move(hand.lying("burn")[-1], "board", "down")
    assert told(given) == "deal.hole-cards-face-down: correct stop seats= cards= steps=move ?? board>board up"
    assert hand.finish().ended == "showdown"


@DRAW_WITHOUT_OPENERS
@HOUSES
def test_burn_draw(game: str, house: str) -> None:
    hand = ScriptedHand(game, house=house, draws={1: 2})
    hand.until("card", street="draw", zone="burn")
    given = hand.top("seat:1")
    assert told(given) == "burn.draw: correct stop seats= cards= steps=move ?? seat:1>burn"
    assert hand.finish().ended == "showdown"
    assert len(hand.lying("burn")) == 1


@DRAW_WITHOUT_OPENERS
@HOUSES
def test_burn_draw_twice(game: str, house: str) -> None:
    hand = ScriptedHand(game, house=house, draws={1: 2})
    hand.until("card", street="draw", zone="seat:1")
    given = hand.top("burn")
    assert told(given) == "burn.draw: correct stop seats= cards= steps=move ?? burn>seat:1"
    assert hand.finish().ended == "showdown"
    assert len(hand.lying("burn")) == 1


@FLOP
@HOUSES
def test_burn_none_on_flop_redeal_when_a_card_is_burned_for_it(game: str, house: str) -> None:
    hand = ScriptedHand(game, house=house)
    hand.until("card", street="flop")
    hand.until("action")
    hand.top("board", "up")
    hand.until("remedy")
    given = hand.top("burn")
    assert told(given) == "burn.none-on-flop-redeal: correct stop seats= cards= steps=move ?? burn>board"
    assert hand.finish().ended == "showdown"
    assert (len(hand.lying("board")), len(hand.lying("burn"))) == (5, 3)


@FLOP
@HOUSES
@pytest.mark.parametrize("early", [3, 4])
def test_burn_none_on_river_redeal_when_a_card_is_burned_for_it(game: str, house: str, early: int) -> None:
    hand = ScriptedHand(game, house=house)
    hand.until("card", street="flop" if early == 3 else "turn")
    hand.until("action")
    hand.step()
    hand.top("burn")
    hand.top("board", "up")
    hand.until("card", street="river")
    given = hand.top("burn")
    assert told(given) == "burn.none-on-river-redeal: correct stop seats= cards= steps=move ?? burn>board"
    assert hand.finish().ended == "showdown"
    assert (len(hand.lying("board")), len(hand.lying("burn"))) == (5, 3)


@FLOP
@ROBERTS
def test_burn_exposed_replaces_when_another_card_is_burned(game: str, house: str) -> None:
    """The exposed card is the flop's burn; the turn is burned for as always."""
    hand = ScriptedHand(game, house=house, top="2c 7d As")
    hand.deal(2)
    hand.top("seat:3", "up")
    hand.until("card", street="flop")
    given = hand.top("burn")
    assert told(given) == "burn.exposed-replaces: correct stop seats= cards= steps=move ?? burn>board"
    hand.until("card", street="turn", zone="board")
    assert [ruling.rule for ruling in hand.top("burn")] == ["burn.flop-game-error-later"]
    assert hand.finish().ended == "showdown"


@pytest.mark.parametrize("game", ["holdem", "omaha8", "stud7", "mississippi", "lowball-a5", "lowball-27"])
@HOUSES
def test_burn_exposed_replaces_while_the_betting_is_open(game: str, house: str) -> None:
    """The card taken back is the next burn: one that is burned early is one too many, and goes back on the pack."""
    hand = ScriptedHand(game, house=house)
    hand.until("action")
    hand.top("seat:2")
    hand.until("action")
    [ruling] = hand.top("burn")
    assert told([ruling]) == "burn.exposed-replaces: correct stop seats= cards= steps=return ??"
    hand.until("action")
    assert len(hand.lying("burn")) == 1
    assert hand.finish().ended == "showdown"


@pytest.mark.parametrize("game", ["draw-high", "lowball-27"])
def test_a_burn_too_many_where_a_card_taken_back_burns_already(game: str) -> None:
    """In draw high it is an early burn like another; in lowball it is known before anybody has said what to draw."""
    hand = ScriptedHand(game, draws={1: 1})
    hand.until("action")
    hand.top("seat:2")
    if game == "lowball-27":
        hand.until("draw")
    else:
        hand.until("action")
    rule = "burn.exposed-replaces" if game == "lowball-27" else "burn.early-burn-only"
    [ruling] = hand.top("burn")
    assert told([ruling]) == f"{rule}: correct stop seats= cards= steps=return ??"
    assert hand.finish().ended == "showdown"
