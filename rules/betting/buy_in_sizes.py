"""Buy-ins: how many chips a player of a table has to buy."""

from burncard.rules.cards import Chips
from burncard.rules.facts import Hand

LIMIT_BETS_MIN = 10
BIG_BET_OPENINGS_MIN = 40


def buy_in_min(fact: Hand) -> Chips:
    """A full buy-in at a hand's stakes: as posted, else ten of the largest bets or forty of the smallest openings."""
    if fact.buy_in_min is not None:
        return fact.buy_in_min
    if fact.structure == "limit":
        return Chips(LIMIT_BETS_MIN * (fact.big_bet or Chips(0)))
    antes = fact.antes.values() if isinstance(fact.antes, dict) else (fact.antes,)
    opening = fact.min_bet or max(fact.posts.values(), default=0) or max(antes, default=0) or fact.smallest_chip
    return Chips(BIG_BET_OPENINGS_MIN * opening)
