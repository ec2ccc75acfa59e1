"""Blinds in hold'em: whether they have the sizes that the bets ask for."""

from burncard.rules.book.conflicts import C18
from burncard.rules.cards import Chips
from burncard.rules.games.documents import GENERAL
from burncard.rules.hand.in_play import HandInPlay
from burncard.rules.rulings.irregularities import HandOpened
from burncard.rules.rulings.rulebook import Chapter, Verdict

CHAPTER: Chapter = Chapter(__name__)


@CHAPTER.rule(
    HandOpened,
    id="betting.min-bet-blind-sizes",
    title="The blinds of hold'em do not match the bets",
    kind="money",
    games=("holdem",),
    houses=("general",),
    sources=(
        GENERAL.at("hold'em, betting structures"),
        GENERAL.at("hold'em, play of the game"),
    ),
    settles=(C18,),
    window="before the deal",
    trigger="a hand begins with a big blind that is not the minimum bet, or a small blind that is not half of it",
    ruling="The big blind is the minimum bet, and the small blind is half of it.",
)
def min_bet_blind_sizes(hand: HandInPlay, seen: HandOpened) -> Verdict | None:
    fact, order = hand.fact, hand.betting.seats
    minimum = fact.small_bet if fact.structure == "limit" else fact.min_bet
    small, big = (order[1], order[0]) if len(order) == 2 else order[:2]
    if not minimum or small not in fact.posts or big not in fact.posts:
        return None
    due = {small: hand.betting.playing(Chips(minimum // 2)), big: minimum}
    wrong = tuple(seat for seat in (small, big) if fact.posts[seat] != due[seat])
    if not wrong:
        return None
    message = f"The minimum bet is {minimum}, so the blinds are {due[small]} and {due[big]}, "
    return Verdict(decision="stands", seats=wrong, message=f"{message}not {fact.posts[small]} and {fact.posts[big]}.")
