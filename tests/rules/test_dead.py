"""Hands that die because of what happens to their cards, and cards that go back where they belong."""

import pytest

from burncard.rules.cards import Seat
from burncard.rules.outcomes import Counted
from tests.harness.scripted import ScriptedHand, told
from tests.harness.tables import FAMILIES, FLOP, HOUSES, ROBERTS


def others(hand: ScriptedHand) -> int:
    """A live seat that is not on turn."""
    return next(seat for seat in (1, 2, 3) if seat != getattr(hand.next, "seat", None))


def played_to_first_action(game: str, house: str) -> ScriptedHand:
    hand = ScriptedHand(game, house=house)
    hand.until("action")
    return hand


@FAMILIES
@HOUSES
def test_dead_mucked(game: str, house: str) -> None:
    hand = played_to_first_action(game, house)
    seat = others(hand)
    given = hand.move(hand.lying(f"seat:{seat}")[0], "muck")
    assert told(given) == f"dead.mucked: floor stop seats={seat} cards= steps="
    hand.press("override", ruling=given[0].id, decision="dead-hand", by="floor")
    assert Seat(seat) not in (hand.table.hand.betting.live if hand.table.hand else ())
    assert hand.finish().ended == "showdown"


@FAMILIES
@HOUSES
@pytest.mark.parametrize("decision", ["keep", "correct"])
def test_dead_mucked_a_hand_that_the_floor_keeps_comes_back(game: str, house: str, decision: str) -> None:
    """All its cards were thrown at once: one ruling, and each of them goes back."""
    hand = played_to_first_action(game, house)
    zone = f"seat:{others(hand)}"
    cards = hand.lying(zone)
    [ruling] = [one for physical in cards for one in hand.move(physical, "muck")]
    assert (ruling.rule, ruling.decision) == ("dead.mucked", "floor")
    [decided] = hand.press("override", ruling=ruling.id, decision=decision, by="floor")
    assert (decided.severity, [(step.from_, step.to) for step in decided.steps]) == (
        "stop",
        [("muck", zone)] * len(cards),
    )
    assert hand.finish().ended == "showdown"
    assert hand.result is not None
    assert any(int(zone[5:]) in pot.eligible for pot in hand.result.pots)


@FAMILIES
def test_dead_mucked_a_hand_left_as_it_is_may_be_handed_back(game: str) -> None:
    hand = played_to_first_action(game, "roberts")
    zone = f"seat:{others(hand)}"
    card = hand.lying(zone)[0]
    [ruling] = hand.move(card, "muck")
    hand.press("override", ruling=ruling.id, decision="stands", by="floor")
    assert hand.move(card, zone) == []
    assert hand.finish().ended == "showdown"


@FLOP
@ROBERTS
@pytest.mark.parametrize(("decision", "goes"), [("keep", "seat:"), ("stands", "seat:"), ("dead-hand", "muck")])
def test_dead_mucked_on_the_board(game: str, house: str, decision: str, goes: str) -> None:
    """Where touching the board is no forfeit the floor decides; the board is cleared in any case."""
    hand = ScriptedHand(game, house=house)
    hand.until("card", street="flop", zone="board")
    hand.until("action")
    seat = others(hand)
    cards = hand.lying(f"seat:{seat}")
    [ruling] = [one for physical in cards for one in hand.move(physical, "board", "down")]
    assert (ruling.rule, ruling.decision, ruling.seats) == ("dead.mucked", "floor", (seat,))
    [decided] = hand.press("override", ruling=ruling.id, decision=decision, by="floor")
    assert {step.to for step in decided.steps} == {goes + str(seat) if goes == "seat:" else goes}
    assert hand.finish().ended == "showdown"
    assert len(hand.lying("board")) == 5


@FAMILIES
@HOUSES
def test_dead_into_other_hand(game: str, house: str) -> None:
    hand = played_to_first_action(game, house)
    seat = others(hand)
    other = next(s for s in (1, 2, 3) if s != seat)
    [ruling] = hand.move(hand.lying(f"seat:{seat}")[0], f"seat:{other}")
    assert (ruling.rule, ruling.decision, ruling.seats) == ("dead.into-other-hand", "dead-hand", (seat,))
    assert hand.finish("stud.folded-keeps-cards").ended == "showdown"


