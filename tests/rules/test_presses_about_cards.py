"""Presses about a card: its place decides which is meant, and what is said of it is a claim."""

import pytest

from burncard.rules.cards import UNREAD, Card, Seat, Zone
from burncard.rules.facts import Action, CardSeen
from burncard.rules.games import GAMES
from burncard.rules.hand.streets import dealing_start
from burncard.rules.outcomes import AwaitAction, AwaitCard, AwaitRead, Ruling
from tests.harness.scripted import ScriptedHand, told
from tests.harness.tables import FAMILIES, FLOP, HOUSES, LOWBALL, STUD

ALL_GAMES = pytest.mark.parametrize("game", list(GAMES))

PRESSES = pytest.mark.parametrize("press", ["card-exposed", "card-flashed", "card-off-table"])
EXEMPT = "expose.stud-exposed-would-be-low"


def rules(rulings: list[Ruling]) -> list[str]:
    return [ruling.rule for ruling in rulings]


@ALL_GAMES
@HOUSES
@PRESSES
def test_a_card_without_its_seat_is_refused(game: str, house: str, press: str) -> None:
    hand = ScriptedHand(game, house=house, top="2c 7d Ks")
    hand.deal(3)
    before = hand.next
    for card in ("Ks", "Ah"):
        [refused] = hand.press(press, card=card, by="dealer")
        assert (refused.rule, refused.decision, refused.seats) == ("table.which-seat", "refuse", ())
    assert hand.next == before
    assert hand.finish().ended == "showdown"


@ALL_GAMES
@HOUSES
@pytest.mark.parametrize("by", ["dealer", "player"])
def test_a_claim_is_neither_confirmed_nor_denied(game: str, house: str, by: str) -> None:
    """True, of a card elsewhere, of one in the pack: the rulings differ in the name that was said only."""
    answers = set()
    for said in ("Ks", "Qh", "9s"):
        hand = ScriptedHand(game, house=house, joker=False, top="2c 7d Ks Qh")
        hand.deal(4)
        given = hand.press("card-flashed", seat=3, card=said, by=by)
        answers.add((told(given) + given[0].message).replace(said, "?").replace(_spoken(said), "?"))
    assert len(answers) == 1


def _spoken(card: str) -> str:
    return card[0] + {"h": "♥", "s": "♠"}[card[1]]


@FAMILIES
@HOUSES
def test_without_a_card_no_ruling_names_one(game: str, house: str) -> None:
    hand = ScriptedHand(game, house=house, top="2c 7d Ks")
    hand.deal(3)
    given = hand.press("card-flashed", seat=3, by="dealer")
    if game == "lowball-27":
        assert (rules(given), given[0].decision) == (["table.which-card"], "refuse")
        return
    assert [ruling.cards for ruling in given] == [()]
    assert not any(step.card for step in given[0].steps)
    assert "K♠" not in given[0].message
    assert hand.finish(EXEMPT).ended == "showdown"


@LOWBALL
@HOUSES
def test_in_lowball_the_rank_that_was_said_decides(game: str, house: str) -> None:
    """The card is the king in both hands; in one of them it is said to be a four."""
    decisions = []
    for said in ("Kd", "4d"):
        hand = ScriptedHand(game, house=house, joker=False, top="2c 7d Ks")
        hand.deal(3)
        [ruling] = hand.press("card-exposed", seat=3, card=said, by="dealer")
        decisions.append(ruling.decision)
    assert decisions == ["replace", "keep"]


@LOWBALL
@HOUSES
@pytest.mark.parametrize("nth", [None, 1])
def test_what_hung_on_a_false_claim_is_worked_out_again(game: str, house: str, nth: int | None) -> None:
    """Said to be a king, it is replaced; it comes face up to the burn and is a four, which must be taken."""
    hand = ScriptedHand(game, house=house, joker=False, top="2c 7d 4s")
    hand.deal(3)
    four = hand.lying("seat:3")[0]
    assert [ruling.decision for ruling in hand.press("card-exposed", seat=3, nth=nth, card="Kd")] == ["replace"]
    hand.until("remedy")
    hand.step()
    given = hand.move(four, "burn", "up")
    assert (given[0].rule, given[0].severity, given[0].cards) == ("table.claim-differs", "note", ("4s",))
    assert ("keep", (3,)) in [(ruling.decision, ruling.seats) for ruling in given[1:]]
    hand.finish("extra.one-card-before-betting", "deal.gate-on-betting", "misdeal.two-exposed-other", deal_again=False)


