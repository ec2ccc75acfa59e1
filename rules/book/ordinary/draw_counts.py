"""How many cards may be drawn, and in what order."""

from burncard.rules.book.conflicts import C15, C20, C45
from burncard.rules.games.documents import GENERAL, ROBERTS
from burncard.rules.rulings.rulebook import DRAW, Chapter

CHAPTER: Chapter = Chapter(__name__)

CHAPTER.kept(
    id="draw.four-consecutive",
    title="A player draws up to four cards",
    kind="procedure",
    games=DRAW,
    sources=(
        ROBERTS.at("lowball", 22),
        ROBERTS.at("draw high", 5),
    ),
    window="the draw",
    trigger="a player draws four cards or fewer",
    ruling="They are dealt in a row.",
)
CHAPTER.kept(
    id="draw.five-cards",
    title="A player draws five cards",
    kind="procedure",
    games=DRAW,
    sources=(
        ROBERTS.at("lowball", 22),
        ROBERTS.at("draw high", 5),
    ),
    settles=(C45,),
    window="the draw",
    trigger="a player draws five cards and others draw after",
    ruling="Four are dealt in turn, and the fifth after all other players have drawn.",
)
CHAPTER.kept(
    id="draw.five-cards-last",
    title="The last player draws five cards",
    kind="procedure",
    games=DRAW,
    sources=(
        ROBERTS.at("lowball", 22),
        ROBERTS.at("draw high", 5),
    ),
    settles=(C45,),
    window="the draw",
    trigger="a player draws five cards and no one draws after",
    ruling="Four cards are dealt, one is burned, and then the fifth is dealt.",
)
CHAPTER.kept(
    id="draw.003-draw-limit",
    title="A player draws in the general house",
    kind="procedure",
    games=DRAW,
    houses=("general",),
    elsewhere="draw.five-cards",
    replaces={"general": ("draw.five-cards", "draw.five-cards-last")},
    sources=(GENERAL.at("five-card draw", 5),),
    settles=(C20, C45),
    window="the draw",
    trigger="a player discards",
    ruling="A player may draw four cards at most.",
)
CHAPTER.kept(
    id="draw.change-until-dealt",
    title="A player changes the number drawn",
    kind="procedure",
    games=DRAW,
    sources=(
        ROBERTS.at("lowball", 24),
        ROBERTS.at("draw high", 6),
    ),
    window="the draw",
    trigger="a player asks for a different number of cards",
    ruling="The number may be changed until the first of them is dealt.",
)
CHAPTER.kept(
    id="draw.change-until-acted",
    title="A player changes the number drawn after another acted",
    kind="procedure",
    games=DRAW,
    sources=(
        ROBERTS.at("lowball", 24, 26),
        ROBERTS.at("draw high", 6, 8),
    ),
    window="the draw",
    trigger="another player has acted on the number",
    ruling="The number stands.",
)
CHAPTER.kept(
    id="draw.short-after-action",
    title="A hand is short at the draw",
    games=DRAW,
    sources=(
        ROBERTS.at("lowball", 23),
        ROBERTS.at("draw high", 4),
    ),
    settles=(C15,),
    window="the draw",
    trigger="a hand with fewer than five cards comes to draw after action",
    ruling="The player draws up to five cards.",
)
