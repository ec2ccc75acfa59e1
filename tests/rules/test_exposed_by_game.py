"""Cards shown during the deal, in every game: what is ruled, and when it is too late."""

import pytest

from burncard.rules.cards import Card, Seat, Zone
from burncard.rules.facts import CardSeen, Press
from burncard.rules.hand.questions import upcards
from burncard.rules.outcomes import AwaitAction
from burncard.rules.showdown.hand_values import board_order
from tests.harness.scripted import ScriptedHand, told
from tests.harness.tables import FAMILIES, FLOP, HOUSES, LAST_CARD_DOWN

WAYS = {"lowball-a5": "expose.a5-limit", "lowball-27": "expose.27-limit"}
WAYS |= {"draw-high": "expose.draw-high-keep", "jacks": "expose.draw-high-keep"}
ROUTES = pytest.mark.parametrize("game", ["holdem", "omaha", "lowball-a5", "lowball-27", "draw-high", "jacks"])


def route(game: str) -> str:
    return WAYS.get(game, "expose.holdem-later-hole")


@ROUTES
@HOUSES
def test_expose_by_game(game: str, house: str) -> None:
    hand = ScriptedHand(game, house=house, joker=False, top="2c 7d Ks")
    hand.deal(2)
    [ruling] = hand.top("seat:3", "up")
    assert ruling.rule == route(game)
    assert hand.finish().ended == "showdown"


@pytest.mark.parametrize(
    ("house", "rule"), [("roberts", "expose.stud-one-hole-up"), ("general", "expose.stud-hole-becomes-upcard")]
)
def test_expose_by_game_stud(house: str, rule: str) -> None:
    hand = ScriptedHand("stud7", house=house, top="2c 7d Ks")
    hand.deal(2)
    assert [ruling.rule for ruling in hand.top("seat:3", "up")] == [rule]


@ROUTES
@HOUSES
def test_expose_dealer_flash(game: str, house: str) -> None:
    hand = ScriptedHand(game, house=house, joker=False, top="2c 7d Ks")
    hand.deal(3)
    flashed = hand.press("card-flashed", seat=3, card="Ks", by="dealer")
    dealt_up = ScriptedHand(game, house=house, joker=False, top="2c 7d Ks")
    dealt_up.deal(2)
    assert told(flashed) == told(dealt_up.top("seat:3", "up"))
    assert hand.finish().ended == "showdown"


@pytest.mark.parametrize("game", ["stud5", "stud7", "stud8", "razz"])
def test_expose_dealer_flash_in_stud(game: str) -> None:
    hand = ScriptedHand(game, top="2c 7d Ks")
    hand.deal(3)
    [flashed] = hand.press("card-flashed", seat=3, card="Ks", by="dealer")
    assert (flashed.rule, flashed.decision, flashed.cards) == ("expose.stud-one-hole-up", "keep", ("Ks",))


@ROUTES
@HOUSES
def test_expose_off_table_downcard(game: str, house: str) -> None:
    hand = ScriptedHand(game, house=house, joker=False, top="2c 7d Ks")
    hand.deal(2)
    [ruling] = hand.top("off")
    assert (ruling.rule, ruling.seats, ruling.cards) == (route(game), (3,), ("Ks",))
    assert (ruling.steps[-1].from_, ruling.steps[-1].card) == ("off", ruling.cards[0])
    assert hand.finish().ended == "showdown"
    pressed = ScriptedHand(game, house=house, joker=False, top="2c 7d Ks")
    pressed.deal(3)
    assert [one.rule for one in pressed.press("card-off-table", seat=3, card="Ks", by="dealer")] == [route(game)]


@pytest.mark.parametrize("game", ["stud5", "stud7", "razz"])
def test_expose_off_table_downcard_in_stud(game: str) -> None:
    hand = ScriptedHand(game, top="2c 7d Ks")
    hand.deal(2)
    [ruling] = hand.top("off")
    assert ruling.rule in ("expose.stud-one-hole-up", "expose.stud-off-table")
    assert (ruling.decision, ruling.cards) == ("keep", ("Ks",))


