"""Blinds that lowball players owe: kept from hand to hand, and said when a hand is dealt without them."""

from typing import Any

import pytest

from burncard.rules.facts import Fact
from burncard.rules.table import Table
from tests.harness.by_house import account_of
from tests.harness.scripted import ScriptedHand
from tests.harness.tables import HOUSES, LOWBALL

STRUCTURES = pytest.mark.parametrize("structure", ["limit", "no-limit"])


class Room:
    """A table of one lowball game, hand by hand; every fact is kept, to be replayed as one log."""

    def __init__(self, game: str, **fields: Any) -> None:
        self.table, self.game, self.fields = Table(), game, fields
        self.facts: list[Fact] = []

    def hand(self, seats: tuple[int, ...], button: int, posts: dict[int, int], *presses: dict[str, Any]) -> list[str]:
        """Plays a hand of these seats with these posts, then presses; what is said at its start, as rule and seats."""
        stacks = dict.fromkeys(seats, 500)
        hand = ScriptedHand(
            self.game, table=self.table, stacks=stacks, button=button, posts=posts, joker=False, min_bet=10,
            **self.fields,
        )  # fmt: skip
        said = [f"{one.rule} {','.join(map(str, one.seats))}" for one in hand.rulings]
        assert all((one.decision, one.severity) == ("stands", "note") for one in hand.rulings)
        assert hand.finish().ended in ("showdown", "uncontested")
        for press in presses:
            hand.press(press.pop("press"), **press)
        self.facts += hand.facts
        return said

    def replayed(self) -> list[str]:
        """The rulings of the whole log, played again from its lines."""
        return [one["rule"] for one in account_of(self.facts).rulings]


ALL_FOUR = (1, 2, 3, 4)
BLINDS = {2: 5, 3: 10}  # with the button at 1


@LOWBALL
@HOUSES
@STRUCTURES
def test_lowball_new_player(game: str, house: str, structure: str) -> None:
    """Seat 5 sits down: it owes until the big blind comes to it."""
    room = Room(game, house=house, structure=structure)
    assert room.hand(ALL_FOUR, 1, BLINDS) == []
    assert room.hand((*ALL_FOUR, 5), 2, {3: 5, 4: 10}) == ["lowball.new-player 5"]
    assert room.hand((*ALL_FOUR, 5), 3, {4: 5, 5: 10}) == []
    assert room.hand((*ALL_FOUR, 5), 4, {5: 5, 1: 10}) == []
    assert room.replayed() == ["lowball.new-player"]


@LOWBALL
@HOUSES
@pytest.mark.parametrize(("kill", "said"), [(20, []), (10, ["lowball.new-player 1"])])
def test_lowball_new_player_who_kills_the_pot(game: str, house: str, kill: int, said: list[str]) -> None:
    """Twice the big blind buys a hand at once; less does not. The blind itself stays where it is."""
    room = Room(game, house=house)
    assert room.hand((2, 3, 4, 5), 5, {2: 5, 3: 10}) == []
    assert room.hand((1, 2, 3, 4, 5), 2, {3: 5, 4: 10, 1: kill}) == said
    assert room.hand((1, 2, 3, 4, 5), 3, {4: 5, 5: 10}) == said


@LOWBALL
def test_lowball_new_player_in_the_seat_of_one_who_has_left(game: str) -> None:
    room = Room(game)
    assert room.hand(ALL_FOUR, 1, BLINDS, {"press": "seat-change", "seat": 1, "value": False}) == []
    assert room.hand(ALL_FOUR, 2, {3: 5, 4: 10}) == ["lowball.new-player 1"]
    room = Room(game)
    assert room.hand(ALL_FOUR, 1, BLINDS, {"press": "new-player", "seat": 1}) == []
    assert room.hand(ALL_FOUR, 2, {3: 5, 4: 10}) == ["lowball.new-player 1"]


@LOWBALL
@HOUSES
@pytest.mark.parametrize(("posts", "said"), [({4: 5, 1: 10}, True), ({4: 5, 1: 10, 3: 20}, False)])
def test_lowball_passed_big_blind(game: str, house: str, posts: dict[int, int], said: bool) -> None:
    """Seat 3 sits out while the big blind goes past it; back, it waits for the blind or kills the pot."""
    room = Room(game, house=house)
    assert room.hand(ALL_FOUR, 4, {1: 5, 2: 10}) == []
    assert room.hand((1, 2, 4), 1, {2: 5, 4: 10}) == []
    assert room.hand(ALL_FOUR, 2, posts) == (["lowball.passed-big-blind 3"] if said else [])
    assert room.hand(ALL_FOUR, 3, {1: 5, 2: 10}) == (["lowball.passed-big-blind 3"] if said else [])
    assert room.hand(ALL_FOUR, 4, {2: 5, 3: 10}) == []
    assert room.hand(ALL_FOUR, 1, {3: 5, 4: 10}) == []


@LOWBALL
def test_lowball_passed_big_blind_is_no_matter_of_a_hand_missed_elsewhere(game: str) -> None:
    room = Room(game)
    assert room.hand(ALL_FOUR, 1, BLINDS) == []
    assert room.hand((2, 3, 4), 2, {3: 5, 4: 10}) == []
    assert room.hand(ALL_FOUR, 3, {4: 5, 1: 10}) == []


