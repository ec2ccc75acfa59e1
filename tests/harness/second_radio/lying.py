"""How cards lie, and how well each antenna hears them there.

A tag wakes above a field of its own. Its answer follows the coupling squared, and only the coupling where the field is
strong, because a limiter holds the current in the tag. An awake tag is still missed at the rate of its height in the
pile: by a lasting part (its tag, how it lies, the cards that touch it) and one that is new in each scan.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import cos, dist, e, inf, sin, sqrt, tau
from random import Random

from burncard.simulator.radio.air import MIDDLE_DBM, Answer
from burncard.simulator.radio.antenna_plan import Spot
from burncard.simulator.radio.lying_cards import OVERLAP_MM, Felt, Piece
from burncard.simulator.radio.quality import Radio
from tests.harness.second_radio.chances import clipped, deviations_of
from tests.harness.second_radio.coils import Coils
from tests.harness.second_radio.effects import HELD_DECODED, Effects


@dataclass(frozen=True, slots=True)
class Tag:
    """What a tag is like, for ever. `lasting`: how readily it is missed."""

    field_db: float
    shown_db: float
    lasting: float


class Tags(dict[str, Tag]):
    """The tags by their ids. One id has the same tag in all rooms."""

    def __init__(self, effects: Effects) -> None:
        super().__init__()
        self._effects = effects

    def __missing__(self, uid: str) -> Tag:
        rng, effects = Random(f"tag/{uid}"), self._effects
        sense_db = clipped(rng.gauss(0, 1)) * effects.tag_db
        tag = self[uid] = Tag(sense_db, sense_db + rng.gauss(0, effects.tag_shown_db), clipped(rng.gauss(0, 1)))
        return tag


@dataclass(slots=True)
class Lie:
    """How a card lies. `contact`: how it gets on with the card that it touches below, whose name is `on`; positive
    where the lower one suffers. `swapped`: it hides the lower one more than that hides it.

    `quiet_until_ns`: until when it is not heard (not yet there, late, or dropped out). `stale`: its neighbours in the
    pile have changed since `LyingCards` last worked out how it is heard.
    """

    rng: Random
    piece: Piece
    uid: str
    tag: Tag
    quiet_until_ns: float
    drops_every_ns: float
    field_db: float
    shown_db: float
    lasting: float
    pile_factor: float
    drops_ns: float = inf
    on: str = ""
    contact: float = 0.0
    swapped: bool = False
    stale: bool = True
    heard: "list[Heard]" = field(default_factory=list)

    def next_drop(self, after_ns: float) -> float:
        """When it drops out next."""
        every_ns = self.drops_every_ns
        return inf if every_ns == inf else after_ns + self.rng.expovariate(1 / every_ns)

    def drop_out(self, now_ns: int, at_most_ns: int) -> None:
        """It has dropped out since it was last asked for, and may have come back."""
        while now_ns >= self.drops_ns:
            back_ns = self.drops_ns + self.rng.randrange(1, at_most_ns)
            self.quiet_until_ns = max(self.quiet_until_ns, back_ns)
            self.drops_ns = self.next_drop(back_ns)


@dataclass(slots=True)
class Heard:
    """How one antenna hears one lying card.

    `margin_db`: of field over what its tag needs. `decode`: standard deviations by which an answer is good enough.
    `chance`: that a scan hears it, `in_burst` in a burst of noise. `answers`: those given before, by strength.
    """

    lie: Lie
    antenna: int
    coupling_db: float
    shown_db: float
    margin_db: float = 0.0
    decode: float = 0.0
    mean_dbm: float = 0.0
    chance: float = 0.0
    in_burst: float = 0.0
    answers: dict[int, Answer] = field(default_factory=dict)


class LyingCards:
    """All cards on the felt. `near`: by antenna, the cards that it may hear; `changed`: the antennas for which that,
    or how they hear them, has changed."""

    def __init__(self, felt: Felt, coils: Coils, tags: Tags, effects: Effects) -> None:
        self.lies: dict[str, Lie] = {}
        self.near: dict[int, dict[str, Heard]] = {antenna: {} for antenna in coils.antennas}
        self.changed: set[int] = set()
        self._felt = felt
        self._coils = coils
        self._tags = tags
        self._effects = effects

    def hear_as(self, radio: Radio) -> None:
        """The radio is this one for the cards that are laid down from now on."""
        self._radio = radio
        self._perfect = radio.perfect
        self._missed = [deviations_of(miss) for miss in radio.misses]

    # ---- cards come and go --------------------

    def lay(self, piece: Piece, rng: Random, silent_until_ns: int) -> None:
        """A card comes to lie. It was not on the felt."""
        self._felt.lay(piece)
        lie = self.lies[piece.name] = self._lie(piece, rng, silent_until_ns)
        lie.heard += self._all_around(lie)
        for heard in lie.heard:
            self.near[heard.antenna][piece.name] = heard
            self.changed.add(heard.antenna)
        if not self._perfect:
            self._unsettle(piece.spot)

    def take(self, name: str) -> bool:
        """A card leaves the felt. Returns whether it was there."""
        piece = self._felt.take(name)
        if piece is None:
            return False
        for heard in self.lies.pop(name).heard:
            self.near[heard.antenna].pop(name, None)
            self.changed.add(heard.antenna)
        self._unsettle(piece.spot)
        return True

    def turn(self, name: str) -> None:
        """A card is turned over in its place: it does not come to lie quite as before."""
        if not self._perfect:
            lie, keeps = self.lies[name], self._effects.turned_keeps
            lie.lasting = keeps * lie.lasting + sqrt(1 - keeps * keeps) * lie.rng.gauss(0, 1)
            self._make_stale(lie)

    def _lie(self, piece: Piece, rng: Random, silent_until_ns: int) -> Lie:
        effects, gauss, every_ns = self._effects, rng.gauss, self._radio.dropout_every_ns
        rate = e ** (gauss(0, effects.drop_spread) - effects.drop_spread * effects.drop_spread / 2)
        lie = Lie(
            rng,
            piece,
            piece.uid,
            self._tags[piece.uid],
            quiet_until_ns=max(piece.lands_ns, silent_until_ns),
            drops_every_ns=inf if every_ns is None else every_ns / rate,
            field_db=gauss(0, effects.place_db),
            shown_db=gauss(0, effects.place_shown_db),
            lasting=gauss(0, 1),
            pile_factor=max(0.0, gauss(1, effects.card_spread)),
        )
        lie.drops_ns = lie.next_drop(piece.lands_ns)
        return lie

    def _all_around(self, lie: Lie) -> Iterator[Heard]:
        """How each antenna is coupled with a card that has come to lie: its label is somewhere on it, and tilted."""
        piece, effects, rng = lie.piece, self._effects, lie.rng
        if self._perfect:
            if piece.antenna is not None:
                yield Heard(lie, piece.antenna, 0.0, 0.0)
            return
        held = piece.antenna is None
        tilt = min(0.9, abs(rng.gauss(0, effects.held_tilt if held else effects.tilt)))
        turn, off_mm = tau * rng.random(), effects.label_off_mm
        spot = (piece.spot[0] + off_mm * cos(turn), piece.spot[1] + off_mm * sin(turn))
        height_mm = effects.held_mm if held else effects.height_mm
        for antenna, coupling_db in self._coils.couplings_db(spot, height_mm, turn + 0.5, tilt).items():
            way_db = rng.gauss(0, effects.own_way_db if antenna == piece.antenna else effects.far_way_db)
            yield Heard(lie, antenna, coupling_db + way_db, rng.gauss(0, effects.way_shown_db))

    # ---- in a pile --------------------

    def _unsettle(self, changed: Spot) -> None:
        """Cards around a spot have other neighbours in their pile."""
        for piece in self._felt:
            if abs(piece.spot[0] - changed[0]) < OVERLAP_MM and dist(piece.spot, changed) < OVERLAP_MM:
                lie = self.lies.get(piece.name)
                if lie is not None:
                    self._make_stale(lie)

    def _make_stale(self, lie: Lie) -> None:
        if not lie.stale:
            lie.stale = True
            for heard in lie.heard:
                self.changed.add(heard.antenna)

    def refresh(self, lie: Lie) -> None:
        """Works out how a card is heard, now that it lies among these cards."""
        lie.stale = False
        effects, piece = self._effects, lie.piece
        height = 0 if piece.antenna is None else piece.below
        self._touch(lie)
        upper, above = self._above(piece)
        decode = self._decode(lie, height, upper)
        pile_db = effects.card_db * lie.pile_factor * min(height, effects.pile_max)
        pile_db += effects.above_db * min(above, effects.pile_max)
        for heard in lie.heard:
            coupling_db, antenna = heard.coupling_db, self._coils.antennas[heard.antenna]
            weak_db = max(-20.0, min(0.0, coupling_db - effects.weak_from_db))
            field_db = antenna.drive_db + lie.tag.field_db + lie.field_db
            heard.margin_db = effects.margin_db + coupling_db + field_db - effects.pile_share * pile_db
            heard.decode = decode + effects.weak_slope * weak_db
            shown_db = lie.tag.shown_db + lie.shown_db + heard.shown_db + antenna.drive_db + antenna.receive_db
            heard.mean_dbm = MIDDLE_DBM + effects.reply_db(coupling_db) - pile_db + shown_db

    def _touch(self, lie: Lie) -> None:
        """Finds the card that a card lies on."""
        on = ""
        if lie.piece.antenna is not None:
            for other in self._felt:
                if other is lie.piece:
                    break
                if other.antenna is not None and dist(other.spot, lie.piece.spot) < OVERLAP_MM:
                    on = other.name
        if on != lie.on:
            lie.on = on
            lie.contact = lie.rng.gauss(0, 1) if on else 0.0
            lie.swapped = bool(on) and lie.rng.random() < self._effects.swap_chance

    def _above(self, piece: Piece) -> tuple[Piece | None, int]:
        """The lowest card that lies on a card, and how many do."""
        upper: Piece | None = None
        above, passed = 0, False
        if piece.antenna is None:
            return upper, above
        for other in self._felt:
            if other is piece:
                passed = True
            elif passed and other.antenna is not None and dist(other.spot, piece.spot) < OVERLAP_MM:
                upper, above = upper or other, above + 1
        return upper, above

    def _decode(self, lie: Lie, height: int, upper: Piece | None) -> float:
        """By how many standard deviations an answer is good enough where the field is strong."""
        effects, touching, contact = self._effects, 1 if lie.on else 0, -lie.contact
        rank = height - 1 if lie.swapped and height else height
        if upper is not None:
            its = self.lies[upper.name]
            self._touch(its)
            if its.on == lie.piece.name:
                contact, touching = contact + its.contact, touching + 1
                rank = height + 1 if its.swapped else rank
        missed = self._missed[min(rank, len(self._missed) - 1)]
        tags = effects.tag_weight
        if touching:
            spread, touch = effects.pile_spread, effects.contact_weight
            own = sqrt(tags * (1 - touch)) * lie.tag.lasting + sqrt((1 - tags) * (1 - touch)) * lie.lasting
            lasting = own + sqrt(touch / touching) * contact
        else:
            spread = effects.alone_spread
            lasting = sqrt(tags) * lie.tag.lasting + sqrt(1 - tags) * lie.lasting
        held = HELD_DECODED if lie.piece.antenna is None else 0.0
        return -(missed * sqrt(1 + spread * spread) + spread * clipped(lasting)) - held
