"""Every number of the second radio: what a room does to it besides the rates of its quality."""

from dataclasses import dataclass
from typing import Final

FLOOR_DBM: Final = -80.0  # weaker answers are reported as this
SILENT: Final = 1e-5  # a smaller chance counts as none
LASTING_MAX: Final = 2.8  # standard deviations of what lasts, at most
OWN_ZONE_DB: Final = -20.0  # coupling with its own antenna that a card on a border has at least
PACK_UNHEARD_DB: Final = -8.0  # an antenna whose field is so far below what tags need hears none of the pack
PACK_SHARE: Final = (0.1, 0.9)  # of its cards that a scan hears, at least and at most
HELD_DECODED: Final = 0.5  # standard deviations by which a card in a hand is decoded worse
BURST_MISSES: Final = 0.95  # in a burst of noise at most this share of the cards is missed, if it is not more anyway

# coils
REACH_MM: Final = 700.0  # a coil farther away is not felt
NEAR_MM: Final = 60.0  # up to this distance from a coil its field differs within a label
UNHEARD_DB: Final = -34.0  # a coupling below this wakes no tag in any room
COUPLED: Final = 0.01  # coupling with a zone's coil (power) from which on that coil passes it on
LEAK_DB: Final = -21.0  # between antennas where no rate fixes it
LEAK_RANGE_DB: Final = (-70.0, 0.0)
LEAK_AT_MM: Final = 300.0  # between the middles of antennas that leak as usual
FIT_CARDS: Final = 5  # of each zone, to find the leak
FIT_STEPS: Final = 16


@dataclass(frozen=True, slots=True)
class Effects:
    """What a room does to a radio, besides the rates of its quality. Spreads are standard deviations.

    `field` decibels are of the field at the tag, which wakes it; `shown` are of the strength that is reported.
    """

    # coils and labels
    coil_share: float = 0.80  # of a zone's reach, how far its coil reaches
    height_mm: float = 18.0  # of the felt above the coil
    label_mm: tuple[float, float] = (36.0, 56.0)
    label_off_mm: float = 10.0  # how far the label's middle is from the card's
    tilt: float = 0.09  # spread of how crooked a card lies (sine): it fills the dip above the wire
    held_mm: float = 80.0  # how high a hand holds a card
    held_tilt: float = 0.45

    # the field that a tag needs
    margin_db: float = 15.0  # how much more the middle of a coil has
    fast_db: float = 1.6  # spread from scan to scan
    drive_db: float = 1.0  # spread between antennas
    tag_db: float = 1.5  # spread between tags (resonance and sensitivity)
    place_db: float = 1.0  # spread between the ways in which a card lies
    own_way_db: float = 0.7  # spread of the coupling of a lying card to its own antenna
    far_way_db: float = 2.0  # the same to the others, which reach it by way of other coils, frames and cables
    leak_db: float = 1.8  # spread between pairs of antennas of how much one leaks into the other
    leak_fall: float = 1.0  # how steeply that falls with distance
    pile_share: float = 0.5  # of what a pile takes from the strength, what it takes from the field

    # what is missed although the tag is awake
    alone_spread: float = 0.8  # lasting part, against 1 of the part that is new in each scan; the share is s²/(1+s²)
    pile_spread: float = 1.0  # the same for cards in a pile
    tag_weight: float = 0.35  # share of the lasting part's variance that is the tag's
    contact_weight: float = 0.5  # in a pile, share that belongs to the cards that touch it; the rest is how it lies
    swap_chance: float = 0.12  # that of two cards that touch, the upper one hides the lower one
    weak_from_db: float = -3.0  # a coupling below this is decoded worse
    weak_slope: float = 0.08  # by so many standard deviations a decibel
    lost_slope: float = 0.10  # the same for each decibel that a hand or a weak antenna takes
    burst_every_s: float = 8.0  # between bursts of noise, in which all antennas miss more; the mean stays
    burst_s: tuple[float, float] = (0.05, 0.55)
    burst_factor: float = 4.0

    # strength
    limited_db: float = -7.0  # down to this coupling the strength follows it; below, its square (0: its square always)
    receive_db: float = 1.75  # spread between antennas; with `drive_db` 2 dB
    tag_shown_db: float = 1.3  # spread between tags, besides `tag_db`
    place_shown_db: float = 1.2  # spread between the ways in which a card lies
    way_shown_db: float = 0.8  # the same for each antenna
    card_db: float = 1.2  # lost for each card below
    card_spread: float = 0.4  # relative spread of that between cards
    above_db: float = 0.3  # lost for each card above
    pile_max: int = 8  # cards beyond these take no more
    common_share: float = 0.3  # share of the noise's variance that all answers of a scan have in common

    # what comes and goes
    hand_every_s: float = 45.0  # between hands that lean over an antenna
    hand_s: tuple[float, float] = (0.6, 2.2)
    hand_db: tuple[float, float] = (2.0, 6.0)
    drop_spread: float = 0.5  # spread of the logarithm of how often a card drops out; the mean rate stays
    passing_chance: tuple[float, float] = (0.1, 0.9)  # that a scan hears a card that flies over
    passing_db: tuple[float, float] = (4.0, 20.0)  # lost by one
    ghost_again: float = 0.25  # that the next scan of the antenna reports the same ghost
    turned_keeps: float = 0.7  # how much a card that is turned over in its place lies as before

    # the pack
    pack_share: float = 0.5  # of its cards that a scan hears
    pack_share_spread: float = 0.08  # between layings
    pack_spread: float = 1.2  # lasting part of which cards are heard
    pack_field_db: float = 3.0  # so many tags take from the field
    pack_shown_db: tuple[float, float] = (4.0, 1.5)  # lost; its spread between cards
    pack_card_db: float = 0.1  # lost for each card below

    def reply_db(self, coupling_db: float) -> float:
        """How strong an answer is, against one from an antenna's middle."""
        return coupling_db if coupling_db >= self.limited_db else 2 * coupling_db - self.limited_db


ROOM: Final = Effects()
