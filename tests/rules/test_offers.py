"""Offers: whatever `next` offers is accepted, and every hand comes to its end with its chips in the right pots.

Stacks are odd on purpose: one chip, less than a blind, exactly a blind or a bet, ties; posts are laid out every way.
"""

from dataclasses import dataclass, field
from random import Random

import pytest

from burncard.rules.betting.acting import act
from burncard.rules.betting.answers import Refused
from burncard.rules.betting.hand_betting import HandBetting
from burncard.rules.cards import Chips, Seat
from burncard.rules.facts import Action, ChipsMoved, Fact, Hand
from burncard.rules.games import GAMES
from burncard.rules.games.game import Game
from burncard.rules.games.houses import HOUSES
from burncard.rules.outcomes import AwaitAction, Counted, Next, Outcome, Result, Ruling
from burncard.rules.table import Table
from burncard.simulator.dealer import Dealer, NewHand, fact_of
from burncard.simulator.pack import make_pack
from tests.harness.scripted import ScriptedHand, conserved
from tests.harness.snapshot import table_of

HANDS_EACH = 6
FACTS_MAX = 700
STACKS = (1, 2, 3, 5, 7, 10, 10, 15, 20, 20, 25, 40, 40, 99, 500)
WAGERS = frozenset({"bet", "raise", "complete", "open"})


def odd_hand(game: Game, structure: str, house: str, rng: Random) -> Hand:
    """The `hand` fact of a table with odd stacks and any layout of posts."""
    numbers = sorted(rng.sample(range(1, 11), rng.randint(game.min_seats, game.max_seats)))
    button = rng.choice(numbers) if game.button else None
    posts: dict[Seat, Chips] = {}
    if button is not None and (game.streets[0].first == "left-of-post" or rng.random() < 0.3):
        order = [*[seat for seat in numbers if seat > button], *[seat for seat in numbers if seat <= button]]
        blinds = rng.choice(((5, 10), (5, 10), (10, 10), (0, 10), (10,), (5, 10, 20), (5, 5, 10)))
        due = dict(zip(reversed(order) if len(order) == 2 else order, blinds, strict=False))
        if rng.random() < 0.3:
            due.setdefault(rng.choice(order), rng.choice((10, 20)))
        posts = {Seat(seat): Chips(chips) for seat, chips in due.items() if chips}
    without_antes = (posts and rng.random() < 0.8) or (game.code == "holdem" and not HOUSES[house].holdem_ante)
    return Hand(
        id="h1",
        game=game.code,
        structure=structure,
        house=house,
        tournament=rng.random() < 0.3,
        button=None if button is None else Seat(button),
        seats={Seat(seat): Chips(rng.choice(STACKS)) for seat in numbers},
        posts=posts,
        antes=Chips(0) if without_antes else Chips(rng.choice((1, 2, 5))),
        bring_in=Chips(4) if game.bring_in else Chips(0),
        small_bet=Chips(10),
        big_bet=Chips(20),
        min_bet=Chips(10),
        back="red",
    )


@dataclass(slots=True)
class Ledger:
    """What each seat has paid, reckoned from the offers and the actions alone."""

    fact: Hand
    left: dict[Seat, int] = field(default_factory=dict)
    antes: dict[Seat, int] = field(default_factory=dict)
    bets: dict[Seat, int] = field(default_factory=dict)
    here: dict[Seat, int] = field(default_factory=dict)
    folded: set[Seat] = field(default_factory=set)
    street: str = ""

    def __post_init__(self) -> None:
        ante = self.fact.antes
        assert isinstance(ante, int)
        for seat, chips in self.fact.seats.items():
            self.antes[seat] = min(ante, chips)
            self.bets[seat] = self.here[seat] = min(self.fact.posts.get(seat, 0), chips - self.antes[seat])
            self.left[seat] = chips - self.antes[seat] - self.bets[seat]

    def take(self, offer: AwaitAction, action: Action, street: str) -> None:
        if street != self.street and self.street:
            self.here = dict.fromkeys(self.here, 0)
        self.street = street
        seat, paid = action.seat, 0
        if action.action == "fold":
            self.folded.add(seat)
        elif action.action in ("call", "bring-in"):
            paid = offer.to_call
        elif action.action in WAGERS:
            assert action.amount is not None
            paid = action.amount - self.here[seat]
        self.left[seat] -= paid
        self.bets[seat] += paid
        self.here[seat] += paid
        assert self.left[seat] >= 0

    def pots(self) -> list[tuple[int, tuple[Seat, ...]]]:
        """The pots, chip by chip: each is for those who paid as much and have not folded."""
        live = [seat for seat in sorted(self.fact.seats) if seat not in self.folded]
        pots: list[tuple[int, tuple[Seat, ...]]] = []
        for paid in (self.antes, self.bets):
            for level in range(max(paid.values())):
                payers = [seat for seat in paid if paid[seat] > level]
                able = tuple(seat for seat in live if paid[seat] > level)
                if len(payers) == 1 and paid is self.bets and able:
                    continue  # nobody matched it: it goes back
                if pots and (able in ((), pots[-1][1])):
                    pots[-1] = (pots[-1][0] + len(payers), pots[-1][1])
                else:
                    pots.append((len(payers), able or tuple(live)))
        return pots or [(0, tuple(live))]


def betting_after(facts: list[Fact]) -> HandBetting:
    hand = table_of(facts).hand
    assert hand is not None
    return hand.betting


