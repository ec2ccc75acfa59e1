"""Blinds that lowball players owe: after a short one, when they are new, or when the blind has passed them."""

from burncard.rules.betting.blinds_owed import NOTHING_OWED, Debt
from burncard.rules.book.open_questions import A34
from burncard.rules.cards import Chips, Seat
from burncard.rules.games.documents import ROBERTS
from burncard.rules.hand.in_play import HandInPlay
from burncard.rules.hand.questions import standing_now
from burncard.rules.hand.standing import Standing
from burncard.rules.rulings.irregularities import BlindUnpaid, HandOpened, Pressed
from burncard.rules.rulings.rulebook import LOWBALL, Chapter, Verdict

CHAPTER: Chapter = Chapter(__name__)


def standing_after(hand: HandInPlay) -> Standing:
    """How the players of a table stand after a hand. One that ended for nothing leaves the blinds as they were."""
    standing = hand.before.standing
    blinds = standing.blinds
    if hand.game.ruled_as not in LOWBALL:
        blinds = NOTHING_OWED
    elif not hand.cards_must_return and not hand.fact.tournament:
        blinds = blinds.after(hand.fact, _under_half(hand))
    players = standing.players.union(hand.fact.seats)
    if blinds is not standing.blinds or players != standing.players:
        standing = Standing(blinds, players, standing.short, standing.may_not_ask)
    return standing_now(hand, standing)


# ---- a single blind --------------------


@CHAPTER.rule(
    BlindUnpaid,
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
def short_blind_owed(hand: HandInPlay, seen: BlindUnpaid) -> Verdict | None:
    why = "was all-in for less than half a blind: it posts the blind now, or sits out until the big blind comes"
    return _owed(seen, "short", why)


@CHAPTER.rule(
    BlindUnpaid,
    HandOpened,
    id="lowball.short-blind-hand",
    title="The only blind is less than half",
    kind="money",
    games=LOWBALL,
    sources=(ROBERTS.at("lowball", 16),),
    settles=(A34,),
    window="before the deal, and before the next one",
    trigger="the only blind is posted by a player with less than half of it, or in the deal after that neither that "
    "player nor the next one posts it",
    ruling="The player is dealt in, and the next player posts the blind in the next deal.",
)
def short_blind_hand(hand: HandInPlay, seen: BlindUnpaid | HandOpened) -> Verdict | None:
    if isinstance(seen, BlindUnpaid):
        if seen.debt != "next":
            return None
        taker = f"Seat {seen.seats[0]} posts the blind in this deal: the last one was short."
        return Verdict(decision="stands", seats=seen.seats, message=taker)
    seat = _under_half(hand)
    if seat is None:
        return None
    return Verdict(
        decision="stands", seats=(seat,), message=f"Seat {seat} has less than half a blind; the next owes it."
    )


@CHAPTER.rule(
    HandOpened,
    id="lowball.half-blind-counts",
    title="The only blind is short but at least half",
    kind="money",
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
    BlindUnpaid,
    Pressed,
    id="lowball.refused-blind",
    title="A player does not take the blind",
    kind="money",
    games=LOWBALL,
    sources=(ROBERTS.at("lowball", 18),),
    presses=("blind-declined",),
    between_hands=True,
    window="until the player posts the blind",
    trigger="a player is pressed as declining the blind, or a player whom the only blind has gone past is dealt in "
    "without posting it",
    ruling="With a single blind, the player is dealt in only on the blind.",
)
def refused_blind(hand: HandInPlay, seen: BlindUnpaid | Pressed) -> Verdict | None:
    if isinstance(seen, BlindUnpaid):
        why = "did not take the blind, and is dealt in only on it"
        return _owed(seen, "missed", why) if seen.single else None
    return _note(seen, "Deal the player in only when the blind comes round again.")


# ---- several blinds, and new players --------------------


@CHAPTER.rule(
    BlindUnpaid,
    Pressed,
    id="lowball.passed-big-blind",
    title="The big blind has passed a player",
    kind="money",
    games=LOWBALL,
    sources=(ROBERTS.at("lowball", 19),),
    presses=("new-player",),
    between_hands=True,
    window="until the player posts the big blind, or kills the pot",
    trigger="a player whom the big blind has passed is dealt in without either, or asks for a hand (`value` false)",
    ruling="The player waits for the big blind, or kills the pot with twice its size.",
)
def passed_big_blind(hand: HandInPlay, seen: BlindUnpaid | Pressed) -> Verdict | None:
    if isinstance(seen, BlindUnpaid):
        why = "was passed by the big blind: it waits for it, or kills the pot with"
        return _owed(seen, "missed", f"{why} {seen.kill_chips}")
    if len(hand.fact.posts) < 2 or seen.value is not False:
        return None
    return _note(seen, "Wait for the big blind, or kill the pot.")


@CHAPTER.rule(
    BlindUnpaid,
    Pressed,
    id="lowball.new-player",
    title="A new player sits down",
    kind="money",
    games=LOWBALL,
    sources=(ROBERTS.at("lowball", 13),),
    presses=("new-player",),
    between_hands=True,
    window="until the player posts the big blind, or kills the pot",
    trigger="a new player is dealt in without the big blind or a kill, or is pressed as sitting down",
    ruling="Wait for the big blind, or post a kill of twice the big blind.",
)
def new_player(hand: HandInPlay, seen: BlindUnpaid | Pressed) -> Verdict | None:
    if isinstance(seen, BlindUnpaid):
        return _owed(seen, "new", f"is new: it waits for the big blind, or kills the pot with {seen.kill_chips}")
    return _note(seen, "Wait for the big blind, or post a kill of twice the big blind.")


CHAPTER.note(
    id="lowball.seat-change-no-penalty",
    title="A player who took the blinds changes seats",
    kind="procedure",
    games=LOWBALL,
    sources=(ROBERTS.at("lowball", 19),),
    presses=("seat-change",),
    between_hands=True,
    when=lambda hand, seen: seen.value is not False,
    window="between hands",
    trigger="a player who took the blinds changes seats (`to` the new one; with `value` false: leaves)",
    ruling="Deal the player in as soon as the new position allows. The button may pass it once.",
)


def _owed(seen: BlindUnpaid, debt: Debt, why: str) -> Verdict | None:
    if seen.debt != debt:
        return None
    named = ", ".join(map(str, seen.seats))
    return Verdict(decision="stands", seats=seen.seats, message=f"Seat {named} {why}.")


def _note(seen: Pressed, message: str) -> Verdict:
    return Verdict(decision="stands", seats=() if seen.seat is None else (seen.seat,), message=message)


def _under_half(hand: HandInPlay) -> Seat | None:
    """The seat that is all-in for less than half of the only blind."""
    seat = _short_single_blind(hand)
    return seat if seat is not None and 2 * _posted(hand, seat) < _whole_blind(hand) else None


def _short_single_blind(hand: HandInPlay) -> Seat | None:
    """The seat that is all-in on the only blind, for less than it."""
    if len(hand.fact.posts) != 1:
        return None
    [seat] = hand.fact.posts
    short = hand.betting.before_post(seat) <= hand.fact.posts[seat] and _posted(hand, seat) < _whole_blind(hand)
    return seat if short else None


def _posted(hand: HandInPlay, seat: Seat) -> Chips:
    return min(hand.fact.posts[seat], hand.betting.before_post(seat))


def _whole_blind(hand: HandInPlay) -> Chips:
    """The only blind: the small limit, or the smallest bet of a big-bet game."""
    smallest = hand.fact.small_bet if hand.fact.structure == "limit" else hand.fact.min_bet
    return smallest or hand.betting.minimum_bet()
