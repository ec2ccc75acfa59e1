"""How each game reads hands and shares pots: hands dealt to a showdown, and who is paid."""

import msgspec
import pytest

from burncard.rules.cards import Card, Chips, Seat, Zone
from burncard.rules.facts import CardSeen
from burncard.rules.games import GAMES
from burncard.rules.outcomes import Ruling
from burncard.rules.table import Table
from burncard.simulator.pack import stacked
from tests.harness.scripted import ScriptedHand, hand_of
from tests.harness.tables import HOUSES


def paid(code: str, *holes: str, board: str = "", **fields: object) -> dict[int, int]:
    """What each seat wins in one hand that everybody stays in, in parts of 60 of the pot."""
    hand = ScriptedHand(code, players=len(holes), top=stacked(GAMES[code], holes, board), **fields)  # type: ignore[arg-type]
    [pot] = hand.finish().pots
    return {int(seat): 60 * chips // pot.amount for seat, chips in pot.awards.items()}


ALL = {1: 60}
SECOND = {2: 60}

# Of two hands the second is one category better, from high card to straight flush.
LADDER = ["Kc Jd 9h 7s 2c", "3c 3d 9s 7h 2d", "4c 4d 5h 5s 2h", "6c 6d 6h 9c 2s", "5c 6s 7c 8d 9d"]
LADDER += ["2c 4c 8c Tc Qc", "7d 7h 7s Jc Jh", "8c 8d 8h 8s 3h", "3d 4d 5d 6d 7d", "Ts Js Qs Ks As"]


@pytest.mark.parametrize("game", ["draw-high", "stud5"])
@pytest.mark.parametrize("rung", range(len(LADDER) - 1))
def test_game_high_ranking(game: str, rung: int) -> None:
    lower, higher = LADDER[rung], LADDER[rung + 1]
    assert paid(game, lower, higher) == SECOND


def test_game_high_ranking_holdem() -> None:
    assert paid("holdem", "7c 2d", "Ac Ad", board="Kc Kh 9c 4c 3s") == SECOND
    assert paid("holdem", "7c 2c", "Ac Ad", board="Kc Kh 9c 4c 3s") == ALL


@pytest.mark.parametrize(
    ("game", "one", "two", "board", "shares"),
    [
        ("holdem", "Ac Kd", "Ad Qc", "Ah 9s 7d 4c 2h", ALL),
        ("holdem", "Ac 3d", "Ad 2c", "Ah Ks Jd 8c 7h", {1: 30, 2: 30}),
        ("stud5", "Ac Kd 9h 7s 2c", "Ad Qc 9s 7h 2d", "", ALL),
        ("draw-high", "Jc Jd 9h 7s 2c", "Jh Js 9s 7h 3d", "", SECOND),
    ],
)
def test_game_kicker(game: str, one: str, two: str, board: str, shares: dict[int, int]) -> None:
    assert paid(game, one, two, board=board) == shares


@pytest.mark.parametrize(
    ("game", "one", "two", "board"),
    [
        ("holdem", "Ac 2d", "Kc Qd", "Jh 9s 7d 4c 3h"),
        ("stud5", "Ac 2d 9h 7s 4c", "Kc Qd 9s 7h 4d", ""),
        ("razz", "Ac 2d 3h 4s 5c Kd Ks", "2c 3d 4h 5s 6c Kh Qs", ""),
        ("lowball-a5", "Ac 2d 3h 4s 5c", "2c 3d 4h 5s 6c", ""),
        ("lowball-27", "Kc 2d 3h 4s 5c", "Ac 2h 3d 4c 5s", ""),
    ],
)
def test_game_card_ranks(game: str, one: str, two: str, board: str) -> None:
    """The ace is the highest card, and the lowest where the form says so."""
    fields = {"joker": False} if game.startswith("low") else {}
    assert paid(game, one, two, board=board, **fields) == ALL


@pytest.mark.parametrize(
    ("game", "one", "two", "board"),
    [
        ("holdem", "2c 2d", "3c 3d", "Ah Ad Kh Kd Qs"),
        ("stud7", "Ac Ad Kh Ks Qc 2c 2d", "Ah As Kc Kd Qd 3c 3d", ""),
    ],
)
def test_game_five_card_hand(game: str, one: str, two: str, board: str) -> None:
    """A third pair is no part of the hand."""
    assert paid(game, one, two, board=board) == {1: 30, 2: 30}


def test_game_five_card_hand_in_draw() -> None:
    assert paid("lowball-27", "2c 3d 4h 5s 7c", "2d 3h 4s 5c 8d") == ALL


@pytest.mark.parametrize(
    ("game", "count"), [("holdem", 2), ("omaha", 4), ("omaha8", 4), ("lowball-27", 5), ("draw-high", 5), ("jacks", 5)]
)
@HOUSES
def test_game_cards_per_hand(game: str, count: int, house: str) -> None:
    hand = ScriptedHand(game, house=house)
    hand.until("action")
    assert [len(hand.lying(f"seat:{seat}")) for seat in (1, 2, 3)] == [count] * 3


@pytest.mark.parametrize(("game", "count"), [("stud5", 5), ("stud7", 7), ("stud8", 7), ("razz", 7), ("mississippi", 7)])
def test_game_cards_per_hand_stud(game: str, count: int) -> None:
    hand = ScriptedHand(game)
    hand.until("show")
    assert [len(hand.lying(f"seat:{seat}")) for seat in (1, 2, 3)] == [count] * 3


@pytest.mark.parametrize(
    ("board", "shares"),
    [
        ("Ac Kc 9c 4d 2s", ALL),  # two hole cards
        ("Ac Kc 9c 4c 2s", ALL),  # one
        ("Th Jh Qh Kh Ah", {1: 30, 2: 30}),  # none
    ],
)
def test_game_holdem_any_five(board: str, shares: dict[int, int]) -> None:
    assert paid("holdem", "Qc 7c", "Ad 3d", board=board) == shares


@pytest.mark.parametrize("game", ["omaha", "omaha8"])
def test_game_omaha_two_and_three(game: str) -> None:
    # One spade in the hand and four on the board are no flush; four aces' worth of hole cards are one pair.
    assert paid(game, "As 9d 9h 2c", "Kc Kd 7h 6d", board="Ks Qs Js 9s 3h") == SECOND


@pytest.mark.parametrize("game", ["omaha", "omaha8"])
def test_game_omaha_inherits_holdem(game: str) -> None:
    """An exposed hole card goes by hold'em's rule; playing the board is the one that does not carry over."""
    hand = ScriptedHand(game)
    hand.deal(2)
    assert [ruling.rule for ruling in hand.top("seat:3", "up")] == ["expose.holdem-later-hole"]
    assert hand.finish().ended == "showdown"
    shown = ScriptedHand(game)
    shown.until("show")
    assert all(ruling.rule != "showdown.playing-the-board" for ruling in shown.press("declare-board", seat=1))


def test_game_omaha8_inherits() -> None:
    hand = ScriptedHand("omaha8")
    hand.until("action")
    assert len(hand.lying("seat:1")) == 4
    hand.until("card", zone="board")
    hand.deal(3)
    assert [ruling.rule for ruling in hand.top("board", "up")] == ["flop.too-many-cards"]
    assert hand.finish().ended == "showdown"


def test_game_omaha8_combinations() -> None:
    """One hand wins both halves with two pairs of hole cards."""
    assert paid("omaha8", "Ac 2d Kc Kd", "Qc Qd Jh Ts", board="3h 4s 8d Kh 9c") == ALL


@pytest.mark.parametrize(
    ("game", "low", "board", "halves"),
    [
        ("omaha8", "Ac 2d 9h 9d", "3h 4s 8d Kh Qs", True),
        ("omaha8", "Ac 2d 9h Td", "3h 4s 9s Kh Qs", False),
        ("stud8", "Ac 2d 3h 4s 8d Kc Kd", "", True),
        ("stud8", "Ac 2d 3h 4s 9d Tc Jd", "", False),
    ],
)
def test_game_hilo_qualifier(game: str, low: str, board: str, halves: bool) -> None:
    high = "Kc Ks Jh Jd" if game == "omaha8" else "Qc Qd Qh Js Jh Th Ts"
    assert paid(game, low, high, board=board) == ({1: 30, 2: 30} if halves else SECOND)


@pytest.mark.parametrize(
    ("game", "one", "two", "board"),
    [
        ("omaha8", "Ac 2d 9h 9d", "Kc Ks Jh Jd", "3h 9s Td Kh Qs"),
        ("stud8", "Ac 2d 3h 9s Td Kc Jd", "Qc Qd Qh Js Jh Th Ts", ""),
    ],
)
def test_game_hilo_no_low(game: str, one: str, two: str, board: str) -> None:
    assert paid(game, one, two, board=board) == SECOND


@pytest.mark.parametrize(
    ("game", "one", "two", "board"),
    [
        ("omaha8", "Ac 2d 9h Td", "Kc Ks Jh Jd", "3h 4s 8d Kh Qs"),
        ("stud8", "Ac 2d 3h 4s 6d Kc Jd", "Qc Qd Qh Js Jh Th Ts", ""),
    ],
)
def test_game_hilo_half_each(game: str, one: str, two: str, board: str) -> None:
    assert paid(game, one, two, board=board) == {1: 30, 2: 30}


@pytest.mark.parametrize(
    ("game", "one", "two", "board", "shares"),
    [
        ("razz", "7c 6d 3h 2s Ac Kd Ks", "7d 5c 4h 3s 2d Kh Qs", "", SECOND),
        ("stud8", "2c 3d 4h 5s 6c Kd Ks", "2d 3h 4s 5c 7d Kh Qs", "", ALL),
        ("lowball-a5", "8c 6d 3h 2s Ac", "8d 5c 4h 3s 2d", "", SECOND),
        ("lowball-a5", "2c 3c 4c 5c 6c", "Ad 2d 3h 4s 7d", "", ALL),
        ("omaha8", "Ac 2d Kc Kd", "2h 3d Qc Qd", "4h 6s 8d Ks Jc", ALL),
    ],
)
def test_game_low_comparison(game: str, one: str, two: str, board: str, shares: dict[int, int]) -> None:
    fields = {"joker": False} if game == "lowball-a5" else {}
    assert paid(game, one, two, board=board, **fields) == shares


@pytest.mark.parametrize("game", ["stud7", "mississippi"])
@pytest.mark.parametrize("first", ["Ac Kc Qc Jc Tc 2d 3d", "2d 3d Ac Kc Qc Jc Tc", "Ac 2d Kc Qc 3d Jc Tc"])
def test_game_stud7_any_five(game: str, first: str) -> None:
    assert paid(game, first, "9c 9d 9h 9s 4d 5d 6h") == ALL


def test_game_stud7_any_five_low() -> None:
    assert paid("razz", "Kc Ac 2d 3d 4h 5h Ks", "Ad 2c 3c 4c 6c 7h 8h") == ALL
    assert paid("stud8", "Kc Ac 2d 3d 4h 5h Ks", "Qd Qc 9c 9h Th Js 7c") == ALL


def test_game_mississippi_object() -> None:
    assert paid("mississippi", "Ac 2d 3h 4s 6d 7c 9h", "Kc Kd Qh Js 8s 5c Th") == SECOND


def test_game_stud8_two_hands() -> None:
    """A flush and a low of other cards: one hand takes both halves."""
    assert paid("stud8", "Kc 8c 7c 2c Ac 3d 4h", "Kd Kh Ks Qd Th 9s 6d") == ALL


def test_game_stud8_ace() -> None:
    """The ace is the high pair's rank and the low's one."""
    assert paid("stud8", "Ac Ad 2h 3s 4c 7d Kh", "Kc Kd Qh Js 9c 8d 6s") == ALL


@pytest.mark.parametrize(
    ("game", "one", "two", "board", "shares"),
    [
        ("stud8", "2c 3c 4c 5c 6c Kd Ks", "Ac 2d 3h 4s 7d Qh Qs", "", ALL),
        ("stud8", "Ac 2d 3h 4s 5c Kd Ks", "Qc Qd Ts Js 9h 7s 6h", "", ALL),
        ("omaha8", "2c 3c Kd Ks", "Ad Jd Qh Qs", "4c 5c 6c Js 9h", ALL),
    ],
)
def test_game_stud8_straights(game: str, one: str, two: str, board: str, shares: dict[int, int]) -> None:
    assert paid(game, one, two, board=board) == shares


@pytest.mark.parametrize("house", ["roberts", "general"])
def test_game_stud8_inherits(house: str) -> None:
    """Stud high-low goes by stud's rules of exposed cards, as high stud does."""
    rulings = []
    for game in ("stud7", "stud8"):
        hand = ScriptedHand(game, house=house)
        hand.deal(2)
        rulings.append([ruling.rule for ruling in hand.top("seat:3", "up")])
        assert hand.finish().ended == "showdown"
    assert rulings[0] == rulings[1] != []


def test_game_stud5_all_five() -> None:
    assert paid("stud5", "Ac Ad 2h 3s 4c", "Kc Kd Ks 3d 2c") == SECOND


def test_game_razz_low() -> None:
    assert paid("razz", "Ac 2d 3h 4s 5c Kd Ks", "2c 3c 4c 6d 7c Ah Kh") == ALL


@pytest.mark.parametrize(("game", "best"), [("lowball-a5", "Ac 2c 3c 4c 5c"), ("lowball-27", "2c 3d 4h 5s 7c")])
def test_game_lowball_object(game: str, best: str) -> None:
    assert paid(game, best, "2d 3s 4s 6h 8d", joker=False) == ALL


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("7c 5d 4h 3s 2c", "7d 6c 4s 3d 2h"),
        ("Kc Qd Jh Ts 8c", "Ac 5d 4h 3s 2c"),  # ace high, no straight
        ("Ac 5d 4h 3s 2c", "Ad 6c 4s 3d 2h"),
        ("Ac 5d 4h 3s 2c", "2d 2s 3h 4c 5c"),
        ("8c 8d 4h 3s 2c", "6d 5c 4s 3d 2h"),  # a straight counts against
        ("6d 5c 4s 3d 2h", "9h 7h 5h 4h 3h"),  # and a flush more
        ("Kc Kd 4h 3s 2c", "Ac Ad 5h 4s 3c"),
    ],
)
def test_game_27_ranking(better: str, worse: str) -> None:
    assert paid("lowball-27", better, worse) == ALL


