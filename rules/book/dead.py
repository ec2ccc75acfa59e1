"""Hands that die by what happens to their cards."""

from rules.book.misdeals import place
from rules.cards import BOARD, MUCK, Seat, seat_of
from rules.felt import Placed
from rules.hand import HandInPlay
from rules.irregularities import ExtraCard, MuckedOutOfTurn, StrayMove, WrongCount
from rules.plan import Move
from rules.rulebook import ALL, FLOP, ROBERTS, Verdict, rule

DEAD_HANDS = f"{ROBERTS}, dead hands"


@rule(
    WrongCount,
    ExtraCard,
    id="dead.wrong-count",
    title="A wrong number of cards",
    games=ALL,
    source=DEAD_HANDS,
    window="at the showdown, or after the draw; a card too many once it is too late for a misdeal",
    trigger="a live hand holds a number of cards that its game does not allow",
    ruling="The hand is dead; its chips stay in the pot.",
    repair="the hand goes to the muck",
)
def wrong_count(hand: HandInPlay, seen: WrongCount | ExtraCard) -> Verdict | None:
    if isinstance(seen, ExtraCard) and hand.window_open and hand.starting:
        return None
    return dead_hand(hand, seen.seat, f"Seat {seen.seat} holds a wrong number of cards")


@rule(
    MuckedOutOfTurn,
    id="dead.mucked",
    title="Cards in the muck out of turn",
    games=ALL,
    source=DEAD_HANDS,
    window="while the hand is live",
    trigger="cards of a live hand reach the muck when it is not that seat's turn",
    ruling="They may be dead; a hand that can be identified may come back. The floor decides.",
    status="press",
)
def mucked(hand: HandInPlay, seen: MuckedOutOfTurn) -> Verdict | None:
    return Verdict(
        decision="floor",
        seats=(seen.seat,),
        cards=hand.named(seen.placed),
        message=f"A card of seat {seen.seat}'s live hand is in the muck. The floor decides whether the hand is dead.",
    )


@rule(
    StrayMove,
    id="dead.touches-board",
    title="Hole cards on the board",
    games=FLOP,
    source="General house rules, hold'em 6",
    window="while the hand is live",
    trigger="a hole card reaches the board",
    ruling="The hand is forfeit, even if its cards can be told apart.",
    repair="the hand goes to the muck",
    status="press",
    off={"roberts": "dead.mucked", "roberts-early": "dead.mucked"},
)
def touches_board(hand: HandInPlay, seen: StrayMove) -> Verdict | None:
    seat = seat_of(seen.origin)
    if seat is None or not hand.in_hand(seat) or seen.placed.zone != BOARD or hand.move_of(seen.placed):
        return None
    return dead_hand(hand, seat, f"Seat {seat}'s hand touched the board", seen.placed)


@rule(
    StrayMove,
    id="dead.into-other-hand",
    title="Cards thrown into another hand",
    games=ALL,
    source=DEAD_HANDS,
    window="after the throw",
    trigger="a card of one seat comes to lie in front of another",
    ruling="The hand that it came from is dead, face up or face down.",
    repair="the dead hand goes to the muck",
    status="press",
)
def into_other_hand(hand: HandInPlay, seen: StrayMove) -> Verdict | None:
    seat, other = seat_of(seen.origin), seat_of(seen.placed.zone)
    if seat is None or other is None or not hand.in_hand(seat) or hand.move_of(seen.placed):
        return None
    return dead_hand(hand, seat, f"A card of seat {seat} was thrown into seat {other}'s hand", seen.placed)


@rule(
    StrayMove,
    id="deal.gate-on-betting",
    title="A card where nothing lets it lie",
    games=ALL,
    source=f"{ROBERTS}, irregularities",
    window="every round",
    trigger="a card on the table moves where no rule lets it go",
    ruling="It goes back to where it lay.",
    repair="move the card back",
    kind="deal-sequence",
)
def moved_back(hand: HandInPlay, seen: StrayMove) -> Verdict | None:
    placed = seen.placed
    back = Move(placed, placed.zone, seen.origin, seen.was_face)
    seat = seat_of(seen.origin)
    return Verdict(
        decision="correct",
        seats=() if seat is None else (seat,),
        cards=hand.named(placed),
        now=(back,),
        message=f"A card went from {place(seen.origin)} to {place(placed.zone)}. Put it back.",
    )


def dead_hand(hand: HandInPlay, seat: Seat, why: str, *elsewhere: Placed) -> Verdict:
    """A hand dies; its cards go to the muck."""
    cards = [*hand.held(seat), *elsewhere]
    return Verdict(
        decision="dead-hand",
        seats=(seat,),
        cards=tuple(placed.card for placed in cards if placed.seen),
        kill=(seat,),
        now=tuple(Move(placed, placed.zone, MUCK, placed.face) for placed in cards),
        message=f"{why}. The hand is dead: muck it; its chips stay in the pot.",
    )
