"""Stud: exposed hole cards, who brings it in after that, and absent players."""

import pytest

from burncard.rules.cards import Face, Seat, Zone
from burncard.rules.outcomes import AwaitAction, AwaitCard, AwaitRemedy
from tests.harness.scripted import ScriptedHand, told
from tests.harness.tables import HOUSES, ROBERTS, SEVEN_CARD_STUD, STUD


@STUD
@ROBERTS
def test_expose_stud_one_hole_up(game: str, house: str) -> None:
    hand = ScriptedHand(game, house=house, top="Tc Js 4h", stacks={1: 500, 2: 500, 3: 500})
    hand.deal(1)
    given = hand.top("seat:2", "up")
    assert told(given) == "expose.stud-one-hole-up: keep stop seats=2 cards=Js steps=deal seat:2 down"
    faces = []
    while not isinstance(hand.next, AwaitAction):
        if isinstance(hand.next, AwaitCard) and hand.next.zone == "seat:2":
            faces.append(hand.next.face)
        hand.step()
    assert set(faces) == {"down"}
    assert hand.finish("expose.stud-exposed-would-be-low").ended == "showdown"


@STUD
def test_expose_stud_hole_becomes_upcard(game: str) -> None:
    hand = ScriptedHand(game, house="general", tournament=True, top="Tc Js 4h")
    hand.deal(1)
    given = hand.top("seat:2", "up")
    assert told(given) == "expose.stud-hole-becomes-upcard: keep stop seats=2 cards=Js steps=deal seat:2 down"
    assert hand.finish("expose.stud-exposed-would-be-low").ended == "showdown"


@STUD
@ROBERTS
def test_misdeal_stud_tournament_downcard_up(game: str, house: str) -> None:
    hand = ScriptedHand(game, house=house, tournament=True, top="Tc Js 4h")
    hand.deal(1)
    given = hand.top("seat:2", "up")
    assert told(given) == (
        "misdeal.stud-tournament-downcard-up: misdeal stop seats=2 cards=Js steps=shuffle, cut, return 2"
    )
    assert hand.finish().ended == "misdeal"


@SEVEN_CARD_STUD
@HOUSES
def test_expose_stud_both_hole_up(game: str, house: str) -> None:
    hand = ScriptedHand(game, house=house, top="Tc Js 4h 9c 9d")
    hand.deal(1)
    hand.top("seat:2", "up")
    hand.deal(2)
    given = hand.top("seat:2", "up")
    assert told(given) == (
        "expose.stud-both-hole-up: dead-hand stop seats=2 cards=Js,9d "
        "steps=move Js seat:2>muck, move 9d seat:2>muck, refund"
    )
    result = hand.finish()
    assert result.ended == "showdown"
    assert result.stacks[Seat(2)] == 500


@STUD
@HOUSES
def test_misdeal_two_exposed_other(game: str, house: str) -> None:
    hand = ScriptedHand(game, house=house, top="Tc Js 4h")
    hand.deal(1)
    hand.top("seat:2", "up")
    given = hand.top("seat:3", "up")
    assert told(given) == ("misdeal.two-exposed-other: misdeal stop seats=2,3 cards=Js,4h steps=shuffle, cut, return 3")
    assert hand.finish().ended == "misdeal"


@STUD
@HOUSES
def test_lowcard_absent_forfeits_the_forced_bet(game: str, house: str) -> None:
    """Ante and forced bet of the player who is away stay in the pot, and the next seat has a bet to call."""
    hand = ScriptedHand(game, house=house)
    hand.until("action")
    assert isinstance(hand.next, AwaitAction)
    seat = hand.next.seat
    [ruling] = hand.press("absent", seat=seat)
    assert (ruling.rule, ruling.decision, ruling.seats) == ("lowcard.absent", "dead-hand", (seat,))
    while not isinstance(hand.next, AwaitAction):
        hand.step()
    assert (hand.next.to_call, hand.next.options) == (4, ("fold", "call", "complete"))
    assert hand.finish().stacks[seat] == 500 - 2 - 4


@SEVEN_CARD_STUD
@HOUSES
@pytest.mark.parametrize("shifted", [True, False])
def test_expose_stud_both_hole_up_after_the_deal(game: str, house: str, shifted: bool) -> None:
    """A hole card shown in time or too late to be the upcard, and the other one flashed before anybody has acted."""
    hand = ScriptedHand(game, house=house, top="Tc Js 4h 9c 9d 9h Kc 6d 2c")
    hand.deal(1)
    if shifted:
        hand.top("seat:2", "up")
    hand.until("action")
    if not shifted:
        assert [ruling.severity for ruling in hand.press("card-exposed", seat=2, card="Js", by="dealer")] == ["note"]
    [ruling] = hand.press("card-exposed", seat=2, card="9d", by="dealer")
    assert (ruling.rule, ruling.decision, ruling.seats) == ("expose.stud-both-hole-up", "dead-hand", (2,))
    assert hand.finish().stacks[Seat(2)] == 500


