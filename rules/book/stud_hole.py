"""Stud: a downcard exposed in the starting deal, and who makes the forced bet then."""

from burncard.rules.book.conflicts import C05, C22, C23
from burncard.rules.book.exposed import WINDOW, card_name, exposed_seats, kept, misdeal
from burncard.rules.book.misdeals import REDEAL
from burncard.rules.book.open_questions import A03, A13, A30
from burncard.rules.book.stud import second_last_card_up
from burncard.rules.cards import MUCK, seat_zone
from burncard.rules.games.documents import GENERAL, ROBERTS
from burncard.rules.hand.in_play import HandInPlay
from burncard.rules.hand.questions import exposed_cards
from burncard.rules.hand.steps import Deal, Move, Repair, Turn
from burncard.rules.hand.table_card import named
from burncard.rules.rulings.effects import First, InPlace
from burncard.rules.rulings.irregularities import Exposed, ForcedSeatExempt
from burncard.rules.rulings.marks import HoleCardIsUpcard, Kill, MarkExposed, RefundAnte
from burncard.rules.rulings.rulebook import LAST_CARD_DOWN, SEVEN_CARD, STUD, Chapter, Verdict

CHAPTER: Chapter = Chapter(__name__)


@CHAPTER.rule(
    Exposed,
    id="misdeal.stud-tournament-downcard-up",
    title="A downcard is dealt up in a stud tournament",
    games=STUD,
    tournament="tournament",
    sources=(ROBERTS.at("seven-card stud", 5),),
    settles=(C05,),
    window="the starting deal",
    trigger="the dealer exposes a downcard of the starting deal in a tournament",
    ruling="Misdeal.",
    repair=REDEAL,
)
def stud_tournament_downcard_up(hand: HandInPlay, seen: Exposed) -> Verdict | None:
    if not hand.starting or not hand.window_open:
        return None
    return misdeal(f"seat {seen.seat}'s hole card was shown", (seen.seat,), seen.placed)


@CHAPTER.rule(
    Exposed,
    id="expose.stud-off-table",
    title="A stud card is dealt off the table",
    status="press",
    games=STUD,
    sources=(ROBERTS.at("seven-card stud", 11),),
    settles=(C22,),
    presses=("card-off-table",),
    window="the street being dealt",
    trigger="an upcard, or a card of a later street, is dealt off the table",
    ruling="It comes back and plays as an exposed card.",
    repair="the card goes to its seat, face up",
)
def stud_off_table(hand: HandInPlay, seen: Exposed) -> Verdict | None:
    upcard = seen.placed.face == "up" if seen.due is None else seen.due.face == "up"
    if seen.how != "off-table" or (hand.starting and not upcard):
        return None
    zone = seat_zone(seen.seat)
    there = seen.placed.zone == zone
    back: Repair = Turn(seen.placed, "up") if there else Move(seen.placed, seen.placed.zone, zone, "up")
    return Verdict(
        decision="keep",
        seats=(seen.seat,),
        cards=named(seen.placed),
        effects=(
            *(() if there and seen.placed.face == "up" else (First((back,)),)),
            *(() if hand.starting else second_last_card_up(hand, seen.seat)),
        ),
        message=f"Seat {seen.seat}'s card left the table. Bring it back: it plays, face up.",
    )


@CHAPTER.rule(
    Exposed,
    id="expose.stud-both-hole-up",
    title="Both downcards are dealt up",
    games=SEVEN_CARD,
    tournament="cash",
    sources=(ROBERTS.at("seven-card stud", 5),),
    settles=(C05, A03),
    window="the starting deal",
    trigger="the dealer exposes both downcards of one seat in a cash game",
    ruling="The hand is dead and the player takes the ante back.",
    repair="the hand goes to the muck, the ante is returned",
)
def stud_both_hole_up(hand: HandInPlay, seen: Exposed) -> Verdict | None:
    if not hand.starting or not hand.window_open or seen.seat not in exposed_seats(hand):
        return None
    cards = hand.held(seen.seat)
    away = tuple(Move(placed, placed.zone, MUCK, placed.face) for placed in cards)
    return Verdict(
        decision="dead-hand",
        seats=(seen.seat,),
        cards=tuple(placed.told for placed in cards if placed.told is not None),
        effects=(Kill(seen.seat), First(away, may_wait=True), RefundAnte(seen.seat)),
        message=f"Both hole cards of seat {seen.seat} were shown. The hand is dead; give the ante back.",
    )


