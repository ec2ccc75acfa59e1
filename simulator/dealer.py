"""The virtual dealer: moves the cards as the table awaits.

The dealer knows the physical cards, not the rules: it looks at `next`, takes the card that it needs from the stub or
the felt, and returns where it puts it. The caller carries that out, with a virtual reader or by writing the fact.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random

from msgspec import UNSET

from burncard.rules.cards import BOARD, BURN, MUCK, STUB, UNREAD, Card, Face, Seat, Zone, seat_zone
from burncard.rules.compiling import mypyc_attr
from burncard.rules.facts import Action, CardSeen, Fact, Press, Shuffler
from burncard.rules.outcomes import (
    AwaitAction,
    AwaitCard,
    AwaitDiscard,
    AwaitDraw,
    AwaitPlain,
    AwaitRemedy,
    AwaitReturn,
    AwaitShow,
    Next,
    Outcome,
    Result,
    Ruling,
)
from burncard.rules.showdown.hand_values import has_openers
from burncard.simulator.pack import PhysicalCard, Stub
from burncard.simulator.players import choose, draw
from burncard.simulator.put import Put as Put

CUT_PART_MIN = 4  # cards in the smaller part of a cut


@dataclass(frozen=True, slots=True)
class NewHand:
    """The table waits for the next hand."""


class NotThereError(LookupError):
    """The table awaits a card that is not on the felt: an earlier entry does not match what lies there."""


Doing = Put | NewHand | Action | Press | Shuffler


@mypyc_attr(allow_interpreted_subclasses=True)
class Dealer:
    """Deals one hand after another from one pack, and makes the players' choices.

    `needs_openers`: the game is opened with jacks or better only, and its players obey that.
    """

    __slots__ = (
        "_came_from",
        "_draws_now",
        "_own",
        "_put_back",
        "_put_last",
        "_sent_home",
        "_unforeseen",
        "felt",
        "needs_openers",
        "other_pack",
        "pack",
        "rng",
        "stub",
    )

    def __init__(
        self,
        pack: Sequence[PhysicalCard],
        rng: Random,
        other_pack: Sequence[PhysicalCard] | None = None,
        *,
        needs_openers: bool = False,
    ) -> None:
        self.needs_openers = needs_openers
        self.pack = tuple(pack)
        self._own = frozenset(physical.uid for physical in self.pack)
        self.other_pack = tuple(other_pack or ())
        self.rng = rng
        self.stub = Stub(pack, rng)
        self.felt: dict[str, Put] = {}
        self._sent_home: dict[str, Zone] = {}
        self._came_from: dict[str, Zone] = {}
        self._put_back: dict[str, int] = {}
        self._put_last: Put | None = None
        self._draws_now: Seat | None = None
        self._unforeseen = False

    def collect(self) -> list[PhysicalCard]:
        """Collects every card and shuffles, for a new hand. Returns the cards that lay on the felt."""
        out = [put.physical for put in self.felt.values()]
        self.felt.clear()
        self._came_from.clear()
        self._put_back.clear()
        self._draws_now = None
        self.stub = Stub(self.pack, self.rng)
        self.stub.shuffle()
        return out

    def hear(self, outcomes: Iterable[Outcome]) -> None:
        """Takes note of rulings that change what the dealer does next.

        When the pack runs out in a draw, the drawer's own discards stay out of the shuffle.
        """
        for outcome in outcomes:
            if isinstance(outcome, Ruling) and outcome.rule == "draw.out-of-cards" and outcome.seats:
                self._draws_now = outcome.seats[0]
            elif isinstance(outcome, Ruling) and outcome.rule == "table.unforeseen":
                self._unforeseen = True
            elif isinstance(outcome, Ruling):
                self._note_where_it_belongs(outcome)
            elif isinstance(outcome, Result):
                self._draws_now = None
                self._unforeseen = False

    def _note_where_it_belongs(self, ruling: Ruling) -> None:
        """Remembers where a ruling sends the card just put down: several may lie face down in one place."""
        for step in ruling.steps:
            if self._put_last is not None and step.do == "move" and step.from_ == self._put_last.zone and step.to:
                self._sent_home[self._put_last.physical.uid] = step.to
                return

    # ---- what is done next --------------------

    def follow(self, awaited: Next, last_ruling: str | None = None) -> Doing:
        """What the dealer or a player does next. Raises NotThereError."""
        match awaited:
            case AwaitCard():
                return self.put(self.stub.take(), awaited.zone, awaited.face)
            case AwaitRemedy():
                return self._remedy(awaited)
            case AwaitReturn():
                return self._return(awaited)
            case AwaitAction():
                return choose(awaited, self.rng, may_open=self.may_open(awaited.seat))
            case AwaitShow():
                return Action(seat=awaited.seat, action="muck" if self.rng.random() < 0.15 else "show")
            case AwaitDraw():
                return self._draw(awaited)
            case AwaitDiscard():
                return self.put(self._any_of(seat_zone(awaited.seat)), MUCK, "down")
            case AwaitPlain(await_="shuffle"):
                self.stub.shuffle()
                return Shuffler(event="shuffled", riffles=4)
            case AwaitPlain(await_="cut"):
                return self._cut()
            case AwaitPlain(await_="floor"):
                return self._floor(last_ruling)
            case _:
                return NewHand()

    def _floor(self, last_ruling: str | None) -> Press:
        """The floor's decision: a dead hand, or, if no rule foresees the case, the end of the hand."""
        if self._unforeseen:
            return Press(press="void-hand", by="floor", reason="the hand cannot be played on")
        return Press(
            press="override", ruling=last_ruling, decision="dead-hand", reason="nobody was at the desk", by="floor"
        )

    def _cut(self) -> Shuffler:
        """A cut by hand. The parts of a pack too small for two legal parts are not counted."""
        half = len(self.stub) // 2
        return Shuffler(event="cut", parts=[half, len(self.stub) - half] if half >= CUT_PART_MIN else None)

    def put(self, physical: PhysicalCard, zone: Zone, face: Face, *, boxed: bool = False) -> Put:
        """Puts a card in a zone."""
        done = Put(physical, zone, face, boxed)
        self._put_last = done
        self._sent_home.pop(physical.uid, None)
        lay = self.felt.pop(physical.uid, None)
        if lay is not None:
            self._came_from[physical.uid] = lay.zone
        if zone == STUB:
            self.stub.put_back(physical, on_top=True)
        else:
            self.felt[physical.uid] = done
        return done

    def _remedy(self, awaited: AwaitRemedy) -> Put:
        step = awaited.step
        if step.do == "burn":
            return self.put(self.stub.take(), BURN, "down")
        assert step.to is not None
        if step.do == "deal":
            return self.put(self.stub.take(), step.to, step.face or "down")
        assert step.from_ is not None
        if step.from_ == STUB:
            return self.put(self.stub.take(step.card), step.to, "down" if step.card is None else "up")
        physical = self._named(step.card) if step.card is not None else self._astray(step.from_, step.to)
        if self._came_from.get(physical.uid) == step.to:
            self._put_back[physical.uid] = 1 + self._put_back.get(physical.uid, 0)
        lying = self.felt[physical.uid]
        face: Face = step.face or ("up" if step.to == BOARD else lying.face)
        return self.put(physical, step.to, face)

    def _return(self, awaited: AwaitReturn) -> Put:
        card = awaited.cards[0]
        physical = self._named(card) if card != UNREAD else self._hidden(awaited)
        return self.put(physical, awaited.to, "down")

    def _draw(self, awaited: AwaitDraw) -> Action:
        count = draw(awaited, self.rng)
        if count == 0:
            return Action(seat=awaited.seat, action="stand-pat")
        return Action(seat=awaited.seat, action="draw", discards=count)

    # ---- the cards on the felt --------------------

    def in_zone(self, zone: Zone) -> list[Put]:
        """The cards in a zone, in order of arrival."""
        return [put for put in self.felt.values() if put.zone == zone]

    def seat_cards(self, seat: Seat) -> list[Put]:
        """The cards in front of a seat."""
        return self.in_zone(seat_zone(seat))

    def may_open(self, seat: Seat) -> bool:
        """Whether a seat's cards allow it to open the betting."""
        return not self.needs_openers or has_openers([put.physical.card for put in self.seat_cards(seat)])

    def _named(self, card: Card) -> PhysicalCard:
        """The card of this name. Of two, the one that lies face up: a card gets its name by being seen."""
        named = [put for put in self.felt.values() if put.physical.card == card]
        named.sort(key=lambda put: put.face == "up", reverse=True)
        return _first(named).physical

    def _astray(self, zone: Zone, home: Zone) -> PhysicalCard:
        """The card in a zone that a ruling sends to `home`; without one, the last card that lies face down. Those
        that had to be put back twice are tried again after the others: once may have been the floor's decision."""
        lying = self.in_zone(zone)
        ruled = [put for put in lying if self._sent_home.get(put.physical.uid) == home]
        hidden = [put for put in lying if put.face != "up"]
        hidden.sort(key=lambda put: -(self._put_back.get(put.physical.uid, 0) // 2))
        return _first((ruled or hidden or lying)[::-1]).physical

    def _any_of(self, zone: Zone) -> PhysicalCard:
        return _first(self.in_zone(zone)[::-1]).physical

    def _is_drawers_own(self, put: Put) -> bool:
        """Whether a card is a discard of the seat for whose draw the pack ran out."""
        if self._draws_now is None or put.zone != MUCK:
            return False
        return self._came_from.get(put.physical.uid) == seat_zone(self._draws_now)

    def _hidden(self, awaited: AwaitReturn) -> PhysicalCard:
        """The card last put face down, in the zone named, if any."""
        lying = [put for put in reversed(self.felt.values()) if not self._is_drawers_own(put)]
        lying.sort(key=lambda put: put.physical.uid not in self._own)  # a scrap of paper goes back last, if at all
        hidden = [put for put in lying if put.face != "up"]
        # Two cards of one name without tags: the table may have taken the one that came back for the other.
        others = hidden or [put for put in lying if put.physical.card not in awaited.cards]
        return _first([put for put in others if awaited.from_ in (put.zone, UNSET)]).physical


def _first(lying: list[Put]) -> Put:
    if not lying:
        raise NotThereError("the awaited card is not on the felt")
    return lying[0]


def fact_of(doing: Doing, *, tags: bool) -> Fact:
    """The fact that a perfect reader would report."""

    if type(doing) is Action:
        return doing
    if isinstance(doing, Put):
        physical = doing.physical
        return CardSeen(
            card=physical.card,
            zone=doing.zone,
            face=doing.face,
            back=physical.back,
            boxed=doing.boxed,
            tag=physical.uid if tags else None,
        )
    assert not isinstance(doing, NewHand)
    return doing
