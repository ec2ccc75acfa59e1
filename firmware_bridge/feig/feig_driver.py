"""Driver of FEIG readers in ISO-Host mode.

Theory of operation. The driver asks for the firmware version until a reader answers, then for its serial number. It
sets the reader up (`configuration`) and finds out how it is read, by trying:

1. An inventory is refused with status 82: the reader scans by itself, and cannot be told otherwise. The driver reads
   its buffer, or takes the notifications that the reader sends, and clears each set once its tags are noted, as the
   protocol demands. The reader is taken at its word (`standing_tags`), and asked for all its tags again and again,
   since it does not say that one has gone.
2. A multiplexer answers: each channel that it accepts is an antenna, to be selected before its inventory.
3. An inventory that names its antenna is accepted: so are antennas until one is out of range. Readers that do not know
   that form may ignore it: if tags come without an antenna, there is one.
4. Otherwise the reader has one antenna.

Each inventory is of one antenna. A reader that reports only new tags, and does not let that be changed, has its field
switched off and on before each inventory; so is one that turns out to leave out tags that it has reported before. A
reader that has reported a tag in two inventories of an antenna in a row, a few times, is trusted: what it leaves out
later was missed by the radio.

A reader that restarts forgets what it was set to. Every `CHECK_EVERY_NS`, and after each time-out, a block that was
changed is read again, and the reader is set up anew if it differs.

A reply names its command but not its request, so a late reply could be attributed to the wrong antenna. After a timeout
the driver therefore requests the firmware version and drops everything that arrives before it (see `polled`).
"""

from dataclasses import dataclass

from burncard.firmware_bridge.conversation import Ask, Script
from burncard.firmware_bridge.driver import MS, SECOND, Nanoseconds
from burncard.firmware_bridge.events import DeviceIdentified, DeviceNote, EventsLost, Scan, StrayTag, TagHeard
from burncard.firmware_bridge.feig.antenna_search import Port, multiplexed, named, nothing_to_select
from burncard.firmware_bridge.feig.commands import ALL_SETS, INFO_DEVICE_ID, INVENTORY, MODE_MORE, Command, Status
from burncard.firmware_bridge.feig.configuration import UNKNOWN, Configuration, configure, family_of, read_block
from burncard.firmware_bridge.feig.feig_line import LISTING, FeigLine, Talk
from burncard.firmware_bridge.feig.frames import ANY_READER, Frame
from burncard.firmware_bridge.feig.records import CARD, TagRecord, read_buffer, read_inventory
from burncard.firmware_bridge.polled import TRIES_MAX, LostError, never
from burncard.firmware_bridge.standing_tags import ROLL_CALL_NS, SCAN_NS, Standing

POLL_BUFFER_NS = 50 * MS  # between reads of the buffer; our choice
CHECK_EVERY_NS = 2 * SECOND
"""How long a reader that has restarted goes unnoticed, at most. Our choice: a check takes 16 ms of the line."""
MORE_MAX = 16  # replies to one inventory, so that a reader that always has more cannot hold up the scan
REPEATS_PROVE = 3
"""How often a reader has to report tags again until it is trusted to report all tags. Our choice: one that reports only
new tags does so only where a tag was out of the field meanwhile."""
WITHHELD_MAX = 2
"""How often a tag that an inventory leaves out comes back with the field switched off and on, until the reader is
taken to report only new tags. Our choice: a card that was missed by chance does so too, but seldom twice in a row."""
SELF_SCANNED_MAX = 16
"""Antennas of a reader that scans by itself, which does not say how many it has: two multiplexers."""


def heard_as(tag: TagRecord) -> TagHeard:
    """A card of a reply, as a scan has it."""
    return TagHeard(tag.uid, None if tag.rssi is None else -tag.rssi)


