"""What is asked of a hand in play. Nothing is changed here."""

from collections.abc import Sequence

from burncard.rules.cards import (
    ASIDE,
    BOARD,
    JOKER,
    UNKNOWN_BACK,
    UNREAD,
    WILD,
    Card,
    Chips,
    Face,
    Seat,
    Zone,
    seat_of,
    seat_zone,
)
from burncard.rules.facts import CardSeen
from burncard.rules.games.game import Street
from burncard.rules.hand.in_play import HandInPlay
from burncard.rules.hand.standing import Standing
from burncard.rules.hand.steps import Drawing, Move, OpenStreet, Round
from burncard.rules.hand.table_card import TableCard, Thrown


def standing_now(hand: HandInPlay, after: Standing | None = None) -> Standing:
    """How the players stand, by what was pressed in and after the hand too. `after`: as the hand itself left it."""
    standing = after or hand.before.standing
    for rule, press in hand.claims.pressed:
        standing = standing.pressed(rule, press)
    return standing


def draw_is_over(hand: HandInPlay) -> bool:
    """Whether all players have drawn, and one has acted or shown since."""
    return hand.draw is not None and hand.drawing is None and (hand.acted_on_street or bool(hand.players.shown()))


def at_round(hand: HandInPlay) -> bool:
    """Whether the hand stands at its betting round: no card and no step of a repair is due before it."""
    return isinstance(hand.plan.head, Round) and hand.betting_open


def betting_is_over(hand: HandInPlay) -> bool:
    """Whether the betting is over, so that hands may be shown, also while a repair is open."""
    to_come = any(isinstance(item, Round | Drawing | OpenStreet) for item in hand.plan)
    return not to_come or (hand.betting.betting_over and not hand.betting_open)


def aside_count(hand: HandInPlay) -> int:
    """Cards set aside."""
    return len(hand.felt.cards_in(ASIDE))


def scraps_before(hand: HandInPlay, placed: TableCard) -> int:
    """How many boxed cards and stray jokers left the pack before a card: they do not count as cards."""
    return sum(1 for other in hand.felt.all_out() if other.ordinal < placed.ordinal and is_scrap(hand, other))


def is_scrap(hand: HandInPlay, placed: TableCard) -> bool:
    """Whether a card counts as none: it lay face up in the pack, or is a joker that the game does not use."""
    return placed.boxed or (not hand.pack.has_joker and JOKER in (placed.card, placed.told))


def open_pair(hand: HandInPlay, street: Street) -> bool:
    """Whether a pair showing on fourth street lets the players use either limit."""
    if not hand.game.open_pair_doubles or street is not hand.game.streets[1] or hand.fact.structure != "limit":
        return False
    boards = [[card[0] for card in board_of(hand, seat)] for seat in hand.betting.live]
    return any(len(set(ranks)) < len(ranks) or WILD[0] in ranks for ranks in boards)


def wrong_counts(hand: HandInPlay, moment: str) -> list[tuple[Seat, int]]:
    """The live seats whose hands do not have the number of cards that the game plays with.

    With a common card in stud a hand may be whole without it, where the pack ran out in the middle of the street.
    """
    common = len(hand.felt.cards_in(BOARD)) if hand.game.family == "stud" else 0
    right = (hand.game.hand_size - common, hand.game.hand_size)
    wrong = [seat for seat in hand.betting.live if _count_made_of(hand, seat) not in right]
    players = hand.players
    return [
        (seat, len(hand.held(seat))) for seat in wrong if not players[seat].mucked and not players[seat].lives_short
    ]


def first_seat(hand: HandInPlay) -> Seat:
    """The seat that is dealt to first."""
    return hand.betting.seats[0]


def made_of(hand: HandInPlay, seat: Seat) -> list[Card]:
    """The cards that a seat's hand is made of: a joker that the game does not use is none, and a wild one is wild."""
    cards = [placed.card for placed in hand.held(seat)]
    if not hand.pack.has_joker and JOKER in cards:
        cards = [card for card in cards if card != JOKER]
    return hand.pack.all_count_as(cards)


def _count_made_of(hand: HandInPlay, seat: Seat) -> int:
    """How many cards that is."""
    held = hand.held(seat)
    return len(held) if hand.pack.has_joker else sum([placed.card != JOKER for placed in held])


def board_cards(hand: HandInPlay) -> list[Card]:
    """The cards on the board that hands are made of; one more than the game has is none."""
    cards = hand.pack.all_count_as([placed.card for placed in hand.felt.cards_in(BOARD) if placed.card != JOKER])
    return cards[: hand.game.board_due(hand.game.streets[-1])] if hand.game.family == "flop" else cards


def is_dealt_on(hand: HandInPlay, placed: TableCard, origin: Zone) -> bool:
    """Whether a card went from one seat to another while the starting deal goes on: it has slid on, or the dealer has
    moved it, since no player throws in a hand that is still being dealt."""
    if seat_of(origin) is None or seat_of(placed.zone) is None or hand.plan.move_of(placed) is not None:
        return False
    return hand.starting and hand.window_open and hand.plan.due_deal() is not None


def takes_cards(hand: HandInPlay, seat: Seat) -> bool:
    """Whether a seat is dealt to: it is in the hand and has not given it up, or folded with nothing to call."""
    player = hand.players.of(seat)
    return (hand.in_hand(seat) and not player.mucked) or player.keeps_cards


def may_show(hand: HandInPlay, seat: Seat) -> bool:
    """Whether a live seat may turn its hand up, or muck it, as its player's own act."""
    return betting_is_over(hand) and hand.in_hand(seat) and not hand.players[seat].shown


