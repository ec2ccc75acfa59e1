"""The ledger: what a table carries from hand to hand (chips, button, open alerts), and the hand that is due next.

It follows from the facts and their outcomes alone, so replaying the journal restores it.
"""

from collections.abc import Callable
from sys import intern

import msgspec

from burncard.controller.config import TableConfig
from burncard.controller.ledger.last_entry import LastEntry, last_entry_after
from burncard.controller.ledger.seating import Seating, Taken
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
    taken: dict[Seat, Taken] | None = None


class Ledger:
    """One table's ledger."""

    def __init__(self, config: TableConfig) -> None:
        self.config = config
        self.seating = Seating(dict(config.seats))
        self.chosen_back: str | None = None
        self.button: Seat | None = None
        self.back: str | None = None
        self.hands = 0
        self.stops = Stops()
        self.last_entry: LastEntry | None = None
        self.first_fact = 0
        self.result: Result | None = None
        self.pots: tuple[PushedPot, ...] = ()
        self._misdealt = False

    @property
    def stacks(self) -> dict[Seat, Chips]:
        """The chips at each taken seat: after the latest hand, or before it while it is in play."""
        return self.seating.stacks

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
        seating = self.seating
        return LedgerState(
            dict(seating.stacks),
            self.button,
            self.back,
            self.hands,
            self._misdealt,
            dict(seating.taken),
        )

    def restore(self, state: LedgerState) -> None:
        """Restores what was carried to a hand."""
        self.seating = Seating(dict(state.stacks))
        if state.taken is not None:
            self.seating.taken = dict(state.taken)
        self.button, self.back = state.button, state.back
        self.hands, self._misdealt = state.hands, state.misdealt

    def _begin(self, fact: Hand) -> None:
        self.hands += 1
        self.button = fact.button
        self.back = fact.back
        self.chosen_back = None
        self.seating.begin(fact.seats)

    # ---- the hand due next --------------------

    def next_back(self, has_deck: Callable[[str], bool] = lambda back: True) -> str:
        """The back of the pack that is due next; packs take turns. `has_deck`: whether a back has a deck in use."""
        backs = tuple(filter(has_deck, self.config.backs)) or self.config.backs
        if self.chosen_back is not None and has_deck(self.chosen_back):
            return self.chosen_back
        if self.back not in backs:
            return backs[0]
        return backs[(backs.index(self.back) + 1) % len(backs)]

    def next_hand(self, back: str) -> Hand:
        """The hand that is due: button moved, blinds posted. A seat without chips is not dealt in."""
        config = self.config
        game = GAMES[config.game]
        seats = self.seating.players()
        button = self._next_button(list(seats)) if game.button and seats else None
        return Hand(
            id=f"h{self.hands + 1}",
            game=config.game,
            structure=config.structure,
            house=intern(config.house),  # a log leaves out the usual one where it is the very same string
            tournament=config.tournament,
            button=button,
            seats=seats,
            posts=self._posts(list(seats), button),
            antes=config.ante,
            bring_in=config.bring_in,
            small_bet=config.small_bet,
            big_bet=config.big_bet,
            rake=config.rake,
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

    def why_no_hand(self) -> str:
        """Why the next hand cannot be dealt to those who sit there; empty if it can."""
        game, players = GAMES[self.config.game], len(self.seating.players())
        if players < game.min_seats:
            return f"{game.name} needs {game.min_seats} players, and {players} can be dealt in"
        return f"{game.name} has at most {game.max_seats} players" if players > game.max_seats else ""

    def due_to_buy_in(self) -> dict[Seat, Chips]:
        """The seats of simulated players that buy in again, and for how much."""
        if not self.config.simulated:
            return {}
        least = self.config.big_blind + self.config.ante
        seats = ((seat, Chips(buy_in - self.seating.next_stack(seat))) for seat, buy_in in self.config.seats)
        return {
            seat: chips for seat, chips in seats if seat in self.seating.taken and self.seating.next_stack(seat) < least
        }

    def _next_button(self, seats: list[Seat]) -> Seat:
        if self.button is None:
            return seats[-1]
        if self._misdealt and self.button in seats:
            return self.button
        before = self.button
        return next((seat for seat in seats if seat > before), seats[0])

    def _posts(self, seats: list[Seat], button: Seat | None) -> dict[Seat, Chips]:
        """The blinds, if the game has them; with two players the button posts the small blind."""
        if button is None or GAMES[self.config.game].streets[0].first != "left-of-post":
            return {}
        if len(seats) < 2:
            return {}
        place = seats.index(button)
        order = [*seats[place + 1 :], *seats[: place + 1]]
        if len(order) == 2:
            order.reverse()
        return {order[0]: self.config.small_blind, order[1]: self.config.big_blind}


def refused_start(config: TableConfig) -> str:
    """Why the rules refuse the first hand of a table; empty if they do not."""
    return _refused(Ledger(config).next_hand(config.backs[0]))


def refused_stakes(config: TableConfig, ledger: Ledger) -> str:
    """Why the rules refuse these stakes for those who sit at a table; empty if they do not."""
    asked = Ledger(config)
    asked.seating.stacks, asked.seating.taken = ledger.seating.stacks, ledger.seating.taken
    return "" if asked.why_no_hand() else _refused(asked.next_hand(config.backs[0]))


def _refused(hand: Hand) -> str:
    given = Table().apply(hand)
    refusals = (one.message for one in given if isinstance(one, Ruling) and one.decision == "refuse")
    return next(refusals, "")
