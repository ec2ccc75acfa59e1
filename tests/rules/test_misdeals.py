"""Misdeals while fewer than two players have acted, and after that."""

import msgspec
import pytest

from burncard.rules.cards import Zone
from burncard.rules.facts import Action
from burncard.simulator.dealer import fact_of
from tests.harness.scripted import ScriptedHand, told
from tests.harness.tables import FAMILIES, FLOP, HOUSES, LOWBALL, STUD

BUTTON = pytest.mark.parametrize("game", ["holdem", "lowball-27", "draw-high"])


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
    """Anybody may call a misdeal, but a call alone is no cause: it is refused, and the deal goes on."""
    hand = ScriptedHand(game, house=house)
    hand.deal(4)
    due = hand.next
    for by in ("player", "dealer", "floor"):
        assert told(hand.press("misdeal-called", by=by)) == "misdeal.declared-by: refuse note seats= cards= steps="
        assert hand.next == due
    assert "cause" in hand.rulings[-1].message
    assert hand.finish().ended == "showdown"


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
    while hand.table.hand is None or hand.table.hand.betting.acted_count < 2:
        hand.step()
    given = hand.press("misdeal-called", cause="misdeal.two-extra", by="player")
    assert told(given) == "misdeal.window: stands note seats= cards= steps="
    assert hand.finish().ended == "showdown"


@FAMILIES
@HOUSES
def test_misdeal_no_redeal_after_action(game: str, house: str) -> None:
    hand = ScriptedHand(game, house=house, players=4)
    hand.until("action")
    while hand.table.hand is None or hand.table.hand.betting.acted_count < 2:
        hand.step()
    given = hand.top("seat:7")
    assert told(given) == "misdeal.no-redeal-after-action: remove stop seats=7 cards= steps=move ?? seat:7>muck"
    assert hand.finish().ended == "showdown"


@pytest.mark.parametrize(("game", "street", "zone"), [("stud7", "fourth", "seat:3"), ("holdem", "turn", "seat:2")])
@HOUSES
def test_deal_rotation(game: str, street: str, zone: str, house: str) -> None:
    hand = ScriptedHand(game, house=house)
    hand.until("card", street=street, zone="burn")
    hand.deal(1)
    due = getattr(hand.next, "zone", "")
    up = " up" if game == "stud7" else ""
    [ruling] = hand.top(zone, "down")
    assert (ruling.rule, ruling.decision) == ("deal.rotation", "correct")
    assert told([ruling]).endswith(f"steps=move ?? {zone}>{due}{up}")
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


# ---- what counts as action, and what a misdeal leaves --------------------


@pytest.mark.parametrize("game", ["holdem", "omaha", "lowball-27", "draw-high"])
@HOUSES
def test_misdeal_action_button_games(game: str, house: str) -> None:
    """Posts are no action: with one fold the deal may still be called off, with two not."""
    for actions, decision in ((0, "misdeal"), (1, "misdeal"), (2, "refused")):
        hand = ScriptedHand(game, house=house, players=4, top="2c 3c 4c Jc" if game == "draw-high" else "")
        hand.until("action")
        for _ in range(actions):
            hand.step()
        [ruling] = hand.press("misdeal-called", cause="misdeal.first-card-wrong-seat", by="floor")
        assert (ruling.decision == "misdeal") is (decision == "misdeal")


@STUD
@HOUSES
def test_misdeal_action_stud(game: str, house: str) -> None:
    """Antes and the bring-in are no action: one call behind it leaves the window open, two close it."""
    for actions, decision in ((1, "misdeal"), (2, "misdeal"), (3, "refused")):
        hand = ScriptedHand(game, house=house, players=5)
        hand.until("action")
        for _ in range(actions):
            hand.step()
        [ruling] = hand.press("misdeal-called", cause="misdeal.first-card-wrong-seat", by="floor")
        assert (ruling.decision == "misdeal") is (decision == "misdeal"), actions


@FAMILIES
@HOUSES
def test_misdeal_fouled_no_refund(game: str, house: str) -> None:
    """A hand that is found fouled after two actions is dead, and what it put in stays in the pot."""
    hand = ScriptedHand(game, house=house, players=4)
    hand.until("action")
    hand.step()
    hand.step()
    hand.step()
    in_play = hand.table.hand
    assert in_play is not None
    seat = next(seat for seat in in_play.betting.seats if in_play.betting.has_acted(seat))
    [ruling] = hand.press("fold-forward", seat=seat)
    assert ruling.decision == "dead-hand"
    result = hand.finish()
    assert result.ended == "showdown"
    assert result.stacks[seat] < 500


