"""Draw games: exposed cards before and on the draw, short hands, fouled hands, a pack that runs out."""

from typing import Any

import pytest

from burncard.rules.cards import Seat
from burncard.rules.facts import Action
from burncard.rules.outcomes import Ruling
from burncard.rules.table import Table
from tests.harness.scripted import ScriptedHand, told
from tests.harness.tables import DRAW_WITHOUT_OPENERS, HOUSES, LOWBALL, ROBERTS

HIGH = pytest.mark.parametrize("game", ["draw-high"])
BIG_BET = pytest.mark.parametrize("structure", ["no-limit", "pot-limit"])


def third_card_up(game: str, card: str, house: str, structure: str = "limit") -> tuple[ScriptedHand, str]:
    """The third card of the deal is dealt face up: the hand, and what was ruled."""
    hand = ScriptedHand(game, house=house, structure=structure, top=f"9c 9d {card}", joker=False)
    hand.deal(2)
    return hand, told(hand.top("seat:3", "up"))


@DRAW_WITHOUT_OPENERS
@HOUSES
@pytest.mark.parametrize("place", [0, 1])
def test_misdeal_first_or_second_exposed_draw(game: str, house: str, place: int) -> None:
    hand = ScriptedHand(game, house=house, top="2c 3d")
    hand.deal(place)
    given = hand.top(f"seat:{place + 1}", "up")
    assert told(given) == (
        f"misdeal.first-or-second-exposed-draw: misdeal stop seats={place + 1} cards={('2c', '3d')[place]} "
        f"steps=shuffle, cut, return {place + 1}"
    )
    assert hand.finish().ended == "misdeal"


def check_taken(game: str, card: str, house: str, structure: str, rule: str) -> None:
    hand, ruled = third_card_up(game, card, house, structure)
    assert ruled == f"{rule}: keep note seats=3 cards={card} steps="
    assert hand.finish().ended == "showdown"


def check_replaced(game: str, card: str, house: str, structure: str, rule: str) -> None:
    hand, ruled = third_card_up(game, card, house, structure)
    assert ruled == f"{rule}: replace stop seats=3 cards={card} steps=deal seat:3 down, move {card} seat:3>burn"
    hand.draws[2] = 2
    assert hand.finish().ended == "showdown"
    assert [physical.card for physical in hand.lying("burn")] == [card]


@HOUSES
def test_expose_a5_limit(house: str) -> None:
    check_taken("lowball-a5", "7s", house, "limit", "expose.a5-limit")
    check_taken("lowball-a5", "As", house, "limit", "expose.a5-limit")
    check_replaced("lowball-a5", "8s", house, "limit", "expose.a5-limit")


@HOUSES
@BIG_BET
def test_expose_a5_bigbet(house: str, structure: str) -> None:
    check_taken("lowball-a5", "5s", house, structure, "expose.a5-bigbet")
    check_replaced("lowball-a5", "6s", house, structure, "expose.a5-bigbet")


@HOUSES
def test_expose_27_limit(house: str) -> None:
    check_taken("lowball-27", "7s", house, "limit", "expose.27-limit")
    check_replaced("lowball-27", "6s", house, "limit", "expose.27-limit")
    check_replaced("lowball-27", "As", house, "limit", "expose.27-limit")


@HOUSES
@BIG_BET
def test_expose_27_bigbet(house: str, structure: str) -> None:
    check_taken("lowball-27", "2s", house, structure, "expose.27-bigbet")
    check_replaced("lowball-27", "6s", house, structure, "expose.27-bigbet")


@HIGH
@HOUSES
def test_expose_draw_high_keep(game: str, house: str) -> None:
    check_taken(game, "Ks", house, "limit", "expose.draw-high-keep")