@FAMILIES
@HOUSES
@pytest.mark.parametrize("dealt", [1, 5])
def test_misdeal_out_of_sequence_of_a_card_that_goes_on_to_another_seat_during_the_deal(
    game: str, house: str, dealt: int
) -> None:
    """It slides on, or the dealer moves it; no player throws in a hand that is still being dealt."""
    hand = ScriptedHand(game, house=house, players=3, tags=True)
    hand.deal(dealt)
    [ruling] = hand.move(hand.lying("seat:1")[-1], "seat:2")
    assert (ruling.rule, ruling.decision, ruling.seats) == ("misdeal.out-of-sequence", "misdeal", (1, 2))


@FLOP
def test_dead_touches_board(game: str) -> None:
    hand = ScriptedHand(game, house="general")
    hand.until("card", street="flop", zone="board")
    hand.until("action")
    seat = others(hand)
    [ruling] = [one for physical in hand.lying(f"seat:{seat}") for one in hand.move(physical, "board", "down")]
    assert (ruling.rule, ruling.decision, ruling.seats) == ("dead.touches-board", "dead-hand", (seat,))
    assert hand.finish().ended == "showdown"
    assert len(hand.lying("board")) == 5


@FLOP
def test_dead_touches_board_stays_out_of_a_flop_that_is_dealt_again(game: str) -> None:
    """The dead hand's card on the board is nobody's flop: it is mucked, whatever becomes of the flop."""
    hand = ScriptedHand(game, house="general", tags=True)
    hand.until("card", street="flop", zone="board")
    hand.deal(2)
    flop = hand.lying("board")
    hand.move(hand.lying(f"seat:{others(hand)}")[0], "board", "down")
    [ruling] = hand.top("muck")
    assert (ruling.rule, ruling.cards) == ("flop.any-error-reshuffle", tuple(physical.card for physical in flop))
    assert hand.finish().ended == "showdown"
    assert len(hand.lying("board")) == 5


@FLOP
@pytest.mark.parametrize(("dealt", "rule"), [(0, "burn.flop-error-before-flop"), (1, "flop.too-few-cards")])
def test_a_dead_card_on_the_board_does_not_count_as_one_of_the_flop(game: str, dealt: int, rule: str) -> None:
    hand = ScriptedHand(game, tags=True)
    hand.until("card", street="flop", zone="board")
    hand.deal(dealt)
    [asked] = hand.move(hand.lying(f"seat:{others(hand)}")[0], "board", "down")
    hand.press("override", ruling=asked.id, decision="dead-hand", by="floor")
    [ruling] = hand.top("burn")
    assert ruling.rule == rule
    assert hand.finish().ended == "showdown"
    assert len(hand.lying("board")) == 5


@FLOP
def test_a_card_of_a_dead_hand_that_falls_off_the_table_comes_back_before_it_is_mucked(game: str) -> None:
    hand = played_to_first_action(game, "roberts")
    seat = others(hand)
    other = next(s for s in (1, 2, 3) if s != seat)
    moved = hand.lying(f"seat:{seat}")[0]
    hand.move(moved, f"seat:{other}")
    [ruling] = hand.move(moved, "off", "down")
    assert ruling.rule == "deal.gate-on-betting"
    assert hand.finish().ended == "showdown"


@FLOP
@pytest.mark.parametrize(
    ("house", "rule", "decision"),
    [("general", "dead.touches-board", "dead-hand"), ("roberts", "dead.mucked", "floor")],
)
def test_dead_touches_board_told_by_a_press(game: str, house: str, rule: str, decision: str) -> None:
    hand = ScriptedHand(game, house=house)
    hand.until("card", street="flop", zone="board")
    hand.until("action")
    seat = others(hand)
    [ruling] = hand.press("touched-board", seat=seat)
    assert (ruling.rule, ruling.decision, ruling.seats) == (rule, decision, (seat,))
    assert hand.finish(rule).ended == "showdown"


@FAMILIES
@HOUSES
def test_deal_gate_on_betting(game: str, house: str) -> None:
    """A burn that slips back onto the pack (in draw games: a hole card) returns to its place."""
    hand = played_to_first_action(game, house)
    zone = f"seat:{others(hand)}"
    if game != "lowball-27":
        while not hand.lying("burn"):
            hand.deal()
        hand.until("action")
        zone = "burn"
    given = hand.move(hand.lying(zone)[0], "aside")
    seats = "" if zone == "burn" else zone[5:]
    assert told(given) == f"deal.gate-on-betting: correct stop seats={seats} cards= steps=move ?? aside>{zone}"
    assert hand.finish().ended == "showdown"


