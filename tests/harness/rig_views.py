"""What a table shows, for tests that compare it."""

from typing import Any

from burncard.controller.views import view_of


def felt_view(rig: Any) -> dict[str, Any]:
    """What must be the same after a restart: all but the devices, and the state while no hand is in play."""
    view: dict[str, Any] = view_of(rig.service, "observer")
    if not rig.service.record.in_hand:
        for key in ("state", "seats", "board", "burns", "muck", "aside"):
            del view[key]
    return view


def state(rig: Any) -> str:
    """The state that the table shows."""
    shown: str = view_of(rig.service)["state"]
    return shown