@LOWBALL
@HOUSES
@pytest.mark.parametrize("pressed", [True, False])
def test_lowball_refused_blind(game: str, house: str, pressed: bool) -> None:
    """With a single blind: seat 3 does not take it, and owes it until it does, whether it was pressed or seen."""
    room = Room(game, house=house)
    declined = [{"press": "blind-declined", "seat": 3}] if pressed else []
    assert room.hand(ALL_FOUR, 1, {2: 10}, *declined) == []
    assert room.hand((1, 2, 4), 2, {4: 10}) == []
    assert room.hand(ALL_FOUR, 4, {1: 10}) == ["lowball.refused-blind 3"]
    assert room.hand(ALL_FOUR, 1, {2: 10, 3: 20}) == ["lowball.refused-blind 3"]  # a kill does not pay for it
    assert room.hand(ALL_FOUR, 2, {3: 10}) == []
    assert room.hand(ALL_FOUR, 3, {4: 10}) == []


@LOWBALL
@HOUSES
@pytest.mark.parametrize("to", [{"to": 6}, {}])
def test_lowball_seat_change_no_penalty(game: str, house: str, to: dict[str, int]) -> None:
    """Seat 2 has taken its blinds and moves on to seat 6; the blind may go by it once before it is dealt in."""
    room = Room(game, house=house)
    moved = {"press": "seat-change", "seat": 2, **to}
    assert room.hand(ALL_FOUR, 1, BLINDS, moved) == []
    assert room.hand((1, 3, 4), 3, {4: 5, 1: 10}) == []
    assert room.hand((1, 3, 4, 6), 4, {6: 5, 1: 10}) == []
    assert room.hand((1, 3, 4, 6), 6, {1: 5, 3: 10}) == []


@LOWBALL
def test_lowball_seat_change_takes_the_debt_along(game: str) -> None:
    room = Room(game)
    assert room.hand(ALL_FOUR, 4, {1: 5, 2: 10}) == []
    moved = {"press": "seat-change", "seat": 3, "to": 6}
    assert room.hand((1, 2, 4), 1, {2: 5, 4: 10}, moved) == []
    assert room.hand((1, 2, 4, 6), 2, {4: 5, 1: 10}) == ["lowball.passed-big-blind 6"]


@LOWBALL
@HOUSES
@pytest.mark.parametrize(
    ("seats", "posts", "said"),
    [
        ((2, 3, 4), {2: 10}, []),
        ((2, 3, 4), {3: 10}, ["lowball.short-blind-hand 2"]),
        (ALL_FOUR, {1: 10}, []),
        (ALL_FOUR, {3: 10}, ["lowball.short-blind-owed 1", "lowball.short-blind-hand 2"]),
    ],
)
def test_a34_the_next_player_takes_the_blind_of_the_next_deal(
    game: str, house: str, seats: tuple[int, ...], posts: dict[int, int], said: list[str]
) -> None:
    """Seat 1 had 4 of the blind of 10. Seat 2 takes the next one, unless seat 1 is back and does."""
    table = Table()
    short = ScriptedHand(
        game, table=table, stacks={1: 4, 2: 500, 3: 500, 4: 500}, posts={1: 10}, button=4, house=house, joker=False
    )
    short.finish()
    hand = ScriptedHand(
        game, table=table, stacks=dict.fromkeys(seats, 500), posts=posts, button=seats[0], house=house, joker=False
    )
    assert [f"{one.rule} {','.join(map(str, one.seats))}" for one in hand.rulings] == said


test_lowball_short_blind_hand_of_the_next_player = test_a34_the_next_player_takes_the_blind_of_the_next_deal


@LOWBALL
def test_blinds_owed_are_carried_into_a_table_that_begins_at_that_hand(game: str) -> None:
    room = Room(game)
    room.hand(ALL_FOUR, 1, BLINDS, {"press": "blind-declined", "seat": 4})
    again = Room(game)
    again.table = Table(since=room.table.boundary)
    assert again.hand(ALL_FOUR, 2, {3: 5, 1: 10}) == ["lowball.passed-big-blind 4"]


@LOWBALL
def test_blinds_owed_are_not_kept_in_a_tournament_or_through_another_game(game: str) -> None:
    room = Room(game, tournament=True)
    assert room.hand(ALL_FOUR, 1, BLINDS) == []
    assert room.hand((*ALL_FOUR, 5), 2, {3: 5, 4: 10}) == []
    room = Room(game)
    assert room.hand(ALL_FOUR, 1, BLINDS) == []
    room.game = "holdem"
    assert room.hand(ALL_FOUR, 2, {3: 5, 4: 10}) == []
    room.game = game
    assert room.hand((*ALL_FOUR, 5), 3, {4: 5, 5: 10}) == []


@LOWBALL
def test_a_hand_that_was_void_leaves_the_blinds_as_they_were(game: str) -> None:
    room = Room(game)
    assert room.hand(ALL_FOUR, 1, BLINDS) == []
    void = ScriptedHand(
        game, table=room.table, stacks=dict.fromkeys((*ALL_FOUR, 5), 500), button=2, posts={3: 5, 4: 10}, joker=False
    )
    void.press("void-hand", by="floor", reason="x")
    void.finish(*(one.rule for one in void.rulings), deal_again=False)
    assert room.hand((*ALL_FOUR, 5), 2, {3: 5, 4: 10}) == ["lowball.new-player 5"]
