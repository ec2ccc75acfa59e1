"""The pack between hands and in a repair: taken in, put into the machine or shuffled by hand, and taken out again."""

from random import Random

from burncard.controller.service import TableService
from burncard.firmware_bridge.driver import MS, SECOND, Nanoseconds
from burncard.rules.cards import ASIDE, BOARD, BURN, MUCK, STUB, Seat, seat_zone
from burncard.rules.facts import Press
from burncard.rules.table import Table
from burncard.simulator.dealer import Dealer, Doing
from burncard.simulator.devices.virtual_shuffler import VirtualShuffler
from burncard.simulator.hands import Hands

LOOK_NS = 300 * MS  # between two looks at a table that waits for something else
FORGOTTEN_NS = 10 * SECOND  # after which a dealer takes the pack out of an idle machine, and puts it in again
MACHINE_CARDS_MIN = 12  # fewer cards are shuffled by hand


class Packing:
    """Takes the cards in and has them shuffled. `dealt`: a hand is dealt from the pack; `in_machine`: its rest is in
    the machine, to be shuffled."""

    def __init__(
        self, service: TableService, dealer: Dealer, hands: Hands, shuffler: VirtualShuffler, rng: Random
    ) -> None:
        self.dealt = False
        self._service = service
        self._dealer = dealer
        self._hands = hands
        self._shuffler = shuffler
        self._rng = rng
        self.in_machine = False
        self._loaded_ns: int | None = None

    def take_in(self, now_ns: int) -> None:
        """Takes all cards in and puts the pack into the machine."""
        self.dealt, self._loaded_ns = False, None
        zones = [seat_zone(Seat(seat)) for seat, _ in self._service.record.config.seats]
        self._hands.take_in([*zones, BOARD, BURN, ASIDE, STUB], MUCK, now_ns)
        self._hands.at(now_ns, self._pack)

    def again(self, now_ns: int) -> None:
        """Puts the pack in again, if the machine has found it wrong, or does nothing with it."""
        if self._service.record.faults.is_open("deck-wrong") and self._shuffler.state == "ready":
            self._load(now_ns)
        elif not self._service.shuffling.pack.loaded:
            self._load_again(now_ns)

    def put_in_again(self, now_ns: int) -> None:
        """The table had stopped, and has forgotten the pack that was in the machine for the next hand."""
        if not (self._service.record.in_hand or self._service.shuffling.pack.loaded or self._hands.field.lying()):
            self._load(now_ns)

    def deal(self) -> None:
        """A hand begins with the pack that the machine has delivered."""
        self.dealt, self.in_machine = True, False
        self._dealer.stub.arrange(self._shuffler.take_pack())

    def shuffle_stub(self, table: Table, now_ns: int) -> Doing | None:
        """A repair's shuffle and cut: by hand (the next card dealt implies it), or in the machine.

        A machine cannot cut a few cards as the rules require, so those are shuffled by hand.
        """
        stub = self._dealer.stub
        due = None if table.hand is None else table.hand.plan.due_deal()
        if self.in_machine:
            self._load_again(now_ns)
            return None
        by_hand = len(stub) < MACHINE_CARDS_MIN
        self._hands.take_from(STUB, now_ns)
        if due is not None and (by_hand or self._rng.random() < 0.5):
            stub.shuffle()
            return self._dealer.put(stub.take(), due.zone, due.face)
        if by_hand:
            return self._dealer.follow(table.awaited())
        if self._service.record.alerts:
            return Press(press="ack", ruling=self._service.record.alerts[0].id, by="dealer")
        self.in_machine = True
        self._load(now_ns)
        return None

    def take_out(self) -> None:
        """Takes the stub out of the machine, if it is there."""
        if self.in_machine:
            self.in_machine = False
            self._dealer.stub.arrange(self._shuffler.take_pack())

    def _pack(self, now_ns: int) -> None:
        if self._hands.busy or self._hands.field.lying():
            self._hands.at(now_ns + self._hands.pace.scaled(LOOK_NS), self._pack)
            return
        self._dealer.collect()
        self._load(now_ns)

    def _load_again(self, now_ns: int) -> None:
        """A machine that lost its power may have forgotten the pack before it could report it."""
        loaded_ns = self._loaded_ns
        if self._shuffler.state == "idle" and loaded_ns is not None and now_ns - loaded_ns > FORGOTTEN_NS:
            self._load(now_ns)

    def _load(self, now_ns: int) -> None:
        self._loaded_ns = now_ns
        stub = self._dealer.stub.uids()
        self._shuffler.load(stub, frozenset(stub), Nanoseconds(now_ns))
