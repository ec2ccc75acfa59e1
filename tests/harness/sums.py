"""Whether nothing is lost: cards and chips add up."""

from burncard.rules.cards import Card, Zone
from burncard.rules.facts import Hand
from burncard.rules.outcomes import Result


def alike(some: list[tuple[Zone, Card]], others: list[tuple[Zone, Card]]) -> bool:
    """Whether the same cards lie in the same places, each as often."""
    different = set(some)
    if len(different) == len(some) == len(others):
        return different == set(others)
    return sorted(some) == sorted(others)


def conserved(fact: Hand, result: Result) -> bool:
    """Whether the chips at the end equal the chips at the start."""
    before = sum(fact.seats.values()) + fact.carry
    carried = result.carried if isinstance(result.carried, int) else 0
    return before == sum(result.stacks.values()) + carried + fact.rake
