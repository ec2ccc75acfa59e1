"""The room: this table and the others that its desk shows."""

from typing import Any

from burncard.api.v1.addresses import SEES_PEOPLE, Call, Group
from burncard.api.v1.other_messages import RoomTable, RoomTablePage
from burncard.api.v1.table_routes import view_after

GROUP = Group("room")


@GROUP.get("/tables", SEES_PEOPLE, RoomTablePage)
def list_tables(call: Call[None]) -> Any:
    """This table and its configured peers, in the room's order. Each peer is shown as its token's role may see it."""
    own = RoomTable(address="", view=view_after(call), trouble="")
    others = (RoomTable(address=one.peer.address, view=one.now(), trouble=one.trouble) for one in call.context.peers)
    return RoomTablePage(items=[own, *others], next=None)
