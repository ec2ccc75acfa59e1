"""What the antennas hear: one inventory of one antenna at a time, of the cards that lie on the felt.

Two numbers of the radio's quality fix how well an antenna hears a card at any distance: how often it misses one in its
middle, and how often the next antenna hears that card. Between them the chance follows the strength of the field. What
is true of a room besides is a condition that somebody sets: a dead antenna or tag, a hand over an antenna, a card held
in the air.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import exp, inf, log, log10
from random import Random
from typing import Final

from burncard.firmware_bridge.events import Face
from burncard.simulator.radio.antenna_plan import TablePlan
from burncard.simulator.radio.anticollision import inventory_ns
from burncard.simulator.radio.lying_cards import Felt, Piece
from burncard.simulator.radio.lying_pack import HELD, LyingPack
from burncard.simulator.radio.quality import PERFECT, Radio

MIDDLE_DBM: Final = -42.0  # strength of a card in the middle of an antenna
EVEN_FIELD: Final = 0.2  # up to this distance the field of a coil is even
FALL_OFF: Final = 0.3  # beyond it, the distance at which it has fallen to an eighth
CARD_DB: Final = 1.2  # lost for each card below
TAG_SPREAD_DB: Final = 1.5  # standard deviation between tags
HELD_LOSS_DB: Final = 6.0  # of a card held above the felt
PASSING_CHANCE: Final = 0.5  # that a scan hears a card that flies over the antenna
GHOST_DBM: Final = (-74.0, -62.0)  # noise is weak
SILENT: Final = 1e-6  # a smaller chance counts as none


def loss_db(distance: float) -> float:
    """How much weaker a card is heard at a distance (1 is the next antenna) than in an antenna's middle."""
    beyond = max(0.0, distance - EVEN_FIELD) / FALL_OFF
    return 30 * log10(1 + beyond * beyond)


@dataclass(frozen=True, slots=True)
class Answer:
    """A tag that answered. `dbm`: its strength, None if the reader does not measure it. `piece`: the card that lies
    there, None where it is heard from elsewhere or is none."""

    uid: str
    dbm: float | None
    piece: Piece | None = None


@dataclass(frozen=True, slots=True)
class Inventory:
    """One inventory of one antenna."""

    answers: tuple[Answer, ...]

    @property
    def took_ns(self) -> int:
        """The time that it takes."""
        return inventory_ns(answer.uid for answer in self.answers)


@dataclass(slots=True)
class _Sound:
    """How one card sounds. `chance`: that an antenna hears it with nothing below or above it.

    `silent`: until when it has not yet been heard; then its drop-outs.
    """

    rng: Random
    offset_db: float
    loss_db: dict[int, float]
    chance: dict[int, float]
    silent_until_ns: int
    drops_ns: int | float
    back_ns: int | float = 0


@dataclass(slots=True)
class _Passing:
    """A card in the air over an antenna."""

    uid: str
    antenna: int
    from_ns: int
    until_ns: int


@dataclass(slots=True)
class _Cover:
    """A hand or chips over an antenna."""

    antenna: int
    from_ns: int
    until_ns: int
    loss_db: float


@dataclass(slots=True)
class Conditions:
    """What is wrong in the room, until somebody puts it right.

    `gain_db`: antennas whose field is stronger or weaker than usual, which changes what they hear, near and across.
    `shown_db`: antennas whose strengths are reported too high or too low; what they hear is as usual.
    """

    gain_db: dict[int, float] = field(default_factory=dict)
    shown_db: dict[int, float] = field(default_factory=dict)
    dead_antennas: set[int] = field(default_factory=set)
    dead_tags: set[str] = field(default_factory=set)
    covers: list[_Cover] = field(default_factory=list)
    passing: list[_Passing] = field(default_factory=list)


