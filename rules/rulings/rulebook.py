"""The rulebook: a rule is a small function with its id, games, houses, window and sources declared beside it.

A rule answers one class of irregularity. The engine asks the rules of that class that are in force (game, structure,
house, tournament), most specific first, which is the order in which their file lists them; the first that gives a
verdict has ruled, and no other is asked. That is how one mistake gets one ruling.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from burncard.rules.cards import Card, Seat
from burncard.rules.hand.in_play import HandInPlay
from burncard.rules.hand.plan import Repair
from burncard.rules.outcomes import Decision, Severity
from burncard.rules.rulings.effects import Effect
from burncard.rules.rulings.irregularities import Irregularity

Kind = Literal["deal-sequence", "irregularity", "betting", "showdown", "money", "procedure", "advice"]
Status = Literal["enforced", "press", "advice"]

FLOP = ("holdem", "omaha", "omaha8")
STUD = ("stud5", "stud7", "stud8", "razz", "mississippi")
SEVEN_CARD = ("stud7", "stud8", "razz", "mississippi")
LAST_CARD_DOWN = ("stud7", "stud8", "razz")
LOWBALL = ("lowball-a5", "lowball-27")
DRAW_HIGH = ("draw-high", "jacks")
DRAW = (*LOWBALL, *DRAW_HIGH)
BUTTON = (*FLOP, *DRAW)
ALL = (*FLOP, *STUD, *DRAW)
BIG_BET = ("no-limit", "pot-limit", "half-pot")

ROBERTS = "Robert's Rules"


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What a rule decides. `effects`: what it changes, in the order in which the steps are told and carried out."""

    decision: Decision
    message: str
    seats: tuple[Seat, ...] = ()
    cards: tuple[Card, ...] = ()
    effects: tuple[Effect, ...] = ()
    severity: Severity | None = None

    def steps(self) -> tuple[Repair, ...]:
        """The steps that the dealer is told, in order."""
        return tuple(step for effect in self.effects for step in effect.steps())

    def weight(self) -> Severity:
        """`stop` where the dealer must do anything but the next due move."""
        if self.severity is not None:
            return self.severity
        if self.decision == "refuse":
            return "note"
        if self.decision in ("stands", "keep") and not self.steps():
            return "note"
        return "stop"


Judge = Callable[[HandInPlay, Any], Verdict | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """A rule as it is declared. `off`: house -> the rule that it has instead."""

    id: str
    title: str
    games: tuple[str, ...]
    source: str
    window: str
    trigger: str
    ruling: str
    repair: str = ""
    kind: Kind = "irregularity"
    status: Status = "enforced"
    structures: tuple[str, ...] = ()
    tournament: Literal["any", "cash", "tournament"] = "any"
    off: Mapping[str, str] = field(default_factory=dict)
    answers: tuple[type[Irregularity], ...] = ()
    judge: Judge | None = None

    def in_force(self, game: str, house: str, structure: str, tournament: bool) -> bool:
        """Whether a table of this game and house plays by the rule."""
        return (
            game in self.games
            and house not in self.off
            and (not self.structures or structure in self.structures)
            and (self.tournament == "any" or (self.tournament == "tournament") == tournament)
        )


RULES: dict[str, Rule] = {}
_SUBJECT_OF: dict[str, str] = {}


def rule(*answers: type[Irregularity], **declared: Any) -> Callable[[Judge], Judge]:
    """Declares the decorated function as the judge of these irregularities. Keywords as the fields of `Rule`."""

    def register(judge: Judge) -> Judge:
        _add(Rule(answers=answers, judge=judge, **declared), judge.__module__)
        return judge

    return register


def declare(**declared: Any) -> Rule:
    """Declares a rule that is enforced elsewhere: by the deal plan, the betting or the showdown."""
    return _add(Rule(**declared), "")


def _add(rule: Rule, subject: str) -> Rule:
    if rule.id in RULES:
        raise ValueError(f"rule {rule.id} is declared twice")
    RULES[rule.id] = rule
    _SUBJECT_OF[rule.id] = subject
    return rule


def ask_in_order(subjects: Iterable[str]) -> None:
    """Puts the rules in the order in which they are asked: subject by subject, as `rules.book` lists them."""
    place = {subject: index for index, subject in enumerate(subjects)}
    ordered = sorted(RULES.values(), key=lambda rule: place.get(_SUBJECT_OF[rule.id], len(place)))
    RULES.clear()
    RULES.update((rule.id, rule) for rule in ordered)


class Rulebook:
    """The rules in force at one table, by the irregularity that they answer."""

    __slots__ = ("_by_class", "rules")

    def __init__(self, game: str, house: str, structure: str, tournament: bool) -> None:
        self.rules = [rule for rule in RULES.values() if rule.in_force(game, house, structure, tournament)]
        self._by_class: dict[type[Irregularity], list[Rule]] = {}
        for rule in self.rules:
            for answered in rule.answers:
                self._by_class.setdefault(answered, []).append(rule)

    def asked(self, irregularity: Irregularity) -> Iterable[Rule]:
        """The rules to ask about an irregularity, in order."""
        return self._by_class.get(type(irregularity), ())

    def judge(self, hand: HandInPlay, irregularity: Irregularity) -> tuple[Rule, Verdict] | None:
        """The rule that decides, and its verdict; None where no rule has anything to say."""
        for rule in self.asked(irregularity):
            if rule.judge is not None:
                verdict = rule.judge(hand, irregularity)
                if verdict is not None:
                    return rule, verdict
        return None


_BOOKS: dict[tuple[str, str, str, bool], Rulebook] = {}


def rulebook_of(hand: HandInPlay) -> Rulebook:
    """The rulebook that a hand is played by, made once for each kind of table."""
    key = (hand.game.ruled_as, hand.house.code, hand.fact.structure, hand.fact.tournament)
    book = _BOOKS.get(key)
    if book is None:
        book = _BOOKS[key] = Rulebook(*key)
    return book
