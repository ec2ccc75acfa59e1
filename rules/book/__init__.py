"""The rulebook itself: one chapter a file, and within it one declaration a rule.

Which file and function hold a rule is in the rulebook's page and in `burncard rules ID`. A chapter's rules are asked
from top to bottom, the narrower before the wider; the chapters below are asked in this order. The first rule that has
something to say about an irregularity rules on it.
"""

from burncard.rules.book import (
    advice,
    antes,
    blind_debts,
    blinds,
    boxed,
    burns,
    buy_ins,
    chips,
    claims,
    dead,
    deck,
    draw,
    draw_notes,
    exposed,
    extra,
    flop,
    guidance,
    jacks,
    jacks_notes,
    last_street,
    lowball,
    misdeals,
    pack_checks,
    pair_spread,
    pot_opening,
    premature,
    pressed,
    short,
    shuffling,
    stud,
    stud_hole,
    turns,
)
from burncard.rules.book.ordinary import CHAPTERS as ORDINARY
from burncard.rules.rulings.rulebook import RULES, Settled, bind

CHAPTERS = (
    deck.CHAPTER,
    jacks.CHAPTER,
    pot_opening.CHAPTER,
    jacks_notes.CHAPTER,
    antes.CHAPTER,
    blinds.CHAPTER,
    pair_spread.CHAPTER,
    draw_notes.CHAPTER,
    blind_debts.CHAPTER,
    guidance.CHAPTER,
    shuffling.CHAPTER,
    advice.CHAPTER,
    buy_ins.CHAPTER,
    chips.CHAPTER,
    claims.CHAPTER,
    pressed.CHAPTER,
    boxed.CHAPTER,
    stud_hole.CHAPTER,
    stud.CHAPTER,
    last_street.CHAPTER,
    draw.CHAPTER,
    lowball.CHAPTER,
    extra.CHAPTER,
    exposed.CHAPTER,
    short.CHAPTER,
    flop.CHAPTER,
    burns.CHAPTER,
    premature.CHAPTER,
    dead.CHAPTER,
    misdeals.CHAPTER,
    turns.CHAPTER,
    pack_checks.CHAPTER,
    *ORDINARY,
)

bind(CHAPTERS)


def settled_by(prefix: str) -> dict[str, Settled]:
    """What the rules settle, by number: the conflicts (`C`) or the open questions (`A`)."""
    every = {it.number: it for rule in RULES.values() for it in rule.settles if it.number.startswith(prefix)}
    return dict(sorted(every.items()))


CONFLICTS = settled_by("C")
QUESTIONS = settled_by("A")
