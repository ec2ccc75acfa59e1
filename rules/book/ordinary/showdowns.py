"""How hands are read and shown, and pots shared."""

from burncard.rules.book.ordinary.kept import (
    GENERAL,
    HOLDEM,
    JACKS,
    LATER,
    LOW,
    OMAHA,
    RAZZ,
    READ,
    SHOWDOWN,
    STUD7,
    STUD8,
    TIES,
    kept,
    money,
    show,
)
from burncard.rules.rulings.rulebook import ALL, BUTTON, DRAW_HIGH, LOWBALL, ROBERTS, SEVEN_CARD, STUD

# ---- reading hands, showing them, sharing pots --------------------

show("game.card-ranks", ALL, GENERAL, READ, "Ace high down to two; low where the form says so.")
show("game.five-card-hand", ALL, GENERAL, READ, "The best five cards are the hand.")
HIGH_GAMES = tuple(game for game in ALL if game not in (*LOWBALL, "razz"))
show("game.high-ranking", HIGH_GAMES, GENERAL, READ, "Straight flush, quads, full house, flush, straight, and so on.")
show("game.kicker", HIGH_GAMES, GENERAL, READ, "Equal ranks are decided by the side cards.")
show("game.holdem-any-five", ("holdem",), HOLDEM, READ, "Any five of hole cards and board.")
show("game.omaha-two-and-three", ("omaha", "omaha8"), OMAHA, READ, "Exactly two hole cards and three of the board.")
show("game.omaha8-combinations", ("omaha8",), OMAHA, READ, "High and low may use different hole cards.")
show("game.hilo-qualifier", ("omaha8", "stud8"), STUD8, READ, "A low has five ranks of eight or less.")
show("game.hilo-no-low", ("omaha8", "stud8"), STUD8, READ, "Without a low the high hand takes all.")
money("game.hilo-half-each", ("omaha8", "stud8"), STUD8, READ, "High and low take half each.")
show("game.low-comparison", ("omaha8", "stud8", "razz", "lowball-a5"), STUD8, READ, "The lowest top card wins.")
show("game.stud7-any-five", SEVEN_CARD, STUD7, READ, "Any five of the seven.")
show("game.stud8-two-hands", ("stud8",), STUD8, READ, "High and low may use different cards.")
show("game.stud8-ace", ("stud8",), STUD8, READ, "An ace is high and low.")
show("game.stud8-straights", ("stud8", "omaha8"), STUD8, READ, "Straights and flushes do not hurt a low.")
show("game.stud5-all-five", ("stud5",), f"{GENERAL}, five-card stud", READ, "All five cards play.")
show("game.razz-low", ("razz",), RAZZ, READ, "The lowest five of seven, aces low.")
show("game.lowball-object", LOWBALL, LOW, READ, "The lowest hand wins.")
show("game.27-ranking", ("lowball-27",), f"{ROBERTS}, deuce-to-seven", READ, "The worst ordinary hand, aces high.")
show("game.mississippi-object", ("mississippi",), f"{ROBERTS}, Mississippi stud", READ, "The best five of seven.")
show(
    "joker.a5-lowest-missing", ("lowball-a5",), f"{ROBERTS}, ace-to-five", READ, "The joker is the lowest rank missing."
)
show("joker.draw-high-ace", DRAW_HIGH, JACKS, READ, "A joker is an ace, or fills a straight or a flush.")
show("joker.bug-flush-rank", DRAW_HIGH, LATER, READ, "In a flush it is the highest card missing.")
show("showdown.all-cards", ALL, SHOWDOWN, READ, "A winning hand shows all its cards.")
show("showdown.cards-speak", ALL, SHOWDOWN, READ, "The cards speak, not the claim.")
show("showdown.omaha-four-cards", ("omaha", "omaha8"), OMAHA, READ, "All four hole cards are shown.")
show("showdown.order-no-bet", ALL, SHOWDOWN, READ, "Without a bet the first to act shows first.")
show("showdown.order-last-aggressor", ALL, SHOWDOWN, READ, "The last to bet or raise shows first.")
show(
    "showdown.order-003",
    ("holdem",),
    f"{GENERAL}, hold'em",
    READ,
    "Who opened the last round shows first.",
    off={"roberts": "showdown.order-last-aggressor", "roberts-early": "showdown.order-last-aggressor"},
)
show("showdown.all-remaining-show", ALL, SHOWDOWN, READ, "Every live seat shows or gives up its hand.")
kept("procedure", "showdown.sequence-stud", STUD, STUD7, READ, "No card follows the last round.")
kept("irregularity", "dead.fold-facing-bet", ALL, f"{ROBERTS}, dead hands", "a fold", "A folded hand is dead.")
money("ties.equal-hands-split", ALL, TIES, READ, "Equal hands share the pot.")
kept("procedure", "ties.suit-rank", ALL, TIES, READ, "Suits never decide a pot.")
kept("procedure", "ties.stud-only", STUD, TIES, READ, "Suits count for the bring-in and for odd chips.")
money("ties.odd-chip-smallest", ALL, TIES, READ, "The odd chip is the smallest in play.")
money("ties.one-odd-chip", ALL, TIES, READ, "Nobody gets more than one odd chip.")
money("ties.side-pots-separate", ALL, TIES, READ, "Each pot is shared on its own.")
money("ties.odd-chip-button", BUTTON, TIES, READ, "The odd chip goes to the first winner left of the button.")
LEFT = {"general": "ties.odd-chip-003-left"}
money("ties.odd-chip-stud-high", ("stud7", "mississippi"), TIES, READ, "To the highest card by suit.", off=LEFT)
money("ties.odd-chip-stud-low", ("razz",), TIES, READ, "To the lowest card by suit.", off=LEFT)
money(
    "ties.odd-chip-stud5", ("stud5",), TIES, READ, "To the highest card by suit; in the general house the last bettor."
)
money("ties.odd-chip-hilo", ("stud8", "omaha8"), TIES, READ, "Between high and low to the high hand.")
money("ties.odd-chip-hilo-within", ("stud8", "omaha8"), TIES, READ, "Within a half as in that game.", off=LEFT)
money("ties.odd-chip-double-tie", ("stud8",), STUD8, READ, "Tied both ways: to the highest card by suit.", off=LEFT)
NOT_LEFT = {"roberts": "ties.odd-chip-button", "roberts-early": "ties.odd-chip-button"}
money("ties.odd-chip-003-left", ALL, GENERAL, READ, "To the winner nearest the dealer's left.", off=NOT_LEFT)
