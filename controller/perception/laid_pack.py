"""The undealt pack where the dealer lays it down over an antenna, while players act.

Its cards lie there as one: an antenna next door overhears all of them alike. Some card of forty is overheard by every
second scan, and one of them twice in a row before long. So a card of such a pack is far less likely to have been dealt
than one that no antenna heard before.
"""

from collections import Counter
from collections.abc import Collection
from math import comb
from typing import Final

from burncard.controller.perception.chances import Antenna, Chances, Reading
from burncard.controller.perception.overheard import Overheard
from burncard.firmware_bridge.driver import MS

CARDS_MIN: Final = 8
FEW_MIN: Final = 4
A_FIFTH: Final = 5
"""So many cards that one scan hears are the pack itself, and were not put back one by one; of a smaller pack a fifth,
and so few at least."""
USUAL: Final = 40
"""The size of the pack until a scan has heard it: where it has an antenna, it may lie there from the start."""
FULL: Final = 52
"""The size of the pack at the start of a hand, which counts for nothing but that it may be small by now."""
FEW: Final = 0.1
"""A scan that hears less than this share of the last pack heard only cards that pass over the antenna or lie beside."""
HELD_MAX: Final = 0.01
"""Scans in succession that hear at most one card each, as they would of a pack that lies there with a smaller chance
than this, have heard a card that lies by itself."""
HELD_NS: Final = 1_000 * MS
"""For so long after a scan that heard none, or after a card was dealt from it, the dealer holds the pack. Then he may
have laid it down again."""
AGAIN_NS: Final = 500 * MS
"""Where one of its cards is due, and one is heard there again, a scan shows after this time whether he holds it."""
BY_CHANCE: Final = 0.01
"""A smaller chance that any of its cards is overheard so often is none."""
KNOWN: Final = 400.0
"""For how many cards heard or missed the usual rate of overhearing counts, and how many are remembered."""


