"""The undealt pack while it lies on the felt: which of its cards each antenna hears.

So many tags on each other take the field from one another, so that a scan hears about half of them, and mostly the same
half for as long as the pack lies.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random

from burncard.simulator.radio.air import MIDDLE_DBM
from burncard.simulator.radio.antenna_plan import Spot
from burncard.simulator.radio.lying_pack import HELD, LyingPack
from tests.harness.second_radio.chances import below, clipped, deviations_of
from tests.harness.second_radio.coils import Coils
from tests.harness.second_radio.effects import PACK_SHARE, PACK_UNHEARD_DB, Effects
from tests.harness.second_radio.lying import Tags


@dataclass(frozen=True, slots=True)
class PackCard:
    """How one antenna hears one card of the pack; see `Heard`."""

    uid: str
    margin_db: float
    decode: float
    mean_dbm: float
    chance: float


class HeardPack:
    """The pack, held or lying. `antenna`: where it lies."""

    def __init__(self, coils: Coils, tags: Tags, effects: Effects) -> None:
        self.lying: LyingPack = HELD
        self.antenna: int | None = None
        self._coils = coils
        self._tags = tags
        self._effects = effects
        self._share = effects.pack_share
        self._drawn: list[tuple[float, float]] = []  # of each card, how readily and how strongly it is heard
        self._couplings_db: dict[int, float] = {}
        self._cards: dict[int, list[PackCard]] = {}

    def lay(self, uids: Sequence[str], antenna: int, middle: Spot, rng: Random, *, perfect: bool) -> None:
        """It is laid down, the lowest card first; with no cards, it is taken up. As it lay there, it lies as before."""
        cards = tuple(uids)
        if not cards:
            self.take_up()
        elif cards != tuple(self.lying.uids) or antenna != self.antenna:
            self.antenna = antenna
            self.lying = LyingPack(cards, {antenna: 0.0} if perfect else self._losses_db(middle))
            self._drawn = [(clipped(rng.gauss(0, 1)), rng.gauss(0, 1)) for _ in cards]
            self._cards.clear()
            share = rng.gauss(self._effects.pack_share, self._effects.pack_share_spread)
            self._share = max(PACK_SHARE[0], min(PACK_SHARE[1], share))

    def take_up(self) -> None:
        """The dealer holds it: no antenna hears it."""
        self.lying, self.antenna = HELD, None
        self._cards.clear()

    def heard_at(self, antenna: int) -> list[PackCard]:
        """How an antenna hears its cards."""
        cards = self._cards.get(antenna)
        if cards is None:
            cards = self._cards[antenna] = self._heard_at(antenna)
        return cards

    def _losses_db(self, middle: Spot) -> dict[int, float]:
        effects = self._effects
        couplings_db = self._couplings_db = self._coils.couplings_db(middle, effects.height_mm, 0.0, 0.0)
        return {
            antenna: -effects.reply_db(coupling_db)
            for antenna, coupling_db in couplings_db.items()
            if effects.margin_db + coupling_db > PACK_UNHEARD_DB
        }

    def _heard_at(self, antenna: int) -> list[PackCard]:
        effects, its, coupling_db = self._effects, self._coils.antennas[antenna], self._couplings_db[antenna]
        rng = Random(f"{self._drawn[0][1]}/{antenna}")
        spread = effects.pack_spread
        base = deviations_of(self._share) * sqrt(1 + spread * spread)
        way_spread_db = effects.own_way_db if antenna == self.antenna else effects.far_way_db
        cards: list[PackCard] = []
        for height, uid in enumerate(self.lying.uids):
            tag, (lasting, strong) = self._tags[uid], self._drawn[height]
            way_db = rng.gauss(0, way_spread_db)
            lost_db = effects.pack_card_db * height
            margin_db = effects.margin_db + coupling_db + way_db + its.drive_db + tag.field_db
            margin_db = margin_db - effects.pack_field_db - lost_db / 2
            decode = base + spread * lasting
            shown_db = its.drive_db + its.receive_db + tag.shown_db - effects.pack_shown_db[0] - lost_db
            mean_dbm = MIDDLE_DBM + effects.reply_db(coupling_db + way_db) + shown_db
            mean_dbm = mean_dbm + effects.pack_shown_db[1] * strong
            chance = below(margin_db / effects.fast_db) * below(decode)
            cards.append(PackCard(uid, margin_db, decode, mean_dbm, chance))
        return cards
