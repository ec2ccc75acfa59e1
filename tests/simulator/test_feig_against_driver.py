"""Our driver and the reader that was written from the manuals without it, in every model and mode."""

import pytest

from burncard.firmware_bridge.events import DeviceFault, LinkChanged
from burncard.firmware_bridge.feig.feig_driver import FeigDriver
from burncard.simulator.devices.feig.feig_reader import FeigReader
from burncard.simulator.devices.feig.settings import MODELS, MODES
from tests.harness.driver_bench import DriverBench

BAUD = 38400
PHONE = "08112233445566"


def uid(number: int) -> str:
    return f"E00401{number:010X}"


KINDS = [(model, mode) for model, kind in MODELS.items() for mode in MODES if mode == "host" or kind.buffered]


@pytest.mark.parametrize(("model", "mode"), KINDS)
def test_every_model_in_every_mode_is_read_as_it_comes_out_of_the_box(model: str, mode: str) -> None:
    kind = MODELS[model]
    reader = FeigReader(kind, 0xC0FFEE)
    reader.configuration.set_byte(1, 13, MODES[mode])
    bench = DriverBench(FeigDriver(), reader, BAUD)
    several = kind.selects or kind.multiplexer
    where = {uid(number): number % 4 + 1 if several else 1 for number in range(8)}
    for tag, antenna in list(where.items())[:4]:
        reader.put_tag(tag, antenna, "unknown", bench.world.now_ns)
    bench.wait(5)
    for tag, antenna in where.items():
        reader.put_tag(tag, antenna, "unknown", bench.world.now_ns)
    reader.put_tag(PHONE, 1, "unknown", bench.world.now_ns)
    bench.wait(3)
    bench.scans.clear()
    bench.wait(3)
    heard = {tag.uid: scan.antenna for scan in bench.scans for tag in scan.tags}
    assert heard == where, "cards that lay there before are read, and read again"
    assert [event.state for event in bench.events if isinstance(event, LinkChanged)] == ["identifying", "ready"]
    assert not any(isinstance(event, DeviceFault) for event in bench.events)
