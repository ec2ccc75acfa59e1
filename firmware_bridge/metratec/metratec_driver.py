"""Driver of Metratec HF readers with the ASCII protocol.

Theory of operation. The driver stops a running continuous mode, identifies the reader and prepares it: end-of-frame
mode, radio, heartbeat, antenna report. A reader with several antennas is then scanned antenna by antenna, and each
reply must name the antenna that was asked; a reader with a single antenna repeats its inventory by itself. Replies have
no checksum, so a tag is reported only after it was read twice. If the reader restarts, it is prepared again.
"""

from collections.abc import Callable
from dataclasses import asdict, dataclass

from burncard.firmware_bridge.conversation import Ask, Script
from burncard.firmware_bridge.driver import MS, SECOND
from burncard.firmware_bridge.events import DeviceFault, DeviceIdentified, TagHeard
from burncard.firmware_bridge.metratec.lines import IDENTITY, Line, LineErrors, LineReader, RefusedLine, encode_command
from burncard.firmware_bridge.metratec.metratec_decoder import MetratecDecoder
from burncard.firmware_bridge.polled import TRIES_MAX, LostError, PolledReader
from burncard.firmware_bridge.presence import GONE_AFTER_NS, Presence
from burncard.firmware_bridge.protocols import Protocol

ANTENNAS = 15  # scanned: as many as the standard table layout has
REPLY_PATIENCE_NS = 300 * MS  # for any reply but an inventory's; our choice
INVENTORY_PATIENCE_NS = 1 * SECOND  # our choice
SPLIT_MAX_NS = 60 * MS  # a longer pause ends a reply before end-of-frame mode is on; our choice
HEARTBEAT_S = 2  # between the reader's heartbeats; our choice, less than the silence that makes a link stale
SIGHTINGS = 2  # reads until a tag is reported
REPLY_LINES_MAX = 300  # lines of one reply; a longer one is damaged
WRONG_TRIES = 20
"""Attempts at a command that the reader says it does not know: a bad line may have damaged it."""
DAMAGED = ("UCO", "UPA", "CCE", "NOR", "EDX", "EHX")  # errors that a damaged command can cause
FAULTS = ("URE", "BOD", "WDT", "BOF")  # errors of the reader itself


@dataclass(frozen=True, slots=True)
class Answer:
    """One reply: its lines."""

    lines: tuple[Line, ...]

    @property
    def last(self) -> Line:
        """Its last line, which says what kind of reply it is."""
        return self.lines[-1]

    def inventory(self) -> tuple[list[str], int | None] | None:
        """The ids of an inventory, and its antenna if it names one; None if this is not a complete inventory."""
        uids = [line.text for line in self.lines if line.kind == "uid"]
        antennas = [line.value for line in self.lines if line.kind == "antenna"]
        if self.last.kind != "found" or self.last.value != len(uids) or len(antennas) > 1:
            return None
        if len(uids) + len(antennas) + 1 != len(self.lines):
            return None
        return uids, antennas[0] if antennas else None


Talk = Script[Answer, None]


