"""Cards shown by the dealer or a player in games with a board; cards that are never replaced in any game."""

import pytest

from tests.harness.scripted import ScriptedHand, told
from tests.harness.tables import FAMILIES, FLOP, HOUSES, ROBERTS

OTHERS = pytest.mark.parametrize("house", ["roberts-early", "general"])


@FLOP
@pytest.mark.parametrize("place", [0, 1])
def test_misdeal_first_or_second_exposed(game: str, place: int) -> None:
    hand = ScriptedHand(game, top="2c 7d")
    hand.deal(place)
    given = hand.top(f"seat:{place + 1}", "up")
    card = ("2c", "7d")[place]
    assert told(given) == (
        f"misdeal.first-or-second-exposed: misdeal stop seats={place + 1} cards={card} "
        f"steps=shuffle, cut, return {place + 1}"
    )
    assert hand.finish().ended == "misdeal"


@FLOP
@OTHERS
def test_expose_holdem_first_hole(game: str, house: str) -> None:
    hand = ScriptedHand(game, house=house, top="2c")
    given = hand.top("seat:1", "up")
    assert told(given) == "expose.holdem-first-hole: misdeal stop seats=1 cards=2c steps=shuffle, cut, return 1"
    assert hand.finish().ended == "misdeal"


@FLOP
@OTHERS
def test_the_second_card_shown_is_a_misdeal_in_the_newer_rules_only(game: str, house: str) -> None:
    hand = ScriptedHand(game, house=house, top="2c 7d")
    hand.deal(1)
    [ruling] = hand.top("seat:2", "up")
    assert (ruling.rule, ruling.decision) == ("expose.holdem-later-hole", "replace")
    assert hand.finish().ended == "showdown"


@FLOP
@HOUSES
def test_expose_holdem_later_hole(game: str, house: str) -> None:
    hand = ScriptedHand(game, house=house, top="2c 7d As")
    hand.deal(2)
    given = hand.top("seat:3", "up")
    assert told(given) == (
        "expose.holdem-later-hole: replace stop seats=3 cards=As steps=deal seat:3 down, move As seat:3>burn"
    )
    hand.until("remedy")
    assert len(hand.lying("seat:2")) == hand.game.starting_count
    hand.until("action")
    assert [physical.card for physical in hand.lying("burn")] == ["As"]
    hand.until("card", street="flop", zone="board")
    assert len(hand.lying("burn")) == 1
    assert hand.finish().ended == "showdown"


@FLOP
@HOUSES
def test_a_hole_card_flashed_by_the_dealer_is_an_exposed_card(game: str, house: str) -> None:
    hand = ScriptedHand(game, house=house, top="2c 7d As")
    hand.deal(3)
    [ruling] = hand.press("card-exposed", seat=3, card="As", by="dealer")
    assert (ruling.rule, ruling.cards) == ("expose.holdem-later-hole", ("As",))
    assert hand.finish().ended == "showdown"


@FLOP
@ROBERTS
def test_misdeal_two_exposed(game: str, house: str) -> None:
    hand = ScriptedHand(game, house=house, top="2c 7d As Kd")
    hand.deal(2)
    hand.top("seat:3", "up")
    given = hand.top("seat:1", "up")
    assert told(given) == ("misdeal.two-exposed: misdeal stop seats=3,1 cards=As,Kd steps=shuffle, cut, return 4")
    assert hand.finish().ended == "misdeal"


@FLOP
def test_two_exposed_cards_are_both_replaced_in_the_general_house(game: str) -> None:
    hand = ScriptedHand(game, house="general", top="2c 7d As Kd")
    hand.deal(2)
    hand.top("seat:3", "up")
    given = hand.top("seat:1", "up")
    assert told(given) == (
        "expose.holdem-later-hole: replace stop seats=1 cards=Kd steps=deal seat:1 down, move Kd seat:1>muck"
    )
    assert hand.finish().ended == "showdown"


@pytest.mark.parametrize("game", ["holdem", "omaha", "lowball-a5", "lowball-27"])
@HOUSES
def test_expose_second_exposed_replacement(game: str, house: str) -> None:
    hand = ScriptedHand(game, house=house, players=4, joker=False, top="2c 3d 4h 5s 9c Td")
    hand.until("action")
    hand.act("call")
    hand.act("call")
    hole = hand.lying("seat:3")[-1]
    first = hand.press("card-exposed", seat=3, card="Kc" if hole.card == "Kc" else str(hole.card), by="dealer")
    assert [ruling.decision for ruling in first] == ["replace" if _replaced(game, str(hole.card)) else "keep"]
    if first[0].decision == "replace":
        given = hand.top("seat:3", "up")
        assert told(given).startswith("expose.second-exposed-replacement: replace stop seats=3")
    assert hand.finish().ended == "showdown"


def _replaced(game: str, card: str) -> bool:
    if game == "lowball-a5":
        return card[0] not in "A234567"
    return game != "lowball-27" or card[0] not in "23457"


@FAMILIES
@HOUSES
def test_expose_no_option(game: str, house: str) -> None:
    hand = ScriptedHand(game, house=house)
    hand.until("action")
    first_street = hand.table.hand.street if hand.table.hand else None
    while hand.table.hand is not None and hand.table.hand.street is first_street:
        hand.step()
    while hand.next.await_ != "action":  # type: ignore[attr-defined]
        hand.step()
    hole = hand.lying("seat:2")[0]
    given = hand.press("card-exposed", seat=2, card=hole.card, by="dealer")
    assert told(given) == f"expose.no-option: keep note seats=2 cards={hole.card} steps="
    assert hand.finish().ended == "showdown"


@FAMILIES
@HOUSES
def test_expose_player_flash(game: str, house: str) -> None:
    hand = ScriptedHand(game, house=house)
    hand.until("action")
    hole = hand.lying("seat:2")[0]
    given = hand.press("card-flashed", seat=2, card=hole.card, by="player")
    assert told(given) == "expose.player-flash: keep note seats=2 cards= steps="
    assert hand.finish().ended == "showdown"


@FAMILIES
@HOUSES
def test_expose_player_drop(game: str, house: str) -> None:
    hand = ScriptedHand(game, house=house)
    hand.until("action")
    hole = hand.lying("seat:2")[0]
    given = hand.move(hole, "off")
    assert told(given) == "expose.player-drop: correct stop seats=2 cards= steps=move ?? off>seat:2"
    assert hand.finish().ended == "showdown"


@FAMILIES
@HOUSES
def test_expose_announce_before_look(game: str, house: str) -> None:
    hand = ScriptedHand(game, house=house)
    hand.until("action")
    claim = {"seat": 2, "card": hand.lying("seat:2")[0].card, "by": "player"}
    unlooked = ScriptedHand(game, house=house)
    unlooked.until("action")
    assert [ruling.rule for ruling in unlooked.press("card-exposed", **claim)] != ["expose.announce-before-look"]
    hand.press("looked", seat=2)
    given = hand.press("card-exposed", **claim)
    assert told(given) == "expose.announce-before-look: floor stop seats=2 cards= steps="
    assert hand.next.await_ == "floor"  # type: ignore[attr-defined]
    hand.press("override", ruling=given[0].id, decision="keep", by="floor")
    assert hand.finish().ended == "showdown"
