"""`burncard run`: one asyncio loop for the devices, the table, the API and, if asked for, a simulated dealer."""

import asyncio
import gc
import resource
import signal
import socket
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import uvicorn

from burncard.api.accounts.guard import Guard, GuardError
from burncard.api.accounts.people import Demonstration, People, PeopleError
from burncard.api.accounts.private_files import NotKeptError
from burncard.api.accounts.sessions import Sessions
from burncard.api.app import create_app
from burncard.api.attached_devices import AttachedDevices, Place, steady_clock
from burncard.api.attestation import changed_since
from burncard.api.bounded_http import BoundedServer, secured_by, server_options
from burncard.api.context import Context
from burncard.api.deck_key import decks_key, moved_key
from burncard.api.enrolled_devices import data_home, open_enrolment, places_now
from burncard.api.error_advice import ADVICE
from burncard.api.first_start import Certificate, given_certificate, hosts_of, own_certificate
from burncard.api.floor_link import FloorLinkError, floor_credentials, linked
from burncard.api.following import followed
from burncard.api.invitation import announce, invite
from burncard.api.lamp import Lamp, LampError, shining
from burncard.api.latency_trace import LatencyLog
from burncard.api.listening import listen
from burncard.api.open_journal import open_journal
from burncard.api.peers import Peer, PeersFileError, read_peers
from burncard.api.run_options import Options, StartError, locked
from burncard.api.running_tables import announced
from burncard.controller.config import TableConfig, config_of
from burncard.controller.decks.decks import DeckError, Decks
from burncard.controller.journal.history import last_ns
from burncard.controller.journal.journal import Journal, JournalDamagedError, JournalWriteError
from burncard.controller.journal.pruned import KEEP_DAYS_MIN
from burncard.controller.journal.seal import SealError, beside_seal
from burncard.controller.ledger import refused_start
from burncard.controller.service import TableService
from burncard.firmware_bridge.enrolment import EnrolmentError
from burncard.firmware_bridge.protocols import UnknownProtocolError, protocol
from burncard.hardware.layout import BadLayoutError, Layout, find_layout
from burncard.hardware.plain_files import read_text
from burncard.hardware.profiles import BadProfileError
from burncard.hardware.toml_text import parse_toml
from burncard.rules.cards import seat_zone
from burncard.rules.games import GAMES
from burncard.rules.games.houses import HOUSES
from burncard.simulator.live import LiveTable
from burncard.simulator.pace import HUMAN
from burncard.simulator.radio.quality import RADIOS
from burncard.simulator.readers import READERS
from burncard.simulator.table_sim import enrolled_packs

if TYPE_CHECKING:
    from burncard.controller.outbox.credentials import Credentials

LIVE = "live"
Plugged = tuple[Place, Place | None, Place | None]
"""The reader, the shuffler and the camera."""
DECKS_FILE = "decks"
FAILED = 1
BAD_ARGUMENTS = 2


NO_CORE = 1
"""With this limit the system writes no core file and pipes none to a program that collects them: a core file would hold
cards and keys (core(5), and `do_coredump` of Linux)."""

NO_SHUFFLER = "A card reader is enrolled and no shuffler: enrol one, or choose --shuffler none or --simulated"


def run_table(options: Options) -> int:
    """Runs a table until it is stopped; the exit code."""
    resource.setrlimit(resource.RLIMIT_CORE, (NO_CORE, NO_CORE))
    try:
        if options.manifest and (changed := changed_since(options.manifest, options.table)):
            raise StartError("not-as-attested", changed)
        config = _config(options)
        options = _with_enrolled(options)
        if options.camera is not None and options.simulated:
            raise StartError("bad-option", "--camera is for real readers; simulated ones have --simulated-camera")
        config = replace(config, simulated=options.simulated)
        layout = _layout(options, config)
        directory = _directory(options)
        with locked(directory):
            return asyncio.run(_serve(directory, options, config, layout))
    except StartError as error:
        return _refused(error)
    except NotKeptError as error:
        return _refused(StartError("people-file", str(error)))


def _refused(error: StartError) -> int:
    """Says why the table does not start, and what to do; the exit code."""
    advice = ADVICE[error.code]
    print(f"burncard: {advice.happened} {error}. {advice.next}", file=sys.stderr)
    return BAD_ARGUMENTS if error.code == "bad-option" else FAILED


