"""How a floor is set up: one TOML file, which `burncard floor init` writes, beside its secrets."""

from pathlib import Path
from typing import Final

import msgspec

from burncard.hardware.plain_files import read_text
from burncard.hardware.toml_text import parse_toml

FILE: Final = "floor.toml"


class SettingsError(Exception):
    """The file is missing or not valid. The message names it."""


class FloorSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One floor. `database`: `postgresql://…`, or a SQLite file beside this one; `replicas`: copies of each stream, as
    many as the room has servers, up to 3; `broker`: the MQTT broker that gets devices' health, none if empty."""

    database: str = "floor.db"
    replicas: int = 1
    keep_days: int = 7
    broker: str = ""
    group: str = "burncard"

    def database_in(self, folder: Path) -> str:
        """The database's address."""
        return self.database if "://" in self.database else str(folder / self.database)


def read_settings(folder: Path) -> FloorSettings:
    """Reads the settings of a floor's folder. Raises SettingsError."""
    try:
        return msgspec.convert(parse_toml(read_text(folder / FILE)), FloorSettings)
    except (OSError, ValueError) as error:
        raise SettingsError(f"{folder / FILE}: {error}") from error


def write_settings(folder: Path, settings: FloorSettings) -> None:
    """Writes the settings of a new floor. Raises OSError."""
    lines = [
        f"{name} = {msgspec.json.encode(value).decode()}" for name, value in msgspec.structs.asdict(settings).items()
    ]
    (folder / FILE).write_text("\n".join(lines) + "\n", encoding="utf-8")
