"""The rulebook: everything about a rule stands in its declaration, in a chapter of `rules.book`.

A rule answers one class of irregularity, or one press. The engine asks the rules that answer it and are in force (game,
structure, house, tournament) in the book's order: chapter by chapter, and within a chapter from top to bottom, the
narrower rule before the wider. The first that gives a verdict has ruled, and no other is asked: one mistake gets one
ruling.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal, Required, TypedDict, Unpack

import msgspec

from burncard.rules.cards import Card, Seat
from burncard.rules.games import GAMES
from burncard.rules.games.documents import Citation
from burncard.rules.games.game import Game
from burncard.rules.games.houses import HOUSES, lineage
from burncard.rules.hand.in_play import HandInPlay
from burncard.rules.hand.steps import Repair
from burncard.rules.outcomes import Decision, Severity
from burncard.rules.rulings.effects import Effect
from burncard.rules.rulings.irregularities import Irregularity, Pressed

Kind = Literal["deal-sequence", "irregularity", "betting", "showdown", "money", "procedure", "advice"]
Status = Literal["enforced", "press", "advice"]
Basis = Literal["own", "inherit", "fill", "supplement"]
Play = Literal["any", "cash", "tournament"]
SEVEN = 7


def _games(chosen: Callable[[Game], bool]) -> tuple[str, ...]:
    return tuple(code for code, game in GAMES.items() if chosen(game))


FLOP = _games(lambda game: game.family == "flop")
STUD = _games(lambda game: game.family == "stud")
SEVEN_CARD = _games(lambda game: game.family == "stud" and game.hand_size == SEVEN)
LAST_CARD_DOWN = _games(lambda game: game.family == "stud" and game.streets[-1].faces == ("down",))
LOWBALL = _games(lambda game: game.family == "draw" and not game.high)
DRAW_HIGH = _games(lambda game: game.family == "draw" and game.high)
DRAW = (*LOWBALL, *DRAW_HIGH)
BUTTON = (*FLOP, *DRAW)
ALL = (*FLOP, *STUD, *DRAW)
LIMIT = ("limit",)
NO_OR_POT_LIMIT = ("no-limit", "pot-limit")
BIG_BET = (*NO_OR_POT_LIMIT, "half-pot")


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    """What a rule decides. `effects`: what it changes, in the order in which the steps are reported and carried out.

    `needs_card`: nothing is decided before it is known which card it is about.
    """

    decision: Decision
    message: str
    seats: tuple[Seat, ...] = ()
    cards: tuple[Card, ...] = ()
    effects: tuple[Effect, ...] = ()
    severity: Severity | None = None
    needs_card: bool = False

    def steps(self) -> tuple[Repair, ...]:
        """The steps that the dealer takes, in order."""
        steps: list[Repair] = []
        for effect in self.effects:
            steps += effect.steps()
        return tuple(steps)

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
Situation = Callable[[HandInPlay, Pressed], bool]


class Settled(msgspec.Struct, frozen=True):
    """A question that the documents answer differently or not at all, and the answer that holds here.

    The answer is the same in every house unless it names them.
    """

    number: str
    question: str
    answer: str


class Rule(msgspec.Struct, frozen=True, kw_only=True):
    """A rule as it is declared.

    `sources`: where it is stated, the main place first. `trigger`: when it applies; `window`: until or during when;
    `ruling`: what happens then; `repair`: the steps at the table. `presses`: those that bring it, with `between_hands`
    also after the hand. `houses`: the only ones that have it (all if empty), `elsewhere`: what the others go by.
    `replaces`: by house, the rules that it stands in for there. `settles`: conflicts and questions that it answers.
    `place`: the file that declares it, and the function that judges if it has one (`rules/book/deck.py:duplicate`).
    """

    id: str
    title: str
    games: tuple[str, ...]
    sources: tuple[Citation, ...]
    window: str
    trigger: str
    ruling: str
    repair: str = ""
    kind: Kind = "irregularity"
    status: Status = "enforced"
    structures: tuple[str, ...] = ()
    tournament: Play = "any"
    presses: tuple[str, ...] = ()
    between_hands: bool = False
    houses: tuple[str, ...] = ()
    elsewhere: str = ""
    replaces: Mapping[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    settles: tuple[Settled, ...] = ()
    answers: tuple[type[Irregularity], ...] = ()
    judge: Judge | None = None
    place: str = ""

    @property
    def source(self) -> str:
        """The main source, as outcomes name it."""
        return self.sources[0].place

    def in_force(self, game: str, house: str, structure: str, tournament: bool) -> bool:
        """Whether a table of this game and house plays by the rule."""
        return (
            game in self.games
            and (not self.structures or structure in self.structures)
            and (self.tournament == "any" or (self.tournament == "tournament") == tournament)
            and self.instead_at(house) is None
        )

    def instead_at(self, house: str) -> str | None:
        """The rule that a house has instead of this one; None where it has this one."""
        line = lineage(house)
        if self.houses and not any(it.code in self.houses for it in line):
            return self.elsewhere
        for it in line:
            if (it.code, self.id) in _REPLACED:
                return _REPLACED[it.code, self.id]
        return None

    def basis_at(self, house: str) -> Basis:
        """Where a house has the rule from: its own document, its parent's, one that fills a gap, or common practice."""
        cited = {citation.document for citation in self.sources}
        own, *inherited = (cited.intersection(it.documents) for it in lineage(house))
        if own:
            return "own"
        if any(inherited):
            return "inherit"
        return "fill" if any(cited.intersection(it.documents) for it in HOUSES.values()) else "supplement"


