"""Moves the plan on: opens streets and betting rounds when they are reached, ends the hand when nothing is left."""

from burncard.rules.betting.acting import early_action
from burncard.rules.betting.opening import ask_to_open
from burncard.rules.betting.pots import pot_layers
from burncard.rules.cards import ASIDE, BOARD, BURN, UNREAD, Chips, Seat, seat_of
from burncard.rules.dealing.awaited import unread_door
from burncard.rules.dealing.drawing import begin_draw, serve
from burncard.rules.dealing.first_to_act import first_to_act
from burncard.rules.games.game import Street
from burncard.rules.hand.in_play import HandInPlay
from burncard.rules.hand.questions import (
    aside_count,
    doors,
    early_cards,
    is_exposed,
    next_live,
    open_pair,
    stacks_now,
    takes_cards,
    wrong_counts,
)
from burncard.rules.hand.script import burn_of, street_deals
from burncard.rules.hand.steps import (
    Deal,
    Drawing,
    Floor,
    Gather,
    Move,
    OpenStreet,
    Read,
    Return,
    Round,
    Showdown,
    Turn,
    returns,
)
from burncard.rules.hand.streets import due_seats, pack_holds
from burncard.rules.outcomes import Outcome, Pot, Result
from burncard.rules.rulings import irregularities as wrong
from burncard.rules.rulings.rulings import Rulings
from burncard.rules.showdown.showing import (
    hands_are_read,
    irregular_winner,
    note_spread,
    result_of_showdown,
    seat_due_to_show,
)


def settle(hand: HandInPlay, rulings: Rulings, out: list[Outcome]) -> None:
    """Takes off the plan's head whatever is done, until something is awaited or the hand has ended."""
    if hand.game.family == "stud":
        _watch_folds(hand, rulings, out)
    if hand.game.needs_openers and hand.betting.opened.by is not None and not hand.claims.opening_cards:
        hand.claims.opening_cards = tuple(hand.held(hand.betting.opened.by))
    while not hand.ended:
        survivor = hand.betting.sole_survivor
        if survivor is not None and not _may_not_be_open(hand):
            _uncontested(hand, survivor, out)
            return
        head = hand.plan.head
        match head:
            case Round():
                if unread_door(hand) is not None:
                    return
                open_round(hand, head, rulings, out)
                if hand.betting.round.turn is not None or ask_to_open(hand.betting):
                    _turn_has_come(hand, rulings, out)
                    return
                hand.plan.pop()
                _round_closed(hand, rulings, out)
            case Deal():
                if pack_holds(hand):
                    return
                _pack_short(hand, head, rulings, out)
            case Showdown():
                if not _showdown_done(hand, rulings, out):
                    return
            case OpenStreet():
                _open_street(hand, head, rulings, out)
            case Return() if not head.still_out():
                hand.plan.pop()
            case Read() if head.placed.told != UNREAD or not takes_cards(hand, head.seat):
                hand.plan.pop()
                if takes_cards(hand, head.seat):
                    rulings.rule_on(hand, wrong.Exposed(head.placed, head.seat, head.how, head.due), out)
            case Gather():
                hand.plan.pop()
                together = (*hand.felt.cards_in(BURN), *hand.felt.cards_in(ASIDE))
                hand.plan.first(returns(together))
            case Drawing():
                if not _draw(hand, head, rulings, out):
                    return
            case Move() | Turn() if hand.plan.waiting:
                if not _draw_goes_on(hand, rulings, out):
                    return
            case _:
                return


def _may_not_be_open(hand: HandInPlay) -> bool:
    """Whether the only one left does not win: a false opener's pot waits for a player's word, or was never open."""
    waits = any(isinstance(item, Floor) for item in hand.plan)
    return hand.betting.opened.was_none or (hand.game.needs_openers and waits)


def _watch_folds(hand: HandInPlay, rulings: Rulings, out: list[Outcome]) -> None:
    """A stud hand folded with nothing to call still takes cards, until there is a bet to kill it."""
    if hand.betting.idle_folds:
        folded, hand.betting.idle_folds = hand.betting.idle_folds, []
        for seat in folded if hand.betting.sole_survivor is None else ():
            hand.players[seat].keeps_cards = True
            rulings.rule_on(hand, wrong.FoldedWithoutBet(seat), out)
    if hand.betting.round.bet.current:
        for player in hand.players.values():
            player.keeps_cards = False


