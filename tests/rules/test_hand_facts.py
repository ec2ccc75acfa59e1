"""The `hand` fact: one that cannot be played is refused in plain words, and the next right one begins a hand."""

from typing import Any

import msgspec
import pytest

from burncard.controller.hand_histories.table_log import LogLineError, decode_line
from burncard.rules.games import GAMES
from burncard.rules.outcomes import AwaitPlain, Ruling
from burncard.rules.table import Table
from tests.harness.scripted import ScriptedHand, hand_of
from tests.harness.tables import HOUSES, STUD

BUTTON = [code for code, game in GAMES.items() if game.button]
SEATS = {1: 500, 2: 500, 3: 500}


def refusal(game: str, seats: dict[int, int] | None = None, **fields: Any) -> Ruling:
    """The ruling on a `hand` fact that must be refused and begin nothing."""
    table = Table()
    fact = msgspec.structs.replace(hand_of(GAMES[game], SEATS, fields), seats=seats or SEATS)
    ruling, awaited = table.apply(fact)
    assert isinstance(ruling, Ruling)
    assert (ruling.decision, ruling.severity, awaited) == ("refuse", "note", AwaitPlain(await_="hand"))
    assert table.hand is None
    assert not any(isinstance(outcome, Ruling) for outcome in table.apply(hand_of(GAMES[game], SEATS, {})))
    return ruling


@pytest.mark.parametrize("game", GAMES)
@HOUSES
def test_a_big_bet_below_the_small_bet_is_refused(game: str, house: str) -> None:
    ruling = refusal(game, house=house, small_bet=20, big_bet=10)
    assert (ruling.rule, ruling.message) == ("table.stakes", "The big bet, 10, is smaller than the small bet, 20.")


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("sizes", [{"small_bet": None}, {"big_bet": None}, {"small_bet": 0}, {"big_bet": 0}])
def test_a_limit_game_without_both_its_bets_is_refused(game: str, sizes: dict[str, Any]) -> None:
    assert refusal(game, **sizes).rule == "table.stakes"


@STUD
def test_a_forced_bet_above_the_small_bet_is_refused(game: str) -> None:
    ruling = refusal(game, bring_in=11)
    assert (ruling.rule, ruling.message) == ("table.stakes", "The forced bet, 11, is larger than the small bet, 10.")


@STUD
@pytest.mark.parametrize("structure", ["limit", "no-limit"])
def test_posts_in_a_stud_game_are_refused(game: str, structure: str) -> None:
    assert refusal(game, posts={1: 5}, structure=structure).rule == "table.stakes"


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("field", "words"), [("posts", "Seat 8 posts"), ("antes", "Seat 8 antes")])
def test_chips_of_a_seat_that_is_not_dealt_in_are_refused(game: str, field: str, words: str) -> None:
    ruling = refusal(game, **{field: {8: 5}})
    assert (ruling.rule, ruling.message) == ("table.stakes", f"{words} and is not dealt in.")


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    ("seats", "fields", "rule"),
    [
        ({1: 500, 2: 0, 3: 500}, {}, "table.no-chips"),
        ({1: 500}, {}, "table.seats"),
        (SEATS, {"structure": "spread-limit"}, "betting.structures-by-game"),
        (SEATS, {"house": "nobody's"}, "table.unknown-house"),
    ],
)
def test_a_hand_that_no_table_can_play_is_refused(
    game: str, seats: dict[int, int], fields: dict[str, Any], rule: str
) -> None:
    expected = "game.omaha-players" if (game, rule) == ("omaha", "table.seats") else rule
    assert refusal(game, seats, **({"posts": {}} | fields)).rule == expected


@pytest.mark.parametrize("game", BUTTON)
def test_the_button_may_stand_at_an_empty_seat(game: str) -> None:
    """A dead button: seat 4 has left, and seat 1 is still the first to be dealt to."""
    hand = ScriptedHand(game, button=4, joker=False, top="Jc 2d 3h Js" if game == "jacks" else "")
    assert hand.rulings == []
    assert hand.next.zone == "seat:1"  # type: ignore[attr-defined]
    assert hand.finish().ended == "showdown"


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("seats", {"1": -5, "2": 500}),
        ("posts", {"1": -5}),
        ("antes", -1),
        ("bring_in", -1),
        ("small_bet", -10),
        ("big_bet", "twenty"),
        ("button", 0),
        ("seats", {"0": 500, "2": 500}),
        ("rake", -1),
        ("carry", 1.5),
    ],
)
def test_an_ill_formed_hand_fact_names_its_field(field: str, value: object) -> None:
    fact = {
        "type": "hand",
        "id": "h1",
        "game": "holdem",
        "structure": "limit",
        "button": 2,
        "seats": {"1": 500, "2": 500},
        "small_bet": 10,
        "big_bet": 20,
    }
    with pytest.raises(LogLineError, match=field):
        decode_line(msgspec.json.encode(fact | {field: value}))
