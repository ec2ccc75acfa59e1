"""The commands for people at the bench: `devices`, `deck`, `device serve`, `wire` and `doctor`."""

from typing import Annotated

import typer

device_app = typer.Typer(help="Virtual devices, to try things without hardware.", no_args_is_help=True)
wire_app = typer.Typer(help="The bytes on a device's line: explain, record, replay.", no_args_is_help=True)

DATA_HELP = "The table's data directory (default: ~/.local/share/burncard)."
PROTOCOL_HELP = "A protocol, by its profile's name: burncard-reader, burncard-shuffler, …"


def register(app: typer.Typer) -> None:
    """Adds these commands to the command line."""
    app.add_typer(device_app, name="device")
    app.add_typer(wire_app, name="wire")
    app.command("devices")(devices)
    app.command("deck")(deck)
    app.command("doctor")(doctor)


@device_app.command("serve")
def device_serve(
    protocol: Annotated[str, typer.Argument(help=PROTOCOL_HELP)],
    link: Annotated[str, typer.Option(help="Path that will point to the device's tty.")],
    tag: Annotated[list[str] | None, typer.Option(metavar="UID@ANTENNA", help="A tag that lies there already.")] = None,
    baud: Annotated[int, typer.Option(help="Bits a second; the profile's where 0.")] = 0,
    serial_number: Annotated[str, typer.Option(help="The serial number that it names.")] = "V-0001",
) -> None:
    """Runs a virtual device on a tty until it is ended.

    Lines on standard input move its tags while it runs: `put UID ANTENNA [up|down|unknown]`, `take UID`. `unplug` and
    `plug` pull and return its plug. A shuffler takes `load UID…`, `jam ZONE`, `door open` and `door close`.
    """
    from burncard.api.device_serve import serve

    raise typer.Exit(serve(protocol, link, tag or [], baud, serial_number))


@wire_app.command("decode")
def wire_decode(
    protocol: Annotated[str, typer.Argument(help=PROTOCOL_HELP)],
    hex_bytes: Annotated[list[str], typer.Argument(metavar="HEX...", help="Bytes as hex digits, in any pieces.")],
    sender: Annotated[str, typer.Option("--from", help="Who sent them: host or reader.")],
) -> None:
    """Explains bytes: each frame as one JSON line, with `error` where it was refused. Exit 1 if any was."""
    from burncard.api.wire_commands import decode

    raise typer.Exit(decode(protocol, hex_bytes, sender))


@wire_app.command("record")
def wire_record(
    protocol: Annotated[str, typer.Argument(help=PROTOCOL_HELP)],
    port: Annotated[str, typer.Argument(help="The device's serial port.")],
    file: Annotated[str, typer.Argument(help="The trace to write.")],
    seconds: Annotated[float, typer.Option(help="How long; until Ctrl-C where 0.")] = 0.0,
    parity: Annotated[str, typer.Option(help="N, E or O instead of the profile's.")] = "",
) -> None:
    """Talks to a device and records every byte. A trace holds tag ids: keep it as you would keep the cards."""
    from burncard.api.wire_commands import record

    raise typer.Exit(record(protocol, port, file, seconds, parity))


@wire_app.command("replay")
def wire_replay(
    file: Annotated[str, typer.Argument(help="A recorded trace.")],
) -> None:
    """Replays a trace against its driver, in no time: each event as one JSON line."""
    from burncard.api.wire_commands import replay_trace

    raise typer.Exit(replay_trace(file))


def devices(
    port: Annotated[list[str] | None, typer.Option(help="Also ask at this port, whatever its ids.")] = None,
    enrol: Annotated[bool, typer.Option("--enrol", help="Take the devices that answer as this table's.")] = False,
    data: Annotated[str, typer.Option(help=DATA_HELP)] = "",
    as_json: Annotated[bool, typer.Option("--json", help="One JSON line a port.")] = False,
) -> None:
    """Lists what is plugged in, asks each device who it is, and says whether it is well."""
    from burncard.api.devices_command import list_devices

    raise typer.Exit(list_devices(port or [], enrol, data, as_json))


def doctor(
    port: Annotated[list[str] | None, typer.Option(help="Also look at this port.")] = None,
    data: Annotated[str, typer.Option(help=DATA_HELP)] = "",
) -> None:
    """Looks for what is wrong with this machine and its devices, and says what to do. Exit 1 if anything is."""
    from burncard.api.doctor_command import examine

    raise typer.Exit(examine(port or [], data))


def deck(
    back: Annotated[str, typer.Option(help="The colour of the deck's back.")],
    joker: Annotated[bool, typer.Option("--joker", help="The deck has a joker, laid down last.")] = False,
    operator: Annotated[str, typer.Option(help="Your name, for the record.")] = "technician",
    data: Annotated[str, typer.Option(help=DATA_HELP)] = "",
    port: Annotated[int, typer.Option(help="Port of the table's console.")] = 8777,
) -> None:
    """Enrols a deck at the running table: its cards are laid on the reader in the order of a new pack."""
    from burncard.api.deck_command import enrol_deck

    raise typer.Exit(enrol_deck(back, operator, data, port, joker=joker))
