"""Runs the floor: its intake and its desk, until it is stopped."""

import asyncio
import signal
import ssl
from pathlib import Path
from typing import Any, Final

import uvicorn

from burncard.api.accounts.people import Demonstration
from burncard.api.bounded_http import secured_by, server_options
from burncard.api.first_start import first_technician, hosts_of
from burncard.api.floor.authority import SERVER_CERTIFICATE, SERVER_KEY, Authority
from burncard.api.floor.broker import broker_at
from burncard.api.floor.database import Database, DatabaseError, database_at
from burncard.api.floor.floor_app import Floor, create_floor_app
from burncard.api.floor.floor_people import FloorPeople
from burncard.api.floor.floor_settings import FloorSettings
from burncard.api.floor.refused_sign_ins import RefusedSignIns
from burncard.api.floor.room_floor import Room
from burncard.api.floor.sparkplug_link import SparkplugLink
from burncard.api.listening import listen
from burncard.api.run_command import Server
from burncard.api.run_options import LOOPBACK
from burncard.controller.outbox.ending import end
from burncard.controller.outbox.tracing import traces_asked_for

RETRY_S: Final = 2.0


async def run_floor(
    folder: Path, authority: Authority, settings: FloorSettings, address: str, port: int, *, demonstration: bool
) -> None:
    """Runs a floor until it is stopped. Raises OSError where it cannot listen, DatabaseError.

    Whatever a part of it raises ends the floor: one that looks alive and takes nothing in is worse than none.
    """
    database = await opened(settings.database_in(folder))
    traces = traces_asked_for("burncard-floor")
    room = Room(authority, database, settings.replicas, settings.keep_days, traces=traces)
    people = FloorPeople(database, None if demonstration else folder)
    in_network = address not in LOOPBACK
    app = create_floor_app(
        Floor(room, database, people, demonstration=demonstration), hosts_of(address) if in_network else frozenset()
    )
    server = _server(app, authority.folder if in_network else None)
    refused = RefusedSignIns(authority, database, lambda: room.leads)
    working = [asyncio.create_task(room.run()), asyncio.create_task(refused.run())]
    if settings.broker:
        broker = broker_at(settings.broker, folder)
        working.append(asyncio.create_task(SparkplugLink(room, database, broker, settings.group).run()))
    for task in working:
        task.add_done_callback(lambda _: setattr(server, "should_exit", True))
    failed: list[asyncio.Task[None]] = []
    try:
        with listen(address, port) as listener:
            _say(people, f"{'https' if in_network else 'http'}://{address}:{listener.getsockname()[1]}/")
            await server.serve(sockets=[listener])
        failed = [task for task in working if task.done()]
    finally:
        await end(*working)
        await database.close()
    for task in failed:
        task.result()


async def opened(address: str) -> Database:
    """The database, once it can be reached. Raises DatabaseError where its schema is of a newer version."""
    while True:
        database = database_at(address)
        try:
            await database.open()
        except DatabaseError as error:
            if "newer version" in str(error):
                raise
            print(f"The database cannot be reached: {error}. Trying again.", flush=True)
            await asyncio.sleep(RETRY_S)
        else:
            return database


def _server(app: Any, secrets: Path | None) -> uvicorn.Server:
    bounds = server_options()
    if secrets is not None:
        bounds["http"] = secured_by(secrets / SERVER_CERTIFICATE, secrets / SERVER_KEY)
    server = Server(uvicorn.Config(app, server_header=False, **bounds))
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, lambda: setattr(server, "should_exit", True))
    return server


def _say(people: FloorPeople, address: str) -> None:
    if isinstance(people.people, Demonstration):
        print("DEMONSTRATION: these links sign in at once, on this machine only, until the floor stops.")
        for role in ("floor", "technician", "auditor"):
            print(f"{role.capitalize() + ':':<12}{address}?key={people.people.key_of(role)}")
    else:
        pin = first_technician(people.people)
        print(f"Floor desk:  {address}")
        if pin is not None:
            print("First start. This account adds the others; its PIN is shown this once:")
            print(f"  name  technician\n  PIN   {pin}")
    print("Ctrl-C stops the floor.", flush=True)


def untrusted() -> ssl.SSLContext:
    """For a joining table: the certificate proves nothing, the code does."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context
