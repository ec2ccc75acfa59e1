"""Where the zones of a table lie on its felt, in millimetres, and which antenna is under each."""

from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Final

import msgspec

from burncard.hardware.layout import Layout

STACKED: Final = frozenset({"burn", "muck", "stub"})
"""Zones whose cards lie in a stack: a camera reports none of them."""
ANTENNA_MAX: Final = 32
"""The highest antenna that the protocol of a camera can name."""


class BadPlanError(Exception):
    """A file is not a plan of this table. The message says why."""


class Area(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A rectangle on the felt: its middle and its sides in mm, turned anticlockwise by some degrees.

    x is to the right and y away from the dealer, from any point of the table.
    """

    x: float
    y: float
    width: float
    height: float
    degrees: float = 0.0


class Plan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`marks`: at least four spots (x, y) that can be found in a picture. `card`: a card's width and height in mm."""

    marks: list[tuple[float, float]]
    zones: dict[str, Area]
    card: tuple[float, float] = (63.0, 88.0)


@dataclass(frozen=True, slots=True)
class Watched:
    """A zone that the camera reports, by its antenna's number."""

    antenna: int
    zone: str
    area: Area


def read_plan(path: Path | None) -> Plan:
    """A plan from a file; the standard table's without one. Raises BadPlanError."""
    try:
        standard = files("burncard.camera").joinpath("plans", "standard.toml")
        data = standard.read_bytes() if path is None else path.read_bytes()
        plan = msgspec.toml.decode(data, type=Plan)
    except OSError as error:
        raise BadPlanError(f"{path}: {error.strerror}") from error
    except (ValueError, RecursionError) as error:
        raise BadPlanError(f"{path}: {error}") from error
    if len(plan.marks) < 4:
        raise BadPlanError("a plan needs at least four marks")
    return plan


def watched(plan: Plan, layout: Layout) -> list[Watched]:
    """The zones that are in both, in the order of their antennas. Raises BadPlanError if there is none."""
    zones = [
        Watched(antenna, zone, plan.zones[zone])
        for antenna, zone in sorted(layout.zones.items())
        if zone in plan.zones and zone not in STACKED and antenna <= ANTENNA_MAX
    ]
    if not zones:
        raise BadPlanError("no zone of the plan is a zone of the layout")
    return zones
