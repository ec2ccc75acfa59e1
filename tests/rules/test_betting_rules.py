"""Betting rules by name: what is offered, what is refused, and what chips count as."""

from typing import Any

import msgspec
import pytest

from burncard.rules.cards import Chips, Seat
from burncard.rules.facts import ChipsMoved
from burncard.rules.games import GAMES
from burncard.rules.outcomes import AwaitAction, Counted, Ruling
from burncard.rules.table import Table
from tests.harness.at_bets import at_bet, counted, offered, on_street, refused, sizes
from tests.harness.scripted import ScriptedHand, hand_of, told
from tests.harness.tables import FAMILIES, HOUSES, LOWBALL

NO_LIMIT: dict[str, Any] = {"structure": "no-limit", "antes": 1}
DRAWS = ("lowball-a5", "lowball-27", "draw-high", "jacks")


# ---- sizes --------------------


@pytest.mark.parametrize("game", ["holdem", "omaha", "lowball-27"])
def test_betting_preflop_options(game: str) -> None:
    hand = at_bet(game)
    assert offered(hand).options == ("fold", "call", "raise")
    if game == "lowball-27":  # before anybody has opened lowball has its own rule
        hand.act("call")
    assert refused(hand, offered(hand).seat, "check") == "betting.preflop-options"


@pytest.mark.parametrize(("street", "bet"), [("flop", 10), ("turn", 20), ("river", 20)])
def test_betting_holdem_limits(street: str, bet: int) -> None:
    hand = on_street("holdem", street)
    assert sizes(hand) == (bet, bet)
    assert refused(hand, 1, "bet", bet + 5) == "betting.holdem-limits"


@pytest.mark.parametrize("game", ["omaha", "omaha8"])
@pytest.mark.parametrize(("street", "bet"), [("flop", 10), ("turn", 20), ("river", 20)])
def test_betting_omaha_limits(game: str, street: str, bet: int) -> None:
    hand = on_street(game, street)
    assert sizes(hand) == (bet, bet)
    assert refused(hand, 1, "bet", bet + 5) == "betting.omaha-limits"


def raised_to_the_end(hand: ScriptedHand) -> int:
    """Raises until no more is offered; how many there were."""
    count = 0
    while "raise" in offered(hand).options and count < 9:
        hand.act("raise", offered(hand).min_to)
        count += 1
    return count


@pytest.mark.parametrize("game", DRAWS)
def test_betting_draw_cap_four(game: str) -> None:
    hand = at_bet(game, top="Jc Js Jd Jh" if game == "jacks" else "")
    if "open" in offered(hand).options:
        hand.act("open", 10)
    assert raised_to_the_end(hand) == 4
    assert refused(hand, offered(hand).seat, "raise", 60) in ("betting.draw-cap-four", "lowball.cap-four")


test_lowball_cap_four = test_betting_draw_cap_four


@FAMILIES
def test_betting_tournament_heads_up_cap(game: str) -> None:
    hand = ScriptedHand(game, players=2, tournament=True)
    hand.until("action")
    if "bring-in" in offered(hand).options:
        hand.step()
        hand.act("complete", 10)
    assert raised_to_the_end(hand) == (4 if game == "lowball-27" else 3)
    cash = ScriptedHand(game, players=2)
    cash.until("action")
    if "bring-in" in offered(cash).options:
        cash.step()
        cash.act("complete", 10)
    assert raised_to_the_end(cash) == 9


@FAMILIES
def test_betting_bigbet_unlimited(game: str) -> None:
    hand = at_bet(game, structure="no-limit", antes=1, stacks=dict.fromkeys((1, 2, 3, 4), 5000))
    if "bet" in offered(hand).options:
        hand.act("bet", 10)
    assert raised_to_the_end(hand) == 9


def facing_a_bet(game: str, **fields: Any) -> ScriptedHand:
    """A big-bet hand in which somebody has bet 10, or posted it."""
    hand = at_bet(game, **fields)
    if "bet" in offered(hand).options:
        hand.act("bet", 10)
    return hand


