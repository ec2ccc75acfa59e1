"""The table as the API shows it to a role: the controller's view, with advice for each fault."""

import msgspec

from burncard.api.accounts.people import Person
from burncard.api.error_advice import ADVICE
from burncard.controller.faults import FAULT_KINDS, Role
from burncard.controller.service import TableService
from burncard.controller.views import TableView, View, table_view, view_of


def view_for(service: TableService, who: Person, *, demonstration: bool = False) -> TableView:
    """What a person may see of a table."""
    view = table_view(service, who.role, who.name)
    faults = tuple(
        msgspec.structs.replace(fault, happened=ADVICE[fault.code].happened, hint=ADVICE[fault.code].next)
        for fault in view.faults
    )
    return msgspec.structs.replace(view, faults=faults, demonstration=demonstration)


def role_view(service: TableService, role: Role) -> View:
    """What a role may see of a table, at the addresses without a version."""
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
