"""Which cards are dealt where, street by street."""

from burncard.rules.book.conflicts import C19
from burncard.rules.book.open_questions import A09
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

CHAPTER: Chapter = Chapter(__name__)

CHAPTER.kept(
    id="deal.holdem-start",
    title="A hold'em hand is dealt",
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
    trigger="a hand of hold'em begins",
    ruling="Each player is dealt two cards face down.",
)
CHAPTER.kept(
    id="deal.omaha-start",
    title="An Omaha hand is dealt",
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
    trigger="a hand of Omaha begins",
    ruling="Each player is dealt four cards face down.",
)
CHAPTER.kept(
    id="deal.lowball-start",
    title="A lowball hand is dealt",
    kind="deal-sequence",
    games=LOWBALL,
    sources=(ROBERTS.at("lowball"),),
    window="the start of the hand",
    trigger="a hand of lowball begins",
    ruling="Each player is dealt five cards face down.",
)
CHAPTER.kept(
    id="deal.draw-high-start",
    title="A draw high hand is dealt",
    kind="deal-sequence",
    games=DRAW_HIGH,
    sources=(
        ROBERTS.at("draw high"),
        ROBERTS.at("jacks or better"),
        ROBERTS.at("no-limit and pot-limit draw"),
        GENERAL.at("general poker rules"),
    ),
    window="the start of the hand",
    trigger="a hand of draw high begins",
    ruling="Each player is dealt five cards face down.",
)
CHAPTER.kept(
    id="draw.structure",
    title="A draw hand is played",
    kind="deal-sequence",
    games=DRAW,
    sources=(
        ROBERTS.at("lowball"),
        ROBERTS.at("draw high"),
        GENERAL.at("general poker rules"),
    ),
    window="the start of the hand",
    trigger="a hand of a draw game begins",
    ruling="Five cards are dealt face down, then there is a betting round, the draw, and a second betting round.",
)
CHAPTER.kept(
    id="stud.start-deal",
    title="A seven-card stud hand is dealt",
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
    trigger="a hand of seven-card stud begins",
    ruling="Each player is dealt two cards face down and one face up, one at a time.",
)
CHAPTER.kept(
    id="stud5.start-deal",
    title="A five-card stud hand is dealt",
    kind="deal-sequence",
    games=("stud5",),
    sources=(
        GENERAL.at("five-card stud"),
        GENERAL.at("five-card stud, sequence of play"),
    ),
    window="the start of the hand",
    trigger="a hand of five-card stud begins",
    ruling="Each player is dealt one card face down and one face up.",
)
CHAPTER.kept(
    id="game.cards-per-hand",
    title="A starting hand is dealt",
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
    trigger="a hand begins",
    ruling="Hold'em deals two cards, Omaha four, draw games five, and five-card stud five over the hand.",
)
CHAPTER.kept(
    id="button.deal-order",
    title="Cards are dealt in a button game",
    kind="deal-sequence",
    games=BUTTON,
    sources=(
        ROBERTS.at("misdeals", 9),
        ROBERTS.at("lowball", 8),
        GENERAL.at("hold'em, play of the game"),
    ),
    window="the start of the hand",
    trigger="the starting hands are dealt",
    ruling="Cards are dealt one at a time, clockwise, and the button gets the last one.",
)
CHAPTER.kept(
    id="flop.sequence",
    title="The flop is due",
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
    trigger="the first betting round is over",
    ruling="Burn one card, then deal three face up to the board.",
)
CHAPTER.kept(
    id="turn.sequence",
    title="The turn is due",
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
    trigger="the flop betting is over",
    ruling="Burn one card, then deal one face up to the board.",
)
CHAPTER.kept(
    id="river.sequence",
    title="The river is due",
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
    trigger="the turn betting is over",
    ruling="Burn one card, then deal one face up to the board.",
)
CHAPTER.kept(
    id="burn.flop-games",
    title="A board street is due",
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
    trigger="a betting round of a flop game is over",
    ruling="One card is burned before the flop, one before the turn and one before the river.",
)
CHAPTER.kept(
    id="burn.stud-streets",
    title="A stud street is due",
    kind="deal-sequence",
    games=STUD,
    sources=(ROBERTS.at("seven-card stud", 13),),
    window="between betting rounds",
    trigger="a betting round of a stud game is over",
    ruling="One card is burned before every street after the first.",
)
CHAPTER.kept(
    id="stud.fourth-street",
    title="Fourth street is due",
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
    trigger="the third-street betting is over",
    ruling="Burn one card, then deal each live player one card face up.",
)
CHAPTER.kept(
    id="stud.fifth-street",
    title="Fifth street is due",
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
    trigger="the fourth-street betting is over",
    ruling="Burn one card, then deal each live player one card face up.",
)
CHAPTER.kept(
    id="stud.sixth-street",
    title="Sixth street is due",
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
    trigger="the fifth-street betting is over",
    ruling="Burn one card, then deal each live player one card face up.",
)
CHAPTER.kept(
    id="stud.seventh-street",
    title="Seventh street is due",
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
    trigger="the sixth-street betting is over",
    ruling="Burn one card, then deal each live player, all-in players included, one card face down.",
)
CHAPTER.kept(
    id="stud.mississippi-streets",
    title="A later street of Mississippi stud is due",
    kind="deal-sequence",
    games=("mississippi",),
    sources=(ROBERTS.at("Mississippi stud", 2),),
    window="between betting rounds",
    trigger="a betting round is over",
    ruling="The second deal is two cards face up; the next two deals are one card face up each.",
)
CHAPTER.kept(
    id="stud5.later-streets",
    title="A later street of five-card stud is due",
    kind="deal-sequence",
    games=("stud5",),
    sources=(
        GENERAL.at("five-card stud"),
        GENERAL.at("five-card stud, sequence of play"),
    ),
    settles=(A09,),
    window="between betting rounds",
    trigger="a betting round is over",
    ruling="Burn one card, then deal each live player one card face up, three times in all.",
)
CHAPTER.kept(
    id="deal.draw-replacements",
    title="Players draw",
    kind="deal-sequence",
    games=DRAW,
    sources=(
        ROBERTS.at("lowball", 21),
        ROBERTS.at("draw high", 10),
        GENERAL.at("five-card draw", 7),
    ),
    window="the draw",
    trigger="a player has discarded",
    ruling="Each player in turn is dealt as many cards as they discarded.",
)
