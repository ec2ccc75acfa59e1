"""A hand played on the rules alone: a dealer and passive players do whatever the table awaits.

Three invariants are checked after every fact: no hidden card is named, no card is lost, no chip is lost. A violation
raises `InvariantError`.
"""

import re
from collections.abc import Iterable
from functools import lru_cache
from random import Random
from typing import Any, cast

import msgspec

from burncard.rules.cards import JOKER, OFF, PACK, UNREAD, Card, Chips, Face, Seat, Zone, spoken
from burncard.rules.compiling import mypyc_attr
from burncard.rules.facts import Action, CardSeen, Fact, Hand, Press, Shuffler
from burncard.rules.games import GAMES
from burncard.rules.games.game import Game
from burncard.rules.outcomes import (
    AwaitAction,
    AwaitCard,
    AwaitDraw,
    AwaitPlain,
    AwaitRemedy,
    AwaitReturn,
    AwaitShow,
    Next,
    Outcome,
    Result,
    Ruling,
)
from burncard.rules.table import Table
from burncard.simulator.dealer import Dealer, Doing, NewHand, fact_of
from burncard.simulator.pack import PhysicalCard, Stub, make_pack

PASSIVE = ("open", "check", "call", "bring-in", "complete", "bet", "fold")
FACTS_MAX = 600
AWAITS = frozenset(Next.__subclasses__())
AWAIT_FLOOR = AwaitPlain(await_="floor")

SPOKEN = {spoken(card): card for card in PACK}
SPOKEN_CARD = re.compile("10[♣♦♥♠]|[2-9JQKA][♣♦♥♠]")


@mypyc_attr(native_class=False)
class InvariantError(AssertionError):
    """The table broke an invariant: a secret named, a card or chip lost, a dead end, a ruling where none is due."""


