"""Every game's deal, card by card: where each card is due, from the first to the showdown."""

import pytest

from burncard.rules.cards import seat_of
from burncard.rules.games import GAMES
from burncard.rules.outcomes import AwaitAction, AwaitCard, Ruling
from burncard.rules.table import Table
from tests.harness.scripted import ScriptedHand, hand_of
from tests.harness.tables import (
    DRAW,
    DRAW_WITHOUT_OPENERS,
    FAMILIES,
    FLOP,
    HOUSES,
    LAST_CARD_DOWN,
    LOWBALL,
    ROBERTS,
    SEVEN_CARD_STUD,
    STUD,
)


def script(game: str, **fields: object) -> dict[str, list[str]]:
    """Where the cards of each street were due, in order, when everybody stays: `1v` seat 1 face down, `1^` face up."""
    hand = ScriptedHand(game, **fields)  # type: ignore[arg-type]
    due: dict[str, list[str]] = {}
    while hand.result is None:
        if isinstance(hand.next, AwaitCard):
            seat = seat_of(hand.next.zone)
            mark = "v" if hand.next.face == "down" else "^"
            due.setdefault(hand.next.street, []).append(hand.next.zone if seat is None else f"{seat}{mark}")
        assert hand.step() == []
    return due


def rounds(*faces: str) -> list[str]:
    return [f"{seat}{face}" for face in faces for seat in (1, 2, 3)]


def first_street(game: str, house: str) -> list[str]:
    return next(iter(script(game, house=house, joker=False).values()))


@HOUSES
def test_deal_holdem_start(house: str) -> None:
    assert first_street("holdem", house) == rounds("v", "v")


@pytest.mark.parametrize("game", ["omaha", "omaha8"])
@HOUSES
def test_deal_omaha_start(game: str, house: str) -> None:
    assert first_street(game, house) == rounds(*"vvvv")


@LOWBALL
@HOUSES
def test_deal_lowball_start(game: str, house: str) -> None:
    assert first_street(game, house) == rounds(*"vvvvv")


@pytest.mark.parametrize("game", ["draw-high", "jacks"])
@HOUSES
def test_deal_draw_high_start(game: str, house: str) -> None:
    hand = ScriptedHand(game, house=house)
    due = []
    while isinstance(hand.next, AwaitCard):
        due.append(hand.next.zone)
        assert hand.next.face == "down"
        hand.deal()
    assert due == ["seat:1", "seat:2", "seat:3"] * 5


@SEVEN_CARD_STUD
@HOUSES
def test_stud_start_deal(game: str, house: str) -> None:
    assert first_street(game, house) == rounds("v", "v", "^")


@HOUSES
def test_stud5_start_deal(house: str) -> None:
    assert first_street("stud5", house) == rounds("v", "^")


@HOUSES
def test_stud5_later_streets(house: str) -> None:
    later = list(script("stud5", house=house).values())[1:]
    assert later == [["burn", "1^", "2^", "3^"]] * 3


@HOUSES
def test_stud5_betting_rounds(house: str) -> None:
    assert len(script("stud5", house=house)) == 4


@LAST_CARD_DOWN
def test_stud_fourth_street(game: str) -> None:
    assert script(game)["fourth"] == ["burn", "1^", "2^", "3^"]


@LAST_CARD_DOWN
def test_stud_fifth_street(game: str) -> None:
    assert script(game)["fifth"] == ["burn", "1^", "2^", "3^"]


@LAST_CARD_DOWN
def test_stud_sixth_street(game: str) -> None:
    assert script(game)["sixth"] == ["burn", "1^", "2^", "3^"]


@LAST_CARD_DOWN
def test_stud_seventh_street(game: str) -> None:
    assert script(game)["seventh"] == ["burn", "1v", "2v", "3v"]


@LAST_CARD_DOWN
def test_stud_betting_rounds(game: str) -> None:
    assert len(script(game)) == 5


@STUD
@HOUSES
def test_burn_stud_streets(game: str, house: str) -> None:
    first, *later = script(game, house=house).values()
    assert "burn" not in first
    assert all(street[0] == "burn" and street.count("burn") == 1 for street in later)


def test_stud_mississippi_streets() -> None:
    counts = [len(street) - street.count("burn") for street in script("mississippi").values()]
    assert counts == [9, 6, 3, 3]


@pytest.mark.parametrize("zones", ["1 2 2", "1 2 3 3", "1 2 3 1 2 2", "1 1 2 3"])
def test_stud_mississippi_streets_dealt_half_in_pairs(zones: str) -> None:
    """Both cards of a seat at once, or one at a time twice round: what mixes the two is out of order."""
    hand = ScriptedHand("mississippi")
    hand.until("card", zone="burn")
    hand.deal(1)
    *right, wrong = zones.split()
    for seat in right:
        assert hand.top(f"seat:{seat}", "up") == []
    [ruling] = hand.top(f"seat:{wrong}", "up")
    assert (ruling.rule, ruling.decision) == ("deal.rotation", "correct")
    assert hand.finish().ended == "showdown"


