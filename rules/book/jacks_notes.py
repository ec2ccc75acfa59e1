"""What is answered about openers when a player asks."""

from burncard.rules.games.documents import ROBERTS
from burncard.rules.hand.in_play import HandInPlay
from burncard.rules.rulings.irregularities import Pressed
from burncard.rules.rulings.rulebook import Chapter

CHAPTER = Chapter(__name__)
JACKS = ("jacks",)


def _of_opener(hand: HandInPlay, seen: Pressed) -> bool:
    return seen.seat is not None and seen.seat == hand.betting.opener and not hand.starting


def _of_caller(hand: HandInPlay, seen: Pressed) -> bool:
    return seen.seat is not None and seen.seat != hand.betting.opener and not hand.starting


CHAPTER.note(
    id="jacks.keep-openers-aside",
    title="The opener keeps the opening hand and shows it when the winner is known",
    kind="procedure",
    status="press",
    games=JACKS,
    sources=(
        ROBERTS.at("jacks or better", 8),
        ROBERTS.at("no-limit and pot-limit draw", 8),
    ),
    presses=("retain-openers",),
    window="a player asks that the opening hand be kept",
    trigger="a player asks that the opening hand be kept",
    ruling="The opener keeps the opening hand and shows it when the winner is known.",
)
CHAPTER.note(
    id="jacks.retrieve-opener-hand",
    title="The opener's hand may come back from the muck to prove openers",
    status="press",
    games=JACKS,
    sources=(
        ROBERTS.at("jacks or better", 7),
        ROBERTS.at("no-limit and pot-limit draw", 7),
    ),
    presses=("retrieve-hand",),
    when=_of_opener,
    decision="floor",
    window="after the draw the opener's thrown hand is pressed as wanted back",
    trigger="after the draw the opener's thrown hand is pressed as wanted back",
    ruling="The opener's hand may come back from the muck to prove openers. The floor decides.",
)
CHAPTER.note(
    id="jacks.no-withdrawal-after-action",
    title="The first round is over",
    kind="betting",
    status="press",
    games=JACKS,
    sources=(
        ROBERTS.at("jacks or better", 6),
        ROBERTS.at("no-limit and pot-limit draw", 6),
    ),
    presses=("wager-withdrawn",),
    when=_of_opener,
    decision="refuse",
    window="after the first round the opener wants its bet back",
    trigger="after the first round the opener wants its bet back",
    ruling="The first round is over: the opener takes no bet back, with openers or without.",
)
CHAPTER.note(
    id="jacks.no-refund-cannot-beat-openers",
    title="A call that cannot beat openers is not returned",
    kind="money",
    status="press",
    games=JACKS,
    sources=(
        ROBERTS.at("jacks or better", 11),
        ROBERTS.at("no-limit and pot-limit draw", 11),
    ),
    presses=("wager-withdrawn",),
    when=_of_caller,
    decision="refuse",
    window="after the draw a caller of the opener wants its call back",
    trigger="after the draw a caller of the opener wants its call back",
    ruling="A call that cannot beat openers is not returned; it paid for the look.",
)
