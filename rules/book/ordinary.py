"""Rules that are kept without a word: the deal plan, the betting and the showdown work by them.

They have no judge of their own. A deal rule is what `next` asks for; a betting rule shows in the options and sizes that
are offered and in the refusal of anything else; a showdown rule in who is paid.
"""

from typing import Any

from rules.rulebook import (
    ALL,
    BIG_BET,
    BUTTON,
    DRAW,
    DRAW_HIGH,
    FLOP,
    LAST_CARD_DOWN,
    LOWBALL,
    ROBERTS,
    SEVEN_CARD,
    STUD,
    Kind,
    declare,
)

HOLDEM = f"{ROBERTS}, hold'em"
OMAHA = f"{ROBERTS}, Omaha"
STUD7 = f"{ROBERTS}, seven-card stud"
STUD8 = f"{ROBERTS}, seven-card stud high-low"
RAZZ = f"{ROBERTS}, razz"
LOW = f"{ROBERTS}, lowball"
HIGH = f"{ROBERTS}, draw high"
JACKS = f"{ROBERTS}, jacks or better"
BETTING = f"{ROBERTS}, betting and raising"
SHOWDOWN = f"{ROBERTS}, the showdown"
TIES = f"{ROBERTS}, ties"
GENERAL = "General house rules"
LATER = "Robert's Rules, later edition (supplement)"
LIMIT = ("limit",)


def _kept(
    kind: Kind,
    rule_id: str,
    games: tuple[str, ...],
    source: str,
    trigger: str,
    ruling: str,
    structures: tuple[str, ...] = (),
    **more: Any,
) -> None:
    title = ruling.split(";")[0].split(":")[0].rstrip(".")
    declare(
        id=rule_id,
        title=title,
        games=games,
        source=source,
        window=trigger,
        trigger=trigger,
        ruling=ruling,
        kind=kind,
        structures=structures,
        **more,
    )


def _deal(rule_id: str, games: tuple[str, ...], source: str, trigger: str, ruling: str) -> None:
    _kept("deal-sequence", rule_id, games, source, trigger, ruling)


def _bet(
    rule_id: str,
    games: tuple[str, ...],
    source: str,
    trigger: str,
    ruling: str,
    structures: tuple[str, ...] = (),
    **more: Any,
) -> None:
    _kept("betting", rule_id, games, source, trigger, ruling, structures, **more)


def _show(rule_id: str, games: tuple[str, ...], source: str, trigger: str, ruling: str, **more: Any) -> None:
    _kept("showdown", rule_id, games, source, trigger, ruling, **more)


def _money(rule_id: str, games: tuple[str, ...], source: str, trigger: str, ruling: str, **more: Any) -> None:
    _kept("money", rule_id, games, source, trigger, ruling, **more)


# ---- the deal --------------------

