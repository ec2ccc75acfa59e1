"""The pack before the deal: its count, the shuffle and the cut."""

from burncard.rules.games.documents import GENERAL, ROBERTS
from burncard.rules.rulings.rulebook import ALL, Chapter

CHAPTER = Chapter(__name__)

CHAPTER.kept(
    id="deck.count",
    title="The pack's count",
    kind="procedure",
    games=ALL,
    sources=(
        ROBERTS.at("irregularities", 10),
        GENERAL.at("general poker rules"),
    ),
    window="before the deal",
    trigger="the shuffler counts another number of cards than the pack has, or a card twice, or cards missing",
    ruling="The pack is completed or changed before a card is dealt; a shortage found later undoes no result.",
    repair="complete or change the pack",
)
CHAPTER.kept(
    id="deck.missing-card",
    title="A card is missing",
    games=ALL,
    sources=(ROBERTS.at("irregularities", 10),),
    window="any time",
    trigger="the shuffler finds the pack short during a hand or after it",
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
    trigger="the shuffler has seen a card face up in the pack",
    ruling="Square the pack and shuffle again before dealing; dealt all the same, one is scrap, two a misdeal.",
)
CHAPTER.kept(
    id="shuffle.riffles",
    title="At least four riffles",
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
    title="At least four cards in each part of the cut",
    kind="procedure",
    games=ALL,
    sources=(ROBERTS.at("the shuffle and cut", 2),),
    window="before the deal",
    trigger="a part of the cut has fewer than four cards",
    ruling="Cut again. A heap of fewer than eight cards is cut as evenly as it can be.",
    repair="cut again",
)
CHAPTER.kept(
    id="shuffle.required",
    title="Shuffle and cut before the deal",
    kind="procedure",
    games=ALL,
    sources=(ROBERTS.at("the shuffle and cut", 1),),
    window="before the deal",
    trigger="a hand begins behind shuffler reports among which a shuffle or a cut is missing",
    ruling="The pack is shuffled and cut before the first card.",
    repair="shuffle, cut",
)