@pytest.mark.parametrize(
    ("game", "structure", "kept", "replaced"),
    [
        ("lowball-a5", "limit", "A234567", "89TJQK"),
        ("lowball-a5", "no-limit", "A2345", "6789TJQK"),
        ("lowball-27", "limit", "23457", "A689TJQK"),
        ("lowball-27", "pot-limit", "23457", "A689TJQK"),
    ],
)
@HOUSES
def test_expose_lowball_before_draw(game: str, structure: str, kept: str, replaced: str, house: str) -> None:
    """Form and structure fix what is taken, never the player."""
    for rank in kept + replaced:
        hand = ScriptedHand(game, structure=structure, house=house, joker=False, top=f"2c 7d {rank}s")
        hand.deal(2)
        [ruling] = hand.top("seat:3", "up")
        assert ruling.decision == ("keep" if rank in kept else "replace"), rank


@LAST_CARD_DOWN
@pytest.mark.parametrize("seed", range(1, 9))
def test_expose_stud_last_up_action(game: str, seed: int) -> None:
    """A last card dealt up counts for who starts the last round: the best board, in razz the lowest."""
    hand = ScriptedHand(game, seed=seed)
    hand.until("card", street="seventh")
    hand.deal(2)
    [ruling] = hand.top("seat:2", "up")
    assert ruling.decision == "keep"
    hand.until("action")
    assert hand.table.hand is not None
    boards = {Seat(seat): upcards(hand.table.hand, Seat(seat)) for seat in (1, 2, 3)}
    assert [len(board) for board in boards.values()] == [4, 5, 4]
    assert isinstance(hand.next, AwaitAction)
    assert hand.next.seat == board_order(boards, low=game == "razz")[0]


@FLOP
@HOUSES
def test_expose_off_table_downcard_is_picked_up_by_its_player_first(game: str, house: str) -> None:
    """It comes back to its seat, and goes to the burn from there when the deal is complete."""
    hand = ScriptedHand(game, house=house, top="2c 7d Ks")
    hand.deal(2)
    hand.top("off")
    [card] = hand.lying("off")
    assert hand.move(card, "seat:3", "down") == []
    assert hand.finish().ended == "showdown"
    assert hand.lying("burn")[0] == card


@FLOP
def test_expose_off_table_downcard_that_is_picked_up_to_the_wrong_place_goes_on_to_its_own(game: str) -> None:
    """Nothing is put back off the table."""
    hand = ScriptedHand(game, top="2c 7d Ks")
    hand.deal(2)
    hand.top("off")
    [card] = hand.lying("off")
    assert told(hand.move(card, "muck", "down")) == (
        "deal.gate-on-betting: correct stop seats= cards=Ks steps=move Ks muck>burn"
    )
    assert hand.finish().ended == "showdown"
    assert hand.lying("burn")[0] == card


REPORTS: dict[str, Press | CardSeen] = {
    "pressed": Press(press="card-exposed", seat=Seat(3), card=Card("Ks"), by="dealer"),
    "flashed": Press(press="card-flashed", seat=Seat(3), card=Card("Ks"), by="dealer"),
    "turned": CardSeen(card=Card("Ks"), zone=Zone("seat:3"), face="up"),
    "laid down": CardSeen(card=Card("Ks"), zone=Zone("seat:3"), face="down"),
}


@pytest.mark.parametrize(
    "reports",
    [
        ("turned", "pressed"),
        ("turned", "laid down", "flashed"),
        ("turned", "laid down", "turned"),
        ("laid down", "pressed", "pressed"),
        ("laid down", "flashed", "turned"),
    ],
)
@pytest.mark.parametrize("game", ["holdem", "omaha8", "stud7", "stud5", "lowball-a5", "lowball-27", "draw-high"])
@HOUSES
def test_one_card_shown_is_one_mistake_however_often_it_is_reported(
    game: str, house: str, reports: tuple[str, ...]
) -> None:
    hand = ScriptedHand(game, house=house, top="2c 7d Ks")
    hand.deal(2)
    hand.dealer.put(hand.dealer.stub.take(), Zone("seat:3"), "up" if reports[-1] == "turned" else "down")
    given = [hand.give(REPORTS[report]) for report in reports]
    assert sum(map(len, given)) == 1
    assert hand.finish().ended == "showdown"


