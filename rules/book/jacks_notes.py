"""What is answered in jacks or better when a player asks about openers."""

from burncard.rules.games.documents import ROBERTS
from burncard.rules.hand.in_play import HandInPlay
from burncard.rules.rulings.irregularities import Pressed
from burncard.rules.rulings.rulebook import Chapter

CHAPTER: Chapter = Chapter(__name__)
JACKS = ("jacks",)


def _of_opener(hand: HandInPlay, seen: Pressed) -> bool:
    return seen.seat is not None and seen.seat == hand.betting.opened.by and not hand.starting


def _of_caller(hand: HandInPlay, seen: Pressed) -> bool:
    return seen.seat is not None and seen.seat != hand.betting.opened.by and not hand.starting


CHAPTER.note(
    id="jacks.keep-openers-aside",
    title="The opener keeps the opening cards",
    kind="procedure",
    status="press",
    games=JACKS,
    sources=(
        ROBERTS.at("jacks or better", 8),
        ROBERTS.at("no-limit and pot-limit draw", 8),
    ),
    presses=("retain-openers",),
    window="from the draw to the showdown",
    trigger="a player asks that the opening cards be kept",
    ruling="The opener keeps the opening hand and shows it when the winner is known.",
)
CHAPTER.note(
    id="jacks.retrieve-opener-hand",
    title="The opener wants a discarded hand back",
    status="press",
    games=JACKS,
    sources=(
        ROBERTS.at("jacks or better", 7),
        ROBERTS.at("no-limit and pot-limit draw", 7),
    ),
    presses=("retrieve-hand",),
    when=_of_opener,
    decision="floor",
    window="after the draw",
    trigger="the opener's discarded hand is pressed as wanted back after the draw",
    ruling="The opener's hand may be retrieved from the muck to prove openers. The floor decides.",
)
CHAPTER.note(
    id="jacks.no-withdrawal-after-action",
    title="The opener wants the opening bet back",
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
    window="after the first round",
    trigger="the opener asks for the opening bet back after the first round",
    ruling="The first round is over: the opener may not withdraw the bet, with or without openers.",
)
CHAPTER.note(
    id="jacks.no-refund-cannot-beat-openers",
    title="A caller who cannot beat openers wants the call back",
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
    window="after the draw",
    trigger="a caller of the opener asks for the call back after the draw",
    ruling="The call stays in the pot: it paid to see the opener's hand.",
)
