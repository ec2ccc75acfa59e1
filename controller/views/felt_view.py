"""The felt at one moment: seats, cards, chips, what is awaited, the open stops, the result. The same for every role."""

from copy import copy
from dataclasses import dataclass

import msgspec

from burncard.controller.config import TableConfig
from burncard.controller.hand_histories.table_log import encode
from burncard.controller.ledger import Ledger
from burncard.controller.views.awaited_view import awaited_view
from burncard.controller.views.cards_view import cards_in, marks_of
from burncard.controller.views.models import (
    GameView,
    HandView,
    LimitsView,
    NamedCode,
    PotView,
    PushedPotView,
    PushView,
    ResultView,
    StreetView,
)
from burncard.controller.views.offers_view import offers
from burncard.controller.views.seats_view import bets_in_front, seat_views
from burncard.controller.views.stops_view import stop_view
from burncard.controller.views.table_model import Felt
from burncard.rules.betting.pots import pot_layers
from burncard.rules.cards import ASIDE, BOARD, BURN, MUCK, Chips
from burncard.rules.games import GAMES
from burncard.rules.games.houses import HOUSES
from burncard.rules.hand.in_play import HandInPlay
from burncard.rules.outcomes import Result
from burncard.rules.table import Table


@dataclass(frozen=True, slots=True)
class Moment:
    """A table at one moment. `places`: how many seats it has. `collected`: the last hand's cards have gone."""

    table: Table
    ledger: Ledger
    config: TableConfig
    number: int
    places: int
    collected: bool = False

    @property
    def hand(self) -> HandInPlay | None:
        """The hand whose cards lie on the felt: in play, or ended and not collected."""
        hand = self.table.hand
        return None if hand is None or (hand.ended and self.collected) else hand


def felt_view(moment: Moment) -> Felt:
    """What every role sees of the felt."""
    hand, awaited = moment.hand, moment.table.awaited()
    in_play = hand if hand is not None and not hand.ended else None
    queue = moment.ledger.stops.queue
    marks = marks_of(hand, moment.ledger)
    return Felt(
        number=moment.number,
        table=moment.config.table,
        game=_game(moment),
        limits=_limits(moment),
        house=_house(moment),
        hand=_hand(moment),
        street=None if in_play is None else _street(in_play),
        button=moment.ledger.button,
        seats=seat_views(moment.ledger, hand, awaited, moment.places, marks),
        max_seats=moment.places,
        board=cards_in(hand, BOARD, marks),
        board_size=0 if hand is None else hand.game.board_due(hand.game.streets[-1]),
        burns=cards_in(hand, BURN, marks),
        muck=len(cards_in(hand, MUCK, marks)),
        aside=cards_in(hand, ASIDE, marks),
        stub=0 if in_play is None else in_play.stub_count,
        pots=_pots(in_play),
        pot_total=0 if in_play is None else int(in_play.betting.pot_total()),
        rake=0 if hand is None else int(hand.fact.rake),
        dead_money=0 if in_play is None else int(sum(in_play.betting.antes.values()) + in_play.fact.carry),
        next=msgspec.Raw(encode(awaited)),
        awaited=awaited_view(in_play, awaited, queue),
        offers=offers(in_play, awaited),
        stops=tuple(map(stop_view, queue)),
        result=_result(moment),
    )


# ---- the game --------------------


def _game(moment: Moment) -> GameView:
    fact = None if moment.hand is None else moment.hand.fact
    config = moment.config
    game = GAMES[config.game] if moment.hand is None else moment.hand.game
    return GameView(
        code=game.code,
        name=game.name,
        family=game.family,
        structure=config.structure if fact is None else fact.structure,
        hand_size=game.hand_size,
        joker=bool(config.joker if fact is None else fact.joker),
        high=game.high,
        low=game.low,
    )


def _house(moment: Moment) -> NamedCode:
    house = HOUSES[moment.config.house if moment.hand is None else moment.hand.fact.house]
    return NamedCode(code=house.code, name=house.name)


def _limits(moment: Moment) -> LimitsView:
    config = moment.config
    limit = config.structure == "limit"
    low, high = (config.small_bet, config.big_bet) if limit else (config.small_blind, config.big_blind)
    return LimitsView(
        small_blind=config.small_blind,
        big_blind=config.big_blind,
        ante=config.ante,
        bring_in=config.bring_in,
        small_bet=config.small_bet,
        big_bet=config.big_bet,
        min_bet=config.big_blind,
        smallest_chip=config.smallest_chip,
        text=f"{config.structure.capitalize()} {low:,}/{high:,}",
    )


def _hand(moment: Moment) -> HandView | None:
    hand, ledger = moment.table.hand, moment.ledger
    if hand is None:
        return None
    result = ledger.result
    carried = 0 if result is None or result.carried is msgspec.UNSET else int(result.carried)
    return HandView(
        id=hand.fact.id,
        number=ledger.hands,
        back=hand.fact.back,
        first_fact=ledger.first_fact,
        ended=None if result is None else result.ended,
        carried=carried,
    )


def _street(hand: HandInPlay) -> StreetView:
    streets = hand.game.streets
    return StreetView(
        name=hand.street.name, index=streets.index(hand.street), names=tuple(street.name for street in streets)
    )


# ---- cards and chips --------------------


def _pots(hand: HandInPlay | None) -> tuple[PotView, ...]:
    """The pots that lie in the middle: the bets in front of the seats are not in them yet."""
    if hand is None:
        return ()
    chips = copy(hand.betting)
    if bets_in_front(hand):
        chips.bets = {seat: Chips(bet - chips.street_in[seat]) for seat, bet in chips.bets.items()}
    layers = [layer for layer in pot_layers(chips) if layer.amount]
    return tuple(
        PotView(name=pot_name(index), amount=layer.amount, eligible=layer.eligible)
        for index, layer in enumerate(layers)
    )


def pot_name(index: int) -> str:
    """What a pot is called, by its place: the main pot is the first."""
    return f"side {index}" if index else "main"


# ---- the result --------------------


def _result(moment: Moment) -> ResultView | None:
    result = moment.ledger.result
    if result is None:
        return None
    pots = [
        PushedPotView(
            name=pot_name(index),
            amount=pot.amount,
            eligible=pot.eligible,
            pushes=tuple(
                PushView(
                    seat=push.seat,
                    chips=push.chips,
                    half=push.half,
                    hand=push.hand,
                    cards=push.cards,
                    odd_chip=push.odd_chip,
                )
                for push in pot.pushes
            ),
        )
        for index, pot in enumerate(moment.ledger.pots)
    ]
    return ResultView(
        hand=result.hand,
        ended=result.ended,
        carried=_carried(result),
        rake=0 if moment.table.hand is None else int(moment.table.hand.fact.rake),
        stacks={str(seat): chips for seat, chips in result.stacks.items()},
        pots=tuple(reversed(pots)),
    )


def _carried(result: Result) -> int:
    return 0 if result.carried is msgspec.UNSET else int(result.carried)
