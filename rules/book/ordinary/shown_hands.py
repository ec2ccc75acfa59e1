"""Who shows first, and what a winning hand must show."""

from burncard.rules.book.conflicts import C10
from burncard.rules.book.open_questions import A32
from burncard.rules.games.documents import GENERAL, ROBERTS, ROBERTS_EARLY
from burncard.rules.rulings.rulebook import ALL, STUD, Chapter

CHAPTER: Chapter = Chapter(__name__)

CHAPTER.kept(
    id="showdown.ethical-duty",
    title="The pot is about to go to the wrong player",
    kind="advice",
    status="advice",
    games=ALL,
    sources=(ROBERTS.at("the showdown", 3),),
    window="the showdown",
    trigger="a player sees a mistake in awarding the pot",
    ruling="Any player who sees the mistake should say so.",
)
CHAPTER.kept(
    id="showdown.all-cards",
    title="A hand claims the pot",
    kind="showdown",
    games=ALL,
    sources=(
        ROBERTS.at("the showdown", 1),
        ROBERTS.at("Omaha"),
    ),
    window="the showdown",
    trigger="a player shows a hand to win",
    ruling="All its cards must be shown.",
)
CHAPTER.kept(
    id="showdown.cards-speak",
    title="A hand is shown",
    kind="showdown",
    games=ALL,
    sources=(
        ROBERTS.at("the showdown", 2),
        ROBERTS.at("lowball", 29),
    ),
    window="the showdown",
    trigger="a hand is spread face up",
    ruling="The cards decide, not what the player says.",
)
CHAPTER.kept(
    id="showdown.omaha-four-cards",
    title="An Omaha hand claims the pot",
    kind="showdown",
    games=("omaha", "omaha8"),
    sources=(ROBERTS.at("Omaha"),),
    window="the showdown",
    trigger="a player shows an Omaha hand",
    ruling="All four downcards must be shown.",
)
CHAPTER.kept(
    id="showdown.order-no-bet",
    title="There is no bet on the last round",
    kind="showdown",
    games=ALL,
    sources=(ROBERTS.at("the showdown", 7),),
    settles=(C10,),
    window="the showdown",
    trigger="the last round was checked",
    ruling="The player who would act first shows first.",
)
CHAPTER.kept(
    id="showdown.order-last-aggressor",
    title="There is a bet on the last round",
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
    settles=(C10, A32),
    window="the showdown",
    trigger="a bet on the last round was called",
    ruling="The last player to bet or raise shows first.",
)
CHAPTER.kept(
    id="showdown.order-003",
    title="There is a bet on the last round in the general house",
    kind="showdown",
    games=("holdem",),
    houses=("general",),
    elsewhere="showdown.order-last-aggressor",
    sources=(GENERAL.at("hold'em, sequence of play"),),
    settles=(C10,),
    window="the showdown",
    trigger="a bet on the last round of hold'em was called",
    ruling="The player who opened the round shows first.",
)
CHAPTER.kept(
    id="showdown.all-remaining-show",
    title="The showdown begins",
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
    trigger="two or more hands are live after the last round",
    ruling="Every live player shows or gives up the hand.",
)
CHAPTER.kept(
    id="showdown.sequence-stud",
    title="The last stud round is over",
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
    trigger="the betting on the last street is over",
    ruling="No more cards are dealt.",
)
