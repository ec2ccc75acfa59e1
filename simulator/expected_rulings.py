"""The rules that may rule on each mistake, depending on the house and the moment."""

from typing import Final

EXPOSED: Final = frozenset(
    {
        "misdeal.first-or-second-exposed",
        "expose.holdem-first-hole",
        "misdeal.two-exposed",
        "expose.second-exposed-replacement",
        "expose.holdem-later-hole",
        "expose.no-option",
        "misdeal.first-or-second-exposed-draw",
        "misdeal.two-exposed-other",
        "misdeal.stud-tournament-downcard-up",
        "expose.stud-one-hole-up",
        "expose.stud-hole-becomes-upcard",
        "expose.stud-both-hole-up",
        "expose.stud-last-allin-up",
        "expose.stud-last-up-headsup-first",
        "expose.stud-last-up-headsup-second",
        "expose.stud-last-up-multiway",
        "expose.a5-limit",
        "expose.a5-bigbet",
        "expose.27-limit",
        "expose.27-bigbet",
        "expose.draw-high-keep",
        "expose.on-the-draw",
        "expose.bigbet-on-draw",
    }
)
BOXED: Final = frozenset(
    {
        "boxed.scrap-of-paper",
        "boxed.replace-next",
        "misdeal.two-boxed",
    }
)
ORDER: Final = frozenset(
    {
        "misdeal.out-of-sequence",
        "misdeal.first-card-wrong-seat",
        "misdeal.empty-seat",
    }
)
BURNS: Final = frozenset(
    {
        "burn.flop-error-before-flop",
        "burn.flop-game-error-later",
        "flop.any-error-reshuffle",
        "burn.stud-error",
        "burn.draw",
    }
)
EXTRA: Final = frozenset(
    {
        "extra.holdem-first-player",
        "extra.one-card-before-betting",
        "extra.with-exposed",
        "extra.two-misdeal",
        "misdeal.two-extra",
        "draw.five-card-hand",
    }
)
SHORT: Final = frozenset(
    {
        "misdeal.button-completion",
        "misdeal.top-card-completion",
        "misdeal.entitled-dealt-out",
        "misdeal.wrong-count",
        "draw.high-short-misdeal",
        "draw.lowball-button-fifth",
        "draw.lowball-short-before-action",
    }
)
EARLY: Final = frozenset(
    {
        "flop.premature",
        "turn.premature",
        "turn.premature-003",
        "river.premature",
        "premature.stud",
        "burn.early-burn-only",
    }
)
ON_BOARD: Final = frozenset(
    {
        "flop.too-many-cards",
        "flop.any-error-reshuffle",
        "turn.two-cards",
        "showdown.sequence-flop-games",
    }
)

ORDINARY_RULES: Final = frozenset(
    {
        "premature.stud-reserve",
        "stud.out-of-cards",
        "stud.out-of-cards-no-burn",
        "stud.common-card",
        "stud.common-card-one-left",
        "draw.out-of-cards",
        "expose.stud-exposed-would-be-low",
        "lowball.announce-pair",
        "lowball.sevens-rule",
        "lowball.sevens-full-bet",
        "lowball.sevens-all-in-under-half",
    }
)
"""Rulings that come without a mistake: a pack or a seat runs out, or an earlier exposed card matters later."""