START = "the start of the hand"
BETWEEN = "between betting rounds"
_deal("deal.holdem-start", ("holdem",), HOLDEM, START, "Two cards down to each seat.")
_deal("deal.omaha-start", ("omaha", "omaha8"), OMAHA, START, "Four cards down to each seat.")
_deal("deal.lowball-start", LOWBALL, LOW, START, "Five cards down to each seat.")
_deal("deal.draw-high-start", DRAW_HIGH, HIGH, START, "Five cards down to each seat.")
_deal("draw.structure", DRAW, LOW, START, "Five down, a betting round, the draw, a betting round.")
_deal("stud.start-deal", SEVEN_CARD, STUD7, START, "Two down and one up to each seat, one at a time.")
_deal("stud5.start-deal", ("stud5",), f"{GENERAL}, five-card stud", START, "One down and one up to each seat.")
_deal(
    "game.cards-per-hand", ALL, GENERAL, START, "Two cards in hold'em, four in Omaha, five in draw and five-card stud."
)
_deal("button.deal-order", BUTTON, HOLDEM, START, "One card at a time clockwise, the button last.")
_deal("flop.sequence", FLOP, HOLDEM, BETWEEN, "Burn one, then three cards face up.")
_deal("turn.sequence", FLOP, HOLDEM, BETWEEN, "Burn one, then one card face up: the turn.")
_deal("river.sequence", FLOP, HOLDEM, BETWEEN, "Burn one, then one card face up: the river.")
_deal("burn.flop-games", FLOP, HOLDEM, BETWEEN, "One burn before the flop, the turn and the river.")
_deal("burn.stud-streets", STUD, STUD7, BETWEEN, "One burn before each stud street after the first.")
_deal("stud.fourth-street", LAST_CARD_DOWN, STUD7, BETWEEN, "Fourth street: burn, one card up to each live seat.")
_deal("stud.fifth-street", LAST_CARD_DOWN, STUD7, BETWEEN, "Fifth street: burn, one card up to each live seat.")
_deal("stud.sixth-street", LAST_CARD_DOWN, STUD7, BETWEEN, "Sixth street: burn, one card up to each live seat.")
_deal("stud.seventh-street", LAST_CARD_DOWN, STUD7, BETWEEN, "Seventh street: burn, one card down, all-in seats too.")
_deal("stud.mississippi-streets", ("mississippi",), f"{ROBERTS}, Mississippi stud", BETWEEN, "Two up, one up, one up.")
_deal("stud5.later-streets", ("stud5",), f"{GENERAL}, five-card stud", BETWEEN, "Three more cards, each face up.")
_deal("deal.draw-replacements", DRAW, LOW, "the draw", "Each seat in turn gets as many cards as it discarded.")
for _id, _trigger, _ruling in (
    ("flop.redeal-procedure", "a flop is void", "Its cards go back, shuffle, cut, three new cards without a burn."),
    ("turn.premature-fold-irrelevant", "players fold behind an early card", "It stays out all the same."),
):
    _off = {"general": "flop.any-error-reshuffle"} if _id == "flop.redeal-procedure" else {}
    _kept("procedure", _id, FLOP, f"{ROBERTS}, hold'em irregularities", _trigger, _ruling, off=_off)
_kept(
    "procedure",
    "misdeal.exposed-replacement-exception",
    (*FLOP, *LOWBALL),
    f"{ROBERTS}, misdeals",
    "an exposed card is replaced",
    "The replacement is no card out of sequence.",
)
_kept(
    "procedure",
    "misdeal.redeal-procedure",
    ALL,
    f"{ROBERTS}, hold'em irregularities",
    "a misdeal is declared",
    "All cards go back, shuffle, cut; the same deal is made again.",
)
_kept("procedure", "misdeal.lowball-list", LOWBALL, LOW, "lowball is dealt", "The button games' misdeals apply.")
_kept(
    "procedure", "misdeal.action-button-games", BUTTON, f"{ROBERTS}, misdeals", "a player acts", "Posts are no action."
)
_kept("procedure", "misdeal.action-stud", STUD, f"{ROBERTS}, misdeals", "a player acts", "The bring-in is no action.")
_kept("procedure", "button.moves", BUTTON, GENERAL, "a hand has ended", "The button moves one seat clockwise.")
_kept(
    "procedure", "expose.by-game", ALL, f"{ROBERTS}, irregularities", "a card is exposed", "Each game has its own rule."
)
_kept("procedure", "expose.lowball-before-draw", LOWBALL, LOW, "a card is exposed", "Form and limit fix what is taken.")

# ---- the draw --------------------

