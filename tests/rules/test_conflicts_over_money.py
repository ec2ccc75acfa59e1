"""Conflicts between the rule documents about bets, showdowns and pots: the same facts replayed in every house.

Each test is named after the number of its conflict.
"""

from typing import Any

import pytest

from burncard.rules.cards import PACK, Seat
from burncard.rules.facts import Action
from burncard.rules.games import GAMES
from burncard.rules.games.houses import HOUSES
from burncard.rules.outcomes import AwaitAction
from tests.harness.by_house import alike, by_house
from tests.harness.scripted import ScriptedHand
from tests.harness.tables import FAMILIES, STUD


def stacked(game: str, holes: list[str], board: str = "") -> str:
    """The pack, from the top, that deals these hands and this board."""
    hands, common = [hole.split() for hole in holes], board.split()
    named = {card for cards in (*hands, common) for card in cards}
    rest = [str(card) for card in PACK if card not in named]
    top: list[str] = []
    for street in GAMES[game].streets:
        if street.draw:
            break
        top += [rest.pop() for _ in range(street.burn)]
        top += [hand.pop(0) for _ in street.faces for hand in hands]
        top += [common.pop(0) for _ in range(street.board)]
    return " ".join(top)


def shown_down(game: str, *holes: str, board: str = "", **fields: Any) -> ScriptedHand:
    """A hand that everybody stays in to the showdown, with one dead chip to make the pot odd."""
    fields = {"carry": 1, **fields}
    hand = ScriptedHand(game, players=len(holes), top=stacked(game, list(holes), board), **fields)
    hand.finish()
    return hand


def more(awards: dict[int, int]) -> int:
    """The seat that gets a chip more than the other."""
    (poor, less), (rich, most) = sorted(awards.items(), key=lambda award: award[1])
    assert most == less + 1, (poor, rich)
    return rich


# ---- odd chips --------------------


@pytest.mark.parametrize(
    ("game", "holes", "board", "roberts", "general"),
    [
        ("holdem", ["Ah Kd", "As Kc"], "2c 3c 7d 8d Qh", 1, 1),
        ("omaha", ["Ah Kd 4c 5d", "As Kc 4d 5h"], "Qh Jh Ts 9c 2c", 1, 1),
        ("lowball-27", ["2c 3c 4c 5c 7d", "2s 3s 4s 5s 7h"], "", 1, 1),
        ("draw-high", ["Ac Kc Qc Jc 9d", "As Ks Qs Js 9h"], "", 1, 1),
        ("stud7", ["Ah Kd Qd Jd 9h 3c 2c", "As Kh Qh Jh 9d 3d 2h"], "", 2, 1),
        ("mississippi", ["Ah Kd Qd Jd 9h 3c 2c", "As Kh Qh Jh 9d 3d 2h"], "", 2, 1),
        ("razz", ["Ah 2d 3d 4d 6h Kc Kd", "Ac 2h 3h 4h 6d Qc Qd"], "", 2, 1),
    ],
)
def test_c09_the_odd_chip_of_a_tie(game: str, holes: list[str], board: str, roberts: int, general: int) -> None:
    """Left of the button with a button in every house; in stud by the cards, and in the general house by the seats."""
    accounts = by_house(shown_down(game, *holes, board=board, **({"joker": False} if game == "lowball-a5" else {})))
    got = {house: more(account.awards[0]) for house, account in accounts.items()}
    assert got == {"roberts": roberts, "roberts-early": roberts, "general": general}


@pytest.mark.parametrize(
    ("game", "holes", "board"),
    [
        ("stud8", ["As 2s 3d 4c 6d Kc Qh", "Kd Ks Kh 9c 9d Jc Th"], ""),
        ("omaha8", ["As 2s Jc Th", "Kd Ks Qc 9c"], "3d 4c 6d Kc Jd"),
    ],
)
def test_c09_the_odd_chip_between_high_and_low_is_the_high_hands(game: str, holes: list[str], board: str) -> None:
    """Seat 1 has the low and sits nearest the dealer's left; seat 2 has the high."""
    account = alike(by_house(shown_down(game, *holes, board=board)))
    assert more(account.awards[0]) == 2


