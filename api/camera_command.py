"""`burncard camera`: a real camera over the table as its face camera. It needs the packages of `burncard[camera]`."""

import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Annotated

import typer

camera_app = typer.Typer(
    help="Makes a camera over the table a device that tells faces from backs.", no_args_is_help=True
)

SourceOption = Annotated[
    str, typer.Option("--source", help="A camera (0 is the first), a video file or stream, or a folder of pictures.")
]
FolderOption = Annotated[
    str, typer.Option("--folder", help="The camera's folder (default: ~/.local/share/burncard/camera).")
]


def register(app: typer.Typer) -> None:
    """Adds these commands to the command line."""
    app.add_typer(camera_app, name="camera")


@camera_app.command("photograph")
def photograph(
    file: Annotated[str, typer.Argument(help="The picture to write, such as felt.png.")],
    source: SourceOption = "0",
) -> None:
    """Takes one picture, in which you can look up where the marks are."""
    raise typer.Exit(_work().photograph(source, Path(file)))


@camera_app.command("enrol")
def enrol(
    mark: Annotated[
        list[str], typer.Option(metavar="X,Y", help="Where each mark of the plan is, in pixels, in order.")
    ],
    source: SourceOption = "0",
    folder: FolderOption = "",
    plan: Annotated[str, typer.Option(help="TOML file with the zones in mm (default: the standard table).")] = "",
    layout: Annotated[str, typer.Option(help="The table's layout: its name or its file.")] = "",
    backs: Annotated[int, typer.Option(min=1, max=8, help="How many designs of backs the decks have.")] = 1,
    pictures: Annotated[
        str, typer.Option(help="Folder with empty/, back-1/ and so on, and faces/ instead of the camera.")
    ] = "",
) -> None:
    """Teaches the camera its table: the empty felt, then cards face down, then cards face up."""
    asked = _work().Asked(source, plan, layout, tuple(mark), backs, pictures)
    raise typer.Exit(_work().enrol(asked, _folder(folder)))


@camera_app.command("look")
def look(
    source: SourceOption = "0",
    folder: FolderOption = "",
    number: Annotated[int, typer.Option("--number", min=1, help="How many pictures to look at.")] = 20,
) -> None:
    """Prints what the camera sees, a line a picture, without a table."""
    raise typer.Exit(_work().look(source, _folder(folder), number))


@camera_app.command("serve")
def serve(
    source: SourceOption = "0",
    folder: FolderOption = "",
    port: Annotated[str, typer.Option(help="Serial port to the table, such as /dev/ttyGS0.")] = "",
    link: Annotated[str, typer.Option(help="Without --port: path of the link to a tty of its own.")] = "",
    baud: Annotated[int, typer.Option(help="Bits per second at first; 0 takes the profile's.")] = 0,
) -> None:
    """Looks, and reports to the table, until Ctrl-C. The table takes it with `burncard run --camera PORT`."""
    if bool(port) == bool(link):
        raise typer.BadParameter("name either --port or --link")
    raise typer.Exit(_work().serve(source, _folder(folder), port, link, baud))


def _work() -> ModuleType:
    """What the commands do; the packages that it needs are an extra."""
    try:
        return import_module("burncard.api.camera_work")
    except ModuleNotFoundError as error:
        if str(error.name).startswith("burncard"):
            raise
        print(f"burncard: {error.name} is not installed: pip install 'burncard[camera]'", file=sys.stderr)
        raise typer.Exit(1) from error


def _folder(given: str) -> Path:
    from burncard.api.enrolled_devices import data_home

    return Path(given).expanduser() if given else data_home("") / "camera"
