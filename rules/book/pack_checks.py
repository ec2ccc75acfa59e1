"""The deck before the deal: its count, the shuffle and the cut."""

from burncard.rules.games.documents import GENERAL, ROBERTS
from burncard.rules.rulings.rulebook import ALL, Chapter

CHAPTER: Chapter = Chapter(__name__)

CHAPTER.kept(
    id="deck.count",
    title="The deck has a wrong count",
    kind="procedure",
    games=ALL,
    sources=(
        ROBERTS.at("irregularities", 10),
        GENERAL.at("general poker rules"),
    ),
    window="before the deal",
    trigger="the shuffler counts too few or too many cards, a card twice, or a card missing",
    ruling="The deck is completed or changed before the deal. A shortage found later does not undo a result.",
    repair="complete or change the deck",
)
CHAPTER.kept(
    id="deck.missing-card",
    title="A card is missing from the deck",
    games=ALL,
    sources=(ROBERTS.at("irregularities", 10),),
    window="any time",
    trigger="the shuffler finds the deck short during a hand or after it",
    ruling="The result of the hand stands.",
)
CHAPTER.kept(
    id="boxed.shuffler-report",
    title="The shuffler reports a boxed card",
    kind="advice",
    status="advice",
    games=ALL,
    sources=(
        ROBERTS.at("misdeals", 4),
        ROBERTS.at("irregularities", 7),
    ),
    window="before the deal",
    trigger="the shuffler sees a card face up in the deck",
    ruling="Square the deck and shuffle again. If it is dealt, one boxed card is no card and two are a misdeal.",
)
CHAPTER.kept(
    id="shuffle.riffles",
    title="The deck has too few riffles",
    kind="procedure",
    games=ALL,
    sources=(ROBERTS.at("the shuffle and cut", 2),),
    window="before the deal",
    trigger="fewer than four riffles are reported",
    ruling="Riffle at least four times.",
    repair="shuffle again",
)
CHAPTER.kept(
    id="shuffle.cut-size",
    title="A part of the cut is too small",
    kind="procedure",
    games=ALL,
    sources=(ROBERTS.at("the shuffle and cut", 2),),
    window="before the deal",
    trigger="a part of the cut has fewer than four cards",
    ruling="Cut again with at least four cards in each part. Fewer than eight cards are cut as evenly as possible.",
    repair="cut again",
)
CHAPTER.kept(
    id="shuffle.required",
    title="The deck has not been shuffled and cut",
    kind="procedure",
    games=ALL,
    sources=(ROBERTS.at("the shuffle and cut", 1),),
    window="before the deal",
    trigger="a hand begins and the shuffler's reports lack a shuffle or a cut",
    ruling="The deck is shuffled and cut before the first card.",
    repair="shuffle, cut",
)
