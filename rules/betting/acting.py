"""A player acts, in words or by moving chips: in turn it is taken, out of turn it is refused and remembered."""

from msgspec.structs import replace

from burncard.rules.betting.acts import LastAction
from burncard.rules.betting.answers import Acted, Note, Refused
from burncard.rules.betting.hand_betting import HandBetting
from burncard.rules.betting.motions import is_forced_bet, read_motion
from burncard.rules.betting.wagers import RAISES, open_stud, take
from burncard.rules.cards import Chips, Seat
from burncard.rules.facts import Action, ChipsMoved
from burncard.rules.outcomes import Counted

OPENINGS = frozenset({"bring-in", "complete", "bet"})


def act(betting: HandBetting, action: Action) -> Acted | Refused:
    """Takes an action of a player, or refuses it."""
    seat = action.seat
    if seat not in betting.live:
        return _not_in_hand(seat)
    if action.amount is None and action.action in RAISES:
        return Refused("table.amount-needed", f"A {action.action} needs the amount that seat {seat} has in after it.")
    stands = None if betting.round.out_of_turn.wrong_low is None else _wrong_low_stands(betting, action)
    if stands is None and seat != betting.round.turn:
        return _refuse_out_of_turn(betting, action)
    betting.round.out_of_turn.wrong_low = None
    answer = take(betting, action)
    if isinstance(answer, Refused) or stands is None:
        return answer
    return replace(answer, notes=(stands,))


def move_chips(betting: HandBetting, fact: ChipsMoved) -> Counted | Refused:
    """Reads a motion with chips by the betting rules, and takes the action that it counts as."""
    if fact.seat not in betting.live:
        return _not_in_hand(fact.seat)
    if fact.seat != betting.round.turn:
        last = betting.round.last
        if last is not None and last.by_chips and last.seat == fact.seat:
            return Refused("betting.string-raise", "Only the first motion counts; a raise is made in one.")
        return _refuse_out_of_turn(betting, _meant_out_of_turn(betting, fact))
    motion = read_motion(betting.round, fact)
    if isinstance(motion, Refused):
        return motion
    answer = take(betting, Action(seat=fact.seat, action=motion.action, amount=motion.amount))
    if isinstance(answer, Refused):
        return answer
    last = betting.round.last or LastAction(fact.seat)
    betting.round.last = replace(last, by_chips=True)
    return Counted(seat=fact.seat, action=answer.action, amount=answer.amount, rule=answer.rule or motion.rule)


def early_action(betting: HandBetting) -> Action | None:
    """What the seat on turn did before its turn, when it is first asked; None where that counts for nothing.

    A check always counts. Anything else does if nobody has bet, called or raised since.
    """
    early = betting.round.out_of_turn.actions
    turn = betting.round.turn if early else None
    return None if turn is None else early.pop(turn, None)


def _not_in_hand(seat: Seat) -> Refused:
    return Refused("table.not-in-hand", f"Seat {seat} is not in the hand.")


def _refuse_out_of_turn(betting: HandBetting, action: Action) -> Refused:
    """Refused, and remembered where a rule says what follows from it."""
    turn = betting.round.turn
    early = betting.round.out_of_turn
    if turn is None:
        return Refused("table.no-action-due", "No action is due.")
    if betting.round.forced.due and action.action in OPENINGS:
        early.wrong_low = action
        return Refused(
            "lowcard.wrong-low-corrected",
            f"The forced bet is not seat {action.seat}'s: the bet comes back and seat {turn} acts.",
        )
    early.behind.add(action.seat)
    if action.action != "check":
        early.actions.setdefault(action.seat, action)
    elif betting.round.bet.current or betting.round.may_check:
        early.checked.add(action.seat)
        early.actions.setdefault(action.seat, action)
    return Refused("betting.out-of-turn", f"Seat {turn} is due to act, not seat {action.seat}.")


def _meant_out_of_turn(betting: HandBetting, fact: ChipsMoved) -> Action:
    """What chips of a seat that is not on turn were meant as: the forced bet where that is due, else a call."""
    total = Chips(sum(fact.chips))
    if not betting.round.forced.due or not total:
        return Action(seat=fact.seat, action="call")
    if is_forced_bet(betting.round, fact):
        return Action(seat=fact.seat, action="bring-in", amount=betting.bring_in_size())
    return Action(seat=fact.seat, action="complete", amount=total)


def _wrong_low_stands(betting: HandBetting, action: Action) -> Note | None:
    """The next seat has acted after a wrong low card: its bet stands, and the true low card owes nothing.

    If the next seat is the true low card itself, its own opening is what puts the mistake right.
    """
    wrong = betting.round.out_of_turn.wrong_low
    true_low = betting.round.turn
    if wrong is None or true_low is None or not betting.round.forced.due or wrong.seat not in betting.live:
        return None
    order = [seat for seat in betting.live_from(wrong.seat) if betting.stacks[seat] > 0]
    if order[1:2] != [action.seat] or (action.seat == true_low and action.action in OPENINGS):
        return None
    due = betting.round.to_act.begin_with(order)
    if isinstance(open_stud(betting, wrong.seat, wrong.action, wrong.amount, by_mistake=True), Refused):
        betting.round.to_act.begin_with(due)
        return None
    return Note(
        "lowcard.wrong-low-stands",
        "stands",
        (wrong.seat, true_low),
        f"The next seat has acted, so seat {wrong.seat}'s bet stands and seat {true_low} owes no forced bet.",
    )
