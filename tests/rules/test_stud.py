"""Stud: exposed hole cards, the forced bet, burns, early streets, packs that run out, the last card, the count."""

import pytest

from rules.cards import Chips, Seat
from rules.facts import ChipsMoved
from rules.outcomes import AwaitAction, AwaitCard, AwaitShow
from simulator.scripted import ScriptedHand, told

STUD = pytest.mark.parametrize("game", ["stud5", "stud7", "stud8", "razz", "mississippi"])
SEVEN = pytest.mark.parametrize("game", ["stud7", "stud8", "razz", "mississippi"])
LAST_DOWN = pytest.mark.parametrize("game", ["stud7", "stud8", "razz"])
HOUSES = pytest.mark.parametrize("house", ["roberts", "roberts-early", "general"])
ROBERTS = pytest.mark.parametrize("house", ["roberts", "roberts-early"])


@STUD
@ROBERTS
def test_expose_stud_one_hole_up(game: str, house: str) -> None:
    hand = ScriptedHand(game, house=house, top="Tc Js 4h", stacks={1: 500, 2: 500, 3: 500})
    hand.deal(1)
    given = hand.top("seat:2", "up")
    assert told(given) == "expose.stud-one-hole-up: keep stop seats=2 cards=Js steps=deal seat:2 down"
    faces = []
    while not isinstance(hand.next, AwaitAction):
        if isinstance(hand.next, AwaitCard) and hand.next.zone == "seat:2":
            faces.append(hand.next.face)
        hand.step()
    assert set(faces) == {"down"}
    assert hand.finish("expose.stud-exposed-would-be-low", "lowcard.all-in-ante").ended == "showdown"


@STUD
def test_expose_stud_hole_becomes_upcard(game: str) -> None:
    hand = ScriptedHand(game, house="general", tournament=True, top="Tc Js 4h")
    hand.deal(1)
    given = hand.top("seat:2", "up")
    assert told(given) == "expose.stud-hole-becomes-upcard: keep stop seats=2 cards=Js steps=deal seat:2 down"
    assert hand.finish("expose.stud-exposed-would-be-low").ended == "showdown"


@STUD
@ROBERTS
def test_misdeal_stud_tournament_downcard_up(game: str, house: str) -> None:
    hand = ScriptedHand(game, house=house, tournament=True, top="Tc Js 4h")
    hand.deal(1)
    given = hand.top("seat:2", "up")
    assert told(given) == (
        "misdeal.stud-tournament-downcard-up: misdeal stop seats=2 cards=Js steps=shuffle, cut, return 2"
    )
    assert hand.finish().ended == "misdeal"


@SEVEN
@HOUSES
def test_expose_stud_both_hole_up(game: str, house: str) -> None:
    hand = ScriptedHand(game, house=house, top="Tc Js 4h 9c 9d")
    hand.deal(1)
    hand.top("seat:2", "up")
    hand.deal(2)
    given = hand.top("seat:2", "up")
    assert told(given) == (
        "expose.stud-both-hole-up: dead-hand stop seats=2 cards=Js,9d steps=move Js seat:2>muck, move 9d seat:2>muck"
    )
    result = hand.finish()
    assert result.ended == "showdown"
    assert result.stacks[Seat(2)] == 500


@STUD
@HOUSES
def test_misdeal_two_exposed_other(game: str, house: str) -> None:
    hand = ScriptedHand(game, house=house, top="Tc Js 4h")
    hand.deal(1)
    hand.top("seat:2", "up")
    given = hand.top("seat:3", "up")
    assert told(given) == ("misdeal.two-exposed-other: misdeal stop seats=2,3 cards=Js,4h steps=shuffle, cut, return 3")
    assert hand.finish().ended == "misdeal"


@STUD
@HOUSES
def test_lowcard_absent_forfeits_the_forced_bet(game: str, house: str) -> None:
    """Ante and forced bet of the player who is away stay in the pot, and the next seat has a bet to call."""
    hand = ScriptedHand(game, house=house)
    hand.until("action")
    assert isinstance(hand.next, AwaitAction)
    seat = hand.next.seat
    [ruling] = hand.press("absent", seat=seat)
    assert (ruling.rule, ruling.decision, ruling.seats) == ("lowcard.absent", "dead-hand", (seat,))
    while not isinstance(hand.next, AwaitAction):
        hand.step()
    assert (hand.next.to_call, hand.next.options) == (4, ("fold", "call", "complete"))
    assert hand.finish().stacks[seat] == 500 - 2 - 4