@FLOP
@HOUSES
def test_flop_sequence(game: str, house: str) -> None:
    assert script(game, house=house)["flop"] == ["burn", "board", "board", "board"]


@FLOP
@HOUSES
def test_turn_sequence(game: str, house: str) -> None:
    assert script(game, house=house)["turn"] == ["burn", "board"]


@FLOP
@HOUSES
def test_river_sequence(game: str, house: str) -> None:
    assert script(game, house=house)["river"] == ["burn", "board"]


@FLOP
@HOUSES
def test_burn_flop_games(game: str, house: str) -> None:
    assert sum(street.count("burn") for street in script(game, house=house).values()) == 3


@DRAW
@HOUSES
def test_deal_draw_replacements(game: str, house: str) -> None:
    """In turn, each seat gets as many as it threw away; the stander-pat none, and one card is burned first."""
    top = "" if game.startswith("low") else "Jc 2d 3h Js 5s 6c 7d 8h 9s Tc Qd 4h"
    hand = ScriptedHand(game, house=house, joker=False, top=top, draws={1: 2, 3: 1})
    due = []
    while hand.result is None:
        if isinstance(hand.next, AwaitCard) and hand.next.street == "draw":
            due.append(str(hand.next.zone))
        hand.step()
    assert due[0] == "burn"
    assert sorted(due[1:]) == ["seat:1", "seat:1", "seat:3"]
    assert due[1:3] == ["seat:1", "seat:1"] or due[1] == "seat:3"


@DRAW_WITHOUT_OPENERS
def test_draw_structure(game: str) -> None:
    hand = ScriptedHand(game, joker=False)
    seen: list[str] = []
    while hand.result is None:
        kind = hand.next.await_  # type: ignore[attr-defined]
        if not seen or seen[-1] != kind:
            seen.append(kind)
        hand.act("open", 10) if isinstance(hand.next, AwaitAction) and "open" in hand.next.options else hand.step()
    assert seen == ["card", "action", "draw", "action", "show"]


@FAMILIES
def test_deal_round_closed(game: str) -> None:
    """No card is due while a live seat has not acted on the last raise."""
    hand = ScriptedHand(game, players=4)
    hand.until("action")
    acted: list[int] = []
    while isinstance(hand.next, AwaitAction):
        acted.append(hand.next.seat)
        hand.act("raise", hand.next.min_to) if len(acted) == 2 and "raise" in hand.next.options else hand.step()
    assert set(acted) == {1, 2, 3, 4}
    assert hand.finish().ended == "showdown"


@FLOP
@HOUSES
def test_burn_exposed_replaces(game: str, house: str) -> None:
    hand = ScriptedHand(game, house=house, top="2c 7d As")
    hand.deal(2)
    hand.top("seat:3", "up")
    hand.until("action")
    hand.until("card")
    assert (hand.next.zone, len(hand.lying("burn"))) == ("board", 1)  # type: ignore[attr-defined]


@LOWBALL
@HOUSES
@pytest.mark.parametrize("draws", [{}, {1: 1, 3: 5}])
def test_burn_exposed_replaces_in_lowball(game: str, house: str, draws: dict[int, int]) -> None:
    """A king shown in the deal is the draw's burn, and the only one but that before a last player's fifth card."""
    draws = draws if house != "general" else {seat: min(4, count) for seat, count in draws.items()}
    hand = ScriptedHand(game, house=house, top="2c 7d 8h 9s Kd", draws=draws, joker=False)
    hand.deal(4)
    hand.top("seat:2", "up")
    hand.until("draw")
    assert [physical.card for physical in hand.lying("burn")] == ["Kd"]
    hand.until("action")
    assert len(hand.lying("burn")) == (2 if draws.get(3) == 5 else 1)
    assert hand.finish().ended == "showdown"


@STUD
@HOUSES
def test_burn_exposed_replaces_in_stud(game: str, house: str) -> None:
    """One card too many before the betting is fourth street's burn."""
    hand = ScriptedHand(game, house=house)
    hand.until("action")
    [ruling] = hand.top("seat:2")
    assert ruling.rule == "extra.one-card-before-betting"
    hand.until("action")
    assert len(hand.lying("burn")) == 1
    hand.until("card")
    assert (hand.next.zone, len(hand.lying("burn"))) == ("seat:1", 1)  # type: ignore[attr-defined]
    hand.until("action")
    hand.until("card")
    assert hand.next.zone == "burn"  # type: ignore[attr-defined]
    assert hand.finish().ended == "showdown"


@FLOP
@ROBERTS
def test_burn_none_on_flop_redeal(game: str, house: str) -> None:
    assert _flop_redealt(game, house) == ["return", "shuffle", "cut", "board", "board", "board"]