def check_offer(betting: HandBetting, offer: AwaitAction, facts: list[Fact]) -> None:
    """Every option is taken, at the least and the most that it can be, and no chip is lost.

    `facts`: those that have led to the offer.
    """
    assert offer.options
    assert len(set(offer.options) & WAGERS) == (0 if offer.min_to is None else 1)
    before = betting.pot_total() + sum(betting.stacks.values())
    for option in offer.options:
        for amount in {offer.min_to, offer.max_to} if option in WAGERS else {None}:
            tried = betting_after(facts)
            answer = act(tried, Action(seat=offer.seat, action=option, amount=amount))  # type: ignore[arg-type]
            assert not isinstance(answer, Refused), (option, amount, offer, answer, betting.fact)
            assert (answer.seat, answer.rule) == (offer.seat, None)
            assert tried.pot_total() + sum(tried.stacks.values()) == before
            assert min(tried.stacks.values()) >= 0
            if amount is not None:
                assert tried.street_in[offer.seat] == amount


def play(fact: Hand, rng: Random) -> tuple[Result, Ledger | None]:
    """Plays a hand by its offers alone. No ledger where a ruling took hands or chips out of play."""
    table, ledger, ruled_on = Table(), Ledger(fact), False
    game = GAMES[fact.game]
    dealer = Dealer(make_pack("red", joker=game.joker, first_serial=1), rng, needs_openers=game.needs_openers)
    dealer.collect()
    facts: list[Fact] = [fact]
    outcomes: list[Outcome] = table.apply(fact)
    for _ in range(FACTS_MAX):
        ruled_on = ruled_on or any(isinstance(outcome, Ruling) for outcome in outcomes)
        result = next((outcome for outcome in outcomes if isinstance(outcome, Result)), None)
        if result is not None:
            return result, None if ruled_on else ledger
        awaited = outcomes[-1]
        assert isinstance(awaited, Next)
        doing = dealer.follow(awaited)
        assert not isinstance(doing, NewHand), (awaited, fact)
        given = fact_of(doing, tags=False)
        if isinstance(awaited, AwaitAction):
            assert isinstance(given, Action)
            assert table.hand is not None
            check_offer(table.hand.betting, awaited, facts)
            ledger.take(awaited, given, table.hand.street.name)
        facts.append(given)
        outcomes = table.apply(given)
        dealer.hear(outcomes)
        refused = [outcome for outcome in outcomes if isinstance(outcome, Ruling) and outcome.decision == "refuse"]
        assert not refused, (refused, fact)
    raise AssertionError(f"the hand does not end: {fact} {outcomes}")


@pytest.mark.parametrize("house", HOUSES)
@pytest.mark.parametrize("code", GAMES)
def test_every_offer_is_accepted_and_every_hand_ends_with_the_right_pots(code: str, house: str) -> None:
    rng = Random(f"{code} {house}")
    for structure in GAMES[code].structures:
        for _ in range(HANDS_EACH):
            fact = odd_hand(GAMES[code], structure, house, rng)
            result, ledger = play(fact, rng)
            assert conserved(fact, result)
            if ledger is not None and result.ended in ("showdown", "uncontested"):
                assert [(pot.amount, pot.eligible) for pot in result.pots] == ledger.pots(), (fact, result)


def facing_two_who_are_all_in(code: str, structure: str, house: str) -> ScriptedHand:
    """A seat with 500 chips faces the all-ins of two others, who had nine each."""
    hands = (against_two_short_stacks(code, structure, house, deep) for deep in (1, 2, 3))
    return next(hand for hand in hands if hand.result is None)


def against_two_short_stacks(code: str, structure: str, house: str, deep: int) -> ScriptedHand:
    """The two others go all-in; where the deep seat acts before them, the hand is played to its end."""
    hand = ScriptedHand(code, structure=structure, house=house, stacks=dict.fromkeys((1, 2, 3), 9) | {deep: 500})
    while hand.result is None:
        if not isinstance(hand.next, AwaitAction):
            hand.step()
        elif hand.offer.seat != deep:
            if hand.act("all-in"):  # refused: this house's forced bet is the minimum
                hand.step()
        elif hand.offer.options == ("fold", "call"):
            break
        elif "check" in hand.offer.options:
            hand.act("check")
        else:
            hand.step()
    return hand


@pytest.mark.parametrize("house", HOUSES)
@pytest.mark.parametrize("code", GAMES)
def test_a_raise_that_nobody_left_can_match_is_the_call_and_the_hand_goes_on(code: str, house: str) -> None:
    for structure in GAMES[code].structures:
        hand = facing_two_who_are_all_in(code, structure, house)
        assert hand.table.hand is not None
        betting, deep, due = hand.table.hand.betting, hand.offer.seat, hand.offer.to_call
        left, called = betting.stacks[deep] - due, betting.street_in[deep] + due
        assert hand.act("raise", 40) == []
        counted = [(one.seat, one.action, one.amount) for one in hand.outcomes if isinstance(one, Counted)]
        assert counted == [(deep, "call", called)]
        assert betting.stacks[deep] == left
        assert hand.finish("jacks.prove-openers").ended in ("showdown", "uncontested")


def test_chips_said_to_be_a_raise_that_nobody_can_match_are_the_call() -> None:
    hand = facing_two_who_are_all_in("holdem", "no-limit", "roberts")
    seat = hand.offer.seat
    hand.give(ChipsMoved(seat=seat, chips=[Chips(100)], says="raise"))
    counted = [(one.seat, one.action, one.amount, one.rule) for one in hand.outcomes if isinstance(one, Counted)]
    assert counted == [(seat, "call", 10, "betting.all-in-call-for-less")]


def test_a_raise_of_more_chips_than_the_seat_has_is_refused_all_the_same() -> None:
    hand = facing_two_who_are_all_in("holdem", "no-limit", "roberts")
    assert hand.refused("raise", 501) == "table.not-enough-chips"
