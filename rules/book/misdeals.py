"""Misdeals while fewer than two players have acted, and errors found later."""

from msgspec.structs import replace

from burncard.rules.book.conflicts import C12, C13, C38
from burncard.rules.book.exposed import WINDOW, misdeal
from burncard.rules.book.open_questions import A22
from burncard.rules.cards import ASIDE, BURN, MUCK, OFF, STUB, Zone, seat_of
from burncard.rules.games.documents import GENERAL, ROBERTS, ROBERTS_EARLY
from burncard.rules.hand.in_play import HandInPlay
from burncard.rules.hand.questions import first_seat, is_dealt_on, takes_cards
from burncard.rules.hand.steps import Floor, Move, Return, Turn
from burncard.rules.hand.table_card import TableCard, named
from burncard.rules.rulings.effects import First, Instead
from burncard.rules.rulings.irregularities import (
    BrokenRepair,
    ButtonOutOfPlace,
    ButtonPutRight,
    ExtraCard,
    LaidFaceDown,
    MisdealCalled,
    ShortDeal,
    StrayMove,
    WrongPlace,
)
from burncard.rules.rulings.rulebook import ALL, BUTTON, Chapter, Rule, Verdict

CHAPTER: Chapter = Chapter(__name__)

BUTTON_WRONG = "misdeal.button-out-of-position"
REDEAL = "every card comes back, shuffle, cut, deal again with the same button and posts"


@CHAPTER.rule(
    WrongPlace,
    BrokenRepair,
    id="misdeal.empty-seat",
    title="A card is dealt to a seat that is not in the deal",
    games=ALL,
    sources=(
        ROBERTS.at("misdeals", 10),
        ROBERTS.at("lowball", 10),
    ),
    window=WINDOW,
    trigger="a card from the stub reaches an empty seat, or one that was not dealt in",
    ruling="Misdeal.",
    repair=REDEAL,
)
def empty_seat(hand: HandInPlay, seen: WrongPlace | BrokenRepair) -> Verdict | None:
    seat = seat_of(seen.placed.zone)
    if seat is None or seat in hand.betting.seats or not hand.window_open or not hand.starting:
        return None
    return misdeal(f"a card was dealt to seat {seat}, which is not in this deal", (seat,), seen.placed)


@CHAPTER.rule(
    WrongPlace,
    id="misdeal.first-card-wrong-seat",
    title="The first card goes to the wrong seat",
    games=ALL,
    sources=(
        ROBERTS.at("misdeals", 9),
        ROBERTS.at("lowball", 8),
    ),
    window=WINDOW,
    trigger="the first card of the deal reaches a seat other than the first",
    ruling="Misdeal.",
    repair=REDEAL,
)
def first_card_wrong_seat(hand: HandInPlay, seen: WrongPlace) -> Verdict | None:
    seat = seat_of(seen.placed.zone)
    if seat is None or seen.due is None or not hand.starting or hand.dealing.starting_dealt or not hand.window_open:
        return None
    return misdeal(
        f"the first card went to seat {seat} instead of seat {first_seat(hand)}", (seat, first_seat(hand)), seen.placed
    )


