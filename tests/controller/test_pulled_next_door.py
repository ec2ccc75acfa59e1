"""A card that lay on the border of two seats for long, heard by both, and is then pulled to the other one."""

from random import Random
from typing import Any

import pytest

from burncard.firmware_bridge.driver import SECOND

SEEN_WITHIN_NS = 6 * SECOND


@pytest.mark.parametrize("held_s", [4, 7, 15])
@pytest.mark.parametrize("seed", range(4))
def test_a_card_that_is_pulled_to_the_next_seat_is_noticed_however_long_it_lay_between(
    rig: Any, held_s: int, seed: int
) -> None:
    rig.deal_until_action()
    rig.look(100)
    rng = Random(seed)
    facts: list[Any] = []
    rig.service.record.subscribe(lambda update: facts.append(update.fact))
    uid = next(uid for uid, (antenna, _) in rig.lying.items() if antenna == 3)

    def scan(here: float, there: float) -> None:
        rig.gone(uid)
        rig.gone(uid + "'")
        if rng.random() < here:
            rig.lay(uid, "seat:3", rssi_dbm=-54 + rng.randint(-3, 3))
        if rng.random() < there:
            rig.lay(uid, "seat:4", rssi_dbm=-53 + rng.randint(-3, 3), copy=True)
        rig.scan()

    for here, there, for_ns in ((0.7, 0.6, held_s * SECOND), (0.0, 0.98, SEEN_WITHIN_NS)):
        until_ns = rig.now_ns + for_ns
        while rig.now_ns < until_ns and not facts and not rig.service.record.faults.open:
            scan(here, there)
    asked = [fault.text for fault in rig.service.record.faults.open]
    assert facts or asked == ["seat:3 and seat:4"]
