"""What the rules say about the deal at a table: where cards are due, and which moves are likely."""

from typing import Any

import pytest

from burncard.controller.config import TableConfig
from burncard.controller.perception.arrival import Arrival
from burncard.controller.perception.deal_of_table import DealOfTable
from burncard.hardware.layout import load_layout
from burncard.rules.cards import Chips, Seat, Zone
from burncard.rules.facts import Action
from burncard.rules.hand.steps import Gather
from burncard.rules.outcomes import AwaitReturn
from burncard.simulator.dealer import fact_of
from tests.harness.scripted import ScriptedHand

LAYOUT = load_layout()


def deal_of(rig: Any) -> DealOfTable:
    deal = rig.service.watch.perception.deal
    assert isinstance(deal, DealOfTable)
    return deal


def at(zone: str) -> int:
    antenna = LAYOUT.antenna_of(zone)
    assert antenna is not None
    return antenna


def test_a_hand_is_thrown_in_whole_and_only_by_those_who_may_act(rig: Any) -> None:
    seat = rig.deal_until_action().seat
    live, deal = rig.service.record.table.hand.betting.live_from(seat), deal_of(rig)
    assert deal.likely("", at(f"seat:{seat}"), at("muck"))
    assert not deal.likely("", at(f"seat:{seat}"), at("muck"), alone=True)
    assert not deal.likely("", at(f"seat:{live[2]}"), at("muck"))


def test_while_a_round_is_open_the_next_street_is_likelier_than_any_other_place(rig: Any) -> None:
    rig.deal_until_action()
    deal = deal_of(rig)
    assert deal.due() == ()
    assert deal.likely("", None, at("burn"))
    assert deal.likely("", None, at("board"))
    assert not deal.likely("", None, at("seat:1"))


def test_a_card_dealt_too_early_waits_for_the_burn_that_may_lie_unheard_before_it(rig: Any) -> None:
    rig.deal_until_action()
    facts: list[Any] = []
    rig.service.record.subscribe(lambda update: facts.append(update.fact))
    burn, board = rig.dealer.stub.take().uid, rig.dealer.stub.take().uid
    rig.lay(board, "board", "up")
    rig.scan(at("board"))
    rig.scan(at("board"))
    rig.look(20)
    assert facts == []
    rig.lay(burn, "burn")
    rig.look()
    assert [fact.zone for fact in facts] == ["burn", "board"]


def test_where_all_are_all_in_the_next_street_is_due_after_the_last_card(open_rig: Any) -> None:
    rig = open_rig(config=TableConfig(structure="no-limit", seats=((Seat(1), Chips(40)), (Seat(2), Chips(40)))))
    seat = rig.deal_until_action().seat
    rig.service.submit(Action(seat=seat, action="raise", amount=Chips(40)), "dealer")
    rig.act("call")
    for _ in range(3):  # the burn and two cards of the flop
        rig.step()
    assert deal_of(rig).due() == (at("board"), at("burn"))


def test_a_fifth_card_that_is_owed_is_due_after_those_of_the_last_player_to_draw() -> None:
    hand = ScriptedHand("lowball-27", house="roberts", players=3, draws={1: 5, 2: 1, 3: 1})
    deal = DealOfTable(lambda: hand.table, LAYOUT, lambda arrival: pytest.fail("nothing has come"))
    while hand.result is None and not (deal.due() and is_last_to_draw(hand)):
        hand.step()
    owed = hand.table.hand.drawing.late[0].zone  # type: ignore[union-attr]
    assert deal.due()[-1] == at(owed)
    assert len(deal.due()) > 1


def test_the_burn_is_watched_for_a_street_that_comes_too_early_and_for_a_second_burn() -> None:
    hand = ScriptedHand("holdem")
    deal = DealOfTable(lambda: hand.table, LAYOUT, lambda arrival: pytest.fail("nothing has come"))
    watched = []
    for fact in ("action", "card"):
        hand.until(fact)
        watched.append(deal.early())
    hand.step()
    assert deal.due()[0] == at("board")
    assert (*watched, deal.early()) == ((at("burn"),), (), (at("burn"),))
    hand.step()
    assert (deal.due()[0], deal.early()) == (at("board"), ()), "a card of the street lies on the board"