@CHAPTER.rule(
    WrongPlace,
    StrayMove,
    BrokenRepair,
    id="misdeal.out-of-sequence",
    title="A card is dealt out of sequence",
    games=ALL,
    sources=(
        ROBERTS.at("misdeals", 7),
        ROBERTS.at("lowball", 9),
    ),
    settles=(C13,),
    window=WINDOW,
    trigger="a card of the starting deal goes somewhere other than the next place in rotation, or on from its seat to "
    "another one before all are dealt",
    ruling="Misdeal, unless the card replaces an exposed one.",
    repair=REDEAL,
)
def out_of_sequence(hand: HandInPlay, seen: WrongPlace | StrayMove | BrokenRepair) -> Verdict | None:
    if not hand.starting or not hand.window_open:
        return None
    seat = seat_of(seen.placed.zone)
    if isinstance(seen, StrayMove):
        seats = tuple(s for s in (seat_of(seen.origin), seat) if s is not None)
        what = f"a card went from {place(seen.origin)} to {place(seen.placed.zone)} while the cards were dealt"
        return misdeal(what, seats, seen.placed) if is_dealt_on(hand, seen.placed, seen.origin) else None
    if isinstance(seen, BrokenRepair):
        if _only_too_soon(hand, seen):
            return None
        at = () if seat is None else (seat,)
        return misdeal(f"a card went to {place(seen.placed.zone)} before the repair was finished", at, seen.placed)
    if seen.due is None:
        return None
    seats = tuple(s for s in (seat, seat_of(seen.due.zone)) if s is not None)
    return misdeal(f"a card went to {place(seen.placed.zone)} when {place(seen.due.zone)} was due", seats, seen.placed)


@CHAPTER.rule(
    ButtonOutOfPlace,
    id="misdeal.button-out-of-position",
    title="The button is in the wrong position",
    games=BUTTON,
    sources=(
        ROBERTS.at("misdeals", 8),
        ROBERTS.at("lowball", 7),
    ),
    window=WINDOW,
    trigger="the button is not where it belongs after the last hand",
    ruling="Misdeal. The next hand starts with the button in its proper position.",
    repair=REDEAL,
)
def button_out_of_position(hand: HandInPlay, seen: ButtonOutOfPlace) -> Verdict | None:
    return Verdict(
        decision="misdeal",
        seats=(seen.found, seen.expected),
        message=f"Misdeal: the button is at seat {seen.found} and belongs at seat {seen.expected}. "
        "Move it there, then deal.",
    )


@CHAPTER.rule(
    ButtonPutRight,
    id="button.misplaced-last-hand",
    title="The button was in the wrong position last hand",
    games=BUTTON,
    sources=(ROBERTS.at("irregularities", 1),),
    window="the next hand",
    trigger="the button was reported wrong too late for a misdeal, and the next hand does not start from the proper "
    "position",
    ruling="The button and the blinds are corrected for the new hand.",
)
def misplaced_last_hand(hand: HandInPlay, seen: ButtonPutRight) -> Verdict | None:
    return Verdict(
        decision="correct",
        seats=(seen.found,),
        severity="note",
        message=f"The button stood wrong in the hand before. It is put right: it is at seat {seen.found} now.",
    )


@CHAPTER.rule(
    MisdealCalled,
    id="misdeal.window",
    title="A misdeal is called",
    games=ALL,
    sources=(
        ROBERTS.at("misdeals", 1, 12),
        ROBERTS.at("lowball", 2),
    ),
    settles=(C38, A22),
    presses=("misdeal-called",),
    window=WINDOW,
    trigger="a misdeal is called",
    ruling="It is a misdeal while fewer than two players have acted. After that the hand is played out.",
    repair=REDEAL,
)
def window(hand: HandInPlay, seen: MisdealCalled) -> Verdict | None:
    if not hand.window_open:
        return Verdict(
            decision="stands",
            message="Two players have acted, so it is too late for a misdeal. The hand is played out.",
        )
    return None


@CHAPTER.rule(
    MisdealCalled,
    id="misdeal.declared-by",
    title="A player calls a misdeal",
    kind="advice",
    status="advice",
    games=ALL,
    sources=(
        ROBERTS.at("misdeals", 1),
        ROBERTS.at("lowball", 2),
    ),
    presses=("misdeal-called",),
    window=WINDOW,
    trigger="a misdeal is called in time and no cause is named",
    ruling="Any player may point out a cause, and the cards are dealt again. Without a cause the deal goes on.",
)
def declared_by(hand: HandInPlay, seen: MisdealCalled) -> Verdict | None:
    if seen.cause is not None:
        return None
    return Verdict(decision="refuse", message="A misdeal needs its cause: enter the id of the rule (`cause`).")