DRAWING = "the draw"
_kept("procedure", "draw.four-consecutive", DRAW, LOW, DRAWING, "Up to four cards are drawn in one run.")
_kept(
    "procedure",
    "draw.five-cards",
    DRAW,
    LOW,
    DRAWING,
    "Of five cards four are dealt at once, the fifth when everybody else has drawn.",
    off={"general": "draw.003-draw-limit"},
)
_kept(
    "procedure",
    "draw.five-cards-last",
    DRAW,
    LOW,
    DRAWING,
    "The last player drawing five gets four, a card is burned, then the fifth.",
    off={"general": "draw.003-draw-limit"},
)
_kept(
    "procedure",
    "draw.003-draw-limit",
    DRAW,
    f"{GENERAL}, five-card draw",
    DRAWING,
    "At most four cards are drawn.",
    off={"roberts": "draw.five-cards", "roberts-early": "draw.five-cards"},
)
_kept("procedure", "draw.change-until-dealt", DRAW, LOW, DRAWING, "The number may be changed until a card is dealt.")
_kept("procedure", "draw.change-until-acted", DRAW, LOW, DRAWING, "The number stays once another player acted on it.")
_kept("irregularity", "draw.short-after-action", DRAW, LOW, DRAWING, "A short hand draws up to five.")
_bet("draw.rap", DRAW, LOW, "a rap in turn", "A rap is a pass, or a pat hand at the draw.", status="press")
_bet("draw.opener-acts-first", DRAW_HIGH, HIGH, "after the draw", "The opener acts first, or the next live seat.")
_bet("draw.limit-doubles", DRAW, LOW, "after the draw", "The limit after the draw is twice the one before.", LIMIT)
_bet("draw.lowball-open-or-fold", LOWBALL, LOW, "an unopened pot", "Open or fold; nobody checks before the draw.")
_bet("draw.high-check-or-open", DRAW_HIGH, HIGH, "the first round", "Check, open, or open with a raise.")
_bet("draw.open-any-holding", ("draw-high",), HIGH, "the opening", "Any holding may open.")

# ---- betting --------------------

ROUND = "each betting round"
FIRST = "the first betting round"
BLINDS = (*FLOP, *LOWBALL)
_bet("deal.round-closed", ALL, BETTING, ROUND, "Closed when every live seat has acted and matched, or is all-in.")
_bet("betting.holdem-first-round", BLINDS, HOLDEM, FIRST, "The seat left of the big blind acts first.")
_bet("betting.big-blind-option", FLOP, HOLDEM, FIRST, "The big blind may raise if nobody has.")
_bet("betting.preflop-options", BLINDS, HOLDEM, FIRST, "Call, raise or fold; only the big blind may check.")
_bet("betting.later-rounds-first", FLOP, HOLDEM, ROUND, "The first live seat left of the button acts first.")
_bet("betting.button-draw-order", DRAW, LOW, FIRST, "Left of the big blind, or of the button where there are antes.")
_bet("button.position-last-action", BUTTON, GENERAL, ROUND, "The button acts last on later rounds.")
_bet("button.heads-up", BUTTON, LATER, "two players", "The button posts the small blind and acts first.")
_bet(
    "betting.holdem-limits",
    ("holdem",),
    HOLDEM,
    ROUND,
    "The small limit before and on the flop, then the double.",
    LIMIT,
)
_bet("betting.omaha-limits", ("omaha", "omaha8"), OMAHA, ROUND, "Rounds and sizes as in hold'em.")
_bet("betting.limit-cap-three", (*FLOP, *STUD), BETTING, ROUND, "A bet and three raises.", LIMIT)
_bet("betting.draw-cap-four", DRAW, HIGH, ROUND, "A bet and four raises in draw games.", LIMIT)
_bet("lowball.cap-four", LOWBALL, LOW, ROUND, "A bet and four raises in lowball.", LIMIT)
_bet(
    "betting.heads-up-unlimited",
    ALL,
    BETTING,
    ROUND,
    "Two players raise without a limit.",
    LIMIT,
    tournament="cash",
)
_bet(
    "betting.tournament-heads-up-cap",
    ALL,
    BETTING,
    ROUND,
    "In tournaments the cap holds heads-up.",
    LIMIT,
    tournament="tournament",
)
_bet("betting.bigbet-unlimited", ALL, BETTING, ROUND, "Any number of raises in big-bet games.", BIG_BET)
_bet("betting.nolimit-maximum", ALL, GENERAL, ROUND, "At most the chips in front of the player.", ("no-limit",))
_bet("betting.potlimit-maximum", ALL, LATER, ROUND, "At most the pot as it is after the call.", ("pot-limit",))
_bet("betting.halfpot-maximum", STUD, f"{ROBERTS}, Mississippi stud", ROUND, "At most half the pot.", ("half-pot",))
_bet("betting.check-raise", ALL, BETTING, ROUND, "Check-raise is allowed, but not in limit ace-to-five.")
_bet("lowball.check-raise-a5-limit", ("lowball-a5",), f"{ROBERTS}, ace-to-five", ROUND, "No check-raise.", LIMIT)
_bet("lowball.27-check-raise", ("lowball-27",), f"{ROBERTS}, deuce-to-seven", ROUND, "Check-raise is allowed.", LIMIT)
_bet("lowball.bigbet-check-raise", LOWBALL, f"{ROBERTS}, big-bet lowball", ROUND, "Check-raise is allowed.", BIG_BET)
_bet("betting.short-all-in", ALL, BETTING, ROUND, "An all-in of less than half a bet reopens nothing.", LIMIT)
_bet("betting.half-all-in-counts", ALL, BETTING, ROUND, "An all-in of half a bet or more is a full bet.", LIMIT)
_bet("betting.bigbet-reopening", ALL, LATER, ROUND, "Who has acted raises again only over a full raise.", BIG_BET)
_bet("betting.bigbet-no-completion", ALL, LATER, ROUND, "A raise over a short all-in is a full one.", BIG_BET)
_bet("betting.minimum-wager", ALL, BETTING, ROUND, "At least the last bet or raise, unless all-in.")
_bet(
    "betting.out-of-turn",
    ALL,
    BETTING,
    ROUND,
    "Only the seat on turn acts; the floor may hold one that acted early to it if nobody has bet, called or raised.",
)
_bet("betting.call-amount", ALL, GENERAL, ROUND, "A call matches the last wager.")
_bet("betting.all-in-call-for-less", ALL, GENERAL, ROUND, "A short call is all-in; the rest is a side pot.")
_bet("betting.released-chips", ALL, BETTING, "chips are moved forward", "Chips released in turn are bet.")
_bet("betting.single-chip-call", ALL, BETTING, "one chip", "One larger chip without a word is a call.", status="press")
_bet(
    "betting.half-bet-over-call",
    ALL,
    BETTING,
    "chips",
    "A bet and a half is a raise, completed.",
    LIMIT,
    status="press",
)
_bet("betting.undersized-correction", ALL, BETTING, "chips", "Too little is brought up to the proper size.")
_bet("betting.verbal-binding", ALL, BETTING, "words and chips", "A spoken call, bet or raise binds.", status="press")
_bet("betting.string-raise", ALL, BETTING, "a second motion", "Only the first motion counts.", status="press")
_bet("betting.rap-is-check", ALL, BETTING, "a rap in turn", "A rap is a check.", status="press")
_kept("procedure", "betting.structures-by-game", ALL, GENERAL, "table set-up", "Each game has its betting structures.")
_kept("procedure", "game.omaha-players", ("omaha",), f"{GENERAL}, Omaha", "table set-up", "Two to ten players.")