@pytest.mark.parametrize("game", ["holdem", "omaha8", "stud5", "stud7"])
@HOUSES
def test_dead_wrong_count(game: str, house: str) -> None:
    """A hand that lacks a card at the showdown, because one was mucked and the floor let it live, is dead."""
    hand = ScriptedHand(game, house=house)
    hand.until("action")
    [ruling] = hand.move(hand.lying("seat:2")[0], "muck")
    hand.press("override", ruling=ruling.id, decision="stands", by="floor")
    while hand.result is None and hand.rulings[-1].rule != "dead.wrong-count":
        hand.step()
    assert (hand.rulings[-1].decision, hand.rulings[-1].seats) == ("dead-hand", (2,))
    assert hand.finish().ended == "showdown"


@FAMILIES
@pytest.mark.parametrize(("bet", "rule"), [(True, "dead.fold-facing-bet"), (False, "dead.forward-motion")])
def test_a_hand_in_the_muck_in_its_turn_is_a_fold(game: str, bet: bool, rule: str) -> None:
    hand = ScriptedHand(game, players=4, draws={})
    while hand.next.await_ != "action" or (hand.next.to_call > 0) is not bet or "bring-in" in hand.next.options:  # type: ignore[attr-defined]
        hand.step()
    seat = hand.next.seat  # type: ignore[attr-defined]
    given = hand.move(hand.lying(f"seat:{seat}")[0], "muck")
    assert {ruling.rule for ruling in given} <= {"stud.folded-keeps-cards"}
    assert hand.outcomes[0] == Counted(seat=seat, action="fold", amount=None, rule=rule)


@FAMILIES
@pytest.mark.parametrize("zone", ["seat:1", "burn", "aside"])
def test_deal_gate_on_betting_takes_a_dead_hand_to_the_muck(game: str, zone: str) -> None:
    """A folded hand lands elsewhere: one ruling for all its cards, and they go to the muck."""
    hand = ScriptedHand(game, players=4)
    hand.until("action")
    while hand.next.seat == 1 or hand.next.to_call == 0:  # type: ignore[attr-defined]
        hand.step()
    seat = hand.next.seat  # type: ignore[attr-defined]
    hand.act("fold")
    [ruling] = [one for physical in hand.lying(f"seat:{seat}") for one in hand.move(physical, zone)]
    assert (ruling.rule, ruling.decision) == ("deal.gate-on-betting", "correct")
    assert [(step.from_, step.to) for step in ruling.steps] == [(zone, "muck")]
    assert hand.finish().ended == "showdown"
    assert hand.lying(f"seat:{seat}") == []


@FAMILIES
@pytest.mark.parametrize(("zone", "rule"), [("off", "expose.player-drop"), ("aside", "deal.gate-on-betting")])
def test_a_whole_hand_moved_to_a_wrong_place_is_one_mistake(game: str, zone: str, rule: str) -> None:
    hand = played_to_first_action(game, "roberts")
    seat = others(hand)
    cards = hand.lying(f"seat:{seat}")
    [ruling] = [one for physical in cards for one in hand.move(physical, zone)]
    assert (ruling.rule, ruling.decision, ruling.seats) == (rule, "correct", (seat,))
    assert hand.finish().ended == "showdown"
    assert len(hand.lying(f"seat:{seat}")) >= len(cards)


@pytest.mark.parametrize("game", ["stud5", "stud7", "mississippi"])
def test_the_last_hand_cannot_die(game: str) -> None:
    """The floor declares both hands of two dead: the pot is for the one that is left."""
    hand = ScriptedHand(game, players=2)
    hand.until("card", zone="burn")
    hand.until("card", zone="seat:1")
    [moved] = hand.top("seat:2", "up")
    assert moved.seats == (2, 1)
    hand.press("override", ruling=moved.id, decision="dead-hand", by="floor")
    assert hand.result is not None
    assert [pot.eligible for pot in hand.result.pots] == [(1,)]


@FLOP
@HOUSES
def test_a_board_that_is_swept_away_too_early_is_one_mistake(game: str, house: str) -> None:
    hand = ScriptedHand(game, house=house)
    hand.until("card", street="turn")
    board = hand.lying("board")
    [ruling] = [one for physical in board for one in hand.move(physical, "muck")]
    assert (ruling.rule, ruling.decision) == ("deal.gate-on-betting", "correct")
    assert hand.finish().ended == "showdown"
    assert {physical.uid for physical in board} < {physical.uid for physical in hand.lying("board")}


