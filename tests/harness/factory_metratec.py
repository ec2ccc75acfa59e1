"""A Metratec reader as it comes from the factory, written from the protocol guide: lines of ASCII, its own antennas."""

from dataclasses import dataclass, field

from burncard.firmware_bridge.driver import MS, Nanoseconds
from burncard.firmware_bridge.events import Face


@dataclass
class FactoryMetratec:
    """One reader. `antennas` 0: it cannot select any. `identity`: its reply to REV, or to RFW if it does not know REV.

    `chatter`: a line that it adds to each inventory. `awake`: its reply to WAK. `heard`: the commands, in order.
    """

    antennas: int = 4
    identity: str = "QuasarMX       01000305"
    knows_rev: bool = True
    knows_eof: bool = True
    reply_crc: bool = False
    chatter: str = ""
    awake: str = "DNS"
    tags: dict[str, int] = field(default_factory=dict)
    heard: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._received = b""
        self._replies: list[tuple[int, bytes]] = []
        self._output = b""
        self._now_ns = 0
        self._end = b""
        self.antenna = 1
        self.reports_antenna = self.continuous = False

    def put_tag(self, uid: str, antenna: int, face: Face, now_ns: Nanoseconds, *, boxed: bool = False) -> None:
        """Lays a tag over an antenna."""
        self.tags[uid] = antenna

    def take_tag(self, uid: str, now_ns: Nanoseconds) -> None:
        """Takes a tag away."""
        self.tags.pop(uid, None)

    def receive(self, data: bytes, now_ns: Nanoseconds) -> None:
        """Bytes from the host."""
        self._now_ns = now_ns
        *lines, self._received = (self._received + data).split(b"\r")
        for line in lines:
            words = line.decode("ascii", "replace").split()
            if words:
                self.heard.append(" ".join(words))
                took_ms = 20 if "INV" in words else 1
                self._replies.append((now_ns + took_ms * MS, self._reply(words)))

    def tick(self, now_ns: Nanoseconds) -> None:
        """Time has passed."""
        self._now_ns = now_ns
        while self._replies and self._replies[0][0] <= now_ns:
            self._output += self._replies.pop(0)[1]
            if self.continuous and not self._replies:
                self._replies.append((now_ns + 20 * MS, self._lines(self._inventory())))

    def next_due_ns(self) -> Nanoseconds | None:
        """When something is due."""
        return Nanoseconds(self._replies[0][0]) if self._replies else None

    def take_output(self) -> bytes:
        """The replies that are due."""
        output, self._output = self._output, b""
        return output

    def line_lost(self) -> None:
        """The line was pulled."""
        self._replies.clear()
        self._output = self._received = b""

    # ---- commands --------------------

    def _reply(self, words: list[str]) -> bytes:
        match words:
            case ["BRK"]:
                running, self.continuous = self.continuous, False
                return self._lines(["BRA" if running else "NCM"])
            case ["REV"]:
                return self._lines([self.identity if self.knows_rev else "UCO"])
            case ["RFW"]:
                return self._lines([self.identity])
            case ["RSN"]:
                return self._lines(["2009090314570000"])
            case ["WAK"]:
                return self._lines([self.awake])
            case ["EOF"]:
                self._end = b"\n" if self.knows_eof else b""
                return self._lines(["OK!" if self.knows_eof else "UCO"])
            case ["SAP", "ARP", "ON"]:
                self.reports_antenna = bool(self.antennas)
                return self._lines(["OK!" if self.antennas else "NOS"])
            case ["SAP", "MAN", number]:
                if not self.antennas:
                    return self._lines(["NOS"])
                if not 1 <= int(number) <= self.antennas:
                    return self._lines(["NOR"])
                self.antenna = int(number)
                return self._lines(["OK!"])
            case ["INV"]:
                return self._lines(self._inventory())
            case ["CNR", "INV"]:
                self.continuous = True
                return self._lines(self._inventory())
            case ["RIP", number]:
                return self._lines(["HI!" if int(number) else "LOW"])
            case _:
                return self._lines(["OK!"])

    def _inventory(self) -> list[str]:
        uids = [uid for uid, antenna in self.tags.items() if antenna == self.antenna or not self.antennas]
        antenna = [f"ARP {self.antenna:02d}"] if self.reports_antenna else []
        return [*([self.chatter] if self.chatter else []), *uids, *antenna, f"IVF {len(uids):02d}"]

    def _lines(self, texts: list[str]) -> bytes:
        return b"".join(self._line(text) for text in texts) + self._end

    def _line(self, text: str) -> bytes:
        raw = text.encode("ascii")
        return raw + b" " + checksum(raw + b" ") + b"\r" if self.reply_crc else raw + b"\r"


def checksum(data: bytes) -> bytes:
    """CRC-16, polynomial 8408, initial value FFFF, as four hex digits."""
    crc = 0xFFFF
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ 0x8408 if crc & 1 else crc >> 1
    return b"%04X" % crc
