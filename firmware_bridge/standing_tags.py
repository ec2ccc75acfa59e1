"""What a reader that reports only changes has last said: which tags stand at which antenna.

Such a reader scans in its own order and filters what it hears. It is taken at its word: a scan of an antenna hears the
tags that stand there. So whoever uses scans can use it, too, with what evidence it gives.
"""

from burncard.firmware_bridge.events import Scan, TagHeard

SCAN_NS = 20_000_000
"""Time from one scan that is taken from its word to the next: as of readers that are asked for each."""
ROLL_CALL_NS = 2_000_000_000
"""Time in which a reader that was asked for all its tags has reported them. Our choice."""


class Standing:
    """The tags that stand at each antenna of one reader."""

    def __init__(self) -> None:
        self._tags: dict[int, dict[str, TagHeard]] = {}
        self._unanswered: set[tuple[int, str]] = set()

    def came(self, antenna: int, tag: TagHeard) -> None:
        """A tag has been heard at an antenna."""
        self._tags.setdefault(antenna, {})[tag.uid] = tag
        self._unanswered.discard((antenna, tag.uid))

    def moved(self, antenna: int, tag: TagHeard) -> None:
        """A reader that reports each tag once has heard this one at an antenna: it has left every other."""
        for other in [other for other, tags in self._tags.items() if other != antenna and tag.uid in tags]:
            self.left(other, tag.uid)
        self.came(antenna, tag)

    def left(self, antenna: int, uid: str) -> None:
        """A tag no longer answers at an antenna."""
        self._tags.get(antenna, {}).pop(uid, None)
        self._unanswered.discard((antenna, uid))

    def call_roll(self) -> None:
        """The reader is asked for every tag. What stood there goes on standing until the call has ended."""
        self._unanswered = {(antenna, uid) for antenna, tags in self._tags.items() for uid in tags}

    def end_roll_call(self) -> None:
        """Tags that were not reported since the call have left."""
        for antenna, uid in list(self._unanswered):
            self.left(antenna, uid)

    def scan(self, antenna: int, now_ns: int) -> Scan:
        """A scan of an antenna that ends now."""
        return Scan(antenna, now_ns - SCAN_NS, now_ns, tuple(self._tags.get(antenna, {}).values()), True)