# ---- before the start --------------------


def _config(options: Options) -> TableConfig:
    """The table's configuration: a file's, or limit hold'em with six seats."""
    if (options.reader is None) != (options.shuffler is None) and not options.by_hand:
        raise StartError("bad-option", "Give both --reader and --shuffler (none: shuffled by hand), or neither")
    if options.simulate and (options.reader is not None or options.by_hand or options.camera is not None):
        raise StartError("bad-option", "--simulated and --reader or --camera cannot be combined")
    try:
        for place in filter(None, (options.reader, options.shuffler, options.camera)):
            protocol(place.profile)
    except UnknownProtocolError as error:
        raise StartError("bad-option", str(error)) from error
    if bool(options.certificate) != bool(options.key):
        raise StartError("bad-option", "Give both --certificate and --key, or neither")
    if not 0 <= options.mistakes <= 1 or options.speed <= 0:
        raise StartError("bad-option", "--mistakes must be from 0 to 1, --speed more than 0")
    if options.simulated_as.radio not in RADIOS:
        raise StartError("bad-option", f"Unknown radio {options.simulated_as.radio}; known: {', '.join(RADIOS)}")
    if options.simulated_as.reader not in READERS:
        known = ", ".join(READERS)
        raise StartError("bad-option", f"No simulated table with {options.simulated_as.reader}; known: {known}")
    config = _config_file(Path(options.table)) if options.table else TableConfig()
    config = replace(config, house=options.house or config.house)
    if config.house not in HOUSES:
        raise StartError("bad-option", f"Unknown house {config.house}; known: {', '.join(HOUSES)}")
    if config.game not in GAMES:
        raise StartError("bad-option", f"Unknown game {config.game}; known: {', '.join(GAMES)}")
    if config.structure not in GAMES[config.game].structures:
        allowed = ", ".join(GAMES[config.game].structures)
        raise StartError("bad-option", f"{config.game} cannot be played {config.structure}; known: {allowed}")
    if config.keep_days and config.keep_days < KEEP_DAYS_MIN:
        raise StartError("bad-option", f"keep_days is {KEEP_DAYS_MIN} or more, or 0: for good")
    if refused := refused_start(config):
        raise StartError("bad-option", refused)
    return config


def _with_enrolled(options: Options) -> Options:
    """Adds the enrolled devices, unless others are given or simulated ones are asked for."""
    if options.simulate:
        return options
    try:
        enrolment = open_enrolment(options.data)
        needed = {"reader"} if options.by_hand else {"reader", "shuffler"}
        if options.reader is not None or not needed <= set(enrolment.devices):
            if options.by_hand and options.reader is None:
                raise StartError("bad-option", "--shuffler none needs a reader: enrol one, or give its --reader")
            if options.reader is None and "reader" in enrolment.devices:
                raise StartError("bad-option", NO_SHUFFLER)
            return replace(options, enrolled=enrolment.devices)
        places = asyncio.run(places_now(enrolment))
    except (EnrolmentError, BadProfileError) as error:
        raise StartError("bad-option", str(error)) from error
    except OSError as error:
        raise StartError("data-folder", f"{options.data}: {error.strerror}") from error
    shuffler = None if options.by_hand else places["shuffler"]
    camera = options.camera or places.get("camera")
    return replace(options, reader=places["reader"], shuffler=shuffler, camera=camera, enrolled=enrolment.devices)


def _config_file(path: Path) -> TableConfig:
    try:
        return config_of(parse_toml(read_text(path)))
    except OSError as error:
        raise StartError("bad-option", f"{path}: {error.strerror}") from error
    except (ValueError, RecursionError) as error:
        raise StartError("bad-option", f"{path}: {error}") from error


def _layout(options: Options, config: TableConfig) -> Layout:
    """The table's layout, which has an antenna under each seat."""
    if options.layout and config.simulated:
        raise StartError("bad-option", "--layout is for real readers; the simulated table has the standard layout")
    try:
        layout = find_layout(options.layout)
        for further in layout.further:
            protocol(further.protocol)
    except (BadLayoutError, UnknownProtocolError) as error:
        raise StartError("bad-option", str(error)) from error
    if missing := [seat for seat, _ in config.seats if layout.antenna_of(seat_zone(seat)) is None]:
        raise StartError("bad-option", f"{options.layout}: no antenna under {', '.join(map(seat_zone, missing))}")
    return layout