def test_c09_the_odd_chip_when_high_and_low_are_both_tied() -> None:
    """By the highest card in Robert's Rules, by the seat in the general house."""
    hand = shown_down("stud8", "Ah 2d 3d 4d 6h Kc Jd", "As 2h 3h 4h 6d Kh Jc")
    got = {house: more(account.awards[0]) for house, account in by_house(hand).items()}
    assert got == {"roberts": 2, "roberts-early": 2, "general": 1}


def test_c09_the_odd_chip_within_the_low_half_of_stud() -> None:
    """Three hands, two of them with the same low: its odd chip goes by the lowest card, or by the seat."""
    hand = shown_down("stud8", "Ah 2d 3d 4d 6h Jc Js", "Ac 2h 3h 4h 6d Jh Td", "Kd Ks Kh 9c 9d Qc Qh", carry=0, antes=2)
    for house, account in by_house(hand).items():
        awards = account.awards[0]
        low = {seat: awards[seat] for seat in (1, 2)}
        assert awards[3] - sum(low.values()) in (0, 1)
        assert more(low) == (1 if house == "general" else 2), house


# ---- suits --------------------


@pytest.mark.parametrize(("game", "seat"), [("stud7", 2), ("stud8", 2), ("stud5", 2), ("mississippi", 2), ("razz", 1)])
def test_c11_suits_rank_for_the_forced_bet_in_the_house_that_says_they_do_not(game: str, seat: int) -> None:
    """Doors of one rank: clubs are the lowest, spades the highest (which brings it in in razz)."""
    hole = 1 if game == "stud5" else 2
    top = ["9c", "9d", "9h", "8c", "8d", "8h"][: 3 * hole]
    hand = ScriptedHand(game, top=" ".join([*top, "4s", "4c", "4h"]))
    hand.until("action")
    assert [account.next["seat"] for account in by_house(hand).values()] == [seat] * 3


@pytest.mark.parametrize("game", ["stud7", "mississippi"])
def test_c11_suits_never_win_a_pot(game: str) -> None:
    hand = shown_down(game, "Ah Kd Qd Jd 9h 3c 2c", "As Kh Qh Jh 9d 3d 2h", carry=0)
    for account in by_house(hand).values():
        assert sorted(account.awards[0]) == [1, 2]
        assert len(set(account.awards[0].values())) == 1


# ---- between hands --------------------


@FAMILIES
@pytest.mark.parametrize(
    ("structure", "rule"), [("limit", "buyin.limit-minimum"), ("no-limit", "buyin.bigbet-minimum")]
)
def test_c17_every_house_has_the_least_buy_in(game: str, structure: str, rule: str) -> None:
    hand = ScriptedHand(game, structure=structure, antes=1 if game == "stud7" else 0)
    hand.finish()
    hand.press("buy-in", seat=2)
    hand.press("buy-in", seat=2, value=False)
    assert alike(by_house(hand)).decided == [(rule, "stands"), ("buyin.one-short", "refuse")]


def test_c17_pot_limit_holdem_has_a_greatest_buy_in_in_every_house() -> None:
    hand = ScriptedHand("holdem", structure="pot-limit")
    hand.finish()
    hand.press("buy-in", seat=2)
    assert alike(by_house(hand)).decided == [("buyin.potlimit-maximum", "stands")]


# ---- what is said, and who is away --------------------


@pytest.mark.parametrize(
    ("game", "doors", "rule"),
    [
        ("stud7", "4s 5c 6h", "stud.announcements"),
        ("mississippi", "4s 5c 6h", "stud.announcements"),
        ("razz", "4s 5c 6h", "stud.announcements"),
    ],
)
def test_c27_a_dealer_announces_more_than_the_low_card_in_every_house(game: str, doors: str, rule: str) -> None:
    hand = ScriptedHand(game, top=f"9c 9d 9h 8c 8d 8h {doors}")
    hand.until("action")
    assert isinstance(hand.next, AwaitAction)
    hand.press("low-designated", seat=hand.next.seat)
    hand.press("verbal", by="dealer")
    for account in by_house(hand).values():
        assert account.decided == [("lowcard.announce", "stands"), (rule, "stands")]


