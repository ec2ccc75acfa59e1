"""How a table is, for programs that watch it: whether it lives, whether it could deal, and its metrics.

The first two say only yes and no, to anybody; the metrics need a token. Nothing of it names a card or a person.
"""

from collections.abc import Mapping

from fastapi import FastAPI, Request, Response
from fastapi.responses import JSONResponse

from burncard.api.access import MAY_WATCH
from burncard.api.context import Context
from burncard.api.request_errors import ApiError
from burncard.api.signed_in import needs_role
from burncard.controller.outbox.published import Cursor
from burncard.controller.service import TableService

JOURNAL_FAULTS = frozenset({"journal-stopped", "journal-damaged"})


def add_health(app: FastAPI, context: Context) -> None:
    """Adds the addresses `/healthz`, `/readyz` and `/metrics` of a table."""

    @app.get("/healthz", include_in_schema=False)
    async def alive() -> Response:
        return JSONResponse({"alive": True})

    @app.get("/readyz", include_in_schema=False)
    async def ready() -> Response:
        found = readiness(context.service)
        return JSONResponse(dict(found), 200 if all(found.values()) else 503)

    @app.get("/metrics", include_in_schema=False)
    async def metrics(request: Request) -> Response:
        needs_role(context, request, MAY_WATCH)
        return Response(_exposition(context.service), media_type="text/plain; version=0.0.4; charset=utf-8")


def readiness(service: TableService) -> Mapping[str, bool]:
    """Whether the record can be written, the devices answer, and no fault is open."""
    faults = service.record.faults.open
    return {
        "journal": not any(fault.code in JOURNAL_FAULTS for fault in faults),
        "devices": not any(fault.device for fault in faults),
        "no_fault": not faults,
    }


def _exposition(service: TableService) -> bytes:
    try:
        from burncard.api.table_metrics import table_exposition
        from burncard.controller.outbox.table_status import status_of
    except ImportError as error:
        raise ApiError("no-such-address", f"{error.name} is not installed: pip install 'burncard[floor]'") from error
    table = service.record.config.table
    return table_exposition(table, status_of(service, "", table, Cursor()))