def is_last_to_draw(hand: ScriptedHand) -> bool:
    drawing = None if hand.table.hand is None else hand.table.hand.drawing
    return drawing is not None and bool(drawing.late) and not drawing.to_come


def test_after_the_last_card_that_a_repair_sets_aside_the_next_street_is_due() -> None:
    hand = ScriptedHand("stud5")
    deal = DealOfTable(lambda: hand.table, LAYOUT, lambda arrival: pytest.fail("nothing has come"))
    hand.until("action")
    hand.step()
    hand.top("burn")
    assert [ruling.rule for ruling in hand.top("seat:1", "up")] == ["premature.stud"]
    for _ in range(3):  # the card that came too early is set aside, and the other two players act
        hand.step()
    assert deal.due()[:2] == (at("aside"), at("burn"))
    assert deal.deals_on() is not None


def test_where_the_pack_will_run_out_a_burn_goes_back_to_it_after_the_cards_that_are_due() -> None:
    hand = ScriptedHand("stud7", players=7)
    facts: dict[str, Any] = {}
    deal = DealOfTable(lambda: hand.table, LAYOUT, lambda arrival: facts[arrival.uid])
    while hand.result is None and not any(isinstance(item, Gather) for item in hand.table.hand.plan):  # type: ignore[union-attr]
        hand.step()
    burn = hand.dealer.in_zone(Zone("burn"))[0]
    arrival = Arrival(burn.physical.uid, at("stub"), at("burn"), 0, 0)
    facts[arrival.uid] = fact_of(hand.dealer.put(burn.physical, Zone("stub"), "down"), tags=True)
    assert deal.due()
    assert not deal.in_order(arrival)
    assert deal.after_one_more(arrival)


def test_a_card_that_was_to_come_face_up_is_to_be_turned_where_it_lies() -> None:
    hand = ScriptedHand("stud5")
    deal = DealOfTable(lambda: hand.table, LAYOUT, lambda arrival: pytest.fail("nothing has come"))
    hand.until("card", face="up")
    assert (deal.turned(), deal.deals_on()) == ((), None)
    zone, then_due = hand.next.zone, deal.due()[1:]  # type: ignore[attr-defined]
    assert [ruling.rule for ruling in hand.top(zone, "down")] == ["deal.hole-cards-face-down"]
    assert deal.turned() == (at(zone),)
    assert deal.deals_on() == then_due, "the cards that a dealer deals who has not noticed it"
    hand.step()
    assert deal.turned() == ()


def test_no_card_belongs_on_the_board_of_a_game_without_one(open_rig: Any) -> None:
    rig = open_rig(config=TableConfig(game="draw-high", structure="limit"))
    rig.deal_until_action()
    assert deal_of(rig).unused() == {at("board")}


def test_cards_belong_on_the_board_of_holdem(rig: Any) -> None:
    rig.deal_until_action()
    assert deal_of(rig).unused() == frozenset()


def test_a_card_for_all_belongs_on_the_board_of_a_game_without_one(open_rig: Any) -> None:
    rig = open_rig(config=TableConfig(game="stud7", structure="limit", ante=Chips(2), bring_in=Chips(4)))
    rig.deal_until_action()
    assert deal_of(rig).unused() == {at("board")}
    rig.lay(rig.dealer.stub.take().uid, "board", "up")
    rig.look()
    assert rig.service.record.table.hand.felt.cards_in("board")
    assert deal_of(rig).unused() == frozenset()


def test_while_the_cards_of_an_ended_hand_go_back_they_are_due_at_the_pack(rig: Any) -> None:
    for _ in range(5):
        rig.step()
    rig.lay(rig.dealer.stub.take().uid, "board", "up")
    while not rig.service.record.table.hand.ended:
        rig.scan()
    assert isinstance(rig.service.record.table.awaited(), AwaitReturn)
    assert at("stub") in deal_of(rig).due()
