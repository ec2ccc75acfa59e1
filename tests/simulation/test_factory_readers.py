"""Readers as they come out of the box, from the enrolment of a deck to the payout of a hand.

A card in place is a fact within 250 ms in the median; within 300 ms if the field must be switched off before each scan.
"""

from statistics import median

import pytest

from burncard.firmware_bridge.driver import MS
from burncard.firmware_bridge.feig.feig_driver import FeigDriver
from burncard.firmware_bridge.metratec.metratec_driver import MetratecDriver
from burncard.rules.outcomes import Ruling
from tests.harness.factory_feig import PHONE, FactoryFeig
from tests.harness.factory_metratec import FactoryMetratec
from tests.harness.factory_table import FactoryTable, results

FEIG = {
    "at factory settings": FactoryFeig(8),
    "with a password": FactoryFeig(8, locked=True),
    "with ONT that cannot be switched off": FactoryFeig(8, stubborn=True),
    "naming its antennas": FactoryFeig(8, "named"),
    "with two antennas": FactoryFeig(2),
    "with four antennas": FactoryFeig(4),
    "set to buffered read": FactoryFeig(8, mode=0x80),
    "set to notifications": FactoryFeig(8, mode=0xC0),
    "held to buffered read": FactoryFeig(8, mode=0x80, locked=True),
    "held to notifications": FactoryFeig(8, mode=0xC0, locked=True),
}


def played(table: FactoryTable) -> None:
    """Asserts that the hand was paid out, and that nothing was held against anybody."""
    assert len(results(table.told)) == 1
    assert [outcome for outcome in table.told if isinstance(outcome, Ruling) and outcome.severity == "stop"] == []
    assert table.service.record.faults.open == []


@pytest.mark.parametrize("name", FEIG)
def test_a_hand_is_dealt_on_a_feig_reader(name: str) -> None:
    reader = FEIG[name]
    table = FactoryTable(reader, FeigDriver(), 38400, reader.antennas)
    table.enrol()
    table.deal_hand()
    played(table)
    if "held" not in name:
        resets_field = name in ("with a password", "with ONT that cannot be switched off")
        assert median(table.delays_ns) < (300 if resets_field else 250) * MS


@pytest.mark.parametrize("antennas", [2, 4, 8])
def test_a_hand_is_dealt_on_a_metratec_reader(antennas: int) -> None:
    table = FactoryTable(FactoryMetratec(antennas), MetratecDriver(), 115200, antennas)
    table.enrol()
    table.deal_hand()
    played(table)


def test_a_reader_that_is_unplugged_in_the_middle_of_a_hand_goes_on_where_it_was() -> None:
    reader = FactoryFeig(8)
    table = FactoryTable(reader, FeigDriver(), 38400, 8)

    def pull(count: int) -> None:
        if count in (2, 5):
            table.world.unplug(table.reader_line)
            table.wait(1)
            reader.restart()
            table.world.plug(table.reader_line)
            table.until(lambda: not table.service.record.faults.open)

    table.enrol()
    table.deal_hand(pull)
    played(table)


def test_a_phone_that_lies_on_an_antenna_for_minutes_stops_nothing() -> None:
    reader = FactoryFeig(8, locked=True)
    table = FactoryTable(reader, FeigDriver(), 38400, 8)
    table.enrol()
    reader.lay("08112233445566", 1, PHONE)
    table.wait(180)
    table.deal_hand()
    played(table)
    assert table.service.devices.health["reader"].notes[-1] == "no card at seat:1: iso14443a"