@pytest.mark.parametrize(("pair", "rule"), [("5", "stud.razz-pair-announcement"), ("Q", "stud.announcements")])
def test_c27_a_pair_is_announced_in_razz_but_not_one_of_court_cards(pair: str, rule: str) -> None:
    holes = [f"9c 8c {pair}c {pair}d 2c 3c 4c", "9d 8d 6s Ts 2d 3d 4d", "9h 8h 7s Js 2h 3h 4h"]
    hand = ScriptedHand("razz", top=stacked("razz", holes))
    hand.until("card", street="fourth")
    hand.until("action")
    hand.press("verbal", by="dealer")
    assert alike(by_house(hand)).decided == [(rule, "stands")]


@STUD
def test_c28_the_hand_of_a_player_who_is_away_dies_with_its_ante_in_its_turn(game: str) -> None:
    """One text kills the hand when the action comes to it, the other takes it in: the same in chips and cards."""
    hand = ScriptedHand(game, players=4)
    hand.until("action")
    hand.step()
    assert isinstance(hand.next, AwaitAction)
    away = hand.next.seat
    hand.press("absent", seat=away)
    hand.finish()
    account = alike(by_house(hand))
    assert account.decided == [("lowcard.absent", "dead-hand")]
    assert account.result is not None
    assert account.result["stacks"][str(away)] == 500 - 2
    assert away not in account.result["pots"][0]["eligible"]


# ---- the showdown --------------------

BOARD_PLAYS = "2c 2h 3c 3h 4c 4h 9d As Kd Qc 9c Jh 9s Ts"  # three players; the board is a straight to the ace


@pytest.mark.parametrize(
    ("said", "decision", "winners"), [("before", "stands", [1, 2, 3]), ("after", "refuse", [1, 3]), ("", "", [1, 3])]
)
def test_c29_a_hand_that_plays_the_board_is_thrown_away_only_after_it_was_said(
    said: str, decision: str, winners: list[int]
) -> None:
    hand = ScriptedHand("holdem", top=BOARD_PLAYS)
    hand.until("show")
    if said == "before":
        hand.press("declare-board", seat=2)
    hand.give(Action(seat=Seat(2), action="muck"))
    if said == "after":
        hand.press("declare-board", seat=2)
    hand.finish("showdown.playing-the-board")
    account = alike(by_house(hand))
    assert account.decided == ([("showdown.playing-the-board", decision)] if said else [])
    assert sorted(account.awards[0]) == winners


# ---- bets --------------------

FORCED = [("stud7", 0, 10), ("stud8", 0, 10), ("razz", 0, 10), ("mississippi", 0, 10), ("stud5", 0, 15)]
FORCED += [("stud7", 6, 6), ("mississippi", 6, 6), ("stud5", 6, 6)]


@pytest.mark.parametrize("structure", ["no-limit", "pot-limit"])
def test_c33_big_bet_jacks_are_the_jacks_rules_with_big_bets(structure: str) -> None:
    """The section that repeats the limits is not read as one of its own: openers are needed, sizes are free."""
    hand = ScriptedHand("jacks", structure=structure, top="Jc 2d 3h Jd 5d 6h 7c 8d 9h Tc Qs Kh 4c 6d Ts", antes=20)
    hand.until("action")
    hand.act("open", 35)
    account = alike(by_house(hand))
    assert account.rulings == []
    assert account.next["to_call"] == 35


@pytest.mark.parametrize(("game", "bring_in", "due"), FORCED)
def test_c34_the_forced_bet_is_the_tables_or_a_third_of_the_small_bet_half_in_five_card_stud(
    game: str, bring_in: int, due: int
) -> None:
    hand = ScriptedHand(game, bring_in=bring_in, small_bet=30, big_bet=60)
    hand.until("action")
    assert {house: account.next["to_call"] for house, account in by_house(hand).items()} == dict.fromkeys(HOUSES, due)


def test_c34_five_card_stud_bets_the_upper_limit_from_the_third_round() -> None:
    hand = ScriptedHand("stud5")
    for street, size in (("third", 10), ("fourth", 20), ("fifth", 20)):
        hand.until("card", street=street)
        hand.until("action")
        assert alike(by_house(hand)).next["min_to"] == size


