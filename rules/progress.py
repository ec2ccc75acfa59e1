"""Moves the plan on: opens streets and betting rounds when they are reached, ends the hand when nothing is left."""

from rules import irregularities as wrong
from rules.awaiting import unread_door
from rules.cards import BURN, Chips, Seat
from rules.hand import HandInPlay
from rules.outcomes import Outcome, Pot, Result
from rules.plan import Deal, Drawing, OpenStreet, Return, Round, Showdown
from rules.ruling import Bench
from rules.showing import hands_are_read, result_of_showdown, seat_due_to_show


def settle(hand: HandInPlay, bench: Bench, out: list[Outcome]) -> None:
    """Takes off the plan's head whatever is done, until something is awaited or the hand has ended."""
    while not hand.ended:
        if hand.betting.sole_survivor is not None:
            _uncontested(hand, hand.betting.sole_survivor, out)
            return
        head = hand.plan.head
        match head:
            case OpenStreet():
                _open_street(hand, head, bench, out)
            case Return() if not head.still_out():
                hand.plan.pop()
            case Round():
                if unread_door(hand) is not None:
                    return
                open_round(hand, head)
                if hand.betting.turn is not None:
                    return
                hand.plan.pop()
                _round_closed(hand, bench, out)
            case Drawing():
                if not hand.draw_goes_on(head):
                    hand.plan.pop()
                else:
                    return
            case Showdown():
                if not _showdown_done(hand, bench, out):
                    return
            case _:
                return


def open_round(hand: HandInPlay, head: Round) -> None:
    """Opens a betting round, once: the engine asks the game who acts first."""
    if hand.round_open == head.street.name:
        return
    hand.street = head.street
    hand.round_open = head.street.name
    hand.early_burn = None
    first = hand.first_to_act(head.street)
    hand.first_seat_override = None
    hand.betting.open_round(head.street, first, doubled=hand.open_pair(head.street))


def _open_street(hand: HandInPlay, head: OpenStreet, bench: Bench, out: list[Outcome]) -> None:
    """The street's cards come due, for those who are in it now."""
    hand.plan.pop()
    hand.street = head.street
    hand.premature_board = False
    hand.premature.clear()
    if head.street.draw:
        return
    burns = head.street.burn - hand.burns_made if head.burn is None else head.burn
    hand.burns_made = 0 if head.burn is None else hand.burns_made
    hand.last_dealt_zone = None
    deals = [] if head.dealt_by_repair else hand.street_deals(head.street, hand.due_seats())
    burned = [Deal(BURN, "down", head.street.name) for _ in range(max(0, burns))]
    hand.plan.first([*head.before, *burned, *deals])
    if hand.game.family == "stud":
        _watch_the_pack(hand, burned, deals, bench, out)


def _watch_the_pack(hand: HandInPlay, burned: list[Deal], deals: list[Deal], bench: Bench, out: list[Outcome]) -> None:
    """A stud pack that cannot give everybody a card is ruled on before the street is dealt."""
    stub = hand.stub_count
    if stub >= len(burned) + len(deals):
        return
    burns = len(hand.felt.cards_in(BURN))
    bench.rule_on(hand, wrong.PackShort(stub, len(deals), burns, hand.aside_count), out)


def _round_closed(hand: HandInPlay, bench: Bench, out: list[Outcome]) -> None:
    hand.early_burn = None


def _showdown_done(hand: HandInPlay, bench: Bench, out: list[Outcome]) -> bool:
    hand.betting.return_uncalled()
    for seat, held in hand.wrong_counts("showdown"):
        bench.rule_on(hand, wrong.WrongCount(seat, held, "showdown"), out)
        return True
    if seat_due_to_show(hand) is not None or not hands_are_read(hand):
        return False
    out.append(result_of_showdown(hand))
    hand.ended = True
    return True


def _uncontested(hand: HandInPlay, winner: Seat, out: list[Outcome]) -> None:
    """Everybody else folded: the chips not called come back, the rest is the winner's."""
    hand.betting.return_uncalled()
    pots = []
    for layer in hand.betting.pots():
        hand.betting.stacks[winner] = Chips(hand.betting.stacks[winner] + layer.amount)
        awards = {winner: layer.amount}
        pots.append(Pot(amount=layer.amount, eligible=layer.eligible, awards=awards))
    out.append(Result(hand=hand.fact.id, pots=tuple(pots), stacks=hand.stacks_now(), ended="uncontested"))
    hand.ended = True
