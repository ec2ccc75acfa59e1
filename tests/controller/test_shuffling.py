"""The shuffler's part in a table: what it is told, when it is held, and what its reports mean."""

from typing import Any

import msgspec
import pytest

from burncard.controller.config import TableConfig
from burncard.firmware_bridge.events import DeviceFault, DeviceIdentified
from burncard.rules.facts import Press, Shuffler
from burncard.rules.outcomes import AwaitPlain


def facts_of(rig: Any) -> list[Shuffler]:
    heard: list[Shuffler] = []
    rig.service.record.subscribe(
        lambda update: heard.append(update.fact) if isinstance(update.fact, Shuffler) else None
    )
    return heard


def events_of(rig: Any, kind: str) -> list[dict[str, Any]]:
    return [msgspec.json.decode(event.body) for event in rig.journal.events() if event.kind == kind]


def stop(rig: Any) -> str:
    """A stop ruling in a hand in play; its id."""
    rig.put(rig.dealer.stub.take().uid, "board", "up")
    ruling: str = rig.service.record.alerts[0].id
    return ruling


def awaiting_a_cut(rig: Any) -> None:
    """A hand in play whose pack has to be cut again before the deal."""
    rig.report("deck-in", count=52)
    for event in ("shuffled", "verified"):
        rig.report(event, count=52)
    rig.report("cut", parts=(50, 2))
    rig.report("delivered", count=52)
    awaited = rig.service.record.table.awaited()
    assert isinstance(awaited, AwaitPlain)
    assert awaited.await_ == "cut"


def test_a_loaded_pack_is_shuffled_once(rig: Any) -> None:
    rig.report("deck-in", count=52)
    for _ in range(3):
        rig.service.tick()
    assert rig.shuffler.commands == ["shuffled"]


def test_a_delivered_pack_is_not_shuffled_again(rig: Any) -> None:
    rig.load()
    rig.deal_until_action()
    rig.link("shuffler", "ready")
    assert rig.shuffler.commands == ["shuffled"]


@pytest.mark.parametrize(("fails", "heals"), [("jam", "recovered"), ("door-open", "door-closed")])
def test_a_delivered_pack_that_a_failure_undoes_is_shuffled_again(rig: Any, fails: str, heals: str) -> None:
    """The hand could not begin at once; without its shuffle it never would."""
    rig.service.record.faults.raise_("journal-damaged", "journal", "row 3")
    rig.load()
    assert not rig.service.record.in_hand
    rig.report(fails, code="exit")
    rig.report(heals)
    assert rig.shuffler.commands == ["shuffled", "shuffled"]


def fail_and_heal(rig: Any) -> None:
    rig.report("jam", code="exit")
    rig.report("recovered")


def test_a_pack_that_is_being_dealt_from_is_not_shuffled_after_a_jam(rig: Any) -> None:
    rig.load()
    assert rig.service.record.in_hand
    fail_and_heal(rig)
    assert rig.shuffler.commands == ["shuffled"]


def test_the_other_pack_is_shuffled_again_after_a_jam_in_a_hand(rig: Any) -> None:
    rig.deal_until_action()
    rig.report("deck-in", count=52)
    for event in ("shuffled", "verified", "cut", "delivered"):
        rig.report(event, count=52)
    assert rig.service.shuffling.pack.ready
    fail_and_heal(rig)
    assert not rig.service.shuffling.pack.ready
    assert rig.shuffler.commands == ["shuffled"] * 3


def test_a_pack_that_was_taken_out_is_not_shuffled_after_a_jam(rig: Any) -> None:
    rig.report("deck-in", count=52)
    rig.report("deck-out", count=52)
    fail_and_heal(rig)
    assert rig.shuffler.commands == ["shuffled"]


def test_a_table_without_drivers_follows_what_is_reported(open_rig: Any) -> None:
    rig = open_rig()
    rig.service.shuffling.driver = rig.service.devices.reader = None
    rig.service.shuffling.clear_jam("Ann")
    rig.service.on_event("reader", DeviceIdentified("reader", "VR-1", "1.0", "AB", 15, True, True))
    rig.load()
    assert rig.service.record.in_hand
    assert rig.shuffler.commands == []