@mypyc_attr(allow_interpreted_subclasses=True)
class PlayedHand:
    """One hand of a game among `players` seats (or the seats of `stacks`), button last, played passively.

    `top`: the first cards off the pack, by name; the rest is shuffled with `seed`. Further keywords are fields of the
    `hand` fact. `draws`: how many cards a seat draws, by seat (none if missing). `tags`: whether card facts carry tags.
    `at_random`: the players choose among what they are offered, by the seed.
    """

    def __init__(
        self,
        game: str | Game,
        *,
        players: int = 3,
        stacks: dict[int, int] | None = None,
        top: str = "",
        draws: dict[int, int] | None = None,
        seed: int = 1,
        table: Table | None = None,
        tags: bool = False,
        at_random: bool = False,
        **fields: Any,
    ) -> None:
        self.game = GAMES[game] if isinstance(game, str) else game
        self.table = table or Table()
        self.draws = draws or {}
        self.tags = tags
        self.at_random = at_random
        joker = fields.get("joker")
        self.dealer = Dealer(
            make_pack("red", joker=self.game.joker if joker is None else joker, first_serial=1),
            Random(seed),
            make_pack("blue", joker=False, first_serial=1001),
            needs_openers=self.game.needs_openers,
        )
        self.facts: list[Fact] = []
        self.outcomes: list[Outcome] = []
        self.next: Next  # what the table awaits
        self.rulings: list[Ruling] = []
        self.result: Result | None = None
        self._shown: set[Card] = set()
        seats = stacks or dict.fromkeys(range(1, players + 1), 500)
        self.hand = hand_of(self.game, seats, fields)
        self.dealer.collect()
        self._stack(top)
        self.give(self.hand)

    def _stack(self, top: str) -> None:
        """Puts the named cards on top of the pack, the first one on top, and shuffles the rest."""
        named = top.split()
        rest = [physical for physical in self.dealer.pack if physical.card not in named]
        self.dealer.rng.shuffle(rest)
        by_card = {physical.card: physical for physical in self.dealer.pack}
        first = [by_card[Card(name)] for name in named]
        self.dealer.stub = Stub([*rest, *reversed(first)], self.dealer.rng)

    # ---- facts --------------------

    def give(self, fact: Fact) -> list[Ruling]:
        """Gives the table a fact; returns the rulings on it."""
        self.facts.append(fact)
        if type(fact) is CardSeen:
            if fact.face == "up" or fact.boxed or fact.zone == OFF:  # everybody has seen it
                self._shown.add(fact.card)
        elif type(fact) is Action and fact.action == "show":
            self._shown.update(put.physical.card for put in self.dealer.seat_cards(fact.seat))
        elif type(fact) is Shuffler and fact.event == "shuffled":
            self._shown &= {put.physical.card for put in self.dealer.felt.values()}  # the others are unknown again
        elif type(fact) is Press and fact.card is not None:
            self._shown.add(fact.card)
        return self._take_in(self.table.apply(fact))

    def _take_in(self, outcomes: list[Outcome]) -> list[Ruling]:
        """Takes note of outcomes, the last of which says what is awaited; the rulings among them."""
        self.outcomes = outcomes
        awaited = outcomes[-1]
        assert type(awaited) in AWAITS
        self.next = cast(Next, awaited)
        if type(awaited) is AwaitRemedy and awaited.step.card is not None:
            self._keeps_secrets((), "", [awaited.step.card])
        elif type(awaited) is AwaitReturn:
            self._keeps_secrets(awaited.cards, "", [])
        return self._hear(outcomes[:-1]) if len(outcomes) > 1 else []

    def _hear(self, told: list[Outcome]) -> list[Ruling]:
        self.dealer.hear(told)
        given, ended = list[Ruling](), False
        for outcome in told:
            if type(outcome) is Ruling:
                given.append(outcome)
                self._keeps_secrets(outcome.cards, outcome.message, [step.card for step in outcome.steps])
            elif type(outcome) is Result and not ended:
                ended, self.result = True, outcome
        self.rulings += given
        return given

    def _keeps_secrets(self, cards: Iterable[Card], message: str, steps: Iterable[Card | None]) -> None:
        """Checks that no hidden card is named."""
        named = {card for card in (*cards, *steps) if card is not None and card not in (UNREAD, JOKER)}
        if not named and not message:
            return
        named.update(SPOKEN[name] for name in SPOKEN_CARD.findall(message))
        hidden = named - self._shown
        if hidden and (hidden := hidden.intersection(physical.card for physical in self.dealer.pack)):
            raise InvariantError(f"hidden cards named: {hidden}: {message}")

    # ---- moves --------------------

    def step(self) -> list[Ruling]:
        """Does what the table awaits."""
        return self.give(fact_of(self._due(), tags=self.tags))

    def do(self, doing: Doing) -> list[Ruling]:
        """Makes one move and gives the table its fact."""
        return self.give(fact_of(doing, tags=self.tags))

    def top(self, zone: str, face: Face = "down", *, boxed: bool = False) -> list[Ruling]:
        """Moves the top card of the pack to a zone, whether it is due there or not."""
        return self.do(self.dealer.put(self.dealer.stub.take(), Zone(zone), face, boxed=boxed))

    def lying(self, zone: str) -> list[PhysicalCard]:
        """The cards in a zone, in order of arrival."""
        return [put.physical for put in self.dealer.in_zone(Zone(zone))]

    # ---- to the end --------------------

    def finish(self, *expected: str, deal_again: bool = True) -> Result:
        """Follows `next` to the end of the hand; after a misdeal or void hand, until its cards are back in the pack.

        `expected`: ids of rules that may rule on the way. `deal_again`: whether the redeal is played too. Raises
        InvariantError for any other ruling, a dead end, or cards or chips that do not add up.
        """
        while self.result is None:
            floor, given = self.next == AWAIT_FLOOR, self.give(fact_of(self._due(), tags=self.tags))
            if given:
                given = [ruling for ruling in given if ruling.rule not in expected and not floor]
            if given or len(self.facts) > FACTS_MAX:
                raise InvariantError(f"no clean end: {given or self.next}")
        result = self.result
        if not conserved(self.hand, result):
            raise InvariantError(f"chips: {self.hand} {result}")
        self._cards_add_up()
        if result.ended in ("misdeal", "void"):
            self._take_back()
            if deal_again:
                self._deal_again(expected)
        return result

    def _cards_add_up(self) -> None:
        """Checks that every card lies where the table believes it to be, once."""
        assert self.table.hand is not None
        believed = [(placed.zone, placed.card) for placed in self.table.hand.felt.all_out()]
        lying = [(put.zone, put.physical.card) for put in self.dealer.felt.values()]
        if not alike(believed, lying):
            raise InvariantError(f"cards: the table has {sorted(believed)}, the felt {sorted(lying)}")
        if len(self.dealer.felt) + len(self.dealer.stub) < len(self.dealer.pack):
            raise InvariantError("a card is missing")

    def _take_back(self) -> None:
        while isinstance(self.next, AwaitReturn):
            if self.step():
                raise InvariantError("a returned card was ruled on")
        if self.next != AwaitPlain(await_="hand"):
            raise InvariantError(f"after the hand the table awaits {self.next}")

    def _deal_again(self, expected: tuple[str, ...]) -> None:
        self.dealer.collect()
        self._shown.clear()
        ended, self.result = self.result, None
        given = self.give(msgspec.structs.replace(self.hand, id=self.hand.id + "-again", button=self._button()))
        if any(ruling.rule not in expected for ruling in given):
            raise InvariantError(f"the redeal was ruled on: {given}")
        self.finish(*expected)
        self.result = ended

    def _button(self) -> Seat | None:
        """The button for the redeal: unchanged, or where the ruling on a misplaced button puts it."""
        for ruling in self.rulings:
            if ruling.rule == "misdeal.button-out-of-position" and ruling.seats:
                return ruling.seats[1]
        return self.hand.button

    def _undecided(self) -> str | None:
        """The id of the last ruling that the floor has still to decide; without one, of the last ruling."""
        decided = {fact.ruling for fact in self.facts if isinstance(fact, Press) and fact.press == "override"}
        for ruling in reversed(self.rulings):
            if ruling.decision == "floor" and ruling.id not in decided:
                return ruling.id
        return self.rulings[-1].id if self.rulings else None

    def _due(self) -> Doing:
        """The move that is due; players are passive unless they choose at random."""
        match self.next:
            case AwaitCard():
                doing = self.dealer.follow(self.next)
            case AwaitAction() as offer if not self.at_random:
                return passive(offer, may_open=self.dealer.may_open(offer.seat))
            case AwaitShow(seat=seat) if not self.at_random:
                return Action(seat=seat, action="show")
            case AwaitDraw(seat=seat) if not self.at_random:
                count = self.draws.get(seat, 0)
                return (
                    Action(seat=seat, action="draw", discards=count) if count else Action(seat=seat, action="stand-pat")
                )
            case _:
                doing = self.dealer.follow(self.next, self._undecided() if self.next == AWAIT_FLOOR else None)
        if isinstance(doing, NewHand):
            raise InvariantError("the hand is over and has no result")
        return doing


