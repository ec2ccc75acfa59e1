"""Conflicts between the rule documents: the same facts in the houses, games or kinds of play that differ.

Each test is named after the number of its conflict.
"""

import pytest

from burncard.rules.games import GAMES
from burncard.rules.outcomes import AwaitAction, Ruling
from burncard.rules.table import Table
from tests.harness.by_house import alike, by_house
from tests.harness.scripted import ScriptedHand, hand_of, told
from tests.harness.tables import HOUSES

EARLY_STREETS = {"roberts": "turn.premature", "roberts-early": "turn.premature", "general": "turn.premature-003"}


def decisions(hand: ScriptedHand) -> list[tuple[str, str]]:
    """The rulings so far: rule and decision."""
    return [(ruling.rule, ruling.decision) for ruling in hand.rulings]


@pytest.mark.parametrize(
    ("house", "rule", "decision"),
    [
        ("roberts", "misdeal.first-or-second-exposed", "misdeal"),
        ("roberts-early", "expose.holdem-later-hole", "replace"),
        ("general", "expose.holdem-later-hole", "replace"),
    ],
)
def test_c01_the_second_card_exposed(house: str, rule: str, decision: str) -> None:
    hand = ScriptedHand("holdem", house=house)
    hand.deal(1)
    hand.top("seat:2", "up")
    assert decisions(hand) == [(rule, decision)]
    hand.finish()


@pytest.mark.parametrize(
    ("house", "second"),
    [
        ("roberts", ("misdeal.two-exposed", "misdeal")),
        ("roberts-early", ("misdeal.two-exposed", "misdeal")),
        ("general", ("expose.second-exposed-replacement", "replace")),
    ],
)
def test_c02_two_cards_exposed(house: str, second: tuple[str, str]) -> None:
    hand = ScriptedHand("holdem", house=house)
    hand.deal(2)
    hand.top("seat:3", "up")
    hand.top("seat:1", "up")
    assert decisions(hand)[1][1] == second[1]
    hand.finish()


@pytest.mark.parametrize(
    ("house", "rule"),
    [
        ("roberts", "flop.too-many-cards"),
        ("roberts-early", "flop.too-many-cards"),
        ("general", "flop.any-error-reshuffle"),
    ],
)
def test_c03_a_faulty_flop(house: str, rule: str) -> None:
    hand = ScriptedHand("holdem", house=house)
    hand.until("card", zone="board")
    hand.deal(3)
    hand.top("board", "up")
    assert decisions(hand) == [(rule, "redeal-board")]
    hand.finish()


@HOUSES
def test_c04_an_early_turn(house: str) -> None:
    hand = ScriptedHand("holdem", house=house)
    hand.until("card", zone="board")
    hand.deal(3)
    hand.top("burn")
    hand.top("board", "up")
    assert decisions(hand)[-1] == (EARLY_STREETS[house], "remove")
    assert [step.do for step in hand.rulings[-1].steps] == (
        ["move", "wait", "burn", "deal", "wait", "return", "shuffle", "cut", "deal"]
    )
    hand.finish()


@pytest.mark.parametrize(
    ("house", "tournament", "rule", "decision"),
    [
        ("roberts", False, "expose.stud-one-hole-up", "keep"),
        ("roberts", True, "misdeal.stud-tournament-downcard-up", "misdeal"),
        ("general", False, "expose.stud-hole-becomes-upcard", "keep"),
        ("general", True, "expose.stud-hole-becomes-upcard", "keep"),
    ],
)
def test_c05_a_stud_hole_card_exposed(house: str, tournament: bool, rule: str, decision: str) -> None:
    hand = ScriptedHand("stud7", house=house, tournament=tournament)
    hand.deal(1)
    hand.top("seat:2", "up")
    assert decisions(hand) == [(rule, decision)]
    hand.finish(*(ruling.rule for ruling in hand.rulings))


@pytest.mark.parametrize(("house", "options"), [("roberts", ("bring-in", "complete")), ("general", ("bring-in",))])
def test_c06_what_the_forced_bettor_may_do(house: str, options: tuple[str, ...]) -> None:
    hand = ScriptedHand("stud7", house=house)
    hand.until("action")
    assert isinstance(hand.next, AwaitAction)
    assert hand.next.options == options


