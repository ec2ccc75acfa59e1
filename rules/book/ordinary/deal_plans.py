"""Which cards are dealt where, street by street."""

from burncard.rules.book.conflicts import A09, C19
from burncard.rules.games.documents import GENERAL, ROBERTS, ROBERTS_EARLY
from burncard.rules.rulings.rulebook import (
    ALL,
    BUTTON,
    DRAW,
    DRAW_HIGH,
    FLOP,
    LAST_CARD_DOWN,
    LOWBALL,
    SEVEN_CARD,
    STUD,
    Chapter,
)

CHAPTER = Chapter(__name__)

CHAPTER.kept(
    id="deal.holdem-start",
    title="Two cards down to each seat",
    kind="deal-sequence",
    games=("holdem",),
    sources=(
        ROBERTS.at("hold'em"),
        ROBERTS.at("hold'em, rounds of betting"),
        ROBERTS_EARLY.at("hold'em"),
        ROBERTS_EARLY.at("hold'em, betting rounds"),
        GENERAL.at("hold'em, play of the game"),
        GENERAL.at("hold'em, sequence of play"),
    ),
    window="the start of the hand",
    trigger="the start of the hand",
    ruling="Two cards down to each seat.",
)
CHAPTER.kept(
    id="deal.omaha-start",
    title="Four cards down to each seat",
    kind="deal-sequence",
    games=("omaha", "omaha8"),
    sources=(
        ROBERTS.at("Omaha"),
        ROBERTS.at("Omaha, betting rounds"),
        GENERAL.at("Omaha"),
        GENERAL.at("Omaha, sequence of play"),
        GENERAL.at("Omaha high-low"),
    ),
    settles=(C19,),
    window="the start of the hand",
    trigger="the start of the hand",
    ruling="Four cards down to each seat.",
)
CHAPTER.kept(
    id="deal.lowball-start",
    title="Five cards down to each seat",
    kind="deal-sequence",
    games=LOWBALL,
    sources=(ROBERTS.at("lowball"),),
    window="the start of the hand",
    trigger="the start of the hand",
    ruling="Five cards down to each seat.",
)
CHAPTER.kept(
    id="deal.draw-high-start",
    title="Five cards down to each seat",
    kind="deal-sequence",
    games=DRAW_HIGH,
    sources=(
        ROBERTS.at("draw high"),
        ROBERTS.at("jacks or better"),
        ROBERTS.at("no-limit and pot-limit draw"),
        GENERAL.at("general poker rules"),
    ),
    window="the start of the hand",
    trigger="the start of the hand",
    ruling="Five cards down to each seat.",
)
CHAPTER.kept(
    id="draw.structure",
    title="Five down, a betting round, the draw, a betting round",
    kind="deal-sequence",
    games=DRAW,
    sources=(
        ROBERTS.at("lowball"),
        ROBERTS.at("draw high"),
        GENERAL.at("general poker rules"),
    ),
    window="the start of the hand",
    trigger="the start of the hand",
    ruling="Five down, a betting round, the draw, a betting round.",
)
CHAPTER.kept(
    id="stud.start-deal",
    title="Two down and one up to each seat, one at a time",
    kind="deal-sequence",
    games=SEVEN_CARD,
    sources=(
        ROBERTS.at("seven-card stud"),
        ROBERTS.at("seven-card stud, betting rounds"),
        ROBERTS.at("Mississippi stud", 2),
        GENERAL.at("seven-card stud"),
        GENERAL.at("seven-card stud, sequence of play"),
        GENERAL.at("seven-card stud high-low"),
    ),
    window="the start of the hand",
    trigger="the start of the hand",
    ruling="Two down and one up to each seat, one at a time.",
)
CHAPTER.kept(
    id="stud5.start-deal",
    title="One down and one up to each seat",
    kind="deal-sequence",
    games=("stud5",),
    sources=(
        GENERAL.at("five-card stud"),
        GENERAL.at("five-card stud, sequence of play"),
    ),
    window="the start of the hand",
    trigger="the start of the hand",
    ruling="One down and one up to each seat.",
)
CHAPTER.kept(
    id="game.cards-per-hand",
    title="Two cards in hold'em, four in Omaha, five in draw and five-card stud",
    kind="deal-sequence",
    games=ALL,
    sources=(
        GENERAL.at("general poker rules"),
        ROBERTS.at("hold'em"),
        ROBERTS.at("Omaha"),
        ROBERTS.at("Omaha, betting rounds"),
        ROBERTS_EARLY.at("hold'em"),
        ROBERTS_EARLY.at("hold'em, betting rounds"),
    ),
    window="the start of the hand",
    trigger="the start of the hand",
    ruling="Two cards in hold'em, four in Omaha, five in draw and five-card stud.",
)
CHAPTER.kept(
    id="button.deal-order",
    title="One card at a time clockwise, the button last",
    kind="deal-sequence",
    games=BUTTON,
    sources=(
        ROBERTS.at("misdeals", 9),
        ROBERTS.at("lowball", 8),
        GENERAL.at("hold'em, play of the game"),
    ),
    window="the start of the hand",
    trigger="the start of the hand",
    ruling="One card at a time clockwise, the button last.",
)
CHAPTER.kept(
    id="flop.sequence",
    title="Burn one, then three cards face up",
    kind="deal-sequence",
    games=FLOP,
    sources=(
        ROBERTS.at("hold'em"),
        ROBERTS.at("hold'em, rounds of betting"),
        ROBERTS.at("Omaha"),
        ROBERTS_EARLY.at("hold'em"),
        ROBERTS_EARLY.at("hold'em, betting rounds"),
        GENERAL.at("hold'em, play of the game"),
        GENERAL.at("hold'em, sequence of play"),
        GENERAL.at("Omaha"),
    ),
    window="between betting rounds",
    trigger="between betting rounds",
    ruling="Burn one, then three cards face up.",
)
CHAPTER.kept(
    id="turn.sequence",
    title="Burn one, then one card face up",
    kind="deal-sequence",
    games=FLOP,
    sources=(
        ROBERTS.at("hold'em"),
        ROBERTS.at("hold'em, rounds of betting"),
        ROBERTS.at("Omaha"),
        ROBERTS_EARLY.at("hold'em"),
        ROBERTS_EARLY.at("hold'em, betting rounds"),
        GENERAL.at("hold'em, play of the game"),
        GENERAL.at("hold'em, sequence of play"),
        GENERAL.at("Omaha"),
    ),
    window="between betting rounds",
    trigger="between betting rounds",
    ruling="Burn one, then one card face up: the turn.",
)
CHAPTER.kept(
    id="river.sequence",
    title="Burn one, then one card face up",
    kind="deal-sequence",
    games=FLOP,
    sources=(
        ROBERTS.at("hold'em"),
        ROBERTS.at("hold'em, rounds of betting"),
        ROBERTS.at("Omaha"),
        ROBERTS_EARLY.at("hold'em"),
        ROBERTS_EARLY.at("hold'em, betting rounds"),
        GENERAL.at("hold'em, play of the game"),
        GENERAL.at("hold'em, sequence of play"),
        GENERAL.at("Omaha"),
    ),
    window="between betting rounds",
    trigger="between betting rounds",
    ruling="Burn one, then one card face up: the river.",
)
CHAPTER.kept(
    id="burn.flop-games",
    title="One burn before the flop, the turn and the river",
    kind="deal-sequence",
    games=FLOP,
    sources=(
        ROBERTS.at("hold'em, rounds of betting"),
        ROBERTS.at("Omaha, betting rounds"),
        ROBERTS_EARLY.at("hold'em, betting rounds"),
        GENERAL.at("hold'em, sequence of play"),
    ),
    settles=(C19,),
    window="between betting rounds",
    trigger="between betting rounds",
    ruling="One burn before the flop, the turn and the river.",
)
CHAPTER.kept(
    id="burn.stud-streets",
    title="One burn before each stud street after the first",
    kind="deal-sequence",
    games=STUD,
    sources=(ROBERTS.at("seven-card stud", 13),),
    window="between betting rounds",
    trigger="between betting rounds",
    ruling="One burn before each stud street after the first.",
)
CHAPTER.kept(
    id="stud.fourth-street",
    title="Fourth street",
    kind="deal-sequence",
    games=LAST_CARD_DOWN,
    sources=(
        ROBERTS.at("seven-card stud"),
        ROBERTS.at("seven-card stud, betting rounds"),
        GENERAL.at("seven-card stud, sequence of play"),
        GENERAL.at("seven-card stud high-low, sequence of play"),
        GENERAL.at("seven-card stud high-low"),
    ),
    window="between betting rounds",
    trigger="between betting rounds",
    ruling="Fourth street: burn, one card up to each live seat.",
)
CHAPTER.kept(
    id="stud.fifth-street",
    title="Fifth street",
    kind="deal-sequence",
    games=LAST_CARD_DOWN,
    sources=(
        ROBERTS.at("seven-card stud"),
        ROBERTS.at("seven-card stud, betting rounds"),
        GENERAL.at("seven-card stud, sequence of play"),
        GENERAL.at("seven-card stud high-low, sequence of play"),
        GENERAL.at("seven-card stud high-low"),
    ),
    window="between betting rounds",
    trigger="between betting rounds",
    ruling="Fifth street: burn, one card up to each live seat.",
)
CHAPTER.kept(
    id="stud.sixth-street",
    title="Sixth street",
    kind="deal-sequence",
    games=LAST_CARD_DOWN,
    sources=(
        ROBERTS.at("seven-card stud"),
        ROBERTS.at("seven-card stud, betting rounds"),
        GENERAL.at("seven-card stud, sequence of play"),
        GENERAL.at("seven-card stud high-low, sequence of play"),
        GENERAL.at("seven-card stud high-low"),
    ),
    window="between betting rounds",
    trigger="between betting rounds",
    ruling="Sixth street: burn, one card up to each live seat.",
)
CHAPTER.kept(
    id="stud.seventh-street",
    title="Seventh street",
    kind="deal-sequence",
    games=LAST_CARD_DOWN,
    sources=(
        ROBERTS.at("seven-card stud", 16),
        ROBERTS.at("seven-card stud, betting rounds"),
        GENERAL.at("seven-card stud, sequence of play"),
        GENERAL.at("seven-card stud high-low"),
        GENERAL.at("seven-card stud high-low, sequence of play"),
    ),
    window="between betting rounds",
    trigger="between betting rounds",
    ruling="Seventh street: burn, one card down, all-in seats too.",
)
CHAPTER.kept(
    id="stud.mississippi-streets",
    title="Two up, one up, one up",
    kind="deal-sequence",
    games=("mississippi",),
    sources=(ROBERTS.at("Mississippi stud", 2),),
    window="between betting rounds",
    trigger="between betting rounds",
    ruling="Two up, one up, one up.",
)
CHAPTER.kept(
    id="stud5.later-streets",
    title="Three more cards, each face up",
    kind="deal-sequence",
    games=("stud5",),
    sources=(
        GENERAL.at("five-card stud"),
        GENERAL.at("five-card stud, sequence of play"),
    ),
    settles=(A09,),
    window="between betting rounds",
    trigger="between betting rounds",
    ruling="Three more cards, each face up.",
)
CHAPTER.kept(
    id="deal.draw-replacements",
    title="Each seat in turn gets as many cards as it discarded",
    kind="deal-sequence",
    games=DRAW,
    sources=(
        ROBERTS.at("lowball", 21),
        ROBERTS.at("draw high", 10),
        GENERAL.at("five-card draw", 7),
    ),
    window="the draw",
    trigger="the draw",
    ruling="Each seat in turn gets as many cards as it discarded.",
)