def discards_due(hand: HandInPlay, seat: Seat) -> bool:
    """Whether cards of the seat that reach the muck are its discards."""
    return hand.drawing is not None and hand.drawing.may_discard(seat)


def seat_due(hand: HandInPlay) -> Seat | None:
    """The seat whose move it is: to act, to draw, or to show."""
    if hand.drawing is not None:
        return hand.drawing.turn
    return hand.betting.round.turn


def is_foreign(hand: HandInPlay, fact: CardSeen) -> bool:
    """Whether a card has another back than the pack in play: than its first card, where the hand does not say."""
    if fact.back is None or hand.fact.back is not None:
        return fact.back not in (None, hand.fact.back)
    known = (placed for placed in hand.felt.all_out() if placed.back is not None)
    first = min(known, key=lambda placed: placed.ordinal, default=None)
    return first is not None and first.back != fact.back


def is_no_card(fact: CardSeen) -> bool:
    """Whether what was read is a tag that belongs to no deck of the table."""
    return fact.card == UNREAD and fact.back == UNKNOWN_BACK


def unread_for_return(hand: HandInPlay, fact: CardSeen) -> TableCard | None:
    """After the hand: the unread card that an unread sighting is, wherever it lay."""
    if fact.card != UNREAD:
        return None
    return next((placed for placed in hand.felt.all_out() if placed.card == UNREAD), None)


def upcards(hand: HandInPlay, seat: Seat) -> list[Card]:
    """The cards that a seat shows, the common card counted."""
    shown = [card for placed in hand.held(seat) if (card := placed.upcard) is not None and card != JOKER]
    if hand.game.family == "stud":
        shown += [placed.card for placed in hand.felt.cards_in(BOARD) if placed.card != JOKER]
    return shown


def board_of(hand: HandInPlay, seat: Seat) -> list[Card]:
    """The same cards as they count when boards are compared."""
    return hand.pack.all_count_as(upcards(hand, seat))


def unread_upcard(hand: HandInPlay) -> Zone | None:
    """The zone of a live seat's upcard that has not been read, or of the common card."""
    for zone in (*map(seat_zone, hand.betting.live), BOARD):
        for placed in hand.felt.cards_in(zone):
            if placed.card == UNREAD and placed.face == "up":
                return zone
    return None


def doors(hand: HandInPlay) -> dict[Seat, Card]:
    """Each live seat's door card."""
    doors: dict[Seat, Card] = {}
    for seat in hand.betting.live:
        up = upcards(hand, seat)
        if up:
            doors[seat] = up[-1]
    return doors


def next_live(hand: HandInPlay, seat: Seat | None) -> Seat | None:
    """The first live seat clockwise after a seat, or from the dealer's left."""
    seats = hand.betting.seats
    start = 0 if seat is None else seats.index(seat) + 1
    return next((s for s in (*seats[start:], *seats[:start]) if s in hand.betting.live), None)


def stacks_now(hand: HandInPlay) -> dict[Seat, Chips]:
    """Chips in front of each seat, by seat number."""
    return {seat: hand.betting.stack_of(seat) for seat in sorted(hand.betting.seats)}


def stacks_before(hand: HandInPlay) -> dict[Seat, Chips]:
    """Chips in front of each seat before the hand."""
    return {seat: hand.fact.seats[seat] for seat in sorted(hand.fact.seats)}


def may_give_back(hand: HandInPlay, seat: Seat) -> bool:
    """Whether a hand was given up at the showdown, or in a round that is still open."""
    return bool(hand.players.of(seat).mucked) or (hand.betting_open and hand.betting.round.may_unfold(seat))


def ways_back(hand: HandInPlay, seats: Sequence[Seat]) -> tuple[Move, ...]:
    """The moves by which cards of some seats that were thrown away come back to them."""
    backs = [Move(placed, placed.zone, thrown.home, thrown.face) for placed, thrown in thrown_cards(hand).items()]
    moved = [item.placed for item in hand.plan if isinstance(item, Move)]
    return tuple(back for back in backs if seat_of(back.to) in seats and back.placed not in moved)


def thrown_cards(hand: HandInPlay) -> dict[TableCard, Thrown]:
    """The cards that were thrown away and lie where they were thrown."""
    return {card: card.thrown for card in hand.felt.dealt if card.thrown is not None and card.zone == card.thrown.to}


def exposed_cards(hand: HandInPlay) -> list[TableCard]:
    """The cards that the dealer has shown by mistake."""
    return [placed for placed in hand.felt.dealt if placed.exposed]


def extra_cards(hand: HandInPlay) -> list[TableCard]:
    """The cards that were one too many."""
    return [placed for placed in hand.felt.dealt if placed.extra]


def early_cards(hand: HandInPlay) -> list[TableCard]:
    """The cards that were dealt before the betting of this street was over."""
    return [placed for placed in hand.felt.dealt if placed.early]


def pressed_instead_of(hand: HandInPlay, placed: TableCard, face: Face | None) -> TableCard | None:
    """The card of the same place that a press was taken to mean, which may have been this one, now seen with this face.

    A card that lies face up is the one that a press has named; face down, only its place says which cards were meant.
    """
    here = hand.felt.cards_in(placed.zone)
    said = (card for card in here if face == "up" and card.pressed and not card.seen and card.told == placed.card)
    return next(said, None) or next((card for card in here if placed in card.may_be), None)


def is_exposed(placed: TableCard | None) -> bool:
    """Whether a step moves, or replaces, a card that the dealer has shown."""
    return placed is not None and placed.exposed


def is_extra(placed: TableCard | None) -> bool:
    """Whether a step moves a card that is one too many."""
    return placed is not None and placed.extra


def is_early(placed: TableCard | None) -> bool:
    """Whether a step moves a card that was dealt before the betting was over."""
    return placed is not None and placed.early
