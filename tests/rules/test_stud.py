"""Stud: burns, early streets, the count, folds without a bet."""

from typing import Any

from burncard.rules.cards import Chips, Zone
from burncard.rules.facts import ChipsMoved
from burncard.rules.outcomes import AwaitAction, AwaitCard
from burncard.simulator.dealer import fact_of
from tests.harness.scripted import ScriptedHand, told
from tests.harness.tables import HOUSES, LAST_CARD_DOWN, SEVEN_CARD_STUD, STUD

# ---- burns and early streets --------------------


@STUD
@HOUSES
def test_burn_stud_error(game: str, house: str) -> None:
    hand = ScriptedHand(game, house=house)
    hand.until("card", zone="burn")
    hand.step()
    due = hand.next
    assert isinstance(due, AwaitCard)
    given = hand.top("burn")
    assert told(given) == (
        f"burn.stud-error: correct stop seats={due.zone[5:]} cards= steps=move ?? burn>{due.zone} up"
    )
    assert hand.finish().ended == "showdown"


@STUD
def test_the_second_burn_is_laid_up_where_an_upcard_was_due(game: str) -> None:
    """Laid down there it is not in its place yet, and the table asks for it to be turned up."""
    hand = ScriptedHand(game)
    hand.until("card", zone="burn")
    hand.step()
    hand.top("burn")
    given = hand.move(hand.lying("burn")[-1], "seat:1", "down")
    assert told(given) == "deal.hole-cards-face-down: correct stop seats=1 cards= steps=move ?? seat:1>seat:1 up"
    assert hand.finish().ended == "showdown"


@STUD
@HOUSES
def test_burn_stud_error_when_none_was_made(game: str, house: str) -> None:
    hand = ScriptedHand(game, house=house)
    hand.until("card", zone="burn")
    given = hand.top("seat:1", "up")
    card = hand.lying("seat:1")[-1].card
    assert told(given) == f"burn.stud-error: correct stop seats=1 cards={card} steps=move {card} seat:1>burn"
    assert hand.finish().ended == "showdown"


def dealt_on_without_a_burn(game: str, *heard: int) -> None:
    """The cards of seats 2 and 3 follow, and are heard in this order."""
    hand = ScriptedHand(game)
    hand.until("card", zone="burn")
    hand.top("seat:1", "up")
    cards = {seat: hand.dealer.put(hand.dealer.stub.take(), Zone(f"seat:{seat}"), "up") for seat in (2, 3)}
    dealt = [hand.lying(f"seat:{seat}")[-1] for seat in (1, 2, 3)]
    assert [hand.give(fact_of(cards[seat], tags=False)) for seat in heard] == [[], []]
    hand.until("card", zone="seat:3")
    assert [hand.lying(zone)[-1] for zone in ("burn", "seat:1", "seat:2")] == dealt
    assert hand.finish().ended == "showdown"


@STUD
def test_a_street_dealt_on_without_a_burn_goes_back_one_seat(game: str) -> None:
    """The dealer has not noticed the ruling: the cards that follow are part of it."""
    dealt_on_without_a_burn(game, 2, 3)


@SEVEN_CARD_STUD
def test_a_street_dealt_on_without_a_burn_goes_back_one_seat_whichever_is_heard_first(game: str) -> None:
    dealt_on_without_a_burn(game, 3, 2)


@STUD
def test_a_street_dealt_on_after_two_burns_moves_on_one_seat(game: str) -> None:
    """The second burn is the first player's card, and what is one too many goes back on the pack."""
    hand = ScriptedHand(game)
    hand.until("card", zone="burn")
    hand.step()
    hand.top("burn")
    assert [hand.top(f"seat:{seat}", "up") for seat in (1, 2, 3)] == [[], [], []]
    dealt = [hand.lying(zone)[-1] for zone in ("burn", "seat:1", "seat:2", "seat:3")]
    hand.until("action")
    assert all(card in hand.lying(f"seat:{seat}") for seat, card in enumerate(dealt[:3], start=1))
    assert dealt[3] not in hand.lying("seat:3")
    assert hand.finish().ended == "showdown"


@STUD
@HOUSES
def test_premature_stud(game: str, house: str) -> None:
    hand = ScriptedHand(game, house=house)
    hand.until("action")
    hand.step()
    hand.top("burn")
    given = hand.top("seat:1", "up")
    card = hand.lying("seat:1")[-1].card
    assert told(given) == (
        f"premature.stud: remove stop seats=1 cards={card} steps=move {card} seat:1>aside, wait the betting, "
        "deal aside down"
    )
    assert hand.finish().ended == "showdown"
    assert len(hand.lying("aside")) == 3 * len(hand.game.streets[1].faces)


