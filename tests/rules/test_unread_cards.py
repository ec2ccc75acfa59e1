"""Cards detected but not read, cards read again, and tags that tell two cards of one name apart."""

import pytest

from burncard.rules.cards import PACK, UNREAD, Card, Seat, Zone
from burncard.rules.facts import Action, CardSeen, Fact
from burncard.rules.outcomes import AwaitAction, AwaitCard, AwaitDiscard, AwaitRead, Next, Outcome, Result, Ruling
from burncard.rules.table import Table
from tests.harness.scripted import ScriptedHand
from tests.harness.tables import FAMILIES


def seen(card: str, zone: str, **fields: object) -> CardSeen:
    return CardSeen(card=Card(card), zone=Zone(zone), **fields)  # type: ignore[arg-type]


def rulings(outcomes: list[Outcome]) -> list[str]:
    return [outcome.rule for outcome in outcomes if isinstance(outcome, Ruling)]


def with_unread(game: str, zone: str, index: int) -> tuple[ScriptedHand, Table, list[Outcome], str]:
    """A hand played up to the first action (or read) in which one card of a zone was not read; its real name."""
    hand = ScriptedHand(game)
    hand.finish()
    table, name, met = Table(), "", 0
    outcomes: list[Outcome] = []
    for fact in hand.facts:
        if isinstance(fact, CardSeen) and fact.zone == zone:
            met += 1
            if met == index + 1:
                name = fact.card
                fact = seen("??", zone, face=fact.face)
        outcomes = table.apply(fact)
        assert rulings(outcomes) == []
        if isinstance(outcomes[-1], AwaitAction | AwaitRead):
            break
    return hand, table, outcomes, name


@FAMILIES
def test_an_unread_card_counts_as_dealt(game: str) -> None:
    _, _, outcomes, _ = with_unread(game, "seat:2", 0)
    assert isinstance(outcomes[-1], AwaitAction)


def test_an_unread_upcard_is_awaited_where_it_decides_who_acts() -> None:
    _, table, outcomes, name = with_unread("stud7", "seat:2", 2)
    assert outcomes[-1] == AwaitRead(zone=Zone("seat:2"))
    outcomes = table.apply(seen(name, "seat:2", was=UNREAD))
    assert rulings(outcomes) == []
    assert isinstance(outcomes[-1], AwaitAction)


def test_a_name_that_is_on_the_table_already_makes_an_unread_card_a_duplicate() -> None:
    _, table, _, _ = with_unread("holdem", "seat:2", 0)
    assert table.hand is not None
    other = table.hand.felt.cards_in(Zone("seat:1"))[0].card
    assert rulings(table.apply(seen(other, "seat:2", was=UNREAD))) == ["deck.duplicate"]


def test_a_shown_hand_with_an_unread_card_is_awaited_before_the_pots() -> None:
    hand = ScriptedHand("holdem", players=2)
    hand.finish()
    table, name, met = Table(), "", 0
    last: list[Outcome] = []
    for fact in hand.facts:
        if isinstance(fact, CardSeen) and fact.zone == "seat:1":
            met += 1
            if met == 1:
                name, fact = fact.card, seen("??", "seat:1", face="down")
        last = table.apply(fact)
    assert last[-1] == AwaitRead(zone=Zone("seat:1"))
    outcomes = table.apply(seen(name, "seat:1", was=UNREAD, face="up"))
    [result] = [outcome for outcome in outcomes if isinstance(outcome, Result)]
    assert result == hand.result


def test_an_unread_card_that_leaves_for_the_muck_is_a_fold() -> None:
    _, table, outcomes, _ = with_unread("holdem", "seat:3", 0)
    assert isinstance(outcomes[-1], AwaitAction)
    assert outcomes[-1].seat == 3
    told = table.apply(seen("??", "muck"))
    assert [type(outcome).__name__ for outcome in told] == ["Counted", "AwaitAction"]


def test_the_same_card_again_in_the_same_zone_is_a_re_read() -> None:
    hand = ScriptedHand("holdem")
    hand.deal(1)
    again = hand.table.apply(seen(hand.lying("seat:1")[0].card, "seat:1"))
    assert again == [AwaitCard(zone=Zone("seat:2"), face="down", street="preflop")]


