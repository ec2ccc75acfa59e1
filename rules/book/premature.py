"""Cards dealt before the betting round is over, which never play."""

from burncard.rules.book.conflicts import C03, C04
from burncard.rules.book.open_questions import A21
from burncard.rules.cards import ASIDE, BOARD, BURN, MUCK, seat_of
from burncard.rules.games.documents import GENERAL, ROBERTS, ROBERTS_EARLY
from burncard.rules.games.game import Street
from burncard.rules.hand.in_play import HandInPlay
from burncard.rules.hand.steps import Cut, Deal, Move, OpenStreet, Repair, Return, Shuffle, wait
from burncard.rules.hand.streets import mixed_before, staying_on_board
from burncard.rules.hand.table_card import named
from burncard.rules.rulings.effects import First, RedealLater, ShuffleBack
from burncard.rules.rulings.irregularities import EarlyBurn, PrematureCard
from burncard.rules.rulings.marks import EarlyBurnLost, EarlyBurnServes, MarkEarly
from burncard.rules.rulings.rulebook import ALL, DRAW, FLOP, Chapter, Verdict

CHAPTER: Chapter = Chapter(__name__)

BETTING_OPEN = "while a player still has to act"


@CHAPTER.rule(
    EarlyBurn,
    id="burn.early-burn-only",
    title="A card is burned too early",
    games=ALL,
    sources=(
        ROBERTS.at("irregularities", 15, derived=True),
        ROBERTS.at("hold'em irregularities", 4, 5),
        ROBERTS.at("seven-card stud", 14),
    ),
    settles=(A21,),
    window="the interrupted round",
    trigger="a card is burned while a player still has to act, and no card is turned",
    ruling="The burn stays and serves the coming street.",
    repair="no further burn on that street",
)
def early_burn_only(hand: HandInPlay, seen: EarlyBurn) -> Verdict | None:
    if hand.game.street_after(hand.street) is None:
        return Verdict(decision="stands", message="A card was burned and no street follows. It stays out of play.")
    if hand.dealing.early_burn is not None or hand.dealing.burns_made:
        return Verdict(
            decision="correct",
            effects=(First((Return((seen.placed,)),)),),
            message="A second card was burned before the betting was over. Put it back on top of the pack.",
        )
    return Verdict(
        decision="stands",
        message="The burn was made before the betting was over. It stays as the next burn; finish the betting.",
        effects=(EarlyBurnServes(seen.placed),),
    )


@CHAPTER.rule(
    PrematureCard,
    id="flop.premature",
    title="The flop is dealt before the betting is over",
    games=FLOP,
    sources=(
        ROBERTS.at("hold'em irregularities", 4),
        ROBERTS.at("irregularities", 15),
        ROBERTS_EARLY.at("hold'em irregularities", 4),
        GENERAL.at("hold'em", 5),
        GENERAL.at("Omaha", 5),
        GENERAL.at("Omaha high-low", 5),
    ),
    settles=(C03,),
    window=BETTING_OPEN,
    trigger="a board card is turned while a player still has to act before the flop",
    ruling="The cards do not play, even if the remaining players fold. Finish the betting, then deal the flop again.",
    repair="finish the betting; board cards go back, shuffle, cut, deal the flop without a burn",
)
def flop_premature(hand: HandInPlay, seen: PrematureCard) -> Verdict | None:
    following = hand.game.street_after(hand.street)
    if not hand.starting or following is None or seen.placed.zone != BOARD:
        return None
    opening = next(item for item in hand.plan.upcoming(OpenStreet) if item.street is following)
    board = staying_on_board(hand)
    again: tuple[Repair, ...] = (
        Return(board),
        Shuffle(),
        Cut(),
        *(Deal(BOARD, "up", following.name, repair=True) for _ in range(following.board)),
    )
    return Verdict(
        decision="redeal-board",
        cards=tuple(placed.card for placed in board if placed.seen),
        effects=(RedealLater(opening, again),),
        message="The flop was turned before the betting was over. Finish the betting, then return these cards to the "
        "pack, shuffle, cut and deal the flop without a burn.",
    )


