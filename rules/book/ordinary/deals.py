"""What is dealt where, and how the draw goes."""

from burncard.rules.book.ordinary.kept import (
    BETWEEN,
    DRAWING,
    GENERAL,
    HIGH,
    HOLDEM,
    LIMIT,
    LOW,
    OMAHA,
    START,
    STUD7,
    bet,
    deal,
    kept,
)
from burncard.rules.rulings.rulebook import (
    ALL,
    BUTTON,
    DRAW,
    DRAW_HIGH,
    FLOP,
    LAST_CARD_DOWN,
    LOWBALL,
    ROBERTS,
    SEVEN_CARD,
    STUD,
)

# ---- the deal --------------------

deal("deal.holdem-start", ("holdem",), HOLDEM, START, "Two cards down to each seat.")
deal("deal.omaha-start", ("omaha", "omaha8"), OMAHA, START, "Four cards down to each seat.")
deal("deal.lowball-start", LOWBALL, LOW, START, "Five cards down to each seat.")
deal("deal.draw-high-start", DRAW_HIGH, HIGH, START, "Five cards down to each seat.")
deal("draw.structure", DRAW, LOW, START, "Five down, a betting round, the draw, a betting round.")
deal("stud.start-deal", SEVEN_CARD, STUD7, START, "Two down and one up to each seat, one at a time.")
deal("stud5.start-deal", ("stud5",), f"{GENERAL}, five-card stud", START, "One down and one up to each seat.")
deal(
    "game.cards-per-hand", ALL, GENERAL, START, "Two cards in hold'em, four in Omaha, five in draw and five-card stud."
)
deal("button.deal-order", BUTTON, HOLDEM, START, "One card at a time clockwise, the button last.")
deal("flop.sequence", FLOP, HOLDEM, BETWEEN, "Burn one, then three cards face up.")
deal("turn.sequence", FLOP, HOLDEM, BETWEEN, "Burn one, then one card face up: the turn.")
deal("river.sequence", FLOP, HOLDEM, BETWEEN, "Burn one, then one card face up: the river.")
deal("burn.flop-games", FLOP, HOLDEM, BETWEEN, "One burn before the flop, the turn and the river.")
deal("burn.stud-streets", STUD, STUD7, BETWEEN, "One burn before each stud street after the first.")
deal("stud.fourth-street", LAST_CARD_DOWN, STUD7, BETWEEN, "Fourth street: burn, one card up to each live seat.")
deal("stud.fifth-street", LAST_CARD_DOWN, STUD7, BETWEEN, "Fifth street: burn, one card up to each live seat.")
deal("stud.sixth-street", LAST_CARD_DOWN, STUD7, BETWEEN, "Sixth street: burn, one card up to each live seat.")
deal("stud.seventh-street", LAST_CARD_DOWN, STUD7, BETWEEN, "Seventh street: burn, one card down, all-in seats too.")
deal("stud.mississippi-streets", ("mississippi",), f"{ROBERTS}, Mississippi stud", BETWEEN, "Two up, one up, one up.")
deal("stud5.later-streets", ("stud5",), f"{GENERAL}, five-card stud", BETWEEN, "Three more cards, each face up.")
deal("deal.draw-replacements", DRAW, LOW, "the draw", "Each seat in turn gets as many cards as it discarded.")
for _id, _trigger, _ruling in (
    ("flop.redeal-procedure", "a flop is void", "Its cards go back, shuffle, cut, three new cards without a burn."),
    ("turn.premature-fold-irrelevant", "players fold behind an early card", "It stays out all the same."),
):
    _off = {"general": "flop.any-error-reshuffle"} if _id == "flop.redeal-procedure" else {}
    kept("procedure", _id, FLOP, f"{ROBERTS}, hold'em irregularities", _trigger, _ruling, off=_off)
kept(
    "procedure",
    "misdeal.exposed-replacement-exception",
    (*FLOP, *LOWBALL),
    f"{ROBERTS}, misdeals",
    "an exposed card is replaced",
    "The replacement is no card out of sequence.",
)
kept(
    "procedure",
    "misdeal.redeal-procedure",
    ALL,
    f"{ROBERTS}, hold'em irregularities",
    "a misdeal is declared",
    "All cards go back, shuffle, cut; the same deal is made again.",
)
kept("procedure", "misdeal.lowball-list", LOWBALL, LOW, "lowball is dealt", "The button games' misdeals apply.")
kept(
    "procedure", "misdeal.action-button-games", BUTTON, f"{ROBERTS}, misdeals", "a player acts", "Posts are no action."
)
kept("procedure", "misdeal.action-stud", STUD, f"{ROBERTS}, misdeals", "a player acts", "The bring-in is no action.")
kept("procedure", "button.moves", BUTTON, GENERAL, "a hand has ended", "The button moves one seat clockwise.")
kept(
    "procedure", "expose.by-game", ALL, f"{ROBERTS}, irregularities", "a card is exposed", "Each game has its own rule."
)
kept("procedure", "expose.lowball-before-draw", LOWBALL, LOW, "a card is exposed", "Form and limit fix what is taken.")

# ---- the draw --------------------

kept("procedure", "draw.four-consecutive", DRAW, LOW, DRAWING, "Up to four cards are drawn in one run.")
kept(
    "procedure",
    "draw.five-cards",
    DRAW,
    LOW,
    DRAWING,
    "Of five cards four are dealt at once, the fifth when everybody else has drawn.",
    off={"general": "draw.003-draw-limit"},
)
kept(
    "procedure",
    "draw.five-cards-last",
    DRAW,
    LOW,
    DRAWING,
    "Who draws five when nobody draws after gets four, a card is burned, then the fifth.",
    off={"general": "draw.003-draw-limit"},
)
kept(
    "procedure",
    "draw.003-draw-limit",
    DRAW,
    f"{GENERAL}, five-card draw",
    DRAWING,
    "At most four cards are drawn.",
    off={"roberts": "draw.five-cards", "roberts-early": "draw.five-cards"},
)
kept("procedure", "draw.change-until-dealt", DRAW, LOW, DRAWING, "The number may be changed until a card is dealt.")
kept("procedure", "draw.change-until-acted", DRAW, LOW, DRAWING, "The number stays once another player acted on it.")
kept("irregularity", "draw.short-after-action", DRAW, LOW, DRAWING, "A short hand draws up to five.")
bet("draw.rap", DRAW, LOW, "a rap in turn", "A rap is a pass, or a pat hand at the draw.", status="press")
bet("draw.opener-acts-first", DRAW_HIGH, HIGH, "after the draw", "The opener acts first, or the next live seat.")
bet("draw.limit-doubles", DRAW, LOW, "after the draw", "The limit after the draw is twice the one before.", LIMIT)
bet("draw.lowball-open-or-fold", LOWBALL, LOW, "an unopened pot", "Open or fold; nobody checks before the draw.")
bet("draw.high-check-or-open", DRAW_HIGH, HIGH, "the first round", "Check, open, or open with a raise.")
kept(
    "procedure",
    "jacks.nobody-opens",
    ("jacks",),
    f"{ROBERTS}, jacks or better",
    "everybody checks the opening round",
    "The antes stay in the pot; the button moves and everybody antes again.",
)
bet("draw.open-any-holding", ("draw-high",), HIGH, "the opening", "Any holding may open.")
