"""Traces of a fact's way, from the table's journal over the stream to the floor's database, with OpenTelemetry.

Nobody traces unless asked to: `OTEL_EXPORTER_OTLP_ENDPOINT` says where spans go, and the packages of `burncard[otel]`
have to be installed. A span names the room, the table, and the fact's number and type: never a card, a seat or a
person. The context travels in the message itself (`trace`, as W3C Trace Context writes it).
"""

import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import msgspec

from burncard.controller.outbox.published import FactRow, Message

if TYPE_CHECKING:
    from opentelemetry.trace import Tracer, TracerProvider

ASKED_BY: Final = "OTEL_EXPORTER_OTLP_ENDPOINT"


log = logging.getLogger("burncard.traces")


@dataclass(frozen=True, slots=True)
class Traced:
    """A fact that has come with a trace. `stored_ns`: when the stream had it, by the servers' clock (ns since 1970)."""

    context: str
    room: str
    table: str
    number: int
    stored_ns: int


class Traces:
    """Makes spans, or none."""

    def __init__(self, provider: "TracerProvider | None" = None) -> None:
        self._tracer: Tracer | None = None if provider is None else provider.get_tracer("burncard")

    @contextmanager
    def publishing(self, message: Message) -> Iterator[Message]:
        """The span of a fact from when the journal had it until the stream has; the message with its context."""
        if self._tracer is None or not isinstance(message.row, FactRow):
            yield message
            return
        from opentelemetry.trace import SpanKind, Status, StatusCode
        from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

        row, carrier = message.row, dict[str, str]()
        kind = msgspec.json.decode(row.fact, type=_Typed).type
        with self._tracer.start_as_current_span(
            "fact to stream",
            kind=SpanKind.PRODUCER,
            start_time=row.at_ns,
            attributes=_about(message.room, message.table, row.number) | {"burncard.type": kind},
            record_exception=False,
            set_status_on_exception=False,
        ) as span:
            TraceContextTextMapPropagator().inject(carrier)
            try:
                yield msgspec.structs.replace(message, trace=carrier.get("traceparent", ""))
            except BaseException as error:
                span.set_status(Status(StatusCode.ERROR, type(error).__name__))
                raise

    def kept(self, facts: list[Traced]) -> None:
        """The spans of facts from when the stream had them until now, when the database has."""
        if self._tracer is None:
            return
        from opentelemetry.trace import SpanKind
        from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

        for fact in facts:
            parent = TraceContextTextMapPropagator().extract({"traceparent": fact.context})
            about = _about(fact.room, fact.table, fact.number)
            self._tracer.start_span(
                "stream to database", parent, SpanKind.CONSUMER, start_time=fact.stored_ns, attributes=about
            ).end()


class _Typed(msgspec.Struct, frozen=True):
    type: str


def _about(room: str, table: str, number: int) -> dict[str, Any]:
    return {"burncard.room": room, "burncard.table": table, "burncard.fact": number, "messaging.system": "nats"}


def traces_asked_for(service: str) -> Traces:
    """What traces the environment asks for. `service`: the name of this program in them.

    Where a package is missing there are none, which the log says: nobody's table stops for that.
    """
    if not os.environ.get(ASKED_BY):
        return Traces()
    try:
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
        from opentelemetry.sdk.resources import Resource
        from opentelemetry.sdk.trace import TracerProvider
        from opentelemetry.sdk.trace.export import BatchSpanProcessor
    except ImportError as error:
        log.warning("no traces: %s is not installed: pip install 'burncard[otel]'", error.name)
        return Traces()
    provider = TracerProvider(resource=Resource.create({"service.name": service}))
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    return Traces(provider)