@pytest.mark.parametrize("players", [1, 2, 10, 11])
@pytest.mark.parametrize("house", ["roberts", "general"])
def test_game_omaha_players(players: int, house: str) -> None:
    two = hand_of(GAMES["omaha"], {1: 500, 2: 500}, {"house": house, "posts": {1: 10}, "button": 1})
    seats = {Seat(seat): Chips(500) for seat in range(1, players + 1)}
    outcomes = Table().apply(msgspec.structs.replace(two, seats=seats))
    rules = [(one.rule, one.decision) for one in outcomes if isinstance(one, Ruling)]
    assert rules == ([] if 2 <= players <= 10 else [("game.omaha-players", "refuse")])


@pytest.mark.parametrize("game", ["draw-high", "jacks"])
def test_game_wild_cards(game: str) -> None:
    """The hand says before the deal whether a joker plays; where it does not, a joker is scrap."""
    plays = ScriptedHand(game, house="general", joker=True, top="Jo")
    plays.deal(1)
    assert plays.rulings == []
    plain = ScriptedHand(game, house="general")
    assert [ruling.rule for ruling in plain.give(CardSeen(card=Card("Jo"), zone=Zone("seat:1")))] == ["joker.scrap"]


@pytest.mark.parametrize(
    ("low", "other", "shares"),
    [
        ("Jo Ac 2d 4h 6s", "As 2c 3d 4s 6d", {1: 30, 2: 30}),  # the three is missing
        ("Jo 2d 3h 4c 5s", "As 2c 3d 4s 6d", ALL),  # the ace
    ],
)
def test_joker_a5_lowest_missing(low: str, other: str, shares: dict[int, int]) -> None:
    assert paid("lowball-a5", low, other) == shares


@pytest.mark.parametrize("game", ["draw-high", "jacks"])
def test_joker_draw_high_ace(game: str) -> None:
    assert paid(game, "Jo Ac 9d 7h 4s", "Kc Kd Qh Js 9c", joker=True) == ALL  # a pair of aces, and openers
    assert paid(game, "Jo 9d 8h 7s 6c", "Ac Ad Ah 5s 4c", joker=True) == ALL  # a straight
    assert paid(game, "Jo 7c 7d 4h 2s", "Jc Jd 5h 4s 3c", joker=True) == SECOND  # no third seven


@pytest.mark.parametrize("game", ["draw-high", "jacks"])
def test_joker_bug_flush_rank(game: str) -> None:
    assert paid(game, "Jo Kc 9c 5c 2c", "Ad Qd Jd 9d 3d", joker=True) == ALL  # the ace of clubs, then the king
    assert paid(game, "Jo Ac 9c 5c 2c", "Ad Qd Jd 9d 3d", joker=True) == ALL  # the king beside its ace
    assert paid(game, "Jo Ac Ad Ah As", "Ks Qs Js Ts 9s", joker=True) == ALL  # five aces