@pytest.mark.parametrize(("house", "rule"), [("roberts", "stud.out-of-cards"), ("general", "stud.common-card")])
def test_c07_a_stud_pack_that_runs_out(house: str, rule: str) -> None:
    hand = ScriptedHand("stud7", players=7, house=house)
    hand.finish(rule)
    assert (rule, "correct") in decisions(hand)


@pytest.mark.parametrize(("game", "raises"), [("holdem", 3), ("stud7", 3), ("lowball-27", 4), ("draw-high", 4)])
def test_c08_how_often_may_be_raised(game: str, raises: int) -> None:
    hand = ScriptedHand(game, players=4, top="Jc Js Jd Jh" if game == "draw-high" else "")
    hand.until("action")
    made = 0
    while isinstance(hand.next, AwaitAction):
        raise_ = next(
            (name for name in ("bring-in", "raise", "complete", "open", "bet") if name in hand.next.options), None
        )
        if raise_ is None:
            break
        made += raise_ == "raise"
        hand.act(raise_, hand.next.min_to if raise_ != "bring-in" else 4)
    assert made == raises
    assert "raise" not in alike(by_house(hand)).next["options"]


@pytest.mark.parametrize(("house", "winner"), [("roberts", "high card"), ("general", "last bettor")])
def test_c09_the_odd_chip_of_five_card_stud(house: str, winner: str) -> None:
    """Seats 1 and 2 tie with an odd chip; seat 1 has the higher suit, seat 2 bet last."""
    top = "Ks Kh 2c Qd Qc 3d 2d 9s 9h 2h 8d 8c 2s 7c 7d"
    hand = ScriptedHand("stud5", house=house, top=top, players=3, antes=1)
    hand.until("action")
    hand.act("bring-in", 4)
    hand.act("complete", 10)
    hand.act("call")
    hand.act("fold")
    while hand.result is None:
        if isinstance(hand.next, AwaitAction) and hand.next.seat == 2 and "bet" in hand.next.options:
            hand.act("bet", hand.next.min_to)
        else:
            hand.step()
    [pot] = hand.result.pots
    assert pot.amount % 2 == 1
    assert max(pot.awards, key=lambda seat: pot.awards[seat]) == (1 if winner == "high card" else 2)


@pytest.mark.parametrize(("house", "first"), [("roberts", 1), ("general", 3)])
def test_c10_who_shows_first(house: str, first: int) -> None:
    """On the river seat 3 opens the betting and seat 1 raises it."""
    hand = ScriptedHand("holdem", house=house)
    hand.until("card", street="river")
    hand.until("action")
    hand.act("check")
    hand.act("check")
    hand.act("bet", 20)
    hand.act("raise", 40)
    hand.act("fold")
    hand.act("call")
    assert (hand.next.await_, hand.next.seat) == ("show", first)  # type: ignore[attr-defined]
    hand.finish()


@pytest.mark.parametrize(
    ("house", "rule", "decision"),
    [
        ("roberts", "draw.five-card-hand", "dead-hand"),
        ("general", "draw.003-short-after-draw-misdeal", "misdeal"),
    ],
)
def test_c15_a_short_hand_after_the_draw(house: str, rule: str, decision: str) -> None:
    hand = ScriptedHand("lowball-27", house=house, draws={1: 1})
    hand.until("draw", seat=2)
    [mucked] = hand.move(hand.lying("seat:1")[0], "muck")
    hand.press("override", ruling=mucked.id, decision="stands", by="floor")
    while len(hand.rulings) < 3:
        hand.step()
    assert decisions(hand)[2] == (rule, decision)
    hand.finish()


@pytest.mark.parametrize(("house", "rules"), [("roberts", []), ("general", ["betting.holdem-forced-bets"])])
def test_c18_an_ante_in_holdem(house: str, rules: list[str]) -> None:
    table = Table()
    hand = ScriptedHand("omaha", house=house, antes=1, table=table)
    assert hand.rulings == []
    outcomes = Table().apply(hand_of(GAMES["holdem"], {1: 500, 2: 500}, {"house": house, "antes": 1}))
    assert [outcome.rule for outcome in outcomes if isinstance(outcome, Ruling)] == rules


