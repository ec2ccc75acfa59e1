"""Stud's later rounds: who acts first and how much may be bet."""

from burncard.rules.book.conflicts import C08, C20, C34
from burncard.rules.games.documents import GENERAL, ROBERTS, ROBERTS_LATER
from burncard.rules.rulings.rulebook import BIG_BET, LAST_CARD_DOWN, LIMIT, STUD, Chapter

CHAPTER = Chapter(__name__)

CHAPTER.kept(
    id="stud.bigbet-later-rounds",
    title="The high hand bets or checks",
    kind="betting",
    games=STUD,
    structures=BIG_BET,
    sources=(
        ROBERTS.at("Mississippi stud", 3),
        ROBERTS.at("Mississippi stud, big-bet structures", 1),
    ),
    window="each betting round",
    trigger="each betting round",
    ruling="The high hand bets or checks.",
)
CHAPTER.kept(
    id="stud.low-limit-streets",
    title="The small limit on third and fourth street",
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
    trigger="each betting round",
    ruling="The small limit on third and fourth street.",
)
CHAPTER.kept(
    id="stud5.limits-by-street",
    title="The small limit on the first two rounds",
    kind="betting",
    games=("stud5",),
    structures=LIMIT,
    sources=(ROBERTS_LATER.at(),),
    settles=(C34,),
    window="each betting round",
    trigger="each betting round",
    ruling="The small limit on the first two rounds.",
)
CHAPTER.kept(
    id="stud5.raise-cap",
    title="A bet and three raises",
    kind="betting",
    games=("stud5",),
    structures=LIMIT,
    sources=(
        GENERAL.at("five-card stud"),
        GENERAL.at("five-card draw", 1),
    ),
    settles=(C08, C20),
    window="each betting round",
    trigger="each betting round",
    ruling="A bet and three raises.",
)
CHAPTER.kept(
    id="stud.mississippi-bet-sizes",
    title="Double at the end",
    kind="betting",
    games=("mississippi",),
    structures=LIMIT,
    sources=(ROBERTS.at("Mississippi stud, limit structures", 1, 2),),
    window="each betting round",
    trigger="each betting round",
    ruling="Double at the end.",
)
CHAPTER.kept(
    id="stud.betting-rounds",
    title="Five betting rounds",
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
    trigger="each betting round",
    ruling="Five betting rounds.",
)
CHAPTER.kept(
    id="stud5.betting-rounds",
    title="Four betting rounds",
    kind="betting",
    games=("stud5",),
    sources=(GENERAL.at("five-card stud, sequence of play"),),
    window="each betting round",
    trigger="each betting round",
    ruling="Four betting rounds.",
)
CHAPTER.kept(
    id="stud.high-hand-first",
    title="The best board acts first",
    kind="betting",
    games=("stud5", "stud7", "stud8"),
    sources=(
        ROBERTS.at("seven-card stud", 1),
        ROBERTS.at("seven-card stud high-low"),
    ),
    window="fourth street on",
    trigger="fourth street on",
    ruling="The best board acts first.",
)
CHAPTER.kept(
    id="stud.razz-low-acts-first",
    title="The lowest board acts first",
    kind="betting",
    games=("razz",),
    sources=(ROBERTS.at("razz", 3),),
    window="fourth street on",
    trigger="fourth street on",
    ruling="The lowest board acts first.",
)
CHAPTER.kept(
    id="stud.tie-by-position",
    title="Who was dealt to first acts first",
    kind="betting",
    games=("stud5", *LAST_CARD_DOWN),
    sources=(
        ROBERTS.at("seven-card stud", 1),
        ROBERTS.at("seven-card stud high-low"),
        ROBERTS.at("razz", 3),
    ),
    window="tied boards",
    trigger="tied boards",
    ruling="Who was dealt to first acts first.",
)
CHAPTER.kept(
    id="stud.open-pair-double-bet",
    title="With an open pair either limit is bet",
    kind="betting",
    games=("stud7",),
    structures=LIMIT,
    sources=(ROBERTS.at("seven-card stud", 4),),
    window="fourth street",
    trigger="fourth street",
    ruling="With an open pair either limit is bet.",
)
CHAPTER.kept(
    id="stud.open-pair-increment",
    title="After the large bet raises are large",
    kind="betting",
    games=("stud7",),
    structures=LIMIT,
    sources=(ROBERTS.at("seven-card stud", 4),),
    window="fourth street",
    trigger="fourth street",
    ruling="After the large bet raises are large.",
)
CHAPTER.kept(
    id="stud.open-pair-check",
    title="A check leaves both sizes to the others",
    kind="betting",
    games=("stud7",),
    structures=LIMIT,
    sources=(ROBERTS.at("seven-card stud", 4),),
    window="fourth street",
    trigger="fourth street",
    ruling="A check leaves both sizes to the others.",
)
CHAPTER.kept(
    id="stud.no-open-pair-in-split",
    title="An open pair changes no limit",
    kind="betting",
    games=("stud8", "razz"),
    structures=LIMIT,
    sources=(
        ROBERTS.at("seven-card stud high-low", 7),
        ROBERTS.at("razz", 4),
    ),
    window="fourth street",
    trigger="fourth street",
    ruling="An open pair changes no limit.",
)
CHAPTER.kept(
    id="stud.common-first-to-act",
    title="It counts for who is high",
    kind="betting",
    games=("stud7", "stud8", "mississippi"),
    sources=(ROBERTS.at("seven-card stud", 15),),
    window="a common card",
    trigger="a common card",
    ruling="It counts for who is high.",
)
CHAPTER.kept(
    id="stud.common-first-razz",
    title="It counts for who is low",
    kind="betting",
    games=("razz",),
    sources=(
        ROBERTS.at("razz", 1),
        ROBERTS.at("seven-card stud", 15),
    ),
    window="a common card",
    trigger="a common card",
    ruling="It counts for who is low.",
)
CHAPTER.kept(
    id="expose.stud-last-up-action",
    title="It counts for who acts first",
    kind="betting",
    games=LAST_CARD_DOWN,
    sources=(ROBERTS.at("seven-card stud", 17),),
    window="a last card dealt up",
    trigger="a last card dealt up",
    ruling="It counts for who acts first.",
)
CHAPTER.kept(
    id="premature.stud-final-no-raise",
    title="Who kept an early last card may only call",
    kind="betting",
    games=LAST_CARD_DOWN,
    sources=(ROBERTS.at("seven-card stud", 14),),
    window="each betting round",
    trigger="each betting round",
    ruling="Who kept an early last card may only call.",
)
