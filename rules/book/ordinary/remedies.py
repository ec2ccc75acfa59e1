"""How misdeals, exposed cards and faulty flops are put right."""

from burncard.rules.book.conflicts import C03, C13, C14, C22, C38
from burncard.rules.book.open_questions import A05
from burncard.rules.games.documents import GENERAL, ROBERTS, ROBERTS_EARLY
from burncard.rules.rulings.rulebook import ALL, BUTTON, FLOP, LOWBALL, STUD, Chapter

CHAPTER: Chapter = Chapter(__name__)

CHAPTER.kept(
    id="flop.redeal-procedure",
    title="A flop is void",
    kind="procedure",
    games=FLOP,
    sources=(
        ROBERTS.at("hold'em irregularities", 4),
        ROBERTS_EARLY.at("hold'em irregularities", 4),
    ),
    settles=(C03,),
    window="before the flop betting",
    trigger="a flop has to be dealt again",
    ruling="The board goes back into the stub; shuffle, cut, and deal three new cards without a burn.",
)
CHAPTER.kept(
    id="turn.premature-fold-irrelevant",
    title="The remaining players fold after an early turn",
    kind="procedure",
    games=FLOP,
    sources=(
        ROBERTS.at("hold'em irregularities", 5),
        ROBERTS.at("irregularities", 15),
        ROBERTS_EARLY.at("hold'em irregularities", 5),
    ),
    window="the interrupted round",
    trigger="an early turn lies aside and the remaining players fold",
    ruling="The card stays out all the same.",
)
CHAPTER.kept(
    id="misdeal.exposed-replacement-exception",
    title="An exposed card is replaced",
    kind="procedure",
    games=(*FLOP, *LOWBALL),
    sources=(ROBERTS.at("misdeals", 7),),
    settles=(C13,),
    window="until two players have acted",
    trigger="the replacement is dealt after the others",
    ruling="It does not count as a card out of sequence.",
)
CHAPTER.kept(
    id="misdeal.redeal-procedure",
    title="A misdeal is declared",
    kind="procedure",
    games=ALL,
    sources=(
        ROBERTS.at("hold'em irregularities", 2),
        GENERAL.at("hold'em", 1),
    ),
    settles=(C38,),
    window="until two players have acted",
    trigger="a misdeal is ruled",
    ruling="All cards are collected, shuffled and cut, and the same deal is made again with the same button and posts.",
)
CHAPTER.kept(
    id="misdeal.lowball-list",
    title="A lowball deal has an error",
    kind="procedure",
    games=LOWBALL,
    sources=(ROBERTS.at("lowball", 1, 2),),
    settles=(C14,),
    window="until two players have acted",
    trigger="lowball is dealt",
    ruling="The causes of a misdeal are those of the other button games.",
)
CHAPTER.kept(
    id="misdeal.action-button-games",
    title="Actions are counted in a button game",
    kind="procedure",
    games=BUTTON,
    sources=(ROBERTS.at("misdeals", 12),),
    window="the first betting round",
    trigger="a player acts while a misdeal is still possible",
    ruling="Two players must act after the blinds to end the time for a misdeal. Posts do not count.",
)
CHAPTER.kept(
    id="misdeal.action-stud",
    title="Actions are counted in stud",
    kind="procedure",
    games=STUD,
    sources=(ROBERTS.at("misdeals", 12),),
    window="the first betting round",
    trigger="a player acts while a misdeal is still possible",
    ruling="Two players must act after the forced bet to end the time for a misdeal. The forced bet does not count.",
)
CHAPTER.kept(
    id="button.moves",
    title="A hand is over",
    kind="procedure",
    games=BUTTON,
    sources=(
        GENERAL.at("hold'em, play of the game"),
        ROBERTS.at("hold'em"),
    ),
    window="between hands",
    trigger="a hand with a button has ended",
    ruling="The button moves one seat clockwise.",
)
CHAPTER.kept(
    id="expose.by-game",
    title="A card is exposed",
    kind="procedure",
    games=ALL,
    sources=(ROBERTS.at("irregularities", 12),),
    settles=(A05,),
    window="the whole hand",
    trigger="the dealer exposes a card",
    ruling="The rule of the game that is played decides what happens to it.",
)
CHAPTER.kept(
    id="expose.lowball-before-draw",
    title="A card is exposed in lowball before the draw",
    kind="procedure",
    games=LOWBALL,
    sources=(ROBERTS.at("lowball", 20),),
    window="from the starting deal to the draw",
    trigger="the dealer exposes a card in lowball",
    ruling="The form of lowball and its structure decide which cards must be kept.",
)
CHAPTER.kept(
    id="misdeal.fouled-no-refund",
    title="A hand is fouled after action",
    kind="money",
    games=ALL,
    sources=(ROBERTS.at("misdeals", 12),),
    window="after two players have acted",
    trigger="a hand is fouled when a misdeal is no longer possible",
    ruling="Its chips stay in the pot.",
)
CHAPTER.kept(
    id="expose.dealer-flash",
    title="The dealer flashes a card",
    status="press",
    games=ALL,
    sources=(ROBERTS.at("irregularities", 12),),
    presses=("card-exposed", "card-flashed"),
    window="the deal",
    trigger="a card is pressed as exposed or flashed by the dealer",
    ruling="It is treated as an exposed card.",
)
CHAPTER.kept(
    id="expose.off-table-downcard",
    title="The dealer loses a downcard off the table",
    status="press",
    games=ALL,
    sources=(ROBERTS.at("irregularities", 12),),
    settles=(C22,),
    presses=("card-off-table",),
    window="the deal",
    trigger="a downcard is dealt off the table",
    ruling="It is treated as an exposed card.",
)
CHAPTER.kept(
    id="dead.fold-facing-bet",
    title="A player folds",
    games=ALL,
    sources=(ROBERTS.at("dead hands", 2),),
    window="each betting round",
    trigger="a player facing a bet folds",
    ruling="The hand is dead.",
)
