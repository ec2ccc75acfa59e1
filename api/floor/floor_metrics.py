"""Metrics of the floor and its tables for Prometheus. Labels name tables, devices and codes; never people or cards."""

from collections.abc import Iterable, Iterator
from typing import Final

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from burncard.api.floor.room_floor import Heard, Room

READY: Final = "ready"


def exposition(room: Room) -> bytes:
    """The floor's metrics, as Prometheus reads them."""
    registry = CollectorRegistry(auto_describe=False)
    registry.register(_RoomCollector(room))
    return generate_latest(registry)


class _RoomCollector(Collector):
    def __init__(self, room: Room) -> None:
        self._room = room

    def collect(self) -> Iterable[Metric]:
        """The metrics now."""
        room, counts = self._room, self._room.counts
        yield _gauge("floor_connected", "Whether the room's servers are reached", room.is_connected)
        yield _gauge(
            "floor_leads", "Whether this floor takes the records in; any other of the room stands by", room.leads
        )
        yield _gauge("floor_pending_messages", "Messages of the stream that are not yet taken in", counts.pending)
        yield _counter("floor_rows", "Rows taken into the database", counts.rows)
        yield _counter("floor_rows_again", "Rows that came again and were there already", counts.again)
        yield _counter("floor_rejected", "Messages that were kept apart", counts.rejected)
        yield _counter("floor_reports", "Findings that need a person's attention", counts.reports)
        yield _counter("floor_database_errors", "Batches that the database did not take", counts.database_errors)
        yield from _tables({name.table: heard for name, heard in room.heard.items()})


def _tables(tables: dict[str, Heard]) -> Iterator[Metric]:
    table = ["table"]
    silent = GaugeMetricFamily("burncard_table_silent_seconds", "Since the table was last heard", labels=table)
    behind = GaugeMetricFamily("burncard_table_rows_behind", "Rows that have not reached the stream", labels=table)
    hands = CounterMetricFamily("burncard_table_hands", "Hands begun", labels=table)
    stops = GaugeMetricFamily("burncard_table_open_stops", "Rulings that nobody has answered", labels=table)
    oldest = GaugeMetricFamily("burncard_table_oldest_stop_seconds", "Age of the oldest of them", labels=table)
    faults = GaugeMetricFamily("burncard_table_fault", "An open fault", labels=["table", "code", "device"])
    links = GaugeMetricFamily("burncard_device_ready", "Whether a device's link is ready", labels=["table", "device"])
    lost = CounterMetricFamily("burncard_device_events_lost", "Events that a device lost", labels=["table", "device"])
    info = GaugeMetricFamily(
        "burncard_table_info", "The program that a table runs", labels=["table", "program", "game"]
    )
    for name, heard in tables.items():
        status = heard.status
        silent.add_metric([name], heard.age_s)
        behind.add_metric([name], status.behind)
        hands.add_metric([name], status.hands)
        stops.add_metric([name], len(status.stops))
        ages = [(status.at_ns - stop.since_ns) / 1e9 for stop in status.stops]
        oldest.add_metric([name], max(ages, default=0.0))
        info.add_metric([name, status.program, status.game], 1)
        for fault in status.faults:
            faults.add_metric([name, fault.code, fault.device], 1)
        for device, state in status.devices.items():
            links.add_metric([name, device], state.link == READY)
            lost.add_metric([name, device], state.events_lost)
    yield from (silent, behind, hands, stops, oldest, faults, links, lost, info)


def _gauge(name: str, words: str, value: float) -> Metric:
    metric = GaugeMetricFamily(f"burncard_{name}", words)
    metric.add_metric([], value)
    return metric


def _counter(name: str, words: str, value: float) -> Metric:
    metric = CounterMetricFamily(f"burncard_{name}", words)
    metric.add_metric([], value)
    return metric
