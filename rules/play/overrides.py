"""The floor decides otherwise than a ruling did, or decides what was left to it.

What is left of the ruling's repair is taken back. A card that lies on the board then counts there, and the deal is
squared with what lies on the felt: the cards still due are those that are lacking.
"""

from dataclasses import replace

from burncard.rules.cards import ASIDE, BOARD, MUCK, Seat, seat_of
from burncard.rules.facts import Press
from burncard.rules.hand.felt import Placed
from burncard.rules.hand.in_play import HandInPlay
from burncard.rules.hand.plan import Deal, Floor, Move, OpenStreet, Return
from burncard.rules.outcomes import Outcome
from burncard.rules.rulings.effects import First
from burncard.rules.rulings.marks import Kill
from burncard.rules.rulings.rulebook import Verdict
from burncard.rules.rulings.rulings import TABLE_SOURCE, Bench

DECISIONS = frozenset({"stands", "keep", "correct", "dead-hand", "misdeal", "void"})


def override(hand: HandInPlay, fact: Press, bench: Bench, out: list[Outcome]) -> None:
    """The floor's decision on a ruling."""
    if fact.by != "floor":
        bench.refuse("table.floor-only", "Only the floor can override a ruling.", out)
        return
    if fact.ruling is None or not bench.knows(fact.ruling):
        bench.refuse("table.unknown-ruling", f"There is no ruling {fact.ruling} in this hand.", out)
        return
    ruled = bench.verdict_of(fact.ruling)
    decision = fact.decision or "stands"
    confirmed = decision == ruled.decision and decision not in ("floor", "refuse")
    nobodys = decision == "dead-hand" and not ruled.seats and ruled.decision != "floor"
    if nobodys or (decision not in DECISIONS and not confirmed):
        bench.refuse("table.unknown-decision", f"The floor cannot decide {decision} here.", out)
        return
    moves: tuple[Move, ...] = ()
    if not confirmed:
        bench.undo(hand, fact.ruling)
        moves = (*_as_before(hand, ruled), *_open_matter(hand, fact.ruling, ruled.seats, decision))
    kills = tuple(Kill(seat) for seat in ruled.seats) if decision == "dead-hand" else ()
    verdict = Verdict(
        decision=decision,  # type: ignore[arg-type]
        seats=ruled.seats,
        effects=(*kills, *((First(moves, may_wait=decision == "dead-hand"),) if moves else ())),
        severity="stop" if moves else "note",
        message=f"The floor has decided: {decision}" + (f" ({fact.reason})." if fact.reason else "."),
    )
    bench.give(hand, bench.rule_of(fact.ruling), TABLE_SOURCE, verdict, out)
    if not hand.ended:
        square_board(hand)


def overrules_misdeal(hand: HandInPlay, fact: Press, bench: Bench) -> bool:
    """Whether the floor says of a misdeal that the hand is to be played on."""
    if not hand.cards_must_return or fact.by != "floor" or fact.ruling is None or not bench.knows(fact.ruling):
        return False
    played_on = fact.decision in (None, "stands", "keep", "correct")
    return played_on and bench.verdict_of(fact.ruling).decision == "misdeal"


def _open_matter(hand: HandInPlay, ruling: str, seats: tuple[Seat, ...], decision: str) -> tuple[Move, ...]:
    """The matter was left to the floor: the table goes on, and thrown cards go where the decision sends them."""
    moves: tuple[Move, ...] = ()
    for item in [item for item in hand.plan if isinstance(item, Floor) and item.ruling == ruling]:
        hand.plan.remove(item)
        for seat in seats if decision in ("keep", "correct") else ():
            hand.give_back(seat)
        moves = _where_thrown_cards_go(hand, seats, decision)
    return moves


def _where_thrown_cards_go(hand: HandInPlay, seats: tuple[Seat, ...], decision: str) -> tuple[Move, ...]:
    """A hand that the floor keeps gets its cards back; else they stay where they are, but never on the board."""
    thrown = [back for placed, back in hand.thrown.items() if placed.zone == back.origin and not hand.move_of(placed)]
    lying = [back for back in thrown if seat_of(back.to) in seats]
    on_board = [back for back in lying if back.origin == BOARD]
    if decision in ("keep", "correct"):
        return tuple(back for back in lying if seat_of(back.to) in hand.betting.live)
    if decision == "dead-hand":
        return tuple(replace(back, to=MUCK) for back in on_board)
    return tuple(on_board) if decision == "stands" else ()


def _as_before(hand: HandInPlay, ruled: Verdict) -> tuple[Move, ...]:
    """Cards that were to go back to the pack stay, now or on a later street; the moves of those set aside already."""
    steps = ruled.steps()
    cards = [placed for step in steps for placed in _cards_of(step)]
    for item in list(hand.plan):
        if isinstance(item, Return) and any(placed in cards for placed in item.placed):
            hand.plan.drop(item)
        elif isinstance(item, OpenStreet):
            _as_it_was(hand, item, cards)
    aside = [step.placed for step in steps if isinstance(step, Move) and (step.origin, step.to) == (BOARD, ASIDE)]
    return tuple(Move(placed, ASIDE, BOARD, "up") for placed in aside if placed is not None and placed.zone == ASIDE)


def _cards_of(step: object) -> tuple[Placed, ...]:
    if isinstance(step, Return):
        return step.placed
    return (step.placed,) if isinstance(step, Move) and step.placed is not None else ()


def _as_it_was(hand: HandInPlay, opening: OpenStreet, cards: list[Placed]) -> None:
    """A street that was to be dealt otherwise because of these cards is dealt as always again."""
    returned = [placed for step in opening.before if isinstance(step, Return) for placed in step.placed]
    if not any(placed in cards for placed in returned):
        return
    hand.plan.replace(opening, [OpenStreet(opening.street)])
    hand.premature_board = False
    if hand.early_burn is not None:
        hand.burns_made = 1


def square_board(hand: HandInPlay) -> None:
    """The board cards still due on this street are those that are not there yet."""
    if hand.game.family != "flop":
        return
    due = [item for item in hand.plan if isinstance(item, Deal) and item.zone == BOARD]
    coming = sum(1 for item in hand.plan if isinstance(item, Move) and item.to == BOARD)
    returning = {id(placed) for item in hand.plan if isinstance(item, Return) for placed in item.placed}
    leaving = {id(item.placed) for item in hand.plan if isinstance(item, Move) and item.origin == BOARD}
    staying = sum(1 for placed in hand.felt.cards_in(BOARD) if id(placed) not in returning | leaving)
    lacking = hand.board_due(hand.street) - staying - coming
    for item in due[max(0, lacking) :]:
        hand.plan.drop(item)
    hand.plan.first([Deal(BOARD, "up", hand.street.name) for _ in range(lacking - len(due))])
