"""Stud: the last card dealt up, and a pack that runs out."""

import pytest

from burncard.rules.cards import Seat
from burncard.rules.outcomes import AwaitAction, AwaitCard, AwaitShow
from tests.harness.scripted import ScriptedHand, told
from tests.harness.tables import HOUSES, LAST_CARD_DOWN, ROBERTS

# ---- the last card --------------------


@LAST_CARD_DOWN
@HOUSES
def test_expose_stud_last_up_multiway(game: str, house: str) -> None:
    hand = ScriptedHand(game, house=house)
    hand.until("card", street="seventh", zone="seat:2")
    given = hand.top("seat:2", "up")
    card = hand.lying("seat:2")[-1].card
    assert told(given) == f"expose.stud-last-up-multiway: keep note seats=2 cards={card} steps="
    assert isinstance(hand.next, AwaitCard)
    assert hand.next.face == "down"
    assert hand.finish().ended == "showdown"


@LAST_CARD_DOWN
@HOUSES
def test_expose_stud_last_up_headsup_first(game: str, house: str) -> None:
    hand = ScriptedHand(game, house=house, players=2)
    hand.until("card", street="seventh", zone="seat:1")
    given = hand.top("seat:1", "up")
    card = hand.lying("seat:1")[-1].card
    assert told(given) == f"expose.stud-last-up-headsup-first: keep stop seats=1 cards={card} steps=deal seat:2 up"
    assert hand.finish().ended == "showdown"


@LAST_CARD_DOWN
@HOUSES
def test_expose_stud_last_up_headsup_second(game: str, house: str) -> None:
    hand = ScriptedHand(game, house=house, players=2)
    hand.until("card", street="seventh", zone="seat:2")
    given = hand.top("seat:2", "up")
    card = hand.lying("seat:2")[-1].card
    assert told(given) == f"expose.stud-last-up-headsup-second: keep note seats=2 cards={card} steps="
    assert hand.finish().ended == "showdown"


@LAST_CARD_DOWN
@HOUSES
@pytest.mark.parametrize("players", [2, 3])
def test_expose_stud_last_up_all_in_declared(game: str, house: str, players: int) -> None:
    """Its player may declare all-in before the betting: the others bet for a side pot, which it cannot win."""
    hand = ScriptedHand(game, house=house, players=players)
    hand.until("card", street="seventh", zone="seat:2")
    hand.top("seat:2", "up")
    hand.until("action")
    rule = "expose.stud-last-up-headsup-second" if players == 2 else "expose.stud-last-up-multiway"
    given = hand.press("declare-allin", seat=2)
    assert told(given) == f"{rule}: stands note seats=2 cards= steps="
    if players == 2:
        assert isinstance(hand.next, AwaitShow)
        assert len(hand.finish().pots) == 1
        return
    hand.act("bet", 20)
    hand.act("call")
    result = hand.finish()
    assert [pot.eligible for pot in result.pots] == [(1, 2, 3), (1, 3)]
    assert result.stacks[Seat(2)] >= 494


@LAST_CARD_DOWN
def test_expose_stud_last_up_all_in_declared_twice(game: str) -> None:
    """Said again it means nothing more, and costs no chips."""
    hand = ScriptedHand(game)
    hand.until("card", street="seventh", zone="seat:2")
    hand.top("seat:2", "up")
    hand.until("action")
    assert len(hand.press("declare-allin", seat=2)) == 1
    assert hand.press("declare-allin", seat=2) == []
    assert hand.finish().stacks[Seat(2)] >= 494


@LAST_CARD_DOWN
def test_expose_stud_last_up_all_in_declared_is_no_action(game: str) -> None:
    """Where the others check, the first of them shows first: who only declared has not acted."""
    hand = ScriptedHand(game)
    for seat in (1, 2, 3):
        hand.until("card", zone=f"seat:{seat}", street="seventh")
        hand.top(f"seat:{seat}", "up")
    first = hand.offer.seat
    hand.press("declare-allin", seat=first)
    acted = hand.offer.seat
    hand.act("check")
    hand.act("check")
    assert isinstance(hand.next, AwaitShow)
    assert hand.next.seat == acted
    assert hand.finish().ended == "showdown"


