"""Presses for what no sensor detects: each is ruled on once, and the hand ends cleanly."""

import msgspec
import pytest

from burncard.rules.cards import UNREAD, Card, Seat, Zone
from burncard.rules.facts import Action, CardSeen
from burncard.rules.outcomes import AwaitAction, AwaitCard, Ruling
from burncard.simulator.dealer import Doing, fact_of
from tests.harness.scripted import ScriptedHand, told
from tests.harness.tables import (
    FAMILIES,
    FLOP,
    LAST_CARD_DOWN,
    LOWBALL,
    STRAY_JOKER,
    STUD,
)

NO_LOWBALL = pytest.mark.parametrize("game", ["holdem", "stud7", "draw-high"])


def facing_a_bet(game: str) -> tuple[ScriptedHand, int]:
    """A seat on turn that has chips to call, after two players have acted."""
    hand = ScriptedHand(game, players=4)
    hand.until("action")
    hand.step()
    hand.step()
    assert isinstance(hand.next, AwaitAction)
    assert hand.next.to_call > 0
    return hand, hand.next.seat


def check_dead(hand: ScriptedHand, seat: int, rule: str, press: str) -> None:
    count = len(hand.lying(f"seat:{seat}"))
    [ruling] = hand.press(press, seat=seat)
    assert (ruling.rule, ruling.decision, ruling.severity, ruling.seats) == (rule, "dead-hand", "stop", (seat,))
    assert [step.do for step in ruling.steps] == ["move"] * count
    assert hand.finish().ended == "showdown"
    assert hand.lying(f"seat:{seat}") == []


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


@FAMILIES
def test_dead_clock(game: str) -> None:
    hand, seat = facing_a_bet(game)
    check_dead(hand, seat, "dead.clock", "clock-expired")


@FAMILIES
def test_dead_forward_motion(game: str) -> None:
    hand, seat = facing_a_bet(game)
    check_dead(hand, seat, "dead.forward-motion", "fold-forward")


@FAMILIES
def test_dead_unprotected(game: str) -> None:
    hand, seat = facing_a_bet(game)
    check_dead(hand, seat, "dead.unprotected", "killed-by-dealer")


@STUD
def test_lowcard_absent(game: str) -> None:
    hand, seat = facing_a_bet(game)
    check_dead(hand, seat, "lowcard.absent", "absent")


@STUD
def test_dead_absent(game: str) -> None:
    hand = ScriptedHand(game)
    hand.until("card", zone="burn")
    hand.until("action")
    assert isinstance(hand.next, AwaitAction)
    check_dead(hand, hand.next.seat, "dead.absent", "absent")


@STUD
def test_stud_pickup_fold(game: str) -> None:
    hand, seat = facing_a_bet(game)
    check_dead(hand, seat, "stud.pickup-fold", "upcards-picked-up")


@STUD
def test_stud_pickup_fold_of_upcards_mixed_with_the_downcards(game: str) -> None:
    hand, seat = facing_a_bet(game)
    check_dead(hand, seat, "stud.pickup-fold", "intermingled")
    no_bet = ScriptedHand(game)
    no_bet.until("card", zone="burn")
    no_bet.until("action")
    assert no_bet.press("intermingled", seat=no_bet.offer.seat) == []


@STUD
@pytest.mark.parametrize("press", ["upcards-picked-up", "absent", "upcards-moved"])
def test_stud_pickup_fold_is_not_what_was_answered_with_no(game: str, press: str) -> None:
    """Upcards only tidied, a player who is back: the press was asked and the answer is no."""
    hand, seat = facing_a_bet(game)
    offer = hand.offer
    assert hand.press(press, seat=seat, value=False) == []
    assert hand.offer == offer
    assert hand.finish().ended == "showdown"


@STUD
def test_stud_pickup_showdown(game: str) -> None:
    hand = ScriptedHand(game)
    hand.until("show")
    check_note(hand, "stud.pickup-showdown", "upcards-picked-up", seat=2)


@STUD
def test_stud_order_of_upcards(game: str) -> None:
    hand = ScriptedHand(game)
    hand.until("action")
    check_note(hand, "stud.order-of-upcards", "upcards-moved", seat=2)


@pytest.mark.parametrize("game", ["holdem", "lowball-27"])
def test_joker_replace_before_acting(game: str) -> None:
    hand = unread_joker(game)
    given = hand.press("joker-found", seat=2)
    assert told(given) == (
        "joker.replace-before-acting: remove stop seats=2 cards=Jo steps=move Jo seat:2>muck, deal seat:2 down"
    )
    hand.move(STRAY_JOKER, "muck", "up")
    assert hand.finish().ended == "showdown"


