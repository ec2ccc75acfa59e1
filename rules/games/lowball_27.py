"""Deuce-to-seven lowball: the worst ordinary hand wins; aces are high, straights and flushes count against."""

from dataclasses import replace

from burncard.rules.games.lowball_a5 import LOWBALL_A5

LOWBALL_27 = replace(
    LOWBALL_A5,
    code="lowball-27",
    name="Deuce-to-seven lowball",
    low="27",
    check_raise_limit=True,
    sevens_rule=False,
    joker=False,
)
