"""The same random hands on our table and on PokerKit: same turns, same legal sizes, same final stacks.

The table's own `next` leads: the cards it awaits are dealt to both, the actions it offers are compared with PokerKit's
and one of them is taken on both. Where the two differ, the difference is a rule of ours, named by `rule_behind` and
`finish`, and the hand is left there.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest
from pokerkit import (
    Automation,
    FixedLimitOmahaHoldemHighLowSplitEightOrBetter,
    FixedLimitRazz,
    FixedLimitSevenCardStud,
    FixedLimitSevenCardStudHighLowSplitEightOrBetter,
    FixedLimitTexasHoldem,
    Mode,
    NoLimitDeuceToSevenLowballSingleDraw,
    NoLimitTexasHoldem,
    PotLimitOmahaHoldem,
    State,
)
from pokerkit.games import FixedLimitPokerMixin

from burncard.rules.cards import BOARD, BURN, MUCK, PACK, Card, Chips, Seat, Zone, seat_of
from burncard.rules.facts import Action, CardSeen, Fact, Hand
from burncard.rules.games import GAMES
from burncard.rules.outcomes import (
    AwaitAction,
    AwaitCard,
    AwaitDiscard,
    AwaitDraw,
    AwaitPlain,
    AwaitShow,
    Next,
    Outcome,
    Result,
    Ruling,
)
from burncard.rules.showdown.hand_values import best_low
from burncard.rules.table import Table
from burncard.simulator.players import choose

HANDS_PER_GAME = 120
SMALL, BIG, BRING_IN, ANTE = 10, 20, 4, 2
AUTOMATIONS = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.RUNOUT_COUNT_SELECTION,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)

Peer = Callable[[list[int], tuple[int, ...], tuple[int, ...]], State]


def _big_bet(kind: Any) -> Peer:
    def peer(stacks: list[int], antes: tuple[int, ...], blinds: tuple[int, ...]) -> State:
        count = len(stacks)
        state: State = kind.create_state(AUTOMATIONS, False, antes, blinds, SMALL, stacks, count, mode=Mode.CASH_GAME)
        return state

    return peer


def _limit_blinds(kind: Any) -> Peer:
    def peer(stacks: list[int], antes: tuple[int, ...], blinds: tuple[int, ...]) -> State:
        count = len(stacks)
        state: State = kind.create_state(
            AUTOMATIONS, False, antes, blinds, SMALL, BIG, stacks, count, mode=Mode.CASH_GAME
        )
        return state

    return peer


def _stud(kind: Any) -> Peer:
    def peer(stacks: list[int], antes: tuple[int, ...], blinds: tuple[int, ...]) -> State:
        count = len(stacks)
        state: State = kind.create_state(
            AUTOMATIONS, False, antes, BRING_IN, SMALL, BIG, stacks, count, mode=Mode.CASH_GAME
        )
        return state

    return peer


class _LimitOmaha8(FixedLimitPokerMixin, FixedLimitOmahaHoldemHighLowSplitEightOrBetter):
    """PokerKit's own class for this game is bet in pot-limit."""


PEERS: dict[tuple[str, str], Peer] = {
    ("holdem", "no-limit"): _big_bet(NoLimitTexasHoldem),
    ("omaha", "pot-limit"): _big_bet(PotLimitOmahaHoldem),
    ("lowball-27", "no-limit"): _big_bet(NoLimitDeuceToSevenLowballSingleDraw),
    ("holdem", "limit"): _limit_blinds(FixedLimitTexasHoldem),
    ("omaha8", "limit"): _limit_blinds(_LimitOmaha8),
    ("stud7", "limit"): _stud(FixedLimitSevenCardStud),
    ("stud8", "limit"): _stud(FixedLimitSevenCardStudHighLowSplitEightOrBetter),
    ("razz", "limit"): _stud(FixedLimitRazz),
}


@dataclass(slots=True)
class Match:
    """One hand on both sides. `order`: our seats by PokerKit's player index."""

    fact: Hand
    state: State
    order: list[Seat]
    rng: Random
    table: Table = field(default_factory=Table)
    pack: list[Card] = field(default_factory=lambda: list(PACK))
    dealt: list[tuple[Card, Zone]] = field(default_factory=list)
    hands: dict[Seat, list[Card]] = field(default_factory=dict)
    discarding: list[Card] = field(default_factory=list)
    result: Result | None = None
    difference: str | None = None

    def apply(self, fact: Fact) -> Next:
        outcomes: list[Outcome] = self.table.apply(fact)
        for outcome in outcomes:
            assert not isinstance(outcome, Ruling), (outcome, self.fact)
            if isinstance(outcome, Result):
                self.result = outcome
        awaited = outcomes[-1]
        assert isinstance(awaited, Next)
        return awaited


