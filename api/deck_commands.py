"""`burncard deck`: the decks of the table that runs on this machine."""

from functools import partial
from typing import Annotated

import typer

from burncard.api.table_commands import HERE, Address, Data, TokenOption, at_table

deck_app = typer.Typer(help="Enrols, lists, changes and retires decks.", invoke_without_command=True)


def register(app: typer.Typer) -> None:
    """Adds these commands to the command line."""
    app.add_typer(deck_app, name="deck")


@deck_app.callback()
def deck(
    context: typer.Context,
    back: Annotated[str, typer.Option(help="The colour of the deck's backs.")] = "",
    joker: Annotated[bool, typer.Option("--joker", help="The deck has a joker; lay it last.")] = False,
    operator: Annotated[str, typer.Option(help="Your name, for the record.")] = "technician",
    data: Data = "",
    port: Annotated[int, typer.Option(help="Console port of the table.")] = 8777,
) -> None:
    """Enrols a deck at the running table: lay its cards on the reader in the order of a new pack."""
    from burncard.api.deck_command import enrol_deck

    if context.invoked_subcommand is not None:
        return
    if not back:
        raise typer.BadParameter("name the colour of the deck's backs, such as --back red", param_hint="--back")
    raise typer.Exit(enrol_deck(back, operator, data, port, joker=joker))


@deck_app.command("list")
def list_decks(address: Address = HERE, token: TokenOption = "", data: Data = "") -> None:
    """Lists the decks: which take turns, which one is due, and where cards are still out."""
    from burncard.api.deck_command import show_decks

    at_table(address, token, data, show_decks)


@deck_app.command("next")
def next_deck(back: str, address: Address = HERE, token: TokenOption = "", data: Data = "") -> None:
    """Deals the next hand from another deck."""
    from burncard.api.deck_command import choose_next

    at_table(address, token, data, partial(choose_next, back=back))


@deck_app.command("replace")
def replace_card(
    back: str,
    card: Annotated[str, typer.Argument(help="The damaged card, such as As or Td.")],
    address: Address = HERE,
    token: TokenOption = "",
    data: Data = "",
) -> None:
    """Replaces a damaged card: lay the new one, alone, on any antenna."""
    from burncard.api.deck_command import replace

    at_table(address, token, data, partial(replace, back=back, card=card))


@deck_app.command("retire")
def retire_deck(back: str, address: Address = HERE, token: TokenOption = "", data: Data = "") -> None:
    """Takes a deck out of use. Hands that were dealt with it can still be read."""
    from burncard.api.deck_command import retire

    at_table(address, token, data, partial(retire, back=back))


Work = "Table"