def test_joker_replace_before_acting_in_stud7() -> None:
    hand = unread_joker("stud7")
    [ruling] = hand.press("joker-found", seat=2)
    assert (ruling.rule, ruling.seats, ruling.cards) == ("joker.replace-before-acting", (2,), ("Jo",))
    hand.move(STRAY_JOKER, "muck", "up")
    assert hand.finish().ended == "showdown"


def unread_joker(game: str) -> ScriptedHand:
    """Seat 2 has been dealt a card that could not be read; it will turn out to be a joker."""
    hand = ScriptedHand(game)
    hand.deal(1)
    hand.unread("seat:2", STRAY_JOKER)
    hand.until("action")
    return hand


@FAMILIES
def test_joker_dead_after_acting(game: str) -> None:
    hand = unread_joker(game)
    while hand.table.hand is not None and not hand.table.hand.betting.has_acted(Seat(2)):
        hand.step()
    [ruling] = hand.press("joker-found", seat=2)
    assert (ruling.rule, ruling.decision, ruling.seats) == ("joker.dead-after-acting", "dead-hand", (2,))
    assert hand.finish().ended == "showdown"


@FAMILIES
@pytest.mark.parametrize("acted", [False, True])
def test_a_joker_that_is_read_later_is_ruled_on_as_one_that_is_pressed(game: str, acted: bool) -> None:
    hand = unread_joker(game)
    while acted and hand.table.hand is not None and not hand.table.hand.betting.has_acted(Seat(2)):
        hand.step()
    [ruling] = hand.give(CardSeen(card=Card("Jo"), zone=Zone("seat:2"), was=UNREAD))
    assert ruling.rule == ("joker.dead-after-acting" if acted else "joker.replace-before-acting")
    assert hand.finish().ended == "showdown"


def test_joker_dead_after_acting_in_ace_to_five_without_one() -> None:
    hand = ScriptedHand("lowball-a5", joker=False)
    hand.deal(2)
    hand.unread("seat:3", STRAY_JOKER)
    hand.until("action")
    hand.step()
    assert hand.table.hand is not None
    assert hand.table.hand.betting.has_acted(Seat(3))
    [ruling] = hand.press("joker-found", seat=3)
    assert (ruling.rule, ruling.decision) == ("joker.dead-after-acting", "dead-hand")
    assert hand.finish().ended == "showdown"


@pytest.mark.parametrize("street", ["third", "fourth"])
def test_a_joker_whose_replacement_came_in_its_own_cycle_only_goes_to_the_muck(street: str) -> None:
    hand = ScriptedHand("stud7")
    if street == "fourth":
        hand.until("card", zone="burn")
        hand.deal(1)
    cycle: list[Doing] = []
    for _ in range(9 if street == "third" else 3):
        assert isinstance(hand.next, AwaitCard)
        due = hand.next
        cycle.append(hand.dealer.put(hand.dealer.stub.take(), due.zone, due.face))
        hand.give(msgspec.structs.replace(fact_of(cycle[-1], tags=False), sweep=7))
    joker = hand.dealer.put(STRAY_JOKER, Zone("seat:2"), "down")
    assert hand.give(msgspec.structs.replace(fact_of(joker, tags=False), sweep=7)) == []
    [ruling] = hand.table.finish()[:1]
    assert isinstance(ruling, Ruling)
    assert (ruling.rule, [step.do for step in ruling.steps]) == ("joker.scrap", ["move"])


# ---- the showdown --------------------


@LOWBALL
def test_lowball_miscall_multiway(game: str) -> None:
    hand = ScriptedHand(game)
    hand.until("show")
    [ruling] = hand.press("miscall", seat=2)
    assert (ruling.rule, ruling.decision, ruling.seats) == ("lowball.miscall-multiway", "dead-hand", (2,))
    assert hand.finish().ended == "showdown"


@LOWBALL
def test_lowball_miscall_foul_headsup(game: str) -> None:
    hand = ScriptedHand(game, players=2)
    hand.until("show")
    given = hand.press("miscall", seat=2)
    assert told(given) == "lowball.miscall-foul-headsup: stands note seats=2 cards= steps="
    hand.give(Action(seat=Seat(hand.hand.button or 1), action="show"))
    assert hand.finish().ended == "showdown"


