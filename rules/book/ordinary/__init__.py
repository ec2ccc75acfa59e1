"""Ordinary procedure: rules that the deal plan, the betting and the showdown follow without a ruling.

They have no judge. A deal rule is what `next` asks for; a betting rule shows in the options and sizes that are offered
and in the refusal of anything else; a showdown rule in who is paid.
"""

from burncard.rules.book.ordinary import (
    bet_sizes,
    bring_in,
    deal_plans,
    draw_counts,
    game_sections,
    hand_ranks,
    pot_shares,
    remedies,
    shown_hands,
    stud_rounds,
    turn_order,
)

CHAPTERS = (
    game_sections.CHAPTER,
    deal_plans.CHAPTER,
    draw_counts.CHAPTER,
    turn_order.CHAPTER,
    bet_sizes.CHAPTER,
    bring_in.CHAPTER,
    stud_rounds.CHAPTER,
    remedies.CHAPTER,
    hand_ranks.CHAPTER,
    shown_hands.CHAPTER,
    pot_shares.CHAPTER,
)
