"""Rules that are kept without a word: the deal plan, the betting and the showdown work by them.

They have no judge of their own. A deal rule is what `next` asks for; a betting rule shows in the options and sizes that
are offered and in the refusal of anything else; a showdown rule in who is paid.
"""

from burncard.rules.book.ordinary import bets, deals, sections, showdowns

__all__ = ["bets", "deals", "sections", "showdowns"]
