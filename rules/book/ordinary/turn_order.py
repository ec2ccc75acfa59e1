"""Who acts first, who acts next, and what a player may do in turn."""

from burncard.rules.book.conflicts import A16, A24, C25, C32, C43
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

CHAPTER = Chapter(__name__)

CHAPTER.kept(
    id="betting.blinds-before-looking",
    title="Blinds are in before the first card",
    kind="betting",
    games=("holdem",),
    sources=(GENERAL.at("hold'em, play of the game"),),
    window="the start",
    trigger="the start",
    ruling="Blinds are in before the first card.",
)
CHAPTER.kept(
    id="deal.round-closed",
    title="Closed when every live seat has acted and matched, or is all-in",
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
    trigger="each betting round",
    ruling="Closed when every live seat has acted and matched, or is all-in.",
)
CHAPTER.kept(
    id="betting.holdem-first-round",
    title="The seat left of the big blind acts first",
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
    trigger="the first betting round",
    ruling="The seat left of the big blind acts first.",
)
CHAPTER.kept(
    id="betting.big-blind-option",
    title="The big blind may raise if nobody has",
    kind="betting",
    games=FLOP,
    sources=(ROBERTS.at("hold'em, rounds of betting"),),
    window="the first betting round",
    trigger="the first betting round",
    ruling="The big blind may raise if nobody has.",
)
CHAPTER.kept(
    id="betting.preflop-options",
    title="Call, raise or fold",
    kind="betting",
    games=(*FLOP, *LOWBALL),
    sources=(
        ROBERTS.at("hold'em, rounds of betting"),
        GENERAL.at("hold'em, play of the game"),
    ),
    window="the first betting round",
    trigger="the first betting round",
    ruling="Call, raise or fold; only the big blind may check.",
)
CHAPTER.kept(
    id="betting.later-rounds-first",
    title="The first live seat left of the button acts first",
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
    trigger="each betting round",
    ruling="The first live seat left of the button acts first.",
)
CHAPTER.kept(
    id="betting.button-draw-order",
    title="Left of the big blind, or of the button where there are antes",
    kind="betting",
    games=DRAW,
    sources=(
        ROBERTS.at("lowball"),
        ROBERTS.at("draw high"),
    ),
    settles=(A24,),
    window="the first betting round",
    trigger="the first betting round",
    ruling="Left of the big blind, or of the button where there are antes.",
)
CHAPTER.kept(
    id="button.position-last-action",
    title="The button acts last on later rounds",
    kind="betting",
    games=BUTTON,
    sources=(
        GENERAL.at("hold'em, play of the game"),
        ROBERTS.at("hold'em, rounds of betting"),
    ),
    window="each betting round",
    trigger="each betting round",
    ruling="The button acts last on later rounds.",
)
CHAPTER.kept(
    id="button.heads-up",
    title="The button posts the small blind and acts first",
    kind="betting",
    games=BUTTON,
    sources=(ROBERTS_LATER.at(),),
    settles=(C43,),
    window="two players",
    trigger="two players",
    ruling="The button posts the small blind and acts first.",
)
CHAPTER.kept(
    id="betting.check-raise",
    title="Check-raise is allowed, but not in limit ace-to-five",
    kind="betting",
    games=ALL,
    sources=(
        ROBERTS.at("betting and raising", 1),
        ROBERTS.at("draw high", 2),
        GENERAL.at("five-card draw", 2),
    ),
    settles=(C25,),
    window="each betting round",
    trigger="each betting round",
    ruling="Check-raise is allowed, but not in limit ace-to-five.",
)
CHAPTER.kept(
    id="lowball.check-raise-a5-limit",
    title="No check-raise",
    kind="betting",
    games=("lowball-a5",),
    structures=LIMIT,
    sources=(ROBERTS.at("ace-to-five lowball", 3),),
    settles=(C25,),
    window="each betting round",
    trigger="each betting round",
    ruling="No check-raise.",
)
CHAPTER.kept(
    id="lowball.27-check-raise",
    title="Check-raise is allowed",
    kind="betting",
    games=("lowball-27",),
    structures=LIMIT,
    sources=(ROBERTS.at("deuce-to-seven lowball", 4),),
    settles=(C25,),
    window="each betting round",
    trigger="each betting round",
    ruling="Check-raise is allowed.",
)
CHAPTER.kept(
    id="lowball.bigbet-check-raise",
    title="Check-raise is allowed",
    kind="betting",
    games=LOWBALL,
    structures=BIG_BET,
    sources=(ROBERTS.at("no-limit and pot-limit lowball", 7),),
    settles=(C25,),
    window="each betting round",
    trigger="each betting round",
    ruling="Check-raise is allowed.",
)
CHAPTER.kept(
    id="betting.out-of-turn",
    title="Only the seat on turn acts",
    kind="betting",
    games=ALL,
    sources=(ROBERTS.at("betting and raising", 10),),
    window="each betting round",
    trigger="each betting round",
    ruling="Only the seat on turn acts; the floor may hold one that acted early to it if nobody has bet, called or "
    "raised.",
)
CHAPTER.kept(
    id="betting.rap-is-check",
    title="A rap is a check",
    kind="betting",
    status="press",
    games=ALL,
    sources=(ROBERTS.at("betting and raising", 9),),
    presses=("rap",),
    window="a rap in turn",
    trigger="a rap in turn",
    ruling="A rap is a check.",
)
CHAPTER.kept(
    id="lowball.bigbet-check-free",
    title="Any hand may check",
    kind="betting",
    games=LOWBALL,
    structures=NO_OR_POT_LIMIT,
    sources=(ROBERTS.at("no-limit and pot-limit lowball", 6),),
    window="after the draw",
    trigger="after the draw",
    ruling="Any hand may check; no seven has to bet.",
)
CHAPTER.kept(
    id="draw.rap",
    title="A rap is a pass, or a pat hand at the draw",
    kind="betting",
    status="press",
    games=DRAW,
    sources=(
        ROBERTS.at("lowball", 28),
        ROBERTS.at("draw high", 11),
    ),
    presses=("rap",),
    window="a rap in turn",
    trigger="a rap in turn",
    ruling="A rap is a pass, or a pat hand at the draw.",
)
CHAPTER.kept(
    id="draw.opener-acts-first",
    title="The opener acts first, or the next live seat",
    kind="betting",
    games=DRAW_HIGH,
    sources=(
        ROBERTS.at("draw high"),
        ROBERTS.at("jacks or better"),
        ROBERTS.at("no-limit and pot-limit draw"),
    ),
    window="after the draw",
    trigger="after the draw",
    ruling="The opener acts first, or the next live seat.",
)
CHAPTER.kept(
    id="draw.lowball-open-or-fold",
    title="Open or fold",
    kind="betting",
    games=LOWBALL,
    sources=(ROBERTS.at("lowball"),),
    settles=(C32,),
    window="an unopened pot",
    trigger="an unopened pot",
    ruling="Open or fold; nobody checks before the draw.",
)
CHAPTER.kept(
    id="draw.high-check-or-open",
    title="Check, open, or open with a raise",
    kind="betting",
    games=DRAW_HIGH,
    sources=(
        ROBERTS.at("draw high"),
        ROBERTS.at("jacks or better"),
    ),
    settles=(C32,),
    window="the first round",
    trigger="the first round",
    ruling="Check, open, or open with a raise.",
)
CHAPTER.kept(
    id="draw.open-any-holding",
    title="Any holding may open",
    kind="betting",
    games=("draw-high",),
    sources=(ROBERTS.at("draw high"),),
    window="the opening",
    trigger="the opening",
    ruling="Any holding may open.",
)
CHAPTER.kept(
    id="jacks.nobody-opens",
    title="Nobody opens",
    kind="procedure",
    games=("jacks",),
    sources=(
        ROBERTS.at("jacks or better", 1),
        ROBERTS.at("no-limit and pot-limit draw", 1),
    ),
    window="between deals",
    trigger="everybody checks the opening round",
    ruling="The antes stay in the pot; the button moves and everybody antes again.",
)
