"""The shuffler's side of a table: the pack for the next hand, or the stub that a repair has shuffled.

A pack that is put in while no hand is in play, or while one is played with the other deck, is the next hand's. One that
is put in while the hand in play waits for a shuffle is that hand's own stub.
"""

from typing import TYPE_CHECKING, Final

import msgspec

from burncard.controller.decks.decks import Decks
from burncard.controller.devices.next_pack import Pack, report_fact
from burncard.firmware_bridge.driver import Shuffler
from burncard.firmware_bridge.events import ShufflerReport
from burncard.rules.facts import Press
from burncard.rules.outcomes import AwaitPlain

if TYPE_CHECKING:
    from burncard.controller.service import TableService

_TROUBLE: Final = {"jam": "shuffler-jam", "door-open": "shuffler-door", "fault": "shuffler-fault"}
_WELL: Final = {
    "recovered": ("shuffler-jam", "shuffler-fault"),
    "door-closed": ("shuffler-door",),
    "self-tested": ("shuffler-fault",),
}
_SIGNIFICANT: Final = frozenset({"deck-in", "deck-out", "sorted", *_TROUBLE, *_WELL})


class Shuffling:
    """What the shuffler does for one table, and what it is told to do."""

    def __init__(self, service: "TableService", decks: Decks) -> None:
        self.pack = Pack(service.ledger.next_back())
        self.driver: Shuffler | None = None
        self._service = service
        self._decks = decks
        self._due = False
        self._under_way = False
        self._repairing = False

    def next_pack(self) -> None:
        """The pack has been dealt from: the next one is due."""
        self.pack = Pack(self._service.ledger.next_back())

    def stopped(self) -> None:
        """The machine was lost: whatever it was told has to be told again."""
        self._under_way = False

    def command(self) -> None:
        """Has it work, but only while no stop ruling waits for its acknowledgement."""
        if self.driver is None:
            return
        service = self._service
        held = service.in_hand and bool(service.alerts)
        broken = any(fault.device == "shuffler" and fault.code != "deck-wrong" for fault in service.faults.open)
        if self._due and not self._under_way and not held and not broken:
            self._under_way = True
            self.driver.go_to("shuffled")
        elif self._under_way and held:
            self._under_way = False
            self.driver.go_to("idle")

    # ---- what it reports --------------------

    def on_report(self, report: ShufflerReport) -> None:
        """Takes a report."""
        if report.event in _SIGNIFICANT:
            self._service.log(report.event, device="shuffler", count=report.count, code=report.code)
        self._health(report)
        if report.event == "deck-in":
            self._deck_in()
        elif self._repairing:
            self._on_repair_report(report)
        else:
            self.pack.take(report, self._decks)
            if report.event == "verified":
                self._checked(report)
        if report.event == "delivered" or self.pack.trouble:
            self._due = self._under_way = False

    def _health(self, report: ShufflerReport) -> None:
        health = self._service.devices["shuffler"]
        code = _TROUBLE.get(report.event)
        if code is not None:
            self._under_way = False
            health.fault = f"{report.event} {report.code}".strip()
            self._service.faults.raise_(code, "shuffler", report.code)
        for gone in _WELL.get(report.event, ()):
            health.fault = ""
            self._service.faults.gone(gone)

    def _deck_in(self) -> None:
        service = self._service
        awaited = service.table.awaited()
        self._repairing = service.in_hand and isinstance(awaited, AwaitPlain) and awaited.await_ in ("shuffle", "cut")
        if not self._repairing:
            self.next_pack()
            self.pack.load()
        if not service.in_hand:
            for ruling in service.alerts:  # the cards are back: what the ruling asked for has been done
                service.take(Press(press="ack", ruling=ruling.id, by="shuffler"), "shuffler")
        self._due, self._under_way = True, False

    def _on_repair_report(self, report: ShufflerReport) -> None:
        hand = self._service.table.hand
        if report.event in ("shuffled", "cut") and hand is not None:
            self._service.take(report_fact(report, hand.fact.back or self.pack.back), "shuffler")
        elif report.event in ("delivered", "deck-out"):
            self._repairing = False

    def _checked(self, report: ShufflerReport) -> None:
        check = self.pack.check(report, self._service.devices["shuffler"].serial_number)
        self._service.log_bytes("deck-check", msgspec.json.encode(check))
        if self.pack.trouble:
            self._service.faults.raise_("deck-wrong", "shuffler", self.pack.trouble)
        else:
            self._service.faults.gone("deck-wrong")