@STUD
@HOUSES
def test_premature_stud_reaches_who_folded_with_nothing_to_call(game: str, house: str) -> None:
    """Such a seat is dealt to like the others: its early card is one of the street's, and others join them."""
    hand = ScriptedHand(game, house=house)
    hand.until("card", zone="burn")
    hand.until("action")
    assert isinstance(hand.next, AwaitAction)
    seat = hand.next.seat
    hand.act("fold")
    hand.top("burn")
    assert [ruling.rule for ruling in hand.top(f"seat:{seat}", "up")] == ["premature.stud"]
    assert hand.top(f"seat:{seat % 3 + 1}", "up") == []
    assert hand.finish().ended == "showdown"
    assert len(hand.lying("aside")) == 3


# ---- counts and folds --------------------


@LAST_CARD_DOWN
@HOUSES
def test_stud_too_many_cards(game: str, house: str) -> None:
    hand = ScriptedHand(game, house=house)
    hand.until("card", street="seventh")
    hand.until("action")
    [removed] = hand.top("seat:2")
    hand.press("override", ruling=removed.id, decision="stands", by="floor")
    while hand.result is None and hand.rulings[-1].rule != "stud.too-many-cards":
        hand.step()
    assert (hand.rulings[-1].decision, hand.rulings[-1].seats) == ("dead-hand", (2,))
    assert hand.finish().ended == "showdown"


@STUD
@HOUSES
def test_stud_folded_keeps_cards(game: str, house: str) -> None:
    hand = ScriptedHand(game, house=house)
    hand.until("card", zone="burn")
    hand.until("action")
    assert isinstance(hand.next, AwaitAction)
    seat = hand.next.seat
    before = len(hand.lying(f"seat:{seat}"))
    given = hand.act("fold")
    assert told(given) == f"stud.folded-keeps-cards: stands note seats={seat} cards= steps="
    hand.until("card", zone="burn")
    hand.until("action")
    assert len(hand.lying(f"seat:{seat}")) == before + 1
    assert hand.finish().ended == "showdown"


@STUD
@HOUSES
def test_stud_folded_keeps_cards_where_the_cards_are_the_fold(game: str, house: str) -> None:
    """A hand mucked with nothing to call is such a fold too; a bet that is only chips kills it as well."""
    hand = ScriptedHand(game, house=house)
    hand.until("card", zone="burn")
    hand.until("action")
    assert isinstance(hand.next, AwaitAction)
    seat = hand.next.seat
    given = [ruling for card in hand.lying(f"seat:{seat}") for ruling in hand.move(card, "muck")]
    assert told(given) == f"stud.folded-keeps-cards: stands note seats={seat} cards= steps="
    hand.until("card", zone="burn")
    hand.until("action")
    each = len(hand.game.streets[2].faces)
    assert len(hand.lying(f"seat:{seat}")) == each
    hand.give(ChipsMoved(seat=hand.next.seat, chips=[Chips(10), Chips(10)]))
    assert hand.finish().ended == "showdown"
    assert len(hand.lying(f"seat:{seat}")) == each


def six_cards(game: str) -> ScriptedHand:
    """A card of seat 2 left its hand on the last street, and the floor let play go on."""
    hand = ScriptedHand(game)
    hand.until("card", zone="burn", street="seventh")
    hand.until("action")
    [ruling] = hand.move(hand.lying("seat:2")[0], "aside")
    hand.press("override", ruling=ruling.id, decision="stands", by="floor")
    assert len(hand.lying("seat:2")) == 6
    return hand


@SEVEN_CARD_STUD
def test_stud_too_few_cards(game: str) -> None:
    hand = six_cards(game)
    while hand.rulings[-1].rule != "stud.too-few-cards":
        hand.step()
    assert (hand.rulings[-1].decision, hand.rulings[-1].seats) == ("dead-hand", (2,))
    assert hand.finish().ended == "showdown"


@SEVEN_CARD_STUD
def test_stud_missing_seventh_live(game: str) -> None:
    hand = six_cards(game)
    given = hand.press("floor-called", seat=2)
    assert told(given) == "stud.missing-seventh-live: stands note seats=2 cards= steps="
    result = hand.finish()
    assert result.ended == "showdown"
    assert any(2 in pot.eligible for pot in result.pots)


@STUD
@HOUSES
def test_stud_bigbet_required_ante(game: str, house: str) -> None:
    """No hand begins without an ante from each player; the next fact that has them begins one."""
    missing: tuple[Any, ...] = (0, {1: 2, 2: 2}, {1: 2, 2: 2, 3: 0})
    for antes in missing:
        for structure in ("no-limit", "pot-limit", "half-pot"):
            hand = ScriptedHand(game, structure=structure, antes=antes, house=house)
            assert told(hand.rulings) == "stud.bigbet-required-ante: refuse note seats= cards= steps="
            assert hand.table.hand is None
            again = ScriptedHand(game, structure=structure, antes={1: 2, 2: 2, 3: 2}, house=house, table=hand.table)
            assert again.finish().ended == "showdown"
            assert again.rulings == []
    assert ScriptedHand(game, antes=0, house=house).rulings == []
