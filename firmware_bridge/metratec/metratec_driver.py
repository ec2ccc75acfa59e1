"""Driver of Metratec HF readers with the ASCII protocol.

Theory of operation. The driver stops a running continuous mode, identifies the reader and prepares it: end-of-frame
mode, kind of tags, radio, heartbeat, antenna report. It finds out which antennas are in range; then they are scanned
one by one, and each reply must name the antenna that was asked. A reader that cannot select antennas repeats its
inventory by itself. If the reader restarts, it is prepared again.

Replies have no checksum. Until the line has proved good, a new id that was read once may be a misread one
(`sightings`): it is held back, the scan is not complete, and the antenna is scanned again. A line of an unknown form is
skipped. As it may have been an id that the line damaged, the scan is then incomplete, unless the same line has come in
each of the last replies: then it is the reader's own. The same goes for an id that is no card's.
"""

from collections.abc import Callable
from dataclasses import asdict, dataclass

from burncard.firmware_bridge.conversation import Ask, Script
from burncard.firmware_bridge.driver import MS, SECOND
from burncard.firmware_bridge.events import CARD_BEGINS, DeviceFault, DeviceIdentified, Scan, StrayTag, TagHeard
from burncard.firmware_bridge.metratec.lines import (
    IDENTITY,
    Line,
    LineErrors,
    LineReader,
    RefusedLine,
    encode_command,
)
from burncard.firmware_bridge.metratec.metratec_decoder import MetratecDecoder
from burncard.firmware_bridge.metratec.sightings import Sightings
from burncard.firmware_bridge.polled import TRIES_MAX, LostError, PolledReader
from burncard.firmware_bridge.protocols import Protocol

ANTENNAS_MAX = 16  # that a reader can switch: four outputs (protocol guide)
OUT_OF_RANGE = "NOR"
REFUSALS_MIN = 3
"""How often an antenna is refused until it is taken not to be there: a bad line may have damaged its number."""
OWN_AFTER = 5
"""Inventories of an antenna in a row with the same unknown line or id, until it is not taken for a damaged one."""
REPLY_PATIENCE_NS = 300 * MS  # for any reply but an inventory's; our choice
INVENTORY_PATIENCE_NS = 1 * SECOND  # our choice
SPLIT_MAX_NS = 60 * MS  # a longer pause ends a reply before end-of-frame mode is on; our choice
HEARTBEAT_S = 2  # between the reader's heartbeats; our choice, less than the silence that makes a link stale
REPLY_LINES_MAX = 300  # lines of one reply; a longer one is damaged
WRONG_TRIES = 20
"""Attempts at a command that the reader says it does not know: a bad line may have damaged it."""
DAMAGED = ("UCO", "UPA", "CCE", "NOR", "EDX", "EHX")  # errors that a damaged command can cause
FAULTS = ("URE", "BOD", "WDT", "BOF")  # errors of the reader itself


@dataclass(frozen=True, slots=True)
class Heard:
    """The ids of one inventory, its antenna if it names one, and whether no id can be missing."""

    uids: tuple[str, ...]
    antenna: int | None
    whole: bool

    def cards(self) -> tuple[str, ...]:
        """The ids that can be cards, each once."""
        return tuple(dict.fromkeys(uid for uid in self.uids if is_card(uid)))

    def strays(self) -> tuple[StrayTag, ...]:
        """The others."""
        return tuple(StrayTag("unknown", uid) for uid in dict.fromkeys(self.uids) if not is_card(uid))


@dataclass(frozen=True, slots=True)
class Answer:
    """One reply: its lines, and how many that may have been damaged were skipped."""

    lines: tuple[Line, ...]
    skipped: int = 0

    @property
    def last(self) -> Line:
        """Its last line, which says what kind of reply it is."""
        return self.lines[-1]

    def inventory(self) -> Heard | None:
        """What an inventory heard; None if this is not a complete inventory."""
        uids = tuple(line.text for line in self.lines if line.kind in ("uid", "data"))
        antennas = [line.value for line in self.lines if line.kind == "antenna"]
        if self.last.kind != "found" or self.last.value != len(uids) or len(antennas) > 1:
            return None
        if len(uids) + len(antennas) + 1 != len(self.lines):
            return None
        return Heard(uids, antennas[0] if antennas else None, not self.skipped)


