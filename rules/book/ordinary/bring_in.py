"""Stud's forced bet: who makes it, how large it is, and what the others may do."""

from burncard.rules.book.conflicts import C06, C11, C34
from burncard.rules.book.open_questions import A29
from burncard.rules.games.documents import GENERAL, ROBERTS
from burncard.rules.rulings.rulebook import BIG_BET, LIMIT, STUD, Chapter

CHAPTER: Chapter = Chapter(__name__)

CHAPTER.kept(
    id="lowcard.low-brings-in",
    title="A limit stud hand begins",
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
    trigger="the first upcards are dealt",
    ruling="The lowest upcard makes the forced bet.",
)
CHAPTER.kept(
    id="lowcard.suit-order",
    title="Upcards tie for the forced bet",
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
    trigger="two upcards of the same rank are lowest, or highest in razz",
    ruling="The suit decides: clubs are lowest, then diamonds, hearts and spades.",
)
CHAPTER.kept(
    id="lowcard.ace-high-for-bringin",
    title="An ace shows in stud high-low",
    kind="betting",
    games=("stud8",),
    sources=(ROBERTS.at("seven-card stud high-low", 4),),
    window="the first betting round",
    trigger="the low upcard is determined in stud high-low",
    ruling="The ace is high for the forced bet.",
)
CHAPTER.kept(
    id="lowcard.razz-high-brings-in",
    title="A limit razz hand begins",
    kind="betting",
    games=("razz",),
    structures=LIMIT,
    sources=(ROBERTS.at("razz", 3),),
    window="the first betting round",
    trigger="the first upcards are dealt",
    ruling="The highest upcard makes the forced bet; aces are low.",
)
CHAPTER.kept(
    id="lowcard.full-bet-option",
    title="The forced bettor acts",
    kind="betting",
    games=STUD,
    structures=LIMIT,
    sources=(ROBERTS.at("seven-card stud", 2, 8),),
    settles=(C06,),
    window="the first betting round",
    trigger="the turn comes to the player who must make the forced bet",
    ruling="The player may bring it in, or open for a full bet.",
)
CHAPTER.kept(
    id="lowcard.minimum-only",
    title="The forced bettor acts in the general house",
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
    trigger="the turn comes to the player who must make the forced bet",
    ruling="The player must bet the minimum.",
)
CHAPTER.kept(
    id="stud.stays-until-bet",
    title="The forced bettor wants to fold",
    kind="betting",
    games=("stud7", "stud8"),
    structures=LIMIT,
    sources=(
        GENERAL.at("seven-card stud", 1),
        GENERAL.at("seven-card stud high-low", 1),
    ),
    window="the first betting round",
    trigger="the player who made the forced bet has not been raised",
    ruling="The player stays in until there is another bet.",
)
CHAPTER.kept(
    id="lowcard.completion-not-raise",
    title="A player completes the forced bet",
    kind="betting",
    games=STUD,
    structures=LIMIT,
    sources=(ROBERTS.at("seven-card stud", 3),),
    window="the first betting round",
    trigger="a player raises the forced bet to a full bet",
    ruling="It does not count as one of the raises.",
)
CHAPTER.kept(
    id="lowcard.wrong-low-stands",
    title="A wrong forced bet is found too late",
    kind="betting",
    games=STUD,
    structures=LIMIT,
    sources=(ROBERTS.at("seven-card stud", 9),),
    window="the first betting round",
    trigger="the next player has acted after the wrong player made the forced bet",
    ruling="The bet stands.",
)
CHAPTER.kept(
    id="lowcard.bigbet-high-card-first",
    title="A big-bet stud hand begins",
    kind="betting",
    games=STUD,
    structures=BIG_BET,
    sources=(
        ROBERTS.at("Mississippi stud", 2),
        ROBERTS.at("Mississippi stud, big-bet structures", 1),
    ),
    settles=(A29,),
    window="the first betting round",
    trigger="the first upcards are dealt",
    ruling="The highest upcard acts first.",
)
CHAPTER.kept(
    id="stud.bigbet-first-round",
    title="The first player acts in big-bet stud",
    kind="betting",
    games=STUD,
    structures=BIG_BET,
    sources=(
        ROBERTS.at("Mississippi stud", 2),
        ROBERTS.at("Mississippi stud, big-bet structures", 1),
    ),
    window="the first betting round",
    trigger="the turn comes to the first player to act",
    ruling="The player must bet or fold.",
)
CHAPTER.kept(
    id="stud.bigbet-opening-size",
    title="The first bet is sized in big-bet stud",
    kind="betting",
    games=STUD,
    structures=BIG_BET,
    sources=(ROBERTS.at("Mississippi stud, big-bet structures", 1),),
    window="the first betting round",
    trigger="the first player bets",
    ruling="The bet is at least one ante and at most the maximum of the structure.",
)
CHAPTER.kept(
    id="stud.bring-in-amount",
    title="The forced bet is sized",
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
    window="table setup",
    trigger="a stud table is set up",
    ruling="The table sets the amount.",
)
CHAPTER.kept(
    id="stud5.bring-in-half",
    title="The forced bet is sized in five-card stud",
    kind="betting",
    games=("stud5",),
    structures=LIMIT,
    sources=(GENERAL.at("five-card stud"),),
    settles=(C34,),
    window="table setup",
    trigger="a table of five-card stud is set up without an amount",
    ruling="It is half the small limit.",
)
CHAPTER.kept(
    id="lowcard.all-in-ante",
    title="The low card is all-in for the ante",
    kind="betting",
    games=STUD,
    structures=LIMIT,
    sources=(ROBERTS.at("seven-card stud", 8),),
    window="the first betting round",
    trigger="the player due to bring it in has no chips left",
    ruling="The next player to the left acts first, and may fold, bring it in, or open for a full bet.",
)
