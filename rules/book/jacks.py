"""Jacks or better: how openers are proved, and what happens to a pot opened without them."""

from msgspec.structs import replace

from burncard.rules.betting.opening import beyond_opening, opening_was_raised
from burncard.rules.book.dead import dead_hand
from burncard.rules.cards import UNREAD, Seat
from burncard.rules.games.documents import ROBERTS
from burncard.rules.hand.in_play import HandInPlay
from burncard.rules.hand.steps import Floor, Showdown, announce
from burncard.rules.rulings.effects import Drop, Tell
from burncard.rules.rulings.irregularities import FalseOpener, Pressed
from burncard.rules.rulings.marks import Kill, RefundAllButOpening, WithdrawBeyondOpening
from burncard.rules.rulings.rulebook import Chapter, Verdict
from burncard.rules.rulings.sayings import (
    DeclineToOpen,
    OpenersDenied,
    OpenersSplit,
)
from burncard.rules.showdown.hand_values import holds_openers

CHAPTER: Chapter = Chapter(__name__)

JACKS = ("jacks",)
BEFORE_DRAW = "before the draw"
OPENERS_SOUGHT = Floor("openers")
CALLERS_ENOUGH = 2


# ---- openers that were none --------------------


@CHAPTER.rule(
    FalseOpener,
    Pressed,
    id="jacks.all-in-false-declare",
    title="An all-in player declares openers and has none",
    status="press",
    games=JACKS,
    sources=(
        ROBERTS.at("jacks or better", 5),
        ROBERTS.at("no-limit and pot-limit draw", 5),
    ),
    presses=("prove-openers",),
    window="until a winner is decided",
    trigger="a player who declared the pot open without chips shows a hand without openers, or is pressed as having "
    "none",
    ruling="The hand is dead and its ante is lost. The player sits out until a properly opened pot has been won.",
    repair="the hand goes to the muck",
)
def all_in_false_declare(hand: HandInPlay, seen: FalseOpener | Pressed) -> Verdict | None:
    seat = seen.seat if isinstance(seen, FalseOpener) else _unproved(hand, seen)
    if seat is None or hand.betting.opened.by_word != seat:
        return None
    sought = () if not hand.starting or _pot_plays(hand, seat) else (OPENERS_SOUGHT,)
    return dead_hand(hand, seat, f"Seat {seat} declared the pot open without openers", then=sought)


@CHAPTER.rule(
    Pressed,
    id="jacks.pot-plays-anyway",
    title="The pot plays without valid openers",
    status="press",
    games=JACKS,
    sources=(
        ROBERTS.at("jacks or better", 4),
        ROBERTS.at("no-limit and pot-limit draw", 4),
    ),
    presses=("prove-openers",),
    window="once there is a raise or a second call, or the first round is over",
    trigger="before the showdown the opener is pressed as having no openers, after a raise (an opening with a raise "
    "is one), a second call or the end of the first round",
    ruling="The pot plays, because other players have acted on it. The opener cannot win it.",
)
def pot_plays_anyway(hand: HandInPlay, seen: Pressed) -> Verdict | None:
    seat = _unproved(hand, seen)
    if seat is None or isinstance(hand.plan.head, Showdown) or not _pot_plays(hand, seat):
        return None
    return Verdict(
        decision="stands",
        seats=(seat,),
        effects=(OpenersDenied(),),
        message=f"Seat {seat} opened without openers, but the others have made it a pot: it plays on.",
    )


