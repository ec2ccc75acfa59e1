"""Who acts, what may be bet, and what is owed before the cards."""

from burncard.rules.book.ordinary.kept import (
    BETTING,
    FIRST,
    GENERAL,
    HIGH,
    HOLDEM,
    LATER,
    LIMIT,
    LOW,
    OMAHA,
    RAZZ,
    ROUND,
    STUD7,
    STUD8,
    bet,
    kept,
)
from burncard.rules.rulings.rulebook import ALL, BIG_BET, BUTTON, DRAW, FLOP, LAST_CARD_DOWN, LOWBALL, ROBERTS, STUD

NL_PL = ("no-limit", "pot-limit")

# ---- betting --------------------

BLINDS = (*FLOP, *LOWBALL)
bet("deal.round-closed", ALL, BETTING, ROUND, "Closed when every live seat has acted and matched, or is all-in.")
bet("betting.holdem-first-round", BLINDS, HOLDEM, FIRST, "The seat left of the big blind acts first.")
bet("betting.big-blind-option", FLOP, HOLDEM, FIRST, "The big blind may raise if nobody has.")
bet("betting.preflop-options", BLINDS, HOLDEM, FIRST, "Call, raise or fold; only the big blind may check.")
bet("betting.later-rounds-first", FLOP, HOLDEM, ROUND, "The first live seat left of the button acts first.")
bet("betting.button-draw-order", DRAW, LOW, FIRST, "Left of the big blind, or of the button where there are antes.")
bet("button.position-last-action", BUTTON, GENERAL, ROUND, "The button acts last on later rounds.")
bet("button.heads-up", BUTTON, LATER, "two players", "The button posts the small blind and acts first.")
bet(
    "betting.holdem-limits",
    ("holdem",),
    HOLDEM,
    ROUND,
    "The small limit before and on the flop, then the double.",
    LIMIT,
)
bet("betting.omaha-limits", ("omaha", "omaha8"), OMAHA, ROUND, "Rounds and sizes as in hold'em.")
bet("betting.limit-cap-three", (*FLOP, *STUD), BETTING, ROUND, "A bet and three raises.", LIMIT)
bet("betting.draw-cap-four", DRAW, HIGH, ROUND, "A bet and four raises in draw games.", LIMIT)
bet("lowball.cap-four", LOWBALL, LOW, ROUND, "A bet and four raises in lowball.", LIMIT)
bet(
    "betting.heads-up-unlimited",
    ALL,
    BETTING,
    ROUND,
    "Two players raise without a limit.",
    LIMIT,
    tournament="cash",
)
bet(
    "betting.tournament-heads-up-cap",
    ALL,
    BETTING,
    ROUND,
    "In tournaments the cap holds heads-up.",
    LIMIT,
    tournament="tournament",
)
bet("betting.bigbet-unlimited", ALL, BETTING, ROUND, "Any number of raises in big-bet games.", BIG_BET)
bet("betting.nolimit-maximum", ALL, GENERAL, ROUND, "At most the chips in front of the player.", ("no-limit",))
bet("betting.potlimit-maximum", ALL, LATER, ROUND, "At most the pot as it is after the call.", ("pot-limit",))
bet("betting.halfpot-maximum", STUD, f"{ROBERTS}, Mississippi stud", ROUND, "At most half the pot.", ("half-pot",))
bet("betting.check-raise", ALL, BETTING, ROUND, "Check-raise is allowed, but not in limit ace-to-five.")
bet("lowball.check-raise-a5-limit", ("lowball-a5",), f"{ROBERTS}, ace-to-five", ROUND, "No check-raise.", LIMIT)
bet("lowball.27-check-raise", ("lowball-27",), f"{ROBERTS}, deuce-to-seven", ROUND, "Check-raise is allowed.", LIMIT)
bet("lowball.bigbet-check-raise", LOWBALL, f"{ROBERTS}, big-bet lowball", ROUND, "Check-raise is allowed.", BIG_BET)
bet("betting.short-all-in", ALL, BETTING, ROUND, "An all-in of less than half a bet reopens nothing.", LIMIT)
bet("betting.half-all-in-counts", ALL, BETTING, ROUND, "An all-in of half a bet or more is a full bet.", LIMIT)
bet("betting.bigbet-reopening", ALL, LATER, ROUND, "Who has acted raises again only over a full raise.", BIG_BET)
bet("betting.bigbet-no-completion", ALL, LATER, ROUND, "A raise over a short all-in is a full one.", BIG_BET)
bet("betting.minimum-wager", ALL, BETTING, ROUND, "At least the last bet or raise, unless all-in.")
bet(
    "betting.out-of-turn",
    ALL,
    BETTING,
    ROUND,
    "Only the seat on turn acts; the floor may hold one that acted early to it if nobody has bet, called or raised.",
)
bet("betting.call-amount", ALL, GENERAL, ROUND, "A call matches the last wager.")
bet("betting.all-in-call-for-less", ALL, GENERAL, ROUND, "A short call is all-in; the rest is a side pot.")
bet("betting.released-chips", ALL, BETTING, "chips are moved forward", "Chips released in turn are bet.")
bet("betting.single-chip-call", ALL, BETTING, "one chip", "One larger chip without a word is a call.", status="press")
bet(
    "betting.half-bet-over-call",
    ALL,
    BETTING,
    "chips",
    "A bet and a half is a raise, completed.",
    LIMIT,
    status="press",
)
bet("betting.undersized-correction", ALL, BETTING, "chips", "Too little is brought up to the proper size.")
bet("betting.verbal-binding", ALL, BETTING, "words and chips", "A spoken call, bet or raise binds.", status="press")
bet("betting.string-raise", ALL, BETTING, "a second motion", "Only the first motion counts.", status="press")
bet("betting.rap-is-check", ALL, BETTING, "a rap in turn", "A rap is a check.", status="press")
kept("procedure", "betting.structures-by-game", ALL, GENERAL, "table set-up", "Each game has its betting structures.")
kept("procedure", "game.omaha-players", ("omaha",), f"{GENERAL}, Omaha", "table set-up", "Two to ten players.")
bet("lowball.bigbet-check-free", LOWBALL, LOW, "after the draw", "Any hand may check; no seven has to bet.", NL_PL)
bet("draw.lowball-open-size", LOWBALL, LOW, "the opening", "The big blind may be called, or opened for twice.")

