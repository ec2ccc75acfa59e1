"""Traces of facts: one from the table to the floor for each, and nothing in them that a card could be told by."""

import asyncio
import re
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest

from burncard.api.floor.database import Database, database_at
from burncard.api.floor.intake import Arrived, Intake
from burncard.controller.outbox.published import Cursor, FactRow, Message
from burncard.controller.outbox.subjects import TableName
from burncard.controller.outbox.tracing import Traced, Traces, traces_asked_for
from burncard.rules.cards import PACK
from tests.harness.floor_room import journal_rows, messages_of, quick_table

NAME = TableName("room", "one")
KEYS = {"burncard.room", "burncard.table", "burncard.fact", "burncard.type", "messaging.system"}


class Spans:
    """Traces, and what was exported."""

    def __init__(self) -> None:
        sdk = pytest.importorskip("opentelemetry.sdk.trace", reason="burncard[otel] is not installed")
        from opentelemetry.sdk.trace.export import SimpleSpanProcessor
        from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

        self._exporter = InMemorySpanExporter()
        provider = sdk.TracerProvider()
        provider.add_span_processor(SimpleSpanProcessor(self._exporter))
        self.traces = Traces(provider)

    @property
    def ended(self) -> tuple[Any, ...]:
        """The spans that have ended, in order."""
        return self._exporter.get_finished_spans()


def published(traces: Traces, message: Message) -> Message:
    """A message as it goes out."""
    with traces.publishing(message) as traced:
        return traced


async def _kept(database: Database, messages: list[Message]) -> Any:
    await database.open()
    batch = [Arrived(at, NAME.record, msgspec.json.encode(one), 10**18 + at) for at, one in enumerate(messages, 1)]
    return await Intake(database).take(batch)


def test_a_fact_has_one_trace_from_the_tables_journal_to_the_floors_database(tmp_path: Path) -> None:
    spans, database = Spans(), database_at(str(tmp_path / "floor.db"))
    with closing(quick_table(tmp_path, "one", mistakes=0.05)) as table:
        table.play_hand()
        messages = [published(spans.traces, message) for message in messages_of(table, NAME)]
        facts = len(journal_rows(table)["fact"])
    taken = asyncio.run(_kept(database, messages))
    asyncio.run(database.close())
    spans.traces.kept(taken.traced)
    sent, kept = spans.ended[:facts], spans.ended[facts:]
    assert len(kept) == len(sent) == facts
    for one, other in zip(sent, kept, strict=True):
        assert one.context.trace_id == other.context.trace_id
        assert other.parent.span_id == one.context.span_id
        assert one.attributes["burncard.fact"] == other.attributes["burncard.fact"]
    assert {key for span in spans.ended for key in span.attributes} == KEYS
    said = {str(value) for span in spans.ended for value in (span.name, *span.attributes.values()) if value}
    cards = re.compile(rf"\b({'|'.join(PACK)})\b")
    assert not [text for text in said if cards.search(text)]
    assert not [event for span in spans.ended for event in span.events]


def test_a_fact_that_does_not_get_out_has_a_span_without_the_errors_text() -> None:
    spans = Spans()
    row = FactRow(1, 5, "x", msgspec.Raw(b'{"type":"card"}'), [])
    message = Message(1, "room", "one", "j", 0, Cursor(1), row)
    with pytest.raises(TimeoutError), spans.traces.publishing(message):
        raise TimeoutError("the queen of spades")
    (span,) = spans.ended
    assert span.status.description == "TimeoutError"
    assert "queen" not in span.to_json()


def test_nobody_traces_unless_asked_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OTEL_EXPORTER_OTLP_ENDPOINT", raising=False)
    with closing(quick_table(tmp_path, "one")) as table:
        for message in messages_of(table, NAME):
            assert published(traces_asked_for("burncard-table"), message) is message


def test_a_context_that_somebody_made_up_breaks_nothing() -> None:
    spans = Spans()
    spans.traces.kept([Traced(text, "room", "one", 1, 5) for text in ("", "zz", "00-0-0-0", "\x00" * 200)])
    assert len(spans.ended) == 4