# ---- stud betting --------------------

_bet("lowcard.low-brings-in", ("stud5", "stud7", "stud8", "mississippi"), STUD7, FIRST, "The low card opens.", LIMIT)
_bet("lowcard.suit-order", STUD, STUD7, FIRST, "Clubs are lowest, then diamonds, hearts, spades.")
_bet("lowcard.ace-high-for-bringin", ("stud8",), STUD8, FIRST, "An ace is high for the bring-in.")
_bet("lowcard.razz-high-brings-in", ("razz",), RAZZ, FIRST, "The high card opens, aces low.", LIMIT)
_bet(
    "lowcard.full-bet-option",
    STUD,
    STUD7,
    FIRST,
    "The forced bettor may open for a full bet.",
    LIMIT,
    off={"general": "lowcard.minimum-only"},
)
_bet(
    "lowcard.minimum-only",
    STUD,
    f"{GENERAL}, seven-card stud",
    FIRST,
    "The forced bet is the minimum.",
    LIMIT,
    off={"roberts": "lowcard.full-bet-option", "roberts-early": "lowcard.full-bet-option"},
)
_bet("stud.stays-until-bet", ("stud7", "stud8"), f"{GENERAL}, stud", FIRST, "The forced bet cannot be folded.", LIMIT)
_bet("lowcard.completion-not-raise", STUD, STUD7, FIRST, "Completing the bring-in is no raise.", LIMIT)
_bet("lowcard.wrong-low-stands", STUD, STUD7, FIRST, "Once the next seat has acted a wrong low bet stands.", LIMIT)
_bet(
    "lowcard.bigbet-high-card-first", STUD, f"{ROBERTS}, Mississippi stud", FIRST, "The high card acts first.", BIG_BET
)
_bet("stud.bigbet-first-round", STUD, f"{ROBERTS}, Mississippi stud", FIRST, "It must bet or fold.", BIG_BET)
_bet("stud.bigbet-opening-size", STUD, f"{ROBERTS}, Mississippi stud", FIRST, "One ante up to the maximum.", BIG_BET)
_bet("stud.bigbet-later-rounds", STUD, f"{ROBERTS}, Mississippi stud", ROUND, "The high hand bets or checks.", BIG_BET)
_bet("stud.bring-in-amount", STUD, STUD7, FIRST, "The table sets the forced bet.", LIMIT)
_bet("stud5.bring-in-half", ("stud5",), f"{GENERAL}, five-card stud", FIRST, "Half the small limit.", LIMIT)
_bet("stud.low-limit-streets", LAST_CARD_DOWN, STUD7, ROUND, "The small limit on third and fourth street.", LIMIT)
_bet("stud5.limits-by-street", ("stud5",), LATER, ROUND, "The small limit on the first two rounds.", LIMIT)
_bet("stud5.raise-cap", ("stud5",), f"{GENERAL}, five-card stud", ROUND, "A bet and three raises.", LIMIT)
_bet("stud.mississippi-bet-sizes", ("mississippi",), f"{ROBERTS}, Mississippi stud", ROUND, "Double at the end.", LIMIT)
_bet("stud.betting-rounds", LAST_CARD_DOWN, STUD7, ROUND, "Five betting rounds.")
_bet("stud5.betting-rounds", ("stud5",), f"{GENERAL}, five-card stud", ROUND, "Four betting rounds.")
_bet("stud.high-hand-first", ("stud5", "stud7", "stud8"), STUD7, "fourth street on", "The best board acts first.")
_bet("stud.razz-low-acts-first", ("razz",), RAZZ, "fourth street on", "The lowest board acts first.")
_bet("stud.tie-by-position", ("stud5", *LAST_CARD_DOWN), STUD7, "tied boards", "Who was dealt to first acts first.")
_bet("stud.open-pair-double-bet", ("stud7",), STUD7, "fourth street", "With an open pair either limit is bet.", LIMIT)
_bet("stud.open-pair-increment", ("stud7",), STUD7, "fourth street", "After the large bet raises are large.", LIMIT)
_bet("stud.open-pair-check", ("stud7",), STUD7, "fourth street", "A check leaves both sizes to the others.", LIMIT)
_bet("stud.no-open-pair-in-split", ("stud8", "razz"), STUD8, "fourth street", "An open pair changes no limit.", LIMIT)
_bet(
    "stud.common-first-to-act", ("stud7", "stud8", "mississippi"), STUD7, "a common card", "It counts for who is high."
)
_bet("stud.common-first-razz", ("razz",), RAZZ, "a common card", "It counts for who is low.")
_bet("expose.stud-last-up-action", LAST_CARD_DOWN, STUD7, "a last card dealt up", "It counts for who acts first.")
_bet("premature.stud-final-no-raise", LAST_CARD_DOWN, STUD7, ROUND, "Who kept an early last card may only call.")
_money("stud.ante", STUD, STUD7, START, "Everybody antes before the cards.")

