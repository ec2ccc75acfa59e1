"""Missed and double burns in the flop and draw games."""

from burncard.rules.book.conflicts import C03
from burncard.rules.book.flop import flop_with, reshuffle_flop
from burncard.rules.book.misdeals import back_on_the_pack, place
from burncard.rules.cards import BOARD, BURN, seat_of, spoken
from burncard.rules.games.documents import GENERAL, ROBERTS, ROBERTS_EARLY, ROBERTS_LATER
from burncard.rules.hand.in_play import HandInPlay
from burncard.rules.hand.questions import is_exposed, is_extra
from burncard.rules.hand.steps import Deal, Move, Return
from burncard.rules.hand.table_card import TableCard, named
from burncard.rules.rulings.effects import First, Instead
from burncard.rules.rulings.irregularities import DoubleBurn, EarlyBurn, MissedBurn, WrongPlace
from burncard.rules.rulings.rulebook import DRAW, FLOP, LOWBALL, STUD, Chapter, Verdict

CHAPTER: Chapter = Chapter(__name__)


@CHAPTER.rule(
    WrongPlace,
    id="burn.none-on-flop-redeal",
    title="A card is burned for a redealt flop",
    kind="procedure",
    games=FLOP,
    sources=(
        ROBERTS.at("hold'em irregularities", 4),
        ROBERTS_EARLY.at("hold'em irregularities", 4),
    ),
    window="flop redeal",
    trigger="a flop is dealt again and a card is burned for it",
    ruling="The first burn stays; no other card is burned.",
    repair="the card goes to the board",
)
def none_on_flop_redeal(hand: HandInPlay, seen: WrongPlace) -> Verdict | None:
    due = seen.due
    if due is None or not due.repair or (due.zone, seen.placed.zone) != (BOARD, BURN):
        return None
    return _no_burn_due(seen.placed, due, "The flop is dealt again without a burn")


@CHAPTER.rule(
    DoubleBurn,
    id="burn.none-on-river-redeal",
    title="A card is burned for a reshuffled river",
    kind="procedure",
    games=FLOP,
    sources=(
        ROBERTS.at("hold'em irregularities", 5),
        ROBERTS_EARLY.at("hold'em irregularities", 5),
    ),
    window="river",
    trigger="a river is dealt after a reshuffle and a card is burned for it",
    ruling="The river is dealt without another burn.",
    repair="the card goes to the board",
)
def none_on_river_redeal(hand: HandInPlay, seen: DoubleBurn) -> Verdict | None:
    if hand.dealing.burnless != hand.street.name:
        return None
    return _no_burn_due(seen.placed, seen.due, f"The {hand.street.name} is dealt without a burn")


@CHAPTER.rule(
    DoubleBurn,
    EarlyBurn,
    WrongPlace,
    id="burn.exposed-replaces",
    title="A second card is burned beside an exposed or extra card",
    kind="procedure",
    games=(*FLOP, *STUD, *LOWBALL),
    sources=(
        ROBERTS.at("hold'em irregularities", 2, 6),
        ROBERTS.at("ace-to-five lowball", 4),
        ROBERTS.at("irregularities", 11),
        ROBERTS_EARLY.at("hold'em irregularities", 2, 6),
        GENERAL.at("hold'em", 2),
        GENERAL.at("Omaha", 2),
        GENERAL.at("Omaha high-low", 2),
    ),
    window="until the next street or draw",
    trigger="an exposed or extra card is the burn, and another card is burned for that street",
    ruling="No other card is burned for that street.",
    repair="the card goes where the next one was due, or back on the stub while none is",
)
def exposed_replaces(hand: HandInPlay, seen: DoubleBurn | EarlyBurn | WrongPlace) -> Verdict | None:
    burning = [placed for placed in hand.felt.cards_in(BURN) if is_exposed(placed) or is_extra(placed)]
    if hand.street not in hand.game.streets[:2] or not burning or seen.placed.zone != BURN:
        return None
    name = f"The {spoken(burning[0].card)}" if burning[0].seen else "The card taken back"
    if isinstance(seen, DoubleBurn):
        after_the_round = hand.street is hand.game.streets[1]
        return _no_burn_due(seen.placed, seen.due, f"{name} is the burn of this street") if after_the_round else None
    if isinstance(seen, EarlyBurn) != hand.starting or (isinstance(seen, WrongPlace) and seen.due is not None):
        return None
    return Verdict(
        decision="correct",
        effects=(First((Return((seen.placed,)),)),),
        message=f"{name} is the next burn already. Put the card just burned back on top of the pack.",
    )


