"""The board: a flop with a wrong number of cards, and two cards turned on one street."""

from collections.abc import Sequence

from burncard.rules.book.conflicts import C03
from burncard.rules.book.misdeals import place
from burncard.rules.book.open_questions import A08, A18
from burncard.rules.cards import ASIDE, BOARD, MUCK
from burncard.rules.games.documents import GENERAL, ROBERTS, ROBERTS_EARLY
from burncard.rules.hand.in_play import HandInPlay
from burncard.rules.hand.steps import Move, OpenStreet, Showdown
from burncard.rules.hand.streets import mixed_before, redeal_board, staying_on_board
from burncard.rules.hand.table_card import TableCard, named
from burncard.rules.rulings.effects import DropStreetDeals, First, Instead, Quietly, ShuffleBack
from burncard.rules.rulings.irregularities import BoardOverfull, DoubleBurn, MissedBurn, ShortBoard, WrongPlace
from burncard.rules.rulings.rulebook import FLOP, Chapter, Verdict

CHAPTER: Chapter = Chapter(__name__)

FLOP_REDEAL = "board cards go back, shuffle, cut, deal the board again without a burn"


@CHAPTER.rule(
    BoardOverfull,
    MissedBurn,
    DoubleBurn,
    WrongPlace,
    id="flop.any-error-reshuffle",
    title="The flop has any error in the general house",
    games=FLOP,
    houses=("general",),
    elsewhere="flop.redeal-procedure",
    replaces={"general": ("flop.too-many-cards", "burn.flop-error-before-flop", "flop.redeal-procedure")},
    sources=(
        GENERAL.at("hold'em", 4),
        GENERAL.at("Omaha", 4),
        GENERAL.at("Omaha high-low", 4),
    ),
    settles=(C03,),
    window="before flop betting",
    trigger="the flop has too many cards, a missing or second burn before it, or a card dealt elsewhere",
    ruling="The flop is shuffled back and dealt again at once, whatever the error.",
    repair=FLOP_REDEAL,
)
def any_error_reshuffle(hand: HandInPlay, seen: BoardOverfull | MissedBurn | DoubleBurn | WrongPlace) -> Verdict | None:
    if isinstance(seen, BoardOverfull):
        return _too_many(hand, seen)
    if hand.street.board < 3 or seen.due is None or seen.due.repair:
        return None
    if isinstance(seen, WrongPlace):
        if seen.due.zone != BOARD:
            return None
        return reshuffle_flop(hand, flop_with(hand, seen.placed), "A card of the flop went elsewhere")
    return reshuffle_flop(hand, flop_with(hand, seen.placed), "The burn before the flop was not right")


@CHAPTER.rule(
    BoardOverfull,
    id="flop.too-many-cards",
    title="The flop has too many cards",
    games=FLOP,
    sources=(
        ROBERTS.at("hold'em irregularities", 3),
        ROBERTS_EARLY.at("hold'em irregularities", 3),
        GENERAL.at("hold'em", 4),
        GENERAL.at("Omaha", 4),
        GENERAL.at("Omaha high-low", 4),
    ),
    settles=(C03,),
    window="from the flop until its betting begins",
    trigger="a fourth card reaches the board on the flop",
    ruling="The flop is dealt again, even if it is clear which card was extra.",
    repair=FLOP_REDEAL,
)
def too_many_cards(hand: HandInPlay, seen: BoardOverfull) -> Verdict | None:
    return _too_many(hand, seen)


@CHAPTER.rule(
    BoardOverfull,
    id="showdown.sequence-flop-games",
    title="A card is dealt after the river",
    kind="procedure",
    games=FLOP,
    sources=(
        ROBERTS.at("hold'em, rounds of betting"),
        ROBERTS.at("Omaha, betting rounds"),
        ROBERTS_EARLY.at("hold'em, betting rounds"),
        GENERAL.at("hold'em, sequence of play"),
        GENERAL.at("Omaha, sequence of play"),
        GENERAL.at("Omaha high-low, sequence of play"),
    ),
    window="the showdown",
    trigger="a card reaches the board after the last betting round",
    ruling="No card follows the river; the card is out of play.",
    repair="the card goes to the muck",
)
def sequence_flop_games(hand: HandInPlay, seen: BoardOverfull) -> Verdict | None:
    if not isinstance(hand.plan.head, Showdown):
        return None
    return Verdict(
        decision="remove",
        cards=named(seen.placed),
        effects=(First((Move(seen.placed, BOARD, MUCK, "up"),)),),
        message="The board was complete. The card is out of play.",
    )