# ---- reading hands, showing them, sharing pots --------------------

READ = "the showdown"
_show("game.card-ranks", ALL, GENERAL, READ, "Ace high down to two; low where the form says so.")
_show("game.five-card-hand", ALL, GENERAL, READ, "The best five cards are the hand.")
HIGH_GAMES = tuple(game for game in ALL if game not in (*LOWBALL, "razz"))
_show("game.high-ranking", HIGH_GAMES, GENERAL, READ, "Straight flush, quads, full house, flush, straight, and so on.")
_show("game.kicker", HIGH_GAMES, GENERAL, READ, "Equal ranks are decided by the side cards.")
_show("game.holdem-any-five", ("holdem",), HOLDEM, READ, "Any five of hole cards and board.")
_show("game.omaha-two-and-three", ("omaha", "omaha8"), OMAHA, READ, "Exactly two hole cards and three of the board.")
_show("game.omaha8-combinations", ("omaha8",), OMAHA, READ, "High and low may use different hole cards.")
_show("game.hilo-qualifier", ("omaha8", "stud8"), STUD8, READ, "A low has five ranks of eight or less.")
_show("game.hilo-no-low", ("omaha8", "stud8"), STUD8, READ, "Without a low the high hand takes all.")
_money("game.hilo-half-each", ("omaha8", "stud8"), STUD8, READ, "High and low take half each.")
_show("game.low-comparison", ("omaha8", "stud8", "razz", "lowball-a5"), STUD8, READ, "The lowest top card wins.")
_show("game.stud7-any-five", SEVEN_CARD, STUD7, READ, "Any five of the seven.")
_show("game.stud8-two-hands", ("stud8",), STUD8, READ, "High and low may use different cards.")
_show("game.stud8-ace", ("stud8",), STUD8, READ, "An ace is high and low.")
_show("game.stud8-straights", ("stud8", "omaha8"), STUD8, READ, "Straights and flushes do not hurt a low.")
_show("game.stud5-all-five", ("stud5",), f"{GENERAL}, five-card stud", READ, "All five cards play.")
_show("game.razz-low", ("razz",), RAZZ, READ, "The lowest five of seven, aces low.")
_show("game.lowball-object", LOWBALL, LOW, READ, "The lowest hand wins.")
_show("game.27-ranking", ("lowball-27",), f"{ROBERTS}, deuce-to-seven", READ, "The worst ordinary hand, aces high.")
_show("game.mississippi-object", ("mississippi",), f"{ROBERTS}, Mississippi stud", READ, "The best five of seven.")
_show(
    "joker.a5-lowest-missing", ("lowball-a5",), f"{ROBERTS}, ace-to-five", READ, "The joker is the lowest rank missing."
)
_show("joker.draw-high-ace", DRAW_HIGH, JACKS, READ, "A joker is an ace, or fills a straight or a flush.")
_show("joker.bug-flush-rank", DRAW_HIGH, LATER, READ, "In a flush it is the highest card missing.")
_show("showdown.all-cards", ALL, SHOWDOWN, READ, "A winning hand shows all its cards.")
_show("showdown.cards-speak", ALL, SHOWDOWN, READ, "The cards speak, not the claim.")
_show("showdown.omaha-four-cards", ("omaha", "omaha8"), OMAHA, READ, "All four hole cards are shown.")
_show("showdown.order-no-bet", ALL, SHOWDOWN, READ, "Without a bet the first to act shows first.")
_show("showdown.order-last-aggressor", ALL, SHOWDOWN, READ, "The last to bet or raise shows first.")
_show(
    "showdown.order-003",
    ("holdem",),
    f"{GENERAL}, hold'em",
    READ,
    "Who opened the last round shows first.",
    off={"roberts": "showdown.order-last-aggressor", "roberts-early": "showdown.order-last-aggressor"},
)
_show("showdown.all-remaining-show", ALL, SHOWDOWN, READ, "Every live seat shows or gives up its hand.")
_kept("procedure", "showdown.sequence-stud", STUD, STUD7, READ, "No card follows the last round.")
_kept("irregularity", "dead.fold-facing-bet", ALL, f"{ROBERTS}, dead hands", "a fold", "A folded hand is dead.")
_money("ties.equal-hands-split", ALL, TIES, READ, "Equal hands share the pot.")
_kept("procedure", "ties.suit-rank", ALL, TIES, READ, "Suits never decide a pot.")
_kept("procedure", "ties.stud-only", STUD, TIES, READ, "Suits count for the bring-in and for odd chips.")
_money("ties.odd-chip-smallest", ALL, TIES, READ, "The odd chip is the smallest in play.")
_money("ties.one-odd-chip", ALL, TIES, READ, "Nobody gets more than one odd chip.")
_money("ties.side-pots-separate", ALL, TIES, READ, "Each pot is shared on its own.")
_money("ties.odd-chip-button", BUTTON, TIES, READ, "The odd chip goes to the first winner left of the button.")
LEFT = {"general": "ties.odd-chip-003-left"}
_money("ties.odd-chip-stud-high", ("stud7", "mississippi"), TIES, READ, "To the highest card by suit.", off=LEFT)
_money("ties.odd-chip-stud-low", ("razz",), TIES, READ, "To the lowest card by suit.", off=LEFT)
_money(
    "ties.odd-chip-stud5", ("stud5",), TIES, READ, "To the highest card by suit; in the general house the last bettor."
)
_money("ties.odd-chip-hilo", ("stud8", "omaha8"), TIES, READ, "Between high and low to the high hand.")
_money("ties.odd-chip-hilo-within", ("stud8", "omaha8"), TIES, READ, "Within a half as in that game.", off=LEFT)
_money("ties.odd-chip-double-tie", ("stud8",), STUD8, READ, "Tied both ways: to the highest card by suit.", off=LEFT)
NOT_LEFT = {"roberts": "ties.odd-chip-button", "roberts-early": "ties.odd-chip-button"}
_money("ties.odd-chip-003-left", ALL, GENERAL, READ, "To the winner nearest the dealer's left.", off=NOT_LEFT)

