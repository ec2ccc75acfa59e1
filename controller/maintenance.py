"""What a technician does while the table is theirs: enrols decks, and calibrates the antennas.

Meanwhile the reader's scans are of no hand: they go to the enrolment or to the survey.
"""

from collections.abc import Callable, Collection
from typing import Final

from burncard.controller.calibration.calibrating import Calibrating
from burncard.controller.calibration.survey import CalibrationError
from burncard.controller.decks.deck_enrolment import CardReplacement, DeckEnrolment
from burncard.controller.decks.decks import DeckError
from burncard.controller.devices.card_watch import CardWatch
from burncard.controller.devices.health import Devices
from burncard.controller.record import TableRecord
from burncard.controller.stopping import Stopping, from_a_person
from burncard.firmware_bridge.driver import Nanoseconds
from burncard.firmware_bridge.events import Scan
from burncard.hardware.layout import Layout
from burncard.rules.cards import Card, Zone

CALIBRATION_NEEDS: Final = "a table is calibrated while it is in maintenance, and while no deck is being enrolled"
ENROLMENT_NEEDS: Final = "a deck is enrolled while the table is in maintenance, and while it is not being calibrated"


class Maintenance:
    """The technician's work at one table. `enrolment`: the deck that is being enrolled; `calibrating`: the antennas.

    `is_theirs`: whether the table is in maintenance now.
    """

    def __init__(
        self,
        record: TableRecord,
        stopping: Stopping,
        watch: CardWatch,
        devices: Devices,
        layout: Layout,
        is_theirs: Callable[[], bool],
    ) -> None:
        self.record = record
        self.stopping = stopping
        self.calibrating = Calibrating(layout, record, watch, devices)
        self.enrolment: DeckEnrolment | None = None
        self._watch = watch
        self._is_theirs = is_theirs

    # ---- decks --------------------

    @from_a_person
    def begin_enrolment(self, back: str, operator: str, *, joker: bool = False) -> DeckEnrolment:
        """From now on the reader's tags are a new deck's, until `end_enrolment`. Raises DeckError `deck-not-now`."""
        if not self._is_theirs() or self.calibrating.survey is not None:
            raise DeckError("deck-not-now", ENROLMENT_NEEDS)
        self.record.log("enrolment", back=back, operator=operator)
        self.enrolment = DeckEnrolment(back, joker=joker)
        return self.enrolment

    @from_a_person
    def begin_replacement(self, back: str, card: Card, operator: str) -> DeckEnrolment:
        """One new card of a deck is laid on the reader, in place of a damaged one; then `end_enrolment`.

        Raises DeckError.
        """
        decks = self.record.decks
        if not self._is_theirs() or self.calibrating.survey is not None:
            raise DeckError("deck-not-now", ENROLMENT_NEEDS)
        if card not in {known.card for uid in decks.tags_of(back) if (known := decks.find(uid)) is not None}:
            raise DeckError("no-such-deck", f"no deck in use with the back {back} has a {card}")
        self.record.log("replacement", back=back, operator=operator)
        self.enrolment = CardReplacement(back, card, decks)
        return self.enrolment

    @from_a_person
    def retire_deck(self, back: str, operator: str) -> None:
        """A deck is taken out of use, which the caller saves. Raises DeckError."""
        if not self._is_theirs() or self.enrolment is not None:
            raise DeckError("deck-not-now", "a deck is retired while the table is in maintenance")
        self.record.decks.retire(back)
        self.record.log("deck-retired", back=back, operator=operator)

    @from_a_person
    def end_enrolment(self, operator: str, *, keep: bool) -> list[str]:
        """Ends the enrolment; its warnings. With `keep` the deck joins the table's decks, which the caller saves.

        Raises DeckError for an incomplete deck; the enrolment then continues.
        """
        enrolment = self.enrolment
        if enrolment is None:
            raise DeckError("deck-not-now", "no deck is being enrolled")
        warnings = enrolment.finish(self.record.decks, self.record.ledger.hands) if keep else []
        self.enrolment = None
        self._watch.forget()
        self.record.log("enrolled", back=enrolment.back, count=enrolment.count, kept=keep, operator=operator)
        return warnings

    # ---- antennas --------------------

    @from_a_person
    def begin_calibration(self, zones: list[Zone], operator: str) -> None:
        """A survey of these zones begins, or of all. Raises CalibrationError."""
        if not self._is_theirs() or self.enrolment is not None:
            raise CalibrationError("calibration-not-now", CALIBRATION_NEEDS)
        self.calibrating.begin(zones, operator)

    @from_a_person
    def end_calibration(self, operator: str, *, keep: bool) -> None:
        """Ends the survey; what it counted is in force if it is kept. Raises CalibrationError if there is none."""
        self.calibrating.end(operator, keep=keep)

    # ---- the reader's scans --------------------

    def takes(self, scan: Scan) -> bool:
        """Takes a scan; whether it was of this work and of no hand."""
        if self.enrolment is not None:
            self.enrolment.take(scan)
        elif self.calibrating.survey is not None:
            self.calibrating.survey.take(scan)
        else:
            return False
        self._watch.pass_over(scan, self.record.now())
        return True

    def choose(self, now_ns: Nanoseconds, among: Collection[int] | None = None) -> int:
        """The antenna to scan next; of several readers each has its own `among` which one is chosen."""
        if self.enrolment is not None:
            there = self._watch.perception.polling.there
            return self.enrolment.next_antenna(there if among is None else there.intersection(among) or there)
        survey = self.calibrating.survey
        return self._watch.choose(now_ns, among) if survey is None else survey.next_antenna(among)

    def drop(self) -> None:
        """The table is no longer the technician's: what was not ended is given up."""
        self.enrolment = self.calibrating.survey = None
