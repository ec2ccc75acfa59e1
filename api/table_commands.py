"""`burncard table`: what a running table shows, and entries from the command line, over its API."""

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from burncard.api.client.tables import Table
    from burncard.controller.views.table_model import TableView

table_app = typer.Typer(help="Shows a running table and makes entries at it, over its API.", no_args_is_help=True)

FAILED = 1
Address = Annotated[str, typer.Option("--address", envvar="BURNCARD_ADDRESS", help="The address of the table.")]
TokenOption = Annotated[
    str, typer.Option("--token", envvar="BURNCARD_TOKEN", help="A person's token (default: the key of this machine).")
]
Data = Annotated[str, typer.Option("--data", help="The table's data directory, for the key of this machine.")]
HERE = "http://127.0.0.1:8777"


def register(app: typer.Typer) -> None:
    """Adds these commands to the command line."""
    app.add_typer(table_app, name="table")


@table_app.command()
def state(
    address: Address = HERE, token: TokenOption = "", data: Data = "", as_json: bool = typer.Option(False, "--json")
) -> None:
    """Shows the table: who has what, what is awaited, and the open stops."""
    import msgspec

    def show(table: "Table") -> None:
        view = table.view()
        typer.echo(msgspec.json.encode(view).decode() if as_json else summary(view))

    at_table(address, token, data, show)


@table_app.command()
def stops(address: Address = HERE, token: TokenOption = "", data: Data = "") -> None:
    """Lists the open stops with their steps."""

    def show(table: "Table") -> None:
        for stop in table.stops():
            typer.echo(f"{stop.id}  {stop.status:<7} {stop.message}")
            for step in stop.steps:
                typer.echo(f"      {step.number}. {step.text} ({step.state})")

    at_table(address, token, data, show)


@table_app.command()
def ack(ruling: str, address: Address = HERE, token: TokenOption = "", data: Data = "") -> None:
    """Acknowledges a stop, by its id."""
    at_table(address, token, data, lambda table: _done(table.ack(ruling).view))


@table_app.command()
def hands(
    address: Address = HERE,
    token: TokenOption = "",
    data: Data = "",
    count: Annotated[int, typer.Option("--count", min=1, max=200, help="How many.")] = 20,
) -> None:
    """Lists the latest hands: game, pot, who won, how many stops."""

    def show(table: "Table") -> None:
        for hand in table.hands(count):
            won = ", ".join(f"seat {seat}" for seat in hand.winners) or hand.ended or "in play"
            typer.echo(f"{hand.id:<7} {hand.game:<12} pot {hand.pot:>9,}  {won:<16} stops {hand.stops}")

    at_table(address, token, data, show)


@table_app.command()
def act(
    seat: int,
    action: str,
    amount: Annotated[int | None, typer.Argument()] = None,
    address: Address = HERE,
    token: TokenOption = "",
    data: Data = "",
) -> None:
    """Enters an action of a player, on the table as it is now."""

    def enter(table: "Table") -> None:
        table.view()
        _done(table.act(seat, action, amount).view)

    at_table(address, token, data, enter)


@table_app.command()
def undo(address: Address = HERE, token: TokenOption = "", data: Data = "") -> None:
    """Takes the last entry back."""

    def take_back(table: "Table") -> None:
        last = table.view().undo
        if last is None:
            typer.echo("Nothing can be taken back.", err=True)
            raise typer.Exit(FAILED)
        _done(table.undo(last.fact).view)

    at_table(address, token, data, take_back)


@table_app.command()
def override(
    ruling: str,
    decision: str,
    reason: str,
    seat: Annotated[int | None, typer.Option(help="Whose hand is dead, where the ruling names none.")] = None,
    address: Address = HERE,
    token: TokenOption = "",
    data: Data = "",
) -> None:
    """Decides on a ruling, as the floor."""
    at_table(address, token, data, lambda table: _done(table.override(ruling, decision, reason, seat).view))


@table_app.command()
def seat(
    number: int,
    what: Annotated[str, typer.Argument(metavar="sit|leave|chips|away|back|move")],
    value: Annotated[str, typer.Argument(help="Name, chips or seat.")] = "",
    chips: Annotated[int, typer.Argument(help="Chips, after a name.")] = 0,
    address: Address = HERE,
    token: TokenOption = "",
    data: Data = "",
) -> None:
    """Seats a player, or lets one leave, buy chips, sit out or move."""

    def change(table: "Table") -> None:
        whole = int(value) if value.isascii() and value.isdigit() else 0
        changes: dict[str, Callable[[], TableView]] = {
            "sit": lambda: table.sit(number, value, chips),
            "leave": lambda: table.leave(number),
            "chips": lambda: table.add_chips(number, whole),
            "away": lambda: table.away(number),
            "back": lambda: table.away(number, away=False),
            "move": lambda: table.move(number, whole),
        }
        if what not in changes:
            raise typer.BadParameter(f"one of {', '.join(changes)}")
        _done(changes[what]())

    at_table(address, token, data, change)


@table_app.command()
def mode(wanted: str, address: Address = HERE, token: TokenOption = "", data: Data = "") -> None:
    """Opens the table, closes it, or gives it to the technician (open, closed, maintenance)."""
    at_table(address, token, data, lambda table: _done(table.mode(wanted)))


def summary(view: "TableView") -> str:
    """A table in a few lines."""
    hand = "between hands" if view.hand is None else f"hand {view.hand.id}"
    lines = [f"{view.table}: {view.game.name}, {view.limits.text}, {hand}, {view.state}"]
    for seat in view.seats:
        if seat.status != "empty":
            cards = " ".join("--" if card.card == "back" else card.card for card in seat.cards)
            turn = ">" if seat.turn else " "
            lines.append(
                f"{turn} {seat.seat:>2} {seat.name:<12} {seat.stack:>9,} {seat.bet:>7,} {seat.status:<8} {cards}"
            )
    board = " ".join(card.card for card in view.board)
    lines.append(f"  pot {view.pot_total:,}  board {board}")
    awaited = view.awaited
    lines.append(f"  waits for {awaited.what} {awaited.place or ''}{awaited.seat or ''}".rstrip())
    lines += [f"  STOP {stop.id}: {stop.message}" for stop in view.stops]
    return "\n".join(lines)


def _done(view: "TableView") -> None:
    typer.echo(summary(view))


def at_table(address: str, token: str, data: str, work: Callable[["Table"], None]) -> None:
    """Works at a table, and says in one line what went wrong."""
    import httpx

    from burncard.api.client.tables import Table, TableError

    try:
        with Table(address, token or _machine_key(data)) as table:
            work(table)
    except TableError as error:
        print(f"burncard: {error}", file=sys.stderr)
        raise typer.Exit(FAILED) from error
    except (httpx.HTTPError, OSError) as error:
        print(f"burncard: no table answers at {address}: {error}", file=sys.stderr)
        raise typer.Exit(FAILED) from error


def _machine_key(data: str) -> str:
    from burncard.api.enrolled_devices import data_home
    from burncard.api.first_start import MACHINE_KEY
    from burncard.api.run_command import LIVE
    from burncard.hardware.plain_files import read_text

    return read_text(data_home(data) / LIVE / MACHINE_KEY).strip()
