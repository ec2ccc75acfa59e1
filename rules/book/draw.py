"""Draw games: exposed cards before and on the draw, short hands, a stub that runs out."""

from msgspec.structs import replace

from burncard.rules.book.conflicts import C15, C20, C23, C24, C44
from burncard.rules.book.dead import dead_hand
from burncard.rules.book.exposed import WINDOW, card_name, kept, misdeal, replaced
from burncard.rules.book.misdeals import REDEAL
from burncard.rules.book.open_questions import A12, A19, A23
from burncard.rules.book.short import short_seats
from burncard.rules.cards import JOKER, MUCK, UNREAD, seat_zone
from burncard.rules.games.documents import COMMON_PRACTICE, GENERAL, ROBERTS
from burncard.rules.hand.in_play import HandInPlay
from burncard.rules.hand.questions import draw_is_over, scraps_before
from burncard.rules.hand.steps import Cut, Deal, Move, Shuffle, returns
from burncard.rules.hand.table_card import named
from burncard.rules.rulings.effects import First, InPlace
from burncard.rules.rulings.irregularities import (
    DrawPackShort,
    Exposed,
    ShortDeal,
    WrongCount,
)
from burncard.rules.rulings.marks import OwedAfterDraw, Reshuffled
from burncard.rules.rulings.rulebook import DRAW, DRAW_HIGH, LIMIT, LOWBALL, NO_OR_POT_LIMIT, Chapter, Verdict

CHAPTER: Chapter = Chapter(__name__)

BEFORE_DRAW = "from the starting deal to the draw"
DRAWING = "the draw, until somebody acts after it"
SEVEN_AND_UNDER = frozenset("A234567")
WHEEL = frozenset("A2345")
BEST_27 = frozenset("23457")


@CHAPTER.rule(
    Exposed,
    id="expose.bigbet-on-draw",
    title="A card is exposed on the draw in big-bet lowball",
    games=LOWBALL,
    structures=NO_OR_POT_LIMIT,
    sources=(ROBERTS.at("no-limit and pot-limit lowball", 5),),
    settles=(A12,),
    window="the draw, until a player acts after it",
    trigger="a drawn card is exposed in big-bet lowball",
    ruling="It is always replaced, whatever its rank.",
    repair="the card goes to the muck, now or later; after all draws the seat is dealt another",
)
def bigbet_on_draw(hand: HandInPlay, seen: Exposed) -> Verdict | None:
    return _on_the_draw(hand, seen)


@CHAPTER.rule(
    Exposed,
    id="expose.on-the-draw",
    title="A card is exposed on the draw",
    games=DRAW,
    sources=(
        ROBERTS.at("lowball", 21),
        ROBERTS.at("draw high", 10),
        GENERAL.at("five-card draw", 7),
    ),
    settles=(A23,),
    window="the draw, until a player acts after it",
    trigger="a drawn card is exposed",
    ruling="It may not be kept. It is replaced after all other players have drawn.",
    repair="the card goes to the muck, now or later; after all draws the seat is dealt another",
)
def on_the_draw(hand: HandInPlay, seen: Exposed) -> Verdict | None:
    return _on_the_draw(hand, seen)


@CHAPTER.rule(
    Exposed,
    id="misdeal.first-or-second-exposed-draw",
    title="The first or second card of a draw game is exposed",
    games=DRAW,
    sources=(
        ROBERTS.at("misdeals", 2),
        ROBERTS.at("lowball", 3),
    ),
    settles=(C23,),
    window=WINDOW,
    trigger="the dealer exposes the first or the second card of the deal",
    ruling="Misdeal. This goes before any rule about keeping the card.",
    repair=REDEAL,
)
def first_or_second_exposed_draw(hand: HandInPlay, seen: Exposed) -> Verdict | None:
    ordinal = seen.placed.ordinal - scraps_before(hand, seen.placed)
    if not hand.starting or not hand.window_open or ordinal > 2:
        return None
    return misdeal(f"seat {seen.seat}'s card was one of the first two and was shown", (seen.seat,), seen.placed)


@CHAPTER.rule(
    Exposed,
    id="expose.a5-limit",
    title="A card is exposed in limit ace-to-five",
    games=("lowball-a5",),
    structures=LIMIT,
    sources=(ROBERTS.at("ace-to-five lowball", 4),),
    settles=(C24, A19),
    window=BEFORE_DRAW,
    trigger="the dealer exposes one card before the draw",
    ruling="A seven or lower is kept. A higher card is replaced after the deal and becomes the burn.",
    repair="finish the deal, deal the seat the top card, move the exposed card to the burn",
)
def a5_limit(hand: HandInPlay, seen: Exposed) -> Verdict | None:
    return _take_or_replace(hand, seen, SEVEN_AND_UNDER, "a seven or lower must be taken")


