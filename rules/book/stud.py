"""Stud: burns, streets dealt too early, counts, folds with no bet."""

from msgspec.structs import replace

from burncard.rules.book.conflicts import C16
from burncard.rules.book.dead import dead_hand
from burncard.rules.book.misdeals import place
from burncard.rules.book.open_questions import A04
from burncard.rules.cards import ASIDE, BURN, Seat, Zone, seat_of, seat_zone
from burncard.rules.games.documents import GENERAL, ROBERTS
from burncard.rules.hand.in_play import HandInPlay
from burncard.rules.hand.questions import is_early
from burncard.rules.hand.steps import Deal, Move, Return
from burncard.rules.hand.streets import due_seats
from burncard.rules.hand.table_card import TableCard, named
from burncard.rules.rulings.effects import Drop, Effect, First, InPlace, Instead, Quietly
from burncard.rules.rulings.irregularities import (
    DoubleBurn,
    EarlyBurn,
    FoldedWithoutBet,
    MissedBurn,
    PrematureCard,
    Pressed,
    WrongCount,
)
from burncard.rules.rulings.marks import BoardsChanged, KeepsLastCard, SetAsideEarly
from burncard.rules.rulings.rulebook import LAST_CARD_DOWN, SEVEN_CARD, STUD, Chapter, Verdict

CHAPTER: Chapter = Chapter(__name__)

LAST_STREET = "seventh street"


# ---- burns --------------------


@CHAPTER.rule(
    MissedBurn,
    DoubleBurn,
    EarlyBurn,
    id="burn.stud-error",
    title="A burn is missed or doubled before a stud street",
    games=STUD,
    sources=(ROBERTS.at("seven-card stud", 13),),
    window="the street concerned, before its betting",
    trigger="the first card of a street comes without a burn, or a second card is burned",
    ruling="The cards are moved to where they should have gone.",
    repair="without a burn the card dealt becomes the burn, and each later one goes back one seat; a second burn "
    "becomes the first player's card, and each later one goes on one seat",
)
def stud_error(hand: HandInPlay, seen: MissedBurn | DoubleBurn | EarlyBurn) -> Verdict | None:
    if not isinstance(seen, MissedBurn) and (dealt := _dealt_behind(hand, seen.placed)):
        return _moved_on(hand, seen, dealt)
    if isinstance(seen, EarlyBurn):
        return None
    placed, due = seen.placed, seen.due
    if isinstance(seen, MissedBurn):
        return Verdict(
            decision="correct",
            seats=_seat(placed.zone),
            cards=named(placed),
            effects=(Instead(due, (Move(placed, placed.zone, BURN, placed.face),)),),
            message="No card was burned. The first card dealt is the burn: move it there, put each later one where it "
            "belongs, and deal on.",
        )
    return Verdict(
        decision="correct",
        seats=_seat(due.zone),
        effects=(Instead(due, (Move(placed, BURN, due.zone, due.face),)),),
        message=f"Two cards were burned. The second one belongs to {place(due.zone)}.",
    )


def _dealt_behind(hand: HandInPlay, burn: TableCard) -> list[TableCard]:
    """The cards of a street that one reader cycle brought together with a burn too many, in the order of the deal.

    It cannot be seen whether they came after both burns. No dealer burns twice in between, so they did.
    """
    betting = hand.dealing.round_open == hand.street.name and hand.acted_on_street
    if burn.sweep is None or hand.starting or betting or len(hand.street.faces) != 1:
        return []
    last = [hand.held(seat)[-1] for seat in due_seats(hand) if hand.held(seat)]
    return [placed for placed in last if placed.sweep == burn.sweep]


