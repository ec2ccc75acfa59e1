"""Presses about the pack, and raps: what they bring, and what they only note."""

from burncard.rules.cards import Seat
from burncard.rules.facts import Action
from burncard.rules.outcomes import Counted
from tests.harness.scripted import ScriptedHand, told
from tests.harness.tables import (
    DRAW,
    DRAW_WITHOUT_OPENERS,
    FAMILIES,
    HOUSES,
)


def check_note(hand: ScriptedHand, rule: str, press: str, *, seat: int | None = None, **fields: object) -> None:
    seats = "" if seat is None else str(seat)
    assert told(hand.press(press, seat=seat, **fields)) == f"{rule}: stands note seats={seats} cards= steps="
    assert hand.finish().ended == "showdown"


def check_floor(hand: ScriptedHand, rule: str, press: str, seat: int) -> None:
    """The floor is called; play waits until it has decided."""
    [ruling] = hand.press(press, seat=seat)
    assert (ruling.rule, ruling.decision, ruling.severity, ruling.seats) == (rule, "floor", "stop", (seat,))
    assert hand.next.await_ == "floor"  # type: ignore[attr-defined]
    refused = hand.give(Action(seat=Seat(hand.hand.button or 1), action="fold"))
    assert [one.decision for one in refused] == ["refuse"]
    hand.press("override", ruling=ruling.id, decision="stands", by="floor")
    assert hand.finish().ended == "showdown"


# ---- the pack --------------------


@FAMILIES
def test_shuffle_complaint_window(game: str) -> None:
    hand = ScriptedHand(game)
    hand.until("action")
    check_floor(hand, "shuffle.complaint-window", "complaint", 2)


@FAMILIES
def test_shuffle_complaint_window_is_over_once_the_player_has_looked(game: str) -> None:
    hand = ScriptedHand(game)
    hand.until("action")
    hand.press("looked", seat=2)
    check_note(hand, "shuffle.complaint-window", "complaint", seat=2)


@FAMILIES
def test_shuffle_bottom_protected(game: str) -> None:
    hand = ScriptedHand(game)
    hand.deal(1)
    check_note(hand, "shuffle.bottom-protected", "bottom-seen")


@FAMILIES
def test_deck_stub_disordered(game: str) -> None:
    hand = ScriptedHand(game)
    hand.until("action")
    given = hand.press("intermingled")
    assert told(given) == "deck.stub-disordered: correct stop seats= cards= steps=shuffle, cut"
    assert hand.finish().ended == "showdown"


@FAMILIES
def test_deck_stub_disordered_and_rebuilt(game: str) -> None:
    hand = ScriptedHand(game)
    hand.until("action")
    check_note(hand, "deck.stub-disordered", "intermingled", value=True)


@FAMILIES
def test_deck_defect_duty(game: str) -> None:
    hand = ScriptedHand(game)
    hand.until("action")
    check_floor(hand, "deck.defect-duty", "floor-called", 2)


@DRAW_WITHOUT_OPENERS
def test_draw_ask_count(game: str) -> None:
    hand = ScriptedHand(game, draws={1: 2})
    hand.until("draw", seat=2)
    [ruling] = hand.press("ask-draw-count", seat=1)
    assert ruling.message == "Seat 1 drew 2."
    check_note(hand, "draw.ask-count", "ask-draw-count", seat=1)


def rapped(hand: ScriptedHand) -> tuple[str, str]:
    """What a rap of the seat on turn counts as, and by which rule; a refusal of it."""
    given = hand.press("rap", seat=hand.next.seat)  # type: ignore[attr-defined]
    if given:
        return given[0].decision, given[0].rule
    [said] = [outcome for outcome in hand.outcomes if isinstance(outcome, Counted)]
    return said.action, said.rule


@DRAW
@HOUSES
def test_draw_rap(game: str, house: str) -> None:
    """A pass in the first round, where one may pass; at the draw a pat hand; later a check as everywhere."""
    hand = ScriptedHand(game, house=house, top="2c Jc 3h 5d Jd 6h 7c 8d 9h Tc Qs Kh 4c 6d Ts")
    hand.until("action")
    low = game.startswith("lowball")
    assert rapped(hand) == (("refuse", "draw.lowball-open-or-fold") if low else ("check", "draw.rap"))
    hand.until("draw")
    assert rapped(hand) == ("stand-pat", "draw.rap")
    hand.until("action")
    assert rapped(hand) == ("check", "betting.rap-is-check")
    assert hand.finish().ended == "showdown"
