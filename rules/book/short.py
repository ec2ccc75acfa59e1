"""A starting deal that stops too soon."""

from burncard.rules.book.conflicts import C12
from burncard.rules.book.exposed import WINDOW, misdeal
from burncard.rules.book.misdeals import REDEAL
from burncard.rules.cards import Seat, seat_of
from burncard.rules.games.documents import ROBERTS
from burncard.rules.hand.in_play import HandInPlay
from burncard.rules.hand.steps import Deal
from burncard.rules.rulings.effects import Instead
from burncard.rules.rulings.irregularities import ShortDeal
from burncard.rules.rulings.rulebook import ALL, BUTTON, Chapter, Verdict

CHAPTER: Chapter = Chapter(__name__)


@CHAPTER.rule(
    ShortDeal,
    id="misdeal.button-completion",
    title="The button lacks its last card",
    games=BUTTON,
    sources=(ROBERTS.at("lowball", 6),),
    settles=(C12,),
    window=WINDOW,
    trigger="the deal has stopped and only the button lacks its last card",
    ruling="No misdeal: the button is dealt the card.",
    repair="deal the button the top card",
)
def button_completion(hand: HandInPlay, seen: ShortDeal) -> Verdict | None:
    if len(seen.missing) != 1 or seat_of(seen.missing[0].zone) != hand.fact.button:
        return None
    return _complete(hand, seen.missing[0])


@CHAPTER.rule(
    ShortDeal,
    id="misdeal.top-card-completion",
    title="A seat lacks the card on top of the stub",
    games=ALL,
    sources=(ROBERTS.at("misdeals", 6),),
    settles=(C12,),
    window=WINDOW,
    trigger="one seat lacks one card, and the top card of the stub is the one it should have had",
    ruling="No misdeal: the seat is dealt the top card.",
    repair="deal the seat the top card",
)
def top_card_completion(hand: HandInPlay, seen: ShortDeal) -> Verdict | None:
    if len(seen.missing) != 1:
        return None
    return _complete(hand, seen.missing[0])


@CHAPTER.rule(
    ShortDeal,
    id="misdeal.entitled-dealt-out",
    title="A player is dealt out",
    games=ALL,
    sources=(
        ROBERTS.at("misdeals", 11),
        ROBERTS.at("lowball", 11),
    ),
    window=WINDOW,
    trigger="the deal has stopped and a seat that was to be dealt in has no card",
    ruling="Misdeal.",
    repair=REDEAL,
)
def entitled_dealt_out(hand: HandInPlay, seen: ShortDeal) -> Verdict | None:
    left_out = tuple(seat for seat in short_seats(seen) if not hand.held(seat))
    if not left_out:
        return None
    return misdeal(f"seat {left_out[0]} was dealt no card", left_out)


def short_seats(seen: ShortDeal) -> tuple[Seat, ...]:
    """The seats that lack cards, in the order of the deal."""
    seats = (seat_of(deal.zone) for deal in seen.missing)
    return tuple(dict.fromkeys(seat for seat in seats if seat is not None))


def _complete(hand: HandInPlay, missing: Deal) -> Verdict:
    seat = seat_of(missing.zone)
    given = Deal(missing.zone, missing.face, missing.street, repair=True, round_index=missing.round_index)
    return Verdict(
        decision="correct",
        seats=() if seat is None else (seat,),
        effects=(Instead(missing, (given,)),),
        message=f"Seat {seat} lacks a card, and the top of the pack is the one that it should have had: deal it.",
    )
