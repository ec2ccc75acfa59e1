"""Calibrating one table: the survey with a technician, the rates in force, and what is learnt in play."""

from collections.abc import Iterable
from pathlib import Path
from typing import Final

from burncard.controller.calibration.counting_in_play import InPlay, drifts
from burncard.controller.calibration.hearing import Hearing
from burncard.controller.calibration.stored_calibration import (
    BadCalibrationError,
    Calibration,
    fits,
    read,
    sum_of,
    write,
)
from burncard.controller.calibration.strength_levels import StrengthLevels
from burncard.controller.calibration.survey import CalibrationError, Survey
from burncard.controller.devices.card_watch import CardWatch
from burncard.controller.devices.health import Devices
from burncard.controller.journal.journal import JournalWriteError
from burncard.controller.record import TableRecord
from burncard.firmware_bridge.events import DeviceNote, Scan
from burncard.hardware.layout import Layout
from burncard.rules.cards import MUCK, Zone

CHANGED: Final = "calibration-drift"
DEAD_TAG: Final = "tag-dead"
UNUSABLE: Final = "calibration-unusable"
UNSAVED: Final = "calibration-unsaved"
IN_USE: Final = "antennas"
"""The event that says which layout and which calibration are in use: one that was changed elsewhere leaves a trace."""
SAVE_HANDS: Final = 20
"""Rates learnt in play are saved at this interval, and when the table ends."""


class Calibrating:
    """The calibration of one table.

    `calibration`: the one in force, None for the defaults. `survey`: the one under way.
    `hearing`: what each antenna heard in the last minute.
    """

    def __init__(self, layout: Layout, record: TableRecord, watch: CardWatch, devices: Devices) -> None:
        self.calibration: Calibration | None = None
        self.survey: Survey | None = None
        self.hearing = Hearing()
        self._folder: Path | None = None
        self._hands = 0
        self._layout = layout
        self._record = record
        self._watch = watch
        self._devices = devices
        self._in_play = InPlay({})
        self._levels = StrengthLevels()

    # ---- with a technician --------------------

    def begin(self, zones: Iterable[Zone], operator: str) -> None:
        """Begins a survey of these zones, or of all. Raises CalibrationError."""
        antennas = [self._layout.antenna_of(zone) for zone in zones]
        if None in antennas:
            raise CalibrationError("no-such-zone", "a zone has no antenna")
        there = self._watch.perception.polling.there
        wanted = [one for one in antennas if one is not None] or sorted(there)
        muck = self._layout.antenna_of(MUCK)
        neighbours = {
            one: tuple(set(near) & there)
            for one, near in self._watch.perception.beliefs.chances.neighbours.items()
            if one in there
        }
        self.survey = Survey(neighbours, [one for one in wanted if one in there], muck if muck in wanted else wanted[0])
        self._record.log("calibration", operator=operator)

    def under_way(self) -> Survey:
        """The survey. Raises CalibrationError if there is none."""
        if self.survey is None:
            raise CalibrationError("calibration-not-now", "no calibration is under way")
        return self.survey

    def end(self, operator: str, *, keep: bool) -> None:
        """Ends the survey. With `keep`, what it has counted takes the place of what was known of those antennas.

        Raises CalibrationError, and the survey goes on, if nothing was measured that could be kept.
        """
        survey = self.under_way()
        if keep and not survey.counted:
            raise CalibrationError("nothing-measured", "no step has been measured")
        self.survey = None
        self._watch.forget()
        self._record.log("calibrated", steps=survey.counted, kept=keep, operator=operator)
        if not keep:
            return
        found = survey.result()
        known = self.calibration or Calibration(self._layout.name, dict(self._layout.zones))
        measured = known.measured | found
        in_play = {antenna: tally for antenna, tally in known.in_play.items() if antenna not in found}
        pile_at = survey.pile_at if survey.has_pile else known.pile_at
        self.use(Calibration(known.layout, known.zones, self._record.now(), pile_at, measured, in_play))
        self.save()

    # ---- in play --------------------

    def use(self, calibration: Calibration) -> None:
        """Takes a calibration as the one in force. Raises CalibrationError for another layout's."""
        if not fits(calibration.zones, self._layout):
            raise CalibrationError("calibration-not-now", "the calibration is of another layout")
        self.calibration = calibration
        self._in_play = InPlay(calibration.in_play)
        self._note(UNUSABLE, "")
        self._take_effect()

    def keep_in(self, folder: Path) -> None:
        """Takes the calibration of the layout from a folder, and keeps it there from now on.

        One that cannot be used leaves the defaults in force, and the technician is notified.
        """
        self._folder = folder
        try:
            calibration = read(folder, self._layout)
        except BadCalibrationError as error:
            self._note(UNUSABLE, f"{error}. The defaults are in force: calibrate the table again")
            calibration = None
        if calibration is not None:
            self.use(calibration)
        self._log_in_use()

    def learn(self, scan: Scan) -> None:
        """Takes a scan that the card watch has taken in play."""
        beliefs = self._watch.perception.beliefs
        self.hearing.take(scan, beliefs)
        if self.calibration is not None:
            self._in_play.take(scan, beliefs)
        elif self._levels.take(scan, beliefs):
            beliefs.chances.use(self._levels.rates(beliefs.chances.neighbours))

    def hand_over(self) -> None:
        """Between two hands: what was learnt takes effect; drift, and tags that are hardly alive, are noted for the
        technician."""
        self._levels.forget()
        self._note_dead_tags()
        if self.calibration is not None:
            self._in_play.forget()
            self._take_effect()
            self._hands += 1
            if self._hands % SAVE_HANDS == 0:
                self.save()

    def save(self) -> None:
        """Saves the calibration for the next start. If that fails, play goes on and the technician is notified."""
        if self._folder is None or self.calibration is None:
            return
        try:
            self._log_in_use()
            write(self._folder, self.calibration, self._layout)
            self._note(UNSAVED, "")
        except OSError as error:
            self._note(UNSAVED, f"the calibration cannot be saved: {error.strerror}")
        except JournalWriteError:
            self._note(UNSAVED, "the calibration is not saved: the record cannot be written")

    def _log_in_use(self) -> None:
        calibration = "" if self.calibration is None else sum_of(self.calibration)
        layout = self._layout
        self._record.log(IN_USE, layout=layout.name, layout_sum=layout.sum, calibration_sum=calibration)

    def _take_effect(self) -> None:
        assert self.calibration is not None
        self._watch.perception.beliefs.chances.use(self.calibration.rates())
        found = list(drifts(self.calibration.measured, self.calibration.in_play))
        places = [f"{self._layout.zone_of(drift.antenna)}: {drift.text}" for drift in found]
        text = f"an antenna has changed, calibrate it again. {'. '.join(places)}" if places else ""
        self._note(CHANGED, text)

    def _note_dead_tags(self) -> None:
        """Counts them by deck. A name would give a card away when the table asks about an unheard one at a seat."""
        mute, decks = self._watch.perception.unheard.mute, self._record.decks
        counts = {back: mute.dead(decks.tags_of(back)) for back in decks.backs}
        found = ", ".join(f"{count} of the {back} deck" for back, count in counts.items() if count)
        text = f"tags that are not heard any more: {found}. Lay that deck out to find the card, and replace it"
        self._note(DEAD_TAG, text if found else "")

    def _note(self, code: str, text: str) -> None:
        self._devices.note("reader", DeviceNote(code, text))
