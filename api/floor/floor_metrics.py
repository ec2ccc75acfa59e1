"""Metrics of the floor and its tables for Prometheus. Labels name tables, devices and codes; never people or cards."""

from collections.abc import Iterable, Iterator, Mapping

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from burncard.api.floor.room_floor import Heard, Room
from burncard.api.table_metrics import TABLE, table_metrics


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
        tables = {name.table: heard for name, heard in room.heard.items()}
        yield from _heard(tables)
        yield from table_metrics({name: heard.status for name, heard in tables.items()})


def _heard(tables: Mapping[str, Heard]) -> Iterator[Metric]:
    """What only a floor knows of its tables."""
    silent = GaugeMetricFamily("burncard_table_silent_seconds", "Since the table was last heard", labels=TABLE)
    behind = GaugeMetricFamily("burncard_table_rows_behind", "Rows that have not reached the stream", labels=TABLE)
    clock = GaugeMetricFamily("burncard_table_clock_seconds", "The table's clock less the floor's", labels=TABLE)
    for name, heard in tables.items():
        silent.add_metric([name], heard.age_s)
        behind.add_metric([name], heard.status.behind)
        clock.add_metric([name], (heard.status.at_ns - heard.at_ns) / 1e9)
    yield from (silent, behind, clock)


def _gauge(name: str, words: str, value: float) -> Metric:
    metric = GaugeMetricFamily(f"burncard_{name}", words)
    metric.add_metric([], value)
    return metric


def _counter(name: str, words: str, value: float) -> Metric:
    metric = CounterMetricFamily(f"burncard_{name}", words)
    metric.add_metric([], value)
    return metric
