"""The commands for working on devices: `devices`, `calibrate`, `device`, `wire` and `doctor`."""

from functools import partial
from typing import Annotated, cast

import typer

from burncard.api.table_commands import HERE, Address, TokenOption

device_app = typer.Typer(help="Runs virtual devices, for work without hardware.", no_args_is_help=True)
wire_app = typer.Typer(help="Decodes, records and replays the bytes on a device's line.", no_args_is_help=True)

bench_app = typer.Typer(help="Measures how well and how fast a table works.", no_args_is_help=True)

DATA_HELP = "The table's data directory (default: ~/.local/share/burncard)."
PROTOCOL_HELP = "A protocol, by the name of its profile: burncard-reader, burncard-shuffler, …"


def register(app: typer.Typer) -> None:
    """Adds these commands to the command line."""
    app.add_typer(device_app, name="device")
    app.add_typer(wire_app, name="wire")
    app.add_typer(bench_app, name="bench")
    app.command("devices")(devices)
    app.command("calibrate")(calibrate)
    app.command("doctor")(doctor)


@device_app.command("serve")
def device_serve(
    protocol: Annotated[str, typer.Argument(help=PROTOCOL_HELP)],
    link: Annotated[str, typer.Option(help="Path of the link to the device's tty.")],
    tag: Annotated[list[str] | None, typer.Option(metavar="UID@ANTENNA", help="A tag already in place.")] = None,
    baud: Annotated[int, typer.Option(help="Bits per second; 0 takes the profile's.")] = 0,
    serial_number: Annotated[str, typer.Option(help="The serial number that it reports.")] = "V-0001",
    factory: Annotated[bool, typer.Option("--factory", help="A reader as it comes out of the box.")] = False,
    model: Annotated[str, typer.Option(help="With --factory: its model.")] = "",
    mode: Annotated[str, typer.Option(help="With --factory: host, buffered or notification.")] = "host",
    antennas: Annotated[int, typer.Option(help="With --factory: how many antennas; 0 takes the model's.")] = 0,
    radio: Annotated[str, typer.Option(help="With --factory: perfect, good, typical or poor.")] = "perfect",
) -> None:
    """Runs a virtual device on a tty until it is stopped.

    Lines on standard input control it. `put UID ANTENNA`, with a face (up, down, unknown), and `take UID` move tags;
    `unplug` and `plug` disconnect and reconnect it. A shuffler also takes `load UID…`, `jam ZONE`, `door open` and
    `door close`.
    """
    from burncard.api.device_command import serve
    from burncard.simulator.devices.factory import Options

    options = Options(model, mode, antennas, radio) if factory else None
    raise typer.Exit(serve(protocol, link, tag or [], baud, serial_number, options))


@device_app.command("setup")
def device_setup(
    port: Annotated[str, typer.Argument(help="The device's serial port.")],
    protocol: Annotated[str, typer.Option(help="A protocol, by the name of its profile.")] = "feig",
    yes: Annotated[bool, typer.Option("--yes", help="Write without asking.")] = False,
) -> None:
    """Writes the settings that Burncard needs to a reader's EEPROM, after asking.

    A table needs no such thing: it makes them in RAM each time it finds the reader.
    """
    from burncard.api.set_up_command import set_up

    raise typer.Exit(set_up(port, protocol, yes=yes))


@wire_app.command("decode")
def wire_decode(
    protocol: Annotated[str, typer.Argument(help=PROTOCOL_HELP)],
    hex_bytes: Annotated[list[str], typer.Argument(metavar="HEX...", help="Bytes as hex digits, in any grouping.")],
    sender: Annotated[str, typer.Option("--from", help="Who sent them: host or reader.")],
) -> None:
    """Decodes bytes: one JSON line per frame, with `error` for a bad frame. Exits with 1 if a frame was bad."""
    from burncard.api.wire_command import decode

    raise typer.Exit(decode(protocol, hex_bytes, sender))


@wire_app.command("record")
def wire_record(
    protocol: Annotated[str, typer.Argument(help=PROTOCOL_HELP)],
    port: Annotated[str, typer.Argument(help="The device's serial port.")],
    file: Annotated[str, typer.Argument(help="The trace to write.")],
    seconds: Annotated[float, typer.Option(help="How long to record; 0 records until Ctrl-C.")] = 0.0,
    parity: Annotated[str, typer.Option(help="N, E or O; overrides the profile.")] = "",
) -> None:
    """Talks to a device and records every byte. A trace has tag ids in it: protect it like the cards."""
    from burncard.api.wire_command import record

    raise typer.Exit(record(protocol, port, file, seconds, parity))