@FAMILIES
def test_betting_nolimit_maximum(game: str) -> None:
    hand = facing_a_bet(game, **NO_LIMIT)
    assert offered(hand).max_to == 499
    assert refused(hand, offered(hand).seat, "raise", 600) == "betting.nolimit-maximum"


def test_betting_potlimit_maximum() -> None:
    """The pot is 15; calling 10 makes it 25, which may be raised by 25. In stud four antes of 5 and a bet of 10."""
    for game in ("holdem", "lowball-27"):
        hand = at_bet(game, structure="pot-limit")
        assert sizes(hand) == (20, 35)
        assert refused(hand, offered(hand).seat, "raise", 40) == "betting.potlimit-maximum"
    stud = facing_a_bet("stud7", structure="pot-limit", antes=5)
    assert sizes(stud) == (20, 50)
    assert refused(stud, offered(stud).seat, "raise", 60) == "betting.potlimit-maximum"


@pytest.mark.parametrize("game", ["stud7", "mississippi"])
def test_betting_halfpot_maximum(game: str) -> None:
    """Four antes of 5, a bet of 10 and its call are 40: the raise is 20."""
    hand = facing_a_bet(game, structure="half-pot", antes=5)
    assert sizes(hand) == (20, 30)
    assert refused(hand, offered(hand).seat, "raise", 40) == "betting.halfpot-maximum"


@pytest.mark.parametrize(("game", "street"), [("holdem", "turn"), ("stud7", "fifth")])
def test_betting_check_raise(game: str, street: str) -> None:
    hand = on_street(game, street)
    first = offered(hand).seat
    hand.act("check")
    hand.act("bet", offered(hand).min_to)
    hand.act("fold")
    assert offered(hand).seat == first
    assert "raise" in offered(hand).options


def after_the_draw(game: str, structure: str = "limit") -> ScriptedHand:
    """Seat 1 has checked after the draw and faces a bet."""
    hand = ScriptedHand(game, structure=structure)
    hand.until("draw")
    hand.until("action")
    hand.act("check")
    hand.act("bet", offered(hand).min_to)
    hand.act("fold")
    assert offered(hand).seat == 1
    return hand


def test_lowball_check_raise_a5_limit() -> None:
    hand = after_the_draw("lowball-a5")
    assert offered(hand).options == ("fold", "call")
    assert refused(hand, 1, "raise", 40) == "lowball.check-raise-a5-limit"


def test_betting_check_raise_in_the_draw() -> None:
    assert "raise" in offered(after_the_draw("lowball-27")).options


test_lowball_27_check_raise = test_betting_check_raise_in_the_draw


@LOWBALL
@pytest.mark.parametrize("structure", ["no-limit", "pot-limit"])
def test_lowball_bigbet_check_raise(game: str, structure: str) -> None:
    assert "raise" in offered(after_the_draw(game, structure)).options


test_lowball_bigbet_check_free = test_lowball_bigbet_check_raise


@FAMILIES
def test_betting_minimum_wager(game: str) -> None:
    hand = facing_a_bet(game, **NO_LIMIT)
    if game == "lowball-27":  # how much opens lowball is a rule of its own
        hand.act("call")
    assert offered(hand).min_to == 20
    assert refused(hand, offered(hand).seat, "raise", 19) == "betting.minimum-wager"


# ---- all-ins --------------------


@FAMILIES
def test_betting_all_in_all_chips(game: str) -> None:
    hand = at_bet(game, **NO_LIMIT)
    seat = offered(hand).seat
    hand.act("all-in")
    assert hand.table.hand is not None
    assert hand.table.hand.betting.stacks[seat] == 0


@pytest.mark.parametrize("game", ["holdem", "lowball-27"])
def test_betting_bigbet_no_completion(game: str) -> None:
    """Raised to 100 (by 90), all-in for 140: the next raise is by 90 again."""
    hand = ScriptedHand(game, structure="no-limit", stacks={1: 140, 2: 900, 3: 900})
    hand.until("action")
    hand.act("raise", 100)
    hand.act("all-in")
    assert (offered(hand).seat, offered(hand).min_to) == (2, 230)


