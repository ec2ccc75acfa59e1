"""People's entries wait for cards that lie there unseen, in order and not for long."""

from concurrent.futures import Future
from typing import Any

import pytest

from burncard.controller.config import TableConfig
from burncard.controller.devices.card_watch import BLIND_NS
from burncard.controller.entries import HEARD_BY_NS, LOOKED_FOR_MAX_NS, PATIENCE_NS, UNSURE_NS
from burncard.controller.faults import OPENED
from burncard.controller.stopping import TableStoppedError
from burncard.controller.views import view_of
from burncard.firmware_bridge.driver import MS
from burncard.hardware.layout import load_layout
from burncard.rules.cards import BOARD, Chips, Seat
from burncard.rules.facts import Action, CardSeen, Press
from burncard.rules.outcomes import AwaitAction, AwaitCard, AwaitRemedy, Outcome, Ruling

LAYOUT = load_layout()


def last_card_is_due(rig: Any) -> None:
    """Deals until one hole card is due, and the reader scans."""
    rig.deal(11)
    rig.scan()


def refused(answered: Future[list[Outcome]]) -> list[str]:
    rulings = (outcome for outcome in answered.result(timeout=0) if isinstance(outcome, Ruling))
    return [ruling.rule for ruling in rulings if ruling.decision == "refuse"]


def fold(rig: Any, seat: int) -> Future[list[Outcome]]:
    answered: Future[list[Outcome]] = rig.service.enter(Action(seat=Seat(seat), action="fold"), "Ann", "dealer")
    return answered


def test_an_action_waits_for_the_last_card_that_lies_there_unseen(rig: Any) -> None:
    last_card_is_due(rig)
    rig.lay(rig.dealer.stub.take().uid, "seat:6")
    answered = fold(rig, 3)
    assert not answered.done()
    assert view_of(rig.service)["looking"] is True
    for _ in range(40):
        rig.scan()
    assert refused(answered) == []
    assert view_of(rig.service)["looking"] is False
    awaited = rig.service.record.table.awaited()
    assert isinstance(awaited, AwaitAction)
    assert awaited.seat == 4


def test_an_action_that_no_card_explains_is_taken_when_any_card_would_have_been_heard(rig: Any) -> None:
    last_card_is_due(rig)
    made_ns = rig.now_ns
    answered = fold(rig, 3)
    while not answered.done():
        assert rig.now_ns - made_ns < PATIENCE_NS
        rig.scan()
    assert rig.now_ns - made_ns >= HEARD_BY_NS
    assert refused(answered) or rig.service.record.alerts


def test_an_action_waits_for_each_of_the_cards_that_are_heard_one_after_the_other(rig: Any) -> None:
    """A slow reader hears the last cards of the deal long after they were laid down."""
    rig.deal(9)
    rig.scan()
    answered = fold(rig, 3)
    for seat in (4, 5, 6):
        made_ns = rig.now_ns
        while rig.now_ns - made_ns < HEARD_BY_NS - 200 * MS:
            rig.scan()
        assert not answered.done()
        rig.lay(rig.dealer.stub.take().uid, f"seat:{seat}")
        while rig.service.record.table.hand.felt.out_count < 6 + seat:
            rig.scan()
    rig.scan()
    assert refused(answered) == []


@pytest.mark.parametrize("late_ns", [0, 2_500 * MS])
def test_a_hand_thrown_in_before_its_last_card_was_heard_was_dealt_and_folded(open_rig: Any, late_ns: int) -> None:
    """Heads up the last card goes to the player who acts first, and a slow reader comes too late to hear it there."""
    rig = open_rig(config=TableConfig(seats=((Seat(1), Chips(100)), (Seat(2), Chips(100)))))
    rig.deal(3)
    facts: list[Any] = []
    rig.service.record.subscribe(lambda update: facts.append(update.fact))
    seat = rig.service.record.table.awaited().zone
    first = next(uid for uid, (antenna, _) in rig.lying.items() if LAYOUT.zone_of(antenna) == seat)
    last = rig.dealer.stub.take().uid
    answered = fold(rig, int(seat.removeprefix("seat:")))
    rig.lay(first, "muck")
    until_ns = rig.now_ns + late_ns
    while rig.now_ns < until_ns:
        rig.scan()
    rig.lay(last, "muck")
    rig.look()
    assert refused(answered) == []
    assert [getattr(fact, "zone", "fold") for fact in facts] == [seat, "fold", "muck", "muck"]
    felt = rig.service.record.table.hand.felt
    assert {card.zone for card in felt.dealt if card.tag in (first, last)} == {"muck"}
    assert rig.service.record.alerts == []


