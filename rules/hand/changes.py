"""The few ways in which a hand is changed that take more than one step."""

from msgspec.structs import replace

from burncard.rules.cards import ASIDE, BOARD, BURN, MUCK, Seat, Zone, seat_of, seat_zone
from burncard.rules.hand.in_play import HandInPlay
from burncard.rules.hand.steps import Cut, Deal, Drawing, Move, OpenStreet, Return, Shuffle
from burncard.rules.hand.table_card import TableCard


def boards_have_changed(hand: HandInPlay) -> None:
    """Who opens the round is asked again, unless a player has acted in it."""
    if hand.dealing.round_open == hand.street.name and not hand.acted_on_street and not hand.starting:
        hand.dealing.round_open = None


def has_card_of_next(hand: HandInPlay, seat: Seat) -> None:
    """A seat has its card of the next street already."""
    following = hand.game.street_after(hand.street)
    if following is not None:
        hand.players[seat].has_card_of = following.name


def square_board(hand: HandInPlay) -> None:
    """The board cards still due on this street are those that are not there yet."""
    due = [item for item in hand.plan if isinstance(item, Deal) and item.zone == BOARD]
    coming = sum(1 for item in hand.plan if isinstance(item, Move) and item.to == BOARD)
    returning = {id(placed) for item in hand.plan if isinstance(item, Return) for placed in item.placed}
    leaving = {id(item.placed) for item in hand.plan if isinstance(item, Move) and item.origin == BOARD}
    staying = sum(1 for placed in hand.felt.cards_in(BOARD) if id(placed) not in returning | leaving)
    lacking = hand.game.board_due(hand.street) - staying - coming
    for item in due[max(0, lacking) :]:
        hand.plan.drop(item)
    hand.plan.first([Deal(BOARD, "up", hand.street.name) for _ in range(lacking - len(due))])


def reopen_draw(hand: HandInPlay) -> None:
    """The draw is not over yet: something is still to be dealt in it."""
    if hand.draw is not None and hand.draw.over:
        hand.draw.over = False
        hand.plan.before_round([Drawing(hand.street)])


def burned_early(hand: HandInPlay, placed: TableCard) -> None:
    """A burn made before the betting was over serves the coming street; after an early flop, the flop itself."""
    hand.dealing.early_burn = placed
    if not hand.dealing.premature_board:
        hand.dealing.burns_made += 1


def reshuffle_in_before(hand: HandInPlay, street_name: str, placed: TableCard, mixed: tuple[Shuffle, Cut]) -> None:
    """A card set aside goes back into the pack, which is shuffled and cut, before a street dealt without a burn."""
    for item in hand.plan.upcoming(OpenStreet):
        if item.street.name == street_name:
            aside = next((step.placed for step in item.before if isinstance(step, Return)), ())
            before = (Return((*aside, placed), ASIDE), *mixed)
            hand.plan.replace(item, [OpenStreet(item.street, 0, before)])
            return


def reshuffled_instead(hand: HandInPlay, expected: TableCard, placed: TableCard) -> None:
    """Of two cards the other one was set aside: it is the one that goes back into the pack."""
    for item in hand.plan.upcoming(OpenStreet):
        before = tuple(
            replace(step, placed=tuple(placed if card is expected else card for card in step.placed))
            if isinstance(step, Return)
            else step
            for step in item.before
        )
        if before != item.before:
            hand.plan.replace(item, [replace(item, before=before)])


def set_aside_early(hand: HandInPlay, placed: TableCard) -> None:
    """A card of a stud street that was dealt too early is taken out of play."""
    seat = seat_of(placed.zone)
    if seat is not None:
        hand.players[seat].early_cards += 1
    placed.early = True
    hand.plan.first([Move(placed, placed.zone, ASIDE, "up")])


def muck_hand(hand: HandInPlay, seat: Seat) -> None:
    """A seat gives up its hand when the betting is over: no card is due to it any more."""
    player = hand.players[seat]
    player.mucked = len(hand.players.mucked()) + 1
    player.shown = True
    owe_no_card(hand, seat)


def give_back(hand: HandInPlay, seat: Seat) -> None:
    """A hand that was given up, at the showdown or in a round that is still open, is live again."""
    player = hand.players.of(seat)
    if player.mucked:
        player.mucked = 0
        player.shown = False
    elif hand.betting_open and hand.betting.unfold(seat):
        player.folded_by_cards = player.keeps_cards = False


def is_the_one(hand: HandInPlay, placed: TableCard, expected: TableCard) -> None:
    """Of the cards that a press may have meant it was this one, not the one that it was taken for."""
    hand.felt.mistaken(expected, placed)
    for item in list(hand.plan):
        if isinstance(item, Move) and item.placed is expected:
            hand.plan.replace(item, [replace(item, placed=placed, others=())])
        elif isinstance(item, Deal) and item.instead_of is expected:
            hand.plan.replace(item, [replace(item, instead_of=placed)])


def kill(hand: HandInPlay, seat: Seat) -> None:
    """A hand is dead: its chips stay in the pot, and no card is due to it any more. The last hand wins the pot."""
    if hand.betting.live == [seat] or seat not in hand.players:
        return
    hand.betting.fold(seat)
    hand.players[seat].dead = True
    hand.players[seat].keeps_cards = False
    owe_no_card(hand, seat)
    _leave_in_muck(hand, seat)


def _leave_in_muck(hand: HandInPlay, seat: Seat) -> None:
    """No step fetches a card of a dead hand from the muck. If it was to be the next burn, that burn is due again."""
    for item in list(hand.plan):
        if isinstance(item, Move) and _lies_in_muck(hand, item, seat_zone(seat)):
            hand.plan.drop(item)
            if item.to == BURN:
                hand.dealing.burns_made = max(0, hand.dealing.burns_made - 1)


def _lies_in_muck(hand: HandInPlay, move: Move, home: Zone) -> bool:
    """Whether every card that would do for a step has been thrown from a seat into the muck."""
    if move.placed is None:
        return move.origin == home and not hand.felt.cards_in(home)
    cards = (move.placed, *move.others)
    return all(card.zone == MUCK and card.thrown is not None and card.thrown.home == home for card in cards)


def owe_no_card(hand: HandInPlay, seat: Seat) -> None:
    """No card is due to a seat any more: its hand is dead or given up."""
    if hand.drawing is not None:
        hand.drawing.drop(seat)
    hand.plan.drop_deals(seat_zone(seat))