@SEVEN_CARD_STUD
@HOUSES
def test_expose_stud_both_hole_up_where_the_card_due_down_comes_up(game: str, house: str) -> None:
    """The card dealt down for an upcard is a hole card like the other: the last seat's too."""
    hand = ScriptedHand(game, house=house, top="Tc Js 4h 9c 9d 9h 5c 6d 7h")
    hand.deal(2)
    hand.top("seat:3", "up")
    hand.deal(5)
    [ruling] = hand.top("seat:3", "up")
    assert (ruling.rule, ruling.cards) == ("expose.stud-both-hole-up", ("4h", "7h"))
    assert hand.finish().stacks[Seat(3)] == 500


@STUD
@HOUSES
def test_misdeal_two_exposed_other_after_the_deal(game: str, house: str) -> None:
    hand = ScriptedHand(game, house=house, top="Tc Js 4h")
    hand.until("action")
    hand.press("card-exposed", seat=2, card="Js", by="dealer")
    [ruling] = hand.press("card-exposed", seat=3, card="4h", by="dealer")
    assert (ruling.rule, ruling.decision, ruling.seats) == ("misdeal.two-exposed-other", "misdeal", (2, 3))
    assert hand.finish().ended == "misdeal"


@pytest.mark.parametrize(("game", "card"), [("stud7", "2c"), ("stud5", "2c"), ("razz", "Kc"), ("mississippi", "2c")])
@HOUSES
def test_expose_stud_exposed_would_be_low(game: str, card: str, house: str) -> None:
    hand = ScriptedHand(game, house=house, top=f"Tc {card} 4h")
    hand.deal(1)
    hand.top("seat:2", "up")
    while not isinstance(hand.next, AwaitAction):
        given = hand.step()
    assert told(given) == "expose.stud-exposed-would-be-low: stands note seats=2,3 cards= steps="
    assert hand.next.seat == 3
    assert hand.next.options == ("fold", "bring-in", "complete")
    assert hand.finish().ended == "showdown"


@pytest.mark.parametrize("game", ["stud7", "stud5", "stud8"])
@HOUSES
def test_lowcard_all_in_ante(game: str, house: str) -> None:
    top = "Tc Js 4h 9c 9d 9h 7c 2c Kc" if game != "stud5" else "Tc Js 4h 7c 2c Kc"
    hand = ScriptedHand(game, house=house, stacks={1: 500, 2: 2, 3: 500}, top=top)
    hand.until("action")  # no ruling says so: `next` does
    assert isinstance(hand.next, AwaitAction)
    assert hand.next.seat == 3
    assert hand.next.options == ("fold", "bring-in", "complete")
    assert hand.finish().ended == "showdown"


@pytest.mark.parametrize("game", ["stud7", "stud5", "stud8"])
def test_lowcard_all_in_ante_of_the_next_seat_too(game: str) -> None:
    """The first seat to the left that has chips acts."""
    top = "Tc Js 4h 5s 9c 9d 9h 9s 7c 2c Kc 3c" if game != "stud5" else "Tc Js 4h 5s 7c 2c Kc 3c"
    hand = ScriptedHand(game, stacks={1: 500, 2: 2, 3: 2, 4: 500}, top=top)
    hand.until("action")
    assert isinstance(hand.next, AwaitAction)
    assert hand.next.seat == 4


@SEVEN_CARD_STUD
@HOUSES
def test_expose_stud_both_hole_up_and_the_deal_goes_on(game: str, house: str) -> None:
    """The dead hand may lie there until the others have their cards: nobody's card is out of order."""
    hand = ScriptedHand(game, house=house, top="Tc Js 4h 9c 9d")
    hand.deal(1)
    hand.top("seat:2", "up")
    hand.deal(2)
    dead = [*hand.lying("seat:2"), hand.dealer.stub.take()]
    hand.do(hand.dealer.put(dead[-1], Zone("seat:2"), "up"))
    dealt: tuple[tuple[str, Face], ...] = (("seat:3", "down"), ("seat:1", "up"), ("seat:3", "up"))
    for zone, face in dealt:
        assert hand.top(zone, face) == []
    for card in dead:
        assert isinstance(hand.next, AwaitRemedy)
        assert hand.move(card, "muck", "up") == []
    assert hand.finish().stacks[Seat(2)] == 500


@STUD
@HOUSES
def test_expose_stud_one_hole_up_and_the_deal_goes_on(game: str, house: str) -> None:
    """A flashed card is turned up before the betting, a fallen one brought back; the next seats need not wait."""
    for zone in ("seat:2", "off"):
        hand = ScriptedHand(game, house=house, top="Tc Js 4h")
        hand.deal(1)
        given = hand.top(zone)
        if zone == "seat:2":
            given = hand.press("card-flashed", seat=2, card="Js", by="dealer")
        assert [ruling.decision for ruling in given] == ["keep"]
        card = hand.lying(zone)[0]
        assert hand.top("seat:3") == []
        assert isinstance(hand.next, AwaitRemedy)
        assert hand.move(card, "seat:2", "up") == []
        assert hand.finish("expose.stud-exposed-would-be-low").ended == "showdown"