def test_an_action_does_not_overtake_a_card_that_was_heard_before_it_although_none_was_due(rig: Any) -> None:
    awaited = rig.deal_until_action()
    facts: list[Any] = []
    rig.service.record.subscribe(lambda update: facts.append(update.fact))
    rig.lay(rig.dealer.stub.take().uid, "burn")
    rig.scan(LAYOUT.antenna_of("burn"))
    answered = fold(rig, awaited.seat)
    assert not answered.done()
    rig.look()
    assert answered.done()
    assert [type(fact) for fact in facts] == [CardSeen, Action]


def test_a_card_that_is_not_due_is_told_before_the_due_one_that_was_heard_after_it(rig: Any) -> None:
    rig.step()
    while getattr(rig.service.record.table.awaited(), "zone", None) != "board":
        rig.step()
    facts: list[Any] = []
    rig.service.record.subscribe(lambda update: facts.append(update.fact))
    rig.lay(rig.dealer.stub.take().uid, "burn")
    rig.scan(LAYOUT.antenna_of("burn"))
    rig.lay(rig.dealer.stub.take().uid, "board", "up")
    rig.look()
    assert [fact.zone for fact in facts] == ["burn", "board"]


def test_an_action_waits_until_it_is_known_where_a_card_of_another_hand_went(rig: Any) -> None:
    awaited = rig.deal_until_action()
    betting = rig.service.record.table.hand.betting
    other = betting.live_from(awaited.seat)[2]
    taken = rig.service.record.table.hand.held(other)[0].tag
    rig.lay(taken, "muck")
    rig.scan(LAYOUT.antenna_of(f"seat:{other}"))
    facts: list[Any] = []
    rig.service.record.subscribe(lambda update: facts.append(update.fact))
    answered = fold(rig, awaited.seat)
    rig.look()
    assert answered.done()
    assert [type(fact) for fact in facts] == [CardSeen, Action]
    assert [ruling.rule for ruling in rig.service.record.alerts] == ["dead.mucked"]


def test_entries_never_overtake_each_other(rig: Any) -> None:
    last_card_is_due(rig)
    rig.lay(rig.dealer.stub.take().uid, "seat:6")
    answers = [fold(rig, 3), fold(rig, 4)]
    assert [answer.done() for answer in answers] == [False, False]
    facts: list[Any] = []
    rig.service.record.subscribe(lambda update: facts.append(update.fact))
    rig.look(60)
    assert [fact.seat for fact in facts if isinstance(fact, Action)] == [3, 4]
    assert [refused(answer) for answer in answers] == [[], []]


def test_what_the_floor_decides_goes_before_the_entries_that_wait(rig: Any) -> None:
    last_card_is_due(rig)
    facts: list[Any] = []
    rig.service.record.subscribe(lambda update: facts.append(update.fact))
    waiting = fold(rig, 3)
    void = rig.service.enter(Press(press="void-hand", by="floor", reason="fire alarm"), "Bea", "floor")
    assert (void.done(), refused(void)) == (True, [])
    assert [type(fact) for fact in facts] == [Press, Action]
    assert refused(waiting) == ["table.no-hand"]


def test_an_entry_for_which_a_card_is_due_waits_while_the_reader_is_silent(rig: Any) -> None:
    last_card_is_due(rig)
    rig.now_ns += BLIND_NS
    answered = fold(rig, 3)
    rig.now_ns += BLIND_NS
    rig.service.tick()
    assert not answered.done()
    assert not rig.service.record.alerts


def test_an_entry_that_waits_is_refused_when_the_reader_says_nothing_for_long(rig: Any) -> None:
    last_card_is_due(rig)
    answered = fold(rig, 3)
    while not answered.done():
        rig.now_ns = rig.service.next_due_ns()
        rig.service.tick()
    with pytest.raises(TableStoppedError, match="reader-lost"):
        answered.result()
    assert not rig.service.record.alerts


def test_an_entry_that_waits_is_refused_when_the_reader_is_lost(rig: Any) -> None:
    last_card_is_due(rig)
    answered = fold(rig, 3)
    rig.link("reader", "ready")
    rig.link("reader", "lost")
    with pytest.raises(TableStoppedError, match="reader-lost"):
        answered.result()
    assert not rig.service.record.alerts


