"""The table itself: its view, and whether it deals."""

from burncard.api.role_view import view_for
from burncard.api.v1.addresses import EVERYBODY, OPENS, Call, Group
from burncard.api.v1.messages import ModeBody
from burncard.controller.views.table_model import TableView

GROUP = Group("table")


def view_after(call: Call[object]) -> TableView:
    """The table as the person who made a request sees it."""
    return view_for(call.service, call.who, demonstration=call.context.demonstration)


@GROUP.get("/table", EVERYBODY, TableView)
def table(call: Call[None]) -> TableView:
    """The table as it is now. Its ETag changes with anything but the time."""
    return view_after(call)


@GROUP.post("/table/mode", OPENS, TableView, body=ModeBody, example={"mode": "closed"})
def set_mode(call: Call[ModeBody]) -> TableView:
    """Opens or closes the table, or gives it to the technician. A hand in play is finished first."""
    call.service.set_mode(call.body.mode, call.who.operator)
    return view_after(call)