def _pack_short(hand: HandInPlay, due: Deal, rulings: Rulings, out: list[Outcome]) -> None:
    seat = seat_of(due.zone)
    if hand.drawing is not None and seat is not None:
        rulings.rule_on(hand, wrong.DrawPackShort(seat, 1, 0), out)
        return
    burns = len(hand.felt.cards_in(BURN))
    if not hand.stub_count and not burns and not aside_count(hand):
        rulings.rule_on(hand, wrong.Irregularity(), out)  # nothing to gather: a matter for the floor
        return
    needed = sum(1 for item in hand.plan if isinstance(item, Deal) and seat_of(item.zone) is not None)
    rulings.rule_on(hand, wrong.PackShort(hand.stub_count, needed, burns, aside_count(hand)), out)


def _draw(hand: HandInPlay, head: Drawing, rulings: Rulings, out: list[Outcome]) -> bool:
    """Whether the draw has moved on; False where it waits for a player."""
    draw = hand.drawing
    if draw is None:
        hand.dealing.street = head.street
        draw = begin_draw(hand)
    due = serve(hand, draw)
    if due is None:
        return False
    if isinstance(due, wrong.DrawPackShort):
        rulings.rule_on(hand, due, out)
    elif due:
        hand.plan.first(due)
    else:
        hand.plan.pop()
        draw.over = True
        for seat, held in wrong_counts(hand, "after-draw"):
            rulings.rule_on(hand, wrong.WrongCount(seat, held, "after-draw"), out)
    return True


def _draw_goes_on(hand: HandInPlay, rulings: Rulings, out: list[Outcome]) -> bool:
    """Whether cards of the draw have come due after a shown one that is still to be taken away."""
    if hand.drawing is None or not isinstance(hand.plan.behind_waiting, Drawing):
        return False
    due = serve(hand, hand.drawing)
    if not due:
        return False
    if isinstance(due, wrong.DrawPackShort):
        rulings.rule_on(hand, due, out)
    else:
        waiting = hand.plan.waiting
        for _ in waiting:
            hand.plan.pop()
        hand.plan.first([*waiting, *due])
    return True


def open_round(hand: HandInPlay, head: Round, rulings: Rulings, out: list[Outcome]) -> None:
    """Opens a betting round, once: the engine asks the game who acts first."""
    if hand.dealing.round_open == head.street.name:
        return
    hand.dealing.street = head.street
    hand.dealing.round_open = head.street.name
    forced = first_to_act(hand, head.street)
    first = _first(hand, head.street, forced)
    hand.betting.open_round(head.street, first, doubled=open_pair(hand, head.street))
    if first is None or forced is None or first == forced:
        return
    hand.betting.round.forced.may_fold = True
    if hand.betting.stacks[forced]:
        rulings.rule_on(hand, wrong.ForcedSeatExempt(forced, first), out)


def acts_first(hand: HandInPlay) -> Seat | None:
    """The seat that will act first on the street being dealt, as far as its cards lie."""
    return hand.betting.opens(_first(hand, hand.street, first_to_act(hand, hand.street)))


def _first(hand: HandInPlay, street: Street, forced: Seat | None) -> Seat | None:
    """Who opens a street's betting (None: left of the blinds): in place of an exempt low card, the next seat."""
    if street.opening != "bring-in" or forced is None or hand.fact.structure != "limit":
        return forced
    following = _next_with_chips(hand, forced)
    return forced if following is None or not _is_exempt(hand, forced) else following


def _turn_has_come(hand: HandInPlay, rulings: Rulings, out: list[Outcome]) -> None:
    """The seat due may have acted before its turn: now it may be held to that."""
    early = early_action(hand.betting)
    if early is not None:
        rulings.rule_on(hand, wrong.ActedEarly(early.seat, early.action, early.amount), out)


def _next_with_chips(hand: HandInPlay, seat: Seat) -> Seat | None:
    """The next live seat clockwise that can bet; None where there is no other."""
    following = next_live(hand, seat)
    while following is not None and following != seat and hand.betting.stacks[following] == 0:
        following = next_live(hand, following)
    return None if following == seat else following


def _is_exempt(hand: HandInPlay, forced: Seat) -> bool:
    """Whether the low card need not bring it in: it has no chips left, or the dealer exposed the card."""
    if hand.betting.stacks[forced] == 0:
        return True
    door = doors(hand).get(forced)
    return any(is_exposed(placed) and placed.upcard == door for placed in hand.held(forced))


