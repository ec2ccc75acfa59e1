"""Who sees what: the table as people and programs see it."""

from burncard.controller.views.felt_view import Moment, felt_view
from burncard.controller.views.models import BACK
from burncard.controller.views.old_view import SEES_DEVICES, View, view_of
from burncard.controller.views.table_model import Felt, TableView
from burncard.controller.views.table_view import moment_of, table_view

__all__ = [
    "BACK",
    "SEES_DEVICES",
    "Felt",
    "Moment",
    "TableView",
    "View",
    "felt_view",
    "moment_of",
    "table_view",
    "view_of",
]
