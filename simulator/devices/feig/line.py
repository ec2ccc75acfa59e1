"""The line of a FEIG reader: frames in and out.

    standard   LENGTH COM-ADR CONTROL-BYTE [STATUS] DATA CRC16     LENGTH counts all bytes
    advanced   02 ALENGTH(2) COM-ADR CONTROL-BYTE [STATUS] DATA CRC16

The CRC16 (polynomial 8408, start FFFF) comes low byte first. A pause of more than 12 ms between two bytes ends a frame;
what is no frame is not answered.
"""

from dataclasses import dataclass

from burncard.firmware_bridge.crc16 import crc16
from burncard.firmware_bridge.driver import MS

STX = 0x02
STANDARD_MIN, ADVANCED_MIN = 5, 7
STANDARD_MAX = 255
PAUSE_MAX_NS = 12 * MS
ANY_ADDRESS = 0xFF


@dataclass(frozen=True, slots=True)
class Request:
    """A request of the host."""

    address: int
    control: int
    data: bytes
    advanced: bool


class Line:
    """Puts requests together from bytes."""

    def __init__(self) -> None:
        self._bytes = bytearray()
        self._last_ns = 0

    @property
    def waiting_until_ns(self) -> int | None:
        """Until when the rest of a frame may come."""
        return self._last_ns + PAUSE_MAX_NS if self._bytes else None

    def clear(self) -> None:
        """The line was pulled."""
        self._bytes.clear()

    def pause(self, now_ns: int) -> None:
        """A frame that was not completed in time is forgotten."""
        if self._bytes and now_ns - self._last_ns > PAUSE_MAX_NS:
            self._bytes.clear()

    def receive(self, data: bytes, now_ns: int) -> list[Request]:
        """Takes bytes. Returns the requests that they complete."""
        self.pause(now_ns)
        self._last_ns = now_ns
        self._bytes += data
        requests: list[Request] = []
        while (size := self._size()) and len(self._bytes) >= size:
            frame = bytes(self._bytes[:size])
            if crc16(frame[:-2]) != int.from_bytes(frame[-2:], "little"):
                self._bytes.clear()  # no way to tell where the next frame begins: wait for silence
                break
            del self._bytes[:size]
            head = 3 if frame[0] == STX else 1
            requests.append(Request(frame[head], frame[head + 1], frame[head + 2 : -2], head == 3))
        return requests

    def _size(self) -> int:
        """The length of the frame that has begun; 0 while it is not known."""
        if not self._bytes:
            return 0
        if self._bytes[0] != STX:
            return max(self._bytes[0], STANDARD_MIN)
        return max(int.from_bytes(self._bytes[1:3], "big"), ADVANCED_MIN) if len(self._bytes) >= 3 else 0


def reply(address: int, control: int, status: int, data: bytes, *, advanced: bool) -> bytes:
    """A reply as bytes: advanced if the request was, or if it is longer than a standard frame can be."""
    body = bytes([address, control, status]) + data
    if advanced or len(body) + 3 > STANDARD_MAX:
        frame = bytes([STX]) + (len(body) + 5).to_bytes(2, "big") + body
    else:
        frame = bytes([len(body) + 3]) + body
    return frame + crc16(frame).to_bytes(2, "little")
