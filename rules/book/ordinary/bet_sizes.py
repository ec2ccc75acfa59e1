"""How much may be bet, how often it may be raised, and what an all-in does."""

from burncard.rules.book.conflicts import A11, A28, C08, C26, C42
from burncard.rules.games.documents import GENERAL, ROBERTS, ROBERTS_LATER
from burncard.rules.rulings.rulebook import ALL, BIG_BET, DRAW, FLOP, LIMIT, LOWBALL, STUD, Chapter

CHAPTER = Chapter(__name__)

CHAPTER.kept(
    id="betting.all-in-all-chips",
    title="Every chip that plays goes in",
    kind="betting",
    games=ALL,
    sources=(ROBERTS.at("betting and raising", 7),),
    window="an all-in",
    trigger="an all-in",
    ruling="Every chip that plays goes in.",
)
CHAPTER.kept(
    id="betting.no-raise-after-correction",
    title="Who has called it may not raise it",
    kind="betting",
    games=ALL,
    sources=(ROBERTS.at("betting and raising", 16),),
    window="a bet brought up",
    trigger="a bet brought up",
    ruling="Who has called it may not raise it.",
)
CHAPTER.kept(
    id="betting.holdem-limits",
    title="The small limit before and on the flop, then the double",
    kind="betting",
    games=("holdem",),
    structures=LIMIT,
    sources=(
        ROBERTS.at("hold'em, rounds of betting"),
        GENERAL.at("hold'em, betting structures"),
        GENERAL.at("hold'em, play of the game"),
    ),
    window="each betting round",
    trigger="each betting round",
    ruling="The small limit before and on the flop, then the double.",
)
CHAPTER.kept(
    id="betting.omaha-limits",
    title="Rounds and sizes as in hold'em",
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
    trigger="each betting round",
    ruling="Rounds and sizes as in hold'em.",
)
CHAPTER.kept(
    id="betting.limit-cap-three",
    title="A bet and three raises",
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
    settles=(C08,),
    window="each betting round",
    trigger="each betting round",
    ruling="A bet and three raises.",
)
CHAPTER.kept(
    id="betting.draw-cap-four",
    title="A bet and four raises in draw games",
    kind="betting",
    games=DRAW,
    structures=LIMIT,
    sources=(
        ROBERTS.at("draw high", 1),
        ROBERTS.at("lowball", 12),
    ),
    settles=(C08,),
    window="each betting round",
    trigger="each betting round",
    ruling="A bet and four raises in draw games.",
)
CHAPTER.kept(
    id="lowball.cap-four",
    title="A bet and four raises in lowball",
    kind="betting",
    games=LOWBALL,
    structures=LIMIT,
    sources=(ROBERTS.at("lowball", 12),),
    settles=(C08,),
    window="each betting round",
    trigger="each betting round",
    ruling="A bet and four raises in lowball.",
)
CHAPTER.kept(
    id="betting.heads-up-unlimited",
    title="Two players raise without a limit",
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
    trigger="each betting round",
    ruling="Two players raise without a limit.",
)
CHAPTER.kept(
    id="betting.tournament-heads-up-cap",
    title="In tournaments the cap holds heads-up",
    kind="betting",
    games=ALL,
    structures=LIMIT,
    tournament="tournament",
    sources=(ROBERTS.at("betting and raising", 4),),
    settles=(C26, A28),
    window="each betting round",
    trigger="each betting round",
    ruling="In tournaments the cap holds heads-up.",
)
CHAPTER.kept(
    id="betting.bigbet-unlimited",
    title="Any number of raises in big-bet games",
    kind="betting",
    games=ALL,
    structures=BIG_BET,
    sources=(
        ROBERTS.at("betting and raising", 2),
        ROBERTS.at("Mississippi stud, big-bet structures", 1),
        GENERAL.at("hold'em, betting structures"),
    ),
    window="each betting round",
    trigger="each betting round",
    ruling="Any number of raises in big-bet games.",
)
CHAPTER.kept(
    id="betting.nolimit-maximum",
    title="At most the chips in front of the player",
    kind="betting",
    games=ALL,
    structures=("no-limit",),
    sources=(GENERAL.at("hold'em, betting structures"),),
    window="each betting round",
    trigger="each betting round",
    ruling="At most the chips in front of the player.",
)
CHAPTER.kept(
    id="betting.potlimit-maximum",
    title="At most the pot as it is after the call",
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
    trigger="each betting round",
    ruling="At most the pot as it is after the call.",
)
CHAPTER.kept(
    id="betting.halfpot-maximum",
    title="At most half the pot",
    kind="betting",
    games=STUD,
    structures=("half-pot",),
    sources=(ROBERTS.at("Mississippi stud, big-bet structures", 1),),
    window="each betting round",
    trigger="each betting round",
    ruling="At most half the pot.",
)
CHAPTER.kept(
    id="betting.short-all-in",
    title="An all-in of less than half a bet reopens nothing",
    kind="betting",
    games=ALL,
    structures=LIMIT,
    sources=(ROBERTS.at("betting and raising", 5),),
    window="each betting round",
    trigger="each betting round",
    ruling="An all-in of less than half a bet reopens nothing.",
)
CHAPTER.kept(
    id="betting.half-all-in-counts",
    title="An all-in of half a bet or more is a full bet",
    kind="betting",
    games=ALL,
    structures=LIMIT,
    sources=(ROBERTS.at("betting and raising", 5),),
    window="each betting round",
    trigger="each betting round",
    ruling="An all-in of half a bet or more is a full bet.",
)
CHAPTER.kept(
    id="betting.bigbet-reopening",
    title="Who has acted raises again only over a full raise",
    kind="betting",
    games=ALL,
    structures=BIG_BET,
    sources=(ROBERTS_LATER.at("no-limit and pot-limit"),),
    settles=(C42,),
    window="each betting round",
    trigger="each betting round",
    ruling="Who has acted raises again only over a full raise.",
)
CHAPTER.kept(
    id="betting.bigbet-no-completion",
    title="A raise over a short all-in is a full one",
    kind="betting",
    games=ALL,
    structures=BIG_BET,
    sources=(ROBERTS_LATER.at("no-limit and pot-limit"),),
    window="each betting round",
    trigger="each betting round",
    ruling="A raise over a short all-in is a full one.",
)
CHAPTER.kept(
    id="betting.minimum-wager",
    title="At least the last bet or raise, unless all-in",
    kind="betting",
    games=ALL,
    sources=(ROBERTS.at("betting and raising", 6),),
    window="each betting round",
    trigger="each betting round",
    ruling="At least the last bet or raise, unless all-in.",
)
CHAPTER.kept(
    id="betting.call-amount",
    title="A call matches the last wager",
    kind="betting",
    games=ALL,
    sources=(
        GENERAL.at("hold'em, play of the game"),
        ROBERTS.at("hold'em, rounds of betting"),
    ),
    window="each betting round",
    trigger="each betting round",
    ruling="A call matches the last wager.",
)
CHAPTER.kept(
    id="betting.all-in-call-for-less",
    title="A short call is all-in",
    kind="betting",
    games=ALL,
    sources=(GENERAL.at("hold'em, betting structures"),),
    window="each betting round",
    trigger="each betting round",
    ruling="A short call is all-in; the rest is a side pot.",
)
CHAPTER.kept(
    id="betting.released-chips",
    title="Chips released in turn are bet",
    kind="betting",
    games=ALL,
    sources=(ROBERTS.at("betting and raising", 12),),
    window="chips are moved forward",
    trigger="chips are moved forward",
    ruling="Chips released in turn are bet.",
)
CHAPTER.kept(
    id="betting.single-chip-call",
    title="One larger chip without a word is a call",
    kind="betting",
    status="press",
    games=ALL,
    sources=(ROBERTS.at("betting and raising", 15),),
    presses=("single-chip",),
    window="one chip",
    trigger="one chip",
    ruling="One larger chip without a word is a call.",
)
CHAPTER.kept(
    id="betting.half-bet-over-call",
    title="A bet and a half is a raise, completed",
    kind="betting",
    status="press",
    games=ALL,
    structures=LIMIT,
    sources=(ROBERTS.at("betting and raising", 14),),
    presses=("chips-forward",),
    window="chips",
    trigger="chips",
    ruling="A bet and a half is a raise, completed.",
)
CHAPTER.kept(
    id="betting.undersized-correction",
    title="Too little is brought up to the proper size",
    kind="betting",
    games=ALL,
    sources=(ROBERTS.at("betting and raising", 16),),
    window="chips",
    trigger="chips",
    ruling="Too little is brought up to the proper size.",
)
CHAPTER.kept(
    id="betting.verbal-binding",
    title="A spoken call, bet or raise binds",
    kind="betting",
    status="press",
    games=ALL,
    sources=(ROBERTS.at("betting and raising", 8),),
    presses=("verbal",),
    window="words and chips",
    trigger="words and chips",
    ruling="A spoken call, bet or raise binds.",
)
CHAPTER.kept(
    id="betting.string-raise",
    title="Only the first motion counts",
    kind="betting",
    status="press",
    games=ALL,
    sources=(ROBERTS.at("betting and raising", 14),),
    presses=("string-raise",),
    window="a second motion",
    trigger="a second motion",
    ruling="Only the first motion counts.",
)
CHAPTER.kept(
    id="draw.lowball-open-size",
    title="The big blind may be called, or opened for twice",
    kind="betting",
    games=LOWBALL,
    sources=(ROBERTS.at("lowball"),),
    window="the opening",
    trigger="the opening",
    ruling="The big blind may be called, or opened for twice.",
)
CHAPTER.kept(
    id="draw.limit-doubles",
    title="The limit after the draw is twice the one before",
    kind="betting",
    games=DRAW,
    structures=LIMIT,
    sources=(
        ROBERTS.at("lowball"),
        ROBERTS.at("draw high"),
        ROBERTS.at("jacks or better"),
    ),
    window="after the draw",
    trigger="after the draw",
    ruling="The limit after the draw is twice the one before.",
)