@CHAPTER.rule(
    PrematureCard,
    id="turn.premature-003",
    title="The turn is dealt early in the general house",
    games=FLOP,
    houses=("general",),
    elsewhere="turn.premature",
    sources=(
        GENERAL.at("hold'em", 5),
        GENERAL.at("Omaha", 5),
        GENERAL.at("Omaha high-low", 5),
    ),
    settles=(C04,),
    window=BETTING_OPEN,
    trigger="a fourth board card is turned while a player still has to act on the flop",
    ruling="It is out of play for the round. Finish the betting, burn and turn the next card. Before the river the "
    "early card is shuffled back, and the river is dealt without a burn.",
    repair="the early card lies aside; burn, turn; after the betting return it, shuffle, cut, deal the river",
)
def premature_003(hand: HandInPlay, seen: PrematureCard) -> Verdict | None:
    return turn_premature(hand, seen)


@CHAPTER.rule(
    PrematureCard,
    id="turn.premature",
    title="The turn is dealt before the flop betting is over",
    games=FLOP,
    sources=(
        ROBERTS.at("hold'em irregularities", 5),
        ROBERTS_EARLY.at("hold'em irregularities", 5),
        GENERAL.at("hold'em", 5),
        GENERAL.at("Omaha", 5),
        GENERAL.at("Omaha high-low", 5),
    ),
    settles=(C04,),
    window="from the early card to the river",
    trigger="a fourth board card is turned while a player still has to act on the flop",
    ruling="It is set aside. Finish the betting, burn and turn the next card. Before the river the early card is "
    "shuffled back, and the river is dealt without a burn.",
    repair="the early card lies aside; burn, turn; after the betting return it, shuffle, cut, deal the river",
)
def turn_premature(hand: HandInPlay, seen: PrematureCard) -> Verdict | None:
    turn = hand.game.street_after(hand.street)
    if turn is None or seen.placed.zone != BOARD or hand.game.street_after(turn) is None:
        return None
    river = hand.game.street_after(turn)
    assert river is not None
    return _held_aside(hand, seen, turn.name, river)


@CHAPTER.rule(
    PrematureCard,
    id="river.premature",
    title="The river is dealt before the turn betting is over",
    games=FLOP,
    sources=(
        ROBERTS.at("hold'em irregularities", 5),
        ROBERTS_EARLY.at("hold'em irregularities", 5),
        GENERAL.at("hold'em", 5),
    ),
    settles=(C04,),
    window="from the early card to the new river",
    trigger="a fifth board card is turned while a player still has to act on the turn",
    ruling="It is taken back. Finish the betting, shuffle it into the stub, and deal the river without a burn.",
    repair="the early card lies aside; after the betting return it, shuffle, cut, deal the river",
)
def river_premature(hand: HandInPlay, seen: PrematureCard) -> Verdict | None:
    river = hand.game.street_after(hand.street)
    if river is None or seen.placed.zone != BOARD:
        return None
    return _held_aside(hand, seen, None, river)


@CHAPTER.rule(
    PrematureCard,
    id="premature.never-plays",
    title="A card is dealt to a seat before the betting is over",
    games=(*FLOP, *DRAW),
    sources=(ROBERTS.at("irregularities", 15),),
    settles=(C04,),
    window="the interrupted round",
    trigger="a card leaves the stub for a seat before the betting is over",
    ruling="It does not play, even if the remaining players would have folded.",
    repair="the card goes to the muck",
)
def never_plays(hand: HandInPlay, seen: PrematureCard) -> Verdict | None:
    placed = seen.placed
    seat = seat_of(placed.zone)
    return Verdict(
        decision="remove",
        seats=() if seat is None else (seat,),
        cards=named(placed),
        effects=(First((Move(placed, placed.zone, MUCK, placed.face),)), MarkEarly(placed)),
        message="The card was dealt before the betting was over. It is out of play; finish the betting.",
    )


def _held_aside(hand: HandInPlay, seen: PrematureCard, middle: str | None, last: Street) -> Verdict:
    """The early card waits aside until it is shuffled back in before the last street."""
    placed = seen.placed
    turn_steps = (
        () if middle is None else (Deal(BURN, "down", middle), Deal(BOARD, "up", middle), wait(f"the {middle} betting"))
    )
    return Verdict(
        decision="remove",
        cards=named(placed),
        effects=(
            First((Move(placed, BOARD, ASIDE, "up"),)),
            EarlyBurnLost(),
            ShuffleBack(last, placed, mixed_before(hand, last), ahead=(wait("the betting"), *turn_steps)),
        ),
        message="The card was turned before the betting was over: put it aside and finish the betting. "
        + (f"Then burn and deal the {middle}. " if middle else "")
        + f"Before the {last.name}, shuffle it back in and deal without a burn.",
    )