def test_an_entry_for_which_a_card_lies_unheard_is_refused_when_nobody_looks(rig: Any) -> None:
    last_card_is_due(rig)
    rig.gone(rig.service.record.table.hand.held(Seat(6))[0].tag)  # the antenna hears nothing any more
    answered = fold(rig, 3)
    made_ns = rig.now_ns
    while not answered.done():
        assert rig.now_ns - made_ns < 2 * LOOKED_FOR_MAX_NS
        rig.scan()
    assert rig.now_ns - made_ns >= LOOKED_FOR_MAX_NS
    opened = [event.body for event in rig.journal.latest(OPENED)]
    assert b'{"code":"card-unheard","device":"reader","text":"seat:6"}' in opened
    with pytest.raises(TableStoppedError, match="card-unheard"):
        answered.result()
    assert not rig.service.record.alerts


def test_a_hand_thrown_in_after_its_fold_was_entered_follows_it(rig: Any) -> None:
    last_card_is_due(rig)
    facts: list[Any] = []
    rig.service.record.subscribe(lambda update: facts.append(update.fact))
    answered = fold(rig, 3)
    for placed in rig.service.record.table.hand.held(Seat(3)):
        rig.lay(placed.tag, "muck")
    while not answered.done():
        rig.scan()
    rig.look()
    assert [type(fact) for fact in facts] == [Action, CardSeen, CardSeen]


@pytest.mark.parametrize(("action", "throws_in"), [("fold", True), ("draw", True), ("check", False)])
def test_the_cards_of_a_player_whose_fold_or_draw_waits_are_known(rig: Any, action: Any, throws_in: bool) -> None:
    last_card_is_due(rig)
    rig.service.enter(Action(seat=Seat(3), action=action), "Ann", "dealer")
    assert rig.service.entries.throwing == ("seat:3" if throws_in else None)


def test_an_entry_may_wait_in_vain_for_a_card_of_a_repair(rig: Any) -> None:
    """Two cards are burned: one of them is to be moved."""
    rig.deal_until_action()
    while isinstance(rig.service.record.table.awaited(), AwaitAction):
        rig.step()
    rig.step()
    rig.put(rig.dealer.stub.take().uid, "burn")
    rig.look()
    assert isinstance(rig.service.record.table.awaited(), AwaitRemedy)
    rig.service.enter(Action(seat=Seat(1), action="check"), "Ann", "dealer")
    waited_from_ns = rig.now_ns
    while not rig.service.entries.waits_in_vain:
        assert rig.now_ns - waited_from_ns < PATIENCE_NS
        rig.scan()


def test_a_fold_that_waits_for_the_last_card_explains_the_hand_that_was_thrown_in_before_it(rig: Any) -> None:
    last_card_is_due(rig)
    facts: list[Any] = []
    rig.service.record.subscribe(lambda update: facts.append(update.fact))
    for placed in rig.service.record.table.hand.held(Seat(3)):
        rig.lay(placed.tag, "muck")
    for _ in range(8):
        rig.scan()
    answered = fold(rig, 3)
    for _ in range(120):  # longer than a moved card waits for what may explain it
        rig.scan()
    assert not facts
    rig.lay(rig.dealer.stub.take().uid, "seat:6")
    while not answered.done():
        rig.scan()
    rig.look()
    assert [getattr(fact, "zone", "fold") for fact in facts] == ["seat:6", "fold", "muck", "muck"]
    assert not rig.service.record.alerts


def test_a_card_turned_over_follows_the_new_card_that_was_heard_before(rig: Any) -> None:
    last_card_is_due(rig)
    turned = rig.service.record.table.hand.held(Seat(1))[0].tag
    facts: list[Any] = []
    rig.service.record.subscribe(lambda update: facts.append(update.fact))
    rig.lay(rig.dealer.stub.take().uid, "seat:6", rssi_dbm=-56)
    rig.scan(LAYOUT.antenna_of("seat:6"))
    rig.lay(turned, "seat:1", "up")
    rig.scan(LAYOUT.antenna_of("seat:1"))
    assert facts == []
    rig.look()
    assert [(fact.zone, fact.face) for fact in facts] == [("seat:6", "down"), ("seat:1", "up")]


def test_an_entry_that_waits_cannot_be_cancelled(rig: Any) -> None:
    last_card_is_due(rig)
    answered = fold(rig, 3)
    assert not answered.cancel()


def flop_lacks_a_card(rig: Any) -> None:
    """Deals until the third card of the flop is due."""
    rig.step()
    while len(rig.service.record.table.hand.felt.cards_in(BOARD)) < 2:
        rig.step()
    rig.scan()


