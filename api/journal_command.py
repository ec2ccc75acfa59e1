"""`burncard journal`: verifies, exports and recalls a table's record.

Only `seal`, which prepares a new one, and `prune`, which empties what need not be kept, write anything.
"""

from typing import Annotated

import typer

journal_app = typer.Typer(
    help="Verifies, exports and recalls a table's record, without changing it.", no_args_is_help=True
)

Data = Annotated[str, typer.Option(help="Directory of the table's data (default: ~/.local/share/burncard).")]
SealFile = Annotated[str, typer.Option("--seal", help="The journal's seal (default: as the table finds it).")]
WitnessFile = Annotated[str, typer.Option("--witness", help="The witness's file.")]
HandId = Annotated[str, typer.Option("--hand", help="Only this hand, such as h12, with its signed head.")]


def register(app: typer.Typer) -> None:
    """Adds these commands to the command line."""
    app.add_typer(journal_app, name="journal")


@journal_app.command("verify")
def journal_verify(data: Data = "", seal: SealFile = "", witness: WitnessFile = "") -> None:
    """Checks every row, every signed head and the witness; says where the first change is (exit code 1)."""
    from burncard.api import journal_work

    raise typer.Exit(journal_work.verify_journal(data, seal, witness))


@journal_app.command("export")
def journal_export(data: Data = "", seal: SealFile = "", hand: HandId = "") -> None:
    """Writes the record as a table log, without hidden cards; with --hand, one hand that a stranger can check."""
    from burncard.api import journal_work

    raise typer.Exit(journal_work.export_journal(data, seal, hand))


@journal_app.command("recall")
def journal_recall(
    data: Data = "", seal: SealFile = "", hands: Annotated[int, typer.Option(min=1, help="How many hands.")] = 10
) -> None:
    """Shows the last hands, card by card, as everybody may see them."""
    from burncard.api import journal_work

    raise typer.Exit(journal_work.recall_journal(data, seal, hands))


@journal_app.command("witness")
def journal_witness(file: Annotated[str, typer.Argument(metavar="FILE", help="The witness's file.")]) -> None:
    """Lists the heads that a witness has."""
    from burncard.api import journal_work

    raise typer.Exit(journal_work.witness_journal(file))


@journal_app.command("check")
def journal_check(
    file: Annotated[str, typer.Argument(metavar="FILE", help="One exported hand.")],
    key: Annotated[str, typer.Option(help="The table's public key, in hex, from somewhere else than the file.")] = "",
) -> None:
    """Checks one exported hand: that its log is the one that the table signed (exit code 1 if not)."""
    from burncard.api import journal_work

    raise typer.Exit(journal_work.check_journal(file, key))


@journal_app.command("prune")
def journal_prune(
    keep_days: Annotated[int, typer.Option(help="Hands and events that are older are emptied; 7 or more.")],
    data: Data = "",
    seal: SealFile = "",
) -> None:
    """Empties the oldest hands and events of a table that is closed; the record says so, and stays sound."""
    from burncard.api import journal_work

    raise typer.Exit(journal_work.prune_journal(data, seal, keep_days))


@journal_app.command("seal")
def journal_seal(
    file: Annotated[str, typer.Argument(metavar="FILE", help="The seal to be made, for `--seal FILE`.")],
    token: Annotated[str, typer.Option(help="pkcs11:token=NAME;object=NAME?module-path=FILE")],
) -> None:
    """Makes the seal of a new journal whose keys a hardware token keeps. Its PIN: BURNCARD_TOKEN_PIN."""
    from burncard.api import journal_work

    raise typer.Exit(journal_work.make_seal(file, token))
