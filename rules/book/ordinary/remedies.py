"""How misdeals, exposed cards and faulty flops are put right."""

from burncard.rules.book.conflicts import A05, C03, C13, C14, C22, C38
from burncard.rules.games.documents import GENERAL, ROBERTS, ROBERTS_EARLY
from burncard.rules.rulings.rulebook import ALL, BUTTON, FLOP, LOWBALL, STUD, Chapter

CHAPTER = Chapter(__name__)

CHAPTER.kept(
    id="flop.redeal-procedure",
    title="Its cards go back, shuffle, cut, three new cards without a burn",
    kind="procedure",
    games=FLOP,
    sources=(
        ROBERTS.at("hold'em irregularities", 4),
        ROBERTS_EARLY.at("hold'em irregularities", 4),
    ),
    settles=(C03,),
    window="a flop is void",
    trigger="a flop is void",
    ruling="Its cards go back, shuffle, cut, three new cards without a burn.",
)
CHAPTER.kept(
    id="turn.premature-fold-irrelevant",
    title="It stays out all the same",
    kind="procedure",
    games=FLOP,
    sources=(
        ROBERTS.at("hold'em irregularities", 5),
        ROBERTS.at("irregularities", 15),
        ROBERTS_EARLY.at("hold'em irregularities", 5),
    ),
    window="players fold behind an early card",
    trigger="players fold behind an early card",
    ruling="It stays out all the same.",
)
CHAPTER.kept(
    id="misdeal.exposed-replacement-exception",
    title="The replacement is no card out of sequence",
    kind="procedure",
    games=(*FLOP, *LOWBALL),
    sources=(ROBERTS.at("misdeals", 7),),
    settles=(C13,),
    window="an exposed card is replaced",
    trigger="an exposed card is replaced",
    ruling="The replacement is no card out of sequence.",
)
CHAPTER.kept(
    id="misdeal.redeal-procedure",
    title="All cards go back, shuffle, cut",
    kind="procedure",
    games=ALL,
    sources=(
        ROBERTS.at("hold'em irregularities", 2),
        GENERAL.at("hold'em", 1),
    ),
    settles=(C38,),
    window="a misdeal is declared",
    trigger="a misdeal is declared",
    ruling="All cards go back, shuffle, cut; the same deal is made again.",
)
CHAPTER.kept(
    id="misdeal.lowball-list",
    title="The button games' misdeals apply",
    kind="procedure",
    games=LOWBALL,
    sources=(ROBERTS.at("lowball", 1, 2),),
    settles=(C14,),
    window="lowball is dealt",
    trigger="lowball is dealt",
    ruling="The button games' misdeals apply.",
)
CHAPTER.kept(
    id="misdeal.action-button-games",
    title="Posts are no action",
    kind="procedure",
    games=BUTTON,
    sources=(ROBERTS.at("misdeals", 12),),
    window="a player acts",
    trigger="a player acts",
    ruling="Posts are no action.",
)
CHAPTER.kept(
    id="misdeal.action-stud",
    title="The bring-in is no action",
    kind="procedure",
    games=STUD,
    sources=(ROBERTS.at("misdeals", 12),),
    window="a player acts",
    trigger="a player acts",
    ruling="The bring-in is no action.",
)
CHAPTER.kept(
    id="button.moves",
    title="The button moves one seat clockwise",
    kind="procedure",
    games=BUTTON,
    sources=(
        GENERAL.at("hold'em, play of the game"),
        ROBERTS.at("hold'em"),
    ),
    window="a hand has ended",
    trigger="a hand has ended",
    ruling="The button moves one seat clockwise.",
)
CHAPTER.kept(
    id="expose.by-game",
    title="Each game has its own rule",
    kind="procedure",
    games=ALL,
    sources=(ROBERTS.at("irregularities", 12),),
    settles=(A05,),
    window="a card is exposed",
    trigger="a card is exposed",
    ruling="Each game has its own rule.",
)
CHAPTER.kept(
    id="expose.lowball-before-draw",
    title="Form and limit fix what is taken",
    kind="procedure",
    games=LOWBALL,
    sources=(ROBERTS.at("lowball", 20),),
    window="a card is exposed",
    trigger="a card is exposed",
    ruling="Form and limit fix what is taken.",
)
CHAPTER.kept(
    id="misdeal.fouled-no-refund",
    title="A fouled hand gets nothing back",
    kind="money",
    games=ALL,
    sources=(ROBERTS.at("misdeals", 12),),
    window="after two actions",
    trigger="after two actions",
    ruling="A fouled hand gets nothing back.",
)
CHAPTER.kept(
    id="expose.dealer-flash",
    title="It counts as exposed",
    status="press",
    games=ALL,
    sources=(ROBERTS.at("irregularities", 12),),
    presses=("card-exposed", "card-flashed"),
    window="the dealer flashed a card",
    trigger="the dealer flashed a card",
    ruling="It counts as exposed.",
)
CHAPTER.kept(
    id="expose.off-table-downcard",
    title="It counts as exposed",
    status="press",
    games=ALL,
    sources=(ROBERTS.at("irregularities", 12),),
    settles=(C22,),
    presses=("card-off-table",),
    window="a downcard left the table",
    trigger="a downcard left the table",
    ruling="It counts as exposed.",
)
CHAPTER.kept(
    id="dead.fold-facing-bet",
    title="A folded hand is dead",
    games=ALL,
    sources=(ROBERTS.at("dead hands", 2),),
    window="a fold",
    trigger="a fold",
    ruling="A folded hand is dead.",
)
