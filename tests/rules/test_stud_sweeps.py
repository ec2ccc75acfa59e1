"""Stud streets seen in one reader cycle: a mistake among the cards is ruled on once."""

from collections.abc import Sequence

import msgspec
import pytest

from burncard.rules.cards import Face, Zone
from burncard.rules.games import GAMES
from burncard.rules.outcomes import Result, Ruling
from burncard.simulator.dealer import fact_of
from tests.harness.scripted import ScriptedHand, told
from tests.harness.tables import LAST_CARD_DOWN, SEVEN_CARD_STUD, STUD


def swept(hand: ScriptedHand, cards: Sequence[tuple[str, Face]], order: Sequence[int]) -> list[Ruling]:
    """Cards leave the pack for these zones, in one sweep that is read in another order, and the log ends."""
    seen = [fact_of(hand.dealer.put(hand.dealer.stub.take(), Zone(zone), face), tags=False) for zone, face in cards]
    for place in order:
        assert hand.give(msgspec.structs.replace(seen[place], sweep=7)) == []
    return hand.end_log()


def street_without_a_burn(game: str, street: str, order: Sequence[int]) -> tuple[ScriptedHand, list[Ruling]]:
    hand = ScriptedHand(game)
    hand.until("card", zone="burn", street=street)
    face: Face = hand.game.streets[-1].faces[0] if street == hand.game.streets[-1].name else "up"
    return hand, swept(hand, [(f"seat:{seat}", face) for seat in (1, 2, 3)], order)


@STUD
@pytest.mark.parametrize("order", [(0, 1, 2), (2, 0, 1), (1, 2, 0)])
def test_burn_stud_error_of_a_whole_sweep(game: str, order: tuple[int, ...]) -> None:
    """No burn, and three cards at once: one mistake; the first is the burn, the others move back by one seat."""
    hand, rulings = street_without_a_burn(game, GAMES[game].streets[1].name, order)
    first, second, third = (hand.lying(f"seat:{seat}")[-1].card for seat in (1, 2, 3))
    assert told(rulings) == (
        f"burn.stud-error: correct stop seats=1 cards={first} steps=move {first} seat:1>burn, "
        f"move {second} seat:2>seat:1 up, move {third} seat:3>seat:2 up"
    )
    assert hand.finish().ended == "showdown"
    assert hand.rulings == rulings


@LAST_CARD_DOWN
@pytest.mark.parametrize("looked", [1, 2, 3])
def test_burn_stud_error_final_of_a_whole_sweep(game: str, looked: int) -> None:
    """Whoever has looked at its card keeps it, and what would have come to that seat goes where the card would have."""
    hand, _ = street_without_a_burn(game, "seventh", (0, 1, 2))
    kept = hand.lying(f"seat:{looked}")[-1]
    given = hand.press("looked", seat=looked)
    assert told(given) == f"burn.stud-error-final: keep note seats={looked} cards= steps="
    hand.until("action")
    assert kept in hand.lying(f"seat:{looked}")
    assert all(len(hand.lying(f"seat:{seat}")) == 7 for seat in (1, 2, 3))
    assert len(hand.lying("burn")) == 4
    assert hand.finish().ended == "showdown"


@STUD
@pytest.mark.parametrize("order", [(0, 1, 2), (2, 0, 1)])
def test_deal_hole_cards_face_down_of_a_sweep_that_goes_on(game: str, order: tuple[int, ...]) -> None:
    """An upcard lies face down, and the street was dealt to its end in the same cycle."""
    hand = ScriptedHand(game)
    hand.until("card", zone="burn")
    hand.deal(1)
    [ruling] = swept(hand, [("seat:1", "up"), ("seat:2", "down"), ("seat:3", "up")], order)
    assert told([ruling]) == ("deal.hole-cards-face-down: correct stop seats=2 cards= steps=move ?? seat:2>seat:2 up")
    assert hand.finish().ended == "showdown"
    assert hand.rulings == [ruling]


@STUD
@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0)])
def test_deal_rotation_of_a_sweep_that_goes_on(game: str, order: tuple[int, ...]) -> None:
    """A seat was passed over, and those behind it have each the card of the seat before."""
    hand = ScriptedHand(game, players=4)
    hand.until("card", zone="burn")
    hand.deal(1)
    [ruling] = swept(hand, [("seat:1", "up"), ("seat:3", "up"), ("seat:4", "up")], order)
    third, fourth = (hand.lying(f"seat:{seat}")[-1].card for seat in (3, 4))
    assert told([ruling]) == (
        f"deal.rotation: correct stop seats=3,2 cards={third} "
        f"steps=move {third} seat:3>seat:2 up, move {fourth} seat:4>seat:3 up"
    )
    assert hand.finish().ended == "showdown"
    assert hand.rulings == [ruling]


