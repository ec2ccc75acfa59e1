"""Who gets the cards of a street, and how it is dealt again."""

from collections.abc import Sequence

from burncard.rules.cards import BOARD, Seat
from burncard.rules.games.game import Street
from burncard.rules.hand.in_play import HandInPlay
from burncard.rules.hand.questions import takes_cards
from burncard.rules.hand.steps import Cut, Deal, Gather, OpenStreet, Repair, Return, Shuffle, returns
from burncard.rules.hand.table_card import TableCard


def due_seats(hand: HandInPlay, street: Street | None = None) -> tuple[Seat, ...]:
    """The seats that get a card on a street (missing: this one): the live ones, and those folded with no bet."""
    name = (street or hand.street).name
    players = hand.players
    return tuple(s for s in hand.betting.seats if takes_cards(hand, s) and players[s].has_card_of != name)


def dealing_start(hand: HandInPlay) -> bool:
    """Whether cards of the starting deal are still due (repairs not counted)."""
    return any(
        isinstance(item, Deal) and not item.repair and item.street == hand.game.streets[0].name for item in hand.plan
    )


def pack_holds(hand: HandInPlay) -> bool:
    """Whether the pack has a card for the next that is due; on stud's last street, for all that are due.

    There were enough when the street began: cards that count as none, or a repair, may have used them up. Flop games
    and the first street of any other cannot come to that; on stud's last street cards may be gathered first.
    """
    if hand.game.family == "flop" or hand.starting:
        return True
    if hand.stub_count <= 0:
        return False
    if hand.game.family != "stud" or hand.game.street_after(hand.street) is not None:
        return True
    if hand.stub_count >= len(hand.plan.deals_of_street()):
        return True
    return any(isinstance(item, Gather | Return | Shuffle) for item in hand.plan)


def staying_on_board(hand: HandInPlay) -> tuple[TableCard, ...]:
    """The cards that lie on the board to stay: none that a ruling takes elsewhere."""
    return tuple(placed for placed in hand.felt.cards_in(BOARD) if hand.plan.move_of(placed) is None)


def mixed_before(hand: HandInPlay, street: Street) -> tuple[Shuffle, Cut]:
    """The shuffle and the cut that come before a street; new ones where none are due yet."""
    before = [step for opening in hand.plan.upcoming(OpenStreet) if opening.street is street for step in opening.before]
    shuffle = next((step for step in before if isinstance(step, Shuffle)), Shuffle())
    return shuffle, next((step for step in before if isinstance(step, Cut)), Cut())


def redeal_board(hand: HandInPlay, street: Street, placed: Sequence[TableCard]) -> tuple[Repair, ...]:
    """The steps by which a street's board cards go back, the pack is shuffled and cut, and they are dealt anew."""
    deals = tuple(Deal(BOARD, "up", street.name, repair=True) for _ in range(street.board))
    return (*returns(placed), Shuffle(), Cut(), *deals)