def enter_in_vain(rig: Any, seat: int) -> Future[list[Outcome]]:
    """An entry, and scans until it is answered, or somebody is asked to look."""
    answered = fold(rig, seat)
    for _ in range(300):
        if answered.done() or rig.service.record.faults.is_open("card-unheard"):
            return answered
        rig.scan()
    raise AssertionError("it is neither answered nor asked about")


def refused_once_looked(rig: Any, answered: Future[list[Outcome]]) -> list[str]:
    """Somebody has looked and found no card. Returns the rules that refuse the entry then."""
    rig.service.clear_fault("card-unheard", "Ann", "dealer", "none lies there")
    for _ in range(300):
        if answered.done():
            break
        rig.scan()
    return refused(answered)


def test_an_entry_that_is_made_again_for_want_of_a_card_asks_for_that_card(rig: Any) -> None:
    flop_lacks_a_card(rig)
    assert refused(enter_in_vain(rig, 3)) == ["table.cards-due"]
    assert not rig.service.record.faults.is_open("card-unheard")
    again = enter_in_vain(rig, 3)
    assert not again.done()
    assert rig.service.record.faults.is_open("card-unheard")
    rig.lay(rig.dealer.stub.take().uid, "board", "up")
    for _ in range(40):
        rig.scan()
    assert "table.cards-due" not in refused(again)
    assert not rig.service.record.faults.is_open("card-unheard")


def test_an_entry_after_which_people_have_gone_on_asks_for_the_card_at_once(rig: Any) -> None:
    flop_lacks_a_card(rig)
    first, second = fold(rig, 3), fold(rig, 4)
    for _ in range(100):
        rig.scan()
    assert not first.done()
    assert rig.service.record.faults.is_open("card-unheard")
    rig.lay(rig.dealer.stub.take().uid, "board", "up")
    for _ in range(40):
        rig.scan()
    assert "table.cards-due" not in refused(first) + refused(second)


def test_an_entry_before_which_there_was_time_for_the_last_card_asks_for_it_at_once(rig: Any) -> None:
    flop_lacks_a_card(rig)
    for _ in range(100):
        rig.scan()
    answered = enter_in_vain(rig, 3)
    assert not answered.done()
    assert rig.service.record.faults.is_open("card-unheard")
    assert refused_once_looked(rig, answered) == ["table.cards-due"]


def test_later_cards_wait_as_well_while_somebody_is_asked_for_one_before_an_entry(rig: Any) -> None:
    flop_lacks_a_card(rig)
    for _ in range(100):
        rig.scan()
    enter_in_vain(rig, 3)
    assert rig.service.watch.perception.order.unheard_at == LAYOUT.antenna_of("board")


def test_nobody_is_asked_again_who_has_looked_for_that_card(rig: Any) -> None:
    flop_lacks_a_card(rig)
    assert refused(enter_in_vain(rig, 3)) == ["table.cards-due"]
    again = enter_in_vain(rig, 3)
    assert refused_once_looked(rig, again) == ["table.cards-due"]


def test_a_fold_that_the_cards_have_told_already_waits_for_no_card(rig: Any) -> None:
    while (awaited := rig.deal_until_action()).to_call:
        rig.act("call")
    antenna = LAYOUT.antenna_of(f"seat:{awaited.seat}")
    for uid in [uid for uid, (at, _) in rig.lying.items() if at == antenna]:
        rig.put(uid, "muck")
    assert awaited.seat not in rig.service.record.table.hand.betting.live
    assert isinstance(rig.service.record.table.awaited(), AwaitCard), "the round is over"
    answered = fold(rig, awaited.seat)
    rig.scan()
    assert answered.done()
    assert refused(answered) == []


def test_an_action_that_has_waited_for_the_last_card_waits_for_none_that_is_missed_by_then(rig: Any) -> None:
    last_card_is_due(rig)
    answered, made_ns = fold(rig, 3), rig.now_ns
    while rig.now_ns - made_ns < UNSURE_NS:
        rig.scan()
    rig.lay(rig.dealer.stub.take().uid, "seat:6")
    rig.gone(rig.service.record.table.hand.held(Seat(4))[0].tag)
    while not answered.done() and rig.service.record.table.hand.felt.out_count < 12:
        rig.scan(LAYOUT.antenna_of("seat:4"))
        rig.scan(LAYOUT.antenna_of("seat:6"))
    assert answered.done()
