"""What an observation of a card is: a re-read, a due card, a move that is allowed, or something that is not in order.

`classify` only looks; `rules.dealing.follow` carries out. A sweep uses that: the cards of one reader cycle are looked
at until one of them can be explained, and only those that nothing explains are left to be ruled on.
"""

from burncard.rules.cards import ASIDE, BOARD, BURN, JOKER, MUCK, OFF, STUB, UNREAD, Face, Seat, Zone, seat_of
from burncard.rules.dealing.drawing import burn_may_come
from burncard.rules.dealing.observation import Observation, Observed
from burncard.rules.facts import CardSeen
from burncard.rules.hand.in_play import HandInPlay
from burncard.rules.hand.questions import (
    at_round,
    discards_due,
    is_early,
    is_extra,
    is_foreign,
    is_no_card,
    may_show,
    pressed_instead_of,
    seat_due,
    takes_cards,
    thrown_cards,
)
from burncard.rules.hand.steps import Cut, Deal, Drawing, Floor, Move, Return, Round, Showdown, Shuffle, Turn
from burncard.rules.hand.streets import due_seats
from burncard.rules.hand.table_card import TableCard
from burncard.rules.showdown.showing import is_beaten


def classify(hand: HandInPlay, fact: CardSeen) -> Observation:
    """Understands one card fact against the hand as it stands; changes nothing."""
    due = hand.plan.due_deal()
    face: Face = fact.face or _zone_face(fact.zone, due)
    if fact.was == UNREAD and fact.card != UNREAD:
        unread = hand.felt.unread_in(fact.zone, fact.tag, fact.face)
        if unread is not None:
            return Observation(Observed.NAMED, fact.face or unread.face, unread)
    if is_no_card(fact):
        return Observation(Observed.UNKNOWN_TAG, face)
    if is_foreign(hand, fact) and not _lies_there(hand, fact):
        return Observation(Observed.FOREIGN, face)
    if hand.felt.twin(fact.card, fact.tag) is not None:
        return Observation(Observed.DUPLICATE, face, hand.felt.twin(fact.card, fact.tag))
    placed = _unread_card(hand, fact, due) if fact.card == UNREAD else hand.felt.find(fact.card, fact.tag)
    if placed is None and fact.zone == MUCK:
        placed = _read_in_the_muck(hand, fact)
    if placed is None and fact.zone == OFF:
        fallen = hand.felt.unread_in(OFF)
        placed = fallen if fallen is not None and fallen.pressed else None
    if placed is None and fact.zone == STUB:
        placed = _read_on_its_return(hand, fact)
    if placed is None:
        back = _put_back(hand, fact)
        return back or _new_card(hand, fact, due, face)
    if placed.zone == fact.zone:
        if placed.card == UNREAD and fact.card != UNREAD:  # its tag says which card it is
            return Observation(Observed.NAMED, fact.face or placed.face, placed)
        return _same_zone(hand, fact, placed)
    return _moved(hand, fact, placed, due, fact.face or _kept_face(placed, fact.zone))


def _zone_face(zone: Zone, due: Deal | None) -> Face:
    """The face that a card has where none was reported."""
    if zone == BOARD:
        return "up"
    if due is not None and due.zone == zone and zone != BURN:
        return due.face
    return "down"


def _put_back(hand: HandInPlay, fact: CardSeen) -> Observation | None:
    """A card that slipped onto the pack, or was not read where it lay, is put where it was to go, as was ruled."""
    for item in hand.plan.moves():
        if item.to != fact.zone or item.placed is None:
            continue
        if item.placed.zone == STUB and item.placed.card in (fact.card, UNREAD):
            return Observation(Observed.STEP, fact.face or item.face, item.placed, item)
        unread = next((card for card in (item.placed, *item.others) if card.card == UNREAD != fact.card), None)
        if unread is not None and unread.zone == item.origin:
            return Observation(Observed.STEP, fact.face or item.face, unread, item)
    return None


