"""The second air: one inventory of one antenna at a time, as `simulator/radio/air.py` gives them."""

from collections.abc import Sequence
from itertools import pairwise
from math import sqrt
from random import Random

from burncard.firmware_bridge.events import Face
from burncard.simulator.radio.air import GHOST_DBM, HELD_LOSS_DB, MIDDLE_DBM, Answer, Conditions, Inventory
from burncard.simulator.radio.antenna_plan import Spot, TablePlan
from burncard.simulator.radio.lying_cards import Felt, Piece
from burncard.simulator.radio.lying_pack import LyingPack
from burncard.simulator.radio.quality import PERFECT, Radio
from tests.harness.second_radio.chances import NOISE, NOISES, below
from tests.harness.second_radio.coils import Coils
from tests.harness.second_radio.comings import Coming, Cover, Flight
from tests.harness.second_radio.effects import BURST_MISSES, FLOOR_DBM, OWN_ZONE_DB, ROOM, SILENT, Effects
from tests.harness.second_radio.heard_pack import HeardPack
from tests.harness.second_radio.lying import Heard, LyingCards, Tags


class Air:
    """The felt of one room as its antennas hear it. `known`: ids that a ghost may have besides those on the felt.

    `conditions`: here covers and cards in flight are not part of it. `room`: two airs of the same room have the same
    antennas, which leak into each other alike.
    """

    def __init__(
        self,
        plan: TablePlan,
        radio: Radio = PERFECT,
        rng: Random | None = None,
        *,
        effects: Effects = ROOM,
        room: str | None = None,
    ) -> None:
        self.plan = plan
        self.felt = Felt()
        self.conditions = Conditions()
        self.moves = 0
        self.known: list[str] = []
        self.radio = radio
        self._effects = effects
        self._rng = rng or Random(0)
        self._coils = Coils(plan, effects, room if room is not None else str(self._rng.getrandbits(64)))
        tags = Tags(effects)
        self._cards = LyingCards(self.felt, self._coils, tags, effects)
        self._pack = HeardPack(self._coils, tags, effects)
        self._audible: dict[int, list[Heard]] = {antenna: [] for antenna in plan.sites}
        self._copies: set[int] = set()  # antennas at which two cards have the same id
        self._gain_db: dict[int, float] = {}  # with which `_audible` was worked out
        self._hands = {antenna: Coming() for antenna in plan.sites}
        self._burst = Coming()
        self._ghosts: dict[int, str] = {}
        self._covers: list[Cover] = []
        self._flights: list[Flight] = []
        self._hear_as(radio)

    @property
    def pack(self) -> LyingPack:
        """The undealt pack."""
        return self._pack.lying

    def change_radio(self, radio: Radio) -> None:
        """Another radio is put in. Cards that lie there are laid anew, each in its place."""
        self._hear_as(radio)
        for piece in list(self.felt):
            self._settle(piece, piece.lands_ns)

    def _hear_as(self, radio: Radio) -> None:
        effects = self._effects
        self.radio = self._heard_as = radio
        self._perfect = radio.perfect
        noise_db = radio.noise_db or 0.0
        self._own_noise_db = noise_db * sqrt(1 - effects.common_share)
        self._common_noise_db = noise_db * sqrt(effects.common_share)
        burst_s = (effects.burst_s[0] + effects.burst_s[1]) / 2
        self._burst_share = burst_s / (burst_s + effects.burst_every_s) if effects.burst_every_s else 0.0
        self._cards.hear_as(radio)
        self._coils.hear_as(radio)
        antenna, uids = self._pack.antenna, self.pack.uids
        if antenna is not None:
            self._pack.take_up()
            self.lay_pack(uids, antenna)

    # ---- what people do with cards --------------------

    def lay(
        self, uid: str, antenna: int, face: Face, now_ns: int, *, boxed: bool = False, name: str | None = None
    ) -> Piece:
        """Lays a card down in a zone, or turns it over if it lies there. Raises ValueError for an unknown antenna."""
        if antenna not in self.plan.sites:
            raise ValueError(f"the table has no antenna {antenna}")
        name = name or uid
        there = self.felt.pieces.get(name)
        if there is not None and there.antenna == antenna:
            there.face, there.boxed = face, boxed
            self._cards.turn(name)
            self.moves += 1
            return there
        rng, radio = self._rng, self.radio
        on_border = rng.random() < radio.border_chance
        spot = self._border_spot(antenna) if on_border else self._usual_spot(antenna)
        piece = Piece(name, uid, antenna, spot, face, boxed, now_ns)
        late_ns = rng.randrange(radio.late_max_ns) if rng.random() < radio.late_chance else 0
        self._settle(piece, now_ns + late_ns)
        return piece

    def lay_between(self, uid: str, antennas: tuple[int, int], face: Face, now_ns: int) -> None:
        """Lays a card on the border of two zones. Raises KeyError for an unknown antenna."""
        zone, other = antennas
        spot = self.plan.between(zone, other, 0.5)
        self._settle(Piece(uid, uid, zone, spot, face, False, now_ns), now_ns)

    def lay_pack(self, uids: Sequence[str], antenna: int) -> None:
        """Lays the undealt pack down, its lowest card first. Without cards it is taken up, and with it those cards that
        were returned to it, which lie on top in places of their own until then."""
        self.moves += 1
        returned = {piece.name: piece.uid for piece in self.felt if piece.antenna == antenna}
        for name in returned if not uids else ():
            self.take(name)
        squared = [uid for uid in uids if uid not in returned.values()]
        self._pack.lay(squared, antenna, self.plan.sites[antenna].middle, self._rng, perfect=self._perfect)

    def take(self, name: str) -> None:
        """Takes a card off the felt."""
        if self._cards.take(name):
            self.moves += 1

    def throw(self, uid: str, start: int, end: int, now_ns: int, lands_ns: int) -> None:
        """A card is on its way between two zones. Some pass over an antenna that may hear them."""
        self.take(uid)
        rng, effects, sites = self._rng, self._effects, self.plan.sites
        if rng.random() >= self.radio.passing_chance:
            return
        over = self.plan.under(sites[start].middle, sites[end].middle) or self.plan.neighbours(end)
        if over:
            antenna, chance = rng.choice(over), rng.uniform(*effects.passing_chance)
            dbm = MIDDLE_DBM - rng.uniform(*effects.passing_db)
            self._flights.append(Flight(uid, antenna, now_ns + (lands_ns - now_ns) // 4, lands_ns, chance, dbm))
            self.moves += 1

    def hold(self, name: str, antennas: tuple[int, int], now_ns: int) -> None:
        """Somebody holds a card of the felt up between two zones."""
        piece = self.felt.pieces[name]
        self.take(name)
        piece.antenna, piece.lands_ns = None, now_ns
        piece.spot = self.plan.between(*antennas, 0.5)
        self._settle(piece, now_ns)

    def cover(self, antenna: int, from_ns: int, until_ns: int, loss_db: float = 15.0) -> None:
        """An antenna is detuned for a time by what lies over it."""
        self._covers.append(Cover(antenna, from_ns, until_ns, loss_db))

    def _settle(self, piece: Piece, silent_until_ns: int) -> None:
        self.take(piece.name)
        self._cards.lay(piece, Random(f"{self._rng.getrandbits(64)}/{piece.name}"), silent_until_ns)
        self.moves += 1

    def _usual_spot(self, antenna: int) -> Spot:
        return self.plan.spot(antenna, self.felt.count_at(antenna), self._rng)

    def _border_spot(self, antenna: int) -> Spot:
        """A spot close to the border, on this side of it as far as the antennas can tell."""
        for _ in range(30):
            spot = self.plan.border_spot(antenna, self._rng)
            if self._perfect:
                return spot
            couplings_db = self._coils.couplings_db(spot, self._effects.height_mm, 0.0, 0.0)
            own_db = couplings_db.get(antenna, -100.0)
            if own_db > OWN_ZONE_DB and own_db >= max(couplings_db.values()):
                return spot
        return self._usual_spot(antenna)

    # ---- what is heard --------------------

    def steady(self, now_ns: int) -> bool:
        """Whether only moves of cards change what is heard."""
        radio = self.radio
        comes_and_goes = radio.late_chance or radio.dropout_every_ns is not None or self._covers or self._flights
        return radio.perfect and not comes_and_goes

    def inventory(self, antenna: int, now_ns: int) -> Inventory:
        """What one antenna hears in an inventory that begins now, by id."""
        if self.radio is not self._heard_as:
            self.change_radio(self.radio)
        wrong = self.conditions
        if antenna in wrong.dead_antennas or antenna not in self._audible:
            return Inventory(())
        if antenna in self._cards.changed or wrong.gain_db.get(antenna, 0.0) != self._gain_db.get(antenna, 0.0):
            self._listen(antenna)
        lost_db = self._covered_db(antenna, now_ns) if self._covers else 0.0
        of_cards = self._all_cards if self._perfect else self._of_cards
        heard, others = of_cards(antenna, lost_db, now_ns), False
        if antenna in self.pack.loss_db:
            heard, others = heard + self._of_the_pack(antenna, lost_db, now_ns), True
        if self._flights:
            heard, others = heard + self._in_flight(antenna, now_ns), True
        if self.radio.ghost_chance:
            ghost = self._ghost_at(antenna)
            if ghost and all(answer.uid != ghost for answer in heard):
                heard.append(Answer(ghost, self._measured(self._rng.uniform(*GHOST_DBM))))
                others = True
        if others or antenna in self._copies:
            answers = {answer.uid: answer for answer in heard}
            return Inventory(tuple([answers[uid] for uid in sorted(answers)]))
        return Inventory(tuple(heard))

    def _listen(self, antenna: int) -> None:
        """Works out whom an antenna can hear."""
        self._cards.changed.discard(antenna)
        gain_db = self._gain_db[antenna] = self.conditions.gain_db.get(antenna, 0.0)
        near = sorted(self._cards.near[antenna].values(), key=lambda heard: heard.lie.uid)
        self._copies.discard(antenna)
        if any(one.lie.uid == other.lie.uid for one, other in pairwise(near)):
            self._copies.add(antenna)
        if not self._perfect:
            share, factor = self._burst_share, self._effects.burst_factor
            for heard in near:
                if heard.lie.stale:
                    self._cards.refresh(heard.lie)
                awake = below((heard.margin_db + gain_db) / self._effects.fast_db)
                missed = below(-heard.decode - self._effects.lost_slope * gain_db)
                worse = min(max(missed, BURST_MISSES), factor * missed)
                heard.in_burst = awake * (1 - worse)
                heard.chance = awake * (1 - (missed - share * worse) / (1 - share))
            near = [heard for heard in near if heard.chance > SILENT]
        self._audible[antenna] = near

    def _covered_db(self, antenna: int, now_ns: int) -> float:
        covered_db = 0.0
        for cover in self._covers:
            if cover.antenna == antenna and cover.from_ns <= now_ns < cover.until_ns:
                covered_db += cover.loss_db
        return covered_db

    def _of_cards(self, antenna: int, lost_db: float, now_ns: int) -> list[Answer]:
        """The cards on the felt that an antenna hears, by id."""
        effects, wrong, rng, random = self._effects, self.conditions, self._rng, self._rng.random
        hand = self._hands[antenna]
        if hand.is_there(now_ns, rng, effects.hand_every_s, effects.hand_s, effects.hand_db):
            lost_db += hand.loss_db
        burst = self._burst.is_there(now_ns, rng, effects.burst_every_s, effects.burst_s, effects.hand_db)
        dead, measured = wrong.dead_tags, self.radio.noise_db is not None
        shown_db = self._common_noise_db * NOISE[int(random() * NOISES)] - lost_db
        if wrong.shown_db:
            shown_db += wrong.shown_db.get(antenna, 0.0)
        gain_db = self._gain_db.get(antenna, 0.0)
        shown_db += gain_db - 0.5  # `int` then rounds what is negative
        noise_db, least = self._own_noise_db, int(FLOOR_DBM)
        answers: list[Answer] = []
        for heard in self._audible[antenna]:
            lie = heard.lie
            if now_ns >= lie.drops_ns and now_ns >= lie.quiet_until_ns:
                lie.drop_out(now_ns, self.radio.dropout_max_ns)
            if now_ns < lie.quiet_until_ns:
                continue
            if lost_db:
                awake = below((heard.margin_db + gain_db - lost_db) / effects.fast_db)
                chance = awake * below(heard.decode + effects.lost_slope * (gain_db - lost_db))
            else:
                chance = heard.in_burst if burst else heard.chance
            if random() >= chance or (dead and lie.uid in dead):
                continue
            whole = 0
            if measured:
                whole = max(least, int(heard.mean_dbm + shown_db + noise_db * NOISE[int(random() * NOISES)]))
            answer = heard.answers.get(whole)
            if answer is None:
                piece = lie.piece if lie.piece.antenna == antenna else None
                answer = heard.answers[whole] = Answer(lie.uid, float(whole) if measured else None, piece)
            answers.append(answer)
        return answers

    def _all_cards(self, antenna: int, lost_db: float, now_ns: int) -> list[Answer]:
        """All cards of a zone, as a perfect radio hears them."""
        answers: list[Answer] = []
        if lost_db < HELD_LOSS_DB:
            for heard in self._audible[antenna]:
                lie = heard.lie
                if now_ns >= lie.drops_ns:
                    lie.drop_out(now_ns, self.radio.dropout_max_ns)
                if now_ns >= lie.quiet_until_ns and lie.uid not in self.conditions.dead_tags:
                    answers.append(Answer(lie.uid, self._measured(MIDDLE_DBM), lie.piece))
        return answers

    def _of_the_pack(self, antenna: int, lost_db: float, now_ns: int) -> list[Answer]:
        """The cards of the pack that an antenna hears."""
        dead, effects, random = self.conditions.dead_tags, self._effects, self._rng.random
        if self._perfect:
            there = self.pack.uids if lost_db < HELD_LOSS_DB else ()
            return [Answer(uid, self._measured(MIDDLE_DBM)) for uid in there if uid not in dead]
        hand = self._hands[antenna]
        if now_ns < hand.until_ns:
            lost_db += hand.loss_db
        lost_db -= self._gain_db.get(antenna, 0.0)
        shown_db = self.conditions.shown_db.get(antenna, 0.0) - lost_db
        answers: list[Answer] = []
        for card in self._pack.heard_at(antenna):
            chance = card.chance
            if lost_db:
                awake = below((card.margin_db - lost_db) / effects.fast_db)
                chance = awake * below(card.decode - effects.lost_slope * lost_db)
            if random() < chance and card.uid not in dead:
                answers.append(Answer(card.uid, self._measured(card.mean_dbm + shown_db)))
        return answers

    def _in_flight(self, antenna: int, now_ns: int) -> list[Answer]:
        """The cards in the air that an antenna hears."""
        self._flights = [flight for flight in self._flights if now_ns < flight.until_ns]
        over = [flight for flight in self._flights if flight.antenna == antenna and flight.from_ns <= now_ns]
        shown_db, answers = self.conditions.shown_db.get(antenna, 0.0), list[Answer]()
        for flight in over:
            if self._rng.random() < flight.chance and flight.uid not in self.conditions.dead_tags:
                answers.append(Answer(flight.uid, self._measured(flight.dbm + shown_db)))
        return answers

    def _measured(self, mean_dbm: float) -> float | None:
        """A strength as the reader reports it: in whole decibels, and not below what it can tell."""
        noise_db = self.radio.noise_db
        if noise_db is None:
            return None
        return float(max(FLOOR_DBM, round(self._rng.gauss(mean_dbm, noise_db) if noise_db else mean_dbm)))

    def _ghost_at(self, antenna: int) -> str:
        """A ghost that this scan reports, or nothing. The same tags may collide in the same way again."""
        again, rng = self._effects.ghost_again, self._rng
        uid = self._ghosts.pop(antenna, "") if self._ghosts else ""
        if not uid:
            if rng.random() >= self.radio.ghost_chance * (1 - again):
                return ""
            uid = self._ghost()
        if rng.random() < again:
            self._ghosts[antenna] = uid
        return uid

    def _ghost(self) -> str:
        """An id that collided answers make up: one of no card, that of a card elsewhere, or that with a bit turned."""
        rng = self._rng
        made_up = f"E00401{rng.getrandbits(40):010X}"
        elsewhere = [*(piece.uid for piece in self.felt), *self.known]
        if not elsewhere:
            return made_up
        card = rng.choice(elsewhere)
        turned = int(card, 16) ^ 1 << rng.randrange(40)
        return rng.choice([made_up, card, f"{turned:016X}"])
