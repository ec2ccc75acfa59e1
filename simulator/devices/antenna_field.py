"""The antennas of a virtual reader, and the cards that people move over them."""

from collections.abc import Sequence

from burncard.firmware_bridge.driver import Nanoseconds
from burncard.firmware_bridge.events import Face
from burncard.simulator.radio.air import Air
from burncard.simulator.radio.antenna_plan import TablePlan

UID_BYTES = 8  # of an ISO 15693 tag


class OverAntennas:
    """What every virtual reader has: a felt with cards, heard through the air of its room.

    Without an `air` the reader has one of its own, with so many antennas in a row and a perfect radio.
    """

    def __init__(self, air: Air | None, antennas: int) -> None:
        self.air = air or Air(TablePlan({antenna: f"seat:{antenna}" for antenna in range(1, antennas + 1)}))

    def put_tag(self, uid: str, antenna: int, face: Face, now_ns: Nanoseconds, *, boxed: bool = False) -> None:
        """A card comes to lie over an antenna, or is turned over there.

        Raises ValueError for an antenna or a tag id that there cannot be.
        """
        if len(bytes.fromhex(uid)) != UID_BYTES:
            raise ValueError(f"tag {uid!r} is not 16 hex digits")
        self.air.lay(uid, antenna, face, now_ns, boxed=boxed)
        self.moved(now_ns)

    def put_between(self, uid: str, antennas: tuple[int, int], face: Face, now_ns: Nanoseconds) -> None:
        """A card comes to lie on the border of two zones. Raises KeyError for an antenna that there is not."""
        self.air.lay_between(uid, antennas, face, now_ns)
        self.moved(now_ns)

    def take_tag(self, uid: str, now_ns: Nanoseconds) -> None:
        """A card leaves the table."""
        self.air.take(uid)
        self.moved(now_ns)

    def throw_tag(self, uid: str, start: int, end: int, now_ns: Nanoseconds, lands_ns: int) -> None:
        """A card is on its way from one antenna to another; `put_tag` follows when it lands."""
        self.air.throw(uid, start, end, now_ns, lands_ns)
        self.moved(now_ns)

    def lay_pack(self, uids: Sequence[str], antenna: int, now_ns: Nanoseconds) -> None:
        """The undealt pack is laid down over an antenna, its lowest card first; with no cards it is taken up."""
        self.air.lay_pack(uids, antenna)
        self.moved(now_ns)

    def lying(self) -> dict[str, tuple[int, Face]]:
        """The cards on the table, heard or not: tag id -> antenna and face."""
        return {piece.uid: (piece.antenna, piece.face) for piece in self.air.felt if piece.antenna is not None}

    def moved(self, now_ns: Nanoseconds) -> None:
        """Something has been moved. A reader that scans by itself looks soon."""
