"""A defective deck: identical cards, or a card with a different back."""

from burncard.rules.book.boxed import scrapped
from burncard.rules.book.misdeals import place
from burncard.rules.book.open_questions import A07
from burncard.rules.cards import MUCK, seat_of, spoken
from burncard.rules.games.documents import COMMON_PRACTICE, ROBERTS
from burncard.rules.hand.in_play import HandInPlay
from burncard.rules.hand.table_card import named
from burncard.rules.rulings.irregularities import DuplicateCard, ForeignBack, UnknownTag
from burncard.rules.rulings.rulebook import ALL, Chapter, Verdict

CHAPTER: Chapter = Chapter(__name__)

LIVE = "while the hand is live"


@CHAPTER.rule(
    DuplicateCard,
    id="deck.duplicate",
    title="Two identical cards are found",
    games=ALL,
    sources=(ROBERTS.at("irregularities", 4),),
    window=LIVE,
    trigger="two cards of the same rank and suit are on the table at once",
    ruling="All action is void and every player's chips are returned.",
    repair="collect every card and change the deck",
)
def duplicate(hand: HandInPlay, seen: DuplicateCard) -> Verdict | None:
    named = any(placed.seen for placed in hand.felt.all_out() if placed.card == seen.card)
    what = f"There are two of the {spoken(seen.card)}" if named else "A card is in the pack twice"
    seats = tuple(s for s in (seat_of(seen.zones[0]), seat_of(seen.zones[1])) if s is not None)
    return Verdict(
        decision="void",
        seats=tuple(dict.fromkeys(seats)),
        cards=(seen.card,) if named else (),
        message=f"{what}. The hand is void: return all chips, collect all cards and change the pack.",
    )


@CHAPTER.rule(
    ForeignBack,
    id="deck.foreign-back-reaches-top",
    title="A card with a different back reaches the top of the stub",
    games=ALL,
    sources=(ROBERTS.at("irregularities", 3, 7, derived=True),),
    settles=(A07,),
    window=LIVE,
    trigger="a card with a different back, seen in the stub earlier, is the next to be dealt",
    ruling="It is treated like a boxed card before it comes into play, so the hand need not be void.",
    repair="muck the card and deal the next one in its place",
)
def foreign_back_reaches_top(hand: HandInPlay, seen: ForeignBack) -> Verdict | None:
    if not seen.known or seen.in_stub:
        return None
    if seen.placed.zone == MUCK:
        return Verdict(
            decision="remove",
            severity="stop",
            cards=named(seen.placed),
            message="The card with the other back is out of the pack. Deal the next one.",
        )
    why = "The card with the other back has reached the top"
    return scrapped(hand, seen.placed, seen.due, why, counted=False)


@CHAPTER.rule(
    ForeignBack,
    id="deck.foreign-back-in-stub",
    title="A card with a different back is seen in the stub",
    games=ALL,
    sources=(ROBERTS.at("irregularities", 3),),
    window=LIVE,
    trigger="a card with a different back is seen in the stub only",
    ruling="All action stands.",
    repair="remove the card when it comes to the top, and before the next shuffle",
)
def foreign_back_in_stub(hand: HandInPlay, seen: ForeignBack) -> Verdict | None:
    if not seen.in_stub:
        return None
    return Verdict(
        decision="stands",
        cards=named(seen.placed),
        message="A card with another back is in the undealt pack. Play goes on; take it out when it reaches the top.",
    )


@CHAPTER.rule(
    ForeignBack,
    id="deck.foreign-back-in-play",
    title="A card with a different back is in play",
    games=ALL,
    sources=(ROBERTS.at("irregularities", 3),),
    window=LIVE,
    trigger="a card with a different back lies in a hand, on the board, in the burns or in the muck",
    ruling="All action is void and every player's chips are returned.",
    repair="collect every card and change the deck",
)
def foreign_back_in_play(hand: HandInPlay, seen: ForeignBack) -> Verdict | None:
    seat = seat_of(seen.placed.zone)
    return Verdict(
        decision="void",
        seats=() if seat is None else (seat,),
        cards=named(seen.placed),
        message=f"A card with another back lies at {place(seen.placed.zone)}. "
        "The hand is void: return all chips, collect all cards and change the pack.",
    )


@CHAPTER.rule(
    UnknownTag,
    id="deck.unknown-tag",
    title="A tag of no deck is read",
    games=ALL,
    sources=(COMMON_PRACTICE.at(),),
    window=LIVE,
    trigger="a reader reports a tag that belongs to no deck of the table",
    ruling="It is no card, and all action stands.",
    repair="find the tag and take it off the table",
)
def unknown_tag(hand: HandInPlay, seen: UnknownTag) -> Verdict | None:
    seat = seat_of(seen.zone)
    return Verdict(
        decision="stands",
        seats=() if seat is None else (seat,),
        message=f"A tag that belongs to no deck of the table was read at {place(seen.zone)}. It is no card: "
        "play goes on.",
    )