@LAST_CARD_DOWN
@pytest.mark.parametrize(("players", "rule"), [(2, "headsup-second"), (3, "multiway")])
def test_expose_stud_last_up_all_in_declared_by_another_seat(game: str, players: int, rule: str) -> None:
    """The option is that of the player whose card was dealt up, and of nobody else."""
    hand = ScriptedHand(game, players=players)
    hand.until("card", street="seventh", zone="seat:2")
    hand.top("seat:2", "up")
    hand.until("action")
    offer = hand.offer
    refused = told(hand.press("declare-allin", seat=1))
    assert refused == f"expose.stud-last-up-{rule}: refuse note seats=1 cards= steps="
    assert hand.offer == offer
    assert hand.finish().ended == "showdown"


@LAST_CARD_DOWN
def test_expose_stud_last_up_headsup_first_leaves_no_all_in(game: str) -> None:
    """Both last cards are up, or come up: the betting goes on as usual."""
    hand = ScriptedHand(game, players=2)
    hand.until("card", street="seventh", zone="seat:1")
    hand.top("seat:1", "up")
    assert [ruling.decision for ruling in hand.press("declare-allin", seat=1)] == ["refuse"]
    hand.until("action")
    assert [ruling.decision for ruling in hand.press("declare-allin", seat=2)] == ["refuse"]
    assert hand.finish().ended == "showdown"


@LAST_CARD_DOWN
@HOUSES
def test_expose_stud_last_up_all_in_declared_too_late(game: str, house: str) -> None:
    hand = ScriptedHand(game, house=house)
    hand.until("card", street="seventh", zone="seat:2")
    hand.top("seat:2", "up")
    hand.until("action")
    hand.act("check")
    assert (
        told(hand.press("declare-allin", seat=2)) == "expose.stud-last-up-multiway: refuse note seats=2 cards= steps="
    )
    assert hand.finish().ended == "showdown"


@LAST_CARD_DOWN
@HOUSES
def test_expose_stud_last_allin_up(game: str, house: str) -> None:
    hand = ScriptedHand(game, house=house, stacks={1: 500, 2: 6, 3: 500})
    hand.until("card", street="seventh", zone="seat:2")
    given = hand.top("seat:2", "up")
    card = hand.lying("seat:2")[-1].card
    assert told(given) == f"expose.stud-last-allin-up: keep note seats=2 cards={card} steps="
    assert hand.finish().ended == "showdown"


@pytest.mark.parametrize("game", ["stud7", "stud8"])
@pytest.mark.parametrize("pressed", [False, True])
def test_expose_stud_last_up_action_of_a_card_that_is_turned_up_before_the_betting(game: str, pressed: bool) -> None:
    """All last cards are dealt when the dealer turns one up: its board, with the jack, is the one that opens now."""
    top = "5c 5d 7c 7d 9c Tc 2h 3h 4h 2s 6d 5h 3s 8h 7h 4c Jh Kc"
    hand = ScriptedHand(game, players=2, top=top)
    hand.until_betting("seventh")
    assert hand.offer.seat == 2
    card = hand.lying("seat:1")[-1]
    told_already = hand.press("card-flashed", seat=1, card=card.card, by="dealer") if pressed else []
    given = hand.move(card, "seat:1", "up")
    assert [ruling.decision for ruling in (*told_already, *given)] == ["keep"]
    assert hand.offer.seat == 1
    assert hand.finish().ended == "showdown"


def with_a_seat_folded_for_nothing(game: str, folded: int) -> ScriptedHand:
    """Three players on the last street, its burn made; one has folded with nothing to call and still takes cards."""
    hand = ScriptedHand(game)
    hand.until("card", street="sixth")
    hand.until("action")
    while hand.offer.seat != folded:
        hand.act("check")
    hand.act("fold")
    hand.until("card", street="seventh", zone="seat:1")
    return hand


@LAST_CARD_DOWN
def test_expose_stud_last_up_headsup_first_past_a_folded_hand(game: str) -> None:
    """The second player is the one that is left, not the seat that is dealt to next."""
    hand = with_a_seat_folded_for_nothing(game, 2)
    [ruling] = hand.top("seat:1", "up")
    assert (ruling.rule, [step.to for step in ruling.steps]) == ("expose.stud-last-up-headsup-first", ["seat:3"])
    assert hand.top("seat:2") == []
    assert hand.top("seat:3", "up") == []
    assert hand.finish().ended == "showdown"


