"""Misdeals while fewer than two players have acted; what happens when it is too late for one."""

import pytest

from simulator.scripted import ScriptedHand, told

FAMILIES = pytest.mark.parametrize("game", ["holdem", "stud7", "lowball-27"])
BUTTON = pytest.mark.parametrize("game", ["holdem", "lowball-27", "draw-high"])
HOUSES = pytest.mark.parametrize("house", ["roberts", "roberts-early", "general"])


@FAMILIES
@HOUSES
def test_misdeal_empty_seat(game: str, house: str) -> None:
    hand = ScriptedHand(game, house=house)
    hand.deal(1)
    given = hand.top("seat:7")
    assert told(given) == "misdeal.empty-seat: misdeal stop seats=7 cards= steps=shuffle, cut, return 2"
    assert hand.finish().ended == "misdeal"


@FAMILIES
@HOUSES
def test_misdeal_first_card_wrong_seat(game: str, house: str) -> None:
    hand = ScriptedHand(game, house=house)
    given = hand.top("seat:2")
    assert told(given) == "misdeal.first-card-wrong-seat: misdeal stop seats=2,1 cards= steps=shuffle, cut, return 1"
    assert hand.finish().ended == "misdeal"


@FAMILIES
@HOUSES
@pytest.mark.parametrize("zone", ["seat:3", "seat:1", "burn", "muck", "aside"])
def test_misdeal_out_of_sequence(game: str, house: str, zone: str) -> None:
    hand = ScriptedHand(game, house=house)
    hand.deal(1)
    given = hand.top(zone)
    seats = f"{zone[5:]},2" if zone.startswith("seat") else "2"
    assert told(given) == f"misdeal.out-of-sequence: misdeal stop seats={seats} cards= steps=shuffle, cut, return 2"
    assert hand.finish().ended == "misdeal"


@BUTTON
@HOUSES
def test_misdeal_button_out_of_position(game: str, house: str) -> None:
    first = ScriptedHand(game, house=house)
    first.finish()
    hand = ScriptedHand(game, house=house, table=first.table, id="h2")
    assert told(hand.rulings) == (
        "misdeal.button-out-of-position: misdeal stop seats=3,1 cards= steps=shuffle, cut, return 0"
    )
    assert hand.finish().ended == "misdeal"


@FAMILIES
@HOUSES
def test_misdeal_declared_by(game: str, house: str) -> None:
    hand = ScriptedHand(game, house=house)
    hand.deal(4)
    given = hand.press("misdeal-called", by="player")
    assert told(given) == "misdeal.declared-by: misdeal stop seats= cards= steps=shuffle, cut, return 4"
    assert hand.finish().ended == "misdeal"


@FAMILIES
@HOUSES
def test_a_misdeal_called_for_a_cause_is_ruled_by_that_rule(game: str, house: str) -> None:
    hand = ScriptedHand(game, house=house)
    hand.deal(4)
    [ruling] = hand.press("misdeal-called", cause="misdeal.two-extra", by="player")
    assert (ruling.rule, ruling.decision) == ("misdeal.two-extra", "misdeal")
    assert hand.finish().ended == "misdeal"


@FAMILIES
@HOUSES
def test_misdeal_window(game: str, house: str) -> None:
    hand = ScriptedHand(game, house=house)
    hand.until("action")
    while hand.table.hand is None or hand.table.hand.acted_count < 2:
        hand.step()
    given = hand.press("misdeal-called", cause="misdeal.two-extra", by="player")
    assert told(given) == "misdeal.window: stands note seats= cards= steps="
    assert hand.finish().ended == "showdown"


@FAMILIES
@HOUSES
def test_misdeal_no_redeal_after_action(game: str, house: str) -> None:
    hand = ScriptedHand(game, house=house, players=4)
    hand.until("action")
    while hand.table.hand is None or hand.table.hand.acted_count < 2:
        hand.step()
    given = hand.top("seat:7")
    assert told(given) == "misdeal.no-redeal-after-action: remove stop seats=7 cards= steps=move ?? seat:7>muck"
    assert hand.finish().ended == "showdown"


@pytest.mark.parametrize(("game", "street", "zone"), [("stud7", "fourth", "seat:3"), ("holdem", "flop", "seat:2")])
@HOUSES
def test_deal_rotation(game: str, street: str, zone: str, house: str) -> None:
    hand = ScriptedHand(game, house=house)
    hand.until("card", street=street, zone="burn")
    hand.deal(1)
    due = getattr(hand.next, "zone", "")
    [ruling] = hand.top(zone, "down")
    assert (ruling.rule, ruling.decision) == ("deal.rotation", "correct")
    assert told([ruling]).endswith(f"steps=move ?? {zone}>{due}")
    assert hand.finish().ended == "showdown"


def test_deal_rotation_on_the_draw() -> None:
    hand = ScriptedHand("draw-high", draws={1: 2})
    hand.until("card", street="draw", zone="seat:1")
    given = hand.top("seat:2")
    assert told(given) == "deal.rotation: correct stop seats=2,1 cards= steps=move ?? seat:2>seat:1"
    assert hand.finish().ended == "showdown"


@pytest.mark.parametrize("game", ["holdem", "omaha"])
@HOUSES
def test_misdeal_wrong_count(game: str, house: str) -> None:
    """One player has acted: no longer an extra card before betting, and still a misdeal."""
    hand = ScriptedHand(game, house=house, players=4)
    hand.until("action")
    hand.step()
    [ruling] = hand.top("seat:2")
    assert (ruling.rule, ruling.decision, ruling.seats) == ("misdeal.wrong-count", "misdeal", (2,))
    assert hand.finish().ended == "misdeal"


@pytest.mark.parametrize(("game", "street"), [("stud7", "third"), ("stud7", "fourth"), ("holdem", "flop")])
@HOUSES
def test_deal_hole_cards_face_down(game: str, street: str, house: str) -> None:
    hand = ScriptedHand(game, house=house)
    hand.until("card", street=street, face="up")
    zone = getattr(hand.next, "zone", "")
    given = hand.top(zone, "down")
    seat = zone[5:] if zone.startswith("seat") else ""
    assert told(given) == f"deal.hole-cards-face-down: correct stop seats={seat} cards= steps=move ?? {zone}>{zone} up"
    assert hand.finish().ended == "showdown"