@pytest.mark.parametrize("antes", [0, 1])
def test_c35_five_card_stud_is_played_with_the_ante_that_the_table_has_or_none(antes: int) -> None:
    hand = ScriptedHand("stud5", antes=antes, small_bet=2, big_bet=4, bring_in=1)
    hand.finish()
    account = alike(by_house(hand))
    assert account.rulings == []
    assert sum(account.awards[0].values()) == 3 * antes + 3


# ---- the joker --------------------


@pytest.mark.parametrize(
    ("game", "holes", "winner"),
    [
        ("lowball-a5", ["2c 3c 4c 5d Jo", "Ad 2d 3d 4d 6h"], 1),  # the ace, which makes a wheel
        ("lowball-a5", ["Ac 2c 3c 4c Jo", "Ad 2d 3d 4d 6h"], 1),  # the five
        ("draw-high", ["Ac Jo 4c 5d 9h", "Kd Kh 2c 3d 6s"], 1),  # a second ace
        ("draw-high", ["Kc Jo 4d 5d 9h", "2d 2h 7c 8d Ts"], 2),  # no second king
        ("draw-high", ["5c 6d Jo 8s 9h", "Ad Ah As Kd Kh"], 2),
        ("draw-high", ["5c 6d Jo 8s 9h", "Ad Ah As Qd Kh"], 1),  # fills the straight
        ("jacks", ["Kc Jo 4c 5c 9c", "Qd Qh Qs 8d 2s"], 1),  # fills the flush
    ],
)
def test_c41_what_a_joker_stands_for(game: str, holes: list[str], winner: int) -> None:
    """The lowest rank missing in ace-to-five; an ace, a straight or a flush in draw high. Where none is named wild."""
    top = " ".join(card for cards in zip(*(hole.split() for hole in holes), strict=True) for card in cards)
    hand = ScriptedHand(game, players=2, joker=True, top=top)
    hand.finish()
    assert list(alike(by_house(hand)).awards[0]) == [winner]


@pytest.mark.parametrize("game", ["holdem", "stud7", "lowball-27", "draw-high"])
def test_c41_a_joker_is_scrap_where_none_is_played_with(game: str) -> None:
    hand = ScriptedHand(game, joker=False)
    stray = ScriptedHand("lowball-a5").dealer.pack[-1]
    assert stray.card == "Jo"
    hand.stranger("seat:1", stray)
    account = alike(by_house(hand))
    assert account.decided == [("joker.scrap", "remove")]
    assert [step["do"] for step in account.rulings[0]["steps"]] == ["move", "deal"]


# ---- sizes --------------------


def test_c42_a_pot_limit_raise_is_the_pot_after_the_call() -> None:
    """100 in the pot and a bet of 50: a call makes it 200, so the raise is to 250, not to 150."""
    hand = ScriptedHand("holdem", structure="pot-limit", carry=70)
    hand.until("card", street="flop")
    hand.until("action")
    hand.act("bet", 50)
    assert alike(by_house(hand)).next["max_to"] == 50 + 200


def test_c42_the_opening_maximum_of_big_bet_stud_is_the_antes() -> None:
    hand = ScriptedHand("stud7", structure="pot-limit", antes=10, bring_in=0)
    hand.until("action")
    account = alike(by_house(hand))
    assert account.next["max_to"] == 30


@pytest.mark.parametrize(("all_in", "may"), [(70, False), (100, True)])
def test_c42_only_a_full_raise_opens_the_raising_again(all_in: int, may: bool) -> None:
    """Seat 1 bets 50, seat 2 is all-in: 20 more are no full raise and seat 1 may only call, 50 more are one."""
    hand = ScriptedHand("holdem", structure="no-limit", stacks={1: 500, 2: 10 + all_in, 3: 500})
    hand.until("card", street="flop")
    hand.until("action")
    hand.act("bet", 50)
    hand.act("all-in")
    hand.act("call")
    assert ("raise" in alike(by_house(hand)).next["options"]) is may