def _lies_there(hand: HandInPlay, fact: CardSeen) -> bool:
    """Whether a card with another back is one that lies on the felt already."""
    placed = hand.felt.find(fact.card, fact.tag)
    return placed is not None and placed.back == fact.back


def _kept_face(placed: TableCard, zone: Zone) -> Face:
    return "up" if zone == BOARD else placed.face


def _unread_card(hand: HandInPlay, fact: CardSeen, due: Deal | None) -> TableCard | None:
    """Which card on the felt an unread observation is, if it is not a new one."""
    if fact.tag is not None:
        by_tag = hand.felt.find(UNREAD, fact.tag)
        if by_tag is not None and by_tag.tag == fact.tag:
            return by_tag
    if due is not None and due.zone == fact.zone:
        return None
    here = hand.felt.unread_in(fact.zone, fact.tag, fact.face)
    for item in hand.plan:
        if not isinstance(item, Move | Turn | Return | Shuffle | Cut):
            break
        if isinstance(item, Turn) and item.placed.zone == fact.zone:
            return item.placed
        if isinstance(item, Move) and item.to == fact.zone:  # what is to go there, if nothing else can be meant
            return hand.felt.unread_in(item.origin) or item.placed or here
        if isinstance(item, Return) and fact.zone == STUB:
            return next((placed for placed in item.still_out() if placed.card == UNREAD), here)
    return (_unread_mucked(hand) or here) if fact.zone == MUCK else here


def _unread_mucked(hand: HandInPlay) -> TableCard | None:
    """The card that most likely reached the muck unread: a discard that is due, else one of a hand that is out.

    The rest of a folded hand goes before the hand of the next player, who would be out by it.
    """
    due = seat_due(hand)
    folded = [seat for seat in hand.betting.seats if not hand.in_hand(seat)]
    discarding = [due] if due is not None and discards_due(hand, due) else []
    for seat in (*discarding, *folded, due, *hand.betting.live):
        if seat is not None:
            unread = next((placed for placed in hand.held(seat) if placed.card == UNREAD), None)
            if unread is not None:
                return unread
    return next((placed for seat in folded for placed in hand.held(seat)), None)


def _read_in_the_muck(hand: HandInPlay, fact: CardSeen) -> TableCard | None:
    """The discard, fold or folded card that was not read where it lay, if it is what a name new to the muck can be."""
    if not _may_be_a_name(hand, fact) or fact.tag is not None:
        return None
    if not isinstance(hand.plan.head, Round | Drawing | Deal | Showdown):
        return None
    unread = _unread_mucked(hand)
    seat = None if unread is None or unread.card != UNREAD else seat_of(unread.zone)
    if seat is None or _mucked(hand, seat) not in (
        Observed.DISCARD,
        Observed.FOLD,
        Observed.SWEPT_UP,
    ):
        return None
    return unread


def _may_be_a_name(hand: HandInPlay, fact: CardSeen) -> bool:
    """Whether what was read can name a card that lay unread: it is not boxed, and no joker that is not in use."""
    stray = fact.card == JOKER and not hand.pack.has_joker
    return fact.card != UNREAD and not stray and not fact.boxed and fact.card not in hand.pack.boxed


def _read_on_its_return(hand: HandInPlay, fact: CardSeen) -> TableCard | None:
    """The card due back on the pack that was not read where it lay, if it is what a name new to the table can be."""
    head = hand.plan.head
    if not isinstance(head, Return) or not _may_be_a_name(hand, fact):
        return None
    unread = (placed for placed in head.still_out() if placed.card == UNREAD)
    return next((placed for placed in unread if fact.tag is None or placed.tag in (None, fact.tag)), None)


def waits_on_the_pack(hand: HandInPlay, move: Move, placed: TableCard, zone: Zone) -> bool:
    """Whether a card too many, which is to be the next burn, is put on the pack until then."""
    return move.to == BURN and zone == STUB and placed is move.placed and is_extra(placed)