def start(game: str, structure: str, rng: Random) -> Match:
    """A random table: two to six seats, stacks from a few bets to many."""
    seats = sorted(rng.sample(range(1, 11), rng.randint(2, 6)))
    button = rng.choice(seats) if GAMES[game].button else None
    order = seats if button is None else [s for s in seats if s > button] + [s for s in seats if s <= button]
    stacks = {Seat(seat): Chips(rng.choice((25, 40, 77, 150, 400, 1000))) for seat in seats}
    posts: dict[Seat, Chips] = {}
    if button is not None:
        posts = {Seat(order[0]): Chips(5), Seat(order[1]): Chips(SMALL)}
        if len(order) == 2:
            posts = {Seat(order[1]): Chips(5), Seat(order[0]): Chips(SMALL)}
    ante = Chips(0) if posts and rng.random() < 0.7 else Chips(ANTE)
    fact = Hand(
        id="h1",
        game=game,
        structure=structure,
        button=None if button is None else Seat(button),
        seats=stacks,
        posts=posts,
        antes=ante,
        bring_in=Chips(BRING_IN),
        small_bet=Chips(SMALL),
        big_bet=Chips(BIG),
        min_bet=Chips(SMALL),
        joker=False,
    )
    players = [Seat(seat) for seat in order]
    count = len(order)
    state = PEERS[game, structure]([stacks[seat] for seat in players], (ante,) * count, (5, SMALL) + (0,) * (count - 2))
    return Match(fact, state, players, rng)


def play(match: Match) -> None:
    """Plays the hand to its end on both sides, or to the first known difference."""
    match.rng.shuffle(match.pack)
    awaited = match.apply(match.fact)
    while match.difference is None:
        match awaited:
            case AwaitCard():
                card = match.pack.pop()
                match.dealt.append((card, awaited.zone))
                seat = seat_of(awaited.zone)
                if seat is not None:
                    match.hands.setdefault(seat, []).append(card)
                awaited = match.apply(CardSeen(card=card, zone=awaited.zone, face=awaited.face))
            case AwaitAction():
                awaited = act(match, awaited)
            case AwaitDraw():
                awaited = draw(match, awaited)
            case AwaitDiscard():
                awaited = match.apply(CardSeen(card=match.discarding.pop(), zone=MUCK, face="down"))
            case AwaitShow():
                awaited = match.apply(Action(seat=awaited.seat, action="show"))
            case AwaitPlain(await_="hand"):
                finish(match)
                return
            case _:
                raise AssertionError(awaited)


def deal_to_peer(match: Match) -> None:
    """Gives PokerKit the cards that our table has been dealt since the last action."""
    state = match.state
    if not match.dealt and state.can_burn_card():
        state.burn_card(match.pack[0])  # everybody stood pat: we need no burn then, PokerKit does
    while match.dealt or state.can_show_or_muck_hole_cards():
        while state.can_show_or_muck_hole_cards():
            state.show_or_muck_hole_cards(True)
        if not match.dealt:
            return
        card, zone = match.dealt.pop(0)
        if zone == BURN:
            state.burn_card(card)
        elif zone == BOARD:
            street = [card]
            while match.dealt and match.dealt[0][1] == BOARD:
                street.append(match.dealt.pop(0)[0])
            state.deal_board("".join(street))
        else:
            seat = seat_of(zone)
            assert seat is not None
            state.deal_hole(card, match.order.index(seat))


def act(match: Match, offer: AwaitAction) -> Next:
    deal_to_peer(match)
    state = match.state
    index = match.order.index(offer.seat)
    assert state.actor_index == index, (offer, match.fact)
    if not same_offer(match, offer):
        match.difference = rule_behind(match, offer)
        return offer
    action = choose(offer, match.rng)
    if action.amount is not None and action.action != "bring-in" and match.rng.random() < 0.15:
        action = Action(seat=offer.seat, action=action.action, amount=offer.max_to)
    match action.action:
        case "fold":
            state.fold()
        case "check" | "call":
            state.check_or_call()
        case "bring-in":
            state.post_bring_in()
        case _:
            state.complete_bet_or_raise_to(action.amount)
    return match.apply(action)


def same_offer(match: Match, offer: AwaitAction) -> bool:
    """Whether PokerKit offers the same call and the same sizes."""
    state = match.state
    bringing_in = "bring-in" in offer.options
    call = state.effective_bring_in_amount if bringing_in else state.checking_or_calling_amount
    sizes = (state.min_completion_betting_or_raising_to_amount, state.max_completion_betting_or_raising_to_amount)
    return call == offer.to_call and sizes == (offer.min_to, offer.max_to)


