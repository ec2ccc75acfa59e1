"""The rulebook itself: one file a subject, one small function a rule.

Within a file, and from file to file in the order below, the more specific rule stands before the more general one.
"""

from rules.book import (
    boxed,
    burns,
    dead,
    deck,
    exposed,
    extra,
    flop,
    misdeals,
    premature,
    short,
)

SUBJECTS = (boxed, burns, dead, deck, exposed, extra, flop, misdeals, premature, short)
