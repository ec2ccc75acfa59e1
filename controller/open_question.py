"""The question that is open: it is raised as a fault, and taken back once it is answered by what is heard."""

from burncard.controller.devices.card_watch import CardWatch
from burncard.controller.devices.question import Question
from burncard.controller.entries import Entries
from burncard.controller.record import TableRecord


class OpenQuestion:
    """What one table asks people to look at. `raised`: the question whose fault this run of the program has raised."""

    def __init__(self, record: TableRecord, watch: CardWatch, entries: Entries) -> None:
        self._record = record
        self._watch = watch
        self._entries = entries
        self._raised: Question | None = None

    def raise_open(self) -> None:
        """Raises the fault of the question that is open, and ends that of one that is not.

        After a restart nothing is held any more, so a fault from before stays until somebody has looked.
        """
        question, before, faults = self._open(), self._raised, self._record.faults
        if before is not None and (question is None or question.code != before.code):
            faults.gone(before.code)
        if question is not None:
            faults.raise_(question.code, "reader", question.text)
        self._raised = question

    def looked(self, code: str) -> None:
        """Somebody has looked, and has cleared a fault."""
        question = self._open()
        if question is not None and question.code == code:
            self._watch.looked(question)

    def _open(self) -> Question | None:
        """The question that is open. Once the hand is over there is none: its cards are taken in anyway."""
        return self._entries.question if self._record.in_hand else None