@CHAPTER.rule(
    WrongPlace,
    BrokenRepair,
    id="misdeal.no-redeal-after-action",
    title="An error is found too late for a misdeal",
    games=ALL,
    sources=(
        ROBERTS.at("misdeals", 1, 12),
        ROBERTS.at("lowball", 2),
    ),
    window="from the second action to the end of the hand",
    trigger="a cause of a misdeal is found after two players have acted",
    ruling="The deal stands. A card that lies where none was due is out of play.",
    repair="muck the stray card; a card dealt to a hand, the board or the burns during a repair goes back on top of "
    "the stub",
)
def no_redeal_after_action(hand: HandInPlay, seen: WrongPlace | BrokenRepair) -> Verdict | None:
    placed = seen.placed
    seat = seat_of(placed.zone)
    if isinstance(seen, BrokenRepair):
        if hand.starting and hand.window_open:
            return None
        if seat is None or takes_cards(hand, seat) or _slipped_onto_the_pack(hand):
            return _too_soon(seen)
    elif seen.due is not None or (seat is not None and hand.in_hand(seat) and not hand.players[seat].mucked):
        return None
    return Verdict(
        decision="remove",
        seats=() if seat is None else (seat,),
        cards=named(placed),
        message=f"A card from the pack lies at {place(placed.zone)}, where none was due. "
        "It is too late for a misdeal: the card is out of play and the hand goes on.",
        effects=() if placed.zone == MUCK else (First((Move(placed, placed.zone, MUCK, placed.face),)),),
    )


def _slipped_onto_the_pack(hand: HandInPlay) -> bool:
    """Whether a card that slipped onto the pack is to be put back: the one that came from the pack may be that card."""
    return any(isinstance(item, Move) and item.placed is not None and item.placed.zone == STUB for item in hand.plan)


@CHAPTER.rule(
    LaidFaceDown,
    id="deal.hole-cards-face-down",
    title="An upcard is dealt face down",
    kind="deal-sequence",
    games=ALL,
    sources=(
        ROBERTS.at("irregularities", 12, derived=True),
        ROBERTS.at("hold'em, rounds of betting"),
        ROBERTS.at("Omaha, betting rounds"),
        ROBERTS_EARLY.at("hold'em, betting rounds"),
        GENERAL.at("hold'em, play of the game"),
    ),
    window="every deal",
    trigger="a card due face up lies face down (the reverse is an exposed card)",
    ruling="It is turned face up.",
    repair="turn the card over",
)
def hole_cards_face_down(hand: HandInPlay, seen: LaidFaceDown) -> Verdict | None:
    seat = seat_of(seen.placed.zone)
    return Verdict(
        decision="correct",
        seats=() if seat is None else (seat,),
        effects=(First((Turn(seen.placed, "up"),), may_wait=True),),
        message=f"The card at {place(seen.placed.zone)} is due face up. Turn it over.",
    )


@CHAPTER.rule(
    WrongPlace,
    BrokenRepair,
    ExtraCard,
    id="deal.rotation",
    title="A card goes to the wrong place",
    kind="deal-sequence",
    games=ALL,
    sources=(
        ROBERTS.at("misdeals", 7, 9),
        ROBERTS.at("lowball", 8),
    ),
    window="every deal",
    trigger="a card of a later street goes to another place than the one due, or a card of the starting deal comes "
    "while another step is due first",
    ruling="The card is moved to where it was due, or waits on the stub.",
    repair="move the card to its place, or back on the stub",
)
def rotation(hand: HandInPlay, seen: WrongPlace | BrokenRepair | ExtraCard) -> Verdict | None:
    if isinstance(seen, ExtraCard):
        return None if hand.drawing is None else back_on_the_pack(hand, seen.placed)
    if isinstance(seen, BrokenRepair):
        return _too_soon(seen)
    due, placed = seen.due, seen.placed
    if due is None:
        return None if hand.drawing is None else back_on_the_pack(hand, placed)
    where = due.zone
    return Verdict(
        decision="correct",
        seats=tuple(s for s in (seat_of(placed.zone), seat_of(where)) if s is not None),
        cards=named(placed),
        message=f"A card came to {place(placed.zone)} when {place(where)} was due. Move it there.",
        effects=(Instead(due, (Move(placed, placed.zone, where, due.face),)),),
    )


