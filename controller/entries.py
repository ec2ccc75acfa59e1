"""People's entries, and the moment that some of them wait for cards that lie there unseen.

A card is heard up to a second after it was laid down, an entry at once. So an entry that the cards should precede waits
while the table awaits a card, or while one is appearing; it goes as soon as it is what the table awaits, unless a new
card was heard before it was made, and at the latest `PATIENCE_NS` after the last card. Entries never overtake one
another.
"""

from collections import deque
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Final

from burncard.controller.devices.card_watch import CardWatch
from burncard.controller.devices.question import QUESTIONS, Question
from burncard.controller.faults import Role
from burncard.controller.journal.journal import JournalWriteError
from burncard.controller.perception.order import LAID_AGAIN_NS
from burncard.controller.record import TableRecord
from burncard.controller.stopping import TableStoppedError
from burncard.firmware_bridge.driver import MS, SECOND, Nanoseconds
from burncard.rules.cards import Zone, seat_zone
from burncard.rules.facts import Action, ChipsMoved, Fact, Press, Shuffler
from burncard.rules.outcomes import (
    AwaitAction,
    AwaitCard,
    AwaitDiscard,
    AwaitDraw,
    AwaitPlain,
    AwaitRead,
    AwaitRemedy,
    AwaitReturn,
    AwaitShow,
    Next,
    Outcome,
)
from burncard.rules.play.card_presses import ABOUT_A_CARD

PATIENCE_NS: Final = 2 * SECOND
"""The longest that an entry waits while a card that is not due is appearing."""
AWAY_NS: Final = 4 * SECOND
"""The longest that it waits while one that is due is appearing, or has left its place and is not heard yet where it
went."""
HEARD_BY_NS: Final = LAID_AGAIN_NS
"""The longest that it waits for a card that nothing is heard of: no card is heard later."""

UNSURE_NS: Final = 500 * MS
"""The longest that it waits while a card is missed at its place: one that was taken away before it was made."""
LOOK_NS: Final = 20 * MS
LOOK_AGAIN_NS: Final = 250 * MS
"""How often it is looked at again once it has waited that long; a scan that ends looks at it, too."""
SILENCE_MAX_NS: Final = 10 * SECOND
"""The longest that it waits for a reader that says nothing, in time on the wall."""
LOOKED_FOR_MAX_NS: Final = 30 * SECOND
"""The longest that it waits for a card that somebody is to look for; then it is refused, to be made again."""