@FAMILIES
@HOUSES
@pytest.mark.parametrize(
    ("press", "rule"), [("killed-by-dealer", "dead.unprotected"), ("fold-forward", "dead.forward-motion")]
)
def test_a_press_tells_how_a_hand_came_to_the_muck(game: str, house: str, press: str, rule: str) -> None:
    """The floor was to decide on a hand in the muck; now it is known to be dead, and play goes on."""
    hand = played_to_first_action(game, house)
    seat = others(hand)
    [asked] = [one for physical in hand.lying(f"seat:{seat}") for one in hand.move(physical, "muck")]
    assert (asked.rule, hand.next.await_) == ("dead.mucked", "floor")  # type: ignore[attr-defined]
    [ruling] = hand.press(press, seat=seat)
    assert (ruling.rule, ruling.decision, ruling.steps) == (rule, "dead-hand", ())
    assert hand.next.await_ == "action"  # type: ignore[attr-defined]
    assert hand.finish().ended == "showdown"


@FAMILIES
@HOUSES
@pytest.mark.parametrize("acted", [0, 3])
def test_deal_gate_on_betting_when_a_card_leaves_the_pack_for_no_hand(game: str, house: str, acted: int) -> None:
    hand = ScriptedHand(game, house=house, players=4)
    hand.until("action")
    for _ in range(acted):
        hand.step()
    given = hand.top("aside")
    assert told(given) == "deal.gate-on-betting: remove stop seats= cards= steps=move ?? aside>muck"
    assert hand.finish().ended == "showdown"


@FAMILIES
def test_a_dead_hands_card_that_strays_twice_goes_to_the_muck_once(game: str) -> None:
    """It was thrown into another hand, is on its way to the muck, and lands beside it."""
    hand = played_to_first_action(game, "roberts")
    seat = others(hand)
    other = next(one for one in (1, 2, 3) if one != seat)
    first, second = hand.lying(f"seat:{seat}")[:2]
    hand.move(first, f"seat:{other}")
    [ruling] = hand.move(second, "aside")
    assert (ruling.rule, [(step.from_, step.to) for step in ruling.steps]) == (
        "deal.gate-on-betting",
        [("aside", "muck")],
    )
    assert hand.finish().ended == "showdown"


@FAMILIES
def test_a_dead_hands_card_that_a_repair_moves_already_is_moved_once(game: str) -> None:
    """A stray card lies in front of the seat, or one too many, when its hand dies."""
    hand = played_to_first_action(game, "roberts")
    seat = others(hand)
    [stray] = hand.top(f"seat:{seat}")
    assert [step.from_ for step in stray.steps] == [f"seat:{seat}"]
    count = len(hand.lying(f"seat:{seat}"))
    [ruling] = hand.press("killed-by-dealer", seat=seat)
    assert len(ruling.steps) == count - 1
    assert hand.finish().ended == "showdown"


@pytest.mark.parametrize("pressed", [True, False])
@HOUSES
def test_dead_mucked_with_a_card_that_was_to_be_the_burn(pressed: bool, house: str) -> None:
    """The exposed card was to be replaced and burned. It stays in the muck with its hand, and the flop has its burn."""
    hand = ScriptedHand("holdem", house=house)
    hand.until("action")
    seat = hand.offer.seat
    first, second = hand.lying(f"seat:{seat}")
    if pressed:
        [exposed] = hand.press("card-exposed", seat=seat, by="dealer")
    else:
        [exposed] = hand.move(second, f"seat:{seat}", "up")
    assert [step.to for step in exposed.steps] == [f"seat:{seat}", "burn"]
    [asked] = [one for physical in (first, second) for one in hand.move(physical, "muck")]
    hand.press("override", ruling=asked.id, decision="dead-hand", by="floor")
    assert hand.next.await_ == "action"  # type: ignore[attr-defined]
    hand.until("card", zone="board")
    assert len(hand.lying("burn")) == 1
    assert {first, second} <= {*hand.lying("muck")}
    assert hand.finish().ended == "showdown"


@HOUSES
def test_a_replaced_card_that_went_into_the_muck_with_its_hand_is_asked_for_there(house: str) -> None:
    hand = ScriptedHand("holdem", house=house)
    hand.until("action")
    seat = hand.offer.seat
    first, second = hand.lying(f"seat:{seat}")
    [exposed] = hand.press("card-exposed", seat=seat, by="dealer")
    [asked] = [one for physical in (first, second) for one in hand.move(physical, "muck")]
    hand.press("override", ruling=asked.id, decision="stands", by="floor")
    hand.deal()
    due = hand.next.step  # type: ignore[attr-defined]
    assert (due.do, due.from_, due.to) == ("move", "muck", "burn")
    in_play = hand.table.hand
    assert in_play is not None
    assert [(step.step, step.state) for step in hand.table.rulings.repair(in_play, exposed.id)][1:] == [(due, "open")]
    hand.finish("dead.wrong-count")
