"""A virtual Metratec HF reader with the ASCII protocol, with the habits of real ones.

Lines end with CR, and after the command EOF every reply ends with CR LF. The radio must be configured before an
inventory. In continuous mode only BRK is answered. With the CRC on, a command without a valid one is refused.
"""

import re
from collections.abc import Callable
from random import Random

from burncard.firmware_bridge.crc16 import crc16
from burncard.firmware_bridge.driver import MS, SECOND, Nanoseconds
from burncard.firmware_bridge.metratec.lines import LINE_MAX_BYTES, split_crc
from burncard.simulator.devices.antenna_field import OverAntennas
from burncard.simulator.devices.factory import Options
from burncard.simulator.radio.air import Air

MODELS = {"DESKID_ISO": ("0100", "0218"), "QUASAR_MX": ("0200", "0305"), "QuasarLR": ("0200", "0305")}
SINGLE_ANTENNA = "DESKID_ISO"
NAME_WIDTH = 15
ANTENNAS_MAX = 16
BLOCKS = 28  # memory of a tag
BLOCK_BYTES = 4
REPLY_NS = 2 * MS  # time of any command but an inventory; our choice
SWITCH_NS = 2 * MS  # the multiplexer switches; our choice
KINDS = {"deskid": "DESKID_ISO", "quasarmx": "QUASAR_MX", "quasarlr": "QuasarLR"}
ANTENNAS = {"deskid": 1, "quasarmx": 4, "quasarlr": 16}
"""By model as a technician names it: its own name, and its most antennas."""
HEARTBEAT_MAX_S = 300
RESETTING = ["OK!"]
NUMBER = re.compile(r"\d{1,3}")
REQUEST = re.compile(r"([0-9A-F]{2})([0-9A-F]{2})((?:[0-9A-F]{2})*)")


