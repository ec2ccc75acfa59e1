"""Boxed cards and stray jokers, which count as no card at all."""

from burncard.rules.book.conflicts import C14, C41
from burncard.rules.book.exposed import WINDOW, misdeal
from burncard.rules.book.misdeals import REDEAL, place
from burncard.rules.cards import BOARD, BURN, JOKER, MUCK, STUB, Face, Seat, Zone, seat_of, spoken
from burncard.rules.games.documents import ROBERTS
from burncard.rules.hand.in_play import HandInPlay
from burncard.rules.hand.questions import is_exposed, is_scrap, takes_cards
from burncard.rules.hand.steps import Deal, Drawing, Move, Repair, Return, Turn
from burncard.rules.hand.table_card import TableCard, named
from burncard.rules.rulings.effects import AfterTurnRound, First, TakenAsDealt
from burncard.rules.rulings.irregularities import BoxedCard, SkippedReplacement, StrayJoker
from burncard.rules.rulings.rulebook import ALL, Chapter, Verdict

CHAPTER: Chapter = Chapter(__name__)

NO_JOKER_GAMES = tuple(game for game in ALL if game != "lowball-a5")


@CHAPTER.rule(
    BoxedCard,
    id="misdeal.two-boxed",
    title="Two boxed cards are found",
    games=ALL,
    sources=(ROBERTS.at("misdeals", 4),),
    settles=(C14,),
    window=WINDOW,
    trigger="a second card of the deal is found face up in the deck",
    ruling="Misdeal.",
    repair=REDEAL,
)
def two_boxed(hand: HandInPlay, seen: BoxedCard) -> Verdict | None:
    if hand.pack.boxed_count < 2 or not hand.window_open:
        return None
    return misdeal("a second boxed card was found", (), seen.placed)


@CHAPTER.rule(
    StrayJoker,
    id="joker.cut-card",
    title="A joker is seen with the stub",
    kind="advice",
    status="advice",
    games=ALL,
    sources=(ROBERTS.at("the shuffle and cut", 3),),
    window="any time",
    trigger="a joker that the game does not use is seen with the stub only",
    ruling="It may be the cut card: it stays under the stub and is not dealt.",
)
def cut_card(hand: HandInPlay, seen: StrayJoker) -> Verdict | None:
    if seen.placed.zone != STUB or seen.placed.boxed:
        return None
    return Verdict(
        decision="stands",
        cards=named(seen.placed),
        message="A joker is with the pack. As its cut card it stays under it; it is not dealt.",
    )


@CHAPTER.rule(
    StrayJoker,
    id="boxed.joker-same-path",
    title="A stray joker is dealt",
    games=("lowball-a5",),
    sources=(ROBERTS.at("irregularities", 8),),
    window="until its player acts",
    trigger="a joker is dealt where the house plays ace-to-five without one",
    ruling="It is replaced as a boxed card is.",
    repair="the joker goes to the muck and the seat is dealt a card",
)
def joker_same_path(hand: HandInPlay, seen: StrayJoker) -> Verdict | None:
    seat = seat_of(seen.placed.zone)
    if seen.counted and seat is not None and hand.betting.has_acted(seat):
        return None  # joker.dead-after-acting
    return scrapped(
        hand, seen.placed, seen.due, "The joker is not used at this table", counted=seen.counted, others=seen.others
    )


@CHAPTER.rule(
    SkippedReplacement,
    id="boxed.joker-replace-deferred",
    title="The card after a stray joker goes to the next player",
    games=ALL,
    sources=(ROBERTS.at("irregularities", 8),),
    window="the round being dealt",
    trigger="others have been dealt to since a stray joker was dealt",
    ruling="As after a boxed card: the short hand gets its card after the round of dealing is complete.",
    repair="finish the round, deal the short seat a card, and muck a joker still in the hand",
)
def joker_replace_deferred(hand: HandInPlay, seen: SkippedReplacement) -> Verdict | None:
    is_joker = seen.skipped.instead_of is not None and seen.skipped.instead_of.card == JOKER
    return deferred(hand, seen) if is_joker else None


