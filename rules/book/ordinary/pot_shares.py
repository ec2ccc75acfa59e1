"""How equal hands share a pot, and who gets the odd chip."""

from burncard.rules.book.conflicts import C09, C11
from burncard.rules.games.documents import GENERAL, ROBERTS
from burncard.rules.rulings.rulebook import ALL, BUTTON, STUD, Chapter

CHAPTER: Chapter = Chapter(__name__)

CHAPTER.kept(
    id="ties.003-no-suit-rank",
    title="Hands tie in rank in the general house",
    kind="advice",
    status="advice",
    games=ALL,
    houses=("general",),
    elsewhere="ties.suit-rank",
    sources=(GENERAL.at("general poker rules"),),
    settles=(C11,),
    window="the showdown",
    trigger="two hands differ only in suits",
    ruling="No suit ranks above another.",
)
CHAPTER.kept(
    id="ties.equal-hands-split",
    title="Two hands tie",
    kind="money",
    games=ALL,
    sources=(
        ROBERTS.at("hold'em, rounds of betting"),
        GENERAL.at("hand rankings"),
        GENERAL.at("seven-card stud high-low"),
        GENERAL.at("hold'em, play of the game"),
    ),
    window="the showdown",
    trigger="the best hands are equal",
    ruling="They split the pot.",
)
CHAPTER.kept(
    id="ties.suit-rank",
    title="Tied hands differ in suits",
    kind="procedure",
    games=ALL,
    sources=(
        ROBERTS.at("ties", 1),
        ROBERTS.at("seven-card stud high-low", 4),
    ),
    settles=(C11,),
    window="the showdown",
    trigger="two hands differ only in suits",
    ruling="Suits never decide a pot.",
)
CHAPTER.kept(
    id="ties.stud-only",
    title="Suits are compared in stud",
    kind="procedure",
    games=STUD,
    sources=(ROBERTS.at("ties", 1),),
    settles=(C11,),
    window="the showdown",
    trigger="upcards or odd chips are compared",
    ruling="Suits count only for the forced bet and for odd chips.",
)
CHAPTER.kept(
    id="ties.odd-chip-smallest",
    title="A pot does not divide evenly",
    kind="money",
    games=ALL,
    sources=(ROBERTS.at("ties", 3),),
    window="the showdown",
    trigger="a pot is split",
    ruling="Chips are changed down to the smallest chip in play (`smallest_chip`) before the odd chip is given.",
)
CHAPTER.kept(
    id="ties.one-odd-chip",
    title="Several odd chips are left over",
    kind="money",
    games=ALL,
    sources=(ROBERTS.at("ties", 4),),
    window="the showdown",
    trigger="a pot is split between three or more hands",
    ruling="No player gets more than one odd chip.",
)
CHAPTER.kept(
    id="ties.side-pots-separate",
    title="Main and side pots are split",
    kind="money",
    games=ALL,
    sources=(ROBERTS.at("ties", 9),),
    window="the showdown",
    trigger="a hand has side pots",
    ruling="Each pot is divided on its own.",
)
CHAPTER.kept(
    id="ties.odd-chip-button",
    title="An odd chip is left in a button game",
    kind="money",
    games=BUTTON,
    sources=(
        ROBERTS.at("ties", 6),
        GENERAL.at("hand rankings"),
    ),
    settles=(C09,),
    window="the showdown",
    trigger="a pot of a button game is split",
    ruling="It goes to the first winner left of the button.",
)
CHAPTER.kept(
    id="ties.odd-chip-stud-high",
    title="An odd chip is left in stud",
    kind="money",
    games=("stud7", "mississippi"),
    sources=(
        ROBERTS.at("ties", 7),
        ROBERTS.at("seven-card stud high-low", 9),
    ),
    settles=(C09,),
    window="the showdown",
    trigger="a pot of seven-card or Mississippi stud is split",
    ruling="It goes to the winner with the highest of all cards held, by suit.",
)
CHAPTER.kept(
    id="ties.odd-chip-stud-low",
    title="An odd chip is left in razz",
    kind="money",
    games=("razz",),
    sources=(ROBERTS.at("ties", 7),),
    window="the showdown",
    trigger="a pot of razz is split",
    ruling="It goes to the winner with the lowest of all cards held, by suit.",
)
CHAPTER.kept(
    id="ties.odd-chip-stud5",
    title="An odd chip is left in five-card stud",
    kind="money",
    games=("stud5",),
    sources=(
        ROBERTS.at("ties", 7),
        GENERAL.at("five-card stud"),
    ),
    settles=(C09,),
    window="the showdown",
    trigger="a pot of five-card stud is split",
    ruling="It goes to the winner with the highest card, by suit; in the general house to the last player to bet.",
)
CHAPTER.kept(
    id="ties.odd-chip-hilo",
    title="An odd chip is left between high and low",
    kind="money",
    games=("stud8", "omaha8"),
    sources=(
        ROBERTS.at("ties", 8),
        ROBERTS.at("seven-card stud high-low", 9),
        GENERAL.at("seven-card stud high-low", 9),
    ),
    settles=(C09,),
    window="the showdown",
    trigger="a high-low pot is divided",
    ruling="It goes to the high half.",
)
CHAPTER.kept(
    id="ties.odd-chip-hilo-within",
    title="An odd chip is left within a half",
    kind="money",
    games=("stud8", "omaha8"),
    sources=(
        ROBERTS.at("ties", 8),
        ROBERTS.at("seven-card stud high-low", 10),
    ),
    window="the showdown",
    trigger="the high or the low half is split",
    ruling="It goes where the game would give the odd chip of a whole pot.",
)
CHAPTER.kept(
    id="ties.odd-chip-double-tie",
    title="Two stud hands tie both high and low",
    kind="money",
    games=("stud8",),
    sources=(ROBERTS.at("seven-card stud high-low", 9),),
    settles=(C09,),
    window="the showdown",
    trigger="two hands of stud high-low tie for high and for low",
    ruling="The odd chip goes to the highest of all cards held, by suit.",
)
CHAPTER.kept(
    id="ties.odd-chip-003-left",
    title="An odd chip is left in the general house",
    kind="money",
    games=ALL,
    houses=("general",),
    elsewhere="ties.odd-chip-button",
    replaces={
        "general": (
            "ties.odd-chip-stud-high",
            "ties.odd-chip-stud-low",
            "ties.odd-chip-hilo-within",
            "ties.odd-chip-double-tie",
        )
    },
    sources=(GENERAL.at("hand rankings"),),
    settles=(C09,),
    window="the showdown",
    trigger="a pot is split",
    ruling="It goes to the winner nearest the dealer's left.",
)
