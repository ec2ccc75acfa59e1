"""Extra cards in the starting hands."""

from msgspec.structs import replace

from burncard.rules.book.conflicts import C39
from burncard.rules.book.exposed import WINDOW, card_name, ends_the_deal, exposed_seats, misdeal
from burncard.rules.book.misdeals import REDEAL
from burncard.rules.book.open_questions import A01, A02
from burncard.rules.cards import BURN, MUCK, seat_of, seat_zone
from burncard.rules.games.documents import ROBERTS, ROBERTS_EARLY
from burncard.rules.hand.in_play import HandInPlay
from burncard.rules.hand.questions import exposed_cards, extra_cards, first_seat, is_exposed, is_extra
from burncard.rules.hand.steps import Deal, Move
from burncard.rules.hand.table_card import named
from burncard.rules.rulings.effects import First, InPlace, Instead, Quietly
from burncard.rules.rulings.irregularities import Exposed, ExtraCard, ExtraShown, Pressed
from burncard.rules.rulings.marks import BurnMade, MarkExposed, NoneExtra
from burncard.rules.rulings.rulebook import ALL, FLOP, Chapter, Verdict

CHAPTER: Chapter = Chapter(__name__)


@CHAPTER.rule(
    ExtraCard,
    id="extra.two-misdeal",
    title="A second extra card is dealt",
    games=FLOP,
    sources=(
        ROBERTS.at("hold'em irregularities", 6),
        ROBERTS.at("misdeals", 5),
        ROBERTS_EARLY.at("hold'em irregularities", 6),
    ),
    settles=(C39,),
    window=WINDOW,
    trigger="a second extra card reaches the players after the starting deal",
    ruling="Misdeal.",
    repair=REDEAL,
)
def two_misdeal(hand: HandInPlay, seen: ExtraCard) -> Verdict | None:
    return _two_extra(hand, seen)


@CHAPTER.rule(
    ExtraCard,
    id="misdeal.two-extra",
    title="The starting hands have two extra cards",
    games=ALL,
    sources=(
        ROBERTS.at("misdeals", 5),
        ROBERTS.at("hold'em irregularities", 6),
        ROBERTS.at("lowball", 5),
        ROBERTS_EARLY.at("hold'em irregularities", 6),
    ),
    settles=(C39,),
    window=WINDOW,
    trigger="the starting hands together have two cards too many",
    ruling="Misdeal.",
    repair=REDEAL,
)
def two_extra(hand: HandInPlay, seen: ExtraCard) -> Verdict | None:
    return _two_extra(hand, seen)


@CHAPTER.rule(
    ExtraCard,
    Exposed,
    id="extra.with-exposed",
    title="An extra card is dealt while an exposed card waits",
    games=FLOP,
    sources=(
        ROBERTS.at("irregularities", 11, derived=True),
        ROBERTS.at("hold'em irregularities", 2, 6),
    ),
    settles=(A01,),
    window="before the first betting round",
    trigger="an exposed card waits for its replacement and an unseen extra card reaches another seat, or a card is "
    "exposed while an unseen extra card waits to be taken back",
    ruling="The extra card replaces the exposed one, which becomes the burn, as if neither error had been made.",
    repair="the extra card goes to the exposed seat, the exposed card to the burn",
)
def with_exposed(hand: HandInPlay, seen: ExtraCard | Exposed) -> Verdict | None:
    if isinstance(seen, Exposed):
        return _shown_behind_the_extra(hand, seen)
    waiting = next((item for item in hand.plan if isinstance(item, Deal) and is_exposed(item.instead_of)), None)
    if waiting is None or seen.count > 1 or seen.placed.known or not exposed_seats(hand):
        return None
    exposed = waiting.instead_of
    assert exposed is not None
    return Verdict(
        decision="correct",
        seats=(seen.seat, exposed_seats(hand)[0]),
        cards=named(exposed),
        effects=(Instead(waiting, (Move(seen.placed, seen.placed.zone, waiting.zone, "down"),)), NoneExtra()),
        message=f"Seat {seen.seat}'s extra card replaces the exposed {card_name(exposed)}, which becomes the burn.",
    )


def _shown_behind_the_extra(hand: HandInPlay, seen: Exposed) -> Verdict | None:
    """The card too many has still to be burned when another is shown, which then takes its place in the burn."""
    back = next((item for item in hand.plan if isinstance(item, Move) and is_extra(item.placed)), None)
    if back is None or back.placed is None or back.placed.known or back.to != BURN:
        return None
    if not hand.starting or exposed_cards(hand) or ends_the_deal(hand, seen.placed):
        return None
    zone = seat_zone(seen.seat)
    given = () if back.origin == zone else (Move(back.placed, back.origin, zone, "down"),)
    steps = (*given, Move(seen.placed, seen.placed.zone, BURN, "up", seen.others))
    owner = seat_of(back.origin)
    return Verdict(
        decision="correct",
        seats=tuple(dict.fromkeys(seat for seat in (owner, seen.seat) if seat is not None)),
        cards=named(seen.placed),
        effects=(NoneExtra(), MarkExposed(seen.placed), InPlace(back, steps)),
        message=f"Seat {owner}'s extra card replaces the exposed {card_name(seen.placed)}, which becomes the burn.",
    )


