"""Extra cards in the starting hands."""

import msgspec
import pytest

from burncard.rules.cards import Zone
from burncard.rules.facts import Press
from burncard.simulator.dealer import fact_of
from tests.harness.scripted import ScriptedHand, told
from tests.harness.tables import FAMILIES, FLOP, HOUSES

NOT_FLOP = pytest.mark.parametrize("game", ["stud7", "stud5", "lowball-27", "draw-high"])


@FLOP
@HOUSES
def test_extra_holdem_first_player(game: str, house: str) -> None:
    hand = ScriptedHand(game, house=house)
    hand.until("action")
    given = hand.top("seat:1")
    assert told(given) == ("extra.holdem-first-player: correct stop seats=1 cards= steps=move ?? seat:1>burn")
    hand.until("action")
    hand.until("card", street="flop", zone="board")
    assert len(hand.lying("burn")) == 1
    assert hand.finish().ended == "showdown"


@FLOP
@HOUSES
def test_extra_holdem_first_player_within_the_misdeal_window(game: str, house: str) -> None:
    """One player may have acted; when two have, the card too many is out of play."""
    hand = ScriptedHand(game, house=house)
    hand.until("action")
    hand.step()
    given = hand.top("seat:1")
    assert told(given) == "extra.holdem-first-player: correct stop seats=1 cards= steps=move ?? seat:1>burn"
    late = ScriptedHand(game, house=house, players=4)
    late.until("action")
    late.step()
    late.step()
    [ruling] = late.top("seat:1")
    assert (ruling.rule, ruling.decision) == ("deal.gate-on-betting", "remove")
    assert late.finish().ended == "showdown"


@FAMILIES
@HOUSES
def test_extra_one_card_before_betting(game: str, house: str) -> None:
    hand = ScriptedHand(game, house=house)
    hand.until("action")
    given = hand.top("seat:2")
    assert told(given) == ("extra.one-card-before-betting: correct stop seats=2 cards= steps=move ?? seat:2>burn")
    assert hand.finish().ended == "showdown"


@FLOP
@HOUSES
def test_extra_two_misdeal(game: str, house: str) -> None:
    hand = ScriptedHand(game, house=house)
    hand.until("action")
    hand.top("seat:1")
    hand.step()
    given = hand.top("seat:2")
    count = len(hand.dealer.felt)
    assert told(given) == f"extra.two-misdeal: misdeal stop seats=2 cards= steps=shuffle, cut, return {count}"
    assert hand.finish().ended == "misdeal"


@FLOP
def test_extra_two_misdeal_in_one_sweep_is_one_mistake(game: str) -> None:
    hand = ScriptedHand(game)
    hand.until("action")
    for seat in (1, 2):
        card = hand.dealer.put(hand.dealer.stub.take(), Zone(f"seat:{seat}"), "down")
        assert hand.give(msgspec.structs.replace(fact_of(card, tags=False), sweep=3)) == []
    [ruling] = hand.give(Press(press="ack", ruling="r1"))[:1]
    assert (ruling.rule, ruling.decision, ruling.seats) == ("extra.two-misdeal", "misdeal", (1, 2))
    assert hand.finish().ended == "misdeal"


@NOT_FLOP
@HOUSES
def test_misdeal_two_extra(game: str, house: str) -> None:
    hand = ScriptedHand(game, house=house)
    hand.until("action")
    hand.top("seat:1")
    hand.step()
    [ruling] = hand.top("seat:2")
    assert (ruling.rule, ruling.decision, ruling.seats) == ("misdeal.two-extra", "misdeal", (2,))
    assert hand.finish().ended == "misdeal"


@FLOP
@HOUSES
def test_extra_with_exposed(game: str, house: str) -> None:
    hand = ScriptedHand(game, house=house, top="2c 7d As")
    hand.deal(2)
    hand.top("seat:3", "up")
    hand.until("remedy")
    given = hand.top("seat:1")
    assert told(given) == ("extra.with-exposed: correct stop seats=1,3 cards=As steps=move ?? seat:1>seat:3")
    hand.until("action")
    assert [physical.card for physical in hand.lying("burn")] == ["As"]
    assert hand.finish().ended == "showdown"