@DRAW_WITHOUT_OPENERS
@HOUSES
def test_misdeal_two_exposed_other_even_if_both_would_be_kept(game: str, house: str) -> None:
    hand = ScriptedHand(game, house=house, top="9c 9d 2s 3s", joker=False)
    hand.deal(2)
    hand.top("seat:3", "up")
    given = hand.top("seat:1", "up")
    assert told(given) == ("misdeal.two-exposed-other: misdeal stop seats=3,1 cards=2s,3s steps=shuffle, cut, return 4")
    assert hand.finish().ended == "misdeal"


def drawn_card_up(game: str, house: str, structure: str) -> tuple[ScriptedHand, list[Ruling]]:
    hand = ScriptedHand(game, house=house, structure=structure, draws={1: 2, 2: 1})
    hand.until("card", street="draw", zone="seat:1")
    return hand, hand.top("seat:1", "up")


@DRAW_WITHOUT_OPENERS
@HOUSES
def test_expose_on_the_draw(game: str, house: str) -> None:
    hand, given = drawn_card_up(game, house, "limit")
    card = hand.lying("seat:1")[-1].card
    assert told(given) == (
        f"expose.on-the-draw: replace stop seats=1 cards={card} steps=move {card} seat:1>muck, deal seat:1 down"
    )
    hand.step()
    hand.deal()
    hand.until("card", zone="seat:2")
    assert len(hand.lying("seat:1")) == 4
    assert hand.finish().ended == "showdown"
    assert len(hand.lying("seat:1")) == 5


@LOWBALL
@HOUSES
@BIG_BET
def test_expose_bigbet_on_draw(game: str, house: str, structure: str) -> None:
    hand, given = drawn_card_up(game, house, structure)
    card = hand.lying("seat:1")[-1].card
    assert told(given) == (
        f"expose.bigbet-on-draw: replace stop seats=1 cards={card} steps=move {card} seat:1>muck, deal seat:1 down"
    )
    assert hand.finish().ended == "showdown"


def short_by(hand: ScriptedHand, missing: int, first: int) -> str:
    """The deal stops with cards missing, and the seat first to act folds: what is ruled."""
    hand.deal(5 * len(hand.hand.seats) - missing)
    return told(hand.give(Action(seat=Seat(first), action="fold"))[:1])


@LOWBALL
@HOUSES
def test_draw_lowball_button_fifth(game: str, house: str) -> None:
    hand = ScriptedHand(game, house=house)
    assert short_by(hand, 1, 3) == "draw.lowball-button-fifth: correct stop seats=3 cards= steps=deal seat:3 down"
    assert hand.finish().ended == "showdown"


@LOWBALL
@HOUSES
def test_draw_lowball_short_before_action(game: str, house: str) -> None:
    hand = ScriptedHand(game, house=house)
    assert short_by(hand, 2, 3) == (
        "draw.lowball-short-before-action: correct stop seats=2,3 cards= steps=deal seat:2 down, deal seat:3 down"
    )
    assert hand.finish().ended == "showdown"


@HIGH
@HOUSES
def test_draw_high_short_misdeal(game: str, house: str) -> None:
    hand = ScriptedHand(game, house=house)
    hand.deal(13)
    [ruling] = hand.give(Action(seat=Seat(1), action="check"))
    assert told([ruling]) == "draw.high-short-misdeal: misdeal stop seats=2,3 cards= steps=shuffle, cut, return 13"
    assert hand.finish().ended == "misdeal"


@DRAW_WITHOUT_OPENERS
@ROBERTS
def test_draw_five_card_hand(game: str, house: str) -> None:
    hand = ScriptedHand(game, house=house, draws={1: 1})
    hand.until("card", street="draw", zone="seat:1")
    hand.deal()
    while hand.next.await_ != "action":  # type: ignore[attr-defined]
        hand.step()
    [removed] = hand.top("seat:2")
    assert told([removed]) == "deal.gate-on-betting: remove stop seats=2 cards= steps=move ?? seat:2>muck"
    hand.press("override", ruling=removed.id, decision="stands", by="floor")
    while hand.result is None and hand.rulings[-1].rule != "draw.five-card-hand":
        hand.step()
    assert (hand.rulings[-1].decision, hand.rulings[-1].seats) == ("dead-hand", (2,))
    assert hand.finish().ended == "showdown"


