"""Showing and mucking, by action or by cards, in turn or early, and when the result comes."""

import pytest

from burncard.rules.cards import Seat
from burncard.rules.facts import Action, CardSeen
from burncard.rules.outcomes import AwaitShow, Counted
from tests.harness.scripted import ScriptedHand
from tests.harness.tables import FAMILIES


def at_the_showdown(game: str, players: int = 3) -> ScriptedHand:
    hand = ScriptedHand(game, players=players)
    hand.until("show")
    return hand


@FAMILIES
def test_hole_cards_turned_up_by_their_player_are_a_show(game: str) -> None:
    hand = at_the_showdown(game)
    assert isinstance(hand.next, AwaitShow)
    seat = hand.next.seat
    down = [put.physical for put in hand.dealer.seat_cards(seat) if put.face == "down"]
    for physical in down:
        assert hand.move(physical, f"seat:{seat}", "up") == []
    assert hand.outcomes[0] == Counted(seat=seat, action="show", amount=None, rule="showdown.all-cards")
    assert hand.finish().ended == "showdown"


@FAMILIES
def test_cards_turned_up_after_a_declared_show_are_no_exposure(game: str) -> None:
    hand = at_the_showdown(game)
    assert isinstance(hand.next, AwaitShow)
    seat = hand.next.seat
    down = [put.physical for put in hand.dealer.seat_cards(seat) if put.face == "down"]
    assert hand.give(Action(seat=seat, action="show")) == []
    for physical in down:
        assert hand.move(physical, f"seat:{seat}", "up") == []
    assert hand.finish().ended == "showdown"


@FAMILIES
def test_a_hand_may_be_shown_before_its_turn(game: str) -> None:
    hand = at_the_showdown(game)
    assert isinstance(hand.next, AwaitShow)
    due = hand.next.seat
    later = next(seat for seat in (1, 2, 3) if seat != due)
    assert hand.give(Action(seat=Seat(later), action="show")) == []
    assert hand.next == AwaitShow(seat=due)
    assert hand.finish().ended == "showdown"


@FAMILIES
def test_a_hand_mucked_at_the_showdown_cannot_win(game: str) -> None:
    hand = at_the_showdown(game, players=2)
    assert isinstance(hand.next, AwaitShow)
    seat = hand.next.seat
    for physical in hand.lying(f"seat:{seat}"):
        assert hand.move(physical, "muck") == []
    result = hand.finish()
    assert {winner for pot in result.pots for winner in pot.awards} == {3 - seat}


@FAMILIES
def test_the_result_comes_with_the_last_show(game: str) -> None:
    hand = at_the_showdown(game)
    shows = 0
    while hand.result is None:
        hand.step()
        shows += 1
    assert shows == 3


@FAMILIES
def test_showing_before_the_betting_is_over_is_refused(game: str) -> None:
    hand = ScriptedHand(game)
    hand.until("action")
    assert [one.rule for one in hand.give(Action(seat=Seat(2), action="show"))] == ["table.show-not-due"]
    assert [one.rule for one in hand.give(Action(seat=Seat(2), action="muck"))] == ["table.show-not-due"]


def test_after_an_all_in_hands_may_be_shown_before_the_rest_of_the_board() -> None:
    hand = ScriptedHand("holdem", players=2, structure="no-limit", stacks={1: 100, 2: 100})
    hand.until("action")
    hand.act("all-in")
    hand.act("call")
    assert hand.next.await_ == "card"  # type: ignore[attr-defined]
    assert hand.give(Action(seat=Seat(1), action="show")) == []
    assert hand.next.await_ == "card"  # type: ignore[attr-defined]
    hand.until("show", seat=2)
    assert hand.finish().ended == "showdown"


@FAMILIES
def test_cards_swept_up_after_the_result_are_not_ruled_on(game: str) -> None:
    hand = at_the_showdown(game)
    hand.finish()
    for put in list(hand.dealer.felt.values()):
        outcomes = hand.table.apply(CardSeen(card=put.physical.card, zone="muck"))  # type: ignore[arg-type]
        assert [type(outcome).__name__ for outcome in outcomes] == ["AwaitPlain"]


@FAMILIES
def test_cards_of_a_folded_seat_reach_the_muck_at_any_moment(game: str) -> None:
    hand = ScriptedHand(game, players=4)
    hand.until("action")
    hand.step()
    seat = hand.next.seat  # type: ignore[attr-defined]
    hand.act("fold")
    hand.step()
    for physical in hand.lying(f"seat:{seat}"):
        assert hand.move(physical, "muck") == []
    assert hand.finish().ended == "showdown"


