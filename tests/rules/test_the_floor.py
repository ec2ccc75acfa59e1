"""What the staff may do: acknowledge, override, void, retract; and the button of the next hand."""

import msgspec
import pytest

from burncard.rules.cards import Card, Chips, Seat, Zone
from burncard.rules.facts import Action, CardSeen, Hand, Press
from burncard.rules.outcomes import AwaitAction, AwaitPlain, Result, Ruling
from burncard.rules.table import Table
from tests.harness.scripted import ScriptedHand, hand_of, told
from tests.harness.tables import FAMILIES


def rules_of(rulings: list[Ruling]) -> list[str]:
    return [ruling.rule for ruling in rulings]


# ---- acknowledgement and override --------------------


@FAMILIES
def test_an_acknowledgement_decides_nothing(game: str) -> None:
    hand = ScriptedHand(game)
    hand.deal(1)
    hand.top("seat:2", "up", boxed=True)
    before = hand.next
    assert hand.press("ack", ruling="r1") == []
    assert hand.next == before
    assert rules_of(hand.press("ack", ruling="r9")) == ["table.unknown-ruling"]
    assert hand.finish().ended == "showdown"


@FAMILIES
def test_the_floor_overrides_a_ruling_and_its_repair_is_dropped(game: str) -> None:
    hand = ScriptedHand(game)
    hand.until("action")
    hand.top("seat:2")
    assert hand.next.await_ == "remedy"  # type: ignore[attr-defined]
    given = hand.press("override", ruling="r1", decision="misdeal", reason="two errors", by="floor")
    assert [(one.rule, one.decision, one.severity) for one in given] == [
        ("extra.one-card-before-betting", "misdeal", "note")
    ]
    assert hand.finish().ended == "misdeal"


WRONG = {  # what is due, and what happens instead
    "burn.stud-error": ("burn", "seat:1"),
    "deal.rotation": ("seat:2", "seat:3"),
}


@pytest.mark.parametrize("game", ["stud7", "stud5", "mississippi"])
@pytest.mark.parametrize("rule", list(WRONG))
def test_a_card_that_the_floor_lets_stand_was_the_one_due_there(game: str, rule: str) -> None:
    """What was due in its stead comes next: nobody is short in the end."""
    due, went = WRONG[rule]
    hand = ScriptedHand(game)
    hand.until("card", zone="burn")
    hand.until("card", zone=due)
    assert rules_of(hand.top(went, "up")) == [rule]
    hand.press("override", ruling="r1", decision="stands", by="floor")
    assert hand.next.await_ == "card"  # type: ignore[attr-defined]
    assert hand.next.zone == due  # type: ignore[attr-defined]
    assert hand.finish().ended == "showdown"
    assert all(len(hand.lying(f"seat:{seat}")) == hand.game.hand_size for seat in (1, 2, 3))


@pytest.mark.parametrize("game", ["stud7", "stud5", "mississippi"])
def test_a_shown_hole_card_that_the_floor_lets_stand_leaves_the_upcard_due(game: str) -> None:
    hand = ScriptedHand(game, top="Tc Js 4h")
    hand.deal(1)
    hand.top("seat:2", "up")
    hand.press("override", ruling="r1", decision="stands", by="floor")
    hand.until("card", zone="seat:2", face="up")
    assert hand.finish("expose.stud-exposed-would-be-low").ended == "showdown"
    assert len(hand.lying("seat:2")) == hand.game.hand_size


@pytest.mark.parametrize("game", ["stud7", "holdem"])
def test_an_extra_card_that_the_floor_lets_stand_is_no_burn(game: str) -> None:
    hand = ScriptedHand(game)
    hand.until("action")
    hand.top("seat:2")
    hand.press("override", ruling="r1", decision="stands", by="floor")
    hand.until("card", zone="burn")


@FAMILIES
def test_only_the_floor_overrides_and_only_what_was_ruled(game: str) -> None:
    hand = ScriptedHand(game)
    hand.until("action")
    hand.top("seat:2")
    assert rules_of(hand.press("override", ruling="r1", decision="keep", by="dealer")) == ["table.floor-only"]
    assert rules_of(hand.press("override", ruling="r7", decision="keep", by="floor")) == ["table.unknown-ruling"]
    assert rules_of(hand.press("override", ruling="r1", decision="dance", by="floor")) == ["table.unknown-decision"]
    assert hand.finish().ended == "showdown"


# ---- void --------------------


@FAMILIES
def test_the_floor_voids_a_hand_at_any_moment(game: str) -> None:
    whole = ScriptedHand(game)
    whole.finish()
    for stop in range(len(whole.facts) - 1):
        hand = ScriptedHand(game)
        for _ in range(stop):
            hand.step()
        [ruling] = hand.press("void-hand", reason="alarm", by="floor")
        assert (ruling.rule, ruling.decision, ruling.severity) == ("table.void-hand", "void", "stop")
        result = hand.finish()
        assert result.ended == "void"
        assert result.stacks == dict(hand.hand.seats)


