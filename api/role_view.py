"""The table as the API shows it to a role: the controller's view, with advice for each fault."""

from burncard.api.advice import ADVICE
from burncard.controller.faults import FAULT_KINDS, Role
from burncard.controller.service import TableService
from burncard.controller.views import View, view_of


def role_view(service: TableService, role: Role) -> View:
    """What a role may see of a table. A fault is `clearable` if this role may clear it by hand."""
    view = view_of(service, role)
    faults = [
        {
            **fault,
            "happened": ADVICE[fault["code"]].happened,
            "clearable": role in FAULT_KINDS[fault["code"]].cleared_by,
        }
        for fault in view["faults"]
    ]
    return {**view, "faults": faults, "role": role}