@CHAPTER.rule(
    Exposed,
    id="misdeal.two-exposed-other",
    title="The dealer exposes a second downcard",
    games=(*STUD, "lowball-a5", "lowball-27", "draw-high", "jacks"),
    sources=(
        ROBERTS.at("misdeals", 3),
        ROBERTS.at("lowball", 4),
    ),
    settles=(C23, A13),
    window=WINDOW,
    trigger="the dealer exposes a second downcard of the deal (in stud: at another seat)",
    ruling="Misdeal, whichever seats they went to. A card that would have been kept counts too.",
    repair=REDEAL,
)
def two_exposed_other(hand: HandInPlay, seen: Exposed) -> Verdict | None:
    if not hand.starting or not hand.window_open or not exposed_cards(hand):
        return None
    seats = tuple(dict.fromkeys((*exposed_seats(hand), seen.seat)))
    return misdeal("a second downcard was shown", seats, *exposed_cards(hand), seen.placed)


@CHAPTER.rule(
    Exposed,
    id="expose.stud-one-hole-up",
    title="One downcard is dealt up",
    games=STUD,
    tournament="cash",
    sources=(
        ROBERTS.at("seven-card stud", 5),
        GENERAL.at("seven-card stud", 2),
        GENERAL.at("seven-card stud high-low", 2),
    ),
    settles=(C05, A30),
    window="the starting deal",
    trigger="the dealer exposes one downcard of a seat in a cash game",
    ruling="It is not replaced: it becomes the upcard, and the seat's next card is dealt down.",
    repair="deal that seat's upcard face down",
)
def stud_one_hole_up(hand: HandInPlay, seen: Exposed) -> Verdict | None:
    return _shift(hand, seen)


@CHAPTER.rule(
    Exposed,
    id="expose.stud-hole-becomes-upcard",
    title="A downcard is dealt up in the general house",
    games=(*LAST_CARD_DOWN, "stud5", "mississippi"),
    houses=("general",),
    elsewhere="expose.stud-one-hole-up",
    replaces={"general": ("misdeal.stud-tournament-downcard-up", "expose.stud-one-hole-up")},
    sources=(
        GENERAL.at("seven-card stud", 2),
        GENERAL.at("seven-card stud high-low", 2),
    ),
    settles=(C05,),
    window="the starting deal",
    trigger="the dealer exposes a downcard of a seat, in a tournament or not",
    ruling="It becomes the upcard, and the third card is dealt down.",
    repair="deal that seat's upcard face down",
)
def stud_hole_becomes_upcard(hand: HandInPlay, seen: Exposed) -> Verdict | None:
    return _shift(hand, seen)


@CHAPTER.rule(
    ForcedSeatExempt,
    id="expose.stud-exposed-would-be-low",
    title="An exposed card would be the forced bet",
    kind="betting",
    games=STUD,
    sources=(ROBERTS.at("seven-card stud", 5),),
    window="the first betting round",
    trigger="the card that would be forced to bet was exposed by the dealer",
    ruling="Its player is exempt: the next player to the left may fold, bring it in, or open for a full bet.",
)
def stud_exposed_would_be_low(hand: HandInPlay, seen: ForcedSeatExempt) -> Verdict:
    return Verdict(
        decision="stands",
        seats=(seen.seat, seen.first),
        message=f"Seat {seen.seat}'s low card was exposed by the dealer: seat {seen.first} acts first and may fold, "
        "bring it in, or open in full.",
    )


def _shift(hand: HandInPlay, seen: Exposed) -> Verdict | None:
    if not hand.starting:
        return None
    zone = seat_zone(seen.seat)
    upcard = next(
        (item for item in hand.plan if isinstance(item, Deal) and item.zone == zone and item.face == "up"), None
    )
    if upcard is None:
        return kept(seen, "its upcard had been dealt")
    down = Deal(zone, "down", upcard.street, round_index=upcard.round_index)

    turn: tuple[Repair, ...] = () if seen.placed.face == "up" else (Turn(seen.placed, "up"),)
    if seen.placed.zone != zone:
        turn = (Move(seen.placed, seen.placed.zone, zone, "up"),)
    shown = () if not turn else (First(turn, may_wait=True),)
    return Verdict(
        decision="keep",
        seats=(seen.seat,),
        cards=named(seen.placed),
        effects=(*shown, InPlace(upcard, (down,)), HoleCardIsUpcard(seen.seat), MarkExposed(seen.placed)),
        message=f"Seat {seen.seat}'s {card_name(seen.placed)} is its upcard now. Deal its next upcard face down.",
    )
