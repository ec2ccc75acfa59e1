"""Posts: blinds, straddles, kills and newcomers' posts, and who acts first behind them, in every button game."""

import pytest

from burncard.rules.games import GAMES
from tests.harness.scripted import ScriptedHand
from tests.harness.tables import HOUSES

BUTTON_GAMES = [code for code, game in GAMES.items() if game.button]

# What the seats post, clockwise from the button's left (the last has the button), and the seat that acts first.
LAYOUTS = {
    "two-blinds": ((5, 10, 0, 0, 0), 3),
    "straddle": ((5, 10, 20, 0, 0), 4),
    "second-straddle": ((5, 10, 20, 40, 0), 5),
    "straddle-on-the-button": ((5, 10, 0, 0, 20), 1),
    "one-blind": ((10, 0, 0, 0, 0), 2),
    "three-blinds": ((5, 5, 10, 0, 0), 4),
    "blind-on-the-button-too": ((5, 10, 0, 0, 5), 3),
    "dead-small-blind": ((0, 10, 0, 0, 0), 3),
    "dead-small-blind-and-a-newcomer": ((0, 10, 0, 10, 0), 3),
    "empty-small-blind-and-a-newcomer-behind-the-big-blind": ((10, 0, 10, 0, 0), 2),
    "newcomer": ((5, 10, 0, 10, 0), 3),
    "newcomer-left-of-the-big-blind": ((5, 10, 10, 0, 0), 3),
    "two-newcomers": ((5, 10, 0, 10, 10), 3),
    "equal-blinds": ((10, 10, 0, 0, 0), 3),
    "equal-blinds-and-a-newcomer": ((10, 10, 0, 10, 0), 3),
    "kill": ((5, 10, 0, 20, 0), 5),
    "kill-on-the-button": ((5, 10, 0, 0, 20), 1),
    "straddle-and-a-kill-as-large": ((5, 10, 20, 0, 20), 4),
    "newcomer-pays-the-dead-small-blind-too": ((5, 10, 0, 15, 0), 5),
}


def posted(game: str, posts: tuple[int, ...], **fields: object) -> ScriptedHand:
    """A hand with these posts, dealt until its first action is due."""
    stacks = dict.fromkeys(range(1, len(posts) + 1), 500)
    given = {seat: post for seat, post in enumerate(posts, start=1) if post}
    hand = ScriptedHand(game, **{"stacks": stacks, "posts": given, "antes": 0} | fields)  # type: ignore[arg-type]
    hand.until("action")
    return hand


@pytest.mark.parametrize("game", BUTTON_GAMES)
@pytest.mark.parametrize("layout", LAYOUTS)
def test_left_of_the_big_blind_or_last_straddle_acts_first(game: str, layout: str) -> None:
    posts, first = LAYOUTS[layout]
    hand = posted(game, posts)
    assert hand.offer.seat == first
    assert hand.offer.to_call == max(posts) - posts[first - 1]


@pytest.mark.parametrize("game", BUTTON_GAMES)
@pytest.mark.parametrize("posts", [(10, 5), (10, 10), (20, 5)])
def test_heads_up_the_button_has_the_small_blind_and_acts_first(game: str, posts: tuple[int, int]) -> None:
    assert posted(game, posts).offer.seat == 2


@pytest.mark.parametrize("game", BUTTON_GAMES)
def test_an_all_in_blind_shorter_than_the_others_is_still_the_big_blind(game: str) -> None:
    """Seat 2 has 4 chips of the 10 that it owes: the call stays 10 and seat 3, left of it, acts first."""
    hand = posted(game, (5, 10, 0, 0), stacks={1: 500, 2: 4, 3: 500, 4: 500})
    assert (hand.offer.seat, hand.offer.to_call) == (3, 10)
    assert hand.table.hand is not None
    assert hand.table.hand.betting.pot_total() == 9


@HOUSES
@pytest.mark.parametrize("structure", GAMES["draw-high"].structures)
def test_draw_high_with_blinds_is_opened_by_them(house: str, structure: str) -> None:
    """Everybody calls and the big blind checks: the draw comes, then left of the button acts, and the pot is won."""
    hand = posted("draw-high", (5, 10, 0, 0), house=house, structure=structure)
    offered = []
    for action in ("call", "call", "call", "check"):
        offered.append((int(hand.offer.seat), "/".join(hand.offer.options)))
        hand.act(action)
    assert offered == [(seat, "fold/call/raise") for seat in (3, 4, 1)] + [(2, "check/raise")]
    assert hand.next.await_ == "draw"  # type: ignore[attr-defined]
    hand.until("action")
    assert hand.offer.seat == 1
    result = hand.finish()
    assert result.ended == "showdown"
    assert sum(pot.amount for pot in result.pots) == 40


@HOUSES
def test_after_the_draw_left_of_the_button_acts_first_where_there_are_blinds(house: str) -> None:
    """Seat 3 raised before the draw; in a game with antes it would be the opener, and first."""
    hand = posted("draw-high", (5, 10, 0, 0), house=house)
    hand.act("open", 20)
    hand.until("draw")
    hand.until("action")
    assert hand.offer.seat == 1


@HOUSES
def test_in_jacks_a_call_of_the_blind_opens_nothing(house: str) -> None:
    hand = posted("jacks", (5, 10, 0), house=house)
    hand.act("call")
    hand.act("call")
    hand.act("check")
    assert hand.result is not None
    assert (hand.result.ended, hand.result.carried) == ("passed", 30)