@CHAPTER.rule(
    BoardOverfull,
    id="turn.two-cards",
    title="Two cards are turned on one street",
    games=FLOP,
    sources=(
        ROBERTS.at("irregularities", 15, derived=True),
        ROBERTS.at("hold'em irregularities", 5),
    ),
    settles=(A18,),
    window="before the betting on that street",
    trigger="a second card is turned on the turn or the river",
    ruling="The first off the stub is the card of the street; the second is an early card of the next one. If their "
    "order is not known, the floor decides.",
    repair="the second card lies aside; before the river it is shuffled back, and no card is burned",
)
def two_cards(hand: HandInPlay, seen: BoardOverfull) -> Verdict | None:
    street, following = hand.street.name, hand.game.street_after(hand.street)
    others = tuple(card for card in hand.felt.cards_in(BOARD) if card is not seen.placed and _came_with(seen, card))
    aside = Move(seen.placed, BOARD, ASIDE, "up", others)
    later = "it is out of play."
    shuffled_back: tuple[Quietly, ...] = ()
    if following is not None:
        later = f"it is shuffled back before the {following.name}, which is dealt without a burn."
        shuffled_back = (Quietly(ShuffleBack(following, seen.placed, mixed_before(hand, following))),)
    if others:
        return Verdict(
            decision="floor",
            cards=tuple(card.card for card in (*others, seen.placed) if card.seen),
            effects=(Quietly(First((aside,))), *shuffled_back),
            message=f"It is not known which of these came first. The floor says which is the {street}; put the other "
            f"aside: {later}",
        )
    return Verdict(
        decision="remove",
        cards=named(seen.placed),
        effects=(First((aside,)), *shuffled_back),
        message=f"The first card is the {street}. Put the second aside; {later}",
    )


def _came_with(seen: BoardOverfull, card: TableCard) -> bool:
    """Whether two cards were seen in one reader cycle, so that it is not known which left the pack first."""
    return card.sweep is not None and card.sweep == seen.placed.sweep


@CHAPTER.rule(
    ShortBoard,
    id="flop.too-few-cards",
    title="The flop has too few cards",
    games=FLOP,
    sources=(
        ROBERTS.at("hold'em, rounds of betting", derived=True),
        GENERAL.at("hold'em", 4),
    ),
    settles=(A08,),
    window="before flop betting",
    trigger="the dealer burns while only one or two cards of the flop lie on the board",
    ruling="The flop is completed from the top; in the general house it is dealt again.",
    repair="the missing cards go to the board",
)
def too_few_cards(hand: HandInPlay, seen: ShortBoard) -> Verdict | None:
    if hand.house.flop_error_redealt:
        return reshuffle_flop(hand, flop_with(hand, seen.placed), "The flop was not complete")
    return Verdict(
        decision="correct",
        effects=(Instead(seen.due, (Move(seen.placed, seen.placed.zone, BOARD, "up"),)),),
        message=f"The flop is not complete: the card at {place(seen.placed.zone)} belongs on the board.",
    )


def flop_with(hand: HandInPlay, placed: TableCard) -> tuple[TableCard, ...]:
    """The cards of the flop that lie there, and one that belongs to it or came with it."""
    board = staying_on_board(hand)
    return board if placed in board else (*board, placed)


def reshuffle_flop(hand: HandInPlay, placed: Sequence[TableCard], why: str) -> Verdict:
    """The cards of a faulty flop go back, and it is dealt again without a burn."""
    return Verdict(
        decision="redeal-board",
        cards=tuple(card.card for card in placed if card.seen),
        effects=(First(redeal_board(hand, hand.street, placed)), DropStreetDeals()),
        message=f"{why}. Return these cards to the pack, shuffle, cut and deal the flop again without a burn.",
    )


def _too_many(hand: HandInPlay, seen: BoardOverfull) -> Verdict | None:
    if hand.street.board < 3 or isinstance(hand.plan.head, OpenStreet | Showdown):
        return None
    return Verdict(
        decision="redeal-board",
        cards=tuple(placed.card for placed in staying_on_board(hand) if placed.seen),
        effects=(First(redeal_board(hand, hand.street, staying_on_board(hand))),),
        message="The flop has too many cards. Return the board to the pack, shuffle, cut and deal it again "
        "without a burn.",
    )