class LaidPack:
    """What is known of the pack as a whole. `cards`: the tags that were heard lying there since it was laid down;
    `held_ns`: when a scan of its antenna last found that the dealer held it."""

    def __init__(self, chances: Chances) -> None:
        self.cards: set[str] = set()
        self._chances = chances
        self._size: int | None = None
        self._dealt = 0
        self.held_ns: int | None = None
        self._heard = 0
        self._dealt_ns: int | None = None
        self._listened_ns = 0
        self._now_ns = 0
        self._alone = 1.0
        self._reads = {antenna: KNOWN * chances.rates[antenna].cross_read for antenna in chances.by_the_pack}
        self._scans = dict.fromkeys(self._reads, KNOWN)
        self._next_door: Counter[tuple[Antenna, str]] = Counter()

    @property
    def is_held(self) -> bool:
        """Whether the dealer held it when its antenna was scanned last."""
        return self.held_ns == self._listened_ns

    @property
    def lies(self) -> bool:
        """Whether it lay there when its antenna was scanned last, as far as that tells: it heard more than one card."""
        return bool(self.cards) or self._heard > 1

    @property
    def is_small(self) -> bool:
        """Whether it has been dealt down to so few cards that a scan may well hear only one of them."""
        return self._known_size < CARDS_MIN

    @property
    def may_lie_there(self) -> bool:
        """Whether it may lie there now."""
        if self.cards:
            return True
        held = [when_ns for when_ns in (self.held_ns, self._dealt_ns) if when_ns is not None]
        return bool(self._chances.pack) and (not held or self._now_ns - max(held) >= HELD_NS)

    def among(self, uid: str) -> int:
        """Of how many cards that may be overheard a card of the pack is one. Only one of them is dealt next."""
        return (self._size or USUAL) if uid in self.cards or self.may_lie_there else 1

    def may_have_come(self, since_ns: int) -> bool:
        """Whether the dealer, who held it at the last scan of its antenna, may have laid it down before this moment."""
        return not self.cards and since_ns > self._listened_ns

    def may_have_gone(self, since_ns: int) -> bool:
        """Whether the dealer, who had laid it down at the last scan of its antenna, may have taken it up before."""
        return bool(self.cards) and since_ns > self._listened_ns

    def had_gone(self, first_ns: int, last_ns: int, now_ns: int) -> float:
        """How much likelier it was taken up before a card was first heard next door than after it was last heard there,
        if that happened between the last scan of its antenna and now."""
        return (first_ns - self._listened_ns) / max(1, now_ns - last_ns)

    def is_heard_again(self, antenna: Antenna) -> bool:
        """Whether an antenna next door has heard a card twice since the pack was heard lying there, for a while."""
        if self._now_ns - self._listened_ns < AGAIN_NS:
            return False
        return any(reads > 1 for (at, _), reads in self._next_door.items() if at == antenna)

    def scanned(
        self, antenna: Antenna, of_the_pack: Collection[str], now_ns: int, others: int = 0, *, complete: bool = True
    ) -> None:
        """A scan has heard these cards of the pack, and so many others that were put back one by one."""
        self._now_ns = now_ns
        if self.cards:
            self._next_door.update((antenna, uid) for uid in of_the_pack)
        if antenna in self._chances.pack:
            if complete or self._is_the_pack(of_the_pack):
                self._listen(antenna, of_the_pack, others, now_ns)
        elif antenna in self._reads and self.cards and complete:
            scans = self._scans[antenna] + len(self.cards)
            kept = min(1.0, KNOWN / scans)
            self._reads[antenna] = kept * (self._reads[antenna] + len(self.cards.intersection(of_the_pack)))
            self._scans[antenna] = kept * scans

    def chance(self, reading: Reading, overheard: Overheard) -> float:
        """The likelihood of a reading of one card of the pack, which was overheard so before."""
        rates, likely = self._chances.rates[reading.antenna], self._chances.elsewhere(reading)
        if self.cards and reading.antenna in self._chances.pack:
            miss = self._miss(reading.antenna)
            return 1 - miss if reading.heard else miss
        if reading.antenna not in self._reads:
            return likely
        if not self.cards:
            return likely * overheard.weigh(reading, rates.cross_read, lies_there=False)
        rate = min(0.5, self._reads[reading.antenna] / self._scans[reading.antenna])
        alike = overheard.weigh(reading, rate)
        return alike * (likely * rate / rates.cross_read if reading.heard else 1 - rate)

    def most_by_chance(self, antenna: Antenna, scans: int) -> int:
        """How many of so many scans of an antenna next door hear the same card of the pack by chance."""
        if antenna not in self._reads:
            return scans
        rate, left = min(0.5, self._reads[antenna] / self._scans[antenna]), 1.0
        for most in range(scans):
            left -= comb(scans, most) * rate**most * (1 - rate) ** (scans - most)
            if self._known_size * left < BY_CHANCE:
                return most
        return scans

    def dealt(self, uid: str) -> None:
        """One of its cards has been dealt: it is smaller now, wherever it is."""
        self.cards.discard(uid)
        self._dealt += 1
        self._dealt_ns = self._now_ns
        self._size = None if self._size is None else max(1, self._size - 1)

    def forget(self) -> None:
        """All cards are back in the pack, wherever that is."""
        self.cards.clear()
        self._next_door.clear()
        self._size, self._dealt, self._alone = None, 0, 1.0

    @property
    def _known_size(self) -> int:
        """How many cards it has, as far as is known."""
        return FULL - self._dealt if self._size is None else self._size

    def _is_the_pack(self, heard: Collection[str]) -> bool:
        """Whether so many cards are the pack itself."""
        return len(heard) >= min(CARDS_MIN, max(FEW_MIN, self._known_size // A_FIFTH))

    def _miss(self, antenna: Antenna) -> float:
        """The chance that a scan misses a card of the pack where it lies."""
        rates = self._chances.rates[antenna]
        return rates.miss(len(rates.miss_by_height))

    @property
    def _is_alone(self) -> bool:
        """Whether the last scans of its antenna have heard a card that lies by itself."""
        return self._alone < HELD_MAX and self._known_size >= FEW_MIN

    def _at_most_one(self, antenna: Antenna) -> float:
        """The chance that a scan hears at most one card of the pack where it lies."""
        size, miss = self._known_size, self._miss(antenna)
        return float(miss ** (size - 1) * (miss + size * (1 - miss)))

    def _listen(self, antenna: Antenna, heard: Collection[str], others: int, now_ns: int) -> None:
        self._heard = len(heard)
        count, is_known = len(heard) + others, bool(self.cards) or self._is_alone
        self._alone = self._alone * self._at_most_one(antenna) if count <= 1 and is_known else 1.0
        if count < max(1, FEW * (self._size or 0)) or self._is_alone:
            self.held_ns = now_ns
            self.cards.clear()
        elif self._is_the_pack(heard) or (heard and self.cards):
            self.cards.update(heard)
            self._size = len(self.cards)
        self._listened_ns = now_ns
        self._next_door.clear()