class Air:
    """The felt as the antennas hear it. `known`: ids of cards that may lie elsewhere, which a ghost may be."""

    def __init__(self, plan: TablePlan, radio: Radio = PERFECT, rng: Random | None = None) -> None:
        self.plan = plan
        self.felt = Felt()
        self.pack = HELD
        self.conditions = Conditions()
        self.moves = 0
        self.known: list[str] = []
        self._rng = rng or Random(0)
        self._sounds: dict[str, _Sound] = {}
        self._near: dict[int, dict[str, Piece]] = {antenna: {} for antenna in plan.sites}
        self._hear_as(radio)

    def change_radio(self, radio: Radio) -> None:
        """The radio is another one from now on, also for the cards that lie there."""
        self._hear_as(radio)
        for piece in list(self.felt):
            self._settle(piece, piece.lands_ns)

    def _hear_as(self, radio: Radio) -> None:
        self.radio = radio
        self._perfect = radio.perfect
        self._stacked = [(1 - miss) / (1 - radio.misses[0]) for miss in radio.misses] if radio.misses[0] < 1 else [0.0]
        middle, cross = 1 - radio.misses[0], radio.cross_chance
        self._middle_logit = inf if middle >= 1 else log(middle / (1 - middle))
        self._slope = 0.0 if self._perfect else (self._middle_logit - log(cross / (1 - cross))) / loss_db(1)

    # ---- what people do with cards --------------------

    def lay(
        self, uid: str, antenna: int, face: Face, now_ns: int, *, boxed: bool = False, name: str | None = None
    ) -> Piece:
        """A card comes to lie in a zone, on what lies there. One that lies there already is turned over in its place.

        Raises ValueError for an antenna that the table does not have.
        """
        if antenna not in self.plan.sites:
            raise ValueError(f"antenna {antenna}; there are {', '.join(map(str, sorted(self.plan.sites)))}")
        there = self.felt.pieces.get(name or uid)
        if there is not None and there.antenna == antenna:
            there.face, there.boxed = face, boxed
            self.moves += 1
            return there
        if self._rng.random() < self.radio.border_chance:
            spot = self.plan.border_spot(antenna, self._rng)
        else:
            spot = self.plan.spot(antenna, self.felt.count_at(antenna), self._rng)
        piece = Piece(name or uid, uid, antenna, spot, face, boxed, now_ns)
        late = self._rng.random() < self.radio.late_chance
        self._settle(piece, now_ns + self._rng.randrange(self.radio.late_max_ns) if late else now_ns)
        return piece

    def lay_between(self, uid: str, antennas: tuple[int, int], face: Face, now_ns: int, share: float = 0.5) -> None:
        """A card comes to lie on the border of two zones, or at another `share` of the way from the first to the
        second. Raises KeyError for an antenna that there is not."""
        spot = self.plan.between(*antennas, share)
        self._settle(Piece(uid, uid, antennas[0], spot, face, False, now_ns), now_ns)

    def lay_pack(self, uids: Sequence[str], antenna: int) -> None:
        """The dealer lays the undealt pack down, the lowest card first; with no cards, he takes it up. Cards that were
        returned to it lie on it, each in its own place, until then."""
        returned = {piece.name: piece.uid for piece in self.felt if piece.antenna == antenna}
        for name in returned if not uids else ():
            self.take(name)
        squared = [uid for uid in uids if uid not in returned.values()]
        if self._perfect:
            losses = {antenna: 0.0}
        else:
            spot = self.plan.sites[antenna].middle
            away = {other: loss_db(site.distance(spot)) for other, site in self.plan.sites.items()}
            losses = {other: loss for other, loss in away.items() if self._chance(loss) > SILENT}
        self.pack = LyingPack(squared, losses) if squared else HELD
        self.moves += 1

    def take(self, name: str) -> None:
        """A card leaves the felt."""
        if self.felt.take(name) is not None:
            self._sounds.pop(name)
            for near in self._near.values():
                near.pop(name, None)
            self.moves += 1

    def throw(self, uid: str, start: int, end: int, now_ns: int, lands_ns: int) -> None:
        """A card flies from one zone to another. On some throws it passes over an antenna on its way."""
        self.take(uid)
        if self._rng.random() < self.radio.passing_chance:
            way = (self.plan.sites[start].middle, self.plan.sites[end].middle)
            over = self.plan.under(*way) or self.plan.neighbours(end)
            if over:
                first = now_ns + (lands_ns - now_ns) // 4
                passing = _Passing(uid, self._rng.choice(over), first, lands_ns)
                self.conditions.passing.append(passing)
                self.moves += 1

    def hold(self, name: str, antennas: tuple[int, int], now_ns: int) -> None:
        """A card on the felt is held in the air between two zones, until it is laid down or taken."""
        piece = self.felt.pieces[name]
        self.take(name)
        piece.spot, piece.antenna, piece.lands_ns = self.plan.between(*antennas, 0.5), None, now_ns
        self._settle(piece, now_ns)

    # ---- what is wrong in a room --------------------

    def cover(self, antenna: int, from_ns: int, until_ns: int, loss_db: float = 15.0) -> None:
        """A hand or chips lie over an antenna and detune it."""
        self.conditions.covers.append(_Cover(antenna, from_ns, until_ns, loss_db))

    # ---- what is heard --------------------

    def steady(self, now_ns: int) -> bool:
        """Whether every inventory gives the same answers until a card is moved."""
        radio, wrong = self.radio, self.conditions
        changing = radio.late_chance or radio.dropout_every_ns is not None or wrong.covers or wrong.passing
        return radio.perfect and not changing

    def inventory(self, antenna: int, now_ns: int) -> Inventory:
        """What one antenna hears in an inventory that begins now."""
        if antenna in self.conditions.dead_antennas or antenna not in self._near:
            return Inventory(())
        covered_db = self._covered_db(antenna, now_ns)
        heard = [
            self._answer(piece, antenna, covered_db)
            for piece in self._near[antenna].values()
            if piece.lands_ns <= now_ns and self._answers(piece, antenna, covered_db, now_ns)
        ]
        if covered_db < HELD_LOSS_DB:
            heard += self._of_the_pack(antenna)
        if self.conditions.passing:
            heard += self._passing(antenna, now_ns)
        if self.radio.ghost_chance and self._rng.random() < self.radio.ghost_chance:
            heard.append(Answer(self._ghost(), self._dbm(self._rng.uniform(*GHOST_DBM))))
        answers = {answer.uid: answer for answer in heard}
        return Inventory(tuple(answers[uid] for uid in sorted(answers)))

    # ---- inside --------------------

    def _covered_db(self, antenna: int, now_ns: int) -> float:
        there = (cover for cover in self.conditions.covers if cover.antenna == antenna)
        return sum(cover.loss_db for cover in there if cover.from_ns <= now_ns < cover.until_ns)

    def _settle(self, piece: Piece, silent_until_ns: int) -> None:
        self.take(piece.name)
        self.felt.lay(piece)
        rng = Random(f"{self._rng.getrandbits(64)}/{piece.name}")
        held_db = HELD_LOSS_DB if piece.antenna is None else 0.0
        losses = {}
        for antenna, site in self.plan.sites.items():
            loss = loss_db(site.distance(piece.spot)) + held_db - self.conditions.gain_db.get(antenna, 0.0)
            if self._perfect:
                if antenna == piece.antenna:
                    losses[antenna] = 0.0
            elif self._chance(loss) > SILENT:
                losses[antenna] = loss
        offset_db = Random(piece.uid).gauss(0, TAG_SPREAD_DB) if self.radio.noise_db else 0.0
        chances = {antenna: self._chance(loss) for antenna, loss in losses.items()}
        sound = _Sound(rng, offset_db, losses, chances, silent_until_ns, inf)
        sound.drops_ns = self._next_drop(sound, piece.lands_ns)
        self._sounds[piece.name] = sound
        for antenna in losses:
            self._near[antenna][piece.name] = piece
        self.moves += 1

    def _next_drop(self, sound: _Sound, after_ns: int | float) -> float:
        every_ns = self.radio.dropout_every_ns
        return inf if every_ns is None else after_ns + sound.rng.expovariate(1 / every_ns)

    def _chance(self, loss: float) -> float:
        """The chance that a card is heard that is so much weaker than one in the middle."""
        logit = self._middle_logit - self._slope * loss
        return 1.0 if logit > 700 else 1 / (1 + exp(-logit))

    def _answers(self, piece: Piece, antenna: int, covered_db: float, now_ns: int) -> bool:
        sound = self._sounds[piece.name]
        if now_ns < sound.silent_until_ns or piece.uid in self.conditions.dead_tags:
            return False
        while now_ns >= sound.drops_ns:
            sound.back_ns = sound.drops_ns + sound.rng.randrange(1, self.radio.dropout_max_ns)
            sound.drops_ns = self._next_drop(sound, sound.back_ns)
        if now_ns < sound.back_ns:
            return False
        if self._perfect:
            return covered_db < HELD_LOSS_DB
        chance = self._chance(sound.loss_db[antenna] + covered_db) if covered_db else sound.chance[antenna]
        return self._rng.random() < self._stacked[min(piece.below, len(self._stacked) - 1)] * chance

    def _answer(self, piece: Piece, antenna: int, covered_db: float) -> Answer:
        if self._perfect:
            return Answer(piece.uid, self._dbm(MIDDLE_DBM), piece)
        sound = self._sounds[piece.name]
        shown_db = sound.offset_db + self.conditions.shown_db.get(antenna, 0.0)
        dbm = MIDDLE_DBM - sound.loss_db[antenna] - covered_db - CARD_DB * piece.below + shown_db
        return Answer(piece.uid, self._dbm(dbm), piece if piece.antenna == antenna else None)

    def _of_the_pack(self, antenna: int) -> list[Answer]:
        """The cards of the pack that an antenna hears: about half of them where it lies."""
        if antenna not in self.pack.loss_db:
            return []
        loss, last = self.pack.loss_db[antenna], len(self._stacked) - 1
        chances = [self._chance(loss) * stacked for stacked in self._stacked]
        return [
            Answer(uid, self._dbm(MIDDLE_DBM - loss - CARD_DB * min(height, last)))
            for height, uid in enumerate(self.pack.uids)
            if self._rng.random() < chances[min(height, last)] and uid not in self.conditions.dead_tags
        ]

    def _dbm(self, mean: float) -> float | None:
        """A strength as measured."""
        noise_db = self.radio.noise_db
        if noise_db is None:
            return None
        return mean if not noise_db else self._rng.gauss(mean, noise_db)

    def _passing(self, antenna: int, now_ns: int) -> list[Answer]:
        self.conditions.passing = [over for over in self.conditions.passing if now_ns < over.until_ns]
        return [
            Answer(over.uid, self._dbm(MIDDLE_DBM - HELD_LOSS_DB))
            for over in self.conditions.passing
            if over.antenna == antenna and over.from_ns <= now_ns and self._rng.random() < PASSING_CHANCE
        ]

    def _ghost(self) -> str:
        """An id that is not there: nobody's, another card's, or another card's with a wrong bit."""
        cards = [piece.uid for piece in self.felt] + self.known
        nobodys = f"E00401{self._rng.getrandbits(40):010X}"
        if not cards:
            return nobodys
        other = self._rng.choice(cards)
        corrupted = f"{int(other, 16) ^ (1 << self._rng.randrange(40)):016X}"
        return self._rng.choice((nobodys, other, corrupted))