def _same_zone(hand: HandInPlay, fact: CardSeen, placed: TableCard) -> Observation:
    if fact.boxed and not placed.boxed:
        return Observation(Observed.BOXED, placed.face, placed)
    if fact.face in (None, "unknown", placed.face):
        return Observation(Observed.AGAIN, placed.face, placed)
    assert fact.face is not None
    turns = [item for item in hand.plan if isinstance(item, Turn) and item.face == fact.face]
    meant = pressed_instead_of(hand, placed, fact.face)
    own = (item for item in turns if item.placed in (placed, meant))
    turned = next(own, None) or next((item for item in turns if item.placed.is_like(placed)), None)
    if turned is not None:
        return Observation(Observed.STEP, fact.face, placed, turned)
    if fact.face == "down":
        return Observation(Observed.LAID_DOWN, "down", placed)
    return Observation(lies_up(hand, placed, meant), "up", placed, seat=seat_of(placed.zone))


def lies_up(hand: HandInPlay, placed: TableCard, meant: TableCard | None = None) -> Observed:
    """What it is that a card which was to lie face down where it is lies face up. `meant`: as a press had meant it."""
    seat = seat_of(placed.zone)
    if seat is None or not hand.in_hand(seat) or hand.players[seat].mucked or hand.players[seat].shown:
        return Observed.AGAIN
    if may_show(hand, seat):
        return Observed.SHOW
    if placed.shown or placed.pressed or meant is not None:
        return Observed.AGAIN  # the table knows it: pressed as shown and ruled on, or an upcard that was laid down
    return Observed.TURNED_UP


def _named_for(hand: HandInPlay, fact: CardSeen, placed: TableCard, item: Move) -> bool:
    """Whether a card that comes to its place face up is the one that a press has named, and another was to move."""
    meant = pressed_instead_of(hand, placed, "up") if fact.face == "up" and item.to == fact.zone else None
    return meant is not None and item.placed is meant


def _moved(hand: HandInPlay, fact: CardSeen, placed: TableCard, due: Deal | None, face: Face) -> Observation:
    zone = fact.zone
    for overruled in hand.overruled.values():
        for move in overruled.moves:
            if move.is_done_by(placed, zone):
                return Observation(Observed.OVERRULED, fact.face or move.face, placed, move)
    for item in hand.plan:
        if type(item) is Move and (item.is_done_by(placed, zone) or _named_for(hand, fact, placed, item)):
            return Observation(Observed.STEP, fact.face or item.face, placed, item)
        if type(item) is Move and waits_on_the_pack(hand, item, placed, zone):
            return Observation(Observed.STEP, face, placed, item)
        if type(item) is Return and zone == STUB and placed in item.placed:
            return Observation(Observed.RETURNED, face, placed, item)
    for item in hand.plan:
        if type(item) is Return and zone == STUB and item.burn_like(placed):  # and no step asks for this very one
            return Observation(Observed.RETURNED, face, placed, item)
    for item in hand.plan.moves():
        if item.to == zone and item.placed is not None and item.placed.is_like(placed):
            return Observation(Observed.STEP, fact.face or item.face, placed, item)
    if placed.zone == OFF and seat_of(zone) in hand.betting.live and hand.plan.move_of(placed) is not None:
        return Observation(Observed.PICKED_UP, face, placed)
    if due is not None and due.zone == zone and placed.card != UNREAD and (fact.tag is None or placed.tag is None):
        return Observation(Observed.DUPLICATE, face, placed)
    seat = seat_of(placed.zone)
    if thrown_with_its_hand(hand, placed, zone):
        return Observation(Observed.WITH_ITS_HAND, face, placed)
    if hand.plan.move_of(placed) is not None:  # it was to go elsewhere, unless it cannot be told from one that was not
        like = _move_of_its_like(hand, placed, zone)
        return Observation(Observed.STRAY if like is None else Observed.STEP, face, placed, like, seat)
    if zone == MUCK and seat is not None:
        return Observation(_mucked(hand, seat), face, placed, seat=seat)
    if zone == ASIDE and seat is not None and hand.claims.openers_split and discards_due(hand, seat):
        return Observation(Observed.DISCARD, face, placed, seat=seat)
    back = placed.thrown
    if back is not None and back.home == zone and _may_have_cards(hand, seat_of(zone)):
        return Observation(Observed.RETRIEVED, fact.face or back.face, placed)
    if zone == MUCK and placed.zone == OFF:
        return Observation(Observed.SWEPT_UP, face, placed)
    if zone == OFF and seat is not None and hand.in_hand(seat):
        return Observation(Observed.DROPPED, face, placed, seat=seat)
    return Observation(Observed.STRAY, face, placed, seat=seat)


