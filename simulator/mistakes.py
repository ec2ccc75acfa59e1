"""The mistakes that a dealer makes: when each can happen, what is done wrong, and which rulings are right for it.

A mistake happens instead of what the table awaits. It only moves plastic; the dealer then goes on with whatever the
table awaits next, as a dealer does who has not noticed.
"""

from collections.abc import Callable
from dataclasses import dataclass

from rules.cards import BOARD, BURN, Seat, Zone, seat_of, seat_zone
from rules.hand import HandInPlay
from rules.outcomes import AwaitAction, AwaitCard, Next
from simulator.dealer import Dealer, Put
from simulator.pack import Plastic


@dataclass(frozen=True, slots=True)
class Mistake:
    """A kind of mistake. `rules`: any of these rulings is the right one, whichever the house and the moment call for."""

    name: str
    rules: frozenset[str]
    possible: Callable[[HandInPlay, Next], bool]
    make: Callable[[Dealer, HandInPlay, Next], list[Put]]


def _to_seat(hand: HandInPlay, awaited: Next) -> bool:
    return isinstance(awaited, AwaitCard) and seat_of(awaited.zone) is not None and hand.starting


def _hole_card(hand: HandInPlay, awaited: Next) -> bool:
    return _to_seat(hand, awaited) and isinstance(awaited, AwaitCard) and awaited.face == "down"


def _flop_game_street(hand: HandInPlay, awaited: Next) -> bool:
    return hand.game.family == "flop" and isinstance(awaited, AwaitCard) and not hand.starting


def _burn_due(hand: HandInPlay, awaited: Next) -> bool:
    return _flop_game_street(hand, awaited) and isinstance(awaited, AwaitCard) and awaited.zone == BURN


def _first_board_card(hand: HandInPlay, awaited: Next) -> bool:
    if not _flop_game_street(hand, awaited) or not isinstance(awaited, AwaitCard) or awaited.zone != BOARD:
        return False
    return len(hand.felt.cards_in(BOARD)) in (0, 3, 4) and not hand.premature_board and hand.burns_made == 0


def _nobody_acted(hand: HandInPlay, awaited: Next) -> bool:
    return isinstance(awaited, AwaitAction) and hand.starting and hand.acted_count == 0 and hand.game.family == "flop"


def _flop_untouched(hand: HandInPlay, awaited: Next) -> bool:
    return isinstance(awaited, AwaitAction) and hand.street.name == "flop" and not hand.acted_on_street


def _betting(hand: HandInPlay, awaited: Next) -> bool:
    return (
        isinstance(awaited, AwaitAction)
        and hand.game.family == "flop"
        and hand.acted_on_street
        and hand.street_after(hand.street) is not None
    )


def _zone(awaited: Next) -> Zone:
    assert isinstance(awaited, AwaitCard)
    return awaited.zone


def _face_up(dealer: Dealer, hand: HandInPlay, awaited: Next) -> list[Put]:
    return [dealer.put(dealer.stub.take(), _zone(awaited), "up")]


def _boxed(dealer: Dealer, hand: HandInPlay, awaited: Next) -> list[Put]:
    return [dealer.put(dealer.stub.take(), _zone(awaited), "up", boxed=True)]


def _wrong_seat(dealer: Dealer, hand: HandInPlay, awaited: Next) -> list[Put]:
    others = [seat for seat in hand.betting.seats if seat_zone(seat) != _zone(awaited)]
    return [dealer.put(dealer.stub.take(), seat_zone(dealer.rng.choice(others)), "down")]


def _empty_seat(dealer: Dealer, hand: HandInPlay, awaited: Next) -> list[Put]:
    empty = [Seat(number) for number in range(1, 11) if number not in hand.betting.seats]
    return [dealer.put(dealer.stub.take(), seat_zone(dealer.rng.choice(empty)), "down")]


def _no_burn(dealer: Dealer, hand: HandInPlay, awaited: Next) -> list[Put]:
    return [dealer.put(dealer.stub.take(), BOARD, "up")]