@FAMILIES
def test_if_everybody_mucks_the_last_one_to_do_so_wins(game: str) -> None:
    hand = at_the_showdown(game, players=2)
    assert isinstance(hand.next, AwaitShow)
    last = 3 - hand.next.seat
    while hand.result is None:
        assert isinstance(hand.next, AwaitShow)
        for physical in hand.lying(f"seat:{hand.next.seat}"):
            assert hand.move(physical, "muck") == []
    result = hand.finish()
    assert {winner for pot in result.pots for winner in pot.awards} == {last}


@pytest.mark.parametrize(
    ("game", "top", "due"),
    [
        ("holdem", "Kc Ac 4c Kd Ad 5c 2d 3c 7d 8h 2h 9s 2s Jc", 3),
        ("lowball-27", "Kc 2c 2h Kd 3d 3h Qs 4s 5h Qc 5c 9h 9d 7d Jh", 3),
    ],
)
def test_showdown_kill_losers_first_before_everybody_has_shown(game: str, top: str, due: int) -> None:
    """Seat 2's shown hand beats seat 1's, which the dealer mucks while seat 3 has still to show."""
    hand = ScriptedHand(game, top=top)
    hand.until("show")
    for seat in (1, 2):
        hand.give(Action(seat=Seat(seat), action="show"))
    for physical in hand.lying("seat:1"):
        assert hand.move(physical, "muck", "up") == []
    assert hand.next == AwaitShow(seat=Seat(due))
    assert list(hand.finish().pots[0].awards) == [2]


def test_a_shown_hand_that_may_still_win_is_not_mucked_without_the_floor() -> None:
    hand = ScriptedHand("holdem", top="Kc Ac 4c Kd Ad 5c 2d 3c 7d 8h 2h 9s 2s Jc")
    hand.until("show")
    for seat in (1, 2):
        hand.give(Action(seat=Seat(seat), action="show"))
    [ruling] = hand.move(hand.lying("seat:2")[0], "muck", "up")
    assert (ruling.rule, ruling.decision) == ("dead.mucked", "floor")


@FAMILIES
def test_showdown_request_to_see_turns_up_a_hand_that_was_given_up(game: str) -> None:
    """The cards of a mucked hand are turned up where they lie: nothing is wrong with that, and they win nothing."""
    hand = at_the_showdown(game)
    assert isinstance(hand.next, AwaitShow)
    seat = hand.next.seat
    hand.give(Action(seat=seat, action="muck"))
    [ruling] = hand.press("request-see", seat=seat)
    assert ruling.rule == "showdown.request-to-see"
    for physical in hand.lying(f"seat:{seat}"):
        assert hand.move(physical, f"seat:{seat}", "up") == []
    assert all(seat not in pot.awards for pot in hand.finish().pots)


# Two of three players have shown or given up: seat 1 with the worse hand, seat 2 with the better; seat 3 is still due.
WORSE_AND_BETTER = {
    "holdem": "Kc Ac 4c Kd Ad 5c 2d 3c 7d 8h 2h 9s 2s Jc",
    "stud7": "Kc Ac 4c Kd Ad 5c Ks As 7d 2d 3c 3d 3h",
    "lowball-27": "Kc 2c 2h Kd 3d 3h Qs 4s 5h Qc 5c 9h 9d 7d Jh",
}


@pytest.mark.parametrize("game", list(WORSE_AND_BETTER))
@pytest.mark.parametrize("mucked", [False, True])
@pytest.mark.parametrize(
    ("by", "rule", "decision", "winner"),
    [
        ("winner", "showdown.request-winner", "stands", 2),
        ("seat:1", "showdown.request-winner", "stands", 2),
        ("player", "showdown.request-non-winner", "dead-hand", 1),
        ("seat:3", "showdown.request-non-winner", "dead-hand", 1),
        (None, "showdown.request-to-see", "stands", 1),
    ],
)
def test_showdown_request(game: str, mucked: bool, by: str | None, rule: str, decision: str, winner: int) -> None:
    """A better hand that was given up wins if the winner so far asks for it, and is dead if another player does."""
    hand = ScriptedHand(game, top=WORSE_AND_BETTER[game])
    hand.until("show")
    hand.give(Action(seat=Seat(1), action="show"))
    hand.give(Action(seat=Seat(2), action="muck"))
    if mucked:
        assert [one for physical in hand.lying("seat:2") for one in hand.move(physical, "muck")] == []
    [ruling] = hand.press("request-see", seat=2, by=by)
    assert (ruling.rule, ruling.decision) == (rule, decision)
    assert bool(ruling.steps) is (mucked and winner == 2)
    assert list(hand.finish().pots[0].awards) == [winner]


test_showdown_request_winner = test_showdown_request_non_winner = test_showdown_request
