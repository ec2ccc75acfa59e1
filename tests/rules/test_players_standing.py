"""What players have used up or lost: the right to act, a short buy-in, the privilege of seeing hands; who shuffles."""

from typing import Any

import pytest

from burncard.rules.cards import Chips, Seat
from burncard.rules.facts import Action, ChipsMoved, Fact
from burncard.rules.games import GAMES
from burncard.rules.outcomes import AwaitShow
from burncard.rules.table import Table
from tests.harness.by_house import account_of
from tests.harness.scripted import ScriptedHand, told
from tests.harness.tables import FAMILIES, HOUSES

OPENERS = "Jc 2d 3h Jd 5d 6h 7c 8d 9h Tc Qs Kh 4c 6d Ts"  # seat 1 may open in jacks or better
EVERY = pytest.mark.parametrize("game", GAMES)


# ---- the right to act --------------------


def hesitating(game: str, house: str, *, players: int = 5) -> tuple[ScriptedHand, Seat, list[Seat]]:
    """A seat on turn that does nothing, and the seats behind it in their order."""
    hand = ScriptedHand(game, house=house, players=players, antes=1 if GAMES[game].family == "stud" else 0)
    hand.until("action")
    hand.step()
    turn = hand.offer.seat
    assert hand.table.hand is not None
    return hand, turn, hand.table.hand.betting.live_from(turn)[1:]


@EVERY
@HOUSES
@pytest.mark.parametrize("decision", [None, "stands", "dead-hand"])
def test_betting_right_to_act(game: str, house: str, decision: str | None) -> None:
    """It is said with the third player behind; the hand goes on as before unless the floor decides otherwise."""
    hand, turn, behind = hesitating(game, house)
    for seat in behind[:2]:
        assert [one.rule for one in hand.give(Action(seat=seat, action="fold"))] == ["betting.out-of-turn"]
    given = hand.give(Action(seat=behind[2], action="call"))
    assert [(one.rule, one.decision) for one in given] == [
        ("betting.out-of-turn", "refuse"),
        ("betting.right-to-act", "stands"),
    ]
    assert given[1].seats == (turn,)
    assert hand.offer.seat == turn
    assert [one.rule for one in hand.give(Action(seat=behind[2], action="call"))] == ["betting.out-of-turn"]
    if decision is not None:
        hand.press("override", ruling=given[1].id, decision=decision, by="floor")
    assert hand.table.hand is not None
    assert hand.table.hand.in_hand(turn) is (decision != "dead-hand")
    assert hand.finish(*(one.rule for one in hand.rulings)).ended
    assert [one["rule"] for one in account_of(hand.facts).rulings] == [one.rule for one in hand.rulings]


@FAMILIES
def test_betting_right_to_act_is_kept_by_calling_time(game: str) -> None:
    hand, turn, behind = hesitating(game, "roberts")
    assert [one.rule for one in hand.press("time-called", seat=turn)] == ["betting.stop-the-action"]
    for seat in behind[:4]:
        assert [one.rule for one in hand.give(ChipsMoved(seat=seat, chips=[Chips(10)]))] == ["betting.out-of-turn"]


@FAMILIES
def test_betting_right_to_act_is_not_lost_by_waiting_for_an_earlier_player(game: str) -> None:
    """Three have acted behind seat X before X's turn; when the turn comes the count begins anew."""
    hand, _, behind = hesitating(game, "roberts", players=6)
    for seat in behind[1:3]:
        hand.give(Action(seat=seat, action="fold"))
    hand.step()
    assert hand.offer.seat == behind[0]
    given = hand.give(Action(seat=behind[1], action="fold"))
    assert [one.rule for one in given] == ["betting.out-of-turn"]


# ---- buy-ins --------------------


