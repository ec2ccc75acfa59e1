"""How a rule is declared that only speaks when somebody presses for it: an answer, advice, or a refusal.

Such a rule touches no card and no chip. Its ruling says what the rule is, so that the person at the table can read it.
"""

from collections.abc import Callable
from typing import Any

from burncard.rules.cards import Seat
from burncard.rules.hand.in_play import HandInPlay
from burncard.rules.outcomes import Decision
from burncard.rules.rulings.irregularities import Pressed
from burncard.rules.rulings.rulebook import Verdict, rule

When = Callable[[HandInPlay, Pressed], bool]


def always(hand: HandInPlay, seen: Pressed) -> bool:
    """Whatever the state of the hand."""
    return True


def answered(
    press: str,
    rule_id: str,
    games: tuple[str, ...],
    source: str,
    trigger: str,
    ruling: str,
    *,
    subject: str,
    when: When = always,
    decision: Decision = "stands",
    **declared: Any,
) -> None:
    """Declares a rule that answers a press with its own ruling as a note. `when`: in which situations it speaks;
    `subject`: the module that declares it."""

    def judge(hand: HandInPlay, seen: Pressed) -> Verdict | None:
        if seen.name != press or not when(hand, seen):
            return None
        return Verdict(decision=decision, seats=seats_of(seen), message=ruling)

    judge.__module__ = subject
    declared = {"kind": "procedure", "status": "advice", "window": trigger, **declared}
    title = ruling.split(";")[0].split(":")[0].split(".")[0]
    rule(Pressed, id=rule_id, title=title, games=games, source=source, trigger=trigger, ruling=ruling, **declared)(
        judge
    )


def seats_of(seen: Pressed) -> tuple[Seat, ...]:
    """The seat that a press names."""
    return () if seen.seat is None else (seen.seat,)
