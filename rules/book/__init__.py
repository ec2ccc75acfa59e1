"""The rulebook itself: one file a subject, one small function a rule.

Within a file the more specific rule stands before the more general one; from subject to subject the order is the one
below. The first rule that has something to say about an irregularity rules on it.
"""

from burncard.rules.book import (
    advice,
    antes,
    boxed,
    burns,
    chips,
    claims,
    dead,
    deck,
    draw,
    exposed,
    extra,
    flop,
    guidance,
    jacks,
    last_street,
    lowball,
    misdeals,
    ordinary,
    premature,
    pressed,
    short,
    stud,
    stud_hole,
    turns,
)
from burncard.rules.play import pack_reports as packs
from burncard.rules.rulings.rulebook import ask_in_order

SUBJECTS = (
    deck,
    jacks,
    antes,
    guidance,
    advice,
    chips,
    claims,
    pressed,
    boxed,
    stud_hole,
    stud,
    last_street,
    draw,
    lowball,
    extra,
    exposed,
    short,
    flop,
    burns,
    premature,
    dead,
    misdeals,
    turns,
    packs,
    ordinary,
)

ask_in_order(subject.__name__ for subject in SUBJECTS)
