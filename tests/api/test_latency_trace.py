"""`burncard run --trace-latency` says how long each alert took, and nothing of its cards."""

import re

from burncard.api.desk import Desk
from burncard.api.latency_trace import STAGES, LatencyLog

MS = r"(\d+\.\d)"


def test_each_stop_that_a_card_brings_is_one_line_of_stages() -> None:
    lines: list[str] = []
    with Desk() as desk:
        log = LatencyLog(desk.service.record, lines.append)
        desk.load()
        zone = desk.view()["next"]["zone"]
        desk.put("As", zone, "up")
        desk.wait(lambda view: bool(view["alerts"]))
        [stop] = desk.view()["alerts"]
    [line] = lines
    stages = ", ".join(f"{stage} {MS}" for stage in STAGES)
    found = re.fullmatch(rf"latency {stop['id']}: {MS} ms \({stages}\)", line)
    assert found is not None, line
    whole, *parts = map(float, found.groups())
    assert abs(whole - sum(parts)) < 0.3
    assert [summed.split(":")[0] for summed in log.summary()] == [f"latency {stage}" for stage in STAGES]


def test_a_table_without_alerts_has_nothing_to_sum_up() -> None:
    lines: list[str] = []
    with Desk() as desk:
        log = LatencyLog(desk.service.record, lines.append)
        desk.load()
        desk.deal("As", desk.view()["next"]["zone"])
    assert lines == list(log.summary()) == []