@CHAPTER.rule(
    SkippedReplacement,
    BoxedCard,
    id="boxed.replace-deferred",
    title="The card after a boxed card goes to the next player",
    games=ALL,
    sources=(ROBERTS.at("irregularities", 7),),
    window="the round being dealt",
    trigger="others have been dealt to since a boxed card was dealt, whether or not it was noticed then",
    ruling="The short hand gets its card after the round of dealing is complete.",
    repair="finish the round, deal the short seat a card, and muck a boxed card still in the hand",
)
def replace_deferred(hand: HandInPlay, seen: SkippedReplacement | BoxedCard) -> Verdict | None:
    return deferred(hand, seen) if isinstance(seen, SkippedReplacement) else _found_late(hand, seen.placed)


def _found_late(hand: HandInPlay, placed: TableCard) -> Verdict | None:
    """A card in a hand turns out to have been boxed when others have been dealt to since, in a round still dealt."""
    seat, due = seat_of(placed.zone), hand.plan.due_deal()
    since = len(hand.felt.dealt) > placed.ordinal
    if seat is None or not hand.in_hand(seat) or due is None or due.repair or seat_of(due.zone) is None or not since:
        return None
    if hand.drawing is not None or hand.plan.move_of(placed) is not None:
        return None
    face = _face_in_its_place(hand, placed)
    again = Deal(placed.zone, face, due.street, repair=True, round_index=due.round_index, instead_of=placed)
    steps = (again, Move(placed, placed.zone, MUCK, "up"))
    return Verdict(
        decision="replace",
        seats=(seat,),
        cards=named(placed),
        effects=(AfterTurnRound(due.round_index, steps),),
        message=f"The {spoken(placed.card)} lay face up in the pack, and others have been dealt to since. Finish this "
        f"round of dealing, then give seat {seat} the top card and put the {spoken(placed.card)} in the muck.",
    )


@CHAPTER.rule(
    BoxedCard,
    id="boxed.replace-next",
    title="A boxed card is seen on top of the stub",
    games=ALL,
    sources=(ROBERTS.at("irregularities", 7),),
    window="the round being dealt",
    trigger="a card is seen face up on the stub, or mucked from it, before it is dealt",
    ruling="The next card takes its place, and the deal goes on.",
    repair="muck the boxed card and deal as due",
)
def replace_next(hand: HandInPlay, seen: BoxedCard) -> Verdict | None:
    if seen.due is not None or seat_of(seen.placed.zone) is not None or seen.placed.zone not in (STUB, MUCK):
        return None
    return Verdict(
        decision="remove",
        cards=(seen.placed.card,),
        severity="stop",
        message=f"The {spoken(seen.placed.card)} lay face up in the pack. Muck it and deal the next one.",
    )


@CHAPTER.rule(
    BoxedCard,
    id="boxed.scrap-of-paper",
    title="A boxed card is dealt",
    games=ALL,
    sources=(ROBERTS.at("irregularities", 7),),
    window="any time",
    trigger="a card that lay face up in the deck is dealt",
    ruling="It is no card at all; the next card takes its place.",
    repair="muck the boxed card and deal the top card in its place",
)
def scrap_of_paper(hand: HandInPlay, seen: BoxedCard) -> Verdict | None:
    why = f"The {spoken(seen.placed.card)} lay face up in the pack"
    return scrapped(hand, seen.placed, seen.due, why, counted=seen.counted)


@CHAPTER.rule(
    StrayJoker,
    id="joker.scrap",
    title="A joker is dealt in a game without one",
    games=NO_JOKER_GAMES,
    sources=(ROBERTS.at("irregularities", 8),),
    settles=(C41,),
    presses=("joker-found",),
    window="until its player acts",
    trigger="a joker is dealt in a game that does not use one",
    ruling="It is no card at all and does not cause a misdeal.",
    repair="muck the joker and deal the top card in its place",
)
def scrap(hand: HandInPlay, seen: StrayJoker) -> Verdict | None:
    return scrapped(
        hand, seen.placed, seen.due, "The joker is not used in this game", counted=seen.counted, others=seen.others
    )


