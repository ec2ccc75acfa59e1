"""The table service: order, locks, commands, restarts, and secrets kept."""

from typing import Any

import msgspec
import pytest

from burncard.controller.config import TableConfig
from burncard.controller.decks.decks import DeckError
from burncard.controller.faults import FAULT_KINDS, NotAllowedError, Role
from burncard.controller.journal.history import updates_between
from burncard.controller.journal.journal import JournalDamagedError, JournalWriteError
from burncard.controller.journal.stored import from_stored
from burncard.controller.machine import TableState
from burncard.controller.views import view_of
from burncard.firmware_bridge.events import DeviceFault, DeviceIdentified
from burncard.hardware.layout import load_layout
from burncard.rules.cards import PACK, Card, Seat, Zone
from burncard.rules.facts import CardSeen, Hand, Press
from burncard.rules.outcomes import AwaitCard, Result, Ruling
from burncard.rules.table import Table

LAYOUT = load_layout()
SCAN_NS = 15_000_000
ROLES: tuple[Role, ...] = ("dealer", "floor", "auditor", "observer")


def felt_view(rig: Any) -> dict[str, Any]:
    """What must be the same after a restart: all but the devices, and the state while no hand is in play."""
    view: dict[str, Any] = view_of(rig.service, "observer")
    if not rig.service.record.in_hand:
        for key in ("state", "seats", "board", "burns", "muck", "aside"):
            del view[key]
    return view


def state(rig: Any) -> str:
    """The state that the table shows."""
    shown: str = view_of(rig.service)["state"]
    return shown


# ---- the way of a hand --------------------


def test_ten_hands_are_played_from_reader_and_shuffler_events(rig: Any) -> None:
    results: list[Result] = []
    rig.service.record.subscribe(lambda told: results.extend(o for o in told.outcomes if isinstance(o, Result)))
    for _ in range(10):
        rig.play_hand()
    assert len(results) == 10
    assert {result.ended for result in results} <= {"showdown", "uncontested"}
    assert sum(result.stacks[Seat(1)] >= 0 for result in results) == 10
    assert rig.service.record.alerts == []


def test_the_button_moves_one_seat_a_hand_and_stays_after_a_misdeal(rig: Any) -> None:
    hands: list[Hand] = []
    rig.service.record.subscribe(lambda told: hands.append(told.fact) if isinstance(told.fact, Hand) else None)
    rig.play_hand()
    rig.play_hand()
    rig.load()
    awaited = rig.service.record.table.awaited()
    assert isinstance(awaited, AwaitCard)
    rig.put(rig.red[0].uid, awaited.zone, "up")  # the first card of the deal is shown: a misdeal
    assert not rig.service.record.in_hand
    rig.load()
    assert [hand.button for hand in hands] == [6, 1, 2, 2]


def test_the_journal_has_a_fact_before_listeners_hear_of_it(rig: Any) -> None:
    numbers: list[tuple[int, int]] = []
    rig.service.record.subscribe(lambda told: numbers.append((told.number, sum(1 for _ in rig.journal.facts()))))
    rig.play_hand()
    assert numbers
    assert all(number == journaled for number, journaled in numbers)


def test_the_reader_scans_most_where_the_next_card_is_due(rig: Any) -> None:
    rig.load()
    rig.step()
    asked = [rig.reader.choose(rig.clock_ns() + number * SCAN_NS) for number in range(30)]
    assert max(asked, key=asked.count) == LAYOUT.antenna_of("seat:2")


def test_a_listener_that_comes_back_hears_what_it_missed(rig: Any) -> None:
    heard: list[Any] = []
    rig.service.record.subscribe(heard.append)
    rig.play_hand()
    assert [*rig.service.record.updates_after(3)] == heard[3:]
    rig.reopen()
    assert [*rig.service.record.updates_after(3)] == heard[3:]