@FLOP
@HOUSES
def test_a_false_claim_on_which_nothing_hung_is_only_noted(game: str, house: str) -> None:
    hand = ScriptedHand(game, house=house, top="2c 7d As")
    hand.deal(3)
    ace = hand.lying("seat:3")[0]
    hand.press("card-exposed", seat=3, card="Kd")
    hand.until("remedy")
    hand.step()
    given = hand.move(ace, "burn", "up")
    assert [(ruling.rule, ruling.decision, ruling.severity) for ruling in given] == [
        ("table.claim-differs", "stands", "note")
    ]
    assert hand.finish().ended == "showdown"


@FLOP
@HOUSES
@pytest.mark.parametrize("moved", [0, 1])
def test_where_no_place_was_given_the_card_that_is_moved_is_the_one(game: str, house: str, moved: int) -> None:
    hand = ScriptedHand(game, house=house)
    hand.until("action")
    hand.act("call")
    assert [ruling.decision for ruling in hand.press("card-flashed", seat=3)] == ["replace"]
    one, other = hand.lying("seat:3")[moved], hand.lying("seat:3")[1 - moved]
    hand.step()
    assert hand.move(one, "burn", "up") == []
    assert other in hand.lying("seat:3")
    assert hand.finish().ended == "showdown"


@FLOP
def test_where_a_place_was_given_another_card_does_not_go(game: str) -> None:
    hand = ScriptedHand(game)
    hand.until("action")
    hand.act("call")
    hand.press("card-flashed", seat=3, nth=1)
    hand.step()
    assert rules(hand.move(hand.lying("seat:3")[1], "burn", "up")) == ["deal.gate-on-betting"]


@FLOP
@pytest.mark.parametrize("turned", [0, 1])
def test_where_no_place_was_given_the_card_that_is_turned_up_is_the_one(game: str, turned: int) -> None:
    """It has been ruled on; its other card, turned up as well, has not."""
    hand = ScriptedHand(game, house="general")
    hand.until("action")
    hand.act("call")
    hand.press("card-flashed", seat=3)
    cards = hand.lying("seat:3")[:2]
    assert hand.move(cards[turned], "seat:3", "up") == []
    assert len(hand.move(cards[1 - turned], "seat:3", "up")) == 1


@FAMILIES
def test_while_the_street_is_dealt_the_last_card_is_meant(game: str) -> None:
    hand = ScriptedHand(game)
    hand.deal(4)  # seat 1 has two cards, and one more round or an upcard is to come
    if not isinstance(hand.next, AwaitCard):
        return
    hand.press("card-flashed", seat=1, card="Ks")
    assert hand.table.hand is not None
    assert [placed.pressed for placed in hand.table.hand.held(Seat(1))] == [False, True]


@ALL_GAMES
@HOUSES
def test_a_card_that_was_named_is_the_one_once_it_lies_face_up(game: str, house: str) -> None:
    """While the street is dealt the last card is meant; but the dealer has named the seat's first, and turns it up."""
    hand = ScriptedHand(game, house=house, top="5c 9d 8h 7s")
    hand.deal(4)
    first = hand.lying("seat:1")[0]
    hand.press("card-exposed", seat=1, card=first.card, by="dealer")
    assert hand.move(first, "seat:1", "up") == []
    assert hand.table.hand is not None
    assert [placed.pressed for placed in hand.table.hand.held(Seat(1))][:2] == [True, False]
    assert hand.finish(EXEMPT).ended == "showdown"


@STUD
@pytest.mark.parametrize("later", [False, True])
@pytest.mark.parametrize("named", [False, True])
def test_an_upcard_that_left_the_table_turns_no_hole_card_up(game: str, later: bool, named: bool) -> None:
    hand = ScriptedHand(game)
    if later:
        hand.until("action")
    hand.until("card", zone="seat:1", face="up")
    hand.deal()
    upcard = hand.lying("seat:1")[-1].card
    [ruling] = hand.press("card-off-table", seat=1, card=upcard if named else None, by="dealer")
    assert told([ruling]) == f"expose.stud-off-table: keep note seats=1 cards={upcard} steps="