# ---- stud betting --------------------

bet("lowcard.low-brings-in", ("stud5", "stud7", "stud8", "mississippi"), STUD7, FIRST, "The low card opens.", LIMIT)
bet("lowcard.suit-order", STUD, STUD7, FIRST, "Clubs are lowest, then diamonds, hearts, spades.")
bet("lowcard.ace-high-for-bringin", ("stud8",), STUD8, FIRST, "An ace is high for the bring-in.")
bet("lowcard.razz-high-brings-in", ("razz",), RAZZ, FIRST, "The high card opens, aces low.", LIMIT)
bet(
    "lowcard.full-bet-option",
    STUD,
    STUD7,
    FIRST,
    "The forced bettor may open for a full bet.",
    LIMIT,
    off={"general": "lowcard.minimum-only"},
)
bet(
    "lowcard.minimum-only",
    STUD,
    f"{GENERAL}, seven-card stud",
    FIRST,
    "The forced bet is the minimum.",
    LIMIT,
    off={"roberts": "lowcard.full-bet-option", "roberts-early": "lowcard.full-bet-option"},
)
bet("stud.stays-until-bet", ("stud7", "stud8"), f"{GENERAL}, stud", FIRST, "The forced bet cannot be folded.", LIMIT)
bet(
    "lowcard.all-in-ante",
    STUD,
    STUD7,
    "the low card has no chips left",
    "The next seat to the left acts first; it may fold, bring it in, or open in full.",
    LIMIT,
)
bet("lowcard.completion-not-raise", STUD, STUD7, FIRST, "Completing the bring-in is no raise.", LIMIT)
bet("lowcard.wrong-low-stands", STUD, STUD7, FIRST, "Once the next seat has acted a wrong low bet stands.", LIMIT)
bet("lowcard.bigbet-high-card-first", STUD, f"{ROBERTS}, Mississippi stud", FIRST, "The high card acts first.", BIG_BET)
bet("stud.bigbet-first-round", STUD, f"{ROBERTS}, Mississippi stud", FIRST, "It must bet or fold.", BIG_BET)
bet("stud.bigbet-opening-size", STUD, f"{ROBERTS}, Mississippi stud", FIRST, "One ante up to the maximum.", BIG_BET)
bet("stud.bigbet-later-rounds", STUD, f"{ROBERTS}, Mississippi stud", ROUND, "The high hand bets or checks.", BIG_BET)
bet("stud.bring-in-amount", STUD, STUD7, FIRST, "The table sets the forced bet.", LIMIT)
bet("stud5.bring-in-half", ("stud5",), f"{GENERAL}, five-card stud", FIRST, "Half the small limit.", LIMIT)
bet("stud.low-limit-streets", LAST_CARD_DOWN, STUD7, ROUND, "The small limit on third and fourth street.", LIMIT)
bet("stud5.limits-by-street", ("stud5",), LATER, ROUND, "The small limit on the first two rounds.", LIMIT)
bet("stud5.raise-cap", ("stud5",), f"{GENERAL}, five-card stud", ROUND, "A bet and three raises.", LIMIT)
bet("stud.mississippi-bet-sizes", ("mississippi",), f"{ROBERTS}, Mississippi stud", ROUND, "Double at the end.", LIMIT)
bet("stud.betting-rounds", LAST_CARD_DOWN, STUD7, ROUND, "Five betting rounds.")
bet("stud5.betting-rounds", ("stud5",), f"{GENERAL}, five-card stud", ROUND, "Four betting rounds.")
bet("stud.high-hand-first", ("stud5", "stud7", "stud8"), STUD7, "fourth street on", "The best board acts first.")
bet("stud.razz-low-acts-first", ("razz",), RAZZ, "fourth street on", "The lowest board acts first.")
bet("stud.tie-by-position", ("stud5", *LAST_CARD_DOWN), STUD7, "tied boards", "Who was dealt to first acts first.")
bet("stud.open-pair-double-bet", ("stud7",), STUD7, "fourth street", "With an open pair either limit is bet.", LIMIT)
bet("stud.open-pair-increment", ("stud7",), STUD7, "fourth street", "After the large bet raises are large.", LIMIT)
bet("stud.open-pair-check", ("stud7",), STUD7, "fourth street", "A check leaves both sizes to the others.", LIMIT)
bet("stud.no-open-pair-in-split", ("stud8", "razz"), STUD8, "fourth street", "An open pair changes no limit.", LIMIT)
bet("stud.common-first-to-act", ("stud7", "stud8", "mississippi"), STUD7, "a common card", "It counts for who is high.")
bet("stud.common-first-razz", ("razz",), RAZZ, "a common card", "It counts for who is low.")
bet("expose.stud-last-up-action", LAST_CARD_DOWN, STUD7, "a last card dealt up", "It counts for who acts first.")
bet("premature.stud-final-no-raise", LAST_CARD_DOWN, STUD7, ROUND, "Who kept an early last card may only call.")