@pytest.mark.parametrize("game", ["holdem", "omaha", "omaha8", "lowball-a5", "lowball-27"])
@HOUSES
def test_misdeal_exposed_replacement_exception(game: str, house: str) -> None:
    """The replacement of an exposed card comes out of turn and is no card out of sequence."""
    hand = ScriptedHand(game, house=house, joker=False, top="2c 7d Ks")
    hand.deal(2)
    [ruling] = hand.top("seat:3", "up")
    assert ruling.decision == "replace"
    hand.until("remedy")
    assert hand.top("seat:3") == []
    assert hand.finish().ended == "showdown"


@LOWBALL
@HOUSES
def test_misdeal_lowball_list(game: str, house: str) -> None:
    """A card out of sequence, a seat that is not in the hand, two boxed cards."""
    hand = ScriptedHand(game, house=house, joker=False)
    hand.deal(1)
    assert [ruling.rule for ruling in hand.top("seat:3")] == ["misdeal.out-of-sequence"]
    hand = ScriptedHand(game, house=house, joker=False)
    hand.deal(1)
    assert [ruling.rule for ruling in hand.top("seat:7")] == ["misdeal.empty-seat"]
    hand = ScriptedHand(game, house=house, joker=False)
    hand.top("seat:1", "up", boxed=True)
    hand.step()
    assert [ruling.rule for ruling in hand.top("seat:1", "up", boxed=True)] == ["misdeal.two-boxed"]


@FAMILIES
@HOUSES
def test_misdeal_redeal_procedure(game: str, house: str) -> None:
    """Every card comes back, shuffle, cut; the same button, seats and posts, and the deal starts over."""
    hand = ScriptedHand(game, house=house, players=4)
    hand.deal(3)
    [ruling] = hand.top("seat:1")
    assert ruling.decision == "misdeal"
    assert sorted({step.do for step in ruling.steps}) == ["cut", "return", "shuffle"]
    assert hand.result is not None
    assert hand.result.stacks == hand.hand.seats
    assert hand.next.await_ == "return"  # type: ignore[attr-defined]
    assert hand.finish().ended == "misdeal"


@pytest.mark.parametrize("game", ["holdem", "stud7", "jacks"])
@pytest.mark.parametrize("ended", ["misdeal", "void"])
def test_chips_of_an_earlier_hand_wait_on_when_a_hand_is_dealt_for_nothing(game: str, ended: str) -> None:
    hand = ScriptedHand(game, players=4, carry=20)
    hand.deal(3)
    hand.top("seat:1") if ended == "misdeal" else hand.press("void-hand", reason="foul deck", by="floor")
    assert hand.result is not None
    assert (hand.result.ended, hand.result.carried, hand.result.stacks) == (ended, 20, hand.hand.seats)
    assert hand.finish().ended == ended


@pytest.mark.parametrize(
    ("house", "cause", "told_as"),
    [
        ("roberts", "misdeal.two-exposed", "misdeal.two-exposed: misdeal stop"),
        ("roberts", "misdeal.first-or-second-exposed", "misdeal.first-or-second-exposed: misdeal stop"),
        ("general", "misdeal.first-or-second-exposed", "expose.holdem-first-hole: misdeal stop"),
        ("general", "misdeal.two-exposed", "expose.holdem-later-hole: stands note"),
        ("roberts", "turn.premature", "turn.premature: stands note"),
        ("roberts", "misdeal.two-exposed-other", "table.unknown-rule: refuse note"),
        ("roberts", "no.such-rule", "table.unknown-rule: refuse note"),
        ("roberts", "misdeal.window", "misdeal.window: stands note"),
        ("roberts", "misdeal.declared-by", "misdeal.declared-by: stands note"),
    ],
)
def test_a_misdeal_is_called_for_what_is_one_at_this_table(house: str, cause: str, told_as: str) -> None:
    hand = ScriptedHand("holdem", house=house)
    hand.deal(3)
    assert told(hand.press("misdeal-called", cause=cause, by="player")).startswith(told_as)
    if "misdeal stop" not in told_as:
        assert hand.finish().ended == "showdown"


@FAMILIES
def test_misdeal_empty_seat_in_the_middle_of_a_repair(game: str) -> None:
    hand = ScriptedHand(game)
    hand.until("action")
    hand.top("seat:1")
    given = hand.top("seat:7")
    assert told(given).startswith("misdeal.empty-seat: misdeal stop seats=7 cards= steps=shuffle, cut, return")
    assert hand.finish().ended == "misdeal"


@BUTTON
@pytest.mark.parametrize("button", [1, 2, 3])
def test_misdeal_button_out_of_position_as_it_was_called(game: str, button: int) -> None:
    """The next deal is made with the button wherever the table has put it."""
    hand = ScriptedHand(game)
    hand.until("action")
    [ruling] = hand.press("misdeal-called", cause="misdeal.button-out-of-position", by="player")
    assert (ruling.rule, ruling.decision) == ("misdeal.button-out-of-position", "misdeal")
    assert "stay" not in ruling.message
    assert hand.finish(deal_again=False).ended == "misdeal"
    again = ScriptedHand(game, table=hand.table, id="h2", button=button)
    assert again.finish().ended == "showdown"


