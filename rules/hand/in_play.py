"""A hand in play: the felt, the plan and the chips of one hand, and the few operations that rules use on them.

Everything a rule may look at or change is here; nothing here decides what is right.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from burncard.rules.betting.hand_betting import Betting
from burncard.rules.cards import ASIDE, BOARD, BURN, JOKER, UNREAD, Card, Chips, Face, Seat, Zone, seat_of, seat_zone
from burncard.rules.dealing.drawing import DrawState
from burncard.rules.facts import CardSeen, Hand
from burncard.rules.games.game import Game, Street
from burncard.rules.games.houses import House
from burncard.rules.hand.claims import Claims
from burncard.rules.hand.felt import Felt, Placed
from burncard.rules.hand.plan import (
    Cut,
    Deal,
    Drawing,
    Item,
    Move,
    OpenStreet,
    Plan,
    Repair,
    Return,
    Round,
    Showdown,
    Shuffle,
    returns,
)

MISDEAL_WINDOW_ACTIONS = 2


@dataclass(slots=True)
class Overruled:
    """Moves of a repair that the floor has decided against: those made before it said so are put back.

    `moves`: those that have not been made. `back`: the ways back of those that have.
    """

    moves: list[Move]
    back: list[Move] = field(default_factory=list)

    def made(self, move: Move, placed: Placed) -> None:
        """One of the moves was made, before the floor said that it should not be."""
        self.moves.remove(move)
        self.back.append(Move(placed, move.to, placed.zone, placed.face))


class HandInPlay:
    """One hand from its first card to its result. `unopened_before`: the hands before it that nobody opened."""

    __slots__ = (
        "betting",
        "boxed_count",
        "boxed_in_stub",
        "burnless",
        "burns_made",
        "button_doubted",
        "cards_must_return",
        "claims",
        "dead",
        "draw",
        "drawing",
        "drawn",
        "early_burn",
        "early_cards",
        "ended",
        "exposed",
        "extra",
        "fact",
        "felt",
        "folded_by_cards",
        "game",
        "has_early_card",
        "house",
        "keeps_cards",
        "last_dealt_zone",
        "lives_short",
        "looked",
        "mistake_in_sweep",
        "mucked",
        "overruled",
        "pack_size",
        "plan",
        "premature",
        "premature_board",
        "reshuffled_for",
        "round_open",
        "shifted",
        "shown",
        "starting_dealt",
        "strangers_in_stub",
        "street",
        "thrown",
        "unopened_before",
        "winner_ruled_on",
    )

    def __init__(self, fact: Hand, game: Game, house: House, unopened_before: int = 0) -> None:
        self.fact = fact
        self.game = game
        self.house = house
        self.betting = Betting(game, fact)
        self.felt = Felt()
        joker = game.joker if fact.joker is None else fact.joker
        self.pack_size = 53 if joker else 52
        self.street: Street = game.streets[0]
        self.round_open: str | None = None
        self.burns_made = 0
        self.button_doubted = False  # somebody has said that the button stands wrong
        self.burnless: str | None = None  # the street that is dealt without a burn, behind a shuffle
        self.mistake_in_sweep = False
        self.starting_dealt = 0
        self.exposed: list[Placed] = []
        self.extra: list[Placed] = []
        self.boxed_count = 0
        self.boxed_in_stub: set[Card] = set()
        self.early_burn: Placed | None = None
        self.premature: list[Placed] = []
        self.premature_board = False
        self.last_dealt_zone: Zone | None = None
        self.strangers_in_stub: set[Card] = set()  # jokers, and cards with another back, seen on the pack
        self.dead: set[Seat] = set()
        self.folded_by_cards: set[Seat] = set()
        self.keeps_cards: set[Seat] = set()
        self.shown: set[Seat] = set()
        self.looked: set[Seat] = set()
        self.mucked: list[Seat] = []
        self.thrown: dict[Placed, Move] = {}  # cards of live hands that the floor has to decide on, and their way back
        self.overruled: dict[str, Overruled] = {}  # by the number of the ruling
        self.claims = Claims()
        self.winner_ruled_on = False
        self.has_early_card: dict[Seat, str] = {}  # seats that have their card of a street already
        self.lives_short: set[Seat] = set()
        self.reshuffled_for: set[Seat] = set()
        self.early_cards: Counter[Seat] = Counter()
        self.shifted: set[Seat] = set()
        self.drawing: DrawState | None = None
        self.draw: DrawState | None = None  # the same, and kept when the draw is over
        self.drawn: dict[Seat, int] = {}
        self.unopened_before = unopened_before
        self.ended = False
        self.cards_must_return = False
        self.plan = Plan(self._script())

    def _script(self) -> list[Item]:
        first, *later = self.game.streets
        script: list[Item] = [*self.street_deals(first, self.betting.seats), Round(first)]
        for street in later:
            script += (
                [OpenStreet(street), Drawing(street), Round(street)]
                if street.draw
                else [OpenStreet(street), Round(street)]
            )
        return [*script, Showdown()]

    # ---- what a street deals --------------------

    def street_deals(self, street: Street, seats: Sequence[Seat]) -> list[Deal]:
        """The cards of a street, in the order in which they leave the pack, its burn not counted."""
        deals = [
            Deal(seat_zone(seat), face, street.name, round_index=index)
            for index, face in enumerate(street.faces)
            for seat in seats
        ]
        return deals + [Deal(BOARD, "up", street.name) for _ in range(street.board)]

    def board_due(self, street: Street) -> int:
        """The board cards that lie there when a street has been dealt."""
        streets = self.game.streets
        return sum(earlier.board for earlier in streets[: streets.index(street) + 1])

    def due_seats(self, street: Street | None = None) -> list[Seat]:
        """The seats that get a card on a street (missing: this one): the live ones, and those folded with no bet."""
        name = (street or self.street).name
        return [seat for seat in self.betting.seats if self.takes_cards(seat) and self.has_early_card.get(seat) != name]

    # ---- what rules ask --------------------

    @property
    def acted_count(self) -> int:
        """Actions in turn since the forced bets, folds counted."""
        return self.betting.acted_count

    @property
    def window_open(self) -> bool:
        """Whether a misdeal may still be called: fewer than two players have acted."""
        return self.acted_count < MISDEAL_WINDOW_ACTIONS

    @property
    def starting(self) -> bool:
        """Whether the hand is still on its first street."""
        return self.street is self.game.streets[0]

    @property
    def dealing_start(self) -> bool:
        """Whether cards of the starting deal are still due (repairs not counted)."""
        return any(
            isinstance(item, Deal) and not item.repair and item.street == self.game.streets[0].name
            for item in self.plan
        )

    @property
    def acted_on_street(self) -> bool:
        """Whether anybody has acted in the betting round that is open."""
        return self.betting.acted_this_round > 0

    @property
    def betting_open(self) -> bool:
        """Whether a player still owes an action in a round that has begun."""
        return self.round_open is not None and self.betting.turn is not None

    @property
    def draw_is_over(self) -> bool:
        """Whether everybody has drawn, and somebody has acted or shown since."""
        return self.draw is not None and self.drawing is None and (self.acted_on_street or bool(self.shown))

    @property
    def at_round(self) -> bool:
        """Whether the hand stands at its betting round: no card and no step of a repair is due before it."""
        return isinstance(self.plan.head, Round) and self.betting_open

    @property
    def betting_is_over(self) -> bool:
        """Whether nobody will bet again in this hand, so that hands may be shown, a repair being open or not."""
        if self.betting.betting_over and not self.betting_open:
            return True
        return not any(isinstance(item, Round | Drawing | OpenStreet) for item in self.plan)

    @property
    def stub_count(self) -> int:
        """Cards left in the pack. A joker that the game does not use was one more than it has."""
        stray = 0 if self.joker_in_use or self.felt.find(JOKER, None) is None else 1
        return self.pack_size + stray - self.felt.out_count

    @property
    def joker_in_use(self) -> bool:
        """Whether the joker is one of the pack's cards."""
        return self.pack_size == 53

    @property
    def aside_count(self) -> int:
        """Cards set aside."""
        return len(self.felt.cards_in(ASIDE))

    def scraps_before(self, placed: Placed) -> int:
        """How many boxed cards and stray jokers left the pack before a card: they do not count as cards."""
        return sum(1 for other in self.felt.all_out() if other.ordinal < placed.ordinal and self.is_scrap(other))

    def staying_on_board(self) -> tuple[Placed, ...]:
        """The cards that lie on the board to stay: none that a ruling takes elsewhere."""
        return tuple(placed for placed in self.felt.cards_in(BOARD) if self.move_of(placed) is None)

    def move_of(self, placed: Placed) -> Move | None:
        """The step of a repair that is to take this card elsewhere, if there is one."""
        return next((item for item in self.plan if isinstance(item, Move) and item.placed is placed), None)

    def is_scrap(self, placed: Placed) -> bool:
        """Whether a card counts as none: it lay face up in the pack, or is a joker that the game does not use."""
        return placed.boxed or (placed.card == JOKER and not self.joker_in_use)

    def open_pair(self, street: Street) -> bool:
        """Whether a pair showing on fourth street lets the players use either limit."""
        if not self.game.open_pair_doubles or street is not self.game.streets[1] or self.fact.structure != "limit":
            return False
        boards = [[card[0] for card in self.upcards(seat)] for seat in self.betting.live]
        return any(len(set(ranks)) < len(ranks) for ranks in boards)

    def draw_reshuffled_for(self, seat: Seat) -> bool:
        """Whether the discards have been shuffled in for a seat already."""
        return seat in self.reshuffled_for

    def wrong_counts(self, moment: str) -> list[tuple[Seat, int]]:
        """The live seats whose hands do not have the number of cards that the game plays with.

        With a common card in stud a hand may be whole without it, where the pack ran out in the middle of the street.
        """
        common = len(self.felt.cards_in(BOARD)) if self.game.family == "stud" else 0
        right = (self.game.hand_size - common, self.game.hand_size)
        return [
            (seat, len(self.held(seat)))
            for seat in self.betting.live
            if seat not in self.mucked and seat not in self.lives_short and len(self.made_of(seat)) not in right
        ]

    @property
    def first_seat(self) -> Seat:
        """The seat that is dealt to first."""
        return self.betting.seats[0]

    def held(self, seat: Seat) -> list[Placed]:
        """The cards in front of a seat."""
        return self.felt.hand_of(seat)

    def made_of(self, seat: Seat) -> list[Card]:
        """The cards that a seat's hand is made of: a joker that the game does not use is none."""
        return [placed.card for placed in self.held(seat) if placed.card != JOKER or self.joker_in_use]

    def board_cards(self) -> list[Card]:
        """The cards on the board that hands are made of; one more than the game has is none."""
        cards = [placed.card for placed in self.felt.cards_in(BOARD) if placed.card != JOKER]
        return cards[: self.board_due(self.game.streets[-1])] if self.game.family == "flop" else cards

    def lies_boxed(self, cards: Iterable[Card]) -> None:
        """Cards were seen face up in the pack before the deal."""
        self.boxed_in_stub.update(cards)
        self.boxed_count = len(self.boxed_in_stub)

    def in_hand(self, seat: Seat) -> bool:
        """Whether a seat was dealt in and has neither folded nor been killed."""
        return seat in self.betting.live

    def takes_cards(self, seat: Seat) -> bool:
        """Whether a seat is dealt to: it is in the hand, or folded with nothing to call."""
        return self.in_hand(seat) or seat in self.keeps_cards

    def may_show(self, seat: Seat) -> bool:
        """Whether a live seat may turn its hand up, or muck it, as its player's own act."""
        return self.betting_is_over and self.in_hand(seat) and seat not in self.shown

    def discards_due(self, seat: Seat) -> bool:
        """Whether cards of the seat that reach the muck are its discards."""
        return self.drawing is not None and self.drawing.may_discard(seat)

    def seat_due(self) -> Seat | None:
        """The seat whose move it is: to act, to draw, or to show."""
        if self.drawing is not None:
            return self.drawing.turn
        return self.betting.turn

    def is_foreign(self, fact: CardSeen) -> bool:
        """Whether a card has another back than the pack in play: than its first card, where the hand does not say."""
        if fact.back is None or self.fact.back is not None:
            return fact.back not in (None, self.fact.back)
        known = (placed for placed in self.felt.all_out() if placed.back is not None)
        first = min(known, key=lambda placed: placed.ordinal, default=None)
        return first is not None and first.back != fact.back

    def named(self, placed: Placed) -> tuple[Card, ...]:
        """The card's name for an outcome: only if the table may see it."""
        return (placed.card,) if placed.seen else ()

    def street_after(self, street: Street) -> Street | None:
        """The street that follows."""
        index = self.game.streets.index(street)
        return self.game.streets[index + 1] if index + 1 < len(self.game.streets) else None

    def unread_for_return(self, fact: CardSeen) -> Placed | None:
        """After the hand: the unread card that an unread sighting is, wherever it lay."""
        if fact.card != UNREAD:
            return None
        return next((placed for placed in self.felt.all_out() if placed.card == UNREAD), None)

    # ---- what rules do --------------------

    def next_burn_is_made(self) -> None:
        """A card already in the burn zone serves as the next street's burn."""
        self.burns_made += 1

    def boards_have_changed(self) -> None:
        """Who opens the round is asked again, unless somebody has acted in it."""
        if self.round_open == self.street.name and not self.acted_on_street and not self.starting:
            self.round_open = None

    def has_card_of_next(self, seat: Seat) -> None:
        """A seat has its card of the next street already."""
        following = self.street_after(self.street)
        if following is not None:
            self.has_early_card[seat] = following.name

    def square_board(self) -> None:
        """The board cards still due on this street are those that are not there yet."""
        due = [item for item in self.plan if isinstance(item, Deal) and item.zone == BOARD]
        coming = sum(1 for item in self.plan if isinstance(item, Move) and item.to == BOARD)
        returning = {id(placed) for item in self.plan if isinstance(item, Return) for placed in item.placed}
        leaving = {id(item.placed) for item in self.plan if isinstance(item, Move) and item.origin == BOARD}
        staying = sum(1 for placed in self.felt.cards_in(BOARD) if id(placed) not in returning | leaving)
        lacking = self.board_due(self.street) - staying - coming
        for item in due[max(0, lacking) :]:
            self.plan.drop(item)
        self.plan.first([Deal(BOARD, "up", self.street.name) for _ in range(lacking - len(due))])

    def ways_back(self, seats: Sequence[Seat]) -> tuple[Move, ...]:
        """The moves by which cards of some seats that were thrown away come back to them."""
        thrown = [back for placed, back in self.thrown.items() if placed.zone == back.origin]
        return tuple(back for back in thrown if seat_of(back.to) in seats and back not in self.plan)

    def reopen_draw(self) -> None:
        """The draw is not over yet: something is still to be dealt in it."""
        if self.drawing is None and self.draw is not None:
            self.drawing = self.draw
            self.plan.before_round([Drawing(self.street)])

    def burned_early(self, placed: Placed) -> None:
        """A burn made before the betting was over serves the coming street; behind an early flop, the flop itself."""
        self.early_burn = placed
        if not self.premature_board:
            self.next_burn_is_made()

    def redeal_board(self, street: Street, placed: Sequence[Placed]) -> tuple[Repair, ...]:
        """The steps by which a street's board cards go back, the pack is shuffled and cut, and they are dealt anew."""
        deals = tuple(Deal(BOARD, "up", street.name, repair=True) for _ in range(street.board))
        return (*returns(placed), Shuffle(), Cut(), *deals)

    def reshuffle_in_before(self, street_name: str, placed: Placed) -> None:
        """A card set aside goes back into the pack, which is shuffled and cut, before a street dealt without a burn."""
        for item in self.plan.upcoming(OpenStreet):
            if item.street.name == street_name:
                aside = next((step.placed for step in item.before if isinstance(step, Return)), ())
                before = (Return((*aside, placed)), Shuffle(), Cut())
                self.plan.replace(item, [OpenStreet(item.street, 0, before)])
                return

    def reshuffled_instead(self, expected: Placed, placed: Placed) -> None:
        """Of two cards the other one was set aside: it is the one that goes back into the pack."""
        for item in self.plan.upcoming(OpenStreet):
            before = tuple(
                Return(tuple(placed if card is expected else card for card in step.placed))
                if isinstance(step, Return)
                else step
                for step in item.before
            )
            if before != item.before:
                self.plan.replace(item, [replace(item, before=before)])

    def set_aside_early(self, placed: Placed) -> None:
        """A card of a stud street that was dealt too early is taken out of play."""
        seat = seat_of(placed.zone)
        if seat is not None:
            self.early_cards[seat] += 1
        self.premature.append(placed)
        self.plan.first([Move(placed, placed.zone, ASIDE, "up")])

    def may_give_back(self, seat: Seat) -> bool:
        """Whether a hand was given up at the showdown, or in a round that is still open."""
        return seat in self.mucked or (self.betting_open and self.betting.may_unfold(seat))

    def give_back(self, seat: Seat) -> None:
        """A hand that was given up, at the showdown or in a round that is still open, is live again."""
        if seat in self.mucked:
            self.mucked.remove(seat)
            self.shown.discard(seat)
        elif self.betting_open and self.betting.unfold(seat):
            self.folded_by_cards.discard(seat)
            self.keeps_cards.discard(seat)

    def kill(self, seat: Seat) -> None:
        """A hand is dead: its chips stay in the pot, and no card is due to it any more. The last hand wins the pot."""
        if self.betting.live == [seat]:
            return
        self.betting.fold(seat)
        self.dead.add(seat)
        self.keeps_cards.discard(seat)
        if self.drawing is not None:
            self.drawing.drop(seat)
        self.plan.drop_deals(seat_zone(seat))

    # ---- who shows what, and who follows whom --------------------

    def upcards(self, seat: Seat) -> list[Card]:
        """The cards that a seat shows, the common card counted."""
        shown = [placed.card for placed in self.held(seat) if placed.face == "up" and placed.card != JOKER]
        if self.game.family == "stud":
            shown += [placed.card for placed in self.felt.cards_in(BOARD) if placed.card != JOKER]
        return shown

    def doors(self) -> dict[Seat, Card]:
        """Each live seat's door card."""
        doors: dict[Seat, Card] = {}
        for seat in self.betting.live:
            up = self.upcards(seat)
            if up:
                doors[seat] = up[-1]
        return doors

    def next_live(self, seat: Seat | None) -> Seat | None:
        """The first live seat clockwise after a seat, or from the dealer's left."""
        seats = self.betting.seats
        start = 0 if seat is None else seats.index(seat) + 1
        return next((s for s in (*seats[start:], *seats[:start]) if s in self.betting.live), None)

    # ---- the end --------------------

    def stacks_now(self) -> dict[Seat, Chips]:
        """Chips in front of each seat, by seat number."""
        return {seat: self.betting.stack_of(seat) for seat in sorted(self.betting.seats)}

    def stacks_before(self) -> dict[Seat, Chips]:
        """Chips in front of each seat before the hand."""
        return {seat: self.fact.seats[seat] for seat in sorted(self.fact.seats)}


def zone_face(zone: Zone, due: Deal | None) -> Face:
    """The face that a card has where none was reported."""
    if zone == BOARD:
        return "up"
    if due is not None and due.zone == zone and zone != BURN:
        return due.face
    return "down"
