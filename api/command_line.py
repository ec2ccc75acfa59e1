"""The `burncard` command line. Each command is a module of its own, imported when the command is called."""

import sys
from typing import Annotated

import typer

import burncard
from burncard.api import (
    attest_command,
    bench_commands,
    camera_command,
    deck_commands,
    floor_command,
    history_commands,
    journal_command,
    table_commands,
)

app = typer.Typer(
    name="burncard",
    help="Controls an electronic poker table: tracks every card and enforces the rules of the deal.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,  # plain help: importing rich takes as long as everything else together
    pretty_exceptions_enable=False,
)


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"burncard {burncard.__version__}")
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
    table: str = typer.Option("", help="TOML file with the game, the stakes and the seats."),
    house: str = typer.Option("", help="House rules: roberts (default), roberts-early or general."),
    port: int = typer.Option(8777, help="Console port; 0 takes a free one."),
    listen: str = typer.Option("127.0.0.1", help="Address to listen on; any but this machine's own needs TLS."),
    certificate: str = typer.Option("", help="PEM file of a certificate (default: one of its own, made at need)."),
    key: str = typer.Option("", help="PEM file of the certificate's private key."),
    reader: str = typer.Option("", help="Serial port of a real card reader (default: the enrolled one)."),
    shuffler: str = typer.Option("", help="Serial port of a real shuffler (default: the enrolled one); none: by hand."),
    reader_protocol: str = typer.Option("burncard-reader", help="Protocol of the card reader."),
    shuffler_protocol: str = typer.Option("burncard-shuffler", help="Protocol of the shuffler."),
    camera: str = typer.Option("", help="Serial port of a camera that sees faces (default: the enrolled one, if any)."),
    layout: str = typer.Option("", help="Zone of each antenna: standard (default), two-readers, or a TOML file."),
    simulated: bool = typer.Option(False, "--simulated", help="Use simulated devices even if real ones are enrolled."),
    seed: int = typer.Option(7, help="Seed of the simulated dealer and players."),
    mistakes: float = typer.Option(0.02, help="Chance per step, 0 to 1, that the simulated dealer makes a mistake."),
    speed: float = typer.Option(1.0, help="Speed of the simulated dealer: 1 is human speed."),
    radio: str = typer.Option("typical", help="The simulated reader's radio: perfect, good, typical or poor."),
    simulated_camera: bool = typer.Option(False, "--simulated-camera", help="A simulated camera sees the faces."),
    seal: str = typer.Option("", help="File with the journal's keys, elsewhere than its data (see docs/trust.md)."),
    witness: str = typer.Option("", help="File on another medium that gets the signed head of each hand."),
    floor: str = typer.Option("", help="File with the credentials of a floor (burncard floor join)."),
    peers: str = typer.Option("", help="File that names the room's other tables, for the floor's desk."),
    lamp: str = typer.Option("", help="The table's lamp: an LED of this machine, such as /sys/class/leds/table."),
    trace_latency: bool = typer.Option(False, "--trace-latency", help="Write how long each alert took, by stages."),
    manifest: str = typer.Option("", help="Start only if what is installed is as in this manifest (burncard attest)."),
) -> None:
    """Runs a table and its console on the enrolled or given devices; without any, a simulated dealer deals on ttys."""
    from burncard.api.attached_devices import Place
    from burncard.api.run_command import run_table
    from burncard.api.run_options import Beside, Options, Simulated

    options = Options(
        data=data,
        table=table,
        house=house,
        port=port,
        reader=Place(reader, reader_protocol) if reader else None,
        shuffler=Place(shuffler, shuffler_protocol) if shuffler not in ("", "none") else None,
        camera=Place(camera, "face-camera") if camera else None,
        by_hand=shuffler == "none",
        layout=layout,
        seed=seed,
        mistakes=mistakes,
        speed=speed,
        simulate=simulated,
        simulated_as=Simulated(reader=reader_protocol, radio=radio, camera=simulated_camera),
        listen=listen,
        certificate=certificate,
        key=key,
        seal=seal,
        witness=witness,
        manifest=manifest,
        beside=Beside(peers=peers, floor=floor, lamp=lamp, trace_latency=trace_latency),
    )
    raise typer.Exit(run_table(options))


@app.command()
def play(
    game: str = typer.Option("holdem", help="The game."),
    structure: str = typer.Option("", help="limit, no-limit, pot-limit or half-pot (default: the game's first)."),
    house: str = typer.Option("roberts", help="House rules: roberts, roberts-early or general."),
    seats: int = typer.Option(6, min=2, max=10, help="Players at the table."),
    radio: str = typer.Option("typical", help="The radio of the room: perfect, good, typical or poor."),
    speed: float = typer.Option(1.0, help="Speed of the players: 1 is human speed."),
    seed: int = typer.Option(0, help="Random seed of players and radio; 0 takes a new one."),
    port: int = typer.Option(8777, help="Console port; 0 takes a free one."),
) -> None:
    """Lets you deal: a page on which you put the cards, right or wrong, and the table answers. Nothing is kept."""
    from burncard.api.play_command import Played, play_table

    raise typer.Exit(play_table(Played(game, structure, house, seats, radio, speed, seed, port)))