class Session:
    """A table and its log: hands are played, and presses made between them."""

    def __init__(self, game: str, **fields: Any) -> None:
        self.game, self.fields, self.table = game, fields, Table()
        self.facts: list[Fact] = []
        self.button = 0

    def play(self, stacks: dict[int, int]) -> ScriptedHand:
        seats = sorted(stacks)
        self.button = next((seat for seat in seats if seat > self.button), seats[0])
        button = self.button if GAMES[self.game].button else None
        hand = ScriptedHand(self.game, table=self.table, stacks=stacks, button=button, posts={}, antes=1, **self.fields)
        hand.finish(*(one.rule for one in hand.rulings))
        self.facts += hand.facts
        self.hand = hand
        return hand

    def buy(self, seat: int, amount: int) -> str:
        before = len(self.hand.facts)
        given = told(self.hand.press("buy-in", seat=seat, amount=amount))
        self.facts += self.hand.facts[before:]
        return given.partition(" note")[0]


LIMIT: dict[str, Any] = {"structure": "limit"}
NO_LIMIT: dict[str, Any] = {"structure": "no-limit"}
STAKES = pytest.mark.parametrize(
    ("stakes", "rule", "least"),
    [
        (LIMIT, "buyin.limit-minimum", 200),
        (NO_LIMIT, "buyin.bigbet-minimum", 400),
        (LIMIT | {"buy_in_min": 60}, "buyin.limit-minimum", 60),
        (NO_LIMIT | {"buy_in_min": 1000}, "buyin.bigbet-minimum", 1000),
    ],
)


def passive(game: str) -> str:
    return game if GAMES[game].family == "stud" else "draw-high"


@pytest.mark.parametrize("game", ["stud7", "razz", "draw-high", "holdem", "lowball-27"])
@HOUSES
@STAKES
def test_a_new_player_makes_a_full_buy_in(game: str, house: str, stakes: dict[str, Any], rule: str, least: int) -> None:
    if game == "holdem" and house == "general":
        stakes = stakes | {"tournament": False}
    session = Session(passive(game), house=house, **stakes)
    session.play({1: 500, 2: 500, 3: 500})
    assert session.buy(5, least - 1) == f"{rule}: refuse"
    assert session.buy(5, least) == f"{rule}: stands"
    assert [one["rule"] for one in account_of(session.facts).rulings[-2:]] == [rule, rule]


test_buyin_limit_minimum_of_a_new_player = test_buyin_bigbet_minimum_of_a_new_player = (
    test_a_new_player_makes_a_full_buy_in
)


@pytest.mark.parametrize("game", ["stud7", "draw-high"])
@HOUSES
@STAKES
def test_buyin_one_short(game: str, house: str, stakes: dict[str, Any], rule: str, least: int) -> None:
    """Seat 3 plays, sits out without chips, and may buy in short once in the session, whoever else does."""
    session = Session(game, house=house, **stakes)
    session.play({1: 500, 2: 500, 3: 500})
    assert session.buy(3, 10) == "buyin.add-between-hands: stands"
    session.play({1: 500, 2: 500})
    assert session.buy(3, least - 1) == "buyin.one-short: stands"
    session.play({1: 500, 2: 500})
    assert session.buy(3, least - 1) == "buyin.one-short: refuse"
    assert session.buy(3, least) == f"{rule}: stands"
    again = Table(since=session.table.boundary)
    session.table = again
    session.play({1: 500, 2: 500})
    assert session.buy(3, 1) == "buyin.one-short: refuse"


def test_buyin_one_short_is_for_each_player() -> None:
    """Another player in the seat is a new one, and the player who has moved is not."""
    session = Session("draw-high")
    session.play({1: 500, 2: 500, 3: 500})
    session.play({1: 500, 2: 500})
    assert session.buy(3, 100) == "buyin.one-short: stands"
    session.hand.press("seat-change", seat=3, to=6)
    assert session.buy(6, 100) == "buyin.one-short: refuse"
    assert session.buy(3, 100) == "buyin.limit-minimum: refuse"