@CHAPTER.rule(
    MissedBurn,
    DoubleBurn,
    id="burn.flop-error-before-flop",
    title="A burn is missed or doubled before the flop",
    games=FLOP,
    sources=(ROBERTS_LATER.at("hold'em"),),
    settles=(C03,),
    window="before betting on the flop",
    trigger="the first card of the flop comes without a burn, or a second card is burned",
    ruling="It is corrected while no card of the flop has been seen; after that the flop is shuffled back.",
    repair="the card goes where it belongs; or the board goes back, shuffle, cut, deal the flop",
)
def flop_error_before_flop(hand: HandInPlay, seen: MissedBurn | DoubleBurn) -> Verdict | None:
    if hand.street.board < 3:
        return None
    if isinstance(seen, MissedBurn) and seen.placed.seen:
        return reshuffle_flop(hand, flop_with(hand, seen.placed), "The flop was turned without a burn")
    return _put_right(hand, seen)


@CHAPTER.rule(
    MissedBurn,
    DoubleBurn,
    id="burn.flop-game-error-later",
    title="A burn is missed or doubled before the turn or river",
    games=FLOP,
    sources=(ROBERTS_LATER.at("hold'em"),),
    window="before betting on that street",
    trigger="the turn or the river comes without a burn, or a second card is burned for it",
    ruling="Before the betting the cards are moved to where they should have gone.",
    repair="without a burn the turned card becomes the burn; a second burn becomes the card of the street",
)
def flop_game_error_later(hand: HandInPlay, seen: MissedBurn | DoubleBurn) -> Verdict | None:
    return _put_right(hand, seen)


@CHAPTER.rule(
    MissedBurn,
    DoubleBurn,
    WrongPlace,
    id="burn.draw",
    title="A burn is missed or doubled before the draw",
    kind="deal-sequence",
    games=DRAW,
    sources=(
        ROBERTS.at("lowball", 22, 25),
        ROBERTS.at("draw high", 5, 7),
    ),
    window="the draw",
    trigger="the first replacement comes without a burn, or a second card is burned",
    ruling="One card is burned before the first replacement. A card dealt in the wrong place is moved to the right "
    "one.",
    repair="without a burn the card dealt becomes the burn; a second burn is the next replacement, or goes back on "
    "the stub",
)
def draw(hand: HandInPlay, seen: MissedBurn | DoubleBurn | WrongPlace) -> Verdict | None:
    if isinstance(seen, WrongPlace):
        again = hand.drawing is not None and seen.due is None and seen.placed.zone == BURN
        return back_on_the_pack(hand, seen.placed) if again else None
    return _put_right(hand, seen)


def _no_burn_due(placed: TableCard, due: Deal, why: str) -> Verdict:
    """A card was burned where none is: it goes where it would have gone."""
    return Verdict(
        decision="correct",
        seats=tuple(seat for seat in (seat_of(due.zone),) if seat is not None),
        effects=(Instead(due, (Move(placed, BURN, due.zone, due.face),)),),
        message=f"{why}. The card just burned belongs to {place(due.zone)}.",
    )


def _put_right(hand: HandInPlay, seen: MissedBurn | DoubleBurn) -> Verdict:
    """Each card goes to the place that it would have had: the pack's order decides."""
    placed = seen.placed
    if isinstance(seen, MissedBurn):
        return Verdict(
            decision="correct",
            cards=named(placed),
            effects=(Instead(seen.due, (Move(placed, placed.zone, BURN, placed.face),)),),
            message=f"No card was burned before the {hand.street.name}. The card just dealt is the burn.",
        )
    due: Deal = seen.due
    return Verdict(
        decision="correct",
        effects=(Instead(due, (Move(placed, BURN, due.zone, due.face),)),),
        message=f"Two cards were burned before the {hand.street.name}. The second one belongs to {place(due.zone)}.",
    )
