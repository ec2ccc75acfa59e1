"""What a game deals: the plan of a clean hand, street by street."""

from collections.abc import Sequence

from burncard.rules.cards import BOARD, Seat, seat_zone
from burncard.rules.games.game import Game, Street
from burncard.rules.hand.plan import Deal, Drawing, Item, OpenStreet, Round, Showdown


def script_of(game: Game, seats: Sequence[Seat]) -> list[Item]:
    """The moves of a whole hand. Later streets are opened when they are reached."""
    first, *later = game.streets
    script: list[Item] = [*street_deals(first, seats), Round(first)]
    for street in later:
        draw = [Drawing(street)] if street.draw else []
        script += [OpenStreet(street), *draw, Round(street)]
    return [*script, Showdown()]


def street_deals(street: Street, seats: Sequence[Seat]) -> list[Deal]:
    """The cards of a street, in the order in which they leave the pack, its burn not counted."""
    deals = [
        Deal(seat_zone(seat), face, street.name, round_index=index)
        for index, face in enumerate(street.faces)
        for seat in seats
    ]
    return deals + [Deal(BOARD, "up", street.name) for _ in range(street.board)]