def is_card(uid: str) -> bool:
    """Whether an id can be that of a card."""
    return uid.startswith(CARD_BEGINS) and len(uid) == UID_DIGITS


UID_DIGITS = 16
Talk = Script[Answer, None]


class MetratecDriver(PolledReader[Answer]):
    """The host's side of one reader. `crc`: commands have a checksum, for a long or bad line."""

    def __init__(self, *, crc: bool = False) -> None:
        super().__init__(0, SPLIT_MAX_NS)
        self._sightings = Sightings()
        self._wants_crc = crc
        self._crc = self._crc_asked = False
        self._eof = False
        self._errors = LineErrors()
        self._reader = LineReader("reader", self._errors)
        self._lines: list[Line] = []
        self._damaged = False
        self._unknown: set[bytes] = set()
        self._in_a_row: dict[int, dict[bytes, int]] = {}
        self._lines_skipped = 0
        self._replies_damaged = 0
        self._told_errors: dict[str, int] = {}
        self._restarted = False

    # ---- the line --------------------

    def counters(self) -> dict[str, int]:
        """Number of errors on the line, and of each error that the reader returned, by name."""
        lines = {f"line_{reason}": count for reason, count in asdict(self._errors).items()}
        told = {f"error_{word.lower()}": count for word, count in sorted(self._told_errors.items())}
        own = {"replies_damaged": self._replies_damaged, "lines_skipped": self._lines_skipped}
        return lines | own | asdict(self._talk.counters) | told

    def _new_line(self) -> None:
        self._sightings.new_line()
        self._reader = LineReader("reader", self._errors)
        self._lines.clear()
        self._damaged = self._crc = self._eof = False
        self._unknown.clear()
        self._in_a_row.clear()

    def _unfinished(self) -> bool:
        return bool(self._lines) or self._damaged or self._reader.buffered_bytes() > 0

    def _split(self) -> None:
        self._keep(self._reader.silence())
        self._end_of_reply()

    def _bytes(self, data: bytes) -> None:
        """A reply ends with LF or, without end-of-frame mode, with the number of tags found or with silence."""
        *ended, rest = data.split(b"\n")
        for piece in ended:
            self._keep(self._reader.receive(piece))
            self._keep(self._reader.silence())
            self._end_of_reply()
        self._keep(self._reader.receive(rest))

    def _keep(self, items: list[Line | RefusedLine]) -> None:
        for item in items:
            if isinstance(item, RefusedLine) and item.reason == "unknown":
                self._lines_skipped += 1
                self._unknown.add(item.data)
            elif isinstance(item, RefusedLine) or len(self._lines) >= REPLY_LINES_MAX:
                self._damaged = True
            else:
                self._lines.append(item)
                if item.kind in ("uid", "data") and not is_card(item.text):
                    self._unknown.add(item.text.encode())
                if item.kind == "found" and not self._eof:
                    self._end_of_reply()

    def _end_of_reply(self) -> None:
        answer, damaged = Answer(tuple(self._lines), self._doubtful_lines()), self._damaged
        self._lines.clear()
        self._unknown.clear()
        self._damaged = False
        if damaged:
            self._replies_damaged += 1
            self._sightings.damaged()
        elif answer.lines:
            if answer.last.kind == "found" and answer.inventory() is None:
                self._sightings.damaged()
            self._reply(answer)

    def _doubtful_lines(self) -> int:
        """How many of this reply's unknown lines and ids may be damaged ones."""
        if not self._lines or self._lines[-1].kind != "found":
            return len(self._unknown)
        antenna = next((line.value for line in self._lines if line.kind == "antenna"), 0)
        before = self._in_a_row.get(antenna, {})
        self._in_a_row[antenna] = {line: before.get(line, 0) + 1 for line in self._unknown}
        return sum(count < OWN_AFTER for count in self._in_a_row[antenna].values())

    def _reply(self, answer: Answer) -> None:
        if answer.last.kind == "error":
            self._note(answer.last.text)
        if self._crc_asked and answer.last.text[:3] == "CCE":
            # its agreement was lost: only a reader that has its CRC on finds a wrong one
            self._crc = True
        if any(line.text in ("SRT", "RNW") for line in answer.lines):
            self._restarted = True
        if answer.last.text in ("HBT", "SRT"):
            self._right_ns = self._now_ns
        else:
            self._hear(answer)

    # ---- the script --------------------

    def _identify(self) -> Script[Answer, DeviceIdentified]:
        self._crc = self._crc_asked = False
        yield from self._wake()
        for _ in range(TRIES_MAX):
            revision = yield self._question("REV", lambda answer: answer.last.kind in ("identity", "error"))
            if revision is not None and revision.last.kind == "error":
                # newer firmware tells its version and that of the hardware apart
                revision = yield self._question("RFW", lambda answer: answer.last.kind == "identity")
            number = yield self._question("RSN", lambda answer: answer.last.kind in ("serial", "error"))
            match = None if revision is None else IDENTITY.fullmatch(revision.last.text)
            if match is not None and number is not None:
                serial = number.last.text if number.last.kind == "serial" else ""
                version = f"{match[3][:2]}.{match[3][2:]}"
                return DeviceIdentified("reader", f"{match[1]}-{serial}", version, "", 1, False, False)
        raise LostError

    def _wake(self) -> Talk:
        """Makes the reader listen: stops continuous mode, turns the CRC off, wakes it."""
        while True:
            stopped = yield self._question("BRK", lambda answer: answer.last.text in ("BRA", "NCM", "CCE"))
            if stopped is None:
                yield self._question("WAK", lambda answer: answer.last.text in ("GMO", "DNS", "CCE"))
            elif stopped.last.text == "CCE":
                yield Ask(encode_command("COF", crc=True), _is_done, REPLY_PATIENCE_NS)
            else:
                return

    def _serve(self, identity: DeviceIdentified) -> Talk:
        self._restarted = False
        self._eof = yield from self._tell("EOF")
        if self._wants_crc:
            self._crc_asked = True
            yield from self._tell("CON")
            self._crc = True
        # readers of one kind of tag do not know this
        yield from self._tell("MOD 156", final=DAMAGED)
        yield from self._tell("SRI SS 100")
        yield from self._tell(f"HBT {HEARTBEAT_S}")
        # commands share one answer, so the next one must not be a duplicate of an earlier one
        yield from self._clear_line()
        antennas = 0
        if (yield from self._tell("SAP ARP ON")):
            antennas = yield from self._count_antennas()
        self._ready(identity, antennas or 1)
        yield from self._scan(antennas) if antennas else self._listen()
        if self._reset_wanted:
            self._reset_wanted = False
            yield self._question("RST", lambda answer: answer.last.text == "OK!")
            self._new_line()

    def _count_antennas(self) -> Script[Answer, int]:
        """How many antennas can be selected: all up to the last one in range. Raises LostError."""
        count, beyond = 0, ANTENNAS_MAX + 1
        antenna = ANTENNAS_MAX
        while beyond - count > 1:
            if (yield from self._select(antenna)):
                count = antenna
            else:
                beyond = antenna
            antenna = (count + beyond) // 2
        return count

    def _select(self, antenna: int) -> Script[Answer, bool]:
        """Selects an antenna. Returns whether it is there. Raises LostError."""
        refused = 0
        while refused < REFUSALS_MIN:
            if (yield from self._tell(f"SAP MAN {antenna}", final=(OUT_OF_RANGE,))):
                return True
            refused += 1
        return False

    def _scan(self, count: int) -> Talk:
        """Scans one antenna after another."""
        antennas = range(1, count + 1)
        while not self._reset_wanted and not self._restarted:
            antenna = yield from self._next_antenna(antennas)
            yield from self._scan_antenna(antenna)

    def _scan_antenna(self, antenna: int) -> Talk:
        if not (yield from self._select(antenna)):
            # it was there before: nothing can be said of it now
            self._report_scan(antenna, self._talk.asked_ns, (), complete=False)
            return
        for _ in range(self._sightings.needed):
            heard = yield from self._inventory(antenna)
            if heard is None or self._heard_there(antenna, heard):
                return

    def _inventory(self, antenna: int) -> Script[Answer, Heard | None]:
        """What an antenna hears; None if the reader must be prepared or the antenna selected again."""
        for _ in range(TRIES_MAX):
            answer = yield self._question("INV", _is_inventory, INVENTORY_PATIENCE_NS)
            found = None if answer is None else answer.inventory()
            if found is not None:
                return found if found.antenna == antenna else None
            if answer is not None and (self._restarted or answer.last.text[:3] not in DAMAGED):
                return None
            yield from self._clear_line()
        raise LostError

    def _listen(self) -> Talk:
        """Reads a reader with a single antenna, which repeats its inventory by itself."""
        yield self._question("CNR INV", _is_inventory, INVENTORY_PATIENCE_NS)
        while not self._reset_wanted and not self._restarted:
            answer = yield Ask(b"", _is_inventory, INVENTORY_PATIENCE_NS)
            found = None if answer is None else answer.inventory()
            if found is not None:
                self._heard_there(1, found)
            elif answer is None or answer.last.kind == "error":
                yield from self._wake()
                yield from self._clear_line()
                yield self._question("CNR INV", _is_inventory, INVENTORY_PATIENCE_NS)
        yield from self._wake()

    def _heard_there(self, antenna: int, heard: Heard) -> bool:
        """Reports an inventory as a scan. Returns whether all its ids count; otherwise one may have been misread."""
        uids = heard.cards()
        counting = self._sightings.read(antenna, frozenset(uids), self._now_ns, whole=heard.whole)
        there = tuple(TagHeard(uid) for uid in uids if uid in counting)
        certain = len(there) == len(uids)
        scan = Scan(antenna, self._talk.asked_ns, self._now_ns, there, heard.whole and certain, heard.strays())
        self._events.append(scan)
        return certain

    def _tell(self, command: str, *, final: tuple[str, ...] = ()) -> Script[Answer, bool]:
        """Sends a command. Returns whether the reader accepts it. Raises LostError if it never answers.

        An error that a damaged command can cause is not taken at once, unless it is among `final`.
        """
        wrong = 0
        for _ in range(TRIES_MAX):
            answer = yield self._question(command, lambda answer: answer.last.kind == "error" or _is_done(answer))
            if answer is not None and _is_done(answer):
                return True
            if answer is not None:
                word = answer.last.text[:3]
                if word in final or word not in DAMAGED or wrong >= WRONG_TRIES:
                    return False
                wrong += 1
            yield from self._clear_line()
        raise LostError

    def _unmistakable(self) -> Ask[Answer]:
        return self._question("BRK", lambda answer: answer.last.text in ("BRA", "NCM"))

    def _question(
        self, command: str, fits: Callable[[Answer], bool], patience_ns: int = REPLY_PATIENCE_NS
    ) -> Ask[Answer]:
        return Ask(encode_command(command, crc=self._crc), fits, patience_ns)

    def _note(self, text: str) -> None:
        word = text[:3]
        first = word not in self._told_errors
        self._told_errors[word] = self._told_errors.get(word, 0) + 1
        if word in FAULTS and first:
            self._events.append(DeviceFault(f"metratec-{word.lower()}", f"the reader reports {text}"))


def _is_done(answer: Answer) -> bool:
    return answer.last.text == "OK!"


def _is_inventory(answer: Answer) -> bool:
    return answer.last.kind == "error" or answer.inventory() is not None


PROTOCOL = Protocol(driver=MetratecDriver, decoder=MetratecDecoder)
