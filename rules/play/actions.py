"""Actions, chips and shuffler reports of a hand in play."""

from burncard.rules.betting import acting
from burncard.rules.betting.answers import Refused
from burncard.rules.cards import UNREAD, seat_of
from burncard.rules.dealing.drawing import announce_draw
from burncard.rules.facts import Action, ChipsMoved, Shuffler
from burncard.rules.hand.changes import muck_hand, reopen_draw
from burncard.rules.hand.draw_record import CutShort, DrawRecord
from burncard.rules.hand.in_play import HandInPlay
from burncard.rules.hand.questions import doors, draw_is_over, may_show, wrong_counts
from burncard.rules.hand.steps import Cut, Deal, Drawing, Floor, Item, Read, Round, Showdown, Shuffle
from burncard.rules.hand.streets import dealing_start
from burncard.rules.outcomes import Counted, Outcome
from burncard.rules.play.advance import acts_first, open_round, settle
from burncard.rules.rulings import irregularities as wrong
from burncard.rules.rulings.rulebook import RULES, Verdict
from burncard.rules.rulings.rulings import TABLE_SOURCE, Rulings

SHOWDOWN_ACTIONS = frozenset({"show", "muck"})
PLAYERS_BEHIND = 3
DRAW_ACTIONS = frozenset({"draw", "stand-pat"})


def act(hand: HandInPlay, fact: Action, rulings: Rulings, out: list[Outcome]) -> None:
    """A player acts."""
    if only_repeats(hand, fact):
        return
    if fact.action in SHOWDOWN_ACTIONS:
        _show_or_muck(hand, fact, rulings, out)
    elif fact.action in DRAW_ACTIONS:
        _draw(hand, fact, rulings, out)
    elif _betting_is_due(hand, fact, rulings, out):
        _bet(hand, fact, rulings, out)


def only_repeats(hand: HandInPlay, fact: Action) -> bool:
    """Whether an action says what the player's cards have said already: thrown in, mucked or turned up before it was
    entered. A fold is repeated once."""
    player = hand.players.of(fact.seat)
    if fact.action == "fold" and player.folded_by_cards:
        hand.players[fact.seat].folded_by_cards = False
        return True
    return (fact.action == "muck" and player.mucked > 0) or (fact.action == "show" and player.shown)


def _bet(hand: HandInPlay, fact: Action, rulings: Rulings, out: list[Outcome]) -> None:
    behind = len(hand.betting.round.out_of_turn.behind)
    answer = acting.act(hand.betting, fact)
    if isinstance(answer, Refused):
        rulings.refuse(answer.rule, answer.message, out, (fact.seat,))
        _action_not_stopped(hand, behind, rulings, out)
        return
    if answer.rule is not None:
        out.append(Counted(seat=answer.seat, action=answer.action, amount=answer.amount, rule=answer.rule))
    for note in answer.notes:
        source = RULES[note.rule].source if note.rule in RULES else TABLE_SOURCE
        verdict = Verdict(decision=note.decision, seats=note.seats, message=note.message)
        rulings.give(hand, note.rule, source, verdict, out)


def _action_not_stopped(hand: HandInPlay, behind_before: int, rulings: Rulings, out: list[Outcome]) -> None:
    """Enough players have now acted after the seat on turn, which may lose its right to act by that."""
    turn, early = hand.betting.round.turn, hand.betting.round.out_of_turn
    if behind_before < PLAYERS_BEHIND <= len(early.behind) and turn is not None and turn not in early.stopped_by:
        rulings.rule_on(hand, wrong.ActionNotStopped(turn, tuple(sorted(early.behind))), out)


def _betting_is_due(hand: HandInPlay, fact: Action | ChipsMoved, rulings: Rulings, out: list[Outcome]) -> bool:
    """Whether an action can be taken now; where it cannot, the refusal is in `out`."""
    if isinstance(hand.plan.head, Round):
        return True
    if hand.starting and dealing_start(hand) and _ends_the_deal(hand, fact, rulings, out):
        missing = tuple(item for item in hand.plan if isinstance(item, Deal) and not item.repair)
        rulings.rule_on(hand, wrong.ShortDeal(missing), out)
        return not hand.ended
    if hand.drawing is not None and _draw_is_cut_short(hand, hand.drawing, fact):
        _end_the_draw(hand, fact, rulings, out)
        return False
    rulings.refuse(*_why_not_yet(hand.plan.head), out, (fact.seat,))
    return False


def _draw_is_cut_short(hand: HandInPlay, draw: DrawRecord, fact: Action | ChipsMoved) -> bool:
    """Whether a second seat acts on an action made while the last cards of the draw were still owed.

    The first such action, of the seat first to act after the draw, is remembered; the owed card still puts it right.
    """
    owed = hand.plan.head
    if not isinstance(owed, Deal) or owed.repair or draw.to_come:
        return False
    early = draw.cut_short
    if early is not None and early.owed is owed and early.action.seat != fact.seat:
        return hand.in_hand(fact.seat)
    if acts_first(hand) == fact.seat:
        draw.cut_short = CutShort(fact, owed)
    return False


