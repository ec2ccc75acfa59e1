"""Stud's forced bet: who makes it, how large it is, and what the others may do."""

from burncard.rules.book.conflicts import A29, C06, C11, C34
from burncard.rules.games.documents import GENERAL, ROBERTS
from burncard.rules.rulings.rulebook import BIG_BET, LIMIT, STUD, Chapter

CHAPTER = Chapter(__name__)

CHAPTER.kept(
    id="lowcard.low-brings-in",
    title="The low card opens",
    kind="betting",
    games=("stud5", "stud7", "stud8", "mississippi"),
    structures=LIMIT,
    sources=(
        ROBERTS.at("seven-card stud", 1),
        ROBERTS.at("seven-card stud high-low", 4),
        ROBERTS.at("Mississippi stud", 2),
        GENERAL.at("seven-card stud", 1),
        GENERAL.at("seven-card stud high-low", 1),
        GENERAL.at("five-card stud"),
    ),
    window="the first betting round",
    trigger="the first betting round",
    ruling="The low card opens.",
)
CHAPTER.kept(
    id="lowcard.suit-order",
    title="Clubs are lowest, then diamonds, hearts, spades",
    kind="betting",
    games=STUD,
    sources=(
        ROBERTS.at("seven-card stud", 1),
        ROBERTS.at("seven-card stud high-low", 4),
        ROBERTS.at("razz", 3),
        GENERAL.at("five-card stud"),
    ),
    settles=(C11,),
    window="the first betting round",
    trigger="the first betting round",
    ruling="Clubs are lowest, then diamonds, hearts, spades.",
)
CHAPTER.kept(
    id="lowcard.ace-high-for-bringin",
    title="An ace is high for the bring-in",
    kind="betting",
    games=("stud8",),
    sources=(ROBERTS.at("seven-card stud high-low", 4),),
    window="the first betting round",
    trigger="the first betting round",
    ruling="An ace is high for the bring-in.",
)
CHAPTER.kept(
    id="lowcard.razz-high-brings-in",
    title="The high card opens, aces low",
    kind="betting",
    games=("razz",),
    structures=LIMIT,
    sources=(ROBERTS.at("razz", 3),),
    window="the first betting round",
    trigger="the first betting round",
    ruling="The high card opens, aces low.",
)
CHAPTER.kept(
    id="lowcard.full-bet-option",
    title="The forced bettor may open for a full bet",
    kind="betting",
    games=STUD,
    structures=LIMIT,
    sources=(ROBERTS.at("seven-card stud", 2, 8),),
    settles=(C06,),
    window="the first betting round",
    trigger="the first betting round",
    ruling="The forced bettor may open for a full bet.",
)
CHAPTER.kept(
    id="lowcard.minimum-only",
    title="The forced bet is the minimum",
    kind="betting",
    games=STUD,
    structures=LIMIT,
    houses=("general",),
    elsewhere="lowcard.full-bet-option",
    replaces={"general": ("lowcard.full-bet-option",)},
    sources=(
        GENERAL.at("seven-card stud", 1),
        GENERAL.at("seven-card stud high-low", 1),
    ),
    settles=(C06,),
    window="the first betting round",
    trigger="the first betting round",
    ruling="The forced bet is the minimum.",
)
CHAPTER.kept(
    id="stud.stays-until-bet",
    title="The forced bet cannot be folded",
    kind="betting",
    games=("stud7", "stud8"),
    structures=LIMIT,
    sources=(
        GENERAL.at("seven-card stud", 1),
        GENERAL.at("seven-card stud high-low", 1),
    ),
    window="the first betting round",
    trigger="the first betting round",
    ruling="The forced bet cannot be folded.",
)
CHAPTER.kept(
    id="lowcard.completion-not-raise",
    title="Completing the bring-in is no raise",
    kind="betting",
    games=STUD,
    structures=LIMIT,
    sources=(ROBERTS.at("seven-card stud", 3),),
    window="the first betting round",
    trigger="the first betting round",
    ruling="Completing the bring-in is no raise.",
)
CHAPTER.kept(
    id="lowcard.wrong-low-stands",
    title="Once the next seat has acted a wrong low bet stands",
    kind="betting",
    games=STUD,
    structures=LIMIT,
    sources=(ROBERTS.at("seven-card stud", 9),),
    window="the first betting round",
    trigger="the first betting round",
    ruling="Once the next seat has acted a wrong low bet stands.",
)
CHAPTER.kept(
    id="lowcard.bigbet-high-card-first",
    title="The high card acts first",
    kind="betting",
    games=STUD,
    structures=BIG_BET,
    sources=(
        ROBERTS.at("Mississippi stud", 2),
        ROBERTS.at("Mississippi stud, big-bet structures", 1),
    ),
    settles=(A29,),
    window="the first betting round",
    trigger="the first betting round",
    ruling="The high card acts first.",
)
CHAPTER.kept(
    id="stud.bigbet-first-round",
    title="It must bet or fold",
    kind="betting",
    games=STUD,
    structures=BIG_BET,
    sources=(
        ROBERTS.at("Mississippi stud", 2),
        ROBERTS.at("Mississippi stud, big-bet structures", 1),
    ),
    window="the first betting round",
    trigger="the first betting round",
    ruling="It must bet or fold.",
)
CHAPTER.kept(
    id="stud.bigbet-opening-size",
    title="One ante up to the maximum",
    kind="betting",
    games=STUD,
    structures=BIG_BET,
    sources=(ROBERTS.at("Mississippi stud, big-bet structures", 1),),
    window="the first betting round",
    trigger="the first betting round",
    ruling="One ante up to the maximum.",
)
CHAPTER.kept(
    id="stud.bring-in-amount",
    title="The table sets the forced bet",
    kind="betting",
    games=STUD,
    structures=LIMIT,
    sources=(
        ROBERTS.at("seven-card stud", 3),
        ROBERTS.at("Mississippi stud, limit structures", 2),
        GENERAL.at("seven-card stud", 1),
        GENERAL.at("five-card stud"),
    ),
    settles=(C34,),
    window="the first betting round",
    trigger="the first betting round",
    ruling="The table sets the forced bet.",
)
CHAPTER.kept(
    id="stud5.bring-in-half",
    title="Half the small limit",
    kind="betting",
    games=("stud5",),
    structures=LIMIT,
    sources=(GENERAL.at("five-card stud"),),
    settles=(C34,),
    window="the first betting round",
    trigger="the first betting round",
    ruling="Half the small limit.",
)
CHAPTER.kept(
    id="lowcard.all-in-ante",
    title="The low card is all-in for the ante",
    kind="betting",
    games=STUD,
    structures=LIMIT,
    sources=(ROBERTS.at("seven-card stud", 8),),
    window="the first betting round",
    trigger="the seat that must bring it in has no chips left",
    ruling="The next seat to the left acts first, and may fold, bring it in, or open in full.",
)