@CHAPTER.rule(
    Pressed,
    id="jacks.false-opener",
    title="The opener has no openers",
    status="press",
    games=JACKS,
    sources=(
        ROBERTS.at("jacks or better", 2),
        ROBERTS.at("no-limit and pot-limit draw", 2),
    ),
    presses=("declare-open", "prove-openers"),
    window=BEFORE_DRAW,
    trigger="before the draw the opener is pressed as having no openers, with no raise and no second call",
    ruling="The opener's hand is dead and the opening bet stays in. Another player who has not passed may declare "
    "the pot open. If no one does, all other bets are returned, and the antes and the opening bet stay for the next "
    "hand.",
    repair="the hand goes to the muck; press which player declares the pot open, who declines, or that no one does",
)
def false_opener(hand: HandInPlay, seen: Pressed) -> Verdict | None:
    if seen.name == "declare-open" and seen.value is False and OPENERS_SOUGHT in hand.plan:
        return _one_declines(hand, seen.seat) or _nobody_declares()
    seat = _unproved(hand, seen)
    if seat is None or not hand.starting:
        return None
    dead = dead_hand(hand, seat, f"Seat {seat} opened without openers", then=(OPENERS_SOUGHT,))
    return replace(dead, message=f"{dead.message} Ask whether a player who has not passed declares the pot open.")


def _one_declines(hand: HandInPlay, seat: Seat | None) -> Verdict | None:
    """A player does not declare the pot open, and others who may are still to be asked."""
    asked = {*hand.claims.declined, seat}
    others = [other for other in hand.betting.live if other not in asked and other not in hand.betting.round.checked]
    if seat is None or not hand.in_hand(seat) or not others:
        return None
    return Verdict(
        decision="stands",
        seats=(seat,),
        effects=(DeclineToOpen(seat),),
        message=f"Seat {seat} does not declare the pot open. Ask seat {', '.join(map(str, others))}.",
    )


def _nobody_declares() -> Verdict:
    return Verdict(
        decision="correct",
        effects=(Drop(OPENERS_SOUGHT), RefundAllButOpening()),
        message="No player declares the pot open. Return all bets but the opening one; the rest stays in.",
    )


@CHAPTER.rule(
    Pressed,
    id="jacks.not-splitting",
    title="The opener still holds openers after the discard",
    kind="procedure",
    status="press",
    games=JACKS,
    sources=(
        ROBERTS.at("jacks or better", 10),
        ROBERTS.at("no-limit and pot-limit draw", 10),
    ),
    presses=("split-openers",),
    window="the draw",
    trigger="the opener is pressed as not splitting (`value` false), or as splitting when the cards kept lie face up "
    "and still qualify as openers",
    ruling="No declaration is needed while the hand keeps a pair of jacks or better, even a different one.",
)
def not_splitting(hand: HandInPlay, seen: Pressed) -> Verdict | None:
    if seen.name != "split-openers" or seen.seat is None or seen.seat != hand.betting.opened.by:
        return None
    kept = [placed for placed in hand.held(seen.seat) if placed in hand.claims.opening_cards]
    shown = all(placed.seen and placed.card != UNREAD for placed in kept)
    if seen.value is not False and not (shown and holds_openers([hand.pack.counts_as(placed.card) for placed in kept])):
        return None
    return Verdict(decision="stands", seats=(seen.seat,), message=f"Seat {seen.seat} does not split its openers.")


@CHAPTER.rule(
    FalseOpener,
    Pressed,
    id="jacks.split-openers",
    title="The opener splits openers",
    kind="procedure",
    status="press",
    games=JACKS,
    sources=(
        ROBERTS.at("jacks or better", 9),
        ROBERTS.at("no-limit and pot-limit draw", 9),
    ),
    presses=("split-openers",),
    window="from the draw to the showdown",
    trigger="the opener is pressed as splitting openers, or said so and shows a hand without them",
    ruling="Openers may be split if the player says so: the discards lie under a chip and are shown after the hand. "
    "If they cannot have held openers, the pot is lost.",
    repair="set the discards aside",
)
def split_openers(hand: HandInPlay, seen: FalseOpener | Pressed) -> Verdict | None:
    if isinstance(seen, FalseOpener):
        return _lost_by_splitting(hand, seen.seat)
    if seen.name != "split-openers" or seen.seat is None or seen.seat != hand.betting.opened.by:
        return None
    return Verdict(
        decision="stands",
        seats=(seen.seat,),
        severity="note",
        effects=(OpenersSplit(), Tell((announce("the opener splits: keep its discards under a chip"),))),
        message=f"Seat {seen.seat} splits its openers. Keep its discards under a chip; they are shown after the hand.",
    )