def test_nothing_is_commanded_before_a_pack_is_loaded(rig: Any) -> None:
    rig.link("shuffler", "ready")
    rig.service.tick()
    assert rig.shuffler.commands == []


@pytest.mark.parametrize(
    ("fail", "heal"),
    [
        (lambda rig: rig.link("shuffler", "lost"), lambda rig: rig.link("shuffler", "ready")),
        (lambda rig: rig.report("jam", code="exit"), lambda rig: rig.report("recovered")),
        (lambda rig: rig.report("door-open"), lambda rig: rig.report("door-closed")),
        (lambda rig: rig.report("fault", code="E7"), lambda rig: rig.report("self-tested")),
        (lambda rig: rig.report("fault", code="E7"), lambda rig: rig.report("recovered")),
        (
            lambda rig: rig.service.on_event("shuffler", DeviceFault("E7", "motor")),
            lambda rig: rig.service.clear_fault("shuffler-fault", "Cid", "technician", "motor replaced"),
        ),
    ],
    ids=["lost", "jam", "door", "fault and self-test", "fault and recovery", "device fault"],
)
def test_a_shuffler_that_failed_is_told_its_work_again_when_it_is_well(rig: Any, fail: Any, heal: Any) -> None:
    rig.link("shuffler", "ready")
    rig.report("deck-in", count=52)
    fail(rig)
    rig.service.tick()
    assert rig.shuffler.commands == ["shuffled"]
    assert [fault.device for fault in rig.service.record.faults.open] == ["shuffler"]
    heal(rig)
    assert rig.service.record.faults.open == []
    assert rig.shuffler.commands == ["shuffled", "shuffled"]


def test_a_wrong_pack_does_not_keep_the_next_one_from_being_shuffled(rig: Any) -> None:
    rig.load(count=51)
    assert rig.service.record.faults.is_open("deck-wrong")
    rig.report("deck-in", count=52)
    assert rig.shuffler.commands == ["shuffled", "shuffled"]


def test_a_wrong_pack_is_not_shuffled_again_by_itself(rig: Any) -> None:
    rig.report("deck-in", count=51)
    rig.report("shuffled", count=51)
    rig.report("verified", count=51)
    rig.service.tick()
    assert rig.shuffler.commands == ["shuffled"]


def test_a_shuffler_without_work_is_not_sent_to_idle(rig: Any) -> None:
    rig.deal_until_action()
    rig.shuffler.commands.clear()
    stop(rig)
    assert rig.shuffler.commands == []


def test_a_shuffler_of_a_restarted_table_has_no_work(rig: Any) -> None:
    rig.deal_until_action()
    rig.reopen()
    stop(rig)
    assert rig.shuffler.commands == []


def test_a_pack_loaded_during_a_stop_waits_for_the_acknowledgement(rig: Any) -> None:
    rig.deal_until_action()
    ruling = stop(rig)
    rig.shuffler.commands.clear()
    rig.report("deck-in", count=52)
    assert rig.shuffler.commands == []
    rig.service.submit(Press(press="ack", ruling=ruling, by="dealer"), "Ann", "dealer")
    assert rig.shuffler.commands == ["shuffled"]


def test_a_held_shuffler_is_sent_to_idle_once(rig: Any) -> None:
    rig.deal_until_action()
    rig.report("deck-in", count=52)
    stop(rig)
    rig.service.tick()
    assert rig.shuffler.commands[-2:] == ["shuffled", "idle"]


def test_loading_the_cards_of_a_misdeal_acknowledges_it(rig: Any) -> None:
    rig.load()
    rig.put(rig.dealer.stub.take().uid, "seat:1", "up")
    assert [ruling.decision for ruling in rig.service.record.alerts] == ["misdeal"]
    heard: list[Any] = []
    rig.service.record.subscribe(lambda update: heard.append(update.fact))
    rig.report("deck-in", count=52)
    assert rig.service.record.alerts == []
    assert heard == [Press(press="ack", ruling="r1", by="shuffler")]


def test_loading_the_next_pack_during_a_hand_acknowledges_nothing(rig: Any) -> None:
    rig.deal_until_action()
    ruling = stop(rig)
    rig.report("deck-in", count=52)
    assert [alert.id for alert in rig.service.record.alerts] == [ruling]


