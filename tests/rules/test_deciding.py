"""A card dealt to each player, or drawn by each, decides something between hands."""

import pytest

from burncard.rules.cards import Card, Face, Seat, Zone
from burncard.rules.facts import CardSeen, Fact, Press
from burncard.rules.games import GAMES
from burncard.rules.outcomes import AwaitCard, AwaitPlain, AwaitRead, Outcome, Ruling
from burncard.rules.table import Table
from tests.harness.by_house import account_of
from tests.harness.scripted import ScriptedHand, hand_of, told
from tests.harness.tables import FAMILIES, HOUSES

EVERY = pytest.mark.parametrize("game", GAMES)


def card(name: str, seat: int, face: Face | None = "up") -> CardSeen:
    return CardSeen(card=Card(name), zone=Zone(f"seat:{seat}"), face=face)


def due(seat: int) -> AwaitCard:
    return AwaitCard(zone=Zone(f"seat:{seat}"), face="up", street="decide")


def rulings(outcomes: list[Outcome]) -> str:
    return told(one for one in outcomes if isinstance(one, Ruling))


def after_a_hand(game: str, house: str, *, drawn: bool = False) -> ScriptedHand:
    top = "Jc 2d 3h Jd 5d 6h 7c 8d 9h Tc Qs Kh 4c 6d Ts"
    hand = ScriptedHand(game, house=house, top=top)
    hand.finish()
    rule = "ties.draw-for-button" if drawn else "ties.deal-to-decide"
    assert told(hand.press("deal-to-decide", value=drawn or None)) == f"{rule}: stands note seats= cards= steps="
    return hand


@EVERY
@HOUSES
@pytest.mark.parametrize(
    ("cards", "winner"),
    [(("9c", "Kd", "4h"), 2), (("As", "Ad", "4h"), 1), (("Kc", "Kd", "Kh"), 3), (("2c", "3c", "Ac"), 3)],
)
def test_ties_deal_to_decide(game: str, house: str, cards: tuple[str, ...], winner: int) -> None:
    """Clockwise from the dealer's left, wherever the button is; the highest card by rank and then suit wins."""
    hand = after_a_hand(game, house)
    for seat, name in enumerate(cards, 1):
        assert hand.next == due(seat)
        given = hand.give(card(name, seat))
    assert told(given) == f"ties.deal-to-decide: stands note seats={winner} cards={cards[winner - 1]} steps="
    assert hand.next == AwaitPlain(await_="hand")
    assert [one["rule"] for one in account_of(hand.facts).rulings] == ["ties.deal-to-decide"] * 2


@EVERY
@HOUSES
def test_ties_draw_for_button(game: str, house: str) -> None:
    """Each draws when it likes."""
    hand = after_a_hand(game, house, drawn=True)
    assert hand.give(card("9c", 3)) == []
    assert hand.next == due(1)
    assert hand.give(card("9d", 2)) == []
    assert told(hand.give(card("4s", 1))) == "ties.draw-for-button: stands note seats=2 cards=9d steps="


def test_ties_draw_for_button_of_a_new_game() -> None:
    """Before the first hand the seats are named; without them nobody takes part."""
    table = Table()
    assert rulings(table.apply(Press(press="deal-to-decide", value=True))).startswith("table.press-needs: refuse")
    begun = table.apply(Press(press="deal-to-decide", value=True, seats=[Seat(5), Seat(2)]))
    assert rulings(begun).startswith("ties.draw-for-button: stands")
    assert begun[-1] == due(2)
    table.apply(card("Tc", 5))
    assert rulings(table.apply(card("Td", 2))) == "ties.draw-for-button: stands note seats=2 cards=Td steps="
    begun = table.apply(hand_of(GAMES["holdem"], {2: 500, 5: 500}, {"button": 2}))
    assert rulings(begun) == ""


@FAMILIES
def test_ties_deal_to_decide_out_of_order_is_put_right(game: str) -> None:
    hand = after_a_hand(game, "roberts")
    assert told(hand.give(card("9c", 2))) == "ties.deal-to-decide: refuse note seats=2 cards= steps="
    assert hand.next == due(1)
    assert hand.give(card("9c", 1)) == []
    assert hand.give(card("9c", 1)) == []  # read again
    assert told(hand.give(card("2c", 1))).startswith("ties.deal-to-decide: refuse")
    assert told(hand.give(card("Jo", 2))).startswith("ties.deal-to-decide: refuse")
    assert hand.give(card("2c", 2)) == []
    assert told(hand.give(card("Qs", 3))) == "ties.deal-to-decide: stands note seats=3 cards=Qs steps="


@FAMILIES
def test_ties_deal_to_decide_waits_for_a_card_that_lies_face_down_or_was_not_read(game: str) -> None:
    hand = after_a_hand(game, "roberts")
    assert hand.give(card("9c", 1, "down")) == []
    assert hand.next == due(1)
    assert hand.give(card("??", 1)) == []
    assert hand.outcomes[-1] == AwaitRead(zone=Zone("seat:1"))
    hand.give(card("9c", 1))
    hand.give(card("8c", 2))
    assert told(hand.give(card("7c", 3))) == "ties.deal-to-decide: stands note seats=1 cards=9c steps="


@FAMILIES
def test_ties_deal_to_decide_is_broken_off_by_a_hand_and_a_card_can_be_taken_back(game: str) -> None:
    hand = after_a_hand(game, "roberts")
    hand.give(card("9c", 1))
    facts: list[Fact] = [Press(press="retract", fact=len(hand.facts))]
    for fact in facts:
        hand.give(fact)
    assert hand.next == due(1)
    after = ScriptedHand(game, table=hand.table, button=1 if GAMES[game].button else None)
    assert after.rulings == []
    assert after.finish().ended == "showdown"


def test_ties_deal_to_decide_waits_until_the_cards_of_a_void_hand_are_back() -> None:
    hand = ScriptedHand("holdem")
    hand.deal(3)
    hand.press("void-hand", by="floor", reason="x")
    assert told(hand.press("deal-to-decide")).startswith("table.cards-due: refuse")
    hand.finish(deal_again=False)
    assert told(hand.press("deal-to-decide")).startswith("ties.deal-to-decide: stands")