def thrown_with_its_hand(hand: HandInPlay, placed: TableCard, zone: Zone) -> bool:
    """Whether another card of its hand, or of the board, was ruled on for having gone there: it is the same mistake."""
    own = hand.plan.move_of(placed)
    if isinstance(hand.plan.head, Floor) and seat_of(placed.zone) in hand.betting.live:
        return any((back.to, back.home) == (zone, placed.zone) for back in thrown_cards(hand).values())
    to = where_it_belongs(hand, placed)
    moves = (item for item in hand.plan.moves() if item is not own)
    return (own is None or own.to == to) and any((item.origin, item.to) == (zone, to) for item in moves)


def _may_have_cards(hand: HandInPlay, seat: Seat | None) -> bool:
    """Whether a seat is in the hand and has not given it up."""
    return seat in hand.betting.live and not hand.players.of(seat).mucked


def where_it_belongs(hand: HandInPlay, placed: TableCard) -> Zone:
    """Where a card has to lie: where it does, or in the muck if it is a dead hand's."""
    seat = seat_of(placed.zone)
    return placed.zone if seat is None or hand.in_hand(seat) else MUCK


def _move_of_its_like(hand: HandInPlay, placed: TableCard, zone: Zone) -> Move | None:
    """The step that another card of the zone was to carry out, neither of the two ever having been seen."""
    if placed.known:
        return None
    moves = (item for item in hand.plan if isinstance(item, Move) and item.placed is not None)
    return next(
        (
            item
            for item in moves
            if (item.origin, item.to) == (placed.zone, zone) and item.placed and not item.placed.known
        ),
        None,
    )


def _mucked(hand: HandInPlay, seat: Seat) -> Observed:
    if not hand.in_hand(seat) or hand.players[seat].mucked:
        return Observed.SWEPT_UP
    if discards_due(hand, seat):
        return Observed.DISCARD
    if at_round(hand) and hand.betting.round.turn == seat:
        return Observed.FOLD
    if may_show(hand, seat) or is_beaten(hand, seat):
        return Observed.MUCK_AT_SHOWDOWN
    return Observed.MUCKED_OUT_OF_TURN


def _new_card(hand: HandInPlay, fact: CardSeen, due: Deal | None, face: Face) -> Observation:
    if not hand.pack.has_joker and fact.card == JOKER:
        return Observation(Observed.JOKER, face)
    if fact.card in hand.pack.boxed and fact.zone in (MUCK, STUB):
        return Observation(Observed.AGAIN if fact.zone == STUB else Observed.SCRAP_MUCKED, "up")
    if fact.boxed or fact.card in hand.pack.boxed:
        return Observation(Observed.BOXED, face)
    if fact.zone == STUB:
        return Observation(Observed.AGAIN, face)
    if due is not None and due.zone == fact.zone:
        right = face in (due.face, "unknown") or _dealt_before_the_shift(hand, fact.zone, due)
        return Observation(
            Observed.DUE if right else Observed.FACE_WRONG,
            due.face if face == "unknown" else face,
            item=due,
        )
    instead = hand.plan.replacement_ahead()
    if instead is not None and instead.zone == fact.zone:
        return Observation(Observed.REPLACES_SCRAP, instead.face if face == "unknown" else face, item=instead)
    if fact.zone == BURN and isinstance(hand.plan.head, Drawing) and hand.drawing and burn_may_come(hand):
        return Observation(Observed.BURNED_EARLY, face)
    if fact.zone == BOARD and _board_is_void(hand):
        return Observation(Observed.JOINS_VOID_BOARD, face)
    if _street_is_void(hand, fact.zone):
        return Observation(Observed.JOINS_VOID_STREET, "up" if face == "unknown" else face)
    if one_more_early_card(hand, fact.zone):
        return Observation(Observed.JOINS_EARLY_CARD, face)
    if _part_of_last_mistake(hand, fact):
        return Observation(Observed.JOINS_MISTAKE, face)
    if due is not None and fact.sweep is None and pair_dealt_at_once(hand, fact.zone, due):
        return Observation(Observed.DUE, "up" if face == "unknown" else face, item=due)
    return Observation(Observed.WRONG, face)


