"""What the simulated people do while the table asks them to look."""

from random import Random

from burncard.controller.config import TableConfig
from burncard.controller.journal.journal import Journal
from burncard.controller.service import TableService
from burncard.firmware_bridge.driver import SECOND, Nanoseconds
from burncard.hardware.layout import load_layout
from burncard.rules.cards import Chips, Seat, Zone
from burncard.simulator.at_a_fault import FLOOR_COMES_NS, VOID, AtAFault
from burncard.simulator.dealer import Dealer
from burncard.simulator.pack import make_pack
from burncard.simulator.packs import enrolled_packs


def test_the_dealer_looks_where_the_table_asks_and_the_floor_ends_what_that_does_not() -> None:
    config = TableConfig(seats=((Seat(1), Chips(100)), (Seat(2), Chips(100))))
    service = TableService(config, Journal(None), enrolled_packs()[2], load_layout(), lambda: Nanoseconds(0))
    dealer = Dealer(make_pack("red", joker=False, first_serial=1), Random(1))
    thrown = dealer.put(dealer.pack[0], Zone("muck"), "down")
    dealt = dealer.put(dealer.pack[1], Zone("seat:2"), "down")
    people, faults = AtAFault(service, dealer), service.record.faults

    faults.raise_("card-unheard", "reader", "muck")
    assert people.act(0, FLOOR_COMES_NS) == thrown
    assert people.act(1 * SECOND, FLOOR_COMES_NS) == []
    faults.gone("card-unheard")
    faults.raise_("card-between", "reader", "seat:1 and seat:2")
    late_ns = FLOOR_COMES_NS + 2 * SECOND
    assert people.act(late_ns, FLOOR_COMES_NS) == dealt
    assert people.act(late_ns + SECOND, FLOOR_COMES_NS) == []
    assert people.act(late_ns + FLOOR_COMES_NS + SECOND, FLOOR_COMES_NS) == ["card-between"]
    faults.gone("card-between")
    faults.raise_("card-unheard", "reader", "seat:2")
    later_ns = late_ns + 2 * FLOOR_COMES_NS
    assert people.act(later_ns, FLOOR_COMES_NS) == dealt
    assert people.act(later_ns + FLOOR_COMES_NS + SECOND, FLOOR_COMES_NS) == VOID