# ---- what one section takes from another --------------------

ANY_TIME = "whatever the own section leaves open"
NO_BUG = {"roberts": "joker.draw-high-ace", "roberts-early": "joker.draw-high-ace"}
NL_PL = ("no-limit", "pot-limit")
_kept("procedure", "game.omaha-inherits-holdem", ("omaha", "omaha8"), OMAHA, ANY_TIME, "Omaha by the hold'em rules.")
_kept("procedure", "game.omaha8-inherits", ("omaha8",), OMAHA, ANY_TIME, "Omaha high-low by the Omaha rules.")
_kept("procedure", "game.stud8-inherits", ("stud8",), STUD8, ANY_TIME, "Stud high-low by the stud rules.")
_kept("procedure", "stud.inherits-seven-card", ("stud8", "razz"), STUD7, ANY_TIME, "By the seven-card stud rules.")
_kept("procedure", "lowball.bigbet-inherits", LOWBALL, LOW, ANY_TIME, "Big-bet lowball by the other lowball rules.")
_kept("procedure", "lowball.27-inherits", ("lowball-27",), LOW, ANY_TIME, "Deuce-to-seven by the ace-to-five rules.")
_kept("procedure", "jacks.nlpl-section", ("jacks",), JACKS, ANY_TIME, "Big-bet jacks by the jacks rules.", NL_PL)
_bet("lowball.bigbet-check-free", LOWBALL, LOW, "after the draw", "Any hand may check; no seven has to bet.", NL_PL)
_bet("draw.lowball-open-size", LOWBALL, LOW, "the opening", "The big blind may be called, or opened for twice.")
_money("draw.ante-only-player", DRAW_HIGH, HIGH, START, "Who has only the ante plays for the antes alone.")
_money("lowball.blinds-and-ante", LOWBALL, LOW, START, "Blinds, and antes where the game has them.")
_money("stud5.ante-by-stakes", ("stud5",), f"{GENERAL}, five-card stud", START, "The ante follows the stakes.")
_money("misdeal.fouled-no-refund", ALL, f"{ROBERTS}, misdeals", "after two actions", "A fouled hand gets nothing back.")
_kept("irregularity", "button.misplaced-last-hand", BUTTON, HOLDEM, START, "A button that stood wrong is put right.")
_kept("procedure", "joker.a5-in-use", ("lowball-a5",), LOW, START, "Ace-to-five is played with the joker.")
_kept("advice", "joker.cut-card", ALL, LOW, "any time", "A joker may be the cut card.", status="advice")
_kept("procedure", "joker.wild-added", DRAW_HIGH, GENERAL, START, "A joker may be wild: any rank and suit.", off=NO_BUG)
_kept("procedure", "game.wild-cards", DRAW_HIGH, GENERAL, START, "A variant names its wild cards first.", off=NO_BUG)
FLASHED = f"{ROBERTS}, irregularities"
_kept(
    "irregularity",
    "expose.dealer-flash",
    ALL,
    FLASHED,
    "the dealer flashed a card",
    "It counts as exposed.",
    status="press",
)
_kept(
    "irregularity",
    "expose.off-table-downcard",
    ALL,
    FLASHED,
    "a downcard left the table",
    "It counts as exposed.",
    status="press",
)