def test_a_card_exposed_on_the_draw_and_pressed_is_replaced_once() -> None:
    hand = ScriptedHand("lowball-27", draws={1: 1})
    hand.until("card", zone="seat:1", street="draw")
    shown = hand.dealer.stub.take()
    assert len(hand.do(hand.dealer.put(shown, Zone("seat:1"), "up"))) == 1
    assert hand.press("card-exposed", seat=1, card=shown.card, by="dealer") == []
    assert hand.finish().ended == "showdown"


def test_an_upcard_is_nothing_that_the_dealer_could_expose() -> None:
    hand = ScriptedHand("stud7")
    hand.until("action")
    assert hand.press("card-exposed", seat=2, card=hand.lying("seat:2")[-1].card, by="dealer") == []
    assert hand.finish().ended == "showdown"


@FAMILIES
def test_nothing_is_dealt_for_a_card_of_a_folded_hand(game: str) -> None:
    hand = ScriptedHand(game)
    hand.until("action")
    if "fold" not in hand.offer.options:
        hand.step()
    folded = hand.offer.seat
    hand.act("fold")
    [ruling] = hand.press("card-exposed", seat=folded, card=hand.lying(f"seat:{folded}")[0].card, by="dealer")
    assert ruling.decision == "refuse"
    assert hand.finish().ended == "showdown"


@pytest.mark.parametrize(
    ("game", "rule"),
    [
        ("holdem", "expose.holdem-later-hole"),
        ("stud7", "expose.stud-one-hole-up"),
        ("lowball-27", "expose.27-limit"),
        ("jacks", "expose.draw-high-keep"),
    ],
)
def test_expose_off_table_downcard_that_no_reader_has_seen(game: str, rule: str) -> None:
    """The card due to seat 3 falls to the floor: the press says which it is, and it counts as dealt."""
    hand = ScriptedHand(game, top="2c 7d Ks")
    hand.deal(2)
    fallen = hand.dealer.stub.take()
    hand.dealer.put(fallen, Zone("off"), "down")
    assert [ruling.rule for ruling in hand.press("card-off-table", seat=7, by="dealer")] == ["table.press-needs"]
    assert [ruling.rule for ruling in hand.press("card-off-table", seat=3, card=fallen.card, by="dealer")] == [rule]
    assert hand.give(CardSeen(card=fallen.card, zone=Zone("off"))) == []
    assert hand.finish().ended == "showdown"


@FLOP
def test_an_exposed_card_put_elsewhere_may_go_straight_to_the_burn(game: str) -> None:
    """It need not be put back before it goes where the repair sends it."""
    hand = ScriptedHand(game, top="2c 7d As")
    hand.deal(2)
    hand.top("seat:3", "up")
    exposed = hand.lying("seat:3")[0]
    hand.until("remedy")
    hand.step()
    [ruling] = hand.move(exposed, "muck")
    assert ruling.decision == "correct"
    assert hand.move(exposed, "burn") == []
    assert hand.offer.seat == 3
    assert hand.lying("burn") == [exposed]
    assert hand.finish().ended == "showdown"


def test_expose_no_option_brings_a_card_back_that_fell() -> None:
    """On the flop a boxed card is replaced, and the dealer loses the one that replaces it."""
    hand = ScriptedHand("holdem")
    hand.until_betting("flop")
    boxed = hand.lying("seat:2")[0]
    hand.give(CardSeen(card=boxed.card, zone=Zone("seat:2"), boxed=True))
    hand.step()
    [ruling] = hand.top("off")
    assert (ruling.rule, [(step.do, step.to) for step in ruling.steps]) == ("expose.no-option", [("move", "seat:2")])
    hand.until("action")
    assert len(hand.lying("seat:2")) == 2
    assert hand.finish().ended == "showdown"


def test_a_card_shown_on_the_draw_before_its_owner_has_drawn_is_made_up_for_by_the_own_draw() -> None:
    hand = ScriptedHand("lowball-27", draws={3: 1})
    hand.until("draw")
    boxed = hand.lying("seat:3")[0]
    hand.give(CardSeen(card=boxed.card, zone=Zone("seat:3"), boxed=True))
    hand.step()
    [ruling] = hand.top("seat:3", "up")
    assert (ruling.rule, [step.do for step in ruling.steps]) == ("expose.on-the-draw", ["move"])
    hand.until("action")
    assert len(hand.lying("seat:3")) == 5
    assert hand.finish().ended == "showdown"