def _moved_on(hand: HandInPlay, seen: DoubleBurn | EarlyBurn, dealt: list[TableCard]) -> Verdict:
    """The second burn is the first player's card, each player's card the next one's, and one too many goes back."""
    face = hand.street.faces[0]
    due = seen.due if isinstance(seen, DoubleBurn) else None
    cards = [seen.placed, *dealt]
    zones = [card.zone for card in dealt]
    moves = [Move(card, card.zone, to, face) for card, to in zip(cards, zones, strict=False)]
    over = cards[-1]
    put_right: Effect = First((*moves, Return((over,))))
    if due is not None:
        put_right = Instead(due, (Move(over, over.zone, due.zone, due.face), *moves))
    return Verdict(
        decision="correct",
        seats=tuple(seat for zone in zones for seat in _seat(zone)),
        cards=tuple(card.card for card in dealt if card.seen),
        effects=(put_right, BoardsChanged()),
        message="Two cards were burned. The second one is the first player's card: put each card where it belongs.",
    )


# ---- streets dealt too early --------------------


@CHAPTER.rule(
    PrematureCard,
    id="premature.stud",
    title="A stud street is dealt before the betting is over",
    games=STUD,
    sources=(ROBERTS.at("seven-card stud", 14),),
    settles=(A04,),
    window="the interrupted street",
    trigger="a card of the next street leaves the stub while a player still has to act",
    ruling="The early cards are out of play. After the betting one more card is set aside for each player who got "
    "none, so that later cards fall where they would have; then burn and deal on.",
    repair="early cards lie aside; after the betting set aside one card for each player without one, burn, deal",
)
def stud(hand: HandInPlay, seen: PrematureCard) -> Verdict | None:
    placed = seen.placed
    seat = seat_of(placed.zone)
    return Verdict(
        decision="remove",
        seats=() if seat is None else (seat,),
        cards=named(placed),
        effects=(SetAsideEarly(placed, hand.street),),
        message="The next street was begun before the betting was over. Put its cards aside and finish the betting; "
        "then set aside one card for each player who got none, burn and deal.",
    )


@CHAPTER.rule(
    Pressed,
    id="premature.stud-final-kept",
    title="An early last card is seen or mixed into the hand",
    status="press",
    games=LAST_CARD_DOWN,
    sources=(ROBERTS.at("seven-card stud", 14),),
    presses=("looked", "intermingled"),
    window="sixth and seventh street",
    trigger="a last card dealt too early is pressed as looked at, or mixed with the player's other cards",
    ruling="The player keeps it, gets no other, and may only call for the rest of the round.",
)
def stud_final_kept(hand: HandInPlay, seen: Pressed) -> Verdict | None:
    move = _open_move(hand, seen)
    if move is None or move.to != ASIDE or not is_early(move.placed):
        return None
    seat = seen.seat
    assert seat is not None
    return Verdict(
        decision="keep",
        severity="note",
        seats=(seat,),
        effects=(Drop(move), KeepsLastCard(seat)),
        message=f"Seat {seat} has seen its last card and keeps it. It may call in this round, not bet or raise.",
    )


@CHAPTER.rule(
    Pressed,
    id="burn.stud-error-final",
    title="A misplaced last card is seen or mixed into the hand",
    status="press",
    games=LAST_CARD_DOWN,
    sources=(ROBERTS.at("seven-card stud", 13),),
    presses=("looked", "intermingled"),
    window=LAST_STREET,
    trigger="a card misplaced by a burn error on the last street is pressed as looked at, or mixed with the player's "
    "other cards",
    ruling="The player must keep that card.",
)
def stud_error_final(hand: HandInPlay, seen: Pressed) -> Verdict | None:
    move = _open_move(hand, seen)
    if move is None or not _puts_burn_right(hand) or hand.game.street_after(hand.street) is not None:
        return None
    zone = move.origin
    then = "Burn one" if move.to == BURN else f"{place(move.to).capitalize()} gets the card due to it"
    return Verdict(
        decision="keep",
        severity="note",
        seats=_seat(zone),
        effects=(*_goes_where(hand, zone, move.to), Drop(move)),
        message=f"{place(zone).capitalize()} has seen the card and must keep it. {then} and deal on.",
    )


# ---- other --------------------