def test_a_stub_shuffled_for_a_repair_is_not_the_next_pack(rig: Any) -> None:
    awaiting_a_cut(rig)
    heard = facts_of(rig)
    rig.report("deck-in", count=52)
    rig.report("shuffled", count=52, riffles=4)
    rig.report("verified", count=52)
    rig.report("cut", parts=(26, 26))
    assert [(fact.event, fact.back) for fact in heard] == [("shuffled", "red"), ("cut", "red")]
    assert not rig.service.shuffling.pack.loaded
    assert rig.service.record.table.awaited().await_ == "card"
    rig.report("delivered")
    rig.report("deck-in", count=52)
    assert rig.service.shuffling.pack.loaded


def awaiting_a_return(rig: Any) -> str:
    """A hand in play whose premature flop is to go back to the stub, which is then shuffled; the tag on the board."""
    rig.deal_until_action()
    dealt = [rig.dealer.stub.take().uid for _ in range(2)]
    rig.put(dealt[0], "burn")
    rig.put(dealt[1], "board", "up")
    rig.service.submit(Press(press="ack", ruling=rig.service.record.alerts[0].id, by="dealer"), "dealer")
    while rig.service.record.table.awaited().await_ == "action":
        rig.step()
    assert rig.service.record.table.awaited().await_ == "return"
    last: str = dealt[1]
    return last


def test_a_stub_that_is_loaded_before_its_last_card_was_heard_is_shuffled_once_it_has_been(rig: Any) -> None:
    last = awaiting_a_return(rig)
    before, heard = list(rig.shuffler.commands), facts_of(rig)
    rig.report("deck-in", count=44)
    rig.look(5)
    assert rig.shuffler.commands == before, "the card may lie beside the machine"
    rig.put(last, "stub")
    assert rig.shuffler.commands == [*before, "shuffled"]
    rig.report("shuffled", count=44, riffles=4)
    rig.report("cut", parts=(22, 22))
    assert [fact.event for fact in heard] == ["shuffled", "cut"]
    assert not rig.service.shuffling.pack.loaded
    awaited = rig.service.record.table.awaited()
    assert (awaited.await_, awaited.step.do, awaited.step.to) == ("remedy", "deal", "board")


def test_of_two_decks_the_other_one_may_be_loaded_while_a_card_is_to_come_back(open_rig: Any) -> None:
    rig = open_rig(config=TableConfig(backs=("red", "blue")))
    awaiting_a_return(rig)
    rig.report("deck-in", count=52)
    assert rig.service.shuffling.pack.loaded


@pytest.mark.parametrize("ended_by", ["delivered", "deck-out"])
def test_a_repair_in_the_shuffler_ends_with_the_stub_coming_out(rig: Any, ended_by: str) -> None:
    awaiting_a_cut(rig)
    heard = facts_of(rig)
    rig.report("deck-in", count=52)
    rig.report(ended_by)
    rig.report("cut", parts=(26, 26))
    assert heard == []
    assert rig.service.record.table.awaited().await_ == "cut"


def test_reports_that_matter_are_journaled_with_count_and_code(rig: Any) -> None:
    for event in ("jam", "recovered", "door-open", "door-closed", "fault", "self-tested", "sorted", "deck-out"):
        rig.report(event, count=3, code="exit")
        assert events_of(rig, event) == [{"device": "shuffler", "count": 3, "code": "exit"}], event
    rig.report("progress", count=3)
    assert events_of(rig, "progress") == []


def test_the_health_of_a_shuffler_shows_what_it_reported_last(rig: Any) -> None:
    health = rig.service.devices.health["shuffler"]
    for fail, shown, heal in (
        ("jam", "jam exit", "recovered"),
        ("fault", "fault exit", "self-tested"),
        ("door-open", "door-open exit", "door-closed"),
    ):
        rig.report(fail, code="exit")
        assert health.fault == shown
        rig.report(heal)
        assert health.fault == ""


def test_a_jam_is_cleared_by_command(rig: Any) -> None:
    rig.service.shuffling.clear_jam("Ann")
    assert rig.shuffler.commands == ["jam-cleared"]
    assert events_of(rig, "clear-jam") == [{"operator": "Ann"}]
