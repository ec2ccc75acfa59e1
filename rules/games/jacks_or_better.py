"""Jacks or better: five-card draw for high in which a pair of jacks or better is needed to open, and proved to win."""

from dataclasses import replace

from burncard.rules.games.draw_high import DRAW_HIGH

JACKS = replace(DRAW_HIGH, code="jacks", name="Jacks or better", needs_openers=True)