class Declared(TypedDict, total=False):
    """What a chapter declares of a rule: the fields of `Rule` that are not plain from where it stands."""

    id: Required[str]
    title: Required[str]
    games: Required[tuple[str, ...]]
    sources: Required[tuple[Citation, ...]]
    window: Required[str]
    trigger: Required[str]
    ruling: Required[str]
    repair: str
    kind: Kind
    status: Status
    structures: tuple[str, ...]
    tournament: Play
    presses: tuple[str, ...]
    between_hands: bool
    houses: tuple[str, ...]
    elsewhere: str
    replaces: Mapping[str, tuple[str, ...]]
    settles: tuple[Settled, ...]


class Chapter:
    """The rules of one module, in the order in which they are asked. Made by the module of its `__name__`."""

    __slots__ = ("file", "rules")

    def __init__(self, module: str) -> None:
        self.file = module.removeprefix("burncard.").replace(".", "/") + ".py"
        self.rules: list[Rule] = []

    def rule(self, *answers: type[Irregularity], **declared: Unpack[Declared]) -> Callable[[Judge], Judge]:
        """Declares the decorated function as the judge of these irregularities."""

        def register(judge: Judge) -> Judge:
            place = f"{self.file}:{judge.__name__}"
            self.rules.append(Rule(answers=answers, judge=judge, place=place, **declared))
            return judge

        return register

    def note(
        self, *, when: Situation | None = None, decision: Decision = "stands", **declared: Unpack[Declared]
    ) -> None:
        """Declares a rule that answers its presses with its ruling as the message, and changes nothing.

        `when`: in which situations it speaks; in all of them without.
        """

        def judge(hand: HandInPlay, seen: Pressed) -> Verdict | None:
            if when is not None and not when(hand, seen):
                return None
            seats = () if seen.seat is None else (seen.seat,)
            return Verdict(decision=decision, seats=seats, message=declared["ruling"])

        self.rules.append(Rule(answers=(Pressed,), judge=judge, place=self.file, **declared))

    def kept(self, **declared: Unpack[Declared]) -> None:
        """Declares a rule without a judge: the deal plan, the betting or the showdown works by it."""
        self.rules.append(Rule(place=self.file, **declared))


RULES: dict[str, Rule] = {}
_REPLACED: dict[tuple[str, str], str] = {}  # house and rule -> the rule that it has instead
_BOOKS: dict[tuple[str, str, str, bool], "Rulebook"] = {}


def bind(chapters: Iterable[Chapter]) -> None:
    """Makes chapters the book: `RULES` holds their rules in this order, which is the order in which they are asked.

    Raises `ValueError` where two rules have one id, or a declaration names a rule or a house that does not exist.
    """
    for kept in (RULES, _REPLACED, _BOOKS):
        kept.clear()
    for rule in (rule for chapter in chapters for rule in chapter.rules):
        if rule.id in RULES:
            raise ValueError(f"rule {rule.id} is declared twice")
        RULES[rule.id] = rule
    for rule in RULES.values():
        _REPLACED.update({(house, old): rule.id for house, olds in rule.replaces.items() for old in olds})
        named = {rule.elsewhere, *(old for olds in rule.replaces.values() for old in olds)} - {""}
        for unknown in (named - set(RULES)) | ({*rule.houses, *rule.replaces} - set(HOUSES)):
            raise ValueError(f"rule {rule.id} names {unknown}, which does not exist")


class Rulebook:
    """The rules in force at one table, by the irregularity or the press that they answer."""

    __slots__ = ("_answering", "_ids", "rules")

    def __init__(self, game: str, house: str, structure: str, tournament: bool) -> None:
        self.rules = [rule for rule in RULES.values() if rule.in_force(game, house, structure, tournament)]
        self._ids = frozenset(rule.id for rule in self.rules)
        self._answering: dict[tuple[type[Irregularity], str], list[Rule]] = {}
        for rule in self.rules:
            for answered in rule.answers:
                for press in rule.presses if answered is Pressed else ("",):
                    self._answering.setdefault((answered, press), []).append(rule)

    def holds(self, rule_id: str) -> bool:
        """Whether a rule is in force."""
        return rule_id in self._ids

    def asked(self, irregularity: Irregularity) -> Iterable[Rule]:
        """The rules to ask about an irregularity, in order."""
        press = irregularity.name if isinstance(irregularity, Pressed) else ""
        return self._answering.get((type(irregularity), press), ())

    def judge(self, hand: HandInPlay, irregularity: Irregularity) -> tuple[Rule, Verdict] | None:
        """The rule that decides, and its verdict; None where no rule has anything to say."""
        for rule in self.asked(irregularity):
            if rule.judge is not None:
                verdict = rule.judge(hand, irregularity)
                if verdict is not None:
                    return rule, verdict
        return None

    def verdict(self, hand: HandInPlay, irregularity: Irregularity, decision: Decision) -> Verdict | None:
        """The verdict of the first rule that would decide an irregularity in this way."""
        judged = (rule.judge(hand, irregularity) for rule in self.asked(irregularity) if rule.judge is not None)
        return next((verdict for verdict in judged if verdict is not None and verdict.decision == decision), None)


def rulebook_of(hand: HandInPlay) -> Rulebook:
    """The rulebook that a hand is played by, made once for each kind of table."""
    key = (hand.game.ruled_as, hand.house.code, hand.fact.structure, hand.fact.tournament)
    book = _BOOKS.get(key)
    if book is None:
        book = _BOOKS[key] = Rulebook(*key)
    return book