def test_betting_bigbet_no_completion_in_stud7() -> None:
    hand = ScriptedHand("stud7", structure="no-limit", antes=1, stacks={1: 141, 2: 141, 3: 141})
    hand.until("action")
    hand.act("bet", 100)
    hand.act("all-in")
    assert offered(hand).options == ("fold", "call")


@FAMILIES
def test_betting_all_in_call_for_less(game: str) -> None:
    """Everybody is all-in; the shortest stack is in the main pot alone, and the rest makes a side pot."""
    hand = (
        ScriptedHand(game, stacks={1: 41, 2: 101, 3: 501}, **NO_LIMIT)
        if game != "holdem"
        else ScriptedHand(game, stacks={1: 40, 2: 100, 3: 500}, structure="no-limit")
    )
    while hand.result is None:
        hand.act("all-in") if isinstance(hand.next, AwaitAction) else hand.step()
    assert [(pot.amount, pot.eligible) for pot in hand.result.pots][:2] == (
        [(123 if game != "holdem" else 120, (1, 2, 3)), (120, (2, 3))]
    )


@FAMILIES
def test_betting_call_amount(game: str) -> None:
    hand = at_bet(game)
    if offered(hand).to_call == 0:
        hand.act("bet", offered(hand).min_to)
    seat, due = offered(hand).seat, offered(hand).to_call
    assert hand.table.hand is not None
    before = hand.table.hand.betting.stacks[seat]
    hand.act("call")
    assert hand.table.hand.betting.stacks[seat] == before - due


# ---- turns and words --------------------


@FAMILIES
def test_betting_verbal_binding(game: str) -> None:
    """A spoken raise makes the chips that follow a raise; spoken `call`, they are a call whatever they are."""
    hand = at_bet(game)
    if offered(hand).to_call == 0:
        hand.act("bet", 10)
    due = offered(hand)
    said = counted(hand, [100], says="call")
    assert (said.action, said.rule) == ("call", "betting.verbal-binding")
    assert offered(hand).seat != due.seat


@FAMILIES
def test_betting_rap_is_check(game: str) -> None:
    hand = ScriptedHand(game)
    hand.until("draw" if game == "lowball-27" else "card", **({} if game == "lowball-27" else {"zone": "burn"}))
    hand.until("action")
    seat = offered(hand).seat
    assert hand.press("rap", seat=seat) == []
    [said] = [outcome for outcome in hand.outcomes if isinstance(outcome, Counted)]
    assert (said.seat, said.action, said.rule) == (seat, "check", "betting.rap-is-check")
    assert offered(hand).seat != seat


@FAMILIES
def test_betting_out_of_turn(game: str) -> None:
    hand = at_bet(game)
    early = offered(hand).seat % 4 + 1
    assert refused(hand, early, "call") == "betting.out-of-turn"
    assert refused(hand, early, "fold") == "betting.out-of-turn"


@pytest.mark.parametrize(("game", "street"), [("holdem", "flop"), ("stud7", "fourth"), ("draw-high", "")])
@pytest.mark.parametrize("action", ["bet", "fold"])
def test_betting_out_of_turn_is_remembered_for_the_floor(game: str, street: str, action: str) -> None:
    """The turn comes round and nobody has bet since: the floor may hold the player to a bet or a fold out of turn."""
    hand = ScriptedHand(game)
    hand.until("draw") if game == "draw-high" else hand.until("card", street=street)
    hand.until("action")
    before, early = offered(hand), offered(hand).seat % 3 + 1
    assert refused(hand, early, action, before.min_to if action == "bet" else None) == "betting.out-of-turn"
    assert offered(hand) == before
    given = hand.act("check")
    assert told(given) == f"betting.out-of-turn: stands note seats={early} cards= steps="
    assert action in given[0].message
    assert offered(hand) == msgspec.structs.replace(before, seat=early)
    assert hand.act("check") == []


@pytest.mark.parametrize("game", GAMES)
@HOUSES
@pytest.mark.parametrize("between", ["fold", "call"])
def test_betting_out_of_turn_binds_nobody_once_another_has_called(game: str, house: str, between: str) -> None:
    """The last seat but one acts before the seat before it, which then folds (said) or calls (forgotten)."""
    hand = at_bet(game, house=house)
    if "call" not in offered(hand).options:
        hand.act("open", 10)
    early = offered(hand).seat % 4 + 1
    assert refused(hand, early, "call") == "betting.out-of-turn"
    given = hand.act(between)
    assert [ruling.rule for ruling in given] == (["betting.out-of-turn"] if between == "fold" else [])
    assert offered(hand).seat == early


