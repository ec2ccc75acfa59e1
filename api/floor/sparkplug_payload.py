"""The payload of Sparkplug B: the few fields of its protobuf message that an edge node like this one needs.

Field numbers and data types: Sparkplug 3.0.0, chapter 6.4. https://sparkplug.eclipse.org/specification/
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from google.protobuf import descriptor_pb2, descriptor_pool, message_factory

INT64: Final = 4
UINT64: Final = 8
BOOLEAN: Final = 11
STRING: Final = 12

Value = int | bool | str
_FIELDS: Final = {INT64: "long_value", UINT64: "long_value", BOOLEAN: "boolean_value", STRING: "string_value"}
_Types = descriptor_pb2.FieldDescriptorProto


@dataclass(frozen=True, slots=True)
class SparkplugMetric:
    """One metric. `datatype`: one of the constants here."""

    name: str
    datatype: int
    value: Value


@dataclass(frozen=True, slots=True)
class SparkplugPayload:
    """One payload. `seq` None: a death certificate of the node has none."""

    at_ms: int
    metrics: tuple[SparkplugMetric, ...]
    seq: int | None


def _message() -> Any:
    """The class of the protobuf message."""
    file = descriptor_pb2.FileDescriptorProto(name="sparkplug_b.proto", package="burncard.sparkplug", syntax="proto2")
    payload = file.message_type.add(name="Payload")
    metric = payload.nested_type.add(name="Metric")
    fields = [
        ("name", 1, _Types.TYPE_STRING),
        ("timestamp", 3, _Types.TYPE_UINT64),
        ("datatype", 4, _Types.TYPE_UINT32),
        ("long_value", 11, _Types.TYPE_UINT64),
        ("boolean_value", 14, _Types.TYPE_BOOL),
        ("string_value", 15, _Types.TYPE_STRING),
    ]
    for name, number, kind in fields:
        metric.field.add(name=name, number=number, type=kind, label=_Types.LABEL_OPTIONAL)
    payload.field.add(name="timestamp", number=1, type=_Types.TYPE_UINT64, label=_Types.LABEL_OPTIONAL)
    payload.field.add(
        name="metrics",
        number=2,
        type=_Types.TYPE_MESSAGE,
        type_name=".burncard.sparkplug.Payload.Metric",
        label=_Types.LABEL_REPEATED,
    )
    payload.field.add(name="seq", number=3, type=_Types.TYPE_UINT64, label=_Types.LABEL_OPTIONAL)
    pool = descriptor_pool.DescriptorPool()
    pool.Add(file)
    return message_factory.GetMessageClass(pool.FindMessageTypeByName("burncard.sparkplug.Payload"))


_Payload: Final = _message()


def to_bytes(payload: SparkplugPayload) -> bytes:
    """A payload as it is sent."""
    message = _Payload(timestamp=payload.at_ms)
    if payload.seq is not None:
        message.seq = payload.seq
    for metric in payload.metrics:
        one = message.metrics.add(name=metric.name, timestamp=payload.at_ms, datatype=metric.datatype)
        setattr(one, _FIELDS[metric.datatype], metric.value)
    return bytes(message.SerializeToString())


def from_bytes(data: bytes) -> SparkplugPayload:
    """A payload that has arrived; metrics of other types are left out. Raises ValueError."""
    message = _Payload()
    try:
        message.ParseFromString(data)
    except Exception as error:  # protobuf's own error is not public in every version
        raise ValueError("not a payload") from error
    metrics = tuple(_read(message.metrics))
    return SparkplugPayload(message.timestamp, metrics, message.seq if message.HasField("seq") else None)


def _read(metrics: Sequence[Any]) -> list[SparkplugMetric]:
    return [
        SparkplugMetric(one.name, one.datatype, getattr(one, _FIELDS[one.datatype]))
        for one in metrics
        if one.datatype in _FIELDS
    ]