def test_a_listener_that_returns_late_hears_everything_from_the_hand_that_it_left(rig: Any) -> None:
    heard: list[Any] = []
    rig.service.record.subscribe(heard.append)
    for _ in range(3):
        rig.play_hand()
    journal, decks, count = rig.journal, rig.decks, len(heard)
    begun = [update.number for update in heard if isinstance(update.fact, Hand)]
    for after in (0, *begun, *(number - 1 for number in begun), count // 2, count - 1, count):
        assert [*updates_between(journal, decks, after, count)] == heard[after:]
    assert [told.number for told in updates_between(journal, decks, 5, 8)] == [6, 7, 8]


# ---- only a right pack is dealt from --------------------


@pytest.mark.parametrize(
    ("verified", "reason"),
    [
        ({"count": 51, "missing": frozenset({"E004010000000001"})}, "51 cards where 52 are due"),
        ({"count": 53}, "53 cards where 52 are due"),
        ({"duplicate": frozenset({"E004010000000001"})}, "a card is in the pack twice"),
        ({"foreign": 1}, "1 card(s) of another deck are in the pack"),
        ({"missing": frozenset({"E004010000000001"})}, "1 card(s) are missing"),
    ],
)
def test_a_wrong_pack_is_not_dealt_from_until_a_right_one_is_verified(
    rig: Any, verified: dict[str, Any], reason: str
) -> None:
    rig.load(**verified)
    assert not rig.service.record.in_hand
    assert rig.service.deck_trouble == reason
    assert [fault.code for fault in rig.service.record.faults.open] == ["deck-wrong"]
    assert rig.service.machine.state is TableState.FAULT
    rig.load()
    assert rig.service.record.in_hand
    assert rig.service.record.faults.open == []


@pytest.mark.parametrize("left_out", ["shuffled", "verified", "cut"])
def test_a_pack_is_dealt_only_when_shuffled_verified_and_cut_for_this_hand(rig: Any, left_out: str) -> None:
    rig.report("deck-in", count=52)
    for event in ("shuffled", "verified", "cut", "delivered"):
        if event != left_out:
            rig.report(event, count=52)
    assert not rig.service.record.in_hand
    rig.load()
    assert rig.service.record.in_hand


@pytest.mark.parametrize("undone_by", ["door-open", "jam", "sorted", "deck-out"])
def test_whatever_touches_the_pack_undoes_its_shuffle(rig: Any, undone_by: str) -> None:
    rig.report("deck-in", count=52)
    for event in ("shuffled", "verified", "cut", undone_by, "door-closed", "recovered", "delivered"):
        rig.report(event, count=52)
    assert not rig.service.record.in_hand


def test_every_check_of_a_deck_leaves_its_record(rig: Any) -> None:
    rig.service.on_event("shuffler", DeviceIdentified("shuffler", "VS-7", "1.0", "AB", 0, False, True))
    missing = rig.red[3].uid
    rig.load(count=51, missing=frozenset({missing}))
    checks = [msgspec.json.decode(event.body) for event in rig.journal.events() if event.kind == "deck-check"]
    assert [(check["serial_number"], check["passed"], check["missing"]) for check in checks] == [
        ("VS-7", False, [missing])
    ]


def test_two_decks_take_turns_and_wait_for_the_other_to_leave_the_table(open_rig: Any) -> None:
    rig = open_rig(config=TableConfig(backs=("red", "blue")))
    rig.play_hand()
    left = next(iter(rig.lying))
    zone = rig.service.watch.where(left)
    assert rig.service.shuffling.pack.back == "blue"
    for event in ("deck-in", "shuffled", "verified", "cut", "delivered"):
        rig.report(event, count=52)
    assert not rig.service.record.in_hand
    assert rig.service.deck_trouble == "cards of the other pack are still on the table"
    rig.lying.clear()
    rig.look()
    assert rig.service.record.in_hand
    assert rig.service.record.table.hand.fact.back == "blue"
    rig.put(left, zone)
    assert not rig.service.record.in_hand  # a red card in a hand of the blue deck: the hand is void


def enrol(rig: Any, uid: str) -> None:
    """A technician lays the next card on those that lie there, and two scans hear it."""
    rig.lay(uid, "board", "up")
    for _ in range(2):
        rig.scan(LAYOUT.antenna_of("board"))


def test_a_deck_is_enrolled_at_the_table_and_dealt_from(open_rig: Any) -> None:
    rig = open_rig(config=TableConfig(backs=("green",)))
    with pytest.raises(DeckError, match="maintenance"):
        rig.service.begin_enrolment("green", "Cid")
    rig.service.set_mode("maintenance", "Cid")
    rig.service.begin_enrolment("green", "Cid")
    uids = [f"E00403{number:010X}" for number in range(52)]
    for uid in uids[:51]:
        enrol(rig, uid)
    with pytest.raises(DeckError, match="missing, the first of them As"):
        rig.service.end_enrolment("Cid", keep=True)
    assert view_of(rig.service, "technician")["enrolment"] == {"back": "green", "count": 51, "due": "As"}
    assert view_of(rig.service, "observer")["enrolment"] is None
    enrol(rig, uids[51])
    assert rig.service.end_enrolment("Cid", keep=True) == []
    assert rig.journal.count == 0
    rig.service.set_mode("open", "Cid")
    rig.load()
    rig.put(uids[0], "seat:1")
    assert rig.service.record.in_hand
    assert rig.service.record.table.awaited().zone == "seat:2"
    assert rig.decks.tags_of("green") == frozenset(uids)


def test_an_enrolment_is_journaled_from_its_beginning_to_its_end(rig: Any) -> None:
    rig.service.set_mode("maintenance", "Cid")
    assert rig.service.begin_enrolment("green", "Cid", joker=True).due == "2c"
    enrol(rig, "E004030000000001")
    rig.service.end_enrolment("Dora", keep=False)
    events = [(event.kind, msgspec.json.decode(event.body)) for event in rig.journal.events()]
    assert events[1:] == [
        ("mode", {"mode": "maintenance", "operator": "Cid"}),
        ("enrolment", {"back": "green", "operator": "Cid"}),
        ("enrolled", {"back": "green", "count": 1, "kept": False, "operator": "Dora"}),
    ]
    assert rig.service.enrolment is None


def test_cards_laid_down_for_an_enrolment_are_no_cards_of_a_hand(rig: Any) -> None:
    rig.service.set_mode("maintenance", "Cid")
    rig.lay(rig.red[0].uid, "seat:1", rssi_dbm=-78)
    rig.scan(1)
    rig.service.begin_enrolment("red", "Cid")
    rig.lay(rig.red[1].uid, "seat:1")
    rig.look(20)
    rig.lying.clear()
    rig.service.end_enrolment("Cid", keep=False)
    rig.look(20)
    assert rig.service.watch.resting(rig.now_ns) == frozenset()
    assert rig.journal.count == 0


def test_an_enrolment_given_up_leaves_the_decks_as_they_were(rig: Any) -> None:
    rig.service.set_mode("maintenance", "Cid")
    rig.service.begin_enrolment("red", "Cid")
    enrol(rig, "E004030000000001")
    assert rig.service.end_enrolment("Cid", keep=False) == []
    assert rig.decks.tags_of("red") == rig.red_tags
    with pytest.raises(DeckError, match="no deck"):
        rig.service.end_enrolment("Cid", keep=True)


# ---- a stop stops --------------------


def test_the_shuffler_is_held_while_a_stop_is_not_acknowledged(rig: Any) -> None:
    rig.deal_until_action()
    rig.shuffler.commands.clear()
    rig.report("deck-in", count=52)
    assert rig.shuffler.commands == ["shuffled"]  # the pack for the next hand, shuffled during this one
    rig.put(rig.dealer.stub.take().uid, "board", "up")
    stop = rig.service.record.alerts[0]
    assert rig.shuffler.commands[-1] == "idle"
    rig.service.submit(Press(press="ack", ruling=stop.id, by="dealer"), "Ann", "dealer")
    assert rig.service.record.alerts == []
    assert rig.shuffler.commands[-1] == "shuffled"


def test_a_stop_stays_until_its_repair_is_done(rig: Any) -> None:
    rig.load()
    for zone in ("seat:1", "seat:2"):
        rig.put(rig.dealer.stub.take().uid, zone)
    shown = rig.dealer.stub.take().uid
    rig.put(shown, "seat:3", "up")
    assert len(rig.service.record.alerts) == 1
    card = rig.decks.find(shown).card
    rig.service.submit(CardSeen(card=card, zone=Zone("seat:3"), face="up", tag=shown), "reader")
    assert len(rig.service.record.alerts) == 1
    for zone in ("seat:4", "seat:5", "seat:6", *(f"seat:{seat}" for seat in range(1, 7)), "seat:3"):
        rig.put(rig.dealer.stub.take().uid, zone)
        assert len(rig.service.record.alerts) == 1
    rig.put(shown, "burn", "up")
    assert rig.service.record.alerts == []


def test_a_dealer_cannot_speak_by_the_floor(rig: Any) -> None:
    rig.deal_until_action()
    outcomes = rig.service.submit(Press(press="void-hand", by="floor", reason="x"), "Ann", "dealer")
    assert outcomes[0].rule == "table.floor-only"
    assert rig.service.record.in_hand
    rig.service.submit(Press(press="void-hand", by="floor", reason="fire alarm"), "Bea", "floor")
    assert not rig.service.record.in_hand


# ---- faults --------------------


def raise_fault(rig: Any, code: str) -> None:
    """Brings a fault about the way it comes about at a table."""
    match code:
        case "reader-lost" | "shuffler-lost":
            rig.link(code.removesuffix("-lost"), "ready")
            rig.link(code.removesuffix("-lost"), "lost")
        case "reader-fault" | "shuffler-fault":
            rig.service.on_event(code.removesuffix("-fault"), DeviceFault("E7", "coil"))
        case "shuffler-jam":
            rig.report("jam", code="exit")
        case "shuffler-door":
            rig.report("door-open")
        case "deck-wrong":
            rig.load(count=51)
        case "tag-in-two-places":
            rig.load()
            uid = rig.red[0].uid
            rig.put(uid, "seat:1")
            rig.lay(uid, "seat:5", copy=True)
            rig.look(300)
        case "felt-differs":
            rig.deal_until_action()
            rig.service.on_event("reader", DeviceIdentified("reader", "VR-1", "1.0", "AB", 15, True, True))
            rig.now_ns += 3_000_000_000
            rig.service.tick()
        case _:
            rig.service.record.faults.raise_(code, "journal", "row 3")


@pytest.mark.parametrize("code", sorted(FAULT_KINDS))
def test_a_fault_outlives_a_power_cut_and_blocks_the_next_hand(rig: Any, code: str) -> None:
    raise_fault(rig, code)
    assert code in [fault.code for fault in rig.service.record.faults.open]
    before = rig.service.record.faults.open
    rig.reopen()
    assert rig.service.record.faults.open == before
    if rig.service.record.in_hand:
        rig.service.submit(Press(press="void-hand", by="floor", reason="end"), "Bea", "floor")
    for event in ("deck-in", "shuffled", "cut", "delivered"):
        rig.report(event, count=52)
    assert not rig.service.record.in_hand
    assert rig.service.machine.state is TableState.FAULT


@pytest.mark.parametrize("code", sorted(FAULT_KINDS))
@pytest.mark.parametrize("role", ["dealer", "floor", "technician", "auditor", "observer"])
def test_only_those_entitled_clear_a_fault(rig: Any, code: str, role: Any) -> None:
    raise_fault(rig, code)
    if role in FAULT_KINDS[code].cleared_by:
        rig.service.clear_fault(code, "Bea", role, "seen to")
        assert rig.service.record.faults.open == []
        cleared = [event for event in rig.journal.events() if event.kind == "fault-cleared"][-1]
        assert msgspec.json.decode(cleared.body) == {"code": code, "operator": "Bea", "reason": "seen to"}
    else:
        with pytest.raises(NotAllowedError):
            rig.service.clear_fault(code, "Bea", role, "seen to")
        assert rig.service.record.faults.is_open(code)


@pytest.mark.parametrize(
    ("code", "cure"),
    [
        ("reader-lost", lambda rig: rig.link("reader", "ready")),
        ("shuffler-lost", lambda rig: rig.link("shuffler", "ready")),
        ("shuffler-jam", lambda rig: rig.report("recovered")),
        ("shuffler-door", lambda rig: rig.report("door-closed")),
        ("deck-wrong", lambda rig: rig.load()),
    ],
)
def test_a_fault_ends_when_its_cause_is_gone(rig: Any, code: str, cure: Any) -> None:
    raise_fault(rig, code)
    rig.reopen()
    cure(rig)
    assert rig.service.record.faults.open == []


def test_a_hand_in_play_stops_for_a_lost_reader_and_goes_on(rig: Any) -> None:
    rig.link("reader", "ready")
    rig.deal_until_action()
    rig.link("reader", "lost")
    assert state(rig) == "fault"
    rig.link("reader", "ready")
    assert state(rig) == "betting"


def test_a_changed_serial_number_is_an_event(rig: Any) -> None:
    for serial in ("VR-1", "VR-1", "VR-2"):
        rig.service.on_event("reader", DeviceIdentified("reader", serial, "1.0", "AB", 15, True, True))
    kinds = [event.kind for event in rig.journal.events() if event.kind.startswith("device")]
    assert kinds == ["device", "device", "device-changed"]


def test_a_closed_table_begins_no_hand(rig: Any) -> None:
    rig.play_hand()
    rig.service.set_mode("closed", "Bea")
    rig.load()
    assert not rig.service.record.in_hand
    rig.reopen()
    assert rig.service.machine.state is TableState.CLOSED
    rig.service.set_mode("open", "Bea")
    rig.load()
    assert rig.service.record.in_hand


# ---- restarts --------------------


def test_killed_after_every_fact_the_table_resumes_as_if_nothing_had_been(open_rig: Any) -> None:
    straight, killed = open_rig(seed=4), open_rig(seed=4)
    for _ in range(4):
        for done in (straight, killed):
            done.step()
        while straight.service.record.in_hand:
            for done in (straight, killed):
                done.step()
            killed.reopen()
            assert felt_view(killed) == felt_view(straight)
            assert (
                killed.service.watch.where(killed.red[0].uid) == straight.service.watch.where(straight.red[0].uid)
                or not killed.service.record.in_hand
            )
    assert [entry.body for entry in killed.journal.facts()] == [entry.body for entry in straight.journal.facts()]


def test_a_table_that_replays_its_last_hand_only_stands_where_one_that_replays_all_does(rig: Any) -> None:
    rulings: list[str] = []
    rig.service.record.subscribe(lambda told: rulings.extend(o.id for o in told.outcomes if isinstance(o, Ruling)))
    rig.load()
    rig.put(rig.dealer.stub.take().uid, "seat:1", "up")  # a misdeal, so that the next ruling is the second
    rig.load()
    rig.play_hand()
    rig.play_hand()
    rig.deal_until_action()
    table = Table()
    for entry in rig.journal.facts():
        table.apply(from_stored(entry.body, rig.decks))
    rig.reopen()
    assert rig.service.record.table.boundary == table.boundary
    assert rig.service.record.table.awaited() == table.awaited()
    outcomes = rig.service.submit(Press(press="retract", fact=1), "Ann", "dealer")
    assert rulings == ["r1"]
    assert outcomes[0].id == "r2"
    assert table.apply(Press(press="retract", fact=1)) == outcomes


def test_after_a_restart_cards_that_lie_where_they_lay_are_no_news(rig: Any) -> None:
    rig.deal_until_action()
    count = rig.journal.count
    rig.reopen()
    rig.service.on_event("reader", DeviceIdentified("reader", "VR-1", "1.0", "AB", 15, True, True))
    assert rig.reader.reports_asked == 1
    rig.look(200)
    assert rig.service.watch.confirm_by_ns is None
    assert rig.journal.count == count
    assert rig.service.record.faults.open == []


def test_a_card_that_is_not_where_the_journal_has_it_stops_the_table_until_it_is_back(rig: Any) -> None:
    rig.deal_until_action()
    absent = next(uid for uid, (antenna, _) in rig.lying.items() if antenna == LAYOUT.antenna_of("seat:3"))
    rig.gone(absent)
    rig.reopen()
    rig.service.on_event("reader", DeviceIdentified("reader", "VR-1", "1.0", "AB", 15, True, True))
    rig.look(60)
    assert rig.service.record.faults.open == []  # it still has time
    rig.look(200)
    assert [(fault.code, fault.text) for fault in rig.service.record.faults.open] == [
        ("felt-differs", "no card is heard at seat:3")
    ]
    assert state(rig) == "fault"
    rig.lay(absent, "seat:3")
    rig.look()
    assert rig.service.record.faults.open == []
    assert state(rig) == "betting"


def test_after_a_restart_between_hands_no_card_is_expected_on_the_felt(rig: Any) -> None:
    rig.play_hand()
    rig.reopen()
    assert [rig.service.watch.where(uid) for uid in rig.red_tags] == [None] * 52


def test_a_card_dealt_while_the_table_was_off_is_taken_up(rig: Any) -> None:
    rig.load()
    rig.step()
    rig.reopen()
    rig.service.on_event("reader", DeviceIdentified("reader", "VR-1", "1.0", "AB", 15, True, True))
    rig.put(rig.dealer.stub.take().uid, "seat:2")
    awaited = rig.service.record.table.awaited()
    assert isinstance(awaited, AwaitCard)
    assert awaited.zone == "seat:3"


def test_a_table_does_not_open_on_a_damaged_journal(rig: Any) -> None:
    rig.play_hand()
    rig.journal._db.execute("UPDATE facts SET body = x'7b7d' WHERE number = 5")
    with pytest.raises(JournalDamagedError):
        rig.reopen()


def test_a_changed_record_is_found_before_the_next_hand(rig: Any) -> None:
    rig.play_hand()
    rig.journal._db.execute("UPDATE facts SET at_ns = at_ns + 1 WHERE number = 5")
    rig.load()
    assert not rig.service.record.in_hand
    assert [fault.code for fault in rig.service.record.faults.open] == ["journal-damaged"]


def test_a_fact_that_could_not_be_written_is_not_published_and_stops_the_table(rig: Any) -> None:
    rig.deal_until_action()
    told: list[Any] = []
    rig.service.record.subscribe(told.append)
    before, count = felt_view(rig), rig.journal.count
    rig.journal._db.execute("PRAGMA query_only=ON")  # a full disk, as far as the journal can tell
    with pytest.raises(JournalWriteError):
        rig.act("call")
    rig.journal._db.execute("PRAGMA query_only=OFF")
    with pytest.raises(JournalWriteError, match="stopped"):
        rig.act("call")
    assert told == []
    rig.reopen()
    assert (felt_view(rig), rig.journal.count) == (before, count)


# ---- what is never told --------------------


def hidden_swapped(rig: Any) -> dict[str, Card]:
    """The same tags, but the cards that were never seen are others: each gets the next one's name."""
    felt = rig.service.record.table.hand.felt
    seen = {placed.tag for placed in felt.all_out() if placed.seen}
    hidden = [uid for uid in rig.cards if uid not in seen]
    names = [rig.cards[uid] for uid in hidden]
    cards: dict[str, Card] = rig.cards | dict(zip(hidden, names[1:] + names[:1], strict=True))
    return cards


def play_quietly(rig: Any) -> tuple[list[bytes], list[bytes], list[bytes]]:
    """Deals and bets to the river without a showdown; all that is told, shown and stored."""
    told: list[bytes] = []
    views: list[bytes] = []

    def hear(news: Any) -> None:
        told.append(msgspec.json.encode((news.number, news.fact, news.outcomes)))
        views.extend(msgspec.json.encode(view_of(rig.service, role)) for role in ROLES)

    rig.service.record.subscribe(hear)
    rig.deal_until_action()
    rig.put(rig.dealer.stub.take().uid, "burn")  # a burn while the betting is open
    for card in ("As", "2c", "Td"):  # what somebody says of a card is told and stored alike, true or not
        said = Press(press="card-flashed", seat=Seat(2), nth=1, card=Card(card), by="player")
        rig.service.submit(said, "Ann", "dealer")
    for action in ("call", "fold", "call", "call", "call", "check"):
        rig.act(action)
    for _ in range(3):
        while isinstance(rig.service.record.table.awaited(), AwaitCard):
            rig.step()
        while view_of(rig.service)["next"]["await"] == "action":
            rig.act("check")
    stored = [entry.body for entry in rig.journal.facts()] + [event.body for event in rig.journal.events()]
    return told, views, stored


def test_two_runs_that_differ_in_hidden_cards_only_are_the_same_to_everybody(open_rig: Any) -> None:
    first = open_rig(seed=9)
    known = play_quietly(first)
    other = open_rig(seed=9, cards=hidden_swapped(first))
    assert other.cards != first.cards
    assert play_quietly(other) == known


def test_no_card_is_named_in_the_journal_not_even_those_that_were_seen(rig: Any) -> None:
    for _ in range(3):
        rig.play_hand()
    rig.deal_until_action()
    rig.service.submit(Press(press="card-exposed", seat=Seat(1), card=_held(rig, 1), by="player"), "Ann", "dealer")
    stored = b"".join(entry.body for entry in rig.journal.facts())
    assert not [card for card in PACK if f'"{card}"'.encode() in stored]
    for suffix in ("", "-wal"):
        raw = (rig.folder / f"journal.db{suffix}").read_bytes()
        assert not [card for card in PACK if f'"{card}"'.encode() in raw]
    before = felt_view(rig)
    rig.reopen()
    assert felt_view(rig) == before


def test_a_card_named_in_a_press_is_journaled_by_its_code_and_not_by_a_tag(rig: Any) -> None:
    rig.deal_until_action()
    card = _held(rig, 1)
    rig.service.submit(Press(press="card-exposed", seat=Seat(1), card=card, by="player"), "Ann", "dealer")
    [stored] = [msgspec.json.decode(entry.body) for entry in rig.journal.facts() if b"card-exposed" in entry.body]
    assert not stored.keys() & {"card", "tag"}
    assert rig.service.record.decks.card_of(stored["card_code"]) == card


def test_the_board_is_shown_until_the_cards_of_the_hand_are_collected(rig: Any) -> None:
    while not view_of(rig.service)["board"]:
        rig.step()
    while rig.service.record.in_hand:
        rig.step()
    assert len(view_of(rig.service)["board"]) >= 3
    rig.load()
    assert view_of(rig.service)["board"] == []


def _held(rig: Any, seat: int) -> Card:
    card: Card = rig.service.record.table.hand.held(Seat(seat))[0].card
    return card


def test_no_tag_is_published_or_shown(rig: Any) -> None:
    heard: list[bytes] = []
    rig.service.record.subscribe(lambda told: heard.append(msgspec.json.encode((told.fact, told.outcomes))))
    rig.play_hand()
    assert b"E00401" not in b"".join(heard)
    assert b"E00401" not in msgspec.json.encode(view_of(rig.service, "floor"))


def test_an_entry_that_ended_the_hand_is_taken_back_and_the_hand_goes_on(rig: Any) -> None:
    facts: list[object] = []
    rig.service.record.subscribe(lambda told: facts.append(told.fact))
    rig.deal_until_action()
    while rig.service.record.in_hand:
        rig.act("fold")
    rig.service.submit(Press(press="retract", fact=len(facts), by="floor"), "floor")
    assert rig.service.record.in_hand
    assert state(rig) == "betting"
    rig.play_hand()
    rig.play_hand()
    assert rig.service.record.alerts == []
