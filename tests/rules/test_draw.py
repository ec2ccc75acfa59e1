"""Draw games: exposed cards before and on the draw, short hands, fouled hands, a pack that runs out."""

import pytest

from burncard.rules.cards import Seat
from burncard.rules.facts import Action
from burncard.rules.outcomes import Ruling
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
