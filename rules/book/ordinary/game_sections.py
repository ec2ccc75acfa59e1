"""How a table is set up, and which rules one game takes from another."""

from burncard.rules.book.conflicts import A10, C18, C33, C35, C41
from burncard.rules.games.documents import GENERAL, ROBERTS, ROBERTS_EARLY
from burncard.rules.rulings.rulebook import ALL, DRAW_HIGH, LOWBALL, NO_OR_POT_LIMIT, Chapter

CHAPTER = Chapter(__name__)

CHAPTER.kept(
    id="betting.holdem-forced-bets",
    title="Blinds, or an ante, or both",
    kind="betting",
    games=("holdem",),
    sources=(
        GENERAL.at("hold'em, play of the game"),
        ROBERTS.at("hold'em"),
        ROBERTS_EARLY.at("hold'em"),
    ),
    settles=(C18,),
    window="table set-up",
    trigger="table set-up",
    ruling="Blinds, or an ante, or both.",
)
CHAPTER.kept(
    id="betting.holdem-structures",
    title="Limit, no-limit, pot-limit",
    kind="betting",
    games=("holdem",),
    sources=(GENERAL.at("hold'em, betting structures"),),
    window="table set-up",
    trigger="table set-up",
    ruling="Limit, no-limit, pot-limit.",
)
CHAPTER.kept(
    id="betting.min-bet-blind-sizes",
    title="The big blind is the bet, the small one half",
    kind="advice",
    status="advice",
    games=("holdem",),
    sources=(
        GENERAL.at("hold'em, betting structures"),
        GENERAL.at("hold'em, play of the game"),
    ),
    settles=(C18,),
    window="table set-up",
    trigger="table set-up",
    ruling="The big blind is the bet, the small one half.",
)
CHAPTER.kept(
    id="betting.structures-by-game",
    title="Each game has its betting structures",
    kind="procedure",
    games=ALL,
    sources=(
        GENERAL.at("hold'em, betting structures"),
        ROBERTS.at("Mississippi stud", 2),
        ROBERTS.at("Mississippi stud, big-bet structures", 1),
        ROBERTS.at("Mississippi stud, limit structures", 1),
    ),
    window="table set-up",
    trigger="table set-up",
    ruling="Each game has its betting structures.",
)
CHAPTER.kept(
    id="game.omaha-players",
    title="Two to ten players",
    kind="procedure",
    games=("omaha",),
    sources=(GENERAL.at("Omaha"),),
    window="table set-up",
    trigger="table set-up",
    ruling="Two to ten players.",
)
CHAPTER.kept(
    id="game.omaha-inherits-holdem",
    title="Omaha by the hold'em rules",
    kind="procedure",
    games=("omaha", "omaha8"),
    sources=(
        ROBERTS.at("Omaha", 1),
        GENERAL.at("Omaha high-low"),
    ),
    window="whatever the own section leaves open",
    trigger="whatever the own section leaves open",
    ruling="Omaha by the hold'em rules.",
)
CHAPTER.kept(
    id="game.omaha8-inherits",
    title="Omaha high-low by the Omaha rules",
    kind="procedure",
    games=("omaha8",),
    sources=(
        ROBERTS.at("Omaha high-low", 1),
        GENERAL.at("Omaha high-low"),
    ),
    window="whatever the own section leaves open",
    trigger="whatever the own section leaves open",
    ruling="Omaha high-low by the Omaha rules.",
)
CHAPTER.kept(
    id="game.stud8-inherits",
    title="Stud high-low by the stud rules",
    kind="procedure",
    games=("stud8",),
    sources=(
        ROBERTS.at("seven-card stud high-low", 1),
        GENERAL.at("seven-card stud high-low"),
    ),
    window="whatever the own section leaves open",
    trigger="whatever the own section leaves open",
    ruling="Stud high-low by the stud rules.",
)
CHAPTER.kept(
    id="stud.inherits-seven-card",
    title="By the seven-card stud rules",
    kind="procedure",
    games=("stud8", "razz"),
    sources=(
        ROBERTS.at("seven-card stud high-low", 1),
        ROBERTS.at("razz", 1),
    ),
    window="whatever the own section leaves open",
    trigger="whatever the own section leaves open",
    ruling="By the seven-card stud rules.",
)
CHAPTER.kept(
    id="lowball.bigbet-inherits",
    title="Big-bet lowball by the other lowball rules",
    kind="procedure",
    games=LOWBALL,
    sources=(ROBERTS.at("no-limit and pot-limit lowball", 1),),
    window="whatever the own section leaves open",
    trigger="whatever the own section leaves open",
    ruling="Big-bet lowball by the other lowball rules.",
)
CHAPTER.kept(
    id="lowball.27-inherits",
    title="Deuce-to-seven by the ace-to-five rules",
    kind="procedure",
    games=("lowball-27",),
    sources=(ROBERTS.at("deuce-to-seven lowball", 1),),
    window="whatever the own section leaves open",
    trigger="whatever the own section leaves open",
    ruling="Deuce-to-seven by the ace-to-five rules.",
)
CHAPTER.kept(
    id="jacks.nlpl-section",
    title="Big-bet jacks by the jacks rules",
    kind="procedure",
    games=("jacks",),
    structures=NO_OR_POT_LIMIT,
    sources=(ROBERTS.at("no-limit and pot-limit draw"),),
    settles=(C33, A10),
    window="whatever the own section leaves open",
    trigger="whatever the own section leaves open",
    ruling="Big-bet jacks by the jacks rules.",
)
CHAPTER.kept(
    id="draw.ante-only-player",
    title="Who has only the ante plays for the antes alone",
    kind="money",
    games=DRAW_HIGH,
    sources=(ROBERTS.at("draw high", 15),),
    window="the start of the hand",
    trigger="the start of the hand",
    ruling="Who has only the ante plays for the antes alone.",
)
CHAPTER.kept(
    id="lowball.blinds-and-ante",
    title="Blinds, and antes where the game has them",
    kind="money",
    games=LOWBALL,
    sources=(ROBERTS.at("lowball"),),
    window="the start of the hand",
    trigger="the start of the hand",
    ruling="Blinds, and antes where the game has them.",
)
CHAPTER.kept(
    id="stud5.ante-by-stakes",
    title="The ante follows the stakes",
    kind="money",
    games=("stud5",),
    sources=(GENERAL.at("five-card stud"),),
    settles=(C35,),
    window="the start of the hand",
    trigger="the start of the hand",
    ruling="The ante follows the stakes.",
)
CHAPTER.kept(
    id="joker.a5-in-use",
    title="Ace-to-five is played with the joker",
    kind="procedure",
    games=("lowball-a5",),
    sources=(ROBERTS.at("ace-to-five lowball", 2),),
    window="the start of the hand",
    trigger="the start of the hand",
    ruling="Ace-to-five is played with the joker.",
)
CHAPTER.kept(
    id="joker.wild-added",
    title="A joker may be wild",
    kind="procedure",
    games=DRAW_HIGH,
    houses=("general",),
    elsewhere="joker.draw-high-ace",
    sources=(GENERAL.at("general poker rules"),),
    settles=(C41,),
    window="the start of the hand",
    trigger="the start of the hand",
    ruling="A joker may be wild: any rank and suit.",
)
CHAPTER.kept(
    id="game.wild-cards",
    title="A variant names its wild cards first",
    kind="procedure",
    games=DRAW_HIGH,
    houses=("general",),
    elsewhere="joker.draw-high-ace",
    sources=(GENERAL.at("general poker rules"),),
    window="the start of the hand",
    trigger="the start of the hand",
    ruling="A variant names its wild cards first.",
)
