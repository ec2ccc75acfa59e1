"""What the section of one game takes from another, and what holds of the pack and the table."""

from burncard.rules.book.ordinary.kept import GENERAL, HIGH, JACKS, LOW, OMAHA, START, STUD7, STUD8, kept, money
from burncard.rules.rulings.rulebook import ALL, DRAW_HIGH, LOWBALL, ROBERTS

# ---- what one section takes from another --------------------

ANY_TIME = "whatever the own section leaves open"
NO_BUG = {"roberts": "joker.draw-high-ace", "roberts-early": "joker.draw-high-ace"}
NL_PL = ("no-limit", "pot-limit")
kept("procedure", "game.omaha-inherits-holdem", ("omaha", "omaha8"), OMAHA, ANY_TIME, "Omaha by the hold'em rules.")
kept("procedure", "game.omaha8-inherits", ("omaha8",), OMAHA, ANY_TIME, "Omaha high-low by the Omaha rules.")
kept("procedure", "game.stud8-inherits", ("stud8",), STUD8, ANY_TIME, "Stud high-low by the stud rules.")
kept("procedure", "stud.inherits-seven-card", ("stud8", "razz"), STUD7, ANY_TIME, "By the seven-card stud rules.")
kept("procedure", "lowball.bigbet-inherits", LOWBALL, LOW, ANY_TIME, "Big-bet lowball by the other lowball rules.")
kept("procedure", "lowball.27-inherits", ("lowball-27",), LOW, ANY_TIME, "Deuce-to-seven by the ace-to-five rules.")
kept("procedure", "jacks.nlpl-section", ("jacks",), JACKS, ANY_TIME, "Big-bet jacks by the jacks rules.", NL_PL)
money("draw.ante-only-player", DRAW_HIGH, HIGH, START, "Who has only the ante plays for the antes alone.")
money("lowball.blinds-and-ante", LOWBALL, LOW, START, "Blinds, and antes where the game has them.")
money("stud5.ante-by-stakes", ("stud5",), f"{GENERAL}, five-card stud", START, "The ante follows the stakes.")
money("misdeal.fouled-no-refund", ALL, f"{ROBERTS}, misdeals", "after two actions", "A fouled hand gets nothing back.")
kept("procedure", "joker.a5-in-use", ("lowball-a5",), LOW, START, "Ace-to-five is played with the joker.")
kept("procedure", "joker.wild-added", DRAW_HIGH, GENERAL, START, "A joker may be wild: any rank and suit.", off=NO_BUG)
kept("procedure", "game.wild-cards", DRAW_HIGH, GENERAL, START, "A variant names its wild cards first.", off=NO_BUG)
FLASHED = f"{ROBERTS}, irregularities"
kept(
    "irregularity",
    "expose.dealer-flash",
    ALL,
    FLASHED,
    "the dealer flashed a card",
    "It counts as exposed.",
    status="press",
)
kept(
    "irregularity",
    "expose.off-table-downcard",
    ALL,
    FLASHED,
    "a downcard left the table",
    "It counts as exposed.",
    status="press",
)