@CHAPTER.rule(
    Exposed,
    id="expose.a5-bigbet",
    title="A card is exposed in big-bet ace-to-five",
    games=("lowball-a5",),
    structures=NO_OR_POT_LIMIT,
    sources=(ROBERTS.at("no-limit and pot-limit lowball", 2),),
    settles=(C24,),
    window=BEFORE_DRAW,
    trigger="the dealer exposes one card before the draw",
    ruling="An ace to a five must be kept; any other card is replaced.",
    repair="finish the deal, deal the seat the top card, move the exposed card to the burn",
)
def a5_bigbet(hand: HandInPlay, seen: Exposed) -> Verdict | None:
    return _take_or_replace(hand, seen, WHEEL, "ace to five must be taken")


@CHAPTER.rule(
    Exposed,
    id="expose.27-limit",
    title="A card is exposed in limit deuce-to-seven",
    games=("lowball-27",),
    structures=LIMIT,
    sources=(ROBERTS.at("deuce-to-seven lowball", 3),),
    window=BEFORE_DRAW,
    trigger="the dealer exposes one card before the draw",
    ruling="A 2, 3, 4, 5 or 7 must be kept; any other card, the 6 included, is replaced.",
    repair="finish the deal, deal the seat the top card, move the exposed card to the burn",
)
def expose_27_limit(hand: HandInPlay, seen: Exposed) -> Verdict | None:
    return _take_or_replace(hand, seen, BEST_27, "2, 3, 4, 5 and 7 must be taken")


@CHAPTER.rule(
    Exposed,
    id="expose.27-bigbet",
    title="A card is exposed in big-bet deuce-to-seven",
    games=("lowball-27",),
    structures=NO_OR_POT_LIMIT,
    sources=(ROBERTS.at("no-limit and pot-limit lowball", 2, 4),),
    window=BEFORE_DRAW,
    trigger="the dealer exposes one card before the draw",
    ruling="A 2, 3, 4, 5 or 7 must be kept; any other card, the 6 included, is replaced.",
    repair="finish the deal, deal the seat the top card, move the exposed card to the burn",
)
def expose_27_bigbet(hand: HandInPlay, seen: Exposed) -> Verdict | None:
    return _take_or_replace(hand, seen, BEST_27, "2, 3, 4, 5 and 7 must be taken")


@CHAPTER.rule(
    Exposed,
    id="expose.draw-high-keep",
    title="A card is exposed before the draw in draw high",
    games=DRAW_HIGH,
    sources=(
        ROBERTS.at("draw high", 3),
        GENERAL.at("five-card draw", 3),
    ),
    settles=(C23,),
    window="the starting deal",
    trigger="the dealer exposes one card before the draw",
    ruling="The player must keep it.",
)
def draw_high_keep(hand: HandInPlay, seen: Exposed) -> Verdict | None:
    if not hand.starting:
        return None
    return kept(seen, "in draw high an exposed card is kept")


@CHAPTER.rule(
    ShortDeal,
    id="draw.high-short-misdeal",
    title="A hand is short in draw high",
    games=DRAW_HIGH,
    sources=(ROBERTS.at("draw high", 4),),
    settles=(C15,),
    window="before the first action",
    trigger="the deal has stopped, a seat other than the button is short and no player has acted",
    ruling="Misdeal.",
    repair=REDEAL,
)
def high_short_misdeal(hand: HandInPlay, seen: ShortDeal) -> Verdict | None:
    seats = short_seats(seen)
    if seats == (hand.fact.button,) and len(seen.missing) == 1:
        return None
    return misdeal("a hand is short of cards", seats)


@CHAPTER.rule(
    ShortDeal,
    id="draw.lowball-button-fifth",
    title="The button lacks its fifth card after action",
    games=DRAW,
    sources=(
        ROBERTS.at("lowball", 23),
        ROBERTS.at("draw high", 4),
    ),
    window="the first betting round",
    trigger="only the button lacks its fifth card and a player has acted",
    ruling="The button may still be dealt the card.",
    repair="deal the button the top card",
)
def lowball_button_fifth(hand: HandInPlay, seen: ShortDeal) -> Verdict | None:
    if short_seats(seen) != (hand.fact.button,) or len(seen.missing) != 1:
        return None
    return _filled(seen)


@CHAPTER.rule(
    ShortDeal,
    id="draw.lowball-short-before-action",
    title="A hand is short in lowball",
    games=LOWBALL,
    sources=(ROBERTS.at("lowball", 23),),
    settles=(C15,),
    window="before the first action, or later if that came before the deal was complete",
    trigger="the deal has stopped and hands are short",
    ruling="The missing cards are dealt.",
    repair="deal the missing cards",
)
def lowball_short_before_action(hand: HandInPlay, seen: ShortDeal) -> Verdict | None:
    if any(not hand.held(seat) for seat in short_seats(seen)):
        return None
    return _filled(seen)