@LAST_CARD_DOWN
@pytest.mark.parametrize("folded", [1, 2, 3])
def test_expose_no_option_of_a_folded_hand(game: str, folded: int) -> None:
    """The last card of a folded hand lies up: that is nobody's last card, and the others' come down."""
    hand = with_a_seat_folded_for_nothing(game, folded)
    for seat in (1, 2, 3):
        given = hand.top(f"seat:{seat}", "up" if seat == folded else "down")
        assert [ruling.rule for ruling in given] == (["expose.no-option"] if seat == folded else [])
    assert isinstance(hand.next, AwaitAction)
    assert hand.finish().ended == "showdown"


# ---- the pack runs out --------------------


def dealt_to_the_last_street(game: str, house: str, players: int, folding: int = 0) -> ScriptedHand:
    """Plays on to the first ruling; that many seats fold on fifth street."""
    hand = ScriptedHand(game, house=house, players=players)
    while not hand.rulings and hand.result is None:
        offer = hand.next
        street = hand.table.hand.street.name if hand.table.hand else ""
        if folding and isinstance(offer, AwaitAction) and street == "fifth":
            if offer.to_call == 0:
                hand.act("bet", offer.min_to)
                continue
            folding -= 1
            hand.act("fold")
            continue
        hand.step()
    return hand


@LAST_CARD_DOWN
@ROBERTS
def test_stud_out_of_cards(game: str, house: str) -> None:
    """Seven players, seven cards left: burn, deal five, shuffle the last with four burns, burn, deal two."""
    hand = dealt_to_the_last_street(game, house, 7)
    five = ", ".join(f"deal seat:{seat} down" for seat in range(1, 6))
    assert told(hand.rulings) == (
        f"stud.out-of-cards: correct stop seats= cards= steps=announce, burn, {five}, "
        "return ?? ?? ?? ??, shuffle, cut, burn, deal seat:6 down, deal seat:7 down"
    )
    assert hand.finish().ended == "showdown"
    assert all(len(hand.lying(f"seat:{seat}")) == 7 for seat in range(1, 8))
    assert len(hand.lying("burn")) == 1


@LAST_CARD_DOWN
@ROBERTS
def test_stud_out_of_cards_no_burn(game: str, house: str) -> None:
    """Eight to fifth street, six of them to the end: three cards left; burn, deal one, and five come without a burn."""
    hand = dealt_to_the_last_street(game, house, 8, folding=2)
    [ruling] = hand.rulings
    assert (ruling.rule, ruling.decision) == ("stud.out-of-cards-no-burn", "correct")
    steps = [step.do for step in ruling.steps]
    assert steps.count("burn") == 1
    assert steps.count("deal") == 6
    assert hand.finish().ended == "showdown"
    assert hand.lying("burn") == []


@LAST_CARD_DOWN
@HOUSES
def test_stud_common_card_one_left(game: str, house: str) -> None:
    """Eight players stay: one card and three burns; shuffle them, burn one, turn the common card."""
    hand = dealt_to_the_last_street(game, house, 8)
    assert told(hand.rulings) == (
        "stud.common-card-one-left: correct stop seats= cards= steps=announce, return ?? ?? ??, shuffle, cut, burn, "
        "deal board up"
    )
    assert hand.finish().ended == "showdown"
    assert len(hand.lying("board")) == 1
    assert all(len(hand.lying(f"seat:{seat}")) == 6 for seat in range(1, 9))


@LAST_CARD_DOWN
def test_stud_common_card(game: str) -> None:
    """In the general house a short pack goes straight to the common card."""
    hand = dealt_to_the_last_street(game, "general", 7)
    assert told(hand.rulings) == ("stud.common-card: correct stop seats= cards= steps=announce, burn, deal board up")
    assert hand.finish().ended == "showdown"
    assert len(hand.lying("board")) == 1


