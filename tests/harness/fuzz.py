"""Fuzzing the rules: sequences of well-formed facts that make no sense.

After any fact the table must answer, keep every card and chip, and be in a state that voiding the hand clears. Some of
the facts are the ones that are due, so that fuzzed facts also reach the later parts of a hand.
"""

from random import Random

import msgspec

from burncard.rules.cards import (
    ASIDE,
    BOARD,
    BURN,
    JOKER,
    MUCK,
    OFF,
    PACK,
    STUB,
    UNREAD,
    Card,
    Chips,
    Face,
    Seat,
    Zone,
    seat_zone,
)
from burncard.rules.facts import NEEDS_AMOUNT, Action, ActionName, CardSeen, ChipsMoved, Fact, Hand, Press, Shuffler
from burncard.rules.outcomes import (
    AwaitAction,
    AwaitCard,
    AwaitDiscard,
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
from burncard.rules.play.presses import PRESSES
from burncard.rules.rulings.rulebook import RULES
from burncard.rules.table import Table
from burncard.simulator.players import choose, draw
from tests.harness.scripted import InvariantError, conserved

ZONES = (*(seat_zone(Seat(number)) for number in range(1, 11)), BOARD, BURN, MUCK, ASIDE, STUB, OFF)
CARDS = (*PACK, JOKER, UNREAD, UNREAD)
FACES: tuple[Face | None, ...] = ("up", "down", "unknown", None)
ACTIONS: tuple[ActionName, ...] = (
    "fold",
    "check",
    "call",
    "bet",
    "raise",
    "complete",
    "bring-in",
    "all-in",
    "show",
    "muck",
    "draw",
    "stand-pat",
    "open",
)
EVENTS = ("verified", "shuffled", "cut", "delivered", "sorted", "fault", "cleared")
NAMES = tuple(sorted(PRESSES))
RULE_IDS = tuple(sorted(RULES))
RETURNS_MAX = 200
ODD_NAMES = ("seat:99", "seat:\u0663", "r\u00b2", "seat:\u00b2", "seat:" + "9" * 5000, "r" + "9" * 5000, "")
"""What people may send where a seat, a rule or a ruling is to be named."""


def fuzz_hand(fact: Hand, rng: Random, count: int) -> int:
    """Gives a table a hand and `count` fuzzed facts, then voids the hand; returns the number of rulings.

    Raises InvariantError if the table does not answer, loses a card or chip, or cannot be cleared.
    """
    table = Table()
    rulings = _apply(table, fact)
    due_share = rng.choice((0.0, 0.5, 0.9))
    for number in range(2, count + 2):
        due = _due(table.awaited(), rng) if rng.random() < due_share else None
        rulings += _apply(table, due or any_fact(rng, number))
    table.finish()
    _clear(table)
    return rulings


def _apply(table: Table, fact: Fact) -> int:
    outcomes = table.apply(fact)
    if not isinstance(outcomes[-1], Next) or any(isinstance(outcome, Next) for outcome in outcomes[:-1]):
        raise InvariantError(f"the outcomes do not end with their only next: {outcomes}")
    hand = table.hand
    if hand is not None:
        out = hand.felt.all_out()
        if len(out) != hand.felt.out_count or len({id(placed) for placed in out}) != len(out):
            raise InvariantError(f"cards lost: {hand.felt.out_count} counted, {len(out)} found")
        if not hand.ended and hand.betting.pot_total() + sum(hand.betting.stacks.values()) != _chips(hand.fact):
            raise InvariantError(f"chips lost: {hand.betting.pot_total()} {hand.betting.stacks}")
        for outcome in outcomes:
            if isinstance(outcome, Result) and not conserved(hand.fact, outcome):
                raise InvariantError(f"chips lost: {outcome}")
    return sum(isinstance(outcome, Ruling) for outcome in outcomes)


def _chips(fact: Hand) -> int:
    return sum(fact.seats.values()) + fact.carry


def _clear(table: Table) -> None:
    """Voids the hand, returns every card, and starts the next hand, on which there must be no ruling."""
    assert table.hand is not None
    ended: list[Outcome] = []
    if not table.hand.ended:
        ended = table.apply(Press(press="void-hand", by="floor", reason="fuzzed"))
        if not any(isinstance(outcome, Result) and outcome.ended == "void" for outcome in ended):
            raise InvariantError(f"the hand is not void: {ended}")
    for _ in range(RETURNS_MAX):
        if not isinstance(table.awaited(), AwaitReturn):
            break
        placed = table.hand.felt.all_out()[0]
        table.apply(CardSeen(card=placed.card, zone=STUB, face="down", tag=placed.tag, back=placed.back))
    if table.awaited() != AwaitPlain(await_="hand"):
        raise InvariantError(f"after the hand the table awaits {table.awaited()}")
    if table.hand.cards_must_return:
        _begin_again(table)


def _begin_again(table: Table) -> None:
    assert table.hand is not None
    fact = table.hand.fact
    size = table.hand.pack.size
    table.apply(Shuffler(event="cleared"))
    table.apply(Shuffler(event="verified", back=fact.back, count=size))
    table.apply(Shuffler(event="shuffled", riffles=4))
    table.apply(Shuffler(event="cut", parts=[size // 2, size - size // 2]))
    outcomes = table.apply(msgspec.structs.replace(fact, id=fact.id + "-again"))
    refused = [outcome for outcome in outcomes if isinstance(outcome, Ruling) and outcome.decision == "refuse"]
    if refused:
        raise InvariantError(f"the next hand is refused: {refused}")


# ---- facts --------------------


def _due(awaited: Next, rng: Random) -> Fact | None:
    """The fact that is due, as far as it can be made without knowing the table."""
    match awaited:
        case AwaitCard():
            return CardSeen(card=rng.choice(PACK), zone=awaited.zone, face=awaited.face)
        case AwaitRemedy(step=step) if step.to is not None:
            return CardSeen(card=step.card or rng.choice(PACK), zone=step.to)
        case AwaitReturn():
            return CardSeen(card=awaited.cards[0], zone=STUB)
        case AwaitAction():
            return choose(awaited, rng)
        case AwaitDraw():
            return Action(seat=awaited.seat, action="draw", discards=draw(awaited, rng))
        case AwaitDiscard():
            return CardSeen(card=UNREAD, zone=MUCK)
        case AwaitShow():
            return Action(seat=awaited.seat, action="show")
        case AwaitPlain(await_="shuffle" | "cut"):
            return Shuffler(event="shuffled" if awaited.await_ == "shuffle" else "cut")
        case _:
            return None


def any_fact(rng: Random, number: int) -> Fact:
    """Any well-formed fact other than a hand. `number`: its number in the log."""
    seat = Seat(rng.randint(1, 11))
    kind = rng.choices(("card", "action", "chips", "press", "shuffler"), (6, 4, 1, 2, 1))[0]
    match kind:
        case "card":
            return _any_card(rng)
        case "action":
            name = rng.choice(ACTIONS)
            amount = Chips(rng.choice((0, 1, 5, 10, 20, 400))) if name in NEEDS_AMOUNT or rng.random() < 0.3 else None
            return Action(seat=seat, action=name, amount=amount, discards=rng.choice((None, 0, 1, 5)))
        case "chips":
            chips = [Chips(rng.choice((1, 5, 10, 25, 100))) for _ in range(rng.randint(0, 3))]
            return ChipsMoved(seat=seat, chips=chips, says=rng.choice((None, "call", "raise", "bet")))
        case "press":
            return _any_press(rng, number)
        case _:
            return _any_report(rng)


def _any_card(rng: Random) -> CardSeen:
    return CardSeen(
        card=rng.choice(CARDS),
        zone=Zone(rng.choice(ZONES)),
        face=rng.choice(FACES),
        back=rng.choice((None, None, "red", "blue")),
        boxed=rng.random() < 0.1,
        tag=rng.choice((None, None, None, "E004010000000001", "E004010000000002")),
        was=UNREAD if rng.random() < 0.05 else None,
        sweep=rng.choice((None, None, None, 1, 2)),
    )


def _any_press(rng: Random, number: int) -> Press:
    return Press(
        press=rng.choice(NAMES),
        seat=rng.choice((None, Seat(rng.randint(1, 11)))),
        card=rng.choice((None, Card(rng.choice(CARDS)))),
        by=rng.choice((None, "dealer", "floor", "player", "winner", f"seat:{rng.randint(0, 11)}", *ODD_NAMES)),
        nth=rng.choice((None, None, 1, 2, 99, 10**20)),
        value=rng.choice((None, True, False)),
        cause=rng.choice((None, rng.choice(RULE_IDS), rng.choice(ODD_NAMES))),
        ruling=rng.choice((None, "r1", "r2", "r9", *ODD_NAMES)),
        decision=rng.choice((None, "stands", "keep", "correct", "replace", "dead-hand", "misdeal", "void", "nonsense")),
        reason=rng.choice((None, "why not")),
        fact=rng.choice((None, rng.randint(1, number))),
    )


def _any_report(rng: Random) -> Shuffler:
    return Shuffler(
        event=rng.choice(EVENTS),  # type: ignore[arg-type]
        back=rng.choice((None, "red", "blue")),
        count=rng.choice((None, 51, 52, 53)),
        missing=rng.choice(([], [Card("As")])),
        duplicate=rng.choice(([], [Card("2c")])),
        boxed=rng.choice(([], [Card("9d")])),
        riffles=rng.choice((None, 1, 4)),
        parts=rng.choice((None, [26, 26], [2, 50])),
    )
