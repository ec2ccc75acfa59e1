"""The commands for an audit of a table: `attest`, and the statistics of a shuffler."""

from typing import Annotated

import typer


def register(app: typer.Typer) -> None:
    """Adds these commands to the command line."""
    app.command("attest")(attest)
    app.command("shuffles")(shuffles)


def attest(
    out: Annotated[str, typer.Option(help="Write the manifest to this file; else it is printed.")] = "",
    against: Annotated[str, typer.Option(help="Compare with this manifest, which was kept elsewhere.")] = "",
    seal: Annotated[str, typer.Option(help="Sign the manifest with this seal.")] = "",
    configuration: Annotated[list[str] | None, typer.Option(help="A file of the table's configuration.")] = None,
    bill: Annotated[str, typer.Option(help="Write the packages to this file, as CycloneDX (an SBOM).")] = "",
    advisories: Annotated[
        str, typer.Option(help="Name packages that this list of weaknesses names (OSV: a file, folder or zip).")
    ] = "",
) -> None:
    """Lists and signs what is installed: code, rules, profiles, packages, configuration. Compares it with a manifest.

    Exits with 1 where something differs.
    """
    from burncard.api.attestation import attest as work

    raise typer.Exit(work(out, against, seal, configuration or [], bill, advisories))


def shuffles(
    file: Annotated[str, typer.Argument(help="Orders of a pack, one JSON list of cards a line, the top card first.")],
) -> None:
    """Tests whether a shuffler is random, off line, from orders that were audited after their hands.

    By position and by sequence (chi-square) and by runs. Exits with 1 where a test fails at 99 %.
    """
    from burncard.api.shuffle_statistics import report

    raise typer.Exit(report(file))