@STUD
@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 0, 2)])
def test_premature_stud_of_one_sweep(game: str, order: tuple[int, ...]) -> None:
    """The burn and two cards of a street that came too early: the burn stays, both cards are out."""
    hand = ScriptedHand(game)
    hand.until("action")
    hand.step()
    hand.step()
    [ruling] = swept(hand, [("burn", "down"), ("seat:1", "up"), ("seat:2", "up")], order)
    assert (ruling.rule, ruling.decision, ruling.seats) == ("premature.stud", "remove", (1,))
    assert hand.finish().ended == "showdown"
    assert hand.rulings == [ruling]
    assert len(hand.lying("aside")) == 3 * len(hand.game.streets[1].faces)
    assert len(hand.lying("burn")) == len(hand.game.streets)


@pytest.mark.parametrize("order", [(0, 1, 2), (1, 2, 0), (2, 1, 0)])
@pytest.mark.parametrize("seats", [(1, 1, 2), (1, 2, 3), (1, 2, 1)])
def test_stud_mississippi_streets_of_a_sweep(seats: tuple[int, ...], order: tuple[int, ...]) -> None:
    """Two cards to each seat: both at once or one after the other, in whatever order a cycle is read."""
    hand = ScriptedHand("mississippi", players=3 if seats != (1, 2, 1) else 2)
    hand.until("card", zone="burn")
    hand.deal(1)
    assert swept(hand, [(f"seat:{seat}", "up") for seat in seats], order) == []
    assert hand.finish().ended == "showdown"
    assert hand.rulings == []


@STUD
def test_expose_stud_one_hole_up_of_a_sweep_with_its_upcard(game: str) -> None:
    """The upcard had been dealt up before anybody could know: both lie up, and that is one mistake."""
    hand = ScriptedHand(game, top="Tc Js 4h 9c 9d 9h 5c 6d 7h" if game != "stud5" else "Tc Js 4h 5c 6d 7h")
    holes = hand.game.starting_count - 1
    cards: list[tuple[str, Face]] = [(f"seat:{seat}", "down") for _ in range(holes) for seat in (1, 2, 3)]
    cards[1] = ("seat:2", "up")
    cards += [(f"seat:{seat}", "up") for seat in (1, 2, 3)]
    [ruling] = swept(hand, cards, range(len(cards)))
    assert (ruling.rule, ruling.decision, ruling.seats) == ("expose.stud-one-hole-up", "keep", (2,))
    assert hand.finish("expose.stud-exposed-would-be-low").ended == "showdown"


@LAST_CARD_DOWN
def test_expose_stud_last_up_headsup_first_of_a_sweep_with_the_second(game: str) -> None:
    """The other player's last card lies down already: it is turned up."""
    hand = ScriptedHand(game, players=2)
    hand.until("card", zone="seat:1", street="seventh")
    [ruling] = swept(hand, [("seat:1", "up"), ("seat:2", "down")], (0, 1))
    card = hand.lying("seat:1")[-1].card
    assert told([ruling]) == (
        f"expose.stud-last-up-headsup-first: keep stop seats=1 cards={card} "
        "steps=deal seat:2 up, move ?? seat:2>seat:2 up"
    )
    assert hand.finish().ended == "showdown"


@STUD
def test_a_misdeal_in_a_sweep_takes_every_card_of_it_back(game: str) -> None:
    hand = ScriptedHand(game, players=4)
    hand.deal(1)
    [ruling] = swept(hand, [("seat:3", "down"), ("seat:4", "down")], (0, 1))
    assert ruling.rule == "misdeal.out-of-sequence"
    hand.result = next(one for one in hand.outcomes if isinstance(one, Result))
    assert hand.finish().ended == "misdeal"