@CHAPTER.rule(
    ExtraCard,
    id="extra.holdem-first-player",
    title="The first player is dealt an extra card",
    games=FLOP,
    sources=(
        ROBERTS.at("hold'em irregularities", 6),
        ROBERTS_EARLY.at("hold'em irregularities", 6),
    ),
    settles=(C39,),
    window="until the first betting round is over; for a second extra card, until two players have acted",
    trigger="all starting hands are complete and one more card reaches the first seat",
    ruling="It is taken back and serves as the burn.",
    repair="the extra card goes to the burn; no further burn at the flop",
)
def holdem_first_player(hand: HandInPlay, seen: ExtraCard) -> Verdict | None:
    if not hand.starting or seen.seat != first_seat(hand) or seen.count > 1 or not hand.window_open:
        return None
    return to_burn(hand, seen)


@CHAPTER.rule(
    ExtraCard,
    ExtraShown,
    id="extra.one-card-before-betting",
    title="One extra card is dealt before the betting",
    games=ALL,
    sources=(ROBERTS.at("irregularities", 11),),
    settles=(C39,),
    window="before the first betting round",
    trigger="one extra card is dealt and no player has acted",
    ruling="It is taken back and serves as the burn.",
    repair="the extra card goes to the burn; no further burn on the next street",
)
def one_card_before_betting(hand: HandInPlay, seen: ExtraCard | ExtraShown) -> Verdict | None:
    if isinstance(seen, ExtraShown):
        return Verdict(
            decision="stands",
            seats=(seen.seat,),
            cards=named(seen.placed),
            effects=(MarkExposed(seen.placed), *_whichever_it_was(hand, seen)),
            message=f"Seat {seen.seat}'s extra card was shown. It goes back all the same, and is not replaced.",
        )
    if not hand.starting or seen.count > 1 or hand.betting.acted_count:
        return None
    return to_burn(hand, seen)


def _whichever_it_was(hand: HandInPlay, seen: ExtraShown) -> tuple[Quietly, ...]:
    """Where a press did not say which card was shown, that one goes back, whichever it is."""
    back = hand.plan.move_of(seen.placed)
    if back is None or not seen.others:
        return ()
    return (Quietly(InPlace(back, (replace(back, others=seen.others),))),)


@CHAPTER.rule(
    Pressed,
    id="extra.seen-by-player",
    title="The extra card is seen or mixed into the hand",
    status="press",
    games=FLOP,
    sources=(
        ROBERTS.at("irregularities", 11, derived=True),
        ROBERTS.at("hold'em irregularities", 6),
    ),
    settles=(A02,),
    presses=("intermingled", "looked"),
    window="before the first betting round",
    trigger="an extra card that has to be returned is pressed as looked at, or mixed with the hand",
    ruling="One card drawn at random from that hand becomes the burn.",
    repair="any card of the hand, face down, goes to the burn",
)
def seen_by_player(hand: HandInPlay, seen: Pressed) -> Verdict | None:
    if seen.name not in ("looked", "intermingled") or seen.seat is None:
        return None
    zone = seat_zone(seen.seat)
    move = next((item for item in hand.plan if isinstance(item, Move) and is_extra(item.placed)), None)
    if move is None or move.origin != zone:
        return None
    blind = Move(None, zone, move.to, "down")
    return Verdict(
        decision="correct",
        seats=(seen.seat,),
        effects=(InPlace(move, (blind,)),),
        message=f"Seat {seen.seat} has looked at the extra card. Draw one card of its hand blind: it is the burn.",
    )


def to_burn(hand: HandInPlay, seen: ExtraCard) -> Verdict:
    """The extra card becomes the next street's burn; where that burn is made already, it goes out of play."""
    made = hand.dealing.burns_made > 0 or any(isinstance(item, Move) and item.to == BURN for item in hand.plan)
    target = MUCK if made else BURN
    away = First((Move(seen.placed, seat_zone(seen.seat), target, seen.placed.face),))
    return Verdict(
        decision="correct",
        seats=(seen.seat,),
        cards=named(seen.placed),
        effects=(away,) if made else (away, BurnMade()),
        message=f"Seat {seen.seat} has a card too many. Take it back; it "
        + ("is out of play." if made else "is the next burn."),
    )


def _two_extra(hand: HandInPlay, seen: ExtraCard) -> Verdict | None:
    if seen.count < 2 or not hand.starting or not hand.window_open:
        return None
    lying = [placed for placed in extra_cards(hand) if seat_of(placed.zone) is not None]  # one may be the burn already
    seats = tuple(dict.fromkeys(seat for placed in lying if (seat := seat_of(placed.zone)) is not None))
    return misdeal("two cards too many were dealt", seats, *lying)