@lru_cache(maxsize=1024)
def passive(offer: AwaitAction, *, may_open: bool = True) -> Action:
    """The cheapest action that keeps a seat in the hand; it opens if it may."""
    allowed = offer.options if may_open else [option for option in offer.options if option != "open"]
    name = next(filter(allowed.__contains__, PASSIVE))
    amount = None
    if name in ("open", "complete", "bet"):
        amount = offer.min_to
    elif name == "bring-in":
        amount = offer.to_call
    return Action(seat=offer.seat, action=name, amount=amount)  # type: ignore[arg-type]


def hand_of(game: Game, stacks: dict[int, int], fields: dict[str, Any]) -> Hand:
    """The `hand` fact of a scripted hand: button at the last seat, forced bets as the game requires."""
    numbers = sorted(stacks)
    button = numbers[-1] if game.button else None
    posts: dict[int, int] = {}
    if game.button and game.streets[0].first == "left-of-post":
        small, big = (numbers[-1], numbers[0]) if len(numbers) == 2 else (numbers[0], numbers[1])
        posts = {small: 5, big: 10}
    known: dict[str, Any] = {
        "id": "h1",
        "structure": "limit",
        "button": button,
        "posts": posts,
        "antes": 0 if posts else 2,
        "bring_in": 4 if game.bring_in else 0,
        "small_bet": Chips(10),
        "big_bet": Chips(20),
        "min_bet": Chips(10),
        "back": "red",
    }
    return Hand(game=game.code, seats={Seat(s): Chips(stack) for s, stack in stacks.items()}, **(known | fields))


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