@app.command()
def simulate(
    hands: int = typer.Option(100, help="How many hands to deal."),
    seed: int = typer.Option(7, help="Random seed; the same seed gives the same run on every machine."),
    game: str = typer.Option("holdem", help="The game."),
    structure: str = typer.Option("limit", help="limit, no-limit, pot-limit or half-pot."),
    house: str = typer.Option("roberts", help="House rules: roberts, roberts-early or general."),
    seats: int = typer.Option(6, help="Players at the table."),
    mistake_rate: float = typer.Option(0.02, help="Chance per step, 0 to 1, that the dealer makes a mistake."),
    radio: str = typer.Option("perfect", help="The reader's radio: perfect, good, typical or poor."),
    pace: str = typer.Option(
        "patient", help="The dealer's pace: patient waits until each card is seen, human does not."
    ),
    reader_protocol: str = typer.Option(
        "burncard-reader", help="Its protocol: burncard-reader, feig or metratec. The last two tell no faces."
    ),
    log: str = typer.Option("", help="Write the table log of the run to this file."),
    tables: int = typer.Option(1, help="How many tables deal so many hands each; the next one has the next seed."),
    jobs: int = typer.Option(1, min=1, help="Processes for several tables, or for the swarm."),
    swarm: bool = typer.Option(False, "--swarm", help="Run many tables under drawn faults instead."),
    seeds: str = typer.Option("0-9", help="With --swarm: the seeds, A-B."),
) -> None:
    """Deals hands in virtual time, from device bytes to rulings, and counts the mistakes caught.

    With --swarm each seed draws its faults (lines, unplugging, crashes, a failing disk, wrong entries and more); the
    table must be safe under them, and play on when they end. A seed that fails is printed with the faults it needs.
    """
    if swarm:
        from burncard.api.swarm_command import run_swarm

        raise typer.Exit(run_swarm(seeds, jobs))
    from burncard.api.simulate_command import Asked, simulate_table

    asked = Asked(
        hands, seed, game, structure, house, seats, mistake_rate, radio, pace, log, tables, jobs, reader_protocol
    )
    raise typer.Exit(simulate_table(asked))


@app.command()
def replay(
    logs: Annotated[list[str], typer.Argument(metavar="LOG...", help="Table logs; - is standard input.")],
    jobs: Annotated[int, typer.Option(min=1, help="Processes that replay several logs side by side.")] = 1,
) -> None:
    """Replays table logs: prints every fact and its outcomes as JSON Lines."""
    from burncard.api.replay_command import replay_logs

    if jobs > 1 and "-" in logs:
        raise typer.BadParameter("standard input cannot be replayed side by side with others", param_hint="--jobs")
    raise typer.Exit(replay_logs(logs, jobs))


@app.command()
def rules(
    rule: Annotated[str, typer.Argument(metavar="[ID]", help="Show one rule, by its id.")] = "",
    game: str = typer.Option("", help="Only the rules of this game."),
    house: str = typer.Option("", help="Only the rules in force in this house."),
    coverage: bool = typer.Option(
        False, "--coverage", help="List each document's rule sentences, and the rules that hold them."
    ),
    as_json: bool = typer.Option(False, "--json", help="Print JSON."),
) -> None:
    """Shows the rules in force: the trigger, the ruling, the repair and the source of each."""
    if coverage:
        from burncard.api.coverage_command import show_coverage

        raise typer.Exit(show_coverage(game, house, rule, as_json=as_json))
    from burncard.api.rules_command import show_rules

    raise typer.Exit(show_rules(game, house, rule, as_json=as_json))


@app.command()
def games(as_json: bool = typer.Option(False, "--json", help="Print JSON.")) -> None:
    """Lists the games that the table can deal."""
    from burncard.api.rules_command import show_games

    raise typer.Exit(show_games(as_json=as_json))


bench_commands.register(app)
deck_commands.register(app)
history_commands.register(app)
table_commands.register(app)
journal_command.register(app)
attest_command.register(app)
floor_command.register(app)
camera_command.register(app)


def main() -> None:
    """Entry point of the `burncard` command. A fatal error is reported without its text, which may name a card."""
    try:
        app()
    except Exception as error:
        from burncard.api.structured_logs import without_text

        print(without_text(error), file=sys.stderr)
        sys.exit(1)