@wire_app.command("replay")
def wire_replay(
    file: Annotated[str, typer.Argument(help="A recorded trace.")],
) -> None:
    """Replays a trace through its driver without waiting: one JSON line per event."""
    from burncard.api.wire_command import replay_trace

    raise typer.Exit(replay_trace(file))


@bench_app.command("detection")
def bench_detection(
    radio: Annotated[str, typer.Option(help="The radio of the room: perfect, good, typical or poor.")] = "typical",
    hands: Annotated[int, typer.Option(help="How many hands to deal.")] = 300,
    seed: Annotated[int, typer.Option(help="Random seed; the same seed gives the same hands.")] = 1,
    game: Annotated[str, typer.Option(help="Only this game; empty: all games in turn.")] = "",
    mistakes: Annotated[bool, typer.Option(help="The dealer makes a mistake in most hands.")] = True,
    strength: Annotated[bool, typer.Option(help="The reader measures how strongly tags answer.")] = True,
    line_ms: Annotated[int, typer.Option(help="Time that the reader's line adds to each scan.")] = 5,
    layout: Annotated[
        str, typer.Option(help="Antennas and readers: standard, two-readers, or a TOML file.")
    ] = "standard",
    faces: Annotated[str, typer.Option(help="What tells faces: reader, camera or none.")] = "reader",
    of_faces: Annotated[bool, typer.Option("--of-faces", help="Only mistakes that concern a card's face.")] = False,
    hold_pack: Annotated[
        bool, typer.Option("--hold-pack", help="The dealer never lays the undealt pack down.")
    ] = False,
    uneven: Annotated[bool, typer.Option("--uneven", help="The dealer hurries, dawdles and is held up.")] = False,
    off_db: Annotated[
        float, typer.Option(help="Readers show strengths off by so many dB, and each antenna by half of that.")
    ] = 0.0,
    unaware: Annotated[
        bool,
        typer.Option("--unaware", help="The dealer does not know of his mistakes, and goes on."),
    ] = False,
    jobs: Annotated[int, typer.Option(help="Processes.")] = 1,
    plot: Annotated[str, typer.Option(help="Draw the delays and the recall into this SVG file.")] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Deals hands over the radio of a room, and compares the table's rulings with those of a twin that knows the truth.

    Chances come with their Clopper-Pearson bounds. Exits with 1 if a hand was ruled wrongly.
    """
    from burncard.api.detection_command import Asked
    from burncard.api.detection_command import bench_detection as bench
    from burncard.simulator.mistakes import FacesBy

    seen_by = cast(FacesBy, faces)
    room = (radio, hands, seed, game, mistakes, strength, line_ms, layout, seen_by, of_faces, hold_pack, uneven)
    asked = Asked(*room, off_db, unaware, jobs, plot, as_json)
    raise typer.Exit(bench(asked))


def devices(
    port: Annotated[list[str] | None, typer.Option(help="Also probe this port, whatever its USB ids.")] = None,
    enrol: Annotated[bool, typer.Option("--enrol", help="Enrol the devices that answer as this table's.")] = False,
    data: Annotated[str, typer.Option(help=DATA_HELP)] = "",
    as_json: Annotated[bool, typer.Option("--json", help="One JSON line per port.")] = False,
) -> None:
    """Lists the connected devices, identifies each, and reports its health."""
    from burncard.api.list_devices_command import list_devices

    raise typer.Exit(list_devices(port or [], enrol, data, as_json))


def doctor(
    port: Annotated[list[str] | None, typer.Option(help="Also check this port.")] = None,
    data: Annotated[str, typer.Option(help=DATA_HELP)] = "",
) -> None:
    """Checks this machine and its devices, and says what to do. Exits with 1 if something is wrong."""
    from burncard.api.doctor_command import examine

    raise typer.Exit(examine(port or [], data))


def calibrate(
    zone: Annotated[list[str] | None, typer.Option(help="Only this zone, such as seat:3 (default: all).")] = None,
    address: Address = HERE,
    token: TokenOption = "",
    data: Annotated[str, typer.Option(help=DATA_HELP)] = "",
    show: Annotated[bool, typer.Option("--show", help="Only print what is known of each antenna.")] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Do not wait for Enter: a simulation lays the cards.")] = False,
) -> None:
    """Measures what each antenna of the running table hears, step by step, while you lay cards down."""
    from burncard.api.calibrate_command import calibrate_table, show_calibration
    from burncard.api.table_commands import at_table

    work = show_calibration if show else partial(calibrate_table, zones=zone or [], wait=not yes)
    at_table(address, token, data, work)