@CHAPTER.rule(
    ExtraCard,
    ShortDeal,
    id="misdeal.wrong-count",
    title="A player is dealt a wrong number of cards",
    games=ALL,
    sources=(
        ROBERTS.at("misdeals", 6),
        ROBERTS.at("lowball", 6),
    ),
    settles=(C12,),
    window=WINDOW,
    trigger="a starting hand has an extra card and a player has acted, or cards are missing when the dealing stops",
    ruling="Misdeal, unless a rule lets the count be corrected.",
    repair=REDEAL,
)
def wrong_count(hand: HandInPlay, seen: ExtraCard | ShortDeal) -> Verdict | None:
    if not hand.window_open or not hand.starting:
        return None
    if isinstance(seen, ShortDeal):
        seats = (seat_of(deal.zone) for deal in seen.missing)
        return misdeal("the starting hands are not complete", tuple(dict.fromkeys(s for s in seats if s is not None)))
    return misdeal(f"seat {seen.seat} has a card too many", (seen.seat,), seen.placed)


def _only_too_soon(hand: HandInPlay, seen: BrokenRepair) -> bool:
    """Whether a card of the starting deal came where it was next due, only before what had to be done first.

    Where a card had slipped onto the pack, the next one may have been that card. While the floor is awaited, a card
    that comes when the deal is complete is none of it.
    """
    slipped = isinstance(seen.step, Move) and seen.step.origin == STUB
    deals = hand.plan.deals_of_street()
    if isinstance(seen.step, Floor) and not deals:
        return True
    return bool(deals) and deals[0].zone == seen.placed.zone and not slipped


def _too_soon(seen: BrokenRepair) -> Verdict:
    """A card left the pack during a repair, or while the floor is awaited: it is the next one after that."""
    placed = seen.placed
    early, then = "while a repair was open", "finish the repair"
    if isinstance(seen.step, Floor):
        early, then = "while the floor is awaited", "deal none before the floor has decided"
    return Verdict(
        decision="correct",
        cards=named(placed),
        message=f"A card left the pack for {place(placed.zone)} {early}. Put it back on top of the pack, and {then}.",
        effects=(First((Return((placed,)),)),),
    )


def called(cause: Rule) -> Verdict:
    """A misdeal for a cause that was named at the table."""
    verdict = misdeal(cause.title.lower(), ())
    if cause.id != BUTTON_WRONG:
        return verdict
    again = "Take all cards back, shuffle and cut, put it right and deal again."
    return replace(verdict, message=f"Misdeal: the button is in the wrong place. {again}")


def back_on_the_pack(hand: HandInPlay, placed: TableCard) -> Verdict:
    """A card came to a live hand in the draw while a player was to speak: it is still the next replacement."""
    seat = seat_of(placed.zone)
    return Verdict(
        decision="correct",
        seats=() if seat is None else (seat,),
        cards=named(placed),
        effects=(First((Return((placed,)),)),),
        message=f"A card came to {place(placed.zone)} when none was due. Put it back on top of the pack.",
    )


def place(zone: Zone) -> str:
    """A zone, in a sentence."""
    seat = seat_of(zone)
    return f"seat {seat}" if seat is not None else _PLACES.get(zone, f"the {zone}")


_PLACES = {BURN: "the burn pile", OFF: "a place off the table", ASIDE: "the cards set aside", STUB: "the pack"}