@LOWBALL
def test_lowball_miscall_foul_headsup_kills_the_hand_once_the_other_is_gone(game: str) -> None:
    hand = ScriptedHand(game, players=2)
    hand.until("show")
    seat = hand.next.seat  # type: ignore[attr-defined]
    other = 3 - seat
    hand.give(Action(seat=seat, action="muck"))
    [ruling] = hand.press("miscall", seat=other)
    assert (ruling.rule, ruling.decision, ruling.seats) == ("lowball.miscall-foul-headsup", "dead-hand", (other,))
    hand.finish()


@LOWBALL
def test_lowball_miscall_foul_headsup_when_the_other_throws_its_hand_away_then(game: str) -> None:
    """One hand is called out too well and shown; on the strength of it the other one is thrown away, and is paid."""
    hand = ScriptedHand(game, players=2)
    hand.until("show")
    seat = hand.next.seat  # type: ignore[attr-defined]
    [ruling] = hand.press("miscall", seat=seat)
    assert ruling.decision == "stands"
    hand.give(Action(seat=seat, action="show"))
    [ruling] = hand.give(Action(seat=Seat(3 - seat), action="muck"))
    assert (ruling.rule, ruling.decision, ruling.seats) == ("lowball.miscall-foul-headsup", "dead-hand", (seat,))
    assert hand.result is not None
    assert [dict(pot.awards) for pot in hand.result.pots] == [{3 - seat: 20}]
    assert hand.result.ended == "showdown"


@NO_LOWBALL
def test_showdown_miscall(game: str) -> None:
    hand = ScriptedHand(game)
    hand.until("show")
    check_floor(hand, "showdown.miscall", "miscall", 2)


def test_showdown_playing_the_board() -> None:
    hand = ScriptedHand("holdem")
    hand.until("show")
    check_note(hand, "showdown.playing-the-board", "declare-board", seat=2)


@FAMILIES
def test_showdown_show_one_show_all(game: str) -> None:
    hand = ScriptedHand(game)
    hand.until("action")
    given = hand.press("shown-to-player", seat=2)
    assert told(given) == "showdown.show-one-show-all: stands note seats=2 cards= steps=announce"
    assert hand.finish().ended == "showdown"


@FAMILIES
def test_showdown_request_to_see(game: str) -> None:
    hand = ScriptedHand(game)
    hand.until("show")
    check_note(hand, "showdown.request-to-see", "request-see", seat=2)


# ---- cards that were looked at --------------------


@FLOP
@pytest.mark.parametrize("press", ["looked", "intermingled"])
def test_extra_seen_by_player(game: str, press: str) -> None:
    hand = ScriptedHand(game)
    hand.until("action")
    hand.top("seat:1")
    given = hand.press(press, seat=1)
    assert told(given) == "extra.seen-by-player: correct stop seats=1 cards= steps=move ?? seat:1>burn"
    hand.move(hand.lying("seat:1")[0], "burn")
    assert hand.finish().ended == "showdown"


@LAST_CARD_DOWN
def test_premature_stud_final_kept(game: str) -> None:
    hand = ScriptedHand(game)
    hand.until("card", street="sixth")
    hand.until("action")
    hand.step()
    hand.top("burn")
    hand.top("seat:1")
    given = hand.press("looked", seat=1)
    assert told(given) == "premature.stud-final-kept: keep note seats=1 cards= steps="
    assert hand.finish().ended == "showdown"
    assert len(hand.lying("seat:1")) == 7


@LAST_CARD_DOWN
def test_burn_stud_error_final(game: str) -> None:
    hand = ScriptedHand(game)
    hand.until("card", street="seventh", zone="burn")
    hand.top("seat:1")
    given = hand.press("looked", seat=1)
    assert told(given) == "burn.stud-error-final: keep note seats=1 cards= steps="
    assert hand.finish().ended == "showdown"
    assert len(hand.lying("burn")) == 4


@LAST_CARD_DOWN
def test_expose_stud_off_table_of_two_players_last_cards(game: str) -> None:
    """It plays as a card dealt up, so the other player's last card is dealt up too."""
    hand = ScriptedHand(game, players=2)
    hand.until("card", street="seventh", zone="seat:1")
    given = hand.top("off")
    card = hand.lying("off")[0].card
    assert told(given) == (
        f"expose.stud-off-table: keep stop seats=1 cards={card} steps=move {card} off>seat:1 up, deal seat:2 up"
    )
    assert hand.finish().ended == "showdown"


@STUD
def test_expose_stud_off_table(game: str) -> None:
    hand = ScriptedHand(game)
    hand.until("card", zone="burn")
    hand.step()
    given = hand.top("off", "up")
    card = hand.lying("off")[0].card
    assert told(given) == f"expose.stud-off-table: keep stop seats=1 cards={card} steps=move {card} off>seat:1 up"
    assert hand.finish().ended == "showdown"
