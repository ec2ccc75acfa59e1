"""The pack for the next hand: what makes it ready, what undoes that, and the record of its check."""

from itertools import product

import pytest

from burncard.controller.decks.decks import Decks
from burncard.controller.devices.next_pack import UNDOES, DeckCheck, NextPack, report_fact
from burncard.controller.machine import TableMachine, TableState
from burncard.firmware_bridge.events import ShufflerReport
from burncard.rules.cards import PACK, UNREAD
from burncard.rules.facts import Shuffler

TAGS = {f"E00401{number:010X}": card for number, card in enumerate(PACK)}
NEEDED = ("shuffled", "verified", "cut")


@pytest.fixture
def decks() -> Decks:
    decks = Decks()
    decks.enrol("red", TAGS)
    return decks


def reported(decks: Decks, *events: str) -> NextPack:
    pack = NextPack("red")
    pack.load()
    for event in events:
        pack.take(ShufflerReport(event, 52), decks)
    return pack


def test_a_new_pack_is_not_loaded() -> None:
    pack = NextPack("red")
    assert (pack.loaded, pack.ready, pack.trouble, pack.state) == (False, False, "", TableState.COLLECTING)


REPORTS = (*NEEDED, "delivered")


@pytest.mark.parametrize("length", range(1, 6))
def test_no_order_but_shuffled_verified_cut_and_delivered_makes_a_pack_ready(decks: Decks, length: int) -> None:
    for events in product((*REPORTS, "load", "jam"), repeat=length):
        pack = reported(decks)
        for event in events:
            if event == "load":
                pack.load()
            else:
                pack.take(ShufflerReport(event, 52), decks)
        done = "".join(event[0] for event in events)
        since = done[done.rfind("s") + 1 :] if "s" in done else "l"
        in_order = -1 < since.rfind("v") < since.rfind("c") < since.rfind("d")
        assert pack.ready == (in_order and "l" not in since and "j" not in since), events


def test_what_is_done_again_undoes_what_came_after_it(decks: Decks) -> None:
    pack = reported(decks, *REPORTS, "shuffled")
    assert ([fact.event for fact in pack.facts], pack.ready) == (["shuffled"], False)
    for event in REPORTS[1:]:
        pack.take(ShufflerReport(event, 52), decks)
    assert pack.ready
    assert [fact.event for fact in pack.facts] == list(NEEDED)


def test_reports_of_no_consequence_change_nothing(decks: Decks) -> None:
    pack = reported(decks, *NEEDED, "delivered", "progress", "counted")
    assert pack.ready
    assert len(pack.facts) == 3


@pytest.mark.parametrize("event", sorted(UNDOES))
def test_whatever_may_change_the_pack_undoes_its_preparation(decks: Decks, event: str) -> None:
    pack = reported(decks, *NEEDED, "delivered", event)
    assert not pack.ready
    assert not pack.delivered
    assert pack.facts == []
    assert pack.loaded is (event != "deck-out")


def test_a_pack_that_was_never_loaded_is_not_loaded_by_being_touched(decks: Decks) -> None:
    pack = NextPack("red")
    pack.take(ShufflerReport("sorted", 52), decks)
    assert not pack.loaded


def test_loading_starts_again(decks: Decks) -> None:
    pack = reported(decks, *NEEDED, "delivered")
    pack.trouble = "a card is in the pack twice"
    pack.load()
    assert (pack.loaded, pack.delivered, pack.trouble, pack.facts) == (True, False, "", [])


@pytest.mark.parametrize(
    ("events", "state"),
    [
        ((), TableState.SHUFFLING),
        (("verified", "cut"), TableState.SHUFFLING),
        (("shuffled",), TableState.DECK_CHECK),
        (("shuffled", "cut"), TableState.DECK_CHECK),
        (("shuffled", "verified"), TableState.CUT),
        ((*NEEDED, "delivered"), TableState.CUT),
    ],
)
def test_the_state_follows_what_has_been_done(decks: Decks, events: tuple[str, ...], state: TableState) -> None:
    assert reported(decks, *events).state is state


def test_the_machine_follows_a_pack_whatever_is_reported_of_it(decks: Decks) -> None:
    reports = [ShufflerReport(event, count) for event in REPORTS for count in (52, 51)]
    reports += map(ShufflerReport, ("jam", "deck-out"))
    moved: set[tuple[TableState, TableState]] = set()
    for taken in product((None, *reports), repeat=4):
        pack = NextPack("red")
        pack.load()
        for report in taken:
            before = pack.state
            if report is None:
                pack.load()
            else:
                pack.take(report, decks)
            moved.add((before, pack.state))
    assert (TableState.CUT, TableState.DECK_CHECK) in moved
    for before, after in moved:
        machine = TableMachine()
        machine.state = before
        machine.move_to(after)


def test_a_pack_in_trouble_is_still_being_checked_and_never_ready(decks: Decks) -> None:
    pack = reported(decks, "shuffled")
    pack.take(ShufflerReport("verified", 51), decks)
    assert pack.trouble == "51 cards where 52 are due"
    assert (pack.state, pack.ready) == (TableState.DECK_CHECK, False)
    for event in REPORTS[1:]:
        pack.take(ShufflerReport(event, 52), decks)
    assert (pack.trouble, pack.ready) == ("", True)


def test_the_record_of_a_check_has_the_tags_in_order(decks: Decks) -> None:
    pack = reported(decks)
    report = ShufflerReport(
        "verified",
        51,
        missing=frozenset({"E2", "E1"}),
        duplicate=frozenset({"E4", "E3"}),
        boxed=frozenset({"E6", "E5"}),
        foreign=2,
        unread=1,
    )
    assert pack.check(report, "VS-1").passed
    pack.take(report, decks)
    assert pack.check(report, "VS-1") == DeckCheck(
        device="shuffler",
        serial_number="VS-1",
        back="red",
        passed=False,
        reason="a card is in the pack twice",
        count=51,
        missing=("E1", "E2"),
        duplicate=("E3", "E4"),
        boxed=("E5", "E6"),
        foreign=2,
        unread=1,
    )


def test_a_report_as_a_fact_counts_cards_and_names_none() -> None:
    report = ShufflerReport(
        "verified", 51, missing=frozenset({"E1"}), duplicate=frozenset({"E2", "E3"}), boxed=frozenset({"E4"}), foreign=2
    )
    fact = report_fact(report, "red")
    assert (fact.back, fact.count, fact.foreign) == ("red", 51, 2)
    assert (fact.missing, fact.duplicate, fact.boxed) == ([UNREAD], [UNREAD] * 2, [UNREAD])
    assert (fact.riffles, fact.parts, fact.code) == (None, None, None)


def test_a_shuffle_and_a_cut_say_how() -> None:
    shuffled = report_fact(ShufflerReport("shuffled", 52, riffles=4), "red")
    assert shuffled == Shuffler(event="shuffled", back="red", riffles=4)
    cut = report_fact(ShufflerReport("cut", 52, parts=(20, 32), code="E7"), "red")
    assert cut == Shuffler(event="cut", back="red", parts=[20, 32], code="E7")