@SEVEN
@HOUSES
@pytest.mark.parametrize("shifted", [True, False])
def test_expose_stud_both_hole_up_after_the_deal(game: str, house: str, shifted: bool) -> None:
    """A hole card shown in time or too late to be the upcard, and the other one flashed before anybody has acted."""
    hand = ScriptedHand(game, house=house, top="Tc Js 4h 9c 9d 9h Kc 6d 2c")
    hand.deal(1)
    if shifted:
        hand.top("seat:2", "up")
    hand.until("action")
    if not shifted:
        assert [ruling.severity for ruling in hand.press("card-exposed", seat=2, card="Js", by="dealer")] == ["note"]
    [ruling] = hand.press("card-exposed", seat=2, card="9d", by="dealer")
    assert (ruling.rule, ruling.decision, ruling.seats) == ("expose.stud-both-hole-up", "dead-hand", (2,))
    assert hand.finish().stacks[Seat(2)] == 500


@SEVEN
@HOUSES
def test_expose_stud_both_hole_up_where_the_card_due_down_comes_up(game: str, house: str) -> None:
    """The card dealt down for an upcard is a hole card like the other: the last seat's too."""
    hand = ScriptedHand(game, house=house, top="Tc Js 4h 9c 9d 9h 5c 6d 7h")
    hand.deal(2)
    hand.top("seat:3", "up")
    hand.deal(5)
    [ruling] = hand.top("seat:3", "up")
    assert (ruling.rule, ruling.cards) == ("expose.stud-both-hole-up", ("4h", "7h"))
    assert hand.finish().stacks[Seat(3)] == 500


@STUD
@HOUSES
def test_misdeal_two_exposed_other_after_the_deal(game: str, house: str) -> None:
    hand = ScriptedHand(game, house=house, top="Tc Js 4h")
    hand.until("action")
    hand.press("card-exposed", seat=2, card="Js", by="dealer")
    [ruling] = hand.press("card-exposed", seat=3, card="4h", by="dealer")
    assert (ruling.rule, ruling.decision, ruling.seats) == ("misdeal.two-exposed-other", "misdeal", (2, 3))
    assert hand.finish().ended == "misdeal"


@pytest.mark.parametrize(("game", "card"), [("stud7", "2c"), ("stud5", "2c"), ("razz", "Kc"), ("mississippi", "2c")])
@HOUSES
def test_expose_stud_exposed_would_be_low(game: str, card: str, house: str) -> None:
    hand = ScriptedHand(game, house=house, top=f"Tc {card} 4h")
    hand.deal(1)
    hand.top("seat:2", "up")
    while not isinstance(hand.next, AwaitAction):
        given = hand.step()
    assert told(given) == "expose.stud-exposed-would-be-low: stands note seats=2,3 cards= steps="
    assert hand.next.seat == 3
    assert hand.next.options == ("fold", "bring-in", "complete")
    assert hand.finish().ended == "showdown"


@pytest.mark.parametrize("game", ["stud7", "stud5", "stud8"])
@HOUSES
def test_lowcard_all_in_ante(game: str, house: str) -> None:
    top = "Tc Js 4h 9c 9d 9h 7c 2c Kc" if game != "stud5" else "Tc Js 4h 7c 2c Kc"
    hand = ScriptedHand(game, house=house, stacks={1: 500, 2: 2, 3: 500}, top=top)
    while not hand.rulings:
        hand.step()
    assert told(hand.rulings) == "lowcard.all-in-ante: stands note seats=2,3 cards= steps="
    assert isinstance(hand.next, AwaitAction)
    assert hand.next.seat == 3
    assert hand.next.options == ("fold", "bring-in", "complete")
    assert hand.finish().ended == "showdown"


@pytest.mark.parametrize("game", ["stud7", "stud5", "stud8"])
def test_lowcard_all_in_ante_of_the_next_seat_too(game: str) -> None:
    """The seat named is the one that acts."""
    top = "Tc Js 4h 5s 9c 9d 9h 9s 7c 2c Kc 3c" if game != "stud5" else "Tc Js 4h 5s 7c 2c Kc 3c"
    hand = ScriptedHand(game, stacks={1: 500, 2: 2, 3: 2, 4: 500}, top=top)
    while not hand.rulings:
        hand.step()
    assert told(hand.rulings) == "lowcard.all-in-ante: stands note seats=2,4 cards= steps="
    assert isinstance(hand.next, AwaitAction)
    assert hand.next.seat == 4


# ---- the last card --------------------


@LAST_DOWN
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


@LAST_DOWN
@HOUSES
def test_expose_stud_last_up_headsup_first(game: str, house: str) -> None:
    hand = ScriptedHand(game, house=house, players=2)
    hand.until("card", street="seventh", zone="seat:1")
    given = hand.top("seat:1", "up")
    card = hand.lying("seat:1")[-1].card
    assert told(given) == f"expose.stud-last-up-headsup-first: keep stop seats=1 cards={card} steps=deal seat:2 up"
    assert hand.finish().ended == "showdown"


