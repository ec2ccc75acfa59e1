"""How hands are read and compared, and what a joker is worth."""

from burncard.rules.book.conflicts import A15, C41
from burncard.rules.games.documents import GENERAL, ROBERTS, ROBERTS_EARLY, ROBERTS_LATER
from burncard.rules.rulings.rulebook import ALL, DRAW_HIGH, LOWBALL, SEVEN_CARD, Chapter

CHAPTER = Chapter(__name__)
HIGH_GAMES = tuple(game for game in ALL if game not in (*LOWBALL, "razz"))

CHAPTER.kept(
    id="game.card-ranks",
    title="Ace high down to two",
    kind="showdown",
    games=ALL,
    sources=(GENERAL.at("general poker rules"),),
    window="the showdown",
    trigger="the showdown",
    ruling="Ace high down to two; low where the form says so.",
)
CHAPTER.kept(
    id="game.five-card-hand",
    title="The best five cards are the hand",
    kind="showdown",
    games=ALL,
    sources=(
        GENERAL.at("general poker rules"),
        ROBERTS.at("hold'em, rounds of betting"),
        ROBERTS_EARLY.at("hold'em"),
    ),
    window="the showdown",
    trigger="the showdown",
    ruling="The best five cards are the hand.",
)
CHAPTER.kept(
    id="game.high-ranking",
    title="Straight flush, quads, full house, flush, straight, and so on",
    kind="showdown",
    games=HIGH_GAMES,
    sources=(GENERAL.at("hand rankings"),),
    window="the showdown",
    trigger="the showdown",
    ruling="Straight flush, quads, full house, flush, straight, and so on.",
)
CHAPTER.kept(
    id="game.kicker",
    title="Equal ranks are decided by the side cards",
    kind="showdown",
    games=HIGH_GAMES,
    sources=(
        GENERAL.at("hand rankings"),
        GENERAL.at("hold'em, play of the game"),
    ),
    settles=(A15,),
    window="the showdown",
    trigger="the showdown",
    ruling="Equal ranks are decided by the side cards.",
)
CHAPTER.kept(
    id="game.holdem-any-five",
    title="Any five of hole cards and board",
    kind="showdown",
    games=("holdem",),
    sources=(
        ROBERTS.at("hold'em"),
        ROBERTS.at("hold'em, rounds of betting"),
        ROBERTS_EARLY.at("hold'em"),
        ROBERTS_EARLY.at("hold'em, betting rounds"),
        GENERAL.at("hold'em, play of the game"),
        GENERAL.at("hold'em, sequence of play"),
    ),
    window="the showdown",
    trigger="the showdown",
    ruling="Any five of hole cards and board.",
)
CHAPTER.kept(
    id="game.omaha-two-and-three",
    title="Exactly two hole cards and three of the board",
    kind="showdown",
    games=("omaha", "omaha8"),
    sources=(
        ROBERTS.at("Omaha"),
        ROBERTS.at("Omaha, betting rounds"),
        GENERAL.at("Omaha"),
        GENERAL.at("Omaha, sequence of play"),
        GENERAL.at("Omaha high-low"),
    ),
    window="the showdown",
    trigger="the showdown",
    ruling="Exactly two hole cards and three of the board.",
)
CHAPTER.kept(
    id="game.omaha8-combinations",
    title="High and low may use different hole cards",
    kind="showdown",
    games=("omaha8",),
    sources=(
        ROBERTS.at("Omaha high-low"),
        GENERAL.at("Omaha high-low, sequence of play"),
    ),
    window="the showdown",
    trigger="the showdown",
    ruling="High and low may use different hole cards.",
)
CHAPTER.kept(
    id="game.hilo-qualifier",
    title="A low has five ranks of eight or less",
    kind="showdown",
    games=("omaha8", "stud8"),
    sources=(
        ROBERTS.at("seven-card stud high-low", 2),
        ROBERTS.at("Omaha high-low", 2),
        GENERAL.at("seven-card stud high-low"),
        GENERAL.at("Omaha high-low"),
    ),
    window="the showdown",
    trigger="the showdown",
    ruling="A low has five ranks of eight or less.",
)
CHAPTER.kept(
    id="game.hilo-no-low",
    title="Without a low the high hand takes all",
    kind="showdown",
    games=("omaha8", "stud8"),
    sources=(
        ROBERTS.at("seven-card stud high-low", 2),
        ROBERTS.at("Omaha high-low", 2),
        GENERAL.at("seven-card stud high-low"),
        GENERAL.at("seven-card stud high-low, sequence of play"),
        GENERAL.at("Omaha high-low", 7),
    ),
    window="the showdown",
    trigger="the showdown",
    ruling="Without a low the high hand takes all.",
)
CHAPTER.kept(
    id="game.hilo-half-each",
    title="High and low take half each",
    kind="money",
    games=("omaha8", "stud8"),
    sources=(
        ROBERTS.at("seven-card stud high-low"),
        ROBERTS.at("Omaha high-low"),
        GENERAL.at("seven-card stud high-low"),
        GENERAL.at("seven-card stud high-low, sequence of play"),
        GENERAL.at("Omaha high-low"),
    ),
    window="the showdown",
    trigger="the showdown",
    ruling="High and low take half each.",
)
CHAPTER.kept(
    id="game.low-comparison",
    title="The lowest top card wins",
    kind="showdown",
    games=("omaha8", "stud8", "razz", "lowball-a5"),
    sources=(
        ROBERTS.at("seven-card stud high-low", 6),
        ROBERTS.at("razz", 2),
        GENERAL.at("seven-card stud high-low"),
    ),
    window="the showdown",
    trigger="the showdown",
    ruling="The lowest top card wins.",
)
CHAPTER.kept(
    id="game.stud7-any-five",
    title="Any five of the seven",
    kind="showdown",
    games=SEVEN_CARD,
    sources=(
        ROBERTS.at("seven-card stud, betting rounds"),
        ROBERTS.at("seven-card stud high-low", 3),
        ROBERTS.at("Mississippi stud", 1),
        GENERAL.at("seven-card stud"),
        GENERAL.at("seven-card stud, sequence of play"),
        GENERAL.at("seven-card stud high-low, sequence of play"),
    ),
    window="the showdown",
    trigger="the showdown",
    ruling="Any five of the seven.",
)
CHAPTER.kept(
    id="game.stud8-two-hands",
    title="High and low may use different cards",
    kind="showdown",
    games=("stud8",),
    sources=(
        ROBERTS.at("seven-card stud high-low", 3),
        GENERAL.at("seven-card stud high-low", 6),
    ),
    window="the showdown",
    trigger="the showdown",
    ruling="High and low may use different cards.",
)
CHAPTER.kept(
    id="game.stud8-ace",
    title="An ace is high and low",
    kind="showdown",
    games=("stud8",),
    sources=(
        ROBERTS.at("seven-card stud high-low", 5),
        GENERAL.at("seven-card stud high-low", 7),
    ),
    window="the showdown",
    trigger="the showdown",
    ruling="An ace is high and low.",
)
CHAPTER.kept(
    id="game.stud8-straights",
    title="Straights and flushes do not hurt a low",
    kind="showdown",
    games=("stud8", "omaha8"),
    sources=(
        ROBERTS.at("seven-card stud high-low", 6),
        GENERAL.at("seven-card stud high-low", 8),
    ),
    window="the showdown",
    trigger="the showdown",
    ruling="Straights and flushes do not hurt a low.",
)
CHAPTER.kept(
    id="game.stud5-all-five",
    title="All five cards play",
    kind="showdown",
    games=("stud5",),
    sources=(GENERAL.at("five-card stud"),),
    window="the showdown",
    trigger="the showdown",
    ruling="All five cards play.",
)
CHAPTER.kept(
    id="game.razz-low",
    title="The lowest five of seven, aces low",
    kind="showdown",
    games=("razz",),
    sources=(ROBERTS.at("razz", 2),),
    window="the showdown",
    trigger="the showdown",
    ruling="The lowest five of seven, aces low.",
)
CHAPTER.kept(
    id="game.lowball-object",
    title="The lowest hand wins",
    kind="showdown",
    games=LOWBALL,
    sources=(
        ROBERTS.at("lowball"),
        ROBERTS.at("ace-to-five lowball", 1),
    ),
    window="the showdown",
    trigger="the showdown",
    ruling="The lowest hand wins.",
)
CHAPTER.kept(
    id="game.27-ranking",
    title="The worst ordinary hand, aces high",
    kind="showdown",
    games=("lowball-27",),
    sources=(ROBERTS.at("deuce-to-seven lowball", 1, 2),),
    window="the showdown",
    trigger="the showdown",
    ruling="The worst ordinary hand, aces high.",
)
CHAPTER.kept(
    id="game.mississippi-object",
    title="The best five of seven",
    kind="showdown",
    games=("mississippi",),
    sources=(ROBERTS.at("Mississippi stud", 1),),
    window="the showdown",
    trigger="the showdown",
    ruling="The best five of seven.",
)
CHAPTER.kept(
    id="joker.a5-lowest-missing",
    title="The joker is the lowest rank missing",
    kind="showdown",
    games=("lowball-a5",),
    sources=(ROBERTS.at("ace-to-five lowball", 2),),
    settles=(C41,),
    window="the showdown",
    trigger="the showdown",
    ruling="The joker is the lowest rank missing.",
)
CHAPTER.kept(
    id="joker.draw-high-ace",
    title="A joker is an ace, or fills a straight or a flush",
    kind="showdown",
    games=DRAW_HIGH,
    sources=(ROBERTS.at("jacks or better", 10),),
    settles=(C41,),
    window="the showdown",
    trigger="the showdown",
    ruling="A joker is an ace, or fills a straight or a flush.",
)
CHAPTER.kept(
    id="joker.bug-flush-rank",
    title="In a flush it is the highest card missing",
    kind="showdown",
    games=DRAW_HIGH,
    sources=(ROBERTS_LATER.at(),),
    window="the showdown",
    trigger="the showdown",
    ruling="In a flush it is the highest card missing.",
)