@FLOP
@HOUSES
def test_extra_with_exposed_when_the_card_is_shown_second(game: str, house: str) -> None:
    hand = ScriptedHand(game, house=house, top="2c 7d As")
    hand.until("action")
    hand.top("seat:1")
    given = hand.press("card-exposed", seat=3, card="As", by="dealer")
    assert told(given) == (
        "extra.with-exposed: correct stop seats=1,3 cards=As steps=move ?? seat:1>seat:3, move As seat:3>burn"
    )
    hand.until("action")
    assert [physical.card for physical in hand.lying("burn")] == ["As"]
    assert hand.finish().ended == "showdown"


@FLOP
def test_extra_with_exposed_in_one_hand(game: str) -> None:
    """The seat with the card too many keeps it for the one that was shown."""
    hand = ScriptedHand(game, players=2, top="2c 7d As")
    hand.until("action")
    hand.top("seat:1")
    [ruling] = hand.press("card-exposed", seat=1, nth=2, card="As", by="dealer")
    assert told([ruling]) == "extra.with-exposed: correct stop seats=1 cards=As steps=move As seat:1>burn"
    assert hand.finish().ended == "showdown"


@pytest.mark.parametrize("game", ["holdem", "omaha", "stud7", "stud5", "lowball-27", "lowball-a5", "draw-high"])
@HOUSES
def test_extra_one_card_before_betting_that_was_shown(game: str, house: str) -> None:
    """It is no card of that hand: it goes back as it was to, and nobody is dealt another for it."""
    hand = ScriptedHand(game, house=house)
    hand.until("action")
    hand.top("seat:1")
    extra = hand.lying("seat:1")[-1]
    given = hand.press("card-flashed", seat=1, card=extra.card, by="dealer")
    assert told(given) == f"extra.one-card-before-betting: stands note seats=1 cards={extra.card} steps="
    hand.until("action")
    assert hand.lying("burn") == [extra]
    assert hand.finish().ended == "showdown"


@FAMILIES
def test_extra_one_card_before_betting_returned_to_the_pack(game: str) -> None:
    """It may lie on the pack until its turn as the next burn comes."""
    hand = ScriptedHand(game)
    hand.until("action")
    hand.top("seat:1")
    extra = hand.lying("seat:1")[-1]
    assert hand.move(extra, "stub") == []
    hand.until("draw" if game == "lowball-27" else "card")
    assert hand.do(hand.dealer.put(hand.dealer.stub.take(), Zone("burn"), "down")) == []
    assert hand.lying("burn") == [extra]
    assert hand.finish().ended == "showdown"


@pytest.mark.parametrize("game", ["stud5", "stud7", "mississippi", "lowball-a5", "draw-high"])
def test_misdeal_two_extra_of_one_sweep(game: str) -> None:
    hand = ScriptedHand(game)
    hand.until("action")
    for zone in ("seat:1", "seat:2"):
        doing = hand.dealer.put(hand.dealer.stub.take(), Zone(zone), "down")
        assert hand.give(msgspec.structs.replace(fact_of(doing, tags=False), sweep=3)) == []
    [ruling] = hand.press("ack")[:1]
    assert (ruling.rule, ruling.decision, ruling.seats) == ("misdeal.two-extra", "misdeal", (1, 2))
    assert hand.finish().ended == "misdeal"


@pytest.mark.parametrize("order", [(1, 2, 3), (3, 1, 2), (2, 3, 1)])
@pytest.mark.parametrize("game", ["holdem", "stud7", "draw-high"])
def test_cards_too_many_of_one_sweep_are_reported_in_the_order_of_the_deal(game: str, order: tuple[int, ...]) -> None:
    """In whatever order the reader told of them; too late for a misdeal each is taken away."""
    hand = ScriptedHand(game)
    hand.until("action")
    for seat in order:
        doing = hand.dealer.put(hand.dealer.stub.take(), Zone(f"seat:{seat}"), "down")
        hand.give(msgspec.structs.replace(fact_of(doing, tags=False), sweep=3))
    assert hand.press("ack")[0].seats == (1, 2, 3)
    if game == "holdem":
        late = ScriptedHand(game, players=4)
        late.until("action")
        late.step()
        late.step()
        for seat in order:
            doing = late.dealer.put(late.dealer.stub.take(), Zone(f"seat:{seat}"), "down")
            late.give(msgspec.structs.replace(fact_of(doing, tags=False), sweep=3))
        given = [(ruling.rule, ruling.decision, ruling.seats) for ruling in late.press("ack")[:3]]
        assert given == [("deal.gate-on-betting", "remove", (seat,)) for seat in (1, 2, 3)]
