"""Compares the room's dashboard with Grafana's own JSON schemas, which Grafana publishes with its foundation SDK.

    python -m tests.harness.dashboard_schema FOLDER

FOLDER is `jsonschema` of https://github.com/grafana/grafana-foundation-sdk (Apache 2.0). The board is checked as a
whole, each panel's options by the schema of its kind, and each question by that of Prometheus.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema_rs
import msgspec

BOARD = Path(__file__).parents[2] / "api" / "floor" / "deploy" / "dashboard.json"


def _wrong(folder: Path, name: str, found: Any, definition: str = "") -> Iterator[str]:
    schema = msgspec.json.decode((folder / f"{name}.jsonschema.json").read_bytes())
    if definition:
        schema["$ref"] = f"#/definitions/{definition}"
    for error in jsonschema_rs.validator_for(schema).iter_errors(found):
        yield f"{name} {'/'.join(map(str, error.instance_path))}: {error.message}"


def wrong_in(board: Any, folder: Path) -> Iterator[str]:
    """What the schemas find wrong."""
    yield from _wrong(folder, "dashboard", board)
    for panel in board["panels"]:
        named = f"panel {panel['id']}: "
        yield from (named + one for one in _wrong(folder, panel["type"], panel["options"], "Options"))
        for target in panel["targets"]:
            yield from (named + one for one in _wrong(folder, "prometheus", target, "Dataquery"))


def main() -> None:
    """Prints what is wrong; the exit code says whether anything is."""
    found = list(wrong_in(msgspec.json.decode(BOARD.read_bytes()), Path(sys.argv[1])))
    print("\n".join(found) or "The dashboard is as Grafana's schemas ask.")
    raise SystemExit(bool(found))


if __name__ == "__main__":
    main()
