"""Metrics of tables for Prometheus, as a table and its floor both serve them. Labels name no person and no card."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from burncard.controller.outbox.table_status import Status

READY: Final = "ready"
TABLE: Final = ["table"]


def table_exposition(name: str, status: Status) -> bytes:
    """One table's own metrics, as Prometheus reads them."""
    registry = CollectorRegistry(auto_describe=False)
    registry.register(_TableCollector(name, status))
    return generate_latest(registry)


class _TableCollector(Collector):
    def __init__(self, name: str, status: Status) -> None:
        self._tables = {name: status}

    def collect(self) -> Iterable[Metric]:
        """The metrics now."""
        return table_metrics(self._tables)


def table_metrics(tables: Mapping[str, Status]) -> Iterator[Metric]:
    """What tables say of themselves."""
    device = [*TABLE, "device"]
    hands = CounterMetricFamily("burncard_table_hands", "Hands begun", labels=TABLE)
    stops = GaugeMetricFamily("burncard_table_open_stops", "Rulings that nobody has answered", labels=TABLE)
    oldest = GaugeMetricFamily("burncard_table_oldest_stop_seconds", "Age of the oldest of them", labels=TABLE)
    faults = GaugeMetricFamily("burncard_table_fault", "An open fault", labels=[*TABLE, "code", "device"])
    links = GaugeMetricFamily("burncard_device_ready", "Whether a device's link is ready", labels=device)
    lost = CounterMetricFamily("burncard_device_events_lost", "Events that a device lost", labels=device)
    info = GaugeMetricFamily("burncard_table_info", "The program that a table runs", labels=[*TABLE, "program", "game"])
    for name, status in tables.items():
        hands.add_metric([name], status.hands)
        stops.add_metric([name], len(status.stops))
        ages = [(status.at_ns - stop.since_ns) / 1e9 for stop in status.stops]
        oldest.add_metric([name], max(ages, default=0.0))
        info.add_metric([name, status.program, status.game], 1)
        for fault in status.faults:
            faults.add_metric([name, fault.code, fault.device], 1)
        for role, state in status.devices.items():
            links.add_metric([name, role], state.link == READY)
            lost.add_metric([name, role], state.events_lost)
    yield from (hands, stops, oldest, faults, links, lost, info)
