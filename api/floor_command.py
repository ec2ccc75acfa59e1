"""`burncard floor`: one desk for all tables of a room. It needs the packages of `burncard[floor]`."""

import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Annotated

import typer

floor_app = typer.Typer(help="Serves all tables of a room: history, witness, desk, commands.", no_args_is_help=True)

Folder = Annotated[str, typer.Option("--folder", help="The floor's folder (default: ~/.local/share/burncard/floor).")]


def register(app: typer.Typer) -> None:
    """Adds these commands to the command line."""
    app.add_typer(floor_app, name="floor")


@floor_app.command("init")
def floor_init(
    room: Annotated[str, typer.Argument(help="The room's name: letters, digits, - and _.")],
    server: Annotated[list[str], typer.Option(help="NAME=HOST:PORT of a NATS server of the room; one or three.")],
    database: Annotated[str, typer.Option(help="postgresql://… or a file beside the settings.")] = "floor.db",
    broker: Annotated[
        str, typer.Option(help="HOST:PORT or mqtts://USER@HOST of an MQTT broker, for devices' health.")
    ] = "",
    servers_data: Annotated[str, typer.Option(help="Where the servers keep their data.")] = "/var/lib/burncard-nats",
    folder: Folder = "",
) -> None:
    """Makes the secrets and settings of a floor, and the configuration of its servers."""
    raise typer.Exit(_work().init(_folder(folder), room, server, database, broker, servers_data))


@floor_app.command("run")
def floor_run(
    folder: Folder = "",
    listen: Annotated[
        str, typer.Option(help="Address to listen on; any but this machine's own has TLS.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="The desk's port; 0 takes a free one.")] = 8787,
) -> None:
    """Runs the floor: takes the tables' records in, and serves the desk."""
    raise typer.Exit(_work().run(_folder(folder), listen, port))


@floor_app.command("enrol")
def floor_enrol(table: Annotated[str, typer.Argument(help="The table's name.")], folder: Folder = "") -> None:
    """Makes a short code with which one table joins, within ten minutes."""
    raise typer.Exit(_work().enrol(_folder(folder), table))


@floor_app.command("join")
def floor_join(
    address: Annotated[str, typer.Argument(help="The floor's address, as its desk is reached.")],
    code: Annotated[str, typer.Argument(help="The code that the floor has made.")],
    file: Annotated[str, typer.Option(help="Where the table's credentials go.")] = "floor.json",
    data: Annotated[str, typer.Option(help="The table's data, whose seal the floor then knows.")] = "",
) -> None:
    """At a table: joins a floor. Then start the table with `--floor FILE`."""
    raise typer.Exit(_work().join(address, code, Path(file), data))


@floor_app.command("revoke")
def floor_revoke(table: Annotated[str, typer.Argument(help="The table's name.")], folder: Folder = "") -> None:
    """Cuts a table off: its credentials are refused from now on."""
    raise typer.Exit(_work().revoke(_folder(folder), table))


@floor_app.command("person")
def floor_person(
    name: Annotated[str, typer.Argument(help="The person's name.")],
    role: Annotated[str, typer.Argument(help="floor, auditor or technician.")],
    folder: Folder = "",
) -> None:
    """Adds a person to the desk, and shows the PIN once. The floor must not be running."""
    raise typer.Exit(_work().person(_folder(folder), name, role))


@floor_app.command("demo")
def floor_demo(
    tables: Annotated[int, typer.Option(min=1, max=200, help="Simulated tables.")] = 30,
    port: Annotated[int, typer.Option(help="The desk's port; 0 takes a free one.")] = 8787,
    hands_an_hour: Annotated[float, typer.Option(help="How fast each table plays.")] = 120.0,
) -> None:
    """Shows a room on this machine: its servers, a database, a broker, the floor, and simulated tables."""
    raise typer.Exit(_work().demo(tables, port, hands_an_hour))


@floor_app.command("plan")
def floor_plan(
    tables: Annotated[int, typer.Argument(min=1, help="Tables in all.")],
    hands_an_hour: Annotated[float, typer.Option(help="Hands an hour at each table.")] = 40.0,
    hours_a_day: Annotated[float, typer.Option(help="Hours a day that it plays.")] = 20.0,
    keep_days: Annotated[int, typer.Option(help="Days that the streams keep records.")] = 7,
) -> None:
    """Says what so many tables need: rooms, messages, disk, processors; from figures that were measured."""
    from burncard.api.floor.capacity import Asked, lines

    for line in lines(Asked(tables, hands_an_hour, hours_a_day, keep_days)):
        typer.echo(line)


def _work() -> ModuleType:
    """What the commands do; the packages that it needs are an extra."""
    try:
        return import_module("burncard.api.floor_work")
    except ModuleNotFoundError as error:
        if str(error.name).startswith("burncard"):
            raise
        print(f"burncard: {error.name} is not installed: pip install 'burncard[floor]'", file=sys.stderr)
        raise typer.Exit(1) from error


def _folder(given: str) -> Path:
    from burncard.api.enrolled_devices import data_home

    return Path(given).expanduser() if given else data_home("") / "floor"