@pytest.mark.parametrize(
    ("house", "rule", "decision"),
    [
        ("roberts", "dead.mucked", "floor"),
        ("roberts-early", "dead.mucked", "floor"),
        ("general", "dead.touches-board", "dead-hand"),
    ],
)
def test_c21_a_hand_that_touches_the_board(house: str, rule: str, decision: str) -> None:
    hand = ScriptedHand("holdem", house=house)
    hand.until("card", zone="board")
    hand.deal(3)
    [ruling] = hand.move(hand.lying("seat:1")[0], "board")
    assert (ruling.rule, ruling.decision) == (rule, decision)


@pytest.mark.parametrize(("house", "most"), [("roberts", 5), ("general", 4)])
def test_c45_how_many_cards_may_be_drawn(house: str, most: int) -> None:
    hand = ScriptedHand("draw-high", house=house, top="Jc Js Jd")
    hand.until("draw")
    assert hand.next.max_discards == most  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("game", "structure", "card", "decision"),
    [
        ("lowball-a5", "limit", "7s", "keep"),
        ("lowball-a5", "no-limit", "7s", "replace"),
        ("lowball-a5", "no-limit", "5s", "keep"),
        ("draw-high", "limit", "Ks", "keep"),
    ],
)
def test_c24_which_exposed_cards_a_draw_hand_keeps(game: str, structure: str, card: str, decision: str) -> None:
    hand = ScriptedHand(game, structure=structure, top=f"2c 3c {card}", joker=False)
    hand.deal(2)
    hand.top("seat:3", "up")
    assert [decided for _, decided in alike(by_house(hand)).decided] == [decision]
    hand.finish()


@pytest.mark.parametrize(("game", "allowed"), [("lowball-a5", False), ("lowball-27", True), ("holdem", True)])
def test_c25_check_raise(game: str, allowed: bool) -> None:
    hand = ScriptedHand(game)
    hand.until("draw" if game != "holdem" else "card", **({} if game != "holdem" else {"street": "turn"}))
    hand.until("action")
    hand.act("check")
    hand.act("bet", 20)
    hand.act("fold")
    assert ("raise" in alike(by_house(hand)).next["options"]) is allowed


@pytest.mark.parametrize(("tournament", "capped"), [(False, False), (True, True)])
def test_c26_two_players_alone_raise_without_a_limit_unless_in_a_tournament(tournament: bool, capped: bool) -> None:
    hand = ScriptedHand("holdem", players=2, tournament=tournament)
    hand.until("action")
    for _ in range(5):
        assert isinstance(hand.next, AwaitAction)
        if "raise" in hand.next.options:
            hand.act("raise", hand.next.min_to)
    assert ("raise" not in alike(by_house(hand)).next["options"]) is capped


@pytest.mark.parametrize(("game", "first"), [("lowball-27", ("fold", "call", "raise")), ("jacks", ("check", "open"))])
def test_c32_the_opening_round_of_the_draw_games(game: str, first: tuple[str, ...]) -> None:
    hand = ScriptedHand(game)
    hand.until("action")
    assert tuple(alike(by_house(hand)).next["options"]) == first


@pytest.mark.parametrize(
    ("game", "told_"),
    [
        ("lowball-27", "lowball.miscall-multiway: dead-hand"),
        ("holdem", "showdown.miscall: floor"),
    ],
)
def test_c31_a_miscalled_hand(game: str, told_: str) -> None:
    hand = ScriptedHand(game)
    hand.until("show")
    assert told(hand.press("miscall", seat=2)).startswith(told_)
    alike(by_house(hand))


def test_c43_heads_up_the_button_has_the_small_blind() -> None:
    hand = ScriptedHand("holdem", players=2)
    hand.until("action")
    assert (hand.hand.button, hand.hand.posts) == (2, {2: 5, 1: 10})
    assert alike(by_house(hand)).next["seat"] == 2