class VirtualMetratec(OverAntennas):
    """One reader. `model` is its own name; a DeskID has one antenna, the Quasars have several: those of its `air`."""

    def __init__(
        self, serial_number: str, model: str = "QuasarLR", *, crc: bool = False, air: Air | None = None
    ) -> None:
        super().__init__(air, 1 if model == SINGLE_ANTENNA else ANTENNAS_MAX)
        self.model = model
        self.antenna = 1
        self._serial = serial_number
        self._crc = crc
        self._end_of_frame = False
        self._radio = False
        self._asleep = False
        self._reports_antenna = False
        self._automatic = 0
        self._continuous = ""
        self._heartbeat_ns = 0
        self._beat_due_ns = 0
        self._heard: list[str] = []
        self._quiet: set[tuple[str, int]] = set()
        self._memory: dict[str, list[bytes]] = {}
        self._buffer = bytearray()
        self._output = bytearray()
        self._later: list[tuple[int, list[str]]] = []
        self._busy_until_ns = 0

    @property
    def antennas(self) -> int:
        """How many antennas it has."""
        return max(self.air.plan.sites)

    # ---- the line --------------------

    def receive(self, data: bytes, now_ns: Nanoseconds) -> None:
        """Bytes from the host."""
        for byte in data:
            if byte == 0x0D:
                text = self._buffer.decode("ascii", "replace")
                self._buffer.clear()
                if text:
                    self._obey(text, now_ns)
            elif byte != 0x0A and len(self._buffer) < LINE_MAX_BYTES:
                self._buffer.append(byte)

    def tick(self, now_ns: Nanoseconds) -> None:
        """Sends replies that are due, repeats the continuous inventory, and sends the heartbeat."""
        while self._later and self._later[0][0] <= now_ns:
            lines = self._later.pop(0)[1]
            self._write(lines)
            if lines is RESETTING:
                self._restart()
            self._beat_due_ns = now_ns + self._heartbeat_ns
        if self._continuous and not self._later:
            self._take_inventory(self._continuous, now_ns)
        if self._heartbeat_ns and not self._continuous and now_ns >= self._beat_due_ns:
            self._write(["HBT"])
            self._beat_due_ns = now_ns + self._heartbeat_ns

    def next_due_ns(self) -> Nanoseconds | None:
        """When `tick` must be called next, None if there is nothing to wait for."""
        due = [when for when, _ in self._later[:1]]
        if self._heartbeat_ns and not self._continuous:
            due.append(self._beat_due_ns)
        return Nanoseconds(min(due)) if due else None

    def take_output(self) -> bytes:
        """Bytes for the host."""
        output = bytes(self._output)
        self._output.clear()
        return output

    def line_lost(self) -> None:
        """The line was pulled, and the power with it: all settings are lost."""
        self._restart()
        self._output.clear()

    def _write(self, lines: list[str]) -> None:
        self._output += "".join(f"{line}\r" for line in lines).encode("ascii")
        if self._end_of_frame:
            self._output += b"\n"

    def _reply(self, lines: list[str], work_ns: int, now_ns: Nanoseconds) -> None:
        self._busy_until_ns = max(self._busy_until_ns, now_ns) + work_ns
        self._later.append((self._busy_until_ns, lines))

    def _restart(self) -> None:
        self._end_of_frame = self._radio = self._asleep = self._reports_antenna = self._crc = False
        self._automatic = self._heartbeat_ns = 0
        self._continuous = ""
        self._quiet.clear()
        self.antenna = 1
        self._later.clear()
        self._buffer.clear()

    # ---- commands --------------------

    def _obey(self, text: str, now_ns: Nanoseconds) -> None:
        if self._crc:
            text, right = split_crc(text)
            if not right:
                self._reply(["CCE"], REPLY_NS, now_ns)
                return
        elif split_crc(text)[1] and text[:3] in ("COF", "WAK", "BRK"):
            text = split_crc(text)[0]
        words = text.split()
        if not words or (self._asleep and words[0] != "WAK") or (self._continuous and words[0] != "BRK"):
            return
        if words[0] == "CNR":
            self._repeat(words[1:], now_ns)
            return
        if words[0] == "INV":
            self._take_inventory(" ".join(words[1:]), now_ns)
            return
        obey = self._commands().get(words[0])
        self._reply(["UCO"] if obey is None else obey(words[1:]), REPLY_NS, now_ns)

    def _commands(self) -> dict[str, Callable[[list[str]], list[str]]]:
        hardware, firmware = MODELS[self.model]
        return {
            "REV": lambda words: [f"{self.model:<{NAME_WIDTH}}{hardware}{firmware}"],
            "RSN": lambda words: [self._serial],
            "BRK": self._break,
            "EOF": lambda words: self._set("_end_of_frame", True),
            "NEF": lambda words: self._set("_end_of_frame", False),
            "CON": lambda words: self._set("_crc", True),
            "COF": lambda words: self._set("_crc", False),
            "STB": lambda words: self._sleep(),
            "WAK": lambda words: self._wake(),
            "RST": lambda words: RESETTING,
            "SRI": self._set_radio,
            "SAP": self._set_antenna,
            "HBT": self._set_heartbeat,
            "VBL": lambda words: ["OK!"] if words in (["0"], ["1"], ["2"]) else ["UPA"],
            "MOD": lambda words: ["OK!"] if words in (["156"], ["14A"], ["14B"]) else ["UPA"],
            "SET": lambda words: ["OK!"] if words[:1] == ["PWR"] and len(words) == 2 else ["UPA"],
            "RIP": lambda words: ["LOW"] if words in (["0"], ["1"]) else ["NOR"],
            "WOP": lambda words: ["OK!"] if len(words) == 2 and words[1] in ("HI", "LOW") else ["UPA"],
            "REQ": self._request,
            "WRQ": self._request,
        }

    def _set(self, name: str, value: bool) -> list[str]:
        setattr(self, name, value)
        return ["OK!"]

    def _break(self, words: list[str]) -> list[str]:
        was, self._continuous = self._continuous, ""
        self._later.clear()
        return ["BRA"] if was else ["NCM"]

    def _sleep(self) -> list[str]:
        self._asleep = True
        return ["GN8"]

    def _wake(self) -> list[str]:
        was, self._asleep = self._asleep, False
        return ["GMO"] if was else ["DNS"]

    def _set_radio(self, words: list[str]) -> list[str]:
        if words == ["OFF"]:
            return self._set("_radio", False)
        if len(words) == 2 and words[0] in ("SS", "DS") and words[1] in ("10", "100"):
            return self._set("_radio", True)
        return ["UPA"]

    def _set_antenna(self, words: list[str]) -> list[str]:
        if self.model == SINGLE_ANTENNA:
            return ["NOS"]
        match words:
            case ["ARP", "ON" | "OFF"]:
                return self._set("_reports_antenna", words[1] == "ON")
            case ["MAN", number] if NUMBER.fullmatch(number):
                if int(number) > self.antennas:
                    return ["NOR"]
                self.antenna, self._automatic = int(number), 0
                return ["OK!"]
            case ["AUT", number] | ["AUT", number, _] if NUMBER.fullmatch(number):
                if not 1 <= int(number) <= self.antennas:
                    return ["NOR"]
                self.antenna, self._automatic = 1, int(number)
                return ["OK!"]
            case ["PIN", number] if NUMBER.fullmatch(number):
                return ["OK!"] if int(number) <= 4 else ["NOR"]
        return ["UPA"]

    def _set_heartbeat(self, words: list[str]) -> list[str]:
        if len(words) != 1 or not NUMBER.fullmatch(words[0]):
            return ["EDX"]
        if int(words[0]) > HEARTBEAT_MAX_S:
            return ["NOR"]
        self._heartbeat_ns = int(words[0]) * SECOND
        return ["OK!"]

    # ---- tags --------------------

    def _there(self) -> list[str]:
        """The tags that answer now."""
        return self._heard

    def _take_inventory(self, options: str, now_ns: Nanoseconds) -> None:
        """Asks the tags at the current antenna, and moves on to the next if it switches by itself."""
        if not self._radio:
            self._reply(["RNW"], REPLY_NS, now_ns)
            return
        heard = self.air.inventory(max(1, self.antenna), now_ns)
        tags = [answer.uid for answer in heard.answers]
        if "SSL" in options.split() and len(tags) > 1:
            tags = []  # in a single slot several tags only collide
        if "ONT" in options.split():  # only new tags: those found are told to keep quiet
            lying = {piece.uid for piece in self.air.felt}
            self._quiet = {(uid, at) for uid, at in self._quiet if uid in lying}
            tags = [uid for uid in tags if (uid, self.antenna) not in self._quiet]
            self._quiet |= {(uid, self.antenna) for uid in tags}
        lines = list(tags)
        if self._reports_antenna:
            lines.append(f"ARP {self.antenna:02}")
        work_ns = heard.took_ns
        if self._automatic:
            self.antenna = self.antenna % self._automatic + 1
            work_ns += SWITCH_NS
        self._reply([*lines, f"IVF {len(tags):02}"], work_ns, now_ns)

    def _repeat(self, words: list[str], now_ns: Nanoseconds) -> None:
        if words[:1] != ["INV"]:
            self._reply(["UPA"], REPLY_NS, now_ns)
        elif not self._radio:
            self._reply(["RNW"], REPLY_NS, now_ns)
        else:
            self._continuous = " ".join(words)
            self._take_inventory(self._continuous, now_ns)

    def _request(self, words: list[str]) -> list[str]:
        """An ISO 15693 request to one tag: by its id, or to the only one there."""
        self._heard = [piece.uid for piece in self.air.felt if piece.antenna == max(1, self.antenna)]
        match = REQUEST.fullmatch(words[0]) if words else None
        if match is None:
            return ["EHX"]
        if not self._radio:
            return ["RNW"]
        addressed = bool(int(match[1], 16) & 0x20)
        rest = bytes.fromhex(match[3])
        if addressed:
            wanted, rest = rest[:8].hex().upper(), rest[8:]
            tags = [uid for uid in self._there() if uid == wanted]
        else:
            tags = self._there()
        if len(tags) != 1:
            return ["CDT"] if tags else ["TNR"]
        answer = self._tag_answers(tags[0], int(match[2], 16), rest)
        checked = answer + (crc16(answer) ^ 0xFFFF).to_bytes(2, "little")
        return ["TDT", checked.hex().upper(), "COK", "NCL"]

    def _tag_answers(self, uid: str, command: int, rest: bytes) -> bytes:
        memory = self._memory.setdefault(uid, [bytes(BLOCK_BYTES)] * BLOCKS)
        if command == 0x2B:
            return b"\x00\x0f" + bytes.fromhex(uid)[::-1] + bytes([0, 0, BLOCKS - 1, BLOCK_BYTES - 1, 1])
        if command in (0x20, 0x21) and rest and rest[0] < BLOCKS:
            if command == 0x20:
                return b"\x00" + memory[rest[0]]
            if len(rest) == 1 + BLOCK_BYTES:
                memory[rest[0]] = rest[1:]
                return b"\x00"
        return b"\x01\x0f"


def make(serial_number: str, rng: Random) -> VirtualMetratec:
    """A virtual reader just powered up. Its serial number has 16 digits: the given ones, padded, or random ones."""
    digits = "".join(character for character in serial_number if character.isdigit())
    return VirtualMetratec((digits or f"{rng.getrandbits(48)}").rjust(16, "0")[-16:])


def make_from_factory(serial_number: str, rng: Random, options: Options) -> VirtualMetratec:
    """A reader of a model, just powered up. Raises ValueError for options that it cannot have."""
    name = options.model or "quasarlr"
    if name not in KINDS:
        raise ValueError(f"unknown model {name}; known: {', '.join(KINDS)}")
    if options.mode != "host":
        raise ValueError(f"{name} has no {options.mode} mode")
    if options.antennas > ANTENNAS[name]:
        raise ValueError(f"{name} has {ANTENNAS[name]} antennas at most")
    digits = "".join(character for character in serial_number if character.isdigit())
    air = options.air(rng, ANTENNAS[name])
    return VirtualMetratec((digits or "1").rjust(16, "0")[-16:], KINDS[name], air=air)