@DRAW_WITHOUT_OPENERS
def test_draw_003_short_after_draw_misdeal(game: str) -> None:
    hand, ruling = short_after_the_draw(game, "general")
    assert (ruling.rule, ruling.decision, ruling.seats) == ("draw.003-short-after-draw-misdeal", "misdeal", (1,))
    assert hand.finish().ended == "misdeal"


@DRAW_WITHOUT_OPENERS
@ROBERTS
def test_draw_five_card_hand_too_short(game: str, house: str) -> None:
    hand, ruling = short_after_the_draw(game, house)
    assert (ruling.rule, ruling.decision, ruling.seats) == ("draw.five-card-hand", "dead-hand", (1,))
    assert hand.finish().ended == "showdown"


def short_after_the_draw(game: str, house: str) -> tuple[ScriptedHand, Ruling]:
    """Seat 1 has drawn and then loses a card to the muck; the floor lets the hand live until its cards are counted."""
    hand = ScriptedHand(game, house=house, draws={1: 1})
    hand.until("draw", seat=2)
    [mucked] = hand.move(hand.lying("seat:1")[0], "muck")
    hand.press("override", ruling=mucked.id, decision="stands", by="floor")
    while len(hand.rulings) < 3:
        hand.step()
    return hand, hand.rulings[2]


@DRAW_WITHOUT_OPENERS
@HOUSES
def test_draw_out_of_cards(game: str, house: str) -> None:
    hand = ScriptedHand(game, players=8, house=house, draws=dict.fromkeys(range(1, 9), 3))
    while not hand.rulings:
        hand.step()
    [ruling] = hand.rulings
    assert (ruling.rule, ruling.decision) == ("draw.out-of-cards", "correct")
    [seat] = ruling.seats
    assert seat == (5 if game == "lowball-a5" else 4)
    own = hand.lying("muck")[-3:]
    hand.until("shuffle")
    assert hand.lying("muck") == own
    assert hand.finish("draw.out-of-cards").ended == "showdown"
    assert all(len(hand.lying(f"seat:{number}")) == 5 for number in range(1, 9))


@pytest.mark.parametrize("game", ["draw-high", "jacks"])
@HOUSES
def test_jacks_nobody_opens(game: str, house: str) -> None:
    """The antes wait for the next hand, as the result says; no ruling repeats it."""
    hand = ScriptedHand(game, house=house)
    hand.until("action")
    hand.act("check")
    hand.act("check")
    assert hand.act("check") == []
    assert hand.result is not None
    assert (hand.result.ended, hand.result.carried) == ("passed", 6)
    assert hand.finish().ended == "passed"


@DRAW_WITHOUT_OPENERS
def test_five_cards_are_drawn_four_and_then_one(game: str) -> None:
    hand = ScriptedHand(game, draws={1: 5, 2: 1})
    hand.until("card", street="draw", zone="seat:1")
    hand.deal(4)
    hand.until("card", zone="seat:2")
    hand.deal()
    assert len(hand.lying("seat:1")) == 4
    assert hand.finish().ended == "showdown"
    assert len(hand.lying("seat:1")) == 5
    assert len(hand.lying("burn")) == 1


@DRAW_WITHOUT_OPENERS
def test_the_last_drawer_of_five_has_a_burn_before_the_fifth(game: str) -> None:
    hand = ScriptedHand(game, draws={3: 5})
    hand.until("card", street="draw", zone="seat:3")
    hand.deal(4)
    hand.until("card", zone="burn")
    assert hand.finish().ended == "showdown"
    assert len(hand.lying("burn")) == 2


@DRAW_WITHOUT_OPENERS
def test_nothing_is_burned_if_nobody_draws(game: str) -> None:
    hand = ScriptedHand(game)
    assert hand.finish().ended == "showdown"
    assert hand.lying("burn") == []


