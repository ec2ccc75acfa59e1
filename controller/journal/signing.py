"""Signs a head at each hand's end, and publishes it to the witness."""

import hashlib
from errno import EEXIST
from pathlib import Path
from typing import Final

import msgspec

from burncard.controller.disk_thread import Disk
from burncard.controller.hand_histories.table_log import encode
from burncard.controller.journal.heads import Head, SignedHead, Witness
from burncard.controller.journal.history import TableUpdate
from burncard.controller.journal.journal import Journal

FIRST: Final = ""
WITNESS_MADE: Final = "witness-made"
"""The event of the first heads that a witness was given: from then on its file must be there, or its medium is not."""


def public_log(updates: list[TableUpdate]) -> bytes:
    """The log of a hand that everybody may have, as JSON Lines: its facts and outcomes, without hidden cards."""
    return b"".join(encode(item) + b"\n" for update in updates for item in (update.fact, *update.outcomes))


def stored_heads(journal: Journal, after: int = 0) -> list[SignedHead]:
    """The heads of a journal after a number. Raises JournalDamagedError, JournalWriteError."""
    key = "" if journal.seal is None else journal.seal.public_key.hex()
    return [
        SignedHead(body.decode(errors="replace"), signature.hex(), key) for _, body, signature in journal.heads(after)
    ]


class Signing:
    """The heads of one sealed journal. `witness`: the file that they are published to; None for none."""

    def __init__(self, journal: Journal, witness: Path | None, *, simulated: bool) -> None:
        self._journal = journal
        made = (msgspec.json.decode(event.body)["file"] for event in journal.latest(WITNESS_MADE))
        self._is_known = str(witness) in made
        self._witness = None if witness is None else Witness(witness, known=self._is_known)
        self._medium = Disk()
        self._simulated = simulated
        heads = stored_heads(journal)
        self._count, self._before = len(heads), heads[-1].digest if heads else FIRST

    def sign(self, hand: str, updates: list[TableUpdate], *, simulated: bool = False) -> None:
        """A hand has ended: signs how far the journal has come, and the hand's log. Raises JournalWriteError.

        `simulated`: a device of the table was virtual.
        """
        seal = self._journal.seal
        assert seal is not None
        (facts, facts_mac), (events, events_mac) = self._journal.tip("facts"), self._journal.tip("events")
        head = Head(
            journal=seal.journal,
            number=self._count + 1,
            at_ns=updates[-1].at_ns,
            hand=hand,
            first=updates[0].number,
            facts=facts,
            facts_mac=facts_mac.hex(),
            events=events,
            events_mac=events_mac.hex(),
            log=hashlib.sha256(public_log(updates)).hexdigest(),
            before=self._before,
            simulated=self._simulated or simulated,
        )
        body = msgspec.json.encode(head)
        self._journal.append_head(body, seal.sign(body))
        self._count += 1
        self._before = hashlib.sha256(body).hexdigest()

    def publish(self) -> Path | None:
        """Gives the witness every head that it does not have; its file, if they are its first. Raises OSError."""
        seal = self._journal.seal
        if self._witness is None or seal is None:
            return None
        witness = self._witness
        held = self._medium.do(lambda: witness.held(seal.journal, seal.public_key))
        if held > self._count:
            raise OSError(EEXIST, "it has heads of this journal that are missing here")
        heads = stored_heads(self._journal, held)
        self._medium.do(lambda: witness.add(heads))
        if self._is_known or not self._count:
            return None
        self._is_known = True
        return witness.path
