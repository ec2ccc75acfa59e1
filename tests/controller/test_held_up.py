"""Cards have come before which one is missed: the screens name no place for the next card until that is cleared up."""

from typing import Any

from burncard.controller.views.models import Looking
from burncard.controller.views.table_view import HOLDS_NS, table_view
from burncard.firmware_bridge.driver import MS


def looking(rig: Any) -> Looking | None:
    found = table_view(rig.service, "dealer").looking
    assert found is None or isinstance(found, Looking)
    return found


def test_the_dealer_is_asked_to_wait_while_a_card_is_held_for_one_that_is_missed(rig: Any) -> None:
    rig.deal(8)
    after_next = rig.service.watch.perception.deal.due()[1]
    laid_ns = rig.now_ns
    rig.lay(rig.dealer.stub.take().uid, rig.service.layout.zone_of(after_next))
    shown = []
    while not (rig.service.record.alerts or rig.service.record.faults.open):
        rig.scan()
        shown.append((rig.now_ns - laid_ns, looking(rig)))
    early = [found for age_ns, found in shown if age_ns < HOLDS_NS]
    late = [found for age_ns, found in shown[:-1] if age_ns > HOLDS_NS + 150 * MS]
    assert early == [None] * len(early) != []
    assert {None if found is None else found.entries for found in late} == {0}


def test_he_is_not_where_each_card_comes_in_order(rig: Any) -> None:
    for _ in range(11):
        rig.deal(1)
        assert looking(rig) is None
