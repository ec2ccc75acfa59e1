"""Table layouts: which antenna lies under which zone."""

import tomllib
from dataclasses import dataclass, field
from importlib.resources import files


@dataclass(frozen=True, slots=True)
class Layout:
    """Zone by antenna number, and back. `beside`: by zone, zones that border on it besides those next in its row."""

    name: str
    zones: dict[int, str]
    beside: dict[str, tuple[str, ...]] = field(default_factory=dict)

    def zone_of(self, antenna: int) -> str | None:
        """The zone above an antenna; None if the table does not use that antenna."""
        return self.zones.get(antenna)

    def antenna_of(self, zone: str) -> int | None:
        """The antenna under a zone; None if the zone has none."""
        return next((antenna for antenna, known in self.zones.items() if known == zone), None)


def load_layout(name: str = "standard") -> Layout:
    """Reads a built-in layout."""
    text = files("burncard.hardware").joinpath("layouts", f"{name}.toml").read_text(encoding="utf-8")
    data = tomllib.loads(text)
    return Layout(
        str(data["name"]),
        {int(antenna): str(zone) for antenna, zone in data["antennas"].items()},
        {str(zone): tuple(map(str, zones)) for zone, zones in data.get("beside", {}).items()},
    )
