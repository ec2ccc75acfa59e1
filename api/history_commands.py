"""`burncard phh`: imports and exports hand histories."""

from typing import Annotated

import typer

phh_app = typer.Typer(help="Imports and exports Poker Hand History (PHH) files.", no_args_is_help=True)


def register(app: typer.Typer) -> None:
    """Adds these commands to the command line."""
    app.add_typer(phh_app, name="phh")


@phh_app.command("import")
def phh_import(
    files: Annotated[list[str], typer.Argument(metavar="FILE...", help="PHH files; - is standard input.")],
    skip_wrong: Annotated[bool, typer.Option("--skip-wrong", help="Import the other hands if some are wrong.")] = False,
) -> None:
    """Writes a table log of recorded hands, each played by the rules.

    A hand that does not play as recorded is reported with its line, and nothing is written (exit code 2). Burns, which
    no record has, are dealt from the cards that it does not name.
    """
    from burncard.api.phh_command import import_files

    raise typer.Exit(import_files(files, skip_wrong=skip_wrong))


@phh_app.command("export")
def phh_export(log: Annotated[str, typer.Argument(metavar="LOG", help="A table log; - is standard input.")]) -> None:
    """Writes the hands of a log as PHH: a single hand as in a .phh file, several as in a .phhs file."""
    from burncard.api.phh_command import export_log

    raise typer.Exit(export_log(log))
