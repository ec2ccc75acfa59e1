"""Hands that are dead because of what happened to their cards."""

from burncard.rules.book.conflicts import C16, C21
from burncard.rules.book.misdeals import place
from burncard.rules.cards import BOARD, MUCK, OFF, Seat, seat_of, seat_zone
from burncard.rules.games.documents import GENERAL, ROBERTS, ROBERTS_EARLY
from burncard.rules.hand.in_play import HandInPlay
from burncard.rules.hand.questions import is_dealt_on
from burncard.rules.hand.steps import Move, Repair
from burncard.rules.hand.table_card import TableCard, named
from burncard.rules.rulings.effects import First
from burncard.rules.rulings.irregularities import ExtraCard, MuckedOutOfTurn, Pressed, StrayMove, WrongCount, WrongPlace
from burncard.rules.rulings.marks import Kill, WayBack
from burncard.rules.rulings.rulebook import ALL, FLOP, Chapter, Verdict

CHAPTER: Chapter = Chapter(__name__)


@CHAPTER.rule(
    WrongCount,
    id="dead.wrong-count",
    title="A hand has a wrong number of cards",
    games=ALL,
    sources=(
        ROBERTS.at("dead hands", 5),
        GENERAL.at("seven-card stud", 4),
        GENERAL.at("seven-card stud high-low", 4),
    ),
    settles=(C16,),
    window="at the showdown, or after the draw",
    trigger="a live hand holds a number of cards that its game does not allow",
    ruling="The hand is dead; its chips stay in the pot.",
    repair="the hand goes to the muck",
)
def wrong_count(hand: HandInPlay, seen: WrongCount) -> Verdict | None:
    return dead_hand(hand, seen.seat, f"Seat {seen.seat} holds a wrong number of cards")


@CHAPTER.rule(
    StrayMove,
    Pressed,
    id="dead.touches-board",
    title="A downcard touches the board",
    status="press",
    games=FLOP,
    houses=("general",),
    elsewhere="dead.mucked",
    sources=(
        GENERAL.at("hold'em", 6),
        GENERAL.at("Omaha", 6),
        GENERAL.at("Omaha high-low", 6),
    ),
    settles=(C21,),
    presses=("touched-board",),
    window="while the hand is live",
    trigger="a downcard reaches the board, or is pressed as touching it",
    ruling="The hand is forfeited, even if its cards can be told apart.",
    repair="the hand goes to the muck",
)
def touches_board(hand: HandInPlay, seen: StrayMove | Pressed) -> Verdict | None:
    seat = _on_the_board(hand, seen)
    if seat is None:
        return None
    elsewhere = () if isinstance(seen, Pressed) else (seen.placed,)
    return dead_hand(hand, seat, f"Seat {seat}'s hand touched the board", *elsewhere)


@CHAPTER.rule(
    MuckedOutOfTurn,
    StrayMove,
    Pressed,
    id="dead.mucked",
    title="Cards go to the muck out of turn",
    status="press",
    games=ALL,
    sources=(ROBERTS.at("dead hands", 8),),
    presses=("touched-board",),
    window="while the hand is live",
    trigger="cards of a live hand reach the muck out of turn or, where that forfeits nothing, the board",
    ruling="The cards may be dead, but a hand that can be identified may be restored. The floor decides.",
    repair="a hand that the floor restores gets its cards back",
)
def mucked(hand: HandInPlay, seen: MuckedOutOfTurn | StrayMove | Pressed) -> Verdict | None:
    if isinstance(seen, MuckedOutOfTurn):
        return _thrown(hand, seen.seat, Move(seen.placed, MUCK, seat_zone(seen.seat), seen.was_face))
    seat = _on_the_board(hand, seen)
    if seat is None:
        return None
    return _thrown(
        hand, seat, None if isinstance(seen, Pressed) else Move(seen.placed, BOARD, seen.origin, seen.was_face)
    )


@CHAPTER.rule(
    StrayMove,
    id="dead.into-other-hand",
    title="Cards are thrown into another hand",
    status="press",
    games=ALL,
    sources=(ROBERTS.at("dead hands", 9),),
    window="after the deal, after the throw",
    trigger="a card of one seat lands in front of another",
    ruling="The hand that it came from is dead, whether the card lies face up or down.",
    repair="the dead hand goes to the muck",
)
def into_other_hand(hand: HandInPlay, seen: StrayMove) -> Verdict | None:
    seat, other = seat_of(seen.origin), seat_of(seen.placed.zone)
    if seat is None or other is None or not hand.in_hand(seat) or hand.plan.move_of(seen.placed):
        return None
    if is_dealt_on(hand, seen.placed, seen.origin):
        return None
    return dead_hand(hand, seat, f"A card of seat {seat} was thrown into seat {other}'s hand", seen.placed)