def test_without_tags_a_card_seen_where_one_is_due_is_a_duplicate() -> None:
    hand = ScriptedHand("holdem")
    hand.deal(1)
    assert rulings(hand.table.apply(seen(hand.lying("seat:1")[0].card, "seat:2"))) == ["deck.duplicate"]


def test_with_tags_the_same_card_in_another_zone_has_moved() -> None:
    hand = ScriptedHand("holdem", tags=True)
    hand.deal(1)
    physical = hand.lying("seat:1")[0]
    moved = hand.table.apply(seen(physical.card, "seat:2", tag=physical.uid))
    assert rulings(moved) == ["misdeal.out-of-sequence"]


def test_with_tags_a_second_card_of_the_same_name_is_a_duplicate_even_where_none_is_due() -> None:
    hand = ScriptedHand("holdem", tags=True)
    hand.until("action")
    told = hand.table.apply(seen(hand.lying("seat:1")[0].card, "burn", tag="E0040200000000FF"))
    assert rulings(told) == ["deck.duplicate"]


def test_a_fold_action_and_its_cards_are_one_fold_in_either_order() -> None:
    for cards_first in (True, False):
        hand = ScriptedHand("holdem")
        hand.until("action")
        cards = [seen(physical.card, "muck") for physical in hand.lying("seat:3")]
        action = Action(seat=3, action="fold")  # type: ignore[arg-type]
        facts: list[Fact] = [*cards, action] if cards_first else [action, *cards]
        told = [hand.table.apply(fact) for fact in facts]
        assert [rulings(one) for one in told] == [[], [], []]
        counted = [one for outcomes in told for one in outcomes if type(one).__name__ == "Counted"]
        assert len(counted) == (1 if cards_first else 0)
        assert isinstance(told[-1][-1], AwaitAction)
        assert told[-1][-1].seat == 1


def all_unread(*facts: Fact) -> list[Outcome]:
    """A hold'em hand among three of which no downcard could be read, played to the first action and then so."""
    table = Table()
    table.apply(ScriptedHand("holdem").hand)
    outcomes: list[Outcome] = []
    for fact in (*(seen("??", f"seat:{seat}") for _ in range(2) for seat in (1, 2, 3)), *facts):
        outcomes = table.apply(fact)
    return outcomes


@pytest.mark.parametrize("by_action", [False, True])
def test_the_rest_of_a_folded_hand_is_not_the_next_players_fold(by_action: bool) -> None:
    said = [Action(seat=Seat(3), action="fold")] if by_action else []
    outcomes = all_unread(*said, seen("??", "muck"), seen("??", "muck"))
    assert [type(outcome).__name__ for outcome in outcomes] == ["AwaitAction"]
    assert isinstance(outcomes[-1], AwaitAction)
    assert outcomes[-1].seat == 1


@pytest.mark.parametrize("by_action", [False, True])
def test_a_folded_hand_may_be_read_in_the_muck_for_the_first_time(by_action: bool) -> None:
    said = [Action(seat=Seat(3), action="fold")] if by_action else []
    outcomes = all_unread(*said, seen("As", "muck"), seen("Kd", "muck"))
    assert [type(outcome).__name__ for outcome in outcomes] == ["AwaitAction"]
    assert isinstance(outcomes[-1], AwaitAction)
    assert outcomes[-1].seat == 1


@pytest.mark.parametrize("was", [None, UNREAD])
def test_a_discard_may_be_read_in_the_muck_for_the_first_time(was: Card | None) -> None:
    """It is the card that was due there, whether anybody says that it was unread before or not."""
    hand, table, _, card = with_unread("lowball-27", "seat:1", 2)
    for seat, action in ((3, "call"), (1, "call"), (2, "check")):
        table.apply(Action(seat=Seat(seat), action=action))  # type: ignore[arg-type]
    table.apply(Action(seat=Seat(1), action="draw", discards=2))
    told = table.apply(seen(card, "muck", was=was))
    assert told == [AwaitDiscard(seat=Seat(1), count=1)]
    assert table.apply(seen(hand.lying("seat:1")[0].card, "muck")) == [
        AwaitCard(zone=Zone("burn"), face="down", street="draw")
    ]