@FAMILIES
def test_a_place_that_the_seat_has_not_is_refused(game: str) -> None:
    hand = ScriptedHand(game)
    hand.deal(3)
    assert rules(hand.press("card-flashed", seat=2, nth=2, card="Ks")) == ["table.press-needs"]


@FAMILIES
@HOUSES
def test_a_press_names_no_unread_card(game: str, house: str) -> None:
    """What was not read is still to be read: the claim stands until then, and the card is no stranger when it comes."""
    hand = ScriptedHand(game, house=house, joker=False, top="2c 7d 9s")
    hand.deal(2)
    physical = hand.dealer.stub.take()
    hand.unread("seat:3", physical)
    assert len(hand.press("card-flashed", seat=3, card="Ks", by="player")) == 1
    given = hand.give(CardSeen(card=physical.card, zone=Zone("seat:3"), was=UNREAD))
    assert given == []
    assert hand.table.hand is not None
    assert [placed.card for placed in hand.table.hand.held(Seat(3))] == ["9s"]


@pytest.mark.parametrize("game", ["holdem", "omaha8", "stud5", "stud7", "lowball-27", "draw-high", "jacks"])
@HOUSES
def test_a_joker_is_found_where_it_is_said_to_be(game: str, house: str) -> None:
    """Whether the card is a joker nobody knows before it lies face up: every hand gives the same answer."""
    hand = ScriptedHand(game, house=house)
    hand.until("action")
    seat = next(one for one in (1, 2, 3) if one != hand.offer.seat)
    assert rules(hand.press("joker-found")) == ["table.which-seat"]
    [ruling] = hand.press("joker-found", seat=seat)
    assert (ruling.rule, ruling.cards) == ("joker.replace-before-acting", ("Jo",))


@pytest.mark.parametrize("game", ["holdem", "stud7", "lowball-27"])
def test_a_joker_that_was_none_is_noted_when_it_lies_face_up(game: str) -> None:
    hand = ScriptedHand(game)
    hand.until("action")
    seat = next(one for one in (1, 2, 3) if one != hand.offer.seat)
    card = hand.lying(f"seat:{seat}")[0]
    hand.press("joker-found", seat=seat, nth=1)
    given = hand.move(card, "muck", "up")
    assert (given[0].rule, given[0].cards) == ("table.claim-differs", (card.card,))


@LOWBALL
@HOUSES
@pytest.mark.parametrize(("card", "decision"), [("Ks", "replace"), ("4s", "keep")])
@pytest.mark.parametrize("zone", ["seat:3", "off"])
def test_an_unread_card_that_was_exposed_is_ruled_on_when_it_is_read(
    game: str, house: str, card: str, decision: str, zone: str
) -> None:
    hand = ScriptedHand(game, house=house, joker=False, top=f"2c 7d {card}")
    hand.deal(2)
    physical = hand.dealer.stub.take()
    hand.dealer.put(physical, Zone(zone), "up")
    assert hand.give(CardSeen(card=UNREAD, zone=Zone(zone), face="up")) == []
    assert hand.next == AwaitRead(zone=Zone(zone))
    assert hand.top("seat:1") == []  # the deal may go on meanwhile
    [ruling] = hand.give(CardSeen(card=Card(card), zone=Zone(zone), was=UNREAD, face="up"))
    assert (ruling.decision, ruling.seats, ruling.cards) == (decision, (3,), (card,))
    assert hand.finish().ended == "showdown"


@LOWBALL
def test_nobody_acts_before_an_exposed_card_is_read(game: str) -> None:
    hand = ScriptedHand(game, joker=False, top="2c 7d Ks")
    hand.deal(2)
    hand.dealer.put(hand.dealer.stub.take(), Zone("seat:3"), "up")
    hand.give(CardSeen(card=UNREAD, zone=Zone("seat:3"), face="up"))
    while hand.table.hand is not None and dealing_start(hand.table.hand):
        seat = len(hand.dealer.felt) % 3 + 1
        assert hand.top(f"seat:{seat}") == []
    [refused] = hand.give(Action(seat=Seat(3), action="call"))
    assert (refused.rule, refused.decision) == ("table.card-unread", "refuse")
    [ruling] = hand.give(CardSeen(card=Card("Ks"), zone=Zone("seat:3"), was=UNREAD, face="up"))
    assert ruling.decision == "replace"
    hand.until("action")
    assert isinstance(hand.next, AwaitAction)