@CHAPTER.rule(
    StrayMove,
    WrongPlace,
    ExtraCard,
    id="deal.gate-on-betting",
    title="A card moves where no rule lets it",
    kind="deal-sequence",
    games=ALL,
    sources=(
        ROBERTS.at("irregularities", 15),
        ROBERTS.at("hold'em irregularities", 4, 5),
        ROBERTS.at("seven-card stud", 14),
        ROBERTS_EARLY.at("hold'em irregularities", 4, 5),
        GENERAL.at("hold'em", 5),
        GENERAL.at("Omaha", 5),
        GENERAL.at("Omaha high-low", 5),
    ),
    window="every round",
    trigger="a card on the table moves where no rule allows, leaves the stub for no hand while players act, or reaches "
    "a full hand when it is too late for a misdeal",
    ruling="It goes back to where it lay. A dead hand's card, or one from the stub, goes to the muck. A full hand "
    "plays with its own cards.",
    repair="move the card back, or to the muck",
)
def gate_on_betting(hand: HandInPlay, seen: StrayMove | WrongPlace | ExtraCard) -> Verdict | None:
    if isinstance(seen, ExtraCard):
        return _beside_a_full_hand(hand, seen)
    if isinstance(seen, WrongPlace):
        return _left_the_pack(hand, seen)
    placed = seen.placed
    if is_dealt_on(hand, placed, seen.origin):
        return None
    seat = seat_of(seen.origin)
    own = hand.plan.move_of(placed)
    folded = seat is not None and not hand.in_hand(seat) and (own is None or own.to == MUCK)
    to = MUCK if folded and placed.zone != MUCK else seen.origin
    onward = own is not None and seen.origin == OFF  # nothing goes back to the floor
    if own is not None and onward:
        to = own.to
    return Verdict(
        decision="correct",
        seats=() if seat is None else (seat,),
        cards=named(placed),
        effects=(First((Move(placed, placed.zone, to, seen.was_face),)),),
        message=f"A card went from {place(seen.origin)} to {place(placed.zone)}. "
        + (f"Move it to {place(to)}." if onward else "The hand is dead: muck it." if folded else "Put it back."),
    )


def _left_the_pack(hand: HandInPlay, seen: WrongPlace) -> Verdict | None:
    """No card is due while players act. At an empty seat it is a cause of a misdeal, or of none any more."""
    placed = seen.placed
    seat = seat_of(placed.zone)
    if seen.due is not None or not hand.betting_open or (seat is not None and seat not in hand.betting.seats):
        return None
    if seat is not None and (hand.in_hand(seat) or not hand.window_open):
        return None
    return Verdict(
        decision="remove",
        seats=() if seat is None else (seat,),
        cards=named(placed),
        effects=() if placed.zone == MUCK else (First((Move(placed, placed.zone, MUCK, placed.face),)),),
        message=f"A card from the pack lies at {place(placed.zone)} while players act. It is out of play.",
    )


def _beside_a_full_hand(hand: HandInPlay, seen: ExtraCard) -> Verdict | None:
    """The card may be a reader's error, and costs nobody a hand. In the draw it is the next replacement."""
    if (hand.starting and hand.window_open) or hand.drawing is not None:
        return None
    return Verdict(
        decision="remove",
        seats=(seen.seat,),
        cards=named(seen.placed),
        effects=(First((Move(seen.placed, seen.placed.zone, MUCK, seen.placed.face),)),),
        message=f"A card from the pack lies at seat {seen.seat}, whose hand is complete. It is out of play: muck it. "
        "The hand plays with its own cards.",
    )


def dead_hand(hand: HandInPlay, seat: Seat, why: str, *elsewhere: TableCard, then: tuple[Repair, ...] = ()) -> Verdict:
    """A hand dies; its cards go to the muck, but for one that a repair sends elsewhere already. `then`: more steps."""
    cards = [placed for placed in (*hand.held(seat), *elsewhere) if hand.plan.move_of(placed) is None]
    away = tuple(Move(placed, placed.zone, MUCK, placed.face) for placed in cards)
    return Verdict(
        decision="dead-hand",
        seats=(seat,),
        cards=tuple(placed.card for placed in cards if placed.seen),
        effects=(Kill(seat), First((*away, *then), may_wait=True)),
        message=f"{why}. The hand is dead: muck it; its chips stay in the pot.",
    )


def _on_the_board(hand: HandInPlay, seen: StrayMove | Pressed) -> Seat | None:
    """The live seat of whose hand a card came to the board."""
    if isinstance(seen, Pressed):
        seat = seen.seat if seen.name == "touched-board" and hand.game.family == "flop" else None
    else:
        on_board = seen.placed.zone == BOARD and hand.plan.move_of(seen.placed) is None
        seat = seat_of(seen.origin) if on_board else None
    return seat if seat in hand.betting.live else None


def _thrown(hand: HandInPlay, seat: Seat, back: Move | None) -> Verdict:
    """The floor decides on a live hand whose card lies where hands end. `back`: the card's way back, if it left."""
    where = "on the board" if back is None or back.origin == BOARD else "in the muck"
    return Verdict(
        decision="floor",
        seats=(seat,),
        cards=() if back is None or back.placed is None else named(back.placed),
        effects=() if back is None else (WayBack(back),),
        message=f"A card of seat {seat}'s live hand is {where}. The floor decides whether the hand is dead.",
    )
