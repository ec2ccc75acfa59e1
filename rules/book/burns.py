"""Burns forgotten, and burns made twice, in the games with a board."""

from rules.book.flop import reshuffle_flop
from rules.book.misdeals import back_on_the_pack, place
from rules.cards import BURN
from rules.hand import HandInPlay
from rules.irregularities import DoubleBurn, MissedBurn, WrongPlace
from rules.plan import Deal, Move
from rules.rulebook import DRAW, FLOP, ROBERTS, Verdict, rule

SUPPLEMENT = "Robert's Rules, later edition (supplement)"


@rule(
    MissedBurn,
    DoubleBurn,
    id="burn.flop-error-before-flop",
    title="No burn, or two, before the flop",
    games=FLOP,
    source=SUPPLEMENT,
    window="before betting on the flop",
    trigger="the flop's first card comes with no burn made, or a second card is burned",
    ruling="It is put right while no card of the flop has been seen; once one has, the flop is shuffled back.",
    repair="the card goes where it belongs; or the board goes back, shuffle, cut, deal the flop",
    off={"general": "flop.any-error-reshuffle"},
)
def before_flop(hand: HandInPlay, seen: MissedBurn | DoubleBurn) -> Verdict | None:
    if hand.street.board < 3:
        return None
    if isinstance(seen, MissedBurn) and seen.placed.seen:
        return reshuffle_flop(hand, (seen.placed,), "The flop was turned without a burn")
    return _put_right(hand, seen)


@rule(
    MissedBurn,
    DoubleBurn,
    id="burn.flop-game-error-later",
    title="No burn, or two, before a board card",
    games=FLOP,
    source=SUPPLEMENT,
    window="before betting on that street",
    trigger="the turn or river comes with no burn made, or a second card is burned for it",
    ruling="Before the betting the cards go where they would have gone.",
    repair="without a burn the turned card is the burn; a second burn is the street's card",
)
def later_street(hand: HandInPlay, seen: MissedBurn | DoubleBurn) -> Verdict | None:
    return _put_right(hand, seen)


@rule(
    MissedBurn,
    DoubleBurn,
    WrongPlace,
    id="burn.draw",
    title="One burn before the draw",
    games=DRAW,
    source=f"{ROBERTS}, lowball and draw high",
    window="the draw",
    trigger="the first replacement comes with no burn made, or a second card is burned",
    ruling="One card is burned before the first replacement. A card that missed its place goes where it belongs.",
    repair="without a burn the card dealt is the burn; a second burn is the next replacement, or goes back on the pack",
    kind="deal-sequence",
)
def draw_burn(hand: HandInPlay, seen: MissedBurn | DoubleBurn | WrongPlace) -> Verdict | None:
    if isinstance(seen, WrongPlace):
        again = hand.drawing is not None and seen.due is None and seen.placed.zone == BURN
        return back_on_the_pack(hand, seen.placed) if again else None
    return _put_right(hand, seen)


def _put_right(hand: HandInPlay, seen: MissedBurn | DoubleBurn) -> Verdict:
    """Each card goes to the place that it would have had: the pack's order decides."""
    placed = seen.placed
    if isinstance(seen, MissedBurn):
        return Verdict(
            decision="correct",
            cards=hand.named(placed),
            instead=(seen.due, Move(placed, placed.zone, BURN, placed.face)),
            message=f"No card was burned before the {hand.street.name}. The card just dealt is the burn.",
        )
    due: Deal = seen.due
    return Verdict(
        decision="correct",
        instead=(due, Move(placed, BURN, due.zone, due.face)),
        message=f"Two cards were burned before the {hand.street.name}. The second one belongs to {place(due.zone)}.",
    )
