"""The cards in play that are not heard where they lay: taken away, or silent for a moment."""

from collections.abc import Collection, Iterator
from typing import Final

from burncard.controller.perception.beliefs import Beliefs
from burncard.controller.perception.chances import Antenna
from burncard.controller.perception.lying import COVERED
from burncard.controller.perception.places import Place
from burncard.controller.perception.polling import Polling
from burncard.firmware_bridge.driver import MS, SECOND

SOUGHT_NS: Final = 3 * SECOND
"""A card that is not heard at its place any more is looked for where cards are thrown, for so long."""
UNSURE_NS: Final = 500 * MS
LEFT_NS: Final = 100 * MS
LEFT_MAX: Final = 0.05
OVERHEARD_MISSES: Final = 2
"""From so many misses on a card that would hardly be missed so often was only overheard, or has left its place."""
THROWN_NS: Final = 300 * MS
SOUGHT_SCANS: Final = 3
"""A card that was taken lies where it was thrown after so long, and is heard there in one of so many scans."""
GONE: Final = 0.02
AGAIN: Final = 0.7
"""How likely it is that a card has been taken, beside its silence where it lay having come about by chance; each scan
that misses it again takes something from that chance, whatever lies over it."""
THROWN_TO: Final = 12.0
BARE: Final = 0.2
"""Where it has gone: to a place where cards are thrown, and to one where no card lies, beside one where cards lie."""
TOTAL_NS: Final = 5 * SECOND
TOTAL_PLACES: Final = 3
"""No hands and no chips lie for so long over all the cards of so many places, of which some may not even be lifted."""
WORTH: Final = 4.0
SCAN_NS: Final = 30 * MS
"""What a scan is worth that is sure to hear a card that has rather been taken than not, and that takes so long."""