def _directory(options: Options) -> Path:
    """The data directory. Simulated and real tables never share one, so each has its own subdirectory."""
    directory = data_home(options.data) / ("simulated" if options.simulated else LIVE)
    try:
        directory.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        raise StartError("data-folder", f"{directory}: {error.strerror}") from error
    return directory


def _listen(options: Options) -> socket.socket:
    try:
        return listen(options.listen, options.port)
    except (OSError, OverflowError) as error:
        raise StartError("address-in-use", f"{options.listen}:{options.port}") from error


def _open_service(directory: Path, config: TableConfig, layout: Layout, options: Options) -> tuple[TableService, Decks]:
    try:
        journal, signing = open_journal(
            directory,
            simulated=config.simulated,
            seal=options.seal,
            witness=options.witness,
            sealed=bool(options.beside.floor),
            keep_days=config.keep_days,
        )
        decks = enrolled_packs()[2] if config.simulated else _load_decks(directory, journal, options.seal)
        service = TableService(config, journal, decks, layout, steady_clock())
        service.record.signing = signing
        service.maintenance.calibrating.keep_in(directory)
        return service, decks
    except JournalDamagedError as error:
        raise StartError("journal-damaged", str(error)) from error
    except SealError as error:
        raise StartError("journal-seal", str(error)) from error
    except (JournalWriteError, OSError) as error:
        raise StartError("data-folder", str(error)) from error
    except DeckError as error:
        raise StartError(error.code, str(error)) from error


def _load_decks(directory: Path, journal: Journal, seal: str) -> Decks:
    """The enrolled decks; none before a technician enrols the first. Without its decks a record cannot be read."""
    if not (directory / DECKS_FILE).exists():
        if journal.count:
            raise DeckError("deck-file", f"{DECKS_FILE} is missing, and the journal has hands that were dealt with it")
        return Decks()
    return Decks.load(directory / DECKS_FILE, moved_key(directory, seal))


def _open_people(directory: Path, options: Options) -> tuple[People, Sessions]:
    """The people of the table. Simulated devices that only this machine can reach are a demonstration."""
    if options.simulated and not options.in_network:
        everybody = Demonstration()
        return everybody, Sessions(everybody)
    try:
        guard = Guard.open(beside_seal(directory, ".people", options.seal))
        people = People.open(directory / "people.json", guard)
        return people, Sessions(people, directory / "sessions.json", guard)
    except (PeopleError, GuardError, NotKeptError) as error:
        raise StartError("people-file", str(error)) from error


def _check_clock(service: TableService, sessions: Sessions) -> None:
    """Ends all sessions if the clock was set back while the table was closed: they would last for longer."""
    latest_ns = last_ns(service.record.journal)
    if service.record.now() < latest_ns:
        sessions.end_all()
        service.record.log("clock-set-back", latest_ns=latest_ns)


def _certificate(directory: Path, options: Options, hosts: frozenset[str]) -> Certificate | None:
    """The certificate of a table that other machines can reach, or of one that was given one."""
    try:
        if options.certificate:
            return given_certificate(Path(options.certificate), Path(options.key))
        return own_certificate(directory, hosts) if options.in_network else None
    except (OSError, ValueError) as error:
        raise StartError("bad-option", f"The certificate cannot be used: {error}") from error


def _floor(options: Options) -> "Credentials | None":
    """What the table reaches its floor with, if it has one."""
    try:
        return floor_credentials(options.beside.floor)
    except FloorLinkError as error:
        raise StartError("floor-credentials", str(error)) from error


# ---- while it runs --------------------


class Server(BoundedServer):
    """A server that leaves signals to the loop, so that the table shuts down in order."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Captures no signals."""
        yield


