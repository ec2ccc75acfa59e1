"""Faults: opened once, journaled, restored, and cleared by those entitled."""

import msgspec
import pytest

from burncard.controller.faults import FAULT_KINDS, Faults, NotAllowedError
from burncard.controller.journal.journal import LoggedEvent

Logged = list[tuple[str, dict[str, str]]]


def faults_and_log() -> tuple[Faults, Logged]:
    logged: Logged = []

    def log(kind: str, body: bytes) -> int:
        logged.append((kind, msgspec.json.decode(body)))
        return len(logged)

    return Faults(log), logged


def test_a_fault_is_journaled_once_and_again_when_it_changes() -> None:
    faults, logged = faults_and_log()
    for text in ("exit", "exit", "entry"):
        faults.raise_("shuffler-jam", "shuffler", text)
    jam = {"code": "shuffler-jam", "device": "shuffler"}
    assert logged == [("fault-opened", {**jam, "text": "exit"}), ("fault-opened", {**jam, "text": "entry"})]
    [fault] = faults.open
    assert (fault.code, fault.device, fault.text) == ("shuffler-jam", "shuffler", "entry")


def test_the_open_faults_are_in_the_order_in_which_they_came() -> None:
    faults, _ = faults_and_log()
    for code in ("shuffler-door", "reader-lost", "deck-wrong"):
        faults.raise_(code, "x")
    faults.gone("reader-lost")
    assert [fault.code for fault in faults.open] == ["shuffler-door", "deck-wrong"]
    assert (faults.is_open("shuffler-door"), faults.is_open("reader-lost")) == (True, False)


def test_a_fault_whose_cause_is_gone_ends_once() -> None:
    faults, logged = faults_and_log()
    faults.gone("reader-lost")
    assert logged == []
    faults.raise_("reader-lost", "reader")
    faults.gone("reader-lost")
    faults.gone("reader-lost")
    assert faults.open == []
    assert logged[1:] == [("fault-cleared", {"code": "reader-lost", "operator": "", "reason": "the cause is gone"})]


@pytest.mark.parametrize("code", FAULT_KINDS)
def test_play_stops_for_those_faults_that_stop_it(code: str) -> None:
    faults, _ = faults_and_log()
    assert not faults.stops_play
    faults.raise_(code, "x")
    assert faults.stops_play is FAULT_KINDS[code].stops_play
    faults.raise_("reader-lost", "reader")
    assert faults.stops_play


def test_a_role_that_may_not_clear_a_fault_is_told_who_may() -> None:
    faults, _ = faults_and_log()
    faults.raise_("felt-differs", "reader")
    faults.raise_("reader-lost", "reader")
    with pytest.raises(NotAllowedError, match=r"^dealer may not clear felt-differs; allowed: floor$") as refused:
        faults.clear("felt-differs", "Ann", "dealer", "looks right")
    assert (refused.value.code, refused.value.role) == ("felt-differs", "dealer")
    with pytest.raises(NotAllowedError, match="no role: it ends with its cause"):
        faults.clear("reader-lost", "Bea", "floor", "please")
    with pytest.raises(KeyError):
        faults.clear("deck-wrong", "Bea", "floor", "changed")
    assert len(faults.open) == 2


def test_the_roles_that_may_are_listed_in_order() -> None:
    assert str(NotAllowedError("x", "observer", {"floor", "dealer"})).endswith("allowed: dealer, floor")


def test_faults_are_restored_from_the_events_of_the_journal() -> None:
    faults, logged = faults_and_log()
    faults.raise_("felt-differs", "reader", "seat:1")
    faults.raise_("reader-fault", "reader", "E7")
    faults.clear("reader-fault", "Cid", "technician", "replaced")
    again, silent = faults_and_log()
    for number, (kind, body) in enumerate(logged):
        again.restore(LoggedEvent(number, 0, kind, msgspec.json.encode(body)))
    again.restore(LoggedEvent(9, 0, "power", b"{}"))
    assert again.open == faults.open
    assert silent == []
