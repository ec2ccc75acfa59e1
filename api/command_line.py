"""The command line: `burncard`, one small module a command. Commands are imported when they are called."""

from typing import Annotated

import typer

from burncard import __version__
from burncard.api import device_commands, phh_commands

app = typer.Typer(
    name="burncard",
    help="The controller of an electronic poker table: follows every card and enforces the rules of the deal.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"burncard {__version__}")
        raise typer.Exit


@app.callback()
def options(
    version: bool = typer.Option(
        False, "--version", callback=_show_version, is_eager=True, help="Shows the version and exits."
    ),
) -> None:
    """The options of `burncard` itself."""


@app.command()
def run(
    data: str = typer.Option(
        "", help="Directory of the table's journal, decks and keys (default: ~/.local/share/burncard)."
    ),
    table: str = typer.Option("", help="TOML file that says what is played, and who sits where."),
    house: str = typer.Option("", help="House rules: roberts (default), roberts-early or general."),
    port: int = typer.Option(8777, help="Port of the console, on this machine only; 0 takes a free one."),
    reader: str = typer.Option("", help="Serial port of a real card reader (default: the enrolled one)."),
    shuffler: str = typer.Option("", help="Serial port of a real shuffler (default: the enrolled one)."),
    reader_protocol: str = typer.Option("burncard-reader", help="What the card reader speaks."),
    shuffler_protocol: str = typer.Option("burncard-shuffler", help="What the shuffler speaks."),
    simulated: bool = typer.Option(False, "--simulated", help="Simulated devices, even where real ones are enrolled."),
    seed: int = typer.Option(7, help="Seed of the simulated dealer and players."),
    mistakes: float = typer.Option(0.02, help="How often the simulated dealer errs: a chance per step, 0 to 1."),
    speed: float = typer.Option(1.0, help="Pace of the simulated dealer: 1 is a human's."),
) -> None:
    """Runs a table and its console, on the enrolled devices (`burncard devices --enrol`) or those that are given.

    Without any it deals by itself on simulated ones, over two real ttys.
    """
    from burncard.api.attached import Place
    from burncard.api.run_command import Options, run_table

    options = Options(
        data=data,
        table=table,
        house=house,
        port=port,
        reader=Place(reader, reader_protocol) if reader else None,
        shuffler=Place(shuffler, shuffler_protocol) if shuffler else None,
        seed=seed,
        mistakes=mistakes,
        speed=speed,
        simulate=simulated,
    )
    raise typer.Exit(run_table(options))


@app.command()
def simulate(
    hands: int = typer.Option(100, help="How many hands to deal."),
    seed: int = typer.Option(7, help="One seed, one run: the same on every machine."),
    game: str = typer.Option("holdem", help="The game."),
    structure: str = typer.Option("limit", help="limit, no-limit, pot-limit or half-pot."),
    house: str = typer.Option("roberts", help="House rules: roberts, roberts-early or general."),
    seats: int = typer.Option(6, help="Players at the table."),
    mistake_rate: float = typer.Option(0.02, help="How often the dealer errs: a chance per step, 0 to 1."),
    log: str = typer.Option("", help="Writes the table log of the run to this file."),
) -> None:
    """Deals hands in virtual time, from device bytes to rulings, and counts what was caught."""
    from burncard.api.simulate_command import simulate_table

    raise typer.Exit(simulate_table(hands, seed, game, structure, house, seats, mistake_rate, log))


@app.command()
def replay(
    logs: Annotated[list[str], typer.Argument(metavar="LOG...", help="Table logs; - is standard input.")],
) -> None:
    """Replays table logs: prints every fact and the outcomes that it causes, as JSON Lines."""
    from burncard.api.replay_command import replay_logs

    raise typer.Exit(replay_logs(logs))


@app.command()
def rules(
    rule: Annotated[str, typer.Argument(metavar="[ID]", help="One rule, by its id.")] = "",
    game: str = typer.Option("", help="Only the rules of this game."),
    house: str = typer.Option("", help="Only the rules in force in this house."),
    as_json: bool = typer.Option(False, "--json", help="As JSON."),
) -> None:
    """Shows the rulebook in force: every rule, what triggers it, what is ruled, its repair and its source."""
    from burncard.api.rules_command import show_rules

    raise typer.Exit(show_rules(game, house, rule, as_json=as_json))


@app.command()
def games(as_json: bool = typer.Option(False, "--json", help="As JSON.")) -> None:
    """Shows the games that the table can deal."""
    from burncard.api.rules_command import show_games

    raise typer.Exit(show_games(as_json=as_json))


device_commands.register(app)
phh_commands.register(app)


def main() -> None:
    """Entry point of the `burncard` command."""
    app()