async def _serve(directory: Path, options: Options, config: TableConfig, layout: Layout) -> int:
    hosts = hosts_of(options.listen) if options.in_network else frozenset()
    certificate = _certificate(directory, options, hosts)
    floor = _floor(options)
    peers, lamp = _beside(options)
    with closing(_listen(options)) as listener:
        service, decks = _open_service(directory, config, layout, options)
        with closing(service.record.journal):
            people, sessions = _open_people(directory, options)
            _check_clock(service, sessions)
            live, plugged = _plugged(service, options)
            reader, shuffler, camera = plugged
            enrolled = {} if live else options.enrolled
            devices = AttachedDevices(service, reader, shuffler, enrolled, camera)
            devices.start()
            latency = LatencyLog(service.record, partial(print, flush=True)) if options.beside.trace_latency else None
            async with followed(peers) as room, shining(lamp, service):
                context = Context(
                    service,
                    people,
                    devices.move_soon,
                    lambda: server.should_exit,
                    partial(decks.save, directory / DECKS_FILE, decks_key(directory, options.seal)),
                    sessions=sessions,
                    demonstration=isinstance(people, Demonstration),
                    hosts=hosts,
                    live=live,
                    peers=room,
                )
                server = _server(context, certificate)
                address = _address(listener, options, certificate)
                announce(directory, _ports(plugged), simulated=live is not None)
                invite(people, directory, address, certificate, play=live is not None, kept=not options.play)
                if live is not None:
                    live.table.floor_is_there = partial(context.hub.is_heard_by, "floor")
                    live.table.change_dealer(visitor=options.play)
                    live.start()
                gc.freeze()  # the collector need not go over the program while the table works
                ports = [place.path for place in plugged if place is not None]
                async with linked(service, floor, devices.move_soon):
                    with announced(config.table, address, ports):
                        await server.serve(sockets=[listener])
            if live is not None:
                await live.stop()
            devices.close()
            service.maintenance.calibrating.save()
            for line in latency.summary() if latency is not None else ():
                print(line)
    print("Burncard has stopped.", flush=True)
    return 0


def _beside(options: Options) -> tuple[tuple[Peer, ...], Lamp | None]:
    """The other tables that the desk shows, and this table's lamp."""
    try:
        return read_peers(options.beside.peers), Lamp(Path(options.beside.lamp)) if options.beside.lamp else None
    except (PeersFileError, LampError) as error:
        raise StartError("bad-option", str(error)) from error


def _ports(plugged: Plugged) -> dict[str, str]:
    """The devices with their ports, as they are announced."""
    reader, shuffler, camera = plugged
    ports = {"reader": reader.path, "shuffler": "none: the dealer shuffles by hand"}
    if shuffler is not None:
        ports["shuffler"] = shuffler.path
    return ports if camera is None else ports | {"camera": camera.path}


def _plugged(service: TableService, options: Options) -> tuple[LiveTable | None, Plugged]:
    """The ports of the devices: given ones, or those of simulated devices, which come first."""
    if options.reader is not None and (options.shuffler is not None or options.by_hand):
        return None, (options.reader, options.shuffler, options.camera)
    radio, pace = RADIOS[options.simulated_as.radio], HUMAN.at_speed(options.speed)
    protocol, seen_by_camera = options.simulated_as.reader, options.simulated_as.camera
    live = LiveTable(service, options.seed, options.mistakes, pace, radio, protocol, camera=seen_by_camera)
    reader, shuffler = live.plug()
    camera = Place(live.camera_host.plug(), "face-camera") if live.camera_host is not None else None
    return live, (Place(reader, live.protocol), Place(shuffler, "burncard-shuffler"), camera)


def _server(context: Context, certificate: Certificate | None) -> uvicorn.Server:
    bounds = server_options()
    if certificate is not None:
        bounds["http"] = secured_by(certificate.certificate, certificate.key)
    config = uvicorn.Config(create_app(context), server_header=False, **bounds)
    server = Server(config)
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, lambda: setattr(server, "should_exit", True))
    return server


def _address(listener: socket.socket, options: Options, certificate: Certificate | None) -> str:
    host = socket.gethostname() if options.listen in ("0.0.0.0", "::") else options.listen
    port = listener.getsockname()[1]
    return f"{'http' if certificate is None else 'https'}://{f'[{host}]' if ':' in host else host}:{port}/"
