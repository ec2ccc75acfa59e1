"""The virtual Metratec reader: each model with its antennas, over the radio of its room."""

from random import Random

import pytest

from burncard.firmware_bridge.driver import MS, SECOND, Nanoseconds
from burncard.firmware_bridge.events import DeviceFault, LinkChanged
from burncard.firmware_bridge.metratec.metratec_driver import MetratecDriver
from burncard.simulator.devices.factory import Options
from burncard.simulator.devices.virtual_metratec import ANTENNAS, KINDS, VirtualMetratec, make_from_factory
from tests.harness.driver_bench import DriverBench

CARD, OTHER = "E004010000000001", "E004010000000002"


def served(model: str, antennas: int = 0, radio: str = "perfect") -> VirtualMetratec:
    return make_from_factory("77", Random(1), Options(model, "host", antennas, radio))


def said(reader: VirtualMetratec, line: str, at_ns: int = SECOND) -> str:
    reader.receive(f"{line}\r".encode(), Nanoseconds(at_ns))
    reader.tick(Nanoseconds(at_ns + SECOND))
    return reader.take_output().decode().replace("\r", "|")


@pytest.mark.parametrize("model", KINDS)
def test_an_antenna_that_is_not_there_is_out_of_range(model: str) -> None:
    reader, most = served(model), ANTENNAS[model]
    if most == 1:
        assert said(reader, "SAP MAN 1") == "NOS|"
        return
    assert said(reader, f"SAP MAN {most}") == "OK!|"
    assert said(reader, f"SAP MAN {most + 1}") == "NOR|"
    assert said(served(model, 2), "SAP MAN 3") == "NOR|"
    with pytest.raises(ValueError, match="at most"):
        served(model, most + 1)


def test_only_new_tags_and_a_single_slot() -> None:
    reader = served("deskid")
    assert said(reader, "INV") == "RNW|"
    assert said(reader, "SRI SS 100") == "OK!|"
    for uid in (CARD, OTHER):
        reader.put_tag(uid, 1, "unknown", Nanoseconds(0))
    assert said(reader, "INV ") == f"{CARD}|{OTHER}|IVF 02|"
    assert said(reader, "INV SSL") == "IVF 00|"
    assert said(reader, "INV ONT") == f"{CARD}|{OTHER}|IVF 02|"
    assert said(reader, "INV ONT") == "IVF 00|"
    assert said(reader, "NIX") == "UCO|"


def test_an_inventory_takes_the_time_of_its_tags() -> None:
    reader = served("quasarlr")
    said(reader, "SRI SS 100")
    for number in range(10):
        reader.put_tag(f"E00401000000{number:04X}", 1, "unknown", Nanoseconds(0))
    reader.receive(b"INV\r", Nanoseconds(5 * SECOND))
    due = reader.next_due_ns()
    assert due is not None
    assert 40 * MS < due - 5 * SECOND < 120 * MS


@pytest.mark.parametrize("radio", ["perfect", "typical"])
@pytest.mark.parametrize("model", KINDS)
def test_our_driver_reads_every_model(model: str, radio: str) -> None:
    reader = served(model, radio=radio)
    bench = DriverBench(MetratecDriver(), reader, 115200)
    where = {f"E00401{number:010X}": number % ANTENNAS[model] + 1 for number in range(8)}
    for uid, antenna in where.items():
        reader.put_tag(uid, antenna, "unknown", bench.world.now_ns)
    bench.wait(12)
    heard = {(tag.uid, scan.antenna) for scan in bench.scans for tag in scan.tags}
    assert heard >= set(where.items())
    assert {scan.antenna for scan in bench.scans} == set(range(1, ANTENNAS[model] + 1))
    assert [event.state for event in bench.events if isinstance(event, LinkChanged)] == ["identifying", "ready"]
    assert not any(isinstance(event, DeviceFault) for event in bench.events)
