"""Questions about betting and pots that the rule documents leave open: settled alike in every house.

Each test is named after the number of its question.
"""

import pytest

from burncard.rules.outcomes import AwaitAction
from tests.harness.by_house import alike, by_house
from tests.harness.scripted import ScriptedHand
from tests.harness.tables import FAMILIES, FLOP, LOWBALL

BIG_BET = pytest.mark.parametrize("structure", ["no-limit", "pot-limit"])

JACKS = "Jc 2d 3h Jd 5d 6h 7c 8d 9h Tc Qs Kh 4c 6d Ts"
SEVEN = "2c Kd Kh 3c Qd Qh 4c Jd Jh 5c Td Th 7c 9d 9h"


@BIG_BET
def test_a10_big_bet_jacks_does_not_double_after_the_draw(structure: str) -> None:
    hand = ScriptedHand("jacks", structure=structure, top=JACKS, antes=20)
    hand.until("action")
    before = alike(by_house(hand)).next["min_to"]
    hand.until("draw")
    hand.until("action")
    account = alike(by_house(hand))
    assert (account.rulings, account.next["min_to"]) == ([], before)


@pytest.mark.parametrize("game", ["holdem", "omaha", "lowball-27"])
def test_a11_a_pot_limit_raise_is_counted_from_the_pot_after_the_call(game: str) -> None:
    """The blinds are 5 and 10 and another 85 lie in the pot: a call makes it 110, so the raise is to 120."""
    hand = ScriptedHand(game, structure="pot-limit", carry=85)
    hand.until("action")
    assert alike(by_house(hand)).next["max_to"] == 10 + 110


def test_a15_a_kicker_on_the_board_is_everybodys_and_one_in_the_hand_decides() -> None:
    """Both pair the board's ace; with four high cards on the board their own kickers do not play."""
    for board, winners in (("Ah Kd Qs Jc 3d", [1, 2]), ("Ah 7d 5s 4c 3d", [1])):
        flop = board.split()
        top = "As Ac 9d 8h 2h " + " ".join(flop[:3]) + f" 2s {flop[3]} 2d {flop[4]}"
        hand = ScriptedHand("holdem", players=2, top=top)
        hand.finish()
        assert sorted(alike(by_house(hand)).awards[0]) == winners


@FLOP
def test_a16_the_first_round_starts_left_of_the_big_blind_and_later_ones_left_of_the_button(game: str) -> None:
    hand = ScriptedHand(game, players=5)
    hand.until("action")
    assert alike(by_house(hand)).next["seat"] == 3
    for street in ("flop", "turn", "river"):
        hand.until("card", street=street)
        hand.until("action")
        assert alike(by_house(hand)).next["seat"] == 1


@FAMILIES
def test_a20_a_draw_for_the_button_goes_by_rank_and_then_by_suit(game: str) -> None:
    hand = ScriptedHand(game)
    hand.finish()
    hand.press("deal-to-decide", value=True)
    account = alike(by_house(hand))
    assert account.decided == [("ties.draw-for-button", "stands")]
    assert account.rulings[0]["message"].endswith("by rank, then by suit.")


@LOWBALL
def test_a24_after_the_draw_the_first_live_seat_left_of_the_button_acts_first(game: str) -> None:
    """With blinds nobody is the opener: not who raised before the draw, and not a seat that folded."""
    hand = ScriptedHand(game, players=5)
    hand.until("action")
    hand.act("raise", 20)
    for action in ("call", "call", "fold", "call"):
        hand.act(action)
    hand.until("draw")
    hand.until("action")
    assert alike(by_house(hand)).next["seat"] == 2


def test_a25_what_was_bet_after_the_draw_against_a_checked_seven_goes_back_to_all() -> None:
    hand = ScriptedHand("lowball-a5", joker=False, top=SEVEN)
    hand.until("draw")
    hand.until("action")
    hand.act("check")
    hand.act("bet", 20)
    hand.act("call")
    hand.act("call")
    hand.finish("lowball.sevens-rule")
    account = alike(by_house(hand))
    assert account.decided == [("lowball.sevens-rule", "correct")]
    assert account.result is not None
    assert account.result["stacks"] == {"1": 520, "2": 490, "3": 490}


@pytest.mark.parametrize(("game", "raises"), [("lowball-27", 4), ("lowball-a5", 4), ("holdem", 3), ("stud7", 3)])
def test_a28_between_two_in_a_tournament_the_games_own_cap_applies(game: str, raises: int) -> None:
    hand = ScriptedHand(game, players=2, tournament=True)
    hand.until("action")
    made = 0
    while isinstance(hand.next, AwaitAction) and {"bring-in", "raise", "complete"} & set(hand.next.options):
        raise_ = next(name for name in ("bring-in", "raise", "complete") if name in hand.next.options)
        made += raise_ == "raise"
        hand.act(raise_, hand.next.min_to if raise_ != "bring-in" else 4)
    assert made == raises
    assert "raise" not in alike(by_house(hand)).next["options"]


@pytest.mark.parametrize("structure", ["no-limit", "pot-limit", "half-pot"])
def test_a29_big_bet_razz_starts_with_the_highest_door_card_and_then_with_the_lowest_board(structure: str) -> None:
    hand = ScriptedHand("razz", structure=structure, top="9c 9d 9h 8c 8d 8h Ac Kd 7h Tc 5c 5d 5h")
    hand.until("action")
    first = alike(by_house(hand)).next
    assert (first["seat"], first["options"]) == (2, ["fold", "bet"])
    hand.until("card", street="fourth")
    hand.until("action")
    assert alike(by_house(hand)).next["seat"] == 1


@pytest.mark.parametrize(("posted", "raises"), [(None, 3), (2, 2), (5, 5)])
def test_a31_mississippi_is_capped_at_a_bet_and_three_raises_unless_the_room_posts_another_number(
    posted: int | None, raises: int
) -> None:
    hand = ScriptedHand("mississippi", raises=posted)
    hand.until("card", street="seventh")
    hand.until("action")
    hand.act("bet", 20)
    for to in range(40, 20 * raises + 40, 20):
        assert hand.act("raise", to) == []
    account = alike(by_house(hand))
    assert (account.rulings, account.next["options"]) == ([], ["fold", "call"])
    assert hand.refused("raise", 20 * raises + 40) == "betting.limit-cap-three"
    hand.finish()


@pytest.mark.parametrize(
    ("house", "game", "first"),
    [("roberts", "holdem", 3), ("roberts-early", "holdem", 3), ("general", "holdem", 2), ("general", "omaha", 3)],
)
def test_a32_of_two_bettors_the_last_shows_first_unless_the_house_names_the_opener(
    house: str, game: str, first: int
) -> None:
    hand = ScriptedHand(game, house=house)
    hand.until("card", street="river")
    hand.until("action")
    hand.act("check")
    hand.act("bet", 20)
    hand.act("raise", 40)
    hand.act("call")
    hand.act("call")
    assert (hand.next.await_, hand.next.seat) == ("show", first)  # type: ignore[attr-defined]
    assert hand.finish().ended == "showdown"
