"""The shuffler's part in a table: the pack for the next hand, or the stub that a repair has shuffled.

A pack that is loaded while no hand is in play, or while one is played with the other deck, is the next hand's. One that
is loaded while the hand in play waits for a shuffle is that hand's own stub. So is one that is loaded before the table
has heard the last cards that are to go back to it: it is shuffled once they have been.

At a table without a shuffler the dealer does its work and enters it: what was riffled, counted and cut is reported as
the shuffler would. A card that still lies on the table then was not among those he counted: he shuffles again with it.
"""

from collections.abc import Callable
from itertools import dropwhile
from typing import Final

import msgspec

from burncard.controller.decks.decks import DeckError
from burncard.controller.devices.health import DeviceHealth
from burncard.controller.devices.left_out import LeftOut
from burncard.controller.devices.next_pack import UNDOES, NextPack, report_fact
from burncard.controller.record import TableRecord
from burncard.firmware_bridge.driver import Shuffler
from burncard.firmware_bridge.events import Scan, ShufflerReport
from burncard.rules.cards import Zone
from burncard.rules.facts import Press
from burncard.rules.hand.steps import Return, Shuffle
from burncard.rules.outcomes import AwaitPlain
from burncard.rules.play.pack_reports import RIFFLES_MIN
from burncard.rules.rulings.decisions import ENDINGS

_FAULT_OF: Final = {"jam": "shuffler-jam", "door-open": "shuffler-door", "fault": "shuffler-fault"}
_STANDING: Final = ("shuffler-jam", "shuffler-door")
"""Faults that last as long as the shuffler reports them at every command."""
_ENDS_FAULTS: Final = {
    "recovered": ("shuffler-jam", "shuffler-fault"),
    "door-closed": ("shuffler-door",),
    "self-tested": ("shuffler-fault", *_STANDING),
}
_SIGNIFICANT: Final = frozenset({"deck-in", "deck-out", "sorted", *_FAULT_OF, *_ENDS_FAULTS})