def _burn_again(dealer: Dealer, hand: HandInPlay, awaited: Next) -> list[Put]:
    return [dealer.put(dealer.stub.take(), BURN, "down")]


def _extra(dealer: Dealer, hand: HandInPlay, awaited: Next) -> list[Put]:
    return [dealer.put(dealer.stub.take(), seat_zone(dealer.rng.choice(hand.betting.live)), "down")]


def _early_street(dealer: Dealer, hand: HandInPlay, awaited: Next) -> list[Put]:
    burn = dealer.put(dealer.stub.take(), BURN, "down")
    return [burn, dealer.put(dealer.stub.take(), BOARD, "up")]


def _duplicate(dealer: Dealer, hand: HandInPlay, awaited: Next) -> list[Put]:
    twin = dealer.rng.choice([put.plastic for put in dealer.felt.values()])
    forged = Plastic("E00402" + twin.uid[6:], twin.card, twin.back)
    return [dealer.put(forged, _zone(awaited), "down")]


def _foreign(dealer: Dealer, hand: HandInPlay, awaited: Next) -> list[Put]:
    stranger = dealer.rng.choice([plastic for plastic in dealer.other_pack])
    return [dealer.put(stranger, _zone(awaited), "down")]


EXPOSED = frozenset(
    {
        "misdeal.first-or-second-exposed",
        "expose.holdem-first-hole",
        "misdeal.two-exposed",
        "expose.holdem-later-hole",
        "misdeal.first-or-second-exposed-draw",
        "misdeal.two-exposed-other",
        "misdeal.stud-tournament-downcard-up",
        "expose.stud-one-hole-up",
        "expose.stud-hole-becomes-upcard",
        "expose.stud-both-hole-up",
        "expose.a5-limit",
        "expose.a5-bigbet",
        "expose.27-limit",
        "expose.27-bigbet",
        "expose.draw-high-keep",
    }
)
BOXED = frozenset({"boxed.scrap-of-paper", "boxed.replace-next", "misdeal.two-boxed"})
ORDER = frozenset({"misdeal.out-of-sequence", "misdeal.first-card-wrong-seat", "misdeal.empty-seat"})
BURNS = frozenset({"burn.flop-error-before-flop", "burn.flop-game-error-later", "flop.any-error-reshuffle"})
EXTRA = frozenset(
    {"extra.holdem-first-player", "extra.one-card-before-betting", "extra.two-misdeal", "misdeal.two-extra"}
)

MISTAKES: tuple[Mistake, ...] = (
    Mistake("hole card shown", EXPOSED, _hole_card, _face_up),
    Mistake("boxed card", BOXED, _to_seat, _boxed),
    Mistake("card to the wrong seat", ORDER, _to_seat, _wrong_seat),
    Mistake(
        "card to an empty seat",
        ORDER,
        lambda hand, awaited: _to_seat(hand, awaited) and len(hand.betting.seats) < 10,
        _empty_seat,
    ),
    Mistake("no burn", BURNS, _burn_due, _no_burn),
    Mistake("two burns", BURNS, _first_board_card, _burn_again),
    Mistake("extra card", EXTRA, _nobody_acted, _extra),
    Mistake(
        "too many cards on the flop",
        frozenset({"flop.too-many-cards", "flop.any-error-reshuffle"}),
        _flop_untouched,
        _no_burn,
    ),
    Mistake(
        "street dealt too early",
        frozenset({"flop.premature", "turn.premature", "river.premature"}),
        _betting,
        _early_street,
    ),
    Mistake(
        "two of a card",
        frozenset({"deck.duplicate"}),
        lambda hand, awaited: _to_seat(hand, awaited) and bool(hand.felt.all_out()),
        _duplicate,
    ),
    Mistake("card of another deck", frozenset({"deck.foreign-back-in-play"}), _to_seat, _foreign),
)
