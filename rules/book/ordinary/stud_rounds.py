"""Stud's later rounds: who acts first and how much may be bet."""

from burncard.rules.book.conflicts import C08, C20, C34
from burncard.rules.games.documents import GENERAL, ROBERTS, ROBERTS_LATER
from burncard.rules.rulings.rulebook import BIG_BET, LAST_CARD_DOWN, LIMIT, STUD, Chapter

CHAPTER: Chapter = Chapter(__name__)

CHAPTER.kept(
    id="stud.bigbet-later-rounds",
    title="A later round of big-bet stud begins",
    kind="betting",
    games=STUD,
    structures=BIG_BET,
    sources=(
        ROBERTS.at("Mississippi stud", 3),
        ROBERTS.at("Mississippi stud, big-bet structures", 1),
    ),
    window="each betting round",
    trigger="a street after the first has been dealt",
    ruling="The best board acts first, and may check or bet.",
)
CHAPTER.kept(
    id="stud.low-limit-streets",
    title="A limit bet is made in seven-card stud",
    kind="betting",
    games=LAST_CARD_DOWN,
    structures=LIMIT,
    sources=(
        ROBERTS.at("seven-card stud"),
        ROBERTS.at("seven-card stud high-low", 7),
        ROBERTS.at("razz", 4),
        GENERAL.at("seven-card stud high-low"),
    ),
    window="each betting round",
    trigger="a player bets or raises",
    ruling="Bets are the small limit on third and fourth street, and the large limit from fifth street on.",
)
CHAPTER.kept(
    id="stud5.limits-by-street",
    title="A limit bet is made in five-card stud",
    kind="betting",
    games=("stud5",),
    structures=LIMIT,
    sources=(ROBERTS_LATER.at(),),
    settles=(C34,),
    window="each betting round",
    trigger="a player bets or raises",
    ruling="Bets are the small limit on the first two rounds, and the large limit after that.",
)
CHAPTER.kept(
    id="stud5.raise-cap",
    title="A limit bet is raised in five-card stud",
    kind="betting",
    games=("stud5",),
    structures=LIMIT,
    sources=(
        GENERAL.at("five-card stud"),
        GENERAL.at("five-card draw", 1),
    ),
    settles=(C08, C20),
    window="each betting round",
    trigger="a player raises",
    ruling="A round allows one bet and three raises.",
)
CHAPTER.kept(
    id="stud.mississippi-bet-sizes",
    title="A limit bet is made in Mississippi stud",
    kind="betting",
    games=("mississippi",),
    structures=LIMIT,
    sources=(ROBERTS.at("Mississippi stud, limit structures", 1, 2),),
    window="each betting round",
    trigger="a player bets or raises",
    ruling="Bets are the small limit on the early rounds and double at the end.",
)
CHAPTER.kept(
    id="stud.stakes-by-ante",
    title="The stakes of Mississippi stud are chosen",
    kind="money",
    games=("mississippi",),
    structures=LIMIT,
    sources=(ROBERTS.at("Mississippi stud, limit structures", 1, 2),),
    window="table setup",
    trigger="a limit table is set up with one of the two usual antes",
    ruling="For a small limit of ten units, a low ante is one and the forced bet two; a high ante is four and the "
    "forced bet five.",
)
CHAPTER.kept(
    id="stud.betting-rounds",
    title="A seven-card stud hand is played",
    kind="betting",
    games=LAST_CARD_DOWN,
    sources=(
        ROBERTS.at("seven-card stud"),
        ROBERTS.at("seven-card stud, betting rounds"),
        GENERAL.at("seven-card stud"),
        GENERAL.at("seven-card stud, sequence of play"),
        GENERAL.at("seven-card stud high-low"),
    ),
    window="each betting round",
    trigger="a hand of seven-card stud, stud high-low or razz is dealt",
    ruling="It has five betting rounds, one after each street from the third on.",
)
CHAPTER.kept(
    id="stud5.betting-rounds",
    title="A five-card stud hand is played",
    kind="betting",
    games=("stud5",),
    sources=(GENERAL.at("five-card stud, sequence of play"),),
    window="each betting round",
    trigger="a hand of five-card stud is dealt",
    ruling="It has four betting rounds, one after each upcard.",
)
CHAPTER.kept(
    id="stud.high-hand-first",
    title="A later stud round begins",
    kind="betting",
    games=("stud5", "stud7", "stud8", "mississippi"),
    sources=(
        ROBERTS.at("seven-card stud", 1),
        ROBERTS.at("seven-card stud high-low"),
        ROBERTS.at("Mississippi stud", 3, 4, 5),
    ),
    window="fourth street and later",
    trigger="a street after the first has been dealt",
    ruling="The best board acts first.",
)
CHAPTER.kept(
    id="stud.razz-low-acts-first",
    title="A later razz round begins",
    kind="betting",
    games=("razz",),
    sources=(ROBERTS.at("razz", 3),),
    window="fourth street and later",
    trigger="a street after the first has been dealt",
    ruling="The lowest board acts first.",
)
CHAPTER.kept(
    id="stud.tie-by-position",
    title="Boards tie for the first action",
    kind="betting",
    games=STUD,
    sources=(
        ROBERTS.at("seven-card stud", 1),
        ROBERTS.at("seven-card stud high-low"),
        ROBERTS.at("razz", 3),
    ),
    window="each round after the first",
    trigger="two boards are equal",
    ruling="The player who is dealt to first acts first.",
)
CHAPTER.kept(
    id="stud.open-pair-double-bet",
    title="An open pair shows on fourth street",
    kind="betting",
    games=("stud7",),
    structures=LIMIT,
    sources=(ROBERTS.at("seven-card stud", 4),),
    window="fourth street",
    trigger="a board shows a pair on fourth street",
    ruling="Any player may bet either the small or the large limit.",
)
CHAPTER.kept(
    id="stud.open-pair-increment",
    title="The large limit is bet on an open pair",
    kind="betting",
    games=("stud7",),
    structures=LIMIT,
    sources=(ROBERTS.at("seven-card stud", 4),),
    window="fourth street",
    trigger="a player has bet the large limit on fourth street",
    ruling="Every raise is of the large limit.",
)
CHAPTER.kept(
    id="stud.open-pair-check",
    title="The open pair checks",
    kind="betting",
    games=("stud7",),
    structures=LIMIT,
    sources=(ROBERTS.at("seven-card stud", 4),),
    window="fourth street",
    trigger="the player with the open pair checks on fourth street",
    ruling="The others may still bet either limit.",
)
CHAPTER.kept(
    id="stud.no-open-pair-in-split",
    title="An open pair shows in stud high-low or razz",
    kind="betting",
    games=("stud8", "razz"),
    structures=LIMIT,
    sources=(
        ROBERTS.at("seven-card stud high-low", 7),
        ROBERTS.at("razz", 4),
    ),
    window="fourth street",
    trigger="a board shows a pair on fourth street",
    ruling="The limit stays the small one.",
)
CHAPTER.kept(
    id="stud.common-first-to-act",
    title="A common card is dealt in stud",
    kind="betting",
    games=("stud7", "stud8", "mississippi"),
    sources=(ROBERTS.at("seven-card stud", 15),),
    window="the last street",
    trigger="a common card lies in the middle",
    ruling="It counts with each board in deciding who acts first.",
)
CHAPTER.kept(
    id="stud.common-first-razz",
    title="A common card is dealt in razz",
    kind="betting",
    games=("razz",),
    sources=(
        ROBERTS.at("razz", 1),
        ROBERTS.at("seven-card stud", 15),
    ),
    window="the last street",
    trigger="a common card lies in the middle",
    ruling="It counts with each board in deciding who is low and acts first.",
)
CHAPTER.kept(
    id="expose.stud-last-up-action",
    title="An exposed last card changes who is high",
    kind="betting",
    games=LAST_CARD_DOWN,
    sources=(ROBERTS.at("seven-card stud", 17),),
    window="the last street",
    trigger="a last card was dealt face up",
    ruling="It counts in deciding who acts first.",
)
CHAPTER.kept(
    id="premature.stud-final-no-raise",
    title="A player kept an early last card",
    kind="betting",
    games=LAST_CARD_DOWN,
    sources=(ROBERTS.at("seven-card stud", 14),),
    window="the rest of the round",
    trigger="the turn comes to a player who kept an early last card",
    ruling="The player may call, but not bet or raise.",
)