CARD_DUE: Final = AwaitCard | AwaitRemedy | AwaitDiscard | AwaitReturn | AwaitRead


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry. `looked_ns`: when it was made, in time spent looking. `answered`: gets its outcomes when the table has
    taken it."""

    fact: Fact
    operator: str
    made_ns: Nanoseconds
    looked_ns: Nanoseconds
    answered: Future[list[Outcome]] = field(default_factory=Future)


class Entries:
    """The entries of one table that the table has not taken yet, in order."""

    def __init__(self, record: TableRecord, watch: CardWatch) -> None:
        self._record = record
        self._watch = watch
        self._waiting: deque[Entry] = deque()
        self._refused_for: tuple[Next, Nanoseconds] | None = None

    @property
    def count(self) -> int:
        """How many entries wait."""
        return len(self._waiting)

    @property
    def since_ns(self) -> Nanoseconds | None:
        """Since when the first of them waits."""
        return self._waiting[0].made_ns if self._waiting else None

    @property
    def looked_ns(self) -> Nanoseconds | None:
        """When the first of them was made, in time spent looking."""
        return self._waiting[0].looked_ns if self._waiting else None

    @property
    def throwing(self) -> Zone | None:
        """The place of the player whose fold or draw waits first: cards that leave it are thrown in after that."""
        fact = self._waiting[0].fact if self._waiting else None
        return seat_zone(fact.seat) if isinstance(fact, Action) and fact.action in ("fold", "draw") else None

    def add(self, fact: Fact, operator: str, role: Role | None = None) -> Future[list[Outcome]]:
        """An entry is made; the answer comes with `let_in`, and cannot be cancelled: an entry is never lost."""
        now_ns = self._record.now()
        entry = Entry(fact, operator, now_ns, self._watch.looked_ns(now_ns))
        entry.answered.set_running_or_notify_cancel()
        if goes_first(fact, role):
            self._waiting.appendleft(entry)
        else:
            self._waiting.append(entry)
        return entry.answered

    def let_in(self, *, all_of_them: bool = False) -> bool:
        """Gives the table the first entry, if it need not wait any longer. Returns whether it did.

        Those that wait for cards while the table stops, or while its reader says nothing for long, are refused.
        """
        if self._waiting and (why := self._why_not()) is not None:
            self._refuse(why)
        if not self._waiting or not (all_of_them or self._may_enter(self._waiting[0])):
            return False
        entry = self._waiting.popleft()
        if waits(entry.fact) and self._lacks_a_card:
            self._refused_for = self._lacking()
        try:
            entry.answered.set_result(self._record.take(entry.fact, entry.operator))
        except JournalWriteError as error:
            entry.answered.set_exception(error)
        except Exception:  # the record knows of it, and stops the table; its text may name a card
            entry.answered.set_exception(TableStoppedError("program-error"))
        return True

    def drop(self, error: JournalWriteError | TableStoppedError) -> None:
        """Refuses every entry that still waits: the table has stopped, and none of them was taken."""
        for entry in self._waiting:
            entry.answered.set_exception(error)
        self._waiting.clear()

    def _refuse(self, why: str) -> None:
        for entry in [each for each in self._waiting if waits(each.fact)]:
            self._waiting.remove(entry)
            entry.answered.set_exception(TableStoppedError(why))

    def next_due_ns(self) -> Nanoseconds | None:
        """When the first entry will have waited long enough."""
        if not self._waiting:
            return None
        now_ns = self._record.now()
        waited_ns = self._watch.looked_ns(now_ns) - self._since_ns(self._waiting[0])
        end_ns = next((end for end in (UNSURE_NS, HEARD_BY_NS, PATIENCE_NS) if waited_ns < end), None)
        return Nanoseconds(now_ns + (LOOK_AGAIN_NS if end_ns is None else max(end_ns - waited_ns, LOOK_NS)))

    @property
    def waits_in_vain(self) -> bool:
        """Whether the first entry has waited for a card for as long as any is late."""
        if not self._waiting or self._is_early(self._waiting[0], HEARD_BY_NS):
            return False
        return self._lacks_a_card and waits(self._waiting[0].fact)

    @property
    def insists(self) -> bool:
        """Whether it waits in vain for a card for want of which one was refused before, or without which people have
        gone on since: they see it lie there."""
        have_gone_on = sum(waits(entry.fact) for entry in self._waiting) > 1
        return self.waits_in_vain and (have_gone_on or self._refused_for == self._lacking())

    @property
    def question(self) -> Question | None:
        """What people must look at before the table hears of any later card, or takes the first entry."""
        return self._watch.question(entry_waits=self.waits_in_vain, insists=self.insists)

    # ---- inside --------------------

    @property
    def _lacks_a_card(self) -> bool:
        """Whether the table awaits a card, and takes no entry before it."""
        return isinstance(self._record.table.awaited(), AwaitCard | AwaitRemedy | AwaitDiscard | AwaitReturn)

    def _lacking(self) -> tuple[Next, Nanoseconds]:
        """What the table awaits, and since which card."""
        return self._record.table.awaited(), self._watch.perception.order.released_ns

    def _says_again(self, fact: Fact) -> bool:
        """Whether it is the fold of a player whose cards, thrown in, have told it already."""
        hand = self._record.table.hand
        if hand is None or not isinstance(fact, Action) or fact.action != "fold":
            return False
        return fact.seat in set(hand.betting.seats).difference(hand.betting.live)

    def _is_early(self, entry: Entry, within_ns: int) -> bool:
        """Whether the reader has not looked for so long since an entry was made, and since a card was last heard."""
        return self._watch.looked_ns(self._record.now()) - self._since_ns(entry) < within_ns

    def _since_ns(self, entry: Entry) -> Nanoseconds:
        """From when on an entry has waited for the card that is due now: the one before it was sought until then, or
        none was reported because somebody was asked to look at another."""
        perception = self._watch.perception
        return max(entry.looked_ns, perception.order.released_ns, perception.unheard.asked_ns)

    def _may_come(self, entry: Entry) -> bool:
        """Whether a card may still be heard that lay there before an entry: at a slow reader scans count, not time."""
        if self._is_early(entry, HEARD_BY_NS):
            return True
        return self._is_early(entry, PATIENCE_NS) and self._watch.perception.may_be_missed(self._since_ns(entry))

    def _why_not(self) -> str | None:
        """Why no entry that waits for a card can be taken now: the code of a fault; None if one may be."""
        now_ns, first = self._record.now(), self._waiting[0]
        if not self._record.in_hand or not waits(first.fact):
            return None
        stops = (fault.code for fault in self._record.faults.open if fault.kind.stops_play)
        stop = next((code for code in stops if code not in QUESTIONS), None)  # somebody looks at those cards
        if stop is not None and isinstance(first.fact, Action | ChipsMoved):
            return stop
        age_ns = now_ns - first.made_ns
        if age_ns <= SILENCE_MAX_NS or self._may_enter(first):
            return None
        if self._watch.is_blind(now_ns):
            return "reader-lost"
        question = self._watch.question(entry_waits=True, insists=self.insists)
        return (question.code if question else "card-unheard") if age_ns > LOOKED_FOR_MAX_NS else None

    def _may_enter(self, entry: Entry) -> bool:
        now_ns, table = self._record.now(), self._record.table
        if not self._record.in_hand or self._watch.told_ns is None:
            return True
        if not waits(entry.fact):
            return not self._means_a_card_to_come(entry, now_ns)
        if self._watch.perception.doubt.between is not None:
            return False
        if self._says_again(entry.fact):
            return True
        awaited = table.awaited()
        if self._is_early(entry, PATIENCE_NS) and self._watch.owes(entry.looked_ns, now_ns):
            return False
        if self._watch.looked_ns(now_ns) - entry.looked_ns < UNSURE_NS and self._watch.unsure(now_ns):
            return False
        if is_awaited(entry.fact, awaited):
            return True
        expected = isinstance(awaited, CARD_DUE) and self._may_come(entry)
        appearing = self._watch.perception.is_coming() and self._is_early(entry, AWAY_NS)
        away = self._is_early(entry, AWAY_NS) and self._watch.perception.is_away(self._watch.looked_ns(now_ns))
        unheard = self.waits_in_vain and self.question is not None
        return not (expected or appearing or away or unheard)

    def _means_a_card_to_come(self, entry: Entry, now_ns: Nanoseconds) -> bool:
        """Whether it is a press about the last card of a seat while one is not told yet that was heard before it."""
        is_about_one = isinstance(entry.fact, Press) and entry.fact.press in ABOUT_A_CARD
        if not is_about_one or now_ns - entry.made_ns >= PATIENCE_NS:
            return False
        return self._watch.owes(entry.looked_ns, now_ns)


def waits(fact: Fact) -> bool:
    """Whether cards should precede an entry: a player's, a shuffle by hand, or one about a card that lies there."""
    return isinstance(fact, Action | ChipsMoved | Shuffler) or (isinstance(fact, Press) and fact.nth is not None)


def goes_first(fact: Fact, role: Role | None) -> bool:
    """Whether an entry goes before those that wait: an acknowledgement, and what the floor decides. A hand that the
    floor ends is not ruled on first for want of the card that an entry waits for."""
    return (isinstance(fact, Press) and fact.press == "ack") or (role == "floor" and not waits(fact))


def is_awaited(fact: Fact, awaited: Next) -> bool:
    """Whether an entry is what the table awaits, so that no card can be missing before it."""
    match fact:
        case Action(action="show" | "muck"):
            return isinstance(awaited, AwaitShow)
        case Action(action="draw" | "stand-pat"):
            return isinstance(awaited, AwaitDraw) and awaited.seat == fact.seat
        case Shuffler(event="shuffled" | "cut"):
            return isinstance(awaited, AwaitPlain) and awaited.await_ in ("shuffle", "cut")
        case Action() | ChipsMoved():
            return isinstance(awaited, AwaitAction) and awaited.seat == fact.seat
        case _:
            return False
