"""What a game deals: the plan of a clean hand, street by street."""

from functools import lru_cache

from burncard.rules.cards import BOARD, BURN, Face, Seat, Zone, seat_zone
from burncard.rules.games.game import Game, Street
from burncard.rules.hand.steps import Deal, Drawing, Item, OpenStreet, Round, Showdown

# As a rule the same players sit at the next hand, and the button comes round again.
KEPT = 1024


def script_of(game: Game, seats: tuple[Seat, ...]) -> tuple[Item, ...]:
    """The moves of a whole hand. Later streets are opened when they are reached."""
    return (*street_deals(game.streets[0], seats), *_after_the_first_deal(game))


@lru_cache(maxsize=KEPT)
def _after_the_first_deal(game: Game) -> tuple[Item, ...]:
    first, *later = game.streets
    script: list[Item] = [Round(first)]
    for street in later:
        draw = [Drawing(street)] if street.draw else []
        script += [OpenStreet(street), *draw, Round(street)]
    return (*script, Showdown())


@lru_cache(maxsize=KEPT)
def street_deals(street: Street, seats: tuple[Seat, ...]) -> tuple[Deal, ...]:
    """The cards of a street, in the order in which they leave the pack, its burn not counted."""
    to_seats = [
        _deal(seat_zone(seat), face, street.name, index) for index, face in enumerate(street.faces) for seat in seats
    ]
    return (*to_seats, *[Deal(BOARD, "up", street.name) for _ in range(street.board)])


def burn_of(street: Street) -> Deal:
    """A card burned before the cards of a street."""
    return _deal(BURN, "down", street.name, 0)


@lru_cache(maxsize=4 * KEPT)
def _deal(zone: Zone, face: Face, street: str, round_index: int) -> Deal:
    return Deal(zone, face, street, round_index=round_index)