@FLOP
@HOUSES
def test_flop_redeal_procedure(game: str, house: str) -> None:
    assert [step for step in _flop_redealt(game, house) if step != "burn"][:3] == ["return", "shuffle", "cut"]


def _flop_redealt(game: str, house: str) -> list[str]:
    """What a flop of four cards is put right by, step by step."""
    hand = ScriptedHand(game, house=house)
    hand.until("card", zone="board")
    hand.deal(3)
    [ruling] = hand.top("board", "up")
    assert ruling.decision == "redeal-board"
    steps = [str(step.to) if step.do == "deal" else step.do for step in ruling.steps]
    hand.until("action")
    assert (len(hand.lying("board")), len(hand.lying("burn"))) == (3, 1)
    return steps


@FLOP
@HOUSES
def test_burn_none_on_river_redeal(game: str, house: str) -> None:
    hand = _early_river(game, house)
    hand.until("card", zone="board")
    assert len(hand.lying("burn")) == 3
    assert hand.finish().ended == "showdown"
    assert len(hand.lying("burn")) == 3


def _early_river(game: str, house: str) -> ScriptedHand:
    hand = ScriptedHand(game, house=house)
    hand.until("card", street="turn")
    hand.until("action")
    hand.top("burn")
    [ruling] = hand.top("board", "up")
    assert ruling.rule == "river.premature"
    return hand


@FLOP
@HOUSES
def test_turn_premature_fold_irrelevant(game: str, house: str) -> None:
    hand = ScriptedHand(game, house=house)
    hand.until("card", street="flop")
    hand.until("action")
    hand.top("burn")
    hand.top("board", "up")
    early = hand.lying("board")[-1]
    hand.step()
    hand.act("bet", 10)
    hand.act("fold")
    hand.until("card", zone="board")
    hand.deal()
    assert early not in hand.lying("board")
    assert hand.finish().ended == "showdown"


@pytest.mark.parametrize("game", ["holdem", "omaha", "lowball-27", "draw-high"])
def test_button_deal_order(game: str) -> None:
    hand = ScriptedHand(game, button=2)
    due = []
    for _ in range(3):
        due.append(str(hand.next.zone))  # type: ignore[attr-defined]
        hand.deal()
    assert due == ["seat:3", "seat:1", "seat:2"]


@pytest.mark.parametrize("game", ["holdem", "omaha8", "lowball-a5"])
def test_button_position_last_action(game: str) -> None:
    hand = ScriptedHand(game, players=4, joker=False)
    hand.until("draw" if game == "lowball-a5" else "card", **({} if game == "lowball-a5" else {"zone": "board"}))
    hand.until("action")
    order = []
    while isinstance(hand.next, AwaitAction):
        order.append(int(hand.next.seat))
        hand.step()
    assert order == [1, 2, 3, 4]


@pytest.mark.parametrize("game", ["holdem", "omaha", "lowball-27"])
@HOUSES
def test_button_heads_up(game: str, house: str) -> None:
    """The button has the small blind and acts first before the flop or draw, last behind it."""
    hand = ScriptedHand(game, players=2, house=house)
    assert hand.next.zone == "seat:1"  # type: ignore[attr-defined]
    hand.until("action")
    assert isinstance(hand.next, AwaitAction)
    assert (hand.hand.button, hand.hand.posts, hand.next.seat) == (2, {2: 5, 1: 10}, 2)
    hand.step()
    hand.step()
    hand.until("action")
    assert isinstance(hand.next, AwaitAction)
    assert hand.next.seat == 1


@pytest.mark.parametrize("game", ["holdem", "lowball-27"])
@pytest.mark.parametrize(("button", "ruled"), [(1, False), (2, True), (3, True)])
def test_button_moves(game: str, button: int, ruled: bool) -> None:
    table = Table()
    ScriptedHand(game, table=table).finish()
    posts = {(button % 3) + 1: 5, (button + 1) % 3 + 1: 10}
    after = table.apply(hand_of(GAMES[game], {1: 500, 2: 500, 3: 500}, {"button": button, "posts": posts, "id": "h2"}))
    rules = [outcome.rule for outcome in after if isinstance(outcome, Ruling)]
    assert rules == (["misdeal.button-out-of-position"] if ruled else [])


@pytest.mark.parametrize("game", ["holdem", "lowball-27"])
def test_button_misplaced_last_hand(game: str) -> None:
    """The button that stood wrong is put where it belonged, and moves on from there."""
    table = Table()
    ScriptedHand(game, table=table).finish()
    wrong = {"button": 2, "posts": {3: 5, 1: 10}, "id": "h2"}
    seats = {1: 500, 2: 500, 3: 500}
    [ruling] = [one for one in table.apply(hand_of(GAMES[game], seats, wrong)) if isinstance(one, Ruling)]
    assert ruling.decision == "misdeal"
    again = hand_of(GAMES[game], seats, {"button": 1, "posts": {2: 5, 3: 10}, "id": "h3"})
    assert [one for one in table.apply(again) if isinstance(one, Ruling)] == []
