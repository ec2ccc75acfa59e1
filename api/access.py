"""Which role may do what, at the addresses without a version. Those of v1 say it where they are declared."""

from typing import Final, get_args

from burncard.controller.faults import Role

ROLES: Final[tuple[Role, ...]] = get_args(Role)

MAY_WATCH: Final[frozenset[Role]] = frozenset(ROLES)
MAY_ENTER: Final[frozenset[Role]] = frozenset({"dealer", "floor"})
MAY_DECIDE: Final[frozenset[Role]] = frozenset({"floor"})
MAY_SERVICE: Final[frozenset[Role]] = frozenset({"dealer", "floor", "technician"})
MAY_OPEN_AND_CLOSE: Final[frozenset[Role]] = frozenset({"floor", "technician"})
MAY_EXPORT: Final[frozenset[Role]] = frozenset({"floor", "auditor"})