def test_an_unread_card_in_the_muck_is_the_discard_of_the_seat_that_draws() -> None:
    """Seat 1 stands pat and has an unread card as well: it has thrown nothing away."""
    table = Table()
    table.apply(ScriptedHand("lowball-27").hand)
    for index in range(15):
        seat = index % 3 + 1
        table.apply(seen("??" if index in (0, 1) else PACK[index], f"seat:{seat}"))
    for seat, action in ((3, "call"), (1, "call"), (2, "check"), (1, "stand-pat")):
        table.apply(Action(seat=Seat(seat), action=action))  # type: ignore[arg-type]
    table.apply(Action(seat=Seat(2), action="draw", discards=1))
    assert table.apply(seen("??", "muck")) == [AwaitCard(zone=Zone("burn"), face="down", street="draw")]


@pytest.mark.parametrize("joker", [True, False])
def test_a_joker_read_in_the_muck_is_the_discard_only_where_the_pack_has_one(joker: bool) -> None:
    """It was not read at the seat. Without a joker in the pack it is a stray one, and a discard is still awaited."""
    hand = ScriptedHand("lowball-a5", joker=joker)
    hand.give(seen("??", "seat:1", face="down"))
    hand.dealer.put(hand.dealer.stub.take(), Zone("seat:1"), "down")
    hand.until("draw")
    hand.give(Action(seat=Seat(1), action="draw", discards=1))
    given = hand.give(seen("Jo", "muck"))
    assert [ruling.rule for ruling in given] == ([] if joker else ["boxed.joker-same-path"])
    assert isinstance(hand.next, AwaitCard if joker else AwaitDiscard)


def test_a_card_that_reaches_the_muck_from_the_pack_is_no_unread_one_of_a_player_who_is_not_due() -> None:
    _, table, _, _ = with_unread("holdem", "seat:1", 0)
    told = table.apply(seen("As", "muck"))
    assert rulings(told) == ["deal.gate-on-betting"]


def test_a_folded_card_that_the_muck_could_not_read_is_not_from_the_pack() -> None:
    hand = ScriptedHand("holdem")
    hand.until("action")
    hand.act("fold")
    for _ in range(2):
        assert rulings(hand.table.apply(seen("??", "muck"))) == []


def test_a_card_on_its_way_by_a_repair_need_not_be_read_where_it_goes() -> None:
    hand = ScriptedHand("holdem", top="2c 7d As")
    hand.deal(2)
    hand.top("seat:3", "up")
    hand.until("remedy")
    hand.step()
    outcomes = hand.table.apply(seen("??", "burn"))
    assert [type(outcome).__name__ for outcome in outcomes] == ["AwaitAction"]


def test_a_hand_that_was_shown_may_still_be_read() -> None:
    hand = ScriptedHand("holdem", players=2)
    hand.finish()
    table, names = Table(), []
    for fact in hand.facts:
        if isinstance(fact, CardSeen) and fact.zone == "seat:1":
            names.append(fact.card)
            fact = seen("??", "seat:1", face="down")
        outcomes = table.apply(fact)
        if isinstance(fact, Action) and fact.action == "show" and fact.seat == 1:
            break
    for name in names:
        outcomes = table.apply(seen(name, "seat:1", was=UNREAD, face="up"))
        assert rulings(outcomes) == []


def test_a_tag_that_was_not_read_is_named_by_the_next_sighting_of_it() -> None:
    hand = ScriptedHand("stud7")
    hand.deal(6)
    outcomes: list[Outcome] = []
    for seat, card in ((1, "??"), (2, "Qs"), (3, "Js")):
        outcomes = hand.table.apply(seen(card, f"seat:{seat}", face="up", tag=f"E00{seat}"))
    assert outcomes[-1] == AwaitRead(zone=Zone("seat:1"))
    outcomes = hand.table.apply(seen("2c", "seat:1", tag="E001"))
    assert isinstance(outcomes[-1], AwaitAction)
    assert outcomes[-1].seat == 1


def test_upcards_need_not_be_read_while_all_are_all_in() -> None:
    """Only on the last street, where they say who shows first."""
    hand = ScriptedHand("stud7", stacks={1: 10, 2: 10}, antes=10)
    told: list[Next] = []
    while not told or isinstance(told[-1], AwaitCard):
        awaited = hand.table.awaited()
        if isinstance(awaited, AwaitCard):
            hand.table.apply(seen("??", awaited.zone, face=awaited.face))
        told.append(awaited)
    assert told[-1] == AwaitRead(zone=Zone("seat:1"))
    assert sum(isinstance(one, AwaitCard) and one.zone != "burn" for one in told) == 14
