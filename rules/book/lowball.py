"""Lowball: short blinds, and the seven that has to bet."""

from burncard.rules.book.conflicts import A25
from burncard.rules.cards import Chips, Seat
from burncard.rules.games.documents import ROBERTS
from burncard.rules.hand.in_play import HandInPlay
from burncard.rules.rulings.irregularities import CheckedSeven, HandOpened, SevenOnlyCalled
from burncard.rules.rulings.marks import RefundRound
from burncard.rules.rulings.rulebook import LIMIT, LOWBALL, Chapter, Verdict

CHAPTER = Chapter(__name__)


@CHAPTER.rule(
    HandOpened,
    id="lowball.short-blind-owed",
    title="A player who was all-in for a short blind plays on",
    kind="money",
    games=LOWBALL,
    sources=(ROBERTS.at("lowball", 16),),
    window="from the next deal until the player has posted a blind",
    trigger="a player who was all-in for less than half of the only blind has won, or bought chips, and is dealt in "
    "without posting",
    ruling="The player posts the blind in the next deal, or sits out until the big blind comes.",
)
def short_blind_owed(hand: HandInPlay, seen: HandOpened) -> Verdict | None:
    seat = hand.before.blind_owed
    if seat is None or seat not in hand.fact.seats or hand.fact.posts.get(seat):
        return None
    return Verdict(
        decision="stands",
        seats=(seat,),
        message=f"Seat {seat} was all-in for less than half a blind: it posts the blind now, or sits out until the "
        "big blind comes.",
    )


@CHAPTER.rule(
    HandOpened,
    id="lowball.short-blind-hand",
    title="The only blind is less than half",
    kind="money",
    status="advice",
    games=LOWBALL,
    sources=(ROBERTS.at("lowball", 16),),
    window="before the deal",
    trigger="the only blind is posted by a player with less than half of it",
    ruling="The player is dealt in, and the next player posts the blind in the next deal.",
)
def short_blind_hand(hand: HandInPlay, seen: HandOpened) -> Verdict | None:
    seat = _short_single_blind(hand)
    if seat is None or 2 * _posted(hand, seat) >= _whole_blind(hand):
        return None
    return Verdict(
        decision="stands", seats=(seat,), message=f"Seat {seat} has less than half a blind; the next owes it."
    )


@CHAPTER.rule(
    HandOpened,
    id="lowball.half-blind-counts",
    title="The only blind is short but at least half",
    kind="money",
    status="advice",
    games=LOWBALL,
    sources=(ROBERTS.at("lowball", 17),),
    window="before the deal",
    trigger="the only blind is posted by a player with at least half of it",
    ruling="It counts as a full blind.",
)
def half_blind_counts(hand: HandInPlay, seen: HandOpened) -> Verdict | None:
    seat = _short_single_blind(hand)
    if seat is None:
        return None
    return Verdict(decision="stands", seats=(seat,), message=f"Seat {seat}'s blind counts as a whole one.")


@CHAPTER.rule(
    CheckedSeven,
    id="lowball.sevens-full-bet",
    title="A seven that checked makes a full bet",
    kind="betting",
    games=("lowball-a5",),
    structures=LIMIT,
    sources=(ROBERTS.at("ace-to-five lowball", 5),),
    window="after the draw",
    trigger="the seven that checked has completed the bet to a full one",
    ruling="It has met its duty to bet.",
)
def sevens_full_bet(hand: HandInPlay, seen: CheckedSeven) -> Verdict | None:
    if hand.betting.round.bet.last_aggressor != seen.seat:
        return None
    return Verdict(decision="stands", seats=(seen.seat,), message=f"Seat {seen.seat} made it a full bet and wins all.")


@CHAPTER.rule(
    CheckedSeven,
    SevenOnlyCalled,
    id="lowball.sevens-all-in-under-half",
    title="A seven calls a short all-in",
    kind="betting",
    games=("lowball-a5",),
    structures=LIMIT,
    sources=(ROBERTS.at("ace-to-five lowball", 5),),
    window="after the draw",
    trigger="the only bet after the draw was an all-in of less than half a bet, and a seven called it that had "
    "checked or has players behind it",
    ruling="The seven wins it. Losing players who called after it get that call back, as does every other caller if "
    "the seven had checked.",
)
def sevens_all_in_under_half(hand: HandInPlay, seen: CheckedSeven | SevenOnlyCalled) -> Verdict | None:
    betting = hand.betting
    bettor = betting.short_all_in()
    if bettor is None:
        return None
    others = seen.behind if isinstance(seen, SevenOnlyCalled) else betting.seats
    over = [seat for seat in others if seat not in (seen.seat, bettor) and betting.street_in[seat]]
    return Verdict(
        decision="correct" if over else "stands",
        seats=(seen.seat,),
        effects=(RefundRound(tuple(over)),) if over else (),
        message=f"The all-in was less than half a bet: seat {seen.seat} wins it."
        + (" Return the calls of the others." if over else ""),
    )


@CHAPTER.rule(
    CheckedSeven,
    id="lowball.sevens-rule",
    title="A seven or better checks after the draw",
    kind="betting",
    games=("lowball-a5",),
    structures=LIMIT,
    sources=(ROBERTS.at("ace-to-five lowball", 5),),
    settles=(A25,),
    window="after the draw; ruled on at the showdown",
    trigger="the best hand is a seven low or better that checked after the draw, more chips went in, and the room has "
    "not posted that the rule is off",
    ruling="It wins what was in the pot before the draw. Later bets are returned.",
    repair="the chips bet after the draw are returned",
)
def sevens_rule(hand: HandInPlay, seen: CheckedSeven) -> Verdict | None:
    return Verdict(
        decision="correct",
        seats=(seen.seat,),
        effects=(RefundRound(tuple(hand.betting.seats)),),
        message=f"Seat {seen.seat} checked a seven or better: it wins only the pot from before the draw. "
        "Return the chips bet since.",
    )


def _short_single_blind(hand: HandInPlay) -> Seat | None:
    """The seat that is all-in on the only blind, for less than it."""
    if len(hand.fact.posts) != 1:
        return None
    [seat] = hand.fact.posts
    short = hand.betting.before_post(seat) <= hand.fact.posts[seat] and _posted(hand, seat) < _whole_blind(hand)
    return seat if short else None


def _posted(hand: HandInPlay, seat: Seat) -> Chips:
    return min(hand.fact.posts[seat], hand.betting.before_post(seat))


def blind_owed_after(hand: HandInPlay, owed_before: Seat | None) -> Seat | None:
    """The seat that owes a blind after a hand: it was all-in for less than half of the only one.

    It owes until it has posted one itself. A hand that ended for nothing changes nothing.
    """
    if hand.cards_must_return or hand.game.ruled_as not in LOWBALL:
        return owed_before
    seat = _short_single_blind(hand)
    if seat is not None and 2 * _posted(hand, seat) < _whole_blind(hand):
        return seat
    return None if owed_before in hand.fact.posts else owed_before


def _whole_blind(hand: HandInPlay) -> Chips:
    """The only blind: the small limit, or the smallest bet of a big-bet game."""
    smallest = hand.fact.small_bet if hand.fact.structure == "limit" else hand.fact.min_bet
    return smallest or hand.betting.minimum_bet()