def _open_street(hand: HandInPlay, head: OpenStreet, rulings: Rulings, out: list[Outcome]) -> None:
    """The street's cards come due, for those who are in it now."""
    hand.plan.pop()
    hand.dealing.street = head.street
    hand.dealing.premature_board = False
    for placed in early_cards(hand):
        placed.early = False
    if head.street.draw:
        return
    if any(player.early_cards for player in hand.players.values()):
        hand.plan.first([*_still_to_remove(hand, head.street), head])
        for player in hand.players.values():
            player.early_cards = 0
        return
    burns = head.street.burn - hand.dealing.burns_made if head.burn is None else head.burn
    hand.dealing.burnless = head.street.name if head.burn == 0 else None
    hand.dealing.burns_made = 0 if head.burn is None else hand.dealing.burns_made
    hand.dealing.last_dealt_zone = None
    deals = () if head.dealt_by_repair else street_deals(head.street, due_seats(hand) if head.street.faces else ())
    if hand.game.family == "flop" and deals:  # an early card that the floor let stand is there already
        deals = deals[: max(0, hand.game.board_due(head.street) - len(hand.felt.cards_in(BOARD)))]
        burns = burns if deals else 0
    burned = [burn_of(head.street)] * max(0, burns)
    hand.plan.first([*head.before, *burned, *deals])
    if hand.game.family == "stud" and hand.stub_count < len(burned) + len(deals):
        burns_out = len(hand.felt.cards_in(BURN))
        rulings.rule_on(hand, wrong.PackShort(hand.stub_count, len(deals), burns_out, aside_count(hand)), out)


def _still_to_remove(hand: HandInPlay, street: Street) -> list[Deal]:
    """A stud street was begun too early: as many cards are set aside as it would have used, early ones counted."""
    lacking = sum(max(0, len(street.faces) - hand.players[seat].early_cards) for seat in due_seats(hand))
    return [Deal(ASIDE, "down", street.name, repair=True) for _ in range(min(lacking, hand.stub_count))]


def _round_closed(hand: HandInPlay, rulings: Rulings, out: list[Outcome]) -> None:
    hand.dealing.early_burn = None
    if hand.game.family == "draw" and hand.betting.round.opening == "check-or-open" and hand.betting.opened.by is None:
        if not hand.betting.opened.was_none:
            rulings.rule_if_any(hand, wrong.NobodyOpened(), out)
        carried, stacks = hand.betting.pot_total(), stacks_now(hand)
        out.append(Result(hand=hand.fact.id, pots=(), stacks=stacks, ended="passed", carried=carried))
        hand.ended_as = "played"


def _showdown_done(hand: HandInPlay, rulings: Rulings, out: list[Outcome]) -> bool:
    hand.betting.return_uncalled()
    note_spread(hand)
    for seat, held in wrong_counts(hand, "showdown"):
        rulings.rule_on(hand, wrong.WrongCount(seat, held, "showdown"), out)
        return True
    if seat_due_to_show(hand) is not None or not hands_are_read(hand):
        return False
    irregular = irregular_winner(hand)
    if irregular is not None and not hand.claims.winner_ruled_on:
        hand.claims.winner_ruled_on = True
        rulings.rule_on(hand, irregular, out)
        return True
    out.append(result_of_showdown(hand))
    hand.ended_as = "played"
    return True


def _uncontested(hand: HandInPlay, winner: Seat, out: list[Outcome]) -> None:
    """Everybody else folded, or was found dead when the hands were shown: the chips not called come back, the rest is
    the winner's."""
    hand.betting.return_uncalled()
    pots = []
    for layer in pot_layers(hand.betting):
        hand.betting.stacks[winner] = Chips(hand.betting.stacks[winner] + layer.amount)
        awards = {winner: layer.amount}
        pots.append(Pot(amount=layer.amount, eligible=layer.eligible, awards=awards))
    to_come = any(isinstance(item, Round | Drawing | OpenStreet) for item in hand.plan)
    shown = not to_come and seat_due_to_show(hand) is None
    stacks = stacks_now(hand)
    out.append(Result(hand=hand.fact.id, pots=tuple(pots), stacks=stacks, ended="showdown" if shown else "uncontested"))
    hand.ended_as = "played"
