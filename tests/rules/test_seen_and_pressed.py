"""A mistake reported by the readers, by a press or by both is ruled on once."""

import pytest

from burncard.rules.cards import OFF, UNREAD, seat_zone
from burncard.rules.facts import CardSeen
from burncard.rules.hand.questions import doors
from tests.harness.scripted import ScriptedHand, told
from tests.harness.tables import FAMILIES, HOUSES, STRAY_JOKER, STUD

EXEMPT = "expose.stud-exposed-would-be-low"  # which the exposed card may be, too


@pytest.mark.parametrize("game", ["holdem", "omaha8", "stud5", "stud7", "razz", "lowball-27", "draw-high"])
@pytest.mark.parametrize("press", ["card-exposed", "card-flashed", "card-off-table"])
@HOUSES
def test_expose_by_game_of_a_card_that_the_sensor_saw_and_the_dealer_presses(game: str, press: str, house: str) -> None:
    """The press only says again what has been ruled on: it is no second exposed card."""
    hand = ScriptedHand(game, house=house, top="2c 7d Ks")
    hand.deal(2)
    assert len(hand.top("off") if press == "card-off-table" else hand.top("seat:3", "up")) == 1
    after = hand.next
    for _ in range(2):
        assert hand.press(press, seat=3, card="Ks", by="dealer") == []
        assert hand.next == after
    assert hand.finish(EXEMPT).ended == "showdown"


@pytest.mark.parametrize("game", ["holdem", "omaha8", "stud7", "mississippi", "lowball-27", "draw-high"])
@HOUSES
def test_expose_dealer_flash_of_a_card_that_is_turned_up_then(game: str, house: str) -> None:
    hand = ScriptedHand(game, house=house, top="2c 7d Ks")
    hand.deal(3)
    assert len(hand.press("card-flashed", seat=3, card="Ks", by="dealer")) == 1
    assert hand.press("card-exposed", seat=3, card="Ks", by="dealer") == []
    assert hand.move(hand.lying("seat:3")[0], "seat:3", "up") == []
    assert hand.finish(EXEMPT).ended == "showdown"


@STUD
def test_expose_by_game_of_an_upcard_that_is_due_up(game: str) -> None:
    hand = ScriptedHand(game)
    hand.until("action")
    door = hand.lying("seat:2")[-1].card
    assert hand.press("card-exposed", seat=2, card=door, by="dealer") == []
    assert hand.finish(EXEMPT).ended == "showdown"


@pytest.mark.parametrize("game", ["holdem", "omaha", "stud5", "stud7", "razz", "lowball-a5", "jacks"])
@HOUSES
def test_expose_off_table_downcard_that_no_reader_saw(game: str, house: str) -> None:
    """The card due to a seat is pressed as fallen: it is ruled on as one that was seen off the table."""
    hand = ScriptedHand(game, house=house, joker=False, top="2c 7d Ks")
    hand.deal(2)
    hand.dealer.put(hand.dealer.stub.take(), OFF, "down")
    pressed = hand.press("card-off-table", seat=3, card="Ks", by="dealer")
    seen = ScriptedHand(game, house=house, joker=False, top="2c 7d Ks")
    seen.deal(2)
    assert told(pressed) == told(seen.top("off"))
    assert hand.press("card-off-table", seat=3, card="Ks", by="dealer") == []
    assert hand.finish(EXEMPT).ended == "showdown"


@FAMILIES
def test_expose_off_table_downcard_of_a_seat_that_has_no_card(game: str) -> None:
    hand = ScriptedHand(game, joker=False, top="2c 7d Ks")
    hand.deal(1)
    [refused] = hand.press("card-off-table", seat=3, card="Ks", by="dealer")
    assert (refused.rule, refused.decision) == ("table.press-needs", "refuse")
    assert hand.finish(EXEMPT).ended == "showdown"


@pytest.mark.parametrize("game", ["stud5", "stud7", "mississippi"])
def test_expose_off_table_downcard_that_had_reached_its_seat(game: str) -> None:
    """It is taken for dropped by its player until the dealer says otherwise; it comes back once."""
    hand = ScriptedHand(game, top="2c 7d Ks")
    hand.deal(3)
    card = hand.lying("seat:3")[0]
    assert [ruling.rule for ruling in hand.move(card, "off")] == ["expose.player-drop"]
    pressed = hand.press("card-off-table", seat=3, card="Ks", by="dealer")
    assert [ruling.rule for ruling in pressed] == ["expose.stud-one-hole-up"]
    assert hand.move(card, "seat:3", "up") == []
    assert hand.next.await_ == "card"  # type: ignore[attr-defined]
    assert hand.finish(EXEMPT).ended == "showdown"


@STUD
def test_expose_player_drop_of_an_upcard(game: str) -> None:
    """It comes back as it lay, although nobody says which way."""
    hand = ScriptedHand(game)
    hand.until("action")
    first = hand.offer.seat
    door = hand.lying(f"seat:{first}")[-1]
    assert [ruling.rule for ruling in hand.move(door, "off")] == ["expose.player-drop"]
    assert hand.give(CardSeen(card=door.card, zone=seat_zone(first))) == []
    assert hand.offer.seat == first
    assert hand.table.hand is not None
    assert doors(hand.table.hand)[first] == door.card


@pytest.mark.parametrize("game", ["stud5", "stud7", "razz"])
def test_expose_stud_off_table_of_a_card_that_was_unread(game: str) -> None:
    """It fell unread, and is read where it is put back: the same card, not another one."""
    hand = ScriptedHand(game, top="2c 7d Ks")
    hand.deal(2)
    fallen = hand.dealer.stub.take()
    hand.dealer.put(fallen, OFF, "down")
    [ruling] = hand.give(CardSeen(card=UNREAD, zone=OFF, face="unknown"))
    assert (ruling.rule, ruling.decision, ruling.seats) == ("expose.stud-one-hole-up", "keep", (3,))
    assert hand.move(fallen, "seat:3", "up") == []
    assert hand.finish(EXEMPT).ended == "showdown"


@pytest.mark.parametrize("game", ["holdem", "stud5", "stud7", "razz", "lowball-27", "jacks"])
@HOUSES
def test_joker_scrap_of_one_that_is_pressed_as_found(game: str, house: str) -> None:
    """The shoe or the reader saw it, and its player finds it: it goes to the muck once."""
    hand = ScriptedHand(game, house=house, top="2c 7d Ks")
    hand.deal(2)
    [ruling] = hand.stranger("seat:3", STRAY_JOKER)
    assert ruling.rule == "joker.scrap"
    assert hand.press("joker-found", seat=3, card="Jo") == []
    assert hand.move(STRAY_JOKER, "muck", "up") == []
    assert hand.press("joker-found", seat=3) == []
    assert hand.finish(EXEMPT).ended == "showdown"


@FAMILIES
def test_expose_player_drop_that_is_pressed_as_well(game: str) -> None:
    hand = ScriptedHand(game)
    hand.until("action")
    card = hand.lying("seat:2")[0]
    assert [ruling.rule for ruling in hand.move(card, "off")] == ["expose.player-drop"]
    assert hand.press("card-off-table", seat=2, card=card.card, by="player") == []
    assert hand.move(card, "seat:2") == []
    assert hand.finish().ended == "showdown"
