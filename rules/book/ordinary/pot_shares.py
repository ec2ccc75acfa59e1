"""How equal hands share a pot, and who gets the odd chip."""

from burncard.rules.book.conflicts import C09, C11
from burncard.rules.games.documents import GENERAL, ROBERTS
from burncard.rules.rulings.rulebook import ALL, BUTTON, STUD, Chapter

CHAPTER = Chapter(__name__)

CHAPTER.kept(
    id="ties.003-no-suit-rank",
    title="No suit wins a pot",
    kind="advice",
    status="advice",
    games=ALL,
    houses=("general",),
    elsewhere="ties.suit-rank",
    sources=(GENERAL.at("general poker rules"),),
    settles=(C11,),
    window="equal ranks",
    trigger="equal ranks",
    ruling="No suit wins a pot.",
)
CHAPTER.kept(
    id="ties.equal-hands-split",
    title="Equal hands share the pot",
    kind="money",
    games=ALL,
    sources=(
        ROBERTS.at("hold'em, rounds of betting"),
        GENERAL.at("hand rankings"),
        GENERAL.at("seven-card stud high-low"),
        GENERAL.at("hold'em, play of the game"),
    ),
    window="the showdown",
    trigger="the showdown",
    ruling="Equal hands share the pot.",
)
CHAPTER.kept(
    id="ties.suit-rank",
    title="Suits never decide a pot",
    kind="procedure",
    games=ALL,
    sources=(
        ROBERTS.at("ties", 1),
        ROBERTS.at("seven-card stud high-low", 4),
    ),
    settles=(C11,),
    window="the showdown",
    trigger="the showdown",
    ruling="Suits never decide a pot.",
)
CHAPTER.kept(
    id="ties.stud-only",
    title="Suits count for the bring-in and for odd chips",
    kind="procedure",
    games=STUD,
    sources=(ROBERTS.at("ties", 1),),
    settles=(C11,),
    window="the showdown",
    trigger="the showdown",
    ruling="Suits count for the bring-in and for odd chips.",
)
CHAPTER.kept(
    id="ties.odd-chip-smallest",
    title="The odd chip is the smallest in play",
    kind="money",
    games=ALL,
    sources=(ROBERTS.at("ties", 3),),
    window="the showdown",
    trigger="the showdown",
    ruling="The odd chip is the smallest in play.",
)
CHAPTER.kept(
    id="ties.one-odd-chip",
    title="Nobody gets more than one odd chip",
    kind="money",
    games=ALL,
    sources=(ROBERTS.at("ties", 4),),
    window="the showdown",
    trigger="the showdown",
    ruling="Nobody gets more than one odd chip.",
)
CHAPTER.kept(
    id="ties.side-pots-separate",
    title="Each pot is shared on its own",
    kind="money",
    games=ALL,
    sources=(ROBERTS.at("ties", 9),),
    window="the showdown",
    trigger="the showdown",
    ruling="Each pot is shared on its own.",
)
CHAPTER.kept(
    id="ties.odd-chip-button",
    title="The odd chip goes to the first winner left of the button",
    kind="money",
    games=BUTTON,
    sources=(
        ROBERTS.at("ties", 6),
        GENERAL.at("hand rankings"),
    ),
    settles=(C09,),
    window="the showdown",
    trigger="the showdown",
    ruling="The odd chip goes to the first winner left of the button.",
)
CHAPTER.kept(
    id="ties.odd-chip-stud-high",
    title="To the highest card by suit",
    kind="money",
    games=("stud7", "mississippi"),
    sources=(
        ROBERTS.at("ties", 7),
        ROBERTS.at("seven-card stud high-low", 9),
    ),
    settles=(C09,),
    window="the showdown",
    trigger="the showdown",
    ruling="To the highest card by suit.",
)
CHAPTER.kept(
    id="ties.odd-chip-stud-low",
    title="To the lowest card by suit",
    kind="money",
    games=("razz",),
    sources=(ROBERTS.at("ties", 7),),
    window="the showdown",
    trigger="the showdown",
    ruling="To the lowest card by suit.",
)
CHAPTER.kept(
    id="ties.odd-chip-stud5",
    title="To the highest card by suit",
    kind="money",
    games=("stud5",),
    sources=(
        ROBERTS.at("ties", 7),
        GENERAL.at("five-card stud"),
    ),
    settles=(C09,),
    window="the showdown",
    trigger="the showdown",
    ruling="To the highest card by suit; in the general house the last bettor.",
)
CHAPTER.kept(
    id="ties.odd-chip-hilo",
    title="Between high and low to the high hand",
    kind="money",
    games=("stud8", "omaha8"),
    sources=(
        ROBERTS.at("ties", 8),
        ROBERTS.at("seven-card stud high-low", 9),
        GENERAL.at("seven-card stud high-low", 9),
    ),
    settles=(C09,),
    window="the showdown",
    trigger="the showdown",
    ruling="Between high and low to the high hand.",
)
CHAPTER.kept(
    id="ties.odd-chip-hilo-within",
    title="Within a half as in that game",
    kind="money",
    games=("stud8", "omaha8"),
    sources=(
        ROBERTS.at("ties", 8),
        ROBERTS.at("seven-card stud high-low", 10),
    ),
    window="the showdown",
    trigger="the showdown",
    ruling="Within a half as in that game.",
)
CHAPTER.kept(
    id="ties.odd-chip-double-tie",
    title="Tied both ways",
    kind="money",
    games=("stud8",),
    sources=(ROBERTS.at("seven-card stud high-low", 9),),
    settles=(C09,),
    window="the showdown",
    trigger="the showdown",
    ruling="Tied both ways: to the highest card by suit.",
)
CHAPTER.kept(
    id="ties.odd-chip-003-left",
    title="To the winner nearest the dealer's left",
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
    trigger="the showdown",
    ruling="To the winner nearest the dealer's left.",
)