def rule_behind(match: Match, offer: AwaitAction) -> str:
    """The rule of ours by which the offers differ; a failure where there is none."""
    assert match.table.hand is not None
    betting = match.table.hand.betting
    theirs = match.state.min_completion_betting_or_raising_to_amount
    limit = betting.fact.structure == "limit"
    odd_all_in = any(
        betting.stacks[seat] == 0 and betting.street_in[seat] % betting.round.bet.size for seat in betting.live
    )
    if not limit and offer.min_to is None and offer.to_call < betting.round.bet.step_min:
        return "betting.bigbet-reopening"
    if limit and betting.round.doubled:
        return "stud.open-pair-increment"
    if limit and betting.round.bet.capped and offer.min_to is None:
        return "betting.limit-cap-three"
    if limit and theirs is None and betting.round.bet.raises >= betting.game.raises:
        return "betting.heads-up-unlimited"
    if limit and odd_all_in:
        return "betting.short-all-in"
    raise AssertionError((match.fact, offer, betting.street_in, theirs))


def draw(match: Match, awaited: AwaitDraw) -> Next:
    if match.state.stand_patter_or_discarder_index is None:
        deal_to_peer(match)
    count = match.rng.choice((0, 1, 2, 3))
    held = match.hands[awaited.seat]
    match.discarding = match.rng.sample(held, count)
    match.hands[awaited.seat] = [card for card in held if card not in match.discarding]
    match.state.stand_pat_or_discard("".join(match.discarding))
    if count == 0:
        return match.apply(Action(seat=awaited.seat, action="stand-pat"))
    return match.apply(Action(seat=awaited.seat, action="draw", discards=count))


def finish(match: Match) -> None:
    """Compares the final stacks. Odd chips may differ where pots are split apart, or by suit in stud."""
    deal_to_peer(match)
    state = match.state
    assert not state.status, (state, match.fact)
    assert match.result is not None
    stacks = match.result.stacks
    theirs = {seat: Chips(state.stacks[index]) for index, seat in enumerate(match.order)}
    if theirs == stacks:
        return
    if side_pot_without_low(match):
        match.difference = "game.hilo-no-low"
        return
    split = [pot for pot in match.result.pots if len(pot.awards) > 1]
    apart = max(abs(theirs[seat] - stacks[seat]) for seat in stacks)
    assert split, (match.fact, match.result)
    assert apart <= len(match.result.pots), (match.fact, match.result)
    match.difference = "ties.odd-chip" if GAMES[match.fact.game].family == "stud" else "ties.side-pots-separate"


def side_pot_without_low(match: Match) -> bool:
    """Whether somebody has a low, but nobody who can win a certain pot: PokerKit gives its low half to them all."""
    assert match.result is not None
    assert match.table.hand is not None
    game = GAMES[match.fact.game]
    if not game.high or game.low is None:
        return False
    board = [placed.card for placed in match.table.hand.felt.cards_in(BOARD)]
    lows = {seat for seat, cards in match.hands.items() if best_low(game, cards, board) is not None}
    return bool(lows) and any(not lows & set(pot.eligible) for pot in match.result.pots)


BIG_BET_RULES = {"betting.bigbet-reopening", "ties.side-pots-separate"}
LIMIT_RULES = {
    "betting.limit-cap-three",  # PokerKit counts no blind as the bet, and so allows a fourth raise on top of it
    "betting.heads-up-unlimited",  # PokerKit caps heads-up pots too
    "betting.short-all-in",  # PokerKit knows no half bet: neither completion of less nor raising over more
    "game.hilo-no-low",  # PokerKit shares a side pot's low half among hands that are no low
    "ties.side-pots-separate",  # PokerKit joins pots once losers have mucked, before it splits them
}
STUD_RULES = LIMIT_RULES - {"ties.side-pots-separate"} | {"stud.open-pair-increment", "ties.odd-chip"}


@pytest.mark.parametrize(("game", "structure"), PEERS)
def test_random_hands_are_the_same_on_both_sides(game: str, structure: str) -> None:
    rng = Random(f"{game} {structure}")
    different: Counter[str] = Counter()
    for _ in range(HANDS_PER_GAME):
        match = start(game, structure, rng)
        play(match)
        if match.difference is not None:
            different[match.difference] += 1
    allowed = STUD_RULES if GAMES[game].family == "stud" else LIMIT_RULES if structure == "limit" else BIG_BET_RULES
    assert set(different) <= allowed, different
    if structure != "limit":
        assert different.total() <= HANDS_PER_GAME // 20, different
