"""How a table is set up, and which rules one game takes from another."""

from burncard.rules.book.conflicts import C18, C33, C35, C41
from burncard.rules.book.open_questions import A10, A33
from burncard.rules.games.documents import GENERAL, ROBERTS, ROBERTS_EARLY
from burncard.rules.rulings.rulebook import ALL, DRAW_HIGH, LOWBALL, NO_OR_POT_LIMIT, Chapter

CHAPTER: Chapter = Chapter(__name__)

CHAPTER.kept(
    id="betting.holdem-forced-bets",
    title="Hold'em is set up",
    kind="betting",
    games=("holdem",),
    sources=(
        GENERAL.at("hold'em, play of the game"),
        ROBERTS.at("hold'em"),
        ROBERTS_EARLY.at("hold'em"),
    ),
    settles=(C18,),
    window="table setup",
    trigger="the forced bets of hold'em are chosen",
    ruling="The table may have blinds, an ante, or both; in the general house it has blinds only.",
)
CHAPTER.kept(
    id="betting.holdem-structures",
    title="The structure of hold'em is chosen",
    kind="betting",
    games=("holdem",),
    sources=(GENERAL.at("hold'em, betting structures"),),
    window="table setup",
    trigger="a hold'em table is set up",
    ruling="Hold'em is played with limit, no-limit or pot-limit betting.",
)
CHAPTER.kept(
    id="betting.structures-by-game",
    title="A betting structure is chosen",
    kind="procedure",
    games=ALL,
    sources=(
        GENERAL.at("hold'em, betting structures"),
        ROBERTS.at("Mississippi stud", 2),
        ROBERTS.at("Mississippi stud, big-bet structures", 1),
        ROBERTS.at("Mississippi stud, limit structures", 1),
    ),
    window="table setup",
    trigger="a table is set up",
    ruling="Each game may be played only with the structures listed for it.",
)
CHAPTER.kept(
    id="game.omaha-players",
    title="An Omaha table is set up",
    kind="procedure",
    games=("omaha",),
    sources=(GENERAL.at("Omaha"),),
    window="table setup",
    trigger="a table of Omaha high is set up",
    ruling="It seats two to ten players.",
)
CHAPTER.kept(
    id="game.omaha-inherits-holdem",
    title="Omaha has no rule of its own",
    kind="procedure",
    games=("omaha", "omaha8"),
    sources=(
        ROBERTS.at("Omaha", 1),
        GENERAL.at("Omaha high-low"),
    ),
    window="the whole hand",
    trigger="the Omaha section is silent",
    ruling="The rules of hold'em apply, except for playing the board.",
)
CHAPTER.kept(
    id="game.omaha8-inherits",
    title="Omaha high-low has no rule of its own",
    kind="procedure",
    games=("omaha8",),
    sources=(
        ROBERTS.at("Omaha high-low", 1),
        GENERAL.at("Omaha high-low"),
    ),
    window="the whole hand",
    trigger="the section on Omaha high-low is silent",
    ruling="The rules of Omaha apply.",
)
CHAPTER.kept(
    id="game.stud8-inherits",
    title="Stud high-low has no rule of its own",
    kind="procedure",
    games=("stud8",),
    sources=(
        ROBERTS.at("seven-card stud high-low", 1),
        GENERAL.at("seven-card stud high-low"),
    ),
    window="the whole hand",
    trigger="the section on stud high-low is silent",
    ruling="The rules of seven-card stud apply.",
)
CHAPTER.kept(
    id="stud.inherits-seven-card",
    title="Stud high-low or razz has no rule of its own",
    kind="procedure",
    games=("stud8", "razz"),
    sources=(
        ROBERTS.at("seven-card stud high-low", 1),
        ROBERTS.at("razz", 1),
    ),
    window="the whole hand",
    trigger="the section on the game is silent",
    ruling="The rules of seven-card stud apply.",
)
CHAPTER.kept(
    id="lowball.bigbet-inherits",
    title="Big-bet lowball has no rule of its own",
    kind="procedure",
    games=LOWBALL,
    sources=(ROBERTS.at("no-limit and pot-limit lowball", 1),),
    window="the whole hand",
    trigger="the section on big-bet lowball is silent",
    ruling="The other rules of lowball apply.",
)
CHAPTER.kept(
    id="lowball.27-inherits",
    title="Deuce-to-seven has no rule of its own",
    kind="procedure",
    games=("lowball-27",),
    sources=(ROBERTS.at("deuce-to-seven lowball", 1),),
    window="the whole hand",
    trigger="the section on deuce-to-seven is silent",
    ruling="The rules of ace-to-five apply.",
)
CHAPTER.kept(
    id="jacks.nlpl-section",
    title="Jacks or better is played for big bets",
    kind="procedure",
    games=("jacks",),
    structures=NO_OR_POT_LIMIT,
    sources=(ROBERTS.at("no-limit and pot-limit draw"),),
    settles=(C33, A10),
    window="the whole hand",
    trigger="jacks or better is played no-limit or pot-limit",
    ruling="The rules of jacks or better apply, without the fixed limits that its section repeats.",
)
CHAPTER.kept(
    id="draw.ante-only-player",
    title="A player has chips for the ante only",
    kind="money",
    games=DRAW_HIGH,
    sources=(ROBERTS.at("draw high", 15),),
    window="the start of the hand",
    trigger="a player is all-in for the ante",
    ruling="The player can win only the antes.",
)
CHAPTER.kept(
    id="lowball.blinds-and-ante",
    title="A lowball hand begins",
    kind="money",
    games=LOWBALL,
    sources=(ROBERTS.at("lowball"),),
    window="the start of the hand",
    trigger="a hand of lowball begins",
    ruling="The blinds are posted, and antes where the table has them.",
)
CHAPTER.kept(
    id="stud5.ante-by-stakes",
    title="A five-card stud hand begins",
    kind="money",
    games=("stud5",),
    sources=(GENERAL.at("five-card stud"),),
    settles=(C35,),
    window="the start of the hand",
    trigger="a hand of five-card stud begins",
    ruling="The size of the ante depends on the stakes.",
)
CHAPTER.kept(
    id="joker.a5-in-use",
    title="Ace-to-five is dealt",
    kind="procedure",
    games=("lowball-a5",),
    sources=(ROBERTS.at("ace-to-five lowball", 2),),
    window="the start of the hand",
    trigger="a hand of ace-to-five lowball begins",
    ruling="The deck has a joker.",
)
CHAPTER.kept(
    id="joker.wild-added",
    title="A joker is added as a wild card",
    kind="procedure",
    games=DRAW_HIGH,
    houses=("general",),
    elsewhere="joker.draw-high-ace",
    sources=(GENERAL.at("general poker rules"),),
    settles=(C41,),
    window="table setup",
    trigger="the table adds a joker to a draw game",
    ruling="The joker is one of the pack's cards; named wild, it may be any rank and suit.",
)
CHAPTER.kept(
    id="game.wild-cards",
    title="Cards are named wild",
    kind="procedure",
    games=ALL,
    houses=("general",),
    sources=(GENERAL.at("general poker rules"),),
    settles=(C41, A33),
    window="the start of the hand",
    trigger="a hand begins for which cards of the pack, or its joker, have been named wild",
    ruling="Cards of the pack may be named wild before the deal, and a joker that is played with is then wild too. "
    "A wild card takes any rank and suit.",
)