@HOUSES
def test_buyin_potlimit_maximum_that_is_posted(house: str) -> None:
    hand = ScriptedHand("holdem", structure="pot-limit", house=house, buy_in_max=600, players=3)
    hand.finish()
    assert told(hand.press("buy-in", seat=7, amount=601)).startswith("buyin.potlimit-maximum: refuse")
    assert told(hand.press("buy-in", seat=7, amount=600)).startswith("buyin.bigbet-minimum: stands")
    assert "600" in hand.press("buy-in", seat=7)[0].message


# ---- seeing called hands --------------------


@EVERY
@HOUSES
def test_showdown_request_revoked(game: str, house: str) -> None:
    """The floor takes the privilege from seat 1, for the next hands too, until it gives it back."""
    hand = ScriptedHand(game, house=house, top=OPENERS)
    hand.until("action")
    assert told(hand.press("privilege-revoked", seat=1, by="dealer")).startswith("showdown.request-revoked: refuse")
    assert told(hand.press("privilege-revoked", seat=1, by="floor")).startswith("showdown.request-revoked: stands")
    hand.until("show")
    assert told(hand.press("request-see", seat=2, by="seat:1")) == (
        "showdown.request-revoked: refuse note seats=1 cards= steps="
    )
    for nobody in ("player", "seat:" + "9" * 5000, "seat:\u00b2"):
        assert not told(hand.press("request-see", seat=2, by=nobody)).startswith("showdown.request-revoked")
    hand.finish()
    button = {"button": 1} if GAMES[game].button else {}
    after = ScriptedHand(game, house=house, top=OPENERS, table=hand.table, **button)  # type: ignore[arg-type]
    after.until("show")
    assert after.press("request-see", seat=2, by="seat:1")[0].rule == "showdown.request-revoked"
    after.press("privilege-revoked", seat=1, by="floor", value=False)
    assert after.press("request-see", seat=2, by="seat:1")[0].rule != "showdown.request-revoked"
    after.finish()


# ---- losing hands, and the shuffle --------------------


@EVERY
@HOUSES
def test_showdown_kill_losers_first(game: str, house: str) -> None:
    """The losing hands that lie there are named, before and after the result; once they are mucked, none is."""
    hand = ScriptedHand(game, house=house, top=OPENERS)
    hand.until("show")
    hand.step()
    hand.step()
    assert isinstance(hand.next, AwaitShow)
    assert hand.press("showdown")[0].rule == "showdown.kill-losers-first"
    result = hand.finish()
    won = {seat for pot in result.pots for seat in pot.awards}
    lost = tuple(seat for seat in (1, 2, 3) if seat not in won)
    [ruling] = hand.press("showdown")
    assert (ruling.rule, ruling.decision, ruling.seats) == ("showdown.kill-losers-first", "stands", lost)
    for seat in lost:
        for card in hand.lying(f"seat:{seat}"):
            hand.move(card, "muck")
    assert hand.press("showdown")[0].seats == ()


@pytest.mark.parametrize("game", [code for code, one in GAMES.items() if one.button])
@HOUSES
@pytest.mark.parametrize(("press", "due"), [("gathered-by", 4), ("shuffled-by", 2), ("cut-by", 4)])
def test_shuffle_three_people(game: str, house: str, press: str, due: int) -> None:
    """Seat 4 has dealt, so seat 1 deals next: seat 2 shuffles and seat 4 cuts."""
    hand = ScriptedHand(game, house=house, players=4)
    hand.finish()
    for seat in (1, 2, 3, 4):
        [ruling] = hand.press(press, seat=seat)
        assert (ruling.rule, ruling.decision, ruling.seats) == ("shuffle.three-people", "stands", (due,))
        assert ("as it should" in ruling.message) is (seat == due)


def test_shuffle_three_people_is_not_compared_where_nobody_at_the_table_deals() -> None:
    hand = ScriptedHand("stud7")
    hand.finish()
    assert hand.press("cut-by", seat=3)[0].seats == (3,)
