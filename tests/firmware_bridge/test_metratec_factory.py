"""Metratec readers as they come: any number of antennas, old and new firmware, lines that nobody knows."""

import pytest

from burncard.firmware_bridge.events import DeviceFault, DeviceIdentified, LinkChanged, StrayTag
from burncard.firmware_bridge.metratec.lines import Line, LineReader
from burncard.firmware_bridge.metratec.metratec_driver import MetratecDriver
from tests.harness.driver_bench import DriverBench
from tests.harness.factory_metratec import FactoryMetratec

BAUD = 115200
CARD = "E004010000000001"
OTHER = "E004010000000002"


class Bench(DriverBench):
    """The driver and a reader on a line in virtual time."""

    def __init__(self, reader: FactoryMetratec) -> None:
        self.reader = reader
        self.driver = MetratecDriver()
        super().__init__(self.driver, reader, BAUD)

    def again(self, seconds: float = 2.0) -> None:
        self.scans.clear()
        self.wait(seconds)

    def identities(self) -> list[DeviceIdentified]:
        return [event for event in self.events if isinstance(event, DeviceIdentified)]


def ready(reader: FactoryMetratec) -> Bench:
    bench = Bench(reader)
    bench.wait(5)
    assert bench.driver.state == "ready"
    return bench


@pytest.mark.parametrize("antennas", [1, 2, 4, 8, 16])
def test_it_has_as_many_antennas_as_are_in_range_and_is_identified_once(antennas: int) -> None:
    bench = ready(FactoryMetratec(antennas))
    bench.wait(20)
    bench.again()
    assert [identity.antennas for identity in bench.identities()] == [antennas]
    assert {scan.antenna for scan in bench.scans} == set(range(1, antennas + 1))
    assert [event.state for event in bench.events if isinstance(event, LinkChanged)] == ["identifying", "ready"]


def test_an_antenna_that_goes_out_of_range_is_no_reason_to_begin_again() -> None:
    bench = ready(FactoryMetratec(4))
    bench.reader.antennas = 3
    bench.wait(20)
    bench.again()
    assert {scan.antenna for scan in bench.scans if scan.complete} == {1, 2, 3}
    assert {scan.antenna for scan in bench.scans if not scan.complete} == {4}
    assert len(bench.identities()) == 1


@pytest.mark.parametrize(
    ("identity", "knows_rev", "name", "version"),
    [
        ("DESKID_ISO      0312", True, "DESKID_ISO", "03.12"),
        ("DESKID_ISO      0312", False, "DESKID_ISO", "03.12"),
        ("DESKID_ISO     01000218", True, "DESKID_ISO", "02.18"),
        ("QUASAR_MX       02000300", True, "QUASAR_MX", "03.00"),
    ],
)
def test_old_and_new_identifications_are_taken(identity: str, knows_rev: bool, name: str, version: str) -> None:
    bench = ready(FactoryMetratec(0, identity, knows_rev))
    assert [(it.serial_number, it.firmware_version) for it in bench.identities()] == [
        (f"{name}-2009090314570000", version)
    ]


@pytest.mark.parametrize("antennas", [0, 2])
@pytest.mark.parametrize("trait", ["knows_eof", "reply_crc"])
def test_without_end_of_frame_mode_and_with_a_crc_in_replies_it_is_read_too(trait: str, antennas: int) -> None:
    reader = FactoryMetratec(antennas)
    setattr(reader, trait, trait != "knows_eof")
    bench = ready(reader)
    reader.tags[CARD] = 1
    bench.again(5)
    assert [tag.uid for scan in bench.scans[-4:] for tag in scan.tags if scan.antenna == 1][-1] == CARD
    assert any(scan.complete and scan.tags for scan in bench.scans)


@pytest.mark.parametrize("antennas", [0, 2])
@pytest.mark.parametrize("awake", ["OK!", "UCO"])
def test_a_reader_that_knows_no_sleep_is_read_too(awake: str, antennas: int) -> None:
    bench = ready(FactoryMetratec(antennas, awake=awake))
    bench.reader.tags[CARD] = 1
    bench.again()
    assert any(scan.complete and scan.tags for scan in bench.scans)


@pytest.mark.parametrize("antennas", [0, 2])
def test_a_line_that_nobody_knows_is_skipped_and_counted(antennas: int) -> None:
    bench = ready(FactoryMetratec(antennas, chatter="TEMP 41C"))
    bench.reader.tags[CARD] = 1
    bench.again()
    assert all({tag.uid for tag in scan.tags} == {CARD} for scan in bench.scans[3:] if scan.antenna == 1)
    assert all(scan.complete for scan in bench.scans[3:])
    assert bench.driver.counters()["lines_skipped"] > 10


@pytest.mark.parametrize("stray", ["E200600311753E33", "08112233", "04112233445566"])
def test_what_is_no_card_hides_no_card_and_raises_no_fault(stray: str) -> None:
    bench = ready(FactoryMetratec(2))
    bench.reader.tags = {CARD: 1, stray: 1, OTHER: 1}
    bench.wait(60)
    bench.again()
    here = [scan for scan in bench.scans if scan.antenna == 1]
    assert all({tag.uid for tag in scan.tags} == {CARD, OTHER} and scan.complete for scan in here)
    assert here[-1].strays == (StrayTag("unknown", stray),)
    assert not [event for event in bench.events if isinstance(event, DeviceFault)]


def test_the_states_of_inputs_are_read() -> None:
    assert LineReader("reader").receive(b"LOW\rHI!\r") == [Line("word", "LOW"), Line("word", "HI!")]