@dataclass(frozen=True, slots=True)
class Inventory:
    """The tags of one inventory, and whether they are all that answered. `began_ns`: when it was requested."""

    tags: list[TagRecord]
    complete: bool
    began_ns: int

    def cards(self) -> set[str]:
        """The ids of the tags that can be cards."""
        return {tag.uid for tag in self.tags if tag.kind == CARD}


class FeigDriver(FeigLine):
    """The host's side of one reader. `address` is its bus address; by default, that of the first reader to answer."""

    def __init__(self, address: int = ANY_READER) -> None:
        super().__init__(address)
        self._uncleared = b""
        self._standing = Standing()
        self._called_roll_ns = 0
        self._family = UNKNOWN
        self._configuration = Configuration()
        self._checked_ns = 0
        self._resets_field = False
        self._withheld = self._repeats = 0
        self._heard: dict[int, set[str]] = {}
        self._names_antennas = True
        self._replies_not_understood = 0
        self._set_up_again = 0

    def counters(self) -> dict[str, int]:
        """Number of errors on the line, of each status that the reader returned, and of what the driver had to mend."""
        mended = {"replies_not_understood": self._replies_not_understood, "set_up_again": self._set_up_again}
        return super().counters() | mended

    def connected(self, now_ns: Nanoseconds) -> None:
        """The line is open: it may be another reader's."""
        self._names_antennas = True
        super().connected(now_ns)

    # ---- the script --------------------

    def _identify(self) -> Script[Frame, DeviceIdentified]:
        """Asks until a reader answers."""
        self._answering = self._address
        version = None
        while version is None:
            version = yield self._request(Command.SOFTWARE_VERSION)
        self._answering = version.address
        self._family = family_of(version.data)
        number = yield from self._ask(Command.READER_INFO, bytes([INFO_DEVICE_ID]))
        revision = version.data[:2]
        return DeviceIdentified(
            kind="reader",
            serial_number=number.data[:4].hex().upper() if number.status == Status.OK else f"adr-{version.address}",
            firmware_version=f"{revision[0]:02X}.{revision[1]:02X}" if len(revision) == 2 else "",
            firmware_hash="",
            antennas=0,
            senses_face=False,
            senses_boxed=False,
        )

    def _serve(self, identity: DeviceIdentified) -> Talk:
        """Sets the reader up, finds out how to read it, reports it ready, and reads it until it is lost or reset."""
        yield from self._set_up()
        probe = yield from self._ask(Command.ISO_15693, bytes([INVENTORY, 0]))
        if probe.status == Status.NOT_AVAILABLE_NOW:
            self._ready(identity, 0)
            yield from self._read_buffer()
            return
        ports = yield from multiplexed(self._ask)
        known = bool(ports)
        if not ports and self._names_antennas:
            ports, known = yield from named(self._ask)
        self._heard.clear()
        yield from self._reset_field()  # the inventories so far have been answered: none of their tags may be withheld
        self._ready(identity, len(ports) or 1 if known or not ports else 0)
        yield from self._scan(ports or nothing_to_select())

    def _set_up(self) -> Talk:
        """Makes the settings in RAM, and switches the field off and on: tags that were reported are new again."""
        self._configuration = done = yield from configure(self._ask, self._family.settings)
        self._checked_ns, self._missed = self._now_ns, False
        self._repeats = 0
        self._resets_field = not all(done.holds(setting) for setting in self._family.all_tags)
        if done.missing:
            blocks = ", ".join(f"CFG{number}" for number in dict.fromkeys(setting.block for setting in done.missing))
            text = f"{blocks} cannot be set; missing: {'; '.join(setting.why for setting in done.missing)}"
            self._note_once(DeviceNote("feig-configuration", text))
        yield from self._ask(Command.RF_ON_OFF, b"\x01")
        yield from self._reset_field()

    def _reset_field(self) -> Talk:
        reply = yield from self._ask(Command.RF_RESET)
        if reply.status == Status.UNKNOWN_COMMAND:
            self._resets_field = False

    def _check(self) -> Talk:
        """Sets the reader up again if it has restarted."""
        changed = self._configuration.changed
        if not changed or (self._now_ns - self._checked_ns < CHECK_EVERY_NS and not self._missed):
            return
        self._checked_ns, self._missed = self._now_ns, False
        block = yield from read_block(self._ask, changed[0])
        changed.append(changed.pop(0))
        if block is not None and block != self._configuration.blocks[changed[-1]]:
            self._set_up_again += 1
            yield from self._set_up()

    # ---- scans --------------------

    def _scan(self, ports: tuple[Port, ...]) -> Talk:
        """Scans one antenna after another."""
        antennas = range(1, len(ports) + 1)
        while not self._reset_wanted:
            yield from self._check()
            antenna = yield from self._next_antenna(antennas)
            going_on = yield from self._scan_antenna(antenna, ports[antenna - 1])
            if not going_on:
                return
        yield from self._reset()

    def _scan_antenna(self, antenna: int, port: Port) -> Script[Frame, bool]:
        """Scans one antenna. Returns whether the reader can be read in this way."""
        if port.select:
            selected = yield from self._ask(Command.SET_MULTIPLEXER, port.select)
            if selected.status != Status.OK:
                self._report_scan(antenna, self._talk.asked_ns, (), complete=False)
                return True
        found = yield from self._inventory(port.mode)
        if found is None:
            return False
        if port.named and any(tag.antenna is None for tag in found.tags):
            # the reader does not know inventories that name antennas, and has ignored what it was asked
            self._names_antennas = False
            return False
        self._tell(antenna, found)
        before, self._heard[antenna] = self._heard.get(antenna, set()), found.cards()
        if before & found.cards():
            self._repeats, self._withheld = self._repeats + 1, 0
        elif before and found.complete and not self._resets_field and self._repeats < REPEATS_PROVE:
            return (yield from self._scan_again(antenna, port, before))
        return True

    def _scan_again(self, antenna: int, port: Port, withheld: set[str]) -> Script[Frame, bool]:
        """Tags were left out: scans once more with the field switched off and on, in case the reader withholds them."""
        yield from self._reset_field()
        found = yield from self._inventory(port.mode)
        if found is None:
            return False
        self._tell(antenna, found)
        self._heard[antenna] = found.cards()
        self._withheld = self._withheld + 1 if withheld <= found.cards() else 0
        if self._withheld >= WITHHELD_MAX:
            self._resets_field = True
            self._note_once(DeviceNote("feig-only-new", "the reader reports only new tags; each scan takes longer"))
        return True

    def _inventory(self, mode: bytes) -> Script[Frame, Inventory | None]:
        """The tags of one inventory; None if the reader no longer accepts inventories."""
        tags: list[TagRecord] = []
        whole = True
        if self._resets_field:
            yield from self._reset_field()
        began_ns = self._now_ns
        for number in range(MORE_MAX):
            reply = yield from self._ask(Command.ISO_15693, bytes([INVENTORY]) + mode)
            if number == 0:
                # when the request that was answered was sent, not one that was lost
                began_ns = Nanoseconds(self._talk.asked_ns)
            if reply.status == Status.NOT_AVAILABLE_NOW:
                return None
            if reply.status in LISTING:
                listing = read_inventory(reply.data)
                tags += listing.tags
                whole = whole and listing.whole
                self._replies_not_understood += not listing.whole
            if reply.status != Status.MORE_DATA:
                return Inventory(tags, whole and reply.status in (Status.OK, Status.NO_TAG), began_ns)
            mode = bytes([mode[0] | MODE_MORE]) + mode[1:]
        return Inventory(tags, False, began_ns)

    def _tell(self, antenna: int, inventory: Inventory) -> None:
        """Reports what an inventory of an antenna heard. Tags of other antennas were overheard, or not asked for."""
        for place in dict.fromkeys((antenna, *(tag.antenna for tag in inventory.tags if tag.antenna is not None))):
            here = [tag for tag in inventory.tags if tag.antenna == place or (tag.antenna is None and place == antenna)]
            self._report(place, here, inventory.began_ns, complete=inventory.complete and place == antenna)

    def _report(self, antenna: int, tags: list[TagRecord], began_ns: int, *, complete: bool) -> None:
        there = {tag.uid: heard_as(tag) for tag in tags if tag.kind == CARD}
        strays = tuple(StrayTag(tag.kind, tag.uid) for tag in tags if tag.kind != CARD)
        self._events.append(Scan(antenna, began_ns, self._now_ns, tuple(there.values()), complete, strays))

    # ---- a reader that scans by itself --------------------

    def _read_buffer(self) -> Talk:
        """Reads a reader that scans by itself: from its buffer, or from its notifications."""
        self._called_roll_ns = self._now_ns - ROLL_CALL_NS
        while not self._reset_wanted:
            drained = not self._notifications
            if drained:
                reply = yield from self._read_sets()
                drained = reply.status not in LISTING
                if reply.status in LISTING:
                    self._notifications.append(reply)
                elif reply.status == Status.UNKNOWN_COMMAND:
                    return
            while self._notifications:
                yield from self._take_sets(self._notifications.popleft())
            self._say_what_stands()
            if drained and self._now_ns - self._called_roll_ns >= ROLL_CALL_NS:
                yield from self._call_roll()
            yield Ask(b"", never, POLL_BUFFER_NS)
        yield from self._reset()

    def _call_roll(self) -> Talk:
        """Has the reader report every tag again. Those that it has not reported since the last time have left."""
        self._standing.end_roll_call()
        self._standing.call_roll()
        self._called_roll_ns = self._now_ns
        yield from self._ask(Command.INITIALISE_BUFFER)

    def _say_what_stands(self) -> None:
        """The reader is taken at its word, as often as it could have been asked."""
        for _ in range(POLL_BUFFER_NS // SCAN_NS):
            chosen = None if self._choose is None else self._choose(self._now_ns)
            self._antenna = chosen or self._antenna % SELF_SCANNED_MAX + 1
            self._events.append(self._standing.scan(self._antenna, self._now_ns))

    def _take_sets(self, sets: Frame) -> Talk:
        """Reports the tags of some data sets and clears them. Sets that come again, because the reader has not heard
        that they may go, are only cleared."""
        if sets.data != self._uncleared:
            listing = read_buffer(sets.data)
            self._replies_not_understood += not listing.whole
            for tag in listing.tags:
                self._stands_there(tag)
        if sets.status == Status.BUFFER_OVERFLOW:
            self._events.append(EventsLost(None))
        # not repeated: the reader may have sent new sets by then, and a second clear would drop them unread
        cleared = yield self._request(Command.CLEAR_BUFFER)
        self._uncleared = sets.data if cleared is None else b""
        if cleared is None:
            yield from self._clear_line()
            return
        # the reader may have sent these sets by itself while it was asked for them
        again = [other for other in self._notifications if other.data == sets.data]
        for other in again:
            self._notifications.remove(other)

    def _stands_there(self, tag: TagRecord) -> None:
        """The buffer does not tell when or how often an antenna was scanned, only that it heard the tag."""
        antenna = tag.antenna or 1
        if tag.kind == CARD:
            self._standing.moved(antenna, heard_as(tag))
        else:
            self._report(antenna, [tag], self._now_ns, complete=False)

    def _read_sets(self) -> Script[Frame, Frame]:
        """The first sets of the buffer, fewer at a time if long replies do not get through. Raises LostError."""
        sets = ALL_SETS
        for _ in range(TRIES_MAX):
            reply = yield self._request(Command.READ_BUFFER, sets.to_bytes(2, "big"))
            if reply is not None:
                self._note(reply)
                return reply
            sets = max(1, sets // 8)
            yield from self._clear_line()
        raise LostError

    # ---- requests --------------------

    def _reset(self) -> Talk:
        self._reset_wanted = False
        yield from self._ask(Command.CPU_RESET)
