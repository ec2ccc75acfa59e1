"""The table as the API shows it: the controller's view, the client's role, and each fault in words."""

from burncard.api.faults import FAULTS
from burncard.controller.faults import FAULT_KINDS, Role
from burncard.controller.service import TableService
from burncard.controller.views import View, view_of


def shown(service: TableService, role: Role) -> View:
    """What a role may see of a table. A fault is `clearable` where this role may end it by hand."""
    view = view_of(service, role)
    faults = [
        {
            **fault,
            "happened": FAULTS[fault["code"]].happened,
            "clearable": role in FAULT_KINDS[fault["code"]].cleared_by,
        }
        for fault in view["faults"]
    ]
    return {**view, "faults": faults, "role": role}
