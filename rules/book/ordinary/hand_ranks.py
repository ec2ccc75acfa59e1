"""How hands are read and compared, and what a joker is worth."""

from burncard.rules.book.conflicts import C41
from burncard.rules.book.open_questions import A15
from burncard.rules.games.documents import GENERAL, ROBERTS, ROBERTS_EARLY, ROBERTS_LATER
from burncard.rules.rulings.rulebook import ALL, DRAW_HIGH, LOWBALL, SEVEN_CARD, Chapter

CHAPTER: Chapter = Chapter(__name__)
HIGH_GAMES = tuple(game for game in ALL if game not in (*LOWBALL, "razz"))

CHAPTER.kept(
    id="game.card-ranks",
    title="Cards are compared",
    kind="showdown",
    games=ALL,
    sources=(GENERAL.at("general poker rules"),),
    window="the showdown",
    trigger="hands are read",
    ruling="The ace is the highest card and the two the lowest; the ace is low where the game says so.",
)
CHAPTER.kept(
    id="game.five-card-hand",
    title="A hand is read",
    kind="showdown",
    games=ALL,
    sources=(
        GENERAL.at("general poker rules"),
        ROBERTS.at("hold'em, rounds of betting"),
        ROBERTS_EARLY.at("hold'em"),
    ),
    window="the showdown",
    trigger="a hand is shown",
    ruling="The best five cards count.",
)
CHAPTER.kept(
    id="game.high-ranking",
    title="High hands are compared",
    kind="showdown",
    games=HIGH_GAMES,
    sources=(GENERAL.at("hand rankings"),),
    window="the showdown",
    trigger="high hands are shown",
    ruling="Straight flush, four of a kind, full house, flush, straight, three of a kind, two pair, pair, high card.",
)
CHAPTER.kept(
    id="game.kicker",
    title="High hands have the same rank",
    kind="showdown",
    games=HIGH_GAMES,
    sources=(
        GENERAL.at("hand rankings"),
        GENERAL.at("hold'em, play of the game"),
    ),
    settles=(A15,),
    window="the showdown",
    trigger="two hands are of the same kind and rank",
    ruling="The side cards decide, the highest first.",
)
CHAPTER.kept(
    id="game.holdem-any-five",
    title="A hold'em hand is read",
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
    trigger="a hold'em hand is shown",
    ruling="Any five of the two downcards and the board play.",
)
CHAPTER.kept(
    id="game.omaha-two-and-three",
    title="An Omaha hand is read",
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
    trigger="an Omaha hand is shown",
    ruling="Exactly two downcards and three board cards play.",
)
CHAPTER.kept(
    id="game.omaha8-combinations",
    title="An Omaha high-low hand is read",
    kind="showdown",
    games=("omaha8",),
    sources=(
        ROBERTS.at("Omaha high-low"),
        GENERAL.at("Omaha high-low, sequence of play"),
    ),
    window="the showdown",
    trigger="an Omaha high-low hand is shown",
    ruling="High and low may use different downcards.",
)
CHAPTER.kept(
    id="game.hilo-qualifier",
    title="A low hand is read in a high-low game",
    kind="showdown",
    games=("omaha8", "stud8"),
    sources=(
        ROBERTS.at("seven-card stud high-low", 2),
        ROBERTS.at("Omaha high-low", 2),
        GENERAL.at("seven-card stud high-low"),
        GENERAL.at("Omaha high-low"),
    ),
    window="the showdown",
    trigger="a high-low hand is shown",
    ruling="A low needs five different ranks, none above eight, or above the card that the room has posted.",
)
CHAPTER.kept(
    id="game.hilo-no-low",
    title="No hand qualifies for low",
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
    trigger="no live hand has a qualifying low",
    ruling="The high hand wins the whole pot.",
)
CHAPTER.kept(
    id="game.hilo-half-each",
    title="A high-low pot is divided",
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
    trigger="there is a qualifying low",
    ruling="The best high and the best low win half each.",
)
CHAPTER.kept(
    id="game.low-comparison",
    title="Low hands are compared",
    kind="showdown",
    games=("omaha8", "stud8", "razz", "lowball-a5"),
    sources=(
        ROBERTS.at("seven-card stud high-low", 6),
        ROBERTS.at("razz", 2),
        GENERAL.at("seven-card stud high-low"),
    ),
    window="the showdown",
    trigger="low hands are shown",
    ruling="The hand with the lowest highest card wins, then the next card, and so on.",
)
CHAPTER.kept(
    id="game.stud7-any-five",
    title="A seven-card stud hand is read",
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
    trigger="a seven-card hand is shown",
    ruling="Any five of the seven cards play.",
)
CHAPTER.kept(
    id="game.stud8-two-hands",
    title="A stud high-low hand is read",
    kind="showdown",
    games=("stud8",),
    sources=(
        ROBERTS.at("seven-card stud high-low", 3),
        GENERAL.at("seven-card stud high-low", 6),
    ),
    window="the showdown",
    trigger="a stud high-low hand is shown",
    ruling="High and low may use different cards.",
)
CHAPTER.kept(
    id="game.stud8-ace",
    title="An ace is read in stud high-low",
    kind="showdown",
    games=("stud8",),
    sources=(
        ROBERTS.at("seven-card stud high-low", 5),
        GENERAL.at("seven-card stud high-low", 7),
    ),
    window="the showdown",
    trigger="a hand with an ace is shown",
    ruling="The ace is both high and low.",
)
CHAPTER.kept(
    id="game.stud8-straights",
    title="A low hand has a straight or a flush",
    kind="showdown",
    games=("stud8", "omaha8"),
    sources=(
        ROBERTS.at("seven-card stud high-low", 6),
        GENERAL.at("seven-card stud high-low", 8),
    ),
    window="the showdown",
    trigger="a low hand is shown in a high-low game",
    ruling="Straights and flushes do not count against a low.",
)
CHAPTER.kept(
    id="game.stud5-all-five",
    title="A five-card stud hand is read",
    kind="showdown",
    games=("stud5",),
    sources=(GENERAL.at("five-card stud"),),
    window="the showdown",
    trigger="a five-card stud hand is shown",
    ruling="All five cards play.",
)
CHAPTER.kept(
    id="game.razz-low",
    title="A razz hand is read",
    kind="showdown",
    games=("razz",),
    sources=(ROBERTS.at("razz", 2),),
    window="the showdown",
    trigger="a razz hand is shown",
    ruling="The lowest five of the seven cards play, and aces are low.",
)
CHAPTER.kept(
    id="game.lowball-object",
    title="Lowball hands are compared",
    kind="showdown",
    games=LOWBALL,
    sources=(
        ROBERTS.at("lowball"),
        ROBERTS.at("ace-to-five lowball", 1),
    ),
    window="the showdown",
    trigger="lowball hands are shown",
    ruling="The lowest hand wins.",
)
CHAPTER.kept(
    id="game.27-ranking",
    title="A deuce-to-seven hand is read",
    kind="showdown",
    games=("lowball-27",),
    sources=(ROBERTS.at("deuce-to-seven lowball", 1, 2),),
    window="the showdown",
    trigger="a deuce-to-seven hand is shown",
    ruling="The lowest ordinary hand wins: aces are high, and straights and flushes count against it.",
)
CHAPTER.kept(
    id="game.mississippi-object",
    title="A Mississippi stud hand is read",
    kind="showdown",
    games=("mississippi",),
    sources=(ROBERTS.at("Mississippi stud", 1),),
    window="the showdown",
    trigger="a Mississippi stud hand is shown",
    ruling="The best five of the seven cards play.",
)
CHAPTER.kept(
    id="joker.a5-lowest-missing",
    title="A joker is read in ace-to-five",
    kind="showdown",
    games=("lowball-a5",),
    sources=(ROBERTS.at("ace-to-five lowball", 2),),
    settles=(C41,),
    window="the showdown",
    trigger="a hand with the joker is shown",
    ruling="The joker is the lowest rank that the hand lacks.",
)
CHAPTER.kept(
    id="joker.draw-high-ace",
    title="A joker is read in draw high",
    kind="showdown",
    games=DRAW_HIGH,
    sources=(ROBERTS.at("jacks or better", 10),),
    settles=(C41,),
    window="the showdown",
    trigger="a hand with the joker is shown",
    ruling="The joker is an ace, or completes a straight or a flush.",
)
CHAPTER.kept(
    id="joker.bug-flush-rank",
    title="A joker completes a flush",
    kind="showdown",
    games=DRAW_HIGH,
    sources=(ROBERTS_LATER.at(),),
    window="the showdown",
    trigger="a hand uses the joker in a flush",
    ruling="The joker is the highest card of the suit that the hand lacks.",
)
