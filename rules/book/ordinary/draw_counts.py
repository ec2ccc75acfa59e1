"""How many cards may be drawn, and in what order."""

from burncard.rules.book.conflicts import C15, C20, C45
from burncard.rules.games.documents import GENERAL, ROBERTS
from burncard.rules.rulings.rulebook import DRAW, Chapter

CHAPTER = Chapter(__name__)

CHAPTER.kept(
    id="draw.four-consecutive",
    title="Up to four cards are drawn in one run",
    kind="procedure",
    games=DRAW,
    sources=(
        ROBERTS.at("lowball", 22),
        ROBERTS.at("draw high", 5),
    ),
    window="the draw",
    trigger="the draw",
    ruling="Up to four cards are drawn in one run.",
)
CHAPTER.kept(
    id="draw.five-cards",
    title="Of five cards four are dealt at once, the fifth when everybody else has drawn",
    kind="procedure",
    games=DRAW,
    sources=(
        ROBERTS.at("lowball", 22),
        ROBERTS.at("draw high", 5),
    ),
    settles=(C45,),
    window="the draw",
    trigger="the draw",
    ruling="Of five cards four are dealt at once, the fifth when everybody else has drawn.",
)
CHAPTER.kept(
    id="draw.five-cards-last",
    title="Who draws five when nobody draws after gets four, a card is burned, then the fifth",
    kind="procedure",
    games=DRAW,
    sources=(
        ROBERTS.at("lowball", 22),
        ROBERTS.at("draw high", 5),
    ),
    settles=(C45,),
    window="the draw",
    trigger="the draw",
    ruling="Who draws five when nobody draws after gets four, a card is burned, then the fifth.",
)
CHAPTER.kept(
    id="draw.003-draw-limit",
    title="At most four cards are drawn",
    kind="procedure",
    games=DRAW,
    houses=("general",),
    elsewhere="draw.five-cards",
    replaces={"general": ("draw.five-cards", "draw.five-cards-last")},
    sources=(GENERAL.at("five-card draw", 5),),
    settles=(C20, C45),
    window="the draw",
    trigger="the draw",
    ruling="At most four cards are drawn.",
)
CHAPTER.kept(
    id="draw.change-until-dealt",
    title="The number may be changed until a card is dealt",
    kind="procedure",
    games=DRAW,
    sources=(
        ROBERTS.at("lowball", 24),
        ROBERTS.at("draw high", 6),
    ),
    window="the draw",
    trigger="the draw",
    ruling="The number may be changed until a card is dealt.",
)
CHAPTER.kept(
    id="draw.change-until-acted",
    title="The number stays once another player acted on it",
    kind="procedure",
    games=DRAW,
    sources=(
        ROBERTS.at("lowball", 24, 26),
        ROBERTS.at("draw high", 6, 8),
    ),
    window="the draw",
    trigger="the draw",
    ruling="The number stays once another player acted on it.",
)
CHAPTER.kept(
    id="draw.short-after-action",
    title="A short hand draws up to five",
    games=DRAW,
    sources=(
        ROBERTS.at("lowball", 23),
        ROBERTS.at("draw high", 4),
    ),
    settles=(C15,),
    window="the draw",
    trigger="the draw",
    ruling="A short hand draws up to five.",
)
