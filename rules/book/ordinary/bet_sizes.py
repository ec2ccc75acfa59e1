"""How much may be bet, how often it may be raised, and what an all-in does."""

from burncard.rules.book.conflicts import C08, C26, C42
from burncard.rules.book.open_questions import A11, A28, A31
from burncard.rules.games.documents import GENERAL, ROBERTS, ROBERTS_LATER
from burncard.rules.rulings.rulebook import ALL, BIG_BET, DRAW, FLOP, LIMIT, LOWBALL, STUD, Chapter

CHAPTER: Chapter = Chapter(__name__)

CHAPTER.kept(
    id="betting.all-in-all-chips",
    title="A player goes all-in",
    kind="betting",
    games=ALL,
    sources=(ROBERTS.at("betting and raising", 7),),
    window="each betting round",
    trigger="a player is all-in",
    ruling="Every chip in play goes in.",
)
CHAPTER.kept(
    id="betting.no-raise-after-correction",
    title="A bet is corrected after a call",
    kind="betting",
    games=ALL,
    sources=(ROBERTS.at("betting and raising", 16),),
    window="each betting round",
    trigger="a bet that was too small is brought up after a player called it",
    ruling="A player who called it may not raise the correction.",
)
CHAPTER.kept(
    id="betting.holdem-limits",
    title="A limit bet is made in hold'em",
    kind="betting",
    games=("holdem",),
    structures=LIMIT,
    sources=(
        ROBERTS.at("hold'em, rounds of betting"),
        GENERAL.at("hold'em, betting structures"),
        GENERAL.at("hold'em, play of the game"),
    ),
    window="each betting round",
    trigger="a player bets or raises in limit hold'em",
    ruling="Bets are the small limit before and on the flop, and the large limit on the turn and river.",
)
CHAPTER.kept(
    id="betting.omaha-limits",
    title="A bet is made in Omaha",
    kind="betting",
    games=("omaha", "omaha8"),
    sources=(
        ROBERTS.at("Omaha"),
        ROBERTS.at("Omaha, betting rounds"),
        GENERAL.at("Omaha"),
        GENERAL.at("Omaha, sequence of play"),
        GENERAL.at("Omaha high-low, sequence of play"),
    ),
    window="each betting round",
    trigger="a player bets or raises in Omaha",
    ruling="Betting rounds and sizes are those of hold'em.",
)
CHAPTER.kept(
    id="betting.limit-cap-three",
    title="A limit bet is raised",
    kind="betting",
    games=(*FLOP, *STUD),
    structures=LIMIT,
    sources=(
        ROBERTS.at("betting and raising", 3),
        ROBERTS.at("seven-card stud", 3),
        ROBERTS.at("Mississippi stud, limit structures", 1),
        GENERAL.at("five-card stud"),
        GENERAL.at("seven-card stud"),
        GENERAL.at("hold'em, betting structures"),
    ),
    settles=(C08, A31),
    window="each betting round",
    trigger="a player raises in a limit flop or stud game",
    ruling="A round allows one bet and three raises.",
)
CHAPTER.kept(
    id="betting.draw-cap-four",
    title="A limit bet is raised in a draw game",
    kind="betting",
    games=DRAW,
    structures=LIMIT,
    sources=(
        ROBERTS.at("draw high", 1),
        ROBERTS.at("lowball", 12),
    ),
    settles=(C08,),
    window="each betting round",
    trigger="a player raises in a limit draw game",
    ruling="A round allows one bet and four raises.",
)
CHAPTER.kept(
    id="lowball.cap-four",
    title="A limit bet is raised in lowball",
    kind="betting",
    games=LOWBALL,
    structures=LIMIT,
    sources=(ROBERTS.at("lowball", 12),),
    settles=(C08,),
    window="each betting round",
    trigger="a player raises in limit lowball",
    ruling="A round allows one bet and four raises.",
)
CHAPTER.kept(
    id="betting.heads-up-unlimited",
    title="Two players raise each other in a cash game",
    kind="betting",
    games=ALL,
    structures=LIMIT,
    tournament="cash",
    sources=(
        ROBERTS.at("betting and raising", 4),
        ROBERTS.at("Mississippi stud, limit structures", 1),
    ),
    settles=(C26,),
    window="each betting round",
    trigger="a limit cash game is heads-up before the raising is capped",
    ruling="The number of raises is unlimited.",
)
CHAPTER.kept(
    id="betting.tournament-heads-up-cap",
    title="Two players raise each other in a tournament",
    kind="betting",
    games=ALL,
    structures=LIMIT,
    tournament="tournament",
    sources=(ROBERTS.at("betting and raising", 4),),
    settles=(C26, A28),
    window="each betting round",
    trigger="a limit tournament hand is heads-up",
    ruling="The usual number of raises applies.",
)
CHAPTER.kept(
    id="betting.bigbet-unlimited",
    title="A bet is raised in a big-bet game",
    kind="betting",
    games=ALL,
    structures=BIG_BET,
    sources=(
        ROBERTS.at("betting and raising", 2),
        ROBERTS.at("Mississippi stud, big-bet structures", 1),
        GENERAL.at("hold'em, betting structures"),
    ),
    window="each betting round",
    trigger="a player raises in a no-limit, pot-limit or half-pot game",
    ruling="The number of raises is unlimited.",
)
CHAPTER.kept(
    id="betting.nolimit-maximum",
    title="A no-limit bet is sized",
    kind="betting",
    games=ALL,
    structures=("no-limit",),
    sources=(GENERAL.at("hold'em, betting structures"),),
    window="each betting round",
    trigger="a player bets or raises in no-limit",
    ruling="A player may bet all the chips in front of them, and no more.",
)
CHAPTER.kept(
    id="betting.potlimit-maximum",
    title="A pot-limit bet is sized",
    kind="betting",
    games=ALL,
    structures=("pot-limit",),
    sources=(
        ROBERTS_LATER.at("no-limit and pot-limit"),
        GENERAL.at("hold'em, betting structures"),
        ROBERTS.at("Mississippi stud, big-bet structures", 1),
    ),
    settles=(C42, A11),
    window="each betting round",
    trigger="a player bets or raises in pot-limit",
    ruling="The largest raise is the pot after the call.",
)
CHAPTER.kept(
    id="betting.halfpot-maximum",
    title="A half-pot bet is sized",
    kind="betting",
    games=STUD,
    structures=("half-pot",),
    sources=(ROBERTS.at("Mississippi stud, big-bet structures", 1),),
    window="each betting round",
    trigger="a player bets or raises in a half-pot game",
    ruling="The largest bet or raise is half the pot.",
)
CHAPTER.kept(
    id="betting.short-all-in",
    title="An all-in is less than half a bet",
    kind="betting",
    games=ALL,
    structures=LIMIT,
    sources=(ROBERTS.at("betting and raising", 5),),
    window="each betting round",
    trigger="a limit all-in is less than half a bet or raise",
    ruling="It does not reopen the betting for a player who has acted; the others may call, complete it or fold.",
)
CHAPTER.kept(
    id="betting.half-all-in-counts",
    title="An all-in is at least half a bet",
    kind="betting",
    games=ALL,
    structures=LIMIT,
    sources=(ROBERTS.at("betting and raising", 5),),
    window="each betting round",
    trigger="a limit all-in is half a bet or raise, or more",
    ruling="It counts as a full bet or raise.",
)
CHAPTER.kept(
    id="betting.bigbet-reopening",
    title="An all-in is less than a full raise in a big-bet game",
    kind="betting",
    games=ALL,
    structures=BIG_BET,
    sources=(ROBERTS_LATER.at("no-limit and pot-limit"),),
    settles=(C42,),
    window="each betting round",
    trigger="the action returns to a player who has acted",
    ruling="The player may raise only after a full raise.",
)
CHAPTER.kept(
    id="betting.bigbet-no-completion",
    title="A player raises a short all-in in a big-bet game",
    kind="betting",
    games=ALL,
    structures=BIG_BET,
    sources=(ROBERTS_LATER.at("no-limit and pot-limit"),),
    window="each betting round",
    trigger="a player raises an all-in that is less than a full raise",
    ruling="The raise must be a full one.",
)
CHAPTER.kept(
    id="betting.minimum-wager",
    title="A bet or raise is sized",
    kind="betting",
    games=ALL,
    sources=(ROBERTS.at("betting and raising", 6),),
    window="each betting round",
    trigger="a player bets or raises",
    ruling="It must be at least the size of the last bet or raise, unless the player is all-in.",
)
CHAPTER.kept(
    id="betting.call-amount",
    title="A player calls",
    kind="betting",
    games=ALL,
    sources=(
        GENERAL.at("hold'em, play of the game"),
        ROBERTS.at("hold'em, rounds of betting"),
    ),
    window="each betting round",
    trigger="a player calls a bet",
    ruling="The call matches the last bet or raise.",
)
CHAPTER.kept(
    id="betting.all-in-call-for-less",
    title="A player calls with too few chips",
    kind="betting",
    games=ALL,
    sources=(GENERAL.at("hold'em, betting structures"),),
    window="each betting round",
    trigger="a player calls with fewer chips than the bet",
    ruling="The player is all-in, and the rest of the bet goes to a side pot.",
)
CHAPTER.kept(
    id="betting.released-chips",
    title="A player moves chips forward",
    kind="betting",
    games=ALL,
    sources=(ROBERTS.at("betting and raising", 12),),
    window="each betting round",
    trigger="a player releases chips in turn",
    ruling="The chips are bet.",
)
CHAPTER.kept(
    id="betting.single-chip-call",
    title="A player puts in one large chip",
    kind="betting",
    status="press",
    games=ALL,
    sources=(ROBERTS.at("betting and raising", 15),),
    presses=("single-chip",),
    window="each betting round",
    trigger="a player facing a bet puts in one larger chip without a word",
    ruling="It is a call.",
)
CHAPTER.kept(
    id="betting.half-bet-over-call",
    title="A player puts in a bet and a half",
    kind="betting",
    status="press",
    games=ALL,
    sources=(ROBERTS.at("betting and raising", 14),),
    presses=("chips-forward",),
    window="each betting round",
    trigger="a player facing a bet puts in half a bet or more above the call",
    ruling="It is a raise, and must be completed.",
)
CHAPTER.kept(
    id="betting.undersized-correction",
    title="A bet is too small",
    kind="betting",
    games=ALL,
    sources=(ROBERTS.at("betting and raising", 16),),
    window="each betting round",
    trigger="a player puts in less than the proper amount",
    ruling="It is brought up to the proper amount, the nearest one where there are several.",
)
CHAPTER.kept(
    id="betting.verbal-binding",
    title="A player declares an action",
    kind="betting",
    status="press",
    games=ALL,
    sources=(ROBERTS.at("betting and raising", 8),),
    presses=("verbal",),
    window="each betting round",
    trigger="a player says fold, check, call, bet or raise in turn",
    ruling="The spoken action is binding.",
)
CHAPTER.kept(
    id="betting.string-raise",
    title="A player raises in two motions",
    kind="betting",
    status="press",
    games=ALL,
    sources=(ROBERTS.at("betting and raising", 14),),
    presses=("string-raise",),
    window="each betting round",
    trigger="a player goes back for more chips without having said raise",
    ruling="Only the first motion counts.",
)
CHAPTER.kept(
    id="draw.lowball-open-size",
    title="A player opens in lowball",
    kind="betting",
    games=LOWBALL,
    sources=(ROBERTS.at("lowball"),),
    window="the first betting round",
    trigger="a player opens over the big blind",
    ruling="The player may call the blind, or open for twice its size; where the room has posted so, only open.",
)
CHAPTER.kept(
    id="draw.limit-doubles",
    title="A limit bet is made after the draw",
    kind="betting",
    games=DRAW,
    structures=LIMIT,
    sources=(
        ROBERTS.at("lowball"),
        ROBERTS.at("draw high"),
        ROBERTS.at("jacks or better"),
    ),
    window="after the draw",
    trigger="a player bets or raises after the draw",
    ruling="The limit is twice the one before the draw, or the same where the stakes say so.",
)