@CHAPTER.rule(
    WrongCount,
    id="stud.too-many-cards",
    title="A stud hand has more than seven cards",
    games=SEVEN_CARD,
    sources=(
        ROBERTS.at("seven-card stud", 19),
        GENERAL.at("seven-card stud", 4),
        GENERAL.at("seven-card stud high-low", 4),
    ),
    settles=(C16,),
    window="the showdown",
    trigger="a live hand holds eight cards or more at the showdown",
    ruling="The hand is dead.",
    repair="the hand goes to the muck",
)
def too_many_cards(hand: HandInPlay, seen: WrongCount) -> Verdict | None:
    if seen.held <= hand.game.hand_size:
        return None
    return dead_hand(hand, seen.seat, f"Seat {seen.seat} has more than {hand.game.hand_size} cards")


@CHAPTER.rule(
    WrongCount,
    id="stud.too-few-cards",
    title="A stud hand has fewer than seven cards",
    games=SEVEN_CARD,
    sources=(
        ROBERTS.at("seven-card stud", 19),
        ROBERTS.at("dead hands", 5),
    ),
    settles=(C16,),
    window="the showdown",
    trigger="a live hand holds fewer than seven cards at the showdown",
    ruling="The hand is dead.",
    repair="the hand goes to the muck",
)
def too_few_cards(hand: HandInPlay, seen: WrongCount) -> Verdict | None:
    if seen.held >= hand.game.hand_size:
        return None
    return dead_hand(hand, seen.seat, f"Seat {seen.seat} has fewer than {hand.game.hand_size} cards")


@CHAPTER.rule(
    FoldedWithoutBet,
    id="stud.folded-keeps-cards",
    title="A hand folds with no bet to call",
    games=STUD,
    sources=(ROBERTS.at("seven-card stud", 7),),
    window="until the next bet",
    trigger="a hand is folded with nothing to call",
    ruling="Its seat is dealt on until a bet kills the hand.",
)
def folded_keeps_cards(hand: HandInPlay, seen: FoldedWithoutBet) -> Verdict | None:
    return Verdict(
        decision="stands",
        seats=(seen.seat,),
        message=f"Seat {seen.seat} folded with nothing to call: it goes on receiving cards until there is a bet.",
    )


def second_last_card_up(hand: HandInPlay, first: Seat) -> tuple[InPlace, ...]:
    """Heads-up, the first player's last card lies up: the second one's, which is due down, is dealt up.

    A hand folded with nothing to call is still dealt to, and is none of the two.
    """
    if hand.game.street_after(hand.street) is not None or len(hand.betting.live) != 2 or not hand.in_hand(first):
        return ()
    zones = [seat_zone(seat) for seat in hand.betting.live if seat != first]
    due = next((deal for deal in hand.plan.deals_of_street() if deal.zone in zones), None)
    if due is None or due.face == "up":
        return ()
    return (InPlace(due, (Deal(due.zone, "up", due.street, repair=True),)),)


def _goes_where(hand: HandInPlay, zone: Zone, to: Zone) -> tuple[Effect, ...]:
    """The card that would have come to a zone goes elsewhere."""
    for item in hand.plan:
        if isinstance(item, Deal) and item.zone == zone:
            return (Quietly(InPlace(item, (Deal(to, "down", hand.street.name, repair=True),))),)
        if isinstance(item, Move) and item.to == zone:
            return (Quietly(InPlace(item, (replace(item, to=to),))),)
    return ()


def _puts_burn_right(hand: HandInPlay) -> bool:
    """Whether a burn error is being put right."""
    return any(isinstance(item, Move) and BURN in (item.origin, item.to) for item in hand.plan)


def _open_move(hand: HandInPlay, seen: Pressed) -> Move | None:
    """The open step that moves a card away from the seat of a `looked` or `intermingled` press."""
    if seen.name not in ("looked", "intermingled") or seen.seat is None:
        return None
    zone = seat_zone(seen.seat)
    return next((item for item in hand.plan if isinstance(item, Move) and item.origin == zone), None)


def _seat(zone: Zone) -> tuple[Seat, ...]:
    seat = seat_of(zone)
    return () if seat is None else (seat,)
