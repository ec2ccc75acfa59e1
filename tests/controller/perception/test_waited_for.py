"""A card that others wait for is scanned for, wherever it lies."""

import pytest

from burncard.firmware_bridge.driver import MS
from tests.harness.scans_by_hand import Bench

BURN, BOARD = 5, 3


@pytest.mark.parametrize("chance", [1.0, 0.7, 0.5])
def test_a_second_burn_is_known_soon_while_the_flop_waits_for_it(chance: float) -> None:
    bench = Bench(BOARD, BOARD, BOARD, aside=(BURN,), burn=(BURN,), measures_strength=False, seed=1)
    bench.run(300 * MS)
    bench.lay("second burn", BURN, chance=chance)
    bench.run(400 * MS)
    bench.lay("flop", BOARD)
    before = len(bench.scans)
    bench.run(1_500 * MS)
    assert bench.scans[before:].count(BURN) >= 12
    assert [uid for uid, _, _ in bench.reported] == ["second burn", "flop"]