OPENERS = "Jc 2d 3h Jd 5d 6h 7c 8d 9h Tc Qd Kh 4c 6d Ts"
NO_OPENERS = "Jc 2d 3h Qd 5d 6h 7c 8d 9h Tc Qs Kh 4c 6d Ts"


def test_jacks_prove_openers() -> None:
    hand = ScriptedHand("jacks", top=NO_OPENERS)
    hand.until("action")
    hand.act("open", 10)
    while not hand.result and not hand.rulings:
        hand.step()
    assert told(hand.rulings) == "jacks.prove-openers: dead-hand stop seats=1 cards= steps="
    result = hand.finish()
    assert 1 not in {seat for pot in result.pots for seat in pot.awards}


def test_an_opener_with_jacks_is_believed() -> None:
    hand = ScriptedHand("jacks", top=OPENERS)
    assert hand.finish().ended == "showdown"
    assert hand.rulings == []


def test_lowball_sevens_rule() -> None:
    """Seat 1 checks 7-5-4-3-2 after the draw and calls a bet: it wins only what was in before the draw."""
    hand = ScriptedHand("lowball-a5", joker=False, top="2c Kd Kh 3c Qd Qh 4c Jd Jh 5c Td Th 7c 9d 9h")
    hand.until("draw")
    hand.until("action")
    hand.act("check")
    hand.act("bet", 20)
    while not hand.rulings:
        hand.step()
    [ruling] = hand.rulings
    assert (ruling.rule, ruling.decision, ruling.seats) == ("lowball.sevens-rule", "correct", (1,))
    result = hand.finish()
    assert result.stacks == {1: 520, 2: 490, 3: 490}


SEVEN = "2c Kd Kh 3c Qd Qh 4c Jd Jh 5c Td Th 7c 9d 9h"


def test_lowball_sevens_full_bet() -> None:
    """Seat 1 checks a seven, and makes a short all-in a full bet: it has done what it must."""
    hand = ScriptedHand("lowball-a5", joker=False, top=SEVEN, stacks={1: 500, 2: 15, 3: 500})
    hand.until("draw")
    hand.until("action")
    hand.act("check")
    hand.act("all-in")
    hand.act("call")
    hand.act("raise", 20)
    while not hand.rulings:
        hand.step()
    assert told(hand.rulings) == "lowball.sevens-full-bet: stands note seats=1 cards= steps="
    assert hand.finish().stacks == {1: 545, 2: 0, 3: 470}


def test_lowball_sevens_all_in_under_half() -> None:
    """Seat 2 is all-in for 5 of 20; seat 3 calls it too, and gets its 5 back when the seven wins."""
    hand = ScriptedHand("lowball-a5", joker=False, top=SEVEN, stacks={1: 500, 2: 15, 3: 500})
    hand.until("draw")
    hand.until("action")
    hand.act("check")
    hand.act("all-in")
    hand.act("call")
    while not hand.rulings:
        hand.step()
    [ruling] = hand.rulings
    assert (ruling.rule, ruling.decision, ruling.seats) == ("lowball.sevens-all-in-under-half", "correct", (1,))
    assert hand.finish().stacks == {1: 525, 2: 0, 3: 490}


@LOWBALL
@pytest.mark.parametrize("structure", [{"structure": "limit", "min_bet": None}, {"structure": "no-limit"}])
@pytest.mark.parametrize("posted", [None, 10])
@pytest.mark.parametrize(("chips", "rule"), [(4, "lowball.short-blind-hand"), (5, "lowball.half-blind-counts")])
def test_the_only_blind_is_short(
    game: str, structure: dict[str, Any], posted: int | None, chips: int, rule: str
) -> None:
    """The blind is 10, whether the hand says what was due or what there was."""
    stacks = {1: chips, 2: 500, 3: 500}
    hand = ScriptedHand(game, stacks=stacks, posts={1: posted or chips}, **structure)
    assert told(hand.rulings) == f"{rule}: stands note seats=1 cards= steps="
    assert hand.finish().ended == "showdown"
    assert ScriptedHand(game, posts={1: 10}, **structure).rulings == []