@FAMILIES
def test_only_the_floor_voids_a_hand(game: str) -> None:
    hand = ScriptedHand(game)
    assert rules_of(hand.press("void-hand", by="dealer")) == ["table.floor-only"]
    assert hand.finish().ended == "showdown"


# ---- retract --------------------


def test_a_wrong_action_is_taken_back() -> None:
    hand = ScriptedHand("holdem")
    hand.until("action")
    offer = hand.next
    hand.act("fold")
    assert hand.press("retract", fact=len(hand.facts)) == []
    assert hand.next == offer
    assert hand.finish().ended == "showdown"
    assert hand.result is not None
    assert len(hand.result.pots[0].eligible) == 3


def test_a_wrong_press_that_ended_the_hand_is_taken_back() -> None:
    hand = ScriptedHand("holdem")
    hand.until("action")
    offer = hand.next
    hand.press("misdeal-called", cause="misdeal.two-extra")
    assert hand.result is not None
    hand.result = None
    hand.press("retract", fact=len(hand.facts))
    assert hand.next == offer
    assert hand.finish().ended == "showdown"


def test_what_followed_a_retracted_fact_is_ruled_on_again() -> None:
    """Without the fold, the next player's call was out of turn."""
    hand = ScriptedHand("holdem")
    hand.until("action")
    hand.act("fold")
    fold = len(hand.facts)
    hand.act("call")
    given = hand.press("retract", fact=fold)
    assert [(one.decision, one.severity) for one in given] == [("refuse", "note")]
    assert isinstance(hand.next, AwaitAction)
    assert hand.next.seat == 3


def test_only_a_fact_of_this_hand_is_taken_back_and_only_once() -> None:
    hand = ScriptedHand("holdem")
    hand.until("action")
    hand.act("fold")
    number = len(hand.facts)
    hand.press("retract", fact=number)
    assert rules_of(hand.press("retract", fact=number)) == ["table.cannot-retract"]
    assert rules_of(hand.press("retract", fact=1)) == ["table.cannot-retract"]
    assert rules_of(hand.press("retract", fact=99)) == ["table.cannot-retract"]


# ---- refusals --------------------


def test_refusals_change_nothing() -> None:
    """What cannot be taken is refused with its code, as a note, and the table goes on waiting for the same."""
    hand = ScriptedHand("holdem")
    hand.until("action")
    awaited = hand.next
    for fact, code in (
        (hand.hand, "table.hand-in-progress"),
        (Press(press="dance"), "table.unknown-press"),
        (Press(press="card-exposed", seat=Seat(9)), "table.press-needs"),
        (Action(seat=Seat(1), action="draw", discards=1), "table.draw-not-due"),
        (Action(seat=Seat(3), action="show"), "table.show-not-due"),
        (Action(seat=Seat(1), action="call"), "betting.out-of-turn"),
    ):
        [ruling] = hand.give(fact)
        assert (ruling.rule, ruling.decision, ruling.severity) == (code, "refuse", "note")
        assert hand.next == awaited
    assert hand.finish().ended == "showdown"


def test_actions_are_refused_while_cards_or_a_repair_are_due() -> None:
    hand = ScriptedHand("holdem")
    hand.until("card", street="flop", zone="board")
    assert rules_of(hand.give(Action(seat=Seat(1), action="check"))) == ["table.cards-due"]
    hand.until("action")
    hand.top("board", "up")
    assert rules_of(hand.give(Action(seat=Seat(1), action="check"))) == ["table.repair-open"]
    assert hand.finish().ended == "showdown"


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"game": "bridge"}, "table.unknown-game"),
        ({"house": "mine"}, "table.unknown-house"),
        ({"structure": "half-pot"}, "betting.structures-by-game"),
        ({"seats": {Seat(1): Chips(500)}}, "table.seats"),
        ({"seats": {Seat(1): Chips(500), Seat(2): Chips(0), Seat(3): Chips(500)}}, "table.no-chips"),
        ({"button": None}, "table.button"),
        ({"posts": {Seat(8): Chips(5)}}, "table.stakes"),
        ({"small_bet": None}, "table.stakes"),
    ],
)
def test_a_hand_that_cannot_be_played_is_refused(change: dict[str, object], code: str) -> None:
    fact = hand_of(ScriptedHand("holdem").game, {1: 500, 2: 500, 3: 500}, {})
    table = Table()
    ruling, awaited = table.apply(msgspec.structs.replace(fact, **change))
    assert isinstance(ruling, Ruling)
    assert (ruling.rule, ruling.decision) == (code, "refuse")
    assert awaited == AwaitPlain(await_="hand")


