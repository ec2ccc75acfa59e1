"""Readers as they come out of the box, from the enrolment of a deck to the payout of a hand.

A card in place is a fact within 250 ms in the median; within 300 ms if the field must be switched off before each scan.
"""

from dataclasses import dataclass, replace
from random import Random
from statistics import median

import pytest

from burncard.firmware_bridge.driver import MS, Nanoseconds
from burncard.firmware_bridge.feig.feig_driver import FeigDriver
from burncard.firmware_bridge.metratec.metratec_driver import MetratecDriver
from burncard.rules.outcomes import Ruling
from burncard.simulator.devices.factory import Options
from burncard.simulator.devices.feig.feig_reader import FeigReader
from burncard.simulator.devices.feig.settings import INTERFACE, MODELS, MODES, READER_MODE, Mode, Model
from tests.harness.factory_feig import PHONE, FactoryFeig
from tests.harness.factory_metratec import FactoryMetratec
from tests.harness.factory_table import FactoryTable, results

PHONE_UID = "08112233445566"
FEIG = {
    "at factory settings": FactoryFeig(8),
    "with a password": FactoryFeig(8, locked=True),
    "with ONT that cannot be switched off": FactoryFeig(8, stubborn=True),
    "held to buffered read": FactoryFeig(8, mode=0x80, locked=True),
    "held to notifications": FactoryFeig(8, mode=0xC0, locked=True),
}


@dataclass(frozen=True, slots=True)
class Setting:
    """A reader of the maker's manual. `held`: a password keeps it at its settings. `phone`: one lies on antenna 1."""

    antennas: int
    model: Model = MODELS["lr2500"]
    mode: Mode = "host"
    held: bool = False
    phone: bool = False

    def reader(self) -> FeigReader:
        """The reader, just powered up."""
        air = Options(antennas=self.antennas).air(Random(1), self.antennas)
        reader = FeigReader(self.model, 0xC0FFEE, air, password=b"\x12\x34\x56\x78" if self.held else b"")
        reader.configuration.set_byte(INTERFACE, READER_MODE, MODES[self.mode])
        return reader


READS_PHONES = replace(MODELS["lr2500"], type_a=True)
SETTINGS = {
    "two antennas": Setting(2),
    "four antennas on a multiplexer": Setting(4, MODELS["mr102"]),
    "eight antennas that it names": Setting(8, replace(MODELS["lr2500"], multiplexer=False)),
    "ONT on": Setting(8, held=True),
    "ISO 14443 A on, and a phone": Setting(8, READS_PHONES, held=True, phone=True),
    "buffered": Setting(4, mode="buffered"),
    "notification": Setting(4, mode="notification"),
    "held to buffered, ISO 14443 A on": Setting(8, READS_PHONES, "buffered", held=True, phone=True),
    "held to notification": Setting(8, mode="notification", held=True),
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


@pytest.mark.parametrize("name", SETTINGS)
def test_a_feig_reader_after_the_manual_is_unplugged_in_the_middle_of_a_hand_that_is_paid_out(name: str) -> None:
    setting = SETTINGS[name]
    reader = setting.reader()
    table = FactoryTable(reader, FeigDriver(), 38400, setting.antennas)

    def pull(count: int) -> None:
        if count == 2:
            table.world.unplug(table.reader_line)
            table.wait(1)
            table.world.plug(table.reader_line)
            table.until(lambda: not table.service.record.faults.open)

    table.enrol()
    if setting.phone:
        reader.put_tag(PHONE_UID, 1, "unknown", Nanoseconds(table.world.now_ns))
    table.deal_hand(pull)
    played(table)
    if setting.phone:
        assert table.service.devices.health["reader"].notes[-1] == "no card at seat:1: iso14443a"


@pytest.mark.parametrize("antennas", [2, 4, 8])
def test_a_hand_is_dealt_on_a_metratec_reader(antennas: int) -> None:
    table = FactoryTable(FactoryMetratec(antennas), MetratecDriver(), 115200, antennas)
    table.enrol()
    table.deal_hand()
    played(table)


def test_a_phone_that_lies_on_an_antenna_for_minutes_stops_nothing() -> None:
    reader = FactoryFeig(8, locked=True)
    table = FactoryTable(reader, FeigDriver(), 38400, 8)
    table.enrol()
    reader.lay(PHONE_UID, 1, PHONE)
    table.wait(180)
    table.deal_hand()
    played(table)
    assert table.service.devices.health["reader"].notes[-1] == "no card at seat:1: iso14443a"
