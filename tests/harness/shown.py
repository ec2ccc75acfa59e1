"""Every state that the dealer's console can be in, as the views of tables at which recorded hands were played so far.

The facts are those of the golden hands. For each family of games the first fact is taken after which a state is new:
a kind of what is awaited, a stop of another decision, its repair, a result.
"""

from collections.abc import Sequence
from functools import cache

import msgspec

from burncard.api.accounts.people import Person
from burncard.api.role_view import view_for
from burncard.controller.config import TableConfig
from burncard.controller.hand_histories.table_log import decode_line
from burncard.controller.journal.journal import Journal
from burncard.controller.ledger.seating import SeatChange
from burncard.controller.record import TableRecord, change_seat
from burncard.controller.service import TableService
from burncard.controller.views import TableView
from burncard.controller.views.felt_view import Moment, felt_view
from burncard.controller.views.models import RadioView
from burncard.controller.views.table_model import Felt
from burncard.firmware_bridge.driver import SECOND
from burncard.firmware_bridge.events import LinkChanged
from burncard.hardware.layout import load_layout
from burncard.rules.cards import Card, Chips, Seat
from burncard.rules.facts import Action, CardSeen, Fact, Hand, Press
from burncard.rules.outcomes import AwaitCard, Next, Ruling
from burncard.simulator.live import NAMES
from burncard.simulator.table_sim import enrolled_packs
from tests.golden.golden import Log, stored_hands
from tests.harness.hands import PACK

GAME_OF = {"flop": "holdem", "stud": "stud7", "draw": "lowball-27"}
BETWEEN_HANDS = ("shuffling", "deck-check", "cut", "collecting", "closed", "maintenance")
PLACES = 10
NOW_NS = 1_763_820_000 * SECOND
DEALER = Person("Teal", "dealer")

States = dict[str, TableView]


class PlayedTable:
    """The record of a table at which the facts of one hand are taken, as if its reader had heard the cards."""

    def __init__(self, hand: Hand, names: Sequence[str] = NAMES) -> None:
        self._now_ns = NOW_NS
        self._config = TableConfig(
            game=hand.game, structure=hand.structure, house=hand.house, seats=tuple(hand.seats.items()), table="table-7"
        )
        self._record = TableRecord(self._config, Journal(None), enrolled_packs()[2], lambda: self._now_ns)
        for seat in hand.seats:
            named = SeatChange(seat, "name", "dealer", name=names[(seat - 1) % len(names)])
            change_seat(self._record, named)

    def take(self, fact: Fact) -> list[Ruling]:
        """Takes a fact; the stops that it brought."""
        self._now_ns += SECOND
        outcomes = self._record.take(fact, DEALER.operator)
        return [one for one in outcomes if isinstance(one, Ruling) and one.severity == "stop"]

    @property
    def awaited(self) -> Next:
        """What the rules await."""
        return self._record.table.awaited()

    def felt(self) -> Felt:
        """What everybody sees of the felt."""
        record = self._record
        return felt_view(Moment(record.table, record.ledger, record.config, record.journal.count, PLACES))

    def view(self) -> TableView:
        """What the dealer sees at a table that is opened on this record, with both its devices."""
        record = self._record
        service = TableService(self._config, record.journal, record.decks, load_layout(), lambda: self._now_ns)
        for device in ("reader", "shuffler"):
            service.on_event(device, LinkChanged("ready"))
        service.watch.confirm_all()
        return msgspec.structs.replace(view_for(service, DEALER), radio=RadioView(state="good"))


@cache
def states_of(family: str) -> States:
    """The states of a family of games, by name."""
    states: States = {}
    for name, log in stored_hands().items():
        if name.startswith(f"{GAME_OF[family]}/") and "fuzzed" not in name:
            _played(_facts(log), states)
    return dict(sorted(states.items()))


def _played(facts: list[Fact], known: States) -> None:
    hand = facts[0]
    assert isinstance(hand, Hand)
    table = PlayedTable(hand)
    for fact in facts:
        stops = table.take(fact)
        _note(table, known)
        if stops:
            table.take(Press(press="ack", ruling=stops[0].id, by="dealer"))
            _note(table, known)
            return


def _note(table: PlayedTable, known: States) -> None:
    name = state_name(table.felt())
    if name not in known:
        known[name] = table.view()


def state_name(felt: Felt) -> str:
    """What a person would call the state of a table."""
    if stop := next((stop for stop in felt.stops if stop.open and stop.status in ("open", "floor")), None):
        return f"stop: {stop.decision}"
    if repair := next((stop for stop in felt.stops if stop.open and stop.status == "repair"), None):
        return f"repair: {repair.decision}"
    if felt.result is not None:
        return f"result: {felt.result.ended}{', several pots' if len(felt.result.pots) > 1 else ''}"
    if felt.awaited.what == "action":
        sized = ", of any size" if any(offer.min != offer.max for offer in felt.offers) else ""
        return f"action: {' or '.join(offer.action for offer in felt.offers)}{sized}"
    if felt.awaited.what == "card":
        return f"card: {(felt.awaited.place or '').partition(':')[0]}"
    return felt.awaited.what


def between_hands() -> States:
    """A table at which no hand is in play, in each of its states."""
    hand = _facts(next(iter(stored_hands().values())))[0]
    assert isinstance(hand, Hand)
    view = PlayedTable(hand).view()
    return {f"between hands, {state}": msgspec.structs.replace(view, state=state) for state in BETWEEN_HANDS}


def crowded() -> States:
    """As many seats, as long names and as many chips as a table can have: dealing, betting, facing an all-in."""
    stack = Chips(1_234_567)
    hand = Hand(
        id="h1",
        game="omaha8",
        structure="no-limit",
        button=Seat(10),
        back="red",
        posts={Seat(1): Chips(5_000), Seat(2): Chips(10_000)},
        seats={Seat(number): stack for number in range(1, PLACES + 1)},
    )
    table, pack = PlayedTable(hand, ("Nightingales", "Oystercatchr")), iter(PACK)
    table.take(hand)
    states = {"crowded, dealing": table.view()}
    while isinstance(due := table.awaited, AwaitCard):
        table.take(CardSeen(card=Card(next(pack)), zone=due.zone, face=due.face, back="red"))
    states["crowded, betting"] = table.view()
    table.take(Action(seat=Seat(3), action="raise", amount=stack))
    return states | {"crowded, all-in": table.view()}


def _facts(log: Log) -> list[Fact]:
    return [fact for line in log if (fact := decode_line(line)) is not None]
