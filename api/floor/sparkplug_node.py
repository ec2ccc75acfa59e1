"""The room as a Sparkplug B edge node, and each table as a device of it: health and counters, one way, never a card.

What is sent is decided here without a network; `sparkplug_link.py` sends it. Nothing is taken from the broker but the
request for new births, which the specification asks for.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from burncard.api.floor.sparkplug_payload import (
    BOOLEAN,
    INT64,
    STRING,
    UINT64,
    SparkplugMetric,
    SparkplugPayload,
    from_bytes,
    to_bytes,
)
from burncard.controller.outbox.table_status import Status

NAMESPACE: Final = "spBv1.0"
REBIRTH: Final = "Node Control/Rebirth"
BD_SEQ: Final = "bdSeq"
SEQ_COUNT: Final = 256
DEVICES: Final = ("reader", "shuffler")


@dataclass(frozen=True, slots=True)
class Publication:
    """One message. Births, data and devices' deaths go with QoS 0, the node's death with QoS 1; none is retained."""

    topic: str
    payload: bytes
    qos: int = 0


@dataclass(slots=True)
class EdgeNode:
    """The node's state in one connection after the other."""

    group: str
    node: str
    bd_seq: int = -1
    _seq: int = 0
    _born: dict[str, tuple[SparkplugMetric, ...]] = field(default_factory=dict)

    @property
    def command_topic(self) -> str:
        """Where requests for new births arrive."""
        return self._topic("NCMD")

    def connect(self, at_ms: int) -> Publication:
        """A new connection: its death certificate, which the broker publishes when the node is gone."""
        self.bd_seq = (self.bd_seq + 1) % SEQ_COUNT
        self._born.clear()
        return self._death(at_ms)

    def disconnect(self, at_ms: int) -> Publication:
        """The node goes in order: it says so itself."""
        return self._death(at_ms)

    def birth(self, at_ms: int, tables: Iterable[Status]) -> list[Publication]:
        """The births of the node and of every table that is there."""
        self._born.clear()
        self._seq = 0
        metrics = (
            SparkplugMetric(BD_SEQ, INT64, self.bd_seq),
            SparkplugMetric(REBIRTH, BOOLEAN, False),
            SparkplugMetric("Properties/Program", STRING, "Burncard"),
        )
        first = Publication(self._topic("NBIRTH"), to_bytes(SparkplugPayload(at_ms, metrics, 0)))
        return [first, *self.update(at_ms, tables)]

    def update(self, at_ms: int, tables: Iterable[Status]) -> list[Publication]:
        """What has changed: births of tables that came, deaths of those that went, data of the others."""
        sent: list[Publication] = []
        now = {status.table: metrics_of(status) for status in tables}
        for table in sorted(self._born.keys() - now.keys()):
            del self._born[table]
            sent.append(self._of_table("DDEATH", table, at_ms, ()))
        for table, metrics in sorted(now.items()):
            before = self._born.get(table)
            if before is None or [one.name for one in before] != [one.name for one in metrics]:
                sent.append(self._of_table("DBIRTH", table, at_ms, metrics))
            elif changed := tuple(one for one, old in zip(metrics, before, strict=True) if one != old):
                sent.append(self._of_table("DDATA", table, at_ms, changed))
            self._born[table] = metrics
        return sent

    def wants_births(self, topic: str, payload: bytes) -> bool:
        """Whether a message asks for new births. Any other command is left alone."""
        if topic != self.command_topic:
            return False
        try:
            metrics = from_bytes(payload).metrics
        except ValueError:
            return False
        return SparkplugMetric(REBIRTH, BOOLEAN, True) in metrics

    # ---- inside --------------------

    def _death(self, at_ms: int) -> Publication:
        payload = SparkplugPayload(at_ms, (SparkplugMetric(BD_SEQ, INT64, self.bd_seq),), None)
        return Publication(self._topic("NDEATH"), to_bytes(payload), qos=1)

    def _of_table(self, kind: str, table: str, at_ms: int, metrics: tuple[SparkplugMetric, ...]) -> Publication:
        self._seq = (self._seq + 1) % SEQ_COUNT
        return Publication(f"{self._topic(kind)}/{table}", to_bytes(SparkplugPayload(at_ms, metrics, self._seq)))

    def _topic(self, kind: str) -> str:
        return f"{NAMESPACE}/{self.group}/{kind}/{self.node}"


def metrics_of(status: Status) -> tuple[SparkplugMetric, ...]:
    """The metrics of a table: always the same names, in the same order."""
    found = [
        SparkplugMetric("Table/State", STRING, status.state),
        SparkplugMetric("Table/Mode", STRING, status.mode),
        SparkplugMetric("Table/Game", STRING, status.game),
        SparkplugMetric("Table/Simulated", BOOLEAN, status.simulated),
        SparkplugMetric("Table/Program", STRING, status.program),
        SparkplugMetric("Table/Hands", UINT64, status.hands),
        SparkplugMetric("Table/Open stops", UINT64, len(status.stops)),
        SparkplugMetric("Table/Faults", STRING, " ".join(sorted(fault.code for fault in status.faults))),
        SparkplugMetric("Table/Rows behind", UINT64, status.behind),
    ]
    for device in DEVICES:
        state = status.devices.get(device)
        found += [
            SparkplugMetric(f"{device.capitalize()}/Link", STRING, "" if state is None else state.link),
            SparkplugMetric(f"{device.capitalize()}/Fault", STRING, "" if state is None else state.fault),
            SparkplugMetric(
                f"{device.capitalize()}/Serial number", STRING, "" if state is None else state.serial_number
            ),
            SparkplugMetric(f"{device.capitalize()}/Events lost", UINT64, 0 if state is None else state.events_lost),
        ]
    return tuple(found)