def test_a_cycle_that_has_closed_explains_no_later_card() -> None:
    """The number of a sweep comes again behind a press: its card breaks the repair like any other."""
    hand = ScriptedHand("stud7")
    hand.until("card", zone="seat:1", street="fourth")
    swept(hand, [("seat:2", "up")], [0])
    again = fact_of(hand.dealer.put(hand.dealer.stub.take(), Zone("seat:3"), "up"), tags=False)
    assert hand.give(msgspec.structs.replace(again, sweep=7)) == []
    [ruling] = [one for one in hand.table.finish() if isinstance(one, Ruling)]
    assert (ruling.rule, ruling.decision) == ("misdeal.no-redeal-after-action", "correct")


@SEVEN_CARD_STUD
@pytest.mark.parametrize("backwards", [False, True])
def test_misdeal_out_of_sequence_of_a_sweep_with_the_upcards(game: str, backwards: bool) -> None:
    """A seat got no second hole card: its upcard, seen in the same cycle, is not taken for one that was shown."""
    hand = ScriptedHand(game, players=4)
    hand.deal(5)
    cards: list[tuple[str, Face]] = [("seat:3", "down"), ("seat:4", "down")]
    cards += [(f"seat:{seat}", "up") for seat in (1, 2, 3)]
    order = range(len(cards))
    [ruling] = swept(hand, cards, order[::-1] if backwards else order)
    assert (ruling.rule, ruling.decision) == ("misdeal.out-of-sequence", "misdeal")


@pytest.mark.parametrize("backwards", [False, True])
@pytest.mark.parametrize("pairs", [False, True])
def test_burn_stud_error_of_a_sweep_with_two_cards_for_each(pairs: bool, backwards: bool) -> None:
    """Mississippi's second street without its burn, in either of the two ways to deal it."""
    hand = ScriptedHand("mississippi")
    hand.until("card", zone="burn")
    seats = (1, 1, 2, 2, 3, 3) if pairs else (1, 2, 3, 1, 2, 3)
    order = range(len(seats))
    [ruling] = swept(hand, [(f"seat:{seat}", "up") for seat in seats], order[::-1] if backwards else order)
    assert (ruling.rule, ruling.decision) == ("burn.stud-error", "correct")
    assert hand.finish().ended == "showdown"


@STUD
@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 2, 0)])
def test_deal_hole_cards_face_down_of_a_whole_street_in_one_sweep(game: str, order: tuple[int, ...]) -> None:
    """Every upcard lies face down, each where it belongs: they are turned over there and none is moved."""
    hand = ScriptedHand(game)
    hand.until("card", zone="seat:1", face="up")
    given = swept(hand, [(f"seat:{seat}", "down") for seat in (1, 2, 3)], order)
    assert [(ruling.rule, ruling.seats) for ruling in given] == [
        ("deal.hole-cards-face-down", (seat,)) for seat in (1, 2, 3)
    ]
    assert all(step.from_ == step.to and step.face == "up" for ruling in given for step in ruling.steps)
    assert hand.finish().ended == "showdown"


@pytest.mark.parametrize("game", ["stud5", "stud7", "stud8", "razz"])
@pytest.mark.parametrize("dealt", [1, 2, 3])
@pytest.mark.parametrize("backwards", [False, True])
def test_burn_stud_error_of_two_burns_and_the_cards_after_them(game: str, dealt: int, backwards: bool) -> None:
    """The second burn is the first player's card, and each card the next player's; one too many goes back."""
    hand = ScriptedHand(game)
    hand.until("card", zone="burn")
    cards: list[tuple[str, Face]] = [("burn", "down"), ("burn", "down")]
    cards += [(f"seat:{seat}", "up") for seat in range(1, dealt + 1)]
    order = range(len(cards))
    [ruling] = swept(hand, cards, order[::-1] if backwards else order)
    assert (ruling.rule, ruling.decision) == ("burn.stud-error", "correct")
    assert ruling.cards == tuple(card.card for seat in range(1, dealt + 1) for card in hand.lying(f"seat:{seat}")[-1:])
    ways = {(step.do, step.from_, step.to) for step in ruling.steps}
    last = ("return", "seat:3", "stub") if dealt == 3 else ("move", f"seat:{dealt}", f"seat:{dealt + 1}")
    on = {("move", f"seat:{seat}", f"seat:{seat + 1}") for seat in range(1, dealt)}
    assert ways == {("move", "burn", "seat:1"), *on, last}
    assert hand.finish().ended == "showdown"
    assert all(len(hand.lying(f"seat:{seat}")) == hand.game.hand_size for seat in (1, 2, 3))
