"""What the rules say about the deal that perception follows: where cards are due, and what a reading means."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from itertools import islice, takewhile

import msgspec

from burncard.controller.perception.arrival import Arrival
from burncard.controller.perception.chances import Antenna
from burncard.hardware.layout import Layout
from burncard.rules.cards import BOARD, BURN, MUCK, STUB, Zone, seat_of, seat_zone
from burncard.rules.dealing.classify import classify
from burncard.rules.dealing.observation import IN_ORDER, Observed
from burncard.rules.facts import CardSeen
from burncard.rules.games.game import Street
from burncard.rules.hand.in_play import HandInPlay
from burncard.rules.hand.script import street_deals
from burncard.rules.hand.steps import (
    Cut,
    Deal,
    Drawing,
    Floor,
    Gather,
    Item,
    Move,
    OpenStreet,
    Return,
    Round,
    Showdown,
    Shuffle,
    Turn,
)
from burncard.rules.hand.streets import due_seats
from burncard.rules.outcomes import AwaitDiscard, AwaitReturn
from burncard.rules.table import Table

ENTERED = Round | Drawing | Showdown | Floor | OpenStreet
PUTS_RIGHT = Move | Turn | Return | Gather
LAST_TWO = 2
"""One of so many players may fold, which ends the hand, and all cards are taken in."""
MAY_FOLD = 2
"""The seat that is to act may throw its hand in, and the next one while that action is not entered yet."""
DUE_MAX = 10
"""How many of the places that are due next are looked at."""


class DealOfTable:
    """The deal at one table. `fact_of`: the fact that an arrival would be.

    `came`: where a card from the pack lies that the table is about to be given; the deal has gone on past it.
    """

    def __init__(self, table: Callable[[], Table], layout: Layout, fact_of: Callable[[Arrival], CardSeen]) -> None:
        self._table = table
        self._layout = layout
        self._fact_of = fact_of
        self.came: Zone | None = None
        self._known_at: Hashable = None
        self._due: tuple[Antenna, ...] = ()
        self._empty: tuple[Antenna, ...] = ()
        self._counts: Counter[Antenna] = Counter()
        self._leaving: dict[Antenna, int] = {}
        self._deals_on: tuple[Antenna, ...] | None = None
        self._kept: frozenset[Antenna] = frozenset()
        self._folded: frozenset[Antenna] = frozenset()
        self._early: tuple[Antenna, ...] = ()
        self._unused: frozenset[Antenna] = frozenset()
        self._turned: tuple[Antenna, ...] = ()

    def moment(self) -> Hashable:
        """Another value whenever the deal has gone on."""
        table = self._table()
        return id(table), table.fact_count, self.came

    def due(self) -> tuple[Antenna, ...]:
        """Where cards are due, the next first: dealt, moved by a repair, discarded or returned."""
        self._learn()
        return self._due

    def count_due(self, antenna: Antenna) -> int:
        """How many of the cards that are due next go to a place."""
        self._learn()
        return self._counts[antenna]

    def empty(self) -> tuple[Antenna, ...]:
        """The places of the seats that have no part in the hand."""
        self._learn()
        return self._empty

    def unused(self) -> frozenset[Antenna]:
        """The places where no card belongs in this game: the board, if it has none."""
        self._learn()
        return self._unused

    def leaving(self) -> dict[Antenna, int]:
        """From where the next cards are to come, and how many: of a discard, a move or a return to the pack."""
        self._learn()
        return self._leaving

    def deals_on(self) -> tuple[Antenna, ...] | None:
        """Where the cards go that the rulings have interrupted; None: no ruling asks for anything else first."""
        self._learn()
        return self._deals_on

    def kept(self) -> frozenset[Antenna]:
        """The places whose cards nobody may take now: the board, and live hands that are not to act and not next."""
        self._learn()
        return self._kept

    def early(self) -> tuple[Antenna, ...]:
        """Where the next street begins, while a betting round is open; the burn, while the cards after it are dealt."""
        self._learn()
        return self._early

    def folded(self) -> frozenset[Antenna]:
        """The places of the players who have folded: what lies there is to be thrown in."""
        self._learn()
        return self._folded

    def turned(self) -> tuple[Antenna, ...]:
        """Where a card is to be turned over."""
        self._learn()
        return self._turned

    def likely(self, uid: str, home: Antenna | None, antenna: Antenna, *, alone: bool = False) -> bool:
        """Whether a card may well go from its place (None: the pack) to another now. `alone`: the others there stay."""
        hand = self._hand()
        if hand is None:
            return True
        if home is None:
            return antenna in self.due() or self._layout.zone_of(antenna) in self._dealt_early(hand)
        origin, zone = self._layout.zone_of(home), self._layout.zone_of(antenna)
        for item in hand.plan:
            if isinstance(item, Move) and (item.origin, item.to) == (origin, zone):
                return True
            if isinstance(item, Return) and zone == STUB and _goes_back(item, uid, origin):
                return True
        if zone != MUCK or seat_of(Zone(origin or "")) is None:
            return False
        return home in self.leaving() or not (alone or home in self.kept())  # a hand is thrown in whole

    def in_order(self, arrival: Arrival) -> bool:
        """Whether the table takes it as the card that is due, or as a move that is allowed."""
        hand = self._hand()
        if hand is None:
            return True
        observation = classify(hand, self._fact_of(arrival))
        if observation.kind is Observed.DUE:  # other orders are possible, but a card heard late is likelier
            due = hand.plan.due_deal()
            return due is not None and due.zone == self._layout.zone_of(arrival.antenna)
        return observation.kind in IN_ORDER

    def after_one_more(self, arrival: Arrival) -> bool:
        """Whether it would be in order if one card, or one entry of a person, had come before it."""
        hand = self._hand()
        if hand is None:
            return False
        if arrival.left is not None:
            return self._thrown_first(hand, arrival)
        zone, due = self._layout.zone_of(arrival.antenna), list(islice(cards_due(hand), 2))
        early = () if due else self._dealt_early(hand)[:2]
        return zone in due[1:] or (zone in early[1:] and zone not in early[:1])

    def shows_a_later_card(self, arrival: Arrival) -> bool:
        """Whether a card that came to the place that is due shows the face of a later one that is due there instead."""
        hand = self._hand()
        due, zone = None if hand is None else hand.plan.due_deal(), self._layout.zone_of(arrival.antenna)
        if hand is None or due is None or due.zone != zone or arrival.left is not None:
            return False
        face = self._fact_of(arrival).face
        return face != due.face and any(deal.zone == zone and deal.face == face for deal in _deals_to_come(hand))

    def goes_first(self, arrival: Arrival, other: Arrival) -> bool:
        """Whether both are dealt too early, and this one, such as the burn, goes before the other, whichever was heard
        first."""
        hand = self._hand()
        early = () if hand is None else self._dealt_early(hand)[:2]
        zones = tuple(self._layout.zone_of(each.antenna) for each in (arrival, other) if each.left is None)
        return zones == early and len(set(zones)) == 2

    def as_it_lay(self, arrival: Arrival, fact: CardSeen) -> CardSeen:
        """The fact of an arrival whose face no sensor sees. One that comes to the board where nothing awaits it lies
        there as it did before, and once the hand has ended it may lie face down, whatever it is: it is not to be named
        then. One of the pack lies face up there as long as the board is dealt."""
        if fact.face is not None or fact.zone != BOARD or self._may_be_dealt_up(arrival):
            return fact
        hand = self._hand()
        placed = None if hand is None else hand.felt.find(fact.card, fact.tag)
        return msgspec.structs.replace(fact, face="down" if placed is None else placed.face)

    # ---- inside --------------------

    def _may_be_dealt_up(self, arrival: Arrival) -> bool:
        """Whether a card that has come to the board may have been dealt there face up."""
        hand = self._hand()
        if hand is None:
            return False
        if arrival.left is not None:
            return self.likely(arrival.uid, arrival.left, arrival.antenna)
        due = hand.plan.due_deal()
        is_players = due is not None and seat_of(due.zone) is not None
        return arrival.antenna not in self.unused() and not is_players

    @staticmethod
    def _dealt_early(hand: HandInPlay) -> tuple[Zone, ...]:
        """Where cards go when the dealer thinks that the betting round is over."""
        street = hand.game.street_after(hand.street) if isinstance(hand.plan.head, Round) else None
        return () if street is None else _dealt_on(hand, street)[:DUE_MAX]

    def _thrown_first(self, hand: HandInPlay, arrival: Arrival) -> bool:
        """Whether a card that has moved may belong to what a person is about to enter, or to a repair under way."""
        if any(isinstance(item, Move | Return | Gather | Floor) for item in hand.plan):
            return True
        origin, zone = self._layout.zone_of(arrival.left or 0), self._layout.zone_of(arrival.antenna)
        return zone == MUCK and may_be_thrown_in(hand, Zone(origin or ""))

    def _hand(self) -> HandInPlay | None:
        hand = self._table().hand
        return None if hand is None or hand.ended else hand

    def _learn(self) -> None:
        """Asks the table again only after it has taken a fact: both are asked for at every scan."""
        known_at = self.moment()
        if known_at != self._known_at:
            self._known_at, self._counts, self._leaving = known_at, self._find_due(), self._find_leaving()
            self._due, self._deals_on = tuple(self._counts), self._find_deals_on()
            self._empty, self._kept, self._folded = self._find_empty(), self._find_kept(), self._find_folded()
            self._early, self._unused, self._turned = self._find_early(), self._find_unused(), self._find_turned()

    def _find_due(self) -> Counter[Antenna]:
        hand = self._hand()  # none once it has ended, though cards may still go back to the pack
        zones = [] if hand is None else list(islice(cards_due(hand), DUE_MAX + 1))
        zones = zones[1:] if zones[:1] == [self.came] else zones[:DUE_MAX]
        match self._table().awaited():
            case AwaitDiscard():
                zones.append(MUCK)
            case AwaitReturn() as awaited:
                zones.append(awaited.to)
            case _:
                pass
        return Counter(self._layout.antennas_of(*zones))

    def _find_deals_on(self) -> tuple[Antenna, ...] | None:
        hand = self._hand()
        if hand is None or not _puts_right(hand.plan.head):
            return None
        interrupted = takewhile(lambda item: not isinstance(item, ENTERED), hand.plan)
        zones = (item.zone for item in interrupted if isinstance(item, Deal) and not item.repair)
        return self._layout.antennas_of(*islice(zones, DUE_MAX))

    def _find_turned(self) -> tuple[Antenna, ...]:
        hand = self._hand()
        zones = [] if hand is None else [item.placed.zone for item in hand.plan if isinstance(item, Turn)]
        return self._layout.antennas_of(*dict.fromkeys(zones))

    def _find_empty(self) -> tuple[Antenna, ...]:
        hand = self._hand()
        if hand is None:
            return ()
        played = set(map(seat_zone, hand.betting.seats))
        zones = ((antenna, Zone(zone)) for antenna, zone in self._layout.zones.items())
        return tuple(antenna for antenna, zone in zones if seat_of(zone) is not None and zone not in played)

    def _find_kept(self) -> frozenset[Antenna]:
        hand = self._hand()
        return frozenset(self._layout.antennas_of(*must_stay(hand)) if hand is not None else ())

    def _find_early(self) -> tuple[Antenna, ...]:
        hand = self._hand()
        zones = () if hand is None else self._dealt_early(hand)[:1] or _burned_for(hand)
        return self._layout.antennas_of(*zones)

    def _find_unused(self) -> frozenset[Antenna]:
        hand, board = self._hand(), self._layout.antenna_of(BOARD)
        if hand is None or board is None or hand.felt.cards_in(BOARD):  # such as a card for all, in stud
            return frozenset()
        return frozenset(() if any(street.board for street in hand.game.streets) else (board,))

    def _find_folded(self) -> frozenset[Antenna]:
        hand = self._hand()
        seats = () if hand is None else set(hand.betting.seats).difference(hand.betting.live)
        return frozenset(self._layout.antennas_of(*map(seat_zone, seats)))

    def _find_leaving(self) -> dict[Antenna, int]:
        hand, awaited = self._hand(), self._table().awaited()
        zones: Counter[Zone] = Counter()
        if hand is not None and isinstance(awaited, AwaitDiscard):
            zones = Counter({seat_zone(awaited.seat): awaited.count})
        elif hand is not None and isinstance(hand.plan.head, Move):
            zones = Counter([hand.plan.head.origin])
        elif hand is not None and isinstance(hand.plan.head, Return):
            zones = Counter(card.zone for card in hand.plan.head.still_out())
        antennas = ((self._layout.antenna_of(zone), count) for zone, count in zones.items())
        return {antenna: count for antenna, count in antennas if antenna is not None}


def cards_due(hand: HandInPlay) -> Iterator[Zone]:
    """Where cards are due before a person has to enter something, the next first."""
    for item in hand.plan:
        match item:
            case Deal():
                yield item.zone
            case Move():
                yield item.to
            case Return():
                yield STUB
            case Round() if hand.betting.betting_over and item is not hand.plan.head:
                pass  # nobody has anything to enter
            case OpenStreet():  # it opens by itself when it is reached
                yield from _opened(hand, item)
                return
            case Drawing() if hand.drawing is not None and not hand.drawing.to_come:
                yield from (deal.zone for deal in hand.drawing.late)
                return
            case _ if isinstance(item, ENTERED | Shuffle | Cut):
                return
            case _:
                pass  # a turn, a read: no card comes or goes


def _puts_right(item: Item) -> bool:
    """Whether a ruling asks for a step."""
    return isinstance(item, PUTS_RIGHT) or (isinstance(item, Deal) and item.repair)


def _burned_for(hand: HandInPlay) -> tuple[Zone, ...]:
    """The burn, if it was just made and the cards after it are due: a second one would come now."""
    due, last = hand.plan.due_deal(), max(hand.felt.all_out(), key=lambda placed: placed.ordinal, default=None)
    return (BURN,) if due is not None and due.zone != BURN and last is not None and last.zone == BURN else ()


def _deals_to_come(hand: HandInPlay) -> Iterator[Deal]:
    """The cards of the pack that are due now, and those of the streets that follow by themselves."""
    for item in hand.plan:
        match item:
            case Deal():
                yield item
            case OpenStreet():
                yield from street_deals(item.street, tuple(due_seats(hand)))
            case _ if isinstance(item, ENTERED) and not hand.betting.betting_over:
                return


def _opened(hand: HandInPlay, opening: OpenStreet) -> Iterator[Zone]:
    """Where the cards go of a street that opens once the steps before it are done."""
    if any(player.early_cards for player in hand.players.values()):
        return  # some of them are set aside first
    for step in opening.before:
        match step:
            case Deal():
                yield step.zone
            case Move():
                yield step.to
            case _:
                return
    if not opening.dealt_by_repair:
        yield from _dealt_on(hand, opening.street, opening.burn)


def _dealt_on(hand: HandInPlay, street: Street, burn: int | None = None) -> tuple[Zone, ...]:
    """Where the cards of a street that is not open yet will go. `burn` None: its burn first unless one lies there."""
    burns = max(0, street.burn - hand.dealing.burns_made) if burn is None else burn
    return (*(BURN,) * burns, *(deal.zone for deal in street_deals(street, tuple(due_seats(hand)))))


def _goes_back(step: Return, uid: str, origin: str | None) -> bool:
    """Whether the card with this tag is to go from its place to the pack; any burn may come back for another."""
    return any(card.zone == origin and (card.tag in (None, uid) or origin == BURN) for card in step.still_out())


def must_stay(hand: HandInPlay) -> tuple[Zone, ...]:
    """The places whose cards nobody may take now: the board, and live hands that are neither to act nor next."""
    first = next((item for item in hand.plan if isinstance(item, ENTERED)), None)
    if not isinstance(first, Round):
        return ()
    turn = hand.betting.round.turn
    seats = hand.betting.live if turn is None else hand.betting.live_from(turn)[MAY_FOLD:]
    return (BOARD, *map(seat_zone, seats))


def may_be_thrown_in(hand: HandInPlay, origin: Zone) -> bool:
    """Whether a card that goes from a place to the muck may belong to a fold that somebody is about to enter."""
    if len(hand.betting.live) <= LAST_TWO:
        return True
    return seat_of(origin) is not None and origin not in must_stay(hand)


def skips_one(hand: HandInPlay, zone: Zone) -> bool:
    """Whether a card of the pack that goes to a zone now passes over the place where one is due."""
    due = list(islice(cards_due(hand), 2))
    return zone in due[1:] and zone not in due[:1]