def test_betting_out_of_turn_is_said_once_and_for_the_first_motion_alone() -> None:
    hand = on_street("holdem", "flop")
    refused(hand, 2, "bet", 10)
    refused(hand, 2, "fold")
    hand.give(ChipsMoved(seat=Seat(3), chips=[Chips(10)]))
    [ruling] = hand.act("check")
    assert ("bet 10" in ruling.message, ruling.seats) == (True, (2,))
    [ruling] = hand.act("check")
    assert ("call" in ruling.message or "bet" in ruling.message, ruling.seats) == (True, (3,))
    assert hand.act("check") == []


@pytest.mark.parametrize(("game", "street"), [("holdem", "flop"), ("stud7", "fourth"), ("lowball-27", "")])
def test_betting_checked_out_of_turn(game: str, street: str) -> None:
    hand = ScriptedHand(game)
    hand.until("draw") if game == "lowball-27" else hand.until("card", street=street)
    hand.until("action")
    early = offered(hand).seat % 3 + 1
    assert refused(hand, early, "check") == "betting.out-of-turn"
    given = hand.act("check")
    assert told(given) == f"betting.checked-out-of-turn: stands note seats={early} cards= steps="
    assert offered(hand).seat == early
    assert offered(hand).options == ("check",)
    assert refused(hand, early, "bet", 20) == "betting.checked-out-of-turn"


def test_a_check_out_of_turn_bars_its_seat_after_a_bet_out_of_turn_as_well() -> None:
    """The bet is forgotten when somebody bets in turn; the check is not, and the table says so."""
    hand = on_street("holdem", "flop")
    refused(hand, 2, "bet", 10)
    refused(hand, 2, "check")
    assert told(hand.act("bet", 10)) == "betting.checked-out-of-turn: stands note seats=2 cards= steps="
    assert offered(hand).options == ("fold", "call")


# ---- set-up --------------------


def begun(game: str, **fields: Any) -> list[str]:
    """The rules by which a hand is refused, or noted, when it begins."""
    outcomes = Table().apply(hand_of(GAMES[game], {1: 500, 2: 500, 3: 500}, fields))
    return [outcome.rule for outcome in outcomes if isinstance(outcome, Ruling)]


@pytest.mark.parametrize(
    ("game", "structure"), [("holdem", "half-pot"), ("lowball-27", "half-pot"), ("omaha", "half-pot")]
)
def test_betting_structures_by_game(game: str, structure: str) -> None:
    assert begun(game, structure=structure) == ["betting.structures-by-game"]
    assert begun(game, structure="limit") == []


def test_betting_structures_by_game_in_stud7() -> None:
    assert begun("stud7", structure="half-pot", antes=1) == []


def test_betting_holdem_structures() -> None:
    assert [begun("holdem", structure=one) for one in ("limit", "no-limit", "pot-limit")] == [[], [], []]
    assert begun("holdem", structure="half-pot") == ["betting.structures-by-game"]


def test_betting_holdem_forced_bets() -> None:
    assert begun("holdem", posts={}, antes=2) == []
    assert begun("holdem", posts={2: 10}) == []
    assert begun("holdem", house="general", antes=2) == ["betting.holdem-forced-bets"]


def test_betting_blinds_before_looking() -> None:
    """The blinds are in when the first card is due."""
    hand = ScriptedHand("holdem")
    assert hand.next.await_ == "card"  # type: ignore[attr-defined]
    assert hand.table.hand is not None
    assert dict(hand.table.hand.betting.bets) == {1: 5, 2: 10, 3: 0}


def test_betting_min_bet_blind_sizes() -> None:
    """The big blind is the bet: the first raise is to twice as much."""
    hand = at_bet("holdem", structure="no-limit")
    assert offered(hand).min_to == 2 * max(hand.hand.posts.values())
