"""Faults of the pack: two of a card, another back, a wrong count."""

from burncard.rules.book.boxed import scrapped
from burncard.rules.book.conflicts import A07
from burncard.rules.book.misdeals import place
from burncard.rules.cards import MUCK, seat_of, spoken
from burncard.rules.games.documents import ROBERTS
from burncard.rules.hand.in_play import HandInPlay
from burncard.rules.rulings.irregularities import DuplicateCard, ForeignBack
from burncard.rules.rulings.rulebook import ALL, Chapter, Verdict

CHAPTER = Chapter(__name__)

LIVE = "while the hand is live"


@CHAPTER.rule(
    DuplicateCard,
    id="deck.duplicate",
    title="Two identical cards",
    games=ALL,
    sources=(ROBERTS.at("irregularities", 4),),
    window=LIVE,
    trigger="the same rank and suit lies in two places at once",
    ruling="All action is void; everybody gets back what they put in.",
    repair="every card comes back and the pack is changed",
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
    title="A card with another back reaches the top",
    games=ALL,
    sources=(ROBERTS.at("irregularities", 3, 7, derived=True),),
    settles=(A07,),
    window=LIVE,
    trigger="a card with another back, seen in the pack before, is the next to be dealt",
    ruling="It is taken out like a boxed card before it is in play, so that the hand need not be void.",
    repair="the card goes to the muck, the next one takes its place",
)
def foreign_reaches_top(hand: HandInPlay, seen: ForeignBack) -> Verdict | None:
    if not seen.known or seen.in_stub:
        return None
    if seen.placed.zone == MUCK:
        return Verdict(
            decision="remove",
            severity="stop",
            cards=hand.named(seen.placed),
            message="The card with the other back is out of the pack. Deal the next one.",
        )
    why = "The card with the other back has reached the top"
    return scrapped(hand, seen.placed, seen.due, why, counted=False)


@CHAPTER.rule(
    ForeignBack,
    id="deck.foreign-back-in-stub",
    title="A card with another back in the pack",
    games=ALL,
    sources=(ROBERTS.at("irregularities", 3),),
    window=LIVE,
    trigger="a card with another back is seen on the undealt pack only",
    ruling="All action stands.",
    repair="take the card out when it comes to the top, and before the next shuffle",
)
def foreign_in_stub(hand: HandInPlay, seen: ForeignBack) -> Verdict | None:
    if not seen.in_stub:
        return None
    return Verdict(
        decision="stands",
        cards=hand.named(seen.placed),
        message="A card with another back is in the undealt pack. Play goes on; take it out when it reaches the top.",
    )


@CHAPTER.rule(
    ForeignBack,
    id="deck.foreign-back-in-play",
    title="A card with another back in play",
    games=ALL,
    sources=(ROBERTS.at("irregularities", 3),),
    window=LIVE,
    trigger="a card with another back lies in front of a player, on the board, in the burns or in the muck",
    ruling="All action is void; everybody gets back what they put in.",
    repair="every card comes back and the pack is changed",
)
def foreign_in_play(hand: HandInPlay, seen: ForeignBack) -> Verdict | None:
    seat = seat_of(seen.placed.zone)
    return Verdict(
        decision="void",
        seats=() if seat is None else (seat,),
        cards=hand.named(seen.placed),
        message=f"A card with another back lies at {place(seen.placed.zone)}. "
        "The hand is void: return all chips, collect all cards and change the pack.",
    )