@LAST_DOWN
@HOUSES
def test_expose_stud_last_up_headsup_second(game: str, house: str) -> None:
    hand = ScriptedHand(game, house=house, players=2)
    hand.until("card", street="seventh", zone="seat:2")
    given = hand.top("seat:2", "up")
    card = hand.lying("seat:2")[-1].card
    assert told(given) == f"expose.stud-last-up-headsup-second: keep note seats=2 cards={card} steps="
    assert hand.finish().ended == "showdown"


@LAST_DOWN
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


@LAST_DOWN
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


@LAST_DOWN
@HOUSES
def test_expose_stud_last_allin_up(game: str, house: str) -> None:
    hand = ScriptedHand(game, house=house, stacks={1: 500, 2: 6, 3: 500})
    hand.until("card", street="seventh", zone="seat:2")
    given = hand.top("seat:2", "up")
    card = hand.lying("seat:2")[-1].card
    assert told(given) == f"expose.stud-last-allin-up: keep note seats=2 cards={card} steps="
    assert hand.finish().ended == "showdown"


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
    assert told(given) == (f"burn.stud-error: correct stop seats={due.zone[5:]} cards= steps=move ?? burn>{due.zone}")
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


@LAST_DOWN
@ROBERTS
def test_stud_out_of_cards(game: str, house: str) -> None:
    """Seven players, seven cards left: burn, deal five, shuffle the last with four burns, burn, deal two."""
    hand = dealt_to_the_last_street(game, house, 7)
    five = ", ".join(f"deal seat:{seat} down" for seat in range(1, 6))
    assert told(hand.rulings) == (
        f"stud.out-of-cards: correct stop seats= cards= steps=announce, burn, {five}, "
        "return the burns and the cards set aside, shuffle, cut, burn, deal seat:6 down, deal seat:7 down"
    )
    assert hand.finish().ended == "showdown"
    assert all(len(hand.lying(f"seat:{seat}")) == 7 for seat in range(1, 8))
    assert len(hand.lying("burn")) == 1


@LAST_DOWN
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


@LAST_DOWN
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


@LAST_DOWN
def test_stud_common_card(game: str) -> None:
    """In the general house a short pack goes straight to the common card."""
    hand = dealt_to_the_last_street(game, "general", 7)
    assert told(hand.rulings) == ("stud.common-card: correct stop seats= cards= steps=announce, burn, deal board up")
    assert hand.finish().ended == "showdown"
    assert len(hand.lying("board")) == 1


@LAST_DOWN
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


# ---- counts and folds --------------------


@LAST_DOWN
@HOUSES
def test_stud_too_many_cards(game: str, house: str) -> None:
    hand = ScriptedHand(game, house=house)
    hand.until("card", street="seventh")
    hand.until("action")
    [ruling] = hand.top("seat:2")
    assert (ruling.rule, ruling.decision, ruling.seats) == ("stud.too-many-cards", "dead-hand", (2,))
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


SEVEN_CARD = pytest.mark.parametrize("game", ["stud7", "stud8", "razz", "mississippi"])


@SEVEN_CARD
def test_stud_too_few_cards(game: str) -> None:
    hand = six_cards(game)
    while hand.rulings[-1].rule != "stud.too-few-cards":
        hand.step()
    assert (hand.rulings[-1].decision, hand.rulings[-1].seats) == ("dead-hand", (2,))
    assert hand.finish().ended == "showdown"


@SEVEN_CARD
def test_stud_missing_seventh_live(game: str) -> None:
    hand = six_cards(game)
    given = hand.press("floor-called", seat=2)
    assert told(given) == "stud.missing-seventh-live: stands note seats=2 cards= steps="
    result = hand.finish()
    assert result.ended == "showdown"
    assert any(2 in pot.eligible for pot in result.pots)


@pytest.mark.parametrize("game", ["stud5", "stud7", "stud8", "razz", "mississippi"])
def test_stud_bigbet_required_ante(game: str) -> None:
    hand = ScriptedHand(game, structure="no-limit", antes=0)
    assert told(hand.rulings) == "stud.bigbet-required-ante: stands note seats= cards= steps="
    assert hand.finish().ended == "showdown"
    assert ScriptedHand(game, structure="no-limit", antes=1).rulings == []


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


@pytest.mark.parametrize("house", ["roberts", "general"])
def test_a_pack_that_runs_out_in_the_middle_of_the_last_street(house: str) -> None:
    """A boxed burn costs the last card: six of seven players have theirs, and the seventh gets what can be made."""
    hand = ScriptedHand("mississippi", players=7, house=house)
    hand.until("card", zone="burn", street="seventh")
    assert [ruling.rule for ruling in hand.top("burn", boxed=True)] == ["boxed.scrap-of-paper"]
    result = hand.finish("stud.out-of-cards-no-burn", "stud.out-of-cards", "stud.common-card-one-left")
    assert result.ended == "showdown"
    assert len(result.pots[0].eligible) == 7