def scrapped(
    hand: HandInPlay,
    placed: TableCard,
    due: Deal | None,
    why: str,
    *,
    counted: bool,
    others: tuple[TableCard, ...] = (),
) -> Verdict:
    """A card that counts as none goes to the muck, and the next one takes its place if it had taken a card's.

    `counted`: it has been taken for one of the cards of the zone where it lies, before the mistake was known. `others`:
    further cards of the zone, any of which may be the one.
    """
    zone = placed.zone
    burns_for_the_draw = isinstance(hand.plan.head, Drawing) and all(
        is_scrap(hand, burn) for burn in hand.felt.cards_in(BURN)
    )
    if zone == MUCK:
        cards = named(placed)
        return Verdict(decision="remove", severity="stop", cards=cards, message=f"{why}. Deal the next card.")
    if hand.plan.move_of(placed) is not None:
        message = f"{why}. It is on its way out of play already."
        return Verdict(decision="stands", seats=_seats(zone), cards=named(placed), message=message)
    out = Move(placed, zone, MUCK, "up", others)
    again: tuple[Deal, ...] = ()
    if due is not None:
        again = (Deal(zone, due.face, due.street, repair=True, round_index=due.round_index, instead_of=placed),)
    elif (counted and _leaves_a_gap(hand, placed)) or (zone == BURN and burns_for_the_draw):
        face = _face_in_its_place(hand, placed)
        again = (Deal(zone, face, hand.street.name, repair=True, instead_of=placed),)
    then = f"deal the next card to {place(zone)}" if again else "deal on"
    return Verdict(
        decision="remove",
        seats=_seats(zone),
        cards=named(placed),
        effects=(First((out, *again), may_wait=not again),),
        message=f"{why}. Put it in the muck and {then}.",
    )


def _face_in_its_place(hand: HandInPlay, placed: TableCard) -> Face:
    """How the card is dealt that takes the place of one that turned out to be none."""
    upcard = hand.game.family == "stud" and (placed.face == "up" or is_exposed(placed))
    return "up" if upcard or placed.zone == BOARD else "down"


def _leaves_a_gap(hand: HandInPlay, placed: TableCard) -> bool:
    """Whether the zone of a card that turned out to be none is one short: not where it was to leave it anyway."""
    zone, seat = placed.zone, seat_of(placed.zone)
    if any(isinstance(item, Return) and placed in item.placed for item in hand.plan):
        return False
    if seat is not None:
        return takes_cards(hand, seat)
    return zone == BURN or (zone == BOARD and not hand.dealing.premature_board)


def deferred(hand: HandInPlay, seen: SkippedReplacement) -> Verdict:
    """The replacement comes when the round of dealing is over."""
    skipped, due, placed = seen.skipped, seen.due, seen.placed
    away = None if skipped.instead_of is None else hand.plan.move_of(skipped.instead_of)
    steps: tuple[Repair, ...] = (skipped,) if away is None else (skipped, away)
    face_down = due.face == "up" and placed.face == "down"
    turned = (First((Turn(placed, "up"),)),) if face_down else ()
    return Verdict(
        decision="replace",
        seats=_seats(skipped.zone),
        cards=named(placed),
        effects=(TakenAsDealt(due), *turned, AfterTurnRound(due.round_index, steps)),
        message=f"The card meant for {place(skipped.zone)} went on to {place(due.zone)}. "
        f"{'Turn it up, finish' if face_down else 'Finish'} this round of dealing, "
        f"then give {place(skipped.zone)} its card.",
    )


def _seats(zone: Zone) -> tuple[Seat, ...]:
    seat = seat_of(zone)
    return () if seat is None else (seat,)
