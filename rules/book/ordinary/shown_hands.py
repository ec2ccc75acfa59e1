"""Who shows first, and what a winning hand must show."""

from burncard.rules.book.conflicts import C10
from burncard.rules.games.documents import GENERAL, ROBERTS, ROBERTS_EARLY
from burncard.rules.rulings.rulebook import ALL, STUD, Chapter

CHAPTER = Chapter(__name__)

CHAPTER.kept(
    id="showdown.ethical-duty",
    title="Whoever sees a mistake with chips should say so",
    kind="advice",
    status="advice",
    games=ALL,
    sources=(ROBERTS.at("the showdown", 3),),
    window="a wrong pot",
    trigger="a wrong pot",
    ruling="Whoever sees a mistake with chips should say so.",
)
CHAPTER.kept(
    id="showdown.all-cards",
    title="A winning hand shows all its cards",
    kind="showdown",
    games=ALL,
    sources=(
        ROBERTS.at("the showdown", 1),
        ROBERTS.at("Omaha"),
    ),
    window="the showdown",
    trigger="the showdown",
    ruling="A winning hand shows all its cards.",
)
CHAPTER.kept(
    id="showdown.cards-speak",
    title="The cards speak, not the claim",
    kind="showdown",
    games=ALL,
    sources=(
        ROBERTS.at("the showdown", 2),
        ROBERTS.at("lowball", 29),
    ),
    window="the showdown",
    trigger="the showdown",
    ruling="The cards speak, not the claim.",
)
CHAPTER.kept(
    id="showdown.omaha-four-cards",
    title="All four hole cards are shown",
    kind="showdown",
    games=("omaha", "omaha8"),
    sources=(ROBERTS.at("Omaha"),),
    window="the showdown",
    trigger="the showdown",
    ruling="All four hole cards are shown.",
)
CHAPTER.kept(
    id="showdown.order-no-bet",
    title="Without a bet the first to act shows first",
    kind="showdown",
    games=ALL,
    sources=(ROBERTS.at("the showdown", 7),),
    settles=(C10,),
    window="the showdown",
    trigger="the showdown",
    ruling="Without a bet the first to act shows first.",
)
CHAPTER.kept(
    id="showdown.order-last-aggressor",
    title="The last to bet or raise shows first",
    kind="showdown",
    games=ALL,
    sources=(
        ROBERTS.at("the showdown", 7),
        ROBERTS.at("hold'em, rounds of betting"),
        ROBERTS.at("Omaha, betting rounds"),
        ROBERTS_EARLY.at("hold'em, betting rounds"),
        GENERAL.at("five-card stud"),
        GENERAL.at("hold'em, sequence of play"),
    ),
    settles=(C10,),
    window="the showdown",
    trigger="the showdown",
    ruling="The last to bet or raise shows first.",
)
CHAPTER.kept(
    id="showdown.order-003",
    title="Who opened the last round shows first",
    kind="showdown",
    games=("holdem",),
    houses=("general",),
    elsewhere="showdown.order-last-aggressor",
    sources=(GENERAL.at("hold'em, sequence of play"),),
    settles=(C10,),
    window="the showdown",
    trigger="the showdown",
    ruling="Who opened the last round shows first.",
)
CHAPTER.kept(
    id="showdown.all-remaining-show",
    title="Every live seat shows or gives up its hand",
    kind="showdown",
    games=ALL,
    sources=(
        ROBERTS.at("Omaha, betting rounds"),
        ROBERTS.at("seven-card stud, betting rounds"),
        ROBERTS_EARLY.at("hold'em, betting rounds"),
        GENERAL.at("Omaha"),
        GENERAL.at("Omaha high-low"),
        GENERAL.at("hold'em, play of the game"),
    ),
    window="the showdown",
    trigger="the showdown",
    ruling="Every live seat shows or gives up its hand.",
)
CHAPTER.kept(
    id="showdown.sequence-stud",
    title="No card follows the last round",
    kind="procedure",
    games=STUD,
    sources=(
        ROBERTS.at("seven-card stud, betting rounds"),
        ROBERTS.at("Mississippi stud", 5),
        GENERAL.at("seven-card stud, sequence of play"),
        GENERAL.at("seven-card stud high-low, sequence of play"),
        GENERAL.at("five-card stud, sequence of play"),
    ),
    window="the showdown",
    trigger="the showdown",
    ruling="No card follows the last round.",
)