def test_before_the_first_hand_everything_else_is_refused() -> None:
    table = Table()
    for fact in (
        CardSeen(card=Card("As"), zone=Zone("seat:1")),
        Action(seat=Seat(1), action="fold"),
        Press(press="void-hand", by="floor"),
    ):
        ruling, awaited = table.apply(fact)
        assert isinstance(ruling, Ruling)
        assert ruling.rule == "table.no-hand"
        assert awaited == AwaitPlain(await_="hand")


# ---- from hand to hand --------------------


def next_hand(hand: ScriptedHand, number: int, button: int | None) -> Hand:
    return msgspec.structs.replace(hand.hand, id=f"h{number}", button=None if button is None else Seat(button))


def test_the_button_moves_one_dealt_in_seat_clockwise() -> None:
    table = Table()
    button = 3
    for number in range(1, 8):
        hand = ScriptedHand("holdem", table=table, id=f"h{number}", button=button, stacks={2: 500, 3: 500, 7: 500})
        assert hand.rulings == []
        hand.finish()
        button = {2: 3, 3: 7, 7: 2}[button]


def test_the_button_stays_after_a_misdeal_and_after_a_void_hand() -> None:
    first = ScriptedHand("holdem")
    first.press("misdeal-called", cause="misdeal.two-extra")
    first.finish()
    moved = ScriptedHand("holdem", table=first.table, id="h3", button=2)
    assert rules_of(moved.rulings) == ["misdeal.button-out-of-position"]


def test_other_seats_put_the_button_anywhere() -> None:
    first = ScriptedHand("holdem")
    first.finish()
    hand = ScriptedHand("holdem", players=4, table=first.table, id="h2", button=2)
    assert hand.rulings == []
    assert hand.finish().ended == "showdown"


def test_ruling_numbers_run_on_through_the_log() -> None:
    table = Table()
    for number in (1, 2, 3):
        hand = ScriptedHand("stud7", table=table, id=f"h{number}")
        hand.deal(1)
        [ruling] = hand.top("seat:2", "up", boxed=True)
        assert ruling.id == f"r{number}"
        assert told([ruling]).startswith("boxed.scrap-of-paper")
        hand.finish()


def test_a_result_is_given_once() -> None:
    hand = ScriptedHand("razz")
    results = 0
    while hand.result is None:
        hand.step()
        results += sum(isinstance(outcome, Result) for outcome in hand.outcomes)
    assert results == 1


@pytest.mark.parametrize("street", ["preflop", "flop"])
def test_a_card_that_comes_while_the_floor_is_awaited_goes_back_and_no_repair_is_spoken_of(street: str) -> None:
    hand = ScriptedHand("holdem")
    hand.until("action") if street == "preflop" else hand.until_betting(street)
    hand.press("floor-called")
    [ruling] = hand.top("burn")
    assert told([ruling]).endswith(": correct stop seats= cards= steps=return ??")
    assert "repair" not in ruling.message
    hand.step()
    assert hand.next == AwaitPlain(await_="floor")


@pytest.mark.parametrize(
    ("decision", "words"),
    [
        ("keep", "the card stays where it is"),
        ("stands", "it stands, and play goes on"),
        ("correct", "it is put right"),
        ("dead-hand", "the hand is dead"),
        ("void", "the hand is void"),
    ],
)
def test_what_the_floor_has_decided_is_told_in_words(decision: str, words: str) -> None:
    hand = ScriptedHand("holdem")
    hand.until("action")
    hand.press("floor-called", seat=1)
    given = hand.give(Press(press="override", ruling="r1", decision=decision, reason="players agree", by="floor"))
    assert f"The floor has decided: {words} (players agree)." in [ruling.message for ruling in given]


@pytest.mark.parametrize("press", ["floor-called", "miscall", "touched-board", "chips-forward"])
def test_a_press_that_calls_the_floor_where_it_is_awaited_opens_no_further_stop(press: str) -> None:
    hand = ScriptedHand("holdem")
    hand.until_betting("flop")
    [first] = hand.press(press, seat=1)
    assert (first.decision, first.severity) == ("floor", "stop")
    for _ in range(3):
        assert told(hand.press(press, seat=1)) == "table.floor-awaited: refuse note seats=1 cards= steps="
    assert [ruling.decision for ruling in hand.press(press, seat=2)] == ["floor"]
    for ruling in (first, hand.rulings[-1]):
        hand.press("override", ruling=ruling.id, decision="stands", by="floor")
    assert isinstance(hand.next, AwaitAction)
    assert [ruling.rule for ruling in hand.press(press, seat=1)] == [first.rule]


def test_a_call_after_the_hand_opens_no_further_stop_until_it_is_acknowledged() -> None:
    hand = ScriptedHand("holdem")
    hand.finish()
    [first] = hand.press("floor-called")
    assert rules_of(hand.press("floor-called")) == ["table.floor-awaited"]
    hand.press("ack", ruling=first.id)
    assert rules_of(hand.press("floor-called")) == [first.rule]
