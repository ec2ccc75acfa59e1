"""Who acts first, who acts next, and what a player may do in turn."""

from burncard.rules.book.conflicts import C25, C32, C43
from burncard.rules.book.open_questions import A16, A24
from burncard.rules.games.documents import GENERAL, ROBERTS, ROBERTS_EARLY, ROBERTS_LATER
from burncard.rules.rulings.rulebook import (
    ALL,
    BIG_BET,
    BUTTON,
    DRAW,
    DRAW_HIGH,
    FLOP,
    LIMIT,
    LOWBALL,
    NO_OR_POT_LIMIT,
    Chapter,
)

CHAPTER: Chapter = Chapter(__name__)

CHAPTER.kept(
    id="betting.blinds-before-looking",
    title="Blinds are due",
    kind="betting",
    games=("holdem",),
    sources=(GENERAL.at("hold'em, play of the game"),),
    window="the start of the hand",
    trigger="a hand of hold'em begins",
    ruling="Blinds are posted before the first card is dealt.",
)
CHAPTER.kept(
    id="deal.round-closed",
    title="A betting round ends",
    kind="betting",
    games=ALL,
    sources=(
        ROBERTS.at("betting and raising", 4),
        ROBERTS.at("seven-card stud"),
        GENERAL.at("Omaha"),
        GENERAL.at("Omaha high-low"),
        GENERAL.at("seven-card stud high-low"),
    ),
    window="each betting round",
    trigger="a betting round is in progress",
    ruling="The round is over when every live player has acted and matched the bet, or is all-in.",
)
CHAPTER.kept(
    id="betting.holdem-first-round",
    title="The first round of a game with blinds begins",
    kind="betting",
    games=(*FLOP, *LOWBALL),
    sources=(
        ROBERTS.at("hold'em, rounds of betting"),
        ROBERTS_EARLY.at("hold'em, betting rounds"),
        GENERAL.at("hold'em, play of the game"),
        GENERAL.at("hold'em, sequence of play"),
    ),
    settles=(A16,),
    window="the first betting round",
    trigger="the blinds are posted and the starting hands are dealt",
    ruling="The player left of the big blind acts first.",
)
CHAPTER.kept(
    id="betting.big-blind-option",
    title="No one raises the big blind",
    kind="betting",
    games=FLOP,
    sources=(ROBERTS.at("hold'em, rounds of betting"),),
    window="the first betting round",
    trigger="the action reaches the big blind without a raise",
    ruling="The big blind may check or raise.",
)
CHAPTER.kept(
    id="betting.preflop-options",
    title="A player faces the blinds",
    kind="betting",
    games=(*FLOP, *LOWBALL),
    sources=(
        ROBERTS.at("hold'em, rounds of betting"),
        GENERAL.at("hold'em, play of the game"),
    ),
    window="the first betting round",
    trigger="a player acts on the first round with no raise yet",
    ruling="The player may call, raise or fold; only the big blind may check.",
)
CHAPTER.kept(
    id="betting.later-rounds-first",
    title="A later round of a flop game begins",
    kind="betting",
    games=FLOP,
    sources=(
        ROBERTS.at("hold'em, rounds of betting"),
        ROBERTS.at("Omaha, betting rounds"),
        ROBERTS_EARLY.at("hold'em, betting rounds"),
        GENERAL.at("hold'em, play of the game"),
        GENERAL.at("hold'em, sequence of play"),
        GENERAL.at("Omaha, sequence of play"),
    ),
    window="each betting round",
    trigger="the flop, the turn or the river has been dealt",
    ruling="The first live player left of the button acts first.",
)
CHAPTER.kept(
    id="betting.button-draw-order",
    title="The first round of a draw game begins",
    kind="betting",
    games=DRAW,
    sources=(
        ROBERTS.at("lowball"),
        ROBERTS.at("draw high"),
    ),
    settles=(A24,),
    window="the first betting round",
    trigger="the starting hands of a draw game are dealt",
    ruling="The player left of the big blind acts first; with antes only, the player left of the button.",
)
CHAPTER.kept(
    id="button.position-last-action",
    title="A later round begins in a button game",
    kind="betting",
    games=BUTTON,
    sources=(
        GENERAL.at("hold'em, play of the game"),
        ROBERTS.at("hold'em, rounds of betting"),
    ),
    window="each betting round",
    trigger="a betting round after the first begins",
    ruling="The button acts last.",
)
CHAPTER.kept(
    id="button.heads-up",
    title="Two players are left",
    kind="betting",
    games=BUTTON,
    sources=(ROBERTS_LATER.at(),),
    settles=(C43,),
    window="the start of the hand",
    trigger="two players are dealt in",
    ruling="The button posts the small blind, acts first on the first round and last on later rounds.",
)
CHAPTER.kept(
    id="betting.check-raise",
    title="A player who checked raises",
    kind="betting",
    games=ALL,
    sources=(
        ROBERTS.at("betting and raising", 1),
        ROBERTS.at("draw high", 2),
        GENERAL.at("five-card draw", 2),
    ),
    settles=(C25,),
    window="each betting round",
    trigger="the action returns to a player who checked",
    ruling="The player may raise, except in limit ace-to-five where it is not posted.",
)
CHAPTER.kept(
    id="lowball.check-raise-a5-limit",
    title="A player who checked raises in limit ace-to-five",
    kind="betting",
    games=("lowball-a5",),
    structures=LIMIT,
    sources=(ROBERTS.at("ace-to-five lowball", 3),),
    settles=(C25,),
    window="each betting round",
    trigger="the action returns to a player who checked",
    ruling="The player may only call or fold, unless the room has posted that check-raise is allowed.",
)
CHAPTER.kept(
    id="lowball.27-check-raise",
    title="A player who checked raises in limit deuce-to-seven",
    kind="betting",
    games=("lowball-27",),
    structures=LIMIT,
    sources=(ROBERTS.at("deuce-to-seven lowball", 4),),
    settles=(C25,),
    window="each betting round",
    trigger="the action returns to a player who checked",
    ruling="The player may raise.",
)
CHAPTER.kept(
    id="lowball.bigbet-check-raise",
    title="A player who checked raises in big-bet lowball",
    kind="betting",
    games=LOWBALL,
    structures=BIG_BET,
    sources=(ROBERTS.at("no-limit and pot-limit lowball", 7),),
    settles=(C25,),
    window="each betting round",
    trigger="the action returns to a player who checked",
    ruling="The player may raise.",
)
CHAPTER.kept(
    id="betting.rap-is-check",
    title="A player raps the table",
    kind="betting",
    status="press",
    games=ALL,
    sources=(ROBERTS.at("betting and raising", 9),),
    presses=("rap",),
    window="each betting round",
    trigger="a player raps the table in turn",
    ruling="It is a check.",
)
CHAPTER.kept(
    id="lowball.bigbet-check-free",
    title="A seven checks in big-bet lowball",
    kind="betting",
    games=LOWBALL,
    structures=NO_OR_POT_LIMIT,
    sources=(ROBERTS.at("no-limit and pot-limit lowball", 6),),
    window="after the draw",
    trigger="a player checks after the draw in big-bet lowball",
    ruling="Any hand may check; a seven need not bet.",
)
CHAPTER.kept(
    id="draw.rap",
    title="A player raps the table in a draw game",
    kind="betting",
    status="press",
    games=DRAW,
    sources=(
        ROBERTS.at("lowball", 28),
        ROBERTS.at("draw high", 11),
    ),
    presses=("rap",),
    window="the first betting round and the draw",
    trigger="a player raps the table in turn",
    ruling="It is a check in the betting, and a pat hand at the draw.",
)
CHAPTER.kept(
    id="draw.opener-acts-first",
    title="The betting after the draw begins in draw high",
    kind="betting",
    games=DRAW_HIGH,
    sources=(
        ROBERTS.at("draw high"),
        ROBERTS.at("jacks or better"),
        ROBERTS.at("no-limit and pot-limit draw"),
    ),
    window="after the draw",
    trigger="the draw is over",
    ruling="The opener acts first, or the next live player to the left.",
)
CHAPTER.kept(
    id="draw.lowball-open-or-fold",
    title="No one has opened in lowball",
    kind="betting",
    games=LOWBALL,
    sources=(ROBERTS.at("lowball"),),
    settles=(C32,),
    window="the first betting round",
    trigger="the turn comes to a player in an unopened pot",
    ruling="The player must open or fold; no one checks before the draw.",
)
CHAPTER.kept(
    id="draw.high-check-or-open",
    title="No one has opened in draw high",
    kind="betting",
    games=DRAW_HIGH,
    sources=(
        ROBERTS.at("draw high"),
        ROBERTS.at("jacks or better"),
    ),
    settles=(C32,),
    window="the first betting round",
    trigger="the turn comes to a player in an unopened pot",
    ruling="The player may check, open, or open for a raise.",
)
CHAPTER.kept(
    id="draw.open-any-holding",
    title="A player opens in draw high",
    kind="betting",
    games=("draw-high",),
    sources=(ROBERTS.at("draw high"),),
    window="the first betting round",
    trigger="a player opens",
    ruling="Any holding may open.",
)
CHAPTER.kept(
    id="jacks.nobody-opens",
    title="No one opens in jacks or better",
    kind="procedure",
    games=("jacks",),
    sources=(
        ROBERTS.at("jacks or better", 1),
        ROBERTS.at("no-limit and pot-limit draw", 1),
    ),
    window="between deals",
    trigger="every player checks on the first round",
    ruling="The antes stay in the pot, the button moves and every player antes again.",
)