test_lowball_short_blind_hand = test_lowball_half_blind_counts = test_the_only_blind_is_short


OWED = "lowball.short-blind-owed: stands note seats=1 cards= steps="


def played(table: Table, game: str, *, ending: str = "", **fields: Any) -> str:
    """What is told when the next hand of a table begins; it is played to its end, or the floor makes it void."""
    hand = ScriptedHand(game, table=table, **fields)
    at_the_start = told(hand.rulings)
    if ending == "void":
        hand.press("void-hand", reason="x", by="floor")
    hand.finish(*[ruling.rule for ruling in hand.rulings], deal_again=False)
    return at_the_start


@LOWBALL
@HOUSES
@pytest.mark.parametrize("structure", ["limit", "no-limit"])
@pytest.mark.parametrize(("chips", "owed"), [(4, OWED), (5, ""), (10, ""), (500, "")])
def test_lowball_short_blind_owed(game: str, house: str, structure: str, chips: int, owed: str) -> None:
    """Seat 1 was all-in for less than half of the only blind: it owes one until it has posted it."""
    table = Table()
    common: dict[str, Any] = {"house": house, "structure": structure, "min_bet": 10}
    played(table, game, stacks={1: chips, 2: 500, 3: 500}, posts={1: 10}, button=3, **common)
    assert played(table, game, posts={2: 10}, button=1, **common) == owed
    assert played(table, game, stacks={2: 500, 3: 500}, posts={3: 10}, button=2, **common) == ""
    assert played(table, game, posts={2: 10}, button=3, ending="void", **common) == owed
    assert played(table, game, posts={1: 10}, button=3, ending="void", **common) == ""
    assert played(table, game, posts={2: 10}, button=3, **common) == owed
    assert played(table, game, posts={1: 10}, button=1, **common) == ""
    assert played(table, game, posts={2: 10}, button=2, **common) == ""


@LOWBALL
def test_lowball_short_blind_owed_is_carried_into_a_table_that_begins_at_that_hand(game: str) -> None:
    table = Table()
    played(table, game, stacks={1: 4, 2: 500, 3: 500}, posts={1: 10}, button=3)
    assert played(Table(since=table.boundary), game, posts={2: 10}, button=1) == OWED
    assert played(Table(), game, posts={2: 10}, button=1) == ""


@DRAW_WITHOUT_OPENERS
@HOUSES
def test_deal_rotation_of_a_card_too_many_in_the_draw(game: str, house: str) -> None:
    """It goes back on the pack, whether the seat has drawn, as seat 1 has, or is still to draw."""
    hand = ScriptedHand(game, house=house, draws={1: 1, 3: 1})
    hand.until("draw", seat=2)
    given = hand.top("seat:2")
    assert told(given) == "deal.rotation: correct stop seats=2 cards= steps=return ??"
    hand.until("draw", seat=2)
    given = hand.top("seat:1")
    assert told(given) == "deal.rotation: correct stop seats=1 cards= steps=return ??"
    result = hand.finish()
    assert (result.ended, [pot.eligible for pot in result.pots]) == ("showdown", [(1, 2, 3)])


@DRAW_WITHOUT_OPENERS
@HOUSES
@pytest.mark.parametrize("press", ["card-exposed", "card-flashed"])
def test_expose_on_the_draw_is_about_the_cards_drawn(game: str, house: str, press: str) -> None:
    """A card of the dealt hand that is shown while others draw is played: its time to be replaced is over."""
    hand = ScriptedHand(game, house=house, draws={1: 2, 2: 1})
    hand.until("card", street="draw", zone="seat:1")
    [ruling] = hand.press(press, seat=2, card=hand.lying("seat:2")[0].card, by="dealer")
    assert (ruling.rule, ruling.decision, ruling.seats) == ("expose.no-option", "keep", (2,))
    assert hand.finish().ended == "showdown"