@CHAPTER.rule(
    WrongCount,
    id="draw.003-short-after-draw-misdeal",
    title="A hand is short after the draw in the general house",
    games=DRAW,
    houses=("general",),
    elsewhere="draw.five-card-hand",
    sources=(GENERAL.at("five-card draw", 4),),
    settles=(C15, C20),
    window="after the draw",
    trigger="the draw is over and a hand has fewer than five cards",
    ruling="Misdeal.",
    repair=REDEAL,
)
def draw_003_short_after_draw_misdeal(hand: HandInPlay, seen: WrongCount) -> Verdict | None:
    if seen.held >= hand.game.hand_size or seen.moment != "after-draw":
        return None
    return misdeal(f"seat {seen.seat} has too few cards after the draw", (seen.seat,))


@CHAPTER.rule(
    WrongCount,
    id="draw.five-card-hand",
    title="A draw hand does not have five cards",
    games=DRAW,
    sources=(
        ROBERTS.at("lowball", 23),
        ROBERTS.at("draw high", 4),
        GENERAL.at("five-card draw", 4),
    ),
    settles=(C15,),
    window="after the draw",
    trigger="a live hand has fewer or more than five cards after the draw",
    ruling="The hand is fouled; its chips stay in the pot.",
    repair="the hand goes to the muck",
)
def five_card_hand(hand: HandInPlay, seen: WrongCount) -> Verdict | None:
    if hand.starting:
        return None
    return dead_hand(hand, seen.seat, f"Seat {seen.seat} does not have five cards")


@CHAPTER.rule(
    DrawPackShort,
    id="draw.out-of-cards",
    title="The stub runs out in the draw",
    games=DRAW,
    sources=(COMMON_PRACTICE.at(),),
    settles=(C44,),
    window="the draw",
    trigger="the stub has fewer cards than a player draws",
    ruling="The earlier discards, without the player's own, are shuffled with the stub, and the draw goes on.",
    repair="return the earlier discards, shuffle, cut, deal",
)
def out_of_cards(hand: HandInPlay, seen: DrawPackShort) -> Verdict | None:
    own = [] if hand.drawing is None else hand.drawing.discards_of(seen.seat)
    folded = [placed for seat in hand.betting.seats if not hand.in_hand(seat) for placed in hand.held(seat)]
    back = tuple(
        placed
        for placed in (*hand.felt.cards_in(MUCK), *folded)
        if placed not in own and not placed.boxed and not (not hand.pack.has_joker and placed.card == JOKER)
    )
    if not back:
        return None
    return Verdict(
        decision="correct",
        seats=(seen.seat,),
        effects=(First((*returns(back), Shuffle(), Cut())), Reshuffled(seen.seat, seen.late)),
        message=f"The pack has {seen.stub} cards and {seen.needed} are due. Shuffle the earlier discards in, without "
        f"seat {seen.seat}'s own, and go on.",
    )


def _on_the_draw(hand: HandInPlay, seen: Exposed) -> Verdict | None:
    draw = hand.draw
    if draw is None or draw_is_over(hand) or not draw.is_drawn(seen.placed):
        return None
    if hand.drawing is None and seen.how == "turned":
        return None  # a press still tells of how the card came; this one lay face down when the draw ended
    again = Deal(seat_zone(seen.seat), "down", hand.street.name, repair=True, instead_of=seen.placed)

    away = Move(seen.placed, seen.placed.zone, MUCK, "up", seen.others, may_wait=True)
    owed = () if draw.is_to_draw(seen.seat) else (OwedAfterDraw(again),)  # its own draw will fill its hand
    return Verdict(
        decision="replace",
        seats=(seen.seat,),
        cards=named(seen.placed),
        effects=(First((away,)), *owed),
        message=f"Seat {seen.seat}'s {card_name(seen.placed)} was shown on the draw and cannot be taken. Muck it; "
        "when all players have drawn, deal the seat another.",
    )


def _take_or_replace(hand: HandInPlay, seen: Exposed, taken: frozenset[str], why: str) -> Verdict | None:
    if not hand.starting:
        return None
    card = seen.placed.told
    if card is None or card == UNREAD:
        return Verdict(decision="floor", needs_card=True, message="Which card was shown decides what becomes of it.")
    if card in (JOKER, *hand.pack.wild) or card[0] in taken:
        return kept(seen, why)
    return replaced(hand, seen, to_burn=hand.dealing.burns_made == 0)


def _filled(seen: ShortDeal) -> Verdict:
    """The missing cards are dealt before the betting goes on."""
    seats = short_seats(seen)
    return Verdict(
        decision="correct",
        seats=seats,
        effects=tuple(InPlace(deal, (replace(deal, repair=True),)) for deal in seen.missing),
        message=f"Seat {', '.join(map(str, seats))} is short. Deal the missing cards before the betting goes on.",
    )