@BUTTON
@HOUSES
def test_button_misplaced_last_hand(game: str, house: str) -> None:
    """Too late for a misdeal; the hand behind it puts the button right, and from there it moves on as always."""
    for button, expected in ((1, ""), (3, "button.misplaced-last-hand: correct note seats=3 cards= steps=")):
        hand = ScriptedHand(game, house=house)
        hand.until("action")
        hand.step()
        hand.step()
        [ruling] = hand.press("misdeal-called", cause="misdeal.button-out-of-position", by="player")
        assert ruling.decision == "stands"
        hand.finish()
        following = ScriptedHand(game, house=house, table=hand.table, id="h2", button=button)
        assert told(following.rulings) == expected
        assert following.finish().ended == "showdown"
        third = ScriptedHand(game, house=house, table=hand.table, id="h3", button=button)
        assert [one.rule for one in third.rulings] == ["misdeal.button-out-of-position"]


@STUD
@pytest.mark.parametrize("first", [True, False])
def test_deal_hole_cards_face_down_and_the_deal_goes_on(game: str, first: bool) -> None:
    """An upcard that lies face down is turned over, now or when the others have theirs: no card is out of sequence."""
    hand = ScriptedHand(game)
    hand.until("card", zone="seat:1", face="up")
    if not first:
        hand.until("card", zone="burn")
        hand.deal(1)
    [ruling] = hand.top("seat:1", "down")
    down = hand.lying("seat:1")[-1]
    assert ruling.rule == "deal.hole-cards-face-down"
    assert hand.top("seat:2", "up") == []
    assert hand.move(down, "seat:1", "up") == []
    assert hand.finish().ended == "showdown"


@FLOP
@pytest.mark.parametrize("swept", [True, False])
def test_deal_hole_cards_face_down_of_a_whole_flop(game: str, swept: bool) -> None:
    """Three cards laid down and turned together: one ruling, whichever is turned first."""
    hand = ScriptedHand(game)
    hand.until("card", street="flop", zone="board")
    for _ in range(3):
        doing = hand.dealer.put(hand.dealer.stub.take(), Zone("board"), "down")
        hand.give(msgspec.structs.replace(fact_of(doing, tags=False), sweep=4 if swept else None))
    for physical in reversed(hand.lying("board")):
        hand.move(physical, "board", "up")
    assert [ruling.rule for ruling in hand.rulings] == ["deal.hole-cards-face-down"]
    assert hand.offer.seat == 1
    assert hand.finish().ended == "showdown"


@FAMILIES
def test_no_card_is_out_of_sequence_while_a_dropped_one_is_picked_up(game: str) -> None:
    hand = ScriptedHand(game)
    hand.deal(4)
    dropped = hand.lying("seat:1")[0]
    [ruling] = hand.move(dropped, "off")
    assert ruling.rule == "expose.player-drop"
    assert hand.top("seat:2") == []
    assert hand.move(dropped, "seat:1") == []
    assert hand.finish().ended == "showdown"


@FAMILIES
@HOUSES
def test_deal_rotation_of_a_card_that_comes_in_its_turn_but_too_soon(game: str, house: str) -> None:
    """A matter for the floor comes first: the next card waits on the pack, and is no misdeal."""
    hand = ScriptedHand(game, house=house, players=4)
    hand.deal(6)
    [ruling] = hand.move(hand.lying("seat:1")[0], "muck")
    assert ruling.decision == "floor"
    given = hand.top("seat:3")
    assert told(given) == "deal.rotation: correct stop seats= cards= steps=return ??"
    assert hand.finish().ended == "showdown"


@FAMILIES
def test_misdeal_out_of_sequence_where_a_card_had_slipped_onto_the_pack(game: str) -> None:
    """Nobody can say whether it was that card that was dealt next."""
    hand = ScriptedHand(game, players=4)
    hand.deal(6)
    hand.move(hand.lying("seat:2")[-1], "stub")
    [ruling] = hand.do(hand.dealer.put(hand.dealer.stub.take(), Zone("seat:3"), "down"))
    assert (ruling.rule, ruling.decision) == ("misdeal.out-of-sequence", "misdeal")


@pytest.mark.parametrize("game", ["holdem", "stud8", "draw-high"])
def test_misdeal_no_redeal_after_action_for_a_card_beside_a_hand_given_up_at_the_showdown(game: str) -> None:
    hand = ScriptedHand(game)
    hand.until("show")
    seat = hand.next.seat  # type: ignore[attr-defined]
    hand.give(Action(seat=seat, action="muck"))
    given = hand.top(f"seat:{seat}")
    assert told(given) == (
        f"misdeal.no-redeal-after-action: remove stop seats={seat} cards= steps=move ?? seat:{seat}>muck"
    )
    assert hand.finish().ended == "showdown"
