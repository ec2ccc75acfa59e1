"""A pytest plugin: the fixture `desk` is a whole table of virtual devices, dealt to by the test.

    import pytest

    @pytest.mark.burncard_house("general")
    def test_my_screen(desk):
        desk.load()
        desk.deal("As", "seat:1", "up")
        assert desk.view()["alerts"]

`burncard_house(code)` sets the house, `burncard_table(**fields)` any field of the table's configuration, and
`burncard_radio(name, seed=1)` how well its reader hears: perfect (as without it), good, typical or poor.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from burncard.api.desk import Desk

HOUSE = "burncard_house(code): the house rules of the table that `desk` runs"
RADIO = "burncard_radio(name, seed=1): the radio of the table that `desk` runs: perfect, good, typical or poor"
TABLE = "burncard_table(**fields): fields of the configuration of the table that `desk` runs"


def pytest_configure(config: pytest.Config) -> None:
    """Makes the markers known."""
    for marker in (HOUSE, RADIO, TABLE):
        config.addinivalue_line("markers", marker)


@pytest.fixture
def desk(request: pytest.FixtureRequest) -> "Iterator[Desk]":
    """A running table with its API, on virtual devices; the test deals every card."""
    from burncard.api.desk import Desk
    from burncard.controller.config import TableConfig

    config = TableConfig()
    for marker in reversed(list(request.node.iter_markers("burncard_table"))):
        config = replace(config, **marker.kwargs)
    house = request.node.get_closest_marker("burncard_house")
    if house is not None:
        config = replace(config, house=house.args[0])
    radio = request.node.get_closest_marker("burncard_radio")
    heard = ("perfect",) if radio is None else radio.args
    with Desk(config, radio=heard[0], seed=1 if radio is None else radio.kwargs.get("seed", 1)) as running:
        yield running