class Shuffling:
    """What the shuffler does for one table, and the commands it gets. `driver`: the one attached, if any.

    `is_by_hand`: whether the dealer shuffles; `riffles`: how often the pack was riffled; `short`: why one that was cut
    by hand must be shuffled again, in words. `whereabouts`: where a tag lies on the table, if it does.
    """

    def __init__(
        self,
        record: TableRecord,
        health: DeviceHealth,
        whereabouts: Callable[[str], Zone | None] = lambda uid: None,
        *,
        is_by_hand: bool = False,
    ) -> None:
        self.driver: Shuffler | None = None
        self.is_by_hand = is_by_hand
        self.riffles = 0
        self._whereabouts = whereabouts
        self._record = record
        self._health = health
        self._due = False
        self._under_way = False
        self._repairing = False
        self.next_pack()

    def next_pack(self) -> None:
        """The pack has been dealt from: the next one is due."""
        decks = self._record.decks
        self.pack = NextPack(self._record.ledger.next_back(lambda back: bool(decks.tags_of(back))))
        self.riffles = 0
        self._left_out, self.short = LeftOut({}, 0), ""

    @property
    def left_out(self) -> str:
        """Where cards of a pack that was cut by hand lie or may lie, in words. A shuffler knows what it holds."""
        return self._left_out.places(self._record.now()) if self.pack.ready else ""

    def scanned(self, scan: Scan, zone: str | None) -> None:
        """Takes a scan of the antenna under a zone: a pack that proves to be short is shuffled again."""
        self._left_out.take(scan, zone)
        if self.pack.ready and self._left_out.is_certain:
            self._record.log("left-out", at=self.left_out)
            self.short = f"one of its cards was heard at {self.left_out} after the cut"
            self.pack.load()

    def command(self) -> None:
        """Starts the work that is due, or holds it while a stop ruling is not acknowledged, or a card is on its way."""
        if self.driver is None or not (self._due or self._under_way):
            return
        record = self._record
        hand = record.table.hand if record.in_hand else None
        held = hand is not None and any(stop.hand == hand.fact.id for stop in record.ledger.stops.unanswered)
        broken = any(fault.device == "shuffler" and fault.code != "deck-wrong" for fault in record.faults.open)
        if self._under_way and held:
            self._under_way = False
            self.driver.go_to("idle")
        elif broken:
            self._under_way = False  # it may have forgotten its work, so it is commanded again once the fault has ended
        elif self._due and not self._under_way and not held and not (self._repairing and self._is_stub_awaited()):
            self._under_way = True
            self.driver.go_to("shuffled")

    def begin_again(self) -> None:
        """The shuffler has restarted, or was opened: it may have forgotten its work, and is commanded again."""
        self._under_way = False
        self._ask_what_stands()

    def clear_jam(self, operator: str) -> None:
        """Commands the shuffler to clear its jam. One that has none any more says nothing, so it is asked."""
        self._record.log("clear-jam", operator=operator)
        if self.driver is not None:
            self.driver.go_to("jam-cleared")
            self._ask_what_stands()

    def self_test(self, operator: str) -> None:
        """Commands the shuffler to test itself: it reports that it has, or a fault."""
        self._record.log("self-test", device="shuffler", operator=operator)
        if self.driver is not None:
            self.driver.go_to("self-tested")

    # ---- what the dealer does instead --------------------

    def riffled(self, times: int, operator: str) -> None:
        """The dealer has riffled the pack so often, after gathering it. It is shuffled after four riffles in all.

        One riffle more, after the count or the cut, shuffles it again. Raises DeckError.
        """
        self._by_hand("riffled", operator, times=times)
        if not self.pack.loaded and not self._repairing:
            self.riffles = 0  # those of a repair that the hand ended are none of this pack's
            self.on_report(ShufflerReport("deck-in"))
        self.riffles += times
        if self.riffles >= RIFFLES_MIN:
            self.on_report(ShufflerReport("shuffled", riffles=self.riffles))

    def counted(self, cards: int, operator: str) -> None:
        """The dealer has counted the pack. Raises DeckError."""
        self._by_hand("counted", operator, cards=cards)
        self.on_report(ShufflerReport("verified", count=cards))

    def was_cut(self, operator: str) -> None:
        """The pack has been cut, and is in the dealer's hand. Raises DeckError."""
        self._by_hand("cut", operator)
        if self._repairing:
            self.riffles = 0
        tags = self._record.decks.tags_of(self.pack.back)
        places = {uid: place for uid in tags if (place := self._whereabouts(uid)) is not None}
        self._left_out = LeftOut(places, self._record.now())
        self.on_report(ShufflerReport("cut"))
        self.on_report(ShufflerReport("delivered"))

    def _by_hand(self, what: str, operator: str, **numbers: int) -> None:
        if not self.is_by_hand:
            raise DeckError("deck-not-now", "the shuffler does this")
        if self._record.in_hand and not self._is_shuffle_awaited():
            raise DeckError("deck-not-now", "a hand is being played")
        self._repairing, self.short = self._record.in_hand, ""
        self._record.log("by-hand", what=what, operator=operator, **numbers)

    # ---- what it reports --------------------

    def on_report(self, report: ShufflerReport) -> None:
        """Takes a report."""
        if report.event in _SIGNIFICANT:
            self._record.log(report.event, device="shuffler", count=report.count, code=report.code)
        self._note_health(report)
        if report.event == "deck-in":
            self._deck_in()
        elif self._repairing:
            self._on_repair_report(report)
        else:
            self.pack.take(report, self._record.decks)
            self._due = self._due or (report.event in UNDOES and self.pack.loaded)
            if report.event == "verified":
                self._checked(report)
        if report.event == "door-closed":
            self.begin_again()
        if report.event in ("delivered", "deck-out") or self.pack.trouble:
            self._due = self._under_way = False

    def _note_health(self, report: ShufflerReport) -> None:
        code = _FAULT_OF.get(report.event)
        if code is not None:
            self._health.fault = f"{report.event} {report.code}".strip()
            self._record.faults.raise_(code, "shuffler", report.code)
        for ended in _ENDS_FAULTS.get(report.event, ()):
            self._health.fault = ""
            self._record.faults.gone(ended)

    def _deck_in(self) -> None:
        record = self._record
        self._repairing = record.in_hand and (self._is_shuffle_awaited() or self._is_stub_awaited())
        if not self._repairing:
            self.pack.load()
        if not record.in_hand:
            for stop in record.ledger.stops.unanswered:
                if stop.left or stop.ruling.decision in ENDINGS:  # the cards are back: what it asked for has been done
                    record.take(Press(press="ack", ruling=stop.ruling.id, by="shuffler"), "shuffler")
        self._due = True
        self.begin_again()

    def _is_shuffle_awaited(self) -> bool:
        awaited = self._record.table.awaited()
        return isinstance(awaited, AwaitPlain) and awaited.await_ in ("shuffle", "cut")

    def _is_stub_awaited(self) -> bool:
        """Whether the stub is to be shuffled once cards have come back to it, and no other deck may be loaded now."""
        hand = self._record.table.hand
        if hand is None or hand.ended or hand.fact.back not in (None, self.pack.back):
            return False
        after = next(dropwhile(lambda item: isinstance(item, Return), hand.plan), None)
        return isinstance(after, Shuffle) and isinstance(hand.plan.head, Return)

    def _ask_what_stands(self) -> None:
        """The report that the door was closed or a jam cleared may have been lost: a self-test asks about both."""
        if self.driver is not None and any(self._record.faults.is_open(code) for code in _STANDING):
            self.driver.go_to("self-tested")

    def _on_repair_report(self, report: ShufflerReport) -> None:
        hand = self._record.table.hand
        if report.event in ("shuffled", "cut") and hand is not None:
            self._record.take(report_fact(report, hand.fact.back or self.pack.back), "shuffler")
        elif report.event in ("delivered", "deck-out"):
            self._repairing = False

    def _checked(self, report: ShufflerReport) -> None:
        self.pack.trouble = self._with_places(self.pack.trouble, report.missing)
        check = self.pack.check(report, "dealer" if self.is_by_hand else self._health.serial_number)
        self._record.log_bytes("deck-check", msgspec.json.encode(check))
        if self.pack.trouble:
            self._record.faults.raise_("deck-wrong", "shuffler", self.pack.trouble)
        else:
            self._record.faults.gone("deck-wrong")

    def _with_places(self, trouble: str, missing: frozenset[str]) -> str:
        """What is wrong with the pack, and where cards that it lacks are still heard."""
        places = sorted({place for uid in missing if (place := self._whereabouts(uid)) is not None})
        return f"{trouble}; heard at {', '.join(places)}" if trouble and places else trouble