class MetratecDriver(PolledReader[Answer]):
    """The host's side of one reader. `crc`: commands have a checksum, for a long or bad line."""

    def __init__(self, *, crc: bool = False, gone_after_ns: int = GONE_AFTER_NS) -> None:
        super().__init__(Presence(gone_after_ns, SIGHTINGS), 0, SPLIT_MAX_NS)
        self._wants_crc = crc
        self._crc = False
        self._errors = LineErrors()
        self._reader = LineReader("reader", self._errors)
        self._lines: list[Line] = []
        self._damaged = False
        self._replies_damaged = 0
        self._told_errors: dict[str, int] = {}
        self._restarted = False

    # ---- the line --------------------

    def counters(self) -> dict[str, int]:
        """Number of errors on the line, and of each error that the reader returned, by name."""
        lines = {f"line_{reason}": count for reason, count in asdict(self._errors).items()}
        told = {f"error_{word.lower()}": count for word, count in sorted(self._told_errors.items())}
        return lines | {"replies_damaged": self._replies_damaged} | asdict(self._talk.counters) | told

    def _new_line(self) -> None:
        self._reader = LineReader("reader", self._errors)
        self._lines.clear()
        self._damaged = self._crc = False

    def _unfinished(self) -> bool:
        return bool(self._lines) or self._damaged or self._reader.buffered_bytes() > 0

    def _split(self) -> None:
        self._keep(self._reader.silence())
        self._end_of_reply()

    def _bytes(self, data: bytes) -> None:
        """A reply ends with LF or, before end-of-frame mode is on, with silence."""
        *ended, rest = data.split(b"\n")
        for piece in ended:
            self._keep(self._reader.receive(piece))
            self._keep(self._reader.silence())
            self._end_of_reply()
        self._keep(self._reader.receive(rest))

    def _keep(self, items: list[Line | RefusedLine]) -> None:
        for item in items:
            if isinstance(item, RefusedLine) or len(self._lines) >= REPLY_LINES_MAX:
                self._damaged = True
            else:
                self._lines.append(item)

    def _end_of_reply(self) -> None:
        lines, damaged = tuple(self._lines), self._damaged
        self._lines.clear()
        self._damaged = False
        if damaged:
            self._replies_damaged += 1
        elif lines:
            self._reply(Answer(lines))

    def _reply(self, answer: Answer) -> None:
        if answer.last.kind == "error":
            self._note(answer.last.text)
        if any(line.text in ("SRT", "RNW") for line in answer.lines):
            self._restarted = True
        if answer.last.text in ("HBT", "SRT"):
            self._right_ns = self._now_ns
        else:
            self._hear(answer)

    # ---- the script --------------------

    def _identify(self) -> Script[Answer, DeviceIdentified]:
        yield from self._wake()
        for _ in range(TRIES_MAX):
            revision = yield self._question("REV", lambda answer: answer.last.kind == "identity")
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
        yield from self._tell("EOF")
        if self._wants_crc:
            yield from self._tell("CON")
            self._crc = True
        yield from self._tell("SRI SS 100")
        yield from self._tell(f"HBT {HEARTBEAT_S}")
        # commands share one answer, so the next one must not be a duplicate of an earlier one
        yield from self._clear_line()
        several = yield from self._tell("SAP ARP ON")
        self._ready(identity, ANTENNAS if several else 1)
        yield from self._scan() if several else self._listen()
        if self._reset_wanted:
            self._reset_wanted = False
            yield self._question("RST", lambda answer: answer.last.text == "OK!")
            self._new_line()

    def _scan(self) -> Talk:
        """Scans one antenna after another."""
        antennas = range(1, ANTENNAS + 1)
        while not self._reset_wanted and not self._restarted:
            yield from self._scan_antenna(self._next_antenna(antennas))
            self._end_cycle()

    def _scan_antenna(self, antenna: int) -> Talk:
        if not (yield from self._tell(f"SAP MAN {antenna}")):
            self._restarted = True
            return
        for _ in range(2 * SIGHTINGS):
            uids = yield from self._inventory(antenna)
            if uids is None:
                return
            self._heard_there(antenna, uids)
            if not self.presence.doubtful(antenna):
                return

    def _inventory(self, antenna: int) -> Script[Answer, list[str] | None]:
        """The ids at an antenna; None if the reader must be prepared or the antenna selected again."""
        for _ in range(TRIES_MAX):
            answer = yield self._question("INV", _is_inventory, INVENTORY_PATIENCE_NS)
            found = None if answer is None else answer.inventory()
            if found is not None:
                return found[0] if found[1] == antenna else None
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
                self._heard_there(1, found[0])
                self._events += self.presence.end_cycle()
            elif answer is None or answer.last.kind == "error":
                yield from self._wake()
                yield from self._clear_line()
                yield self._question("CNR INV", _is_inventory, INVENTORY_PATIENCE_NS)
        yield from self._wake()

    def _heard_there(self, antenna: int, uids: list[str]) -> None:
        """Reports an inventory. An id that is not yet confirmed may be a misread one, which is then missing."""
        events = self.presence.scanned(antenna, dict.fromkeys(uids), self._now_ns)
        there = (TagHeard(uid) for uid in dict.fromkeys(uids))
        self._report_scan(antenna, self._talk.asked_ns, there, complete=not self.presence.doubtful(antenna))
        self._events += events

    def _tell(self, command: str) -> Script[Answer, bool]:
        """Sends a command. Returns whether the reader accepts it. Raises LostError if it never answers."""
        wrong = 0
        for _ in range(TRIES_MAX):
            answer = yield self._question(command, lambda answer: answer.last.kind == "error" or _is_done(answer))
            if answer is not None and _is_done(answer):
                return True
            if answer is not None:
                if answer.last.text[:3] not in DAMAGED or wrong >= WRONG_TRIES:
                    return False
                wrong += 1
            yield from self._clear_line()
        raise LostError

    def _unmistakable(self) -> Ask[Answer]:
        return self._question("WAK", lambda answer: answer.last.text in ("DNS", "GMO"))

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