def _lost_by_splitting(hand: HandInPlay, seat: Seat) -> Verdict | None:
    if not hand.claims.openers_split:
        return None
    return Verdict(
        decision="dead-hand",
        seats=(seat,),
        effects=(Kill(seat),),
        message=f"Seat {seat} said that it split openers, and cannot have had any: it loses the pot.",
    )


@CHAPTER.rule(
    FalseOpener,
    Pressed,
    id="jacks.prove-openers",
    title="The opener cannot prove openers",
    kind="showdown",
    games=JACKS,
    sources=(
        ROBERTS.at("jacks or better", 3),
        ROBERTS.at("no-limit and pot-limit draw", 3),
    ),
    presses=("prove-openers",),
    window="the showdown",
    trigger="the opener's hand is shown and held no pair of jacks or better when it opened, or is pressed as having "
    "none",
    ruling="The hand cannot win the pot; the best of the other hands does.",
)
def prove_openers(hand: HandInPlay, seen: FalseOpener | Pressed) -> Verdict | None:
    seat = seen.seat if isinstance(seen, FalseOpener) else _unproved(hand, seen)
    if seat is None:
        return None
    return Verdict(
        decision="dead-hand",
        seats=(seat,),
        effects=(Kill(seat),),
        message=f"Seat {seat} opened without openers and cannot win the pot.",
    )


@CHAPTER.rule(
    Pressed,
    id="jacks.withdraw-other-bets",
    title="A false opener wants bets back before the draw",
    kind="money",
    status="press",
    games=JACKS,
    sources=(
        ROBERTS.at("jacks or better", 2),
        ROBERTS.at("no-limit and pot-limit draw", 2),
    ),
    presses=("wager-withdrawn",),
    window="the first round, until it is complete",
    trigger="an opener who was pressed as having no openers, and whose pot plays, asks for later bets back",
    ruling="What the opener has bet beyond the opening bet may be withdrawn, unless another player has called it. The "
    "hand is dead, and the opening bet stays.",
    repair="the chips go back to the opener, the hand goes to the muck",
)
def withdraw_other_bets(hand: HandInPlay, seen: Pressed) -> Verdict | None:
    seat, betting = seen.seat, hand.betting
    if seen.name != "wager-withdrawn" or seat is None or seat != betting.opened.by or not hand.claims.openers_denied:
        return None
    if not hand.starting or not hand.betting_open or not hand.in_hand(seat):
        return None
    if not beyond_opening(betting):
        nothing = f"Seat {seat} has nothing to withdraw: the opening bet stays, and so does what was called."
        return Verdict(decision="refuse", seats=(seat,), message=nothing)
    dead = dead_hand(hand, seat, f"Seat {seat} opened without openers and takes {beyond_opening(betting)} back")
    return replace(dead, effects=(WithdrawBeyondOpening(seat), *dead.effects))


# ---- inside --------------------


def _unproved(hand: HandInPlay, seen: Pressed) -> Seat | None:
    """The opener, if it is pressed as having no openers."""
    if seen.name != "prove-openers" or seen.value is not False or seen.seat is None:
        return None
    return seen.seat if seen.seat == hand.betting.opened.by and hand.in_hand(seen.seat) else None


def _pot_plays(hand: HandInPlay, opener: Seat) -> bool:
    betting = hand.betting
    if not hand.starting:
        return True
    others = [seat for seat in betting.live if seat != opener and betting.street_in[seat]]
    callers = [
        seat for seat in others if betting.street_in[seat] == betting.round.bet.current or not betting.stacks[seat]
    ]
    return opening_was_raised(betting) or len(callers) >= CALLERS_ENOUGH or not hand.betting_open