@LAST_CARD_DOWN
@HOUSES
def test_stud_common_card_where_even_the_burns_are_too_few(game: str, house: str) -> None:
    """Eight to sixth street, seven to the end: two cards and three burns for seven; burn one, turn the other."""
    hand = dealt_to_the_last_street(game, house, 8, folding=1)
    assert told(hand.rulings) == ("stud.common-card: correct stop seats= cards= steps=announce, burn, deal board up")
    assert hand.finish().ended == "showdown"
    assert len(hand.lying("board")) == 1


@HOUSES
def test_seven_players_exhaust_the_pack_exactly_in_mississippi(house: str) -> None:
    hand = ScriptedHand("mississippi", players=7, house=house)
    assert hand.finish().ended == "showdown"
    assert hand.rulings == []
    assert len(hand.dealer.stub) == 0


@pytest.mark.parametrize(("house", "rule"), [("roberts", "stud.out-of-cards"), ("general", "stud.common-card")])
def test_nine_players_of_five_card_stud_run_out_of_cards_by_an_early_street(house: str, rule: str) -> None:
    hand = ScriptedHand("stud5", players=9, house=house)
    hand.until("action")
    hand.step()
    hand.step()
    [ruling] = hand.top("seat:1")
    assert ruling.rule == "premature.stud"
    assert hand.finish(rule).ended == "showdown"
    assert [given.rule for given in hand.rulings] == ["premature.stud", rule]


# ---- a card that counts as none makes it short --------------------


@pytest.mark.parametrize(
    ("house", "rule", "steps"),
    [
        (
            "roberts",
            "stud.out-of-cards",
            (
                "burn, deal seat:1 up, deal seat:2 up, deal seat:3 up, deal seat:4 up, deal seat:5 up, "
                "return ?? ?? ??, shuffle, cut, burn, deal seat:6 up, deal seat:7 up"
            ),
        ),
        ("general", "stud.common-card", "burn, deal board up"),
    ],
)
def test_stud_out_of_cards_because_of_a_boxed_burn(house: str, rule: str, steps: str) -> None:
    """Seven players and eight cards, one of them scrap: the last one is mixed with the burns, not dealt."""
    hand = ScriptedHand("mississippi", players=7, house=house)
    hand.until("card", zone="burn", street="seventh")
    assert [ruling.rule for ruling in hand.top("burn", boxed=True)] == ["boxed.scrap-of-paper"]
    assert told(hand.step()) == f"{rule}: correct stop seats= cards= steps=announce, {steps}"
    result = hand.finish()
    assert result.ended == "showdown"
    assert len(result.pots[0].eligible) == 7


@ROBERTS
def test_stud_out_of_cards_in_the_middle_of_the_last_street(house: str) -> None:
    """The burn is made and two players have their cards when one is scrap: all but the last are dealt, as ever."""
    hand = ScriptedHand("mississippi", players=7, house=house)
    hand.until("card", zone="seat:3", street="seventh")
    assert [ruling.rule for ruling in hand.top("seat:3", "up", boxed=True)] == ["boxed.scrap-of-paper"]
    assert told(hand.step()) == (
        "stud.out-of-cards: correct stop seats= cards= steps=announce, deal seat:3 up, deal seat:4 up, deal seat:5 up, "
        "return ?? ?? ??, shuffle, cut, burn, deal seat:6 up, deal seat:7 up"
    )
    assert len(hand.finish().pots[0].eligible) == 7


@LAST_CARD_DOWN
@HOUSES
@pytest.mark.parametrize(("zone", "back"), [("burn", "?? ?? ??"), ("board", "?? ?? ?? ??")])
def test_stud_common_card_one_left_because_the_other_was_boxed(game: str, house: str, zone: str, back: str) -> None:
    """Of the two cards for the burn and the common card one is scrap: a common card comes all the same."""
    hand = dealt_to_the_last_street(game, house, 8, folding=1)
    if zone == "board":
        hand.step()
    assert [ruling.rule for ruling in hand.top(zone, "up", boxed=True)] == ["boxed.scrap-of-paper"]
    assert told(hand.step()) == (
        f"stud.common-card-one-left: correct stop seats= cards= steps=announce, return {back}, shuffle, cut, burn, "
        "deal board up"
    )
    result = hand.finish()
    assert len(hand.lying("board")) == 1
    assert len(result.pots[0].eligible) == 7