class Silent:
    """What the silence of cards in play says, at one moment. `muck`: where cards are thrown; `common`: where no player
    takes up what lies there."""

    def __init__(
        self, beliefs: Beliefs, polling: Polling, muck: Collection[Antenna], common: Collection[Antenna] = ()
    ) -> None:
        self._beliefs = beliefs
        self._muck = muck
        self._common = common
        self._polling = polling
        self._heard_ns: int | None = None

    def scanned(self, heard: Collection[str], now_ns: int) -> None:
        """A scan has heard these cards, wherever they lie."""
        self._heard_ns = now_ns if heard else self._heard_ns

    def is_total(self, kept: Collection[Antenna], now_ns: int) -> bool:
        """Whether no antenna hears any card, though cards lie at several places, of which no player may lift those of
        one, and nobody may take those of one: what happens on the felt is not seen. It is said once until a card is
        heard again. In a draw all players may hold their cards in their hands."""
        if self._heard_ns is None or now_ns - self._heard_ns < TOTAL_NS:
            return False
        lying = {antenna: tags for antenna, tags in self._beliefs.lying.at.items() if tags}
        homes = (tag.home for tags in lying.values() for tag in tags.values())
        are_missed = all(home is not None and now_ns - (home.missed_ns or now_ns) >= TOTAL_NS for home in homes)
        are_known = not any(map(lying.keys().isdisjoint, (kept, self._common)))
        if len(lying) < TOTAL_PLACES or not are_known or not are_missed:
            return False
        self._heard_ns = None
        return True

    def sought(self, now_ns: int) -> Iterator[Place]:
        """The places of cards that fell silent lately, and may have been thrown in."""
        return self._lately(now_ns, SOUGHT_NS)

    def worth(self, now_ns: int) -> dict[Antenna, float]:
        """What a scan of each antenna is worth to find the cards that fell silent lately: how likely it hears one of
        them, for the time that it takes, and how likely that one has been taken."""
        worth: dict[Antenna, float] = {}
        for place in self.sought(now_ns):
            gone = self.gone(place)
            for antenna, chance in self._where(place, gone).items():
                took_ns = max(MS, self._polling.took_ns[antenna])
                found = WORTH * _taken(gone) * chance * SCAN_NS / took_ns
                worth[antenna] = max(worth.get(antenna, 0.0), found)
        return worth

    @staticmethod
    def gone(place: Place) -> float:
        """The chance that a card has been taken from its place."""
        return GONE / (GONE + max(COVERED, place.silence) * AGAIN**place.misses)

    def unsure(self, now_ns: int) -> bool:
        """Whether a card was just missed at its place."""
        return any(self._lately(now_ns, UNSURE_NS))

    def has_left(self, place: Place) -> bool:
        """Whether a card that lies so high in its pile, and was heard so often until now, would hardly have been missed
        so often."""
        miss = self._beliefs.chances.rates[place.antenna].miss(place.height)
        return bool(max(miss, place.usually_missed) ** place.misses < LEFT_MAX)

    def was_overheard(self, place: Place) -> bool:
        """Whether a card that was heard at a place was missed there too often since to have come to lie there."""
        return place.misses >= OVERHEARD_MISSES and self.has_left(place)

    def is_gone(self, leaving: Collection[Antenna]) -> bool:
        """Whether a card that is to leave one of these places lies there no more."""
        return any(place.antenna in leaving and self.has_left(place) for place in self._beliefs.silent())

    def is_away(self, leaving: Collection[Antenna], now_ns: int) -> bool:
        """Whether a card that is to leave one of these places is silent, where cards do not lie in heaps."""
        silent = (place for place in self._beliefs.silent() if place.antenna in leaving)
        return any(
            place.antenna not in self._polling.rest and now_ns - (place.missed_ns or now_ns) > LEFT_NS
            for place in silent
        )

    def is_astray(self, kept: Collection[Antenna], now_ns: int) -> bool:
        """Whether a card has left one of these places, and was not looked for enough where cards are thrown."""
        places = (place for place in self.sought(now_ns) if place.antenna in kept)
        return any(self.has_left(place) and not self._was_sought(place, now_ns) for place in places)

    def _where(self, place: Place, gone: float) -> dict[Antenna, float]:
        """The chance that a scan of each antenna hears a card that fell silent at its place."""
        rates = self._beliefs.chances.rates
        shares = {antenna: self._share(antenna, place) for antenna in self._polling.there if antenna != place.antenna}
        total = sum(shares.values()) or 1.0
        heard = {
            antenna: gone * share / total * (1 - rates[antenna].miss(self._beliefs.lying.height(antenna)))
            for antenna, share in shares.items()
        }
        heard[place.antenna] = (1 - gone) * (1 - rates[place.antenna].miss(place.height))
        return heard

    def _share(self, antenna: Antenna, place: Place) -> float:
        """How likely a card that was taken has come to lie here, and was not heard here since."""
        lying = self._beliefs.lying.height(antenna)
        before = THROWN_TO if antenna in self._muck else 1.0 if lying else BARE
        scans = self._polling.scans_since(antenna, place.missed_ns or 0)
        return before * float(self._beliefs.chances.rates[antenna].miss(lying) ** scans)

    def _lately(self, now_ns: int, within_ns: int) -> Iterator[Place]:
        for place in self._beliefs.silent():
            if place.antenna not in self._polling.rest and now_ns - (place.missed_ns or 0) < within_ns:
                yield place

    def _was_sought(self, place: Place, now_ns: int) -> bool:
        """Whether a card that is missed would have been heard by now in the muck."""
        thrown_ns = (place.missed_ns or 0) + THROWN_NS
        return now_ns > thrown_ns and all(
            self._polling.scans_since(antenna, thrown_ns) >= SOUGHT_SCANS
            for antenna in self._polling.there.intersection(self._muck)
        )


def _taken(gone: float) -> float:
    """How much it tells to find a card, which may have been taken: most once that is as likely as not."""
    return 1.0 if gone > 0.5 else 4 * gone * (1 - gone)