def _board_is_void(hand: HandInPlay) -> bool:
    """Whether the board's cards go back anyway, so that one more is part of the same mistake."""
    if hand.dealing.premature_board:
        return len(hand.felt.cards_in(BOARD)) < 3
    head = hand.plan.head
    return isinstance(head, Return) and any(placed.zone == BOARD for placed in head.placed)


def _street_is_void(hand: HandInPlay, zone: Zone) -> bool:
    """Whether a stud street was dealt too early and one more of its cards is part of the same mistake."""
    seat, following = seat_of(zone), hand.game.street_after(hand.street)
    if (
        seat is None
        or following is None
        or not any(player.early_cards for player in hand.players.values())
        or not takes_cards(hand, seat)
    ):
        return False
    if hand.players[seat].early_cards >= len(following.faces):
        return False
    head = hand.plan.head
    return at_round(hand) or (isinstance(head, Move) and is_early(head.placed))


def one_more_early_card(hand: HandInPlay, zone: Zone) -> bool:
    """Whether cards are dealt too early, and this is one more, before the first of them was taken away."""
    head, seat = hand.plan.head, seat_of(zone)
    if not isinstance(head, Move) or head.to != MUCK or not is_early(head.placed):
        return False
    return zone == BOARD if seat is None else takes_cards(hand, seat)


def _part_of_last_mistake(hand: HandInPlay, fact: CardSeen) -> bool:
    """Whether a card came in the cycle of the mistake last ruled on, whose repair its dealer could not know of, or
    after a burn left out or doubled before a stud street.

    The street was dealt on: in the starting deal the card must lie where it was due, later it may lie one place off.
    """
    seat, head = seat_of(fact.zone), hand.plan.head
    is_burn = isinstance(head, Move) and BURN in (head.origin, head.to) and not hand.starting
    is_part = hand.dealing.mistake_in_sweep or (is_burn and hand.game.family == "stud")
    if not is_part or seat is None or not takes_cards(hand, seat):
        return False
    if not isinstance(head, Move | Turn | Return) or hand.plan.due_deal() is not None:
        return False  # where the deal goes on past an open step, each card has its own place as ever
    deals = hand.plan.deals_of_street()
    if not deals:
        return isinstance(head, Move) and head.origin == BURN
    return deals[0].zone == fact.zone or not hand.starting


def _dealt_before_the_shift(hand: HandInPlay, zone: Zone, due: Deal) -> bool:
    """Whether a stud upcard lies up that is due down only because of a card shown in the same cycle."""
    last = due.round_index == len(hand.street.faces) - 1
    return (
        hand.dealing.mistake_in_sweep
        and hand.players.of(seat_of(zone)).hole_card_is_upcard
        and due.face == "down"
        and last
    )


def pair_dealt_at_once(hand: HandInPlay, zone: Zone, due: Deal) -> bool:
    """Whether a seat is dealt both cards of a street at once, where that is one of the two ways to deal it.

    The first seat's cards say which: once another seat has a card, the street goes one card at a time.
    """
    if not hand.street.together or due.repair or hand.dealing.last_dealt_zone != zone:
        return False
    left = [deal.zone for deal in hand.plan.deals_of_street() if not deal.repair]
    return zone in left and len(left) == len(hand.street.faces) * len(due_seats(hand)) - 1