def _end_the_draw(hand: HandInPlay, fact: Action | ChipsMoved, rulings: Rulings, out: list[Outcome]) -> None:
    """Two seats have acted after the draw, so it is over: both actions count, and short hands are ruled on."""
    assert hand.draw is not None
    assert hand.draw.cut_short is not None
    earlier, hand.draw.cut_short, hand.draw.over = hand.draw.cut_short.action, None, True
    for item in [item for item in hand.plan if isinstance(item, Deal | Drawing)]:
        hand.plan.remove(item)
    for taken in (earlier, fact):
        settle(hand, rulings, out)
        if not hand.ended:
            act(hand, taken, rulings, out) if isinstance(taken, Action) else move_chips(hand, taken, rulings, out)
    for seat, held in wrong_counts(hand, "after-draw"):
        if not hand.ended:
            rulings.rule_on(hand, wrong.WrongCount(seat, held, "after-draw"), out)


def _why_not_yet(head: Item) -> tuple[str, str]:
    match head:
        case Deal(repair=False, street="draw", zone=zone) if (seat := seat_of(zone)) is not None:
            return "table.cards-due", f"Seat {seat} still gets a card: the draw is not over."
        case Floor():
            return "table.floor", "The floor has to decide before play goes on."
        case Read():
            return "table.card-unread", "A card was shown and has not been read: read it, or name it, first."
        case Showdown():
            return "table.no-action-due", "The betting is over: no action is due."
        case Drawing() | Deal(repair=False):
            return "table.cards-due", "The street's cards come before its betting."
        case _:
            return "table.repair-open", "The open step of the repair comes first."


def _ends_the_deal(hand: HandInPlay, fact: Action | ChipsMoved, rulings: Rulings, out: list[Outcome]) -> bool:
    """Whether this is the seat first to act, so that its action shows that the dealer has stopped."""
    if any(not isinstance(item, Deal) or item.repair for item in _before_round(hand)):
        return False
    showing = doors(hand)
    if hand.game.family == "stud" and (len(showing) < len(hand.betting.live) - 1 or UNREAD in showing.values()):
        return False
    if acts_first(hand) != fact.seat:
        return False
    open_round(hand, Round(hand.street), rulings, out)
    return hand.betting.round.turn == fact.seat


def _before_round(hand: HandInPlay) -> list[object]:
    before: list[object] = []
    for item in hand.plan:
        if isinstance(item, Round):
            break
        before.append(item)
    return before


def _show_or_muck(hand: HandInPlay, fact: Action, rulings: Rulings, out: list[Outcome]) -> None:
    if not may_show(hand, fact.seat):
        rulings.refuse("table.show-not-due", "Hands are shown when the betting is over.", out, (fact.seat,))
    elif fact.action == "muck":
        muck_hand(hand, fact.seat)
    else:
        hand.players[fact.seat].shown = True
        for placed in hand.held(fact.seat):
            placed.shown = True


def _draw(hand: HandInPlay, fact: Action, rulings: Rulings, out: list[Outcome]) -> None:
    if hand.draw is None:
        rulings.refuse("table.draw-not-due", "No draw is due.", out, (fact.seat,))
    elif draw_is_over(hand):
        rulings.refuse("draw.change-until-acted", "There has been action since; the number stays.", out, (fact.seat,))
    elif (refused := announce_draw(hand, hand.draw, fact)) is not None:
        rulings.refuse(refused[0], refused[1], out, (fact.seat,))
    else:
        reopen_draw(hand)


def move_chips(hand: HandInPlay, fact: ChipsMoved, rulings: Rulings, out: list[Outcome]) -> None:
    """A player moves chips forward."""
    if not _betting_is_due(hand, fact, rulings, out):
        return
    behind = len(hand.betting.round.out_of_turn.behind)
    answer = acting.move_chips(hand.betting, fact)
    if isinstance(answer, Refused):
        rulings.refuse(answer.rule, answer.message, out, (fact.seat,))
        _action_not_stopped(hand, behind, rulings, out)
    else:
        out.append(answer)


def is_step_of_repair(hand: HandInPlay, fact: Shuffler) -> bool:
    """Whether a report of the shuffler during a hand is the shuffle or the cut that a repair waits for."""
    of_this_pack = None in (fact.back, hand.fact.back) or fact.back == hand.fact.back
    return of_this_pack and fact.event in ("shuffled", "cut") and isinstance(hand.plan.head, Shuffle | Cut)


def shuffled_or_cut(hand: HandInPlay, fact: Shuffler) -> None:
    """The shuffle or the cut that a repair waits for is done; who cuts has shuffled."""
    head = hand.plan.pop()
    if fact.event == "cut" and isinstance(head, Shuffle) and isinstance(hand.plan.head, Cut):
        hand.plan.pop()
