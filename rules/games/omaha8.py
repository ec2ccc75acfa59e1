"""Omaha high-low: as Omaha, half of each pot to the best low of eight or better."""

from dataclasses import replace

from burncard.rules.games.omaha import OMAHA

OMAHA8 = replace(OMAHA, code="omaha8", name="Omaha high-low, eight or better", low="a5", qualifier=8)
