"""The ledger: what a table carries from hand to hand (chips, button, open alerts), and the hand that is due next.

It follows from the facts and their outcomes alone, so replaying the journal restores it.
"""

import msgspec

from burncard.controller.config import TableConfig
from burncard.controller.ledger.last_entry import LastEntry, last_entry_after
from burncard.controller.ledger.stops import Origin, Stops
from burncard.rules.cards import Chips, Seat
from burncard.rules.facts import Fact, Hand
from burncard.rules.games import GAMES
from burncard.rules.hand.in_play import HandInPlay
from burncard.rules.outcomes import Outcome, Result, Ruling
from burncard.rules.showdown.pushes import PushedPot, pushed_pots
from burncard.rules.table import Table


class LedgerState(msgspec.Struct, frozen=True):
    """What is carried between two hands."""

    stacks: dict[Seat, Chips]
    button: Seat | None
    back: str | None
    hands: int
    misdealt: bool


class Ledger:
    """One table's ledger."""

    def __init__(self, config: TableConfig) -> None:
        self._config = config
        self.stacks: dict[Seat, Chips] = dict(config.seats)
        self.button: Seat | None = None
        self.back: str | None = None
        self.hands = 0
        self.stops = Stops()
        self.last_entry: LastEntry | None = None
        self.first_fact = 0
        self.result: Result | None = None
        self.pots: tuple[PushedPot, ...] = ()
        self._misdealt = False

    def note(self, table: Table, fact: Fact, outcomes: list[Outcome], origin: Origin) -> None:
        """Notes a fact and the outcomes that the table gave to it."""
        refused = any(isinstance(outcome, Ruling) and outcome.decision == "refuse" for outcome in outcomes)
        if isinstance(fact, Hand) and not refused:
            self.first_fact = origin.number
            self._begin(fact)
        for outcome in outcomes:
            if isinstance(outcome, Result):
                self._end(table.hand, outcome)
        if table.hand is not None and not table.hand.ended:
            self.result, self.pots = None, ()
        self.stops.note(table, fact, outcomes, origin)
        self.last_entry = last_entry_after(self.last_entry, fact, origin, refused=refused)

    def _end(self, hand: HandInPlay | None, result: Result) -> None:
        self.stacks.update(result.stacks)
        self._misdealt = result.ended in ("misdeal", "void")
        self.result, self.pots = result, () if hand is None else pushed_pots(hand, result)

    def state(self) -> LedgerState:
        """What is carried to the next hand; meaningful between hands only."""
        return LedgerState(dict(self.stacks), self.button, self.back, self.hands, self._misdealt)

    def restore(self, state: LedgerState) -> None:
        """Restores what was carried to a hand."""
        self.stacks, self.button, self.back = dict(state.stacks), state.button, state.back
        self.hands, self._misdealt = state.hands, state.misdealt

    def _begin(self, fact: Hand) -> None:
        self.hands += 1
        self.button = fact.button
        self.back = fact.back
        self.stacks.update(fact.seats)

    # ---- the hand due next --------------------

    def next_back(self) -> str:
        """The back of the pack that is due next; packs take turns."""
        backs = self._config.backs
        if self.back not in backs:
            return backs[0]
        return backs[(backs.index(self.back) + 1) % len(backs)]

    def next_hand(self, back: str) -> Hand:
        """The hand that is due: button moved, blinds posted, broke seats bought in again."""
        config = self._config
        game = GAMES[config.game]
        seats = {seat: self._stack(seat, buy_in) for seat, buy_in in sorted(config.seats)}
        button = self._next_button(list(seats)) if game.button else None
        return Hand(
            id=f"h{self.hands + 1}",
            game=config.game,
            structure=config.structure,
            house=config.house,
            tournament=config.tournament,
            button=button,
            seats=seats,
            posts=self._posts(list(seats), button),
            antes=config.ante,
            bring_in=config.bring_in,
            small_bet=config.small_bet,
            big_bet=config.big_bet,
            min_bet=config.big_blind,
            joker=config.joker,
            qualifier=config.qualifier,
            raises=config.raises,
            check_raise=config.check_raise,
            sevens_rule=config.sevens_rule,
            blind_call=config.blind_call,
            low_stakes=config.low_stakes,
            smallest_chip=config.smallest_chip,
            wild=list(config.wild),
            buy_in_min=config.buy_in_min,
            buy_in_max=config.buy_in_max,
            back=back,
        )

    def _stack(self, seat: Seat, buy_in: Chips) -> Chips:
        chips = self.stacks.get(seat, Chips(0))
        return chips if chips >= self._config.big_blind + self._config.ante else buy_in

    def _next_button(self, seats: list[Seat]) -> Seat:
        if self.button is None:
            return seats[-1]
        if self._misdealt and self.button in seats:
            return self.button
        before = self.button
        return next((seat for seat in seats if seat > before), seats[0])

    def _posts(self, seats: list[Seat], button: Seat | None) -> dict[Seat, Chips]:
        """The blinds, if the game has them; with two players the button posts the small blind."""
        if button is None or GAMES[self._config.game].streets[0].first != "left-of-post":
            return {}
        place = seats.index(button)
        order = [*seats[place + 1 :], *seats[: place + 1]]
        if len(order) == 2:
            order.reverse()
        return {order[0]: self._config.small_blind, order[1]: self._config.big_blind}


def refused_start(config: TableConfig) -> str:
    """Why the rules refuse the first hand of a table; empty if they do not."""
    given = Table().apply(Ledger(config).next_hand(config.backs[0]))
    refusals = (one.message for one in given if isinstance(one, Ruling) and one.decision == "refuse")
    return next(refusals, "")
